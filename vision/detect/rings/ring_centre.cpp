/// The centre of a ring from the white ring's outer edge along 64 rays.
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "vision/detect/rings/ring_read.hpp"
#include "vision/pixels/bilinear.hpp"
#include "vision/pixels/index.hpp"

namespace polemarch::vision {
namespace {

constexpr double kLeastRays = 0.35;  // of all that must show the white ring's outer edge on one circle; more is faster
constexpr int kRays = 64;
constexpr double kStepPx = 0.32;  // along a ray

struct Direction {
  double x, y;
};
const std::array<Direction, kRays>& rays() {
  static const std::array<Direction, kRays> made = [] {
    std::array<Direction, kRays> out{};
    for (int k = 0; k < kRays; ++k) out[at(k)] = {std::cos(2 * std::numbers::pi * k / kRays), std::sin(2 * std::numbers::pi * k / kRays)};
    return out;
  }();
  return made;
}

}  // namespace

bool centre_ring(const ImageView& picture, const LocalMap& map, const StripLayout& layout, float least_fall, RingPose& pose) {
  constexpr int kMostSteps = 64;
  const double edge = layout.row_range(-1).high, det = map.xx * map.yy - map.xy * map.yx, step = kStepPx / map.px_per_mm();
  const double right = picture.width - 1.01, low = picture.height - 1.01;
  for (int round = 0; round < 3; ++round) {
    const double reach = round == 0 ? 1.5 : 1.0;  // mm the edge may lie off
    const int n = std::min(kMostSteps, static_cast<int>(2 * reach / step) + 3);
    // Where along each ray the picture falls fastest outwards; then the shift that explains most rays.
    std::array<double, kRays> off{}, strength{};
    std::array<float, kMostSteps> seen{};
    const PixelPoint c = map.to_pixel(pose.x_mm, pose.y_mm);
    for (int k = 0; k < kRays; ++k) {
      const auto [ex, ey] = rays()[at(k)];
      const double px = (map.yy * ex - map.xy * ey) / det, py = (map.xx * ey - map.yx * ex) / det;
      for (int i = 0; i < n; ++i) {
        const double r = edge + (i - (n - 1) / 2.0) * step;
        seen[at(i)] = bilinear(picture, static_cast<float>(std::clamp(c.x + px * r, 0.0, right)),
                               static_cast<float>(std::clamp(c.y + py * r, 0.0, low)));
      }
      float most = 0;
      for (int i = 1; i + 1 < n; ++i) {
        const float fall = seen[at(i - 1)] - seen[at(i + 1)];
        if (fall <= most) continue;
        most = fall;
        off[at(k)] = (i - (n - 1) / 2.0) * step;
      }
      strength[at(k)] = most > least_fall ? 1 : 0;
    }
    // Robust: three rounds of weights falling with distance.
    double dx = 0, dy = 0;
    for (int pass = 0; pass < 4; ++pass) {
      double xx = 1e-6, xy = 0, yy = 1e-6, bx = 0, by = 0;
      for (int k = 0; k < kRays; ++k) {
        const auto [ex, ey] = rays()[at(k)];
        const double miss = (off[at(k)] - ex * dx - ey * dy) / (pass == 0 ? 1.0 : 0.5);
        const double w = strength[at(k)] / (1 + miss * miss);
        xx += w * ex * ex;
        xy += w * ex * ey;
        yy += w * ey * ey;
        bx += w * ex * off[at(k)];
        by += w * ey * off[at(k)];
      }
      const double both = xx * yy - xy * xy;
      dx = (yy * bx - xy * by) / both;
      dy = (xx * by - xy * bx) / both;
    }
    if (std::hypot(dx, dy) > 3) return false;
    int agree = 0;
    for (int k = 0; k < kRays; ++k) {
      const double miss = off[at(k)] - rays()[at(k)].x * dx - rays()[at(k)].y * dy;
      agree += strength[at(k)] > 0 && std::abs(miss) < 0.5 ? 1 : 0;
    }
    if (agree < kLeastRays * kRays) return false;
    pose.x_mm += dx;
    pose.y_mm += dy;
    if (round > 0 && std::hypot(dx, dy) < 0.05) break;
  }
  return true;
}

}  // namespace polemarch::vision
