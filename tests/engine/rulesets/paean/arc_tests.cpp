/// Arcs of fire at their edges, and what is drawn of arcs and of the line where a charge stops.
#include <cmath>

#include "tests/engine/rulesets/paean/fight_field.hpp"

namespace arc_tests {

using namespace polemarch;
using namespace polemarch::paean;
using paean::test::Field;

namespace {

std::vector<Polygon> drawn(const Field& field, const engine::Selection& selection, engine::Meaning meaning, const std::string& rule) {
  std::vector<Polygon> out;
  for (const engine::AdviceShape& shape : Rules::advise(field.state, selection, Viewer::A).shapes)
    if (shape.meaning == meaning && shape.rule == rule) out.push_back(std::get<Polygon>(shape.shape));
  return out;
}

}  // namespace

TEST_CASE("what only touches the side of the arc is as far as the place where it touches", "[paean][PA-AMB-14][PA-AMB-53][PA-MIS-05]") {
  // The arc's right side runs at 45 degrees from (620, 400): it meets the far left corner of B1, 73 mm ahead and aside, and nothing else of
  // it. The corner is 103.2 mm away; the near one, out of the arc, 90.2.
  Field field;
  field.put("A1", Side::A, Weight::LM, {.x = 600, .y = 400, .weapons = {Weapon::Javelin}});
  field.put("B1", Side::B, Weight::LH, {.x = 713, .y = 453, .heading = 270});
  field.permit("A1");
  const engine::Verdict far = field.judge(Shoot{{"A1"}, {"B1"}});
  CHECK_FALSE(far.allowed());
  CHECK(far.reasons.front().rule == "PA-MIS-05");
  CHECK(far.reasons.front().value == Approx(10.32).margin(0.01));
  field.stand("B1", 711, 451, 270, 1);  // 2.8 mm nearer: 100.4; and 70, 70
  CHECK_FALSE(field.judge(Shoot{{"A1"}, {"B1"}}).allowed());
  field.stand("B1", 710, 450, 270, 1);  // 70 and 70: 98.99 mm
  const engine::Verdict near = field.judge(Shoot{{"A1"}, {"B1"}});
  CHECK(near.allowed());
  CHECK(near.reasons.front().value == Approx(9.9).margin(0.01));
}

TEST_CASE("each row's reach is drawn from its own front, and the first says how far", "[paean][PA-MIS-04][PA-MIS-12]") {
  Field field;
  field.put("A1", Side::A, Weight::LM, {.x = 600, .y = 400, .bases = 4, .files = 2, .weapons = {Weapon::Javelin}});
  const std::vector<Polygon> reach = drawn(field, {{"A1"}, {}}, engine::Meaning::ArcOfFire, "PA-MIS-04");
  REQUIRE(reach.size() == 2);
  for (const std::size_t row : {0U, 1U}) {
    const double front = row == 0 ? 400 : 380;
    // Its right and left end, then round the left one from 45 degrees to straight ahead, then the same on the right.
    CHECK(reach[row].points.at(0).x == Approx(640));
    CHECK(reach[row].points.at(0).y == Approx(front));
    CHECK(reach[row].points.at(1).x == Approx(560));
    CHECK(reach[row].points.at(2).x == Approx(560 - 70.71).margin(0.01));
    CHECK(reach[row].points.at(2).y == Approx(front + 70.71).margin(0.01));
    CHECK(reach[row].points.back().x == Approx(640 + 70.71).margin(0.01));
    double furthest = 0;
    for (const Vec2 point : reach[row].points) furthest = std::max(furthest, point.y);
    CHECK(furthest == Approx(front + 100));
  }
  Field light;
  light.put("A1", Side::A, Weight::L, {.x = 600, .y = 400, .bases = 2, .files = 2, .ranks = 1, .weapons = {Weapon::Sling}});
  const std::vector<Polygon> wide = drawn(light, {{"A1"}, {}}, engine::Meaning::ArcOfFire, "PA-MIS-03");
  REQUIRE(wide.size() == 1);
  CHECK(wide[0].points.at(2).x == Approx(560 - 300));
  CHECK(wide[0].points.at(2).y == Approx(400).margin(0.01));
  // To the eye the arc about the left end of the front is no polygon.
  for (std::size_t i = 2; wide[0].points.at(i + 1).x < 560; ++i) {
    const Vec2 one = wide[0].points[i], next = wide[0].points[i + 1];
    CHECK(std::hypot((one.x + next.x) / 2 - 560, (one.y + next.y) / 2 - 400) > 300 - 0.25);
  }
}

TEST_CASE("the line where a charge stops is drawn 2 cm short, for LM that turn first as well", "[paean][PA-CHG-07][PA-AMB-10]") {
  Field field;
  field.put("A1", Side::A, Weight::LH, {.x = 600, .y = 400, .bases = 2, .files = 2});
  field.put("B1", Side::B, Weight::LH, {.x = 600, .y = 480, .bases = 2, .files = 2, .heading = 270});
  field.permit("A1");
  const auto ahead = drawn(field, {{"A1"}, UnitId{"B1"}}, engine::Meaning::ChargeReach, "PA-CHG-07");
  REQUIRE(ahead.size() == 2);  // where its longest charge stops, and where this one does
  CHECK(ahead[1].points.at(0).y == Approx(460));
  CHECK(ahead[1].points.at(0).x == Approx(560));
  CHECK(ahead[1].points.at(1).x == Approx(640));

  Field turning;
  turning.put("A1", Side::A, Weight::LM, {.x = 600, .y = 400, .bases = 2, .files = 2, .weapons = {Weapon::Javelin, Weapon::LightSpear}});
  turning.put("B1", Side::B, Weight::LH, {.x = 720, .y = 430, .bases = 2, .files = 1, .heading = 90});  // its left side faces them
  turning.permit("A1");
  const auto line = drawn(turning, {{"A1"}, UnitId{"B1"}}, engine::Meaning::ChargeReach, "PA-CHG-07");
  REQUIRE(line.size() == 2);
  turning.give(ChargeAt{{"A1"}, {"B1"}});
  const geometry::Body stands = body_of(turning.state, {"A1"});
  CHECK(line[1].points.at(0).x == Approx(stands.front_left().x).margin(0.01));
  CHECK(line[1].points.at(0).y == Approx(stands.front_left().y).margin(0.01));
  CHECK(line[1].points.at(1).x == Approx(stands.front_right().x).margin(0.01));
  CHECK(line[1].points.at(1).y == Approx(stands.front_right().y).margin(0.01));
}

TEST_CASE("a target that may evade is drawn where it would go, one in a corner is told it would be dispersed",
          "[paean][PA-EVA-01][PA-EVA-09]") {
  Field field;
  field.put("A1", Side::A, Weight::LH, {.x = 600, .y = 400, .bases = 2, .files = 2});
  field.put("B1", Side::B, Weight::L,
            {.x = 600, .y = 480, .bases = 2, .files = 2, .heading = 270, .ranks = 1, .weapons = {Weapon::Javelin}});
  field.permit("A1");
  const auto goes = drawn(field, {{"A1"}, UnitId{"B1"}}, engine::Meaning::EvadeTo, "PA-EVA-01");
  REQUIRE(goes.size() == 2);
  field.give(ChargeAt{{"A1"}, {"B1"}});
  field.dice({1, 1});
  field.choose("evade");
  for (const char* base : {"B1.1", "B1.2"}) {
    const geometry::Shape there = geometry::placed(footprint_of(field.state.bases.at({base}).card), field.state.bases.at({base}).at);
    const bool shown = std::any_of(goes.begin(), goes.end(), [&](const Polygon& one) {
      return std::all_of(one.points.begin(), one.points.end(),
                         [&](Vec2 at) { return std::abs(at.x - there.centre.x) < 20.1 && std::abs(at.y - there.centre.y) < 7.6; });
    });
    CHECK(shown);
  }
}

TEST_CASE("what a formation may never charge is marked so, where it is near", "[paean][PA-CHG-03][PA-CHG-06]") {
  const auto marked = [](Weight ours, const engine::Selection& selection) {
    Field field;
    field.put("A1", Side::A, ours, {.x = 600, .y = 400, .ranks = ours == Weight::L ? 1 : 2, .weapons = {Weapon::Javelin}});
    field.put("B1", Side::B, Weight::LH, {.x = 600, .y = 480, .heading = 270});
    field.permit("A1");
    const engine::Advice advice = Rules::advise(field.state, selection, Viewer::A);
    std::vector<std::string> found;
    for (const engine::AdviceLine& line : advice.lines)
      if (line.meaning == engine::Meaning::NotATarget) found.push_back(line.reason.rule);
    for (const engine::AdviceShape& shape : advice.shapes)
      if (shape.meaning == engine::Meaning::NotATarget) found.push_back(shape.label);
    return found;
  };
  CHECK(marked(Weight::LM, {{"A1"}, {}}) == std::vector<std::string>{"PA-CHG-03", "no charge"});
  CHECK(marked(Weight::L, {{"A1"}, {}}).empty());
  CHECK(marked(Weight::L, {{"A1"}, UnitId{"B1"}}).empty());  // its shots are told, and no lane is drawn
  CHECK(marked(Weight::LH, {{"A1"}, {}}).empty());
}

}  // namespace arc_tests
