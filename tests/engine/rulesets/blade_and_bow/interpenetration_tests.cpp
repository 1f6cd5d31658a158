/// Friends in the way: who passes whom, who may end where, and who has to make room.
#include "tests/engine/rulesets/blade_and_bow/table.hpp"
#include "tests/support/catch.hpp"

namespace interpenetration_tests {

using namespace polemarch;
using namespace polemarch::blade_and_bow;

namespace {
/// `mover` with `there` ahead of it: may it go through, may it end there, and are both disrupted by the passing?
void check_meeting(const char* mover, const char* there, bool passes, bool ends, bool disrupts = false) {
  INFO(mover << " against " << there);
  TestTable t;
  t.add("A1", mover, at(5, 4), Facing::N);
  t.add("A2", there, at(5, 5), Facing::N);
  CHECK(t.judge(move("A1", R"("advance","advance")")).allowed() == passes);
  CHECK(t.judge(move("A1", R"("advance")")).allowed() == ends);
  if (!passes) return;
  REQUIRE(t.say(move("A1", R"("advance","advance")")));
  CHECK(t.unit("A1").disrupted == disrupts);
  CHECK(t.unit("A2").disrupted == disrupts);
}
}  // namespace

TEST_CASE("light units pass every friend and are passed by every friend without effect", "[bb][BB-INT-01][BB-INT-02][BB-INT-T1]") {
  check_meeting("psiloi", "peltast", true, false);
  check_meeting("psiloi", "spears", true, false);
  check_meeting("psiloi", "hoplite", true, false);
  check_meeting("spears", "peltast", true, true);
  check_meeting("hoplite", "peltast", true, true);
}

TEST_CASE("a medium passes a medium, both disrupted, and never enters a heavy's square", "[bb][BB-INT-03][BB-INT-04][BB-INT-T1]") {
  check_meeting("spears", "immortals", true, false, true);
  check_meeting("spears", "hoplite", false, false);
}

TEST_CASE("a heavy enters a medium's square only to displace it, and a heavy's never", "[bb][BB-INT-05][BB-INT-06][BB-INT-T1][BB-AMB-38]") {
  check_meeting("hoplite", "spears", false, true);
  check_meeting("hoplite", "axemen", false, false);
}

TEST_CASE("only a larger unit ends its move in a friend's square", "[bb][BB-INT-07][BB-INT-08][BB-STK-06]") {
  const char* const kinds[] = {"psiloi", "spears", "axemen"};
  for (int mover = 0; mover < 3; ++mover)
    for (int there = 0; there < 3; ++there) {
      TestTable t;
      t.add("A1", kinds[mover], at(5, 4), Facing::N);
      t.add("A2", kinds[there], at(5, 5), Facing::N);
      INFO(kinds[mover] << " into " << kinds[there]);
      CHECK(t.judge(move("A1", R"("advance")")).allowed() == (mover > there));
    }
}

TEST_CASE("a displaced friend goes to a free neighbour outside enemy zones, keeps its facing and is disrupted",
          "[bb][BB-INT-09][BB-INT-10][BB-INT-11][BB-INT-12][BB-INT-13][BB-EZ-15][BB-DX-21][BB-AMB-39]") {
  TestTable t;
  t.add("A1", "hoplite", at(5, 4), Facing::N);
  t.add("A2", "spears", at(5, 5), Facing::E);
  t.leader("AL", at(5, 5));
  REQUIRE(t.say(R"({"do":"move","unit":"A1","path":["advance"],"displace_to":"F5"})"));  // the square the mover came from
  CHECK(t.unit("A1").square == at(5, 5));
  CHECK(t.unit("A2").square == at(5, 4));
  CHECK(t.unit("A2").facing == Facing::E);
  CHECK(t.unit("A2").disrupted);
  // Without a word the mover is asked where.
  TestTable asked;
  asked.add("A1", "hoplite", at(5, 4), Facing::N);
  asked.add("A2", "spears", at(5, 5), Facing::E);
  REQUIRE(asked.say(move("A1", R"("advance")")));
  REQUIRE(asked.waiting() == "choose_displacement");
  CHECK(asked.wait().options.size() == 8);
  REQUIRE(asked.choose("G6"));
  CHECK(asked.unit("A2").square == at(6, 5));
  // All neighbours in enemy zones or filled: illegal.
  TestTable tight;
  tight.add("A1", "hoplite", at(0, 0), Facing::N);
  tight.add("A2", "spears", at(0, 1), Facing::N);
  tight.add("B1", "spears", at(1, 3), Facing::SW);  // strong (0,2), weak (1,2) ...
  tight.add("B2", "hoplite", at(2, 1), Facing::W);  // strong (1,1), weak (1,0), (1,2), (2,0), (2,2)
  CHECK_FALSE(tight.judge(R"({"do":"move","unit":"A1","path":["advance"],"displace_to":"B2"})").allowed());
  CHECK(tight.judge(R"({"do":"move","unit":"A1","path":["advance"],"displace_to":"A1"})").allowed());
  tight.add("B3", "spears", at(1, 9), Facing::W);
  tight.state.units.at({"A1"}).type = test_type("spears");
  CHECK(tight.judge(move("A1", R"("advance")")).reasons.front().rule == "BB-INT-07");
}

TEST_CASE("a friend with nowhere to go cannot be displaced", "[bb][BB-INT-13]") {
  TestTable t;
  t.add("A1", "hoplite", at(0, 0), Facing::N);
  t.add("A2", "spears", at(0, 1), Facing::N);
  t.add("A3", "spears", at(1, 0), Facing::N);
  t.add("A4", "spears", at(1, 1), Facing::N);
  t.add("A5", "spears", at(1, 2), Facing::N);
  t.add("A6", "spears", at(0, 2), Facing::N);
  CHECK(t.judge(move("A1", R"("advance")")).allowed());  // they change places
  t.add("B1", "psiloi", at(2, 2), Facing::N);
  t.state.map.terrain[at(0, 0)] = "cliff";
  CHECK(t.judge(move("A1", R"("advance")")).reasons.front().rule == "BB-INT-13");
}

TEST_CASE("a medium passing a medium goes on with the disrupted allowance", "[bb][BB-INT-03][BB-AMB-36][BB-AMB-37]") {
  TestTable t;
  t.add("A1", "spears", at(5, 1), Facing::N);
  t.add("A2", "spears", at(5, 2), Facing::N);
  t.state.units.at({"A1"}).type.disrupted.movement = 4;
  CHECK(t.judge(move("A1", R"("advance","advance")")).allowed());
  CHECK_FALSE(t.judge(move("A1", R"("advance","advance","advance")")).allowed());
  CHECK_FALSE(t.judge(move("A1", R"("advance","left","advance")")).allowed());  // 6 points: the pass must be paid in full
}

TEST_CASE("a friend displaced into a lone enemy leader's square takes him", "[bb][BB-LDR-19][BB-LDR-21][BB-INT-09]") {
  for (const bool asked : {false, true}) {
    TestTable t;
    t.leader("BL", at(6, 5), 3);
    t.add("A1", "hoplite", at(5, 4), Facing::N);
    t.add("A2", "spears", at(5, 5), Facing::E);
    if (asked) {
      REQUIRE(t.say(move("A1", R"("advance")")));
      REQUIRE(t.choose("G6"));
    } else {
      REQUIRE(t.say(R"({"do":"move","unit":"A1","path":["advance"],"displace_to":"G6"})"));
    }
    CHECK(t.unit("A1").square == at(5, 5));
    CHECK(t.unit("A2").square == at(6, 5));
    REQUIRE(t.waiting() == "casualty_first");
    CHECK(t.wait().rule == "BB-LDR-19");
    REQUIRE(t.dice({5}));
    CHECK(t.state.leaders.at({"BL"}).box == Where::Track);
    CHECK(t.waiting().empty());
  }
}

TEST_CASE("who follows is judged as if the friend pushed away may go to any square beside", "[bb][BB-INT-07][BB-INT-09][BB-AMB-39]") {
  TestTable t;
  t.leader("AL", at(5, 4));
  t.add("A1", "hoplite", at(5, 4), Facing::N);
  t.add("A2", "spears", at(5, 3), Facing::N);
  t.add("A3", "spears", at(5, 5), Facing::N);
  const char* const relief = R"({"do":"move","units":["A1","A2"],"path":["advance"]})";
  REQUIRE(t.say(relief));
  REQUIRE(t.waiting() == "choose_displacement");
  REQUIRE(t.choose("E6"));
  CHECK(t.unit("A1").square == at(5, 5));
  CHECK(t.unit("A2").square == at(5, 4));
  CHECK(t.unit("A3").square == at(4, 5));
  // Where the square left is the only one, who follows finds him there.
  TestTable tight;
  tight.leader("AL", at(0, 1));
  tight.add("A1", "hoplite", at(0, 1), Facing::N);
  tight.add("A2", "spears", at(0, 0), Facing::N);
  tight.add("A3", "spears", at(0, 2), Facing::N);
  for (const Square filled : {at(0, 3), at(1, 1), at(1, 2), at(1, 3)}) tight.state.map.terrain[filled] = "cliff";
  CHECK(tight.refusal(relief) == "BB-INT-07");
}

TEST_CASE("of units that end in one square the larger comes last and pushes, however they are named",
          "[bb][BB-INT-04][BB-INT-08][BB-FORM-01]") {
  for (const char* units : {R"("A1","A2")", R"("A2","A1")"}) {
    INFO(units);
    TestTable t;
    t.leader("AL", at(5, 5));
    t.add("A1", "hoplite", at(5, 5), Facing::NE);
    t.add("A2", "spears", at(6, 5), Facing::N);
    REQUIRE(t.say(std::string(R"({"do":"move","path":["advance"],"units":[)") + units + "]}"));
    while (!t.waiting().empty()) REQUIRE(t.choose(t.wait().options.front().key));
    CHECK(t.unit("A1").square == at(6, 6));
    CHECK(t.unit("A2").square != at(6, 6));
    CHECK(t.unit("A2").disrupted);
  }
  TestTable alike;  // neither may push the other
  alike.leader("AL", at(5, 5));
  alike.add("A1", "spears", at(5, 5), Facing::NE);
  alike.add("A2", "spears", at(6, 5), Facing::N);
  CHECK(alike.refusal(R"({"do":"move","path":["advance"],"units":["A1","A2"]})") == "BB-INT-07");
}

}  // namespace interpenetration_tests
