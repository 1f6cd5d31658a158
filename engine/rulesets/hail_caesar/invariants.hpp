#pragma once
/// What holds in every state of a battle, whatever was ruled in. Pure.

#include <optional>
#include <string>
#include <vector>

#include "engine/rulesets/hail_caesar/state.hpp"

namespace polemarch::hail_caesar {

/// A unit or general that the step names and the battle has not: of a log that was meddled with.
std::optional<UnitId> stranger_in(const State& state, const Step& step);

/// Every invariant that is broken, a sentence each; the order is fixed.
std::vector<std::string> broken_invariants(const State& state);

}  // namespace polemarch::hail_caesar
