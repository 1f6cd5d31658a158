// Evades and pursuit: how far, which way, round whom, along the table's edge; commanders who get away.
#include <cmath>

#include "engine/rulesets/paean/topics/escapes.hpp"
#include "tests/engine/rulesets/paean/fight_field.hpp"

namespace escape_tests {

using namespace polemarch;
using namespace polemarch::paean;
using paean::test::Field;
using paean::test::gap;
using paean::test::line_up;
using geometry::operator-;

namespace {

const std::vector<Weapon> kJavelin{Weapon::Javelin};
const std::vector<Weapon> kSpears{Weapon::Javelin, Weapon::LightSpear};

/// A1 charges, B1 passes its test and evades.
void evades(Field& field) {
  field.order(ChargeAt{{"A1"}, {"B1"}}, "A1");
  field.dice({3, 3});
  field.choose("evade");
}
const paean::test::Stood kLights{.bases = 2, .files = 2, .ranks = 1, .weapons = kJavelin};

}  // namespace

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
  // What is left of the move has to reach as far as the gap: 17 cm of 17, not 16.9 of 17.
  CHECK(charge(50).asked() == "PA-REA-02");
  const Field short_of_it = charge(51);
  CHECK(short_of_it.asked().empty());
  CHECK(gap(short_of_it, "A1.1", "B1.2") == Approx(1));
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

TEST_CASE("an L whose front is cut down, or that has pushed its enemy off, evades all the same",
          "[paean][PA-SKI-17][PA-SKI-11][PA-EVA-20]") {
  for (const bool wins : {false, true}) {
    CAPTURE(wins);
    paean::test::Fight field;
    field.put("A1", Side::A, Weight::M, {.x = 600, .y = 400, .bases = wins ? 1 : 2, .files = wins ? 1 : 2});
    field.put("B1", Side::B, Weight::L,
              {.x = 600, .y = 400, .bases = 4, .files = 2, .heading = 270, .ranks = 1, .weapons = {Weapon::Javelin}});
    field.contact("A1", Flank::Front, "B1", Flank::Front);
    field.begin();
    field.fight(wins ? 0 : 2, wins ? 1 : 0);
    if (wins) field.dice({4});  // javelins alone need 5 of M: a 4, then 2 or more
    CHECK(field.formation("B1").bases.size() == (wins ? 4U : 2U));
    CHECK(field.formation("B1").contacts.empty());
    CHECK(field.told<Reacted>("PA-EVA-20"));
    CHECK(field.at("B1.4").y == Approx(422.5 + 150));
  }
}

TEST_CASE("a lone commander evades with his value or is taken, contact by L is nothing to him",
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

TEST_CASE("M unforms when it evades round or through anything, an evader at the edge stays on the table",
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
  CHECK(clear.heading("B1.1") == Approx(90));  // facing away, every base turned about where it stood
  CHECK(clear.at("B1.1").x == Approx(620));
  for (const char* base : {"B1.1", "B1.2"}) CHECK(clear.at(base).y == Approx(600));
  CHECK(clear.formation("B1").bases == std::vector<BaseId>{{"B1.2"}, {"B1.1"}});
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

TEST_CASE("LM that fights may evade from a fresh enemy, nobody evades through an enemy", "[paean][PA-REA-10][PA-AMB-42][PA-EVA-02]") {
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

TEST_CASE("L flow round the end of an enemy line, each base its own way, and stand together behind it", "[paean][PA-EVA-02][PA-EVA-01]") {
  // Where A2's line begins; B1 stands from 560 to 640. The same line, the other end, facing either way: as far.
  const auto goes_to = [](double left_end, bool mirrored, double heading) {
    Field field = line_up(Weight::LH, Weight::L, 50, kLights);
    const double middle = left_end + 240;
    field.put("A2", Side::A, Weight::LH,
              {.x = mirrored ? 1200 - middle : middle, .y = heading < 180 ? 540.0 : 520.0, .bases = 12, .files = 12, .heading = heading});
    evades(field);
    CHECK(gap(field, "B1.1", "B1.2") == Approx(0).margin(0.1));
    for (const Vec2 way : {field.at("B1.1") - Vec2{620, 457.5}, field.at("B1.2") - Vec2{580, 457.5}})
      CHECK(geometry::length_of(way) <= 150.1);
    return field.at("B1.1").y;
  };
  for (const bool mirrored : {false, true})
    for (const double heading : {90.0, 270.0}) {
      CAPTURE(mirrored, heading);
      CHECK(goes_to(565, mirrored, heading) == Approx(goes_to(565, false, 270)).margin(0.6));
      CHECK(goes_to(500, mirrored, heading) < 512);  // further round than its move
    }
  CHECK(goes_to(565, false, 270) > 540);
}

TEST_CASE("M that only brushes a wood with a corner as it evades comes apart", "[paean][PA-EVA-03][PA-UNF-12]") {
  for (const double wood : {636.0, 641.0}) {
    Field field = line_up(Weight::LH, Weight::M, 90, {.bases = 2, .files = 2, .weapons = kSpears});
    field.terrain("T1", Ground::Wood, wood, 530, 700, 545);
    evades(field);
    CHECK(field.gone("B1") == (wood < 640));
  }
}

TEST_CASE("at the table's edge an evader goes along it to the side that is open, what is left of its move", "[paean][PA-EVA-08]") {
  for (const bool left : {true, false}) {
    Field field;
    field.put("A1", Side::A, Weight::LH, {.x = 600, .y = 1880, .bases = 2, .files = 2});
    field.put("A2", Side::A, Weight::LH, {.x = left ? 850.0 : 350.0, .y = 1960, .bases = 2, .files = 2});
    field.put("B1", Side::B, Weight::L, {.x = 600, .y = 1950, .bases = 2, .files = 2, .heading = 270, .ranks = 1, .weapons = kJavelin});
    evades(field);
    CHECK(field.at("B1.1").y == Approx(1992.5).margin(1.1));
    const double gone = field.at("B1.1").x - 620;
    CHECK((gone < 0) == left);
    CHECK((left ? -gone : gone) == Approx(150 - 35).margin(2));
  }
}

TEST_CASE("an evader with no open ground is dispersed", "[paean][PA-EVA-09]") {
  Field field;
  field.put("A1", Side::A, Weight::LH, {.x = 600, .y = 1905, .bases = 2, .files = 2});
  field.put("A2", Side::A, Weight::LH, {.x = 555, .y = 1960, .bases = 4, .files = 2, .heading = 0});
  field.put("A3", Side::A, Weight::LH, {.x = 645, .y = 1960, .bases = 4, .files = 2, .heading = 180});
  field.put("B1", Side::B, Weight::L, {.x = 600, .y = 1985, .bases = 2, .files = 2, .heading = 270, .ranks = 1, .weapons = kJavelin});
  evades(field);
  CHECK(field.gone("B1"));
  CHECK(field.told<engine::Lost>("PA-EVA-09"));
}

TEST_CASE("L that find no room in line behind them take a narrower front", "[paean][PA-EVA-02][PA-MOV-01]") {
  Field field = line_up(Weight::LH, Weight::L, 90, {.bases = 4, .files = 4, .ranks = 1, .weapons = kJavelin});
  for (const double side : {-1.0, 1.0})  // a lane 100 mm wide, 400 deep
    field.put(side < 0 ? "B2" : "B3", Side::B, Weight::LH, {.x = 600 + side * 250, .y = 560, .bases = 200, .files = 10, .heading = 270});
  evades(field);
  double low = 1e9, high = 0;
  for (int i = 1; i <= 4; ++i) {
    const Vec2 at = field.at("B1." + std::to_string(i));
    low = std::min(low, at.y);
    high = std::max(high, at.y);
    CHECK(at.x == Approx(600).margin(31));
  }
  CHECK(low > 560);
  CHECK(high - low == Approx(15).margin(0.1));  // two files of two
}

TEST_CASE("the table may allow a feint after an evade", "[paean][PA-AMB-68]") {
  for (const bool allowed : {false, true}) {
    Field field = line_up(Weight::LH, Weight::L, 30, kLights);
    field.state.options.feint_after_evade = allowed;
    field.put("B2", Side::B, Weight::LH, {.x = 600, .y = 480, .bases = 2, .files = 2, .heading = 270});
    evades(field);
    if (allowed) field.choose("pursue");
    field.dice({6, 6});
    CHECK((field.asked() == "PA-CHG-09") == allowed);
  }
}

TEST_CASE("who declares to evade and tests once more fires before it goes, who fails that test stands",
          "[paean][PA-REA-08][PA-REA-10][PA-AMB-45][PA-REA-05]") {
  for (const bool good : {true, false}) {
    Field field = line_up(Weight::LH, Weight::L, 90, kLights);
    field.order(ChargeAt{{"A1"}, {"B1"}}, "A1");
    field.dice({3, 3});
    field.choose("fire_and_evade");
    CHECK(field.at("B1.1").y == Approx(497.5));
    field.dice(good ? std::vector<int>{3, 3} : std::vector<int>{3, 4});
    CHECK(field.throws().front().need == 6);
    if (!good) {
      CHECK(field.asked() == "PA-CHG-09");  // it stands, and has not fired
      continue;
    }
    CHECK(field.faces_asked() == 4);
    field.dice({1, 1});
    CHECK(field.asked().empty());
    CHECK(field.at("B1.1").y == Approx(497.5 + 150));
    CHECK(field.formation("B1").status.reactions == 2);
  }
}

TEST_CASE("a commander alone who is reached again tests at two less", "[paean][PA-REA-03][PA-AMB-84][PA-AMB-12]") {
  Field field;
  field.put("A1", Side::A, Weight::LM, {.x = 600, .y = 400, .ranks = 1, .arm = Arm::Cavalry, .weapons = kSpears});
  field.commander("BS", Side::B, 9, 600, 445);
  field.order(ChargeAt{{"A1"}, {"BS"}}, "A1");
  field.dice({4, 4});
  REQUIRE(field.asked() == "PA-REA-02");  // he went 20 cm, the horse goes 25
  field.dice({4, 4});
  CHECK(field.throws().front().need == 7);
  CHECK_FALSE(field.state.leaders.at({"BS"}).alive);
}

TEST_CASE("L flow through a gap in an enemy line where a base fits with its narrow side", "[paean][PA-EVA-02]") {
  for (const double gap_mm : {10.0, 40.0}) {
    Field field = line_up(Weight::LH, Weight::L, 50, kLights);
    for (const double side : {-1.0, 1.0})
      field.put(side < 0 ? "A2" : "A3", Side::A, Weight::LH,
                {.x = 600 + side * (240 + gap_mm / 2), .y = 520, .bases = 12, .files = 12, .heading = 270});
    evades(field);
    CHECK((field.at("B1.1").y > 540) == (gap_mm > 20));
  }
}

TEST_CASE("a pursuer that reaches its evader twice goes no further than one move in all", "[paean][PA-EVA-06][PA-AMB-12]") {
  Field field;
  field.put("A1", Side::A, Weight::M, {.x = 600, .y = 400, .bases = 2, .files = 2, .arm = Arm::Cavalry});
  field.put("B1", Side::B, Weight::L, {.x = 600, .y = 440, .bases = 2, .files = 2, .heading = 270, .ranks = 1, .weapons = kJavelin});
  evades(field);
  REQUIRE(field.asked() == "PA-REA-02");
  field.dice({1, 1});
  field.choose("evade");
  CHECK(field.asked().empty());
  CHECK(field.at("A1.1").y == Approx(400 - 15 + 200));
}

TEST_CASE("a pursuit that misses goes its full move to the millimetre, slow ground counted twice", "[paean][PA-EVA-06][PA-AMB-08]") {
  Field field;
  field.terrain("wood", Ground::Wood, 0, 484, 1200, 1500);
  field.put("A1", Side::A, Weight::M, {.x = 600, .y = 400, .arm = Arm::Cavalry});
  field.put("B1", Side::B, Weight::L, {.x = 600, .y = 451, .heading = 270, .ranks = 1, .weapons = kJavelin});
  field.order(ChargeAt{{"A1"}, {"B1"}}, "A1");
  field.dice({3, 3});
  field.choose("evade");
  // 31 mm to the stop, 53 to the wood; of the 200 that leaves 116: 58 in the wood. The base is 30 deep.
  CHECK(field.asked().empty());
  CHECK(field.at("A1.1").y == Approx(542 - 15).margin(1));
}

TEST_CASE("an evader that friends leave no other room goes up to sixty degrees off straight away", "[paean][PA-EVA-01][PA-EVA-02]") {
  Field field;
  field.put("A1", Side::A, Weight::LH, {.x = 600, .y = 390});
  field.put("B1", Side::B, Weight::L, {.x = 600, .y = 420, .heading = 270, .ranks = 1, .weapons = kJavelin});
  field.put("B2", Side::B, Weight::LH, {.x = 600, .y = 482.5, .bases = 30, .files = 5, .heading = 270});
  const Vec2 from = field.at("B1.1");
  evades(field);
  const Vec2 way = field.at("B1.1") - from;
  CHECK(std::abs(way.x) == Approx(130).margin(0.5));  // 150 at 60 degrees
  CHECK(way.y == Approx(75).margin(0.5));
}

TEST_CASE("LM that fights shoots at no fresh enemy", "[paean][PA-AMB-42][PA-REA-09]") {
  for (const bool fights : {true, false}) {
    CAPTURE(fights);
    Field field;
    field.put("A1", Side::A, Weight::LH, {.x = 900, .y = fights ? 300.0 : 100.0, .bases = 1, .files = 1});
    field.put("B1", Side::B, Weight::LM, {.x = 900, .y = 300, .heading = 270, .weapons = kJavelin});
    field.put("A2", Side::A, Weight::LH, {.x = 930, .y = 250});
    if (fights) field.stand("A1", 880, 300, 90, 1);
    if (fights) field.contact("A1", Flank::Front, "B1", Flank::Front);
    field.order(ChargeAt{{"A2"}, {"B1"}}, "A2");
    field.dice({1, 1});
    const std::vector<std::string> open = field.options();
    CHECK((std::find(open.begin(), open.end(), "fire") != open.end()) == !fights);
  }
}

TEST_CASE("after the first phase LM that stood may break off, LM that charged may not, the passed test counts",
          "[paean][PA-EVA-21][PA-REA-03]") {
  Field field = line_up(Weight::LM, Weight::LM, 50, {.weapons = kSpears});
  field.order(ChargeAt{{"A1"}, {"B1"}}, "A1");
  field.dice({6, 6});
  field.choose("home");
  field.fight(1, 1);
  REQUIRE(field.asked() == "PA-EVA-21");
  CHECK(field.question().find("B1") != std::string::npos);
  field.choose("y");
  field.dice({4, 4});
  CHECK(field.asked().empty());
  CHECK(field.formation("B1").status.reactions == 1);
}

}  // namespace escape_tests
