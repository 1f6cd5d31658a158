#include "engine/rulesets/hail_caesar/topics/charging.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "engine/geometry/contact.hpp"
#include "engine/geometry/joints.hpp"
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
  // Who touches the target already does so at the edge before which it stands.
  const Unit& whole = unit_at(state, target);
  const bool touches = walls == nullptr && geo::touching(gap_between(charger, whole), state.tolerance);
  const Facing edge = touches ? contact_edge(whole, charger) : quarter_facing(foe, mine);
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

namespace {

/// A stretch of a leg, mm from its beginning, and whose bases it runs through or between.
struct Stretch {
  double from = 0, to = 0;
  std::size_t a = 0, b = 0;
};

/// What enemies near a way leave no way through: their bases and the narrow gaps between these.
struct Barrier {
  std::vector<UnitId> whose;  ///< of each base
  std::vector<geo::Outline2> bases;
  std::vector<geo::Joint> gaps;
  double least = 0;  ///< a shorter stretch is doubtful: in the mover's favour
};

Barrier barrier_of(const State& state, const UnitId& id, const MovePlan& plan) {
  constexpr double kSure = 2.326;  // standard deviations: 99 of 100, one-sided (engine/geometry/compare.hpp)
  const Unit& unit = unit_at(state, id);
  const geo::Shape mover = body_of(unit);
  const double width = 2 * std::min(mover.half_depth, mover.half_front);
  Extent round{1e300, -1e300, 1e300, -1e300};
  for (const Vec2 p : plan.way) {
    round.low_x = std::min(round.low_x, p.x), round.high_x = std::max(round.high_x, p.x);
    round.low_y = std::min(round.low_y, p.y), round.high_y = std::max(round.high_y, p.y);
  }
  Barrier barrier;
  Length sd;
  for (const auto& [other, enemy] : state.units) {
    if (enemy.side == unit.side || !enemy.in_play() || least_gap(round, extent_of(enemy)) > width) continue;
    const std::vector<geo::Shape> shapes = shapes_of(enemy);
    if (geo::gap_between(shapes_of(unit), shapes).signed_gap.value.mm() < -1) continue;  // driven on to it: any way leads off
    sd = std::max(sd, sd_of_place(shapes.front()));
    for (const geo::Shape& shape : shapes) barrier.whose.push_back(other), barrier.bases.push_back(geo::outline_of(shape));
  }
  const double doubt = state.tolerance.mm() + kSure * (sd.mm() + plan.distance.sd.mm());
  barrier.least = doubt + kSure * (sd.mm() + plan.distance.sd.mm());
  barrier.gaps = geo::joints_of(barrier.bases, std::max(width - doubt, geo::kHairMm));
  std::erase_if(barrier.gaps, [&](const geo::Joint& gap) {
    return geo::contains(gap.outline, plan.way.front()) || geo::contains(gap.outline, plan.way.back());
  });
  return barrier;
}

/// A gap that is itself no deeper than doubt, or leads from corner to corner, is crossed by any way through it.
bool is_shallow(const geo::Joint& gap, double least) {
  return gap.at_corners || geo::length_of(gap.outline[3] - gap.outline[0]) < 2 * least;
}

std::optional<Stretch> through(const Barrier& barrier, Vec2 from, Vec2 to) {
  const double length = geo::length_of(to - from);
  std::vector<Stretch> found;
  const auto look = [&](const geo::Outline2& outline, std::size_t a, std::size_t b) {
    for (const auto& [in, out] : geo::stretches_inside(outline, from, to)) found.push_back({in * length, out * length, a, b});
  };
  for (std::size_t i = 0; i < barrier.bases.size(); ++i) look(barrier.bases[i], i, i);
  for (const Stretch& base : found)
    if (base.to - base.from > barrier.least) return base;
  for (const geo::Joint& gap : barrier.gaps) {
    const std::size_t before = found.size();
    look(gap.outline, gap.a, gap.b);
    if (found.size() > before && is_shallow(gap, barrier.least)) return found.back();
  }
  // Partly through bases, partly between them.
  std::sort(found.begin(), found.end(), [](const Stretch& x, const Stretch& y) { return x.from < y.from; });
  std::optional<Stretch> run;
  for (const Stretch& stretch : found) {
    if (!run || stretch.from > run->to + geo::kHairMm)
      run = stretch;
    else {
      run->to = std::max(run->to, stretch.to);
      if (stretch.a != stretch.b) run->a = stretch.a, run->b = stretch.b;
    }
    if (run->to - run->from > barrier.least) return run;
  }
  return std::nullopt;
}

}  // namespace

std::vector<UnitId> enemies_in_way(const State& state, const UnitId& id, const MovePlan& plan) {
  if (plan.way.size() < 2) return {};
  const Barrier barrier = barrier_of(state, id, plan);
  for (std::size_t i = 0; i + 1 < plan.way.size() && !barrier.bases.empty(); ++i) {
    if (geo::length_of(plan.way[i + 1] - plan.way[i]) < 1e-6) continue;
    const auto met = through(barrier, plan.way[i], plan.way[i + 1]);
    if (!met) continue;
    const UnitId &one = barrier.whose[met->a], &other = barrier.whose[met->b];
    return one == other ? std::vector<UnitId>{one} : std::vector<UnitId>{one, other};
  }
  return {};
}

}  // namespace polemarch::hail_caesar
