/// Small print that mutants slip through easily: names past Z, equal ranks, single choices, hidden dice, modifiers of extra dice.
#include <algorithm>

#include "engine/rulesets/blade_and_bow/show/viewing.hpp"
#include "engine/rulesets/blade_and_bow/topics/cards.hpp"
#include "engine/rulesets/blade_and_bow/topics/command.hpp"
#include "engine/rulesets/blade_and_bow/topics/melee.hpp"
#include "engine/rulesets/blade_and_bow/topics/returning.hpp"
#include "tests/engine/rulesets/blade_and_bow/melee_table.hpp"
#include "tests/support/catch.hpp"

namespace small_print_tests {

using namespace polemarch;
using namespace polemarch::blade_and_bow;

namespace {
int faces_offered(const TestTable& t) {
  int faces = 0;
  for (const auto& offer : Rules::offers(t.state, Viewer::A, UnitId{"A1"}))
    faces += std::holds_alternative<Face>(offer.command) && offer.verdict.allowed() ? 1 : 0;
  return faces;
}
bool described(const TestTable& t, const std::string& part) {
  const auto lines = Rules::describe(t.state, Viewer::A);
  return std::any_of(lines.begin(), lines.end(), [&](const std::string& line) { return line.find(part) != std::string::npos; });
}
std::string label_on(const TestTable& t, const char* about, engine::Meaning meaning) {
  for (const auto& shape : Rules::advise(t.state, {{"A1"}, {}}, Viewer::A).shapes)
    if (shape.meaning == meaning && shape.about == about) return shape.label;
  return "";
}
}  // namespace

TEST_CASE("columns past Z are named AA, AB and so on, and found again", "[bb][BB-SET-01]") {
  for (const Square square : {Square{25, 0}, Square{26, 2}, Square{27, 8}, Square{53, 11}}) CHECK(square_named(name_of(square)) == square);
  CHECK(name_of({26, 2}) == "AA3");
  CHECK(square_named("ab9") == Square{27, 8});
}

TEST_CASE("after an advance one step either way is offered, after a rally every other facing", "[bb][BB-ADV-06][BB-RAL-08]") {
  TestTable t;
  t.add("A1", "spears", at(5, 5), Facing::N);
  t.state.may_face[{"A1"}] = 1;
  CHECK(faces_offered(t) == 2);
  t.state.may_face[{"A1"}] = 4;
  CHECK(faces_offered(t) == 7);
}

TEST_CASE("each entry area of the Spartans is its four squares", "[bb][BB-MYC-T1][BB-MYC-19]") {
  const auto names = [](int die) {
    std::string text;
    for (const Square square : entry_area(die)) text += name_of(square) + " ";
    return text;
  };
  for (const int die : {1, 2, 3}) CHECK(names(die) == "D1 E1 F1 G1 ");
  for (const int die : {4, 5}) CHECK(names(die) == "A4 A5 A6 A7 ");
  CHECK(names(6) == "A10 A11 A12 A13 ");
}

TEST_CASE("of two leaders of one rank the first by name commands", "[bb][BB-UNIT-03]") {
  TestTable t;
  t.leader("AM", at(5, 5), 4, 6, 1);
  t.leader("AL", at(6, 5), 3, 6, 1);
  CHECK(commander(t.state, Side::A)->id == UnitId{"AL"});
  for (auto& [id, leader] : t.state.leaders) leader.box = Where::Routed;  // off the map the same
  CHECK(commander(t.state, Side::A)->id == UnitId{"AL"});
}

TEST_CASE("the lines of the battle count routed and rallied units", "[bb][BB-SET-25]") {
  TestTable t;
  for (const char* id : {"A1", "A2", "A3"}) t.add(id, "spears", at(5, 5), Facing::N).box = Where::Routed;
  t.state.units.at({"A3"}).box = Where::Rallied;
  CHECK(described(t, "routed 2"));
  CHECK(described(t, "rallied 1"));
}

TEST_CASE("advice says the defender's dice where they are known and only the counter's where they are not", "[bb][BB-UNIT-23]") {
  TestTable t;
  t.leader("AL", at(5, 5), 3);
  t.add("A1", "spears", at(5, 5), Facing::N);
  t.add("B1", "spears", at(5, 6), Facing::S);
  CHECK(label_on(t, "B1", engine::Meaning::ChargeTarget) == "2 dice against 2");
  t.state.units.erase({"B1"});
  t.add("B1", "hoplite", at(5, 6), Facing::S, 3);
  CHECK(label_on(t, "B1", engine::Meaning::ChargeTarget) == "2 dice against 3 and his ranks");
  t.state.units.at({"B1"}).ranks.revealed = true;
  CHECK(label_on(t, "B1", engine::Meaning::ChargeTarget) == "2 dice against 6");
}

TEST_CASE("hidden ranks do not show in the limit of dice either", "[bb][BB-UNIT-23][BB-DICE-03]") {
  TestTable t;
  t.leader("AL", at(5, 5), 3);
  t.add("A1", "spears", at(5, 5), Facing::N);
  t.add("B1", "hoplite", at(5, 6), Facing::S, 0);
  const std::string none = label_on(t, "B1", engine::Meaning::ChargeTarget);
  for (const int ranks : {1, 3, 6}) {
    t.state.units.erase({"B1"});
    t.add("B1", "hoplite", at(5, 6), Facing::S, ranks);
    CHECK(label_on(t, "B1", engine::Meaning::ChargeTarget) == none);
  }
}

TEST_CASE("an attack carries the chance that it goes in, whatever ranks are hidden", "[bb][BB-COM-01][BB-UNIT-23]") {
  TestTable t;
  t.add("A1", "spears", at(5, 5), Facing::N);
  t.add("B1", "hoplite", at(5, 6), Facing::S, 0);
  const Attack attack{{UnitId{"A1"}}, UnitId{"B1"}, {}, {}};
  const engine::OfferMark mark = Showing::mark_of(t.state, attack);
  const Check check = commitment_check(t.state, t.unit("A1"), &t.unit("B1"));
  CHECK(mark.or_less);
  CHECK(mark.need == check.value - check.modifier);
  REQUIRE(mark.per_mille);
  CHECK(*mark.per_mille == static_cast<int>(chance_to_pass(check) * 1000 + 0.5));
  t.state.units.erase({"B1"});
  t.add("B1", "hoplite", at(5, 6), Facing::S, 6);
  CHECK(Showing::mark_of(t.state, attack).per_mille == mark.per_mille);
  t.leader("AL", at(5, 5), 3);  // no commitment dice (BB-COM-09)
  const engine::OfferMark sure = Showing::mark_of(t.state, attack);
  CHECK(sure.need == 0);
  CHECK(sure.per_mille == 1000);
}

TEST_CASE("the extra die of a flank attack is modified as the lead's own", "[bb][BB-DICE-26][BB-SW-11]") {
  TestTable t;
  t.add("A1", "spears", at(4, 6), Facing::E).wall = true;
  t.add("B1", "spears", at(5, 6), Facing::S);
  const MeleeCount count = melee_count(t.state, {{"A1"}}, &t.unit("B1"), false);
  CHECK(count.attack == 3);
  CHECK(count.attack_modifiers == std::vector<int>{1, 1, 1});
}

TEST_CASE("a rallied unit with one square to return to is not asked where", "[bb][BB-ROUT-03]") {
  TestTable t;
  t.camp("AC", at(0, 0));
  t.add("A1", "spears", at(0, 0), Facing::N).box = Where::Rallied;
  t.add("A2", "spears", at(0, 1), Facing::N);
  t.add("A3", "spears", at(1, 0), Facing::N);
  t.add("A4", "spears", at(1, 1), Facing::N);
  CHECK(return_squares(t.state, t.unit("A1")) == std::vector<Square>{at(0, 0)});
  t.state.armies[0].impulses = t.state.armies[1].impulses = 0;
  t.state.turn.actions = 1;
  REQUIRE(t.say(R"({"by":"A","do":"pass"})"));
  CHECK(t.unit("A1").on_map());
  CHECK(t.unit("A1").square == at(0, 0));
}

TEST_CASE("friends, and units off the map, are no targets", "[bb][BB-MEL-01][BB-RNG-01]") {
  TestTable t;
  t.leader("AL", at(5, 5), 3);
  t.add("A1", "archers", at(5, 5), Facing::N);
  t.add("A2", "spears", at(5, 6), Facing::N);
  t.add("B1", "spears", at(5, 6), Facing::S).box = Where::Routed;
  for (const char* wish : {R"({"do":"melee","unit":"A1","target":"A2"})", R"({"do":"melee","unit":"A1","target":"B1"})",
                           R"({"do":"shoot","unit":"A1","target":"A2"})", R"({"do":"shoot","unit":"A1","target":"B1"})"}) {
    INFO(wish);
    CHECK(t.judge(wish).ruling == engine::Ruling::Refused);
    CHECK(t.judge(wish).refusal == engine::Refusal::Impossible);
  }
}

TEST_CASE("what a fighting unit still has to suffer is struck off as it is done", "[bb][BB-REC-16]") {
  TestTable t = duel("axemen", "spears");
  t.state.units.at({"B1"}).disrupted = true;
  REQUIRE(t.say(kMelee));
  dice_and_keep(t, {1, 1, 4}, {4, 4});
  REQUIRE(t.waiting() == "rout_dice");
  CHECK_FALSE(t.state.fight->hurt.at({"B1"}).recoil);  // it has recoiled
  CHECK(t.state.fight->hurt.at({"B1"}).rout_dice == 1);
}

TEST_CASE("names of cards in a hand count up and are never used again", "[bb][BB-CARD-05]") {
  TestTable t;
  CHECK(unknown_card(t.state, Side::A).id == "card.A.1");
  t.state.army(Side::A).cards_taken = 4;
  CHECK(unknown_card(t.state, Side::A).id == "card.A.5");
  CHECK(unknown_card(t.state, Side::B).id == "card.B.1");
}

TEST_CASE("the dice a shot is judged to have count the shooters' turns, as its answer will", "[bb][BB-RNG-11][BB-RNG-16][BB-DX-07]") {
  TestTable t;
  t.add("A1", "archers", at(0, 0), Facing::N);
  t.add("B1", "archers", at(3, 1), Facing::S);
  const engine::Verdict verdict = t.judge(R"({"do":"shoot","unit":"A1","target":"B1"})");
  REQUIRE(verdict.allowed());
  const engine::Reason& defence = verdict.reasons.back();
  CHECK(defence.text == "defence dice");
  CHECK(defence.value == 2.0);  // one on the counter, one for the step turned
  const Command shoot = Shoot{.units = {{"A1"}}, .target = {"B1"}, .leader = {}};
  CHECK(Rules::say(t.state, shoot) == "A1 shoots at B1, 2 dice against 2");
  CHECK(Showing::mark_of(t.state, shoot).target == UnitId{"B1"});
}

TEST_CASE("a rally is one order and a leader's move one action: neither is opened for several",
          "[bb][BB-RAL-01][BB-RAL-03][BB-ACT-01][BB-ACT-13]") {
  TestTable t;
  t.leader("AL", at(4, 4));
  t.leader("AM", at(4, 4), 3, 6, 2);
  for (int i = 0; i < 3; ++i) t.disrupted("A" + std::to_string(i + 1), "spears", at(4 + i, 6), Facing::N);
  t.turn_of(Side::A, 1);
  CHECK(t.refusal(R"({"do":"activate","action":"rally","units":["A1","A2","A3"]})") == "BB-RAL-03");
  CHECK(t.refusal(R"({"do":"activate","action":"leader","units":["A1"]})") == "BB-ACT-13");
  REQUIRE(t.say(R"({"do":"rally","units":["A1","A2","A3"]})"));  // with the last action
  CHECK(t.dice_asked() == 3);
  // Of a rally begun for several each unit checks, whoever is named.
  TestTable open;
  open.leader("AL", at(4, 4));
  open.disrupted("A1", "spears", at(4, 7), Facing::N);
  open.disrupted("A2", "spears", at(5, 7), Facing::N);
  open.overrule(R"({"do":"activate","action":"rally","units":["A1","A2"]})");
  REQUIRE(open.say(R"({"do":"rally","unit":"A1"})"));
  CHECK(open.waiting() == "roll_rally");
}

}  // namespace small_print_tests
