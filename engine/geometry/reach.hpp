#pragma once
/// How far a point can go round obstacles: the shortest way between two places, and the region within N of a place. Obstacles are
/// polygons that may be touched but not entered. Where two touch, or leave a gap narrower than `width_mm` (what moves), nothing passes.
/// For a base, grow the obstacles first (grown()). Table frame, mm. Pure.

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "engine/geometry/compare.hpp"
#include "engine/geometry/joints.hpp"
#include "engine/geometry/polygon.hpp"

namespace polemarch::geometry {

struct Way {
  double length_mm = 0;
  std::vector<Vec2> points;  ///< start, corners rounded, end
};
/// Nothing when the goal cannot be reached (or either end lies inside an obstacle or a joint of two).
std::optional<Way> shortest_way(Vec2 from, Vec2 to, std::span<const Outline2> obstacles, double width_mm = kHairMm);

/// Obstacles and their joints, looked at once for many ways.
class Ground {
 public:
  explicit Ground(std::span<const Outline2> obstacles, double width_mm = kHairMm);
  /// As the function of that name.
  std::optional<Way> shortest_way(Vec2 from, Vec2 to) const;

 private:
  struct Piece {
    Outline2 outline;
    bool bends = false;                  ///< ways bend round its corners
    std::array<std::size_t, 2> joins{};  ///< a joint: the obstacles it lies between, whose corners ways round it bend at; others: itself
  };
  std::vector<Piece> pieces_;
};

/// The same between points fixed on two bases, with the error their poses give it (the obstacles stand fast).
struct MeasuredWay {
  Measure length;
  std::vector<Vec2> points;
};
std::optional<MeasuredWay> shortest_way(const Shape& from, Vec2 from_own, const Shape& to, Vec2 to_own, std::span<const Outline2> obstacles,
                                        double width_mm = kHairMm);

/// The places within `limit_mm` of `from`: their union is the region. Each piece is what can be seen from one corner of the way, cut
/// off at the length left there; arcs are chords of at most `step_deg` degrees, inside the true region.
std::vector<Outline2> reachable(Vec2 from, double limit_mm, std::span<const Outline2> obstacles, int step_deg = 5,
                                double width_mm = kHairMm);
/// Is the place in one of the pieces?
bool in_region(const std::vector<Outline2>& region, Vec2 p);

/// The convex hulls of the obstacle's pieces pushed out by `by_mm` (mitred corners): what the centre of a disc of that radius must keep
/// out of, a little generous at corners.
std::vector<Outline2> grown(const Outline2& obstacle, double by_mm);

}  // namespace polemarch::geometry
