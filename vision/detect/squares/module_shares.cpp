#include "vision/detect/squares/module_shares.hpp"

namespace polemarch::vision {

NormalTable::NormalTable() {
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const double x = static_cast<double>(i) / kPerUnit - static_cast<double>(kReach);
    entries[i] = {static_cast<float>(0.5 * std::erfc(-x / std::sqrt(2.0))),
                  static_cast<float>(std::exp(-0.5 * x * x) / std::sqrt(2.0 * 3.14159265358979323846))};
  }
}

const NormalTable& normal_table() {
  static const NormalTable table;
  return table;
}

ModulePixels pixels_of(const ImageView& gray, const Quad& quad, int modules, double rim_modules, int most) {
  ModulePixels pixels;
  const Homography inverse = unit_square_to(quad).inverse();
  double x0 = 1e9, x1 = -1e9, y0 = 1e9, y1 = -1e9, perimeter = 0;
  const PixelPoint centre = 0.25 * (quad[0] + quad[1] + quad[2] + quad[3]);
  const double grow = 1.0 + 2.4 * rim_modules / modules;
  for (std::size_t k = 0; k < 4; ++k) {
    const PixelPoint p = centre + grow * (quad[k] - centre);
    x0 = std::min(x0, p.x), x1 = std::max(x1, p.x), y0 = std::min(y0, p.y), y1 = std::max(y1, p.y);
    perimeter += length(quad[(k + 1) % 4] - quad[k]);
  }
  pixels.module_px = 0.25 * perimeter / modules;
  const double area = signed_area(quad) * grow * grow;
  const int stride = std::max(1, static_cast<int>(std::sqrt(area / most) + 0.5));
  const int top = std::max(0, static_cast<int>(std::ceil(y0))), bottom = std::min(gray.height - 1, static_cast<int>(std::floor(y1)));
  const int left = std::max(0, static_cast<int>(std::ceil(x0))), right = std::min(gray.width - 1, static_cast<int>(std::floor(x1)));
  const double rim = rim_modules / modules;
  pixels.samples.reserve(static_cast<std::size_t>(std::max(16.0, 1.2 * area / (stride * stride))));
  for (int y = top; y <= bottom; y += stride) {
    const int shift = stride > 1 ? (y / stride * 7) % stride : 0;  // keep the samples off one line of modules
    for (int x = left + shift; x <= right; x += stride) {
      const PixelPoint uv = inverse.map(x, y);
      if (uv.x < -rim || uv.x > 1 + rim || uv.y < -rim || uv.y > 1 + rim) continue;
      pixels.samples.push_back({static_cast<double>(x), static_cast<double>(y), static_cast<double>(gray.row(y)[x])});
    }
  }
  return pixels;
}

std::optional<double> take_step(Quad& quad, double& blur, const std::vector<double>& step, double module_px) {
  const double most = 0.35 * module_px;
  double moved = 0;
  for (std::size_t c = 0; c < 4; ++c) {
    PixelPoint by{step[2 * c], step[2 * c + 1]};
    const double size = length(by);
    if (!std::isfinite(size)) return std::nullopt;
    if (size > most) by = (most / size) * by;
    quad[c] = quad[c] + by;
    moved = std::max(moved, length(by));
  }
  blur = std::clamp(blur + std::clamp(step[8], -0.3, 0.3), kLeastBlurPx, std::max(kLeastBlurPx, std::min(kMostBlurPx, 0.75 * module_px)));
  return moved;
}

}  // namespace polemarch::vision
