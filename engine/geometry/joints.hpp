#pragma once
/// Where obstacles touch, or leave a gap too narrow for what moves: nothing passes there, though each obstacle alone may be touched.
/// Table frame, mm. Pure.

#include <span>
#include <vector>

#include "engine/geometry/polygon.hpp"

namespace polemarch::geometry {

/// A gap narrower than this is none: ten times the rounding of a place.
constexpr double kHairMm = 0.01;

/// A thin polygon that fills the joint of two obstacles (or of two parts of one).
struct Joint {
  Outline2 outline;
  std::size_t a = 0, b = 0;  ///< which obstacles, a <= b
  bool at_corners = false;   ///< they meet in a point: the joint stands out beside it by a thousandth of a millimetre, ways bend round it
};

/// The joints of all obstacles that touch, overlap by less than a hair, or leave a gap narrower than `width_mm`: along facing edges all of
/// the space between them, else a patch over the nearest points. Obstacles that overlap more need none.
std::vector<Joint> joints_of(std::span<const Outline2> obstacles, double width_mm = kHairMm);

}  // namespace polemarch::geometry
