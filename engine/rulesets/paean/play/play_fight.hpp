#pragma once
/// Shooting, charging and close combat (play/fight*.cpp): what their commands lead to and what their steps do.

#include "engine/rulesets/paean/rules.hpp"

namespace polemarch::paean {

void decide_one(Unfold& u, const Shoot& c);
void decide_one(Unfold& u, const ChargeAt& c);
void resume(Unfold& u, const ShotDice& step, const engine::Answers& answers);

/// Opens the next compulsory combat of the bound (PA-SEQ-03); false when none is left to fight.
bool fights_go_on(Unfold& u);
/// A run of tests is over: hits that were kept are applied (PA-SKI-08, PA-HER-09). May open steps.
void run_is_over(Unfold& u, const UnitId& unit);

}  // namespace polemarch::paean
