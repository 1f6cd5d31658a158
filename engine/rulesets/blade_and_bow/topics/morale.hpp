#pragma once
/// Morale checks: how many dice, against what value, with which modifiers. Rules BB-MOR, BB-COM, BB-RAL. Pure.

#include <vector>

#include "engine/rulesets/blade_and_bow/topics/command.hpp"

namespace polemarch::blade_and_bow {

/// A check before its dice are thrown; `modifiers` are its lines for the panel, their values summing to `modifier`.
struct Check {
  int dice = 1;
  int value = 1;     ///< a modified die at or under it passes
  int modifier = 0;  ///< added to every die
  std::vector<engine::Reason> modifiers;
  bool leaderless = false;  ///< no overall commander: `value` is the least there is
};
/// One modified die passes at or under the value; one above fails the whole (BB-MOR-03, BB-MOR-04).
bool passes(const Check& check, const std::vector<int>& dice);
/// The chance that all dice pass, in [0,1].
double chance_to_pass(const Check& check);

/// Value of the army, a shield wall raising it for its unit; lost camp on the dice (BB-MOR-T1).
Check plain_check(const State& state, const Unit& unit);
/// The morale die of a unit in the Routed box: of its army alone, with a leader on the unsacked camp (BB-ROUT-08, BB-ROUT-11).
Check management_check(const State& state, Side side, const UnitId& unit = {});
/// Entering melee (BB-COM-03..14). `target` null: an empty camp, one die and its morale modifier (BB-AMB-54).
Check commitment_check(const State& state, const Unit& attacker, const Unit* target, const Camp* camp = nullptr);
/// No check is due: from the rear, against a disrupted unit, with a marker, or with a leader (BB-COM-02, 09, 16, 19).
struct Commitment {
  bool needs_dice = true;
  bool gives_marker = true;
  std::string rule;
};
Commitment commitment_of(const State& state, const Unit& attacker, const Unit* target);
/// Going on with cavalry: one die, no leader (BB-CAV-01, BB-AMB-64).
Check continuation_check(const State& state, const Unit& cavalry);
Check rally_check(const State& state, const Unit& unit);
/// The morale modifier of the target for the side attacked (BB-COM-03); 0 from the rear.
int side_modifier(const State& state, const Unit& target, Square from);

}  // namespace polemarch::blade_and_bow
