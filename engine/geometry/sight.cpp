#include "engine/geometry/sight.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <utility>

#include "engine/geometry/noise.hpp"
#include "engine/geometry/sight_hidden.hpp"
#include "engine/geometry/trig.hpp"

namespace polemarch::geometry {
namespace {

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

}  // namespace

Blocker blocker_of(std::string name, const Outline2& outline, double top_mm) {
  return {std::move(name), convex_pieces(outline), top_mm, {}};
}
Blocker blocker_of(std::string name, const Shape& base, double top_mm) {
  Blocker blocker{std::move(name), {outline_of(base, kRound)}, top_mm, {}};
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
  Scratch room;
  for (const Shape& base : target) {
    const Outline2 outline = outline_of(base, kRound);
    const std::size_t count = outline.size();
    for (std::size_t i = 0; i < count; ++i) {
      // The outline is clockwise: an edge faces the eye when the eye is on its left, and then runs from the eye's right to its left.
      const Vec2 q0 = outline[i], q1 = outline[(i + 1) % count];
      if (cross(q1 - q0, eye.at - q0) <= 0) continue;
      hidden.clear();
      for (std::size_t k = 0; k < blockers.size(); ++k)
        for (const Outline2& piece : blockers[k].pieces)
          if (const auto h = hidden_by(eye.at, eye.height_mm, q0, q1, target_height_mm, piece, blockers[k].top_mm, room))
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

namespace {

/// The way the eye looks: what lies wholly outside it by more than the noise can bring it in hides nothing.
class LineOfSight {
 public:
  LineOfSight(Vec2 eye, std::span<const Shape> target) : eye_(eye) {
    Vec2 middle;
    for (const Shape& base : target) middle = middle + (1.0 / static_cast<double>(target.size())) * base.centre;
    axis_ = middle - eye;
    const double l = length_of(axis_);
    if (l > 0) axis_ = (1 / l) * axis_;
    for (const Shape& base : target)
      for (const Vec2 corner : outline_of(base, kRound)) {
        const Vec2 d = corner - eye;
        far_ = std::max(far_, dot(axis_, d));
        near_ = std::min(near_, dot(axis_, d));
        all_round_ |= dot(axis_, d) <= 0;
        if (right_.x == 0 && right_.y == 0) right_ = left_ = d;
        if (cross(right_, d) < 0) right_ = d;
        if (cross(left_, d) > 0) left_ = d;
      }
    const auto unit = [](Vec2 v) {
      const double size = length_of(v);
      return size > 0 ? (1 / size) * v : v;
    };
    right_ = unit(right_), left_ = unit(left_);
  }

  bool may_meet(const Outline2& piece, double margin) const {
    if (all_round_) return true;
    bool right = true, left = true, beyond = true, behind = true;
    for (const Vec2 v : piece) {
      const Vec2 d = v - eye_;
      right &= cross(right_, d)<-margin, left &= cross(left_, d)> margin;
      beyond &= dot(axis_, d) > far_ + margin, behind &= dot(axis_, d) < -margin;
    }
    return !(right || left || beyond || behind);
  }

  /// Does the piece alone stand across the whole way, and by more than the noise can move it?
  bool surely_shut_by(const Outline2& piece, double margin) const {
    if (all_round_) return false;
    bool right = false, left = false;
    for (const Vec2 v : piece) {
      const Vec2 d = v - eye_;
      const double ahead = dot(axis_, d);
      if (ahead < margin || ahead > near_ - margin) return false;
      right |= cross(right_, d)<-margin, left |= cross(left_, d)> margin;
    }
    return right && left;
  }

 private:
  Vec2 eye_, axis_, right_, left_;
  double far_ = 0, near_ = 1e300;
  bool all_round_ = false;
};

/// Nearer to 0 or 1 than this the share bends: the last or first of it comes into sight.
constexpr double kNearBend = 0.03;

/// First order: central differences over 0.02 mm and 1e-4 rad. `in_the_way` are the blockers that hide some of it now.
template <class ShareOf>
double sd_by_slopes(const Shape& from, Vec2 from_own, std::span<const Shape> target, std::span<const Blocker> blockers,
                    const std::vector<std::size_t>& in_the_way, const ShareOf& share_of) {
  if (in_the_way.empty()) return 0;
  std::vector<Blocker> way;
  for (const std::size_t k : in_the_way) way.push_back(blockers[k]);
  std::vector<Shape> aim(target.begin(), target.end());
  constexpr std::array<double, 3> kStep{0.01, 0.01, 5e-5};
  std::vector<Influence> on;
  const auto follow = [&](const Shape& base, const auto& share_with) {
    if (base.error.none) return;
    on.push_back({&base, {}});
    for (std::size_t axis = 0; axis < 3; ++axis)
      on.back().by[axis] = (share_with(nudged(base, axis, kStep[axis])) - share_with(nudged(base, axis, -kStep[axis]))) / (2 * kStep[axis]);
  };
  const Vec2 eye = from.on_table(from_own);
  follow(from, [&](const Shape& base) { return share_of(base.on_table(from_own), aim, way); });
  for (std::size_t i = 0; i < target.size(); ++i) {
    follow(target[i], [&](const Shape& base) {
      aim[i] = base;
      const double share = share_of(eye, aim, way);
      aim[i] = target[i];
      return share;
    });
  }
  for (std::size_t k = 0; k < way.size(); ++k) {
    if (!way[k].base) continue;
    follow(*blockers[in_the_way[k]].base, [&](const Shape& base) {
      const std::vector<Outline2> pieces = std::exchange(way[k].pieces, {outline_of(base, kRound)});
      const double share = share_of(eye, aim, way);
      way[k].pieces = pieces;
      return share;
    });
  }
  return standard_deviation(on);
}

/// Near 0 and 1, by draws of the noise; `blockers` are all that the noise could bring into the way.
template <class ShareOf>
double sd_by_draws(const Shape& from, Vec2 from_own, std::span<const Shape> target, std::span<const Blocker> blockers, double share,
                   const ShareOf& share_of) {
  std::vector<const Shape*> bases{&from};
  for (const Shape& base : target) bases.push_back(&base);
  for (const Blocker& blocker : blockers)
    if (blocker.base) bases.push_back(&*blocker.base);
  std::vector<Shape> aim(target.begin(), target.end());
  std::vector<Blocker> way(blockers.begin(), blockers.end());
  return geometry::sd_by_draws(bases, share, [&](const auto& drawn) {
    std::size_t next = 0;
    const Vec2 at = drawn(next++).on_table(from_own);
    for (Shape& base : aim) base = drawn(next++);
    for (Blocker& blocker : way)
      if (blocker.base) blocker.pieces.front() = outline_of(drawn(next++), kRound);
    return share_of(at, aim, way);
  });
}

}  // namespace

Sight sight_from(const Shape& from, Vec2 from_own, double eye_height_mm, std::span<const Shape> target, double target_height_mm,
                 std::span<const Blocker> blockers) {
  const Vec2 eye = from.on_table(from_own);
  const LineOfSight line(eye, target);
  double off = most_off_mm(from), target_off = 0;
  for (const Shape& base : target) target_off = std::max(target_off, most_off_mm(base));
  off += target_off;
  // Only what could come into the way can change the share.
  std::vector<std::size_t> near;
  std::vector<Blocker> way;
  bool measured = off > 0, shut = false;
  for (std::size_t k = 0; k < blockers.size(); ++k) {
    const double margin = off + (blockers[k].base ? most_off_mm(*blockers[k].base) : 0.0) + 1e-6;
    if (std::none_of(blockers[k].pieces.begin(), blockers[k].pieces.end(),
                     [&](const Outline2& piece) { return line.may_meet(piece, margin); }))
      continue;
    shut |= blockers[k].top_mm >= kSkyHigh && std::any_of(blockers[k].pieces.begin(), blockers[k].pieces.end(), [&](const Outline2& piece) {
              return is_convex(piece) && line.surely_shut_by(piece, margin);
            });
    near.push_back(k);
    way.push_back(blockers[k]);
    measured |= blockers[k].base.has_value();
  }
  Sight result = sight_to({eye, eye_height_mm}, target, target_height_mm, way);
  if (way.empty() || !measured || shut) {
    for (std::size_t& k : result.in_the_way) k = near[k];
    return result;
  }
  const auto share_of = [&](Vec2 at, std::span<const Shape> aim, std::span<const Blocker> in_way) {
    return sight_to({at, eye_height_mm}, aim, target_height_mm, in_way).share;
  };
  result.share_sd = sd_by_slopes(from, from_own, target, way, result.in_the_way, share_of);
  for (std::size_t& k : result.in_the_way) k = near[k];
  const double bends = std::max(kNearBend, 5 * result.share_sd);
  if (result.share < bends || result.share > 1 - bends) result.share_sd = sd_by_draws(from, from_own, target, way, result.share, share_of);
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
