#pragma once
/// What an eye sees of a footprint or formation past blockers: terrain polygons with heights and other units. The share seen is by
/// apparent width (angle at the eye). Table frame, mm. Pure.
///
/// Sight in these games is often the players' judgement: this is the proposal, with the share and who is in the way.

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/geometry/polygon.hpp"
#include "engine/geometry/shape.hpp"

namespace polemarch::geometry {

/// Tall enough to hide anything behind it.
constexpr double kSkyHigh = 1e9;

struct Blocker {
  std::string name;              ///< unit or terrain id, for the reason
  std::vector<Outline2> pieces;  ///< convex
  double top_mm = kSkyHigh;      ///< above the table
  std::optional<Shape> base;     ///< of a unit whose place is measured: its error counts too
};
Blocker blocker_of(std::string name, const Outline2& outline, double top_mm = kSkyHigh);
Blocker blocker_of(std::string name, const Shape& base, double top_mm = kSkyHigh);

struct Eye {
  Vec2 at;
  double height_mm = 0;
};

struct Sight {
  double share = 1;                     ///< of the target's apparent width, 0 to 1
  double share_sd = 0;                  ///< first order, from the poses of eye and target
  std::vector<std::size_t> in_the_way;  ///< blockers that hide some of it, ascending
  std::optional<Vec2> seen_at;          ///< a point of the target that is seen
};

/// Blockers must not hold the eye's own base or the target's. `target_height_mm`: of the target's ground plus what stands on it.
Sight sight_to(const Eye& eye, const Shape& target, double target_height_mm, std::span<const Blocker> blockers);
/// To a formation (at least one base): its own bases do not hide each other; a direction counts once.
Sight sight_to(const Eye& eye, std::span<const Shape> target, double target_height_mm, std::span<const Blocker> blockers);
/// From a point fixed on a base (e.g. its front centre), with the error of the share by central differences.
Sight sight_from(const Shape& from, Vec2 from_own, double eye_height_mm, const Shape& target, double target_height_mm,
                 std::span<const Blocker> blockers);
Sight sight_from(const Shape& from, Vec2 from_own, double eye_height_mm, std::span<const Shape> target, double target_height_mm,
                 std::span<const Blocker> blockers);
/// From anywhere along the front edge: the best of `samples` points, ends included, with that point's error.
Sight sight_from_front(const Shape& from, double eye_height_mm, std::span<const Shape> target, double target_height_mm,
                       std::span<const Blocker> blockers, int samples = 9);
Sight sight_from_front(const Shape& from, double eye_height_mm, const Shape& target, double target_height_mm,
                       std::span<const Blocker> blockers, int samples = 9);

}  // namespace polemarch::geometry
