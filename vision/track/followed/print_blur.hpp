#pragma once
/// The blur through which one print is seen, as its own fits tell it. Variances in square pixels, the pixel's own area included. Pure.

#include "vision/track/fit/fit.hpp"

namespace polemarch::vision {

struct PrintBlur {
  double made_px = 0;   ///< standard deviation the template was made for
  double seen_px2 = 0;  ///< running estimate of the variance in the picture; 0: none yet
  int fits = 0;         ///< fits it rests on

  /// The standard deviation through which the print is to be fitted.
  double px() const;
  /// Takes what a fit of the print at rest tells.
  void learn(const PrintFit& fit, double mm_per_px);
  /// The templates of all prints change by so much, and what was learnt through them.
  void correct(double px2);
};

}  // namespace polemarch::vision
