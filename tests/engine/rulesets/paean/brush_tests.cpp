// Neighbours that lap by a reading's error, up to what is brushed, change nothing: where a charge stops, where a pursuit or an evade ends,
// who is reached by a follow-on, what room there is.
#include "engine/rulesets/paean/topics/layout.hpp"
#include "tests/engine/rulesets/paean/fight_field.hpp"
#include "tests/engine/rulesets/paean/places.hpp"

namespace brush_tests {

using namespace polemarch;
using namespace polemarch::paean;
using namespace polemarch::paean::test;

namespace {

constexpr double kBrushes[] = {0.0, 0.4, 1.0, 2.9};

/// Four files wide with the middle of its front there; A looks up the table, B down.
void put(Field& field, const std::string& id, double x, double y, Weight weight = Weight::LH, int bases = 4) {
  const Side side = id.front() == 'A' ? Side::A : Side::B;
  field.put(id, side, weight,
            {.x = x,
             .y = y,
             .bases = bases,
             .files = 4,
             .heading = side == Side::A ? 90.0 : 270.0,
             .weapons = {Weapon::Javelin, Weapon::ThrustingSpear}});
}
double front_of(const Field& field, const std::string& base) { return field.at(base).y + (base.front() == 'A' ? 10 : -10); }
double deepest(const Field& field) { return deepest_overlap(Rules::places(field.state)).mm; }

}  // namespace

TEST_CASE("a charge out of a line stops two centimetres off its target, whoever is brushed beside it",
          "[paean][PA-CHG-07][PA-CHG-09][PA-EVA-10][PA-REA-01]") {
  for (const int sides : {1, 2})
    for (const double brush : kBrushes) {
      CAPTURE(sides, brush);
      Field field;
      put(field, "A1", 560, 400);
      put(field, "A2", 720 - brush, 400);
      if (sides == 2) put(field, "A3", 400 + brush, 400);
      put(field, "B1", 560, 450);
      Field feint = field;
      field.order(ChargeAt{{"A1"}, {"B1"}}, "A1");
      CHECK(front_of(field, "A1.1") == Approx(430).margin(0.1));
      field.dice({1, 1});
      field.choose("counter");
      CHECK(front_of(field, "B1.1") == Approx(430).margin(0.1));
      CHECK(field.touch("A1", "B1"));
      feint.order(ChargeAt{{"A1"}, {"B1"}}, "A1");
      feint.dice({6, 6});
      feint.choose("feint");
      CHECK(front_of(feint, "A1.1") == Approx(430).margin(0.1));
    }
}

TEST_CASE("a pursuit goes its full move between friends and between enemies whom it brushes", "[paean][PA-EVA-06]") {
  for (const double brush : kBrushes)
    for (const bool friends : {true, false}) {
      if (!friends && brush > 1) continue;  // a place that is 6 mm too narrow is met at its fronts
      CAPTURE(brush, friends);
      Field field;
      put(field, "A1", 560, 400);
      put(field, "B1", 560, 450, Weight::L);
      put(field, friends ? "A2" : "B2", 400 + brush, friends ? 500 : 480);
      put(field, friends ? "A3" : "B3", 720 - brush, friends ? 500 : 480);
      field.order(ChargeAt{{"A1"}, {"B1"}}, "A1");
      field.dice({1, 1});
      field.choose("evade");
      CHECK(front_of(field, "A1.1") == Approx(500).margin(0.6));
      CHECK(field.formation("A1").bases.size() == 4);
      CHECK(deepest(field) <= brush + 0.5);
    }
}

TEST_CASE("M evades straight into a gap of its own line that is a little too narrow, and stays formed", "[paean][PA-EVA-03][PA-EVA-01]") {
  for (const double brush : kBrushes) {
    CAPTURE(brush);
    Field field;
    put(field, "A1", 560, 400);
    put(field, "B1", 560, 450, Weight::M);
    put(field, "B2", 400 + brush, 550);
    put(field, "B3", 720 - brush, 550);
    field.order(ChargeAt{{"A1"}, {"B1"}}, "A1");
    field.dice({1, 1});
    field.choose("evade");
    CHECK(field.formation("B1").bases.size() == 4);
    CHECK(field.at("B1.1").x == Approx(620).margin(61));
    CHECK(field.at("B1.1").y == Approx(560).margin(0.5));
  }
}

TEST_CASE("a follow-on reaches past the flank of the first enemy that it brushes, and the base stands clear of him",
          "[paean][PA-CHG-20][PA-CHG-21]") {
  for (const double brush : {-5.0, 0.0, 0.4, 1.0, 2.9}) {
    CAPTURE(brush);
    Field field;
    put(field, "A1", 480, 400, Weight::LH, 8);
    put(field, "B1", 400 + brush, 450, Weight::LH, 8);
    put(field, "B2", 570, 465, Weight::LH, 8);
    field.order(ChargeAt{{"A1"}, {"B1"}}, "A1");
    field.dice({6, 6});
    field.choose("home");
    REQUIRE(field.asked() == "PA-CHG-20");
    field.choose("y");
    CHECK(field.touch("A1", "B2"));
    CHECK(deepest(field) <= std::max(0.5, brush));
  }
}

TEST_CASE("the middle body of a line gives ground and goes in behind a friend whoever brushes it", "[paean][PA-FAC-16][PA-CHG-16]") {
  for (const double brush : kBrushes) {
    CAPTURE(brush);
    Field field;
    put(field, "A1", 560, 400, Weight::LH, 8);
    put(field, "A2", 720 - brush, 400, Weight::LH, 8);
    put(field, "A3", 400 + brush, 400, Weight::LH, 8);
    field.order(GiveGround{{"A1"}}, "A1");
    CHECK(front_of(field, "A1.5") == Approx(380));
    Field support;
    put(support, "A1", 560, 400);
    put(support, "B1", 560, 400);
    support.contact("A1", Flank::Front, "B1", Flank::Front);
    put(support, "A2", 720 - brush, 400, Weight::LH, 8);
    put(support, "A3", 400 + brush, 400, Weight::LH, 8);
    put(support, "A4", 560, 340);
    support.order(SupportCharge{{"A4"}, {"A1"}}, "A4");
    CHECK(front_of(support, "A4.1") == Approx(380).margin(0.5));
  }
}

TEST_CASE("who comes apart in contact keeps those in contact who stay where they stand, whomever they brush", "[paean][PA-FLR-03]") {
  std::vector<std::size_t> stay;
  for (const double brush : kBrushes) {
    Field field;
    put(field, "A1", 560, 400);
    put(field, "B1", 560, 400);
    field.contact("A1", Flank::Front, "B1", Flank::Front);
    put(field, "B2", 400 + brush, 400);
    put(field, "B3", 760, 400);
    stay.push_back(spread_out(field.state, {"B1"}).stay.size());
  }
  for (const std::size_t one : stay) CHECK(one == stay.front());
}

TEST_CASE("a line of two and three rows wheels body by body, and nobody comes apart", "[paean][PA-INT-04][PA-INT-05][PA-MOV-03]") {
  const auto moves = [](Field& field, const char* unit, const Leg& leg) {
    const MoveFormation move{.unit = {unit}, .ahead = {}, .legs = {leg}, .to = {}, .poses = {}};
    field.permit(unit);
    for (const engine::Reason& reason : field.judge(move).reasons) {
      CHECK(reason.text.find("passes through") == std::string::npos);
      CHECK(reason.text.find("in the place of") == std::string::npos);
    }
    field.give(move);
  };
  for (const int ranks : {2, 3})
    for (const auto angle : {4_deg, 8_deg, 20_deg})
      for (const Leg::Kind way : {Leg::Kind::WheelLeft, Leg::Kind::WheelRight}) {
        CAPTURE(ranks, angle.mdeg, way == Leg::Kind::WheelLeft);
        if (ranks == 3 && angle > 8_deg) continue;  // further than it goes
        Field field;
        const double x[] = {400, 560, 720};
        for (int i = 0; i < 3; ++i)
          field.put("A" + std::to_string(i + 1), Side::A, ranks == 3 ? Weight::H : Weight::LH,
                    {.x = way == Leg::Kind::WheelLeft ? x[i] : x[2 - i], .y = 400, .bases = 8, .files = 4, .ranks = ranks});
        moves(field, "A1", {way, {}, angle});
        moves(field, "A2", {way, {}, angle});
        if (angle <= 8_deg) moves(field, "A3", {Leg::Kind::Ahead, 50_mm, {}});
        for (const char* unit : {"A1", "A2", "A3"}) CHECK(field.formation(unit).bases.size() == 8);
        CHECK(deepest(field) <= 3);
      }
  Field column;  // a column sweeps through who stands beside it
  column.put("A1", Side::A, Weight::LH, {.x = 400, .y = 400, .bases = 6, .files = 1});
  column.put("A2", Side::A, Weight::LH, {.x = 440, .y = 400, .bases = 6, .files = 1});
  column.permit("A1");
  const MoveFormation wheel{.unit = {"A1"}, .ahead = {}, .legs = {{Leg::Kind::WheelLeft, {}, 40_deg}}, .to = {}, .poses = {}};
  const engine::Verdict verdict = column.judge(wheel);
  CHECK(std::any_of(verdict.reasons.begin(), verdict.reasons.end(),
                    [](const engine::Reason& reason) { return reason.text.find("passes through A2") != std::string::npos; }));
}

}  // namespace brush_tests
