// What a registration leaves open at a place on the table: its factors carried there.
#include "calibration/table/registration.hpp"
#include "vision/pixels/camera_model.hpp"

namespace polemarch::calibration {

std::array<double, 3> point_covariance(const Camera& camera, double x_mm, double y_mm, double z_mm) {
  vision::TableJacobian by_point{};
  vision::CameraJacobian by_camera{};
  vision::project(camera, x_mm, y_mm, z_mm, by_point, by_camera);
  const double det = by_point[0][0] * by_point[1][1] - by_point[0][1] * by_point[1][0];
  std::array<double, 3> out{};
  for (const auto& factor : camera.factors) {
    double u = 0, v = 0;
    for (std::size_t a = 0; a < 15; ++a) {
      u += by_camera[0][a] * factor[a];
      v += by_camera[1][a] * factor[a];
    }
    const double dx = (by_point[1][1] * u - by_point[0][1] * v) / det, dy = (by_point[0][0] * v - by_point[1][0] * u) / det;
    out[0] += dx * dx;
    out[1] += dx * dy;
    out[2] += dy * dy;
  }
  return out;
}

}  // namespace polemarch::calibration
