#pragma once
/// From a print to the base it is mounted on, and back. Table frame, mm, degrees. Pure.

#include <array>
#include <vector>

#include "models/camera.hpp"
#include "models/footprint.hpp"
#include "vision/track/fit/fit.hpp"

namespace polemarch::vision {

/// Base pose (centre of the footprint, heading) from the print's pose, with the covariance of (x, y, heading deg).
void base_from_print(const MarkerMount& mount, const PrintPose& print, double& x_mm, double& y_mm, double& heading_deg);
PrintPose print_from_base(const MarkerMount& mount, double x_mm, double y_mm, double heading_deg);
std::array<double, 9> base_covariance(const MarkerMount& mount, const PrintPose& print, const std::array<double, 9>& cov);

/// How one unit-variance change of each calibration factor moves a base (mm, mm, deg).
std::vector<std::array<double, 3>> calibration_loadings(const Camera& camera, const MarkerMount& mount, const PrintPose& print,
                                                        double height_mm);

}  // namespace polemarch::vision
