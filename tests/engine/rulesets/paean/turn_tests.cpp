// Turning to face a charge, whole or in part, and LM who turn to charge.
#include "engine/rulesets/paean/topics/charging.hpp"
#include "engine/rulesets/paean/topics/melee.hpp"
#include "engine/rulesets/paean/topics/reactions.hpp"
#include "tests/engine/rulesets/paean/fight_field.hpp"

namespace turn_tests {

using namespace polemarch;
using namespace polemarch::paean;
using paean::test::Field;
using paean::test::gap;

TEST_CASE("it may turn some files or all to face: the layout is kept",
          "[paean][PA-EX-15][PA-EX-28][PA-EVA-15][PA-EVA-16][PA-EVA-17][PA-EVA-18][PA-REA-15]") {
  const auto turned = [](int bases, const std::string& key) {
    Field field;
    field.put("B1", Side::B, Weight::LH, {.x = 600, .y = 400, .bases = bases, .files = bases, .heading = 90});
    field.put("A1", Side::A, Weight::LH, {.x = 600 - 20.0 * bases - 60, .y = 390, .bases = 2, .files = 2, .heading = 0});
    field.order(ChargeAt{{"A1"}, {"B1"}}, "A1");
    field.dice({4, 4});
    CHECK(field.options() == std::vector<std::string>{"turn", "stand"});
    field.choose("turn");
    field.choose(key);
    return field;
  };
  const Field two = turned(4, "2");
  CHECK(two.formation("B1").bases.size() == 2);
  CHECK(two.formation("B1-2").bases == std::vector<BaseId>{{"B1.1"}, {"B1.2"}});
  CHECK(two.heading("B1.1") == Approx(180));
  CHECK(two.heading("B1.3") == Approx(90));
  CHECK(two.asked() == "PA-CHG-09");
  const Field all = turned(6, "all");
  CHECK(all.formation("B1").bases.size() == 6);
  CHECK(body_of(all.state, {"B1"}).files() == 1);
  CHECK(body_of(all.state, {"B1"}).ranks() == 6);
  CHECK(all.at("B1.1").x == Approx(490));  // its front is the old left edge
  CHECK(all.at("B1.6").x == Approx(590));
}

TEST_CASE("a single base turns as a whole, and nobody is asked how much of it", "[paean][PA-EVA-15][PA-UNF-02]") {
  Field field;
  field.put("B1", Side::B, Weight::LH, {.x = 600, .y = 400, .heading = 90});
  field.put("A1", Side::A, Weight::LH, {.x = 520, .y = 390, .bases = 2, .files = 2, .heading = 0});
  field.order(ChargeAt{{"A1"}, {"B1"}}, "A1");
  field.dice({4, 4});
  field.choose("turn");
  CHECK(field.asked() == "PA-CHG-09");
  CHECK(field.heading("B1.1") == Approx(180));
}

TEST_CASE("LM halts when heavier troops turn to face it, and may be ordered again", "[paean][PA-DX-19][PA-CHG-12][PA-CHG-13]") {
  Field field;
  field.put("B1", Side::B, Weight::LH, {.x = 600, .y = 400, .bases = 2, .files = 2, .heading = 90});
  field.put("A1", Side::A, Weight::LM, {.x = 480, .y = 390, .heading = 0, .weapons = {Weapon::Javelin, Weapon::LightSpear}});
  field.order(ChargeAt{{"A1"}, {"B1"}}, "A1");
  field.dice({4, 4});
  field.choose("turn");
  field.choose("all");
  CHECK(field.asked().empty());
  CHECK(gap(field, "A1.1", "B1.1") == Approx(20));
  CHECK_FALSE(field.formation("A1").status.no_orders);
  CHECK_FALSE(field.touch("A1", "B1"));
}

TEST_CASE("a base that fights to its front takes no test for its flank", "[paean][PA-REA-23][PA-CHG-19]") {
  Field field;
  field.put("B1", Side::B, Weight::LH, {.x = 600, .y = 400, .heading = 270});
  field.put("A1", Side::A, Weight::LH, {.x = 600, .y = 400});
  field.contact("A1", Flank::Front, "B1", Flank::Front);
  field.put("A2", Side::A, Weight::LH, {.x = 530, .y = 410, .heading = 0});
  field.order(SupportCharge{{"A2"}, {"B1"}}, "A2");
  CHECK(field.touch("A2", "B1"));
  CHECK(field.dice_asked() > 0);  // straight to the phase
  CHECK(field.asked() == "PA-CCD-04");
}

TEST_CASE("a block that turns to face keeps its layout, centred on the side it turns to, from the rear so many ranks turn",
          "[paean][PA-EVA-16][PA-EVA-17]") {
  Field field;
  field.put("B1", Side::B, Weight::LH, {.x = 600, .y = 400, .bases = 4, .files = 2});
  const Turned left = turned_to(field.state, {"B1"}, Flank::Left, 2);
  REQUIRE(left.poses.size() == 4);
  for (const engine::PlacedBase& placed : left.poses) CHECK(placed.at.pose.heading.deg() == Approx(180));
  // 80 wide and 40 deep still: the front's middle is the middle of the old left side, at (560, 380).
  CHECK(left.poses[0].at.pose.x.mm() == Approx(570));
  CHECK(left.poses[0].at.pose.y.mm() == Approx(360));
  CHECK(left.poses[1].at.pose.y.mm() == Approx(400));
  CHECK(left.poses[2].at.pose.x.mm() == Approx(590));
  Field column;
  column.put("B1", Side::B, Weight::LH, {.x = 600, .y = 400, .bases = 3, .files = 1});
  const Turned rear = turned_to(column.state, {"B1"}, Flank::Rear, 1);
  CHECK(rear.bases == std::vector<BaseId>{{"B1.3"}});
  CHECK(rear.rest.size() == 2);
}

TEST_CASE("where nobody of whom it charged is before it any more, a charge does not fall on somebody else",
          "[paean][PA-CHG-08][PA-REA-01]") {
  Field field;
  field.put("B1", Side::B, Weight::LH, {.x = 600, .y = 400, .bases = 4, .files = 4});
  field.put("B2", Side::B, Weight::LH, {.x = 600, .y = 380, .bases = 1, .files = 1});
  field.put("B3", Side::B, Weight::LH, {.x = 580, .y = 435, .bases = 3, .files = 3});
  field.put("A1", Side::A, Weight::LH, {.x = 480, .y = 392, .heading = 0});
  field.order(ChargeAt{{"A1"}, {"B1"}}, "A1");
  field.dice({4, 4});
  field.choose("turn");
  field.choose("all");
  REQUIRE(field.at("B1.1").y == Approx(340));  // there was no room before the charger: B2 is next in its way
  field.choose("home");
  CHECK(field.formation("A1").contacts.empty());
  CHECK(field.formation("B2").contacts.empty());
  std::string told;  // no charge ends without a word
  for (const Event& event : field.events) told += Rules::tell(field.state, event);
  CHECK(told.find("A1 stops: no straight way to B1 is left") != std::string::npos);
}

TEST_CASE("those behind a front row that fights may turn to face a flank charge while it fights on",
          "[paean][PA-CHG-19][PA-EVA-15][PA-EVA-16]") {
  Field field;
  field.put("A1", Side::A, Weight::LH, {.x = 600, .y = 400, .bases = 2, .files = 1});
  field.put("B1", Side::B, Weight::LH, {.x = 600, .y = 400, .bases = 2, .files = 1, .heading = 270});
  field.contact("A1", Flank::Front, "B1", Flank::Front);
  field.put("A2", Side::A, Weight::LH, {.x = 670, .y = 439, .heading = 180});
  field.order(SupportCharge{{"A2"}, {"B1"}}, "A2");
  field.dice({4, 4});
  field.choose("turn");
  CHECK(field.options() == std::vector<std::string>{"all", "behind"});
  field.choose("behind");
  CHECK(field.heading("B1.1") == Approx(270));
  CHECK(field.at("B1.1").y == Approx(410));
  CHECK(field.heading("B1.2") == Approx(0));
  CHECK(field.touch("B1", "A1"));
  CHECK_FALSE(field.touch("B1", "A2"));
  CHECK(field.touch("B1.2", "A2"));
  CHECK(side_of_contact(field.state, {"B1.2"}, {"A2"}) == Flank::Front);
  CHECK(side_of_contact(field.state, {"B1"}, {"A1"}) == Flank::Front);
  CHECK(gap(field, "B1.1", "B1.2") == Approx(0).margin(0.1));
  CHECK(field.dice_asked() == 2);  // a combat of its own: two ranks and the charge, one less for a single base
}

TEST_CASE("a formation that fights nobody to its front turns by files alone", "[paean][PA-EVA-15]") {
  Field field;
  field.put("B1", Side::B, Weight::LH, {.x = 600, .y = 400, .bases = 4, .files = 2, .heading = 270});
  field.put("A2", Side::A, Weight::LH, {.x = 690, .y = 420, .heading = 180});
  field.order(ChargeAt{{"A2"}, {"B1"}}, "A2");
  field.dice({4, 4});
  field.choose("turn");
  CHECK(field.options() == std::vector<std::string>{"all", "1"});
}

TEST_CASE("LM turn before a charge only as they have to: flush to the side they stand before, else towards its middle",
          "[paean][PA-AMB-10]") {
  const auto light = [](double heading) {
    Field field;
    field.put("A1", Side::A, Weight::LM,
              {.x = 600, .y = 400, .bases = 2, .files = 2, .heading = heading, .weapons = {Weapon::Javelin, Weapon::LightSpear}});
    return field;
  };
  const auto turn = [](const Field& field, const char* target) { return turn_to_charge(field.state, {"A1"}, {target}).deg(); };
  Field flank = light(90);
  flank.put("B1", Side::B, Weight::LH, {.x = 630, .y = 490, .bases = 3, .files = 1, .heading = 0});
  CHECK(turn(flank, "B1") == Approx(0));  // its flank lies straight ahead
  Field front = light(90);
  front.put("B1", Side::B, Weight::LH, {.x = 600, .y = 480, .bases = 2, .files = 2, .heading = 270});
  CHECK(turn(front, "B1") == Approx(0));  // nothing but its front: no turn helps
  Field aside = light(90);
  aside.put("B1", Side::B, Weight::LH, {.x = 720, .y = 420, .bases = 3, .files = 1, .heading = 90});
  CHECK(turn(aside, "B1") == Approx(-90));
  std::map<BaseId, double> up;
  for (const engine::PlacedBase& placed : turned_by(aside.state, {"A1"}, -90_deg)) up[placed.base] = placed.at.pose.y.mm();
  CHECK(up[{"A1.1"}] == Approx(410));  // the left one still, not the right one
  CHECK(up[{"A1.2"}] == Approx(370));
  Field slant = light(30);  // straight on it is too far, square to its front it is not
  slant.put("B1", Side::B, Weight::L, {.x = 660, .y = 520, .bases = 6, .files = 6, .heading = 270, .ranks = 1});
  CHECK(turn(slant, "B1") == Approx(60));
  Field past = light(90);  // square to its flank they would pass it by: towards its middle
  past.put("B1", Side::B, Weight::L, {.x = 700, .y = 480, .heading = 0, .ranks = 1});
  CHECK(turn(past, "B1") < -30);
  CHECK(turn(past, "B1") > -60);
  Field far = light(90);  // too far whichever way: the first that comes to it
  far.put("B1", Side::B, Weight::L, {.x = 600, .y = 700, .heading = 270, .ranks = 1});
  CHECK(turn(far, "B1") == Approx(0));
  Field leader = light(90);
  leader.leader("BH", Side::B, LeaderKind::Hero, 10, 700, 390);
  CHECK(turn(leader, "BH") == Approx(-90));
  Field heavy = light(90);
  heavy.put("A2", Side::A, Weight::M, {.x = 300, .y = 400});
  heavy.put("B1", Side::B, Weight::L, {.x = 380, .y = 390, .heading = 180, .ranks = 1});
  CHECK(turn_to_charge(heavy.state, {"A2"}, {"B1"}).deg() == Approx(0));  // only LM turn
}

}  // namespace turn_tests
