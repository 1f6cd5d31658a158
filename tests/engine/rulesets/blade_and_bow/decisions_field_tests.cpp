/// Decisions on sight, command, leaders, movement and zones that the book leaves open.
#include "engine/rulesets/blade_and_bow/topics/morale.hpp"
#include "engine/rulesets/blade_and_bow/topics/movement.hpp"
#include "engine/rulesets/blade_and_bow/topics/sight.hpp"
#include "tests/engine/rulesets/blade_and_bow/melee_table.hpp"
#include "tests/support/catch.hpp"

namespace decisions_field_tests {

using namespace polemarch;
using namespace polemarch::blade_and_bow;

namespace {
std::string why(const TestTable& t, const std::string& json) {
  const auto verdict = t.judge(json);
  return verdict.allowed() ? "" : verdict.reasons.front().rule;
}
/// Draws and answers until a card for actions is asked for.
std::string to_draw(TestTable& t) {
  while (t.waiting() != "draw_actions" && !t.waiting().empty()) {
    if (t.wait().chance)
      REQUIRE(t.dice(std::vector<int>(static_cast<std::size_t>(t.dice_asked()), 1)));
    else
      REQUIRE(t.choose(t.wait().options.front().key));
  }
  return t.waiting();
}
}  // namespace

TEST_CASE("ground other than hills counts as low: units block between its squares and not up to a hill", "[bb][BB-LOS-08][BB-AMB-07]") {
  TestTable t;
  t.add("A1", "spears", at(5, 5), Facing::N);
  for (const char* kind : {"woods", "town", "marsh"}) {
    t.state.map.terrain = {{at(5, 3), kind}};
    CHECK_FALSE(sight_between(t.state, at(5, 3), at(5, 7)).clear);
    t.state.map.terrain = {{at(5, 3), kind}, {at(5, 7), "hill"}};
    CHECK(sight_between(t.state, at(5, 3), at(5, 7)).clear);
  }
}

TEST_CASE("one unit may act alone with no leader in range, two need one leader who reaches both", "[bb][BB-FORM-09][BB-AMB-12]") {
  TestTable t;
  t.leader("AL", at(0, 5), 3, 4);
  t.leader("AM", at(5, 5), 3, 4, 2);
  t.add("A1", "spears", at(2, 5), Facing::N);
  t.add("A2", "spears", at(4, 5), Facing::N);
  t.add("A3", "spears", at(11, 0), Facing::N);
  CHECK(why(t, R"({"do":"move","unit":"A3","path":["advance"]})").empty());
  CHECK(why(t, R"({"do":"move","moves":[{"unit":"A1","path":["advance"]},{"unit":"A2","path":["advance"]}]})") == "BB-FORM-04");
  t.state.leaders.at({"AM"}).range = 6;  // each within range of some leader is not enough, both of this one is
  CHECK(why(t, R"({"do":"move","moves":[{"unit":"A1","path":["advance"]},{"unit":"A2","path":["advance"]}]})").empty());
}

TEST_CASE("a formation is one chain: two pairs far apart are none", "[bb][BB-FORM-03][BB-AMB-114]") {
  TestTable t;
  t.leader("AL", at(4, 4), 3, 20);
  for (int i = 0; i < 4; ++i) t.add("A" + std::to_string(i + 1), "spears", at(i < 2 ? i : i + 4, 4), Facing::N);
  const char* const all = R"({"do":"activate","action":"move","units":["A1","A2","A3","A4"]})";
  CHECK(why(t, all) == "BB-FORM-03");  // each has a neighbour, but (1,4) and (6,4) are four squares apart
  t.state.units.at({"A3"}).square = at(3, 4);
  t.state.units.at({"A4"}).square = at(5, 4);
  CHECK(why(t, all).empty());
}

TEST_CASE("a card on a whole formation helps each unit in it: no second one for any of them", "[bb][BB-CARD-20][BB-AMB-18]") {
  TestTable t;
  t.add("A1", "spears", at(5, 5), Facing::N);
  for (const int n : {1, 2})
    t.state.deck.push_back(
        {.number = n, .title = "March " + std::to_string(n), .effect = EffectKind::Movement, .amount = 2, .timing = "move"});
  for (const int card : {1, 2}) t.state.army(Side::A).hand.push_back({.id = "a", .owner = Viewer::A, .value = card});
  CHECK(why(t, R"({"do":"play_card","card":1})") == "BB-CARD-17");
  t.overrule(R"({"do":"play_card","card":1})");  // its print says that it is for all
  CHECK(why(t, R"({"do":"play_card","card":2,"unit":"A1"})") == "BB-CARD-20");
}

TEST_CASE("a leader may not be put into a strong zone, among enemies or on impassable ground, alone or not",
          "[bb][BB-LDR-08][BB-LDR-32][BB-AMB-26][BB-AMB-27]") {
  TestTable t;
  t.leader("AL", at(0, 0));
  t.add("A1", "spears", at(0, 0), Facing::N);
  t.add("A2", "spears", at(10, 8), Facing::N);
  t.add("B1", "spears", at(10, 10), Facing::S);
  const auto go = [&](Square to) { return why(t, R"({"do":"move_leader","leader":"AL","to":")" + name_of(to) + "\"}"); };
  CHECK(go(at(10, 9)) == "BB-LDR-08");
  CHECK(go(at(10, 10)) == "BB-LDR-32");
  CHECK(go(at(9, 8)).empty());  // alone, next to a friend
  t.state.map.terrain[at(9, 8)] = "cliff";
  CHECK(go(at(9, 8)) == "BB-LDR-32");
}

TEST_CASE("a displaced or recoiling unit takes its leader along", "[bb][BB-LDR-02][BB-AMB-28]") {
  TestTable t;
  t.leader("AL", at(5, 5));
  t.add("A1", "hoplite", at(5, 4), Facing::N);
  t.add("A2", "spears", at(5, 5), Facing::N);
  REQUIRE(t.say(R"({"do":"move","unit":"A1","path":["advance"],"displace_to":"G6"})"));
  CHECK(t.unit("A2").square == at(6, 5));
  CHECK(t.state.leaders.at({"AL"}).square == at(6, 5));
  TestTable back = duel("axemen", "axemen");
  back.leader("BM", at(5, 6), 3, 4, 2);
  back.state.units.at({"B1"}).disrupted = true;
  REQUIRE(back.say(kMelee));
  fight(back, {1, 4, 4}, {});
  REQUIRE(back.waiting() == "casualty_first");
  REQUIRE(back.dice({1}));
  CHECK(back.unit("B1").square == at(5, 7));
  CHECK(back.state.leaders.at({"BM"}).square == at(5, 7));
}

TEST_CASE("disrupted units turn about by four wheels for four points, not by a reverse", "[bb][BB-MOV-13][BB-AMB-33]") {
  TestTable t;
  t.disrupted("A1", "spears", at(5, 5), Facing::N).type.disrupted.movement = 4;
  CHECK(why(t, R"({"do":"move","unit":"A1","path":["reverse"]})") == "BB-MOV-13");
  REQUIRE(t.say(R"({"do":"move","unit":"A1","path":["left","left","left","left"]})"));
  CHECK(t.unit("A1").facing == Facing::S);
  CHECK(t.verdict.reasons.front().value == 4.0);
}

TEST_CASE("between two enemies without zones a unit slips through by the corner", "[bb][BB-AMB-42]") {
  TestTable t;
  t.add("A1", "spears", at(5, 5), Facing::NE);
  t.disrupted("B1", "spears", at(5, 6), Facing::S);
  t.disrupted("B2", "spears", at(6, 5), Facing::W);
  CHECK(why(t, R"({"do":"move","unit":"A1","path":["advance","left"]})").empty());
  t.state.units.at({"B1"}).disrupted = false;  // (6,6) lies behind it, (5,5) strong before it
  CHECK(why(t, R"({"do":"move","unit":"A1","path":["advance"]})") == "BB-EZ-11");
}

TEST_CASE("a slope halts in both directions", "[bb][BB-MOV-17][BB-AMB-111]") {
  for (const Facing f : {Facing::N, Facing::S}) {
    TestTable t;
    const int y = f == Facing::N ? 4 : 7;
    t.add("A1", "spears", at(5, y), f);
    t.state.map.edges.push_back({.a = at(5, 5), .b = at(5, 6), .halts = true});
    CHECK(why(t, R"({"do":"move","unit":"A1","path":["advance","advance"]})").empty());
    CHECK(why(t, R"({"do":"move","unit":"A1","path":["advance","advance","left"]})") == "BB-MOV-17");
  }
}

TEST_CASE("neighbouring leaders give two once, one farther off gives one more, two squares are eight-neighbour squares",
          "[bb][BB-COM-11][BB-COM-12][BB-AMB-51][BB-AMB-52]") {
  TestTable t;
  t.add("A1", "axemen", at(5, 5), Facing::N);
  t.add("B1", "axemen", at(5, 6), Facing::S);
  const auto modifier = [&] { return commitment_check(t.state, t.unit("A1"), &t.unit("B1")).modifier; };
  t.leader("AL", at(4, 4));
  CHECK(modifier() == -2);
  t.leader("AM", at(6, 4), 3, 6, 2);
  CHECK(modifier() == -2);
  t.state.leaders.at({"AM"}).square = at(3, 3);
  CHECK(modifier() == -3);
  for (const Square two : {at(7, 7), at(3, 4), at(5, 3), at(7, 5)}) {
    t.state.leaders.at({"AM"}).square = two;
    CHECK(modifier() == -3);
  }
  t.state.leaders.at({"AM"}).square = at(2, 5);
  CHECK(modifier() == -2);
  t.state.leaders.at({"AL"}).square = at(8, 8);
  CHECK(modifier() == 0);
}

TEST_CASE("a rout check is raised by a lost camp and a wall, not by leaders or Immortals", "[bb][BB-MOR-T1][BB-AMB-81]") {
  TestTable t;
  t.leader("AL", at(5, 4), 3);
  t.add("A1", "immortals", at(5, 5), Facing::N);
  CHECK(plain_check(t.state, t.unit("A1")).modifier == 0);
  CHECK(plain_check(t.state, t.unit("A1")).value == 3);
  t.state.units.at({"A1"}).wall = true;
  CHECK(plain_check(t.state, t.unit("A1")).value == 4);
  t.camp("AC", at(0, 0)).sacked = true;
  CHECK(plain_check(t.state, t.unit("A1")).modifier == 1);
}

TEST_CASE("when the commander falls in an impulse its actions stay, the next card is read in the new one's colour",
          "[bb][BB-CARD-25][BB-AMB-91]") {
  TestTable t;
  t.leader("AL", at(0, 0), 3, 6, 1, Colour::Red);
  t.leader("AM", at(1, 0), 2, 6, 2, Colour::Black);
  t.leader("BL", at(11, 11), 3, 6, 1, Colour::White);
  t.add("A1", "spears", at(0, 0), Facing::N);
  t.add("B1", "spears", at(11, 11), Facing::S);
  for (int n = 1; n <= 60; ++n)
    t.state.deck.push_back({.number = n, .title = "Card " + std::to_string(n), .timing = "any", .actions = {1, 2, 3, 1}});
  t.turn_of(Side::A, 3);
  t.state.leaders.at({"AL"}).box = Where::Eliminated;
  REQUIRE(t.say(R"({"do":"pass"})"));
  CHECK(t.state.turn.actions == 2);
  REQUIRE(t.say(R"({"do":"pass"})"));
  REQUIRE(t.say(R"({"do":"pass"})"));
  REQUIRE(t.waiting() == "draw_actions");
  REQUIRE(t.dice({1}));  // B, white: one
  REQUIRE(t.say(R"({"do":"pass"})"));
  REQUIRE(to_draw(t) == "draw_actions");
  REQUIRE(t.state.turn.active == Side::A);
  REQUIRE(t.dice({2}));
  CHECK(t.state.turn.actions == 2);  // black
}

TEST_CASE("walled units attack and shoot as they stand, without turning", "[bb][BB-SW-06][BB-AMB-70]") {
  TestTable t;
  t.leader("AL", at(5, 4));
  t.add("A1", "archers", at(5, 5), Facing::N).wall = true;
  t.add("B1", "spears", at(6, 8), Facing::N);
  CHECK(why(t, R"({"do":"shoot","unit":"A1","target":"B1"})").empty());
  t.state.units.at({"B1"}).square = at(8, 6);
  CHECK(why(t, R"({"do":"shoot","unit":"A1","target":"B1"})") == "BB-SW-06");
  t.state.units.at({"A1"}).wall = false;
  CHECK(why(t, R"({"do":"shoot","unit":"A1","target":"B1"})").empty());
  t.add("A2", "spears", at(2, 2), Facing::N).wall = true;
  t.add("B2", "spears", at(2, 3), Facing::N);
  CHECK(why(t, R"({"do":"melee","unit":"A2","target":"B2"})").empty());
}

}  // namespace decisions_field_tests
