/// Moves and charges: which right to move it uses, how far, where it ends. Rules HC-INI-03..07, HC-ORD-01, 13..18, 24..26, HC-MOV, HC-PRX.
#include <algorithm>

#include "engine/geometry/polygon.hpp"
#include "engine/geometry/trig.hpp"
#include "engine/rulesets/hail_caesar/judge.hpp"
#include "engine/rulesets/hail_caesar/topics/command.hpp"
#include "engine/rulesets/hail_caesar/topics/reach.hpp"

namespace polemarch::hail_caesar {

using namespace engine;
namespace geo = geometry;

KindOf move_kind(const State& state, const UnitId& id, std::optional<MoveKind> as) {
  const Unit& unit = unit_at(state, id);
  if (state.phase == Phase::Initiative) {
    if (as && *as != MoveKind::Initiative)
      return {{}, wrong_phase(state, "a " + std::string(word_of(*as)) + " is made in the orders step", "HC-SEQ-04"), {}};
    if (unit.turn.initiative_used) return {{}, refuse("HC-INI-03", "one initiative move a turn; it made it"), {}};
    Verdict right = initiative_verdict(state, id);
    if (!right.allowed()) return {{}, std::move(right), {}};
    return {MoveKind::Initiative, allow(), "HC-INI-03"};
  }
  if (state.phase == Phase::Rally) return {{}, wrong_phase(state, "Elite units rally first, then come initiative moves", "HC-SEQ-04"), {}};
  if (state.phase != Phase::Orders) {
    const std::string rule = as == MoveKind::Free || as == MoveKind::Retirement ? "HC-ORD-25" : "HC-SEQ-03";
    return {{}, wrong_phase(state, "units move in the command part of the turn", rule), {}};
  }
  if (as == MoveKind::Initiative) return {{}, wrong_phase(state, "initiative moves come before orders", "HC-INI-02"), {}};
  if (unit.turn.moves_left > 0 && (!as || *as == MoveKind::Ordered)) return {MoveKind::Ordered, allow(), "HC-ORD-01"};
  if (as == MoveKind::Ordered) return {{}, refuse("HC-ORD-01", "it has no ordered moves left"), {}};
  FreeRight right = free_right(state, id);
  if (right.kind && as && *right.kind != *as) {
    // A broken Column may choose which of the two it takes (HC-AMB-52).
    const bool both = *as == MoveKind::Retirement && of_broken_division(state, unit) && unit.turn.order_failed;
    if (!both) return {{}, refuse(right.rule, "its right is to a " + std::string(word_of(*right.kind))), {}};
    right = {MoveKind::Retirement, "HC-ORD-16", {}};
  }
  if (!right.kind) return {{}, refuse(right.rule, right.why_not), {}};
  return {right.kind, allow(), right.rule};
}

Wanted wanted_move(const State& state, const MoveUnit& command) {
  const Unit& unit = unit_at(state, command.unit);
  Wanted wanted;
  wanted.formation = command.formation.value_or(unit.formation);
  std::optional<MeasuredPose> to = command.to;
  if (!to && command.poses.empty() && (command.ahead || command.turn)) {
    const Pose from = pose_of(unit);
    const Angle heading = (from.heading + command.turn.value_or(Angle{})).normalised();
    const Vec2 at = geo::vec(from.centre()) + command.ahead.value_or(Length{}).mm() * geo::unit_vector(heading);
    to = MeasuredPose{{geo::rounded(at.x), geo::rounded(at.y), heading}, unit.stands.front().at.error};
  }
  const Terrain* building = command.in.empty() ? nullptr : terrain_named(state, command.in);
  if (building != nullptr && !to && command.poses.empty()) {
    // The garrison stands at the middle of what it holds.
    Vec2 middle;
    for (const Point& p : building->outline) middle = middle + (1.0 / static_cast<double>(building->outline.size())) * geo::vec(p);
    to = MeasuredPose{{geo::rounded(middle.x), geo::rounded(middle.y), pose_of(unit).heading}, {}};
  }
  wanted.plan = plan_move(state, command.unit, to, command.poses);
  if (building != nullptr) {
    // It need only reach the building.
    wanted.plan.distance = {geo::rounded(geo::distance_to(body_of(unit), geo::outline_in_mm(building->outline))), {}};
    wanted.plan.moves = 1;
    while (wanted.plan.moves < 10 &&
           geo::allowance(wanted.plan.distance, wanted.plan.one_move * wanted.plan.moves, state.tolerance) != Ruling::Allowed)
      ++wanted.plan.moves;
  }
  wanted.moves = wanted.plan.moves;
  if (wanted.formation != unit.formation) wanted.moves = wanted.plan.distance.value <= state.tolerance ? 1 : wanted.plan.moves + 1;
  return wanted;
}

std::optional<MovePlan> wanted_charge(const State& state, const ChargeUnit& command) {
  if (command.to || !command.poses.empty()) return plan_move(state, command.unit, command.to, command.poses);
  const Unit& unit = unit_at(state, command.unit);
  const Unit& target = unit_at(state, command.target);
  const auto pose = charge_pose(unit, target, quarter_facing(target, unit));
  if (!pose) return std::nullopt;
  return plan_move(state, command.unit, MeasuredPose{*pose, unit.stands.front().at.error}, {});
}

std::optional<std::vector<PlacedBase>> follow_up_stands(const State& state, const UnitId& id, const UnitId& foe) {
  const Unit& unit = unit_at(state, id);
  const Unit& loser = unit_at(state, foe);
  const auto pose = charge_pose(unit, loser, quarter_facing(loser, unit));
  if (!pose) return std::nullopt;
  return carried(unit, {*pose, unit.stands.front().at.error});
}

namespace {

Verdict judge_length(const MovePlan& plan, int moves, int available, MoveKind kind, const std::string& rule) {
  if (moves <= available)
    return allow({{std::string(plan.rule),
                   std::string(word_of(kind)) + ": " + geo::inches_text(plan.distance) + (plan.corners > 0 ? ", going round" : ""),
                   plan.distance.value.inches(),
                   (plan.one_move * available).inches(),
                   "in",
                   {}}});
  if (plan.distance.value.mm() >= kNoWay) return refuse("HC-CFG-T1", "no way leads there: the ground is impassable");
  if (plan.one_move.um == 0) return refuse("HC-AMB-36", "this artillery turns but does not move", plan.distance.value.inches(), 0, "in");
  Verdict verdict = geo::verdict_of(Ruling::Refused, std::string(plan.rule), "too far", plan.distance, plan.one_move * available);
  verdict.reasons.push_back({rule == "HC-ORD-01" || rule == "HC-INI-03" ? rule : "HC-ORD-26",
                             "takes " + std::to_string(moves) + " moves, may make " + std::to_string(available),
                             static_cast<double>(moves),
                             static_cast<double>(available),
                             "",
                             {}});
  return verdict;
}

Verdict judge_formation(const Unit& unit, Formation wanted) {
  if (wanted == unit.formation) return allow();
  if (unit.profile.always_open_order) return refuse("HC-CFG-03", "it always fights in open order");
  const auto& allowed = unit.profile.allowed_formations;
  if (!allowed.empty() && std::find(allowed.begin(), allowed.end(), wanted) == allowed.end())
    return refuse("HC-CFG-04", "its roster does not allow " + std::string(word_of(wanted)));
  return allow();
}

/// A retirement ends no nearer to the enemy than it began.
Verdict judge_retirement(const State& state, const UnitId& id, const MovePlan& plan) {
  const std::vector<Foe> before = enemies_by_distance(state, id);
  if (before.empty()) return allow();
  const Foe after = enemies_by_distance(state, standing(unit_at(state, id), plan.stands)).front();
  if (after.gap.value + state.tolerance < before.front().gap.value)
    return geo::verdict_of(Ruling::Refused, "HC-ORD-16", "it retires away from the enemy", after.gap, before.front().gap.value);
  return allow();
}

Verdict judge_garrison(const State& state, const MoveUnit& command) {
  if (terrain_named(state, command.in)->cover < Cover::Buildings) return refuse("HC-SAV-T1", command.in + " cannot be held like buildings");
  return allow();
}

Verdict judge_deploy(const State& state, Viewer by, const MoveUnit& command) {
  if (!speaks_for(by, unit_at(state, command.unit).side))
    return refuse("HC-SEQ-01", command.unit.text + " is not " + std::string(name_of(by)) + "'s");
  if (!command.in.empty()) return judge_garrison(state, command);
  return judge_standing(state, command.unit, wanted_move(state, command).plan.stands, {});
}

int available_moves(const State& state, const UnitId& id, MoveKind kind) {
  if (kind == MoveKind::Ordered) return unit_at(state, id).turn.moves_left;
  return 1;
}

}  // namespace

Verdict judge_move(const State& state, Viewer by, const MoveUnit& command) {
  if (state.phase == Phase::Deployment) return judge_deploy(state, by, command);
  if (auto problem = not_ready(state, by, command.unit)) return *problem;
  const Unit& unit = unit_at(state, command.unit);
  if (unit.side != state.active) return refuse("HC-SEQ-01", "it is " + std::string(name_of(state.active)) + "'s player turn");
  if (!command.in.empty())
    if (Verdict garrison = judge_garrison(state, command); !garrison.allowed()) return garrison;
  if (in_combat(unit)) return refuse("HC-CFG-04", "it is fighting hand-to-hand");
  const KindOf kind = move_kind(state, command.unit, command.as);
  if (!kind.kind) return kind.why_not;
  if (Verdict formation = judge_formation(unit, command.formation.value_or(unit.formation)); !formation.allowed()) return formation;
  const Wanted wanted = wanted_move(state, command);
  Verdict length = judge_length(wanted.plan, wanted.moves, available_moves(state, command.unit, *kind.kind), *kind.kind, kind.rule);
  if (!length.allowed()) return length;
  length.reasons.push_back({kind.rule, "by right of this rule", {}, {}, {}, {}});
  if (*kind.kind == MoveKind::Retirement)
    if (Verdict away = judge_retirement(state, command.unit, wanted.plan); !away.allowed()) return away;
  if (*kind.kind != MoveKind::Retirement && command.in.empty())
    if (Verdict proximity = settled(state, judge_proximity(state, command.unit, wanted.plan)); !proximity.allowed()) return proximity;
  if (command.in.empty())
    if (Verdict place = judge_standing(state, command.unit, wanted.plan.stands, {}); !place.allowed()) return place;
  return length;
}

Verdict judge_charge(const State& state, Viewer by, const ChargeUnit& command) {
  if (auto problem = not_ready(state, by, command.unit)) return *problem;
  const Unit& unit = unit_at(state, command.unit);
  const Unit& target = unit_at(state, command.target);
  if (unit.side != state.active) return refuse("HC-SEQ-01", "it is " + std::string(name_of(state.active)) + "'s player turn");
  if (in_combat(unit)) return refuse("HC-CFG-04", "it is fighting hand-to-hand");
  const KindOf kind = move_kind(state, command.unit, {});
  if (!kind.kind) return kind.why_not;
  if (*kind.kind != MoveKind::Ordered && !(*kind.kind == MoveKind::Initiative && state.config.command.initiative_charge))
    return refuse("HC-ORD-24", "a charge is an ordered move");
  const auto plan = wanted_charge(state, command);
  if (!plan) return refuse("HC-ORD-24", "it cannot stand against " + command.target.text);
  Verdict length = judge_length(*plan, plan->moves, available_moves(state, command.unit, *kind.kind), *kind.kind, kind.rule);
  if (!length.allowed()) return length;
  const Measure gap = geo::gap_between(shapes_of(standing(unit, plan->stands)), shapes_of(target)).distance();
  if (!geo::touching(gap, state.tolerance))
    return geo::verdict_of(Ruling::Refused, "HC-ORD-24", "a charge ends in contact", gap, state.tolerance, geo::ShownIn::Millimetres);
  const Proximity proximity = proximity_of(state, command.unit);
  const bool near = std::any_of(proximity.near.begin(), proximity.near.end(), [&](const Foe& foe) { return foe.unit == command.target; });
  if (!proximity.near.empty() && !near && proximity.ruling == Ruling::Allowed)
    return refuse("HC-PRX-03", "near " + proximity.near.front().unit.text + " it may charge that enemy only");
  if (Verdict place = judge_standing(state, command.unit, plan->stands, command.target); !place.allowed()) return place;
  length.reasons.push_back({"HC-ORD-24", "an ordered move may be a charge", {}, {}, {}, {}});
  return length;
}

}  // namespace polemarch::hail_caesar
