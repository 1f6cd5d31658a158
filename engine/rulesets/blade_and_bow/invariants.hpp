#pragma once
/// What holds in every state of a battle, whatever was ruled in. Pure.

#include <string>
#include <vector>

#include "engine/rulesets/blade_and_bow/state.hpp"

namespace polemarch::blade_and_bow {

/// Every invariant that is broken, a sentence each; the order is fixed.
std::vector<std::string> broken_invariants(const State& state);

}  // namespace polemarch::blade_and_bow
