#include "ui/homography.hpp"

#include <cmath>

namespace polemarch::ui {

std::optional<Homography> Homography::from_corners(double width_mm, double depth_mm, const Corners& q) {
  // Unit square to quadrilateral, in closed form (Heckbert, "Fundamentals of Texture Mapping", 1989, section 2.2.3).
  for (std::size_t i = 0; i < 4; ++i) {
    const Vec2 a = q[i], b = q[(i + 1) % 4], c = q[(i + 2) % 4];
    if (std::abs((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)) < 1e-6) return std::nullopt;
  }
  const double sx = q[0].x - q[1].x + q[2].x - q[3].x, sy = q[0].y - q[1].y + q[2].y - q[3].y;
  const double dx1 = q[1].x - q[2].x, dx2 = q[3].x - q[2].x, dy1 = q[1].y - q[2].y, dy2 = q[3].y - q[2].y;
  const double den = dx1 * dy2 - dx2 * dy1;
  const double g = (sx * dy2 - dx2 * sy) / den, h = (dx1 * sy - sx * dy1) / den;
  Homography out;
  out.h_ = {(q[1].x - q[0].x + g * q[1].x) / width_mm,
            (q[3].x - q[0].x + h * q[3].x) / depth_mm,
            q[0].x,
            (q[1].y - q[0].y + g * q[1].y) / width_mm,
            (q[3].y - q[0].y + h * q[3].y) / depth_mm,
            q[0].y,
            g / width_mm,
            h / depth_mm,
            1.0};
  return out;
}

Vec2 Homography::operator()(Vec2 p) const {
  const double w = h_[6] * p.x + h_[7] * p.y + h_[8];
  return {(h_[0] * p.x + h_[1] * p.y + h_[2]) / w, (h_[3] * p.x + h_[4] * p.y + h_[5]) / w};
}

}  // namespace polemarch::ui
