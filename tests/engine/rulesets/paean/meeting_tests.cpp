// Who is met otherwise than by the charger's own front: by a follow-up, by a counter charge, beside a leader who is charged.
#include "tests/engine/rulesets/paean/fight_field.hpp"

namespace meeting_tests {

using namespace polemarch;
using namespace polemarch::paean;
using namespace polemarch::paean::test;

namespace {

/// Whoever is asked for dice throws ones.
void miss(Field& field) {
  while (field.dice_asked() > 0) field.dice(std::vector<int>(static_cast<std::size_t>(field.dice_asked()), 1));
}
/// A1, three wide, has beaten B1 by one hit and follows up; B2 stands beside B1, its front so far off A1's.
Fight followed_up(double off, double heading = 270) {
  Fight field;
  field.put("A1", Side::A, Weight::LH, {.x = 600, .y = 400, .bases = 3, .files = 3});
  field.put("B1", Side::B, Weight::LH, {.x = 580, .y = 400, .bases = 2, .files = 2, .heading = 270});
  field.contact("A1", Flank::Front, "B1", Flank::Front);
  field.put("B2", Side::B, Weight::LH, {.x = heading == 270 ? 640.0 : 650.0, .y = 400 + off, .bases = 2, .files = 2, .heading = heading});
  if (heading == 270) field.stand("B2", 660, 400 + off, 270, 2);
  return field;
}

}  // namespace

TEST_CASE("whoever a follow-up comes up to is in contact, and fights in the next compulsory combat",
          "[paean][PA-GEO-16][PA-RES-40][PA-SEQ-03][PA-CCD-10]") {
  Fight field = followed_up(15);
  field.begin();
  field.fight(1, 0);
  CHECK(field.at("A1.1").y == Approx(405));  // B2 ends it
  REQUIRE(field.touch("A1", "B2"));
  CHECK(field.formation("B2").status.rush == Rush::None);
  CHECK(field.formation("A1").status.rush == Rush::None);
  field.permit("A1");
  CHECK(field.rule(MoveFormation{.unit = {"A1"}, .ahead = {}, .legs = {{Leg::Kind::Ahead, 10_mm, {}}}, .to = {}, .poses = {}}) ==
        "PA-AMB-42");
}

TEST_CASE("a compulsory combat that comes up to somebody new is not fought twice in the bound", "[paean][PA-SEQ-03][PA-GEO-16]") {
  Fight field = followed_up(15);
  field.state.turn.phase = Phase::Rallying;
  field.give(EndPhase{});  // B's bound begins with the combat of A1 and B1
  REQUIRE(field.state.turn.phase == Phase::Combat);
  field.fight(0, 1);
  CHECK(field.touch("A1", "B2"));
  CHECK(field.asked().empty());
  CHECK(field.state.turn.phase != Phase::Combat);
}

TEST_CASE("a follow-up that comes up to a flank unforms, one that slides along a side meets nobody", "[paean][PA-FLR-01][PA-GEO-16]") {
  Fight flank = followed_up(-5, 180);  // faces to the left: its side lies across the way
  flank.stand("B2", 620, 435, 180, 1);
  flank.begin();
  flank.fight(1, 0);
  REQUIRE(flank.touch("A1", "B2.1"));
  CHECK(flank.formation("B2.1").unformed());
  Fight slide = followed_up(0);
  slide.stand("B2", 700, 402, 270, 2);
  slide.begin();
  slide.fight(1, 0);
  CHECK(slide.at("A1.1").y == Approx(410));
  CHECK_FALSE(slide.touch("A1", "B2"));
  CHECK_FALSE(slide.formation("B2").unformed());
}

TEST_CASE("a counter charge is in contact with everybody it comes up to, and all fight the phase",
          "[paean][PA-EVA-10][PA-GEO-16][PA-FLR-09][PA-EVA-11][PA-CCD-22]") {
  Field field;
  field.put("A1", Side::A, Weight::H, {.x = 600, .y = 400, .bases = 2, .files = 2});
  field.put("A3", Side::A, Weight::H, {.x = 680, .y = 400, .bases = 2, .files = 2});
  field.put("B1", Side::B, Weight::H, {.x = 640, .y = 420, .bases = 4, .files = 4, .heading = 270});
  field.order(ChargeAt{{"A1"}, {"B1"}}, "A1");
  field.dice({1, 1});
  field.choose("counter");
  CHECK(field.touch("A1", "B1"));
  REQUIRE(field.touch("A3", "B1"));
  CHECK(field.dice_asked() == (4 + 2) + 4);  // A1 charges, A3 does not
  field.dice(std::vector<int>(10, 1));
  for (int of_two = 0; of_two < 2; ++of_two) {  // four bases that counter charge, two of them each enemy
    CHECK(field.dice_asked() == 4 + 2);
    field.dice(std::vector<int>(6, 1));
  }
  miss(field);
  CHECK(field.formation("A3").status.no_orders);
}

TEST_CASE("a counter charge onto a lone commander takes him unless he evades", "[paean][PA-CMD-31][PA-EVA-10][PA-REA-24]") {
  for (const bool good : {true, false}) {
    Field field;
    field.put("A1", Side::A, Weight::H, {.x = 600, .y = 400, .bases = 2, .files = 2});
    field.leader("AS", Side::A, LeaderKind::Subordinate, 9, 660, 385);
    field.put("B1", Side::B, Weight::H, {.x = 640, .y = 420, .bases = 4, .files = 4, .heading = 270});
    field.order(ChargeAt{{"A1"}, {"B1"}}, "A1");
    field.dice({1, 1});
    field.choose("counter");
    REQUIRE(field.asked() == "PA-REA-02");
    field.dice(good ? std::vector<int>{5, 4} : std::vector<int>{5, 5});
    CHECK(field.state.leaders.at({"AS"}).alive == good);
    CHECK(field.asked() == "PA-CCD-04");
  }
}

TEST_CASE("a charge at a leader alone meets the formation beside him too: both are fought, the hero first",
          "[paean][PA-GEO-16][PA-AMB-36][PA-CHG-08][PA-CHG-14]") {
  for (const LeaderKind kind : {LeaderKind::Hero, LeaderKind::Subordinate}) {
    Field field;
    field.put("A1", Side::A, Weight::LH, {.x = 640, .y = 400, .bases = 4, .files = 4});
    field.leader("BS", Side::B, kind, 9, 580, 453);
    field.put("B1", Side::B, Weight::LH, {.x = 660, .y = 440, .bases = 3, .files = 3, .heading = 270});
    field.order(ChargeAt{{"A1"}, {"BS"}}, "A1");
    field.dice({6, 6});
    if (kind == LeaderKind::Hero) {
      field.dice({6, 6});
      field.choose("home");
      CHECK(field.state.fights.lone.size() == 1);
      CHECK(field.dice_asked() == 3);
      field.dice({1, 1, 1});
      field.dice(std::vector<int>(static_cast<std::size_t>(field.dice_asked()), 1));
      REQUIRE(field.touch("A1", "B1"));
      CHECK(field.dice_asked() == 3 * 2 + 3 + 1);  // three bases charge B1, one overlaps him
    } else {
      CHECK_FALSE(field.state.leaders.at({"BS"}).alive);
    }
  }
}

TEST_CASE("a front that is distended comes upon leaders alone too", "[paean][PA-CHG-20][PA-CMD-31]") {
  Field field;
  field.put("A1", Side::A, Weight::LH, {.x = 600, .y = 400, .bases = 2, .files = 2});
  field.put("B1", Side::B, Weight::LH, {.x = 580, .y = 450, .heading = 270});
  field.put("B2", Side::B, Weight::LH, {.x = 640, .y = 465, .heading = 270});
  field.leader("BS", Side::B, LeaderKind::Subordinate, 9, 610, 479.5);
  field.order(ChargeAt{{"A1"}, {"B1"}}, "A1");
  field.dice({6, 6});
  field.choose("home");
  REQUIRE(field.asked() == "PA-CHG-20");
  field.choose("y");
  CHECK(field.asked() == "PA-REA-02");
}

}  // namespace meeting_tests
