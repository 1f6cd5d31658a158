#include "engine/geometry/sight.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "engine/geometry/trig.hpp"

namespace polemarch::geometry {
namespace {

/// A small convex polygon without allocation: a quadrilateral cut by three lines stays below the room.
struct Cut {
  std::array<Vec2, 24> p{};
  std::size_t n = 0;
};

void keep_left(const Cut& in, Vec2 a, Vec2 b, Cut& out) {
  out.n = 0;
  const Vec2 e = b - a;
  double d_prev = in.n > 0 ? cross(e, in.p[in.n - 1] - a) : 0;
  for (std::size_t i = 0; i < in.n && out.n + 2 < out.p.size(); ++i) {
    const Vec2 p = in.p[i], prev = in.p[i == 0 ? in.n - 1 : i - 1];
    const double d = cross(e, p - a);
    if ((d > 0 && d_prev < 0) || (d < 0 && d_prev > 0)) out.p[out.n++] = prev + (d_prev / (d_prev - d)) * (p - prev);
    if (d >= 0) out.p[out.n++] = p;
    d_prev = d;
  }
}

/// A hidden stretch of a target edge, as fractions.
struct Hidden {
  double from = 0, to = 0;
};

/// What `piece` hides of the edge q0-q1 (seen from p with q0 on the right, q1 on the left).
std::optional<Hidden> hidden_by(Vec2 p, double eye_height, Vec2 q0, Vec2 q1, double target_height, const Outline2& piece, double top) {
  const Vec2 a = q0 - p, b = q1 - p;
  // Quick outs: wholly right of the right ray, left of the left ray, or beyond the edge.
  bool all_right = true, all_left = true, all_beyond = true;
  for (const Vec2 v : piece) {
    all_right &= cross(a, v - p) <= 0;
    all_left &= cross(b, v - p) >= 0;
    all_beyond &= cross(q1 - q0, v - q0) <= 0;
  }
  if (all_right || all_left || all_beyond) return std::nullopt;
  Cut one, two;
  one.n = std::min(piece.size(), one.p.size() - 4);
  std::copy_n(piece.begin(), one.n, one.p.begin());
  keep_left(one, p, q0, two);
  keep_left(two, q1, p, one);
  keep_left(one, q0, q1, two);
  if (two.n < 3) return std::nullopt;
  double low = 1e300, high = -1e300;
  bool tall = top >= kSkyHigh;
  for (std::size_t i = 0; i < two.n; ++i) {
    const Vec2 v = two.p[i] - p;
    const double va = cross(v, a), vb = cross(v, b);
    if (dot(v, v) < 1e-12) return tall || top > eye_height ? std::optional<Hidden>({0, 1}) : std::nullopt;
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

double angle_between(Vec2 a, Vec2 b) { return atan2_deg(std::fabs(cross(a, b)), dot(a, b)); }

bool is_inside(const Shape& target, Vec2 p) {
  if (target.circle()) return length_of(p - target.centre) <= target.radius();
  const Vec2 own = target.own_frame(p);
  return std::fabs(own.x) <= target.half_depth && std::fabs(own.y) <= target.half_front;
}

Shape moved(const Shape& shape, std::size_t axis, double by) {
  Shape s = shape;
  const auto turn = [&](Vec2 v) { return Vec2{v.x * (1 - by * by / 2) - v.y * by, v.x * by + v.y * (1 - by * by / 2)}; };
  const Vec2 shift{axis == 0 ? by : 0, axis == 1 ? by : 0};
  if (axis == 2) s.ahead = turn(s.ahead);
  for (Vec2& c : s.corners) c = axis == 2 ? s.centre + turn(c - s.centre) : c + shift;
  s.centre = s.centre + shift;
  return s;
}

}  // namespace

Blocker blocker_of(std::string name, const Outline2& outline, double top_mm) { return {std::move(name), convex_pieces(outline), top_mm}; }
Blocker blocker_of(std::string name, const Shape& base, double top_mm) { return {std::move(name), {outline_of(base, 16)}, top_mm}; }

Sight sight_to(const Eye& eye, const Shape& target, double target_height_mm, std::span<const Blocker> blockers) {
  Sight result;
  if (is_inside(target, eye.at)) {
    result.seen_at = eye.at;
    return result;
  }
  std::array<Vec2, 16> outline;
  std::size_t count = 4;
  if (target.circle()) {
    const std::vector<Vec2> round = outline_of(target, 16);
    std::copy(round.begin(), round.end(), outline.begin());
    count = 16;
  } else {
    std::copy(target.corners.begin(), target.corners.end(), outline.begin());
  }
  double seen = 0, all = 0;
  std::vector<bool> hides(blockers.size(), false);
  std::vector<Hidden> hidden;
  for (std::size_t i = 0; i < count; ++i) {
    // The outline is clockwise: an edge faces the eye when the eye is on its left, and then runs from the eye's right to its left.
    const Vec2 q0 = outline[i], q1 = outline[(i + 1) % count];
    if (cross(q1 - q0, eye.at - q0) <= 0) continue;
    hidden.clear();
    for (std::size_t k = 0; k < blockers.size(); ++k)
      for (const Outline2& piece : blockers[k].pieces)
        if (const auto h = hidden_by(eye.at, eye.height_mm, q0, q1, target_height_mm, piece, blockers[k].top_mm))
          hidden.push_back(*h), hides[k] = true;
    std::sort(hidden.begin(), hidden.end(), [](const Hidden& x, const Hidden& y) { return x.from < y.from; });
    const Vec2 a = q0 - eye.at, b = q1 - eye.at;
    all += angle_between(a, b);
    double at = 0;
    const auto add_seen = [&](double from, double to) {
      if (to - from < 1e-12) return;
      seen += angle_between(a + from * (b - a), a + to * (b - a));
      if (!result.seen_at) result.seen_at = q0 + (0.5 * (from + to)) * (q1 - q0);
    };
    for (const Hidden& h : hidden) {
      add_seen(at, h.from);
      at = std::max(at, h.to);
    }
    add_seen(at, 1.0);
  }
  for (std::size_t k = 0; k < hides.size(); ++k)
    if (hides[k]) result.in_the_way.push_back(k);
  result.share = all > 0 ? std::clamp(seen / all, 0.0, 1.0) : 1.0;
  return result;
}

Sight sight_from(const Shape& from, Vec2 from_own, double eye_height_mm, const Shape& target, double target_height_mm,
                 std::span<const Blocker> blockers) {
  Sight result = sight_to({from.on_table(from_own), eye_height_mm}, target, target_height_mm, blockers);
  if ((from.error.none && target.error.none) || result.in_the_way.empty()) return result;
  constexpr std::array<double, 3> kStep{0.01, 0.01, 5e-5};
  Gradient by_from{}, by_target{};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const auto share = [&](double sign, bool first) {
      const Shape a = first ? moved(from, axis, sign * kStep[axis]) : from;
      const Shape b = first ? target : moved(target, axis, sign * kStep[axis]);
      return sight_to({a.on_table(from_own), eye_height_mm}, b, target_height_mm, blockers).share;
    };
    by_from[axis] = (share(1, true) - share(-1, true)) / (2 * kStep[axis]);
    by_target[axis] = (share(1, false) - share(-1, false)) / (2 * kStep[axis]);
  }
  result.share_sd = standard_deviation(from, by_from, target, by_target);
  return result;
}

Sight sight_from_front(const Shape& from, double eye_height_mm, const Shape& target, double target_height_mm,
                       std::span<const Blocker> blockers, int samples) {
  Sight best;
  best.share = -1;
  for (int i = 0; i < samples; ++i) {
    const double y = samples == 1 ? 0.0 : from.half_front * (1.0 - 2.0 * i / (samples - 1));
    const Sight here = sight_to({from.on_table({from.half_depth, y}), eye_height_mm}, target, target_height_mm, blockers);
    if (here.share > best.share) best = here;
  }
  return best;
}

}  // namespace polemarch::geometry
