/// StripAligner: whether a line is worth laying out.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "vision/detect/strip_align.hpp"

namespace polemarch::vision {
namespace {
std::size_t at(int i) { return static_cast<std::size_t>(i); }

// Share of the places that a window may show fewer than the best and still be a likely one; where the line is soft; where covered
// strips are wanted too.
constexpr double kFewer = 0.07, kFewerSoft = 0.12, kFewerCovered = 0.3;

}  // namespace

LinePromise StripAligner::promise(const ImageView& picture, const LocalMap& map, const BrightLine& line, bool covered) {
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
  covered_wanted_ = covered;
  ahead_.clear();
  int own = 0, owned = 0;
  const int inner_half = static_cast<int>(line.length_px) / 2;
  // In parts of a pixel, 16 bits.
  constexpr int kPart = 1 << 16;
  const auto fixed = [](double px) { return static_cast<std::int64_t>(px * kPart); };
  const std::int64_t step_x = fixed(cx), step_y = fixed(cy);
  std::int64_t fine_x = fixed(line.px + 0.5) - half * step_x, fine_y = fixed(line.py + 0.5) - half * step_y;
  for (int at_px = -half; at_px <= half; ++at_px, fine_x += step_x, fine_y += step_y) {
    const int x = static_cast<int>(fine_x >> 16), y = static_cast<int>(fine_y >> 16);
    Ahead best;
    if (x >= margin && y >= margin && x < picture.width - margin && y < picture.height - margin) {
      const std::uint8_t* p = picture.row(y) + x;
      int most = -256;
      for (const std::ptrdiff_t l : lateral) {
        const std::uint8_t* q = p + l;
        const int above = q[up], below = q[down], lead = q[0] - std::max(above, below);
        if (lead <= most) continue;
        most = lead;
        best = {std::max(0, lead), above + below, above * above + below * below};
      }
    }
    if (std::abs(at_px) <= inner_half) own += best.lead, ++owned;
    ahead_.push_back(best);
  }
  LinePromise promise;
  if (own <= 0) return promise;
  // How many places of each window look so, by the window's end; the windows that hold most.
  const auto looks_so = [&](int i) { return 4 * ahead_[at(i)].lead * owned > own ? 1 : 0; };
  const int count = static_cast<int>(ahead_.size());
  held_.resize(ahead_.size());
  int inside = 0, most = 0, first = 0, last = 0;
  for (int i = 0; i < count; ++i) {
    inside += looks_so(i);
    if (i >= window) inside -= looks_so(i - window);
    held_[at(i)] = inside;
    if (inside > most) {
      most = inside;
      first = i;
    }
    if (inside == most) last = i;
  }
  const auto middle_of = [&](double end) { return end - (window - 1) / 2.0 - half; };
  likely_middle_px_ = middle_of((first + last) / 2.0);
  const double fewer = layout.kind == StripKind::SideBar ? 1 : covered ? kFewerCovered : soft_ ? kFewerSoft : kFewer;
  const int enough = static_cast<int>(std::ceil((1 - fewer) * most));
  while (first > 0 && held_[at(first - 1)] >= enough) --first;
  while (last + 1 < count && held_[at(last + 1)] >= enough) ++last;
  likely_low_px_ = middle_of(first);
  likely_high_px_ = middle_of(last);
  promise.share = static_cast<float>(most) / static_cast<float>(window);
  const int from = std::max(0, static_cast<int>(likely_middle_px_ + half - (window - 1) / 2.0 + 0.5)), to = std::min(count, from + window);
  std::int64_t lead = 0, edges = 0, edges_squared = 0;
  for (int i = from; i < to; ++i) {
    const Ahead& a = ahead_[at(i)];
    lead += a.lead;
    edges += a.edges;
    edges_squared += a.edges_squared;
  }
  const double n = std::max(1, to - from), mean = static_cast<double>(edges) / (2 * n);
  edge_scatter_ = static_cast<float>(1 + std::sqrt(std::max(0.0, static_cast<double>(edges_squared) / (2 * n) - mean * mean)));
  promise.lead = static_cast<float>(static_cast<double>(lead) / n) / edge_scatter_;
  return promise;
}

float StripAligner::least_lead(const LeastLead& of) const {
  const StripLayout& layout = decoder_.profiles().layout();
  if (layout.kind == StripKind::SideBar) return 0;  // beside a bar there are teeth
  return (covered_wanted_ ? of.covered : 1.0F) * of.at(layout.spine_mm / decoder_.profiles().blur().across_mm);
}

bool StripAligner::worth(const LinePromise& promise, const AlignSettings& settings) const {
  const float least = soft_ ? settings.least_promise_soft : covered_wanted_ ? settings.least_promise_covered : settings.least_promise;
  return promise.share >= least && promise.lead >= least_lead(settings.line_lead);
}

}  // namespace polemarch::vision
