/// Moves and charges: which right to move it uses, how far, where it ends. Rules HC-INI-03..07, HC-ORD-01, 13..18, 24..26, HC-MOV, HC-PRX.
#include <algorithm>
#include <array>

#include "engine/geometry/polygon.hpp"
#include "engine/geometry/trig.hpp"
#include "engine/rulesets/hail_caesar/judge/judge.hpp"
#include "engine/rulesets/hail_caesar/topics/charging.hpp"
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
    if (!right.allowed()) return {{}, std::move(right), {}, {}};
    return {MoveKind::Initiative, allow(), "HC-INI-03", std::move(right.reasons)};
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
    const geo::Shape body = body_of(unit);
    wanted.plan.distance = {geo::rounded(geo::distance_to(body, geo::outline_in_mm(building->outline))), sd_of_place(body)};
    wanted.plan.moves = moves_needed(wanted.plan.distance, wanted.plan.one_move, state.tolerance);
  }
  wanted.moves = wanted.plan.moves;
  if (wanted.formation != unit.formation)
    wanted.moves = geo::allowance(wanted.plan.distance, {}, state.tolerance) == Ruling::Allowed ? 1 : wanted.plan.moves + 1;
  return wanted;
}

std::optional<MovePlan> wanted_charge(const State& state, const ChargeUnit& command) {
  if (command.to || !command.poses.empty()) return plan_move(state, command.unit, command.to, command.poses);
  const auto stands = charge_stands(state, command.unit, command.target);
  if (!stands) return std::nullopt;
  return plan_move(state, command.unit, {}, *stands);
}

namespace {

Verdict judge_length(const MovePlan& plan, int moves, int available, MoveKind kind, const std::string& rule) {
  if (moves <= available) {
    Reason way{std::string(plan.rule),
               std::string(word_of(kind)) + ": " + geo::inches_text(plan.distance) + (plan.corners > 0 ? ", going round" : ""),
               plan.distance.value.inches(),
               (plan.one_move * available).inches(),
               "in",
               {}};
    if (plan.distance.sd.um != 0) way.sd = plan.distance.sd.inches();
    return allow({std::move(way)});
  }
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

/// A retirement is a move, and ends no nearer to the enemy than it began.
Verdict judge_retirement(const State& state, const UnitId& id, const MovePlan& plan) {
  if (plan.distance.value <= state.tolerance) return refuse("HC-ORD-16", "it retires away from the enemy: it has to move");
  const std::vector<Foe> before = nearest_enemies(state, unit_at(state, id), 1);
  if (before.empty()) return allow();
  const Foe after = nearest_enemies(state, standing(unit_at(state, id), plan.stands), 1).front();
  const Measure nearer{before.front().gap.value - after.gap.value, {before.front().gap.sd.um + after.gap.sd.um}};
  if (geo::allowance(nearer, {}, state.tolerance) == Ruling::Refused)
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

/// Why it may make such a move.
std::string_view right_to(MoveKind kind) {
  constexpr std::array<std::string_view, 4> kWords{"it moves on its initiative", "it was ordered", "it has a free move", "it may retire"};
  return kWords[static_cast<std::size_t>(kind)];
}

}  // namespace

Verdict judge_way(const State& state, const UnitId& id, const MovePlan& plan) {
  const std::vector<UnitId> enemies = enemies_in_way(state, id, plan);
  if (enemies.empty()) return allow();
  const bool fights = std::any_of(enemies.begin(), enemies.end(), [&](const UnitId& e) { return in_combat(unit_at(state, e)); });
  const std::string where = enemies.size() == 1 ? "through " + enemies.front().text
                                                : "between " + enemies.front().text + " and " + enemies.back().text + ", too close for it";
  return refuse(fights ? "HC-CFG-04" : "HC-PRX-03", "its way leads " + where);
}

int available_moves(const State& state, const UnitId& id, MoveKind kind) {
  if (kind == MoveKind::Ordered) return unit_at(state, id).turn.moves_left;
  return 1;
}

Verdict where_to(const State& state, const MoveUnit& command, const KindOf* right) {
  const Unit& unit = unit_at(state, command.unit);
  const auto no_right = [](Verdict why) {
    why.ruling = Ruling::Refused;
    why.refusal = Refusal::Impossible;
    return why;
  };
  if (unit.side != state.active) return impossible("it is " + std::string(name_of(state.active)) + "'s player turn", "HC-SEQ-01");
  if (in_combat(unit)) return impossible("it is fighting hand-to-hand", "HC-CFG-04");
  KindOf kind = right != nullptr ? *right : move_kind(state, command.unit, command.as);
  if (!kind.kind) return no_right(std::move(kind.why_not));
  const int moves = available_moves(state, command.unit, *kind.kind);
  const MoveRow row = move_row(unit.profile, unit.formation, state.config);
  Verdict verdict =
      impossible("say where it goes: " + std::string(word_of(*kind.kind)) + " of up to " + geo::inches_text(row.distance * moves),
                 std::string(row.rule));
  const Proximity proximity = proximity_of(state, command.unit);
  if (!proximity.near.empty() && *kind.kind != MoveKind::Retirement)
    verdict.reasons.push_back(
        {"HC-PRX-04", "it must face " + proximity.near.front().unit.text + ", and go toward it or back", {}, {}, {}, {}});
  if (*kind.kind == MoveKind::Retirement) verdict.reasons.push_back({"HC-ORD-16", "it retires away from the enemy", {}, {}, {}, {}});
  return verdict;
}

Verdict judge_move(const State& state, Viewer by, const MoveUnit& command, const KindOf* right) {
  if (state.phase == Phase::Deployment) return judge_deploy(state, by, command);
  if (auto problem = not_ready(state, by, command.unit)) return *problem;
  const Unit& unit = unit_at(state, command.unit);
  if (unit.side != state.active) return refuse("HC-SEQ-01", "it is " + std::string(name_of(state.active)) + "'s player turn");
  if (!command.in.empty())
    if (Verdict garrison = judge_garrison(state, command); !garrison.allowed()) return garrison;
  if (in_combat(unit)) return refuse("HC-CFG-04", "it is fighting hand-to-hand");
  const KindOf kind = right != nullptr ? *right : move_kind(state, command.unit, command.as);
  if (!kind.kind) return kind.why_not;
  if (Verdict formation = judge_formation(unit, command.formation.value_or(unit.formation)); !formation.allowed()) return formation;
  Wanted wanted = wanted_move(state, command);
  if (*kind.kind == MoveKind::Retirement) {
    wanted.plan.one_move = Length::from_mm(wanted.plan.one_move.mm() * state.config.move.retirement_moves);
    wanted.moves += moves_needed(wanted.plan.distance, wanted.plan.one_move, state.tolerance) - wanted.plan.moves;
  }
  Verdict length = judge_length(wanted.plan, wanted.moves, available_moves(state, command.unit, *kind.kind), *kind.kind, kind.rule);
  if (!length.allowed()) return length;
  length.reasons.push_back({kind.rule, std::string(right_to(*kind.kind)), {}, {}, {}, {}});
  length.reasons.insert(length.reasons.end(), kind.told.begin(), kind.told.end());
  if (*kind.kind == MoveKind::Retirement)
    if (Verdict away = judge_retirement(state, command.unit, wanted.plan); !away.allowed()) return away;
  if (*kind.kind != MoveKind::Retirement && command.in.empty()) {
    Verdict proximity = settled(state, judge_proximity(state, command.unit, wanted.plan), unit.side);
    if (!proximity.allowed()) return proximity;
    length.reasons.insert(length.reasons.end(), proximity.reasons.begin(), proximity.reasons.end());
  }
  if (command.in.empty()) {
    if (Verdict place = judge_standing(state, command.unit, wanted.plan.stands, {}); !place.allowed()) return place;
    if (Verdict way = judge_way(state, command.unit, wanted.plan); !way.allowed()) return way;
  }
  return length;
}

Verdict judge_charge(const State& state, Viewer by, const ChargeUnit& command, const KindOf* right) {
  if (auto problem = not_ready(state, by, command.unit)) return *problem;
  const Unit& unit = unit_at(state, command.unit);
  const Unit& target = unit_at(state, command.target);
  if (unit.side != state.active) return refuse("HC-SEQ-01", "it is " + std::string(name_of(state.active)) + "'s player turn");
  if (in_combat(unit)) return refuse("HC-CFG-04", "it is fighting hand-to-hand");
  const KindOf kind = right != nullptr ? *right : move_kind(state, command.unit, {});
  if (!kind.kind) return kind.why_not;
  if (*kind.kind != MoveKind::Ordered && !(*kind.kind == MoveKind::Initiative && state.config.command.initiative_charge))
    return refuse("HC-ORD-24", "a charge is an ordered move");
  const auto plan = wanted_charge(state, command);
  if (!plan) return refuse("HC-ORD-24", "it cannot stand against " + command.target.text);
  const int moves_left = available_moves(state, command.unit, *kind.kind);
  const int available = state.config.move.charge_range == "one_move" ? std::min(moves_left, 1) : moves_left;
  Verdict length = judge_length(*plan, plan->moves, available, *kind.kind, kind.rule);
  if (!length.allowed()) return length;
  const Measure gap = charge_gap(state, standing(unit, plan->stands), target);
  if (!geo::touching(gap, state.tolerance))
    return geo::verdict_of(Ruling::Refused, "HC-ORD-24", "a charge ends in contact", gap, state.tolerance, geo::ShownIn::Millimetres);
  const Verdict proximity = judge_charge_proximity(state, command.unit, command.target, *plan);
  if (!proximity.allowed()) return proximity;
  length.reasons.insert(length.reasons.end(), proximity.reasons.begin(), proximity.reasons.end());
  const Verdict place = judge_standing(state, command.unit, plan->stands, command.target);
  if (!place.allowed()) return place;
  if (Verdict way = judge_way(state, command.unit, *plan); !way.allowed()) return way;
  length.reasons.insert(length.reasons.end(), place.reasons.begin(), place.reasons.end());
  length.reasons.push_back({"HC-ORD-24", "an ordered move may be a charge", {}, {}, {}, {}});
  return length;
}

}  // namespace polemarch::hail_caesar
