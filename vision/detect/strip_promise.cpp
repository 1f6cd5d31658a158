/// StripAligner: whether a line is worth laying out.
#include <algorithm>
#include <array>
#include <cmath>

#include "vision/detect/strip_align.hpp"

namespace polemarch::vision {
namespace {
std::size_t at(int i) { return static_cast<std::size_t>(i); }
}  // namespace

float StripAligner::promise(const ImageView& picture, const LocalMap& map, const BrightLine& line) {
  const StripLayout& layout = decoder_.profiles().layout();
  const double cx = std::cos(line.angle), cy = std::sin(line.angle);
  const double ax = map.xx * cx + map.xy * cy, ay = map.yx * cx + map.yy * cy, scale = 1 / std::sqrt(ax * ax + ay * ay);  // px per mm along
  const double spine = (layout.length_mm - 2 * layout.end_mm) * scale;
  const int window = std::max(4, static_cast<int>(spine));
  const int half = static_cast<int>(std::abs(line.length_px - spine) / 2 + spine / 2 + 1.5 * scale);
  // As the lines were found: a bar where it meets its teeth.
  const auto across = layout.row_range(-1);
  const double middle = layout.kind == StripKind::SideBar ? 0.0 : (across.low + across.high) / 2;
  const double edge = layout.depth_mm / 2 - layout.edge_mm / 2;
  // Pixels of a millimetre across, to the left of the line's direction on the plane.
  const double det = map.xx * map.yy - map.xy * map.yx, c = ax * scale, s = ay * scale;
  const double vx = (-map.yy * s - map.xy * c) / det, vy = (map.xx * c + map.yx * s) / det, one = 1 / std::sqrt(vx * vx + vy * vy);
  const std::ptrdiff_t stride = picture.stride;
  const auto offset = [&](double mm) {
    return static_cast<std::ptrdiff_t>(std::floor(vy * mm + 0.5)) * stride + static_cast<std::ptrdiff_t>(std::floor(vx * mm + 0.5));
  };
  const std::array<std::ptrdiff_t, 3> lateral{0, offset(one), offset(-one)};
  const std::ptrdiff_t up = offset(edge - middle), down = offset(-edge - middle);
  const int margin = static_cast<int>((edge + std::abs(middle)) / one) + 3;
  ahead_.clear();
  int own = 0, owned = 0;
  for (int at_px = -half; at_px <= half; ++at_px) {
    const int x = static_cast<int>(line.px + cx * at_px + 0.5), y = static_cast<int>(line.py + cy * at_px + 0.5);
    int best = 0;
    if (x >= margin && y >= margin && x < picture.width - margin && y < picture.height - margin) {
      const std::uint8_t* p = picture.row(y) + x;
      for (const std::ptrdiff_t l : lateral) {
        const std::uint8_t* q = p + l;
        best = std::max(best, q[0] - std::max(q[up], q[down]));
      }
    }
    if (2 * std::abs(at_px) < static_cast<int>(line.length_px)) own += best, ++owned;
    ahead_.push_back(best);
  }
  if (own <= 0) return 0;
  int inside = 0, most = 0, first = 0, last = 0;  // the windows that hold most, by their ends
  for (int i = 0; i < static_cast<int>(ahead_.size()); ++i) {
    inside += 4 * ahead_[at(i)] * owned > own ? 1 : 0;
    if (i >= window) inside -= 4 * ahead_[at(i - window)] * owned > own ? 1 : 0;
    if (inside > most) {
      most = inside;
      first = i;
    }
    if (inside == most) last = i;
  }
  likely_middle_px_ = (first + last) / 2.0 - (window - 1) / 2.0 - half;
  return static_cast<float>(most) / static_cast<float>(window);
}

}  // namespace polemarch::vision
