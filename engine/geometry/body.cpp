#include "engine/geometry/body.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "engine/geometry/contact.hpp"
#include "engine/geometry/trig.hpp"

namespace polemarch::geometry {
namespace {

/// Cosine of the largest turn that still counts as facing alike.
bool face_alike(const Shape& a, const Shape& b, Angle askew) {
  if (a.circle() || b.circle()) return false;
  return dot(a.ahead, b.ahead) >= cos_of(askew);
}

/// The centre distance beyond which two bases cannot touch.
double reach(const Shape& shape) { return std::sqrt(shape.half_depth * shape.half_depth + shape.half_front * shape.half_front); }

/// How far b's centre lies off a's along `axis` of a's frame (0: ahead, 1: left), with its error.
Measure offset(const Shape& a, const Shape& b, std::size_t axis) {
  const Vec2 own = a.own_frame(b.centre);
  const double value = axis == 0 ? own.x : own.y;
  const Vec2 way = axis == 0 ? a.ahead : left_of(a.ahead);
  // Turning a by a small angle moves b's place in a's frame across.
  const double by_turn = axis == 0 ? own.y : -own.x;
  const double sd = standard_deviation(a, Gradient{-way.x, -way.y, by_turn}, b, Gradient{way.x, way.y, 0});
  return {rounded(value), rounded(sd)};
}

struct Groups {
  std::vector<std::size_t> parent;
  explicit Groups(std::size_t n) : parent(n) { std::iota(parent.begin(), parent.end(), std::size_t{0}); }
  std::size_t of(std::size_t i) {
    while (parent[i] != i) i = parent[i] = parent[parent[i]];
    return i;
  }
  void join(std::size_t a, std::size_t b) {
    const std::size_t x = of(a), y = of(b);
    parent[std::max(x, y)] = std::min(x, y);
  }
};

}  // namespace

std::vector<Neighbours> neighbours_of(std::span<const Shape> bases, Fit fit) {
  std::vector<Neighbours> found;
  for (std::size_t i = 0; i < bases.size(); ++i)
    for (std::size_t j = i + 1; j < bases.size(); ++j) {
      const Shape &a = bases[i], &b = bases[j];
      if (length_of(b.centre - a.centre) > reach(a) + reach(b) + fit.touching.mm()) continue;
      const Gap gap = gap_between(a, b);
      if (!touching(gap.signed_gap, fit.touching)) continue;
      Neighbours pair{i, j, Neighbouring::Askew, gap.distance(), {}};
      if (face_alike(a, b, fit.askew)) {
        const Vec2 own = a.own_frame(b.centre);
        const double across = std::fabs(own.y) - (a.half_front + b.half_front), along = std::fabs(own.x) - (a.half_depth + b.half_depth);
        const double slack = fit.touching.mm();
        if (across >= -slack && along >= -slack) {
          pair.how = Neighbouring::Corner;
        } else if (across > along) {
          pair.how = Neighbouring::Beside;
          if (own.y > 0) std::swap(pair.a, pair.b);
          pair.shift = offset(bases[pair.a], bases[pair.b], 0);
        } else {
          pair.how = Neighbouring::Behind;
          if (own.x > 0) std::swap(pair.a, pair.b);
          pair.shift = offset(bases[pair.a], bases[pair.b], 1);
        }
      } else if (contacts_between(a, b, fit.touching, fit.askew).edges.empty()) {
        pair.how = Neighbouring::Corner;
      }
      found.push_back(pair);
    }
  return found;
}

std::vector<std::vector<std::size_t>> bodies_among(std::span<const Shape> bases, Fit fit) {
  Groups groups(bases.size());
  for (const Neighbours& pair : neighbours_of(bases, fit))
    if (pair.how == Neighbouring::Beside || pair.how == Neighbouring::Behind) groups.join(pair.a, pair.b);
  std::vector<std::vector<std::size_t>> bodies;
  for (std::size_t i = 0; i < bases.size(); ++i) {
    if (groups.of(i) == i) bodies.emplace_back();
  }
  std::vector<std::size_t> roots;
  for (std::size_t i = 0; i < bases.size(); ++i)
    if (groups.of(i) == i) roots.push_back(i);
  for (std::size_t i = 0; i < bases.size(); ++i) {
    const auto at = std::lower_bound(roots.begin(), roots.end(), groups.of(i));
    bodies[static_cast<std::size_t>(at - roots.begin())].push_back(i);
  }
  return bodies;
}

int Body::files() const {
  std::size_t widest = 0;
  for (const auto& row : rows) widest = std::max(widest, row.size());
  return static_cast<int>(widest);
}

namespace {

/// The way its rows face: the mean of all bases that face as the first does, so that one base turned by hand tilts no row.
Vec2 way_of_rows(const std::vector<Shape>& bases, Angle askew) {
  Vec2 sum{0, 0};
  bool all_one = true;
  for (const Shape& base : bases) {
    if (!face_alike(bases.front(), base, askew)) continue;
    sum = sum + base.ahead;
    all_one = all_one && base.ahead.x == bases.front().ahead.x && base.ahead.y == bases.front().ahead.y;
  }
  return all_one ? bases.front().ahead : (1 / length_of(sum)) * sum;
}

}  // namespace

Body body_of(std::vector<Shape> bases, Fit fit) {
  Body body;
  body.bases = std::move(bases);
  const Shape& first = body.bases.front();
  body.ahead = first.ahead;
  body.heading = direction(first.ahead.x, first.ahead.y);
  body.origin = first.centre;
  body.front = body.left = -1e18;
  body.rear = body.right = 1e18;
  std::vector<Vec2> own(body.bases.size());
  double half = 1e18;
  for (std::size_t i = 0; i < body.bases.size(); ++i) {
    const Shape& base = body.bases[i];
    own[i] = body.own_frame(base.centre);
    half = std::min(half, base.half_depth);
    body.one_facing = body.one_facing && (body.bases.size() == 1 || face_alike(first, base, fit.askew));
    if (base.circle()) {
      body.front = std::max(body.front, own[i].x + base.radius());
      body.rear = std::min(body.rear, own[i].x - base.radius());
      body.left = std::max(body.left, own[i].y + base.radius());
      body.right = std::min(body.right, own[i].y - base.radius());
      continue;
    }
    for (const Vec2 corner : base.corners) {
      const Vec2 c = body.own_frame(corner);
      body.front = std::max(body.front, c.x);
      body.rear = std::min(body.rear, c.x);
      body.left = std::max(body.left, c.y);
      body.right = std::min(body.right, c.y);
    }
  }
  if (const Vec2 way = way_of_rows(body.bases, fit.askew); way.x != body.ahead.x || way.y != body.ahead.y)
    for (std::size_t i = 0; i < own.size(); ++i) {
      const Vec2 off = body.bases[i].centre - body.origin;
      own[i] = {dot(off, way), cross(way, off)};
    }
  std::vector<std::size_t> order(body.bases.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return own[a].x > own[b].x; });
  double row_at = 0;
  for (const std::size_t i : order) {
    // A base belongs to the row whose first base's centre line it stands on, give or take half its depth.
    if (body.rows.empty() || row_at - own[i].x > half) {
      body.rows.emplace_back();
      row_at = own[i].x;
    }
    body.rows.back().push_back(i);
  }
  for (auto& row : body.rows) std::stable_sort(row.begin(), row.end(), [&](std::size_t a, std::size_t b) { return own[a].y > own[b].y; });
  return body;
}

bool hang_together(std::span<const Shape> bases, Fit fit) { return bodies_among(bases, fit).size() == 1; }

Hull hull_of(const Body& body) {
  const Vec2 centre = body.centre();
  return {{Outline::Rectangle, rounded(body.width()), rounded(body.depth())}, {rounded(centre.x), rounded(centre.y), body.heading}};
}

std::vector<Pose> carried(std::span<const Pose> bases, const Pose& hull_from, const Pose& hull_to) {
  const Angle turn = hull_to.heading - hull_from.heading;
  const double c = cos_of(turn), s = sin_of(turn);
  std::vector<Pose> out;
  out.reserve(bases.size());
  for (const Pose& base : bases) {
    const double dx = (base.x - hull_from.x).mm(), dy = (base.y - hull_from.y).mm();
    out.push_back({hull_to.x + rounded(c * dx - s * dy), hull_to.y + rounded(s * dx + c * dy), (base.heading + turn).normalised()});
  }
  return out;
}

Edge side_facing(const Body& body, Vec2 at) {
  const Vec2 own = body.own_frame(at);
  if (own.x >= body.front) return Edge::Front;
  if (own.x <= body.rear) return Edge::Rear;
  return own.y > (body.left + body.right) / 2 ? Edge::Left : Edge::Right;
}

Measure overlap_along(const Shape& a, const Shape& b) {
  const Measure off = offset(a, b, 1);
  // How wide b is along a's front.
  double half = b.half_front;
  if (!b.circle()) {
    half = 0;
    for (const Vec2 corner : b.corners) half = std::max(half, std::fabs(cross(a.ahead, corner - b.centre)));
  }
  const double apart = std::fabs(off.value.mm());
  return {rounded(std::min({a.half_front + half - apart, 2 * a.half_front, 2 * half})), off.sd};
}

}  // namespace polemarch::geometry
