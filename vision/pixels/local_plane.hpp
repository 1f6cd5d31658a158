#pragma once
/// The camera near one place of one plane, as second-order polynomials: exact model at nine points, so that a fit may ask for every
/// pixel's place on the table without the lens model. Good to 0.0005 px over a marker. Pure.

#include <array>
#include <optional>

#include "models/camera.hpp"
#include "models/detection.hpp"

namespace polemarch::vision {

struct LocalPlane {
  double px = 0, py = 0;      ///< pixel in the middle
  double reach_px = 0;        ///< good within this distance
  double height_mm = 0;       ///< of the plane over the table
  std::array<double, 6> x{};  ///< table x mm = x0 + x1 u + x2 v + x3 u^2 + x4 u v + x5 v^2 with u, v = pixel minus middle
  std::array<double, 6> y{};
  double mm_per_px = 0;  ///< geometric mean scale in the middle

  void table(double pixel_x, double pixel_y, double& tx, double& ty) const {
    const double u = pixel_x - px, v = pixel_y - py;
    tx = x[0] + x[1] * u + x[2] * v + x[3] * u * u + x[4] * u * v + x[5] * v * v;
    ty = y[0] + y[1] * u + y[2] * v + y[3] * u * u + y[4] * u * v + y[5] * v * v;
  }
  /// The pixel of a table point near the middle (Newton, two steps).
  PixelPoint pixel(double tx, double ty) const;
};

/// Around the table point (x, y) at height z, good to `reach_px`. None when the camera does not see it.
std::optional<LocalPlane> local_plane(const Camera& camera, double x_mm, double y_mm, double z_mm, double reach_px);

}  // namespace polemarch::vision
