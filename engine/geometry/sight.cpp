#include "engine/geometry/sight.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <utility>

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

/// Directions covered, as stretches of degrees relative to one axis, right to left.
using Stretches = std::vector<std::pair<double, double>>;

void cover(Stretches& stretches, Vec2 axis, Vec2 right, Vec2 left) {
  const auto degrees = [&](Vec2 v) { return atan2_deg(cross(axis, v), dot(axis, v)); };
  const double from = degrees(right), to = degrees(left);
  // An edge seen end-on may come out backwards by a rounding: it covers nothing.
  if (to >= from) {
    stretches.emplace_back(from, to);
  } else if (to < from - 180) {  // across straight behind the axis
    stretches.emplace_back(from, 180.0);
    stretches.emplace_back(-180.0, to);
  }
}

double total_of(Stretches& stretches) {
  std::sort(stretches.begin(), stretches.end());
  double total = 0, at = -360;
  for (const auto& [from, to] : stretches) {
    total += std::max(0.0, to - std::max(from, at));
    at = std::max(at, to);
  }
  return total;
}

bool is_inside(const Shape& target, Vec2 p) {
  if (target.circle()) return length_of(p - target.centre) <= target.radius();
  const Vec2 own = target.own_frame(p);
  return std::fabs(own.x) <= target.half_depth && std::fabs(own.y) <= target.half_front;
}

}  // namespace

Blocker blocker_of(std::string name, const Outline2& outline, double top_mm) {
  return {std::move(name), convex_pieces(outline), top_mm, {}};
}
Blocker blocker_of(std::string name, const Shape& base, double top_mm) {
  Blocker blocker{std::move(name), {outline_of(base, 16)}, top_mm, {}};
  if (!base.error.none) blocker.base = base;
  return blocker;
}

Sight sight_to(const Eye& eye, const Shape& target, double target_height_mm, std::span<const Blocker> blockers) {
  return sight_to(eye, std::span<const Shape>(&target, 1), target_height_mm, blockers);
}

Sight sight_to(const Eye& eye, std::span<const Shape> target, double target_height_mm, std::span<const Blocker> blockers) {
  assert(!target.empty());
  Sight result;
  Vec2 middle;
  for (const Shape& base : target) {
    middle = middle + (1.0 / static_cast<double>(target.size())) * base.centre;
    if (!is_inside(base, eye.at)) continue;
    result.seen_at = eye.at;
    return result;
  }
  const Vec2 axis = middle - eye.at;
  Stretches all, seen;
  std::vector<bool> hides(blockers.size(), false);
  std::vector<Hidden> hidden;
  for (const Shape& base : target) {
    std::array<Vec2, 16> outline;
    std::size_t count = 4;
    if (base.circle()) {
      const std::vector<Vec2> round = outline_of(base, 16);
      std::copy(round.begin(), round.end(), outline.begin());
      count = 16;
    } else {
      std::copy(base.corners.begin(), base.corners.end(), outline.begin());
    }
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
      cover(all, axis, a, b);
      double at = 0;
      const auto add_seen = [&](double from, double to) {
        if (to - from < 1e-12) return;
        cover(seen, axis, a + from * (b - a), a + to * (b - a));
        if (!result.seen_at) result.seen_at = q0 + (0.5 * (from + to)) * (q1 - q0);
      };
      for (const Hidden& h : hidden) {
        add_seen(at, h.from);
        at = std::max(at, h.to);
      }
      add_seen(at, 1.0);
    }
  }
  for (std::size_t k = 0; k < hides.size(); ++k)
    if (hides[k]) result.in_the_way.push_back(k);
  const double width = total_of(all);
  result.share = width > 0 ? std::clamp(total_of(seen) / width, 0.0, 1.0) : 1.0;
  return result;
}

Sight sight_from(const Shape& from, Vec2 from_own, double eye_height_mm, const Shape& target, double target_height_mm,
                 std::span<const Blocker> blockers) {
  return sight_from(from, from_own, eye_height_mm, std::span<const Shape>(&target, 1), target_height_mm, blockers);
}

Sight sight_from(const Shape& from, Vec2 from_own, double eye_height_mm, std::span<const Shape> target, double target_height_mm,
                 std::span<const Blocker> blockers) {
  Sight result = sight_to({from.on_table(from_own), eye_height_mm}, target, target_height_mm, blockers);
  if (result.in_the_way.empty()) return result;
  // Only who is in the way can change the share by a nudge.
  std::vector<Blocker> way;
  for (const std::size_t k : result.in_the_way) way.push_back(blockers[k]);
  std::vector<Shape> aim(target.begin(), target.end());
  constexpr std::array<double, 3> kStep{0.01, 0.01, 5e-5};
  std::vector<Influence> on;
  const auto follow = [&](const Shape& base, const auto& share_with) {
    if (base.error.none) return;
    on.push_back({&base, {}});
    for (std::size_t axis = 0; axis < 3; ++axis)
      on.back().by[axis] = (share_with(nudged(base, axis, kStep[axis])) - share_with(nudged(base, axis, -kStep[axis]))) / (2 * kStep[axis]);
  };
  const auto share_from = [&](Vec2 eye) { return sight_to({eye, eye_height_mm}, aim, target_height_mm, way).share; };
  const Vec2 eye = from.on_table(from_own);
  follow(from, [&](const Shape& base) { return share_from(base.on_table(from_own)); });
  for (std::size_t i = 0; i < target.size(); ++i) {
    follow(target[i], [&](const Shape& base) {
      aim[i] = base;
      const double share = share_from(eye);
      aim[i] = target[i];
      return share;
    });
  }
  for (std::size_t k = 0; k < way.size(); ++k) {
    if (!way[k].base) continue;
    follow(*blockers[result.in_the_way[k]].base, [&](const Shape& base) {
      const std::vector<Outline2> pieces = std::exchange(way[k].pieces, {outline_of(base, 16)});
      const double share = share_from(eye);
      way[k].pieces = pieces;
      return share;
    });
  }
  result.share_sd = standard_deviation(on);
  return result;
}

Sight sight_from_front(const Shape& from, double eye_height_mm, std::span<const Shape> target, double target_height_mm,
                       std::span<const Blocker> blockers, int samples) {
  double best = -1, best_y = 0;
  for (int i = 0; i < samples; ++i) {
    const double y = samples == 1 ? 0.0 : from.half_front * (1.0 - 2.0 * i / (samples - 1));
    const double share = sight_to({from.on_table({from.half_depth, y}), eye_height_mm}, target, target_height_mm, blockers).share;
    if (share > best) best = share, best_y = y;
  }
  return sight_from(from, {from.half_depth, best_y}, eye_height_mm, target, target_height_mm, blockers);
}

Sight sight_from_front(const Shape& from, double eye_height_mm, const Shape& target, double target_height_mm,
                       std::span<const Blocker> blockers, int samples) {
  return sight_from_front(from, eye_height_mm, std::span<const Shape>(&target, 1), target_height_mm, blockers, samples);
}

}  // namespace polemarch::geometry
