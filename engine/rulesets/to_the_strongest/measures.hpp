#pragma once
/// To the Strongest! is played on boxes; what is measured besides is told in inches. Pure.

#include "engine/core/measures.hpp"

namespace polemarch::to_the_strongest {

inline constexpr engine::Measures kMeasures{.length = {}, .usual_box = 150_mm};

}  // namespace polemarch::to_the_strongest
