#pragma once
/// What a base looks like from above, and where its printed marker sits on it. Millimetres in the base's own frame: origin at the
/// centre of the footprint, +x to the front (the heading), +y to the base's left. Pure.

#include <optional>
#include <string>

#include "models/ids.hpp"
#include "models/units.hpp"

namespace polemarch {

enum class Outline { Rectangle, Circle };

/// The area of a base that the rules measure from. Tail tabs are never part of it.
struct Footprint {
  Outline outline = Outline::Rectangle;
  Length frontage;  ///< width along the front edge; diameter of a circle
  Length depth;     ///< front edge to rear edge; equals frontage for a circle
  auto operator<=>(const Footprint&) const = default;
};

/// Where the marker lies relative to its base. The offset may lie outside the footprint: a tail tab behind the base.
struct MarkerMount {
  std::string family = "DICT_APRILTAG_36h11";  ///< an OpenCV dictionary name or a strip family (STRIP40x6, RING32 ...)
  MarkerId marker;
  double size_mm = 25.0;              ///< side of the black square; length of a strip; diameter of a ring
  double offset_x_mm = 0.0;           ///< marker centre in the base frame, forward
  double offset_y_mm = 0.0;           ///< marker centre in the base frame, left
  double rotation_deg = 0.0;          ///< from the base's heading to the marker's own up direction, counter-clockwise
  double height_mm = 0.0;             ///< of the marker's surface above the ground the base stands on
  std::optional<double> print_scale;  ///< printed size over nominal size, where it was measured with a ruler
};

/// One stand of a unit as declared in a bases file or a roster.
struct BaseSpec {
  BaseId base;
  UnitId unit;
  Footprint footprint;
  MarkerMount mount;
};

}  // namespace polemarch
