#pragma once
/// The way a move takes and how far it could go: straight, or round slow or impassable ground where that is shorter (HC-CFG-T1, terrain
/// table). Slow ground counts longer, impassable ground (move_factor 0) is gone round. Places are of the unit's centre. Table frame, mm.
/// Pure.

#include <span>
#include <vector>

#include "engine/geometry/polygon.hpp"
#include "engine/rulesets/hail_caesar/state.hpp"

namespace polemarch::hail_caesar {

/// The ground that costs, ready for measuring.
struct Ground {
  struct Piece {
    geometry::Outline2 outline;
    double more = 0;  ///< what a millimetre in it costs beyond a millimetre; impassable when below 0
    double low_x = 0, high_x = 0, low_y = 0, high_y = 0;
    bool bends = true;                 ///< ways may bend round its corners
    std::vector<std::size_t> joins{};  ///< of a joint: the pieces it joins
  };
  std::vector<Piece> pieces;
};
/// Nothing passes between impassable pieces that touch or leave a gap narrower than `width_mm`, the least width of what moves; between
/// slow pieces that touch the way counts as in the quicker of them. A gap that one of `ends` (where the way begins, where it ends) stands
/// in is left open; impassable ground in which it begins, not ends, is no hindrance.
Ground ground_of(const State& state, double width_mm, std::span<const Vec2> ends);

/// More than any table: a way that cannot be gone.
constexpr double kNoWay = 1e9;

/// What the straight way costs; kNoWay through impassable ground.
double counted_way(const Ground& ground, Vec2 from, Vec2 to);

/// The cheapest of the straight way and ways by the corners of the ground it runs through.
struct Course {
  double cost = 0;
  std::vector<Vec2> points;  ///< start, corners, end
};
Course cheapest_course(const Ground& ground, Vec2 from, Vec2 to);

/// How far straight along `u` (unit vector) so much counted way leads, mm; impassable ground ends it.
double far_along(const Ground& ground, Vec2 from, Vec2 u, double limit_mm);

/// The region within `limit_mm` of counted way, as star-shaped pieces whose union it is; chords of 10 degrees lie inside the true arcs.
/// `beyond_mm` is added where a ray ends for want of way: what a charger's front reaches ahead of its centre.
std::vector<geometry::Outline2> reach_of(const Ground& ground, Vec2 from, double limit_mm, double beyond_mm = 0);

}  // namespace polemarch::hail_caesar
