#include "vision/detect/squares/lone_finds.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "vision/pixels/homography.hpp"

namespace polemarch::vision {
namespace {

constexpr std::size_t kTogether = 3;  // different numbers
constexpr double kSlant = 1.45;       // times as long as wide; less is no reason for doubt (a camera 46 degrees from above)
constexpr double kModule = 4.0;       // pixels a module; larger finds are told by their edges

/// Length and width of a unit square's picture: the singular values of its map, perspective left aside.
std::pair<double, double> length_and_width(const Quad& q) {
  const PixelPoint across = 0.5 * (q[1] - q[0] + (q[2] - q[3])), down = 0.5 * (q[3] - q[0] + (q[2] - q[1]));
  const double squares = across.x * across.x + across.y * across.y + down.x * down.x + down.y * down.y;
  const double area = std::abs(across.x * down.y - across.y * down.x);
  const double more = std::sqrt(squares + 2 * area), less = std::sqrt(std::max(0.0, squares - 2 * area));
  return {0.5 * (more + less), 0.5 * (more - less)};
}

}  // namespace

void leave_out_lone(std::vector<Detection>& found, int modules) {
  const auto doubtful = [&](const Detection& d) {
    const auto [length, width] = length_and_width(d.corners);
    return length > kSlant * width && length * width < kModule * kModule * modules * modules;
  };
  std::set<MarkerId> numbers;
  for (const Detection& d : found) {
    if (!doubtful(d)) return;
    numbers.insert(d.marker);
  }
  if (numbers.size() < kTogether) found.clear();
}

}  // namespace polemarch::vision
