#include "engine/rulesets/blade_and_bow/topics/cards.hpp"

#include <algorithm>

#include "engine/rulesets/blade_and_bow/topics/morale.hpp"
#include "engine/rulesets/blade_and_bow/topics/returning.hpp"
#include "engine/rulesets/blade_and_bow/topics/victory.hpp"
#include "tests/engine/rulesets/blade_and_bow/table.hpp"
#include "tests/engine/rulesets/blade_and_bow/turn_table.hpp"
#include "tests/support/catch.hpp"

namespace turn_tests {

using namespace polemarch;
using namespace polemarch::blade_and_bow;

TEST_CASE("the first turn fills both hands, later turns give one card",
          "[bb][BB-SET-10][BB-SEQ-01][BB-SEQ-02][BB-CARD-27][BB-SET-17][BB-CARD-09]") {
  TestTable t = war();
  go_on(t);
  REQUIRE(t.waiting() == "take_cards");
  CHECK(t.wait().who == Viewer::A);
  CHECK(t.dice_asked() == 4);
  REQUIRE(t.dice({1, 2, 3, 4}));
  CHECK(t.wait().who == Viewer::B);
  CHECK(t.judge(R"({"by":"B","do":"answer","cards":[4,5,6,7]})").allowed());  // a refusal would tell that A holds card 4
  CHECK_FALSE(t.judge(R"({"by":"B","do":"answer","cards":[5,5,6,7]})").allowed());
  REQUIRE(t.dice({5, 6, 7, 0}));  // one kept face down
  CHECK(t.state.army(Side::B).hand.size() == 4);
  CHECK_FALSE(t.state.army(Side::B).hand.back().known());
  CHECK_FALSE(t.state.army(Side::B).hand.front().open_to(Viewer::A));
  CHECK(t.waiting() == "roll_initiative");
  // Turn two: one card although two are missing.
  t.state.turn = {.number = 2, .phase = Phase::Draw};
  t.state.agenda = {};
  t.state.army(Side::A).hand.resize(2);
  go_on(t);
  CHECK(t.dice_asked() == 1);
  REQUIRE(t.dice({9}));
  CHECK(t.state.army(Side::A).hand.size() == 3);
  CHECK(t.waiting() == "roll_initiative");  // B's hand is full
}

TEST_CASE("impulses are the scenario's less leaders killed and camps lost",
          "[bb][BB-SET-14][BB-SEQ-03][BB-SEQ-14][BB-SCN-08][BB-SET-24][BB-AMB-19]") {
  TestTable t = war();
  t.state.army(Side::A).impulses_base = 4;
  t.leader("AM", at(1, 1), 2, 4, 2).box = Where::Eliminated;
  t.camp("AC", at(2, 2)).sacked = true;
  CHECK(impulses_due(t.state, Side::A) == 2);
  CHECK(impulses_due(t.state, Side::B) == 3);
  t.state.army(Side::A).impulses_base = 1;
  CHECK(impulses_due(t.state, Side::A) == 0);  // never below none
  t.state.army(Side::A).hand.resize(4);
  t.state.army(Side::B).hand.resize(4);
  go_on(t);
  CHECK(t.state.army(Side::B).impulses == 3);
}

TEST_CASE("the lower die has the initiative, a tie keeps it, at first the scenario's side has it",
          "[bb][BB-SEQ-04][BB-SEQ-05][BB-SEQ-06][BB-SEQ-07][BB-SCN-12][BB-SET-11][BB-SEQ-15]") {
  const auto roll = [](int a, int b, std::optional<Side> before, Side breaker) {
    TestTable t = war(Phase::Initiative);
    t.state.turn.initiative = before;
    t.state.scenario.tie_breaker = breaker;
    go_on(t);
    REQUIRE(t.dice({a}));
    REQUIRE(t.dice({b}));
    CHECK(t.waiting() == "draw_actions");
    CHECK(t.state.turn.active == t.state.turn.initiative);
    return *t.state.turn.initiative;
  };
  CHECK(roll(2, 3, Side::B, Side::B) == Side::A);
  CHECK(roll(5, 3, Side::A, Side::A) == Side::B);
  CHECK(roll(3, 3, Side::B, Side::A) == Side::B);
  CHECK(roll(3, 3, std::nullopt, Side::B) == Side::B);
  CHECK(roll(3, 3, std::nullopt, Side::A) == Side::A);
}

TEST_CASE("a card can change the initiative die, below one too", "[bb][BB-SEQ-04][BB-CARD-29][BB-CARD-22][BB-AMB-20]") {
  TestTable t = war(Phase::Initiative);
  t.state.deck[0] = {
      .number = 1, .title = "Seize", .effect = EffectKind::InitiativeModifier, .amount = -3, .timing = "initiative", .lasts = "turn"};
  t.state.army(Side::B).hand.push_back({.id = "b", .owner = Viewer::B, .value = 1});
  go_on(t);
  REQUIRE(t.say(R"({"by":"B","do":"play_card","card":1})"));
  REQUIRE(t.dice({1}));
  REQUIRE(t.dice({3}));
  CHECK(t.state.turn.initiative == Side::B);
}

TEST_CASE("an impulse draws a card and takes the number in the commander's colour",
          "[bb][BB-SEQ-08][BB-SET-15][BB-CARD-04][BB-CARD-25][BB-CARD-26][BB-UNIT-06][BB-AMB-14]") {
  for (const auto& [colour, actions] :
       std::vector<std::pair<Colour, int>>{{Colour::White, 1}, {Colour::Black, 2}, {Colour::Red, 3}, {Colour::Yellow, 1}}) {
    TestTable t = war(Phase::Impulses);
    t.state.turn.initiative = Side::A;
    t.state.army(Side::A).impulses = 2;
    t.state.leaders.at({"AL"}).colour = colour;
    go_on(t);
    REQUIRE(t.waiting() == "draw_actions");
    CHECK(t.state.army(Side::A).impulses == 1);
    CHECK_FALSE(t.judge(R"({"by":"A","do":"answer","cards":[0]})").allowed());
    REQUIRE(t.dice({17}));
    CHECK(t.state.turn.actions == actions);
    CHECK(t.state.discards == std::vector<int>{17});
    CHECK(t.state.army(Side::A).hand.empty());
  }
}

TEST_CASE("impulses alternate, and who has none left is passed over", "[bb][BB-SEQ-09][BB-SEQ-10][BB-SEQ-11][BB-SEQ-13][BB-SEQ-17]") {
  TestTable t = war(Phase::Impulses);
  t.state.turn.initiative = Side::B;
  t.state.army(Side::A).impulses = 3;
  t.state.army(Side::B).impulses = 1;
  go_on(t);
  std::string order;
  int card = 10;
  while (t.waiting() == "draw_actions") {
    order += name_of(*t.state.turn.active);
    REQUIRE(t.dice({card++}));
    while (t.state.turn.actions > 0 && t.waiting().empty()) REQUIRE(t.say(R"({"do":"pass"})"));
  }
  CHECK(order == "BAAA");
  CHECK(t.state.turn.number == 2);  // nothing on the rout track: the turn is over and cards are drawn
  CHECK(t.waiting() == "take_cards");
}

TEST_CASE("actions buy and discard cards", "[bb][BB-ACT-06][BB-ACT-07][BB-CARD-09][BB-CARD-10][BB-CARD-28]") {
  TestTable t = war();
  t.turn_of(Side::A, 3);
  for (int card : {1, 2, 3}) t.state.army(Side::A).hand.push_back({.id = "a", .owner = Viewer::A, .value = card});
  REQUIRE(t.say(R"({"do":"purchase"})"));
  REQUIRE(t.waiting() == "take_cards");
  REQUIRE(t.dice({8}));
  CHECK(t.state.army(Side::A).hand.size() == 4);
  CHECK(t.judge(R"({"do":"purchase"})").reasons.front().rule == "BB-ACT-07");
  CHECK(t.judge(R"({"do":"discard","card":55})").reasons.front().rule == "BB-ACT-06");
  REQUIRE(t.say(R"({"do":"discard","card":2})"));
  CHECK(t.state.army(Side::A).hand.size() == 3);
  CHECK(t.state.discards == std::vector<int>{2});
  CHECK(t.state.turn.actions == 1);
  REQUIRE(t.say(R"({"do":"purchase"})"));
  REQUIRE(t.dice({9}));
  CHECK(t.state.army(Side::A).hand.size() == 4);
}

TEST_CASE("the reshuffle card shuffles at once and is drawn again for a hand", "[bb][BB-CARD-12][BB-AMB-13]") {
  TestTable t = war();
  t.turn_of(Side::A, 3);
  t.state.discards = {40, 41};
  REQUIRE(t.say(R"({"do":"purchase"})"));
  REQUIRE(t.dice({60}));
  CHECK(t.state.discards.empty());
  REQUIRE(t.waiting() == "take_cards");
  CHECK(t.dice_asked() == 1);
  REQUIRE(t.dice({40}));  // back in the pile
  CHECK(t.state.army(Side::A).hand.size() == 1);
  // Drawn for actions it gives its numbers.
  TestTable actions = war(Phase::Impulses);
  actions.state.turn.initiative = Side::A;
  actions.state.army(Side::A).impulses = 1;
  actions.state.discards = {40};
  go_on(actions);
  REQUIRE(actions.dice({60}));
  CHECK(actions.state.turn.actions == 3);
  CHECK(actions.state.discards.empty());
}

TEST_CASE("a reshuffle card without numbers is drawn again for actions", "[bb][BB-CARD-12][BB-AMB-13]") {
  TestTable t = war(Phase::Impulses);
  t.state.turn.initiative = Side::A;
  t.state.army(Side::A).impulses = 1;
  t.state.deck.back().actions = {0, 0, 0, 0};
  go_on(t);
  REQUIRE(t.dice({60}));
  CHECK(t.waiting() == "draw_actions");
  CHECK(t.state.turn.actions == 0);
  REQUIRE(t.dice({7}));
  CHECK(t.state.turn.actions == 3);
}

TEST_CASE("a pile too small for a draw is reshuffled first", "[bb][BB-CARD-13]") {
  TestTable t = war();
  t.turn_of(Side::A, 1);
  for (int n = 1; n <= 60; ++n) t.state.discards.push_back(n);
  CHECK(cards_left(t.state) == 0);
  REQUIRE(t.say(R"({"do":"purchase"})"));
  CHECK(t.state.discards.empty());
  REQUIRE(t.dice({12}));
}

TEST_CASE("a new commander sets the hand size from the next turn, morale at once",
          "[bb][BB-CARD-06][BB-CARD-07][BB-CARD-08][BB-MAR-11][BB-AMB-15]") {
  TestTable t = war();
  t.leader("AM", at(0, 0), 2, 4, 2);
  for (int card : {1, 2, 3, 4}) t.state.army(Side::A).hand.push_back({.id = "a", .owner = Viewer::A, .value = card});
  t.state.army(Side::B).hand.resize(4);
  t.state.leaders.at({"AL"}).box = Where::Eliminated;
  CHECK(army_value(t.state, Side::A) == 2);
  CHECK(t.state.army(Side::A).hand_size == 4);
  t.state.turn.number = 2;
  go_on(t);
  CHECK(t.state.army(Side::A).hand_size == 3);
  CHECK(t.state.army(Side::A).hand.size() == 4);  // nothing need be discarded
  CHECK(t.waiting() == "roll_initiative");
}

TEST_CASE("paper cards are counted, their action number is typed", "[bb]") {
  TestTable t = war();
  t.state.deck.clear();
  go_on(t);
  CHECK(t.state.army(Side::A).hand.size() == 4);
  CHECK(t.waiting() == "roll_initiative");
  REQUIRE(t.dice({1}));
  REQUIRE(t.dice({2}));
  CHECK(t.wait().chance->highest == 3);
  REQUIRE(t.dice({2}));
  CHECK(t.state.turn.actions == 2);
}

TEST_CASE("without living leaders an impulse has one action and no draw", "[bb][BB-AMB-16]") {
  TestTable t = war(Phase::Impulses);
  t.state.turn.initiative = Side::A;
  t.state.army(Side::A).impulses = 1;
  t.state.leaders.at({"AL"}).box = Where::Eliminated;
  go_on(t);
  CHECK(t.waiting().empty());
  CHECK(t.state.turn.actions == 1);
}

}  // namespace turn_tests
