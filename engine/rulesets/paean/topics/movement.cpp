#include "engine/rulesets/paean/topics/movement.hpp"

#include <algorithm>
#include <cmath>

#include "engine/geometry/contact.hpp"
#include "engine/geometry/path.hpp"
#include "engine/geometry/trig.hpp"
#include "engine/rulesets/paean/topics/melee.hpp"
#include "engine/rulesets/paean/topics/refusals.hpp"
#include "engine/rulesets/paean/topics/room.hpp"
#include "engine/rulesets/paean/topics/terrain.hpp"

namespace polemarch::paean {

using namespace engine;
using geometry::operator+;
using geometry::operator-;
using geometry::operator*;

namespace {

constexpr Angle kEchelon = 45_deg;  // PA-MOV-02

geometry::Leg path_leg(const Leg& leg) {
  switch (leg.kind) {
    case Leg::Kind::Ahead:
      return geometry::Advance{leg.distance};
    case Leg::Kind::Back:
      return geometry::Advance{-leg.distance};
    case Leg::Kind::Echelon:
      return geometry::Echelon{leg.angle, leg.distance};
    case Leg::Kind::WheelLeft:
      return geometry::Wheel{leg.angle};
    case Leg::Kind::WheelRight:
      return geometry::Wheel{-leg.angle};
  }
  return geometry::Advance{};
}

std::string told(const geometry::Leg& leg) {
  const auto turn = [](Angle angle) {
    const std::int64_t size = angle.mdeg < 0 ? -angle.mdeg : angle.mdeg;
    return std::to_string((size + 500) / 1000) + " degrees " + (angle.mdeg >= 0 ? "left" : "right");
  };
  return std::visit(
      Overloaded{[](const geometry::Advance& a) {
                   return a.distance < Length{} ? "goes " + cm_text(-a.distance) + " back" : "goes " + cm_text(a.distance) + " ahead";
                 },
                 [&](const geometry::Wheel& w) { return "wheels " + turn(w.angle); },
                 [&](const geometry::Pivot& p) { return "turns " + turn(p.angle); },
                 [&](const geometry::Echelon& e) { return "goes " + cm_text(e.distance) + ", " + turn(e.course) + " off ahead"; }},
      leg);
}

std::vector<Pose> poses_only(const std::vector<PlacedBase>& bases) {
  std::vector<Pose> out;
  out.reserve(bases.size());
  for (const PlacedBase& base : bases) out.push_back(base.at.pose);
  return out;
}

/// The extra for slow ground along the ways of the bases (PA-AMB-08), and whether one came into ground that unforms.
void count_ground(const State& state, const UnitId& unit, const std::vector<Pose>& stations, MovePlan& plan) {
  constexpr double kStepMm = 10;  // less than any base is deep: nothing on the way is stepped over
  const Formation& formation = formation_at(state, unit);
  if (!formation.heavier() || state.terrain.empty()) return;  // PA-MOV-04, PA-TER-10
  const std::vector<PlacedBase> from = poses_of(state, unit);
  std::vector<std::vector<geometry::Shape>> at;  // station by station
  std::vector<geometry::Shape> all;
  for (const Pose& station : stations) {
    at.emplace_back();
    const std::vector<Pose> there = geometry::carried(poses_only(from), stations.front(), station);
    for (std::size_t b = 0; b < there.size(); ++b)
      at.back().push_back(geometry::placed(footprint_of(base_at(state, from[b].base).card), there[b]));
    all.insert(all.end(), at.back().begin(), at.back().end());
  }
  const std::vector<const Piece*> near = pieces_in(state, area_of(all, 0));
  if (near.empty()) return;
  double extra = 0;
  for (std::size_t i = 1; i < stations.size(); ++i) {
    double most = 0;
    for (std::size_t b = 0; b < from.size(); ++b) {
      // Whose side is along the edge of slow ground does not go through it.
      const double rim = state.tolerance.mm();
      const geometry::Shape a = drawn_in(at[i - 1][b], 0, rim), z = drawn_in(at[i][b], 0, rim);
      most = std::max(most, slow_stretch(state, a.front_centre(), z.front_centre()));
      for (std::size_t c = 0; c < 4; ++c) most = std::max(most, slow_stretch(state, a.corners[c], z.corners[c]));
      const Vec2 way = z.centre - a.centre;
      const int steps = 1 + static_cast<int>(geometry::length_of(way) / kStepMm);
      for (int step = 1; step <= steps && !plan.into_bad_ground; ++step) {
        const geometry::Shape here = step == steps ? at[i][b] : shifted_shape(at[i - 1][b], (static_cast<double>(step) / steps) * way);
        plan.into_bad_ground = std::any_of(near.begin(), near.end(),
                                           [&](const Piece* piece) { return unforms(state, *piece) && reaches_into(state, here, *piece); });
      }
    }
    extra += most;
  }
  plan.slow = geometry::rounded(extra);
  plan.cost.value += plan.slow;
}

/// Who stands in the swept way of the hull: friends are passed, enemies block, their leaders alone too (PA-CHG-01).
void find_passed(const State& state, const UnitId& unit, const Footprint& hull, const std::vector<Pose>& stations, MovePlan& plan) {
  const Side side = formation_at(state, unit).side;
  const double swing = swing_of(state, hull);
  std::vector<geometry::Shape> way;
  for (const Pose& station : stations) way.push_back(geometry::placed(hull, station));
  for (const UnitId& id : formations_in(state, area_of(way, kBrushMm))) {
    if (id == unit) continue;
    const std::vector<geometry::Shape> theirs = shapes_of(state, id);
    bool crossed = false;
    const bool friendly = formation_at(state, id).side == side;
    for (std::size_t i = 1; i < way.size() && !crossed; ++i) {
      const bool wheels = friendly && stations[i - 1].heading != stations[i].heading;
      crossed = comes_through(way[i - 1], way[i], theirs, wheels ? swing : kBrushMm);
    }
    if (crossed) (formation_at(state, id).side == side ? plan.through : plan.blocked).push_back(id);
  }
  for (const UnitId& id : leaders_alone(state, other(side))) {
    bool crossed = false;
    for (std::size_t i = 1; i < way.size() && !crossed; ++i) crossed = comes_through(way[i - 1], way[i], shapes_of(state, id));
    if (crossed) plan.blocked.push_back(id);
  }
}

void carry(const State& state, const UnitId& unit, const Pose& hull_from, const Pose& hull_to, MovePlan& plan) {
  plan.poses = poses_of(state, unit);
  const std::vector<Pose> ends = geometry::carried(poses_only(plan.poses), hull_from, hull_to);
  for (std::size_t i = 0; i < ends.size(); ++i) plan.poses[i].at.pose = ends[i];
}

/// L and LM: any way and any shape; the base that goes furthest counts (PA-MOV-01).
MovePlan free_plan(const State& state, const UnitId& unit, std::vector<PlacedBase> to) {
  MovePlan plan;
  double most = 0;
  geometry::Measure cost;
  std::vector<UnitId> through, blocked;
  const std::vector<UnitId> alone = leaders_alone(state, other(formation_at(state, unit).side));
  for (const PlacedBase& placed : to) {
    const Base& base = base_at(state, placed.base);
    const geometry::Shape a = geometry::placed(footprint_of(base.card), base.at), b = geometry::placed(footprint_of(base.card), placed.at);
    const Vec2 way = b.centre - a.centre;
    const double length = geometry::length_of(way);
    if (length >= most) {
      most = length;
      const Vec2 u = length > 1e-9 ? (1 / length) * way : Vec2{1, 0};
      cost = {geometry::rounded(length), geometry::rounded(geometry::standard_deviation(a, {-u.x, -u.y, 0}, b, {u.x, u.y, 0}))};
    }
    for (const UnitId& id : formations_in(state, area_of({a, b}, kBrushMm))) {
      if (id == unit) continue;
      std::vector<UnitId>& met = formation_at(state, id).side == base.side ? through : blocked;
      if (std::find(met.begin(), met.end(), id) == met.end() && comes_through(a, b, shapes_of(state, id))) met.push_back(id);
    }
    for (const UnitId& id : alone)
      if (std::find(blocked.begin(), blocked.end(), id) == blocked.end() && comes_through(a, b, shapes_of(state, id)))
        blocked.push_back(id);
  }
  plan.cost = cost;
  plan.through = std::move(through);
  plan.blocked = std::move(blocked);
  plan.poses = std::move(to);
  plan.named = "moves";
  if (plan.poses.size() > 1 &&
      !geometry::hang_together(shapes_at(state, plan.poses), {state.tolerance + on_table(state, kUnformedGapCm), 10_deg}))
    plan.shape = refuse("PA-SKI-09", unit.text + " has to stay together");
  if (stand_on_each_other(shapes_at(state, plan.poses))) plan.shape = refuse("PA-MOV-01", "its bases would stand on each other");
  return plan;
}

}  // namespace

std::vector<geometry::Shape> shapes_at(const State& state, const std::vector<PlacedBase>& poses) {
  std::vector<geometry::Shape> shapes;
  shapes.reserve(poses.size());
  for (const PlacedBase& placed : poses) shapes.push_back(geometry::placed(footprint_of(base_at(state, placed.base).card), placed.at));
  return shapes;
}

bool on_table(const State& state, const std::vector<PlacedBase>& poses) {
  for (const geometry::Shape& shape : shapes_at(state, poses))
    for (const Vec2 corner : geometry::outline_of(shape)) {
      const Point p = geometry::point(corner);
      if (p.x < -state.tolerance || p.y < -state.tolerance || p.x > state.width + state.tolerance || p.y > state.depth + state.tolerance)
        return false;
    }
  return true;
}

std::vector<UnitId> parts_with(const State& state, const UnitId& unit) {
  std::vector<UnitId> out;
  for (const UnitId& other : formation_at(state, unit).status.passed)
    if (const Formation* friendly = find_formation(state, other); friendly != nullptr && friendly->status.moved) out.push_back(other);
  return out;
}

std::vector<UnitId> stood_on(const State& state, const std::vector<PlacedBase>& poses, const UnitId& but, Side side) {
  const std::vector<geometry::Shape> mine = shapes_at(state, poses);
  std::vector<UnitId> found;
  for (const UnitId& other : formations_in(state, area_of(mine, 0))) {
    if (other == but || formation_at(state, other).side != side) continue;
    const std::vector<geometry::Shape> theirs = shapes_of(state, other);
    if (!theirs.empty() && !far_apart(mine, theirs, 0) && geometry::gap_between(mine, theirs).signed_gap.value < -state.tolerance)
      found.push_back(other);
  }
  return found;
}

bool comes_through(const geometry::Shape& from, const geometry::Shape& to, const std::vector<geometry::Shape>& others, double brush_mm) {
  constexpr double kTouch = 1;  // mm
  const Vec2 way = to.centre - from.centre;
  const double length = geometry::length_of(way);
  const bool straight = length > kTouch && (from.circle() || geometry::dot(from.ahead, to.ahead) > 0.9999);
  const Angle course = geometry::direction(way.x, way.y) - geometry::direction(from.ahead.x, from.ahead.y);
  const geometry::Shape lane = lane_of(from, way, brush_mm), end = lane_of(to, way, brush_mm);  // brushing past is no passing
  for (const geometry::Shape& other : others) {
    if (far_apart(from, other, length + kTouch)) continue;  // further off than it goes
    if (geometry::gap_between(end, other).signed_gap.value < Length{-1000}) return true;
    if (!straight) {
      if (geometry::runs_through(geometry::outline_of(other), from.centre, to.centre)) return true;
      continue;
    }
    const auto hit = geometry::straight_charge(lane, course, other);
    if (!hit || hit->travel.value.mm() + kTouch >= length) continue;
    if (hit->travel.value > Length{}) return true;
    // They touch at the start: is it still in the way a little further on?
    if (geometry::gap_between(shifted_shape(lane, (3 * kTouch / length) * way), other).signed_gap.value < Length{-2000}) return true;
  }
  return false;
}

UnitId enemy_between(const State& state, const UnitId& leader, const UnitId& formation) {
  const std::vector<geometry::Shape> here = shapes_of(state, leader), there = shapes_of(state, formation);
  if (here.empty() || there.empty()) return {};
  const geometry::Gap gap = geometry::gap_between(here, there);
  const geometry::Shape end = shifted_shape(here.front(), geometry::vec(gap.on_b) - geometry::vec(gap.on_a));
  for (const UnitId& foe : formations_of(state, other(leader_at(state, leader).side)))
    if (comes_through(here.front(), end, shapes_of(state, foe))) return foe;
  return {};
}

bool pass_freely(Weight mover, Weight other) {
  if (mover == Weight::L || other == Weight::L) return true;                  // PA-INT-02
  return mover == Weight::LM && (other == Weight::LM || other == Weight::M);  // PA-INT-03, PA-AMB-82
}

Length move_allowance(const State& state, const UnitId& unit) {
  int cm = move_cm(card_of(state, unit));
  if (state.turn.permit && state.turn.permit->source == Source::Heroic)
    if (const Leader* hero = find_leader(state, state.turn.permit->unit);
        hero != nullptr && hero->with == unit && hero->ability == Ability::Hermes)
      cm += 5;
  return on_table(state, cm);
}

MovePlan plan_move(const State& state, const MoveFormation& command) {
  const UnitId& unit = command.unit;
  const Formation& formation = formation_at(state, unit);
  const geometry::Hull hull = geometry::hull_of(body_of(state, unit));
  const PoseError error = base_at(state, formation.bases.front()).at.error;
  std::vector<Leg> legs = command.legs;
  if (command.ahead) {
    const bool back = *command.ahead < Length{};
    legs = {Leg{back ? Leg::Kind::Back : Leg::Kind::Ahead, back ? -*command.ahead : *command.ahead, {}}};
  }
  MovePlan plan;
  if (!legs.empty()) {
    std::vector<geometry::Leg> way;
    for (const Leg& leg : legs) {
      way.push_back(path_leg(leg));
      if (leg.kind == Leg::Kind::Back && formation.heavier())
        plan.shape = refuse("PA-MOV-02", "M, LH and H do not move backwards", leg.distance.mm() / 10, 0, "cm");
      if (leg.kind == Leg::Kind::Echelon && formation.heavier()) {
        const Angle off = leg.angle.signed_turn();
        if (off > kEchelon || off < -kEchelon)
          plan.shape = refuse("PA-MOV-02", "an echelon goes at most 45 degrees off ahead", off.deg(), kEchelon.deg(), "degrees");
      }
      if (leg.distance < Length{}) plan.shape = refuse("PA-MOV-01", "a way is 0 or more long", leg.distance.mm() / 10, 0, "cm");
      if (leg.angle < -180_deg || leg.angle > 180_deg)
        plan.shape = refuse("PA-MOV-01", "a turn is at most 180 degrees", leg.angle.deg(), 180, "degrees");
    }
    const geometry::Walk walked = geometry::walk(hull.footprint, hull.pose, way, {.wheels = true, .echelon = 180_deg, .backwards = true});
    const Verdict shape = plan.shape;
    if (!formation.heavier()) {
      carry(state, unit, hull.pose, walked.end, plan);
      plan = free_plan(state, unit, plan.poses);
      plan.cost.value = std::min(plan.cost.value, walked.cost);  // no dearer than M, LH and H pay for the same wheel
    } else {
      carry(state, unit, hull.pose, walked.end, plan);
      plan.cost = {walked.cost, {}};
      count_ground(state, unit, walked.stations, plan);
      find_passed(state, unit, hull.footprint, walked.stations, plan);
      if (walked.end.heading != hull.pose.heading) plan.poses = clear_of_friends(state, unit, plan.poses, swing_of(state, hull.footprint));
    }
    if (!shape.allowed()) plan.shape = shape;
    plan.named.clear();
    for (const geometry::Leg& leg : way) plan.named += (plan.named.empty() ? "" : ", ") + told(leg);
    return plan;
  }
  std::vector<PlacedBase> to = command.poses;
  MeasuredPose goal{hull.pose, error};
  if (command.to) {
    goal = *command.to;
    carry(state, unit, hull.pose, goal.pose, plan);
    to = plan.poses;
    for (PlacedBase& base : to) base.at.error = goal.error;
  }
  if (!formation.heavier()) return free_plan(state, unit, std::move(to));
  if (!command.to) {
    // The poses of its bases: the same body elsewhere, as well as bases can be put down by hand.
    const geometry::Body there = geometry::body_of(shapes_at(state, to), {state.tolerance + on_table(state, kUnformedGapCm), 10_deg});
    goal = {geometry::hull_of(there).pose, to.front().at.error};
    carry(state, unit, hull.pose, goal.pose, plan);
    for (std::size_t i = 0; i < to.size(); ++i) {
      const auto twin = std::find_if(plan.poses.begin(), plan.poses.end(), [&](const PlacedBase& base) { return base.base == to[i].base; });
      const double off = geometry::length_of(geometry::vec(to[i].at.pose.centre()) - geometry::vec(twin->at.pose.centre()));
      if (off > 2 * state.tolerance.mm() + 2)
        plan.shape = refuse("PA-FAC-05", "a normal move keeps the bases as they stand: " + to[i].base.text + " is off", off,
                            2 * state.tolerance.mm(), "mm");
    }
  }
  plan.poses = to;
  const geometry::PathRules rules{.wheels = true, .echelon = kEchelon, .askew = Angle{1500}};
  const auto path = geometry::cheapest_path(hull.footprint, MeasuredPose{hull.pose, error}, goal, rules, state.tolerance);
  if (!path) {
    plan.shape = refuse("PA-MOV-02", "there is no way there by wheels and going ahead or up to 45 degrees off");
    plan.cost = {geometry::rounded(geometry::length_of(geometry::vec(goal.pose.centre()) - geometry::vec(hull.pose.centre()))), {}};
    return plan;
  }
  plan.cost = path->cost;
  const geometry::Walk walked = geometry::walk(hull.footprint, hull.pose, path->path.legs, rules);
  count_ground(state, unit, walked.stations, plan);
  find_passed(state, unit, hull.footprint, walked.stations, plan);
  for (const geometry::Leg& leg : path->path.legs) plan.named += (plan.named.empty() ? "" : ", ") + told(leg);
  return plan;
}

Verdict judge_move(const State& state, const UnitId& unit, const MovePlan& plan) {
  const Formation& formation = formation_at(state, unit);
  if (!plan.shape.allowed()) return plan.shape;
  if (in_combat(state, unit)) return refuse("PA-AMB-42", unit.text + " is in close combat");
  if (rallying(formation)) return refuse("PA-RAL-01", unit.text + " is rallying and does not move");
  const Length limit = move_allowance(state, unit);
  const bool slowed = plan.slow > Length{};
  if (geometry::allowance(plan.cost, limit, state.tolerance) == Ruling::Refused)
    return refuse(slowed ? "PA-MOV-06" : "PA-MOV-T1", slowed ? "too far, slow ground counts twice" : "too far", plan.cost.value.mm() / 10,
                  limit.mm() / 10, "cm", plan.cost.sd.mm() / 10);
  if (!on_table(state, plan.poses)) return off_the_table(state, "PA-EVA-08", unit.text, plan.poses);
  const std::vector<geometry::Shape> ends = shapes_at(state, plan.poses);
  const std::vector<UnitId> met = enemies_met(state, unit, plan.poses);
  for (const UnitId& foe : formations_in(state, area_of(ends, kBrushMm))) {
    if (formation_at(state, foe).side == formation.side) continue;
    const std::vector<geometry::Shape> theirs = shapes_of(state, foe);
    if (far_apart(ends, theirs, kBrushMm)) continue;
    const geometry::Gap gap = geometry::gap_between(ends, theirs);
    const bool meets = std::find(met.begin(), met.end(), foe) != met.end();  // not corner to corner, nor side by side
    if (gap.signed_gap.value.mm() < -kBrushMm || (meets && gap.signed_gap.value <= Length{}) ||
        (meets && geometry::touching(gap.signed_gap, state.tolerance) && gap.signed_gap.sd.um == 0 && gap.signed_gap.value < 1_mm))
      return in_contact_after(state, plan.poses, foe);
  }
  const bool measured =
      std::any_of(plan.poses.begin(), plan.poses.end(), [](const PlacedBase& one) { return one.at.error != PoseError{}; });
  for (const UnitId& foe : leaders_alone(state, other(formation.side)))
    for (const geometry::Shape& theirs : shapes_of(state, foe))
      if (geometry::gap_between(ends, std::span(&theirs, 1)).signed_gap.value < Length{}) return in_contact_after(state, plan.poses, foe);
  if (const UnitId foe = measured ? UnitId{} : leader_met(state, other(formation.side), ends); !foe.empty())
    return in_contact_after(state, plan.poses, foe);
  if (!plan.blocked.empty()) return refuse("PA-CHG-01", plan.blocked.front().text + " is in the way");
  const std::vector<UnitId> under = stood_on(state, plan.poses, unit, formation.side);
  // By the book it may end there, and the lighter is displaced when the bound ends. What a camera measures stands on nobody: that is an
  // error, and nobody shall come apart by it. A friend who fights gives nobody his place.
  for (const UnitId& friendly : under)
    if (in_combat(state, friendly) && (formation.heavier() || formation_at(state, friendly).weight < formation.weight))
      return on_somebody(state, "PA-AMB-42", friendly.text + " fights there and does not give its place", plan.poses, friendly);
  for (const UnitId& friendly : under)
    if (measured && !pass_freely(formation.weight, formation_at(state, friendly).weight))
      return on_somebody(state, "PA-INT-07", unit.text + " would stand on " + friendly.text, plan.poses, friendly);
  std::vector<Reason> reasons{{"PA-MOV-T1", plan.named.empty() ? "goes" : plan.named, plan.cost.value.mm() / 10, limit.mm() / 10, "cm",
                               plan.cost.sd.um > 0 ? std::optional(plan.cost.sd.mm() / 10) : std::nullopt}};
  if (plan.into_bad_ground) reasons.push_back({"PA-MOV-05", "becomes unformed in difficult ground", {}, {}, {}, {}});
  for (const UnitId& friendly : under)
    reasons.push_back({"PA-INT-07",
                       "ends in the place of " + friendly.text + ": if both still stand there at the end of the bound, " +
                           gives_place(state, unit, friendly).text + " is displaced" +
                           (formation.heavier() && formation_at(state, friendly).heavier() ? ", and both are unformed" : ""),
                       {},
                       {},
                       {},
                       {}});
  for (const UnitId& friendly : plan.through)
    reasons.push_back({pass_freely(formation.weight, formation_at(state, friendly).weight) ? "PA-INT-02" : "PA-INT-04",
                       "passes through " + friendly.text,
                       {},
                       {},
                       {},
                       {}});
  return allow(std::move(reasons));
}

}  // namespace polemarch::paean
