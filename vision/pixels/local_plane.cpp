#include "vision/pixels/local_plane.hpp"

#include <cmath>

#include "vision/pixels/camera_model.hpp"

namespace polemarch::vision {

PixelPoint LocalPlane::pixel(double tx, double ty) const {
  const double det = x[1] * y[2] - x[2] * y[1];
  double u = 0, v = 0;
  for (int i = 0; i < 3; ++i) {
    double ax = 0, ay = 0;
    table(px + u, py + v, ax, ay);
    const double ex = tx - ax, ey = ty - ay;
    u += (ex * y[2] - ey * x[2]) / det;
    v += (x[1] * ey - y[1] * ex) / det;
  }
  return {px + u, py + v};
}

std::optional<LocalPlane> local_plane(const Camera& camera, double x_mm, double y_mm, double z_mm, double reach_px) {
  if (!in_front(camera, x_mm, y_mm, z_mm)) return std::nullopt;
  const PixelPoint centre = project(camera, x_mm, y_mm, z_mm);
  LocalPlane p;
  p.px = centre.x;
  p.py = centre.y;
  p.reach_px = reach_px;
  p.height_mm = z_mm;
  double gx[3][3], gy[3][3];
  const double d = 0.75 * reach_px;
  for (int j = 0; j < 3; ++j)
    for (int i = 0; i < 3; ++i)
      if (!unproject(camera, {centre.x + (i - 1) * d, centre.y + (j - 1) * d}, z_mm, gx[j][i], gy[j][i])) return std::nullopt;
  const auto fit = [d](const double(&g)[3][3], std::array<double, 6>& c) {  // least squares on the 3 x 3 grid, closed form
    double all = 0, ur = 0, vr = 0, uu = 0, vv = 0, uv = 0;
    for (int j = 0; j < 3; ++j) {
      for (int i = 0; i < 3; ++i) {
        const double u = i - 1, v = j - 1;
        all += g[j][i];
        ur += u * g[j][i];
        vr += v * g[j][i];
        uu += u * u * g[j][i];
        vv += v * v * g[j][i];
        uv += u * v * g[j][i];
      }
    }
    c[1] = ur / 6 / d;
    c[2] = vr / 6 / d;
    c[3] = (uu / 2 - all / 3) / (d * d);
    c[4] = uv / 4 / (d * d);
    c[5] = (vv / 2 - all / 3) / (d * d);
    c[0] = all / 9 - (c[3] + c[5]) * d * d * 2 / 3;
  };
  fit(gx, p.x);
  fit(gy, p.y);
  p.mm_per_px = std::sqrt(std::abs(p.x[1] * p.y[2] - p.x[2] * p.y[1]));
  return p;
}

}  // namespace polemarch::vision
