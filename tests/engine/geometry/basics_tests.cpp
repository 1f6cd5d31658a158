/// Corners, gaps, arcs and comparisons on hand-drawn cases with known answers.
#include <cmath>

#include "engine/geometry/arc.hpp"
#include "engine/geometry/gap.hpp"
#include "engine/geometry/trig.hpp"
#include "tests/support/catch.hpp"

namespace basics_tests {

using namespace polemarch;
using namespace polemarch::geometry;
using engine::Ruling;

namespace {
Footprint block(double frontage, double depth) { return {Outline::Rectangle, Length::from_mm(frontage), Length::from_mm(depth)}; }
Footprint disc(double diameter) { return {Outline::Circle, Length::from_mm(diameter), Length::from_mm(diameter)}; }
Pose at(double x, double y, double deg) { return {Length::from_mm(x), Length::from_mm(y), Angle::from_deg(deg)}; }
MeasuredPose noisy(Pose pose, double sd_mm, double sd_deg) {
  const auto um2 = static_cast<std::int64_t>(sd_mm * sd_mm * 1e6), mdeg2 = static_cast<std::int64_t>(sd_deg * sd_deg * 1e6);
  return {pose, {{um2, 0, 0, um2, 0, mdeg2}, {}}};
}
}  // namespace

TEST_CASE("own sine, cosine and arc tangent agree with the library's", "[geometry]") {
  for (std::int64_t m = -180000; m <= 180000; m += 37) {
    const double rad = static_cast<double>(m) * 3.14159265358979323846 / 180000.0;
    REQUIRE(std::fabs(sin_of(Angle{m}) - std::sin(rad)) < 1e-15);
    REQUIRE(std::fabs(cos_of(Angle{m}) - std::cos(rad)) < 1e-15);
    REQUIRE(sin_of(Angle{m}) == sin_of(Angle{m + 720000}));
  }
  for (int i = -300; i <= 300; ++i)
    for (int j = -300; j <= 300; j += 7) {
      const double expected = std::atan2(i * 1.0, j * 1.0) * 180.0 / 3.14159265358979323846;
      REQUIRE(std::fabs(atan2_deg(i, j) - expected) < 1e-12);
    }
  CHECK(sin_of(30_deg) == Approx(0.5));
  CHECK(sin_of(90_deg) == 1.0);
  CHECK(cos_of(90_deg) == 0.0);
}

TEST_CASE("corners of a base run clockwise from its front left", "[geometry]") {
  const auto north = corners_of(block(40, 20), at(100, 50, 90));
  CHECK(north[0] == Point{80_mm, 60_mm});
  CHECK(north[1] == Point{120_mm, 60_mm});
  CHECK(north[2] == Point{120_mm, 40_mm});
  CHECK(north[3] == Point{80_mm, 40_mm});
}

TEST_CASE("the gap of two blocks face to face is the space between their fronts", "[geometry]") {
  const Shape a = placed(block(60, 30), at(100, 100, 90)), b = placed(block(60, 30), at(100, 200, 270));
  const Gap gap = gap_between(a, b);
  CHECK(gap.distance().value == 70_mm);
  CHECK_FALSE(gap.overlap());
}

TEST_CASE("a gap names its closest features", "[geometry]") {
  const Shape a = placed(block(60, 30), at(0, 0, 90));
  const Gap corner = gap_between(a, placed(block(60, 30), at(90, 75, 90)));
  CHECK(corner.distance().value == Length::from_mm(std::hypot(30.0, 45.0)));
  CHECK(corner.feature_a == Feature::FrontRight);
  CHECK(corner.feature_b == Feature::RearLeft);
  const Gap edge = gap_between(a, placed(disc(20), at(10, 60, 0)));
  CHECK(edge.distance().value == 35_mm);
  CHECK(edge.feature_a == Feature::FrontEdge);
  CHECK(edge.feature_b == Feature::Rim);
  CHECK(edge.on_a == Point{10_mm, 15_mm});
}

TEST_CASE("overlapping bodies have a negative gap and no distance", "[geometry]") {
  const Shape a = placed(block(60, 30), at(0, 0, 90));
  const Gap gap = gap_between(a, placed(block(60, 30), at(0, 25, 90)));
  CHECK(gap.signed_gap.value == -5_mm);
  CHECK(gap.distance().value == 0_mm);
  CHECK(gap.overlap());
  CHECK(gap_between(a, placed(block(200, 4), at(0, 0, 0))).overlap());  // a cross: no corner of either inside the other
  CHECK(gap_between(placed(disc(40), at(0, 0, 0)), placed(disc(40), at(30, 0, 0))).signed_gap.value == -10_mm);
}

TEST_CASE("touching fronts have gap zero", "[geometry]") {
  const Gap gap = gap_between(placed(block(60, 30), at(0, 0, 90)), placed(block(60, 30), at(20, 30, 270)));
  CHECK(gap.signed_gap.value == 0_mm);
  CHECK(touching(gap.signed_gap));
}

TEST_CASE("a formation's gap is that of its nearest pair", "[geometry]") {
  std::vector<Shape> line, foe{placed(block(40, 40), at(130, 200, 270))};
  for (int i = 0; i < 4; ++i) line.push_back(placed(block(40, 20), at(40.0 * i, 0, 90)));
  const Gap gap = gap_between(line, foe);
  CHECK(gap.base_a == 3);
  CHECK(gap.distance().value == 170_mm);
}

TEST_CASE("the error of a gap along one axis is that of both bases", "[geometry]") {
  const Shape a = placed(disc(40), noisy(at(0, 0, 0), 0.3, 1)), b = placed(disc(40), noisy(at(100, 0, 0), 0.4, 1));
  CHECK(gap_between(a, b).signed_gap.sd == 500_um);
}

TEST_CASE("what the calibration moves alike leaves the gap sure", "[geometry]") {
  MeasuredPose a{at(0, 0, 0), {}}, b{at(100, 0, 0), {}};
  a.error.shared = {{1000, 0, 0}};
  b.error.shared = {{1000, 0, 0}};
  CHECK(gap_between(placed(disc(40), a), placed(disc(40), b)).signed_gap.sd == 0_um);
  b.error.shared = {{-1000, 0, 0}};
  CHECK(gap_between(placed(disc(40), a), placed(disc(40), b)).signed_gap.sd == 2000_um);
}

TEST_CASE("a turning base carries its corner's swing into the gap", "[geometry]") {
  MeasuredPose turned{at(0, 0, 90), {}};
  turned.error.own[5] = 1000 * 1000;  // 1 degree
  const Gap gap = gap_between(placed(block(100, 20), turned), placed(disc(10), at(50, 60, 0)));
  CHECK(gap.signed_gap.sd.mm() == Approx(50 * 3.14159265 / 180).epsilon(0.001));
}

TEST_CASE("a condition is sure at 99 percent or too close to call", "[geometry]") {
  CHECK(within(Measure{Length{304800}, {}}, 12_in) == Ruling::Allowed);
  CHECK(within(Measure{Length{304801}, {}}, 12_in) == Ruling::Refused);
  CHECK(within(Measure{12_in - 2326_um, 1_mm}, 12_in) == Ruling::Allowed);
  CHECK(within(Measure{12_in - 2325_um, 1_mm}, 12_in) == Ruling::TooCloseToCall);
  CHECK(within(Measure{12_in + 2325_um, 1_mm}, 12_in) == Ruling::TooCloseToCall);
  CHECK(within(Measure{12_in + 2326_um, 1_mm}, 12_in) == Ruling::Refused);
  CHECK(beyond(Measure{12_in + 3_mm, 1_mm}, 12_in) == Ruling::Allowed);
  CHECK(at_least(Measure{12_in - 3_mm, 1_mm}, 12_in) == Ruling::Refused);
}

TEST_CASE("an allowance favours the mover up to the table's tolerance", "[geometry]") {
  CHECK(allowance({6_in + 3_mm, {}}, 6_in) == Ruling::Allowed);
  CHECK(allowance({6_in + 3001_um, {}}, 6_in) == Ruling::Refused);
  CHECK(allowance({6_in + 5_mm, 1_mm}, 6_in) == Ruling::Allowed);
  CHECK(allowance({6_in + 5326_um, 1_mm}, 6_in) == Ruling::Refused);
}

TEST_CASE("inches are shown with one decimal and two standard deviations", "[geometry]") {
  CHECK(inches_text(Length{304800}) == "12.0 in");
  CHECK(inches_text(Length::from_mm(303.4)) == "11.9 in");
  CHECK(inches_text(Measure{12_in, 2_mm}) == "12.0 +- 0.2 in");
  CHECK(inches_text(Measure{12_in, 10_um}) == "12.0 +- 0.1 in");
}

TEST_CASE("a verdict's reason names the value, the limit and the error", "[geometry]") {
  const engine::Verdict verdict = verdict_of(Ruling::Refused, "X-1", "too far", {Length{13_in}, 1_mm}, 12_in);
  CHECK(verdict.reasons.front().text == "too far: 13.0 in of 12.0 in");
  CHECK(verdict.reasons.front().value == 13.0);
  REQUIRE(verdict.reasons.front().sd);
  CHECK(*verdict.reasons.front().sd == Approx(1 / 25.4));
  CHECK(verdict_of(Ruling::Refused, "X-1", "gap", {-50_um, {}}, 3_mm, ShownIn::Millimetres).reasons.front().text ==
        "gap: -0.1 mm of 3.0 mm");
}

TEST_CASE("an arc opens from the ends of the edge", "[geometry]") {
  const Shape a = placed(block(60, 30), at(0, 0, 90));
  const ArcSpec front{Edge::Front, 45_deg, Apex::EdgeEnds};
  CHECK(depth_in_arc(a, front, {0, 100}).value == Length::from_mm((85 + 30) * std::sqrt(0.5)));
  CHECK(depth_in_arc(a, front, {100, 85}).value == Length::from_mm(0));
  CHECK(depth_in_arc(a, front, {101, 85}).value < 0_mm);
  CHECK(depth_in_arc(a, front, {0, 14}).value < 0_mm);
  CHECK(depth_in_arc(a, {Edge::Right, 45_deg, Apex::EdgeEnds}, {80, 0}).value > 0_mm);
  CHECK(depth_in_arc(a, {Edge::Rear, 22_deg, Apex::EdgeMiddle}, {0, -80}).value > 0_mm);
  CHECK(depth_in_arc(a, {Edge::Front, 90_deg, Apex::EdgeEnds}, {5000, 16}).value == 1_mm);
  CHECK(depth_in_arc(a, {Edge::Front, 135_deg, Apex::EdgeEnds}, {200, -20}).value > 0_mm);
  CHECK(depth_in_arc(a, {Edge::Front, 135_deg, Apex::EdgeEnds}, {0, -20}).value < 0_mm);
  CHECK(depth_in_arc(a, {Edge::Front, 180_deg, Apex::EdgeEnds}, {0, -20}).value > 0_mm);
}

TEST_CASE("a base half in an arc has half its area in it", "[geometry]") {
  const Shape a = placed(block(60, 30), at(0, 0, 90));
  const Shape b = placed(block(40, 40), noisy(at(200, 15, 90), 1, 0.1));
  const ArcMembership m = footprint_in_arc(a, {Edge::Front, 90_deg, Apex::EdgeEnds}, b);
  CHECK(m.share == Approx(0.5));
  CHECK(m.share_sd == Approx(1.0 / 40).epsilon(0.01));
  CHECK(m.at_least_share(0.5) == Ruling::TooCloseToCall);
  CHECK(m.at_least_share(0.4) == Ruling::Allowed);
  CHECK(m.touched() == Ruling::Allowed);
  CHECK(m.wholly() == Ruling::Refused);
}

TEST_CASE("quarters by diagonals and by edge lines", "[geometry]") {
  const Shape a = placed(block(60, 30), at(0, 0, 90));
  CHECK(quarter_of(a, {100, 80}).quarter == Quarter::Right);
  CHECK(quarter_of(a, {100, 90}).quarter == Quarter::Front);
  CHECK(quarter_of(a, {100, 20}, QuarterLines::EdgeLines).quarter == Quarter::Front);
  CHECK(quarter_of(a, {100, 10}, QuarterLines::EdgeLines).quarter == Quarter::Right);
  CHECK(quarter_of(a, {-100, 10}, QuarterLines::EdgeLines).quarter == Quarter::Left);
  CHECK(quarter_of(a, {100, -16}, QuarterLines::EdgeLines).quarter == Quarter::Rear);
  CHECK(quarter_of(a, {100, -16}, QuarterLines::EdgeLines).depth.value == 1_mm);
}

TEST_CASE("a bearing is relative to the heading, left positive", "[geometry]") {
  const Shape a = placed(block(60, 30), at(0, 0, 90));
  CHECK(bearing(a, {}, placed(disc(1), at(-100, 0, 0))).value == 90_deg);
  CHECK(bearing(a, {}, placed(disc(1), at(100, 100, 0))).value == -45_deg);
  const AngleMeasure m = bearing(a, {}, placed(disc(1), noisy(at(0, 100, 0), 1, 0)));
  CHECK(m.value == 0_deg);
  CHECK(m.sd.deg() == Approx(0.573).epsilon(0.01));
}

TEST_CASE("errors that hang together add or cancel as they hang together", "[geometry]") {
  constexpr double kRad = 3.14159265358979323846 / 180;
  const auto sd_of_gap = [](const Footprint& footprint, Pose pose, std::array<std::int64_t, 6> own, Pose other) {
    return gap_between(placed(footprint, MeasuredPose{pose, {own, {}}}), placed(disc(10), other)).distance().sd.mm();
  };
  // A disc: only the part along the line to the other counts.
  const double ux = std::cos(30 * kRad), uy = std::sin(30 * kRad);
  const Pose along = at(200 * ux, 200 * uy, 0);
  for (const double rho : {-0.9, 0.0, 0.9}) {
    const double xx = 0.09, yy = 0.04, xy = rho * 0.3 * 0.2;
    const std::array<std::int64_t, 6> own{90'000, static_cast<std::int64_t>(std::lround(xy * 1e6)), 0, 40'000, 0, 0};
    CHECK(sd_of_gap(disc(40), at(0, 0, 0), own, along) == Approx(std::sqrt(ux * ux * xx + 2 * ux * uy * xy + uy * uy * yy)).epsilon(0.01));
  }
  // A block whose front the other faces 20 mm beside the middle: a turn moves the front there by 20 mm a radian.
  const double hh = 0.09 * kRad * kRad;  // 0.3 degrees
  for (const double rho : {-0.8, 0.0, 0.8}) {
    const double with_turn = rho * 0.2 * 0.3 * kRad;
    const auto cross = static_cast<std::int64_t>(std::lround(rho * 200 * 300));
    const double facing_x = sd_of_gap(block(60, 30), at(0, 0, 0), {40'000, 0, cross, 0, 0, 90'000}, at(100, 20, 0));
    CHECK(facing_x == Approx(std::sqrt(0.04 - 2 * 20 * with_turn + 400 * hh)).epsilon(0.01));
    const double facing_y = sd_of_gap(block(60, 30), at(0, 0, 90), {0, 0, 0, 40'000, cross, 90'000}, at(20, 100, 90));
    CHECK(facing_y == Approx(std::sqrt(0.04 + 2 * 20 * with_turn + 400 * hh)).epsilon(0.01));
  }
}

}  // namespace basics_tests
