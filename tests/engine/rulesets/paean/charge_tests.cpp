// Charges, contact reactions, evades, pursuit, feints.
#include "engine/rulesets/paean/topics/reactions.hpp"
#include "tests/engine/rulesets/paean/fight_field.hpp"

using namespace polemarch;
using namespace polemarch::paean;
using test::Field;
using test::gap;

namespace {

using test::Stood;
const std::vector<Weapon> kJavelin{Weapon::Javelin};

Field line_up(Weight ours, Weight theirs, double apart, Stood them = {}) {
  Field field;
  field.put("A1", Side::A, ours, {.x = 600, .y = 400, .bases = 2, .files = 2});
  them.x = 600;
  them.y = 400 + apart;
  if (them.bases == 1) them.bases = them.files = 2;
  if (them.heading == 90) them.heading = 270;
  field.put("B1", Side::B, theirs, them);
  return field;
}

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

TEST_CASE("a failed reaction stands and is contacted; a phase is fought at once with the charging dice",
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

TEST_CASE("L never charges; LM charges L and LM anywhere, and M, LH and H in flank and rear only",
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
  light.permit("A1");
  CHECK(light.judge(ChargeAt{{"A1"}, {"B1"}}).allowed());
}

TEST_CASE("counter charge: M, LH and H move to contact and both sides have their dice; infantry never against cavalry",
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
  Field light = line_up(Weight::LH, Weight::LM, 90, {.weapons = {Weapon::Javelin, Weapon::LightSpear}});
  light.order(ChargeAt{{"A1"}, {"B1"}}, "A1");
  light.dice({4, 4});
  CHECK(light.options() == std::vector<std::string>{"fire", "evade", "stand"});
}

TEST_CASE("LH and H neither evade nor shoot; a formation that rallies does nothing at all",
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
  CHECK(field.options() == std::vector<std::string>{"fire", "evade", "stand"});
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

TEST_CASE("an evader goes its full move away and the charger its full move after it",
          "[paean][PA-DX-29][PA-EVA-01][PA-EVA-06][PA-AMB-12][PA-REA-07]") {
  const auto charge = [](double apart) {
    Field field;
    field.put("A1", Side::A, Weight::M, {.x = 600, .y = 400, .bases = 2, .files = 2, .arm = Arm::Cavalry});
    field.put("B1", Side::B, Weight::L,
              {.x = 600, .y = 400 + apart, .bases = 2, .files = 2, .heading = 270, .ranks = 1, .weapons = kJavelin});
    field.order(ChargeAt{{"A1"}, {"B1"}}, "A1");
    field.dice({3, 3});
    field.choose("evade");
    return field;
  };
  const Field far = charge(80);
  CHECK(far.asked().empty());
  CHECK(gap(far, "A1.1", "B1.2") == Approx(30));
  Field near = charge(40);
  REQUIRE(near.asked() == "PA-REA-02");  // reached: it tests again
  CHECK(gap(near, "A1.1", "B1.2") == Approx(20));
  near.dice({4, 3});
  CHECK(near.throws().front().need == 6);
  CHECK(near.asked().empty() == false);
  CHECK(near.asked() != "PA-CHG-09");  // after an evade there is no feint: it is caught
  CHECK(near.touch("A1", "B1"));
}

TEST_CASE("a pursuit that would contact another formation lets it react in its turn",
          "[paean][PA-AMB-62][PA-EVA-07][PA-CHG-09][PA-AMB-68]") {
  Field field = line_up(Weight::LH, Weight::L, 30, {.bases = 2, .files = 2, .ranks = 1, .weapons = kJavelin});
  field.put("B2", Side::B, Weight::LH, {.x = 600, .y = 480, .bases = 2, .files = 2, .heading = 270});
  field.order(ChargeAt{{"A1"}, {"B1"}}, "A1");
  field.dice({3, 3});
  field.choose("evade");
  REQUIRE(field.asked() == "PA-REA-02");
  CHECK(gap(field, "A1.1", "B2.1") == Approx(20));
  field.dice({6, 6});
  CHECK(field.touch("A1", "B2"));
  CHECK(field.formation("A1").status.rush == Rush::Charging);
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

TEST_CASE("a line hit in the flank is unformed where it stands; the end base throws one die at armour less one",
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

TEST_CASE("a formation of the same type fights from behind; another may only reach the enemy; a phase is fought at once",
          "[paean][PA-EX-13][PA-CHG-15][PA-CHG-16][PA-CHG-17][PA-CHG-18][PA-CHG-24]") {
  Field field;
  field.put("A1", Side::A, Weight::LH, {.x = 600, .y = 400, .bases = 2, .files = 2});
  field.put("B1", Side::B, Weight::LH, {.x = 600, .y = 400, .bases = 2, .files = 2, .heading = 270});
  field.contact("A1", Flank::Front, "B1", Flank::Front);
  field.put("A2", Side::A, Weight::LH, {.x = 600, .y = 330, .bases = 2, .files = 2});
  field.put("A3", Side::A, Weight::H, {.x = 700, .y = 370, .bases = 2, .files = 2});
  field.put("A4", Side::A, Weight::L, {.x = 800, .y = 370, .ranks = 1, .weapons = kJavelin});
  field.permit("A3");
  CHECK(field.rule(SupportCharge{{"A3"}, {"A1"}}) == "PA-CHG-16");
  field.permit("A4");
  CHECK(field.rule(SupportCharge{{"A4"}, {"B1"}}) == "PA-CHG-24");
  field.order(SupportCharge{{"A2"}, {"A1"}}, "A2");
  CHECK(field.at("A2.1").y == Approx(370));
  CHECK(field.dice_asked() == 4 + 2);
  field.fight(1, 1);
  CHECK(field.formation("A2").status.no_orders);
}

TEST_CASE("a lone commander evades with his value or is taken; contact by L is nothing to him",
          "[paean][PA-REA-17][PA-REA-24][PA-CMD-31][PA-EVA-22][PA-AMB-84][PA-CMD-32]") {
  for (const bool good : {true, false}) {
    Field field;
    field.put("A1", Side::A, Weight::LH, {.x = 600, .y = 400, .bases = 2, .files = 2});
    field.leader("BS", Side::B, LeaderKind::Subordinate, 9, 600, 480);
    field.order(ChargeAt{{"A1"}, {"BS"}}, "A1");
    CHECK(field.asked() == "PA-REA-02");
    field.dice(good ? std::vector<int>{5, 4} : std::vector<int>{5, 5});
    CHECK(field.state.leaders.at({"BS"}).alive == good);
    if (good) CHECK(field.at("BS.1").y == Approx(680));
    if (good) CHECK(field.at("A1.1").y == Approx(490));  // the pursuit goes its full move
  }
  Field light;
  light.put("A1", Side::A, Weight::L, {.x = 600, .y = 400, .ranks = 1, .weapons = kJavelin});
  light.leader("BS", Side::B, LeaderKind::Subordinate, 9, 600, 480);
  light.permit("A1");
  CHECK(light.rule(ChargeAt{{"A1"}, {"BS"}}) == "PA-CHG-06");
}

TEST_CASE("an evading commander joins the nearest hoplites within his move", "[paean][PA-EVA-04][PA-AMB-66]") {
  Field field;
  field.put("A1", Side::A, Weight::LH, {.x = 600, .y = 400, .bases = 2, .files = 2});
  field.leader("BS", Side::B, LeaderKind::Subordinate, 9, 600, 480);
  field.put("B1", Side::B, Weight::LM, {.x = 650, .y = 560, .heading = 270});
  field.put("B2", Side::B, Weight::H, {.x = 700, .y = 620, .heading = 270});
  field.order(ChargeAt{{"A1"}, {"BS"}}, "A1");
  field.dice({2, 2});
  CHECK(field.state.leaders.at({"BS"}).with == UnitId{"B2"});
}

TEST_CASE("M unforms when it evades round or through anything; an evader at the edge stays on the table",
          "[paean][PA-EVA-02][PA-EVA-03][PA-EVA-08][PA-UNF-12][PA-AMB-13]") {
  const auto evade = [](Weight weight, bool friend_behind) {
    Field field = line_up(Weight::LH, weight, 90, {.bases = 2, .files = 2, .weapons = {Weapon::Javelin, Weapon::LightSpear}});
    if (friend_behind) field.put("B2", Side::B, Weight::LH, {.x = 600, .y = 530, .bases = 4, .files = 4, .heading = 270});
    field.order(ChargeAt{{"A1"}, {"B1"}}, "A1");
    field.dice({3, 3});
    field.choose("evade");
    return field;
  };
  const Field clear = evade(Weight::M, false);
  CHECK(clear.formation("B1").bases.size() == 2);
  CHECK(clear.heading("B1.1") == Approx(90));  // facing away
  CHECK(evade(Weight::M, true).gone("B1"));
  const Field light = evade(Weight::LM, true);
  CHECK(light.formation("B1").bases.size() == 2);
  CHECK(light.heading("B1.1") == Approx(270));
  Field edge;
  edge.put("A1", Side::A, Weight::LH, {.x = 600, .y = 1880, .bases = 2, .files = 2});
  edge.put("B1", Side::B, Weight::L, {.x = 600, .y = 1970, .bases = 2, .files = 2, .heading = 270, .ranks = 1, .weapons = kJavelin});
  edge.order(ChargeAt{{"A1"}, {"B1"}}, "A1");
  edge.dice({3, 3});
  edge.choose("evade");
  CHECK(edge.on_table("B1.1"));
  CHECK(edge.at("B1.1").y < 2000);
  CHECK(std::max(edge.at("B1.1").x - 600, 600 - edge.at("B1.1").x) > 60);
}

TEST_CASE("a charge goes through light friends before the enemy; whoever stands where it fights is displaced behind it",
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

TEST_CASE("a charge across a stream comes apart: at contact but for the base that touches, and after a feint",
          "[paean][PA-MOV-05][PA-UNF-06][PA-AMB-08]") {
  for (const bool feint : {false, true}) {
    CAPTURE(feint);
    Field field = line_up(Weight::LH, Weight::LH, 70);
    field.terrain("T1", Ground::Stream, 0, 410, 2000, 420);
    field.order(ChargeAt{{"A1"}, {"B1"}}, "A1");
    field.dice({6, 6});
    REQUIRE(field.asked() == "PA-CHG-09");
    field.choose(feint ? "feint" : "home");
    CHECK(field.gone("A1"));
    CHECK(field.formation("A1.1").unformed());
    CHECK((field.touch("A1.1", "B1") || field.touch("A1.2", "B1")) != feint);
  }
  // Ten centimetres of move, one of stream: nine centimetres reach, more do not.
  Field near = line_up(Weight::LH, Weight::LH, 89), far = line_up(Weight::LH, Weight::LH, 96);
  for (Field* field : {&near, &far}) {
    field->terrain("T1", Ground::Stream, 0, 410, 2000, 420);
    field->permit("A1");
  }
  CHECK(near.rule(ChargeAt{{"A1"}, {"B1"}}) == "PA-CHG-22");
  CHECK(near.judge(ChargeAt{{"A1"}, {"B1"}}).allowed());
  CHECK_FALSE(far.judge(ChargeAt{{"A1"}, {"B1"}}).allowed());
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

TEST_CASE("a charge is tested for also where nothing but standing is open; the success counts for the next test of the bound",
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
  for (const bool beside : {true, false}) {
    Field field;
    field.put("A1", Side::A, Weight::LM, {.x = 900, .y = 300, .bases = 4, .files = 4, .weapons = {Weapon::Javelin, Weapon::LightSpear}});
    field.put("B1", Side::B, Weight::LM, {.x = 860, .y = 350, .bases = 2, .files = 2, .heading = 270, .weapons = kJavelin});
    field.put("B2", Side::B, Weight::H, {.x = 940, .y = beside ? 350.0 : 360.0, .bases = 2, .files = 2, .heading = 270});
    field.permit("A1");
    CHECK(field.judge(ChargeAt{{"A1"}, {"B1"}}).allowed() != beside);
    if (beside) CHECK(field.rule(ChargeAt{{"A1"}, {"B1"}}) == "PA-CHG-03");
  }
}

TEST_CASE("a formation that would be contacted beside the target takes its own test and reacts",
          "[paean][PA-REA-01][PA-CHG-08][PA-CHG-11]") {
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
  REQUIRE(evades.asked() == "PA-CHG-09");
  evades.choose("home");
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

TEST_CASE("a third formation of the type fights from behind the second: both count as supports, and a phase is fought at once",
          "[paean][PA-CHG-15][PA-CHG-16][PA-CHG-18][PA-CCD-14]") {
  Field field;
  field.put("A1", Side::A, Weight::LH, {.x = 600, .y = 400});
  field.put("A2", Side::A, Weight::LH, {.x = 600, .y = 340});
  field.put("A3", Side::A, Weight::LH, {.x = 600, .y = 300});
  field.put("B1", Side::B, Weight::LH, {.x = 600, .y = 400, .bases = 2, .files = 1, .heading = 270});
  field.contact("A1", Flank::Front, "B1", Flank::Front);
  field.order(SupportCharge{{"A2"}, {"A1"}}, "A2");
  CHECK(field.dice_asked() == 2);  // two ranks, one support, one less for a single base
  field.fight(0, 0);
  field.order(SupportCharge{{"A3"}, {"A2"}}, "A3");
  CHECK(field.dice_asked() == 3);
  CHECK(field.at("A3.1").y == Approx(350));
  field.fight(0, 0);
  field.permit("A3");
  CHECK(field.rule(SupportCharge{{"A3"}, {"A1"}}) == "PA-AMB-42");
}

TEST_CASE("LM that fights may evade from a fresh enemy; nobody evades through an enemy", "[paean][PA-REA-10][PA-AMB-42][PA-EVA-02]") {
  Field fighting;
  fighting.put("A1", Side::A, Weight::LH, {.x = 900, .y = 300, .bases = 2, .files = 2});
  fighting.put("A2", Side::A, Weight::LH, {.x = 800, .y = 310, .heading = 0});
  fighting.put("B1", Side::B, Weight::LM, {.x = 900, .y = 300, .bases = 2, .files = 2, .heading = 270, .weapons = kJavelin});
  fighting.contact("A1", Flank::Front, "B1", Flank::Front);
  fighting.order(SupportCharge{{"A2"}, {"B1"}}, "A2");
  fighting.dice({1, 1});
  CHECK(fighting.options() == std::vector<std::string>{"evade", "turn", "stand"});
  Field wall = line_up(Weight::LH, Weight::L, 50, {.ranks = 1, .weapons = kJavelin});
  wall.put("A2", Side::A, Weight::LH, {.x = 600, .y = 520, .bases = 12, .files = 12, .heading = 270});
  wall.order(ChargeAt{{"A1"}, {"B1"}}, "A1");
  wall.dice({1, 1});
  wall.choose("evade");
  for (const char* base : {"B1.1", "B1.2"}) CHECK(wall.at(base).y < 520);
}

TEST_CASE("M, LH and H come to fight from behind by a normal move, not by turning or sliding", "[paean][PA-CHG-15][PA-MOV-02]") {
  const auto judged = [](Weight weight, Stood second) {
    Field field;
    const std::vector<Weapon> weapons = weight == Weight::LM ? kJavelin : std::vector<Weapon>{Weapon::ThrustingSpear};
    field.put("A1", Side::A, weight, {.x = 900, .y = 300, .bases = 2, .files = 2, .weapons = weapons});
    second.bases = second.files = 2;
    second.weapons = weapons;
    field.put("A2", Side::A, weight, second);
    field.put("B1", Side::B, weight, {.x = 900, .y = 300, .bases = 2, .files = 2, .heading = 270, .weapons = weapons});
    field.contact("A1", Flank::Front, "B1", Flank::Front);
    field.permit("A2");
    return field.judge(SupportCharge{{"A2"}, {"A1"}});
  };
  CHECK(judged(Weight::LH, {.x = 900, .y = 250}).allowed());
  CHECK(judged(Weight::LH, {.x = 900, .y = 250, .heading = 270}).reasons.front().rule == "PA-CHG-15");
  CHECK(judged(Weight::LH, {.x = 980, .y = 300}).reasons.front().rule == "PA-CHG-15");
  CHECK(judged(Weight::LM, {.x = 900, .y = 250, .heading = 270}).allowed());
}

TEST_CASE("light evaders face as they are put down", "[paean][PA-AMB-13]") {
  Field field = line_up(Weight::LH, Weight::LM, 90, {.weapons = kJavelin});
  field.order(ChargeAt{{"A1"}, {"B1"}}, "A1");
  field.dice({1, 1});
  field.choose("evade");
  CHECK(field.heading("B1.1") == Approx(270));
  for (const engine::OwedPlacement& owed : std::vector<engine::OwedPlacement>(field.state.agenda.owed)) {
    if (owed.unit != UnitId{"B1"}) continue;
    engine::PlaceBases place;
    place.owed = owed.id;
    place.unit = owed.unit;
    for (std::size_t i = 0; i < owed.bases.size(); ++i) {
      Pose pose = owed.poses[i];
      pose.heading = 90_deg;
      place.poses.push_back({owed.bases[i], {pose, {}}});
    }
    field.give(place);
  }
  for (const char* base : {"B1.1", "B1.2"}) CHECK(field.heading(base) == Approx(90));
}
