#pragma once
/// Which units have something to do in the present stage. The frame answers for marches, the fighting for the rest. Pure.

#include "engine/rulesets/hoplomachia/state.hpp"
#include "engine/rulesets/hoplomachia/topics/facts.hpp"

namespace polemarch::hoplomachia {

/// B5 (HM-SEQ-11).
bool able_to_march(const State& state, const UnitId& unit);
/// B1 to B4, B6 and the checks of C: asked in the present phase and stage of a unit that is on the table and has neither acted nor
/// reacted.
bool able_in_fight(const Facts& facts, const Facts::Body& body);

}  // namespace polemarch::hoplomachia
