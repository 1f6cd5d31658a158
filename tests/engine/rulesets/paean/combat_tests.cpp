// Combats as they go on: compulsory phases, cover, follow-on charges, leaders in them, what may be done about a charge.
#include "engine/rulesets/paean/topics/melee.hpp"
#include "engine/rulesets/paean/topics/reactions.hpp"
#include "tests/engine/rulesets/paean/fight_field.hpp"

namespace combat_tests {

using namespace polemarch;
using namespace polemarch::paean;
using paean::test::Field;
using paean::test::gap;
using paean::test::two_fronts;

TEST_CASE("whoever is in contact when a bound begins fights one phase, the active side says which combat comes first",
          "[paean][PA-SEQ-03][PA-AMB-77]") {
  Field field = two_fronts();
  field.put("A2", Side::A, Weight::LH, {.x = 1000, .y = 400});
  field.put("B2", Side::B, Weight::LH, {.x = 1000, .y = 400, .heading = 270});
  field.contact("A2", Flank::Front, "B2", Flank::Front);
  field.state.turn.phase = Phase::Heroic;
  field.give(EndPhase{});
  REQUIRE(field.asked() == "PA-AMB-77");
  CHECK(field.state.turn.active == Side::B);
  field.choose("A2");
  field.fight(0, 0);
  CHECK(field.dice_asked() == 4);  // A1 and B1 follow
  field.fight(0, 0);
  CHECK(field.state.turn.phase != Phase::Combat);
  for (const char* unit : {"A1", "B1", "A2", "B2"}) CHECK(field.formation(unit).status.phases == 1);
}

TEST_CASE("a formation that stood and was caught turns to face before its next compulsory phase, with no enemy at its front",
          "[paean][PA-SEQ-05][PA-FLR-05]") {
  for (const bool fronted : {false, true}) {
    Field field;
    field.put("B1", Side::B, Weight::LH, {.x = 600, .y = 400, .heading = 90});
    field.put("A1", Side::A, Weight::LH, {.x = 580, .y = 390, .heading = 0});
    field.contact("A1", Flank::Front, "B1", Flank::Left);
    if (fronted) {
      field.put("A2", Side::A, Weight::LH, {.x = 600, .y = 400, .heading = 270});
      field.contact("A2", Flank::Front, "B1", Flank::Front);
    }
    field.state.formations.at({"B1"}).status.caught = true;
    field.state.turn.phase = Phase::Heroic;
    field.give(EndPhase{});
    CHECK(field.heading("B1.1") == Approx(fronted ? 90 : 180));
    CHECK(field.touch("A1", "B1"));
  }
}

TEST_CASE("a commander with his formation adds no dice, and while he is there it takes orders of any commander after a draw",
          "[paean][PA-CMD-24][PA-CMD-25][PA-RES-09][PA-AMB-32]") {
  Field field = two_fronts();
  const auto dice = [&] {
    int count = 0;
    for (const Volley& volley : melee_volleys(field.state, {"A1"})) count += volley.count();
    return count;
  };
  const int before = dice();
  field.leader("AS", Side::A, LeaderKind::Subordinate, 9, 600, 350, "A1");
  field.state.formations.at({"A1"}).commander = {"AS"};
  CHECK(dice() == before);
  field.permit("A1");
  const engine::Verdict verdict = field.judge(FightOn{{"A1"}});
  REQUIRE(verdict.reasons.size() == 2);  // with whom, and how many of its bases touch him
  CHECK(verdict.reasons[1].text == "bases that touch B1");
  CHECK(verdict.reasons[1].value.value_or(0) >= 1);
  CHECK(verdict.reasons[1].limit.value_or(0) == static_cast<double>(field.formation("A1").bases.size()));
  field.give(FightOn{{"A1"}});
  field.fight(1, 1);
  REQUIRE(field.formation("A1").status.no_orders);
  field.state.turn.commanding = {"AC"};
  CHECK(field.judge(GiveOrder{{"AC"}, {"A1"}}).allowed());
  field.state.leaders.at({"AS"}).with = {};
  CHECK(field.rule(GiveOrder{{"AC"}, {"A1"}}) == "PA-RES-09");
}

TEST_CASE("cover in close combat: the defender's table save at first and while he holds the edge, two or more for both inside",
          "[paean][PA-RES-34][PA-RES-35][PA-RES-36][PA-RES-37][PA-RES-38][PA-RES-39][PA-RES-43][PA-RES-44]") {
  Field field = two_fronts();
  field.terrain("town", Ground::Settlement, 400, 400, 800, 600);
  const auto save = [&](const char* unit, const char* foe) { return melee_cover_of(field.state, {unit}, {foe}); };
  const auto fight = [&](int phases, bool edge, bool pushed) {
    field.state.fights.covers = {{{"B1"}, {"A1"}, Cover::Settlement, edge, pushed}};
    field.state.formations.at({"A1"}).status.phases = field.state.formations.at({"B1"}).status.phases = phases;
  };
  fight(0, true, false);
  CHECK(save("B1", "A1").need == 3);
  CHECK(save("A1", "B1").need == 0);
  fight(1, true, false);
  CHECK(save("B1", "A1").need == 3);
  CHECK(save("A1", "B1").need == 2);
  fight(1, true, true);
  CHECK(save("B1", "A1").need == 2);
  CHECK(save("A1", "B1").need == 2);
  fight(0, false, false);
  CHECK(save("B1", "A1").need == 3);
  CHECK(save("A1", "B1").need == 2);
  fight(1, false, false);
  CHECK(save("B1", "A1").need == 2);
  CHECK(save("A1", "B1").need == 2);
  field.state.terrain.clear();
  CHECK(save("B1", "A1").need == 0);
}

TEST_CASE("in a wood every die clears two or more before armour", "[paean][PA-DX-25][PA-AMB-85]") {
  Field field = two_fronts(4, 2);
  field.terrain("wood", Ground::Wood, 400, 300, 800, 600);
  field.state.fights.covers = {{{"B1"}, {"A1"}, Cover::Wood, false, false}};
  field.state.formations.at({"A1"}).status.phases = field.state.formations.at({"B1"}).status.phases = 1;
  field.order(FightOn{{"A1"}}, "A1");
  CHECK(field.asked() == "PA-RES-38");
  REQUIRE(field.dice_asked() == 6);
  field.dice({3, 1, 4, 8, 5, 2});
  CHECK(field.dice_asked() == 5);
  CHECK(field.asked() == "PA-CCD-04");
}

TEST_CASE("a charge into cover marks whether the defender stands on its edge", "[paean][PA-RES-34][PA-RES-37]") {
  for (const double wood_from : {490.0, 300.0}) {
    Field field;
    field.put("A1", Side::A, Weight::LM, {.x = 600, .y = 400, .weapons = {Weapon::Javelin, Weapon::LightSpear}});
    field.put("B1", Side::B, Weight::LM, {.x = 600, .y = 490, .heading = 270, .weapons = {Weapon::LightSpear}});
    field.terrain("wood", Ground::Wood, 400, wood_from, 800, 700);
    field.order(ChargeAt{{"A1"}, {"B1"}}, "A1");
    field.dice({6, 6});
    field.choose("home");
    REQUIRE(field.state.fights.covers.size() == 1);
    CHECK(field.state.fights.covers.front().edge == (wood_from > 400));
    CHECK(field.asked() == (wood_from > 400 ? "PA-RES-34" : "PA-RES-37"));
  }
}

TEST_CASE("the cover of a fight that is over is forgotten, though one of the two fights on", "[paean][PA-RES-34][PA-RES-36]") {
  Field field = two_fronts();
  field.put("A2", Side::A, Weight::LH, {.x = 900, .y = 400, .bases = 2, .files = 2});
  field.state.fights.covers = {{{"B1"}, {"A2"}, Cover::Wood, true, true}};
  field.order(FightOn{{"A1"}}, "A1");
  field.fight(0, 0);
  CHECK(field.state.fights.covers.empty());
}

TEST_CASE("a front may be distended to another enemy within a base's depth, and is dressed on either line after a victory",
          "[paean][PA-EX-24][PA-CHG-20][PA-CHG-21]") {
  for (const bool forward : {true, false}) {
    Field field;
    field.put("A1", Side::A, Weight::LH, {.x = 600, .y = 400, .bases = 2, .files = 2});
    field.put("B1", Side::B, Weight::LH, {.x = 580, .y = 450, .heading = 270});
    field.put("B2", Side::B, Weight::LH, {.x = 620, .y = 465, .heading = 270});
    field.order(ChargeAt{{"A1"}, {"B1"}}, "A1");
    field.dice({6, 6});
    field.choose("home");
    REQUIRE(field.asked() == "PA-CHG-20");
    field.choose("y");
    CHECK(field.touch("A1", "B1"));
    CHECK(field.touch("A1", "B2"));
    CHECK(field.at("A1.2").y == Approx(field.at("A1.1").y + 15));
    field.dice({8, 8, 8});
    field.dice({8, 8, 8});
    field.dice({1, 1});
    CHECK(field.gone("B1"));
    CHECK(field.gone("B2"));
    REQUIRE(field.asked() == "PA-CHG-21");
    field.choose(forward ? "forward" : "back");
    CHECK(field.at("A1.1").y == Approx(forward ? 455 : 440));
    CHECK(field.at("A1.2").y == Approx(forward ? 455 : 440));
  }
}

TEST_CASE("a distended front is dressed when light enemies get away after the phase", "[paean][PA-CHG-21][PA-EVA-20]") {
  Field field;
  field.put("A1", Side::A, Weight::LH, {.x = 600, .y = 400, .bases = 2, .files = 2});
  field.put("B1", Side::B, Weight::L, {.x = 580, .y = 450, .heading = 270, .ranks = 1, .weapons = {Weapon::Javelin}});
  field.put("B2", Side::B, Weight::L, {.x = 620, .y = 462, .heading = 270, .ranks = 1, .weapons = {Weapon::Javelin}});
  field.order(ChargeAt{{"A1"}, {"B1"}}, "A1");
  field.dice({6, 6});
  field.choose("home");
  REQUIRE(field.asked() == "PA-CHG-20");
  field.choose("y");
  while (field.dice_asked() > 0) field.dice(std::vector<int>(static_cast<std::size_t>(field.dice_asked()), 1));  // a draw
  CHECK(field.formation("A1").contacts.empty());                                                                 // both have evaded
  REQUIRE(field.asked() == "PA-CHG-21");
  field.choose("forward");
  CHECK(field.at("A1.1").y == Approx(field.at("A1.2").y));
  CHECK(field.asked().empty());
  CHECK(field.state.fights.distended.empty());
}

TEST_CASE("a follow-on is not offered beyond one base's depth", "[paean][PA-CHG-20]") {
  Field field;
  field.put("A1", Side::A, Weight::LH, {.x = 600, .y = 400, .bases = 2, .files = 2});
  field.put("B1", Side::B, Weight::LH, {.x = 580, .y = 450, .heading = 270});
  field.put("B2", Side::B, Weight::LH, {.x = 620, .y = 471, .heading = 270});
  field.order(ChargeAt{{"A1"}, {"B1"}}, "A1");
  field.dice({6, 6});
  field.choose("home");
  CHECK(field.asked() == "PA-CCD-04");
}

TEST_CASE("whoever is met by a follow-on has the save of the cover it stands in, one that shows its flank is caught there",
          "[paean][PA-CHG-20][PA-RES-34][PA-FLR-01]") {
  Field field;
  field.put("A1", Side::A, Weight::LH, {.x = 600, .y = 400, .bases = 2, .files = 2});
  field.put("B1", Side::B, Weight::LH, {.x = 580, .y = 450, .heading = 270});
  field.put("B2", Side::B, Weight::LH, {.x = 605, .y = 505, .bases = 2, .files = 2, .heading = 180});
  field.terrain("wood", Ground::Wood, 601, 465, 700, 600);
  field.order(ChargeAt{{"A1"}, {"B1"}}, "A1");
  field.dice({6, 6});
  field.choose("home");
  REQUIRE(field.asked() == "PA-CHG-20");
  field.choose("y");
  CHECK(field.gone("B2"));
  REQUIRE(field.state.fights.covers.size() == 1);
  CHECK(field.state.fights.covers.front().defender == UnitId{"B2"});
}

TEST_CASE("whoever is met beside the target of a charge has the save of the cover it stands in", "[paean][PA-RES-34][PA-AMB-85]") {
  Field field;
  field.put("A1", Side::A, Weight::LH, {.x = 600, .y = 400, .bases = 4, .files = 4});
  field.put("B1", Side::B, Weight::LH, {.x = 560, .y = 450, .bases = 2, .files = 2, .heading = 270});
  field.put("B2", Side::B, Weight::LH, {.x = 640, .y = 450, .bases = 2, .files = 2, .heading = 270});
  field.terrain("town", Ground::Settlement, 600, 450, 800, 600);
  field.order(ChargeAt{{"A1"}, {"B1"}}, "A1");
  for (int reacts = 0; reacts < 2; ++reacts) field.dice({6, 6});
  field.choose("home");
  CHECK(melee_cover_of(field.state, {"B1"}, {"A1"}).need == 0);
  CHECK(melee_cover_of(field.state, {"B2"}, {"A1"}).need == 3);
}

TEST_CASE("LM makes no support charge at the front of M, LH or H", "[paean][PA-CHG-23][PA-AMB-70]") {
  Field field;
  field.put("A1", Side::A, Weight::LH, {.x = 580, .y = 400});
  field.put("B1", Side::B, Weight::LH, {.x = 600, .y = 400, .bases = 2, .files = 2, .heading = 270});
  field.contact("A1", Flank::Front, "B1", Flank::Front);
  field.put("A2", Side::A, Weight::LM, {.x = 622, .y = 350, .weapons = {Weapon::Javelin, Weapon::LightSpear}});
  field.permit("A2");
  CHECK(field.rule(SupportCharge{{"A2"}, {"B1"}}) == "PA-CHG-23");
}

TEST_CASE("what a formation may do about a charge by its type, its weapons and the side attacked",
          "[paean][PA-REA-09][PA-REA-10][PA-REA-12][PA-REA-13][PA-REA-19][PA-REA-20][PA-EVA-13][PA-AMB-52]") {
  using List = std::vector<Reaction>;
  const auto reactions = [](Weight weight, std::vector<Weapon> weapons, Flank side, bool fired = false, bool turned = false,
                            bool led = false) {
    Field field;
    field.put("B1", Side::B, weight, {.x = 600, .y = 500, .bases = 2, .files = 2, .heading = 270, .weapons = std::move(weapons)});
    const double x = side == Flank::Front  ? 600
                     : side == Flank::Rear ? 600
                                           : 680,
                 y = side == Flank::Front  ? 480
                     : side == Flank::Rear ? 540
                                           : 510;
    field.put("A1", Side::A, Weight::LH, {.x = x, .y = y, .heading = side == Flank::Front ? 90.0 : side == Flank::Rear ? 270.0 : 180.0});
    field.state.formations.at({"B1"}).status.turned = turned;
    if (led) field.leader("BH", Side::B, LeaderKind::Hero, 10, 600, 540, "B1");
    return reactions_of(field.state, {"B1"}, {"A1"}, side, fired);
  };
  const std::vector<Weapon> both{Weapon::Javelin, Weapon::LightSpear}, spear{Weapon::ThrustingSpear};
  CHECK(reactions(Weight::M, both, Flank::Front) == List{Reaction::Fire, Reaction::Evade, Reaction::Counter});
  CHECK(reactions(Weight::M, both, Flank::Front, true) == List{Reaction::Evade, Reaction::Counter});
  CHECK(reactions(Weight::M, spear, Flank::Front) == List{Reaction::Evade, Reaction::Counter});
  CHECK(reactions(Weight::LM, both, Flank::Front) == List{Reaction::Fire, Reaction::Evade});
  CHECK(reactions(Weight::LM, both, Flank::Left) == List{Reaction::Evade, Reaction::Turn});
  CHECK(reactions(Weight::M, spear, Flank::Rear) == List{Reaction::Evade, Reaction::Turn});
  CHECK(reactions(Weight::LH, spear, Flank::Rear) == List{Reaction::Turn});
  CHECK(reactions(Weight::L, both, Flank::Left, true) == List{Reaction::Evade});
  CHECK(reactions(Weight::LH, spear, Flank::Front, false, true).empty());
  CHECK(reactions(Weight::LM, both, Flank::Front, true, false, true) == List{Reaction::Counter});
}

TEST_CASE("the reaction number is the majority's training, or 11 under a hero, only passed reactions count against it",
          "[paean][PA-REA-26][PA-REA-03][PA-AMB-21][PA-AMB-37][PA-AMB-46]") {
  Field field;
  field.put("B1", Side::B, Weight::L, {.x = 600, .y = 500, .bases = 4, .files = 4, .heading = 270, .ranks = 1, .weapons = {Weapon::Bow}});
  const auto need = [&] { return reaction_need(field.state, {"B1"}).need; };
  for (const char* base : {"B1.1", "B1.2"}) field.state.bases.at({base}).card.experience = Experience::Veteran;
  CHECK(need() == 8);  // two and two: the lower
  field.state.bases.at({"B1.3"}).card.experience = Experience::Veteran;
  CHECK(need() == 9);
  field.state.turn.run = Run{{"B1"}, 3};  // tests of initiative are another count
  CHECK(need() == 9);
  field.state.formations.at({"B1"}).status.reactions = 2;
  CHECK(need() == 5);
  field.leader("BH", Side::B, LeaderKind::Hero, 10, 600, 540, "B1");
  CHECK(need() == 7);
}

TEST_CASE("an evader at the table's edge with no open ground beside it is dispersed", "[paean][PA-EVA-09]") {
  Field field;
  field.put("A1", Side::A, Weight::LH, {.x = 600, .y = 1900});
  field.put("B1", Side::B, Weight::L, {.x = 600, .y = 1985, .heading = 270, .ranks = 1, .weapons = {Weapon::Javelin}});
  field.put("B2", Side::B, Weight::LH, {.x = 820, .y = 1980, .bases = 10, .files = 10, .heading = 270});
  field.put("B3", Side::B, Weight::LH, {.x = 380, .y = 1980, .bases = 10, .files = 10, .heading = 270});
  field.order(ChargeAt{{"A1"}, {"B1"}}, "A1");
  field.dice({2, 2});
  field.choose("evade");
  CHECK(field.gone("B1"));
}

TEST_CASE("dispersals cannot be stopped, a hero goes with the last base and needs three further hits to die when all are gone",
          "[paean][PA-HER-28][PA-HER-29][PA-HER-30][PA-AMB-61]") {
  const auto lost_by = [](int hits, const std::vector<int>& stop) {
    Field field;
    field.put("A1", Side::A, Weight::LH, {.x = 600, .y = 400, .bases = 4, .files = 2, .experience = Experience::Elite});
    field.put("B1", Side::B, Weight::LH, {.x = 600, .y = 400, .bases = 3, .files = 1, .heading = 270});
    field.contact("A1", Flank::Front, "B1", Flank::Front);
    field.leader("BH", Side::B, LeaderKind::Hero, 12, 600, 480, "B1");
    field.order(FightOn{{"A1"}}, "A1");
    field.fight(hits, 0);
    if (field.asked() == "PA-HER-26") {
      field.choose(stop.empty() ? "n" : "y");
      if (!stop.empty()) field.dice(stop);
    }
    return field;
  };
  const Field stopped = lost_by(4, {3, 3});
  CHECK(stopped.formation("B1").bases.size() == 2);
  CHECK(stopped.at("B1.2").y == Approx(430));  // where it stood
  CHECK(stopped.state.leaders.at({"BH"}).alive);
  const Field back = lost_by(3, {});
  CHECK(back.state.leaders.at({"BH"}).with == UnitId{"B1"});
  CHECK(back.formation("B1").bases.size() == 1);
  CHECK(back.formation("B1").status.rallying == 1);
  const Field open = lost_by(8, {});
  CHECK(open.gone("B1"));
  CHECK(open.state.leaders.at({"BH"}).alive);
  CHECK(open.state.leaders.at({"BH"}).with.empty());
  CHECK_FALSE(lost_by(9, {}).state.leaders.at({"BH"}).alive);
}

TEST_CASE("a commander whose men are all dispersed stays in the open", "[paean][PA-CMD-38]") {
  Field field;
  field.put("A1", Side::A, Weight::LH, {.x = 600, .y = 400, .bases = 4, .files = 2});
  field.put("B1", Side::B, Weight::LH, {.x = 600, .y = 400, .bases = 3, .files = 1, .heading = 270});
  field.contact("A1", Flank::Front, "B1", Flank::Front);
  field.leader("BS", Side::B, LeaderKind::Subordinate, 9, 600, 480, "B1");
  field.order(FightOn{{"A1"}}, "A1");
  field.fight(6, 0);
  field.dice({2, 2});
  CHECK(field.gone("B1"));
  CHECK(field.state.leaders.at({"BS"}).alive);
  CHECK(field.state.leaders.at({"BS"}).with.empty());
}

TEST_CASE("with a heroic action the led formation shoots or fights a phase, and it counts against the hero's next test",
          "[paean][PA-HER-06][PA-HER-08][PA-AMB-33]") {
  Field field = two_fronts();
  field.leader("AH", Side::A, LeaderKind::Hero, 11, 600, 350, "A1");
  field.state.turn.phase = Phase::Heroic;
  field.state.turn.run = Run{{"AH"}, 1};
  field.permit("AH", Source::Heroic, "AH");
  field.give(FightOn{{"A1"}});
  field.fight(1, 1);
  CHECK(field.state.leaders.at({"AH"}).heavy_orders == 1);
  Field shots;
  shots.put("A1", Side::A, Weight::LM, {.x = 600, .y = 400, .weapons = {Weapon::Bow}});
  shots.put("B1", Side::B, Weight::LH, {.x = 600, .y = 500, .heading = 270});
  shots.leader("AH", Side::A, LeaderKind::Hero, 11, 600, 350, "A1");
  shots.state.turn.phase = Phase::Heroic;
  shots.state.turn.run = Run{{"AH"}, 1};
  shots.permit("AH", Source::Heroic, "AH");
  shots.give(Shoot{{"A1"}, {"B1"}});
  shots.dice({6, 6});
  CHECK(shots.state.fights.kept.front().hits == 2);
  CHECK(shots.state.leaders.at({"AH"}).medium_orders == 1);
}

TEST_CASE("whoever comes new to a fight in cover has his own initial round", "[paean][PA-RES-34][PA-RES-35][PA-RES-43]") {
  Field field = two_fronts();
  field.put("A2", Side::A, Weight::LH, {.x = 700, .y = 400, .bases = 2, .files = 2});
  field.terrain("town", Ground::Settlement, 400, 400, 800, 600);
  field.state.fights.covers = {{{"B1"}, {"A1"}, Cover::Settlement, true, false}, {{"B1"}, {"A2"}, Cover::Settlement, true, false}};
  field.state.formations.at({"A1"}).status.phases = field.state.formations.at({"B1"}).status.phases = 1;
  CHECK(melee_cover_of(field.state, {"A1"}, {"B1"}).need == 2);
  CHECK(melee_cover_of(field.state, {"A2"}, {"B1"}).need == 0);
  CHECK(melee_cover_of(field.state, {"B1"}, {"A2"}).need == 3);
}

TEST_CASE("the push takes a defender off the edge of his cover: both clear two or more from then on", "[paean][PA-RES-36][PA-RES-11]") {
  Field field = two_fronts(2, 4);
  field.terrain("town", Ground::Settlement, 400, 400, 800, 600);
  field.state.fights.covers = {{{"B1"}, {"A1"}, Cover::Settlement, true, false}};
  field.state.formations.at({"A1"}).status.phases = field.state.formations.at({"B1"}).status.phases = 1;
  field.order(FightOn{{"A1"}}, "A1");
  // Two ranks each of two bases through a save of 3, and four ranks with two supports through one of 2.
  while (field.dice_asked() > 0 && field.state.fights.covers.front().pushed == false && !field.asked().empty()) {
    const bool ours = field.state.agenda.open_waits().front().who == Viewer::A;
    std::vector<int> values(static_cast<std::size_t>(field.dice_asked()), 1);
    if (ours) values.front() = 8;
    field.dice(values);
  }
  REQUIRE_FALSE(field.state.fights.covers.empty());
  CHECK(field.state.fights.covers.front().pushed);
}

}  // namespace combat_tests
