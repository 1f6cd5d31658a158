#pragma once
/// The dice of melees and shots before they are thrown: what each needs, what it may cancel, what comes of them. Rules BB-DICE, BB-RNG.
/// Pure.

#include <string>
#include <vector>

#include "engine/core/pending.hpp"
#include "engine/rulesets/blade_and_bow/state.hpp"
#include "engine/rulesets/blade_and_bow/steps.hpp"

namespace polemarch::blade_and_bow {

/// The target of the fight that is open; null for a camp.
const Unit* target_now(const State& state);

/// Dice that each do something at or under a limit. `modifiers`: one a die.
engine::Pending each_low(Side who, UnitId thrower, UnitId at, std::string purpose, std::string rule, int limit,
                         const std::vector<int>& modifiers);

engine::Pending attack_dice(const State& state);
/// Hits back that the attack's dice, as they lie, do not cancel (BB-DICE-25).
engine::Pending defence_dice(const State& state);
engine::Pending shooting(const State& state, bool attack);
/// Dice that are thrown again, each with the modifier of the one it replaces.
engine::Pending again(const State& state, const RollReroll& step);

/// Which dice are thrown again: what each does as it lies and how often a new one would. Where several may be picked, to pick none keeps
/// them all; "keep them" is no choice beside dice.
void word_reroll(const State& state, const AskReroll& step, engine::Wait& wait);

/// How many hits these dice of a melee cancel; the first of them is the step's `first`.
int cancelled_by(const State& state, const Step& step, const std::vector<int>& values, std::size_t first);

}  // namespace polemarch::blade_and_bow
