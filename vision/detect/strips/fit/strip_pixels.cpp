/// The pixels of one strip with their places on the plane, ready for the fit.
#include <algorithm>
#include <cmath>

#include "vision/detect/strips/fit/strip_fit.hpp"
#include "vision/pixels/index.hpp"
#include "vision/pixels/simd.hpp"

namespace polemarch::vision {

namespace {

constexpr double kMarginPx = 0.7;  // beyond it a pixel of a fine picture shows nothing of the strip

/// A row of pixels: place on the plane (second order in x) and grey level.
struct RowJob {
  const std::uint8_t* row;
  int count, every;
  float dx;                         // of the first pixel
  std::array<float, 3> to_x, to_y;  // factors of 1, dx, dx^2
  float *x, *y, *grey;
};

POLEMARCH_INLINE float collect_row_body(const RowJob& job) {
  int sum = 0;
  for (int i = 0; i < job.count; ++i) {
    const float dx = job.dx + static_cast<float>(i * job.every);
    job.x[i] = job.to_x[0] + dx * (job.to_x[1] + dx * job.to_x[2]);
    job.y[i] = job.to_y[0] + dx * (job.to_y[1] + dx * job.to_y[2]);
    job.grey[i] = static_cast<float>(job.row[i * job.every]);
    sum += job.row[i * job.every];
  }
  return static_cast<float>(sum);
}
POLEMARCH_DISPATCH(float, collect_row, (const RowJob& job), (job))

}  // namespace

void collect_pixels(const ImageView& picture, const LocalMap& map, const StripPose& pose, const StripLayout& layout, StripPixels& pixels,
                    int every) {
  pixels.count = 0;
  pixels.rows.clear();
  pixels.origin = pose;
  const double margin = std::min(kStripMarginMm, kMarginPx / map.px_per_mm());
  const double half_u = layout.length_mm / 2 + margin, half_v = layout.depth_mm / 2 + margin;
  const double c = std::cos(pose.along_rad), s = std::sin(pose.along_rad);
  std::array<PixelPoint, 4> corners;
  double top = 1e9, low = -1e9;
  for (int k = 0; k < 4; ++k) {
    const double u = k == 0 || k == 3 ? -half_u : half_u, v = k < 2 ? half_v : -half_v;
    corners[at(k)] = map.to_pixel(pose.x_mm + c * u - s * v, pose.y_mm + s * u + c * v);
    const PixelPoint& p = corners[at(k)];
    if (p.x < 0 || p.y < 0 || p.x > picture.width - 1 || p.y > picture.height - 1) return;
    top = std::min(top, p.y);
    low = std::max(low, p.y);
  }
  double sum = 0;
  for (int y = static_cast<int>(std::ceil(top)); y <= static_cast<int>(low); y += every) {
    // The row's span between the outline's edges.
    double left = 1e9, right = -1e9;
    for (int k = 0; k < 4; ++k) {
      const PixelPoint &a = corners[at(k)], &b = corners[at((k + 1) % 4)];
      if ((a.y < y && b.y < y) || (a.y > y && b.y > y) || a.y == b.y) continue;
      const double x = a.x + (b.x - a.x) * (y - a.y) / (b.y - a.y);
      left = std::min(left, x);
      right = std::max(right, x);
    }
    const std::uint8_t* row = picture.row(y);
    const int from = std::max(0, static_cast<int>(std::ceil(left))), to = std::min(picture.width - 1, static_cast<int>(std::floor(right)));
    if (to < from) continue;
    const auto n = static_cast<std::size_t>((to - from) / every + 1);
    pixels.reserve(pixels.count + n);
    if (every == 1) pixels.rows.push_back({y, from, static_cast<int>(n), pixels.count});
    const double dy = y - map.py;
    const auto f = [](double value) { return static_cast<float>(value); };
    sum += static_cast<double>(
        collect_row({row + from,
                     static_cast<int>(n),
                     every,
                     f(from - map.px),
                     {f(map.x_mm - pose.x_mm + dy * (map.xy + map.x_dydy * dy)), f(map.xx + map.x_dxdy * dy), f(map.x_dxdx)},
                     {f(map.y_mm - pose.y_mm + dy * (map.yy + map.y_dydy * dy)), f(map.yx + map.y_dxdy * dy), f(map.y_dxdx)},
                     pixels.x.data() + pixels.count,
                     pixels.y.data() + pixels.count,
                     pixels.grey.data() + pixels.count}));
    pixels.count += n;
  }
  pixels.offset = pixels.count > 0 ? static_cast<float>(sum / static_cast<double>(pixels.count)) : 0.0F;
  for (std::size_t i = 0; i < pixels.count; ++i) pixels.grey[i] -= pixels.offset;
  pixels.reserve(pixels.count + kWide);
  pixels.trust.assign(pixels.x.size(), 0.0F);  // what fills up the last register counts nothing
  std::fill_n(pixels.trust.begin(), pixels.count, 1.0F);
  for (auto* column : {&pixels.x, &pixels.y, &pixels.grey})
    std::fill_n(column->begin() + static_cast<std::ptrdiff_t>(pixels.count), kWide, 0.0F);
  const double scale = map.px_per_mm();
  pixels.area_mm2 = static_cast<float>(every * every / (scale * scale));
}

}  // namespace polemarch::vision
