#include "ui/beam_corners.hpp"

#include <algorithm>
#include <cmath>

namespace polemarch::ui {

Corners BeamCorners::in(double width, double height, double width_mm, double depth_mm) const {
  if (dragged_) return *dragged_;
  const double scale = std::min(width / std::max(1.0, width_mm), height / std::max(1.0, depth_mm));
  const double left = (width - scale * width_mm) / 2, top = (height - scale * depth_mm) / 2, right = width - left, bottom = height - top;
  return {Vec2{left, bottom}, Vec2{right, bottom}, Vec2{right, top}, Vec2{left, top}};
}

void BeamCorners::mouse(Vec2 at, bool down, const Corners& shown, double width_mm, double depth_mm) {
  constexpr double kNear = 40;
  if (!down) held_ = -1;
  for (std::size_t i = 0; i < shown.size() && down && held_ < 0; ++i)
    if (std::hypot(shown[i].x - at.x, shown[i].y - at.y) < kNear) held_ = static_cast<int>(i);
  if (held_ < 0) return;
  Corners moved = shown;
  moved[static_cast<std::size_t>(held_)] = at;
  if (Homography::from_corners(width_mm, depth_mm, moved)) dragged_ = moved;
}

}  // namespace polemarch::ui
