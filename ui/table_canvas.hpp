#pragma once
/// The table in the window: picture or cloth, scene, and what the mouse does on it. Inside ui only.

#include <optional>
#include <vector>

#include "models/intent.hpp"
#include "ui/page/table_fit.hpp"
#include "ui/page_painter.hpp"
#include "ui/view_state.hpp"

namespace polemarch::ui {

/// Mouse work that lasts longer than one picture.
struct CanvasMemory {
  struct Drag {
    BaseId base;
    UnitId unit;         ///< the whole unit, where it is one
    Vec2 grip;           ///< from the base's centre to where it was taken, mm
    Vec2 centre, taken;  ///< where it is and where it was taken
    double heading_deg = 0;
    std::vector<Vec2> outline;  ///< as drawn when taken, relative to the centre
    double taken_heading_deg = 0;
  };
  std::optional<Drag> drag;
  std::optional<Vec2> ruler_from;
  UnitId pointed;  ///< the unit the mouse rests on
};

/// The unit that stands there; empty where none does.
UnitId unit_under(const ViewState& view, Vec2 at);

/// What the mouse did since the last picture on the table that fills the present ImGui window. `fit`: where the table lies.
std::vector<Intent> use_mouse(const ViewState& view, const page::TableFit& fit, CanvasMemory& memory);

/// Fills the present ImGui window with the table. `texture`: GL name of the picture or 0.
void draw_table_canvas(const ViewState& view, const PageFonts& fonts, unsigned texture, const page::TableFit& fit,
                       const CanvasMemory& memory);

/// The base drawn at `at` in the scene, topmost first, with its centre and heading; for tests and the canvas.
std::optional<CanvasMemory::Drag> base_at(const Scene& scene, Vec2 at);
/// The unit that stands there, to be dragged as a whole.
std::optional<CanvasMemory::Drag> unit_at(const ViewState& view, Vec2 at);
/// What the mouse leaves behind: a base or a unit elsewhere or turned; nothing where it only touched it.
std::optional<Intent> put_down(const CanvasMemory::Drag& drag);

}  // namespace polemarch::ui
