#pragma once
/// Edge-to-edge distance between two footprints (rectangles, circles, formations of many bases) with the closest features and the
/// first-order standard deviation. Table frame. Pure.
///
/// By the envelope theorem the distance's derivative by either pose is that of the closest points held fast on their bodies; the
/// stated 95 % interval is checked by Monte Carlo (tests/engine/geometry). Edges that face each other in parallel to within their
/// error make the closest corner a matter of chance; there the first-order value is a little wide or narrow (README).

#include <span>
#include <vector>

#include "engine/geometry/compare.hpp"
#include "engine/geometry/shape.hpp"

namespace polemarch::geometry {

/// What of a body is closest: an edge, a corner, or a circle's rim.
enum class Feature { FrontEdge, RightEdge, RearEdge, LeftEdge, FrontLeft, FrontRight, RearRight, RearLeft, Rim };
std::string_view name_of(Feature feature);
/// Of a rectangle, from its front left on, clockwise seen from above.
inline constexpr std::array<Feature, 4> kCorners{Feature::FrontLeft, Feature::FrontRight, Feature::RearRight, Feature::RearLeft};
constexpr bool is_corner(Feature f) { return f >= Feature::FrontLeft && f <= Feature::RearLeft; }

struct Gap {
  Measure signed_gap;  ///< negative: the bodies overlap, by this much along the direction that parts them soonest
  Point on_a, on_b;    ///< the closest points
  Feature feature_a = Feature::Rim, feature_b = Feature::Rim;
  std::size_t base_a = 0, base_b = 0;  ///< formations: which bases

  /// The distance rules speak of: 0 when they touch or overlap.
  Measure distance() const { return {signed_gap.value.um < 0 ? Length{0} : signed_gap.value, signed_gap.sd}; }
  bool overlap() const { return signed_gap.value.um < 0; }
};

Gap gap_between(const Shape& a, const Shape& b);
/// The least gap between any base of the one and any base of the other; both need at least one base. Ties: lowest indices.
Gap gap_between(std::span<const Shape> a, std::span<const Shape> b);
/// From a point (e.g. a general's place) to a footprint; the point has no error.
Gap gap_between(Vec2 from, const Shape& to);

/// One of several others and how far it is.
struct Near {
  std::size_t index = 0;
  Gap gap;
};
/// The nearest of `others`, and every other one that is not surely (99 %) further away: more than one entry is a tie for ruling.
/// Sorted by distance, then index; empty when `others` is.
std::vector<Near> nearest_of(std::span<const Shape> from, std::span<const std::vector<Shape>> others);

/// All pairs at once: result[i * n + j] for i < j; the rest default. For a whole table of bases.
std::vector<Gap> all_gaps(std::span<const Shape> bases);

}  // namespace polemarch::geometry
