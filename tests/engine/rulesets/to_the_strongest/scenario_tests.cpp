// The ten scenarios and the club bid.
#include "engine/rulesets/to_the_strongest/topics/deployment.hpp"
#include "engine/rulesets/to_the_strongest/topics/stratagems.hpp"
#include "engine/rulesets/to_the_strongest/topics/terrain_method.hpp"
#include "tests/engine/rulesets/to_the_strongest/before_battle.hpp"
#include "tests/support/catch.hpp"

using namespace polemarch;
using namespace polemarch::to_the_strongest;
using namespace polemarch::to_the_strongest::test;

TEST_CASE("scenarios change the battle",
          "[tts][TTS-SCN-15][TTS-SCN-01][TTS-SCN-04][TTS-SCN-06][TTS-SCN-07][TTS-SCN-08][TTS-SCN-09][TTS-SCN-10][TTS-SCN-11]"
          "[TTS-SCN-12][TTS-SCN-13][TTS-SCN-14][TTS-SCN-16][TTS-SCN-17][TTS-SCN-19]") {
  Game draw = before("terrain");
  draw.give(R"({"do":"scenario"})").cards({7});
  CHECK(draw.state().scenario == 7);
  Game coast = before("terrain", "A1 spearmen b1 N; AG general with=A1; B1 spearmen l8 S");
  coast.give(R"({"do":"scenario","number":3,"flank":"left"})");
  for (int row = 1; row <= 8; ++row) CHECK(coast.state().field.ground({1, row}) == Ground::Water);
  const std::string army =
      "A1 spearmen e2 N; A2 light_infantry_javelin f2 N; A3 artillery g2 N; B1 spearmen e7 S; B2 spearmen f7 S; B3 spearmen g7 S; AG "
      "general e2 detached; BG general e7 detached";
  for (const char* number : {"4", "5"}) {
    Game meet(army, 12, 8, R"("phase":"deployment","scenario":)" + std::string(number));
    meet.give(R"({"do":"deployment_done"})");
    meet.cards({2, 1, 9, 2, 9});  // A1 fails, A3 is lost; B1 passes, B2 fails, B3 passes: light troops are spared
    CHECK(meet.unit("A1").disorder == 1);
    CHECK(meet.unit("A3").where == Where::Lost);
    CHECK(meet.unit("B2").disorder == 1);
    CHECK(meet.idle());
  }
  Game ambush(army, 12, 8, R"("phase":"deployment","scenario":8)");
  const int b = ambush.state().side(Side::B).medals;
  ambush.give(R"({"do":"deployment_done"})").cards({9, 9, 9});
  CHECK(ambush.idle());
  CHECK(ambush.state().side(Side::B).medals == b + 3);
  Game hold("A1 spearmen e2 N; B1 spearmen e7 S; B2 pikemen f7 S; B3 pikemen; AG general e2 detached; BG general e7 detached", 12, 8,
            R"("phase":"deployment","scenario":6)");
  CHECK(hold.rule(R"({"do":"note","card":"give_up","unit":"A1"})") == "TTS-SCN-09");
  const int points = hold.state().commands.at({"B-1"}).victory_points, start = hold.state().side(Side::B).medals;
  hold.give(R"({"do":"note","card":"give_up","unit":"B3"})");
  CHECK(hold.rule(R"({"do":"deployment_done"})") == "TTS-SCN-09");
  hold.give(R"({"do":"note","card":"give_up","unit":"B2"})").give(R"({"do":"deployment_done"})");
  CHECK(hold.state().commands.at({"B-1"}).victory_points == points);
  CHECK(points_lost(hold.state(), hold.state().commands.at({"B-1"})) == 0);
  CHECK(hold.state().side(Side::B).medals == start + 3);
  Game time(army, 12, 8, R"("phase":"deployment","scenario":10)");
  const int a = time.state().side(Side::A).medals;
  time.give(R"({"do":"deployment_done"})");
  CHECK(time.state().side(Side::A).medals == a + 4);
  time.give("end_turn").give("end_turn");
  CHECK(time.state().side(Side::A).medals == a + 3);
  time.give("end_turn");
  CHECK(time.state().side(Side::A).medals == a + 3);
  const std::string held =
      "A5 pikemen f2 N; A6 pikemen g2 N; A1 spearmen e2 N; A2 spearmen command=2; AH general with=A2 command=2; AG general e2 detached; B1 "
      "spearmen e7 S; BG general e7 "
      "detached";
  Game march(held, 12, 8, R"("phase":"deployment","scenario":7)");
  CHECK(march.rule(R"({"do":"note","card":"reserve","unit":"B-1","flank":"left"})") == "TTS-SCN-10");
  const int before_march = march.state().side(Side::A).medals;
  march.give(R"({"do":"note","card":"reserve","unit":"A-2","flank":"right"})").give(R"({"do":"deployment_done"})");
  CHECK(march.unit("A2").where == Where::Reserve);
  CHECK(march.state().side(Side::A).medals == before_march - 4);
  CHECK(march.rule("enter A2 to=l4") == "TTS-STR-27");
  march.give("end_turn").give("end_turn");
  CHECK(march.may("enter A2 to=l4"));
  CHECK(march.rule("enter A2 to=a4") == "TTS-OFF-03");
  Game delayed(held + "; AC camp command=2", 12, 8, R"("phase":"deployment","scenario":9,"active":"B")");
  delayed.give(R"({"do":"note","card":"reserve","unit":"A-2","zone":3})");
  CHECK(delayed.unit("A2").where == Where::Reserve);
  delayed.give(R"({"do":"deployment_done"})");
  CHECK_FALSE(delayed.state().camps.at({"AC"}).box.somewhere());
  CHECK(delayed.state().commands.at({"A-2"}).victory_points == 7);
}

TEST_CASE("the coast lies where it is said to lie", "[tts][TTS-SCN-01][TTS-SCN-04]") {
  Game drawn = before("terrain", "A1 spearmen b1 N; AG general with=A1; B1 spearmen k8 S");
  drawn.give(R"({"do":"scenario"})").cards({3});
  CHECK(drawn.asks() == "TTS-SCN-04");
  drawn.say("right");
  CHECK(drawn.state().field.ground(at("l5")) == Ground::Water);
  CHECK(drawn.state().field.ground(at("a5")) == Ground::Open);
  CHECK(drawn.rule(R"({"do":"scenario","number":3,"flank":"left"})") == "TTS-SCN-01");  // one scenario a battle
  Game g = before("terrain", "A1 spearmen b1 N; AG general with=A1; B1 spearmen k8 S");
  CHECK(g.rule(R"({"do":"scenario","number":3,"flank":"up"})") == "TTS-SCN-04");
  CHECK(g.rule(R"({"do":"scenario","number":11})") == "TTS-SCN-01");
}

TEST_CASE("a command is kept back once, and says where", "[tts][TTS-SCN-10][TTS-SCN-14][TTS-SCN-19]") {
  const auto note = [](const std::string& more) { return R"({"do":"note","card":"reserve","command":"A-2")" + more + "}"; };
  Game g(
      "A5 pikemen f2 N; A6 pikemen g2 N; A1 spearmen e2 N; A2 spearmen command=2; A3 spearmen command=3; AH general with=A2 command=2; AI "
      "general with=A3 command=3; AG general e2 detached; B1 spearmen e7 S; BG general e7 detached",
      12, 8, R"("phase":"deployment","scenario":9,"active":"B")");
  CHECK(g.rule(note("")) == "TTS-SCN-10");
  CHECK(g.rule(note(R"(,"flank":"behind")")) == "TTS-SCN-10");
  CHECK(g.rule(note(R"(,"zone":4)")) == "TTS-SCN-10");
  CHECK(g.may(note(R"(,"zone":3)")));
  const int medals = g.state().side(Side::A).medals;
  g.give(note(R"(,"flank":"center")"));
  CHECK(g.state().side(Side::A).medals == medals - 4);
  CHECK(g.rule(note(R"(,"flank":"centre")")) == "TTS-SCN-10");
  CHECK(g.rule(R"({"do":"note","card":"reserve","command":"A-3","flank":"left"})") == "TTS-SCN-10");
}

TEST_CASE("diagrams are shown together: no order of deployment in the mist", "[tts][TTS-SCN-07]") {
  const std::string a = deploy("A-1", post("A1", "d2") + "," + post("A2", "e2") + "," + post("A3", "f2") + "," + post("AC", "d1"));
  CHECK(before("deployment", kUnplaced, R"("scenario":4)").rule(a) == "TTS-DEP-01");
  CHECK(before("deployment", kUnplaced, R"("scenario":5)").may(a));
}

TEST_CASE("the club bid", "[tts][TTS-BID-02][TTS-BID-03]") {
  Game g = before("deployment");
  const int a = g.state().side(Side::A).medals, b = g.state().side(Side::B).medals;
  g.give(R"({"do":"bid"})").cards({1, 2});
  CHECK(g.state().side(Side::A).medals == a);
  CHECK(g.state().side(Side::B).medals == b - 2);
  Game even = before("deployment");
  even.give(R"({"do":"bid"})").cards({4, 4});
  CHECK(even.asks() == "TTS-BID-03");
  even.cards({5, 5});  // cut again
  CHECK(even.asks() == "TTS-BID-03");
  even.cards({3, 9});
  CHECK(even.idle());
  const auto& chosen = std::get<ArmyChosen>(even.events().back());
  CHECK(chosen.by == Side::B);
  CHECK(chosen.tie);
  CHECK(even.state().side(Side::A).medals == a);
  CHECK(even.state().side(Side::B).medals == b);
}
