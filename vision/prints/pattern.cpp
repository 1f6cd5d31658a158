#include "vision/prints/pattern.hpp"

#include <cmath>

namespace polemarch::vision {

namespace {
constexpr int kSubSamples = 4;  // per raster step and axis: an edge is placed to 1/32 of a module
}

Pattern paint_pattern(std::string family, MarkerId marker, double width_mm, double height_mm, double module_mm, double rim_mm,
                      const PatternPaint& paint, int samples_per_module) {
  Pattern p;
  p.family = std::move(family);
  p.marker = marker;
  p.width_mm = width_mm;
  p.height_mm = height_mm;
  p.module_mm = module_mm;
  p.step_mm = module_mm / samples_per_module;
  p.columns = static_cast<int>(std::ceil((width_mm + 2 * rim_mm) / p.step_mm - 1e-9)) + 1;
  p.rows = static_cast<int>(std::ceil((height_mm + 2 * rim_mm) / p.step_mm - 1e-9)) + 1;
  p.left_mm = -0.5 * (p.columns - 1) * p.step_mm;
  p.top_mm = 0.5 * (p.rows - 1) * p.step_mm;
  const auto samples = static_cast<std::size_t>(p.columns) * static_cast<std::size_t>(p.rows);
  p.value.resize(samples);
  p.weight.resize(samples);
  std::size_t at = 0;
  for (int r = 0; r < p.rows; ++r) {
    for (int c = 0; c < p.columns; ++c, ++at) {
      double sum = 0;
      int inside = 0;
      for (int i = 0; i < kSubSamples * kSubSamples; ++i) {
        const int across = i % kSubSamples, down = i / kSubSamples;
        const double dx = (across + 0.5) / kSubSamples - 0.5, dy = (down + 0.5) / kSubSamples - 0.5;
        const double v = paint(p.left_mm + (c + dx) * p.step_mm, p.top_mm - (r + dy) * p.step_mm);
        if (v < 0) continue;
        sum += v;
        ++inside;
      }
      p.value[at] = inside > 0 ? static_cast<float>(sum / inside) : 0.0F;
      p.weight[at] = static_cast<float>(inside) / (kSubSamples * kSubSamples);
    }
  }
  return p;
}

Pattern pattern_of(std::string family, MarkerId marker, double width_mm, double height_mm, double module_mm, double rim_mm,
                   const std::vector<PatternRect>& rects, int samples_per_module) {
  const auto paint = [&rects](double x, double y) {
    for (auto rect = rects.rbegin(); rect != rects.rend(); ++rect)
      if (x >= rect->x0 && x < rect->x1 && y >= rect->y0 && y < rect->y1) return rect->white ? 1.0 : 0.0;
    return -1.0;
  };
  return paint_pattern(std::move(family), marker, width_mm, height_mm, module_mm, rim_mm, paint, samples_per_module);
}

}  // namespace polemarch::vision
