#include "vision/detect/strips/align/line_grid.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "vision/detect/strips/align/strip_sampling.hpp"
#include "vision/pixels/index.hpp"

namespace polemarch::vision {

LineGrid::LineGrid(const StripLayout& layout, double scale) {
  constexpr double kLateral = 1.5;    // mm the strip's middle may lie beside the line
  const double wanted = 0.5 / scale;  // half a pixel
  steps_per_pitch = 2 * std::max(1, static_cast<int>(std::ceil(layout.pitch_mm / wanted / 2)));
  du = layout.pitch_mm / steps_per_pitch;
  dv = wanted;
  // The line found is the spine; a bar's lies beside the strip's middle.
  const auto white = layout.row_range(-1);
  const double lateral = kLateral + std::abs(white.low + white.high) / 2;
  rows = 2 * static_cast<int>((layout.depth_mm / 2 + lateral) / dv) + 1;
  v_low = -dv * (rows / 2);
  shifts = static_cast<int>(lateral / dv);
}

void LineGrid::lay_out(const ImageView& picture, const LocalMap& map, double direction, double half_length) {
  along_rad = direction;
  x_mm = map.x_mm;
  y_mm = map.y_mm;
  columns = 2 * static_cast<int>(std::ceil(half_length / du)) + 1;
  const int middle_column = columns / 2;
  u_low = -du * middle_column;
  grey.resize(at(columns * rows));
  const double det = map.xx * map.yy - map.xy * map.yx;
  const double c = std::cos(along_rad), s = std::sin(along_rad);
  // Pixels per mm along u and v, first order.
  const double ux = (map.yy * c - map.xy * s) / det, uy = (map.xx * s - map.yx * c) / det;
  const double vx = (-map.yy * s - map.xy * c) / det, vy = (map.xx * c + map.yx * s) / det;
  const auto f = [](double value) { return static_cast<float>(value); };
  // Less the level along the middle: sums of large numbers would drown the structure.
  float* out = grey.data();
  sample_ray(picture, {f(map.px + ux * u_low), f(map.py + uy * u_low), f(ux * du), f(uy * du)}, columns, 0, out);
  const float offset = std::accumulate(out, out + columns, 0.0F) / static_cast<float>(columns);
  const Ray first{f(map.px + ux * u_low + vx * v_low), f(map.py + uy * u_low + vy * v_low), f(vx * dv), f(vy * dv)};
  sample_rays(picture, first, f(ux * du), f(uy * du), columns, rows, offset, out);
}

}  // namespace polemarch::vision
