#pragma once
/// What is going on: the steps of the agenda, from two lists. Pure.

#include "engine/rulesets/paean/parts.hpp"
#include "engine/rulesets/paean/steps_fight.hpp"
#include "engine/rulesets/paean/steps_move.hpp"

namespace polemarch::paean {

using Step = Joined<MoveSteps, FightSteps>;

}  // namespace polemarch::paean
