#pragma once
/// The plane-to-plane map a projector needs: four corners of the table in the projector's pixels. Pure.

#include <array>
#include <optional>

#include "models/scene.hpp"

namespace polemarch::ui {

/// Where (0,0), (width,0), (width,depth), (0,depth) of the table lie, in pixels.
using Corners = std::array<Vec2, 4>;

/// Table mm -> pixels so that the table's corners fall on `corners`. Nothing when three of them lie on a line.
class Homography {
 public:
  static std::optional<Homography> from_corners(double width_mm, double depth_mm, const Corners& corners);
  Vec2 operator()(Vec2 table) const;

 private:
  std::array<double, 9> h_{};
};

}  // namespace polemarch::ui
