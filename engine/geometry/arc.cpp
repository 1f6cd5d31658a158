#include "engine/geometry/arc.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "engine/geometry/trig.hpp"

namespace polemarch::geometry {
namespace {

/// A boundary line of an arc: inside where n . (p - at) >= 0; it turns with its base.
struct Side {
  Vec2 at, n;
};

/// All sides at once; `convex` when the arc is where all hold, else where any holds.
struct Sides {
  std::array<Side, 3> list{};
  std::size_t count = 0;
  bool convex = true, everything = false;
};

Vec2 turned(Vec2 v, double cosine, double sine) { return {v.x * cosine - v.y * sine, v.x * sine + v.y * cosine}; }

Sides sides_of(const Shape& of, const ArcSpec& arc) {
  Sides sides;
  if (arc.side >= 180_deg) {
    sides.everything = true;
    return sides;
  }
  const Vec2 out = outward(of, arc.edge);
  Vec2 left_end, right_end;
  const std::size_t first = static_cast<std::size_t>(arc.edge);
  switch (arc.apex) {
    case Apex::EdgeEnds:
      left_end = of.corners[first], right_end = of.corners[(first + 1) % 4];
      break;
    case Apex::EdgeMiddle:
      left_end = right_end = 0.5 * (of.corners[first] + of.corners[(first + 1) % 4]);
      break;
    case Apex::Centre:
      left_end = right_end = of.centre;
      break;
  }
  const double c = cos_of(arc.side), s = sin_of(arc.side);
  const Vec2 left_ray = turned(out, c, s), right_ray = turned(out, c, -s);
  sides.list[0] = {left_end, {left_ray.y, -left_ray.x}};
  sides.list[1] = {right_end, left_of(right_ray)};
  sides.count = 2;
  sides.convex = arc.side <= 90_deg;
  if (arc.apex == Apex::EdgeEnds) sides.list[sides.count++] = {left_end, out};
  return sides;
}

struct Deep {
  double depth = 0;
  Side side;
};

Deep deep(const Sides& sides, Vec2 p) {
  Deep result;
  for (std::size_t i = 0; i < sides.count; ++i) {
    const double d = dot(sides.list[i].n, p - sides.list[i].at);
    if (i == 0 || (sides.convex ? d < result.depth : d > result.depth)) result = {d, sides.list[i]};
  }
  return result;
}

/// Everything round is as deep as a table is wide.
constexpr double kEverywhere = 1e5;

double depth_error(const Shape& of, const Side& side, Vec2 p, const Shape* other) {
  const Vec2 n = side.n;
  // The line is fast to its base: d(n . (p - at)) = -n . dc + (left(n) . (p - c)) dtheta.
  const Gradient by_of{-n.x, -n.y, dot(left_of(n), p - of.centre)};
  if (other == nullptr) return standard_deviation(of, by_of);
  return standard_deviation(of, by_of, *other, {n.x, n.y, dot(n, left_of(p - other->centre))});
}

Measure measured(const Shape& of, const Sides& sides, Vec2 p, const Shape* other, double shift = 0) {
  if (sides.everything) return {rounded(kEverywhere), {}};
  const Deep d = deep(sides, p);
  return {rounded(d.depth + shift), rounded(depth_error(of, d.side, p, other))};
}

double share_in(const Sides& sides, const std::vector<Vec2>& outline) {
  if (sides.everything) return 1.0;
  const double whole = std::fabs(area_of(outline));
  if (whole <= 0) return 0.0;
  std::vector<Vec2> part = outline;
  for (std::size_t i = 0; i < sides.count && !part.empty(); ++i) {
    const Side& side = sides.list[i];
    part = clipped(part, side.at, sides.convex ? side.n : Vec2{-side.n.x, -side.n.y});
  }
  const double inside = std::fabs(area_of(part)) / whole;
  return sides.convex ? inside : 1.0 - inside;
}

std::vector<Vec2> part_in(const Sides& sides, const std::vector<Vec2>& outline) {
  std::vector<Vec2> part = outline;
  for (std::size_t i = 0; i < sides.count && !part.empty(); ++i) part = clipped(part, sides.list[i].at, sides.list[i].n);
  return part;
}

Shape nudged(const Shape& shape, std::size_t axis, double by) {
  Shape moved = shape;
  const double c = 1.0 - by * by / 2.0;  // the second-order cosine: the nudge is 1e-4 at most
  for (Vec2& corner : moved.corners) {
    if (axis == 0) corner.x += by;
    if (axis == 1) corner.y += by;
    if (axis == 2) corner = moved.centre + turned(corner - moved.centre, c, by);
  }
  if (axis == 0) moved.centre.x += by;
  if (axis == 1) moved.centre.y += by;
  if (axis == 2) moved.ahead = turned(moved.ahead, c, by);
  return moved;
}

/// The share has no handy derivative; central differences over 0.02 mm and 1e-4 rad serve.
double share_error(const Shape& of, const ArcSpec& arc, const Shape& other) {
  if (of.error.none && other.error.none) return 0;
  constexpr std::array<double, 3> kStep{0.01, 0.01, 5e-5};
  Gradient by_of{}, by_other{};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const auto share = [&](double sign, bool first) {
      const Shape a = first ? nudged(of, axis, sign * kStep[axis]) : of;
      const Shape b = first ? other : nudged(other, axis, sign * kStep[axis]);
      return share_in(sides_of(a, arc), outline_of(b));
    };
    by_of[axis] = (share(1, true) - share(-1, true)) / (2 * kStep[axis]);
    by_other[axis] = (share(1, false) - share(-1, false)) / (2 * kStep[axis]);
  }
  return standard_deviation(of, by_of, other, by_other);
}

InQuarter quarter(const Shape& of, Vec2 p, const Shape* other, QuarterLines lines) {
  const Vec2 own = of.own_frame(p);
  // Boundaries as own-frame lines n . own >= c; each candidate quarter is an intersection, its depth the least.
  struct Line {
    Vec2 n;
    double c;
  };
  const double fd = of.half_depth, ff = of.half_front;
  std::vector<std::pair<Quarter, std::vector<Line>>> quarters;
  if (lines == QuarterLines::EdgeLines) {
    quarters = {{Quarter::Front, {{{1, 0}, fd}}},
                {Quarter::Rear, {{{-1, 0}, fd}}},
                {Quarter::Left, {{{1, 0}, -fd}, {{-1, 0}, -fd}, {{0, 1}, 0}}},
                {Quarter::Right, {{{1, 0}, -fd}, {{-1, 0}, -fd}, {{0, -1}, 0}}}};
  } else {
    const double h = std::sqrt(0.5);
    const double k = h * (fd - ff);  // the line through a corner at 45 degrees: x - |y| = fd - ff
    quarters = {{Quarter::Front, {{{h, -h}, k}, {{h, h}, k}}},
                {Quarter::Rear, {{{-h, -h}, k}, {{-h, h}, k}}},
                {Quarter::Left, {{{-h, h}, -k}, {{h, h}, -k}}},
                {Quarter::Right, {{{-h, -h}, -k}, {{h, -h}, -k}}}};
  }
  InQuarter best;
  double best_depth = -1e300;
  Vec2 best_n;
  for (const auto& [which, bounds] : quarters) {
    double depth = 1e300;
    Vec2 n;
    for (const Line& line : bounds) {
      const double d = dot(line.n, own) - line.c;
      if (d < depth) depth = d, n = line.n;
    }
    if (depth > best_depth) best_depth = depth, best.quarter = which, best_n = n;
  }
  const Vec2 n = best_n.x * of.ahead + best_n.y * left_of(of.ahead);
  best.depth = {rounded(std::max(best_depth, 0.0)), rounded(depth_error(of, {p, n}, p, other))};
  return best;
}

}  // namespace

Vec2 outward(const Shape& of, Edge edge) {
  const Vec2 f = of.ahead;
  switch (edge) {
    case Edge::Front:
      return f;
    case Edge::Right:
      return {f.y, -f.x};
    case Edge::Rear:
      return {-f.x, -f.y};
    case Edge::Left:
      return left_of(f);
  }
  return f;
}

AngleMeasure bearing(const Shape& from, Vec2 from_own, const Shape& to, Vec2 to_own) {
  const Vec2 p = from.on_table(from_own), q = to.on_table(to_own);
  const Vec2 d = q - p;
  const double r2 = dot(d, d);
  const Angle value = Angle::from_deg(atan2_deg(cross(from.ahead, d), dot(from.ahead, d)));
  if (r2 <= 0) return {value, {}};
  const Vec2 t{-d.y / r2, d.x / r2};  // d(direction)/d(q), radians per mm
  const Gradient by_from{-t.x, -t.y, -dot(t, left_of(p - from.centre)) - 1.0};
  const Gradient by_to{t.x, t.y, dot(t, left_of(q - to.centre))};
  return {value, Angle::from_deg(standard_deviation(from, by_from, to, by_to) / kRadPerDeg)};
}

Measure depth_in_arc(const Shape& of, const ArcSpec& arc, Vec2 at) { return measured(of, sides_of(of, arc), at, nullptr); }

Measure depth_in_arc(const Shape& of, const ArcSpec& arc, const Shape& other, Vec2 other_own) {
  return measured(of, sides_of(of, arc), other.on_table(other_own), &other);
}

engine::Ruling ArcMembership::at_least_share(double least) const {
  // Shares as integers of a millionth, so that the comparison is the one used everywhere.
  return at_least({{std::llround(share * 1e6)}, {std::llround(share_sd * 1e6)}}, {std::llround(least * 1e6)});
}

ArcMembership footprint_in_arc(const Shape& of, const ArcSpec& arc, const Shape& other) {
  const Sides sides = sides_of(of, arc);
  ArcMembership result;
  if (other.circle()) {
    result.any = measured(of, sides, other.centre, &other, other.radius());
    result.whole = measured(of, sides, other.centre, &other, -other.radius());
  } else {
    bool first = true;
    for (const Vec2 corner : other.corners) {
      const Measure depth = measured(of, sides, corner, &other);
      if (first || depth.value > result.any.value) result.any = depth;
      if (first || depth.value < result.whole.value) result.whole = depth;
      first = false;
    }
    if (result.any.value < Length{0} && sides.convex && !sides.everything) {
      // No corner inside, but an edge may cross the arc.
      const std::vector<Vec2> part = part_in(sides, {other.corners.begin(), other.corners.end()});
      if (!part.empty()) {
        Vec2 middle;
        for (const Vec2 p : part) middle = middle + (1.0 / static_cast<double>(part.size())) * p;
        result.any = measured(of, sides, middle, &other);
      }
    }
  }
  result.share = share_in(sides, outline_of(other));
  result.share_sd = share_error(of, arc, other);
  return result;
}

std::string_view name_of(Quarter quarter) {
  switch (quarter) {
    case Quarter::Front:
      return "front";
    case Quarter::Left:
      return "left flank";
    case Quarter::Rear:
      return "rear";
    case Quarter::Right:
      return "right flank";
  }
  return "?";
}

InQuarter quarter_of(const Shape& of, Vec2 at, QuarterLines lines) { return quarter(of, at, nullptr, lines); }
InQuarter quarter_of(const Shape& of, const Shape& other, Vec2 other_own, QuarterLines lines) {
  return quarter(of, other.on_table(other_own), &other, lines);
}

std::vector<Vec2> clipped(const std::vector<Vec2>& polygon, Vec2 at, Vec2 n) {
  std::vector<Vec2> kept;
  const std::size_t count = polygon.size();
  for (std::size_t i = 0; i < count; ++i) {
    const Vec2 p = polygon[i], q = polygon[(i + 1) % count];
    const double dp = dot(n, p - at), dq = dot(n, q - at);
    if (dp >= 0) kept.push_back(p);
    if ((dp > 0 && dq < 0) || (dp < 0 && dq > 0)) kept.push_back(p + (dp / (dp - dq)) * (q - p));
  }
  return kept;
}

double area_of(const std::vector<Vec2>& polygon) {
  double twice = 0;
  for (std::size_t i = 0; i < polygon.size(); ++i) twice += cross(polygon[i], polygon[(i + 1) % polygon.size()]);
  return twice / 2.0;
}

}  // namespace polemarch::geometry
