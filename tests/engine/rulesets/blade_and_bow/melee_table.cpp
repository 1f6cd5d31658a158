#include "tests/engine/rulesets/blade_and_bow/melee_table.hpp"

#include "tests/support/catch.hpp"

namespace polemarch::blade_and_bow {

void dice_and_keep(TestTable& t, const std::vector<int>& attack, const std::vector<int>& defence) {
  REQUIRE(t.waiting() == "melee_attack");
  REQUIRE(t.dice(attack));
  if (t.waiting() == "melee_defence") REQUIRE(t.dice(defence));
  while (t.waiting() == "ask_reroll") REQUIRE(t.choose("pass"));
}

void fight(TestTable& t, const std::vector<int>& attack, const std::vector<int>& defence) {
  if (t.waiting() == "melee_retreat") REQUIRE(t.choose("stand"));
  if (t.waiting() == "commit_roll") REQUIRE(t.dice(std::vector<int>(static_cast<std::size_t>(t.dice_asked()), 1)));
  std::vector<int> rolled = attack;
  if (t.waiting() == "melee_attack") rolled.resize(static_cast<std::size_t>(t.dice_asked()), 4);
  REQUIRE(t.waiting() == "melee_attack");
  REQUIRE(t.dice(rolled));
  if (t.waiting() == "melee_defence") {
    rolled = defence;
    rolled.resize(static_cast<std::size_t>(t.dice_asked()), 4);
    REQUIRE(t.dice(rolled));
  }
  while (t.waiting() == "ask_reroll") REQUIRE(t.choose("pass"));
}

TestTable commitment_table(const std::vector<int>& points) {
  TestTable t;
  t.add("A1", "spears", at(5, 5), Facing::N);
  t.add("B1", "hoplite", at(5, 6), Facing::S, 1);
  for (const int value : points) {
    const int number = static_cast<int>(t.state.deck.size()) + 1;
    t.state.deck.push_back({.number = number, .title = "Card " + std::to_string(number), .commitment = value});
    t.state.army(Side::A).hand.push_back({.id = "card.A." + std::to_string(number), .owner = Viewer::A, .value = number});
  }
  return t;
}

TestTable duel(const char* attacker, const char* defender, int attack_ranks, int defend_ranks) {
  TestTable t;
  t.leader("AL", at(0, 0));
  t.leader("BL", at(11, 11));
  t.add("A0", "spears", at(0, 0), Facing::N);
  t.add("B0", "spears", at(11, 11), Facing::N);
  t.add("A1", attacker, at(5, 5), Facing::N, attack_ranks).melee_marker = true;
  t.add("B1", defender, at(5, 6), Facing::S, defend_ranks);
  return t;
}

TestTable duel_by_the_edge(const char* attacker, const char* defender, int rows) {
  TestTable t = duel(attacker, defender);
  t.state.map.rows = rows;
  t.state.units.at({"B0"}).square = at(11, rows - 1);
  t.state.leaders.at({"BL"}).square = at(11, rows - 1);
  t.state.units.at({"B1"}).disrupted = true;
  return t;
}

}  // namespace polemarch::blade_and_bow
