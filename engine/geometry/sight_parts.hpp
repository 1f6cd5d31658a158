#pragma once
/// Which parts of a target's outline an eye on a front edge sees past blockers, to be drawn: the share itself is sight.hpp's. Table frame,
/// mm; flat ground. Pure.

#include <span>
#include <vector>

#include "engine/geometry/sight.hpp"

namespace polemarch::geometry {

/// A stretch of the target's outline that faces the eye, from its right end to its left end as the eye looks.
struct SightPart {
  Vec2 right, left;
  bool seen = true;
};
struct SightView {
  Vec2 eye;
  std::vector<SightPart> parts;  ///< of the body's edges that face the eye, from its right to its left
};

/// From a point fixed on a base (e.g. its front centre).
SightView view_from(const Shape& from, Vec2 from_own, std::span<const Shape> target, std::span<const Blocker> blockers);
/// From where on the front edge most of the target is seen (the first of `samples` points that see as much), and what is seen from there.
SightView view_from_front(const Shape& from, std::span<const Shape> target, std::span<const Blocker> blockers, int samples = 9);

}  // namespace polemarch::geometry
