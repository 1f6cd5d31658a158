#pragma once
/// The line along which a base shoots: from its front edge to what of the target lies in its arc (PA-MIS-03, PA-MIS-04). Table frame, mm.
/// Pure.

#include <optional>

#include "engine/geometry/shape.hpp"

namespace polemarch::paean {

/// Nearest points of the front edge and of the part of the target in the arc.
struct ShotLine {
  Vec2 from, to;
  double mm = 1e12;
  Vec2 middle, seen;  ///< what it is seen along: from the middle of the front edge to the nearest point
};
/// Nothing where no part of the target lies in the arc, half_deg degrees to either side of the front edge's ends.
std::optional<ShotLine> line_in_arc(const geometry::Shape& shooter, const geometry::Shape& target, int half_deg);

}  // namespace polemarch::paean
