// Which views of the board are still missing, in the words a player reads.
#include <algorithm>
#include <cmath>

#include "calibration/lens/lens.hpp"

namespace polemarch::calibration {
namespace {

constexpr int kEnoughViews = 8;
constexpr double kTilted = 0.2;  // sine of 12 degrees

}  // namespace

std::vector<std::string> missing_views(const std::vector<BoardView>& views, const std::vector<std::array<double, 3>>& normals) {
  std::vector<std::string> missing;
  std::array<bool, 9> covered{};
  int found = 0;
  double nearest = 0;
  for (const BoardView& view : views) {
    if (view.corners.empty()) continue;
    ++found;
    double x0 = 1e9, x1 = -1e9;
    for (const BoardCorner& c : view.corners) {
      const int column = std::clamp(static_cast<int>(3 * c.pixel.x / view.width), 0, 2),
                row = std::clamp(static_cast<int>(3 * c.pixel.y / view.height), 0, 2);
      covered[static_cast<std::size_t>(3 * row + column)] = true;
      x0 = std::min(x0, c.pixel.x);
      x1 = std::max(x1, c.pixel.x);
    }
    nearest = std::max(nearest, (x1 - x0) / view.width);
  }
  constexpr std::array kPlaces{"in the top left corner",    "at the top edge",    "in the top right corner",
                               "at the left edge",          "in the middle",      "at the right edge",
                               "in the bottom left corner", "at the bottom edge", "in the bottom right corner"};
  for (const std::size_t i : {0, 2, 6, 8, 4, 1, 3, 5, 7})
    if (!covered[i]) missing.push_back("hold the board " + std::string(kPlaces[i]) + " of the picture");
  if (!normals.empty()) {
    bool sideways = false, lengthways = false;
    for (const auto& n : normals) {
      sideways |= std::abs(n[0]) > kTilted;
      lengthways |= std::abs(n[1]) > kTilted;
    }
    if (!sideways) missing.emplace_back("tilt the board so that its left or right side comes 20 to 40 degrees nearer");
    if (!lengthways) missing.emplace_back("tilt the board so that its top or bottom comes 20 to 40 degrees nearer");
  }
  if (found > 0 && nearest < 0.35) missing.emplace_back("hold the board nearer, so that it fills half the picture");
  if (const int more = kEnoughViews - found; more > 0)
    missing.push_back(more == 1 ? "one more view makes the lens surer" : std::to_string(more) + " more views make the lens surer");
  return missing;
}

}  // namespace polemarch::calibration
