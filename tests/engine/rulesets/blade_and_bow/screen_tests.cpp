/// What the screen shows beside advice: the odds of dice before they are thrown, glyphs, where an order points.
#include "engine/rulesets/blade_and_bow/show/viewing.hpp"
#include "engine/rulesets/blade_and_bow/topics/cards.hpp"
#include "engine/rulesets/blade_and_bow/topics/melee.hpp"
#include "tests/engine/rulesets/blade_and_bow/melee_table.hpp"
#include "tests/support/catch.hpp"

namespace screen_tests {

using namespace polemarch;
using namespace polemarch::blade_and_bow;

TEST_CASE("attack dice show how many hits they bring, and the dice of a flank attack only hit back on ones",
          "[bb][BB-DICE-01][BB-DICE-20][BB-DICE-05]") {
  TestTable t;
  t.add("A1", "hoplite", at(5, 5), Facing::N, 1);
  t.add("B1", "hoplite", at(5, 6), Facing::S, 2);
  t.state.fight = Fight{.melee = true, .attackers = {{"A1"}}, .target = {"B1"}, .target_square = at(5, 6)};
  t.state.agenda.lanes = {
      {1, {{Step{MeleeAttack{}}, {engine::Wait{.id = {1}, .kind = engine::WaitKind::Chance, .chance = engine::ChanceSpec{.count = 4}}}}}}};
  const auto attack = Showing::pending(t.state, t.state.agenda.open_waits().front());
  REQUIRE(attack);
  CHECK(attack->count == 4);
  CHECK(attack->thrown.need == 2);
  CHECK(attack->thrown.per_mille == 333);
  CHECK(attack->outlooks.front().per_mille == 198);  // 16 of 81
  CHECK(attack->expected == 133);
  CHECK(engine::settled(*attack, {1, 2, 3, 6}).outcome == "2 hits");
}

TEST_CASE("disruption and a shield wall stand on a unit as glyphs, ranks only before those who know them", "[bb]") {
  TestTable t;
  t.disrupted("A1", "spears", at(5, 5), Facing::N);
  t.add("B1", "hoplite", at(5, 6), Facing::S, 2);
  using engine::Glyph;
  CHECK(Showing::marks(t.state, {"A1"}, Viewer::Both).front() == engine::StateMark{Glyph::Disordered, 0});
  CHECK(Showing::marks(t.state, {"B1"}, Viewer::B).back() == engine::StateMark{Glyph::ThreeRanks, 0});
  const auto known = t.unit("B1").ranks.revealed;
  CHECK(Showing::marks(t.state, {"B1"}, Viewer::A).empty() == !known);
}

TEST_CASE("a question's squares are small letters on the screen, since a unit may be called as a square is", "[bb]") {
  engine::Wait wait;
  wait.options = {{"stand", "stand and fight"}, {"B6-A7", "retreat to A7"}, {"A7", "A7, displacing B2"}, {"delay", "wait a turn"}};
  Showing::word(wait);
  CHECK(wait.options[0].text == "stand and fight");
  CHECK(wait.options[1].text == "retreat to a7");
  CHECK(wait.options[1].key == "B6-A7");
  CHECK(wait.options[2].text == "a7, displacing B2");
  CHECK(wait.options[3].text == "wait a turn");
  engine::Wait which;
  which.rule = "BB-DICE-14";
  which.options = {{"A7", "A7"}};
  Showing::word(which);
  CHECK(which.options[0].text == "A7");
}

TEST_CASE("a card that lies among the discards is not named for a draw", "[bb][BB-SET-17]") {
  TestTable t;
  for (const int number : {1, 2, 3}) t.state.deck.push_back(Card{.number = number, .title = "card of " + std::to_string(number)});
  t.state.discards = {2};
  engine::Wait draw{.id = {1}, .kind = engine::WaitKind::Chance, .chance = engine::ChanceSpec{.count = 1, .lowest = 1, .highest = 3}};
  draw.chance->source = kDeck;
  CHECK(Showing::value_names(t.state, draw) == std::vector<std::string>{"card of 1", "", "card of 3"});
}

}  // namespace screen_tests
