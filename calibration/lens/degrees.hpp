#pragma once
/// Degrees and radians.

#include <numbers>

namespace polemarch::calibration {

inline constexpr double kDegPerRad = 180.0 / std::numbers::pi;

}  // namespace polemarch::calibration
