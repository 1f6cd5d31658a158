/// Which quarter round a base a point lies in.
#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/geometry/arc.hpp"
#include "engine/geometry/trig.hpp"

namespace polemarch::geometry {
namespace {

/// How surely a point lies beyond a line with normal `n` that is fast to `of`.
double error_across(const Shape& of, Vec2 n, Vec2 p, const Shape* other) {
  const Gradient by_of{-n.x, -n.y, dot(left_of(n), p - of.centre)};
  if (other == nullptr) return standard_deviation(of, by_of);
  return standard_deviation(of, by_of, *other, {n.x, n.y, dot(n, left_of(p - other->centre))});
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
  best.depth = {rounded(std::max(best_depth, 0.0)), rounded(error_across(of, n, p, other))};
  return best;
}

}  // namespace

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

}  // namespace polemarch::geometry
