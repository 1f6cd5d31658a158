/// How far a charging body may go ahead, and what ground it crosses on its way (HM-AMB-29, 48, 72, HM-TER).
#include <algorithm>

#include "engine/geometry/path.hpp"
#include "engine/geometry/polygon.hpp"
#include "engine/geometry/trig.hpp"
#include "engine/rulesets/hoplomachia/topics/bodies.hpp"
#include "engine/rulesets/hoplomachia/topics/charging.hpp"
#include "engine/rulesets/hoplomachia/topics/closing.hpp"
#include "engine/rulesets/hoplomachia/topics/squaring.hpp"

namespace polemarch::hoplomachia {

namespace geo = geometry;

Length way_to_impassable(const State& state, const Shapes& body, Angle course, Length most) {
  double least = most.mm();
  for (const Terrain& piece : state.terrain)
    for (const TerrainKind& kind : state.charts.terrain) {
      if (kind.kind != piece.kind || !kind.impassable) continue;
      const geo::Outline2 outline = geo::outline_in_mm(piece.outline);
      for (const geo::Shape& shape : body) {
        const double c = geo::cos_of(course), s = geo::sin_of(course);
        const Vec2 to = least * Vec2{shape.ahead.x * c - shape.ahead.y * s, shape.ahead.x * s + shape.ahead.y * c};
        std::vector<Vec2> points(shape.corners.begin(), shape.corners.end());
        for (std::size_t i = 0; i < 4; ++i) points.push_back(0.5 * (shape.corners[i] + shape.corners[(i + 1) % 4]));
        for (const Vec2 p : points) {
          const auto inside = geo::stretches_inside(outline, p, p + to);
          if (!inside.empty() && inside.front().second > 1e-6) least = std::min(least, inside.front().first * geo::length_of(to));
        }
      }
    }
  return least >= most.mm() ? most : std::max(Length{}, Length::from_mm(least));
}

/// How far ahead it may go before a friend, or an enemy it may not touch, is in the way; an inch short of the enemy.
Length free_way(const State& state, const UnitId& id, const Closers& closers, Length most) {
  const Taxis& charger = taxis_at(state, id);
  const Shapes body = narrower(closers, state.tolerance);
  const auto moves = [&](int at) { return std::any_of(closers.begin(), closers.end(), [&](const Closer& c) { return c.lochos == at; }); };
  Length way = way_to_impassable(state, body, Angle{}, most);
  for (const auto& [other, unit] : state.units) {
    if (!unit.on_table() || unit.hidden || unit.side != charger.side) continue;
    Shapes theirs;
    for (std::size_t i = 0; i < unit.lochoi.size(); ++i)
      if (unit.lochoi[i].sound() && !(other == id && moves(static_cast<int>(i)))) add_shapes(unit.lochoi[i], theirs);
    const auto touch = first_touch(body, Angle{}, theirs);
    if (touch && touch->travel.value < way) way = std::max(Length{}, touch->travel.value);
    if (way.um > 0 && runs_into(body, theirs)) way = Length{};
  }
  for (const InLane& lane : lane_of(state, id))
    if (!lane.may.allowed() && lane.way.value - 1_in < way) way = std::max(Length{}, lane.way.value - 1_in);
  return way;
}

Length free_way(const State& state, const UnitId& id, Length most) { return free_way(state, id, closers_of(state, id), most); }

std::set<std::string> crossed_by(const State& state, const Shapes& from, const Shapes& to) {
  std::set<std::string> out;
  for (const Terrain& piece : state.terrain) {
    const geo::Outline2 outline = geo::outline_in_mm(piece.outline);
    bool crossed = false;
    for (std::size_t i = 0; i < from.size() && !crossed; ++i) {
      crossed = geo::distance_to(from[i], outline) <= 0;
      if (i >= to.size()) continue;
      crossed = crossed || geo::distance_to(to[i], outline) <= 0;
      for (std::size_t c = 0; c < 4; ++c) crossed = crossed || geo::runs_through(outline, from[i].corners[c], to[i].corners[c]);
    }
    if (crossed) out.insert(piece.kind);
  }
  return out;
}

std::vector<std::pair<std::string, int>> disarray_numbers(const State& state, const std::set<std::string>& kinds) {
  std::vector<std::pair<std::string, int>> out;
  for (const std::string& kind : kinds)
    for (const TerrainKind& known : state.charts.terrain)
      if (known.kind == kind && known.disarray != 0) out.emplace_back(kind, known.disarray);
  return out;
}

}  // namespace polemarch::hoplomachia
