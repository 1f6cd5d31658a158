/// Decisions on melee and fire that the book leaves open.
#include <algorithm>

#include "engine/rulesets/blade_and_bow/topics/melee.hpp"
#include "engine/rulesets/blade_and_bow/topics/recoil.hpp"
#include "engine/rulesets/blade_and_bow/topics/shooting.hpp"
#include "tests/engine/rulesets/blade_and_bow/melee_table.hpp"
#include "tests/support/catch.hpp"

namespace decisions_fight_tests {

using namespace polemarch;
using namespace polemarch::blade_and_bow;

TEST_CASE("the leader of an eliminated unit is in danger, and again when an enemy enters his square", "[bb][BB-LDR-20][BB-AMB-30]") {
  TestTable t = duel("axemen", "axemen");
  t.leader("BM", at(5, 6), 3, 4, 2);
  t.state.units.at({"B1"}).disrupted = true;
  for (const Square s : {at(4, 7), at(5, 7), at(6, 7)}) t.state.map.terrain[s] = "cliff";
  REQUIRE(t.say(kMelee));
  fight(t, {1, 4, 4}, {});
  REQUIRE(t.waiting() == "casualty_first");  // his unit was hit
  REQUIRE(t.dice({5}));
  CHECK(t.unit("B1").box == Where::Eliminated);
  CHECK(t.unit("A1").square == at(5, 6));
  REQUIRE(t.waiting() == "casualty_first");  // and now he is taken
  CHECK(t.wait().rule == "BB-LDR-19");
  REQUIRE(t.dice({5}));
  CHECK(t.state.leaders.at({"BM"}).box == Where::Track);
}

TEST_CASE("leaders cancel one rout die a side and combat, and only while they live", "[bb][BB-ADV-09][BB-LDR-22][BB-AMB-31]") {
  for (const bool two_leaders : {false, true}) {
    TestTable t = duel("hoplite", "axemen", 3);
    t.leader("BM", at(5, 6), 3, 4, 2);
    if (two_leaders) t.leader("BN", at(5, 6), 3, 4, 3);
    t.state.units.at({"B1"}).disrupted = true;
    REQUIRE(t.say(kMelee));
    fight(t, {1, 1, 1, 4}, {});  // a recoil and two rout dice
    while (t.waiting() == "casualty_first") REQUIRE(t.dice({2}));
    REQUIRE(t.waiting() == "rout_dice");
    CHECK(t.dice_asked() == 1);
  }
}

TEST_CASE("a marker spares the check against any other target too", "[bb][BB-COM-16][BB-AMB-78]") {
  TestTable t = duel("spears", "spears");
  t.add("B2", "spears", at(6, 6), Facing::S);
  REQUIRE(t.say(kMelee));
  fight(t, {4, 4}, {4, 4});
  t.state.units.at({"A1"}).facing = Facing::NE;
  t.turn_of(Side::A, 1);
  REQUIRE(t.say(R"({"do":"melee","unit":"A1","target":"B2"})"));
  CHECK(t.waiting() == "melee_attack");
}

TEST_CASE("who needs no check from behind or against a disrupted unit gets no marker, and keeps the one it has",
          "[bb][BB-COM-08][BB-AMB-103]") {
  for (const bool marked : {false, true}) {
    TestTable t = duel("spears", "spears");
    t.state.units.at({"A1"}).melee_marker = marked;
    t.state.units.at({"B1"}).disrupted = true;
    REQUIRE(t.say(kMelee));
    fight(t, {4, 4}, {});
    CHECK(t.unit("A1").melee_marker == marked);
    TestTable rear = duel("spears", "spears");
    rear.state.units.at({"A1"}).melee_marker = marked;
    rear.state.units.at({"B1"}).facing = Facing::N;
    REQUIRE(rear.say(kMelee));
    CHECK(rear.waiting() == "melee_attack");
    fight(rear, {4, 4}, {});
    CHECK(rear.unit("A1").melee_marker == marked);
  }
}

TEST_CASE("only leaders stacked with a fighting unit give a re-roll, neighbours none", "[bb][BB-DICE-23][BB-LDR-37][BB-AMB-97]") {
  for (const bool stacked : {true, false}) {
    TestTable t = duel("spears", "spears");
    t.leader("BM", stacked ? at(5, 6) : at(6, 7), 3, 4, 2);
    t.leader("AM", stacked ? at(5, 5) : at(4, 4), 3, 4, 2);
    REQUIRE(t.say(kMelee));
    REQUIRE(t.dice({4, 4}));
    REQUIRE(t.dice({4, 4}));
    REQUIRE(t.waiting() == "ask_reroll");
    CHECK(t.wait().who == (stacked ? Viewer::B : Viewer::A));
    if (stacked) REQUIRE(t.choose("pass"));
    CHECK(t.wait().most == (stacked ? 2 : 1));
  }
}

TEST_CASE("a recoil leads away from the lead attacker, for an attacker away from the defender's square", "[bb][BB-REC-07][BB-AMB-84]") {
  TestTable t = duel("axemen", "axemen");
  t.leader("AM", at(4, 5), 3, 9, 2);
  t.add("A2", "axemen", at(4, 5), Facing::NE);
  t.state.units.at({"B1"}).disrupted = true;
  REQUIRE(t.say(R"({"do":"melee","units":["A1","A2"],"target":"B1"})"));
  fight(t, {1, 4, 4}, {});
  CHECK(t.unit("B1").square == at(5, 7));  // north, away from A1, who leads
  TestTable attacker = duel("axemen", "axemen");
  attacker.state.units.at({"A1"}).square = at(6, 5);
  attacker.state.units.at({"A1"}).facing = Facing::NW;
  attacker.state.units.at({"A1"}).disrupted = false;
  REQUIRE(attacker.say(kMelee));
  fight(attacker, {4, 4, 4}, {1, 2, 4});
  CHECK(attacker.unit("A1").square == at(7, 4));
}

TEST_CASE("in a step of the recoil a free square goes before a friend's, and the owner takes which side he likes",
          "[bb][BB-REC-09][BB-REC-10][BB-AMB-85]") {
  TestTable t = duel("axemen", "axemen");
  t.state.units.at({"A1"}).disrupted = true;
  t.state.map.terrain[at(5, 7)] = "cliff";
  const auto squares = [&] {
    std::vector<std::string> names;
    for (const FallBack& way : recoil_ways(t.state, t.unit("B1"), at(5, 5)).ways) names.push_back(name_of(way.path.front()));
    return names;
  };
  CHECK(squares() == std::vector<std::string>{"E8", "G8"});
  t.add("B2", "psiloi", at(4, 7), Facing::S);
  CHECK(squares() == std::vector<std::string>{"G8"});
  t.add("B3", "psiloi", at(6, 7), Facing::S);
  CHECK(squares() == std::vector<std::string>{"E8", "G8"});  // both friends', before free squares farther round
}

TEST_CASE("an advance goes into an enemy zone and out of a strong one: it is not movement", "[bb][BB-ADV-01][BB-AMB-86]") {
  TestTable t = duel("axemen", "psiloi");
  t.state.units.at({"B1"}).disrupted = true;
  t.add("B2", "spears", at(6, 6), Facing::SW);  // strong over A1's square, weak over the one given up
  CHECK(ZoneMap(t.state, Side::B).at(at(5, 5)) == Zone::Strong);
  CHECK(ZoneMap(t.state, Side::B).covers(at(5, 6)));
  t.state.units.at({"A1"}).melee_marker = true;
  REQUIRE(t.say(kMelee));
  fight(t, {1, 4, 4}, {});
  CHECK(t.unit("A1").square == at(5, 6));
}

TEST_CASE("fire has no limit of dice unless the table sets one", "[bb][BB-RNG-13][BB-AMB-100]") {
  TestTable t;
  t.add("A1", "archers", at(5, 1), Facing::N).type.good.fire = 12;
  t.add("B1", "spears", at(5, 4), Facing::N).type.good.missile_defence = 11;
  const auto dice = [&] { return shot_dice(t.state, {&t.unit("A1")}, t.unit("B1"), 0); };
  CHECK(dice().attack == 12);
  CHECK(dice().defence == 11);
  t.state.options.shot_dice_limit = 8;
  CHECK(dice().attack == 8);
  CHECK(dice().defence == 8);
}

TEST_CASE("a walled support's one on the die counts for its own dice, not for the lead's", "[bb][BB-SW-11][BB-AMB-115]") {
  TestTable t;
  t.add("A1", "spears", at(5, 5), Facing::N);
  t.add("A2", "spears", at(4, 5), Facing::NE).wall = true;
  t.add("B1", "spears", at(5, 6), Facing::S);
  CHECK(melee_count(t.state, {{"A1"}, {"A2"}}, &t.unit("B1"), false).attack_modifiers == std::vector<int>{0, 0, 1, 1});
  CHECK(melee_count(t.state, {{"A2"}, {"A1"}}, &t.unit("B1"), false).attack_modifiers == std::vector<int>{1, 1, 0, 0});
}

}  // namespace decisions_fight_tests
