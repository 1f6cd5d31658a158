#pragma once
/// Draws a Scene into an ImGui draw list. `place` maps table millimetres to screen pixels (a seat's view, or a projector's homography), so
/// one painter serves window and projector. Inside ui only.

#include <functional>

#include "models/scene.hpp"
#include "ui/palette.hpp"

struct ImDrawList;
struct ImFont;

namespace polemarch::ui {

struct PaintPlan {
  std::function<Vec2(Vec2)> place;  ///< table mm -> screen pixels
  double px_per_mm = 1.0;           ///< about, for line widths and type
  double type_scale = 1.0;
  Ground ground = Ground::Drawn;
  ImFont* font = nullptr;
  bool labels = true;  ///< false: the page writes names and labels itself
};

void draw_scene(ImDrawList& list, const Scene& scene, const PaintPlan& plan);

}  // namespace polemarch::ui
