// Commanders: round whom they get away, where they stand at the table's edge, what they may do without their men.
#include "tests/engine/rulesets/paean/fight_field.hpp"

namespace commander_tests {

using namespace polemarch;
using namespace polemarch::paean;
using paean::test::Field;
using paean::test::Fight;
using paean::test::gap;
using geometry::operator-;

TEST_CASE("an evading commander goes through no enemy formation and ends on none: off to a side, where that is furthest away",
          "[paean][PA-EVA-22][PA-AMB-63]") {
  for (const double y : {580.0, 650.0, 680.0}) {  // across his way, and where he would end
    CAPTURE(y);
    Field field;
    field.put("A1", Side::A, Weight::LH, {.x = 600, .y = 400, .bases = 2, .files = 2});
    field.put("A2", Side::A, Weight::LH, {.x = 600, .y = y, .bases = 4, .files = 4, .heading = 270});
    field.leader("BS", Side::B, LeaderKind::Subordinate, 9, 600, 480);
    field.order(ChargeAt{{"A1"}, {"BS"}}, "A1");
    field.dice({1, 1});
    CHECK(field.state.leaders.at({"BS"}).alive);
    for (int i = 1; i <= 4; ++i) CHECK(gap(field, "BS.1", "A2." + std::to_string(i)) > 0);
    CHECK(field.at("BS.1").y > 540);
    CHECK(geometry::length_of(field.at("BS.1") - Vec2{600, 480}) < 200.1);
  }
}

TEST_CASE("a leader who joins a formation at the table's edge stands on the table, in contact with it",
          "[paean][PA-CMD-20][PA-HER-13][PA-GEO-11]") {
  for (const double y : {20.0, 35.0, 51.0}) {
    CAPTURE(y);
    Field field;
    field.put("A1", Side::A, Weight::LH, {.x = 600, .y = y, .bases = 2, .files = 2});
    field.leader("AS", Side::A, LeaderKind::Subordinate, 10, 600, 120);
    field.state.turn.commanding = {"AS"};
    field.give(Relinquish{{"AS"}, {}, {"A1"}});
    CHECK(field.state.leaders.at({"AS"}).with == UnitId{"A1"});
    CHECK(field.at("AS.1").y >= 14.9);
    CHECK(std::min(gap(field, "AS.1", "A1.1"), gap(field, "AS.1", "A1.2")) == Approx(0).margin(0.2));
    if (y > 50) CHECK(field.at("AS.1").x == Approx(600));
  }
}

TEST_CASE("a commander whose men are all dispersed in his own bound commands again in his side's next", "[paean][PA-CMD-38]") {
  Fight field;
  field.put("A1", Side::A, Weight::LH, {.x = 600, .y = 400});
  field.put("B1", Side::B, Weight::LH, {.x = 600, .y = 400, .bases = 2, .files = 2, .heading = 270});
  field.put("A2", Side::A, Weight::LH, {.x = 700, .y = 300, .bases = 2, .files = 2});
  field.contact("A1", Flank::Front, "B1", Flank::Front);
  field.leader("AS", Side::A, LeaderKind::Subordinate, 10, 600, 365, "A1");
  field.state.formations.at({"A2"}).commander = {"AS"};
  field.state.turn.commanding = {"AS"};
  field.begin();
  field.fight(0, 3);
  field.dice({1, 1});
  REQUIRE(field.gone("A1"));
  CHECK(field.state.leaders.at({"AS"}).with.empty());
  CHECK(field.state.turn.commanding != UnitId{"AS"});
  CHECK_FALSE(field.judge(GiveOrder{{"AS"}, {"A2"}}).allowed());
  CHECK(field.judge(GiveOrder{{"AC"}, {"A2"}}).allowed());
  field.state.turn.phase = Phase::Rallying;
  field.give(EndPhase{});
  field.state.turn.phase = Phase::Rallying;
  field.give(EndPhase{});
  REQUIRE(field.state.turn.active == Side::A);
  field.state.turn.phase = Phase::Orders;
  field.state.turn.commanding = {"AS"};
  CHECK(field.judge(GiveOrder{{"AS"}, {"A2"}}).allowed());
}

}  // namespace commander_tests
