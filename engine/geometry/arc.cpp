#include "engine/geometry/arc.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>

#include "engine/geometry/noise.hpp"
#include "engine/geometry/trig.hpp"

namespace polemarch::geometry {
namespace {

/// A boundary line of an arc: inside where n . (p - at) >= 0; it turns with its base.
struct Side {
  Vec2 at, n;
};

/// All sides at once; `convex` when the arc is where all hold, else where any holds.
struct Sides {
  std::array<Side, 3> list{};
  std::size_t count = 0;
  bool convex = true, everything = false;
};

Vec2 turned(Vec2 v, double cosine, double sine) { return {v.x * cosine - v.y * sine, v.x * sine + v.y * cosine}; }

Sides sides_of(const Shape& of, const ArcSpec& arc) {
  Sides sides;
  if (arc.side >= 180_deg) {
    sides.everything = true;
    return sides;
  }
  const Vec2 out = outward(of, arc.edge);
  Vec2 left_end, right_end;
  const std::size_t first = static_cast<std::size_t>(arc.edge);
  switch (arc.apex) {
    case Apex::EdgeEnds:
      left_end = of.corners[first], right_end = of.corners[(first + 1) % 4];
      break;
    case Apex::EdgeMiddle:
      left_end = right_end = 0.5 * (of.corners[first] + of.corners[(first + 1) % 4]);
      break;
    case Apex::Centre:
      left_end = right_end = of.centre;
      break;
  }
  const double c = cos_of(arc.side), s = sin_of(arc.side);
  const Vec2 left_ray = turned(out, c, s), right_ray = turned(out, c, -s);
  sides.list[0] = {left_end, {left_ray.y, -left_ray.x}};
  sides.list[1] = {right_end, left_of(right_ray)};
  sides.count = 2;
  sides.convex = arc.side <= 90_deg;
  if (arc.apex == Apex::EdgeEnds) sides.list[sides.count++] = {left_end, out};
  return sides;
}

struct Deep {
  double depth = 0;
  Side side;
};

Deep deep(const Sides& sides, Vec2 p) {
  Deep result;
  for (std::size_t i = 0; i < sides.count; ++i) {
    const double d = dot(sides.list[i].n, p - sides.list[i].at);
    if (i == 0 || (sides.convex ? d < result.depth : d > result.depth)) result = {d, sides.list[i]};
  }
  return result;
}

/// Everything round is as deep as a table is wide.
constexpr double kEverywhere = 1e5;

double depth_error(const Shape& of, const Side& side, Vec2 p, const Shape* other) {
  const Vec2 n = side.n;
  // The line is fast to its base: d(n . (p - at)) = -n . dc + (left(n) . (p - c)) dtheta.
  const Gradient by_of{-n.x, -n.y, dot(left_of(n), p - of.centre)};
  if (other == nullptr) return standard_deviation(of, by_of);
  return standard_deviation(of, by_of, *other, {n.x, n.y, dot(n, left_of(p - other->centre))});
}

Measure measured(const Shape& of, const Sides& sides, Vec2 p, const Shape* other) {
  if (sides.everything) return {rounded(kEverywhere), {}};
  const Deep d = deep(sides, p);
  return {rounded(d.depth), rounded(depth_error(of, d.side, p, other))};
}

double share_in(const Sides& sides, const std::vector<Vec2>& outline) {
  if (sides.everything) return 1.0;
  const double whole = std::fabs(area_of(outline));
  if (whole <= 0) return 0.0;
  std::vector<Vec2> part = outline;
  for (std::size_t i = 0; i < sides.count && !part.empty(); ++i) {
    const Side& side = sides.list[i];
    part = clipped(part, side.at, sides.convex ? side.n : Vec2{-side.n.x, -side.n.y});
  }
  const double inside = std::fabs(area_of(part)) / whole;
  return sides.convex ? inside : 1.0 - inside;
}

double share_of_all(const Sides& sides, std::span<const Shape> others, std::size_t changed, const Shape& instead) {
  double inside = 0, whole = 0;
  for (std::size_t i = 0; i < others.size(); ++i) {
    const std::vector<Vec2> outline = outline_of(i == changed ? instead : others[i]);
    const double area = std::fabs(area_of(outline));
    inside += area * share_in(sides, outline);
    whole += area;
  }
  return whole > 0 ? inside / whole : 0.0;
}

/// The share has no handy derivative; central differences over 0.02 mm and 1e-4 rad serve.
double share_error(const Shape& of, const ArcSpec& arc, std::span<const Shape> others) {
  const bool none = std::all_of(others.begin(), others.end(), [](const Shape& s) { return s.error.none; });
  if (of.error.none && none) return 0;
  constexpr std::array<double, 3> kStep{0.01, 0.01, 5e-5};
  const std::size_t nobody = others.size();
  std::vector<Influence> on;
  on.push_back({&of, {}});
  const Sides sides = sides_of(of, arc);
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const auto share = [&](double sign) { return share_of_all(sides_of(nudged(of, axis, sign * kStep[axis]), arc), others, nobody, of); };
    on.front().by[axis] = (share(1) - share(-1)) / (2 * kStep[axis]);
  }
  for (std::size_t i = 0; i < others.size(); ++i) {
    on.push_back({&others[i], {}});
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const auto share = [&](double sign) { return share_of_all(sides, others, i, nudged(others[i], axis, sign * kStep[axis])); };
      on.back().by[axis] = (share(1) - share(-1)) / (2 * kStep[axis]);
    }
  }
  return standard_deviation(on);
}

}  // namespace

Vec2 outward(const Shape& of, Edge edge) {
  const Vec2 f = of.ahead;
  switch (edge) {
    case Edge::Front:
      return f;
    case Edge::Right:
      return {f.y, -f.x};
    case Edge::Rear:
      return {-f.x, -f.y};
    case Edge::Left:
      return left_of(f);
  }
  return f;
}

AngleMeasure bearing(const Shape& from, Vec2 from_own, const Shape& to, Vec2 to_own) {
  const Vec2 p = from.on_table(from_own), q = to.on_table(to_own);
  const Vec2 d = q - p;
  const double r2 = dot(d, d);
  const Angle value = Angle::from_deg(atan2_deg(cross(from.ahead, d), dot(from.ahead, d)));
  if (r2 <= 0) return {value, {}};
  const Vec2 t{-d.y / r2, d.x / r2};  // d(direction)/d(q), radians per mm
  const Gradient by_from{-t.x, -t.y, -dot(t, left_of(p - from.centre)) - 1.0};
  const Gradient by_to{t.x, t.y, dot(t, left_of(q - to.centre))};
  return {value, Angle::from_deg(standard_deviation(from, by_from, to, by_to) / kRadPerDeg)};
}

Measure depth_in_arc(const Shape& of, const ArcSpec& arc, Vec2 at) { return measured(of, sides_of(of, arc), at, nullptr); }

Measure depth_in_arc(const Shape& of, const ArcSpec& arc, const Shape& other, Vec2 other_own) {
  return measured(of, sides_of(of, arc), other.on_table(other_own), &other);
}

engine::Ruling ArcMembership::at_least_share(double least) const {
  // Shares as integers of a millionth, so that the comparison is the one used everywhere.
  return at_least({{std::llround(share * 1e6)}, {std::llround(share_sd * 1e6)}}, {std::llround(least * 1e6)});
}

namespace {

/// The value of a min (convex arcs) or max (others) of the sides' distances that is greatest over a body, or least. That min or max of
/// linear functions takes its extremes at corners of the body, where two sides are equally far on its boundary, or where all three are.
class Extreme {
 public:
  Extreme(const Sides& sides, bool greatest) : sides_(sides), greatest_(greatest) {}

  double over(const Shape& body) {
    if (sides_.count == 3) offer_meeting_of_three(body);
    body.circle() ? over_disc(body) : over_box(body);
    return best_;
  }

 private:
  double at(std::size_t i, Vec2 p) const { return dot(sides_.list[i].n, p - sides_.list[i].at); }
  void offer(Vec2 p) {
    const double d = deep(sides_, p).depth;
    if (!any_ || (greatest_ ? d > best_ : d < best_)) best_ = d;
    any_ = true;
  }

  void over_box(const Shape& body) {
    for (std::size_t e = 0; e < 4; ++e) {
      const Vec2 p = body.corners[e], q = body.corners[(e + 1) % 4];
      offer(p);
      for (std::size_t i = 0; i < sides_.count; ++i)
        for (std::size_t k = i + 1; k < sides_.count; ++k) {
          const double fp = at(i, p) - at(k, p), fq = at(i, q) - at(k, q);
          if ((fp < 0) != (fq < 0)) offer(p + (fp / (fp - fq)) * (q - p));
        }
    }
  }

  void over_disc(const Shape& body) {
    const double r = greatest_ ? body.radius() : -body.radius();
    for (std::size_t i = 0; i < sides_.count; ++i) {
      offer(body.centre + r * sides_.list[i].n);
      for (std::size_t k = i + 1; k < sides_.count; ++k) {
        // The two points of the rim where side i and side k are equally far.
        const Vec2 e = sides_.list[i].n - sides_.list[k].n;
        const double size = length_of(e);
        if (size < 1e-12) continue;
        const double s = (at(k, body.centre) - at(i, body.centre)) / (body.radius() * size);
        if (std::fabs(s) > 1) continue;
        const Vec2 along = (body.radius() * s / size) * e;
        const Vec2 across = (body.radius() * std::sqrt(1 - s * s) / size) * left_of(e);
        offer(body.centre + along + across);
        offer(body.centre + along - across);
      }
    }
  }

  void offer_meeting_of_three(const Shape& body) {
    const Vec2 e = sides_.list[0].n - sides_.list[1].n, f = sides_.list[0].n - sides_.list[2].n;
    const double d = cross(e, f);
    if (std::fabs(d) < 1e-12) return;
    const double ce = dot(sides_.list[0].n, sides_.list[0].at) - dot(sides_.list[1].n, sides_.list[1].at);
    const double cf = dot(sides_.list[0].n, sides_.list[0].at) - dot(sides_.list[2].n, sides_.list[2].at);
    const Vec2 p{(ce * f.y - cf * e.y) / d, (e.x * cf - f.x * ce) / d};
    const Vec2 own = body.own_frame(p);
    const bool inside =
        body.circle() ? length_of(own) <= body.radius() : std::fabs(own.x) <= body.half_depth && std::fabs(own.y) <= body.half_front;
    if (inside) offer(p);
  }

  const Sides& sides_;
  bool greatest_ = true, any_ = false;
  double best_ = 0;
};

/// The deepest or least deep part of a body with its error, by central differences over 0.02 mm and 1e-4 rad.
Measure extreme_depth(const Shape& of, const ArcSpec& arc, const Shape& other, bool greatest) {
  const Sides sides = sides_of(of, arc);
  if (sides.everything) return {rounded(kEverywhere), {}};
  const double value = Extreme(sides, greatest).over(other);
  if (of.error.none && other.error.none) return {rounded(value), {}};
  constexpr std::array<double, 3> kStep{0.01, 0.01, 5e-5};
  Gradient by_of{}, by_other{};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const auto turned = [&](double sign) { return Extreme(sides_of(nudged(of, axis, sign * kStep[axis]), arc), greatest).over(other); };
    const auto moved = [&](double sign) { return Extreme(sides, greatest).over(nudged(other, axis, sign * kStep[axis])); };
    by_of[axis] = (turned(1) - turned(-1)) / (2 * kStep[axis]);
    by_other[axis] = (moved(1) - moved(-1)) / (2 * kStep[axis]);
  }
  return {rounded(value), rounded(standard_deviation(of, by_of, other, by_other))};
}

}  // namespace

namespace {

/// Is the depth so near 0 that the noise can change its sign?
bool near_zero(Measure depth) { return std::llabs(depth.value.um) < 9 * depth.sd.um / 2; }

double share_error_by_draws(const Shape& of, const ArcSpec& arc, std::span<const Shape> others, double share) {
  std::vector<const Shape*> bases{&of};
  for (const Shape& other : others) bases.push_back(&other);
  std::vector<Shape> drawn_others(others.begin(), others.end());
  return sd_by_draws(bases, share, [&](const auto& drawn) {
    for (std::size_t i = 0; i < others.size(); ++i) drawn_others[i] = drawn(i + 1);
    return share_of_all(sides_of(drawn(0), arc), drawn_others, others.size(), of);
  });
}

}  // namespace

ArcMembership footprint_in_arc(const Shape& of, const ArcSpec& arc, const Shape& other) { return formation_in_arc(of, arc, {&other, 1}); }

ArcMembership formation_in_arc(const Shape& of, const ArcSpec& arc, std::span<const Shape> others) {
  assert(!others.empty());
  ArcMembership result;
  for (std::size_t i = 0; i < others.size(); ++i) {
    const Measure any = extreme_depth(of, arc, others[i], true), whole = extreme_depth(of, arc, others[i], false);
    if (i == 0 || any.value > result.any.value) result.any = any;
    if (i == 0 || whole.value < result.whole.value) result.whole = whole;
  }
  // Wholly out or in, by more than the steps of the error below can move it: there is nothing to cut.
  constexpr Length kClear = 1_mm;
  if (!near_zero(result.any) && !near_zero(result.whole) && (result.any.value < -kClear || result.whole.value > kClear)) {
    result.share = result.whole.value > kClear ? 1.0 : 0.0;
    return result;
  }
  result.share = share_of_all(sides_of(of, arc), others, others.size(), of);
  // The share bends where the body's deepest or least deep part crosses the arc's border; elsewhere first order holds.
  result.share_sd =
      near_zero(result.any) || near_zero(result.whole) ? share_error_by_draws(of, arc, others, result.share) : share_error(of, arc, others);
  return result;
}

Measure least_depth_in_arc(const Shape& of, const ArcSpec& arc, std::span<const Shape> others) {
  assert(!others.empty());
  Measure least = extreme_depth(of, arc, others.front(), false);
  for (const Shape& other : others.subspan(1))
    if (const Measure depth = extreme_depth(of, arc, other, false); depth.value < least.value) least = depth;
  return least;
}

std::vector<Vec2> clipped(const std::vector<Vec2>& polygon, Vec2 at, Vec2 n) {
  std::vector<Vec2> kept;
  const std::size_t count = polygon.size();
  for (std::size_t i = 0; i < count; ++i) {
    const Vec2 p = polygon[i], q = polygon[(i + 1) % count];
    const double dp = dot(n, p - at), dq = dot(n, q - at);
    if (dp >= 0) kept.push_back(p);
    if ((dp > 0 && dq < 0) || (dp < 0 && dq > 0)) kept.push_back(p + (dp / (dp - dq)) * (q - p));
  }
  return kept;
}

double area_of(const std::vector<Vec2>& polygon) {
  double twice = 0;
  for (std::size_t i = 0; i < polygon.size(); ++i) twice += cross(polygon[i], polygon[(i + 1) % polygon.size()]);
  return twice / 2.0;
}

}  // namespace polemarch::geometry
