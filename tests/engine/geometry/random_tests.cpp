/// Random cases against independent computations: sampled outlines for gaps, dense rays for sight, stepping for charges and ways; and
/// Monte Carlo for the stated errors. POLEMARCH_LONG=1 runs 100,000 gap cases.
#include <cmath>
#include <cstdlib>
#include <random>

#include "engine/geometry/arc.hpp"
#include "engine/geometry/contact.hpp"
#include "engine/geometry/gap.hpp"
#include "engine/geometry/path.hpp"
#include "engine/geometry/reach.hpp"
#include "engine/geometry/sight.hpp"
#include "engine/geometry/trig.hpp"
#include "tests/support/catch.hpp"

using namespace polemarch;
using namespace polemarch::geometry;

namespace {

using Rng = std::mt19937_64;
bool long_run() { return std::getenv("POLEMARCH_LONG") != nullptr; }
double uniform(Rng& rng, double a, double b) { return a + (b - a) * static_cast<double>(rng() >> 11) * 0x1.0p-53; }
double normal(Rng& rng) {
  const double u = 1.0 - uniform(rng, 0, 1), v = uniform(rng, 0, 1);
  return std::sqrt(-2 * std::log(u)) * std::cos(6.283185307179586 * v);
}

Footprint any_footprint(Rng& rng) {
  if (rng() % 4 == 0) {
    const Length d = Length::from_mm(uniform(rng, 20, 80));
    return {Outline::Circle, d, d};
  }
  return {Outline::Rectangle, Length::from_mm(uniform(rng, 20, 200)), Length::from_mm(uniform(rng, 15, 80))};
}
Pose any_pose(Rng& rng, double range) {
  return {Length::from_mm(uniform(rng, 0, range)), Length::from_mm(uniform(rng, 0, range)), Angle::from_deg(uniform(rng, 0, 360))};
}
PoseError any_error(Rng& rng, int factors) {
  // A random root L of the covariance: own = L L'.
  const double a = uniform(rng, 100, 600), b = uniform(rng, -200, 200), c = uniform(rng, 100, 600);
  const double d = uniform(rng, -100, 100), e = uniform(rng, -100, 100), f = uniform(rng, 50, 400);
  const auto q = [](double v) { return static_cast<std::int64_t>(std::llround(v)); };
  PoseError error{{q(a * a), q(a * b), q(a * d), q(b * b + c * c), q(b * d + c * e), q(d * d + e * e + f * f)}, {}};
  for (int k = 0; k < factors; ++k)
    error.shared.push_back({q(uniform(rng, -400, 400)), q(uniform(rng, -400, 400)), q(uniform(rng, -200, 200))});
  return error;
}

/// Independent of the kit: the least distance between two outlines by exact segment-to-segment distances with the library's functions.
double reference_distance(const Footprint& fa, const Pose& pa, const Footprint& fb, const Pose& pb, bool& overlap) {
  struct Poly {
    std::vector<std::array<double, 2>> p;
    double r = 0;
  };
  const auto make = [](const Footprint& f, const Pose& at) {
    Poly poly;
    const double t = at.heading.deg() * 3.14159265358979323846 / 180, c = std::cos(t), s = std::sin(t);
    if (f.outline == Outline::Circle) {
      poly.r = f.frontage.mm() / 2;
      poly.p = {{at.x.mm(), at.y.mm()}};
      return poly;
    }
    for (const auto& [u, v] : {std::pair{1, 1}, {1, -1}, {-1, -1}, {-1, 1}}) {
      const double x = u * f.depth.mm() / 2, y = v * f.frontage.mm() / 2;
      poly.p.push_back({at.x.mm() + x * c - y * s, at.y.mm() + x * s + y * c});
    }
    return poly;
  };
  const auto point_segment = [](const std::array<double, 2>& p, const std::array<double, 2>& a, const std::array<double, 2>& b) {
    const double ex = b[0] - a[0], ey = b[1] - a[1], l = ex * ex + ey * ey;
    double t = l > 0 ? ((p[0] - a[0]) * ex + (p[1] - a[1]) * ey) / l : 0;
    t = std::min(1.0, std::max(0.0, t));
    return std::hypot(p[0] - a[0] - t * ex, p[1] - a[1] - t * ey);
  };
  const auto inside = [](const Poly& poly, const std::array<double, 2>& p) {
    if (poly.p.size() < 3) return false;
    for (std::size_t i = 0; i < poly.p.size(); ++i) {
      const auto &a = poly.p[i], &b = poly.p[(i + 1) % poly.p.size()];
      if ((b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]) > 0) return false;  // clockwise
    }
    return true;
  };
  const auto cross_segments = [](const auto& a, const auto& b, const auto& c, const auto& d) {
    const auto side = [](const auto& p, const auto& q, const auto& r) {
      return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]);
    };
    return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0;
  };
  const Poly a = make(fa, pa), b = make(fb, pb);
  double best = 1e300;
  overlap = inside(a, b.p[0]) || inside(b, a.p[0]);
  for (std::size_t i = 0; i < a.p.size(); ++i)
    for (std::size_t j = 0; j < b.p.size(); ++j) {
      const auto &a0 = a.p[i], &a1 = a.p[(i + 1) % a.p.size()], &b0 = b.p[j], &b1 = b.p[(j + 1) % b.p.size()];
      best = std::min({best, point_segment(a0, b0, b1), point_segment(a1, b0, b1), point_segment(b0, a0, a1), point_segment(b1, a0, a1)});
      if (a.p.size() > 1 && b.p.size() > 1 && cross_segments(a0, a1, b0, b1)) overlap = true;
    }
  best -= a.r + b.r;
  if (best < 0) overlap = true;
  return best;
}

MeasuredPose disturbed(Rng& rng, const MeasuredPose& truth, const std::vector<double>& factors) {
  // Cholesky of the own covariance, then the shared factors on top.
  const auto& o = truth.error.own;
  const double xx = static_cast<double>(o[0]), xy = static_cast<double>(o[1]), xh = static_cast<double>(o[2]);
  const double yy = static_cast<double>(o[3]), yh = static_cast<double>(o[4]), hh = static_cast<double>(o[5]);
  const double a = std::sqrt(xx), b = xy / a, d = xh / a;
  const double c = std::sqrt(std::max(yy - b * b, 0.0)), e = c > 0 ? (yh - b * d) / c : 0, f = std::sqrt(std::max(hh - d * d - e * e, 0.0));
  const double z1 = normal(rng), z2 = normal(rng), z3 = normal(rng);
  double x = a * z1, y = b * z1 + c * z2, h = d * z1 + e * z2 + f * z3;
  for (std::size_t k = 0; k < truth.error.shared.size(); ++k) {
    x += factors[k] * static_cast<double>(truth.error.shared[k][0]);
    y += factors[k] * static_cast<double>(truth.error.shared[k][1]);
    h += factors[k] * static_cast<double>(truth.error.shared[k][2]);
  }
  MeasuredPose seen = truth;
  seen.pose.x += Length{std::llround(x)};
  seen.pose.y += Length{std::llround(y)};
  seen.pose.heading = (seen.pose.heading + Angle{std::llround(h)}).normalised();
  return seen;
}

/// Share of cases in which |measured - true| <= 1.96 sd, where `measure` gives value and sd.
template <class MeasureFn>
double coverage(Rng& rng, int cases, MeasureFn measure) {
  int held = 0, counted = 0;
  while (counted < cases) {
    const Footprint fa = any_footprint(rng), fb = any_footprint(rng);
    const int factors = static_cast<int>(rng() % 4);
    const MeasuredPose ta{any_pose(rng, 600), any_error(rng, factors)}, tb{any_pose(rng, 600), any_error(rng, factors)};
    std::vector<double> z;
    for (int k = 0; k < factors; ++k) z.push_back(normal(rng));
    const MeasuredPose ma = disturbed(rng, ta, z), mb = disturbed(rng, tb, z);
    const auto truth = measure(placed(fa, ta), placed(fb, tb)), seen = measure(placed(fa, ma), placed(fb, mb));
    if (!truth || !seen || seen->second <= 0) continue;
    ++counted;
    if (std::fabs(truth->first - seen->first) <= 1.96 * seen->second) ++held;
  }
  return static_cast<double>(held) / cases;
}

}  // namespace

TEST_CASE("gaps agree with an independent computation on random pairs", "[geometry]") {
  Rng rng(71);
  const int cases = long_run() ? 100000 : 20000;
  for (int i = 0; i < cases; ++i) {
    const Footprint fa = any_footprint(rng), fb = any_footprint(rng);
    const Pose pa = any_pose(rng, 400), pb = any_pose(rng, 400);
    bool overlap = false;
    const double expected = reference_distance(fa, pa, fb, pb, overlap);
    const Gap gap = gap_between(placed(fa, pa), placed(fb, pb));
    if (overlap) {
      if (gap.signed_gap.value > Length{0}) FAIL("case " << i << ": overlap not found");
    } else if (std::fabs(gap.signed_gap.value.mm() - expected) > 0.0011) {
      FAIL("case " << i << ": " << gap.signed_gap.value.mm() << " against " << expected);
    } else if (std::fabs(length_of(vec(gap.on_a) - vec(gap.on_b)) - expected) > 0.003) {
      FAIL("case " << i << ": the closest points are not that far apart");
    }
  }
  SUCCEED();
}

TEST_CASE("an overlap's depth is the least shift that parts the bodies", "[geometry]") {
  Rng rng(72);
  int seen = 0;
  for (int i = 0; i < 4000; ++i) {
    const Footprint fa = any_footprint(rng), fb = any_footprint(rng);
    const Pose pa = any_pose(rng, 120), pb = any_pose(rng, 120);
    const Gap gap = gap_between(placed(fa, pa), placed(fb, pb));
    if (!gap.overlap()) continue;
    ++seen;
    // Shifting b by the depth in the stated direction parts them; by 5 % less in any of 72 directions does not.
    const double depth = -gap.signed_gap.value.mm();
    const auto parted = [&](double deg, double by) {
      Pose moved = pb;
      moved.x += Length::from_mm(by * std::cos(deg * 3.14159265358979 / 180));
      moved.y += Length::from_mm(by * std::sin(deg * 3.14159265358979 / 180));
      bool overlap = false;
      reference_distance(fa, pa, fb, moved, overlap);
      return !overlap;
    };
    for (int d = 0; d < 360; d += 5)
      if (parted(d, 0.95 * depth - 0.01)) FAIL("case " << i << ": a shorter shift parts them");
  }
  CHECK(seen > 500);
}

TEST_CASE("95 percent intervals of gaps hold the truth 94 to 96 percent of the time", "[geometry]") {
  Rng rng(73);
  const double held =
      coverage(rng, long_run() ? 100000 : 30000, [](const Shape& a, const Shape& b) -> std::optional<std::pair<double, double>> {
        const Gap gap = gap_between(a, b);
        if (gap.signed_gap.value.mm() < 5) return std::nullopt;
        return std::pair{gap.signed_gap.value.mm(), gap.signed_gap.sd.mm()};
      });
  INFO("held " << held);
  CHECK(held >= 0.94);
  CHECK(held <= 0.96);
}

TEST_CASE("95 percent intervals of bearings and arc depths hold the truth 94 to 96 percent of the time", "[geometry]") {
  Rng rng(74);
  const double bearings = coverage(rng, 20000, [](const Shape& a, const Shape& b) -> std::optional<std::pair<double, double>> {
    if (length_of(a.centre - b.centre) < 60) return std::nullopt;
    const AngleMeasure m = bearing(a, {}, b);
    if (std::fabs(m.value.deg()) > 175) return std::nullopt;  // the wrap at 180 degrees is no error
    return std::pair{m.value.deg(), m.sd.deg()};
  });
  INFO("bearings " << bearings);
  CHECK((bearings >= 0.94 && bearings <= 0.96));
  const double depths = coverage(rng, 20000, [](const Shape& a, const Shape& b) -> std::optional<std::pair<double, double>> {
    const Measure m = depth_in_arc(a, {Edge::Front, 45_deg, Apex::EdgeEnds}, b, {});
    return std::pair{m.value.mm(), m.sd.mm()};
  });
  INFO("depths " << depths);
  CHECK((depths >= 0.94 && depths <= 0.96));
}

TEST_CASE("95 percent intervals of straight charges hold the truth 94 to 96 percent of the time", "[geometry]") {
  Rng rng(75);
  const double held = coverage(rng, 10000, [](const Shape& a, const Shape& b) -> std::optional<std::pair<double, double>> {
    const auto charge = straight_charge(a, Angle{0}, b);
    // Grazing courses hit or miss by chance, and their way is not linear in the error.
    const auto left = straight_charge(a, Angle{4000}, b), right = straight_charge(a, Angle{-4000}, b);
    if (!charge || !left || !right || charge->travel.value.mm() < 5) return std::nullopt;
    if (left->feature_b != charge->feature_b || right->feature_b != charge->feature_b) return std::nullopt;
    if (left->feature_a != charge->feature_a || right->feature_a != charge->feature_a) return std::nullopt;
    return std::pair{charge->travel.value.mm(), charge->travel.sd.mm()};
  });
  INFO("held " << held);
  CHECK((held >= 0.94 && held <= 0.96));
}

TEST_CASE("a straight charge stops where stepping would", "[geometry]") {
  Rng rng(76);
  int hits = 0;
  for (int i = 0; i < (long_run() ? 1500 : 400); ++i) {
    const Footprint fa = any_footprint(rng), fb = any_footprint(rng);
    const Pose pa = any_pose(rng, 700), pb = any_pose(rng, 700);
    const Angle course{static_cast<std::int64_t>(rng() % 360000)};
    const auto charge = straight_charge(placed(fa, pa), course, placed(fb, pb));
    const double t = (pa.heading.deg() + course.deg()) * 3.14159265358979323846 / 180;
    bool overlap = false;
    double at = 0;
    for (; at < 1200 && !overlap; at += 1.0) {
      Pose moved = pa;
      moved.x += Length::from_mm(at * std::cos(t));
      moved.y += Length::from_mm(at * std::sin(t));
      reference_distance(fa, moved, fb, pb, overlap);
      if (overlap) break;
    }
    if (overlap) {
      if (!charge) FAIL("case " << i << ": a hit was missed");
      ++hits;
      if (at > 0 && (charge->travel.value.mm() > at + 0.01 || charge->travel.value.mm() < at - 1.01))
        FAIL("case " << i << ": " << charge->travel.value.mm() << " against " << at);
    } else if (charge) {
      // Only a graze thinner than the step may be found by the kit alone.
      Pose moved = pa;
      moved.x += Length::from_mm(charge->travel.value.mm() * std::cos(t));
      moved.y += Length::from_mm(charge->travel.value.mm() * std::sin(t));
      bool now = false;
      if (reference_distance(fa, moved, fb, pb, now) > 0.01 && !now) FAIL("case " << i << ": a hit that is none");
    }
  }
  CHECK(hits > 40);
}

TEST_CASE("the share seen agrees with dense rays", "[geometry]") {
  Rng rng(77);
  for (int i = 0; i < 400; ++i) {
    const Vec2 eye{uniform(rng, 0, 300), uniform(rng, 0, 600)};
    const Footprint ft = any_footprint(rng);
    const Shape target = placed(
        ft, Pose{Length::from_mm(uniform(rng, 600, 900)), Length::from_mm(uniform(rng, 0, 600)), Angle::from_deg(uniform(rng, 0, 360))});
    std::vector<Blocker> blockers;
    std::vector<Outline2> walls;
    for (int k = 0; k < 4; ++k) {
      Outline2 o;
      const Vec2 c{uniform(rng, 320, 560), uniform(rng, 0, 600)};
      const int corners = 3 + static_cast<int>(rng() % 5);
      for (int j = 0; j < corners; ++j) {
        const double r = uniform(rng, 10, 60), t = 6.283185307179586 * j / corners;
        o.push_back({c.x + r * std::cos(t), c.y + r * std::sin(t)});
      }
      blockers.push_back(blocker_of("w", o));
      walls.push_back(o);
    }
    const Sight sight = sight_to({eye, 0}, target, 0, blockers);
    // Reference: rays over the target's angular width, hit tests by the library.
    const Outline2 outline = outline_of(target, 16);
    double low = 1e9, high = -1e9;
    for (const Vec2 v : outline) {
      const double t = std::atan2(v.y - eye.y, v.x - eye.x);
      low = std::min(low, t), high = std::max(high, t);
    }
    int seen = 0;
    constexpr int kRays = 1000;
    for (int k = 0; k < kRays; ++k) {
      const double t = low + (high - low) * (k + 0.5) / kRays;
      const auto first = [&](const Outline2& o) {
        double best = 1e9;
        for (std::size_t e = 0; e < o.size(); ++e) {
          const Vec2 a = o[e], b = o[(e + 1) % o.size()];
          const double dx = std::cos(t), dy = std::sin(t), ex = b.x - a.x, ey = b.y - a.y, d = dx * ey - dy * ex;
          if (std::fabs(d) < 1e-12) continue;
          const double s = ((a.x - eye.x) * ey - (a.y - eye.y) * ex) / d, q = ((a.x - eye.x) * dy - (a.y - eye.y) * dx) / d;
          if (s > 0 && q >= 0 && q <= 1) best = std::min(best, s);
        }
        return best;
      };
      const double at = first(outline);
      bool hidden = false;
      for (const Outline2& w : walls) hidden |= first(w) < at;
      if (!hidden) ++seen;
    }
    INFO("case " << i);
    REQUIRE(std::fabs(sight.share - static_cast<double>(seen) / kRays) < 0.006);
  }
}

TEST_CASE("the reachable region is where the shortest way is short enough", "[geometry]") {
  Rng rng(78);
  int near_far = 0;
  for (int i = 0; i < 25; ++i) {
    std::vector<Outline2> walls;
    for (int k = 0; k < 4; ++k) {
      const Vec2 c{uniform(rng, -200, 200), uniform(rng, -200, 200)};
      if (std::fabs(c.x) < 70 && std::fabs(c.y) < 70) continue;
      const double w = uniform(rng, 5, 60), h = uniform(rng, 5, 60);
      walls.push_back({{c.x - w, c.y - h}, {c.x + w, c.y - h}, {c.x + w, c.y + h}, {c.x - w, c.y + h}});
    }
    const auto region = reachable({0, 0}, 220, walls, 2);
    for (int k = 0; k < 60; ++k) {
      const Vec2 p{uniform(rng, -240, 240), uniform(rng, -240, 240)};
      const auto way = shortest_way({0, 0}, p, walls);
      if (!way) continue;
      if (std::fabs(way->length_mm - 220) < 1.5) continue;  // the chords of the arcs
      ++near_far;
      if (in_region(region, p) != (way->length_mm < 220)) FAIL("case " << i << " point " << p.x << "," << p.y << " way " << way->length_mm);
    }
  }
  CHECK(near_far > 800);
}

TEST_CASE("the cheapest path finds a walked path again or a cheaper one", "[geometry]") {
  Rng rng(79);
  const Footprint f{Outline::Rectangle, 120_mm, 40_mm};
  for (int i = 0; i < 60; ++i) {
    const Pose from = any_pose(rng, 500);
    const Angle one{static_cast<std::int64_t>(rng() % 60000) - 30000}, two{static_cast<std::int64_t>(rng() % 60000) - 30000};
    const std::vector<Leg> legs{Wheel{one}, Advance{Length::from_mm(uniform(rng, 20, 200))}, Wheel{two}};
    const Walk w = walk(f, from, legs);
    const auto path = cheapest_path(f, from, w.end);
    REQUIRE(path);
    CHECK(path->cost.mm() <= w.cost.mm() + 0.5);
    const Walk again = walk(f, from, path->legs);
    CHECK(length_of(vec(again.end.centre()) - vec(w.end.centre())) <= 1.0);
  }
  const auto straight = cheapest_path(f, {0_mm, 0_mm, 90_deg}, {0_mm, 100_mm, 90_deg});
  REQUIRE(straight);
  CHECK(named(*straight, f) == "advance 3.9 in");
  CHECK_FALSE(cheapest_path(f, {0_mm, 0_mm, 90_deg}, {0_mm, -100_mm, 90_deg}, {.wheels = false}));
  const auto side = cheapest_path(f, {0_mm, 0_mm, 90_deg}, {50_mm, 100_mm, 90_deg}, {.wheels = false, .echelon = 45_deg});
  REQUIRE(side);
  CHECK(side->cost == Length::from_mm(std::hypot(50.0, 100.0)));
}
