#include "engine/geometry/gap.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "engine/geometry/trig.hpp"

namespace polemarch::geometry {
namespace {

/// The closest points in double precision, before rounding.
struct Closest {
  double gap = 0;  // signed
  Vec2 on_a, on_b;
  Vec2 from_a_to_b;  // unit; the direction in which the gap opens
  Feature feature_a = Feature::Rim, feature_b = Feature::Rim;
};

double clamp(double v, double limit) { return v > limit ? limit : (v < -limit ? -limit : v); }

/// Which part of a rectangle is nearest to a point outside it, by its own-frame coordinates.
Feature part_nearest(const Shape& box, Vec2 own) {
  const bool ahead = own.x > box.half_depth, behind = own.x < -box.half_depth;
  const bool left = own.y > box.half_front, right = own.y < -box.half_front;
  if (ahead) return left ? Feature::FrontLeft : (right ? Feature::FrontRight : Feature::FrontEdge);
  if (behind) return left ? Feature::RearLeft : (right ? Feature::RearRight : Feature::RearEdge);
  return left ? Feature::LeftEdge : Feature::RightEdge;
}

/// One body's corners as the other sees them: the corner nearest to `box`, and how far the box's two axes part the bodies.
struct CornerView {
  double nearest2 = 0;  // squared distance of the nearest corner; 0 inside
  std::size_t corner = 0;
  Vec2 own;           // that corner in the box's frame
  double parted = 0;  // signed separation along the box's best axis; negative: both axes overlap
  std::size_t deep_corner = 0;
  Vec2 axis;  // own-frame outward normal of the face for `parted`
};

CornerView corners_seen_by(const Shape& box, const Shape& other) {
  CornerView view;
  view.nearest2 = -1;
  double low_x = 0, high_x = 0, low_y = 0, high_y = 0;
  std::array<std::size_t, 4> at{};
  for (std::size_t i = 0; i < 4; ++i) {
    const Vec2 own = box.own_frame(other.corners[i]);
    const double dx = own.x - clamp(own.x, box.half_depth), dy = own.y - clamp(own.y, box.half_front);
    const double d2 = dx * dx + dy * dy;
    if (view.nearest2 < 0 || d2 < view.nearest2) view.nearest2 = d2, view.corner = i, view.own = own;
    if (i == 0 || own.x < low_x) low_x = own.x, at[0] = i;
    if (i == 0 || own.x > high_x) high_x = own.x, at[1] = i;
    if (i == 0 || own.y < low_y) low_y = own.y, at[2] = i;
    if (i == 0 || own.y > high_y) high_y = own.y, at[3] = i;
  }
  const std::array<double, 4> parted{low_x - box.half_depth, -box.half_depth - high_x, low_y - box.half_front, -box.half_front - high_y};
  constexpr std::array<Vec2, 4> kAxis{Vec2{1, 0}, Vec2{-1, 0}, Vec2{0, 1}, Vec2{0, -1}};
  std::size_t best = 0;
  for (std::size_t i = 1; i < 4; ++i)
    if (parted[i] > parted[best]) best = i;
  view.parted = parted[best];
  view.deep_corner = at[best];
  view.axis = kAxis[best];
  return view;
}

Feature face_of(Vec2 axis) {
  if (axis.x > 0.5) return Feature::FrontEdge;
  if (axis.x < -0.5) return Feature::RearEdge;
  return axis.y > 0 ? Feature::LeftEdge : Feature::RightEdge;
}

/// A corner of `other` outside or inside `box`: gap measured from box to other.
Closest corner_to_box(const Shape& box, const Shape& other, const CornerView& view) {
  const Vec2 own = view.own;
  const Vec2 foot{clamp(own.x, box.half_depth), clamp(own.y, box.half_front)};
  const double d = std::sqrt(view.nearest2);
  const Vec2 n{(own.x - foot.x) / d, (own.y - foot.y) / d};
  return {d,
          box.on_table(foot),
          other.corners[view.corner],
          n.x * box.ahead + n.y * left_of(box.ahead),
          part_nearest(box, own),
          kCorners[view.corner]};
}

Closest overlap_by_face(const Shape& box, const Shape& other, const CornerView& view) {
  const Vec2 n = view.axis.x * box.ahead + view.axis.y * left_of(box.ahead);
  const Vec2 corner = other.corners[view.deep_corner];
  return {view.parted, corner - view.parted * n, corner, n, face_of(view.axis), kCorners[view.deep_corner]};
}

Closest swapped(const Closest& c) { return {c.gap, c.on_b, c.on_a, {-c.from_a_to_b.x, -c.from_a_to_b.y}, c.feature_b, c.feature_a}; }

Closest rectangles(const Shape& a, const Shape& b) {
  const CornerView b_seen = corners_seen_by(a, b), a_seen = corners_seen_by(b, a);
  if (b_seen.parted < 0 && a_seen.parted < 0)
    return b_seen.parted >= a_seen.parted ? overlap_by_face(a, b, b_seen) : swapped(overlap_by_face(b, a, a_seen));
  // Touching exactly: no direction from the points, take the parting face's.
  if (b_seen.nearest2 <= 0 || a_seen.nearest2 <= 0)
    return b_seen.parted >= a_seen.parted ? overlap_by_face(a, b, b_seen) : swapped(overlap_by_face(b, a, a_seen));
  return b_seen.nearest2 <= a_seen.nearest2 ? corner_to_box(a, b, b_seen) : swapped(corner_to_box(b, a, a_seen));
}

/// From a rectangle to a disc (radius 0: a point).
Closest box_to_disc(const Shape& box, Vec2 centre, double radius) {
  const Vec2 own = box.own_frame(centre);
  const Vec2 foot{clamp(own.x, box.half_depth), clamp(own.y, box.half_front)};
  const double dx = own.x - foot.x, dy = own.y - foot.y;
  const double d = std::sqrt(dx * dx + dy * dy);
  if (d > 0) {
    const Vec2 n = (dx / d) * box.ahead + (dy / d) * left_of(box.ahead);
    return {d - radius, box.on_table(foot), centre - radius * n, n, part_nearest(box, own), Feature::Rim};
  }
  // The disc's centre is inside: out by the nearest face.
  const std::array<double, 4> parted{own.x - box.half_depth, -box.half_depth - own.x, own.y - box.half_front, -box.half_front - own.y};
  constexpr std::array<Vec2, 4> kAxis{Vec2{1, 0}, Vec2{-1, 0}, Vec2{0, 1}, Vec2{0, -1}};
  std::size_t best = 0;
  for (std::size_t i = 1; i < 4; ++i)
    if (parted[i] > parted[best]) best = i;
  const Vec2 n = kAxis[best].x * box.ahead + kAxis[best].y * left_of(box.ahead);
  return {parted[best] - radius, centre - parted[best] * n, centre - radius * n, n, face_of(kAxis[best]), Feature::Rim};
}

Closest discs(Vec2 a, double ra, Vec2 b, double rb) {
  const Vec2 d = b - a;
  const double distance = length_of(d);
  const Vec2 n = distance > 0 ? Vec2{d.x / distance, d.y / distance} : Vec2{1, 0};
  return {distance - ra - rb, a + ra * n, b - rb * n, n, Feature::Rim, Feature::Rim};
}

Closest closest(const Shape& a, const Shape& b) {
  if (a.circle() && b.circle()) return discs(a.centre, a.radius(), b.centre, b.radius());
  if (a.circle()) return swapped(box_to_disc(b, a.centre, a.radius()));
  if (b.circle()) return box_to_disc(a, b.centre, b.radius());
  return rectangles(a, b);
}

double error_of(const Closest& c, const Shape& a, const Shape& b) {
  if (a.error.none && b.error.none) return 0;
  const Vec2 n = c.from_a_to_b;
  const Gradient by_a{-n.x, -n.y, -dot(n, left_of(c.on_a - a.centre))};
  const Gradient by_b{n.x, n.y, dot(n, left_of(c.on_b - b.centre))};
  return standard_deviation(a, by_a, b, by_b);
}

Gap finished(const Closest& c, double sd) {
  return {{rounded(c.gap), rounded(sd)}, point(c.on_a), point(c.on_b), c.feature_a, c.feature_b, 0, 0};
}

/// A bound that is never above the gap, from the circles round the bodies.
double reach_of(const Shape& s) { return s.circle() ? s.radius() : length_of({s.half_depth, s.half_front}); }

}  // namespace

std::string_view name_of(Feature feature) {
  constexpr std::array<std::string_view, 9> kNames{"front edge",        "right edge",        "rear edge",
                                                   "left edge",         "front left corner", "front right corner",
                                                   "rear right corner", "rear left corner",  "rim"};
  return kNames[static_cast<std::size_t>(feature)];
}

Gap gap_between(const Shape& a, const Shape& b) {
  const Closest c = closest(a, b);
  return finished(c, error_of(c, a, b));
}

Gap gap_between(std::span<const Shape> a, std::span<const Shape> b) {
  assert(!a.empty() && !b.empty());
  Closest best;
  std::size_t best_a = 0, best_b = 0;
  bool any = false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t j = 0; j < b.size(); ++j) {
      if (any && length_of(b[j].centre - a[i].centre) - reach_of(a[i]) - reach_of(b[j]) > best.gap) continue;
      const Closest c = closest(a[i], b[j]);
      if (any && c.gap >= best.gap) continue;
      best = c, best_a = i, best_b = j, any = true;
    }
  }
  Gap gap = finished(best, error_of(best, a[best_a], b[best_b]));
  gap.base_a = best_a, gap.base_b = best_b;
  return gap;
}

Gap gap_between(Vec2 from, const Shape& to) {
  const Closest c = to.circle() ? discs(from, 0, to.centre, to.radius()) : swapped(box_to_disc(to, from, 0));
  const Vec2 n = c.from_a_to_b;
  return finished(c, standard_deviation(to, {n.x, n.y, dot(n, left_of(c.on_b - to.centre))}));
}

std::vector<Near> nearest_of(std::span<const Shape> from, std::span<const std::vector<Shape>> others) {
  std::vector<Near> all;
  for (std::size_t i = 0; i < others.size(); ++i)
    if (!others[i].empty()) all.push_back({i, gap_between(from, others[i])});
  std::sort(all.begin(), all.end(), [](const Near& x, const Near& y) {
    const Length gx = x.gap.distance().value, gy = y.gap.distance().value;
    return gx != gy ? gx < gy : x.index < y.index;
  });
  if (all.empty()) return all;
  const Measure first = all.front().gap.distance();
  std::erase_if(all, [&](const Near& near) {
    const Measure other = near.gap.distance();
    const double sd = std::sqrt(static_cast<double>(first.sd.um) * static_cast<double>(first.sd.um) +
                                static_cast<double>(other.sd.um) * static_cast<double>(other.sd.um));
    const Measure further{other.value - first.value, {std::llround(sd)}};
    return within(further, Length{0}) == engine::Ruling::Refused;
  });
  return all;
}

std::vector<Gap> all_gaps(std::span<const Shape> bases) {
  std::vector<Gap> gaps(bases.size() * bases.size());
  for (std::size_t i = 0; i < bases.size(); ++i)
    for (std::size_t j = i + 1; j < bases.size(); ++j) gaps[i * bases.size() + j] = gap_between(bases[i], bases[j]);
  return gaps;
}

}  // namespace polemarch::geometry
