#pragma once
/// Who may order whom, what a command roll needs, who commands next; the tests of light formations and heroes. PA-CMD, PA-ROL, PA-SKI,
/// PA-HER-T1. Pure.

#include <optional>
#include <vector>

#include "engine/core/telling.hpp"
#include "engine/core/verdict.hpp"
#include "engine/rulesets/paean/topics/lookup.hpp"

namespace polemarch::paean {

/// A number to roll at or under on 2d6, with its rows.
struct Need {
  int need = 0;
  std::vector<engine::ThrowRow> rows;
};
/// What the commander has to roll to order the formation (PA-ROL-T1).
Need order_need(const State& state, const UnitId& commander, const UnitId& unit);
/// What a light formation has to roll (PA-SKI-04 to 06).
Need skirmish_need(const State& state, const UnitId& unit);
/// What a hero has to roll (PA-HER-03, PA-HER-T1).
Need heroic_need(const State& state, const UnitId& hero);
/// Chance in thousandths that 2d6 are `need` or less.
int per_mille_at_most(int need);

/// May this commander order this formation, apart from whose turn it is (PA-CMD-11, 12, 22, PA-HER-15, PA-ACT-04)?
engine::Verdict may_order(const State& state, const UnitId& commander, const UnitId& unit);
/// May the call of power reach it (PA-CMD-07 to 10, PA-AMB-03, PA-AMB-04, PA-AMB-41)?
engine::Verdict may_power(const State& state, const UnitId& unit);
/// May the hero's formation take the call of might (PA-SEQ-15, PA-AMB-41)?
engine::Verdict may_might(const State& state, const UnitId& hero);

/// Commanders of the side that may still command this bound, in their order; equal subordinates side by side in one list (PA-SEQ-13,
/// PA-SEQ-14, PA-AMB-88).
std::vector<UnitId> next_commanders(const State& state, Side side);
/// CV he commands with: a hero with the Wisdom of Athena has one too (PA-AMB-49); 0: none.
int command_value(const State& state, const UnitId& leader);
/// Does he lead the formation he is with by now (PA-CMD-42)?
bool leads(const State& state, const UnitId& leader);
/// Whom a commander who relinquishes joins: the formation he names, or whose edge his place touches: his own, else the nearest without
/// another commander; empty: nobody (PA-CMD-20).
UnitId joined_by(const State& state, const UnitId& commander, const std::optional<MeasuredPose>& to, const UnitId& named);
/// Light formations of the active side whose run has not ended (PA-SKI-03).
std::vector<UnitId> skirmishers_to_test(const State& state);
/// Heroes of the active side whose run has not ended.
std::vector<UnitId> heroes_to_test(const State& state);

}  // namespace polemarch::paean
