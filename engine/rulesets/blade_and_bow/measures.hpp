#pragma once
/// Blade & Bow is played on squares; what is measured besides is told in inches. Pure.

#include "engine/core/measures.hpp"

namespace polemarch::blade_and_bow {

inline constexpr engine::Measures kMeasures{.length = {.cell = "square"}, .usual_box = 100_mm};

}  // namespace polemarch::blade_and_bow
