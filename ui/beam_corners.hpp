#pragma once
/// Where the table's corners lie in the projector's picture. Pixels, y down. Pure.

#include <optional>

#include "ui/homography.hpp"

namespace polemarch::ui {

/// In the middle and as large as fits, whatever the picture's size, until somebody drags a corner to that of the real table.
class BeamCorners {
 public:
  BeamCorners() = default;
  explicit BeamCorners(const Corners& dragged) : dragged_(dragged) {}

  /// Of a table this large in a picture this large.
  Corners in(double width, double height, double width_mm, double depth_mm) const;
  /// The mouse, with its button down or not: near a corner it takes that one along. What would fold the table over is left undone.
  void mouse(Vec2 at, bool down, const Corners& shown, double width_mm, double depth_mm);
  bool held() const { return held_ >= 0; }
  /// What was dragged; nothing where nobody has touched a corner.
  const std::optional<Corners>& dragged() const { return dragged_; }

 private:
  std::optional<Corners> dragged_;
  int held_ = -1;
};

}  // namespace polemarch::ui
