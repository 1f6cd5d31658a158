#include "engine/rulesets/hail_caesar/topics/reach.hpp"

#include <algorithm>
#include <utility>

#include "engine/geometry/joints.hpp"
#include "engine/geometry/trig.hpp"

namespace polemarch::hail_caesar {
namespace {

namespace geo = geometry;
// NOLINTBEGIN(misc-unused-using-decls): operators, found by no name of their own
using geo::operator+;
using geo::operator-;
using geo::operator*;
// NOLINTEND(misc-unused-using-decls)

bool apart(const Ground::Piece& piece, Vec2 a, Vec2 b) {
  return std::max(a.x, b.x) < piece.low_x || std::min(a.x, b.x) > piece.high_x || std::max(a.y, b.y) < piece.low_y ||
         std::min(a.y, b.y) > piece.high_y;
}

/// A stretch of a ray that costs more.
struct Slow {
  double from = 0, to = 0, more = 0;
};

/// How far along `u` so much counted way leads; `blocked` when a wall ends it first.
double ray(const Ground& ground, Vec2 from, Vec2 u, double limit, bool& blocked) {
  const Vec2 end = from + limit * u;
  double far = limit;
  blocked = false;
  std::vector<Slow> slow;
  for (const Ground::Piece& piece : ground.pieces) {
    if (apart(piece, from, end)) continue;
    for (const auto& [a, b] : geo::stretches_inside(piece.outline, from, end)) {
      if (piece.more >= 0)
        slow.push_back({a * limit, b * limit, piece.more});
      else if (a * limit < far)
        far = a * limit, blocked = true;
    }
  }
  if (slow.empty()) return far;
  std::vector<double> cuts{0, far};
  for (const Slow& s : slow)
    for (const double cut : {s.from, s.to})
      if (cut > 0 && cut < far) cuts.push_back(cut);
  std::sort(cuts.begin(), cuts.end());
  double left = limit;
  for (std::size_t i = 0; i + 1 < cuts.size(); ++i) {
    const double middle = 0.5 * (cuts[i] + cuts[i + 1]), width = cuts[i + 1] - cuts[i];
    double rate = 1;
    for (const Slow& s : slow)
      if (middle > s.from && middle < s.to) rate += s.more;
    if (rate * width > left) {
      blocked = false;
      return cuts[i] + left / rate;
    }
    left -= rate * width;
  }
  return far;
}

geo::Outline2 star(const Ground& ground, Vec2 from, double limit, double beyond) {
  constexpr int kStep = 4;  // chords lie 0.01 in inside the true line at 18 in
  std::vector<std::int64_t> directions;
  for (int d = 0; d < 360; d += kStep) directions.push_back(d * 1000);
  // Rays past both sides of every corner near by, so that the edges of what stops or slows are drawn where they are.
  for (const Ground::Piece& piece : ground.pieces)
    for (const Vec2 corner : piece.outline) {
      const Vec2 d = corner - from;
      if (geo::length_of(d) < 1e-6) continue;
      const std::int64_t to = geo::direction(d.x, d.y).mdeg;
      for (const std::int64_t off : {-5, 5}) directions.push_back(Angle{to + off}.normalised().mdeg);
    }
  std::sort(directions.begin(), directions.end());
  directions.erase(std::unique(directions.begin(), directions.end()), directions.end());
  geo::Outline2 outline;
  for (const std::int64_t d : directions) {
    const Vec2 u = geo::unit_vector(Angle{d});
    bool blocked = false;
    const double far = ray(ground, from, u, limit, blocked);
    outline.push_back(from + (blocked ? far : far + beyond) * u);
  }
  return outline;
}

}  // namespace

Ground ground_of(const State& state, double width_mm, std::span<const Vec2> ends) {
  Ground ground;
  const auto add = [&](geo::Outline2 outline, double more) -> Ground::Piece& {
    Ground::Piece piece{std::move(outline), more};
    piece.low_x = piece.high_x = piece.outline.front().x, piece.low_y = piece.high_y = piece.outline.front().y;
    for (const Vec2 p : piece.outline) {
      piece.low_x = std::min(piece.low_x, p.x), piece.high_x = std::max(piece.high_x, p.x);
      piece.low_y = std::min(piece.low_y, p.y), piece.high_y = std::max(piece.high_y, p.y);
    }
    return ground.pieces.emplace_back(std::move(piece));
  };
  std::vector<geo::Outline2> solid, all;
  std::vector<std::size_t> solid_at;  // where among all
  std::vector<double> costs;
  // Who stands in impassable ground may go out of it, not about in it.
  const auto led_out_of = [&](const geo::Outline2& outline) {
    return !ends.empty() && geo::contains(outline, ends.front()) && (ends.size() == 1 || !geo::contains(outline, ends.back()));
  };
  for (const Terrain& terrain : state.terrain) {
    if (terrain.move_factor >= 1.0 || terrain.outline.size() < 3) continue;
    if (terrain.move_factor <= 0 && led_out_of(geo::outline_in_mm(terrain.outline))) continue;
    all.push_back(geo::outline_in_mm(terrain.outline));
    costs.push_back(terrain.move_factor > 0 ? 1.0 / terrain.move_factor - 1.0 : -1.0);
    if (costs.back() < 0) solid.push_back(all.back()), solid_at.push_back(all.size() - 1);
    add(all.back(), costs.back());
  }
  for (geo::Joint& joint : geo::joints_of(solid, std::max(width_mm, geo::kHairMm))) {
    if (std::any_of(ends.begin(), ends.end(), [&](Vec2 end) { return geo::contains(joint.outline, end); })) continue;
    Ground::Piece& piece = add(std::move(joint.outline), -1.0);
    piece.bends = joint.at_corners, piece.joins = {solid_at[joint.a], solid_at[joint.b]};
  }
  // A way along the joint of two slow pieces, or of a slow and an impassable one, is not free either.
  for (geo::Joint& joint : geo::joints_of(all)) {
    const double a = costs[joint.a], b = costs[joint.b];
    if (a < 0 && b < 0) continue;
    Ground::Piece& piece = add(std::move(joint.outline), a < 0 ? b : b < 0 ? a : std::min(a, b));
    piece.bends = false, piece.joins = {joint.a, joint.b};
  }
  return ground;
}

double counted_way(const Ground& ground, Vec2 from, Vec2 to) {
  const double length = geo::length_of(to - from);
  double counted = length;
  if (length <= 0) return 0;
  for (const Ground::Piece& piece : ground.pieces) {
    if (apart(piece, from, to)) continue;
    for (const auto& [a, b] : geo::stretches_inside(piece.outline, from, to)) {
      if (piece.more < 0) return kNoWay;
      counted += (b - a) * length * piece.more;
    }
  }
  return counted;
}

Course cheapest_course(const Ground& ground, Vec2 from, Vec2 to) {
  Course straight{counted_way(ground, from, to), {from, to}};
  if (straight.cost <= geo::length_of(to - from) + 1e-9) return straight;
  // Only the corners of what lies in the way can make a bent way worth its while; then of what lies in the way of those, and so on.
  std::vector<Vec2> nodes{from, to};
  std::vector<bool> taken(ground.pieces.size(), false);
  const auto take = [&](std::size_t k) {
    if (!taken[k] && ground.pieces[k].bends) nodes.insert(nodes.end(), ground.pieces[k].outline.begin(), ground.pieces[k].outline.end());
    taken[k] = true;
  };
  for (std::size_t known = 0; known < nodes.size();) {
    known = nodes.size();
    for (std::size_t k = 0; k < ground.pieces.size(); ++k) {
      if (taken[k]) continue;
      const Ground::Piece& piece = ground.pieces[k];
      bool hit = false;
      for (std::size_t i = 0; i < known && !hit; ++i)
        for (std::size_t e = 0; e < 2 && !hit; ++e)
          hit = !apart(piece, nodes[i], nodes[e]) && geo::runs_through(piece.outline, nodes[i], nodes[e]);
      if (!hit) continue;
      take(k);
      for (const std::size_t joined : piece.joins) take(joined);
    }
  }
  std::vector<double> cost(nodes.size(), 2 * kNoWay);
  std::vector<std::size_t> before(nodes.size(), 0);
  std::vector<bool> done(nodes.size(), false);
  cost[0] = 0;
  for (;;) {
    std::size_t next = nodes.size();
    for (std::size_t i = 0; i < nodes.size(); ++i)
      if (!done[i] && cost[i] < kNoWay && (next == nodes.size() || cost[i] < cost[next])) next = i;
    if (next == nodes.size() || next == 1) break;
    done[next] = true;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      if (done[i] || cost[next] + geo::length_of(nodes[i] - nodes[next]) >= cost[i]) continue;
      const double way = cost[next] + counted_way(ground, nodes[next], nodes[i]);
      if (way < cost[i] - 1e-9) cost[i] = way, before[i] = next;
    }
  }
  if (cost[1] >= kNoWay) return straight;
  Course course{cost[1], {to}};
  for (std::size_t i = 1; i != 0; i = before[i]) course.points.push_back(nodes[before[i]]);
  std::reverse(course.points.begin(), course.points.end());
  return course;
}

double far_along(const Ground& ground, Vec2 from, Vec2 u, double limit_mm) {
  bool blocked = false;
  return ray(ground, from, u, limit_mm, blocked);
}

std::vector<geo::Outline2> reach_of(const Ground& ground, Vec2 from, double limit_mm, double beyond_mm) {
  Ground near;
  std::vector<std::size_t> kept(ground.pieces.size(), 0);
  for (std::size_t k = 0; k < ground.pieces.size(); ++k) {
    const Ground::Piece& piece = ground.pieces[k];
    const double dx = std::max({piece.low_x - from.x, from.x - piece.high_x, 0.0}),
                 dy = std::max({piece.low_y - from.y, from.y - piece.high_y, 0.0});
    if (dx * dx + dy * dy > limit_mm * limit_mm) continue;
    kept[k] = near.pieces.size();
    near.pieces.push_back(piece);
    // A joint comes after what it joins; a near one joins near pieces, but for a thousandth of a millimetre.
    for (std::size_t& joined : near.pieces.back().joins) joined = kept[joined];
  }
  std::vector<geo::Outline2> region{star(near, from, limit_mm, beyond_mm)};
  for (const Ground::Piece& piece : near.pieces)
    for (const Vec2 corner : piece.bends ? piece.outline : geo::Outline2{}) {
      if (geo::length_of(corner - from) >= limit_mm) continue;
      const double left = limit_mm - cheapest_course(near, from, corner).cost;
      if (left > 1.0) region.push_back(star(near, corner, left, beyond_mm));
    }
  return region;
}

}  // namespace polemarch::hail_caesar
