#include "engine/geometry/contact.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "engine/geometry/arc.hpp"
#include "engine/geometry/trig.hpp"

namespace polemarch::geometry {
namespace {

constexpr std::array<Feature, 4> kEdges{Feature::FrontEdge, Feature::RightEdge, Feature::RearEdge, Feature::LeftEdge};

struct Hit {
  double travel = 0;
  Vec2 touch;  // on b, before the move
  Vec2 n;      // from a to b
  Feature feature_a = Feature::Rim, feature_b = Feature::Rim;
};

void keep(std::optional<Hit>& best, const Hit& hit) {
  if (hit.travel >= 0 && (!best || hit.travel < best->travel)) best = hit;
}

/// p moving along u meets the segment q0-q1 after this way.
std::optional<double> way_to_segment(Vec2 p, Vec2 u, Vec2 q0, Vec2 q1) {
  const Vec2 e = q1 - q0;
  const double d = cross(u, e);
  if (std::fabs(d) < 1e-12) return std::nullopt;
  const double t = cross(q0 - p, e) / d, s = cross(q0 - p, u) / d;
  if (t < -1e-9 || s < 0 || s > 1) return std::nullopt;
  return std::max(t, 0.0);
}

std::optional<double> way_to_disc(Vec2 p, Vec2 u, Vec2 centre, double radius) {
  const Vec2 d = centre - p;
  const double b = dot(d, u), c = dot(d, d) - radius * radius;
  const double h = b * b - c;
  if (h < 0) return std::nullopt;
  const double t = b - std::sqrt(h);
  if (t < 0) return std::nullopt;
  return t;
}

std::optional<Hit> box_to_box(const Shape& a, Vec2 u, const Shape& b) {
  std::optional<Hit> best;
  for (std::size_t i = 0; i < 4; ++i) {
    for (std::size_t k = 0; k < 4; ++k) {
      const Vec2 nb = outward(b, static_cast<Edge>(k));
      if (dot(nb, u) < 0)
        if (const auto t = way_to_segment(a.corners[i], u, b.corners[k], b.corners[(k + 1) % 4]))
          keep(best, {*t, a.corners[i] + *t * u, {-nb.x, -nb.y}, kCorners[i], kEdges[k]});
      const Vec2 na = outward(a, static_cast<Edge>(k));
      if (dot(na, u) > 0)
        if (const auto t = way_to_segment(b.corners[i], {-u.x, -u.y}, a.corners[k], a.corners[(k + 1) % 4]))
          keep(best, {*t, b.corners[i], na, kEdges[k], kCorners[i]});
    }
  }
  return best;
}

/// A disc moving along u towards a box; the hit as seen by the disc (a = disc).
std::optional<Hit> disc_to_box(Vec2 centre, double radius, Vec2 u, const Shape& box) {
  std::optional<Hit> best;
  for (std::size_t k = 0; k < 4; ++k) {
    const Vec2 n = outward(box, static_cast<Edge>(k));
    if (dot(n, u) < 0)
      if (const auto t = way_to_segment(centre, u, box.corners[k] + radius * n, box.corners[(k + 1) % 4] + radius * n))
        keep(best, {*t, centre + *t * u - radius * n, {-n.x, -n.y}, Feature::Rim, kEdges[k]});
    if (const auto t = way_to_disc(centre, u, box.corners[k], radius)) {
      const Vec2 d = box.corners[k] - (centre + *t * u);
      const double l = length_of(d);
      if (l > 0) keep(best, {*t, box.corners[k], (1 / l) * d, Feature::Rim, kCorners[k]});
    }
  }
  return best;
}

std::optional<Hit> first_hit(const Shape& a, Vec2 u, const Shape& b) {
  if (a.circle() && b.circle()) {
    const auto t = way_to_disc(a.centre, u, b.centre, a.radius() + b.radius());
    if (!t) return std::nullopt;
    const Vec2 d = b.centre - (a.centre + *t * u);
    const Vec2 n = (1 / length_of(d)) * d;
    return Hit{*t, b.centre - b.radius() * n, n, Feature::Rim, Feature::Rim};
  }
  if (a.circle()) return disc_to_box(a.centre, a.radius(), u, b);
  if (b.circle()) {
    auto hit = disc_to_box(b.centre, b.radius(), {-u.x, -u.y}, a);
    if (hit) {
      hit->n = {-hit->n.x, -hit->n.y};
      hit->touch = b.centre - b.radius() * hit->n;
      std::swap(hit->feature_a, hit->feature_b);
    }
    return hit;
  }
  return box_to_box(a, u, b);
}

}  // namespace

Contacts contacts_between(const Shape& a, const Shape& b, Length tolerance, Angle askew) {
  Contacts result;
  const double near = tolerance.mm() + 1e-9;
  if (!a.circle() && !b.circle()) {
    for (std::size_t i = 0; i < 4; ++i) {
      for (std::size_t k = 0; k < 4; ++k) {
        const Vec2 na = outward(a, static_cast<Edge>(i)), nb = outward(b, static_cast<Edge>(k));
        if (-dot(na, nb) < cos_of(askew)) continue;
        const Vec2 a0 = a.corners[i], a1 = a.corners[(i + 1) % 4];
        const double length = length_of(a1 - a0);
        const Vec2 along = (1 / length) * (a1 - a0);
        const double s0 = dot(b.corners[k] - a0, along), s1 = dot(b.corners[(k + 1) % 4] - a0, along);
        const double low = std::max(0.0, std::min(s0, s1)), high = std::min(length, std::max(s0, s1));
        if (high - low <= 1e-9) continue;
        // Space between the lines at both ends of the shared length.
        const auto space = [&](double s) { return dot(nb, b.corners[k] - (a0 + s * along)) / dot(nb, na); };
        const double most = std::max(std::fabs(space(low)), std::fabs(space(high)));
        if (most > near) continue;
        const bool low_is_b = low > 0, high_is_b = high < length;
        const Gradient slide_a{-along.x, -along.y, -dot(along, left_of(a0 - a.centre))};
        const Gradient slide_b{along.x, along.y, dot(along, left_of(b.corners[k] - b.centre))};
        const double sd = low_is_b != high_is_b ? standard_deviation(a, slide_a, b, slide_b) : 0.0;
        result.edges.push_back({static_cast<Edge>(i), static_cast<Edge>(k), {rounded(high - low), rounded(sd)}, rounded(most)});
      }
    }
    std::stable_sort(result.edges.begin(), result.edges.end(),
                     [](const EdgeContact& x, const EdgeContact& y) { return x.overlap.value > y.overlap.value; });
  }
  if (result.edges.empty()) {
    const Gap gap = gap_between(a, b);
    if (touching(gap.signed_gap, tolerance)) result.corner = gap;
  }
  return result;
}

namespace {

/// What the widths of two bodies along the course and across it say of a charge before their edges are looked at.
struct Outlook {
  bool apart = false;   ///< they do not touch now
  bool misses = false;  ///< and never will
  double least = 0;     ///< no touch before this way, mm
};
Outlook outlook_of(const Shape& a, Vec2 u, const Shape& b) {
  constexpr double kHair = 0.01;  // mm; what rounding may hide
  const auto half_width = [](const Shape& s, Vec2 along) {
    return s.circle() ? s.radius() : s.half_depth * std::fabs(dot(s.ahead, along)) + s.half_front * std::fabs(cross(s.ahead, along));
  };
  const Vec2 d = b.centre - a.centre, n = left_of(u);
  const double reach = half_width(a, u) + half_width(b, u) + kHair, ahead = dot(d, u);
  const bool beside = std::fabs(dot(d, n)) > half_width(a, n) + half_width(b, n) + kHair;
  return {.apart = beside || std::fabs(ahead) > reach, .misses = beside || ahead < -reach, .least = std::max(0.0, ahead - reach)};
}

std::optional<Charge> charge_along(const Shape& a, Vec2 u, const Shape& b, const Outlook& outlook) {
  if (outlook.misses) return std::nullopt;
  if (!outlook.apart)
    if (const Gap now = gap_between(a, b); now.signed_gap.value <= Length{0})
      return Charge{{Length{0}, now.signed_gap.sd}, now.feature_a, now.feature_b, now.on_b};
  const auto hit = first_hit(a, u, b);
  if (!hit) return std::nullopt;
  // n . (pb - pa - t u) = 0 with the touching points held fast; u turns with a.
  const double nu = dot(hit->n, u);
  const Vec2 from = hit->touch - hit->travel * u;
  const Vec2 n = (1 / nu) * hit->n;
  const Gradient by_a{-n.x, -n.y, -dot(n, left_of(from - a.centre)) - hit->travel * dot(n, left_of(u))};
  const Gradient by_b{n.x, n.y, dot(n, left_of(hit->touch - b.centre))};
  return Charge{{rounded(hit->travel), rounded(standard_deviation(a, by_a, b, by_b))}, hit->feature_a, hit->feature_b, point(hit->touch)};
}

Vec2 on_course(const Shape& a, Angle course) {
  const double c = cos_of(course), s = sin_of(course);
  return {a.ahead.x * c - a.ahead.y * s, a.ahead.x * s + a.ahead.y * c};
}

}  // namespace

std::optional<Charge> straight_charge(const Shape& a, Angle course, const Shape& b) {
  const Vec2 u = on_course(a, course);
  return charge_along(a, u, b, outlook_of(a, u, b));
}

std::optional<Charge> straight_charge(std::span<const Shape> a, Angle course, std::span<const Shape> b) {
  assert(!a.empty());
  const Vec2 u = on_course(a.front(), course);
  std::optional<Charge> first;
  for (const Shape& mine : a)
    for (const Shape& foe : b) {
      const Outlook outlook = outlook_of(mine, u, foe);
      if (first && outlook.least > first->travel.value.mm()) continue;
      const auto charge = charge_along(mine, u, foe, outlook);
      if (charge && (!first || charge->travel.value < first->travel.value)) first = charge;
    }
  return first;
}

}  // namespace polemarch::geometry
