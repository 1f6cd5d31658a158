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
  const Lochos& lochos = unit->second.lochoi[static_cast<std::size_t>(who.in.at)];
  return lochos.on_table() ? &lochos : nullptr;
}
/// HM-TROOP-13: the taxiarch's lochos, the rightmost one (HM-AMB-87, 94).
const Lochos* lochos_of_taxiarch(const State& state, const UnitId& id) {
  const Taxis& unit = taxis_at(state, id);
  const int at = rightmost(unit);
  return at < 0 ? nullptr : &unit.lochoi[static_cast<std::size_t>(at)];
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
  const geometry::Gap gap = geometry::gap_between(mine, theirs);
  const std::vector<Outline2>& kept_off = facts.kept_off(from.side);
  if (order.path.empty()) {
    const auto shortest = shortest_past(kept_off, geometry::vec(gap.on_a), geometry::vec(gap.on_b));
    if (!shortest) return std::nullopt;  // HM-VERB-07
    way.length = Length::from_mm(shortest->length_mm);
    for (const Vec2& point : shortest->points) way.path.push_back(geometry::point(point));
  } else {
    Vec2 last = geometry::vec(gap.on_a);
    std::vector<Point> points = order.path;
    points.push_back(gap.on_b);
    way.path.push_back(gap.on_a);
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
