// Charges, contact reactions, evades, pursuit, feints.
#include <numeric>

#include "engine/rulesets/paean/topics/melee.hpp"
#include "engine/rulesets/paean/topics/reactions.hpp"
#include "tests/engine/rulesets/paean/fight_field.hpp"

namespace charge_tests {

using namespace polemarch;
using namespace polemarch::paean;
using paean::test::Field;
using paean::test::gap;
using paean::test::line_up;

namespace {

using paean::test::Stood;
const std::vector<Weapon> kJavelin{Weapon::Javelin};

}  // namespace

TEST_CASE("a charge stops two centimetres away and the target tests its reaction: 7, 8, 9, 10 by training",
          "[paean][PA-CHG-01][PA-CHG-07][PA-REA-01][PA-REA-02][PA-REA-T1][PA-REA-04]") {
  const std::vector<std::pair<Experience, int>> numbers{{Experience::Seasoned, 8}, {Experience::Veteran, 9}, {Experience::Elite, 10}};
  for (const auto& [experience, number] : numbers) {
    Field field = line_up(Weight::LH, Weight::LH, 90, {.experience = experience});
    field.order(ChargeAt{{"A1"}, {"B1"}}, "A1");
    CHECK(gap(field, "A1.1", "B1.2") == Approx(20));
    CHECK(field.asked() == "PA-REA-02");
    field.dice({number - 5, 5});
    CHECK(field.throws().front().need == number);
    CHECK(field.throws().front().outcome == "passed");
    CHECK(field.options() == std::vector<std::string>{"counter", "stand"});
  }
  Field field = line_up(Weight::LH, Weight::M, 90, {.experience = Experience::Irregular});
  field.order(ChargeAt{{"A1"}, {"B1"}}, "A1");
  field.dice({4, 4});
  CHECK(field.throws().front().need == 7);
  CHECK(field.throws().front().outcome == "failed");
}

TEST_CASE("a failed reaction stands and is contacted, a phase is fought at once with the charging dice",
          "[paean][PA-REA-05][PA-EVA-19][PA-CHG-08][PA-CCD-01][PA-CHG-02]") {
  for (const Weight ours : {Weight::M, Weight::LH}) {
    Field field = line_up(ours, Weight::LH, 90);
    field.order(ChargeAt{{"A1"}, {"B1"}}, "A1");
    field.dice({6, 6});
    CHECK(field.asked() == "PA-CHG-09");
    field.choose("home");
    CHECK(gap(field, "A1.1", "B1.2") == Approx(0).margin(0.01));
    CHECK(field.touch("A1", "B1"));
    CHECK(field.dice_asked() == 4 + 2);
  }
}

TEST_CASE("the whole charge is at most one normal move", "[paean][PA-CHG-22][PA-DX-01]") {
  CHECK(line_up(Weight::H, Weight::LH, 50).judge(ChargeAt{{"A1"}, {"B1"}}).ruling == engine::Ruling::Refused);  // no order
  const auto rule = [](Weight ours, double apart, int k = 1) {
    Field field(k);
    field.put("A1", Side::A, ours, {.x = 600, .y = 400, .bases = 2, .files = 2});
    field.put("B1", Side::B, Weight::LH, {.x = 600, .y = 400 + apart, .bases = 2, .files = 2, .heading = 270});
    field.permit("A1");
    const engine::Verdict verdict = field.judge(ChargeAt{{"A1"}, {"B1"}});
    return verdict.allowed() ? "" : verdict.reasons.front().rule;
  };
  CHECK(rule(Weight::H, 50) == "");
  CHECK(rule(Weight::H, 54) == "PA-CHG-22");
  CHECK(rule(Weight::LH, 100) == "");
  CHECK(rule(Weight::LH, 104) == "PA-CHG-22");
  CHECK(rule(Weight::H, 150, 3) == "");
  CHECK(rule(Weight::H, 154, 3) == "PA-CHG-22");
}

TEST_CASE("L never charges, LM charges L and LM anywhere, and M, LH and H in flank and rear only",
          "[paean][PA-CHG-03][PA-CHG-04][PA-CHG-05][PA-CHG-06][PA-CCD-03][PA-SKI-10][PA-AMB-11]") {
  const auto rule = [](Weight ours, Weight theirs, double heading, std::vector<Weapon> weapons = {Weapon::Javelin, Weapon::LightSpear}) {
    Field field;
    field.put("A1", Side::A, ours, {.x = 600, .y = 400, .ranks = ours == Weight::L ? 1 : 2, .weapons = weapons});
    field.put("B1", Side::B, theirs, {.x = 610, .y = 480, .heading = heading});
    field.permit("A1");
    return field.rule(ChargeAt{{"A1"}, {"B1"}});
  };
  CHECK(rule(Weight::L, Weight::L, 270) == "PA-CHG-06");
  CHECK(rule(Weight::LM, Weight::L, 270) == "PA-CHG-22");
  CHECK(rule(Weight::LM, Weight::LM, 270) == "PA-CHG-22");
  CHECK(rule(Weight::LM, Weight::M, 270) == "PA-CHG-03");
  CHECK(rule(Weight::LM, Weight::LH, 270) == "PA-CHG-03");
  CHECK(rule(Weight::LM, Weight::H, 270, {Weapon::Bow}) == "PA-CHG-03");
  CHECK(rule(Weight::LM, Weight::H, 90) == "PA-CHG-22");
  CHECK(rule(Weight::LM, Weight::LH, 0) == "PA-CHG-22");
  CHECK(rule(Weight::M, Weight::H, 270) == "PA-CHG-22");
}

TEST_CASE("a charge goes straight: nobody aside, nobody behind another", "[paean][PA-CHG-01][PA-AMB-10]") {
  Field field = line_up(Weight::LH, Weight::LH, 60);
  field.put("B2", Side::B, Weight::LH, {.x = 600, .y = 490, .bases = 2, .files = 2, .heading = 270});
  field.put("B3", Side::B, Weight::LH, {.x = 700, .y = 440, .heading = 270});
  field.permit("A1");
  CHECK(field.rule(ChargeAt{{"A1"}, {"B2"}}) == "PA-CHG-01");
  CHECK(field.rule(ChargeAt{{"A1"}, {"B3"}}) == "PA-CHG-01");
  CHECK(field.judge(ChargeAt{{"A1"}, {"B1"}}).allowed());
  // LM turn on the spot first.
  Field light;
  light.put("A1", Side::A, Weight::LM, {.x = 600, .y = 400, .weapons = {Weapon::Javelin, Weapon::LightSpear}});
  light.put("B1", Side::B, Weight::LM, {.x = 700, .y = 390, .heading = 180});
  light.order(ChargeAt{{"A1"}, {"B1"}}, "A1");
  CHECK(light.heading("A1.1") == Approx(0));
}

TEST_CASE("LM whose target lies straight ahead, however far aside, charge without turning", "[paean][PA-AMB-10][PA-CHG-01]") {
  for (const double aside : {0.0, 30.0, -55.0}) {
    CAPTURE(aside);
    Field field;
    field.put("A1", Side::A, Weight::LM, {.x = 600, .y = 400, .bases = 2, .files = 2, .weapons = {Weapon::Javelin, Weapon::LightSpear}});
    field.put("B1", Side::B, Weight::L, {.x = 600 + aside, .y = 470, .bases = 2, .files = 2, .heading = 270, .ranks = 1});
    field.order(ChargeAt{{"A1"}, {"B1"}}, "A1");
    CHECK(field.heading("A1.1") == Approx(90));
    CHECK(field.at("A1.1").x == Approx(580));
    CHECK(field.at("A1.1").y == Approx(440));
  }
}

TEST_CASE("counter charge: M, LH and H move to contact and both sides have their dice, infantry never against cavalry",
          "[paean][PA-REA-11][PA-REA-14][PA-EVA-10][PA-EVA-14][PA-CHG-11][PA-CCD-22]") {
  Field field = line_up(Weight::LH, Weight::LH, 90);
  field.order(ChargeAt{{"A1"}, {"B1"}}, "A1");
  field.dice({4, 4});
  field.choose("counter");
  CHECK(field.asked() != "PA-CHG-09");  // no feint now
  CHECK(field.at("B1.1").y == Approx(480));
  CHECK(field.dice_asked() == 6);
  field.dice({1, 1, 1, 1, 1, 1});
  CHECK(field.dice_asked() == 6);
  Field horse;
  horse.put("A1", Side::A, Weight::M, {.x = 600, .y = 400, .bases = 2, .files = 2, .arm = Arm::Cavalry});
  horse.put("B1", Side::B, Weight::LH, {.x = 600, .y = 490, .bases = 2, .files = 2, .heading = 270});
  horse.order(ChargeAt{{"A1"}, {"B1"}}, "A1");
  horse.dice({1, 1});
  CHECK(horse.asked() == "PA-CHG-09");  // it has passed, and nothing is open to it: it stands
  for (const Arm arm : {Arm::Infantry, Arm::Cavalry}) {
    Field met;
    met.put("A1", Side::A, Weight::M, {.x = 600, .y = 400, .bases = 2, .files = 2, .arm = Arm::Cavalry});
    met.put("B1", Side::B, Weight::M, {.x = 600, .y = 490, .bases = 2, .files = 2, .heading = 270, .arm = arm});
    const auto open = reactions_of(met.state, {"B1"}, {"A1"}, Flank::Front, false);
    CHECK((std::find(open.begin(), open.end(), Reaction::Counter) != open.end()) == (arm == Arm::Cavalry));
  }
  Field light = line_up(Weight::LH, Weight::LM, 90, {.weapons = {Weapon::Javelin, Weapon::LightSpear}});
  light.order(ChargeAt{{"A1"}, {"B1"}}, "A1");
  light.dice({4, 4});
  CHECK(light.options() == std::vector<std::string>{"fire", "evade", "fire_and_evade", "stand"});
}

TEST_CASE("LH and H neither evade nor shoot, a formation that rallies does nothing at all",
          "[paean][PA-REA-16][PA-REA-22][PA-EVA-12][PA-RAL-04]") {
  const Field field = line_up(Weight::LH, Weight::H, 90, {.weapons = {Weapon::ThrustingSpear, Weapon::Javelin}});
  CHECK(reactions_of(field.state, {"B1"}, {"A1"}, Flank::Front, false) == std::vector<Reaction>{Reaction::Counter});
  Field rally = line_up(Weight::LH, Weight::H, 90);
  rally.state.formations.at({"B1"}).status.rallying = 1;
  CHECK(reactions_of(rally.state, {"B1"}, {"A1"}, Flank::Front, false).empty());
  CHECK(reactions_of(rally.state, {"B1"}, {"A1"}, Flank::Left, false).empty());
  rally.order(ChargeAt{{"A1"}, {"B1"}}, "A1");
  CHECK(rally.asked() == "PA-CHG-09");
}

TEST_CASE("a light formation fires and then evades with two successes, the second at two less",
          "[paean][PA-DX-27][PA-AMB-45][PA-REA-03][PA-REA-06][PA-REA-08][PA-REA-21]") {
  Field field = line_up(Weight::LH, Weight::L, 90, {.bases = 2, .files = 2, .ranks = 1, .weapons = kJavelin});
  field.order(ChargeAt{{"A1"}, {"B1"}}, "A1");
  field.dice({4, 4});
  CHECK(field.options() == std::vector<std::string>{"fire", "evade", "fire_and_evade", "stand"});
  field.choose("fire");
  CHECK(field.faces_asked() == 4);
  field.dice({1, 1});
  REQUIRE(field.asked() == "PA-REA-21");
  field.choose("y");
  field.dice({4, 3});
  CHECK(field.throws().front().need == 6);
  CHECK(field.throws().front().outcome == "failed");
  CHECK(field.asked() == "PA-CHG-09");                  // it has fired and stands
  CHECK(reaction_need(field.state, {"B1"}).need == 6);  // a second charger meets one success
}

TEST_CASE("after a feint the charger stands two centimetres away and may be ordered again", "[paean][PA-CHG-09][PA-CHG-10]") {
  Field field = line_up(Weight::LH, Weight::LH, 90);
  field.order(ChargeAt{{"A1"}, {"B1"}}, "A1");
  field.dice({6, 6});
  field.choose("feint");
  CHECK(gap(field, "A1.1", "B1.2") == Approx(20));
  CHECK_FALSE(field.touch("A1", "B1"));
  CHECK_FALSE(field.formation("A1").status.no_orders);
  field.permit("A1");
  CHECK(field.judge(ChargeAt{{"A1"}, {"B1"}}).allowed());
}

TEST_CASE("a line hit in the flank is unformed where it stands, the end base throws one die at armour less one",
          "[paean][PA-EX-14][PA-FLR-01][PA-UNF-13][PA-FLR-05]") {
  Field field;
  field.put("B1", Side::B, Weight::LH, {.x = 600, .y = 400, .bases = 4, .files = 4, .heading = 90});
  field.put("A1", Side::A, Weight::LH, {.x = 460, .y = 390, .heading = 0});  // left of it
  field.order(ChargeAt{{"A1"}, {"B1"}}, "A1");
  CHECK(field.asked() == "PA-REA-02");
  field.dice({6, 6});
  field.choose("home");
  CHECK(field.gone("B1"));
  CHECK(gap(field, "B1.1", "B1.2") == Approx(10));
  CHECK(gap(field, "B1.3", "B1.4") == Approx(10));
  CHECK(field.touch("A1", "B1.1"));
  CHECK(field.formation("B1.1").status.caught);
  CHECK(field.dice_asked() == 2);  // 2 ranks, charging, a single base
  field.dice({2, 2});
  CHECK(field.throws().front().need == 2);
  CHECK(field.dice_asked() == 1);
}

TEST_CASE("all bases that are touched in flank or rear go on fighting, one die each, when they come apart",
          "[paean][PA-FLR-03][PA-FLR-01][PA-UNF-01]") {
  struct Case {
    Stood line, charger;
    std::vector<std::string> touched, others;
  };
  const std::vector<Case> cases{
      {{.x = 600, .y = 400, .bases = 4, .files = 4}, {.x = 600, .y = 350, .bases = 2, .files = 2}, {"B1.2", "B1.3"}, {"B1.1", "B1.4"}},
      {{.x = 600, .y = 400, .bases = 4, .files = 2},
       {.x = 520, .y = 380, .bases = 2, .files = 2, .heading = 0},
       {"B1.1", "B1.3"},
       {"B1.2", "B1.4"}}};
  for (const Case& one : cases) {
    Field field;
    field.put("B1", Side::B, Weight::LH, one.line);
    field.put("A1", Side::A, Weight::LH, one.charger);
    field.order(ChargeAt{{"A1"}, {"B1"}}, "A1");
    field.dice({6, 6});
    field.choose("home");
    for (const std::string& base : one.touched) {
      CHECK(field.touch("A1", base));
      CHECK(field.formation(base).status.caught);
      for (const std::string& other : one.others) CHECK(gap(field, base, other) >= 9.9);
    }
    CHECK(gap(field, one.touched.front(), one.touched.back()) == Approx(10).margin(0.1));
    for (const std::string& base : one.others) CHECK_FALSE(field.touch("A1", base));
    for (int i = 0; i < 2; ++i) {
      CHECK(field.dice_asked() == 3);  // each base: two ranks, charging
      field.dice({2, 2, 2});
      CHECK(field.throws().front().need == 2);
    }
    CHECK(field.dice_asked() == 2);  // one die for each that is caught
  }
}

TEST_CASE("who comes apart on a long flank or rear slides along it: as many as can go on touching, and nobody more is touched",
          "[paean][PA-FLR-03][PA-UNF-01]") {
  const auto charged = [](Stood line, Stood charger) {
    Field field;
    field.put("B1", Side::B, Weight::LH, line);
    field.put("A1", Side::A, Weight::LH, charger);
    field.order(ChargeAt{{"A1"}, {"B1"}}, "A1");
    field.dice({6, 6});
    field.choose("home");
    return field;
  };
  // Five of a column's bases are touched, one by two chargers: four fit along their front with the gap between them.
  const Field column = charged({.x = 600, .y = 400, .bases = 6, .files = 1}, {.x = 520, .y = 350, .bases = 2, .files = 2, .heading = 0});
  CHECK(column.formation("A1").contacts.size() == 4);
  // Two of three are touched from behind by two of three chargers: the third charger has nobody before it afterwards either.
  const Field row = charged({.x = 600, .y = 400, .bases = 3, .files = 3}, {.x = 640, .y = 350, .bases = 3, .files = 3});
  for (const char* base : {"B1.2", "B1.3"}) CHECK(row.touch("A1", base));
  CHECK(row.dice_asked() == 3);  // two ranks, charging, at each of them
  const std::vector<Volley> volleys = melee_volleys(row.state, {"A1"});
  CHECK(std::accumulate(volleys.begin(), volleys.end(), 0, [](int all, const Volley& one) { return all + one.count(); }) ==
        7);  // and an overlap
}

TEST_CASE("a line caught in the flank while it fights to its front keeps that fight too", "[paean][PA-FLR-03][PA-CHG-19]") {
  Field field;
  field.put("A1", Side::A, Weight::LH, {.x = 600, .y = 400, .bases = 2, .files = 2});
  field.put("B1", Side::B, Weight::LH, {.x = 600, .y = 400, .bases = 4, .files = 2, .heading = 270});
  field.contact("A1", Flank::Front, "B1", Flank::Front);
  field.put("A2", Side::A, Weight::H, {.x = 525, .y = 430, .heading = 0});
  field.order(SupportCharge{{"A2"}, {"B1"}}, "A2");
  field.dice({6, 6});
  CHECK(field.gone("B1"));
  for (const char* base : {"B1.1", "B1.2"}) CHECK(field.touch("A1", base));
  for (const char* base : {"B1.2", "B1.4"}) CHECK(field.touch("A2", base));
}

TEST_CASE("a charge goes through light friends before the enemy, whoever stands where it fights is displaced behind it",
          "[paean][PA-INT-02][PA-INT-07][PA-INT-08][PA-CHG-08]") {
  for (const double before : {30.0, 55.0}) {  // where the charge stops, where it comes into contact
    CAPTURE(before);
    Field field = line_up(Weight::LH, Weight::LH, 90);
    field.put("A2", Side::A, Weight::L, {.x = 600, .y = 400 + before + 15, .bases = 2, .files = 2, .ranks = 1, .weapons = kJavelin});
    field.order(ChargeAt{{"A1"}, {"B1"}}, "A1");
    CHECK(gap(field, "A1.1", "B1.2") == Approx(20));
    field.dice({6, 6});
    field.choose("home");
    CHECK(field.touch("A1", "B1"));
    CHECK(field.at("A1.1").y == Approx(480));
    for (const char* base : {"A2.1", "A2.2"}) CHECK(field.at(base).y + 7.5 < 470);
    CHECK(field.formation("A1").bases.size() == 2);
  }
  // A friend that it may not pass freely is in its way.
  Field held = line_up(Weight::LH, Weight::LH, 90);
  held.put("A2", Side::A, Weight::LH, {.x = 600, .y = 485, .bases = 2, .files = 2});
  held.permit("A1");
  CHECK(held.rule(ChargeAt{{"A1"}, {"B1"}}) == "PA-INT-07");
}

TEST_CASE(
    "the side judged where the charge stops is the side of the contact: ahead of the front line it is the front, whatever edge is hit",
    "[paean][PA-AMB-58][PA-FLR-01][PA-FLR-03][PA-FLR-05][PA-REA-15]") {
  // B1 faces east, its front line at x = 900; A1 comes from the south.
  for (const double x : {905.0, 895.0, 875.0}) {
    CAPTURE(x);
    Field field;
    field.put("A1", Side::A, Weight::LH, {.x = x, .y = 300, .bases = 2, .files = 2});
    field.put("B1", Side::B, Weight::LH, {.x = 900, .y = 380, .bases = 2, .files = 2, .heading = 0});
    field.order(ChargeAt{{"A1"}, {"B1"}}, "A1");
    field.dice({1, 1});
    const auto open = field.options();
    CHECK((std::find(open.begin(), open.end(), "turn") == open.end()) == (x > 900));
    field.choose("stand");
    field.choose("home");
    const bool front = x > 900;
    CHECK(field.gone("B1") != front);
    const std::string hit = front ? "B1" : "B1.2";
    CHECK(field.formation(hit).contacts.front().on == (front ? Flank::Front : x > 880 ? Flank::Right : Flank::Rear));
    CHECK(field.formation(hit).status.caught != front);
    field.dice(std::vector<int>(static_cast<std::size_t>(field.dice_asked()), 1));
    CHECK(field.dice_asked() == (front ? 2 : 1));
    field.dice(std::vector<int>(static_cast<std::size_t>(field.dice_asked()), 1));
    while (field.state.turn.bound == 1) field.give(EndPhase{});
    // Caught in the flank it turns to face before the next compulsory phase.
    CHECK(field.heading("B1.2") == Approx(front ? 0 : x > 880 ? 270 : 180));
  }
}

TEST_CASE("a charge is tested for also where nothing but standing is open, the success counts for the next test of the bound",
          "[paean][PA-REA-01][PA-REA-03][PA-EVA-14]") {
  Field field;
  field.put("A1", Side::A, Weight::M, {.x = 600, .y = 400, .bases = 2, .files = 2, .arm = Arm::Cavalry, .weapons = {Weapon::LightSpear}});
  field.put("B1", Side::B, Weight::H, {.x = 600, .y = 490, .bases = 2, .files = 2, .heading = 270});
  field.order(ChargeAt{{"A1"}, {"B1"}}, "A1");
  REQUIRE(field.asked() == "PA-REA-02");
  field.dice({1, 1});
  CHECK(field.asked() == "PA-CHG-09");
  CHECK(field.formation("B1").status.reactions == 1);
  CHECK(reaction_need(field.state, {"B1"}).need == 6);
}

TEST_CASE("an LM charge that would also touch the front of a heavier formation beside its target is refused",
          "[paean][PA-CHG-03][PA-CCD-03][PA-AMB-70]") {
  const auto rule = [](Weight beside, Stood at) {
    Field field;
    field.put("A1", Side::A, Weight::LM, {.x = 900, .y = 300, .bases = 4, .files = 4, .weapons = {Weapon::Javelin, Weapon::LightSpear}});
    field.put("B1", Side::B, Weight::LM, {.x = 860, .y = 350, .bases = 2, .files = 2, .heading = 270, .weapons = kJavelin});
    field.put("B2", Side::B, beside, at);
    field.permit("A1");
    return field.rule(ChargeAt{{"A1"}, {"B1"}});
  };
  CHECK(rule(Weight::H, {.x = 940, .y = 350, .heading = 270}) == "PA-CHG-03");
  CHECK(rule(Weight::H, {.x = 940, .y = 360, .heading = 270}) == "PA-CHG-22");   // not touched
  CHECK(rule(Weight::H, {.x = 950, .y = 370, .heading = 0}) == "PA-CHG-22");     // its flank is
  CHECK(rule(Weight::LM, {.x = 940, .y = 350, .heading = 270}) == "PA-CHG-22");  // no heavier formation
}

TEST_CASE("a formation that would be contacted beside the target takes its own test and reacts, who evades is pursued, without a feint",
          "[paean][PA-REA-01][PA-CHG-08][PA-CHG-11][PA-EVA-06][PA-AMB-68]") {
  const auto charge = [] {
    Field field;
    field.put("A1", Side::A, Weight::LH, {.x = 900, .y = 300, .bases = 4, .files = 4});
    field.put("B1", Side::B, Weight::LH, {.x = 860, .y = 350, .bases = 2, .files = 2, .heading = 270});
    field.put("B2", Side::B, Weight::M, {.x = 940, .y = 350, .bases = 2, .files = 2, .heading = 270, .weapons = kJavelin});
    field.order(ChargeAt{{"A1"}, {"B1"}}, "A1");
    field.dice({6, 6});
    return field;
  };
  Field evades = charge();
  REQUIRE(evades.question().find("B2 reacts") != std::string::npos);
  evades.dice({1, 1});
  evades.choose("evade");
  CHECK(evades.asked() != "PA-CHG-09");  // it is pursued: no feint, and the charge comes home on who stands
  CHECK(evades.touch("A1", "B1"));
  CHECK_FALSE(evades.touch("A1", "B2"));
  Field counters = charge();
  counters.dice({1, 1});
  counters.choose("counter");
  CHECK(counters.asked() != "PA-CHG-09");  // contacted: no feint any more
  CHECK(counters.touch("A1", "B2"));
  CHECK(counters.formation("B2").status.rush == Rush::Countering);
  Field stands = charge();
  stands.dice({6, 6});
  CHECK(stands.asked() == "PA-CHG-09");
  stands.choose("feint");
  CHECK(stands.formation("A1").contacts.empty());
}

}  // namespace charge_tests
