// Support charges: from behind a friend, and at the enemy.
#include "tests/engine/rulesets/paean/fight_field.hpp"

namespace support_tests {

using namespace polemarch;
using namespace polemarch::paean;
using paean::test::Field;
using paean::test::Stood;

namespace {

const std::vector<Weapon> kJavelin{Weapon::Javelin};

}  // namespace

TEST_CASE("a formation of the same type fights from behind, another may only reach the enemy, a phase is fought at once",
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

TEST_CASE("a support charge at the enemy has the charging dice of its own contacting bases, unless the table plays without",
          "[paean][PA-AMB-54]") {
  for (const bool without : {false, true}) {
    Field field;
    if (without) field.state.options.support_charges_have_charge_dice = false;
    field.put("A1", Side::A, Weight::LH, {.x = 580, .y = 400});
    field.put("B1", Side::B, Weight::LH, {.x = 600, .y = 400, .bases = 2, .files = 2, .heading = 270});
    field.contact("A1", Flank::Front, "B1", Flank::Front);
    field.put("A2", Side::A, Weight::LH, {.x = 622, .y = 350});
    field.order(SupportCharge{{"A2"}, {"B1"}}, "A2");
    // One base each of two ranks, less one as a single base; A1 charges no more.
    CHECK(field.dice_asked() == (2 - 1) + (2 - 1) + (without ? 0 : 1));
  }
}

TEST_CASE("hits beyond what the front formation takes fall on the one that fights from behind it, the furthest back first",
          "[paean][PA-AMB-78][PA-RES-02][PA-RES-14]") {
  Field field;
  field.put("A1", Side::A, Weight::LH, {.x = 600, .y = 400});
  field.put("A2", Side::A, Weight::LH, {.x = 600, .y = 340, .bases = 3, .files = 1});
  field.put("B1", Side::B, Weight::M, {.x = 600, .y = 400, .bases = 3, .files = 3, .heading = 270});
  field.contact("A1", Flank::Front, "B1", Flank::Front);
  field.order(SupportCharge{{"A2"}, {"A1"}}, "A2");
  field.fight(0, 4);
  CHECK(field.gone("A1"));  // pushed back and dispersed
  CHECK(field.formation("A2").bases == std::vector<BaseId>{{"A2.1"}});
  for (const char* pushed : {"A2.2", "A2.3"}) {
    CAPTURE(pushed);
    CHECK(field.formation(pushed).status.rallying == 1);
    CHECK(field.at(pushed).y == Approx(400 - 50 - 10));
  }
}

TEST_CASE("who backed a winner freed by an evader is free with him, who backs another fight stands off with it",
          "[paean][PA-AMB-69][PA-RES-09][PA-RES-10]") {
  Field field;
  const auto fight = [&](const std::string& front, const std::string& behind, const std::string& foe, Weight weight, double x) {
    field.put(front, Side::A, Weight::LH, {.x = x, .y = 400, .bases = 2, .files = 2});
    field.put(behind, Side::A, Weight::LH, {.x = x, .y = 380, .bases = 2, .files = 2});
    field.put(foe, Side::B, weight, {.x = x, .y = 400, .bases = 2, .files = 2, .heading = 270, .weapons = kJavelin});
    field.contact(front, Flank::Front, foe, Flank::Front);
    field.state.fights.backings.push_back({{behind}, {front}});
  };
  fight("A1", "A2", "B1", Weight::LM, 600);
  fight("A3", "A4", "B2", Weight::LH, 1000);
  for (const char* unit : {"A3", "A4"}) field.state.formations.at({unit}).status.no_orders = true;
  field.order(FightOn{{"A1"}}, "A1");
  field.fight(0, 0);
  CHECK(field.formation("A2").status.no_orders);
  REQUIRE(field.asked() == "PA-EVA-21");
  field.choose("y");
  field.dice({1, 1});
  for (const char* unit : {"A1", "A2"}) CHECK_FALSE(field.formation(unit).status.no_orders);
  for (const char* unit : {"A3", "A4"}) CHECK(field.formation(unit).status.no_orders);
}

}  // namespace support_tests
