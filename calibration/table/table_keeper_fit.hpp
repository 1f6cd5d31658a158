#pragma once
/// One frame's fit of the border by the keeper. Internal to calibration.

#include "calibration/table/border_fit.hpp"
#include "calibration/table/table_keeper.hpp"

namespace polemarch::calibration {

constexpr double kStrayMm = 0.5;  ///< a single marker this far from where the others put it has moved; as far as the table for a bump

/// One frame's pose with what it is worth.
struct TableKeeper::Fit {
  Camera camera;
  std::vector<std::array<double, 15>> factors;  ///< square root of the covariance of what was fitted
  double sd_mm = 0;                             ///< what that is at the worst table corner
  double residual_ratio = 1;                    ///< corner residuals over the registration's noise
  std::map<int, double> strays_mm;              ///< markers that do not go with the others
  std::size_t used = 0;
};

}  // namespace polemarch::calibration
