#pragma once
/// Bearings, arcs from any edge of a base (22, 45, 90, 180 degrees ...) and flank, rear and front zones, each with its error. An arc is
/// bounded by rays from the edge's ends (or its middle, or the centre), each turned outwards by `side` from straight out. Table frame.
/// Pure.
///
/// Membership is a depth: how far a point lies inside the nearest boundary line (negative: outside), so that it compares like every
/// other length and carries a first-order standard deviation.

#include <span>
#include <vector>

#include "engine/geometry/compare.hpp"
#include "engine/geometry/shape.hpp"

namespace polemarch::geometry {

enum class Apex { EdgeEnds, EdgeMiddle, Centre };

struct ArcSpec {
  Edge edge = Edge::Front;
  Angle side = 45_deg;  ///< each boundary's turn from straight out; 90 degrees = the half plane, 180 = all round
  Apex apex = Apex::EdgeEnds;
};

/// Direction from a point of `from` (own frame, mm) to a point of `to`, relative to from's heading: 0 ahead, positive to its left, in
/// (-180, 180] degrees.
AngleMeasure bearing(const Shape& from, Vec2 from_own, const Shape& to, Vec2 to_own = {});
/// Direction of an edge's outward normal in the table frame.
Vec2 outward(const Shape& of, Edge edge);

/// Depth of a table point (exact), or of a point fixed on another base.
Measure depth_in_arc(const Shape& of, const ArcSpec& arc, Vec2 at);
Measure depth_in_arc(const Shape& of, const ArcSpec& arc, const Shape& other, Vec2 other_own);

struct ArcMembership {
  Measure any;                     ///< depth of the part of the other body that lies deepest
  Measure whole;                   ///< depth of the part that lies least deep
  double share = 0, share_sd = 0;  ///< of its area inside, 0 to 1
  engine::Ruling touched() const { return at_least(any, Length{0}); }
  engine::Ruling wholly() const { return at_least(whole, Length{0}); }
  /// At least this share of its area inside ("half in": 0.5).
  engine::Ruling at_least_share(double least) const;
};
ArcMembership footprint_in_arc(const Shape& of, const ArcSpec& arc, const Shape& other);
/// A formation of many bases (at least one): its deepest and least deep part, and the share of the area of all.
ArcMembership formation_in_arc(const Shape& of, const ArcSpec& arc, std::span<const Shape> others);

/// Of a formation's membership `whole` alone, which takes less time.
Measure least_depth_in_arc(const Shape& of, const ArcSpec& arc, std::span<const Shape> others);

/// Which quarter round a base a point lies in.
enum class Quarter { Front, Left, Rear, Right };
std::string_view name_of(Quarter quarter);
enum class QuarterLines {
  Diagonals,  ///< 45 degree lines outwards from the corners
  EdgeLines,  ///< before the front edge's line is front, behind the rear edge's line is rear, between them flank
};
struct InQuarter {
  Quarter quarter = Quarter::Front;
  Measure depth;  ///< distance to the nearest boundary line of that quarter, >= 0: small = doubtful
  engine::Ruling sure() const { return depth.sd.um == 0 ? engine::Ruling::Allowed : at_least(depth, Length{0}); }
};
InQuarter quarter_of(const Shape& of, Vec2 at, QuarterLines lines = QuarterLines::Diagonals);
InQuarter quarter_of(const Shape& of, const Shape& other, Vec2 other_own, QuarterLines lines = QuarterLines::Diagonals);

/// Points of `polygon` (convex or not, any order) with n . (p - at) >= 0.
std::vector<Vec2> clipped(const std::vector<Vec2>& polygon, Vec2 at, Vec2 n);
/// Signed area, positive when counter-clockwise.
double area_of(const std::vector<Vec2>& polygon);

}  // namespace polemarch::geometry
