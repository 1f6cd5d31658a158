#include "vision/track/followed/mount.hpp"

#include <cmath>

#include "vision/pixels/camera_model.hpp"
#include "vision/pixels/radian.hpp"

namespace polemarch::vision {

void base_from_print(const MarkerMount& mount, const PrintPose& print, double& x_mm, double& y_mm, double& heading_deg) {
  const double heading = print.up_rad - mount.rotation_deg / kDeg;
  const double c = std::cos(heading), s = std::sin(heading);
  x_mm = print.x_mm - (c * mount.offset_x_mm - s * mount.offset_y_mm);
  y_mm = print.y_mm - (s * mount.offset_x_mm + c * mount.offset_y_mm);
  heading_deg = std::fmod(std::fmod(heading * kDeg, 360.0) + 360.0, 360.0);
}

PrintPose print_from_base(const MarkerMount& mount, double x_mm, double y_mm, double heading_deg) {
  const double h = heading_deg / kDeg, c = std::cos(h), s = std::sin(h);
  return {x_mm + c * mount.offset_x_mm - s * mount.offset_y_mm, y_mm + s * mount.offset_x_mm + c * mount.offset_y_mm,
          h + mount.rotation_deg / kDeg};
}

std::array<double, 9> base_covariance(const MarkerMount& mount, const PrintPose& print, const std::array<double, 9>& cov) {
  const double heading = print.up_rad - mount.rotation_deg / kDeg;
  const double c = std::cos(heading), s = std::sin(heading);
  // The base's centre swings about the marker when the heading is off.
  const double lx = s * mount.offset_x_mm + c * mount.offset_y_mm, ly = -(c * mount.offset_x_mm - s * mount.offset_y_mm);
  const double j[3][3] = {{1, 0, lx}, {0, 1, ly}, {0, 0, kDeg}};
  std::array<double, 9> out{};
  for (std::size_t a = 0; a < 3; ++a)
    for (std::size_t b = 0; b < 3; ++b)
      for (std::size_t k = 0; k < 3; ++k)
        for (std::size_t l = 0; l < 3; ++l) out[a * 3 + b] += j[a][k] * cov[k * 3 + l] * j[b][l];
  return out;
}

std::vector<std::array<double, 3>> calibration_loadings(const Camera& camera, const MarkerMount& mount, const PrintPose& print,
                                                        double height_mm) {
  std::vector<std::array<double, 3>> loadings;
  if (camera.factors.empty()) return loadings;
  const double arm = 10.0;  // mm along the print's up, to see the turn
  const double ux = std::cos(print.up_rad), uy = std::sin(print.up_rad);
  TableJacobian point[2];
  CameraJacobian lens[2];
  project(camera, print.x_mm, print.y_mm, height_mm, point[0], lens[0]);
  project(camera, print.x_mm + arm * ux, print.y_mm + arm * uy, height_mm, point[1], lens[1]);
  loadings.reserve(camera.factors.size());
  for (const auto& factor : camera.factors) {
    double shift[2][2];
    for (int p = 0; p < 2; ++p) {
      double du = 0, dv = 0;  // the pixel stays; the table point under it moves
      for (std::size_t k = 0; k < 15; ++k) {
        du += lens[p][0][k] * factor[k];
        dv += lens[p][1][k] * factor[k];
      }
      const auto& a = point[p];
      const double det = a[0][0] * a[1][1] - a[0][1] * a[1][0];
      shift[p][0] = -(du * a[1][1] - dv * a[0][1]) / det;
      shift[p][1] = -(a[0][0] * dv - a[1][0] * du) / det;
    }
    const double turn = (-(shift[1][0] - shift[0][0]) * uy + (shift[1][1] - shift[0][1]) * ux) / arm;
    const double heading = print.up_rad - mount.rotation_deg / kDeg;
    const double c = std::cos(heading), s = std::sin(heading);
    loadings.push_back({shift[0][0] + turn * (s * mount.offset_x_mm + c * mount.offset_y_mm),
                        shift[0][1] - turn * (c * mount.offset_x_mm - s * mount.offset_y_mm), turn * kDeg});
  }
  return loadings;
}

}  // namespace polemarch::vision
