#pragma once
/// Colours and sizes of the screen by role: the Okabe-Ito set, dark and light. Sizes are pixels at a height of 1080. Pure.

#include "models/ids.hpp"
#include "ui/page/items.hpp"
#include "ui/view_state.hpp"

namespace polemarch::ui::page {

struct Theme {
  Paint ground, card, raised, text, second, third;
  Paint plate_a, ink_a, line_a, plate_b, ink_b, line_b;
  Paint selected, allowed, refused, doubt;
  Paint paper, ink, key, key_ink, key_edge;

  Paint plate(Side side) const { return side == Side::A ? plate_a : plate_b; }
  Paint ink_on(Side side) const { return side == Side::A ? ink_a : ink_b; }
  Paint line(Side side) const { return side == Side::A ? line_a : line_b; }
};

const Theme& dark_theme();
const Theme& light_theme();

/// How far the camera's picture steps back behind what is drawn over it, 0 to 1.
inline double picture_dimming(const ViewState& view) { return view.light ? 0.18 : 0.36; }

/// Type sizes by role.
namespace type {
inline constexpr double kTyped = 44, kNow = 30, kNowLine = 35, kTitle = 24, kFigure = 24, kRow = 18, kButton = 17, kAside = 16, kSmall = 14;
}

}  // namespace polemarch::ui::page
