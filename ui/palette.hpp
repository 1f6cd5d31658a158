#pragma once
/// Colours by role: the Okabe-Ito set, safe for colour-blind players. No role is told by colour alone: each has a pattern (from the scene
/// item) and a name as well. One list for window, projector, PNG, SVG and PDF. Pure.

#include <cstdint>

#include "models/scene.hpp"

namespace polemarch::ui {

struct Colour {
  std::uint8_t r = 0, g = 0, b = 0;
};

/// Where it is painted: on light drawn cloth (paper, the light screen), on the dark screen's cloth, over a camera picture or black
/// (projector).
enum class Ground { Drawn, Dark, Picture, Black };

Colour colour_of(Tone tone, Ground ground);
/// Painted under lines and text so that they stand out from whatever lies below.
Colour casing_of(Tone tone, Ground ground);
/// Whether a line of this role stands on such a casing.
bool has_casing(Tone tone);
/// How strongly an area of this role is filled, 0 to 1.
double fill_strength(Tone tone, Ground ground);
/// The cloth itself.
Colour cloth(Ground ground);

}  // namespace polemarch::ui
