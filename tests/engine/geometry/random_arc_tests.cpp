/// Bearings, arcs and quarters on random cases: membership by half-angles, shares by scan lines, depths by dense points; Monte Carlo.
#include "engine/geometry/arc.hpp"
#include "tests/engine/geometry/random_cases.hpp"

namespace random_arc_tests {

using namespace random_cases;

namespace {

/// A point in the frame of an edge: u outwards from the edge's line (or the apex), v along it to the left, w half the edge's length.
struct InEdge {
  double u = 0, v = 0, w = 0;
};
InEdge in_edge(const Footprint& f, const Pose& at, const ArcSpec& arc, double x, double y) {
  const double t = at.heading.deg() * kPi / 180, dx = x - at.x.mm(), dy = y - at.y.mm();
  const double ahead = dx * std::cos(t) + dy * std::sin(t), left = -dx * std::sin(t) + dy * std::cos(t);
  const double depth = f.outline == Outline::Circle ? f.frontage.mm() : f.depth.mm();
  double u = ahead, v = left, reach = depth / 2, half = f.frontage.mm() / 2;
  switch (arc.edge) {
    case Edge::Front:
      break;
    case Edge::Right:
      u = -left, v = ahead, reach = f.frontage.mm() / 2, half = depth / 2;
      break;
    case Edge::Rear:
      u = -ahead, v = -left;
      break;
    case Edge::Left:
      u = left, v = -ahead, reach = f.frontage.mm() / 2, half = depth / 2;
      break;
  }
  if (arc.apex == Apex::Centre) return {u, v, 0};
  return {u - reach, v, arc.apex == Apex::EdgeEnds ? half : 0};
}

/// How far inside, by the angle of the boundary rays: the least (or, past 90 degrees, the greatest) distance to a boundary line.
double reference_depth(const Footprint& f, const Pose& at, const ArcSpec& arc, double x, double y) {
  const InEdge p = in_edge(f, at, arc, x, y);
  const double s = arc.side.deg() * kPi / 180;
  // Distance to the ray of each end: turn the point so that the ray lies along +u.
  const double left = std::sin(s) * p.u - std::cos(s) * (p.v - p.w), right = std::sin(s) * p.u + std::cos(s) * (p.v + p.w);
  double depth = arc.side <= 90_deg ? std::min(left, right) : std::max(left, right);
  if (arc.apex == Apex::EdgeEnds) depth = arc.side <= 90_deg ? std::min(depth, p.u) : std::max(depth, p.u);
  return depth;
}

/// Membership without distances: the angle seen from the apex, or between the lines through the ends.
bool reference_inside(const Footprint& f, const Pose& at, const ArcSpec& arc, double x, double y) {
  const InEdge p = in_edge(f, at, arc, x, y);
  const double limit = arc.side.deg();
  const auto off = [](double v, double u) { return std::fabs(std::atan2(v, u)) * 180 / kPi; };
  if (p.w <= 0) return off(p.v, p.u) <= limit;
  if (limit < 90) return p.u >= 0 && (std::fabs(p.v) <= p.w || off(std::fabs(p.v) - p.w, p.u) <= limit);
  if (p.u >= 0) return true;
  return std::fabs(p.v) > p.w && off(std::fabs(p.v) - p.w, p.u) <= limit;
}

ArcSpec any_arc(Rng& rng) {
  constexpr std::array<std::int64_t, 9> kSides{11000, 22000, 22500, 30000, 45000, 60000, 90000, 120000, 157000};
  return {static_cast<Edge>(rng() % 4), Angle{kSides[rng() % kSides.size()]}, static_cast<Apex>(rng() % 3)};
}

}  // namespace

TEST_CASE("bearings are the library's arc tangents on random pairs", "[geometry]") {
  Rng rng(741);
  for (int i = 0; i < cases(5000); ++i) {
    const Pose a = any_pose(rng, 600), b = any_pose(rng, 600);
    const double expected = std::atan2(b.y.mm() - a.y.mm(), b.x.mm() - a.x.mm()) * 180 / kPi - a.heading.deg();
    const double got = bearing(placed(any_footprint(rng), a), {}, placed(any_footprint(rng), b)).value.deg();
    if (std::fabs(std::remainder(got - expected, 360)) > 0.0006) FAIL("case " << i << ": " << got << " against " << expected);
    if (got <= -180 || got > 180) FAIL("case " << i << ": out of range");
  }
  SUCCEED();
}

TEST_CASE("a point lies in an arc of any edge when the angle says so", "[geometry]") {
  Rng rng(742);
  int in = 0, out = 0;
  for (int i = 0; i < cases(10000); ++i) {
    const Footprint f = any_footprint(rng);
    const Pose at = any_pose(rng, 500);
    const ArcSpec arc = any_arc(rng);
    const double x = uniform(rng, 0, 500), y = uniform(rng, 0, 500);
    const Measure depth = depth_in_arc(placed(f, at), arc, {x, y});
    const double expected = reference_depth(f, at, arc, x, y);
    if (std::fabs(depth.value.mm() - expected) > 0.0011) FAIL("case " << i << ": " << depth.value.mm() << " against " << expected);
    if (std::fabs(expected) < 0.01) continue;
    const bool inside = reference_inside(f, at, arc, x, y);
    ++(inside ? in : out);
    if ((depth.value > Length{0}) != inside) FAIL("case " << i << ": membership");
  }
  CHECK(in > cases(10000) / 5);
  CHECK(out > cases(10000) / 5);
}

TEST_CASE("the share of a base in an arc is that of its scan lines", "[geometry]") {
  Rng rng(743);
  int half = 0;
  for (int i = 0; i < cases(1500); ++i) {
    const Footprint fa = any_footprint(rng), fb = any_footprint(rng);
    const Pose pa = any_pose(rng, 250), pb = any_pose(rng, 250);
    const ArcSpec arc = any_arc(rng);
    const double got = footprint_in_arc(placed(fa, pa), arc, placed(fb, pb)).share;
    // Lines across the base along its heading; along each the membership changes where the reference depth does: found by bisection.
    const double t = pb.heading.deg() * kPi / 180, across = fb.frontage.mm() / 2;
    const auto by_lines = [&](int kLines, int kPoints) {
      double inside = 0, all = 0;
      for (int line = 0; line < kLines; ++line) {
        const double y = across * (2 * (line + 0.5) / kLines - 1);
        const double half_line = fb.outline == Outline::Circle ? std::sqrt(across * across - y * y) : fb.depth.mm() / 2;
        const auto is_in = [&](double x) {
          return reference_inside(fa, pa, arc, pb.x.mm() + x * std::cos(t) - y * std::sin(t),
                                  pb.y.mm() + x * std::sin(t) + y * std::cos(t));
        };
        all += 2 * half_line;
        double x0 = -half_line;
        bool in0 = is_in(x0);
        for (int k = 1; k <= kPoints; ++k) {
          const double x1 = half_line * (2.0 * k / kPoints - 1);
          const bool in1 = is_in(x1);
          if (in0 && in1) inside += x1 - x0;
          if (in0 != in1) {
            double a = x0, b = x1;
            for (int n = 0; n < 14; ++n) (is_in((a + b) / 2) == in0 ? a : b) = (a + b) / 2;
            inside += in0 ? a - x0 : x1 - a;
          }
          x0 = x1, in0 = in1;
        }
      }
      return inside / all;
    };
    // Few lines first, and many where they leave a doubt; a circle is measured as 32 chords of its own area.
    double expected = by_lines(60, 24);
    if (std::fabs(got - expected) > 0.002) expected = by_lines(1500, 60);
    half += expected > 0.01 && expected < 0.99 ? 1 : 0;
    if (std::fabs(got - expected) > 0.002) FAIL("case " << i << ": " << got << " against " << expected);
  }
  CHECK(half > cases(1500) / 10);
}

TEST_CASE("the deepest and least deep parts of a base in an arc are those of dense points", "[geometry]") {
  Rng rng(744);
  int straddle = 0;
  for (int i = 0; i < cases(600); ++i) {
    const Footprint fa = any_footprint(rng), fb = any_footprint(rng);
    const Pose pa = any_pose(rng, 250), pb = any_pose(rng, 250);
    const ArcSpec arc = any_arc(rng);
    const ArcMembership got = footprint_in_arc(placed(fa, pa), arc, placed(fb, pb));
    const double t = pb.heading.deg() * kPi / 180;
    double most = -1e300, least = 1e300;
    const double r = fb.frontage.mm() / 2, d = fb.outline == Outline::Circle ? r : fb.depth.mm() / 2;
    constexpr int kGrid = 24;
    for (int p = 0; p <= kGrid; ++p)
      for (int q = 0; q <= kGrid; ++q) {
        double x = d * (2.0 * p / kGrid - 1), y = r * (2.0 * q / kGrid - 1);
        if (fb.outline == Outline::Circle) {  // the square's rings onto the disc's
          const double ring = std::max(std::fabs(x), std::fabs(y)), size = std::hypot(x, y);
          if (size > 0) x *= ring / size, y *= ring / size;
        }
        const double depth =
            reference_depth(fa, pa, arc, pb.x.mm() + x * std::cos(t) - y * std::sin(t), pb.y.mm() + x * std::sin(t) + y * std::cos(t));
        most = std::max(most, depth), least = std::min(least, depth);
      }
    // The true extremes lie between the densest point found and one step of the grid beyond it.
    const double step = 1.5 * std::max(d, r) * 2 / kGrid;
    const double any = got.any.value.mm(), whole = got.whole.value.mm();
    if (any < most - 0.002 || any > most + step) FAIL("case " << i << ": deepest " << any << " against " << most);
    if (whole > least + 0.002 || whole < least - step) FAIL("case " << i << ": least " << whole << " against " << least);
    straddle += any > 0 && whole < 0 ? 1 : 0;
  }
  CHECK(straddle > cases(600) / 20);
}

TEST_CASE("quarters are told by the angle from the corners, or by the edges' lines", "[geometry]") {
  Rng rng(745);
  for (int i = 0; i < cases(8000); ++i) {
    const Footprint f = any_footprint(rng);
    const Pose at = any_pose(rng, 400);
    const double x = uniform(rng, 0, 400), y = uniform(rng, 0, 400);
    const double t = at.heading.deg() * kPi / 180, dx = x - at.x.mm(), dy = y - at.y.mm();
    const double ahead = dx * std::cos(t) + dy * std::sin(t), left = -dx * std::sin(t) + dy * std::cos(t);
    const double d = f.outline == Outline::Circle ? f.frontage.mm() / 2 : f.depth.mm() / 2, w = f.frontage.mm() / 2;
    if (std::fabs(ahead) < d && std::fabs(left) < w) continue;  // inside the base there is no quarter
    Quarter lines = std::fabs(ahead) > d ? (ahead > 0 ? Quarter::Front : Quarter::Rear) : (left > 0 ? Quarter::Left : Quarter::Right);
    const InQuarter by_lines = quarter_of(placed(f, at), {x, y}, QuarterLines::EdgeLines);
    if (by_lines.depth.value > 1_um && by_lines.quarter != lines) FAIL("case " << i << ": edge lines");
    // Diagonals: 45 degrees out from the corner on that side.
    const double over = std::fabs(left) - w, beyond = std::fabs(ahead) - d;
    const Quarter diagonal = beyond > over ? (ahead > 0 ? Quarter::Front : Quarter::Rear) : (left > 0 ? Quarter::Left : Quarter::Right);
    const InQuarter by_corners = quarter_of(placed(f, at), {x, y});
    if (by_corners.depth.value > 1_um && by_corners.quarter != diagonal) FAIL("case " << i << ": diagonals");
    if (std::fabs(by_corners.depth.value.mm() - std::fabs(beyond - over) * std::sqrt(0.5)) > 0.0011 && std::fabs(left) > w &&
        std::fabs(ahead) > d)
      FAIL("case " << i << ": depth " << by_corners.depth.value.mm());
  }
  SUCCEED();
}

TEST_CASE("95 percent intervals of bearings and arc depths hold the truth 94 to 96 percent of the time", "[geometry]") {
  Rng rng(74);
  const double bearings = coverage(rng, cases(20000), [](const Shape& a, const Shape& b) -> std::optional<std::pair<double, double>> {
    if (length_of(a.centre - b.centre) < 60) return std::nullopt;
    const AngleMeasure m = bearing(a, {}, b);
    if (std::fabs(m.value.deg()) > 175) return std::nullopt;  // the wrap at 180 degrees is no error
    return std::pair{m.value.deg(), m.sd.deg()};
  });
  INFO("bearings " << bearings);
  CHECK((bearings >= 0.94 && bearings <= 0.96));
  const double depths = coverage(rng, cases(20000), [](const Shape& a, const Shape& b) -> std::optional<std::pair<double, double>> {
    const Measure m = depth_in_arc(a, {Edge::Front, 45_deg, Apex::EdgeEnds}, b, {});
    return std::pair{m.value.mm(), m.sd.mm()};
  });
  INFO("depths " << depths);
  CHECK((depths >= 0.94 && depths <= 0.96));
}

TEST_CASE("95 percent intervals of a base's deepest part and its share in an arc hold the truth 94 to 96 percent of the time",
          "[geometry]") {
  Rng rng(746);
  for (const std::int64_t side : {45000, 22000, 90000}) {
    if (!long_run() && side != 45000) continue;
    const ArcSpec arc{Edge::Front, Angle{side}, Apex::EdgeEnds};
    const double deepest =
        coverage(rng, long_run() ? 40000 : 2000, [&](const Shape& a, const Shape& b) -> std::optional<std::pair<double, double>> {
          const ArcMembership m = footprint_in_arc(a, arc, b);
          return std::pair{m.any.value.mm(), m.any.sd.mm()};
        });
    INFO("side " << side << ": deepest " << deepest);
    CHECK((deepest >= 0.94 && deepest <= 0.96));
    const double share =
        coverage(rng, long_run() ? 40000 : 2000, [&](const Shape& a, const Shape& b) -> std::optional<std::pair<double, double>> {
          const ArcMembership m = footprint_in_arc(a, arc, b);
          return std::pair{m.share, m.share_sd};
        });
    INFO("side " << side << ": share " << share);
    CHECK((share >= 0.94 && share <= 0.96));
  }
  const double formations =
      formation_coverage(rng, long_run() ? 20000 : 1000,
                         [](const std::vector<Shape>& a, const std::vector<Shape>& b) -> std::optional<std::pair<double, double>> {
                           const ArcMembership m = formation_in_arc(a.front(), {Edge::Front, 45_deg, Apex::EdgeEnds}, b);
                           return std::pair{m.share, m.share_sd};
                         });
  INFO("formations " << formations);
  CHECK((formations >= 0.94 && formations <= 0.96));
}

}  // namespace random_arc_tests
