#pragma once
/// A first camera over the table from a few marker corners. Internal to calibration. Pure.

#include <optional>
#include <vector>

#include "models/camera.hpp"
#include "models/detection.hpp"

namespace polemarch::calibration {

/// A point of the table plane (mm) and where it is seen.
struct PlanePoint {
  double x_mm = 0, y_mm = 0;
  PixelPoint pixel;
};

/// Which of `points` agree with one plane picture; gross outliers are false. `tolerance_px` must leave room for lens distortion.
std::vector<bool> agreeing_points(const std::vector<PlanePoint>& points, double tolerance_px);

/// The pose that sees the points through `lens`; nothing when the picture is mirrored (a camera below the table) or degenerate.
std::optional<CameraPose> first_pose(const std::vector<PlanePoint>& points, const Intrinsics& lens);

}  // namespace polemarch::calibration
