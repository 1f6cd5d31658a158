#pragma once
/// The camera over the table: lens (intrinsics) and pose, with the covariance of the fit that gave them. Pure.

#include <array>
#include <string>
#include <vector>

namespace polemarch {

/// Pinhole with Brown-Conrady distortion, OpenCV's order and pixel convention.
struct Intrinsics {
  int width = 0, height = 0;  ///< picture size the numbers hold for, pixels
  double fx = 0, fy = 0, cx = 0, cy = 0;
  double k1 = 0, k2 = 0, p1 = 0, p2 = 0, k3 = 0;
};

/// Far out a distortion polynomial may turn back on itself: one pixel is then seen twice and nothing can be measured there.
/// True when that happens before the farthest picture corner.
bool folds_inside(const Intrinsics& lens);

/// camera_from_table: a table point X (mm) is R*X + t in the camera frame (x right, y down, z forward, mm).
struct CameraPose {
  std::array<double, 9> rotation{1, 0, 0, 0, 1, 0, 0, 0, 1};  ///< row-major R
  std::array<double, 3> translation_mm{0, 0, 0};
};

/// A registered camera. `factors` are columns of a square root of the joint fit's covariance: each is one unit-variance change of
/// (fx, fy, cx, cy, k1, k2, p1, p2, k3, rx, ry, rz, tx, ty, tz), rotation as a left-multiplied small rotation vector (rad).
struct Camera {
  Intrinsics lens;
  CameraPose pose;
  std::vector<std::array<double, 15>> factors;
  double rms_px = 0.0;  ///< reprojection error of the fit
  double rms_mm = 0.0;  ///< the same on the table plane
  /// Pixels: how far a print's corners lie from where lens and pose put them (standard deviation of a coordinate) beyond what the print's
  /// own pixels leave open: bends that no lens model has, paper that is not flat. Measured on the border; other prints suffer it too.
  double unexplained_px = 0.0;
};

}  // namespace polemarch
