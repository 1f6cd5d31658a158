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

TEST_CASE("defence dice count the hits that the attack does not cancel, and say what they cancel themselves", "[bb][BB-DICE-25]") {
  TestTable t;
  t.add("A1", "hoplite", at(5, 5), Facing::N, 1);
  t.add("B1", "hoplite", at(5, 6), Facing::S, 0);
  t.state.fight = Fight{.melee = true, .attackers = {{"A1"}}, .target = {"B1"}, .target_square = at(5, 6)};
  t.state.fight->attack_dice = {1, 5, 3, 3};
  const engine::Wait wait{.id = {1}, .kind = engine::WaitKind::Chance, .chance = engine::ChanceSpec{.count = 3}};
  t.state.agenda.lanes = {{1, {{Step{MeleeDefence{}}, {wait}}}}};
  const auto defence = Showing::pending(t.state, wait);
  REQUIRE(defence);
  // Three dice that hit back on a third each, of which the five cancels one: 20 of 27 none, 6 one, 1 two.
  REQUIRE(defence->outlooks.size() == 3);
  CHECK(defence->outlooks[0].per_mille == 741);
  CHECK(defence->outlooks[1].per_mille == 222);
  CHECK(defence->outlooks[2].per_mille == 37);
  CHECK(defence->expected == 30);  // 8 of 27
  CHECK(Showing::fallen(t.state, wait, {1, 5, 6}).front().outcome == "1 hit back, cancels 2");
  CHECK(Showing::fallen(t.state, wait, {1, 3, 4}).front().outcome == "1 hit back");
  CHECK(Rules::tell(t.state, HitsCounted{.hits = 1, .cancels = 2, .back_hits = 1, .back_cancels = 1, .net = 0, .back_net = 0}) ==
        "1 hit on B1, cancelled; 1 hit back on A1, cancelled");
  CHECK(Rules::tell(t.state, HitsCounted{.hits = 3, .cancels = 1, .back_hits = 0, .back_cancels = 1, .net = 2, .back_net = 0}) ==
        "3 hits on B1, 1 cancelled: 2 go through");
}

TEST_CASE("the rows of an attack add up to its dice, whatever ranks and cards the other side has", "[bb][BB-DICE-02][BB-DICE-17]") {
  TestTable t;
  t.add("A1", "spears", at(5, 5), Facing::N);
  t.add("B1", "hoplite", at(5, 6), Facing::S, 2);
  t.state.deck = {{.number = 1, .title = "Push"}};
  t.state.effects.push_back({.card = 1, .kind = EffectKind::AttackDice, .amount = 2, .side = Side::A, .unit = {"A1"}});
  t.state.fight = Fight{.melee = true, .attackers = {{"A1"}}, .target = {"B1"}, .target_square = at(5, 6)};
  const engine::Wait wait{.id = {1}, .kind = engine::WaitKind::Chance, .chance = engine::ChanceSpec{.count = 4}};
  for (const bool attack : {true, false}) {
    t.state.agenda.lanes = {{1, {{attack ? Step{MeleeAttack{}} : Step{MeleeDefence{}}, {wait}}}}};
    const auto pending = Showing::pending(t.state, wait);
    REQUIRE(pending);
    CHECK(engine::sum_of(pending->thrown.dice) == pending->count);
    REQUIRE(pending->thrown.dice.size() == 2);
    CHECK(pending->thrown.dice[1].text == (attack ? "Push" : "ranks"));
  }
}

TEST_CASE("who has the initiative is told with whose die is whose and what a card made of it", "[bb][BB-SEQ-04][BB-SEQ-05]") {
  TestTable t;
  CHECK(Rules::tell(t.state, InitiativeWon{.side = Side::B, .dice = {3, 2}, .rule = "BB-SEQ-04"}) == "B has the initiative: A 3, B 2");
  CHECK(Rules::tell(t.state, InitiativeWon{.side = Side::A, .dice = {3, 3}, .rule = "BB-SEQ-05"}) ==
        "A has the initiative: A 3, B 3; a tie leaves it where it was");
  t.state.effects.push_back({.card = 50, .kind = EffectKind::InitiativeModifier, .amount = -2, .side = Side::A});
  CHECK(Rules::tell(t.state, InitiativeWon{.side = Side::A, .dice = {4, 3}, .rule = "BB-SEQ-04"}) ==
        "A has the initiative: A 4 - 2 = 2, B 3");
  const engine::Wait wait{.id = {1}, .kind = engine::WaitKind::Chance, .chance = engine::ChanceSpec{.count = 1}};
  t.state.agenda.lanes = {{1, {{Step{RollInitiative{Side::B, 4}}, {wait}}}}};
  const auto pending = Showing::pending(t.state, wait);
  REQUIRE(pending);
  CHECK(pending->of == "initiative against a 2");
}

TEST_CASE("what an action was is told once, and by which number of the card a side has its actions", "[bb][BB-ACT-01][BB-UNIT-06]") {
  TestTable t;
  t.leader("AL", at(5, 5), 3, 6, 1, Colour::Red);
  CHECK(Rules::tell(t.state, ActionSpent{Side::A, "pass"}) == "A passes");
  CHECK(Rules::tell(t.state, ActionSpent{Side::A, "purchase"}) == "A buys a card");
  CHECK(Rules::tell(t.state, ActionSpent{Side::A, "discard"}).empty());  // the card's own line says it
  CHECK(Rules::tell(t.state, ActionsGained{Side::A, 2}) == "A has 2 actions, red on the card: AL commands");
  CHECK(Rules::tell(t.state, ImpulseBegan{Side::A, 0}) == "A begins its last impulse of the turn");
  CHECK(Rules::tell(t.state, CommitmentDecided{.passed = {}, .failed = {{"A1"}, {"A2"}}}) == "A1, A2 do not go in");
  CHECK(Rules::tell(t.state, EffectBegan{{.side = Side::B, .unit = {"B1"}}, "Your dice."}) == "B1: Your dice.");
}

TEST_CASE("who fails to go in is told with the points that would carry it in", "[bb][BB-COM-15]") {
  TestTable t = commitment_table({2});
  REQUIRE(t.say(kMelee));
  const int value = commitment_check(t.state, t.unit("A1"), &t.unit("B1")).value;
  REQUIRE(t.dice({value + 2, value + 1, 1, 1}));
  engine::Wait wait = t.wait();
  Showing::word(t.state, wait);
  CHECK(wait.question == "commitment fails: A1 by 3 points; commit cards, or accept?");
}

TEST_CASE("the ground of the map is said of no unit, for the table to draw", "[bb][BB-TER-01]") {
  TestTable t;
  t.state.map.terrain = {{at(2, 3), "goat_path"}};
  const engine::Advice said = Rules::advise(t.state, {}, Viewer::Both);
  REQUIRE(said.shapes.size() == 1);
  CHECK(said.shapes.front().about == "terrain");
  CHECK(said.shapes.front().label == "goat path");
}

TEST_CASE("an order of a line says how it goes before who goes", "[bb][BB-FORM-01]") {
  TestTable t;
  t.leader("AL", at(5, 5), 3);
  t.add("A1", "spears", at(5, 5), Facing::N);
  t.add("A2", "spears", at(6, 5), Facing::N);
  MoveUnits both;
  for (const char* id : {"A1", "A2"}) {
    UnitMove move;
    move.unit = {id};
    move.path = {Manoeuvre::Advance, Manoeuvre::Advance};
    both.moves.push_back(move);
  }
  CHECK(Rules::say(t.state, both) == "advance twice together, both: A1, A2");
  CHECK(Rules::say(t.state, Attack{{UnitId{"A1"}, UnitId{"A2"}}, UnitId{"B1"}, {}, {}}) == "attack B1 together, both: A1, A2");
  CHECK(Rules::say(t.state, Shoot{{UnitId{"A1"}, UnitId{"A2"}}, UnitId{"B1"}, {}}) == "shoot at B1 together, both: A1, A2");
}

TEST_CASE("of a long line the first speaks for the rest", "[bb][BB-FORM-01]") {
  TestTable t;
  Activate line{ActionKind::Move, {}, {}};
  for (int i = 1; i <= 4; ++i) line.units.push_back({"A" + std::to_string(i)});
  CHECK(Rules::clause(t.state, line) == "A1, A2, A3 and A4 act together");
  line.units.push_back({"A5"});
  CHECK(Rules::clause(t.state, line) == "A1 and 4 others act together");
}

TEST_CASE("what a leader reaches is said so", "[bb][BB-FORM-04]") {
  TestTable t;
  t.leader("AL", at(5, 5), 3, 6);
  t.add("A1", "spears", at(5, 4), Facing::N);
  t.add("A2", "spears", at(5, 10), Facing::N);
  std::vector<std::string> told;
  for (const engine::AdviceLine& line : Rules::advise(t.state, {{"AL"}, {}}, Viewer::Both).lines) told.push_back(line.reason.text);
  CHECK(told == std::vector<std::string>{"AL reaches A1", "AL does not reach A2"});
}

TEST_CASE("what the numbers of a question are is said on the screen", "[bb][BB-COM-03][BB-LDR-13]") {
  engine::Wait commitment;
  commitment.rule = "BB-COM-03";
  commitment.question = "commitment dice: A1 4, A2 1";
  Showing::word(State{}, commitment);
  CHECK(commitment.question == "commitment dice: A1, 4 dice; A2, 1 die");
  engine::Wait danger;
  danger.question = "is AL in danger? (6)";
  Showing::word(State{}, danger);
  CHECK(danger.question == "is AL in danger? On a 6 he is");
}

TEST_CASE("a move is named by the square it leads to, where it faces then and what it costs", "[bb][BB-MOV-01]") {
  TestTable t;
  t.add("A1", "spears", at(5, 4), Facing::N);
  t.add("B1", "spears", at(5, 9), Facing::S);
  const auto said = [&](std::vector<Manoeuvre> path) {
    MoveUnits command;
    command.moves = {{.unit = {"A1"}, .path = std::move(path), .to = {}, .facing = {}}};
    return Rules::say(t.state, command);
  };
  const std::string of = " of " + std::to_string(t.unit("A1").profile().movement) + " points)";
  CHECK(said({Manoeuvre::Advance}) == "move A1: advance to f6 facing N (2" + of);
  CHECK(said({Manoeuvre::WheelLeft}) == "move A1: wheel left facing NW (1" + of);
}

TEST_CASE("disruption, a melee marker and a shield wall stand on a unit as glyphs, ranks only before those who know them", "[bb]") {
  TestTable t;
  t.disrupted("A1", "spears", at(5, 5), Facing::N);
  t.add("B1", "hoplite", at(5, 6), Facing::S, 2);
  using engine::Glyph;
  CHECK(Showing::marks(t.state, {"A1"}, Viewer::Both).front() == engine::StateMark{Glyph::Disordered, 0, "disrupted"});
  CHECK(Showing::marks(t.state, {"B1"}, Viewer::B).back() == engine::StateMark{Glyph::ThreeRanks, 0});
  const auto known = t.unit("B1").ranks.revealed;
  CHECK(Showing::marks(t.state, {"B1"}, Viewer::A).empty() == !known);
  t.state.units.at({"A1"}).melee_marker = true;
  CHECK(Showing::marks(t.state, {"A1"}, Viewer::B)[1] == engine::StateMark{Glyph::InMelee, 0, "melee marker"});
}

TEST_CASE("a question's squares are small letters on the screen, since a unit may be called as a square is", "[bb]") {
  engine::Wait wait;
  wait.options = {{"stand", "stand and fight"}, {"B6-A7", "retreat to A7"}, {"A7", "A7, displacing B2"}, {"delay", "wait a turn"}};
  Showing::word(State{}, wait);
  CHECK(wait.options[0].text == "stand and fight");
  CHECK(wait.options[1].text == "retreat to a7");
  CHECK(wait.options[1].key == "B6-A7");
  CHECK(wait.options[2].text == "a7, displacing B2");
  CHECK(wait.options[3].text == "wait a turn");
  engine::Wait which;
  which.rule = "BB-DICE-14";
  which.options = {{"A7", "A7"}};
  Showing::word(State{}, which);
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

TEST_CASE("dice are thrown again by picking them, to pick none keeps them all, and both at once is no answer",
          "[bb][BB-DICE-21][BB-DICE-24]") {
  TestTable t;
  t.leader("AL", at(6, 5), 3);
  t.add("A1", "spears", at(5, 5), Facing::N);
  t.add("A2", "spears", at(6, 5), Facing::NW);
  t.add("B1", "spears", at(5, 6), Facing::S);
  t.state.units.at({"B1"}).type.good.front = 0;
  REQUIRE(t.say(R"({"do":"melee","units":["A1","A2"],"target":"B1"})"));
  REQUIRE(t.dice({1}));
  REQUIRE(t.dice({2, 3, 5, 6}));
  REQUIRE(t.dice({4, 4}));
  REQUIRE(t.wait().most == 2);
  engine::Wait shown = t.wait();
  CHECK(shown.options.front().text == "keep them");  // as logs have it
  Showing::word(t.state, shown);
  CHECK(shown.question == "attack dice 2 3 5 6: throw up to 2 again? (1 hit, 2 cancel)");
  CHECK(shown.least == 0);
  REQUIRE(shown.options.size() == 4);
  CHECK(shown.options[0].text == "die 1, a 2 that hits; anew 33 % hits, 33 % cancels");
  CHECK(shown.options[1].text == "die 2, a 3 that does nothing; anew 33 % hits, 33 % cancels");
  CHECK(shown.options[2].text == "die 3, a 5 that cancels; anew 33 % hits, 33 % cancels");
  CHECK_FALSE(t.say(R"({"do":"answer","choices":["pass","2"]})"));
  TestTable one = t;
  REQUIRE(one.say(R"({"do":"answer","choices":["2"]})"));
  REQUIRE(one.dice({3}));
  engine::Wait last = one.wait();
  Showing::word(one.state, last);
  CHECK(last.question == "attack dice 2 3 5 6: throw one again?");
  CHECK(last.options.front().text == "keep them: 1 hit, 2 cancel");
  REQUIRE(t.say(R"({"do":"answer","choices":[]})"));
  CHECK_FALSE(t.state.fight.has_value());  // kept, and fought out
}

TEST_CASE("a way to answer says what it leads to: where to, and who is disrupted by it",
          "[bb][BB-RET-06][BB-ADV-02][BB-CAV-03][BB-COM-07]") {
  TestTable t;
  t.add("A1", "hoplite", at(5, 5), Facing::N, 1);
  t.add("B1", "hoplite", at(5, 6), Facing::S, 0);
  t.state.fight = Fight{.melee = true, .attackers = {{"A1"}}, .target = {"B1"}, .target_square = at(5, 6)};
  const auto worded = [&](Step step, std::vector<engine::Option> options) {
    engine::Wait wait{.id = {1}, .kind = engine::WaitKind::Choice, .options = std::move(options)};
    t.state.agenda.lanes = {{1, {{std::move(step), {wait}}}}};
    Showing::word(t.state, wait);
    return wait.options.back().text;
  };
  CHECK(worded(Step{MeleeRetreat{}}, {{"stand", "stand and fight"}, {"E7-E8", "retreat to E8"}}) == "retreat to e8, disrupted");
  CHECK(worded(Step{MeleeRetreat{}}, {{"stand", "stand and fight"}, {"F7-F8", "retreat to F8 over F7"}}) ==
        "retreat to f8 over f7, disrupted");
  CHECK(worded(Step{Advance{}}, {{"no", "stay"}, {"yes", "advance"}}) == "advance to " + words_of(at(5, 6)));
  CHECK(worded(Step{Continue{}}, {{"no", "stop"}, {"yes", "go on"}}) == "go on: if its morale die fails, it is disrupted afterwards");
  CHECK(worded(Step{CommitSpend{}}, {{"accept", "accept it"}}) == "accept it: who failed does not go in");
}

TEST_CASE("a rank that is lost is part of a unit that fights on, a unit that routs is not", "[bb][BB-VIC-01]") {
  TestTable t;
  t.add("B1", "hoplite", at(5, 6), Facing::S, 2);
  const auto losses = Rules::happened(t.state, {Event{RanksLost{{"B1"}, 1}}, Event{UnitRouted{{"B1"}, {}, "BB-ADV-08"}}}).losses;
  REQUIRE(losses.size() == 2);
  CHECK(losses[0].part);
  CHECK_FALSE(losses[1].part);
}

}  // namespace screen_tests
