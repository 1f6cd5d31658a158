#include "engine/rulesets/blade_and_bow/topics/movement.hpp"

#include <algorithm>

#include "engine/rulesets/blade_and_bow/topics/planning.hpp"
#include "tests/engine/rulesets/blade_and_bow/table.hpp"
#include "tests/support/catch.hpp"

namespace movement_tests {

using namespace polemarch;
using namespace polemarch::blade_and_bow;

TEST_CASE("heavy cavalry of the first movement example spends all fifteen points",
          "[bb][BB-EX-04][BB-MOV-01][BB-MOV-05][BB-MOV-06][BB-MOV-07][BB-UNIT-08][BB-DIST-03]") {
  TestTable t;
  t.add("A1", "heavy_cavalry", at(2, 2), Facing::N);
  t.state.map.edges.push_back({.a = at(6, 3), .b = at(6, 4), .halts = true});
  REQUIRE(t.say(move("A1", R"("right","right","advance","advance","advance","left","advance","left","advance")")));
  CHECK(t.unit("A1").square == at(6, 4));
  CHECK(t.unit("A1").facing == Facing::N);
  CHECK(t.verdict.reasons.front().value == 15.0);
  CHECK(t.verdict.reasons.front().limit == 15.0);
  CHECK(t.state.turn.actions == 2);
}

TEST_CASE("light cavalry passes a peltast freely and stops at the slope with points left",
          "[bb][BB-EX-05][BB-INT-01][BB-MOV-17][BB-TER-03][BB-MOV-26]") {
  TestTable t;
  t.state.map.columns = 16;
  t.add("A1", "light_cavalry", at(10, 2), Facing::NE);
  t.add("A2", "peltast", at(11, 3), Facing::N);
  t.state.map.edges.push_back({.a = at(12, 4), .b = at(13, 5), .halts = true});
  CHECK(t.judge(move("A1", R"("advance","advance","advance","advance")")).reasons.front().rule == "BB-MOV-17");
  REQUIRE(t.say(move("A1", R"("advance","advance","advance")")));
  CHECK(t.unit("A1").square == at(13, 5));
  CHECK_FALSE(t.unit("A1").disrupted);
  CHECK_FALSE(t.unit("A2").disrupted);
  CHECK(t.verdict.reasons.front().value == 9.0);
}

TEST_CASE("a hoplite advancing into a strong zone stops and may not turn", "[bb][BB-EX-06][BB-EZ-01][BB-EZ-02]") {
  TestTable t;
  t.add("B1", "peltast", at(5, 5), Facing::S);
  t.add("A1", "hoplite", at(5, 3), Facing::N);
  const engine::Verdict turning = t.judge(move("A1", R"("advance","left")"));
  CHECK(turning.reasons.front().rule == "BB-EZ-02");
  CHECK(turning.reasons.back().rule == "BB-EZ-01");
  REQUIRE(t.say(move("A1", R"("advance")")));
  CHECK(t.unit("A1").square == at(5, 4));
  CHECK(t.verdict.reasons.front().value == 2.0);
  // Held there in later actions: neither turning nor leaving.
  CHECK(t.judge(move("A1", R"("left")")).reasons.front().rule == "BB-EZ-10");
  CHECK(t.judge(move("A1", R"("reverse")")).reasons.front().rule == "BB-EZ-10");
}

TEST_CASE("a bond of neighbours holds the spears that step into it", "[bb][BB-EX-07][BB-EZ-10][BB-EZ-11][BB-EZ-23][BB-EZ-03]") {
  TestTable t;
  t.add("B1", "peltast", at(5, 5), Facing::S);
  t.add("B2", "light_cavalry", at(6, 5), Facing::SE);
  t.add("A1", "spears", at(6, 3), Facing::N);
  CHECK(t.judge(move("A1", R"("advance","right")")).reasons.front().rule == "BB-EZ-03");
  REQUIRE(t.say(move("A1", R"("advance")")));
  t.state.units.at({"A1"}).facing = Facing::W;  // nothing ahead but free ground
  CHECK(t.judge(move("A1", R"("advance")")).reasons.front().rule == "BB-EZ-11");
  t.state.units.at({"B2"}).disrupted = true;  // the bond is broken: the square is weak again
  CHECK(t.judge(move("A1", R"("advance")")).allowed());
  CHECK(t.judge(move("A1", R"("left")")).allowed());
}

TEST_CASE("psiloi entering a weak zone stop and may turn one step free", "[bb][BB-EX-08][BB-EZ-04][BB-MOV-08][BB-MOV-09][BB-AMB-34]") {
  TestTable t;
  t.add("B1", "peltast", at(5, 5), Facing::S);
  t.add("A1", "psiloi", at(4, 3), Facing::N);
  CHECK_FALSE(t.judge(move("A1", R"("advance","left","left")")).allowed());
  CHECK_FALSE(t.judge(move("A1", R"("advance","advance")")).allowed());
  REQUIRE(t.say(move("A1", R"("advance","left")")));
  CHECK(t.unit("A1").facing == Facing::NW);
  CHECK(t.verdict.reasons.front().value == 2.0);
  // The free turn is there in a strong zone too, on entering only (BB-AMB-34).
  TestTable strong;
  strong.add("B1", "peltast", at(5, 5), Facing::S);
  strong.add("A1", "psiloi", at(5, 3), Facing::N);
  CHECK(strong.say(move("A1", R"("advance","right")")));
  CHECK_FALSE(strong.judge(move("A1", R"("right")")).allowed());
}

TEST_CASE("spears leave a weak zone at no extra cost and stop in the next",
          "[bb][BB-EX-09][BB-EZ-07][BB-EZ-09][BB-EZ-05][BB-EZ-08][BB-AMB-35]") {
  TestTable t;
  t.add("B1", "peltast", at(10, 10), Facing::S);
  t.add("B2", "peltast", at(7, 10), Facing::S);
  t.add("A1", "spears", at(9, 9), Facing::W);
  CHECK(t.judge(move("A1", R"("left")")).allowed());
  CHECK_FALSE(t.judge(move("A1", R"("advance","advance")")).allowed());
  REQUIRE(t.say(move("A1", R"("advance")")));
  CHECK(t.unit("A1").square == at(8, 9));
  CHECK(t.verdict.reasons.front().value == 2.0);
  // From one weak square straight into another of the same enemy.
  TestTable same;
  same.add("B1", "spears", at(5, 5), Facing::E);
  same.add("A1", "spears", at(4, 6), Facing::E);
  same.state.units.at({"B1"}).facing = Facing::N;
  CHECK(same.judge(move("A1", R"("advance")")).allowed());
}

TEST_CASE("turning costs a point a step, ninety degrees two", "[bb][BB-EX-10]") {
  TestTable t;
  t.add("A1", "spears", at(5, 5), Facing::N);
  REQUIRE(t.say(move("A1", R"("right","right")")));
  CHECK(t.verdict.reasons.front().value == 2.0);
  CHECK(t.unit("A1").facing == Facing::E);
}

TEST_CASE("twelve points carry a unit six squares straight or four across corners", "[bb][BB-EX-22][BB-MOV-02]") {
  TestTable t;
  t.add("A1", "light_cavalry", at(0, 0), Facing::N);
  t.state.units.at({"A1"}).type.good.size = Size::Heavy;  // no free turns
  CHECK(t.judge(move("A1", R"("advance","advance","advance","advance","advance","advance")")).allowed());
  const auto seven = t.judge(move("A1", R"("advance","advance","advance","advance","advance","advance","advance")"));
  REQUIRE_FALSE(seven.allowed());
  CHECK(seven.reasons.front().value == 2.0);
  CHECK(seven.reasons.front().limit == 0.0);
  t.state.units.at({"A1"}).facing = Facing::NE;
  CHECK(t.judge(move("A1", R"("advance","advance","advance","advance")")).allowed());
  CHECK_FALSE(t.judge(move("A1", R"("advance","advance","advance","advance","advance")")).allowed());
}

TEST_CASE("a unit goes straight ahead only, and not off the map", "[bb][BB-MOV-04][BB-MOV-25]") {
  TestTable t;
  t.add("A1", "spears", at(0, 0), Facing::W);
  CHECK(t.judge(move("A1", R"("advance")")).reasons.front().rule == "BB-MOV-04");
  // Beside it: two turns and a step, 4 points; behind: reverse and a step.
  t.state.units.at({"A1"}).square = at(5, 5);
  REQUIRE(t.say(R"({"do":"move","unit":"A1","to":"F7"})"));
  CHECK(t.unit("A1").square == at(5, 6));
  CHECK(t.verdict.reasons.front().value == 4.0);
  CHECK(t.unit("A1").facing == Facing::N);
}

TEST_CASE("a light unit has one free turn in each new square, none saved", "[bb][BB-MOV-08][BB-EZ-22]") {
  TestTable t;
  t.add("A1", "psiloi", at(5, 1), Facing::N);
  CHECK(t.judge(move("A1", R"("advance","left")")).reasons.front().value == 2.0);
  CHECK(t.judge(move("A1", R"("advance","left","left")")).reasons.front().value == 3.0);
  CHECK(t.judge(move("A1", R"("advance","advance","left","left")")).reasons.front().value == 5.0);
  CHECK(t.judge(move("A1", R"("left","advance")")).reasons.front().value == 4.0);  // no free turn before the first step
  t.add("B1", "peltast", at(6, 2), Facing::S);                                     // weak zone on (5,1)
  CHECK(t.judge(move("A1", R"("left","advance")")).allowed());
  t.state.units.at({"B1"}).square = at(5, 2);  // strong
  CHECK_FALSE(t.judge(move("A1", R"("left")")).allowed());
}

TEST_CASE("open and flexible units reverse for two points, dense ones must pass a check",
          "[bb][BB-MOV-10][BB-MOV-11][BB-MOV-12][BB-MOV-13][BB-MOV-21][BB-MOV-24][BB-DX-37][BB-EZ-06]") {
  TestTable t;
  t.leader("AL", at(11, 11));
  t.add("A1", "maniple", at(5, 5), Facing::N, 1);
  REQUIRE(t.say(move("A1", R"("reverse")")));
  CHECK(t.unit("A1").facing == Facing::S);
  CHECK(t.waiting().empty());
  t.add("A2", "hoplite", at(2, 2), Facing::N, 1);
  REQUIRE(t.say(move("A2", R"("reverse","advance")")));
  REQUIRE(t.waiting() == "reverse_check");
  REQUIRE(t.dice({3}));
  CHECK(t.unit("A2").facing == Facing::S);
  CHECK(t.unit("A2").square == at(2, 1));  // four points in all
  CHECK_FALSE(t.unit("A2").disrupted);
  t.add("A3", "hoplite", at(8, 2), Facing::N, 1);
  t.turn_of(Side::A, 3);
  REQUIRE(t.say(move("A3", R"("reverse")")));
  REQUIRE(t.dice({4}));
  CHECK(t.unit("A3").facing == Facing::N);
  CHECK(t.unit("A3").disrupted);
  // It goes on with the disrupted allowance (8) less the two points spent, but may not reverse.
  REQUIRE(t.state.action.has_value());
  CHECK(t.judge(move("A3", R"("reverse")")).reasons.front().rule == "BB-MOV-13");
  CHECK(t.judge(move("A3", R"("advance","advance","advance")")).allowed());
  TestTable last = t;
  last.state.turn.actions = 0;
  CHECK(last.refusal(move("A3", R"("advance","advance","advance","advance")")) == "BB-MOV-05");
  REQUIRE(t.say(R"({"do":"end_action"})"));
  CHECK(t.state.turn.actions == 2);
  // Disrupted units wheel about for four points.
  CHECK(t.judge(move("A3", R"("left","left","left","left")")).reasons.front().value == 4.0);
  // A weak zone does not forbid reversing.
  t.add("B1", "peltast", at(6, 6), Facing::S);
  t.state.units.at({"A1"}).facing = Facing::N;
  CHECK(t.judge(move("A1", R"("reverse")")).allowed());
}

TEST_CASE("dense and flexible units may disrupt themselves to go faster, before the first step",
          "[bb][BB-MOV-15][BB-MOV-16][BB-MOV-22][BB-MOV-23][BB-UNIT-15][BB-UNIT-16][BB-AMB-41]") {
  TestTable t;
  t.add("A1", "hoplite", at(5, 1), Facing::N, 1);
  t.add("A2", "spears", at(8, 1), Facing::N);
  CHECK_FALSE(t.judge(move("A1", R"("advance","advance","advance","advance")")).allowed());
  REQUIRE(t.say(R"({"do":"move","unit":"A1","path":["advance","advance","advance","advance"],"disrupt":true})"));
  CHECK(t.unit("A1").square == at(5, 5));
  CHECK(t.unit("A1").disrupted);
  CHECK(t.verdict.reasons.front().limit == 8.0);
  CHECK(t.judge(R"({"do":"move","unit":"A2","path":["advance"],"disrupt":true})").reasons.front().rule == "BB-MOV-22");
  // Not after it has begun; order comes back by a rally only.
  REQUIRE(t.say(R"({"do":"activate","action":"move","units":["A2"]})"));
  REQUIRE(t.say(R"({"do":"end_action"})"));
  t.turn_of(Side::A, 3);
  t.add("A3", "hoplite", at(2, 1), Facing::N, 1);
  REQUIRE(t.say(R"({"do":"activate","action":"move","units":["A3"]})"));
  REQUIRE(t.say(move("A3", R"("advance")")));
  CHECK(t.judge(R"({"do":"move","unit":"A3","path":["advance"],"disrupt":true})").reasons.front().rule == "BB-MOV-23");
  CHECK(t.unit("A1").disrupted);
  REQUIRE(t.say(R"({"do":"end_action"})"));
  REQUIRE(t.say(R"({"do":"rally","unit":"A1"})"));
  CHECK_FALSE(t.unit("A1").disrupted);
}

TEST_CASE("nobody enters an enemy's square, disrupted enemies neither stop nor hold", "[bb][BB-STK-05][BB-EZ-21]") {
  TestTable t;
  t.disrupted("B1", "hoplite", at(5, 6), Facing::S, 1);
  t.add("A1", "spears", at(5, 4), Facing::N);
  CHECK(t.judge(move("A1", R"("advance","left")")).allowed());
  CHECK(t.judge(move("A1", R"("advance","advance")")).reasons.front().rule == "BB-STK-05");
}

TEST_CASE("advances, wheels and reverses may be mixed in any order while points last", "[bb][BB-MOV-20]") {
  const std::vector<std::string> parts{R"("advance")", R"("left")", R"("reverse")"};  // 2 or 3, 1 and 2 points
  std::vector<int> order{0, 1, 2};
  do {
    TestTable t;
    t.add("A1", "spears", at(5, 5), Facing::N);
    std::string path;
    for (const int part : order) path += (path.empty() ? "" : ",") + parts[static_cast<std::size_t>(part)];
    INFO(path);
    REQUIRE(t.say(move("A1", path.c_str())));
    CHECK(t.unit("A1").facing == Facing::SE);  // N, a step left, about
    CHECK(t.unit("A1").square != at(5, 5));
    const bool corner = order[0] != 0 && !(order[1] == 0 && order[0] == 2);  // turned left before it advanced
    CHECK(t.verdict.reasons.front().value == (corner ? 6.0 : 5.0));
    TestTable short_of_points;
    short_of_points.add("A1", "spears", at(5, 5), Facing::N).type.good.movement = 4;
    CHECK_FALSE(short_of_points.judge(move("A1", path.c_str())).allowed());
  } while (std::next_permutation(order.begin(), order.end()));
}

TEST_CASE("ground may cost more, stop or disrupt", "[bb][BB-MOV-03][BB-TER-01][BB-TER-02][BB-TER-03][BB-TER-04][BB-TER-06][BB-AMB-32]") {
  TestTable t;
  t.add("A1", "heavy_cavalry", at(5, 1), Facing::N);
  t.state.map.terrain[at(5, 2)] = "marsh";
  CHECK(t.judge(move("A1", R"("advance")")).reasons.front().value == 3.0);
  CHECK(t.judge(move("A1", R"("advance","advance")")).reasons.front().rule == "BB-TER-03");
  REQUIRE(t.say(move("A1", R"("advance")")));
  CHECK(t.unit("A1").disrupted);
  t.add("A2", "spears", at(4, 1), Facing::N);
  t.state.map.terrain[at(4, 2)] = "town";
  CHECK(t.judge(move("A2", R"("advance","advance")")).reasons.front().value == 4.0);
}

TEST_CASE("a move names the square and the cheapest way is found", "[bb][BB-MOV-01]") {
  TestTable t;
  t.add("A1", "heavy_cavalry", at(2, 2), Facing::N);
  REQUIRE(t.say(R"({"do":"move","unit":"A1","to":"G5","facing":"N"})"));
  CHECK(t.verdict.reasons.front().value == 14.0);  // turn, two corners, turn, two sides, two turns
  CHECK(t.unit("A1").square == at(6, 4));
}

TEST_CASE("moving with the table's word against the rules still leaves one unit a square", "[bb]") {
  TestTable t;
  t.add("A1", "spears", at(2, 2), Facing::N);
  t.overrule(R"({"do":"move","unit":"A1","to":"K11"})");
  CHECK(t.unit("A1").square == at(10, 10));
}

TEST_CASE("whatever the search offers, the judge allows, and the cost agrees", "[bb]") {
  TestTable t;
  t.add("A1", "psiloi", at(5, 5), Facing::N);
  t.add("A2", "spears", at(5, 6), Facing::N);
  t.add("A3", "maniple", at(3, 5), Facing::E, 1);
  t.add("B1", "peltast", at(7, 8), Facing::S);
  t.add("B2", "hoplite", at(2, 8), Facing::SE, 1);
  t.state.map.terrain[at(4, 6)] = "marsh";
  t.state.map.terrain[at(6, 6)] = "woods";
  int checked = 0;
  for (const char* id : {"A1", "A2", "A3"}) {
    const MoveGround ground(t.state, Side::A);
    const Unit& unit = t.unit(id);
    for (const Reach& reach : reachable(ground, unit, mover_of(t.state, unit))) {
      const MovePlan plan = plan_move(t.state, {.unit = {id}, .path = reach.path});
      REQUIRE(plan.verdict.allowed());
      CHECK(plan.end == reach.end);
      ++checked;
    }
  }
  CHECK(checked > 60);
}

}  // namespace movement_tests
