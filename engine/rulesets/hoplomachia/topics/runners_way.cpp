#include "engine/rulesets/hoplomachia/topics/runners_way.hpp"

#include <algorithm>
#include <cmath>

#include "engine/geometry/reach.hpp"
#include "engine/geometry/trig.hpp"
#include "engine/rulesets/hoplomachia/topics/bodies.hpp"

namespace polemarch::hoplomachia {

using geometry::Outline2;
using geometry::operator+;
using geometry::operator-;
using geometry::operator*;

namespace {

constexpr Length kPerTurn = 8_in;       // HM-VERB-04
constexpr Length kFromTheEnemy = 3_in;  // HM-VERB-05
constexpr int kChords = 9;              // of a quarter circle

/// The lochos a verbal order goes to or comes from; null when it is not on the table.
const Lochos* lochos_of_strategos(const State& state, const Strategos& who) {
  const auto unit = state.units.find(who.in.unit);
  if (unit == state.units.end() || static_cast<std::size_t>(who.in.at) >= unit->second.lochoi.size()) return nullptr;
  const Lochos& lochos = unit->second.lochoi.at(static_cast<std::size_t>(who.in.at));
  return lochos.on_table() ? &lochos : nullptr;
}
/// HM-TROOP-13: the taxiarch's lochos, the rightmost one (HM-AMB-87, 94).
const Lochos* lochos_of_taxiarch(const State& state, const UnitId& id) {
  const Taxis& unit = taxis_at(state, id);
  const int at = rightmost(unit);
  return at < 0 ? nullptr : &unit.lochoi.at(static_cast<std::size_t>(at));
}

/// The corners of a polygon outside a quarter circle of that radius, from the direction 0 to 90 degrees.
std::vector<Vec2> quarter(double radius) {
  std::vector<Vec2> out;
  const std::int64_t step = 90000 / kChords;
  const double far = radius / geometry::cos_of(Angle{step / 2});
  for (int i = 0; i < kChords; ++i) out.push_back(far * geometry::unit_vector(Angle{i * step + step / 2}));
  return out;
}

/// Everything nearer to a rectangle than that, counter-clockwise.
Outline2 round_about(const geometry::Shape& shape) {
  static const std::vector<Vec2> kQuarter = quarter(kFromTheEnemy.mm());
  Outline2 zone;
  const Vec2 left = geometry::left_of(shape.ahead);
  Vec2 out = shape.ahead, on = left;  // the quarter turns from `out` to `on`
  for (const auto corner :
       {geometry::Corner::FrontLeft, geometry::Corner::RearLeft, geometry::Corner::RearRight, geometry::Corner::FrontRight}) {
    for (const Vec2 p : kQuarter) zone.push_back(shape.corner(corner) + p.x * out + p.y * on);
    out = on, on = geometry::left_of(on);
  }
  return zone;
}

/// The stands as one rectangle, when they fill it.
std::optional<geometry::Shape> rectangle_of(const Shapes& stands) {
  if (stands.empty()) return std::nullopt;
  const geometry::Hull hull = geometry::hull_of(stands, geometry::direction(stands.front().ahead.x, stands.front().ahead.y));
  const geometry::Shape whole = geometry::placed(hull.footprint, hull.pose);
  double filled = 0;
  for (const geometry::Shape& stand : stands) filled += 4 * stand.half_depth * stand.half_front;
  constexpr double kFull = 1.01;
  if (4 * whole.half_depth * whole.half_front > kFull * filled) return std::nullopt;
  return whole;
}

/// The shortest way that keeps off all of them. Only what a way runs through is gone round, so that most enemies cost nothing.
std::optional<geometry::Way> shortest_past(const std::vector<Outline2>& kept_off, Vec2 from, Vec2 to) {
  std::vector<bool> met(kept_off.size(), false);
  std::vector<Outline2> gone_round;
  geometry::Way way{geometry::length_of(to - from), {from, to}};
  for (;;) {
    const std::size_t before = gone_round.size();
    for (std::size_t k = 0; k < kept_off.size(); ++k)
      for (std::size_t i = 1; i < way.points.size() && !met[k]; ++i)
        if (geometry::runs_through(kept_off[k], way.points[i - 1], way.points[i])) met[k] = true, gone_round.push_back(kept_off[k]);
    if (gone_round.size() == before) return way;
    auto next = geometry::shortest_way(from, to, gone_round);
    if (!next) return std::nullopt;
    way = std::move(*next);
  }
}

/// The place on these stands that is nearest to `to`.
Vec2 nearest_on(const Shapes& stands, Vec2 to) {
  Vec2 nearest;
  double least = 1e18;
  for (const geometry::Shape& stand : stands) {
    const Vec2 own = stand.own_frame(to);
    const Vec2 at =
        stand.on_table({std::clamp(own.x, -stand.half_depth, stand.half_depth), std::clamp(own.y, -stand.half_front, stand.half_front)});
    if (const double far = geometry::length_of(to - at); far < least) least = far, nearest = at;
  }
  return nearest;
}

/// The same, from which a straight way to `to` keeps off the enemy: on the edges, to two millimetres, where the nearest place does not.
std::optional<Vec2> nearest_free(const std::vector<Outline2>& kept_off, const Shapes& stands, Vec2 to) {
  constexpr double kStep = 2;  // mm
  const auto is_free = [&](Vec2 from) {
    return std::none_of(kept_off.begin(), kept_off.end(), [&](const Outline2& piece) { return geometry::runs_through(piece, from, to); });
  };
  if (const Vec2 at = nearest_on(stands, to); is_free(at)) return at;
  std::optional<Vec2> nearest;
  for (const geometry::Shape& stand : stands)
    for (std::size_t i = 0; i < 4; ++i) {
      const Vec2 from = stand.corners[i], edge = stand.corners[(i + 1) % 4] - from;
      const int steps = static_cast<int>(geometry::length_of(edge) / kStep) + 1;
      for (int k = 0; k < steps; ++k) {
        const Vec2 at = from + (static_cast<double>(k) / steps) * edge;
        const bool nearer = !nearest || geometry::length_of(to - at) < geometry::length_of(to - *nearest);
        if (nearer && is_free(at)) nearest = at;
      }
    }
  return nearest;
}

/// The shortest way between the nearest edges of two lochoi (HM-AMB-07, HM-AMB-94). Where nobody stands between them these are the edges
/// that face each other; a way round the enemy leaves and arrives where its bends are nearest.
std::optional<geometry::Way> shortest_between(const std::vector<Outline2>& kept_off, const Shapes& mine, const Shapes& theirs) {
  constexpr double kHair = 0.001;  // mm
  const geometry::Gap gap = geometry::gap_between(mine, theirs);
  auto best = shortest_past(kept_off, geometry::vec(gap.on_a), geometry::vec(gap.on_b));
  if (best && best->points.size() == 2) return best;
  const auto pull_tight = [&](std::optional<geometry::Way> way) {
    double length = 1e18;
    while (way && way->length_mm < length - kHair) {
      if (!best || way->length_mm < best->length_mm) best = way;
      length = way->length_mm;
      const auto from = nearest_free(kept_off, mine, way->points[1]);
      if (!from) return;
      const auto to = nearest_free(kept_off, theirs, way->points.size() > 2 ? way->points[way->points.size() - 2] : *from);
      if (!to) return;
      way = shortest_past(kept_off, *from, *to);
    }
  };
  pull_tight(best);
  // Other corners may see past the enemy, or go round his other side.
  for (const Vec2 from : column_of(mine).corners)
    for (const Vec2 to : column_of(theirs).corners)
      if (!best || geometry::length_of(to - from) < best->length_mm) pull_tight(shortest_past(kept_off, from, to));
  return best;
}

}  // namespace

std::vector<Outline2> kept_off_by(const State& state, Side runners) {
  std::vector<Outline2> kept_off;
  for (const auto& [id, unit] : state.units) {
    if (unit.side == runners || !unit.on_table() || unit.hidden) continue;
    if (const auto whole = rectangle_of(shapes_of(unit))) {
      kept_off.push_back(round_about(*whole));
      continue;
    }
    for (const Lochos& lochos : unit.lochoi) {
      if (!lochos.on_table()) continue;
      const Shapes stands = shapes_of(lochos);
      if (const auto column = rectangle_of(stands)) {
        kept_off.push_back(round_about(*column));
      } else {
        for (const geometry::Shape& stand : stands) kept_off.push_back(round_about(stand));
      }
    }
  }
  return kept_off;
}

int turns_for(Length length) {
  if (length.um <= kPerTurn.um) return 0;
  return static_cast<int>((length.um + kPerTurn.um - 1) / kPerTurn.um) - 1;
}

std::optional<RunnersWay> runners_way(const Facts& facts, const VerbalOrder& order) {
  return order.path.empty() ? facts.shortest(order) : look_for_way(facts, order);
}

std::optional<RunnersWay> look_for_way(const Facts& facts, const VerbalOrder& order) {
  const State& state = facts.state();
  const Strategos& from = state.strategoi.at(order.strategos);
  const Lochos* start = lochos_of_strategos(state, from);
  const Lochos* goal = order.to.empty() ? lochos_of_taxiarch(state, order.unit) : lochos_of_strategos(state, state.strategoi.at(order.to));
  if (start == nullptr || goal == nullptr) return std::nullopt;
  RunnersWay way;
  if (start == goal) return way;
  const auto mine = shapes_of(*start), theirs = shapes_of(*goal);
  const std::vector<Outline2>& kept_off = facts.kept_off(from.side);
  if (order.path.empty()) {
    const auto shortest = shortest_between(kept_off, mine, theirs);
    if (!shortest) return std::nullopt;  // HM-VERB-07
    way.length = Length::from_mm(shortest->length_mm);
    for (const Vec2& point : shortest->points) way.path.push_back(geometry::point(point));
  } else {
    Vec2 last = nearest_on(mine, geometry::vec(order.path.front()));
    std::vector<Point> points = order.path;
    points.push_back(geometry::point(nearest_on(theirs, geometry::vec(order.path.back()))));
    way.path.push_back(geometry::point(last));
    double length = 0;
    for (const Point& point : points) {
      const Vec2 next = geometry::vec(point);
      for (const Outline2& piece : kept_off)
        if (geometry::runs_through(piece, last, next)) return std::nullopt;
      length += geometry::length_of(next - last);
      last = next;
      way.path.push_back(point);
    }
    way.length = Length::from_mm(length);
  }
  way.turns = turns_for(way.length);
  return way;
}

}  // namespace polemarch::hoplomachia
