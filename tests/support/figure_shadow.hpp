#pragma once
/// Shadows that figures cast over prints, laid over rendered pictures.

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "models/detection.hpp"
#include "models/image.hpp"

namespace polemarch::test {

/// A figure's shadow: a band that ends within the print, with a border of some pixels.
struct Shadow {
  PixelPoint at;          ///< the middle of its front edge
  double ux = 0, uy = 0;  ///< from there on into the dark
  double half_px = 0, soft_px = 0, light = 1;

  double share(double x, double y) const {
    const double dx = x - at.x, dy = y - at.y, in = dx * ux + dy * uy, aside = std::abs(dy * ux - dx * uy);
    const auto edge = [this](double depth) { return std::clamp(0.5 + depth / soft_px, 0.0, 1.0); };
    return 1 - (1 - light) * edge(in) * edge(half_px - aside) * edge(30 - in);
  }
};

inline Frame shaded(const Frame& frame, const std::vector<Shadow>& shadows) {
  Image picture = *frame.gray;
  for (const Shadow& s : shadows)
    for (int y = std::max(0, static_cast<int>(s.at.y) - 36); y < std::min(picture.height, static_cast<int>(s.at.y) + 36); ++y)
      for (int x = std::max(0, static_cast<int>(s.at.x) - 36); x < std::min(picture.width, static_cast<int>(s.at.x) + 36); ++x)
        picture.row(y)[x] = static_cast<std::uint8_t>(std::lround(picture.row(y)[x] * s.share(x, y)));
  Frame out = frame;
  out.gray = std::make_shared<const Image>(std::move(picture));
  return out;
}

}  // namespace polemarch::test
