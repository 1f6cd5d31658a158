#include "engine/rulesets/hail_caesar/topics/charging.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "engine/geometry/contact.hpp"
#include "engine/geometry/polygon.hpp"
#include "engine/geometry/trig.hpp"

namespace polemarch::hail_caesar {
namespace {

namespace geo = geometry;
using engine::PlacedBase;
using engine::Ruling;

/// Two fronts meet where at least so much of them lies face to face, mm.
constexpr double kMeets = 5;

/// Half the breadth of a body across a direction (unit vector).
double half_along(const geo::Shape& body, Vec2 direction) {
  return body.half_depth * std::fabs(geo::dot(body.ahead, direction)) +
         body.half_front * std::fabs(geo::dot(geo::left_of(body.ahead), direction));
}

/// The outline of the building that the unit holds, or nothing.
std::optional<geo::Outline2> walls_of(const State& state, const Unit& unit) {
  if (!in_buildings(state, unit)) return std::nullopt;
  return geo::outline_in_mm(terrain_named(state, unit.in)->outline);
}

/// The box round the walls, along the heading of the garrison.
geo::Shape box_round(const geo::Outline2& walls, Angle heading) {
  const Vec2 ahead = geo::unit_vector(heading), left = geo::left_of(ahead);
  double near = 1e300, far = -1e300, right_most = 1e300, left_most = -1e300;
  for (const Vec2 corner : walls) {
    near = std::min(near, geo::dot(corner, ahead)), far = std::max(far, geo::dot(corner, ahead));
    right_most = std::min(right_most, geo::dot(corner, left)), left_most = std::max(left_most, geo::dot(corner, left));
  }
  const Vec2 middle = ((near + far) / 2) * ahead + ((right_most + left_most) / 2) * left;
  Footprint footprint;
  footprint.frontage = geo::rounded(left_most - right_most);
  footprint.depth = geo::rounded(far - near);
  return geo::placed(footprint, Pose{geo::rounded(middle.x), geo::rounded(middle.y), heading});
}

double gap_to(const Unit& unit, const geo::Outline2& walls) {
  double least = 1e300;
  for (const geo::Shape& shape : shapes_of(unit)) least = std::min(least, geo::distance_to(shape, walls));
  return least;
}

/// Places flush with the edge of `foe` before which the charger begins.
void add_places(const State& state, const UnitId& id, const UnitId& target, const geo::Shape& foe, const geo::Outline2* walls,
                std::vector<Pose>& places) {
  const Unit& charger = unit_at(state, id);
  const geo::Shape mine = body_of(charger);
  const Facing edge = quarter_facing(foe, mine);
  constexpr std::array<geo::Edge, 4> kEdges{geo::Edge::Front, geo::Edge::Left, geo::Edge::Rear, geo::Edge::Right};
  const Vec2 out = geo::outward(foe, kEdges[static_cast<std::size_t>(edge)]);
  const Vec2 side = geo::left_of(out);
  const bool end_edge = edge == Facing::Front || edge == Facing::Rear;
  const double reach = (end_edge ? foe.half_depth : foe.half_front) + mine.half_depth;
  const double widest = (end_edge ? foe.half_front : foe.half_depth) + mine.half_front - kMeets;
  const double own = geo::dot(mine.centre - foe.centre, side);
  std::vector<double> along;
  if (std::fabs(own) < widest) along.push_back(own);
  along.push_back(0);
  std::vector<double> beside;
  for (const auto& [other, unit] : state.units) {
    if (other == id || other == target || !unit.in_play()) continue;
    const geo::Shape body = body_of(unit);
    const Vec2 from = body.centre - foe.centre;
    if (std::fabs(geo::dot(from, out) - reach) > mine.half_depth + half_along(body, out)) continue;
    for (const double sign : {-1.0, 1.0}) {
      const double at = geo::dot(from, side) + sign * (half_along(body, side) + mine.half_front);
      if (std::fabs(at) < widest) beside.push_back(at);
    }
  }
  std::stable_sort(beside.begin(), beside.end(), [&](double a, double b) { return std::fabs(a - own) < std::fabs(b - own); });
  along.insert(along.end(), beside.begin(), beside.end());
  for (const double at : along) {
    Vec2 centre = foe.centre + reach * out + at * side;
    const Angle heading = geo::direction(-out.x, -out.y);
    // The walls need not fill their box: on until it touches them.
    for (int step = 0; walls != nullptr && step < 16; ++step) {
      const MeasuredPose there{{geo::rounded(centre.x), geo::rounded(centre.y), heading}, {}};
      const double gap = gap_to(standing(charger, carried(charger, there)), *walls);
      if (gap < 0.5) break;
      centre = centre - gap * out;
    }
    places.push_back({geo::rounded(centre.x), geo::rounded(centre.y), heading});
  }
}

/// Where the winner stands when it keeps the place before the loser that it had.
std::optional<Pose> kept_place(const State& state, const UnitId& winner, const UnitId& loser) {
  const auto before = state.gave_ground.find(winner);
  if (before == state.gave_ground.end()) return std::nullopt;
  const auto stood = before->second.find(loser);
  if (stood == before->second.end()) return std::nullopt;
  const Pose now = pose_of(unit_at(state, loser)), mine = pose_of(unit_at(state, winner));
  const Angle turn = now.heading - stood->second.heading;
  const double c = geo::cos_of(turn), s = geo::sin_of(turn);
  const Vec2 r = geo::vec(mine.centre()) - geo::vec(stood->second.centre());
  const Vec2 at = geo::vec(now.centre()) + Vec2{r.x * c - r.y * s, r.x * s + r.y * c};
  return Pose{geo::rounded(at.x), geo::rounded(at.y), (mine.heading + turn).normalised()};
}

}  // namespace

std::vector<Pose> charge_poses(const State& state, const UnitId& id, const UnitId& target) {
  const Unit& foe = unit_at(state, target);
  std::vector<Pose> places;
  if (const auto walls = walls_of(state, foe)) add_places(state, id, target, box_round(*walls, pose_of(foe).heading), &*walls, places);
  add_places(state, id, target, body_of(foe), nullptr, places);
  return places;
}

std::optional<std::vector<PlacedBase>> charge_stands(const State& state, const UnitId& id, const UnitId& target) {
  const Unit& charger = unit_at(state, id);
  std::optional<std::vector<PlacedBase>> first;
  for (const Pose& pose : charge_poses(state, id, target)) {
    std::vector<PlacedBase> stands = carried(charger, {pose, charger.stands.front().at.error});
    if (judge_standing(state, id, stands, target).ruling != Ruling::Refused) return stands;
    if (!first) first = std::move(stands);
  }
  return first;
}

Measure charge_gap(const State& state, const Unit& charger, const Unit& target) {
  const Measure gap = gap_between(charger, target);
  const auto walls = walls_of(state, target);
  if (!walls) return gap;
  const Measure to_walls{geo::rounded(gap_to(charger, *walls)), sd_of_place(body_of(charger))};
  return to_walls.value < gap.value ? to_walls : gap;
}

Facing contact_edge(const Unit& target, const Unit& charger) {
  const geo::Shape foe = body_of(target), mine = body_of(charger);
  const geo::Contacts contacts = geo::contacts_between(foe, mine);
  if (contacts.edges.empty()) return quarter_facing(target, charger);
  switch (contacts.edges.front().edge_a) {
    case geo::Edge::Front:
      return Facing::Front;
    case geo::Edge::Right:
      return Facing::Right;
    case geo::Edge::Rear:
      return Facing::Rear;
    case geo::Edge::Left:
      return Facing::Left;
  }
  return Facing::Front;
}

std::vector<UnitId> may_follow(const State& state, const UnitId& winner) {
  const auto opened = state.may_follow.find(winner);
  if (opened == state.may_follow.end()) return {};
  std::vector<UnitId> foes{opened->second};
  if (const auto all = state.gave_ground.find(winner); all != state.gave_ground.end())
    for (const auto& [foe, stood] : all->second)
      if (foe != opened->second && unit_at(state, foe).in_play()) foes.push_back(foe);
  return foes;
}

std::optional<std::vector<PlacedBase>> follow_up_stands(const State& state, const UnitId& winner, const UnitId& loser) {
  const Unit& unit = unit_at(state, winner);
  if (const auto kept = kept_place(state, winner, loser)) {
    std::vector<PlacedBase> stands = carried(unit, {*kept, unit.stands.front().at.error});
    const bool touches = geo::touching(gap_between(standing(unit, stands), unit_at(state, loser)), state.tolerance);
    if (touches && judge_standing(state, winner, stands, loser).ruling != Ruling::Refused) return stands;
  }
  return charge_stands(state, winner, loser);
}

std::optional<UnitId> enemy_in_way(const State& state, const UnitId& id, const MovePlan& plan) {
  constexpr double kSeam = 2;      // mm: between bases side by side there is no way
  constexpr double kSure = 2.326;  // standard deviations: 99 of 100, one-sided (engine/geometry/compare.hpp)
  const Unit& unit = unit_at(state, id);
  for (const auto& [other, enemy] : state.units) {
    if (enemy.side == unit.side || !enemy.in_play()) continue;
    if (geo::gap_between(shapes_of(unit), shapes_of(enemy)).signed_gap.value.mm() < -1) continue;  // driven on to it: any way leads off
    const geo::Shape body = body_of(enemy);
    // Doubt favours the mover.
    const double least = state.tolerance.mm() + 2 * kSure * (sd_of_place(body).mm() + plan.distance.sd.mm());
    const auto through = [&](const geo::Shape& shape, Vec2 from, Vec2 to) {
      for (const auto& [in, out] : geo::stretches_inside(geo::outline_of(shape), from, to))
        if ((out - in) * geo::length_of(to - from) > least) return true;
      return false;
    };
    for (std::size_t i = 0; i + 1 < plan.way.size(); ++i) {
      const Vec2 from = plan.way[i], to = plan.way[i + 1];
      const double length = geo::length_of(to - from);
      if (length < least || !through(body, from, to)) continue;
      const Vec2 aside = (kSeam / length) * geo::left_of(to - from);
      for (const geo::Shape& base : shapes_of(enemy))
        for (const double n : {-1.0, 0.0, 1.0})
          if (through(base, from + n * aside, to + n * aside)) return other;
    }
  }
  return std::nullopt;
}

}  // namespace polemarch::hail_caesar
