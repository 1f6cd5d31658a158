/// Dice and losses in the one shape of every room (engine/core/telling.hpp): an answer to a question of dice, read by the step it
/// belongs to. Cards drawn to a hand are no throws.

#include <cstdlib>

#include "engine/rulesets/blade_and_bow/rules.hpp"
#include "engine/rulesets/blade_and_bow/show/viewing.hpp"

namespace polemarch::blade_and_bow {
namespace {

using engine::Thrown;

/// What a step calls its dice; need, chance and rows are those of the odds shown beforehand (Showing::pending).
struct DiceOfStep {
  const State& state;
  const engine::Pending& asked;
  std::size_t first = 0;  ///< which of the answer's dice is the first of these
  Thrown thrown;

  /// All dice of a check have to pass.
  void check(std::string purpose) {
    thrown.purpose = std::move(purpose);
    thrown.outcome = thrown.good == static_cast<int>(thrown.values.size()) ? asked.done : asked.not_done;
  }

  void operator()(const ShotAttack&) { thrown.purpose = "shooting dice"; }
  void operator()(const ShotDefence&) { thrown.purpose = "defence dice"; }
  void operator()(const MeleeAttack&) { thrown.purpose = "attack dice"; }
  void operator()(const MeleeDefence&) { thrown.purpose = "defence dice"; }
  void operator()(const RollReroll& s) {
    if (!state.fight || state.fight->attackers.empty()) return;
    const auto lead = state.units.find(state.fight->attackers.front());
    const bool attack = lead != state.units.end() && lead->second.side == s.side;
    thrown.purpose = attack ? "attack dice again" : "defence dice again";
    const std::vector<int>& before = attack ? state.fight->attack_dice : state.fight->defence_dice;
    for (std::size_t i = first; i < s.dice.size() && i < first + thrown.values.size(); ++i)
      if (const auto die = static_cast<std::size_t>(s.dice[i]); die < before.size()) thrown.rerolled.push_back(before[die]);
  }
  void operator()(const CommitRoll& s) {
    check(s.continuation ? "to go on" : "commitment dice");
    if (!s.continuation && state.fight) thrown.at = state.fight->target;
  }
  void operator()(const RoutDice&) { check("rout check"); }
  void operator()(const RecoilCheck&) { check("to stay"); }
  void operator()(const ReverseCheck&) { check("morale to reverse"); }
  void operator()(const LeaderLeaves&) { check("morale as its leader leaves"); }
  void operator()(const RollRally&) { thrown.purpose = "to rally"; }
  void operator()(const RollManagement&) { thrown.purpose = "rout check"; }
  void operator()(const CasualtyFirst&) { check("is the leader in danger"); }
  void operator()(const CasualtySecond&) { check("does the leader fall"); }
  void operator()(const RollEnd&) { check("end of the battle"); }
  void operator()(const RollReserve&) { check("reinforcements"); }
  void operator()(const RollEntry&) { thrown.purpose = "where the reinforcements come on"; }
  void operator()(const RollGoatPath&) { check("goat path"); }
  void operator()(const RollInitiative& s) {
    thrown.purpose = "initiative";
    int changed = 0;
    for (const ActiveEffect& effect : state.effects)
      if (effect.kind == EffectKind::InitiativeModifier && effect.side == s.side) changed += effect.amount;
    if (changed != 0 && !thrown.values.empty())
      thrown.outcome = "by a card " + std::to_string(std::abs(changed)) + (changed < 0 ? " lower: " : " higher: ") +
                       std::to_string(thrown.values.front() + changed);
  }
  void operator()(const auto&) {}
};

std::vector<Thrown> dice_of(const State& state, const engine::WaitAnswered& answered) {
  const auto thrown = engine::dice_of(state.agenda, answered);
  if (!thrown) return {};
  std::vector<Thrown> throws;
  for (FallenDice& dice : fallen_dice(state, *state.agenda.find(answered.wait), thrown->values)) {
    DiceOfStep told{state, dice.asked, dice.first, std::move(dice.thrown)};
    std::visit(told, state.agenda.lane_of(answered.wait)->stack.back().step);
    throws.push_back(std::move(told.thrown));
  }
  return throws.empty() ? std::vector<Thrown>{*thrown} : throws;
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
      for (Thrown& thrown : dice_of(state, *answered)) out.throws.push_back(std::move(thrown));
    if (const auto* e = std::get_if<UnitEliminated>(&event)) lost(e->unit, "the unit", "eliminated", e->rule);
    if (const auto* e = std::get_if<RanksLost>(&event)) {  // each counts against its army (BB-LDR-12)
      lost(e->unit, e->ranks == 1 ? "a rank" : std::to_string(e->ranks) + " ranks", how.empty() ? "morale" : "", "BB-VIC-01");
      out.losses.back().part = true;
    }
    if (const auto* e = std::get_if<UnitRouted>(&event)) lost(e->unit, "the unit", "routed", e->rule);
    if (const auto* e = std::get_if<LeaderKilled>(&event)) lost(e->leader, "the leader", "killed", e->rule);
    if (const auto* e = std::get_if<LeaderCaptured>(&event)) lost(e->leader, "the leader", "captured", "BB-LDR-21");
    if (const auto* e = std::get_if<CampSacked>(&event)) lost(e->camp, "the camp", "sacked", "BB-CAMP-10");
  }
  return out;
}

}  // namespace polemarch::blade_and_bow
