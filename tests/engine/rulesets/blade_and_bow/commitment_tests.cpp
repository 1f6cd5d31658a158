#include "engine/rulesets/blade_and_bow/topics/melee.hpp"

#include <algorithm>
#include <tuple>

#include "tests/engine/rulesets/blade_and_bow/melee_table.hpp"
#include "tests/support/catch.hpp"

namespace commitment_tests {

using namespace polemarch;
using namespace polemarch::blade_and_bow;

namespace {
/// Commitment dice of spears in `from` against a hoplite at (5,6) that looks south: left 1, front 3, right 2; 0 = no check.
int commitment_dice(Square from, const char* target = "hoplite", bool disrupted = false) {
  TestTable t;
  t.leader("AL", at(11, 0), 3);
  t.add("B1", target, at(5, 6), Facing::S, 1).disrupted = disrupted;
  t.add("A1", "spears", from, Facing::N);
  const Commitment due = commitment_of(t.state, t.unit("A1"), &t.unit("B1"));
  return due.needs_dice ? commitment_check(t.state, t.unit("A1"), &t.unit("B1")).dice : 0;
}
}  // namespace

TEST_CASE("commitment dice are one and the target's modifier for its side attacked, as the target looks",
          "[bb][BB-COM-01][BB-COM-03][BB-COM-05][BB-UNIT-11][BB-MOR-06][BB-AMB-93]") {
  for (const Square front : {at(5, 5), at(4, 5), at(6, 5)}) CHECK(commitment_dice(front) == 4);
  CHECK(commitment_dice(at(6, 6)) == 2);  // its left
  CHECK(commitment_dice(at(4, 6)) == 3);  // its right
}

TEST_CASE("from behind no commitment check is due", "[bb][BB-COM-02]") {
  for (const Square behind : {at(5, 7), at(4, 7), at(6, 7)}) CHECK(commitment_dice(behind) == 0);
}

TEST_CASE("a modifier of nought still means one die", "[bb][BB-COM-04][BB-MOR-02]") {
  CHECK(commitment_dice(at(5, 5), "archers") == 1);
  CHECK(commitment_dice(at(6, 6), "archers") == 1);
}

TEST_CASE("a disrupted target has no morale modifiers: nobody checks to attack it", "[bb][BB-COM-19][BB-DIS-06]") {
  for (const Square from : {at(5, 5), at(6, 6), at(4, 6), at(5, 7)}) CHECK(commitment_dice(from, "hoplite", true) == 0);
}

TEST_CASE("commitment modifiers add up", "[bb][BB-COM-10][BB-COM-11][BB-COM-12][BB-COM-13][BB-COM-14][BB-LDR-24][BB-LDR-25][BB-MOR-07]") {
  TestTable t;
  t.add("A1", "immortals", at(5, 5), Facing::N);
  t.add("B1", "psiloi", at(5, 6), Facing::S);
  const auto modifier = [&] { return commitment_check(t.state, t.unit("A1"), &t.unit("B1")).modifier; };
  CHECK(modifier() == -2);  // against a light unit, Immortals
  t.leader("AL", at(5, 4));
  CHECK(modifier() == -4);
  t.leader("AM", at(6, 4), 2, 4, 2);
  CHECK(modifier() == -4);  // two neighbours give it once
  t.leader("AM", at(7, 5), 2, 4, 2);
  CHECK(modifier() == -5);  // one next to it, another two away (BB-AMB-51)
  t.add("B1", "spears", at(5, 6), Facing::S);
  CHECK(modifier() == -4);
  t.add("A1", "psiloi", at(5, 5), Facing::N);
  t.add("B1", "psiloi", at(5, 6), Facing::S);
  CHECK(modifier() == -3);
}

TEST_CASE("a commitment point brings a failing die down, without it the unit does not attack",
          "[bb][BB-EX-01][BB-COM-15][BB-COM-20][BB-CARD-02][BB-CARD-14][BB-MOR-11]") {
  for (const bool pays : {false, true}) {
    TestTable t = commitment_table({1});
    t.leader("AL", at(4, 4), 3);  // next to the unit
    REQUIRE(t.say(R"({"do":"melee","unit":"A1","target":"B1"})"));
    REQUIRE(t.dice_asked() == 4);
    REQUIRE(t.dice({2, 4, 4, 6}));
    REQUIRE(t.waiting() == "commit_spend");
    if (pays) {
      REQUIRE(t.say(R"({"do":"commit","cards":[1]})"));
      CHECK(t.waiting() == "melee_attack");
      CHECK(t.unit("A1").melee_marker);
      CHECK(t.state.army(Side::A).hand.empty());
      CHECK(t.state.discards == std::vector<int>{1});
    } else {
      REQUIRE(t.choose("accept"));
      CHECK(t.waiting().empty());
      CHECK_FALSE(t.unit("A1").melee_marker);
      CHECK_FALSE(t.unit("A1").disrupted);  // no other penalty
      CHECK_FALSE(t.state.fight.has_value());
    }
  }
}

TEST_CASE("a check passes when every modified die is at or under the value, ones and sixes are nothing special",
          "[bb][BB-MOR-01][BB-MOR-03][BB-MOR-04][BB-AMB-09]") {
  const auto pass = [](int value, int modifier, const std::vector<int>& dice) {
    Check check;
    check.dice = static_cast<int>(dice.size());
    check.value = value;
    check.modifier = modifier;
    return passes(check, dice);
  };
  CHECK(pass(3, 0, {3, 3, 1}));
  CHECK_FALSE(pass(3, 0, {1, 1, 4}));  // one die too high fails the whole
  CHECK(pass(3, -2, {5, 5}));
  CHECK_FALSE(pass(3, -2, {5, 6}));
  CHECK_FALSE(pass(1, 1, {1}));
  CHECK(pass(6, 0, {6}));
}

TEST_CASE("a card's effect lasts for its action unless it says an impulse or a turn", "[bb][BB-CARD-18]") {
  for (const auto& [lasts, after_action, after_impulse] :
       std::vector<std::tuple<const char*, bool, bool>>{{"action", false, false}, {"impulse", true, false}, {"turn", true, true}}) {
    INFO(lasts);
    TestTable t;
    t.leader("AL", at(5, 5), 3);
    t.leader("BL", at(11, 11), 3);
    t.add("A1", "spears", at(5, 5), Facing::N);
    t.add("B1", "spears", at(11, 11), Facing::N);
    t.turn_of(Side::A, 2);
    t.state.deck = {{.number = 1, .title = "March", .effect = EffectKind::Movement, .amount = 4, .timing = "move", .lasts = lasts}};
    t.state.army(Side::A).hand.push_back({.id = "a", .owner = Viewer::A, .value = 1});
    const char* const far = R"({"do":"move","unit":"A1","path":["right","right","right","right","left","left","left","left"]})";  // 8 of 6
    CHECK_FALSE(t.judge(far).allowed());
    REQUIRE(t.say(R"({"do":"play_card","card":1,"unit":"A1"})"));
    CHECK(t.judge(far).allowed());
    REQUIRE(t.say(R"({"do":"move","unit":"A1","path":["advance"]})"));
    CHECK(t.judge(far).allowed() == after_action);
    REQUIRE(t.say(R"({"do":"pass"})"));  // the impulse is over
    CHECK(t.state.effects.empty() != after_impulse);
  }
  CHECK(Card{}.lasts == "action");
}

TEST_CASE("points of several cards are split over the dice", "[bb][BB-EX-02][BB-CARD-15][BB-CARD-16][BB-CARD-19][BB-AMB-10]") {
  TestTable t = commitment_table({1, 3});  // four points in two cards
  t.leader("AL", at(11, 0), 3);
  REQUIRE(t.say(R"({"do":"melee","unit":"A1","target":"B1"})"));
  REQUIRE(t.dice({2, 3, 5, 5}));
  CHECK(t.judge(R"({"do":"commit","cards":[1,2],"spend":{"A1":[0,0,2,3]}})").reasons.front().rule == "BB-CARD-16");
  REQUIRE(t.say(R"({"do":"commit","cards":[1,2],"spend":{"A1":[0,0,2,2]}})"));
  CHECK(t.waiting() == "melee_attack");
  TestTable three = commitment_table({3});
  three.leader("AL", at(11, 0), 3);
  REQUIRE(three.say(R"({"do":"melee","unit":"A1","target":"B1"})"));
  REQUIRE(three.dice({2, 3, 5, 5}));
  REQUIRE(three.say(R"({"do":"commit","cards":[1]})"));
  CHECK_FALSE(three.state.fight.has_value());  // one die stays at 4
}

TEST_CASE("the reshuffle card and cards without a number commit nothing", "[bb][BB-CARD-11][BB-COM-21]") {
  TestTable t = commitment_table({1});
  t.leader("AL", at(11, 0), 3);
  t.state.deck.push_back({.number = 2, .title = "Reshuffle", .reshuffle = true});
  t.state.deck.push_back({.number = 3, .title = "Blank"});
  for (const int card : {2, 3}) t.state.army(Side::A).hand.push_back({.id = "c", .owner = Viewer::A, .value = card});
  CHECK(t.judge(R"({"do":"commit","cards":[1]})").reasons.front().rule == "BB-CARD-14");
  REQUIRE(t.say(R"({"do":"melee","unit":"A1","target":"B1"})"));
  REQUIRE(t.dice({4, 3, 3, 3}));
  CHECK(t.judge(R"({"do":"commit","cards":[2]})").reasons.front().rule == "BB-CARD-11");
  CHECK(t.judge(R"({"do":"commit","cards":[3]})").reasons.front().rule == "BB-COM-21");
  CHECK(t.judge(R"({"do":"commit","cards":[9]})").reasons.front().rule == "BB-CARD-26");
  CHECK(t.judge(R"({"do":"commit","cards":[1]})").allowed());
}

TEST_CASE("several attackers check each for itself, those that pass go in",
          "[bb][BB-COM-06][BB-COM-07][BB-COM-08][BB-COM-22][BB-COM-23][BB-MEL-08]") {
  TestTable t;
  t.leader("AL", at(8, 2), 3, 9);
  t.add("A1", "spears", at(5, 5), Facing::N);
  t.add("A2", "spears", at(6, 5), Facing::NW);
  t.add("B1", "spears", at(5, 6), Facing::S);  // front 1: two dice each
  REQUIRE(t.say(R"({"do":"activate","action":"melee","units":["A1","A2"]})"));
  CHECK_FALSE(t.judge(R"({"do":"activate","action":"melee","units":["A1","A2"]})").allowed());  // nothing would come of it
  REQUIRE(t.say(R"({"do":"melee","units":["A1","A2"],"target":"B1"})"));
  REQUIRE(t.dice_asked() == 4);
  REQUIRE(t.dice({3, 3, 3, 5}));
  CHECK(t.waiting() == "melee_attack");
  CHECK(t.dice_asked() == 2);
  CHECK(t.unit("A1").melee_marker);
  CHECK_FALSE(t.unit("A2").melee_marker);
  dice_and_keep(t, {4, 4}, {4, 4});
  CHECK(t.refusal(R"({"do":"melee","unit":"A2","target":"B1"})") == "BB-COM-06");
}

TEST_CASE("a target that nobody goes in against was not attacked, another of the formation may try",
          "[bb][BB-COM-06][BB-COM-07][BB-MEL-07]") {
  TestTable t;
  t.leader("AL", at(8, 2), 3, 9);
  t.add("A1", "spears", at(5, 5), Facing::N);
  t.add("A2", "spears", at(6, 5), Facing::NW);
  t.add("B1", "spears", at(5, 6), Facing::S);
  REQUIRE(t.say(R"({"do":"activate","action":"melee","units":["A1","A2"]})"));
  REQUIRE(t.say(R"({"do":"melee","unit":"A1","target":"B1"})"));
  REQUIRE(t.dice({6, 6}));
  REQUIRE_FALSE(t.state.fight.has_value());
  CHECK(t.refusal(R"({"do":"melee","unit":"A1","target":"B1"})") == "BB-COM-06");
  REQUIRE(t.say(R"({"do":"melee","unit":"A2","target":"B1"})"));
  REQUIRE(t.dice({1, 1}));
  dice_and_keep(t, {4, 4}, {4, 4});
  t.add("A3", "spears", at(4, 5), Facing::NE);
  t.state.action.value().units.push_back({"A3"});
  CHECK(t.refusal(R"({"do":"melee","unit":"A3","target":"B1"})") == "BB-MEL-07");
}

TEST_CASE("a stacked leader commits his unit, a marker spares the check while it keeps fighting",
          "[bb][BB-EX-11][BB-COM-09][BB-COM-16][BB-COM-17][BB-COM-24][BB-LDR-23]") {
  TestTable t;
  t.leader("AL", at(5, 5), 3);
  t.add("A1", "spears", at(5, 5), Facing::N);
  t.add("A2", "spears", at(1, 1), Facing::N);
  t.add("B1", "spears", at(5, 6), Facing::S);
  t.turn_of(Side::A, 3);
  REQUIRE(t.say(R"({"do":"melee","unit":"A1","target":"B1"})"));
  CHECK(t.waiting() == "melee_attack");
  dice_and_keep(t, {4, 4}, {4, 4});
  CHECK(t.unit("A1").melee_marker);
  t.state.leaders.at({"AL"}).square = at(1, 1);
  REQUIRE(t.say(R"({"do":"melee","unit":"A1","target":"B1"})"));
  CHECK(t.waiting() == "melee_attack");  // still marked: no check
  dice_and_keep(t, {4, 4}, {4, 4});
  REQUIRE(t.say(R"({"do":"move","unit":"A2","path":["left"]})"));
  CHECK_FALSE(t.unit("A1").melee_marker);
  t.turn_of(Side::A, 1);
  REQUIRE(t.say(R"({"do":"melee","unit":"A1","target":"B1"})"));
  CHECK(t.waiting() == "commit_roll");  // a new check
  // The marker lasts over the other side's impulse.
  t.state.units.at({"A1"}).melee_marker = true;
  t.state.fight.reset();
  t.state.action.reset();
  t.state.agenda = {};
  t.turn_of(Side::B, 1);
  REQUIRE(t.say(R"({"do":"pass"})"));
  CHECK(t.unit("A1").melee_marker);
}

}  // namespace commitment_tests
