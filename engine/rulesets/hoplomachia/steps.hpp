#pragma once
/// What is going on: every step of both halves. Pure.

#include "engine/rulesets/hoplomachia/joined.hpp"
#include "engine/rulesets/hoplomachia/steps_fight.hpp"
#include "engine/rulesets/hoplomachia/steps_move.hpp"

namespace polemarch::hoplomachia {

using Step = Joined<MoveSteps, FightSteps>;

}  // namespace polemarch::hoplomachia
