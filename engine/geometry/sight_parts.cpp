#include "engine/geometry/sight_parts.hpp"

#include <algorithm>
#include <cmath>

#include "engine/geometry/sight_hidden.hpp"
#include "engine/geometry/trig.hpp"

namespace polemarch::geometry {

namespace {

/// Parts in the order the eye looks over them, from its right; those that go on in one line become one.
void join(SightView& view, Vec2 axis) {
  const auto degrees = [&](Vec2 at) { return atan2_deg(cross(axis, at - view.eye), dot(axis, at - view.eye)); };
  std::stable_sort(view.parts.begin(), view.parts.end(),
                   [&](const SightPart& a, const SightPart& b) { return degrees(a.right) < degrees(b.right); });
  constexpr double kSame = 0.5, kStraight = 1e-3;  // mm; sine of the angle between them
  std::vector<SightPart> joined;
  for (const SightPart& part : view.parts) {
    if (!joined.empty() && joined.back().seen == part.seen && length_of(part.right - joined.back().left) < kSame) {
      const Vec2 before = joined.back().left - joined.back().right, after = part.left - part.right;
      if (std::fabs(cross(before, after)) < kStraight * length_of(before) * length_of(after)) {
        joined.back().left = part.left;
        continue;
      }
    }
    joined.push_back(part);
  }
  view.parts = std::move(joined);
}

}  // namespace

SightView view_from(const Shape& from, Vec2 from_own, std::span<const Shape> target, std::span<const Blocker> blockers) {
  SightView view{from.on_table(from_own), {}};
  Scratch room;
  Vec2 middle;
  for (const Shape& base : target) {
    middle = middle + (1.0 / static_cast<double>(target.size())) * base.centre;
    if (is_inside(base, view.eye)) continue;
    const Outline2 outline = outline_of(base, kRound);
    for (std::size_t i = 0; i < outline.size(); ++i) {
      const Vec2 q0 = outline[i], q1 = outline[(i + 1) % outline.size()];
      if (cross(q1 - q0, view.eye - q0) <= 0) continue;
      // An edge that another of its bases stands at is none of the body's.
      const Vec2 along = q1 - q0, out{along.y, -along.x};
      const Vec2 beside = q0 + 0.5 * along + (-0.5 / std::max(length_of(out), 1e-9)) * out;
      if (std::any_of(target.begin(), target.end(), [&](const Shape& other) { return &other != &base && is_inside(other, beside); }))
        continue;
      std::vector<Hidden> hidden;
      for (const Blocker& blocker : blockers)
        for (const Outline2& piece : blocker.pieces)
          if (const auto one = hidden_by(view.eye, 0, q0, q1, 0, piece, blocker.top_mm, room)) hidden.push_back(*one);
      std::sort(hidden.begin(), hidden.end(), [](const Hidden& x, const Hidden& y) { return x.from < y.from; });
      double at = 0;
      const auto add = [&](double to, bool seen) {
        if (to - at < 1e-9) return;
        view.parts.push_back({q0 + at * along, q0 + to * along, seen});
        at = to;
      };
      for (const Hidden& one : hidden) {
        add(one.from, true);
        add(one.to, false);
      }
      add(1.0, true);
    }
  }
  join(view, middle - view.eye);
  return view;
}

SightView view_from_front(const Shape& from, std::span<const Shape> target, std::span<const Blocker> blockers, int samples) {
  double best = -1, best_y = 0;
  for (int i = 0; i < samples; ++i) {
    const double y = samples == 1 ? 0.0 : from.half_front * (1.0 - 2.0 * i / (samples - 1));
    const double share = sight_to({from.on_table({from.half_depth, y}), 0}, target, 0, blockers).share;
    if (share > best) best = share, best_y = y;
  }
  return view_from(from, {from.half_depth, best_y}, target, blockers);
}

}  // namespace polemarch::geometry
