#pragma once
/// Paean measures in centimetres on open ground and counts bounds. Pure.

#include "engine/core/measures.hpp"

namespace polemarch::paean {

inline constexpr engine::Measures kMeasures{.length = {.name = "cm", .one = 1_cm, .long_tick = 10}, .turn_word = "bound"};

}  // namespace polemarch::paean
