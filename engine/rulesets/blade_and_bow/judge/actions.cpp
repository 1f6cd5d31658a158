/// Moves, shots, melees, rallies: the formation, then each unit.
#include <algorithm>

#include "engine/rulesets/blade_and_bow/judge/judge.hpp"
#include "engine/rulesets/blade_and_bow/topics/melee.hpp"
#include "engine/rulesets/blade_and_bow/topics/planning.hpp"

namespace polemarch::blade_and_bow {

using engine::allow;
using engine::impossible;
using engine::refuse;
using engine::Verdict;

namespace {
/// The formation is sound already when it goes on with the open action.
Verdict formed(const State& state, Side side, const std::vector<UnitId>& units, const UnitId& leader, ActionKind kind) {
  if (goes_on(state, side, kind, units)) {
    for (const UnitId& id : units)
      if (!state.units.at(id).on_map()) return impossible(id.text + " is not on the map");
    return allow();
  }
  return formation_of(state, side, units, leader, kind).verdict;
}
}  // namespace

engine::Reason heading_reason(const UnitId& unit, const SeenFacing& seen) {
  std::string text = unit.text + " faces " + std::string(name_of(seen.between.front()));
  if (seen.between.size() > 1) text += " or " + std::string(name_of(seen.between.back())) + ": the opponent says which";
  engine::Reason reason{seen.between.size() > 1 ? "BB-POS-02" : "BB-POS-01", std::move(text), {}, {}, {}, {}};
  if (seen.percent > 0) {
    reason.text += ", likelihood of " + std::string(name_of(seen.between.front()));
    reason.value = seen.percent;
    reason.unit = "%";
  }
  return reason;
}

Verdict judge_face(const State& state, Viewer by, const Face& command) {
  const Unit* unit = find_unit(state, command.unit);
  if (unit == nullptr) return impossible("unknown unit " + command.unit.text);
  if (by != Viewer::Umpire && by != Viewer::Both && viewer_of(unit->side) != by) return impossible("not yours to turn");
  const auto may = state.may_face.find(command.unit);
  if (may == state.may_face.end()) return refuse("BB-MOV-07", "it may not turn freely now; wheeling is a move");
  const SeenFacing seen = faces_seen(state, command);
  const int turn = turn_between(unit->facing, seen.between.front());
  if (turn > may->second) return refuse("BB-ADV-06", "turns too far", turn, may->second, "steps");
  return command.heading ? allow({heading_reason(command.unit, seen)}) : allow();
}

std::optional<Facing> facing_put_down(const State& state, const Unit& unit, Angle heading) {
  const SnappedFacing seen = snap_facing(heading, 0);
  if (seen.nearest == unit.facing || (seen.unclear && seen.second == unit.facing)) return unit.facing;
  const auto may = state.may_face.find(unit.id);
  const int most = may == state.may_face.end() ? 0 : may->second;
  if (turn_between(unit.facing, seen.nearest) <= most) return seen.nearest;
  if (seen.unclear) return turn_between(unit.facing, seen.second) <= most ? seen.second : unit.facing;
  return std::nullopt;
}

SeenFacing faces_seen(const State& state, const Face& command) {
  if (!command.heading) return {{command.facing}, 0};
  SeenFacing seen = facing_seen(*command.heading, command.heading_sd);
  const auto may = state.may_face.find(command.unit);
  if (may == state.may_face.end() || seen.between.size() < 2) return seen;
  const Facing nearest = seen.between.front();
  std::erase_if(seen.between, [&](Facing f) { return turn_between(state.units.at(command.unit).facing, f) > may->second; });
  if (seen.between.empty()) seen.between = {nearest};
  return seen;
}

std::vector<UnitId> units_of(const MoveUnits& command) {
  std::vector<UnitId> units;
  for (const UnitMove& move : command.moves) units.push_back(move.unit);
  return units;
}

Verdict judge_move(const State& state, Side side, const MoveUnits& command, const MoveGround* ground) {
  if (Verdict ok = formed(state, side, units_of(command), command.leader, ActionKind::Move); !ok.allowed()) return ok;
  std::vector<engine::Reason> reasons;
  std::optional<State> after;  // each unit moves over the ground the ones before it leave
  const std::vector<UnitMove> moves = in_order(state, command);
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const State& now = after ? *after : state;
    const UnitMove move = located(now, moves[i]);
    const Unit& unit = now.units.at(move.unit);
    if (move.path.empty() && !move.to && !move.facing && !move.heading && !move.disrupt)
      return impossible("say where " + move.unit.text + " goes: \"path\", \"to\" or \"facing\"");
    if (move.to && !state.map.holds(*move.to)) return impossible("no square " + name_of(*move.to));
    MovePlan plan = ground != nullptr && !after ? plan_move(*ground, move) : plan_move(now, move);
    if (!plan.verdict.allowed()) return plan.verdict;
    // Ground that disrupts may leave it fewer points than it has spent by then.
    const int most = std::max(plan.end.spent, allowance_of(now, unit, plan.end.disrupted));
    reasons.push_back(
        {"BB-MOV-01", move.unit.text + " spends points", static_cast<double>(plan.end.spent), static_cast<double>(most), "points", {}});
    if (plan.end.stopped)
      reasons.push_back({std::string(rule_of(plan.end.stopped_by)), move.unit.text + " stops in " + words_of(plan.end.at), {}, {}, {}, {}});
    if (move.heading) reasons.push_back(heading_reason(move.unit, facing_seen(now, move)));
    if (plan.check_at < plan.path.size())
      reasons.push_back({"BB-MOV-11", move.unit.text + " must pass a morale check to reverse", {}, {}, {}, {}});
    if (i + 1 < moves.size()) {
      if (!after) after = state;
      go_as_planned(*after, move, plan, std::span(moves).subspan(i + 1));
    }
  }
  return allow(std::move(reasons));
}

Verdict judge_move_leader(const State& state, Side side, const MoveLeader& command) {
  const Leader* leader = find_leader(state, command.leader);
  if (leader == nullptr) return impossible("unknown leader " + command.leader.text);
  if (leader->side != side) return impossible(command.leader.text + " is not of this side");
  if (!leader->on_map()) return impossible(command.leader.text + " is not on the map");
  if (leaders_at(state, leader->square, side).front()->id != leader->id)
    return refuse("BB-LDR-35", "the senior leader of the square goes first");
  return leader_may_stand(state, *leader, command.to, ZoneMap(state, other(side)));
}

Verdict judge_wall(const State& state, Side side, const FormWall& command, const ZoneMap* enemy_zones) {
  if (!state.army(side).walls_allowed) return refuse("BB-SW-01", "this battle does not let this side form shield walls");
  if (Verdict ok = formed(state, side, command.units, command.leader, ActionKind::Wall); !ok.allowed()) return ok;
  const std::optional<ZoneMap> own = enemy_zones == nullptr ? std::optional(ZoneMap(state, other(side))) : std::nullopt;
  const ZoneMap& zones = enemy_zones == nullptr ? *own : *enemy_zones;
  for (const UnitId& id : command.units) {
    const Unit& unit = state.units.at(id);
    if (unit.wall) return refuse("BB-SW-05", id.text + " is in shield wall already");
    if (zones.covers(unit.square)) return refuse("BB-SW-02", id.text + " stands in an enemy zone of control");
  }
  return allow();
}

Verdict judge_shoot(const State& state, Side side, const Shoot& command, const ZoneMap* enemy_zones) {
  if (Verdict ok = formed(state, side, command.units, command.leader, ActionKind::Shoot); !ok.allowed()) return ok;
  const Unit* target = find_unit(state, command.target);
  if (target == nullptr) {
    if (find_camp(state, command.target) != nullptr) return refuse("BB-RNG-33", "camps cannot be shot at");
    if (find_leader(state, command.target) != nullptr) return refuse("BB-RNG-33", "a leader alone cannot be shot at (BB-AMB-108)");
    return impossible("unknown target " + command.target.text);
  }
  const bool open = goes_on(state, side, ActionKind::Shoot, command.units);
  if (open && state.action->targets.contains(command.target))
    return refuse("BB-RNG-31", command.target.text + " was shot at in this action");
  const std::optional<ZoneMap> own = enemy_zones == nullptr ? std::optional(ZoneMap(state, other(side))) : std::nullopt;
  const ZoneMap& zones = enemy_zones == nullptr ? *own : *enemy_zones;
  std::vector<const Unit*> shooters;
  int rotation = 0;
  for (const UnitId& id : command.units) {
    if (open && state.action->used.contains(id)) return refuse("BB-RNG-32", id.text + " has shot in this action");
    const Unit& shooter = state.units.at(id);
    const ShotCheck check = shot_check(state, shooter, *target, zones);
    if (!check.verdict.allowed()) return check.verdict;
    rotation += check.turn.steps;
    shooters.push_back(&shooter);
  }
  const ShotDice dice = shot_dice(state, shooters, *target, rotation);
  std::vector<engine::Reason> reasons = dice.lines;
  reasons.push_back({"BB-RNG-13", "attack dice", static_cast<double>(dice.attack), {}, "dice", {}});
  reasons.push_back({"BB-RNG-16", "defence dice", static_cast<double>(dice.defence), {}, "dice", {}});
  return allow(std::move(reasons));
}

Verdict judge_attack(const State& state, Side side, const Attack& command) {
  if (Verdict ok = formed(state, side, command.units, command.leader, ActionKind::Melee); !ok.allowed()) return ok;
  const Unit* target = find_unit(state, command.target);
  const Camp* camp = find_camp(state, command.target);
  if (target == nullptr && camp == nullptr) {
    if (find_leader(state, command.target) != nullptr) return refuse("BB-MEL-01", "a leader alone cannot be attacked (BB-AMB-108)");
    return impossible("unknown target " + command.target.text);
  }
  if (target != nullptr && (target->side == side || !target->on_map()))
    return impossible(command.target.text + " is not an enemy on the map");
  if (camp != nullptr) {
    if (camp->side == side) return impossible(command.target.text + " is your own camp");
    if (camp->sacked) return refuse("BB-CAMP-17", "the camp is sacked already");
    if (const Unit* guard = unit_at(state, camp->square); guard != nullptr)
      return refuse("BB-CAMP-03", guard->id.text + " guards the camp: it must be beaten first");
  }
  const Square square = target != nullptr ? target->square : camp->square;
  const bool open = goes_on(state, side, ActionKind::Melee, command.units);
  for (const UnitId& id : command.units) {
    if (open && state.action->barred.contains(id)) return refuse("BB-COM-06", id.text + " failed its commitment in this action");
    if (open && state.action->used.contains(id)) return refuse("BB-MEL-06", id.text + " has attacked in this action");
    Verdict may = melee_check(state, state.units.at(id), square);
    if (!may.allowed()) return may;
  }
  if (open && state.action->targets.contains(command.target))
    return refuse("BB-MEL-07", command.target.text + " was attacked in this action");
  if (!command.lead.empty()) {
    const auto leads = lead_candidates(state, command.units, target);
    if (std::find(leads.begin(), leads.end(), command.lead) == leads.end())
      return refuse("BB-DICE-12", command.lead.text + " may not lead: " + leads.front().text + " stands before it");
  }
  std::vector<engine::Reason> reasons;
  for (const UnitId& id : command.units) {
    const Unit& attacker = state.units.at(id);
    const Commitment due = commitment_of(state, attacker, target);
    if (!due.needs_dice) {
      reasons.push_back({due.rule, id.text + " needs no commitment check", {}, {}, {}, {}});
      continue;
    }
    const Check check = commitment_check(state, attacker, target, camp);
    reasons.push_back({"BB-COM-03", id.text + " commitment dice", static_cast<double>(check.dice), {}, "dice", {}});
    reasons.insert(reasons.end(), check.modifiers.begin(), check.modifiers.end());
  }
  return allow(std::move(reasons));
}

Verdict judge_rally(const State& state, Side side, const Rally& command) {
  if (Verdict ok = formation_of(state, side, command.units, command.leader, ActionKind::Rally).verdict; !ok.allowed()) return ok;
  const bool any = std::any_of(command.units.begin(), command.units.end(), [&](const UnitId& id) { return state.units.at(id).disrupted; });
  if (!any) return refuse("BB-RAL-01", "none of them is disrupted");
  return allow();
}

}  // namespace polemarch::blade_and_bow
