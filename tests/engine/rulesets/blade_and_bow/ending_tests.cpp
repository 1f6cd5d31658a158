/// A battle that ends before its time; an army without a leader.
#include <algorithm>

#include "engine/rulesets/blade_and_bow/topics/morale.hpp"
#include "tests/engine/rulesets/blade_and_bow/turn_table.hpp"
#include "tests/support/catch.hpp"

namespace ending_tests {

using namespace polemarch;
using namespace polemarch::blade_and_bow;

TEST_CASE("a side gives up while dice are asked for, and the ending says who", "[bb][BB-VIC-02]") {
  TestTable t = war();
  t.state.turn.number = 6;
  t.state.scenario.end_icons[6] = 2;
  finish_impulses(t);
  REQUIRE(t.waiting() == "roll_end");
  CHECK_FALSE(t.judge(R"({"by":"A","do":"end_battle","winner":"A"})").allowed());  // only B gives it to A
  CHECK_FALSE(t.judge(R"({"by":"A","do":"end_battle"})").allowed());
  REQUIRE(t.say(R"({"by":"A","do":"end_battle","winner":"B"})"));
  CHECK(t.waiting().empty());
  CHECK(t.state.agenda.idle());
  const auto ending = Rules::ending(t.state);
  REQUIRE(ending);
  CHECK(ending->winner == Side::B);
  CHECK(ending->text == "A gives up");
  CHECK(Rules::describe(t.state, Viewer::Both).front() == "B has won: A gives up");
  CHECK_FALSE(t.judge(R"({"by":"both","do":"end_battle"})").allowed());
}

TEST_CASE("who concedes gives the battle to the other side without naming it", "[bb][BB-VIC-02]") {
  for (const auto& [says, wins] : {std::pair{R"({"by":"A","do":"concede"})", Side::B}, {R"({"by":"B","do":"concede"})", Side::A}}) {
    TestTable t = war();
    t.turn_of(Side::A, 2);
    CHECK_FALSE(t.judge(R"({"by":"both","do":"concede"})").allowed());  // which of them?
    REQUIRE(t.say(says));
    REQUIRE(Rules::ending(t.state));
    CHECK(Rules::ending(t.state)->winner == wins);
    CHECK(t.state.outcome->degree == "conceded");
  }
}

TEST_CASE("both sides agree to stop, in the midst of an impulse", "[bb][BB-VIC-06]") {
  TestTable t = war();
  t.turn_of(Side::A, 2);
  const auto offers = Rules::offers(t.state, Viewer::Both, engine::AboutNothing{});
  CHECK(std::any_of(offers.begin(), offers.end(), [&](const auto& offer) {
    return offer.verdict.allowed() && Rules::say(t.state, offer.command) == "stop the battle as a draw";
  }));
  REQUIRE(t.say(R"({"by":"both","do":"end_battle"})"));
  const auto ending = Rules::ending(t.state);
  REQUIRE(ending);
  CHECK_FALSE(ending->winner);
  CHECK(ending->text == "both sides agree to stop");
}

TEST_CASE("where no leader commands, the set-up asks for none and a check says why its value is the least", "[bb][BB-MOR-03][BB-AMB-109]") {
  TestTable t = war(Phase::Setup);
  t.state.turn.setup_stage = 1;
  CHECK(Rules::now(t.state).todo == "place leaders, then say ready");
  t.state.leaders.clear();
  CHECK(Rules::now(t.state).todo == "say ready: there is no leader");
  CHECK(plain_check(t.state, t.unit("A1")).leaderless);
  CHECK(plain_check(t.state, t.unit("A1")).value == 1);
}

}  // namespace ending_tests
