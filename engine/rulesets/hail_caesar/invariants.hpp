#pragma once
/// What holds in every state of a battle, whatever was ruled in. Pure.

#include <string>
#include <vector>

#include "engine/rulesets/hail_caesar/state.hpp"

namespace polemarch::hail_caesar {

/// Every invariant that is broken, a sentence each; the order is fixed.
std::vector<std::string> broken_invariants(const State& state);

}  // namespace polemarch::hail_caesar
