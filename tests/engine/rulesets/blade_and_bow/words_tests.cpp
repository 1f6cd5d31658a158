/// How people say it: other words for commands and answers, and reasons that say what really stands in the way.
#include "tests/engine/rulesets/blade_and_bow/table.hpp"
#include "tests/support/catch.hpp"

namespace words_tests {

using namespace polemarch;
using namespace polemarch::blade_and_bow;

TEST_CASE("a move is understood in several words", "[bb]") {
  const char* const ways[] = {R"({"do":"move","unit":"A1","path":["advance","advance"]})",
                              R"({"do":"move","unit":"A1","path":"advance 2"})",
                              R"({"do":"march","unit":"A1","path":["forward","ahead"]})",
                              R"({"do":"advance","unit":"A1","squares":2})",
                              R"({"do":"move","unit":"A1","square":"F8"})",
                              R"({"do":"move","units":["A1"],"path":["advance 2"]})"};
  for (const char* way : ways) {
    TestTable t;
    t.add("A1", "spears", at(5, 5), Facing::N);
    INFO(way);
    REQUIRE(t.say(way));
    CHECK(t.unit("A1").square == at(5, 7));
  }
  TestTable t;
  t.add("A1", "spears", at(5, 5), Facing::N);
  REQUIRE(t.say(R"({"do":"wheel","unit":"A1","direction":"left","steps":2})"));
  CHECK(t.unit("A1").facing == Facing::W);
  REQUIRE(t.say(R"({"do":"reverse","unit":"A1"})"));
  CHECK(t.unit("A1").facing == Facing::E);
}

TEST_CASE("several units may be told to go the same way", "[bb][BB-FORM-01]") {
  TestTable t;
  t.leader("AL", at(5, 5), 3);
  t.add("A1", "spears", at(5, 5), Facing::N);
  t.add("A2", "spears", at(6, 5), Facing::N);
  REQUIRE(t.say(R"({"do":"move","units":["A1","A2"],"path":["advance","advance"]})"));
  CHECK(t.unit("A1").square == at(5, 7));
  CHECK(t.unit("A2").square == at(6, 7));
  CHECK(t.state.turn.actions == 2);
}

TEST_CASE("of several told to go the same way the order they are named in says nothing", "[bb][BB-FORM-01][BB-FORM-16][BB-INT-05]") {
  for (const char* units : {R"("A1","A2","A3","A4")", R"("A4","A3","A2","A1")", R"("A2","A4","A1","A3")"}) {
    INFO(units);
    TestTable t;
    t.leader("AL", at(5, 5), 3);
    for (int i = 0; i < 3; ++i) t.add("A" + std::to_string(i + 1), "hoplite", at(4 + i, 5), Facing::E);
    t.add("A4", "hoplite", at(4, 4), Facing::N);  // goes where A1 leaves
    REQUIRE(t.say(std::string(R"({"do":"move","units":[)") + units + R"(],"path":["advance"]})"));
    CHECK(t.waiting().empty());
    for (int i = 0; i < 3; ++i) CHECK(t.unit("A" + std::to_string(i + 1)).square == at(5 + i, 5));
    CHECK(t.unit("A4").square == at(4, 5));
  }
  // Moves of their own go in their order.
  TestTable t;
  t.leader("AL", at(5, 5), 3);
  t.add("A1", "hoplite", at(4, 5), Facing::E);
  t.add("A2", "hoplite", at(5, 5), Facing::E);
  CHECK(t.refusal(R"({"do":"move","moves":[{"unit":"A1","path":["advance"]},{"unit":"A2","path":["advance"]}]})") == "BB-INT-05");
}

TEST_CASE("a leader told to move like a unit moves as a leader", "[bb][BB-ACT-12]") {
  TestTable t;
  t.leader("AL", at(5, 5), 3);
  t.add("A1", "spears", at(5, 5), Facing::N);
  t.add("A2", "spears", at(9, 9), Facing::N);
  REQUIRE(t.say(R"({"do":"move","unit":"AL","to":"J10"})"));
  CHECK(t.state.leaders.at({"AL"}).square == at(9, 9));
  CHECK_FALSE(t.judge(R"({"do":"move","unit":"AL","to":"A12"})").allowed());
  CHECK(t.state.turn.actions == 2);
}

TEST_CASE("a question that may be declined is declined by pass, no or keep", "[bb]") {
  for (const char* word :
       {R"({"by":"A","do":"pass"})", R"({"by":"A","do":"answer","choice":"no"})", R"({"by":"A","do":"answer","choice":"Keep them"})"}) {
    TestTable t;
    t.leader("AL", at(5, 5), 3);
    t.add("A1", "spears", at(5, 5), Facing::N);
    t.add("B1", "spears", at(5, 6), Facing::S);
    REQUIRE(t.say(R"({"do":"melee","unit":"A1","target":"B1"})"));
    REQUIRE(t.dice({3, 3}));
    REQUIRE(t.dice({3, 3}));
    REQUIRE(t.waiting() == "ask_reroll");
    INFO(word);
    CHECK_FALSE(t.judge(R"({"by":"B","do":"pass"})").allowed());  // it is not his to decline
    REQUIRE(t.say(word));
    CHECK(t.waiting().empty());
    CHECK(t.state.turn.actions == 2);  // declining is no action
  }
  TestTable t;  // without an open question it is the action
  t.add("A1", "spears", at(5, 5), Facing::N);
  REQUIRE(t.say(R"({"by":"A","do":"pass"})"));
  CHECK(t.state.turn.actions == 2);
}

TEST_CASE("a retreat may be answered by the square it ends in", "[bb][BB-RET-07]") {
  TestTable t;
  t.add("A1", "hoplite", at(5, 5), Facing::N);
  t.add("B1", "psiloi", at(5, 6), Facing::S);
  REQUIRE(t.say(R"({"do":"melee","unit":"A1","target":"B1"})"));
  REQUIRE(t.say(R"({"by":"B","do":"answer","choice":"f9"})"));
  CHECK(t.unit("B1").square == at(5, 8));
}

TEST_CASE("each size is told its own rule when it may not turn on entering a zone", "[bb][BB-EZ-02][BB-EZ-03][BB-EZ-04]") {
  const std::pair<const char*, const char*> rules[] = {{"hoplite", "BB-EZ-02"}, {"spears", "BB-EZ-03"}, {"psiloi", "BB-EZ-04"}};
  for (const auto& [type, rule] : rules) {
    TestTable t;
    t.add("A1", type, at(5, 3), Facing::N);
    t.add("B1", "spears", at(5, 5), Facing::S);
    INFO(type);
    CHECK_FALSE(t.say(R"({"do":"move","unit":"A1","path":["advance","left","left"]})"));
    CHECK(t.rule() == rule);
    CHECK(t.judge(R"({"do":"move","unit":"A1","path":["advance","left"]})").allowed() == (std::string(type) == "psiloi"));
  }
}

TEST_CASE("a square that cannot be reached is refused for what bars it", "[bb]") {
  TestTable t;
  t.add("A1", "spears", at(5, 5), Facing::N);
  t.add("A2", "hoplite", at(5, 6), Facing::N);
  t.state.map.terrain[at(6, 6)] = "cliff";
  const auto why = [&](const char* to) { return t.judge(std::string(R"({"do":"move","unit":"A1","to":")") + to + "\"}").reasons.front(); };
  CHECK(why("F7").rule == "BB-INT-07");
  CHECK(why("G7").rule == "BB-THE-06");
  const engine::Reason far = why("F12");
  CHECK(far.rule == "BB-INT-04");  // the heavy stands on the straight way
  CHECK(why("L6").rule == "BB-MOV-02");
  CHECK(why("L6").limit == 6.0);
  CHECK(why("L6").value > 6.0);
}

TEST_CASE("leaders of two units that change places each go with their own", "[bb][BB-LDR-02][BB-INT-09]") {
  TestTable t;
  t.leader("AL", at(5, 5), 3);
  t.leader("AL2", at(5, 6), 3, 6, 2);
  t.add("A1", "hoplite", at(5, 5), Facing::N);
  t.add("A2", "spears", at(5, 6), Facing::E);
  REQUIRE(t.say(R"({"do":"move","unit":"A1","path":["advance"],"displace_to":"F6"})"));
  CHECK(t.unit("A1").square == at(5, 6));
  CHECK(t.unit("A2").square == at(5, 5));
  CHECK(t.state.leaders.at({"AL"}).square == at(5, 6));
  CHECK(t.state.leaders.at({"AL2"}).square == at(5, 5));
}

TEST_CASE("who falls back from fire into a friend says where he is pushed", "[bb][BB-RNG-38][BB-INT-09]") {
  TestTable t;
  t.leader("AL", at(0, 0), 3);
  t.leader("BL", at(5, 7), 3);
  t.add("A1", "archers", at(5, 3), Facing::N);
  t.disrupted("B1", "spears", at(5, 6), Facing::S);
  t.add("B2", "psiloi", at(5, 7), Facing::E);
  for (const int x : {4, 6}) t.add("B" + std::to_string(x), "axemen", at(x, 7), Facing::S);
  REQUIRE(t.say(R"({"do":"shoot","unit":"A1","target":"B1"})"));
  REQUIRE(t.dice({1, 6}));
  if (t.waiting() == "shot_defence") REQUIRE(t.dice(std::vector<int>(static_cast<std::size_t>(t.dice_asked()), 3)));
  REQUIRE(t.waiting() == "rout_dice");
  REQUIRE(t.dice({1}));
  REQUIRE(t.waiting() == "shot_recoil");
  CHECK(t.wait().rule == "BB-INT-09");
  CHECK(t.wait().who == Viewer::B);
  REQUIRE(t.choose("E9"));
  CHECK(t.unit("B2").square == at(4, 8));
  CHECK(t.unit("B2").disrupted);
  CHECK(t.unit("B1").square == at(5, 7));
  CHECK(t.state.leaders.at({"BL"}).square == at(4, 8));
}

TEST_CASE("a friend whom a unit falling back from fire pushes takes the lone leader he is pushed to", "[bb][BB-LDR-19][BB-RNG-38]") {
  TestTable t;
  t.leader("AL", at(0, 0), 3);
  t.leader("AM", at(4, 8), 2, 4, 2);
  t.leader("BL", at(11, 11), 3);
  t.add("A1", "archers", at(5, 3), Facing::N);
  t.disrupted("B1", "spears", at(5, 6), Facing::S);
  t.add("B2", "psiloi", at(5, 7), Facing::E);
  for (const int x : {4, 6}) t.add("B" + std::to_string(x), "axemen", at(x, 7), Facing::S);
  REQUIRE(t.say(R"({"do":"shoot","unit":"A1","target":"B1"})"));
  REQUIRE(t.dice({1, 6}));
  if (t.waiting() == "shot_defence") REQUIRE(t.dice(std::vector<int>(static_cast<std::size_t>(t.dice_asked()), 3)));
  REQUIRE(t.dice({1}));
  REQUIRE(t.choose("E9"));
  CHECK(t.unit("B2").square == at(4, 8));
  CHECK(t.unit("B1").square == at(5, 7));
  REQUIRE(t.waiting() == "casualty_first");
  CHECK(t.wait().who == Viewer::A);
  REQUIRE(t.dice({5}));
  CHECK(t.state.leaders.at({"AM"}).box == Where::Track);
}

TEST_CASE("a unit in shield wall may drop it and go on with the points left", "[bb][BB-SW-12]") {
  TestTable t;
  t.add("A1", "hoplite", at(5, 5), Facing::N).wall = true;
  REQUIRE(t.say(R"({"do":"move","unit":"A1","path":["drop_wall","advance 2"]})"));
  CHECK_FALSE(t.unit("A1").wall);
  CHECK(t.unit("A1").square == at(5, 7));
  bool offered = false;
  TestTable u;
  u.add("A1", "hoplite", at(5, 5), Facing::N).wall = true;
  for (const auto& offer : Rules::offers(u.state, Viewer::A, UnitId{"A1"}))
    if (const auto* move = std::get_if<MoveUnits>(&offer.command))
      offered = offered ||
                (offer.verdict.allowed() && move->moves.front().path.size() > 1 && move->moves.front().path.front() == Manoeuvre::DropWall);
  CHECK(offered);
}

TEST_CASE("the points of a paper card may be told alone", "[bb][BB-CARD-14]") {
  TestTable t;
  t.leader("AL", at(11, 0), 3);
  t.add("A1", "spears", at(5, 5), Facing::N);
  t.add("B1", "hoplite", at(5, 6), Facing::S, 1);
  t.state.army(Side::A).hand.push_back({.id = "card.A.1", .owner = Viewer::A, .value = std::nullopt});
  REQUIRE(t.say(R"({"do":"melee","unit":"A1","target":"B1"})"));
  REQUIRE(t.dice({2, 3, 3, 5}));
  CHECK_FALSE(t.judge(R"({"do":"commit"})").allowed());
  REQUIRE(t.say(R"({"do":"commit","points":2})"));
  CHECK(t.waiting() == "melee_attack");
  CHECK(t.state.army(Side::A).hand.empty());
}

}  // namespace words_tests
