#pragma once
/// Paean measures in centimetres on open ground. Pure.

#include "engine/core/measures.hpp"

namespace polemarch::paean {

inline constexpr engine::Measures kMeasures{.length = {.name = "cm", .one = 1_cm, .long_tick = 10}};

}  // namespace polemarch::paean
