#pragma once
/// What the way of a whole unit amounts to: the manoeuvre of one block that leads from where its bases stood to where they stand. Knows no
/// ruleset: what a manoeuvre costs is judged elsewhere. Pure.

#include <optional>
#include <span>

#include "engine/geometry/path.hpp"

namespace polemarch::geometry {

struct BaseMove {
  Footprint footprint;
  Pose from, to;
};

struct Drill {
  Footprint block;  ///< the rectangle round all bases
  Pose from, to;    ///< of its middle
  PathRules rules;  ///< that found the path
  Path path;
};

/// Nothing for no bases, for a unit that changed its shape by more than `kept_shape`, and where no simple manoeuvre ends within `slack`.
/// Tried as a drill book would: wheel and advance first, then step aside or back, then turn on the spot.
std::optional<Drill> drill_of(std::span<const BaseMove> moves, Length kept_shape = 5_mm, Length slack = 3_mm);

}  // namespace polemarch::geometry
