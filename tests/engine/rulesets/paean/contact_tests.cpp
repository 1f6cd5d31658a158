// Who touches whom when bases do not stand square to each other, round which of them a formation comes apart, how far a way is clear.
#include "engine/rulesets/paean/topics/room.hpp"
#include "tests/engine/rulesets/paean/fight_field.hpp"

namespace contact_tests {

using namespace polemarch;
using namespace polemarch::paean;
using paean::test::Field;
using paean::test::gap;

TEST_CASE("a charge that goes home at a slant is in contact, by whatever angle and at every scale",
          "[paean][PA-GEO-16][PA-CHG-08][PA-CCD-02][PA-GEO-12][PA-GEO-13]") {
  for (const int k : {1, 2, 3})
    for (const double angle : {0.0, 1.5, 2.5, 4.0, 6.0, 8.0, 9.5, 10.5, 14.0})
      for (const double aside : {-15.0, 0.0, 15.0}) {
        CAPTURE(k, angle, aside);
        Field field(k);
        field.put("A1", Side::A, Weight::LH, {.x = 800, .y = 800, .bases = 2, .files = 2});
        field.put("B1", Side::B, Weight::LH, {.x = 800 + aside * k, .y = 800 + 45.0 * k, .bases = 2, .files = 2, .heading = 270 + angle});
        field.order(ChargeAt{{"A1"}, {"B1"}}, "A1");
        field.dice({6, 6});
        field.choose("home");
        CHECK(field.touch("A1", "B1"));
        CHECK(field.asked() == "PA-CCD-04");
        REQUIRE(field.formation("B1").contacts.size() == 1);
        CHECK(field.formation("B1").contacts.front().on == Flank::Front);
      }
}

TEST_CASE("corner to corner is no contact at a slant either", "[paean][PA-GEO-16]") {
  for (const double angle : {0.0, 3.0, 6.0}) {
    CAPTURE(angle);
    Field field;
    field.put("A1", Side::A, Weight::LH, {.x = 600, .y = 400});
    field.put("B1", Side::B, Weight::LH, {.x = 641, .y = 401, .heading = 270 + angle});
    CHECK(touches(stands_of(field.state, {"A1"}), stands_of(field.state, {"B1"}), 1, Touching::Now).empty());
  }
}

TEST_CASE("a formation that touches nobody comes apart round the corner that leaves most of its bases clear of everybody",
          "[paean][PA-UNF-01]") {
  // A block of two by two, a friend twelve millimetres off one side: there is room for a gap there, none for a base that moves that way.
  struct Row {
    double x, y;
    const char* stays;
  };
  for (const Row& row :
       {Row{900, 900, "A1.1"}, Row{632, 590, "A1.2"}, Row{600, 548, "A1.3"}, Row{568, 590, "A1.1"}, Row{600, 632, "A1.1"}}) {
    CAPTURE(row.x, row.y);
    Field field;
    field.put("A1", Side::A, Weight::LH, {.x = 560, .y = 600, .bases = 4, .files = 2});
    field.put("A2", Side::A, Weight::LH, {.x = row.x, .y = row.y});
    field.stand("A1", 560, 600, 90, 2);
    const Spread spread = spread_out(field.state, {"A1"});
    int moved = 0;
    for (const engine::PlacedBase& placed : spread.poses) {
      const bool stood = placed.at.pose == field.state.bases.at(placed.base).at.pose;
      moved += stood ? 0 : 1;
      if (placed.base == BaseId{row.stays}) CHECK(stood);
    }
    CHECK(moved == 3);
    CHECK(spread.stay.empty());
  }
}

TEST_CASE("whose flank is held in the middle comes apart round the middle, by half a gap to either side", "[paean][PA-FLR-01][PA-FLR-03]") {
  Field field;
  field.put("A1", Side::A, Weight::LH, {.x = 600, .y = 600, .bases = 4, .files = 1});  // a column, its left flank held along its length
  field.put("B1", Side::B, Weight::H, {.x = 580, .y = 560, .bases = 2, .files = 2, .heading = 0});
  field.contact("A1", Flank::Left, "B1", Flank::Front);
  const Spread spread = spread_out(field.state, {"A1"});
  CHECK(spread.stay.size() == 4);
  const double off[] = {15, 5, -5, -15};
  for (std::size_t i = 0; i < 4; ++i) {
    const Pose before = field.state.bases.at(spread.poses[i].base).at.pose, after = spread.poses[i].at.pose;
    CHECK(after.x == before.x);
    CHECK((after.y - before.y).mm() == Approx(off[i]));
  }
}

TEST_CASE("who has no room to face aside comes apart round the middle, every base turned in its rank and file", "[paean][PA-FAC-04]") {
  Field field;
  field.put("A1", Side::A, Weight::LH, {.x = 600, .y = 400, .bases = 6, .files = 3});
  const std::vector<engine::PlacedBase> poses = spread_turned(field.state, {"A1"}, 90_deg);
  REQUIRE(poses.size() == 6);
  for (std::size_t i = 0; i < 6; ++i) {
    CAPTURE(i);
    const Pose& at = poses[i].at.pose;
    CHECK(at.x.mm() == Approx(570 + 30.0 * static_cast<double>(i % 3)));  // its depth and a gap apart
    CHECK(at.y.mm() == Approx(i < 3 ? 405 : 355));                        // its front and a gap
    CHECK(at.heading.deg() == Approx(180));
  }
}

TEST_CASE("each base of a formation that comes apart is moved once, as the single base it is now", "[paean][PA-UNF-01][PA-UNF-02]") {
  Field field;
  field.put("B1", Side::B, Weight::LH, {.x = 600, .y = 400, .bases = 4, .files = 4});
  field.put("A1", Side::A, Weight::LH, {.x = 460, .y = 390, .bases = 2, .files = 2, .heading = 0});
  field.order(ChargeAt{{"A1"}, {"B1"}}, "A1");
  field.dice({6, 6});
  field.choose("home");
  int moved = 0;
  for (const Event& event : field.events)
    if (const auto* one = std::get_if<BasesMoved>(&event); one != nullptr && one->rule == "PA-FLR-01") {
      REQUIRE(one->poses.size() == 1);
      CHECK(field.state.bases.at(one->poses.front().base).unit == one->unit);
      ++moved;
    }
  CHECK(moved == 3);  // all but the one that is held
}

TEST_CASE("as far as somebody may go is to the edge of the table, whichever edge", "[paean][PA-MOV-T1]") {
  struct Row {
    double x, y, heading;
  };
  for (const Row& row : {Row{1970, 600, 0}, Row{600, 1970, 90}, Row{30, 600, 180}, Row{600, 30, 270}}) {
    CAPTURE(row.heading);
    Field field;
    field.put("A1", Side::A, Weight::LH, {.x = row.x, .y = row.y, .heading = row.heading});
    CHECK(clear_way(field.state, {"A1"}, {}, 100_mm, 5_mm).mm() == Approx(30));
    field.stand("A1", 1000, 1000, row.heading, 1);
    CHECK(clear_way(field.state, {"A1"}, {}, 100_mm, 5_mm) == 100_mm);
  }
}

TEST_CASE("a charge meets whoever reaches into its lane, and passes by whoever stands beside it", "[paean][PA-CHG-01][PA-GEO-16]") {
  for (const double lap : {8.0, -8.0}) {
    CAPTURE(lap);
    Field field;
    field.put("A1", Side::A, Weight::LH, {.x = 600, .y = 400, .bases = 2, .files = 2});
    field.put("B1", Side::B, Weight::LH, {.x = 660 - lap, .y = 450, .heading = 270});
    field.permit("A1");
    CHECK(field.judge(ChargeAt{{"A1"}, {"B1"}}).allowed() == (lap > 0));
  }
}

TEST_CASE("a normal move that is put down by hand keeps every base in its place, the first and the last", "[paean][PA-MOV-02][PA-FAC-05]") {
  Field field;
  field.put("A1", Side::A, Weight::LH, {.x = 600, .y = 400, .bases = 3, .files = 3});
  field.permit("A1");
  MoveFormation move{.unit = {"A1"}};
  for (const BaseId& base : field.formation("A1").bases) {
    move.poses.push_back({base, field.state.bases.at(base).at});
    move.poses.back().at.pose.y += 60_mm;
  }
  CHECK(field.judge(move).allowed());
  for (std::size_t i = 0; i < move.poses.size(); ++i) {
    CAPTURE(i);
    MoveFormation off = move;
    off.poses[i].at.pose.y -= 20_mm;
    CHECK(field.rule(off) == "PA-FAC-05");
  }
}

TEST_CASE("a distended front fights both enemies alike: its side along the flank of the first is no point of contact",
          "[paean][PA-AMB-78][PA-CHG-20]") {
  Field field;
  field.put("A1", Side::A, Weight::LH, {.x = 480, .y = 400, .bases = 8, .files = 4});
  field.put("B1", Side::B, Weight::LH, {.x = 400, .y = 450, .bases = 8, .files = 4, .heading = 270});
  field.put("B2", Side::B, Weight::LH, {.x = 560, .y = 465, .bases = 8, .files = 4, .heading = 270});
  field.order(ChargeAt{{"A1"}, {"B1"}}, "A1");
  field.dice({6, 6});
  field.choose("home");
  field.choose("y");
  for (int throws = 0; field.dice_asked() > 0; ++throws) {
    std::vector<int> values(static_cast<std::size_t>(field.dice_asked()), 1);
    if (throws == 0) values[0] = values[1] = field.faces_asked();
    field.dice(values);
  }
  REQUIRE(field.asked() == "PA-AMB-78");
  field.choose("B2");
  CHECK(field.formation("B1").bases.size() == 4);  // the two files that touch
  CHECK(field.formation("B2").bases.size() == 2);  // of two files the row behind goes back
}

TEST_CASE("LM distend their front to a flank or rear of M, LH and H, to no front of theirs", "[paean][PA-CHG-03][PA-CHG-20][PA-CCD-03]") {
  for (const auto& [weight, heading, front, offered] :
       {std::tuple{Weight::H, 270.0, 495.0, false}, {Weight::H, 90.0, 515.0, true}, {Weight::LM, 270.0, 495.0, true}}) {
    CAPTURE(weight, heading);
    Field field;
    field.put("A1", Side::A, Weight::LM, {.x = 600, .y = 400, .bases = 4, .files = 4});
    field.put("B1", Side::B, Weight::LM, {.x = 560, .y = 480, .bases = 2, .files = 2, .heading = 270});
    field.put("B3", Side::B, weight, {.x = 640, .y = front, .bases = 2, .files = 2, .heading = heading});
    field.order(ChargeAt{{"A1"}, {"B1"}}, "A1");
    field.dice({6, 6});
    field.choose("home");
    CHECK(field.touch("A1", "B1"));
    CHECK((field.asked() == "PA-CHG-20") == offered);
  }
}

TEST_CASE("LM halt two centimetres off when M, LH or H beside the target turn to face", "[paean][PA-CHG-12][PA-CHG-03][PA-CCD-03]") {
  for (const bool turns : {true, false}) {
    Field field;
    field.put("A1", Side::A, Weight::LM, {.x = 600, .y = 400, .bases = 4, .files = 4});
    field.put("B1", Side::B, Weight::LM, {.x = 560, .y = 480, .bases = 2, .files = 2, .heading = 270});
    field.put("B3", Side::B, Weight::LH, {.x = 640, .y = 500, .bases = 2, .files = 2});  // its rear along B1's front
    field.order(ChargeAt{{"A1"}, {"B1"}}, "A1");
    field.dice({6, 6});
    REQUIRE(field.asked() == "PA-REA-02");
    field.dice(turns ? std::vector<int>{1, 1} : std::vector<int>{6, 6});
    if (turns) {
      field.choose("turn");
      if (field.asked() == "PA-EVA-15") field.choose("all");
      CHECK(field.told<ChargeStopped>("PA-CHG-12"));
      CHECK(field.asked().empty());
      CHECK(field.formation("A1").contacts.empty());
      CHECK(gap(field, "A1.1", "B1.1") >= 19.9);
    } else {
      field.choose("home");
      CHECK(field.touch("A1", "B1"));
      CHECK(field.formation("A1").contacts.size() == 3);  // B3 stood, was contacted in its rear and came apart
    }
  }
}

}  // namespace contact_tests
