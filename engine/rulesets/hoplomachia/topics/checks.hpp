#pragma once
/// The rows of an andreia check as they are now, and which units have to check at the end of the turn. Rules HM-AND, HM-KAT. Pure.

#include <vector>

#include "engine/core/telling.hpp"
#include "engine/rulesets/hoplomachia/state.hpp"

namespace polemarch::hoplomachia {

/// Rows that sum to the number to roll or less, from the card, the condition, phobos and who stands in the unit.
std::vector<engine::ThrowRow> rows_of_check(const State& state, const AndreiaCheck& check);
/// What is done of a result: the result, or something less where it cannot be done (HM-AND-29, HM-AND-30, HM-AMB-78).
AndreiaCode able_to(const State& state, const AndreiaCheck& check, AndreiaCode code);
/// "charges"; "charges, but cannot: halts".
std::string result_text(const State& state, const AndreiaCheck& check, AndreiaCode code);
/// Whom a unit, or one lochos of it, has to do with when it checks: that enemy first, then all who are in contact with it (HM-AND-21).
std::vector<UnitId> foes_of_check(const State& state, const UnitId& unit, int lochos, const UnitId& enemy);
/// Why a taxis has to check, in words, by the rule that makes it (HM-KAT-02 to 10): "a lochos routed in melee". The id itself where it is
/// none.
std::string cause_text(const std::string& rule);
/// Has it something to check for in this Katastrophe phase, and somebody left to check?
bool has_to_check(const State& state, const UnitId& unit);
/// The nearest enemy unit on the table; empty when there is none.
UnitId nearest_foe(const State& state, const UnitId& unit);
/// Friendly units that see the unit rout: 6" or less, nothing between that blocks sight (HM-AMB-101).
std::vector<UnitId> witnesses_of(const State& state, const UnitId& unit);
/// Is the unit of the principal army's own city (HM-AMB-53), and is the army an allied one?
bool is_home(const State& state, const UnitId& unit);
/// A taxis or hipparchy, not a group of undisciplined stands; core troops always (HM-TROOP-02, HM-TROOP-40).
bool is_taxis(const State& state, const UnitId& unit);
bool is_allied_army(const State& state, Side side);

}  // namespace polemarch::hoplomachia
