/// Camps and shield walls in melee.
#include "engine/rulesets/blade_and_bow/topics/command.hpp"
#include "engine/rulesets/blade_and_bow/topics/melee.hpp"
#include "engine/rulesets/blade_and_bow/topics/recoil.hpp"
#include "tests/engine/rulesets/blade_and_bow/melee_table.hpp"
#include "tests/support/catch.hpp"

namespace camp_and_wall_tests {

using namespace polemarch;
using namespace polemarch::blade_and_bow;

namespace {
/// A hoplite attacks an empty camp, its dice falling so that one hit is cancelled by the camp's six and one by the camp itself.
TestTable camp_attacked(const std::vector<int>& dice) {
  TestTable t;
  t.leader("AL", at(0, 0), 3);
  t.leader("BL", at(11, 11), 3);
  t.leader("AM", at(5, 5), 2, 4, 2);
  t.add("A1", "hoplite", at(5, 5), Facing::N);
  t.add("B1", "hoplite", at(10, 10), Facing::N, 1);
  t.camp("BC", at(5, 6));
  REQUIRE(t.say(R"({"do":"melee","unit":"A1","target":"BC"})"));
  REQUIRE(t.dice(dice));
  REQUIRE(t.waiting() == "melee_defence");
  return t;
}
void strike_back(TestTable& t, const std::vector<int>& dice) {
  REQUIRE(t.dice(dice));
  while (t.waiting() == "ask_reroll") REQUIRE(t.choose("pass"));
  while (t.waiting() == "casualty_first") REQUIRE(t.dice({1}));
}
}  // namespace

TEST_CASE("a camp cancels the first net hit of a melee, the next one sacks it", "[bb][BB-DX-25][BB-CAMP-04][BB-CAMP-08][BB-AMB-69]") {
  for (const bool enough : {true, false}) {
    TestTable t = camp_attacked(enough ? std::vector<int>{1, 2, 2} : std::vector<int>{1, 2, 4});
    strike_back(t, {3, 4, 6});
    CHECK(t.state.camps.at({"BC"}).sacked == enough);
    CHECK(t.unit("A1").on_map() != enough);
  }
}

TEST_CASE("a camp defends as a heavy unit, with three dice that hit and cancel, and is never disrupted",
          "[bb][BB-CAMP-06][BB-CAMP-07][BB-CAMP-16][BB-UNIT-22]") {
  TestTable t = camp_attacked({1, 2, 4});
  CHECK(t.dice_asked() == 3);
  strike_back(t, {1, 5, 6});  // two cancels leave nothing of two hits
  CHECK(t.unit("A1").disrupted);
  CHECK_FALSE(t.state.camps.at({"BC"}).sacked);
  t.turn_of(Side::A, 1);
  t.state.units.at({"A1"}).disrupted = false;
  REQUIRE(t.say(R"({"do":"melee","unit":"A1","target":"BC"})"));  // after a hit cancelled it fights with all its dice
  REQUIRE(t.dice({1, 4, 4}));
  CHECK(t.dice_asked() == 3);
  strike_back(t, {1, 3, 3});
  CHECK(t.unit("A1").disrupted);
}

TEST_CASE("whoever sacks a camp leaves the game without a loss, his leader goes to the routed", "[bb][BB-CAMP-11][BB-AMB-28][BB-AMB-68]") {
  TestTable t = camp_attacked({1, 2, 2});
  strike_back(t, {3, 4, 6});
  CHECK(t.unit("A1").box == Where::Removed);
  CHECK(t.state.army(Side::A).losses == 0);
  CHECK(t.state.leaders.at({"AM"}).box == Where::Routed);
  REQUIRE(t.state.agenda.owed.size() == 2);
  CHECK(t.state.agenda.owed.back().unit == UnitId{"AM"});  // he is to be taken off the table with it
  CHECK(t.state.agenda.owed.back().removed);
}

TEST_CASE("a sacked camp costs its army a point of rout level, an impulse a turn and one on every morale die",
          "[bb][BB-CAMP-09][BB-CAMP-10][BB-CAMP-12][BB-MOR-08][BB-VIC-10][BB-SEQ-14]") {
  for (const bool enough : {true, false}) {
    TestTable t = camp_attacked(enough ? std::vector<int>{1, 2, 2} : std::vector<int>{1, 2, 4});
    strike_back(t, {3, 4, 6});
    CHECK(rout_level(t.state, Side::B) == (enough ? 6 : 7));
    CHECK(rout_level(t.state, Side::A) == 7);
    CHECK(impulses_due(t.state, Side::B) == (enough ? 2 : 3));
    t.turn_of(Side::B, 3);
    REQUIRE(t.say(R"({"do":"move","unit":"B1","path":["reverse"]})"));
    REQUIRE(t.dice({3}));
    CHECK(t.unit("B1").disrupted == enough);
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
  t.state.units.at({"B1"}).box = Where::Routed;
  t.turn_of(Side::A, 2);
  REQUIRE(t.say(R"({"do":"melee","unit":"A1","target":"BC"})"));
  fight(t, {4, 4}, {1, 4, 4});
  CHECK(t.unit("A1").disrupted);
  t.state.camps.at({"BC"}).sacked = true;
  CHECK(t.judge(R"({"do":"melee","unit":"A1","target":"BC"})").allowed() == false);
  t.turn_of(Side::A, 2);
  CHECK(t.judge(R"({"do":"move","unit":"A1","path":["advance"]})").allowed());  // it bars nobody now
}

TEST_CASE("nobody advances into an unsacked enemy camp", "[bb][BB-ADV-14][BB-AMB-106]") {
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

namespace {
/// Two spears side by side, a third with a gap, a leader with the first.
TestTable line_of_spears(bool allowed = true) {
  TestTable t;
  t.leader("AL", at(5, 5));
  t.add("A1", "spears", at(5, 5), Facing::N);
  t.add("A2", "spears", at(6, 5), Facing::N);
  t.add("A3", "spears", at(8, 5), Facing::N);
  t.state.army(Side::A).walls_allowed = allowed;
  return t;
}
std::string wall_refused(const TestTable& t, const char* units) {
  const auto verdict = t.judge(std::string(R"({"do":"form_shield_wall","units":[)") + units + "]}");
  return verdict.allowed() ? "" : verdict.reasons.front().rule;
}
}  // namespace

TEST_CASE("a shield wall is an action in place of a move, by one unit too, where the battle allows it",
          "[bb][BB-SW-01][BB-SW-04][BB-MOV-14]") {
  CHECK(wall_refused(line_of_spears(false), R"("A1")") == "BB-SW-01");
  TestTable t = line_of_spears();
  REQUIRE(t.say(R"({"do":"form_shield_wall","unit":"A3"})"));
  CHECK(t.unit("A3").wall);
  CHECK(t.unit("A3").square == at(8, 5));
  CHECK(t.state.turn.actions == 2);
}

TEST_CASE("units forming a wall together leave no gap, are within one leader's range, and each has its marker",
          "[bb][BB-SW-03][BB-SW-05][BB-SW-17]") {
  TestTable t = line_of_spears();
  CHECK(wall_refused(t, R"("A2","A3")") == "BB-SW-03");
  REQUIRE(t.say(R"({"do":"form_shield_wall","units":["A1","A2"]})"));
  CHECK(t.unit("A1").wall);
  CHECK(t.unit("A2").wall);
  CHECK(wall_refused(t, R"("A1")") == "BB-SW-05");
  TestTable far = line_of_spears();
  far.state.leaders.at({"AL"}).range = 1;
  CHECK(wall_refused(far, R"("A1","A2")") == "BB-FORM-04");
}

TEST_CASE("no shield wall is formed in an enemy zone, weak or strong", "[bb][BB-SW-02][BB-EZ-14]") {
  TestTable t = line_of_spears();
  t.add("B1", "spears", at(9, 6), Facing::S);  // weak over (8,5)
  CHECK(wall_refused(t, R"("A3")") == "BB-SW-02");
  t.state.units.at({"B1"}).square = at(8, 6);
  CHECK(wall_refused(t, R"("A3")") == "BB-SW-02");
  t.state.units.at({"B1"}).disrupted = true;
  CHECK(wall_refused(t, R"("A3")").empty());
}

TEST_CASE("a unit in shield wall neither moves nor turns, dropping the wall costs a point", "[bb][BB-SW-06][BB-SW-12][BB-AMB-70]") {
  TestTable t = line_of_spears();
  REQUIRE(t.say(R"({"do":"form_shield_wall","unit":"A1"})"));
  for (const char* step : {"advance", "left", "reverse"})
    CHECK(t.judge(std::string(R"({"do":"move","unit":"A1","path":[")") + step + "\"]}").reasons.front().rule == "BB-SW-06");
  REQUIRE(t.say(R"({"do":"move","unit":"A1","path":["drop_wall","advance"]})"));
  CHECK_FALSE(t.unit("A1").wall);
  CHECK(t.unit("A1").square == at(5, 6));
  CHECK(t.verdict.reasons.front().value == 3.0);
}

TEST_CASE("a broken shield wall goes when all is resolved, and does not advance",
          "[bb][BB-SW-13][BB-SW-14][BB-SW-15][BB-ADV-07][BB-AMB-71]") {
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

TEST_CASE("a friend in shield wall who is disrupted by a recoil through him loses his wall", "[bb][BB-REC-12][BB-SW-13]") {
  TestTable t = duel("axemen", "axemen");
  t.state.units.at({"B1"}).disrupted = true;
  for (const int x : {4, 5, 6}) t.add("B" + std::to_string(x), "spears", at(x, 7), Facing::S).wall = true;
  REQUIRE(t.say(kMelee));
  fight(t, {1, 4, 4}, {});
  if (t.waiting() == "recoil") REQUIRE(t.choose(t.wait().options.front().key));
  int passed = 0;
  for (const char* id : {"B4", "B5", "B6"}) {
    CHECK(t.unit(id).wall == !t.unit(id).disrupted);
    passed += t.unit(id).disrupted ? 1 : 0;
  }
  CHECK(passed == 1);
}

TEST_CASE("a leader does not go to an enemy camp until it is sacked", "[bb][BB-LDR-32][BB-UNIT-22][BB-AMB-106]") {
  TestTable t;
  t.leader("AL", at(0, 0));
  t.add("A1", "spears", at(0, 0), Facing::N);
  t.add("A2", "spears", at(5, 5), Facing::N);
  t.camp("BC", at(5, 6));
  t.camp("AC", at(5, 4));
  CHECK(t.refusal(R"({"do":"move_leader","leader":"AL","to":"F7"})") == "BB-LDR-32");
  CHECK(t.refusal(R"({"do":"move_leader","leader":"AL","to":"F5"})").empty());  // his own army's
  t.state.camps.at({"BC"}).sacked = true;
  CHECK(t.refusal(R"({"do":"move_leader","leader":"AL","to":"F7"})").empty());
}

TEST_CASE("an enemy directly ahead beyond an impassable wall binds nobody", "[bb][BB-MEL-03][BB-MEL-04][BB-MEL-10][BB-AMB-88]") {
  TestTable t;
  t.leader("AL", at(5, 5));
  t.add("A1", "hoplite", at(5, 5), Facing::N);
  t.add("B1", "spears", at(5, 6), Facing::N);
  t.add("B2", "spears", at(6, 6), Facing::N);
  CHECK(t.refusal(R"({"do":"melee","unit":"A1","target":"B2"})") == "BB-MEL-03");
  t.state.map.edges.push_back({.a = at(5, 5), .b = at(5, 6), .impassable = true});
  CHECK(t.refusal(R"({"do":"melee","unit":"A1","target":"B1"})") == "BB-MEL-10");
  CHECK(t.refusal(R"({"do":"melee","unit":"A1","target":"B2"})").empty());
}

TEST_CASE("an empty camp directly ahead must be attacked, unless an enemy unit stands in a front square", "[bb][BB-MEL-03][BB-AMB-88]") {
  TestTable t;
  t.leader("AL", at(5, 5));
  t.add("A1", "hoplite", at(5, 5), Facing::N);
  t.add("B1", "spears", at(11, 11), Facing::N);
  t.camp("BC", at(5, 6));
  t.camp("BD", at(6, 6));
  const auto why = [&](const char* target) {
    const auto verdict = t.judge(std::string(R"({"do":"melee","unit":"A1","target":")") + target + "\"}");
    return verdict.allowed() ? "" : verdict.reasons.front().rule;
  };
  CHECK(why("BC").empty());
  CHECK(why("BD") == "BB-MEL-03");
  t.state.units.at({"B1"}).square = at(4, 6);  // a unit in a front square: the camp binds nobody
  CHECK(why("B1").empty());
  CHECK(why("BC").empty());
  CHECK(why("BD").empty());
  t.state.units.at({"B1"}).square = at(5, 6);  // it guards the camp ahead, and binds itself
  CHECK(why("BD") == "BB-MEL-03");
  CHECK(why("B1").empty());
  t.state.units.at({"B1"}).square = at(11, 11);
  t.state.camps.at({"BC"}).sacked = true;
  CHECK(why("BD").empty());
  t.state.camps.at({"BC"}).sacked = false;
  t.state.camps.at({"BC"}).side = Side::A;  // its own camp is no target
  CHECK(why("BD").empty());
  t.state.camps.at({"BC"}).side = Side::B;
  t.state.map.edges.push_back({.a = at(5, 5), .b = at(5, 6), .impassable = true});
  CHECK(why("BD").empty());  // a camp behind a wall cannot be attacked from here
}

TEST_CASE("a camp with a morale figure takes that many commitment dice more", "[bb][BB-AMB-54]") {
  for (const int front : {0, 2}) {
    TestTable t;
    t.leader("AL", at(0, 0), 3);
    t.leader("BL", at(11, 11), 3);
    t.add("A1", "hoplite", at(5, 5), Facing::N);
    t.camp("BC", at(5, 6)).front = front;
    CHECK(t.judge(R"({"do":"melee","unit":"A1","target":"BC"})").reasons.front().value == 1.0 + front);
    REQUIRE(t.say(R"({"do":"melee","unit":"A1","target":"BC"})"));
    CHECK(t.dice_asked() == 1 + front);
    REQUIRE(t.dice(std::vector<int>(static_cast<std::size_t>(1 + front), 3)));
    CHECK(t.waiting() == "melee_attack");
  }
}

TEST_CASE("a disrupted unit may form a shield wall, as it may join those that move", "[bb][BB-SW-02][BB-FORM-08]") {
  TestTable t;
  t.leader("AL", at(5, 5));
  t.state.army(Side::A).walls_allowed = true;
  t.add("A1", "hoplite", at(5, 5), Facing::N);
  t.disrupted("A2", "hoplite", at(6, 5), Facing::N);
  REQUIRE(t.say(R"({"do":"form_shield_wall","units":["A1","A2"]})"));
  CHECK(t.unit("A1").wall);
  CHECK(t.unit("A2").wall);
  CHECK(t.unit("A2").disrupted);
}

}  // namespace camp_and_wall_tests
