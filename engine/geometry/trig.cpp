#include "engine/geometry/trig.hpp"

#include <array>

namespace polemarch::geometry {
namespace {

/// Taylor series on [-45, 45] degrees; the first term left out is below 1e-18.
double sin_octant(double x) {
  const double z = x * x;
  double s = -1.0 / 1307674368000.0;
  s = s * z + 1.0 / 6227020800.0;
  s = s * z - 1.0 / 39916800.0;
  s = s * z + 1.0 / 362880.0;
  s = s * z - 1.0 / 5040.0;
  s = s * z + 1.0 / 120.0;
  s = s * z - 1.0 / 6.0;
  return x + x * z * s;
}
double cos_octant(double x) {
  const double z = x * x;
  double c = 1.0 / 20922789888000.0;
  c = c * z - 1.0 / 87178291200.0;
  c = c * z + 1.0 / 479001600.0;
  c = c * z - 1.0 / 3628800.0;
  c = c * z + 1.0 / 40320.0;
  c = c * z - 1.0 / 720.0;
  c = c * z + 1.0 / 24.0;
  c = c * z - 0.5;
  return 1.0 + z * c;
}

/// Arc tangent on [0, tan(7.5 deg)] by its series, radians.
double atan_small(double t) {
  const double z = t * t;
  double s = 0.0;
  for (int k = 21; k >= 3; k -= 2) s = (k % 4 == 1 ? 1.0 : -1.0) / static_cast<double>(k) + z * s;
  return t + t * z * s;
}

constexpr double kTan15 = 0.2679491924311227;
constexpr double kTan75Half = 0.13165249758739583;  // tan(7.5 deg)

/// Arc tangent of t in [0, 1], degrees.
double atan_unit_deg(double t) {
  // Table of base angles every 15 degrees: subtract the nearest, what is left is at most 7.5 degrees.
  constexpr std::array<double, 4> kTan{0.0, kTan15, 0.5773502691896257, 1.0};
  int nearest = 0;
  for (int k = 1; k < 4; ++k) {
    const double rest = (t - kTan[static_cast<std::size_t>(k)]) / (1.0 + t * kTan[static_cast<std::size_t>(k)]);
    if (rest > -kTan75Half) nearest = k;
  }
  const double base = kTan[static_cast<std::size_t>(nearest)];
  const double rest = (t - base) / (1.0 + t * base);
  const double small = rest < 0 ? -atan_small(-rest) : atan_small(rest);
  return 15.0 * nearest + small / kRadPerDeg;
}

}  // namespace

double sin_of(Angle angle) {
  std::int64_t m = angle.normalised().mdeg;
  double sign = 1.0;
  if (m >= 180000) {
    m -= 180000;
    sign = -1.0;
  }
  if (m > 90000) m = 180000 - m;
  return sign * (m <= 45000 ? sin_octant(static_cast<double>(m) * kRadPerMdeg) : cos_octant(static_cast<double>(90000 - m) * kRadPerMdeg));
}

double cos_of(Angle angle) { return sin_of(angle + 90_deg); }

double atan2_deg(double y, double x) {
  const double ax = x < 0 ? -x : x, ay = y < 0 ? -y : y;
  if (ax == 0.0 && ay == 0.0) return 0.0;
  double deg = ay <= ax ? atan_unit_deg(ay / ax) : 90.0 - atan_unit_deg(ax / ay);
  if (x < 0) deg = 180.0 - deg;
  return y < 0 ? -deg : deg;
}

Angle direction(double x, double y) { return Angle::from_deg(atan2_deg(y, x)).normalised(); }

Vec2 unit_vector(Angle heading) { return {cos_of(heading), sin_of(heading)}; }

Length rounded(double mm) { return Length::from_mm(mm); }

}  // namespace polemarch::geometry
