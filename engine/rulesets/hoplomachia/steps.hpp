#pragma once
/// What is going on: every step of both halves. Pure.

#include "engine/core/joined.hpp"
#include "engine/core/one_of.hpp"
#include "engine/rulesets/hoplomachia/steps_fight.hpp"
#include "engine/rulesets/hoplomachia/steps_move.hpp"

namespace polemarch::hoplomachia {

using StepList = engine::Joined<MoveSteps, FightSteps>;
struct Step : engine::OneOf<StepList> {
  using OneOf::OneOf;
};

}  // namespace polemarch::hoplomachia
extern template struct polemarch::engine::OneOf<polemarch::hoplomachia::StepList>;
