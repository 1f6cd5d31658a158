/// Dice before they are thrown with their odds, and as they fall.
#include <algorithm>
#include <array>
#include <cstdlib>

#include "engine/rulesets/blade_and_bow/show/combat_odds.hpp"
#include "engine/rulesets/blade_and_bow/show/viewing.hpp"
#include "engine/rulesets/blade_and_bow/tables.hpp"
#include "engine/rulesets/blade_and_bow/topics/melee.hpp"

namespace polemarch::blade_and_bow {

using engine::Better;
using engine::Pending;

namespace {

using MaybePending = std::optional<Pending>;

/// A morale check: all dice must pass.
Pending morale(const Check& check, Side side, UnitId who, std::string purpose, std::string rule, int dice, std::string done,
               std::string not_done) {
  const std::vector<int> modifiers(static_cast<std::size_t>(dice), check.modifier);
  Pending pending = each_low(side, std::move(who), {}, std::move(purpose), std::move(rule), check.value, modifiers);
  pending.thrown.rows = {{"BB-MOR-01", "morale value", check.value, side}};
  if (check.leaderless) pending.thrown.rows.push_back({"BB-MOR-03", "the least: no leader commands the army", 0, side});
  for (const engine::Reason& line : check.modifiers) {
    pending.thrown.rows.push_back(engine::row_of(line, -1));
    pending.thrown.rows.back().text += ", on the die";  // the sum below goes the other way
  }
  if (const int beyond = pending.thrown.need - engine::sum_of(pending.thrown.rows); beyond != 0)
    pending.thrown.rows.push_back({"BB-MOR-01", beyond < 0 ? "no die shows more than 6" : "no die shows less than 1", beyond, side});
  pending.one = pending.many = "passed";
  pending.done = done, pending.not_done = not_done;
  if (dice > 1) {
    long long ways = 1, all = 1;
    for (int i = 0; i < dice; ++i) ways *= pending.thrown.need, all *= 6;
    pending.of = "check";
    pending.outlooks = {{std::move(done), engine::per_mille_of(ways, all)}, {std::move(not_done), engine::per_mille_of(all - ways, all)}};
  } else {
    pending.outlooks.clear();
  }
  pending.expected.reset();
  return pending;
}

/// The dice of one attacker.
Pending commitment_of_one(const State& state, const CommitRoll& step, const CommitDice& due) {
  const Unit& unit = state.units.at(due.unit);
  const auto camp = state.camps.find(state.fight->target);
  const Check check = step.continuation ? continuation_check(state, unit)
                                        : commitment_check(state, unit, target_now(state),
                                                           state.fight->camp && camp != state.camps.end() ? &camp->second : nullptr);
  return morale(check, unit.side, unit.id, step.continuation ? "to go on" : "commitment dice", "BB-COM-03",
                static_cast<int>(due.dice.size()), "attacks", "fails");
}

MaybePending commitment(const State& state, const CommitRoll& step) {
  if (step.due.empty()) return std::nullopt;
  Pending pending = commitment_of_one(state, step, step.due.front());
  if (step.due.size() == 1) return pending;
  pending.outlooks.clear();  // each attacker has its own check
  pending.needs.clear();
  for (const CommitDice& due : step.due) {
    pending.needs.insert(pending.needs.end(), due.dice.size(), commitment_of_one(state, step, due).thrown.need);
    pending.throwers.insert(pending.throwers.end(), due.dice.size(), due.unit);
  }
  pending.count = static_cast<int>(pending.needs.size());
  pending.thrown.thrower = {};
  return pending;
}

Pending management_of_one(const State& state, Side side, const UnitId& id) {
  return morale(management_check(state, side, id), side, id, "rout check", "BB-ROUT-08", 1, "rallied", "lost");
}

/// A die each for the units in the Routed box.
Pending management(const State& state, const RollManagement& step) {
  const int units = static_cast<int>(step.units.size());
  Pending pending = management_of_one(state, step.side, step.units.front());
  pending.count = units;
  pending.needs.clear();
  pending.one = pending.many = "rallied";
  if (units == 1) return pending;
  pending.throwers = step.units;
  pending.thrown.thrower = {};
  pending.of = "units rallied";
  for (const UnitId& id : step.units) pending.needs.push_back(management_of_one(state, step.side, id).thrown.need);
  pending.outlooks = engine::count_outlooks(pending.needs, 6);
  const bool alike = std::count(pending.needs.begin(), pending.needs.end(), pending.needs.front()) == units;
  if (alike) pending.needs.clear();  // one need says it
  return pending;
}

/// The lower of two dice goes first; a tie leaves it with who has it (BB-SEQ-05, BB-SEQ-06).
Pending initiative(const State& state, const RollInitiative& step) {
  std::array<int, 2> changed{};
  for (const ActiveEffect& effect : state.effects)
    if (effect.kind == EffectKind::InitiativeModifier) changed[effect.side == Side::A ? 0 : 1] += effect.amount;
  const Side tie = state.turn.initiative.value_or(state.scenario.tie_breaker);
  int first = 0, all = 0;
  for (int a = 1; a <= 6; ++a)
    for (int b = 1; b <= 6; ++b) {
      if (step.side == Side::B && a != step.first) continue;
      const int lead = a + changed[0] - b - changed[1];
      ++all, first += lead < 0 || (lead == 0 && tie == Side::A) ? 1 : 0;
    }
  Pending pending;
  pending.thrown.who = step.side;
  pending.thrown.purpose = pending.of = "initiative";
  pending.thrown.rule = "BB-SEQ-04";
  pending.thrown.counted = engine::Counted::Sum;
  if (step.side == Side::B) pending.of += " against a " + std::to_string(step.first + changed[0]);
  if (const int mine = changed[step.side == Side::A ? 0 : 1]; mine != 0)
    pending.of += ", this die " + std::to_string(std::abs(mine)) + (mine < 0 ? " lower" : " higher");
  pending.outlooks = {{"A goes first", engine::per_mille_of(first, all)}, {"B goes first", engine::per_mille_of(all - first, all)}};
  return pending;
}

/// One die of at most that many.
Pending at_most(Side who, std::string purpose, std::string rule, std::string text, int most, std::string done, std::string not_done) {
  Pending pending;
  pending.thrown.who = who;
  pending.thrown.purpose = std::move(purpose);
  pending.thrown.rule = std::move(rule);
  pending.thrown.better = Better::Low;
  pending.thrown.need = std::clamp(most, 1, 6);
  pending.thrown.rows = {{pending.thrown.rule, std::move(text), pending.thrown.need, {}}};
  pending.thrown.per_mille = engine::per_mille_of(pending.thrown.need, 6);
  pending.done = std::move(done), pending.not_done = std::move(not_done);
  return pending;
}

Pending entry_area(const State& state) {
  Pending pending;
  pending.thrown.who = *state.scenario.reserve_side;
  pending.thrown.purpose = "entry area of the reinforcements";
  pending.thrown.rule = "BB-MYC-08";
  return pending;
}

Pending rally_of_one(const State& state, const UnitId& id) {
  const Unit& unit = state.units.at(id);
  return morale(rally_check(state, unit), unit.side, id, "to rally", "BB-RAL-03", 1, "rallied", "not rallied");
}

Pending rally(const State& state, const RollRally& step) {
  Pending pending = rally_of_one(state, step.units.front());
  pending.count = static_cast<int>(step.units.size());
  pending.needs.clear();
  for (const UnitId& id : step.units) pending.needs.push_back(rally_of_one(state, id).thrown.need);
  pending.one = pending.many = "rallied";
  if (step.units.size() == 1) return pending;
  pending.throwers = step.units;
  pending.thrown.thrower = {};
  pending.of = "units rallied";
  pending.outlooks = engine::count_outlooks(pending.needs, 6);
  return pending;
}

/// Good is what leaves the leader alone: a low die first, then one above its command value.
Pending leader_dies(const State& state, const UnitId& id, bool first, bool capture) {
  const Leader& leader = state.leaders.at(id);
  Pending pending;
  pending.thrown.who = leader.side;
  pending.thrown.thrower = id;
  pending.thrown.purpose = first ? "in danger" : "to live";
  pending.thrown.rule = first ? (capture ? "BB-LDR-19" : "BB-LDR-13") : "BB-LDR-14";
  pending.thrown.better = first ? Better::Low : Better::High;
  pending.thrown.need = first ? kCasualtyThreat - 1 : leader.value + 1;
  pending.thrown.per_mille = engine::per_mille_of(first ? kCasualtyThreat - 1 : 6 - std::clamp(leader.value, 0, 6), 6);
  if (first)
    pending.thrown.rows = {{pending.thrown.rule, "a 6 threatens a leader: safe up to", pending.thrown.need, leader.side}};
  else
    pending.thrown.rows = {{pending.thrown.rule, "command value", leader.value, leader.side}, {pending.thrown.rule, "more than it", 1, {}}};
  pending.done = first ? "unhurt" : "lives", pending.not_done = first ? "in danger" : "killed";
  return pending;
}

MaybePending of_step(const State& state, const Step& step, int dice) {
  const auto check = [&](const UnitId& id, const std::string& purpose, const std::string& rule, const std::string& done,
                         const std::string& not_done) {
    const Unit& unit = state.units.at(id);
    return MaybePending(morale(plain_check(state, unit), unit.side, id, purpose, rule, dice, done, not_done));
  };
  MaybePending pending = std::visit(
      engine::Overloaded{[&](const MeleeAttack&) { return state.fight ? MaybePending(attack_dice(state)) : std::nullopt; },
                         [&](const MeleeDefence&) { return state.fight ? MaybePending(defence_dice(state)) : std::nullopt; },
                         [&](const ShotAttack&) { return state.fight ? MaybePending(shooting(state, true)) : std::nullopt; },
                         [&](const ShotDefence&) { return state.fight ? MaybePending(shooting(state, false)) : std::nullopt; },
                         [&](const CommitRoll& s) { return state.fight ? commitment(state, s) : std::nullopt; },
                         [&](const RoutDice& s) { return check(s.unit, "rout check", "BB-ADV-08", "stands", "routs"); },
                         [&](const RecoilCheck& s) { return check(s.unit, "to stay", "BB-REC-03", "stays", "recoils"); },
                         [&](const ReverseCheck& s) { return check(s.move.unit, "to reverse", "BB-MOV-11", "reverses", "disrupted"); },
                         [&](const LeaderLeaves& s) { return check(s.unit, "sees its leader leave", "BB-LDR-10", "stands", "shaken"); },
                         [&](const RollRally& s) { return MaybePending(rally(state, s)); },
                         [&](const RollReroll& s) { return state.fight ? MaybePending(again(state, s)) : std::nullopt; },
                         [&](const RollManagement& s) { return MaybePending(management(state, s)); },
                         [&](const RollInitiative& s) { return MaybePending(initiative(state, s)); },
                         [&](const RollEnd&) {
                           const int icon = state.scenario.end_icons.at(state.turn.number);
                           return MaybePending(at_most(state.turn.initiative.value_or(Side::A), "the end of the game", "BB-VIC-07",
                                                       "die on the turn's space", icon, "the game ends", "the game goes on"));
                         },
                         [&](const RollGoatPath&) {
                           return MaybePending(at_most(*state.scenario.goat_path_roller, "the goat path", "BB-THE-10", "turn number",
                                                       state.turn.number, "found", "not found"));
                         },
                         [&](const RollReserve&) {
                           return MaybePending(at_most(*state.scenario.reserve_side, "reinforcements", "BB-MYC-07", "turn number",
                                                       state.turn.number, "they come", "not yet"));
                         },
                         [&](const RollEntry&) { return MaybePending(entry_area(state)); },
                         [&](const CasualtyFirst& s) { return MaybePending(leader_dies(state, s.leader, true, s.capture)); },
                         [&](const CasualtySecond& s) { return MaybePending(leader_dies(state, s.leader, false, s.capture)); },
                         [](const auto&) { return MaybePending(); }},
      step);
  if (pending && !std::holds_alternative<RollReroll>(step)) pending->thrown.aim = engine::aim_of(step);  // that one is of its fight
  return pending;
}

/// Some of the dice of a throw.
struct Part {
  Pending asked;
  std::size_t dice = 1;
};

/// Dice of one throw whose modifiers differ: those that need the same, one after the other.
std::vector<Part> parts_by_need(const Pending& whole) {
  std::vector<Part> parts;
  for (const int need : whole.needs) {
    if (!parts.empty() && parts.back().asked.thrown.need == need) {
      ++parts.back().dice;
      continue;
    }
    Part part{whole, 1};
    engine::Thrown& thrown = part.asked.thrown;
    part.asked.needs.clear(), part.asked.throwers.clear();
    thrown.need = need;
    thrown.per_mille = engine::per_mille_of(need, 6);
    thrown.rows.resize(1);  // at or under
    if (const int changed = need - thrown.rows.front().value; changed != 0)
      thrown.rows.push_back({"BB-DICE-20", "ground and shield wall, on the die", changed, {}});
    thrown.dice.clear();
    parts.push_back(std::move(part));
  }
  return parts;
}

/// What the dice of a question stand for, in the order they are thrown.
std::vector<Part> parts_of(const State& state, const Step& step, const Pending& whole) {
  std::vector<Part> parts;
  if (const auto* rallying = std::get_if<RollRally>(&step)) {
    for (const UnitId& id : rallying->units) parts.push_back({rally_of_one(state, id), 1});
  } else if (const auto* routed = std::get_if<RollManagement>(&step)) {
    for (const UnitId& id : routed->units) parts.push_back({management(state, {routed->side, {id}}), 1});
  } else if (const auto* committing = std::get_if<CommitRoll>(&step)) {
    for (const CommitDice& due : committing->due) parts.push_back({commitment_of_one(state, *committing, due), due.dice.size()});
  } else if (!whole.needs.empty()) {
    parts = parts_by_need(whole);
  }
  if (parts.size() < 2) parts = {{whole, static_cast<std::size_t>(whole.count)}};
  for (Part& part : parts) part.asked.thrown.aim = whole.thrown.aim;
  return parts;
}

}  // namespace

std::vector<FallenDice> fallen_dice(const State& state, const engine::Wait& wait, const std::vector<int>& values) {
  std::vector<FallenDice> fallen;
  const Step* step = engine::asking_step(state.agenda, wait.id);
  const auto whole = Showing::pending(state, wait);
  if (step == nullptr || !whole) return fallen;
  std::vector<Part> parts = parts_of(state, *step, *whole);
  std::size_t first = 0;
  for (Part& part : parts) {
    const std::size_t end = &part == &parts.back() ? values.size() : std::min(first + part.dice, values.size());
    engine::Thrown thrown = engine::settled(
        part.asked, {values.begin() + static_cast<std::ptrdiff_t>(first), values.begin() + static_cast<std::ptrdiff_t>(end)});
    if (const int cancels = cancelled_by(state, *step, thrown.values, first); cancels > 0)
      thrown.outcome += (thrown.outcome.empty() ? "" : ", ") + std::string("cancels ") + std::to_string(cancels);
    fallen.push_back({std::move(part.asked), std::move(thrown), first});
    first = end;
  }
  return fallen;
}

std::vector<engine::Thrown> Showing::fallen(const State& state, const engine::Wait& wait, const std::vector<int>& values) {
  std::vector<engine::Thrown> throws;
  for (FallenDice& dice : fallen_dice(state, wait, values)) throws.push_back(std::move(dice.thrown));
  return throws;
}

std::optional<Pending> Showing::pending(const State& state, const engine::Wait& wait) {
  const Step* step = engine::asking_step(state.agenda, wait.id);
  if (step == nullptr || !wait.chance) return std::nullopt;
  return of_step(state, *step, wait.chance->count);
}

}  // namespace polemarch::blade_and_bow
