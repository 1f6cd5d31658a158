#pragma once
/// What the newest believed fit says of a print. Table frame. Pure.

#include <array>

#include "vision/track/fit/fit.hpp"

namespace polemarch::vision {

struct Sighting {
  PrintPose pose;                  ///< newest belief
  std::array<double, 9> cov{};     ///< of `pose` as one fit (x mm, y mm, up rad)
  std::array<double, 9> pulled{};  ///< of PrintFit
  bool shadowed = false;           ///< likewise
  double residual = 0;             ///< of the last fit, over its gain
  double gain = 0;                 ///< of the last fit, grey levels
  double usual_gain = 0;           ///< running mean

  /// What the last fit left over, grey levels.
  double left() const { return residual * gain; }
  void take(const PrintFit& fit);
  /// The place and its error alone: the same pixels, fitted on another plane.
  void take_place(const PrintFit& fit);
};

}  // namespace polemarch::vision
