#pragma once
/// Counts that no battle has, for what an umpire amends: fewer than none, or more than could ever come together. Pure.

#include <optional>
#include <string>

#include "engine/rulesets/paean/state.hpp"

namespace polemarch::paean {

/// The first count that cannot be, in plain words; nothing when all can.
std::optional<std::string> broken_count(const State& state);

}  // namespace polemarch::paean
