#pragma once
/// Many bases that stand as one body: which of them belong together, how neighbours touch, ranks and files, front and sides, each with
/// its error. Rulesets whose units are made of bases read their formations from it. Table frame, mm. Pure.

#include <span>
#include <vector>

#include "engine/geometry/gap.hpp"
#include "engine/geometry/shape.hpp"

namespace polemarch::geometry {

/// How two bases that touch stand to each other.
enum class Neighbouring {
  Beside,  ///< side edge along side edge, facing alike
  Behind,  ///< b's front edge along a's rear edge, facing alike
  Askew,   ///< edges touch in another way: bases that face apart
  Corner   ///< only corners touch
};

/// Two bases that touch, by index. For Behind, `a` stands before `b`; for Beside, `a` stands left of `b`.
struct Neighbours {
  std::size_t a = 0, b = 0;
  Neighbouring how = Neighbouring::Beside;
  Measure gap;    ///< edge to edge, 0 when they overlap
  Measure shift;  ///< how far b is off: along the front for Behind (left positive), ahead for Beside
};

/// What counts as touching and as facing alike.
struct Fit {
  Length touching = 3_mm;
  Angle askew = 10_deg;
};

/// All pairs that touch, by index.
std::vector<Neighbours> neighbours_of(std::span<const Shape> bases, Fit fit = {});

/// Bases that hang together by Beside and Behind, as lists of indices; a base alone is a list of one. Sorted by lowest index.
std::vector<std::vector<std::size_t>> bodies_among(std::span<const Shape> bases, Fit fit = {});

/// A body with its ranks and files. All bases face its way, or it says so.
struct Body {
  std::vector<Shape> bases;
  Vec2 ahead{1, 0};                                 ///< where the front faces: the first base's heading
  Angle heading;                                    ///< the same, rounded
  double left = 0, right = 0, front = 0, rear = 0;  ///< the rectangle round all bases in the frame of `origin`: left > right, front > rear
  Vec2 origin;                                      ///< the first base's centre
  /// Indices row by row from the front, each row from left to right.
  std::vector<std::vector<std::size_t>> rows;
  bool one_facing = true;  ///< every base faces the body's way within `Fit::askew`

  std::size_t size() const { return bases.size(); }
  int ranks() const { return static_cast<int>(rows.size()); }
  int files() const;  ///< of its widest row
  double width() const { return left - right; }
  double depth() const { return front - rear; }
  /// A table point in the body's frame: x ahead, y left, from `origin`.
  Vec2 own_frame(Vec2 table) const { return {dot(table - origin, ahead), cross(ahead, table - origin)}; }
  Vec2 on_table(Vec2 own) const { return origin + own.x * ahead + own.y * left_of(ahead); }
  Vec2 front_left() const { return on_table({front, left}); }
  Vec2 front_right() const { return on_table({front, right}); }
  Vec2 rear_left() const { return on_table({rear, left}); }
  Vec2 rear_right() const { return on_table({rear, right}); }
  Vec2 front_centre() const { return on_table({front, (left + right) / 2}); }
  Vec2 centre() const { return on_table({(front + rear) / 2, (left + right) / 2}); }
};

/// The body of these bases (at least one).
Body body_of(std::vector<Shape> bases, Fit fit = {});

/// All bases stand beside or behind each other, without a gap that parts them.
bool hang_together(std::span<const Shape> bases, Fit fit = {});

/// One footprint and pose that cover the body, for moves of the whole.
Hull hull_of(const Body& body);

/// The poses of all bases when the whole body's hull goes rigidly from where it is to `to`: in the bases' order, rounded once each.
std::vector<Pose> carried(std::span<const Pose> bases, const Pose& hull_from, const Pose& hull_to);

/// Which side of the body a table point lies on: before its front line Front, behind its rear line Rear, between them Left or Right.
Edge side_facing(const Body& body, Vec2 at);

/// The part of base `a`'s edge line that base `b` covers: how far along the front they lie over each other, and how surely.
/// Negative: they miss each other by that much.
Measure overlap_along(const Shape& a, const Shape& b);

}  // namespace polemarch::geometry
