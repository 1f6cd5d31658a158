#pragma once
/// Degrees in radians and back. Pure.

#include <numbers>

namespace polemarch::vision {

inline constexpr double kRadian = std::numbers::pi / 180.0;  ///< of one degree
inline constexpr double kDeg = 180.0 / std::numbers::pi;     ///< of one radian

}  // namespace polemarch::vision
