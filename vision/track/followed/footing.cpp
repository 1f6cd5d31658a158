#include "vision/track/followed/footing.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "vision/track/followed/mount.hpp"

namespace polemarch::vision {

namespace {

/// The blocks whose middle lies inside a convex outline.
void fill(const std::vector<PixelPoint>& outline, Footing& out) {
  const auto by_y = [](const PixelPoint& a, const PixelPoint& b) { return a.y < b.y; };
  const auto [top, bottom] = std::minmax_element(outline.begin(), outline.end(), by_y);
  constexpr double kWide = ChangeMap::kBlockWidth, kHigh = ChangeMap::kBlockHeight;
  out.first_row = static_cast<int>(std::ceil(top->y / kHigh - 0.5));
  const int end = static_cast<int>(std::ceil(bottom->y / kHigh - 0.5));
  for (int r = out.first_row; r < end; ++r) {
    const double y = (r + 0.5) * kHigh;
    double x0 = 1e9, x1 = -1e9;
    for (std::size_t i = 0, before = outline.size() - 1; i < outline.size(); before = i++) {
      const PixelPoint a = outline[before], b = outline[i];
      if ((a.y <= y) == (b.y <= y)) continue;
      const double x = a.x + (y - a.y) / (b.y - a.y) * (b.x - a.x);
      x0 = std::min(x0, x), x1 = std::max(x1, x);
    }
    out.rows.push_back({static_cast<int>(std::ceil(x0 / kWide - 0.5)), static_cast<int>(std::ceil(x1 / kWide - 0.5))});
  }
}

bool holds(const Footing& footing, const PixelPoint& at) {
  const int row = static_cast<int>(std::floor(at.y / ChangeMap::kBlockHeight)) - footing.first_row;
  const int column = static_cast<int>(std::floor(at.x / ChangeMap::kBlockWidth));
  if (row < 0 || row >= static_cast<int>(footing.rows.size())) return false;
  const Footing::Blocks& blocks = footing.rows[static_cast<std::size_t>(row)];
  return column >= blocks.from && column < blocks.to;
}

}  // namespace

Footing footing_of(const Footprint& footprint, const MarkerMount& mount, const PrintPose& print, double half_width_mm,
                   double half_height_mm, const LocalPlane& plane) {
  constexpr double kDegree = std::numbers::pi / 180;
  const bool bare = footprint.frontage.um <= 0;
  double x = print.x_mm, y = print.y_mm, heading = print.up_rad / kDegree;
  if (!bare) base_from_print(mount, print, x, y, heading);
  const double fx = std::cos(heading * kDegree), fy = std::sin(heading * kDegree);
  const auto at = [&](double ahead, double left) { return plane.pixel(x + ahead * fx - left * fy, y + ahead * fy + left * fx); };
  std::vector<PixelPoint> outline;
  if (!bare && footprint.outline == Outline::Circle) {
    const double side = std::numbers::pi / 4;  // from corner to corner
    const double radius = 0.5 * footprint.frontage.mm() * std::sqrt(side / std::sin(side));
    outline.reserve(8);
    for (int k = 0; k < 8; ++k) outline.push_back(at(radius * std::cos(k * side), radius * std::sin(k * side)));
  } else {
    const double ahead = bare ? half_height_mm : 0.5 * footprint.depth.mm(), left = bare ? half_width_mm : 0.5 * footprint.frontage.mm();
    outline = {at(ahead, left), at(ahead, -left), at(-ahead, -left), at(-ahead, left)};
  }
  Footing out;
  out.print = plane.pixel(print.x_mm, print.y_mm);
  fill(outline, out);
  out.beside = !holds(out, out.print);
  return out;
}

}  // namespace polemarch::vision
