#pragma once
/// May it be done? Shooting, charging, close combat (judge/fight.cpp). Pure.

#include "engine/rulesets/paean/rules.hpp"

namespace polemarch::paean {

engine::Verdict judge_one(const State& state, Viewer by, const Shoot& c);
engine::Verdict judge_one(const State& state, Viewer by, const ChargeAt& c);
engine::Verdict judge_one(const State& state, Viewer by, const SupportCharge& c);
engine::Verdict judge_one(const State& state, Viewer by, const FightOn& c);
engine::Verdict judge_one(const State& state, Viewer by, const ShootBow& c);
engine::Verdict judge_one(const State& state, Viewer by, const Challenge& c);

}  // namespace polemarch::paean
