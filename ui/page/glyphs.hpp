#pragma once
/// The glyphs of a unit's state as flat shapes, the same on plates, panel and help page. Inside ui/page only.

#include "engine/core/showing.hpp"
#include "ui/page/pen.hpp"

namespace polemarch::ui::page {

/// Draws a glyph in a square of `size` pixels with its upper left corner at `at`.
void draw_glyph(Pen& pen, engine::Glyph glyph, Px at, double size, Paint paint);

}  // namespace polemarch::ui::page
