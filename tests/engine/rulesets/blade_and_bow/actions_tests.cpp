#include "engine/rulesets/blade_and_bow/topics/command.hpp"

#include <utility>

#include "engine/rulesets/blade_and_bow/show/viewing.hpp"
#include "engine/rulesets/blade_and_bow/topics/morale.hpp"
#include "tests/engine/rulesets/blade_and_bow/table.hpp"
#include "tests/support/catch.hpp"

namespace actions_tests {

using namespace polemarch;
using namespace polemarch::blade_and_bow;

namespace {
engine::Verdict formed(const TestTable& t, const std::vector<UnitId>& units, ActionKind kind = ActionKind::Move, const char* leader = "") {
  return formation_of(t.state, Side::A, units, {leader}, kind).verdict;
}
}  // namespace

TEST_CASE("one impulse may rally a formation, move it and fight", "[bb][BB-EX-03][BB-ACT-02][BB-ACT-04][BB-ACT-05][BB-ACT-09]") {
  TestTable t;
  t.leader("AL", at(5, 2));
  t.disrupted("A1", "spears", at(5, 2), Facing::N);
  t.add("A2", "spears", at(6, 2), Facing::N);
  t.add("B1", "axemen", at(5, 4), Facing::W);
  REQUIRE(t.say(R"({"do":"rally","units":["A1","A2"]})"));
  CHECK(t.state.turn.actions == 2);
  CHECK_FALSE(t.unit("A1").disrupted);
  REQUIRE(t.say(R"({"do":"move","unit":"A1","path":["advance"]})"));
  CHECK(t.state.turn.actions == 1);
  REQUIRE(t.say(R"({"do":"melee","unit":"A1","target":"B1"})"));
  CHECK(t.state.turn.actions == 0);
  TestTable order;  // fighting first is as good
  order.leader("AL", at(5, 2));
  order.add("A1", "spears", at(5, 3), Facing::N);
  order.disrupted("A2", "spears", at(6, 2), Facing::N);
  order.add("B1", "axemen", at(5, 4), Facing::N);
  for (const char* command :
       {R"({"do":"melee","unit":"A1","target":"B1"})", R"({"do":"move","unit":"A1","path":["left"]})", R"({"do":"rally","unit":"A2"})"})
    CHECK(order.judge(command).allowed());
}

TEST_CASE("a unit may be moved again and again in one impulse", "[bb][BB-ACT-10][BB-ACT-11]") {
  TestTable t;
  t.leader("AL", at(2, 2));
  t.add("A1", "spears", at(2, 2), Facing::N);
  REQUIRE(t.say(R"({"do":"move","unit":"A1","path":["advance","advance","advance"]})"));
  REQUIRE(t.say(R"({"do":"move","unit":"A1","path":["advance","advance","advance"]})"));  // six points anew
  CHECK(t.unit("A1").square == at(2, 8));
  CHECK(t.state.turn.actions == 1);
}

TEST_CASE("a leader moved on his own costs an action, one carried by his unit none", "[bb][BB-ACT-12][BB-ACT-13]") {
  TestTable t;
  t.leader("AL", at(2, 2));
  t.leader("AM", at(2, 2), 2, 4, 2);
  t.add("A1", "spears", at(2, 2), Facing::N);
  REQUIRE(t.say(R"({"do":"move","unit":"A1","path":["advance"]})"));
  CHECK(t.state.leaders.at({"AL"}).square == at(2, 3));
  CHECK(t.state.leaders.at({"AM"}).square == at(2, 3));
  CHECK(t.state.turn.actions == 2);  // the unit's own
  REQUIRE(t.say(R"({"do":"move_leader","leader":"AL","to":"C5"})"));
  CHECK(t.state.turn.actions == 1);
  REQUIRE(t.say(R"({"do":"move_leader","leader":"AM","to":"C3"})"));
  CHECK(t.state.turn.active == Side::B);  // that was the third action
}

TEST_CASE("every action costs one, passing too, and with none left the other side's impulse begins",
          "[bb][BB-ACT-01][BB-ACT-08][BB-SEQ-12][BB-SEQ-17]") {
  TestTable t;
  t.leader("AL", at(2, 2));
  t.leader("BL", at(11, 11));
  t.add("A1", "spears", at(2, 2), Facing::N);
  t.add("B1", "spears", at(11, 11), Facing::N);
  for (const int left : {2, 1}) {
    CHECK(t.judge(R"({"by":"B","do":"pass"})").reasons.front().rule == "BB-SEQ-17");
    REQUIRE(t.say(R"({"do":"pass"})"));
    CHECK(t.state.turn.actions == left);
  }
  REQUIRE(t.say(R"({"do":"pass"})"));
  CHECK(t.waiting() == "draw_actions");
  CHECK(t.state.turn.active == Side::B);
  CHECK(t.wait().chance->lowest == 1);  // the card says one to three
  CHECK(t.wait().chance->highest == 3);
  TestTable none;
  none.add("A1", "spears", at(2, 2), Facing::N);
  none.turn_of(Side::A, 0);
  const engine::Reason why = none.judge(R"({"by":"A","do":"move","unit":"A1","path":["advance"]})").reasons.front();
  CHECK(why.rule == "BB-ACT-01");
  CHECK_FALSE(why.value);  // "no actions left (1 action)" would say two things
  none.turn_of(Side::A, 4);
  CHECK(Rules::broken_invariant(none.state).has_value());
}

TEST_CASE("a formation is one chain within a leader's range",
          "[bb][BB-FORM-01][BB-FORM-02][BB-FORM-03][BB-FORM-04][BB-FORM-09][BB-FORM-10][BB-FORM-16][BB-UNIT-04]") {
  TestTable t;
  t.leader("AL", at(0, 0), 3, 9);
  t.add("A1", "spears", at(1, 1), Facing::N);
  t.add("A2", "spears", at(3, 1), Facing::N);  // one square between
  t.add("A3", "spears", at(4, 1), Facing::N);
  CHECK(formed(t, {{"A1"}, {"A2"}, {"A3"}}).allowed());
  CHECK(formed(t, {{"A1"}, {"A3"}}).reasons.front().rule == "BB-FORM-03");
  t.state.units.at({"A3"}).square = at(4, 2);  // 2 * 4 + 2 = 10 points
  const auto far = formed(t, {{"A1"}, {"A2"}, {"A3"}});
  CHECK(far.reasons.front().rule == "BB-FORM-04");
  CHECK(far.reasons.front().value == 10.0);
  CHECK(far.reasons.front().limit == 9.0);
  t.state.units.at({"A3"}).square = at(3, 3);  // 9 points
  CHECK(formed(t, {{"A2"}, {"A3"}}).allowed());
  t.state.units.at({"A3"}).square = at(11, 11);
  CHECK(formed(t, {{"A3"}}).allowed());  // alone anywhere
  // A formation regroups for each action.
  REQUIRE(t.say(R"({"do":"move","moves":[{"unit":"A1","path":["advance"]},{"unit":"A2","path":["advance"]}]})"));
  CHECK(t.state.turn.actions == 2);
  REQUIRE(t.say(R"({"do":"move","unit":"A3","path":["left"]})"));
  CHECK(t.unit("A1").square == at(1, 2));
  CHECK(t.unit("A2").square == at(3, 2));
}

TEST_CASE("an enemy between breaks the link only when he holds every square between", "[bb][BB-FORM-03][BB-AMB-11]") {
  TestTable t;
  t.leader("AL", at(5, 5));
  t.add("A1", "spears", at(4, 5), Facing::N);
  t.add("A2", "spears", at(6, 7), Facing::N);
  CHECK(formed(t, {{"A1"}, {"A2"}}).allowed());
  t.add("B1", "spears", at(5, 6), Facing::N);  // the only square next to both
  CHECK_FALSE(formed(t, {{"A1"}, {"A2"}}).allowed());
  t.state.units.at({"A2"}).square = at(6, 5);
  CHECK(formed(t, {{"A1"}, {"A2"}}).allowed());
}

TEST_CASE("disrupted units may join to move or rally, not to shoot or attack",
          "[bb][BB-FORM-05][BB-FORM-06][BB-FORM-07][BB-FORM-08][BB-MEL-02][BB-DIS-04]") {
  TestTable t;
  t.leader("AL", at(5, 5));
  t.add("A1", "archers", at(4, 5), Facing::N);
  t.disrupted("A2", "archers", at(5, 5), Facing::N);
  CHECK(formed(t, {{"A1"}, {"A2"}}, ActionKind::Move).allowed());
  CHECK(formed(t, {{"A1"}, {"A2"}}, ActionKind::Rally).allowed());
  CHECK(formed(t, {{"A1"}, {"A2"}}, ActionKind::Melee).reasons.front().rule == "BB-FORM-06");
  CHECK(formed(t, {{"A1"}, {"A2"}}, ActionKind::Shoot).reasons.front().rule == "BB-FORM-07");
  t.add("B1", "spears", at(5, 6), Facing::N);
  CHECK_FALSE(t.judge(R"({"do":"melee","unit":"A2","target":"B1"})").allowed());
}

TEST_CASE("command range runs through everything", "[bb][BB-FORM-11][BB-FORM-12][BB-FORM-15]") {
  TestTable t;
  t.leader("AL", at(5, 1), 3, 4);
  t.add("A1", "spears", at(5, 3), Facing::N);
  t.add("A2", "spears", at(6, 2), Facing::N);
  t.add("B1", "spears", at(5, 2), Facing::S);
  t.state.map.terrain[at(5, 2)] = "marsh";
  t.state.map.terrain[at(5, 3)] = "cliff";
  CHECK(formed(t, {{"A1"}, {"A2"}}).allowed());
}

TEST_CASE("only the senior leader of a square activates, absent and dead ones never",
          "[bb][BB-FORM-13][BB-FORM-14][BB-FORM-17][BB-LDR-16][BB-LDR-35]") {
  TestTable t;
  t.leader("AL", at(5, 5), 3, 2);
  t.leader("AM", at(5, 5), 2, 9, 2);
  t.add("A1", "spears", at(5, 5), Facing::N);
  t.add("A2", "spears", at(6, 6), Facing::N);
  CHECK(formed(t, {{"A1"}, {"A2"}}).reasons.front().rule == "BB-FORM-04");
  CHECK(formed(t, {{"A1"}, {"A2"}}, ActionKind::Move, "AM").reasons.front().rule == "BB-FORM-13");
  t.state.leaders.at({"AL"}).box = Where::Routed;
  CHECK(formed(t, {{"A1"}, {"A2"}}).allowed());
  CHECK(formed(t, {{"A1"}, {"A2"}}, ActionKind::Move, "AL").reasons.front().rule == "BB-FORM-17");
  t.state.leaders.at({"AM"}).box = Where::Track;
  CHECK(formed(t, {{"A1"}, {"A2"}}).reasons.front().rule == "BB-FORM-14");
  t.state.leaders.at({"AM"}).box = t.state.leaders.at({"AL"}).box = Where::Eliminated;
  CHECK(formed(t, {{"A1"}, {"A2"}}).reasons.front().rule == "BB-FORM-14");
  CHECK(formed(t, {{"A1"}}).allowed());
}

TEST_CASE("the leader of the lowest rank commands: his value is the army's morale and, with one more, its hand",
          "[bb][BB-UNIT-02][BB-UNIT-03][BB-UNIT-05][BB-CARD-05]") {
  TestTable t;
  t.leader("AM", at(6, 5), 2, 4, 2);
  t.leader("AL", at(5, 5), 3, 6, 1);
  CHECK(commander(t.state, Side::A)->id == UnitId{"AL"});
  CHECK(army_value(t.state, Side::A) == 3);
  CHECK(hand_size(t.state, Side::A) == 4);
  std::swap(t.state.leaders.at({"AM"}).rank, t.state.leaders.at({"AL"}).rank);
  CHECK(army_value(t.state, Side::A) == 2);
  CHECK(hand_size(t.state, Side::A) == 3);
}

TEST_CASE("a check takes the commander's value, whoever leads the unit", "[bb][BB-MOR-05][BB-MOR-12]") {
  TestTable t;
  t.leader("AL", at(11, 11), 2, 6, 1);
  t.leader("AM", at(5, 5), 4, 4, 2);
  t.add("A1", "hoplite", at(5, 5), Facing::N, 1);
  CHECK(plain_check(t.state, t.unit("A1")).value == 2);
  t.state.leaders.at({"AL"}).box = Where::Track;  // out of force: the next one's value, at once
  CHECK(plain_check(t.state, t.unit("A1")).value == 4);
}

TEST_CASE("the next senior leader stands in for a commander killed, routed or captured, until he is back",
          "[bb][BB-MOR-10][BB-LDR-04][BB-LDR-36][BB-AMB-92]") {
  for (const Where away : {Where::Eliminated, Where::Routed, Where::Track}) {
    TestTable t;
    t.leader("AL", at(5, 5), 3, 6, 1);
    t.leader("AM", at(6, 5), 2, 4, 2);
    t.state.leaders.at({"AL"}).box = away;
    CHECK(commander(t.state, Side::A)->id == UnitId{"AM"});
    CHECK(army_value(t.state, Side::A) == 2);
    CHECK(impulses_due(t.state, Side::A) == (away == Where::Eliminated ? 2 : 3));  // only the dead are lost
    t.state.leaders.at({"AL"}).box = Where::Map;
    CHECK(commander(t.state, Side::A)->id == UnitId{"AL"});
  }
}

TEST_CASE("with no living leader morale and hand are one, living ones off the map still lend their value", "[bb][BB-CARD-08][BB-AMB-16]") {
  TestTable t;
  t.leader("AL", at(5, 5), 3, 6, 1).box = Where::Routed;
  t.leader("AM", at(6, 5), 2, 4, 2).box = Where::Track;
  CHECK(army_value(t.state, Side::A) == 3);
  CHECK(hand_size(t.state, Side::A) == 4);
  t.state.leaders.at({"AL"}).box = t.state.leaders.at({"AM"}).box = Where::Eliminated;
  CHECK(army_value(t.state, Side::A) == 1);
  CHECK(hand_size(t.state, Side::A) == 1);
}

TEST_CASE("leaders go where friends are, but not into strong zones or among enemies",
          "[bb][BB-LDR-05][BB-LDR-06][BB-LDR-07][BB-LDR-08][BB-LDR-09][BB-LDR-32][BB-EZ-19][BB-MOV-19]") {
  TestTable t;
  t.leader("AL", at(0, 0));
  t.add("A1", "spears", at(0, 0), Facing::N);
  t.add("A2", "spears", at(10, 8), Facing::N);
  t.add("B1", "spears", at(10, 10), Facing::S);
  const auto go = [&](const char* to) { return t.judge(std::string(R"({"do":"move_leader","leader":"AL","to":")") + to + "\"}"); };
  CHECK(go("K9").allowed());   // far away, with a friend
  CHECK(go("J9").allowed());   // next to one
  CHECK(go("J10").allowed());  // a weak enemy zone
  CHECK(go("K10").reasons.front().rule == "BB-LDR-08");
  CHECK(go("K11").reasons.front().rule == "BB-LDR-32");
  CHECK(go("F6").reasons.front().rule == "BB-LDR-07");
  t.state.map.terrain[at(9, 8)] = "cliff";
  CHECK(go("J9").reasons.front().rule == "BB-LDR-32");
}

TEST_CASE("a leader leaving an enemy zone shakes the unit he leaves", "[bb][BB-LDR-10][BB-LDR-11][BB-LDR-12][BB-AMB-90]") {
  TestTable t;
  t.leader("AL", at(5, 5));
  t.add("A1", "hoplite", at(5, 5), Facing::N, 1);
  t.add("A2", "spears", at(2, 2), Facing::N);
  t.add("B1", "spears", at(6, 6), Facing::S);  // a weak zone over (5,5)
  REQUIRE(t.say(R"({"do":"move_leader","leader":"AL","to":"C3"})"));
  REQUIRE(t.waiting() == "leader_leaves");
  CHECK(t.dice_asked() == 1);
  REQUIRE(t.dice({4}));
  CHECK(t.unit("A1").disrupted);
  CHECK(t.state.leaders.at({"AL"}).square == at(2, 2));
  // Disrupted: one loss; without ranks a rout check, in which he is no help any more.
  t.turn_of(Side::A);
  t.state.leaders.at({"AL"}).square = at(5, 5);
  REQUIRE(t.say(R"({"do":"move_leader","leader":"AL","to":"C3"})"));
  REQUIRE(t.dice({4}));
  CHECK(t.unit("A1").ranks.value == 0);
  CHECK(t.state.army(Side::A).losses == 1);
  t.turn_of(Side::A);
  t.state.leaders.at({"AL"}).square = at(5, 5);
  REQUIRE(t.say(R"({"do":"move_leader","leader":"AL","to":"C3"})"));
  REQUIRE(t.dice({5}));
  REQUIRE(t.waiting() == "rout_dice");
  REQUIRE(t.dice({4}));
  CHECK(t.unit("A1").box == Where::Routed);
  // Out of a zone nobody is shaken.
  t.turn_of(Side::A);
  REQUIRE(t.say(R"({"do":"move_leader","leader":"AL","to":"C4"})"));
  CHECK(t.waiting().empty());
}

TEST_CASE("of two leaders the one who stays spares the unit its rout check", "[bb][BB-LDR-12][BB-LDR-22][BB-ADV-09][BB-AMB-90]") {
  for (const bool stays : {true, false}) {
    TestTable t;
    t.leader("AL", at(5, 5));
    t.leader("AM", stays ? at(5, 5) : at(5, 4), 2, 4, 2);  // beside it he is no help
    t.disrupted("A1", "spears", at(5, 5), Facing::N);
    t.add("A2", "spears", at(2, 2), Facing::N);
    t.add("B1", "spears", at(6, 6), Facing::S);
    REQUIRE(t.say(R"({"do":"move_leader","leader":"AL","to":"C3"})"));
    REQUIRE(t.dice({6}));
    CHECK((t.waiting() == "rout_dice") == !stays);
    CHECK(t.happened("leader_held") == stays);
    CHECK(t.unit("A1").on_map());
  }
}

TEST_CASE("a leader goes with his unit, and the junior of a square waits for the senior", "[bb][BB-LDR-02][BB-AMB-28]") {
  TestTable t;
  t.leader("AL", at(5, 5));
  t.leader("AM", at(5, 5), 2, 4, 2);
  t.add("A1", "spears", at(5, 5), Facing::N);
  t.add("A2", "spears", at(8, 8), Facing::N);
  CHECK(t.judge(R"({"do":"move_leader","leader":"AM","to":"I9"})").reasons.front().rule == "BB-LDR-35");
  REQUIRE(t.say(R"({"do":"move","unit":"A1","path":["advance"]})"));
  CHECK(t.state.leaders.at({"AL"}).square == at(5, 6));
  CHECK(t.state.leaders.at({"AM"}).square == at(5, 6));
}

TEST_CASE("an enemy entering a lone leader's square checks and takes him", "[bb][BB-LDR-19][BB-LDR-21][BB-LDR-31]") {
  TestTable t;
  t.leader("BL", at(5, 4), 3);
  t.add("A1", "spears", at(5, 2), Facing::N);
  REQUIRE(t.say(R"({"do":"move","unit":"A1","path":["advance","advance","advance"]})"));  // it need not stop for him
  CHECK(t.unit("A1").square == at(5, 5));
  REQUIRE(t.waiting() == "casualty_first");
  REQUIRE(t.dice({6}));
  REQUIRE(t.waiting() == "casualty_second");
  REQUIRE(t.dice({4}));
  CHECK(t.state.leaders.at({"BL"}).box == Where::Track);
  CHECK(t.state.leaders.at({"BL"}).return_turn == 3);
  CHECK(impulses_due(t.state, Side::B) == 3);
  // Killed: lost for good.
  TestTable killed;
  killed.leader("BL", at(5, 4), 3);
  killed.add("A1", "spears", at(5, 3), Facing::N);
  REQUIRE(killed.say(R"({"do":"move","unit":"A1","path":["advance"]})"));
  REQUIRE(killed.dice({6}));
  REQUIRE(killed.dice({3}));
  CHECK(killed.state.leaders.at({"BL"}).box == Where::Eliminated);
  CHECK(impulses_due(killed.state, Side::B) == 2);
}

TEST_CASE("a unit alone rallies without a roll, in a strong enemy zone as well", "[bb][BB-RAL-01][BB-RAL-11][BB-DIS-08][BB-AMB-67]") {
  TestTable t;
  t.leader("AL", at(0, 0), 3, 9);
  t.disrupted("A1", "spears", at(7, 5), Facing::N);
  t.add("B1", "spears", at(7, 6), Facing::S);  // strong over (7,5)
  REQUIRE(t.say(R"({"do":"pass"})"));
  CHECK(t.unit("A1").disrupted);  // nothing but a rally brings order back
  REQUIRE(t.say(R"({"do":"rally","unit":"A1","facing":"W"})"));
  CHECK(t.waiting().empty());
  CHECK_FALSE(t.unit("A1").disrupted);
  CHECK(t.unit("A1").facing == Facing::W);
}

TEST_CASE("in a rallying formation the unit with the leader needs no die, the others one each, failing costs nothing",
          "[bb][BB-RAL-02][BB-RAL-03][BB-RAL-09][BB-RAL-10][BB-LDR-27]") {
  TestTable t;
  t.leader("AL", at(5, 5), 3, 9);
  t.disrupted("A1", "spears", at(5, 5), Facing::N);
  t.disrupted("A2", "spears", at(7, 5), Facing::N);
  t.disrupted("A3", "hoplite", at(8, 5), Facing::N, 1);
  t.add("A4", "spears", at(9, 5), Facing::N);
  REQUIRE(t.say(R"({"do":"rally","units":["A1","A2","A3","A4"]})"));
  CHECK_FALSE(t.unit("A1").disrupted);
  REQUIRE(t.waiting() == "roll_rally");
  CHECK(t.dice_asked() == 2);
  const auto pending = Showing::pending(t.state, t.wait());
  REQUIRE(pending);
  CHECK(pending->throwers == std::vector<UnitId>{{"A2"}, {"A3"}});
  REQUIRE(t.dice({3, 4}));
  CHECK_FALSE(t.unit("A2").disrupted);
  CHECK(t.unit("A3").disrupted);
  CHECK(t.unit("A3").on_map());
  CHECK(t.unit("A3").ranks.value == 1);
  CHECK_FALSE(t.unit("A4").disrupted);
  REQUIRE(t.say(R"({"do":"rally","units":["A2","A3"]})"));  // another action, another try
  REQUIRE(t.dice({1}));
  CHECK_FALSE(t.unit("A3").disrupted);
}

TEST_CASE("a rallied unit may face any way until the next action, in a strong zone too", "[bb][BB-RAL-08][BB-RAL-12]") {
  TestTable t;
  t.leader("AL", at(5, 5), 3, 9);
  t.disrupted("A2", "spears", at(7, 5), Facing::N);
  t.disrupted("A3", "spears", at(8, 5), Facing::N);
  t.add("B1", "spears", at(7, 6), Facing::S);  // strong over (7,5), weak over (8,5)
  REQUIRE(t.say(R"({"do":"rally","units":["A2","A3"]})"));
  REQUIRE(t.dice({2, 4}));  // 2 + 1 passes, 4 + 1 fails
  CHECK(t.judge(R"({"do":"face","unit":"A2","facing":"S"})").allowed());
  CHECK_FALSE(t.judge(R"({"do":"face","unit":"A3","facing":"S"})").allowed());
  REQUIRE(t.say(R"({"do":"face","unit":"A2","facing":"SW"})"));
  CHECK(t.unit("A2").facing == Facing::SW);
  REQUIRE(t.say(R"({"do":"rally","unit":"A3"})"));
  CHECK_FALSE(t.judge(R"({"do":"face","unit":"A2","facing":"N"})").allowed());  // too late now
}

TEST_CASE("melee markers go with any action in which the unit did not fight", "[bb][BB-COM-18][BB-AMB-79]") {
  for (const char* other_action :
       {R"({"do":"pass"})", R"({"do":"move","unit":"A2","path":["left"]})", R"({"do":"move_leader","leader":"AL","to":"F6"})"}) {
    TestTable t;
    t.leader("AL", at(2, 2));
    t.add("A1", "spears", at(5, 5), Facing::N).melee_marker = true;
    t.add("A2", "spears", at(2, 2), Facing::N);
    REQUIRE(t.say(other_action));
    CHECK_FALSE(t.unit("A1").melee_marker);
  }
}

}  // namespace actions_tests
