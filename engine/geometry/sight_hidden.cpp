#include "engine/geometry/sight_hidden.hpp"

#include <algorithm>
#include <cmath>

namespace polemarch::geometry {
namespace {

void keep_left(const Cut& in, Vec2 a, Vec2 b, Cut& out) {
  out.n = 0;
  if (out.p.size() < 2 * in.n) out.p.resize(2 * in.n);  // a corner leaves itself and one cut at most
  const Vec2 e = b - a;
  double d_prev = in.n > 0 ? cross(e, in.p[in.n - 1] - a) : 0;
  for (std::size_t i = 0; i < in.n; ++i) {
    const Vec2 p = in.p[i], prev = in.p[i == 0 ? in.n - 1 : i - 1];
    const double d = cross(e, p - a);
    if ((d > 0 && d_prev < 0) || (d < 0 && d_prev > 0)) out.p[out.n++] = prev + (d_prev / (d_prev - d)) * (p - prev);
    if (d >= 0) out.p[out.n++] = p;
    d_prev = d;
  }
}

}  // namespace

std::optional<Hidden> hidden_by(Vec2 p, double eye_height, Vec2 q0, Vec2 q1, double target_height, const Outline2& piece, double top,
                                Scratch& room) {
  const Vec2 a = q0 - p, b = q1 - p;
  // Quick outs: wholly right of the right ray, left of the left ray, or beyond the edge.
  bool all_right = true, all_left = true, all_beyond = true;
  for (const Vec2 v : piece) {
    all_right &= cross(a, v - p) <= 0;
    all_left &= cross(b, v - p) >= 0;
    all_beyond &= cross(q1 - q0, v - q0) <= 0;
  }
  if (all_right || all_left || all_beyond) return std::nullopt;
  auto& [one, two] = room;
  one.n = piece.size();
  if (one.p.size() < one.n) one.p.resize(one.n);
  std::copy(piece.begin(), piece.end(), one.p.begin());
  keep_left(one, p, q0, two);
  keep_left(two, q1, p, one);
  keep_left(one, q0, q1, two);
  if (two.n < 3) return std::nullopt;
  double low = 1e300, high = -1e300;
  bool tall = top >= kSkyHigh;
  for (std::size_t i = 0; i < two.n; ++i) {
    const Vec2 v = two.p[i] - p;
    const double va = cross(v, a), vb = cross(v, b);
    if (dot(v, v) < 1e-12) {  // the eye stands at it: the other corners say how far it reaches to either side
      tall = tall || top > eye_height;
      continue;
    }
    const double t = std::clamp(va / (va - vb), 0.0, 1.0);
    low = std::min(low, t), high = std::max(high, t);
    if (!tall) {
      const Vec2 q = a + t * (b - a);
      const double fraction = std::sqrt(dot(v, v) / dot(q, q));
      tall = top > eye_height + (target_height - eye_height) * fraction;
    }
  }
  if (!tall || high - low < 1e-12) return std::nullopt;
  return Hidden{low, high};
}

bool is_inside(const Shape& target, Vec2 p) {
  if (target.circle()) return length_of(p - target.centre) <= target.radius();
  const Vec2 own = target.own_frame(p);
  return std::fabs(own.x) <= target.half_depth && std::fabs(own.y) <= target.half_front;
}

}  // namespace polemarch::geometry
