/// A combat from the tests that shots caused to the result and its tests. Rules HC-HTH-*.
#include <algorithm>

#include "engine/rulesets/hail_caesar/play/play.hpp"
#include "engine/rulesets/hail_caesar/topics/melee.hpp"
#include "engine/rulesets/hail_caesar/topics/morale.hpp"
#include "engine/rulesets/hail_caesar/topics/shooting.hpp"

namespace polemarch::hail_caesar {

using namespace engine;

namespace {

/// The first of these that has a break test due.
std::optional<UnitId> next_due(const State& state, const std::vector<UnitId>& among) {
  for (const UnitId& id : among) {
    const Unit& unit = unit_at(state, id);
    if (unit.due && unit.in_play()) return id;
  }
  return std::nullopt;
}

/// Tests for a defeat, a draw or a lost supported unit follow the fighting (HC-HTH-17), those for shots come before it.
bool follows_fighting(const TestDue& due) {
  return std::all_of(due.rules.begin(), due.rules.end(), [](const std::string& rule) {
    return rule == "HC-HTH-12" || rule == "HC-HTH-13" || rule == "HC-HTH-14" || rule == "HC-HTH-16";
  });
}

/// The first of these that has a test due which shots caused.
std::optional<UnitId> next_due_to_shots(const State& state, const std::vector<UnitId>& among) {
  std::vector<UnitId> shot;
  for (const UnitId& id : among)
    if (const auto& due = unit_at(state, id).due; due && !follows_fighting(*due)) shot.push_back(id);
  return next_due(state, shot);
}

void result(Unfold& u, Combat combat) {
  const State before = u.state();
  std::vector<UnitId> shattered;
  for (const UnitId& id : combat.saving) {
    const Unit& unit = before.units.at(id);
    const int hits_taken = combat.hits[id], lost = combat.casualties[id], now = unit.casualties + lost;
    Unit after = unit;
    after.casualties = now;
    const int kept = before.config.fight.stamina_excess == "dropped" ? std::min(now, unit.profile.stamina) : now;
    u.emit(CasualtiesTaken{id, hits_taken, hits_taken - lost, lost, kept, is_shaken(after, before.config), {}});
    if (static_cast<double>(now) >= before.config.fight.shattered_at * unit.profile.stamina) shattered.push_back(id);
  }
  const Score score = score_of(before, combat);
  const std::string winner = score.a > score.b ? "A" : score.b > score.a ? "B" : "draw";
  u.emit(CombatResolved{combat.units, score.a, score.b, winner});
  for (const UnitId& id : shattered) break_unit(u, id, true, combat.supports[id]);
  for (const UnitId& id : combat.units) {
    const Unit& unit = u.state().units.at(id);
    if (!unit.in_play()) continue;
    const bool lost = winner != "draw" && winner != name_of(unit.side);
    const bool shaken_before = std::find(combat.shaken_before.begin(), combat.shaken_before.end(), id) != combat.shaken_before.end();
    const int difference = std::abs(score.a - score.b);
    if (lost) make_due(u, id, {BreakTable::HandToHand, difference * before.config.fight.break_mod_hth_per_difference, {"HC-HTH-12"}});
    if (winner == "draw" && shaken_before) make_due(u, id, {BreakTable::HandToHand, 0, {"HC-HTH-13"}});
  }
  combat.stage = CombatStage::Tests;
  u.open(combat);
}

void next_save(Unfold& u, Combat combat) {
  while (combat.at < static_cast<int>(combat.saving.size())) {
    const UnitId id = combat.saving.at(static_cast<std::size_t>(combat.at));
    const SavePlan plan = plan_save(u.state(), id, striker_of(combat, id).value(), {});
    if (!plan.none()) {
      Wait wait = ask_save(u.state(), id, plan, combat.hits[id]);
      return u.ask(std::move(combat), std::move(wait));
    }
    combat.casualties[id] = combat.hits[id];
    ++combat.at;
  }
  result(u, std::move(combat));
}

void next_dice(Unfold& u, Combat combat) {
  while (combat.at < static_cast<int>(combat.attacks.size()) && combat.attacks.at(static_cast<std::size_t>(combat.at)).dice <= 0)
    ++combat.at;
  if (combat.at < static_cast<int>(combat.attacks.size())) {
    const Attack& attack = combat.attacks.at(static_cast<std::size_t>(combat.at));
    const std::string question = attack.unit.text + " fights " + attack.foe.text + ": hits on " + hits_on(attack.needed, u.state().config);
    Wait wait = ask_dice(u.state().units.at(attack.unit).side, "HC-HTH-T1", question, attack.dice);
    return u.ask(std::move(combat), std::move(wait));
  }
  for (const auto& [id, hits_taken] : combat.hits)
    if (hits_taken > 0) combat.saving.push_back(id);
  combat.stage = CombatStage::Saves;
  combat.at = 0;
  next_save(u, std::move(combat));
}

/// The dice are asked for: who fights, who supports whom of them, who is shaken beforehand are fixed now.
void begin_dice(Unfold& u, Combat combat) {
  const State& state = u.state();
  const std::vector<UnitId> began = combat.units;
  std::erase_if(combat.units, [&](const UnitId& id) { return !state.units.at(id).in_play() || !in_combat(state.units.at(id)); });
  if (combat.units.empty()) {  // the shots ended it; supports may have to test
    combat.stage = CombatStage::Tests;
    return u.open(std::move(combat));
  }
  for (const UnitId& id : combat.units) {
    for (const AttackPlan& plan : attacks_of(state, id)) combat.attacks.push_back(plan.attack);
    // Whom shots drove out of this combat supports nobody in it.
    combat.supports[id] = supports_of(state, id, nullptr, began);
    if (is_shaken(state.units.at(id), state.config)) combat.shaken_before.push_back(id);
  }
  combat.stage = CombatStage::Dice;
  next_dice(u, std::move(combat));
}

void end_combat(Unfold& u, const Combat& combat) {
  // Casualties over stamina count for the break test, then drop (stamina_excess).
  if (u.state().config.fight.stamina_excess == "kept") return;
  for (const UnitId& id : combat.units) {
    const Unit& unit = u.state().units.at(id);
    const int excess = unit.casualties - unit.profile.stamina;
    if (unit.in_play() && excess > 0) u.emit(CasualtiesRemoved{id, excess});
  }
}

}  // namespace

void carry_out(Unfold& u, const FightCombat& command) {
  Combat combat;
  combat.units = combat_of(u.state(), command.unit);
  // Shots may have made a unit test and break before the dice: who supported it has to test, too.
  for (const UnitId& id : combat.units)
    if (auto supports = supports_of(u.state(), id); !supports.empty()) combat.supports[id] = std::move(supports);
  u.open(std::move(combat));
}

void resume(Unfold& u, const Combat& step, const Answers& answers) {
  Combat combat = step;
  switch (combat.stage) {
    case CombatStage::ShotTests: {
      const bool before = u.state().config.shoot.shot_test_time == "before";
      const auto due = before ? next_due_to_shots(u.state(), combat.units) : std::nullopt;
      if (!due) return begin_dice(u, std::move(combat));
      u.open(combat);
      return open_break_test(u, *due);
    }
    case CombatStage::Dice: {
      const Attack& attack = combat.attacks.at(static_cast<std::size_t>(combat.at));
      int& scored = combat.hits[attack.foe];
      const bool unhurt = scored == 0;
      for (const int die : answers[0].values) scored += hits(die, attack.needed, u.state().config) ? 1 : 0;
      if (unhurt && scored > 0 && striker_of(combat, attack.foe) != attack.unit) combat.struck_by[attack.foe] = attack.unit;
      ++combat.at;
      return next_dice(u, std::move(combat));
    }
    case CombatStage::Saves: {
      const UnitId id = combat.saving.at(static_cast<std::size_t>(combat.at));
      const SavePlan plan = plan_save(u.state(), id, striker_of(combat, id).value(), {});
      int saved = 0;
      for (const int die : answers[0].values) saved += saves(die, plan, u.state().config) ? 1 : 0;
      combat.casualties[id] = combat.hits[id] - saved;
      ++combat.at;
      return next_save(u, std::move(combat));
    }
    case CombatStage::Result:
      return result(u, std::move(combat));
    case CombatStage::Tests: {
      std::vector<UnitId> all = combat.units;
      for (const auto& [id, supports] : combat.supports) all.insert(all.end(), supports.begin(), supports.end());
      const auto due = next_due(u.state(), all);
      if (!due) return end_combat(u, combat);
      u.open(combat);
      return open_break_test(u, *due);
    }
  }
}

}  // namespace polemarch::hail_caesar
