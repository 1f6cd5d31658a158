#pragma once
/// The numbers behind calibrate_lens: one least-squares solution over given views. Internal to calibration. Pure.

#include <array>
#include <vector>

#include "calibration/lens/lens.hpp"

namespace polemarch::calibration {

struct LensSolution {
  bool solved = false;
  Intrinsics lens;
  double rms_px = 0;
  std::array<double, 9> sd{};
  std::vector<std::array<double, 9>> factors;  ///< columns of a square root of the lens covariance
  std::vector<double> view_rms_px;             ///< in the order of the views given
  std::vector<std::array<double, 3>> normals;  ///< the boards' normals in the camera frame
  std::vector<double> depth_mm;                ///< of the boards' middles
};

/// `free_k3`: estimate k3, else hold it at 0. Views must have corners.
LensSolution solve_lens(const std::vector<const BoardView*>& views, bool free_k3, bool square_pixels);

/// Error in mm over a table that fills the picture's width, caused by the lens' uncertainty when the pose is fitted to the border.
struct TableError {
  double rms_mm = 0, max_mm = 0;
};
TableError expected_table_error(const LensSolution& solution, double width_mm, double depth_mm);

}  // namespace polemarch::calibration
