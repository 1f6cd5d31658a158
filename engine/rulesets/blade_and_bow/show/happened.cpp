/// Dice and losses in the one shape of every room (engine/core/telling.hpp): an answer to a question of dice, read by the step it
/// belongs to. Cards drawn to a hand are no throws.
#include <algorithm>
#include <cmath>

#include "engine/rulesets/blade_and_bow/play/play.hpp"
#include "engine/rulesets/blade_and_bow/rules.hpp"
#include "engine/rulesets/blade_and_bow/tables.hpp"
#include "engine/rulesets/blade_and_bow/topics/melee.hpp"
#include "engine/rulesets/blade_and_bow/topics/morale.hpp"
#include "engine/rulesets/blade_and_bow/topics/shooting.hpp"

namespace polemarch::blade_and_bow {
namespace {

using engine::Better;
using engine::Thrown;

/// Dice read by the step that asked for them.
struct DiceOfStep {
  const State& state;
  Thrown thrown;

  const Unit* unit_of(const UnitId& id) const {
    const auto found = state.units.find(id);
    return found == state.units.end() ? nullptr : &found->second;
  }
  const Fight* fight() const { return state.fight ? &*state.fight : nullptr; }
  UnitId attacker() const { return fight() == nullptr || fight()->attackers.empty() ? UnitId{} : fight()->attackers.front(); }

  void low(int need) {
    thrown.need = std::clamp(need, 1, 6);
    thrown.better = Better::Low;
    thrown.good = static_cast<int>(std::count_if(thrown.values.begin(), thrown.values.end(), [&](int die) { return die <= need; }));
    thrown.per_mille = 1000 - engine::per_mille_at_least(std::clamp(need, 0, 6) + 1);
  }
  void high(int need) {
    thrown.need = std::clamp(need, 1, 6);
    thrown.good = static_cast<int>(std::count_if(thrown.values.begin(), thrown.values.end(), [&](int die) { return die >= need; }));
    thrown.per_mille = engine::per_mille_at_least(std::clamp(need, 1, 7));
  }
  void check(const UnitId& unit, std::string purpose, std::string rule, const Check& check) {
    thrown.purpose = std::move(purpose);
    thrown.rule = std::move(rule);
    thrown.thrower = unit;
    low(check.value - check.modifier);
    thrown.rows = {{thrown.rule, "morale", check.value, {}}};
    for (const engine::Reason& reason : check.modifiers)
      thrown.rows.push_back({reason.rule, reason.text, -static_cast<int>(std::lround(reason.value.value_or(0))), {}});
    if (engine::sum_of(thrown.rows) != thrown.need) thrown.rows.clear();  // beyond what a die shows
    thrown.outcome = thrown.good == static_cast<int>(thrown.values.size()) ? "holds" : "fails";
  }
  void attack(std::string purpose, std::string rule, int modifier) {
    thrown.purpose = std::move(purpose);
    thrown.rule = std::move(rule);
    thrown.thrower = attacker();
    if (fight() != nullptr) thrown.at = fight()->target;
    low(kHitsUpTo - modifier);
    thrown.outcome = std::to_string(thrown.good) + (thrown.good == 1 ? " hit" : " hits");
  }
  void defence(std::string rule, int modifier) {
    thrown.purpose = "defence dice";
    thrown.rule = std::move(rule);
    if (fight() != nullptr) thrown.thrower = fight()->target;
    thrown.at = attacker();
    high(kCancelsFrom - modifier);
    thrown.outcome = std::to_string(thrown.good) + " cancelled";
  }
  MeleeCount melee() const { return melee_count(state, fight()->attackers, unit_of(fight()->target), fight()->camp); }
  ShotDice shot() const {
    std::vector<const Unit*> shooters;
    for (const UnitId& id : fight()->attackers) shooters.push_back(unit_of(id));
    return shot_dice(state, shooters, *unit_of(fight()->target), fight()->rotation);
  }

  void operator()(const ShotAttack&) {
    if (fight() != nullptr && unit_of(fight()->target) != nullptr) attack("shooting dice", "BB-RNG-13", shot().attack_modifier);
  }
  void operator()(const ShotDefence&) {
    if (fight() != nullptr && unit_of(fight()->target) != nullptr) defence("BB-RNG-16", shot().defence_modifier);
  }
  void operator()(const MeleeAttack&) {
    if (fight() == nullptr) return;
    const MeleeCount count = melee();
    attack("attack dice", "BB-DICE-01", count.attack_modifiers.empty() ? 0 : count.attack_modifiers.front());
  }
  void operator()(const MeleeDefence&) {
    if (fight() != nullptr) defence("BB-DICE-01", melee().defence_modifier);
  }
  void operator()(const RollReroll& s) {
    if (fight() == nullptr) return;
    const MeleeCount count = melee();
    const Unit* lead = unit_of(attacker());
    if (lead != nullptr && lead->side == s.side)
      attack("attack dice again", "BB-DICE-24", count.attack_modifiers.empty() ? 0 : count.attack_modifiers.front());
    else
      defence("BB-DICE-23", count.defence_modifier);
    const std::vector<int>& before = lead != nullptr && lead->side == s.side ? fight()->attack_dice : fight()->defence_dice;
    for (const int die : s.dice)
      if (die >= 0 && die < static_cast<int>(before.size())) thrown.rerolled.push_back(before[static_cast<std::size_t>(die)]);
  }
  void operator()(const CommitRoll& s) {
    if (s.due.empty() || fight() == nullptr) return;
    const Unit* unit = unit_of(s.due.front().unit);
    if (unit == nullptr) return;
    if (s.continuation) return check(unit->id, "to go on", "BB-CAV-01", continuation_check(state, *unit));
    const auto camp = state.camps.find(fight()->target);
    check(unit->id, "commitment dice", "BB-COM-03",
          commitment_check(state, *unit, unit_of(fight()->target), fight()->camp && camp != state.camps.end() ? &camp->second : nullptr));
    thrown.at = fight()->target;
  }
  void operator()(const RoutDice& s) {
    if (const Unit* unit = unit_of(s.unit)) check(s.unit, "rout check", "BB-ADV-08", plain_check(state, *unit));
  }
  void operator()(const RollRally& s) {
    const Unit* unit = s.units.empty() ? nullptr : unit_of(s.units.front());
    if (unit == nullptr) return;
    check(unit->id, "to rally", "BB-RAL-03", rally_check(state, *unit));
    thrown.outcome = std::to_string(thrown.good) + " rallied";
  }
  void operator()(const CasualtyFirst& s) {
    thrown.purpose = "is the leader in danger";
    thrown.rule = "BB-LDR-13";
    thrown.thrower = s.leader;
    low(kCasualtyThreat - 1);
    thrown.outcome = thrown.good > 0 ? "unhurt" : "in danger";
  }
  void operator()(const CasualtySecond& s) {
    const auto leader = state.leaders.find(s.leader);
    thrown.purpose = "does the leader fall";
    thrown.rule = "BB-LDR-14";
    thrown.thrower = s.leader;
    if (leader == state.leaders.end()) return;
    high(leader->second.value + 1);
    thrown.outcome = thrown.good > 0 ? "unhurt" : "falls";
  }
  void operator()(const ReverseCheck& s) {
    if (const Unit* unit = unit_of(s.move.unit)) check(unit->id, "morale to reverse", "BB-MOV-11", plain_check(state, *unit));
  }
  void operator()(const LeaderLeaves& s) {
    if (const Unit* unit = unit_of(s.unit)) check(unit->id, "morale as its leader leaves", "BB-LDR-10", plain_check(state, *unit));
  }
  void operator()(const RollManagement& s) {
    check(s.units.size() == 1 ? s.units.front() : UnitId{}, "rout check", "BB-ROUT-08", management_check(state, s.side));
    thrown.outcome = std::to_string(thrown.good) + " rallied";
  }
  /// Nobody's luck: both sides may want the end.
  void operator()(const RollEnd&) {
    const auto icon = state.scenario.end_icons.find(state.turn.number);
    thrown.purpose = "end of the battle";
    thrown.rule = "BB-VIC-07";
    if (icon == state.scenario.end_icons.end()) return;
    low(icon->second);
    thrown.per_mille.reset();
    thrown.outcome = thrown.good > 0 ? "the battle ends" : "it goes on";
  }
  void operator()(const RollReserve&) {
    thrown.purpose = "reinforcements";
    thrown.rule = "BB-MYC-07";
    low(state.turn.number);
    thrown.outcome = thrown.good > 0 ? "they come" : "not yet";
  }
  void operator()(const RollEntry&) { thrown.purpose = "where the reinforcements come on", thrown.rule = "BB-MYC-08"; }
  void operator()(const RollGoatPath&) {
    thrown.purpose = "goat path";
    thrown.rule = "BB-THE-10";
    low(state.turn.number);
    thrown.outcome = thrown.good > 0 ? "found" : "not found";
  }
  void operator()(const RollInitiative&) { thrown.purpose = "initiative", thrown.rule = "BB-SEQ-04"; }
  void operator()(const auto&) {}
};

std::optional<Thrown> dice_of(const State& state, const engine::WaitAnswered& answered) {
  auto thrown = engine::dice_of(state.agenda, answered);
  if (!thrown) return std::nullopt;
  DiceOfStep told{state, std::move(*thrown)};
  std::visit(told, state.agenda.lane_of(answered.wait)->stack.back().step);
  return told.thrown;
}

}  // namespace

engine::Happened Rules::happened(const State& state, const std::vector<Event>& events) {
  engine::Happened out;
  const Fight* fight = state.fight ? &*state.fight : nullptr;
  const auto foe = [&](const UnitId& id) -> UnitId {
    if (fight == nullptr || fight->attackers.empty()) return {};
    return fight->target == id ? fight->attackers.front() : fight->target;
  };
  const std::string how = fight == nullptr ? "" : fight->melee ? "close combat" : "missile fire";
  const auto lost = [&](const UnitId& unit, std::string what, std::string why, std::string rule) {
    engine::Lost loss{.unit = unit,
                      .bases = {},
                      .what = std::move(what),
                      .by = foe(unit),
                      .how = why.empty() ? how : std::move(why),
                      .at = {},
                      .rule = std::move(rule)};
    for (const engine::Place& place : places(state))
      if (place.unit == unit && place.on_table) loss.at = place.pose;
    out.losses.push_back(std::move(loss));
  };
  for (const Event& event : events) {
    if (const auto* answered = std::get_if<engine::WaitAnswered>(&event))
      if (auto thrown = dice_of(state, *answered)) out.throws.push_back(std::move(*thrown));
    if (const auto* e = std::get_if<UnitEliminated>(&event)) lost(e->unit, "the unit", "eliminated", e->rule);
    if (const auto* e = std::get_if<UnitRouted>(&event)) lost(e->unit, "the unit", "routed", e->rule);
    if (const auto* e = std::get_if<LeaderKilled>(&event)) lost(e->leader, "the leader", "killed", e->rule);
    if (const auto* e = std::get_if<LeaderCaptured>(&event)) lost(e->leader, "the leader", "captured", "BB-LDR-21");
    if (const auto* e = std::get_if<CampSacked>(&event)) lost(e->camp, "the camp", "sacked", "BB-CAMP-10");
  }
  return out;
}

}  // namespace polemarch::blade_and_bow
