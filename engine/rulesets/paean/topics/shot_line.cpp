#include "engine/rulesets/paean/topics/shot_line.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "engine/geometry/arc.hpp"
#include "engine/geometry/polygon.hpp"
#include "engine/geometry/trig.hpp"

namespace polemarch::paean {

using geometry::operator+;
using geometry::operator-;
using geometry::operator*;

namespace {

constexpr double kTouchMm = 0.01;  // rounding of what touches the side of an arc

Vec2 on_segment(Vec2 a, Vec2 b, Vec2 p) {
  const Vec2 d = b - a;
  const double l = geometry::dot(d, d);
  const double t = l > 0 ? std::clamp(geometry::dot(p - a, d) / l, 0.0, 1.0) : 0;
  return a + t * d;
}

}  // namespace

std::optional<ShotLine> line_in_arc(const geometry::Shape& shooter, const geometry::Shape& target, int half_deg) {
  std::vector<Vec2> part = geometry::outline_of(target);
  const Vec2 left = shooter.corner(geometry::Corner::FrontLeft), right = shooter.corner(geometry::Corner::FrontRight);
  const auto turned = [&](int deg) {
    const Angle by{1000 * std::int64_t{deg}};
    const double c = geometry::cos_of(by), s = geometry::sin_of(by);
    return Vec2{shooter.ahead.x * c - shooter.ahead.y * s, shooter.ahead.x * s + shooter.ahead.y * c};
  };
  const auto in_arc = [&](double aside) {
    const Vec2 out_left = geometry::left_of(turned(half_deg)), out_right = -1.0 * geometry::left_of(turned(-half_deg));
    std::vector<Vec2> in = geometry::clipped(part, left + aside * out_left, -1.0 * out_left);
    if (!in.empty()) in = geometry::clipped(in, right + aside * out_right, -1.0 * out_right);
    return in;
  };
  std::vector<Vec2> seen_part = in_arc(0);
  if (seen_part.size() < 2) seen_part = in_arc(kTouchMm);  // a corner or an edge that touches the arc's side is in it
  if (seen_part.size() < 2) return std::nullopt;
  part = std::move(seen_part);
  ShotLine best;
  best.middle = shooter.front_centre();
  double seen = 1e12;
  const auto keep = [&](Vec2 from, Vec2 to) {
    const double mm = geometry::length_of(to - from);
    if (mm < best.mm) best.from = from, best.to = to, best.mm = mm;
  };
  for (std::size_t i = 0; i < part.size(); ++i) {
    const Vec2 a = part[i], b = part[(i + 1) % part.size()];
    keep(on_segment(left, right, a), a);
    keep(left, on_segment(a, b, left));
    keep(right, on_segment(a, b, right));
    const Vec2 point = on_segment(a, b, best.middle);
    if (const double mm = geometry::length_of(point - best.middle); mm < seen) best.seen = point, seen = mm;
  }
  return best;
}

}  // namespace polemarch::paean
