#include "engine/rulesets/blade_and_bow/topics/command.hpp"
#include "engine/rulesets/blade_and_bow/topics/melee.hpp"
#include "engine/rulesets/blade_and_bow/topics/recoil.hpp"
#include "tests/engine/rulesets/blade_and_bow/melee_table.hpp"
#include "tests/support/catch.hpp"

namespace continuation_tests {

using namespace polemarch;
using namespace polemarch::blade_and_bow;

namespace {
/// Cavalry before a disrupted peltast; after its first attack the peltast is driven back and the cavalry may go on.
TestTable pursuit(const char* attacker, bool with_leader = false) {
  TestTable t = duel(attacker, "peltast");
  if (with_leader) t.leader("AM", at(5, 5), 3, 6, 2);
  t.state.units.at({"B1"}).disrupted = true;
  REQUIRE(t.say(kMelee));
  fight(t, {1}, {});
  if (with_leader) REQUIRE(t.choose("yes"));  // advance
  return t;
}
}  // namespace

TEST_CASE("cavalry that drove its target back and advanced may attack again, as long as it passes and the target recoils",
          "[bb][BB-DX-29][BB-CAV-01][BB-CAV-04]") {
  TestTable t = pursuit("heavy_cavalry");
  for (int again = 0; again < 2; ++again) {
    REQUIRE(t.waiting() == "continue_attack");
    REQUIRE(t.choose("yes"));
    REQUIRE(t.waiting() == "commit_roll");
    REQUIRE(t.dice({3}));
    fight(t, {1}, {});
    CHECK(t.unit("A1").square == at(5, 7 + again));
    CHECK_FALSE(t.unit("A1").disrupted);
  }
  REQUIRE(t.choose("yes"));
  REQUIRE(t.dice({3}));
  fight(t, {4}, {});  // it holds: no more
  CHECK(t.waiting().empty());
  CHECK(t.unit("A1").square == at(5, 8));
}

TEST_CASE("a failed continuation check does not stop the attack, but disrupts the cavalry after it", "[bb][BB-CAV-03][BB-CAV-11]") {
  TestTable t = pursuit("heavy_cavalry");
  REQUIRE(t.choose("yes"));
  REQUIRE(t.dice({4}));
  CHECK_FALSE(t.unit("A1").disrupted);
  CHECK(t.waiting() == "melee_attack");
  fight(t, {1}, {});
  CHECK(t.unit("A1").square == at(5, 7));
  CHECK(t.unit("A1").disrupted);
  CHECK(t.waiting().empty());
}

TEST_CASE("a leader with the cavalry neither passes the continuation check for it nor helps it",
          "[bb][BB-CAV-06][BB-LDR-29][BB-COM-25][BB-AMB-64]") {
  TestTable t = pursuit("heavy_cavalry", true);
  t.leader("AN", at(6, 6), 3, 6, 3);  // one beside it helps as little
  REQUIRE(t.choose("yes"));
  REQUIRE(t.waiting() == "commit_roll");
  CHECK(t.dice_asked() == 1);
  REQUIRE(t.dice({4}));
  fight(t, {1}, {});
  REQUIRE(t.choose("yes"));
  CHECK(t.unit("A1").disrupted);
}

TEST_CASE("nobody has to go on", "[bb][BB-CAV-02]") {
  TestTable t = pursuit("light_cavalry");
  REQUIRE(t.waiting() == "continue_attack");
  REQUIRE(t.choose("no"));
  CHECK(t.waiting().empty());
  CHECK_FALSE(t.unit("A1").disrupted);
}

TEST_CASE("cavalry of any size goes on, infantry never", "[bb][BB-CAV-10]") {
  CHECK(pursuit("light_cavalry").waiting() == "continue_attack");
  CHECK(pursuit("heavy_cavalry").waiting() == "continue_attack");
  CHECK(pursuit("axemen").waiting().empty());
  CHECK(pursuit("psiloi").waiting().empty());
}

TEST_CASE("only the cavalry that advanced goes on: supports have no part in it", "[bb][BB-CAV-09]") {
  TestTable t = duel("heavy_cavalry", "peltast");
  t.add("A2", "heavy_cavalry", at(6, 5), Facing::NW);
  t.leader("AM", at(6, 5), 2, 9, 2);
  t.state.units.at({"B1"}).disrupted = true;
  REQUIRE(t.say(R"({"do":"melee","units":["A1","A2"],"target":"B1"})"));
  fight(t, {1}, {});
  REQUIRE(t.waiting() == "continue_attack");
  REQUIRE(t.choose("yes"));
  REQUIRE(t.dice({1}));
  CHECK(t.state.fight->attackers == std::vector<UnitId>{{"A1"}});
  CHECK(t.dice_asked() == 4);  // its own three and one for the rear
  CHECK(t.unit("A2").square == at(6, 5));
}

TEST_CASE("cavalry that chases its target off the map goes to the rallied units with its leader",
          "[bb][BB-CAV-05][BB-CAV-07][BB-AMB-65][BB-AMB-105]") {
  TestTable t = duel_by_the_edge("heavy_cavalry", "peltast", 8);
  t.leader("AM", at(5, 5), 3, 6, 2);
  REQUIRE(t.say(kMelee));
  fight(t, {1}, {});
  REQUIRE(t.choose("yes"));
  REQUIRE(t.choose("yes"));
  REQUIRE(t.dice({1}));
  fight(t, {1}, {});
  CHECK(t.unit("B1").box == Where::Eliminated);
  CHECK(t.state.army(Side::B).losses == 1);
  CHECK(t.unit("A1").box == Where::Rallied);
  CHECK(t.state.leaders.at({"AM"}).box == Where::Rallied);
  CHECK(t.state.agenda.owed.back().unit == UnitId{"AM"});
  CHECK(t.state.agenda.owed.back().removed);
}

TEST_CASE("cavalry that chased off the map and finds no place in rout management goes to the routed units", "[bb][BB-CAV-08]") {
  TestTable t = duel_by_the_edge("heavy_cavalry", "peltast", 8);
  REQUIRE(t.say(kMelee));
  fight(t, {1}, {});
  REQUIRE(t.choose("yes"));
  REQUIRE(t.dice({1}));
  fight(t, {1}, {});
  REQUIRE(t.unit("A1").box == Where::Rallied);
  t.state.leaders.at({"AL"}).range = 0;  // its square is taken by A0, and there is no camp
  t.state.armies[0].impulses = t.state.armies[1].impulses = 0;
  t.state.turn.actions = 1;
  REQUIRE(t.say(R"({"do":"pass"})"));
  CHECK(t.unit("A1").box == Where::Routed);
  REQUIRE(t.waiting() == "roll_management");
  CHECK(t.dice_asked() == 1);
  TestTable room = duel("heavy_cavalry", "peltast");  // with a place it comes back on the map
  room.state.units.at({"A1"}).box = Where::Rallied;
  room.state.armies[0].impulses = room.state.armies[1].impulses = 0;
  room.state.turn.actions = 1;
  REQUIRE(room.say(R"({"do":"pass"})"));
  REQUIRE(room.waiting() == "return_unit");
}

TEST_CASE("ranks and units lost add to the losses", "[bb][BB-RANK-05][BB-RANK-06][BB-RANK-08][BB-RANK-09][BB-RANK-10][BB-DIS-02]") {
  TestTable t = duel("hoplite", "hoplite", 3, 1);
  REQUIRE(t.say(kMelee));
  fight(t, {1, 1, 4, 4, 4, 4}, {});
  CHECK(t.unit("B1").ranks.value == 0);
  CHECK(t.unit("B1").has_ranks());
  CHECK(t.state.army(Side::B).losses == 1);
  CHECK(t.unit("B1").profile().movement == 8);  // the reverse side's
  t.turn_of(Side::B, 1);
  REQUIRE(t.say(R"({"do":"rally","unit":"B1"})"));
  CHECK(t.unit("B1").ranks.value == 0);  // rally gives back order, not ranks
}

TEST_CASE("owed placements follow what results do, and a new one replaces the old", "[bb]") {
  TestTable t = duel("spears", "axemen");
  t.state.units.at({"B1"}).disrupted = true;
  REQUIRE(t.say(kMelee));
  fight(t, {1, 4}, {});
  REQUIRE(t.state.agenda.owed.size() == 2);
  CHECK(t.state.agenda.owed[0].unit == UnitId{"B1"});
  CHECK(t.state.agenda.owed[0].poses.front() == pose_in(t.state.map, at(5, 7), Facing::N));
  CHECK(t.state.agenda.owed[1].unit == UnitId{"A1"});
  CHECK_FALSE(t.judge(R"({"do":"place","unit":"B1","poses":[{"base":"B1.1","x_mm":20,"y_mm":20,"heading_deg":90}]})").allowed());
  CHECK(t.judge(R"({"do":"place","unit":"B1","poses":[{"base":"B1.1","x_mm":225,"y_mm":310,"heading_deg":270}]})").reasons.front().rule ==
        "BB-POS-01");
  REQUIRE(t.say(R"({"do":"place","unit":"B1","poses":[{"base":"B1.1","x_mm":225,"y_mm":310,"heading_deg":85}]})"));
  CHECK(t.state.agenda.owed.size() == 1);
  REQUIRE(t.say(R"({"do":"place","unit":"A1"})"));
  CHECK(t.state.agenda.owed.empty());
}

}  // namespace continuation_tests
