#pragma once
/// The mounts we print for: where a marker sits on or behind a base. Base frame, mm (footprint.hpp). Pure.

#include "models/footprint.hpp"

namespace polemarch {

constexpr double kTailTabMm = 25.0;        ///< a tab's side, white rim included
constexpr double kTailTabMarkerMm = 20.0;  ///< black square on the 25 mm tab; 16 mm on a 20 mm tab
constexpr double kTailTabHeightMm = 1.0;   ///< card and glue

constexpr double kBaseHeightMm = 2.0;  ///< top of a usual base over the ground; strips and rings lie on it

/// A square marker on a tab that sticks out behind the base, upright as seen from behind the unit.
inline MarkerMount tail_tab(const Footprint& footprint, MarkerId marker, double tab_mm = kTailTabMm) {
  MarkerMount mount;
  mount.marker = marker;
  mount.size_mm = tab_mm * kTailTabMarkerMm / kTailTabMm;
  mount.offset_x_mm = -(footprint.depth.mm() / 2 + tab_mm / 2);
  mount.height_mm = kTailTabHeightMm;
  return mount;
}

}  // namespace polemarch
