#include "engine/geometry/body.hpp"
#include "engine/geometry/trig.hpp"
#include "tests/support/catch.hpp"

namespace body_tests {

using namespace polemarch;
using namespace polemarch::geometry;

namespace {

Shape base(double x, double y, double heading = 90, double sd_mm = 0) {
  MeasuredPose at{{rounded(x), rounded(y), Angle::from_deg(heading)}, {}};
  const auto var = static_cast<std::int64_t>(sd_mm * sd_mm * 1e6);
  at.error.own = {var, 0, 0, var, 0, 0};
  return placed({Outline::Rectangle, 40_mm, 20_mm}, at);
}

/// Rows of four, three and so on, front middle at (500, 300), facing up.
std::vector<Shape> block(const std::vector<int>& rows, double gap = 0) {
  std::vector<Shape> out;
  for (std::size_t row = 0; row < rows.size(); ++row)
    for (int file = 0; file < rows[row]; ++file) out.push_back(base(500 + (40 + gap) * file, 300 - (20 + gap) * static_cast<double>(row)));
  return out;
}

}  // namespace

TEST_CASE("a body has rows from the front, each from left to right", "[body]") {
  std::vector<Shape> bases = block({3, 2});
  std::reverse(bases.begin(), bases.end());
  const Body body = body_of(bases);
  REQUIRE(body.ranks() == 2);
  CHECK(body.files() == 3);
  CHECK(body.rows[0] == std::vector<std::size_t>{4, 3, 2});
  CHECK(body.rows[1] == std::vector<std::size_t>{1, 0});
  CHECK(body.width() == Approx(120));
  CHECK(body.depth() == Approx(40));
  CHECK(body.front_left().x == Approx(480));
  CHECK(body.front_left().y == Approx(310));
  CHECK(body.rear_right().x == Approx(600));
  CHECK(body.rear_right().y == Approx(270));
  CHECK(hang_together(body.bases));
  CHECK(body.one_facing);
}

TEST_CASE("bases that stand apart or face apart are other bodies", "[body]") {
  std::vector<Shape> bases = block({3});
  bases.push_back(base(670, 300));
  CHECK(bodies_among(bases).size() == 2);
  bases.back() = base(620, 300);
  CHECK(bodies_among(bases).size() == 1);
  bases.back() = base(610, 300, 0);  // beside it, turned
  CHECK(bodies_among(bases).size() == 2);
  CHECK(bodies_among(block({2, 2}, 10)).size() == 4);
  CHECK(bodies_among(block({2, 2}, 10), {12_mm, 10_deg}).size() == 1);
}

TEST_CASE("neighbours are beside, behind, askew or at a corner", "[body]") {
  const auto how = [](const Shape& a, const Shape& b) {
    const std::vector<Shape> pair{a, b};
    const auto found = neighbours_of(pair);
    REQUIRE(found.size() == 1);
    return found.front();
  };
  CHECK(how(base(500, 300), base(540, 300)).how == Neighbouring::Beside);
  CHECK(how(base(540, 300), base(500, 300)).a == 1);  // the left one first
  CHECK(how(base(500, 300), base(510, 280)).how == Neighbouring::Behind);
  CHECK(how(base(500, 280), base(500, 300)).a == 1);  // the front one first
  CHECK(how(base(500, 300), base(510, 280)).shift.value == Length{-10000});
  CHECK(how(base(500, 300), base(540, 280)).how == Neighbouring::Corner);
  CHECK(how(base(500, 300), base(500, 320, 270)).how == Neighbouring::Askew);
}

TEST_CASE("gaps and shifts of measured bases carry their error", "[body]") {
  const std::vector<Shape> pair{base(500, 300, 90, 0.3), base(541, 302, 90, 0.4)};
  const auto found = neighbours_of(pair);
  REQUIRE(found.size() == 1);
  CHECK(found.front().gap.value == 1_mm);
  CHECK(found.front().gap.sd.mm() == Approx(0.5).margin(0.01));
  CHECK(found.front().shift.value == 2_mm);
  CHECK(found.front().shift.sd.mm() == Approx(0.5).margin(0.01));
  const Measure over = overlap_along(pair[0], base(530, 330, 270, 0.4));
  CHECK(over.value == 10_mm);
  CHECK(over.sd.mm() == Approx(0.5).margin(0.01));
}

TEST_CASE("the side a point lies on is judged by the front and the rear line", "[body]") {
  const Body body = body_of(block({3, 3}));
  CHECK(side_facing(body, {900, 311}) == Edge::Front);
  CHECK(side_facing(body, {900, 309}) == Edge::Right);
  CHECK(side_facing(body, {100, 280}) == Edge::Left);
  CHECK(side_facing(body, {500, 269}) == Edge::Rear);
}

TEST_CASE("a body carried round comes back to the same integers within its rounding", "[body]") {
  const std::vector<Pose> bases{{500_mm, 300_mm, 90_deg}, {540_mm, 300_mm, 90_deg}, {500_mm, 280_mm, 90_deg}};
  const Pose from{520_mm, 290_mm, 90_deg}, to{700_mm, 500_mm, 127_deg};
  const std::vector<Pose> there = carried(bases, from, to), back = carried(there, to, from);
  for (std::size_t i = 0; i < bases.size(); ++i) {
    CHECK(std::abs(back[i].x.um - bases[i].x.um) <= 2);
    CHECK(std::abs(back[i].y.um - bases[i].y.um) <= 2);
    CHECK(back[i].heading == bases[i].heading);
    CHECK(there[i].heading == 127_deg);
  }
}

TEST_CASE("a long row stays one row though its first base is turned two degrees by hand", "[body]") {
  std::vector<Shape> bases = block({10, 2});
  bases.front() = base(500, 300, 92);
  const Body body = body_of(bases);
  REQUIRE(body.ranks() == 2);
  CHECK(body.rows[0] == std::vector<std::size_t>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9});
  CHECK(body.rows[1] == std::vector<std::size_t>{10, 11});
}

}  // namespace body_tests
