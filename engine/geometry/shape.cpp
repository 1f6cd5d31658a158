#include "engine/geometry/shape.hpp"

#include <algorithm>
#include <cmath>

#include "engine/geometry/trig.hpp"

namespace polemarch::geometry {
namespace {

ShapeError error_in_mm(const PoseError& error) {
  ShapeError result;
  constexpr double kMm = 1.0 / 1000.0;
  constexpr std::array<double, 3> kUnit{kMm, kMm, kRadPerMdeg};
  constexpr std::array<std::array<int, 2>, 6> kPairs{{{0, 0}, {0, 1}, {0, 2}, {1, 1}, {1, 2}, {2, 2}}};
  for (std::size_t i = 0; i < 6; ++i) {
    const auto [p, q] = kPairs[i];
    result.own[i] = static_cast<double>(error.own[i]) * kUnit[static_cast<std::size_t>(p)] * kUnit[static_cast<std::size_t>(q)];
    if (error.own[i] != 0) result.none = false;
  }
  for (const auto& loading : error.shared) {
    result.shared.push_back(
        {static_cast<double>(loading[0]) * kMm, static_cast<double>(loading[1]) * kMm, static_cast<double>(loading[2]) * kRadPerMdeg});
    result.none = false;
  }
  return result;
}

double own_variance(const ShapeError& error, const Gradient& g) {
  const auto& o = error.own;
  return g[0] * g[0] * o[0] + g[1] * g[1] * o[3] + g[2] * g[2] * o[5] +
         2.0 * (g[0] * g[1] * o[1] + g[0] * g[2] * o[2] + g[1] * g[2] * o[4]);
}

double along(const Gradient& g, const std::array<double, 3>& loading) { return g[0] * loading[0] + g[1] * loading[1] + g[2] * loading[2]; }

}  // namespace

double length_of(Vec2 a) { return std::sqrt(a.x * a.x + a.y * a.y); }
Point point(Vec2 v) { return {rounded(v.x), rounded(v.y)}; }

Shape placed(const Footprint& footprint, const Pose& at) {
  Shape shape;
  shape.outline = footprint.outline;
  shape.centre = vec(at.centre());
  shape.ahead = unit_vector(at.heading);
  shape.half_front = footprint.frontage.mm() / 2.0;
  shape.half_depth = footprint.outline == Outline::Circle ? shape.half_front : footprint.depth.mm() / 2.0;
  const Vec2 f = shape.half_depth * shape.ahead;
  const Vec2 l = shape.half_front * left_of(shape.ahead);
  shape.corners = {shape.centre + f + l, shape.centre + f - l, shape.centre - f - l, shape.centre - f + l};
  return shape;
}

Shape placed(const Footprint& footprint, const MeasuredPose& at) {
  Shape shape = placed(footprint, at.pose);
  shape.error = error_in_mm(at.error);
  return shape;
}

std::array<Point, 4> corners_of(const Footprint& footprint, const Pose& at) {
  const Shape shape = placed(footprint, at);
  return {point(shape.corners[0]), point(shape.corners[1]), point(shape.corners[2]), point(shape.corners[3])};
}

std::vector<Vec2> outline_of(const Shape& shape, int segments) {
  if (!shape.circle()) return {shape.corners.begin(), shape.corners.end()};
  std::vector<Vec2> points;
  points.reserve(static_cast<std::size_t>(segments));
  // Chords with the circle's own area, so that shares of area come out right.
  const Angle step{360000 / segments};
  const double sine = sin_of(step);
  const double radius = shape.radius() * std::sqrt(2.0 * 3.141592653589793 / (static_cast<double>(segments) * sine));
  for (int i = 0; i < segments; ++i) points.push_back(shape.centre + radius * unit_vector(Angle{-step.mdeg * i}));
  return points;
}

Hull hull_of(const std::vector<Shape>& bases, Angle heading) {
  const Vec2 ahead = unit_vector(heading), left = left_of(ahead);
  double min_u = 0, max_u = 0, min_v = 0, max_v = 0;
  bool first = true;
  for (const Shape& base : bases) {
    for (const Vec2& corner : base.corners) {
      double u_low = dot(corner, ahead), u_high = u_low, v_low = dot(corner, left), v_high = v_low;
      if (base.circle()) {
        u_low = dot(base.centre, ahead) - base.radius(), u_high = u_low + 2 * base.radius();
        v_low = dot(base.centre, left) - base.radius(), v_high = v_low + 2 * base.radius();
      }
      min_u = first ? u_low : std::min(min_u, u_low);
      max_u = first ? u_high : std::max(max_u, u_high);
      min_v = first ? v_low : std::min(min_v, v_low);
      max_v = first ? v_high : std::max(max_v, v_high);
      first = false;
    }
  }
  const Vec2 centre = 0.5 * (min_u + max_u) * ahead + 0.5 * (min_v + max_v) * left;
  return {{Outline::Rectangle, rounded(max_v - min_v), rounded(max_u - min_u)},
          {rounded(centre.x), rounded(centre.y), heading.normalised()}};
}

double standard_deviation(const Shape& a, const Gradient& by_a) {
  if (a.error.none) return 0.0;
  double variance = own_variance(a.error, by_a);
  for (const auto& loading : a.error.shared) {
    const double s = along(by_a, loading);
    variance += s * s;
  }
  return std::sqrt(std::max(variance, 0.0));
}

double standard_deviation(const Shape& a, const Gradient& by_a, const Shape& b, const Gradient& by_b) {
  if (a.error.none && b.error.none) return 0.0;
  double variance = own_variance(a.error, by_a) + own_variance(b.error, by_b);
  const std::size_t na = a.error.shared.size(), nb = b.error.shared.size();
  for (std::size_t k = 0; k < std::max(na, nb); ++k) {
    double s = 0.0;
    if (k < na) s += along(by_a, a.error.shared[k]);
    if (k < nb) s += along(by_b, b.error.shared[k]);
    variance += s * s;
  }
  return std::sqrt(std::max(variance, 0.0));
}

double standard_deviation(std::span<const Influence> bases) {
  double variance = 0;
  std::size_t factors = 0;
  for (const Influence& on : bases) {
    variance += own_variance(on.base->error, on.by);
    factors = std::max(factors, on.base->error.shared.size());
  }
  for (std::size_t k = 0; k < factors; ++k) {
    double s = 0;
    for (const Influence& on : bases)
      if (k < on.base->error.shared.size()) s += along(on.by, on.base->error.shared[k]);
    variance += s * s;
  }
  return std::sqrt(std::max(variance, 0.0));
}

Shape nudged(const Shape& shape, std::size_t axis, double by) {
  Shape moved = shape;
  const double c = 1.0 - by * by / 2.0;  // the second-order cosine: a nudge is 1e-3 at most
  const auto turned = [&](Vec2 v) { return Vec2{v.x * c - v.y * by, v.x * by + v.y * c}; };
  for (Vec2& corner : moved.corners) {
    if (axis == 0) corner.x += by;
    if (axis == 1) corner.y += by;
    if (axis == 2) corner = moved.centre + turned(corner - moved.centre);
  }
  if (axis == 0) moved.centre.x += by;
  if (axis == 1) moved.centre.y += by;
  if (axis == 2) moved.ahead = turned(moved.ahead);
  return moved;
}

}  // namespace polemarch::geometry
