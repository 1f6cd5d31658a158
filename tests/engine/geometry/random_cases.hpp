#pragma once
/// Random bases with errors, what the library's functions say of them, and how often a stated interval holds the truth. Independent of the
/// kit's own arithmetic. POLEMARCH_LONG=1 asks for 100,000 cases.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <random>
#include <vector>

#include "engine/geometry/shape.hpp"
#include "tests/support/catch.hpp"

namespace random_cases {

using namespace polemarch;
using namespace polemarch::geometry;

using Rng = std::mt19937_64;
inline bool long_run() { return std::getenv("POLEMARCH_LONG") != nullptr; }
inline double uniform(Rng& rng, double a, double b) { return a + (b - a) * static_cast<double>(rng() >> 11) * 0x1.0p-53; }
inline double normal(Rng& rng) {
  const double u = 1.0 - uniform(rng, 0, 1), v = uniform(rng, 0, 1);
  return std::sqrt(-2 * std::log(u)) * std::cos(6.283185307179586 * v);
}

inline Footprint any_footprint(Rng& rng) {
  if (rng() % 4 == 0) {
    const Length d = Length::from_mm(uniform(rng, 20, 80));
    return {Outline::Circle, d, d};
  }
  return {Outline::Rectangle, Length::from_mm(uniform(rng, 20, 200)), Length::from_mm(uniform(rng, 15, 80))};
}
inline Pose any_pose(Rng& rng, double range) {
  return {Length::from_mm(uniform(rng, 0, range)), Length::from_mm(uniform(rng, 0, range)), Angle::from_deg(uniform(rng, 0, 360))};
}
inline PoseError any_error(Rng& rng, int factors) {
  // A random root L of the covariance: own = L L'.
  const double a = uniform(rng, 100, 600), b = uniform(rng, -200, 200), c = uniform(rng, 100, 600);
  const double d = uniform(rng, -100, 100), e = uniform(rng, -100, 100), f = uniform(rng, 50, 400);
  const auto q = [](double v) { return static_cast<std::int64_t>(std::llround(v)); };
  PoseError error{{q(a * a), q(a * b), q(a * d), q(b * b + c * c), q(b * d + c * e), q(d * d + e * e + f * f)}, {}};
  for (int k = 0; k < factors; ++k)
    error.shared.push_back({q(uniform(rng, -400, 400)), q(uniform(rng, -400, 400)), q(uniform(rng, -200, 200))});
  return error;
}

/// Independent of the kit: the least distance between two outlines by exact segment-to-segment distances with the library's functions.
inline double reference_distance(const Footprint& fa, const Pose& pa, const Footprint& fb, const Pose& pb, bool& overlap) {
  struct Poly {
    std::vector<std::array<double, 2>> p;
    double r = 0;
  };
  const auto make = [](const Footprint& f, const Pose& at) {
    Poly poly;
    const double t = at.heading.deg() * 3.14159265358979323846 / 180, c = std::cos(t), s = std::sin(t);
    if (f.outline == Outline::Circle) {
      poly.r = f.frontage.mm() / 2;
      poly.p = {{at.x.mm(), at.y.mm()}};
      return poly;
    }
    for (const auto& [u, v] : {std::pair{1, 1}, {1, -1}, {-1, -1}, {-1, 1}}) {
      const double x = u * f.depth.mm() / 2, y = v * f.frontage.mm() / 2;
      poly.p.push_back({at.x.mm() + x * c - y * s, at.y.mm() + x * s + y * c});
    }
    return poly;
  };
  const auto point_segment = [](const std::array<double, 2>& p, const std::array<double, 2>& a, const std::array<double, 2>& b) {
    const double ex = b[0] - a[0], ey = b[1] - a[1], l = ex * ex + ey * ey;
    double t = l > 0 ? ((p[0] - a[0]) * ex + (p[1] - a[1]) * ey) / l : 0;
    t = std::min(1.0, std::max(0.0, t));
    return std::hypot(p[0] - a[0] - t * ex, p[1] - a[1] - t * ey);
  };
  const auto inside = [](const Poly& poly, const std::array<double, 2>& p) {
    if (poly.p.size() < 3) return false;
    for (std::size_t i = 0; i < poly.p.size(); ++i) {
      const auto &a = poly.p[i], &b = poly.p[(i + 1) % poly.p.size()];
      if ((b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]) > 0) return false;  // clockwise
    }
    return true;
  };
  const auto cross_segments = [](const auto& a, const auto& b, const auto& c, const auto& d) {
    const auto side = [](const auto& p, const auto& q, const auto& r) {
      return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]);
    };
    return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0;
  };
  const Poly a = make(fa, pa), b = make(fb, pb);
  double best = 1e300;
  overlap = inside(a, b.p[0]) || inside(b, a.p[0]);
  for (std::size_t i = 0; i < a.p.size(); ++i)
    for (std::size_t j = 0; j < b.p.size(); ++j) {
      const auto &a0 = a.p[i], &a1 = a.p[(i + 1) % a.p.size()], &b0 = b.p[j], &b1 = b.p[(j + 1) % b.p.size()];
      best = std::min({best, point_segment(a0, b0, b1), point_segment(a1, b0, b1), point_segment(b0, a0, a1), point_segment(b1, a0, a1)});
      if (a.p.size() > 1 && b.p.size() > 1 && cross_segments(a0, a1, b0, b1)) overlap = true;
    }
  best -= a.r + b.r;
  if (best < 0) overlap = true;
  return best;
}

inline MeasuredPose disturbed(Rng& rng, const MeasuredPose& truth, const std::vector<double>& factors) {
  // Cholesky of the own covariance, then the shared factors on top.
  const auto& o = truth.error.own;
  const double xx = static_cast<double>(o[0]), xy = static_cast<double>(o[1]), xh = static_cast<double>(o[2]);
  const double yy = static_cast<double>(o[3]), yh = static_cast<double>(o[4]), hh = static_cast<double>(o[5]);
  const double a = std::sqrt(xx), b = xy / a, d = xh / a;
  const double c = std::sqrt(std::max(yy - b * b, 0.0)), e = c > 0 ? (yh - b * d) / c : 0, f = std::sqrt(std::max(hh - d * d - e * e, 0.0));
  const double z1 = normal(rng), z2 = normal(rng), z3 = normal(rng);
  double x = a * z1, y = b * z1 + c * z2, h = d * z1 + e * z2 + f * z3;
  for (std::size_t k = 0; k < truth.error.shared.size(); ++k) {
    x += factors[k] * static_cast<double>(truth.error.shared[k][0]);
    y += factors[k] * static_cast<double>(truth.error.shared[k][1]);
    h += factors[k] * static_cast<double>(truth.error.shared[k][2]);
  }
  MeasuredPose seen = truth;
  seen.pose.x += Length{std::llround(x)};
  seen.pose.y += Length{std::llround(y)};
  seen.pose.heading = (seen.pose.heading + Angle{std::llround(h)}).normalised();
  return seen;
}

/// Random cases: 100,000 in the long run.
inline int cases(int of_short) { return long_run() ? 100000 : of_short; }
constexpr double kPi = 3.14159265358979323846;

/// Share of cases in which |measured - true| <= 1.96 sd, where `measure` gives value and sd.
template <class MeasureFn>
double coverage(Rng& rng, int wanted, MeasureFn measure) {
  int held = 0, counted = 0;
  while (counted < wanted) {
    const Footprint fa = any_footprint(rng), fb = any_footprint(rng);
    const int factors = static_cast<int>(rng() % 4);
    const MeasuredPose ta{any_pose(rng, 600), any_error(rng, factors)}, tb{any_pose(rng, 600), any_error(rng, factors)};
    std::vector<double> z;
    for (int k = 0; k < factors; ++k) z.push_back(normal(rng));
    const MeasuredPose ma = disturbed(rng, ta, z), mb = disturbed(rng, tb, z);
    const auto truth = measure(placed(fa, ta), placed(fb, tb)), seen = measure(placed(fa, ma), placed(fb, mb));
    if (!truth || !seen || seen->second <= 0) continue;
    ++counted;
    if (std::fabs(truth->first - seen->first) <= 1.96 * seen->second) ++held;
  }
  return static_cast<double>(held) / wanted;
}

/// As `coverage`, for a formation of up to `most` bases against another: `measure(vector<Shape>, vector<Shape>)`.
inline std::vector<MeasuredPose> in_line(Rng& rng, const Footprint& f, int count, double range, int factors) {
  const Pose first = any_pose(rng, range);
  const double t = first.heading.deg() * kPi / 180;
  std::vector<MeasuredPose> bases;
  for (int i = 0; i < count; ++i) {
    // Side by side along the front, a little apart and askew as hands leave them.
    const double y = (f.frontage.mm() + 1.5) * i;
    bases.push_back({{Length::from_mm(first.x.mm() - y * std::sin(t)), Length::from_mm(first.y.mm() + y * std::cos(t)),
                      (first.heading + Angle::from_deg(uniform(rng, -3, 3))).normalised()},
                     any_error(rng, factors)});
  }
  return bases;
}
inline std::vector<Shape> shapes_of(const Footprint& f, const std::vector<MeasuredPose>& poses) {
  std::vector<Shape> shapes;
  for (const MeasuredPose& pose : poses) shapes.push_back(placed(f, pose));
  return shapes;
}
template <class MeasureFn>
double formation_coverage(Rng& rng, int wanted, MeasureFn measure) {
  int held = 0, counted = 0;
  while (counted < wanted) {
    const Footprint fa = any_footprint(rng), fb = any_footprint(rng);
    const int factors = static_cast<int>(rng() % 4);
    const auto ta = in_line(rng, fa, 1 + static_cast<int>(rng() % 4), 700, factors);
    const auto tb = in_line(rng, fb, 1 + static_cast<int>(rng() % 4), 700, factors);
    std::vector<double> z;
    for (int k = 0; k < factors; ++k) z.push_back(normal(rng));
    std::vector<MeasuredPose> ma, mb;
    for (const auto& pose : ta) ma.push_back(disturbed(rng, pose, z));
    for (const auto& pose : tb) mb.push_back(disturbed(rng, pose, z));
    const auto truth = measure(shapes_of(fa, ta), shapes_of(fb, tb)), seen = measure(shapes_of(fa, ma), shapes_of(fb, mb));
    if (!truth || !seen || seen->second <= 0) continue;
    ++counted;
    if (std::fabs(truth->first - seen->first) <= 1.96 * seen->second) ++held;
  }
  return static_cast<double>(held) / wanted;
}

}  // namespace random_cases
