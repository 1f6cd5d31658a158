// Bodies that stand side by side, edge to edge or a reading's error off it, as a phalanx does: they move, charge, push and are pushed.
#include "engine/rulesets/paean/topics/charging.hpp"
#include "engine/rulesets/paean/topics/melee.hpp"
#include "tests/engine/rulesets/paean/fight_field.hpp"
#include "tests/engine/rulesets/paean/places.hpp"

namespace line_tests {

using namespace polemarch;
using namespace polemarch::paean;
using namespace polemarch::paean::test;

namespace {

/// `count` bodies of four bases in a line, so much air between them: the middle one has its front at (560, y).
void put_line(Field& field, Side side, double y, double air = 0, double aside = 0, Weight weight = Weight::LH, int count = 3) {
  const std::vector<Weapon> weapons{Weapon::Javelin, Weapon::ThrustingSpear};
  for (int i = 0; i < count; ++i)
    field.put(std::string(name_of(side)) + std::to_string(i + 1), side, weight,
              {.x = 560 + aside + (160 + air) * (i - 1),
               .y = y,
               .bases = 4,
               .files = 4,
               .heading = side == Side::A ? 90.0 : 270.0,
               .weapons = weapons});
}
Field two_lines(double apart, double aside = 0) {
  Field field;
  put_line(field, Side::A, 400);
  put_line(field, Side::B, 400 + apart, 0, aside);
  return field;
}
MoveFormation ahead(const std::string& unit, Length by) { return {.unit = {unit}, .ahead = by, .legs = {}, .to = {}, .poses = {}}; }
bool passes(const Field& field, const MoveFormation& move) {
  const engine::Verdict verdict = field.judge(move);
  return std::any_of(verdict.reasons.begin(), verdict.reasons.end(),
                     [](const engine::Reason& reason) { return reason.text.find("passes through") != std::string::npos; });
}
/// Charges; the target fails its test and stands, the charge goes home.
void charge(Field& field, const std::string& unit, const std::string& target) {
  field.order(ChargeAt{{unit}, {target}}, unit);
  field.dice({6, 6});
  REQUIRE(field.asked() == "PA-CHG-09");
  field.choose("home");
}
double deepest(const Field& field) { return deepest_overlap(Rules::places(field.state)).mm; }

}  // namespace

TEST_CASE("bodies of a line that touch go ahead and wheel one after the other and stay formed",
          "[paean][PA-INT-04][PA-INT-05][PA-MOV-02][PA-MOV-03]") {
  struct Case {
    double air, heading;
  };
  for (const Weight weight : {Weight::LH, Weight::H, Weight::M, Weight::LM})
    for (const Case& one : {Case{0, 90}, Case{-0.5, 90}, Case{0.5, 91}, Case{0.5, 89}, Case{-0.5, 91}, Case{2, 93}}) {
      CAPTURE(one.air, one.heading);
      Field field;
      put_line(field, Side::A, 400, one.air, 0, weight);
      field.stand("A1", 400 - one.air, 400, one.heading, 4);
      for (const char* unit : {"A2", "A1", "A3"}) {
        field.permit(unit);
        CHECK_FALSE(passes(field, ahead(unit, 50_mm)));
        field.give(ahead(unit, 50_mm));
      }
      for (const char* unit : {"A1", "A2", "A3"}) CHECK(field.formation(unit).bases.size() == 4);
      CHECK(deepest(field) <= 3);
    }
  for (const Leg::Kind way : {Leg::Kind::WheelLeft, Leg::Kind::WheelRight}) {
    Field field;
    put_line(field, Side::A, 400);
    for (const char* unit : {"A1", "A2", "A3"}) {
      const MoveFormation wheel{.unit = {unit}, .ahead = {}, .legs = {{way, {}, 8_deg}}, .to = {}, .poses = {}};
      field.permit(unit);
      CHECK_FALSE(passes(field, wheel));
    }
  }
}

TEST_CASE("who stands in the way of a body is passed through all the same", "[paean][PA-INT-04]") {
  for (const double lap : {4.0, 20.0, 160.0}) {
    CAPTURE(lap);
    Field field;
    field.put("A1", Side::A, Weight::LH, {.x = 400, .y = 400, .bases = 4, .files = 4});
    field.put("A2", Side::A, Weight::LH, {.x = 560 - lap, .y = 425, .bases = 4, .files = 4});
    field.permit("A1");
    CHECK(passes(field, ahead("A1", 50_mm)));
  }
}

TEST_CASE("the neighbours of a body that has charged charge beside it, and all stay formed", "[paean][PA-CHG-02][PA-INT-05][PA-CHG-08]") {
  for (const double aside : {0.0, 0.5, -2.0}) {
    CAPTURE(aside);
    Field field = two_lines(50, aside);
    for (const auto& [unit, target] : {std::pair("A2", "B2"), {"A1", "B1"}, {"A3", "B3"}}) {
      charge(field, unit, target);
      field.fight(0, 0);
      CHECK(field.touch(unit, target));
    }
    for (const char* unit : {"A1", "A2", "A3", "B1", "B2", "B3"}) CHECK(field.formation(unit).bases.size() == 4);
    CHECK(deepest(field) <= kMostOverlapMm);
  }
}

TEST_CASE("M evades down a lane as wide as it is and stays formed", "[paean][PA-EVA-03][PA-EVA-01]") {
  Field field = two_lines(100);
  field.put("B2", Side::B, Weight::M, {.x = 560, .y = 460, .bases = 4, .files = 4, .heading = 270});
  field.order(ChargeAt{{"A2"}, {"B2"}}, "A2");
  field.dice({1, 1});
  field.choose("evade");
  CHECK(field.formation("B2").bases.size() == 4);
  CHECK(field.at("B2.1").y > 550);
  for (const double brush : {0.0, 0.5, 2.0}) {  // it ends between them
    CAPTURE(brush);
    Field beside = two_lines(155);
    beside.stand("B1", 400 + brush, 555, 270, 4);
    beside.put("B2", Side::B, Weight::M, {.x = 560, .y = 460, .bases = 4, .files = 4, .heading = 270});
    if (brush > 0) beside.stand("B3", 725, 555, 270, 4);
    beside.order(ChargeAt{{"A2"}, {"B2"}}, "A2");
    beside.dice({1, 1});
    beside.choose("evade");
    CHECK(beside.formation("B2").bases.size() == 4);
    CHECK(beside.at("B2.1").y == Approx(570).margin(1));
    CHECK(deepest(beside) <= kMostOverlapMm);
  }
}

TEST_CASE("a push past the edge of a second line meets nobody who is only brushed", "[paean][PA-RES-13]") {
  for (const double lap : {0.0, 0.6, 2.5, 10.0}) {
    CAPTURE(lap);
    Field field = two_lines(50);
    field.stand("B3", 720, 600, 270, 4);
    field.put("B4", Side::B, Weight::LH, {.x = 720 - lap, .y = 480, .bases = 4, .files = 4, .heading = 270});
    charge(field, "A2", "B2");
    field.fight(1, 0);
    CHECK(field.at("B2.1").y == Approx(lap > 3 ? 470 : 480).margin(1));
    CHECK(field.gone("B2") == (lap > 3));  // it comes apart
    CHECK(deepest(field) <= kMostOverlapMm);
  }
}

TEST_CASE("a move may end corner to corner and side by side with an enemy, and goes on along his flank, at his front only a charge ends",
          "[paean][PA-CHG-01][PA-GEO-16]") {
  for (const double air : {-1.0, 0.0, 0.5, 1.0}) {
    CAPTURE(air);
    Field field;
    field.put("A1", Side::A, Weight::LH, {.x = 400 - air, .y = 400, .bases = 4, .files = 4});
    field.put("B1", Side::B, Weight::LH, {.x = 560, .y = 450, .bases = 4, .files = 4, .heading = 270});
    field.permit("A1");
    for (const Length by : {50_mm, 60_mm, 80_mm, 100_mm}) CHECK(field.rule(ahead("A1", by)) == "PA-MOV-T1");
    field.give(ahead("A1", 60_mm));
    CHECK(field.formation("A1").contacts.empty());
    CHECK(deepest(field) <= kMostOverlapMm);
  }
  Field front;
  front.put("A1", Side::A, Weight::LH, {.x = 410, .y = 400, .bases = 4, .files = 4});
  front.put("B1", Side::B, Weight::LH, {.x = 560, .y = 450, .bases = 4, .files = 4, .heading = 270});
  front.permit("A1");
  for (const Length by : {50_mm, 60_mm, 100_mm}) CHECK(front.rule(ahead("A1", by)) == "PA-CHG-01");
}

TEST_CASE("the push of two centimetres goes past the flank it brushes, and says so where there is no room for it",
          "[paean][PA-RES-11][PA-RES-40]") {
  for (const double aside : {0.0, 0.4, 0.5, 1.5, 2.9, -2.9}) {
    CAPTURE(aside);
    Field field = two_lines(50, aside);
    charge(field, "A2", "B2");
    field.fight(1, 0);
    CHECK(field.at("A2.1").y == Approx(460).margin(1));
    CHECK(field.at("B2.1").y == Approx(480).margin(1));
    CHECK(field.touch("A2", "B2"));
    for (const char* unit : {"A1", "A3", "B1", "B3"}) CHECK(field.formation(unit).bases.size() == 4);
    CHECK_FALSE(field.told<Marked>("PA-RES-11"));
    CHECK(deepest(field) <= kMostOverlapMm);
  }
  Field none = two_lines(50);
  none.put("B4", Side::B, Weight::LH, {.x = 560, .y = 470, .bases = 6, .files = 6, .heading = 270});
  charge(none, "A2", "B2");
  none.fight(1, 0);
  CHECK(none.at("A2.1").y == Approx(440));
  CHECK(none.told<Marked>("PA-RES-11"));
}

TEST_CASE("of enemies that a front meets at the same moment the player names the target", "[paean][PA-CHG-01][PA-REA-01][PA-GEO-16]") {
  for (const double further : {0.0, 0.2, 2.0, 4.0})
    for (const char* target : {"B1", "B2"}) {
      CAPTURE(further, target);
      Field field = two_lines(50, 10);
      field.stand("B2", 570, 450 + further, 270, 4);
      field.permit("A2");
      const bool first = further < 3 || std::string(target) == "B1";
      CHECK(field.judge(ChargeAt{{"A2"}, {target}}).allowed() == first);
      if (!first) continue;
      field.give(ChargeAt{{"A2"}, {target}});
      CHECK(field.question().find(target) == 0);
      for (int tests = further < 3 ? 2 : 1; tests > 0; --tests) field.dice({6, 6});
      REQUIRE(field.asked() == "PA-CHG-09");
      field.choose("home");
      CHECK(field.touch("A2", target));
      CHECK(field.touch("A2", "B2") == (further < 3));
      CHECK(deepest(field) <= kMostOverlapMm);
    }
}

TEST_CASE("a charge that comes to stand side by side with an enemy has not met him", "[paean][PA-FLR-01][PA-GEO-16][PA-REA-01]") {
  for (const double air : {0.0, -1.0, 2.0}) {
    CAPTURE(air);
    Field field = two_lines(50);
    field.stand("B2", 560 - air, 430, 270, 4);  // it has counter charged A2
    field.stand("A2", 560, 430, 90, 4);
    field.contact("A2", Flank::Front, "B2", Flank::Front);
    field.permit("A1");
    CHECK(touched_beside(field.state, {"A1"}, {"B1"}).empty());
    charge(field, "A1", "B1");  // B1 alone is asked
    CHECK(field.touch("A1", "B1"));
    CHECK_FALSE(field.touch("A1", "B2"));
    CHECK(field.formation("B2").bases.size() == 4);
  }
  Field counter = two_lines(50);  // stopped by a counter charge beside the flank of B1
  counter.stand("B2", 560, 480, 270, 4);
  counter.order(ChargeAt{{"A2"}, {"B2"}}, "A2");
  counter.dice({1, 1});
  counter.choose("counter");
  CHECK(counter.touch("A2", "B2"));
  CHECK_FALSE(counter.touch("A2", "B1"));
  for (const char* unit : {"B1", "B2", "B3"}) CHECK(counter.formation(unit).bases.size() == 4);
}

TEST_CASE("bases pushed straight back leave a body that stands beside them formed", "[paean][PA-AMB-57][PA-INT-06][PA-RES-26][PA-RES-32]") {
  for (const double air : {0.0, -0.5, 0.5})
    for (const int hits : {1, 2, 3}) {
      CAPTURE(air, hits);
      Field field;
      put_line(field, Side::A, 400);
      put_line(field, Side::B, 450, air, 0, Weight::M);
      field.put("B2", Side::B, Weight::H, {.x = 560, .y = 450, .bases = 4, .files = 4, .heading = 270});
      charge(field, "A2", "B2");
      field.fight(hits, 0);
      CHECK(field.formation("B2").bases.size() == static_cast<std::size_t>(4 - hits));
      for (const char* unit : {"B1", "B3"}) CHECK(field.formation(unit).bases.size() == 4);
      CHECK_FALSE(field.told<Reacted>("PA-RES-27"));
      CHECK(deepest(field) <= kMostOverlapMm);
    }
}

TEST_CASE("a charge that is allowed between friends, or through one, closes in", "[paean][PA-CHG-08][PA-INT-04][PA-INT-07]") {
  for (const double brush : {0.3, 0.6, 1.0, 2.0, 2.9}) {
    CAPTURE(brush);
    Field field = two_lines(50);
    field.stand("A1", 400 + brush, 440, 90, 4);
    field.stand("A3", 720 - brush, 440, 90, 4);
    field.stand("B1", 400, 480, 270, 4);
    field.stand("B3", 720, 480, 270, 4);
    charge(field, "A2", "B2");
    CHECK(field.touch("A2", "B2"));
    for (const char* unit : {"A1", "A2", "A3"}) CHECK(field.formation(unit).bases.size() == 4);
    CHECK(deepest(field) <= brush + 0.1);
  }
  for (const double before : {17.2, 19.0, 19.6, 19.9, 20.0}) {
    CAPTURE(before);
    Field field = two_lines(50);
    field.stand("A1", 560, 450 - before, 90, 4);
    charge(field, "A2", "B2");
    CHECK(field.touch("A2", "B2"));
    CHECK(deepest(field) <= 3);
  }
}

TEST_CASE("who has turned his back on an enemy attacks him with one die a base and no advantage",
          "[paean][PA-FLR-02][PA-FLR-03][PA-FLR-08]") {
  Field field;
  field.put("A2", Side::A, Weight::LH, {.x = 560, .y = 400, .bases = 4, .files = 4});
  field.put("B3", Side::B, Weight::LH, {.x = 680, .y = 390, .bases = 2, .files = 1, .heading = 0});
  field.contact("A2", Flank::Right, "B3", Flank::Rear);
  for (const char* unit : {"A2", "B3"}) {
    CAPTURE(unit);
    const std::vector<Volley> volleys = melee_volleys(field.state, {unit});
    REQUIRE(volleys.size() == 1);
    CHECK(volleys.front().count() == 1);
    CHECK(volleys.front().dice.front().rule == "PA-FLR-03");
    CHECK(volleys.front().hurdles.front().need == 3);
  }
}

}  // namespace line_tests
