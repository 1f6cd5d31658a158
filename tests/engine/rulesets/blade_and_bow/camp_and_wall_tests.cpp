/// Camps and shield walls in melee.
#include "engine/rulesets/blade_and_bow/topics/command.hpp"
#include "engine/rulesets/blade_and_bow/topics/melee.hpp"
#include "engine/rulesets/blade_and_bow/topics/recoil.hpp"
#include "tests/engine/rulesets/blade_and_bow/melee_table.hpp"
#include "tests/support/catch.hpp"

using namespace polemarch;
using namespace polemarch::blade_and_bow;

TEST_CASE("a camp cancels the first hit, then one more sacks it and the attacker leaves without loss",
          "[bb][BB-DX-25][BB-CAMP-04][BB-CAMP-06][BB-CAMP-07][BB-CAMP-08][BB-CAMP-09][BB-CAMP-10][BB-CAMP-11][BB-CAMP-12][BB-CAMP-16]"
          "[BB-MOR-08][BB-VIC-10][BB-UNIT-22][BB-SEQ-14]") {
  for (const bool enough : {true, false}) {
    TestTable t;
    t.leader("AL", at(0, 0), 3);
    t.leader("BL", at(11, 11), 3);
    t.add("A1", "hoplite", at(5, 5), Facing::N);
    t.add("B1", "spears", at(10, 10), Facing::N);
    t.camp("BC", at(5, 6));
    REQUIRE(t.say(R"({"do":"melee","unit":"A1","target":"BC"})"));
    REQUIRE(t.dice_asked() == 1);  // commitment against a camp
    REQUIRE(t.dice({3}));
    REQUIRE(t.dice_asked() == 3);
    REQUIRE(t.dice(enough ? std::vector<int>{1, 2, 2} : std::vector<int>{1, 2, 4}));
    REQUIRE(t.dice_asked() == 3);
    REQUIRE(t.dice({3, 4, 6}));
    REQUIRE(t.choose("pass"));
    CHECK(t.state.camps.at({"BC"}).sacked == enough);
    CHECK(rout_level(t.state, Side::B) == (enough ? 6 : 7));
    CHECK(impulses_due(t.state, Side::B) == (enough ? 2 : 3));
    CHECK((t.unit("A1").box == Box::Removed) == enough);
    CHECK(t.state.army(Side::A).losses == 0);
    // Later checks of the owner: +1 on each die.
    t.turn_of(Side::B, 3);
    t.disrupted("B2", "hoplite", at(8, 8), Facing::N, 1);
    t.state.units.at({"B2"}).disrupted = false;
    REQUIRE(t.say(R"({"do":"move","unit":"B2","path":["reverse"]})"));
    REQUIRE(t.dice({3}));
    CHECK(t.unit("B2").disrupted == enough);
  }
}

TEST_CASE("a camp strikes back, and its guard must go first", "[bb][BB-CAMP-03][BB-CAMP-05][BB-CAMP-16][BB-CAMP-17]") {
  TestTable t = duel("spears", "axemen");
  t.camp("BC", at(5, 6));
  CHECK(t.judge(R"({"do":"melee","unit":"A1","target":"BC"})").reasons.front().rule == "BB-CAMP-03");
  REQUIRE(t.say(kMelee));
  fight(t, {1, 4}, {});
  CHECK_FALSE(t.unit("B1").disrupted);  // the camp took the first hit
  t.turn_of(Side::A, 2);
  REQUIRE(t.say(kMelee));
  fight(t, {1, 2}, {});
  CHECK(t.unit("B1").disrupted);
  t.state.units.at({"B1"}).box = Box::Routed;
  t.turn_of(Side::A, 2);
  REQUIRE(t.say(R"({"do":"melee","unit":"A1","target":"BC"})"));
  fight(t, {4, 4}, {1, 4, 4});
  CHECK(t.unit("A1").disrupted);
  t.state.camps.at({"BC"}).sacked = true;
  CHECK(t.judge(R"({"do":"melee","unit":"A1","target":"BC"})").allowed() == false);
  t.turn_of(Side::A, 2);
  CHECK(t.judge(R"({"do":"move","unit":"A1","path":["advance"]})").allowed());  // it bars nobody now
}

TEST_CASE("nobody advances into an unsacked enemy camp", "[bb][BB-ADV-14]") {
  TestTable t = duel("hoplite", "axemen", 3);
  t.camp("BC", at(5, 6));
  t.state.units.at({"B1"}).disrupted = true;
  REQUIRE(t.say(kMelee));
  fight(t, {1, 1}, {});
  CHECK(t.unit("B1").square == at(5, 7));
  CHECK(t.unit("A1").square == at(5, 5));
  CHECK(t.judge(R"({"do":"move","unit":"A1","path":["advance"]})").allowed() == false);
}

TEST_CASE("the shield wall's dice and modifiers",
          "[bb][BB-DX-31][BB-DICE-18][BB-DICE-19][BB-SW-08][BB-SW-10][BB-SW-11][BB-SW-16][BB-MOR-09]") {
  TestTable t = duel("spears", "medium_hoplite");
  t.state.units.at({"B1"}).wall = true;
  const auto count = [&](std::vector<UnitId> who) { return melee_count(t.state, who, &t.unit("B1"), false); };
  CHECK(count({{"A1"}}).defence == 3);
  CHECK(count({{"A1"}}).defence_modifier == 1);
  CHECK(count_hits({1, 4, 5}, 1, count({{"A1"}}).defence_hits_up_to) == 1);
  CHECK(count_cancels({1, 4, 5}, 1) == 2);
  t.state.units.at({"A1"}).square = at(6, 6);
  CHECK(count_hits({1, 4, 5}, 1, count({{"A1"}}).defence_hits_up_to) == 0);
  CHECK(plain_check(t.state, t.unit("B1")).value == 4);
  // Attacking it has no die more, but its results count one higher, its own only.
  t.state.units.at({"A1"}).wall = true;
  t.add("A2", "spears", at(4, 6), Facing::E);
  CHECK(count({{"A1"}, {"A2"}}).attack == 5);  // 2 + 2 + flank
  CHECK(count({{"A2"}, {"A1"}}).attack_modifiers == std::vector<int>{0, 0, 1, 1, 0});
}

TEST_CASE("a shield wall is formed instead of moving, without gaps, outside enemy zones, where the battle allows it",
          "[bb][BB-SW-01][BB-SW-02][BB-SW-03][BB-SW-04][BB-SW-05][BB-SW-06][BB-SW-12][BB-SW-17][BB-MOV-14][BB-EZ-14]") {
  TestTable t;
  t.leader("AL", at(5, 5));
  t.add("A1", "spears", at(5, 5), Facing::N);
  t.add("A2", "spears", at(6, 5), Facing::N);
  t.add("A3", "spears", at(8, 5), Facing::N);
  CHECK(t.judge(R"({"do":"form_shield_wall","unit":"A1"})").reasons.front().rule == "BB-SW-01");
  t.state.army(Side::A).walls_allowed = true;
  CHECK(t.judge(R"({"do":"form_shield_wall","unit":"A1"})").allowed());
  CHECK(t.judge(R"({"do":"form_shield_wall","units":["A2","A3"]})").reasons.front().rule == "BB-SW-03");
  REQUIRE(t.say(R"({"do":"form_shield_wall","units":["A1","A2"]})"));
  CHECK(t.unit("A1").wall);
  CHECK(t.unit("A2").wall);
  CHECK(t.state.turn.actions == 2);
  CHECK(t.judge(R"({"do":"move","unit":"A1","path":["advance"]})").reasons.front().rule == "BB-SW-06");
  CHECK(t.judge(R"({"do":"move","unit":"A1","path":["left"]})").reasons.front().rule == "BB-SW-06");
  REQUIRE(t.say(R"({"do":"move","unit":"A1","path":["drop_wall","advance"]})"));
  CHECK_FALSE(t.unit("A1").wall);
  CHECK(t.verdict.reasons.front().value == 3.0);
  t.add("B1", "spears", at(8, 7), Facing::S);
  t.state.units.at({"A3"}).square = at(8, 6);
  CHECK(t.judge(R"({"do":"form_shield_wall","unit":"A3"})").reasons.front().rule == "BB-SW-02");
  // Out of command range two may not form one together.
  t.state.units.at({"A3"}).square = at(7, 4);
  t.state.leaders.at({"AL"}).range = 1;
  t.state.units.at({"A2"}).wall = false;
  CHECK(t.judge(R"({"do":"form_shield_wall","units":["A2","A3"]})").reasons.front().rule == "BB-FORM-04");
}

TEST_CASE("a broken shield wall goes when all is resolved, and does not advance", "[bb][BB-SW-13][BB-SW-14][BB-SW-15][BB-ADV-07]") {
  TestTable t = duel("axemen", "axemen");
  t.state.units.at({"B1"}).wall = true;
  REQUIRE(t.say(kMelee));
  fight(t, {1, 1, 1}, {3, 3, 3, 2});  // disrupted, recoil, one rout die
  REQUIRE(t.waiting() == "rout_dice");
  CHECK(t.unit("B1").wall);
  REQUIRE(t.dice({4}));  // morale 3 and the wall's one
  CHECK(t.unit("B1").on_map());
  CHECK_FALSE(t.unit("B1").wall);
  // Disrupted only: off at once.
  TestTable once = duel("axemen", "axemen");
  once.state.units.at({"B1"}).wall = true;
  REQUIRE(once.say(kMelee));
  fight(once, {1, 4, 4}, {3, 3, 3, 3});
  CHECK(once.unit("B1").disrupted);
  CHECK_FALSE(once.unit("B1").wall);
  TestTable stay = duel("axemen", "axemen");
  stay.state.units.at({"A1"}).wall = true;
  stay.state.units.at({"B1"}).disrupted = true;
  REQUIRE(stay.say(kMelee));
  fight(stay, {1, 3, 3}, {});  // 1 reads as 2: a hit
  CHECK(stay.unit("B1").square == at(5, 7));
  CHECK(stay.unit("A1").square == at(5, 5));
}
