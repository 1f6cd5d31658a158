#include "engine/rulesets/hail_caesar/topics/retreat.hpp"

#include <algorithm>

#include "engine/geometry/trig.hpp"
#include "engine/rulesets/hail_caesar/tables.hpp"
#include "engine/rulesets/hail_caesar/topics/reach.hpp"

namespace polemarch::hail_caesar {
namespace {

namespace geo = geometry;
using engine::PlacedBase;

/// Less is no way, mm; also how far before impassable ground a unit stops.
constexpr double kLeastWay = 1;

/// How far the middle of the unit can go that way, at most so far.
double room(const State& state, const Unit& unit, Vec2 u, double most) {
  const geo::Shape body = body_of(unit);
  const auto to_edge = [](double at, double step, double size) {
    if (step > 1e-9) return (size - at) / step;
    return step < -1e-9 ? -at / step : 1e9;
  };
  const double edge = std::min(to_edge(body.centre.x, u.x, state.table_width.mm()), to_edge(body.centre.y, u.y, state.table_depth.mm()));
  most = std::max(0.0, std::min(most, edge));
  Ground ground = ground_of(state, 2 * std::min(body.half_depth, body.half_front), {&body.centre, 1});
  std::erase_if(ground.pieces, [](const Ground::Piece& piece) { return piece.more >= 0; });
  const double far = far_along(ground, body.centre, u, most);
  return far < most ? std::max(0.0, far - kLeastWay) : most;
}

std::vector<PlacedBase> shifted(const Unit& unit, Vec2 by) {
  const Pose from = pose_of(unit);
  const Vec2 at = geo::vec(from.centre()) + by;
  return carried(unit, {{geo::rounded(at.x), geo::rounded(at.y), from.heading}, unit.stands.front().at.error});
}

/// Does the unit touch one of those that it fights, standing there?
bool still_touches(const State& state, const Unit& unit, const std::vector<PlacedBase>& stands, Length within) {
  const Unit there = standing(unit, stands);
  return std::any_of(unit.contacts.begin(), unit.contacts.end(), [&](const Contact& contact) {
    const Unit& foe = unit_at(state, contact.foe);
    return foe.in_play() && gap_between(there, foe).value <= within;
  });
}

/// The least gap to an enemy on such a way, its beginning left out.
Length nearest_on_way(const State& state, const Unit& unit, Vec2 u, double length) {
  constexpr int kLooks = 12;
  Length least = Length::from_mm(1e6);
  for (int n = 1; n <= kLooks; ++n)
    for (const Foe& foe : nearest_enemies(state, standing(unit, shifted(unit, (n * length / kLooks) * u)), 1))
      least = std::min(least, foe.gap.value);
  return least;
}

/// Who fights nobody goes back, but not toward an enemy where straight ahead leads further from all.
Angle away_from_enemies(const State& state, const Unit& unit, double length) {
  const Angle heading = pose_of(unit).heading, back = (heading + 180_deg).normalised();
  const std::vector<Foe> nearest = nearest_enemies(state, unit, 1);
  if (nearest.empty()) return back;
  const auto on_way = [&](Angle direction) {
    const Vec2 u = geo::unit_vector(direction);
    return nearest_on_way(state, unit, u, room(state, unit, u, length));
  };
  const Length behind = on_way(back);
  if (behind + 1_mm >= nearest.front().gap.value) return back;
  return on_way(heading) > behind + 1_mm ? heading.normalised() : back;
}

}  // namespace

std::optional<WayBack> way_along(const State& state, const UnitId& id, double moves, Angle direction) {
  constexpr double kStep = 5, kMost = 1000;  // mm, of the way it has to go further to part from a foe
  constexpr Length kClear = 6_mm;            // what no camera takes for contact
  const Unit& unit = unit_at(state, id);
  const double length = move_row(unit.profile, unit.formation, state.config).distance.mm() * moves;
  if (length < kLeastWay) return std::nullopt;
  const Vec2 u = geo::unit_vector(direction);
  const double most = room(state, unit, u, length + kMost);
  const double wanted = std::min(length, most);
  if (wanted < kLeastWay) return std::nullopt;
  WayBack way{direction.normalised(), shifted(unit, wanted * u)};
  if (!still_touches(state, unit, way.stands, kClear)) return way;
  for (double further = wanted + kStep; further <= most; further += kStep) {
    std::vector<PlacedBase> stands = shifted(unit, further * u);
    if (still_touches(state, unit, stands, kClear)) continue;
    way.stands = std::move(stands);
    return way;
  }
  if (still_touches(state, unit, way.stands, state.tolerance)) return std::nullopt;
  return way;
}

std::optional<WayBack> way_back(const State& state, const UnitId& id, double moves) {
  const Unit& unit = unit_at(state, id);
  const Angle heading = pose_of(unit).heading;
  const auto touched = [&](Facing edge) {
    return std::any_of(unit.contacts.begin(), unit.contacts.end(), [&](const Contact& c) { return c.on == edge; });
  };
  const bool front = touched(Facing::Front), rear = touched(Facing::Rear);
  if (front && rear) return std::nullopt;
  Angle direction = heading + 180_deg;
  if (rear)
    direction = heading;
  else if (!front && touched(Facing::Left) != touched(Facing::Right))
    direction = touched(Facing::Left) ? heading - 90_deg : heading + 90_deg;
  else if (unit.contacts.empty())
    direction = away_from_enemies(state, unit, move_row(unit.profile, unit.formation, state.config).distance.mm() * moves);
  return way_along(state, id, moves, direction);
}

}  // namespace polemarch::hail_caesar
