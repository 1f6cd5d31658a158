#include "calibration/board/edge_blur.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

namespace polemarch::calibration {

double sample(const ImageView& gray, double x, double y) {
  x = std::clamp(x, 0.0, gray.width - 1.001);
  y = std::clamp(y, 0.0, gray.height - 1.001);
  const int ix = static_cast<int>(x), iy = static_cast<int>(y);
  const double fx = x - ix, fy = y - iy;
  const auto* r0 = gray.row(iy) + ix;
  const auto* r1 = gray.row(iy + 1) + ix;
  return (1 - fy) * ((1 - fx) * r0[0] + fx * r0[1]) + fy * ((1 - fx) * r1[0] + fx * r1[1]);
}

double edge_sigma(const ImageView& gray, PixelPoint a, PixelPoint b, double reach) {
  const double length = std::hypot(b.x - a.x, b.y - a.y);
  if (length < 6 || reach < 1.5) return -1;
  const double ux = (b.x - a.x) / length, uy = (b.y - a.y) / length, nx = -uy, ny = ux;
  constexpr double kStep = 0.25;
  const int half = static_cast<int>(reach / kStep);
  std::vector<double> profile(static_cast<std::size_t>(2 * half + 1), 0.0);
  const int lines = std::max(3, static_cast<int>(0.4 * length));
  for (int k = 0; k < lines; ++k) {
    const double along = length * (0.3 + 0.4 * k / (lines - 1));
    for (int i = -half; i <= half; ++i) {
      const double x = a.x + ux * along + nx * i * kStep, y = a.y + uy * along + ny * i * kStep;
      if (x < 0 || y < 0 || x > gray.width - 1 || y > gray.height - 1) return -1;
      profile[static_cast<std::size_t>(i + half)] += sample(gray, x, y) / lines;
    }
  }
  const auto [low, high] = std::ranges::minmax_element(profile);
  const double contrast = *high - *low;
  if (contrast < 25) return -1;
  double steepest = 0;
  for (std::size_t i = 2; i + 2 < profile.size(); ++i)
    steepest = std::max(steepest, std::abs(profile[i + 2] - profile[i - 2]) / (4 * kStep));
  const double seen = contrast / (std::sqrt(2 * std::numbers::pi) * steepest);  // of a Gaussian edge
  // Bilinear sampling (1/6) and the difference over one pixel (1/12) soften the edge on their own.
  return std::sqrt(std::max(0.01, seen * seen - 0.25));
}

}  // namespace polemarch::calibration
