#pragma once
/// Placing where both sides put down what they like. Pure.

#include <vector>

#include "engine/core/beside.hpp"

namespace polemarch::engine {

/// Both sides at once and in any order: of each who stands on the table and who does not yet.
PlacingOrder placing_together(const std::vector<Place>& places);

}  // namespace polemarch::engine
