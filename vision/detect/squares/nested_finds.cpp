#include "vision/detect/squares/nested_finds.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace polemarch::vision {
namespace {

PixelPoint middle_of(const std::array<PixelPoint, 4>& corners) {
  PixelPoint out{0, 0};
  for (const PixelPoint& c : corners) out = {out.x + c.x / 4, out.y + c.y / 4};
  return out;
}

bool holds(const std::array<PixelPoint, 4>& corners, PixelPoint p) {
  int left = 0;
  for (std::size_t k = 0; k < 4; ++k) {
    const PixelPoint &a = corners[k], &b = corners[(k + 1) % 4];
    left += (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x) > 0 ? 1 : 0;
  }
  return left == 0 || left == 4;
}

double area_of(const std::array<PixelPoint, 4>& c) {  // half the cross product of the diagonals
  return 0.5 * std::abs((c[2].x - c[0].x) * (c[3].y - c[1].y) - (c[2].y - c[0].y) * (c[3].x - c[1].x));
}

}  // namespace

void leave_out_nested(std::vector<Detection>& found) {
  std::vector<std::size_t> by_size(found.size());
  std::iota(by_size.begin(), by_size.end(), std::size_t{0});
  std::ranges::stable_sort(by_size, [&](std::size_t a, std::size_t b) { return area_of(found[a].corners) > area_of(found[b].corners); });
  std::vector<bool> out(found.size(), false);
  for (auto outer = by_size.begin(); outer != by_size.end(); ++outer) {
    if (out[*outer]) continue;
    std::vector<std::size_t> inner;
    double sure = 0;
    for (auto at = outer + 1; at != by_size.end(); ++at) {
      if (out[*at] || !holds(found[*outer].corners, middle_of(found[*at].corners))) continue;
      inner.push_back(*at);
      sure += found[*at].margin;
    }
    if (sure > found[*outer].margin) {
      out[*outer] = true;
    } else {
      for (const std::size_t i : inner) out[i] = true;
    }
  }
  std::size_t at = 0;
  std::erase_if(found, [&](const Detection&) { return out[at++]; });
}

}  // namespace polemarch::vision
