#pragma once
/// A blur that is round in the picture, as a print on the table sees it. Pure.

#include "vision/pixels/local_plane.hpp"

namespace polemarch::vision {

/// Standard deviations along the print's axes, and the covariance by which it leans. Millimetres.
struct BlurOnPrint {
  double x_mm = 0, y_mm = 0, xy_mm2 = 0;

  /// One `factor` times as wide.
  BlurOnPrint times(double factor) const { return {factor * x_mm, factor * y_mm, factor * factor * xy_mm2}; }
};

/// One pixel's standard deviation on a print whose up points along (up_x, up_y), a unit vector of the table.
BlurOnPrint pixel_on_print(const LocalPlane& plane, double up_x, double up_y);

}  // namespace polemarch::vision
