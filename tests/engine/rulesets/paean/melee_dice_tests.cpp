// Close combat dice: who fights, supports, overlaps. Every figure of the book as bases on the table.
#include "engine/rulesets/paean/topics/melee.hpp"
#include "tests/engine/rulesets/paean/fight_field.hpp"

namespace melee_dice_tests {

using namespace polemarch;
using namespace polemarch::paean;
using paean::test::Field;

namespace {

int dice_of(const Field& field, const std::string& unit) {
  int dice = 0;
  for (const Volley& volley : melee_volleys(field.state, {unit})) dice += volley.count();
  return dice;
}
int row(const Field& field, const std::string& unit, const std::string& rule) {
  int value = 0;
  for (const Volley& volley : melee_volleys(field.state, {unit}))
    for (const engine::ThrowRow& one : volley.dice)
      if (one.rule == rule) value += one.value;
  return value;
}
int with_role(const Field& field, const std::string& unit, Role role) {
  int count = 0;
  for (const Fighter& fighter : fighters_of(field.state, {unit})) count += fighter.role == role;
  return count;
}
void head_on(Field& field, const std::string& a = "A1", const std::string& b = "B1") { field.contact(a, Flank::Front, b, Flank::Front); }

}  // namespace

TEST_CASE("only bases in full or partial contact count their ranks", "[paean][PA-EX-07][PA-EX-08][PA-CCD-02][PA-CCD-16]") {
  Field one;
  one.put("A1", Side::A, Weight::LH, {.x = 600, .y = 400});
  one.put("B1", Side::B, Weight::LH, {.x = 615, .y = 400, .heading = 270});
  head_on(one);
  CHECK(row(one, "A1", "PA-CCD-16") == 2);
  CHECK(row(one, "B1", "PA-CCD-16") == 2);
  Field two;
  two.put("A1", Side::A, Weight::LH, {.x = 600, .y = 400, .bases = 2, .files = 2});
  two.put("B1", Side::B, Weight::LH, {.x = 600, .y = 400, .heading = 270});
  head_on(two);
  CHECK(row(two, "A1", "PA-CCD-16") == 4);
  CHECK(row(two, "B1", "PA-CCD-16") == 2);
}

TEST_CASE("a front base wholly past an enemy flank overlaps, one a flank, one that touches never does",
          "[paean][PA-EX-09][PA-EX-10][PA-EX-25][PA-CCD-11][PA-CCD-12][PA-CCD-15]") {
  Field past;
  past.put("A1", Side::A, Weight::LH, {.x = 620, .y = 400, .bases = 2, .files = 2});
  past.put("B1", Side::B, Weight::LH, {.x = 600, .y = 400, .heading = 270});
  head_on(past);
  CHECK(row(past, "A1", "PA-CCD-16") == 2);
  CHECK(row(past, "A1", "PA-CCD-11") == 1);
  Field both;  // each of two bases touches partly
  both.put("A1", Side::A, Weight::LH, {.x = 605, .y = 400, .bases = 2, .files = 2});
  both.put("B1", Side::B, Weight::LH, {.x = 600, .y = 400, .heading = 270});
  head_on(both);
  CHECK(row(both, "A1", "PA-CCD-11") == 0);
  CHECK(row(both, "A1", "PA-CCD-16") == 4);
  Field far;  // three bases past the left flank, one behind the outer one: one overlap, the others are redundant
  far.put("A1", Side::A, Weight::LH, {.x = 540, .y = 400, .bases = 5, .files = 4});
  far.put("B1", Side::B, Weight::LH, {.x = 600, .y = 400, .heading = 270});
  head_on(far);
  CHECK(with_role(far, "A1", Role::Contacting) == 1);
  CHECK(row(far, "A1", "PA-CCD-11") == 1);
  CHECK(with_role(far, "A1", Role::Redundant) == 3);
  Field wide;  // past both flanks: two
  wide.put("A1", Side::A, Weight::LH, {.x = 600, .y = 400, .bases = 5, .files = 5});
  wide.put("B1", Side::B, Weight::LH, {.x = 600, .y = 400, .heading = 270});
  head_on(wide);
  CHECK(row(wide, "A1", "PA-CCD-11") == 2);
  CHECK(with_role(wide, "A1", Role::Redundant) == 2);
}

TEST_CASE("a base that laps an enemy base by three millimetres fights it, by less it overlaps",
          "[paean][PA-CCD-12][PA-GEO-16][PA-CCD-11]") {
  for (const double lap : {2.0, 4.0}) {
    CAPTURE(lap);
    Field field;
    field.put("A1", Side::A, Weight::LH, {.x = 600, .y = 400, .bases = 2, .files = 2});  // 560 to 600, 600 to 640
    field.put("B1", Side::B, Weight::LH, {.x = 580 + lap, .y = 400, .heading = 270});
    head_on(field);
    CHECK(row(field, "A1", "PA-CCD-16") == (lap < 3 ? 2 : 4));
    CHECK(row(field, "A1", "PA-CCD-11") == (lap < 3 ? 1 : 0));
  }
}

TEST_CASE("between two enemies side by side a base overlaps the flank it lies next to, who is beyond that is redundant",
          "[paean][PA-CCD-11][PA-CCD-15]") {
  const auto overlaps = [](const Field& field, const std::string& foe) {
    return std::count_if(field.state.formations.at({"A1"}).bases.begin(), field.state.formations.at({"A1"}).bases.end(),
                         [&](const BaseId& base) {
                           for (const Fighter& fighter : fighters_of(field.state, {"A1"}))
                             if (fighter.base == base) return fighter.role == Role::Overlapping && fighter.against == UnitId{foe};
                           return false;
                         });
  };
  Field aside;  // three bases past the right of both
  aside.put("A1", Side::A, Weight::LH, {.x = 600, .y = 400, .bases = 5, .files = 5});
  aside.put("B1", Side::B, Weight::LH, {.x = 520, .y = 400, .heading = 270});
  aside.put("B2", Side::B, Weight::M, {.x = 560, .y = 400, .heading = 270});
  head_on(aside);
  head_on(aside, "A1", "B2");
  CHECK(overlaps(aside, "B1") == 0);
  CHECK(overlaps(aside, "B2") == 1);
  CHECK(with_role(aside, "A1", Role::Redundant) == 2);
  Field round;  // one base past either end of the two
  round.put("A1", Side::A, Weight::LH, {.x = 600, .y = 400, .bases = 4, .files = 4});
  round.put("B1", Side::B, Weight::LH, {.x = 580, .y = 400, .heading = 270});
  round.put("B2", Side::B, Weight::M, {.x = 620, .y = 400, .heading = 270});
  head_on(round);
  head_on(round, "A1", "B2");
  CHECK(overlaps(round, "B1") == 1);
  CHECK(overlaps(round, "B2") == 1);
}

TEST_CASE("bases behind contacting ones support with a die each", "[paean][PA-EX-11][PA-EX-12][PA-EX-29][PA-CCD-13][PA-CCD-T1]") {
  Field one;
  one.put("A1", Side::A, Weight::LH, {.x = 600, .y = 400, .bases = 2, .files = 1});
  one.put("B1", Side::B, Weight::LH, {.x = 600, .y = 400, .bases = 2, .files = 1, .heading = 270});
  head_on(one);
  CHECK(dice_of(one, "A1") == 3);
  CHECK(dice_of(one, "B1") == 3);
  Field two;
  two.put("A1", Side::A, Weight::LH, {.x = 600, .y = 400, .bases = 4, .files = 2});
  two.put("B1", Side::B, Weight::LH, {.x = 600, .y = 400, .bases = 3, .files = 1, .heading = 270});
  head_on(two);
  CHECK(dice_of(two, "A1") == 6);
  CHECK(dice_of(two, "B1") == 4);
}

TEST_CASE("the supporting dice of a contacting base are limited by its type",
          "[paean][PA-AMB-28][PA-CCD-14][PA-CCD-19][PA-CCD-20][PA-CCD-21]") {
  const auto supports = [](Weight weight) {
    Field field;
    field.put("A1", Side::A, weight, {.x = 600, .y = 400, .bases = 7, .files = 1});
    field.put("B1", Side::B, Weight::H, {.x = 600, .y = 400, .heading = 270});
    head_on(field);
    CHECK(with_role(field, "A1", Role::Supporting) + with_role(field, "A1", Role::Surplus) == 6);
    return row(field, "A1", "PA-CCD-13");
  };
  CHECK(supports(Weight::LH) == 4);
  CHECK(supports(Weight::H) == 4);
  CHECK(supports(Weight::M) == 3);
  CHECK(supports(Weight::LM) == 2);
  CHECK(supports(Weight::L) == 1);
}

TEST_CASE("charging and counter charging dice go to contacting bases in the first phase, to both sides",
          "[paean][PA-DX-13][PA-CHG-14][PA-CCD-09][PA-CCD-10][PA-CCD-22][PA-EVA-11]") {
  Field field;
  field.put("A1", Side::A, Weight::H, {.x = 600, .y = 400, .bases = 8, .files = 4});
  field.put("B1", Side::B, Weight::H, {.x = 600, .y = 400, .bases = 4, .files = 4, .heading = 270});
  head_on(field);
  CHECK(dice_of(field, "A1") == 12);
  field.state.formations.at({"A1"}).status.rush = Rush::Charging;
  field.state.formations.at({"B1"}).status.rush = Rush::Countering;
  CHECK(dice_of(field, "A1") == 16);
  CHECK(row(field, "A1", "PA-CHG-14") == 4);
  CHECK(row(field, "B1", "PA-EVA-11") == 4);
  CHECK(dice_of(field, "B1") == 12);
  field.state.formations.at({"A1"}).status.phases = 1;
  CHECK(dice_of(field, "A1") == 12);
}

TEST_CASE("veterans and elite add dice for each contacting base, a single base has one less but never none",
          "[paean][PA-AMB-25][PA-AMB-27][PA-UNF-17][PA-CCD-T1][PA-UNF-04]") {
  const auto dice = [](Experience experience, int bases, Weight weight = Weight::H) {
    Field field;
    field.put("A1", Side::A, weight, {.x = 600, .y = 400, .bases = bases, .files = 2, .experience = experience});
    field.put("B1", Side::B, Weight::H, {.x = 600, .y = 400, .bases = 2, .files = 2, .heading = 270});
    head_on(field);
    return dice_of(field, "A1");
  };
  CHECK(dice(Experience::Seasoned, 4) == 4 + 2);
  CHECK(dice(Experience::Veteran, 4) == 4 + 2 + 2);
  CHECK(dice(Experience::Elite, 4) == 4 + 2 + 4);
  CHECK(dice(Experience::Seasoned, 1) == 1);
  CHECK(dice(Experience::Veteran, 1) == 2);
  CHECK(dice(Experience::Seasoned, 1, Weight::LM) == 2);  // LM is never unformed
}

TEST_CASE("each type throws its own die", "[paean][PA-CCD-05][PA-CCD-17][PA-CCD-18]") {
  const auto faces = [](Weight weight) {
    Field field;
    field.put("A1", Side::A, weight, {.x = 600, .y = 400});
    field.put("B1", Side::B, Weight::H, {.x = 600, .y = 400, .heading = 270});
    head_on(field);
    return melee_volleys(field.state, {"A1"}).front().faces;
  };
  CHECK(faces(Weight::L) == 4);
  CHECK(faces(Weight::LM) == 6);
  CHECK(faces(Weight::M) == 6);
  CHECK(faces(Weight::LH) == 8);
  CHECK(faces(Weight::H) == 8);
}

TEST_CASE("a base hit in the flank while it fights to its front throws one die, it attacks the enemy at its front only",
          "[paean][PA-EX-16][PA-FLR-07][PA-FLR-03][PA-FLR-04][PA-FLR-06][PA-FLR-08][PA-FLR-12]") {
  Field field;
  field.put("D", Side::B, Weight::LH, {.x = 600, .y = 400, .heading = 270});
  field.put("F", Side::A, Weight::LH, {.x = 620, .y = 400, .bases = 2, .files = 2});
  field.put("G", Side::A, Weight::LH, {.x = 580, .y = 410, .heading = 0});  // at its right flank
  field.contact("F", Flank::Front, "D", Flank::Front);
  field.contact("G", Flank::Front, "D", Flank::Right);
  CHECK(dice_of(field, "D") == 1);
  REQUIRE(melee_volleys(field.state, {"D"}).size() == 1);
  CHECK(melee_volleys(field.state, {"D"}).front().at == UnitId{"F"});
  CHECK(row(field, "F", "PA-CCD-16") == 2);
  CHECK(row(field, "F", "PA-CCD-11") == 1);
  CHECK(row(field, "G", "PA-CCD-16") == 2);
  CHECK(melee_volleys(field.state, {"F"}).front().hurdles.front().need == 3);
  CHECK(melee_volleys(field.state, {"G"}).front().hurdles.front().need == 2);
  field.state.bases.at({"D.1"}).card.experience = Experience::Elite;
  CHECK(dice_of(field, "D") == 3);
  // With F gone it turns on G, still with one die.
  field.state.formations.at({"D"}).contacts.erase(field.state.formations.at({"D"}).contacts.begin());
  CHECK(melee_volleys(field.state, {"D"}).front().at == UnitId{"G"});
}

TEST_CASE("in a mass melee the formations front to front have the most points of contact",
          "[paean][PA-EX-17][PA-FLR-10][PA-FLR-11][PA-FLR-09]") {
  Field field;
  field.put("D1", Side::B, Weight::LH, {.x = 600, .y = 400, .heading = 270});
  field.put("D2", Side::B, Weight::LH, {.x = 600, .y = 420, .heading = 270});
  field.put("F", Side::A, Weight::LH, {.x = 620, .y = 400, .bases = 2, .files = 2});
  field.put("G", Side::A, Weight::LH, {.x = 580, .y = 420, .heading = 0});
  field.contact("F", Flank::Front, "D1", Flank::Front);
  field.contact("G", Flank::Front, "D1", Flank::Right);
  field.contact("G", Flank::Front, "D2", Flank::Right);
  CHECK(dice_of(field, "D1") == 1);
  CHECK(dice_of(field, "D2") == 1);
  CHECK(row(field, "F", "PA-CCD-16") + row(field, "F", "PA-CCD-11") + row(field, "G", "PA-CCD-16") == 5);
  CHECK(points_of_contact(field.state, {"D1"}) > points_of_contact(field.state, {"D2"}));
  CHECK(points_of_contact(field.state, {"F"}) > points_of_contact(field.state, {"G"}));
  CHECK(melee_of(field.state, {"D2"}) == std::vector<UnitId>{{"D1"}, {"D2"}, {"F"}, {"G"}});
}

TEST_CASE("a hero adds half his value in D8, one for a charge, two with the Spear of Ares", "[paean][PA-HER-23][PA-HER-25][PA-HER-T2]") {
  Field field;
  field.put("A1", Side::A, Weight::LM, {.x = 600, .y = 400});
  field.put("B1", Side::B, Weight::H, {.x = 600, .y = 400, .heading = 270});
  head_on(field);
  field.leader("H", Side::A, LeaderKind::Hero, 11, 600, 360, "A1");
  REQUIRE(melee_volleys(field.state, {"A1"}).size() == 2);
  CHECK(melee_volleys(field.state, {"A1"})[1].faces == 8);
  CHECK(melee_volleys(field.state, {"A1"})[1].count() == 5);
  field.state.formations.at({"A1"}).status.rush = Rush::Charging;
  CHECK(melee_volleys(field.state, {"A1"})[1].count() == 6);
  field.state.leaders.at({"H"}).ability = Ability::Ares;
  CHECK(melee_volleys(field.state, {"A1"})[1].count() == 8);
}

TEST_CASE("contact is an edge along an edge, not corner to corner, missiles only add two to what is needed",
          "[paean][PA-GEO-15][PA-GEO-16]") {
  Field field;
  field.put("A1", Side::A, Weight::LM, {.x = 600, .y = 400, .weapons = {Weapon::Bow}});
  field.put("B1", Side::B, Weight::H, {.x = 640, .y = 400, .heading = 270});
  const auto touched = [&](Touching how) {
    return !touches(stands_of(field.state, {"A1"}), stands_of(field.state, {"B1"}), 1, how).empty();
  };
  CHECK_FALSE(touched(Touching::Now));
  field.stand("B1", 632, 400, 270, 1);
  CHECK(touched(Touching::Now));
  field.stand("B1", 632, 405, 270, 1);
  CHECK_FALSE(touched(Touching::Now));
  CHECK(touched(Touching::Still));
  field.stand("B1", 600, 400, 270, 1);
  head_on(field);
  CHECK(melee_volleys(field.state, {"A1"}).front().hurdles.front().need == 6);
}

TEST_CASE("past a front of several bases too only one base a flank overlaps", "[paean][PA-CCD-11][PA-EX-25]") {
  Field field;
  field.put("A1", Side::A, Weight::LH, {.x = 600, .y = 400, .bases = 6, .files = 6});
  field.put("B1", Side::B, Weight::LH, {.x = 600, .y = 400, .bases = 2, .files = 2, .heading = 270});
  head_on(field);
  CHECK(with_role(field, "A1", Role::Contacting) == 2);
  CHECK(row(field, "A1", "PA-CCD-11") == 2);
  CHECK(with_role(field, "A1", Role::Redundant) == 2);
}

TEST_CASE("ranks and files dressed by hand support and overlap five millimetres off, not a gap of an unformed body off",
          "[paean][PA-CCD-13][PA-CCD-11][PA-UNF-01]") {
  for (const double off : {5.0, 10.0}) {
    CAPTURE(off);
    Field field;
    field.put("A1", Side::A, Weight::LH, {.x = 620, .y = 400, .bases = 4, .files = 2});
    field.put("B1", Side::B, Weight::LH, {.x = 600, .y = 400, .heading = 270});
    head_on(field);
    field.state.bases.at({"A1.2"}).at.pose.y -= Length::from_mm(off);  // past B1, drawn back
    field.state.bases.at({"A1.3"}).at.pose.y -= Length::from_mm(off);  // behind A1.1, further back
    CHECK(row(field, "A1", "PA-CCD-11") == (off < 6 ? 1 : 0));
    CHECK(row(field, "A1", "PA-CCD-13") == (off < 6 ? 1 : 0));
  }
}

TEST_CASE("between two enemies the one at its front is attacked, though it touches him along less of its edge", "[paean][PA-FLR-06]") {
  Field field;
  field.put("D", Side::B, Weight::LH, {.x = 600, .y = 400, .heading = 270});
  field.put("F", Side::A, Weight::LH, {.x = 632, .y = 400});                // 8 mm of its front
  field.put("G", Side::A, Weight::LH, {.x = 580, .y = 410, .heading = 0});  // 20 mm of its flank
  field.contact("G", Flank::Front, "D", Flank::Right);
  field.contact("F", Flank::Front, "D", Flank::Front);
  REQUIRE(melee_volleys(field.state, {"D"}).size() == 1);
  CHECK(melee_volleys(field.state, {"D"}).front().at == UnitId{"F"});
}

TEST_CASE("a hero whose formation fights two enemies throws his dice once", "[paean][PA-HER-23]") {
  Field field;
  field.put("A1", Side::A, Weight::LH, {.x = 600, .y = 400, .bases = 2, .files = 2});
  for (const char* foe : {"B1", "B2"}) {
    field.put(foe, Side::B, Weight::LH, {.x = foe[1] == '1' ? 580.0 : 620.0, .y = 400, .heading = 270});
    head_on(field, "A1", foe);
  }
  field.leader("AH", Side::A, LeaderKind::Hero, 10, 600, 345, "A1");
  CHECK(dice_of(field, "A1") == 2 + 2 + 5);
}

}  // namespace melee_dice_tests
