#pragma once
/// What is going on: the steps of the agenda, from two lists. Pure.

#include "engine/core/joined.hpp"
#include "engine/core/one_of.hpp"
#include "engine/rulesets/paean/steps_fight.hpp"
#include "engine/rulesets/paean/steps_move.hpp"

namespace polemarch::paean {

using StepList = engine::Joined<MoveSteps, FightSteps>;
struct Step : engine::OneOf<StepList> {
  using OneOf::OneOf;
};

}  // namespace polemarch::paean
extern template struct polemarch::engine::OneOf<polemarch::paean::StepList>;
