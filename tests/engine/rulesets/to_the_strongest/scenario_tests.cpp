// The ten scenarios and the club bid.
#include "engine/rulesets/to_the_strongest/topics/deployment.hpp"
#include "engine/rulesets/to_the_strongest/topics/stratagems.hpp"
#include "engine/rulesets/to_the_strongest/topics/terrain_method.hpp"
#include "tests/engine/rulesets/to_the_strongest/before_battle.hpp"
#include "tests/support/catch.hpp"

namespace scenario_tests {

using namespace polemarch;
using namespace polemarch::to_the_strongest;
using namespace polemarch::to_the_strongest::test;

namespace {

const std::string kBoth =
    "A1 spearmen e2 N; A2 light_infantry_javelin f2 N; A3 artillery g2 N; A4 light_cavalry h2 N; B1 spearmen e7 S; B2 spearmen f7 S; B3 "
    "spearmen g7 S; AG general e2 detached; BG general e7 detached";
Game scenario(int number, const std::string& units = kBoth, const std::string& more = "") {
  return Game(units, 12, 8, R"("phase":"deployment","scenario":)" + std::to_string(number) + more);
}
const std::string kDone = R"({"do":"deployment_done"})";

}  // namespace

TEST_CASE("a scenario is drawn by card or named, before the terrain", "[tts][TTS-SCN-01]") {
  Game draw = before("terrain");
  draw.give(R"({"do":"scenario"})").cards({7});
  CHECK(draw.state().scenario == 7);
  Game late = before("terrain");
  late.give(R"({"do":"place_terrain","side":"A","kind":"wood","boxes":["b3"]})");
  CHECK(late.rule(R"({"do":"scenario","number":2})") == "TTS-SCN-01");
}

TEST_CASE("meeting engagement and mist: every unit that is not light saves once, unmodified", "[tts][TTS-SCN-06][TTS-SCN-07][TTS-AMB-86]") {
  for (const int number : {4, 5}) {
    Game meet = scenario(number);
    meet.give(kDone);
    CHECK(meet.question().find("A1 saves on 7+") != std::string::npos);
    meet.cards({2});
    CHECK(meet.unit("A1").disorder == 1);
    CHECK(meet.question().find("A3 saves on 7+") != std::string::npos);  // the lights are spared; no S4 for the guns
    meet.cards({6});
    CHECK(meet.unit("A3").where == Where::Lost);
    meet.cards({9, 2, 9});
    CHECK(meet.unit("B1").disorder == 0);
    CHECK(meet.unit("B2").disorder == 1);
    CHECK(meet.idle());
  }
  Game wheels = scenario(
      4,
      "A1 scythed_chariots e2 N; A2 spearmen f2 N small; B1 spearmen e7 S; B2 pikemen f7 S; AG general e2 detached; BG general e7 detached");
  wheels.give(kDone);
  CHECK(wheels.question().find("A1") != std::string::npos);  // light, but it saves
}

TEST_CASE("ambush: the passive side's formed units save once, and it has three medals more", "[tts][TTS-SCN-12][TTS-SCN-13]") {
  Game ambush = scenario(8);
  const int a = ambush.state().side(Side::A).medals, b = ambush.state().side(Side::B).medals;
  ambush.give(kDone);
  CHECK(ambush.question().find("B1") != std::string::npos);
  ambush.cards({9, 2, 9});
  CHECK(ambush.idle());
  CHECK(ambush.unit("B2").disorder == 1);
  CHECK(ambush.state().side(Side::B).medals == b + 3);
  CHECK(ambush.state().side(Side::A).medals == a);
}

TEST_CASE("hold the gap: the passive side gives up 24 points of units, keeps their victory points and gains three medals",
          "[tts][TTS-SCN-09][TTS-SCN-17]") {
  Game hold =
      scenario(6, "A1 spearmen e2 N; B1 spearmen e7 S; B2 pikemen f7 S; B3 pikemen; AG general e2 detached; BG general e7 detached");
  CHECK(hold.rule(R"({"do":"note","card":"give_up","unit":"A1"})") == "TTS-SCN-09");
  CHECK(scenario(5).rule(R"({"do":"note","card":"give_up","unit":"B1"})") == "TTS-SCN-09");
  const int points = hold.state().commands.at({"B-1"}).victory_points, start = hold.state().side(Side::B).medals;
  hold.give(R"({"do":"note","card":"give_up","unit":"B3"})");
  CHECK(hold.rule(kDone) == "TTS-SCN-09");  // thirteen
  hold.give(R"({"do":"note","card":"give_up","unit":"B2"})").give(kDone);
  CHECK(hold.state().commands.at({"B-1"}).victory_points == points);
  CHECK(points_lost(hold.state(), hold.state().commands.at({"B-1"})) == 0);
  CHECK(hold.state().side(Side::B).medals == start + 3);
}

TEST_CASE("hold the gap: terrain of hill country, scouting settles the sides", "[tts][TTS-SCN-08]") {
  Game g = before("terrain");
  g.give(R"({"do":"scenario","number":6})");
  CHECK(
      g.rule(R"({"do":"choose_terrain","side":"A","pieces":[{"kind":"field","boxes":1,"count":4},{"kind":"wood","boxes":1,"count":4}]})") ==
      "TTS-SCN-08");
  CHECK(g.may(
      R"({"do":"choose_terrain","side":"A","pieces":[{"kind":"steep_hill","boxes":1,"count":4},{"kind":"wood","boxes":1,"count":4}]})"));
  Game scouted = before("scouting", "", R"("scenario":6)");
  scouted.give(R"({"do":"scout"})").cards({2, 9});
  CHECK(scouted.state().active == Side::B);
}

TEST_CASE("time is of the essence: four medals more, one less at each own turn after the first", "[tts][TTS-SCN-16]") {
  Game time = scenario(10);
  const int a = time.state().side(Side::A).medals, b = time.state().side(Side::B).medals;
  time.give(kDone);
  CHECK(time.state().side(Side::A).medals == a + 4);
  time.give("end_turn");
  CHECK(time.state().side(Side::A).medals == a + 4);
  time.give("end_turn");
  CHECK(time.state().side(Side::A).medals == a + 3);
  time.give("end_turn");
  CHECK(time.state().side(Side::A).medals == a + 3);
  time.give("end_turn");
  CHECK(time.state().side(Side::A).medals == a + 2);
  CHECK(time.state().side(Side::B).medals == b);
}

TEST_CASE("flank march: the active side keeps back one command, which comes on its wing after the first turn",
          "[tts][TTS-SCN-10][TTS-SCN-11][TTS-SCN-19][TTS-AMB-110]") {
  const std::string held =
      "A5 pikemen f2 N; A6 pikemen g2 N; A1 spearmen e2 N; A2 spearmen command=2; AH general with=A2 command=2; AG general e2 detached; B1 "
      "spearmen e7 S; BG general e7 detached";
  Game march = scenario(7, held);
  CHECK(march.rule(R"({"do":"note","card":"reserve","unit":"B-1","flank":"left"})") == "TTS-SCN-10");
  const int before_march = march.state().side(Side::A).medals;
  Game left = march, reserve = march;
  march.give(R"({"do":"note","card":"reserve","unit":"A-2","flank":"right"})").give(kDone);
  CHECK(march.unit("A2").where == Where::Reserve);
  CHECK(march.state().side(Side::A).medals == before_march);  // nothing is lost, and no stratagem keeps them off
  CHECK(march.state().active == Side::A);                     // who marches moves first
  CHECK(march.rule("enter A2 to=l4") == "TTS-SCN-11");
  march.give("end_turn").give("end_turn");
  for (const char* box : {"l1", "l4", "l5", "l8"}) CHECK(march.may(std::string("enter A2 to=") + box));  // zones 10 and 9
  for (const char* box : {"a4", "a5", "k1", "h8"}) CHECK(march.rule(std::string("enter A2 to=") + box) == "TTS-OFF-03");
  left.give(R"({"do":"note","card":"reserve","unit":"A-2","flank":"left"})").give(kDone).give("end_turn").give("end_turn");
  for (const char* box : {"a1", "a4", "a5", "a8"}) CHECK(left.may(std::string("enter A2 to=") + box));  // zones 4 and 5
  CHECK(left.rule("enter A2 to=l4") == "TTS-OFF-03");
  reserve.give(R"({"do":"note","card":"reserve","unit":"A-2","zone":1})").give(kDone).give("end_turn").give("end_turn");
  CHECK(reserve.may("enter A2 to=l1"));
  CHECK(reserve.rule("enter A2 to=l2") == "TTS-OFF-03");
  CHECK(reserve.rule("enter A2 to=a1") == "TTS-OFF-03");
}

TEST_CASE("delayed: the passive side keeps one command off the table, its camps are not deployed and still count",
          "[tts][TTS-SCN-14][TTS-SCN-15]") {
  Game delayed = scenario(
      9,
      "A5 pikemen f2 N; A6 pikemen g2 N; A1 spearmen e2 N; A2 spearmen command=2; AC camp command=2; AH general with=A2 command=2; AG "
      "general e2 detached; B1 spearmen e7 S; BG general e7 detached",
      R"(,"active":"B")");
  const int medals = delayed.state().side(Side::A).medals;
  CHECK(delayed.rule(R"({"do":"note","card":"reserve","unit":"B-1","zone":3})") == "TTS-SCN-10");
  delayed.give(R"({"do":"note","card":"reserve","unit":"A-2","zone":3})");
  CHECK(delayed.unit("A2").where == Where::Reserve);
  delayed.give(kDone);
  CHECK_FALSE(delayed.state().camps.at({"AC"}).box.somewhere());
  CHECK(delayed.state().commands.at({"A-2"}).victory_points == 7);
  CHECK(delayed.state().side(Side::A).medals == medals);
  delayed.give("end_turn");
  CHECK(delayed.may("enter A2 to=a1"));  // zone 3, the usual way
  CHECK(delayed.need("enter A2 to=a1") == 4);
}

TEST_CASE("a command kept back by its scenario costs no medals, comes on in the usual way and brings none",
          "[tts][TTS-SCN-14][TTS-SCN-15][TTS-VP-09][TTS-LOSS-01][TTS-VIC-03][TTS-OFF-05]") {
  Game g(
      "A1 legionaries c2 N; A2 legionaries d2 N; A5 legionaries command=2; A6 legionaries command=2; A7 legionaries command=2; AG general "
      "with=A1; AH general with=A5 command=2; B1 legionaries e7 S; BG general with=B1",
      12, 8, R"("phase":"deployment","scenario":9,"active":"B")");
  const int medals = g.state().side(Side::A).medals;
  g.give(R"({"do":"note","card":"reserve","command":"A-2","zone":2})").give(kDone).give("end_turn");
  CHECK(g.state().phase == Phase::Battle);
  CHECK(medals_gone(g.state(), Side::A) == 0);
  g.act("enter A5 to=f1", 2).say("no");  // a failed try is tried again in the same zone
  CHECK_FALSE(g.unit("A5").lost_way);
  g.give("end_turn").give("end_turn");
  CHECK(g.rule("enter A5 to=a8") == "TTS-OFF-03");
  g.act("enter A5 to=f1", 5);
  CHECK(g.unit("A5").box == at("f1"));
  CHECK(g.state().side(Side::A).medals == medals);
  CHECK(Game::text_of(Game::read(g.json())) == g.json());
}

TEST_CASE("medals laid aside lose no battle, and no more come back than were there",
          "[tts][TTS-VP-09][TTS-STR-09][TTS-VIC-01][TTS-VIC-03]") {
  Game g(
      "A1 spearmen e2 N; AG general e2 detached; B1 legionaries c8 S; B2 legionaries d8 S; B3 legionaries e8 S; B4 legionaries f8 S; B5 "
      "light_infantry_javelin h7 S command=2; BG general with=B1; BH general with=B5 command=2",
      12, 8, R"("phase":"deployment","sides":{"A":{"stratagem":"JC"}})");
  const int medals = g.state().side(Side::B).medals;
  REQUIRE(medals < 10);
  g.give(R"({"do":"play_stratagem","card":"JC","command":"B-1"})", Viewer::A);
  CHECK(g.state().side(Side::B).medals == 0);
  g.give(kDone).give("end_turn");
  CHECK(g.state().phase == Phase::Battle);
  g.give("end_turn").give("end_turn");
  for (const auto& [unit, box] : std::map<std::string, std::string>{{"B1", "c8"}, {"B2", "d8"}, {"B3", "e8"}, {"B4", "f8"}})
    g.act("enter " + unit + " to=" + box, 9);
  CHECK(g.state().side(Side::B).medals == medals);
}

TEST_CASE("hold the gap: the general of a unit that is given up joins another before the first order", "[tts][TTS-SCN-09][TTS-GEN-11]") {
  const auto held = [](const std::string& command) {
    Game g =
        scenario(6, "A1 spearmen e2 N; B1 pikemen; B2 pikemen; B3 spearmen e7 S" + command + "; B4 spearmen f7 S" + command +
                        "; AG general e2 detached; BG general with=B1; BH general with=B3" + (command.empty() ? " command=2" : command));
    g.give(R"({"do":"note","card":"give_up","unit":"B1"})").give(R"({"do":"note","card":"give_up","unit":"B2"})").give(kDone);
    CHECK(g.asks() == "TTS-GEN-11");
    CHECK(g.rule("move A1 to=e3") == "TTS-SEQ-08");
    g.say("B4");
    CHECK(g.general("BG").unit == UnitId{"B4"});
    CHECK(g.may("move A1 to=e3"));
  };
  held(" command=2");  // his whole command is given up
  Game own = scenario(6, "A1 spearmen e2 N; B1 pikemen; B2 pikemen; B3 spearmen e7 S; AG general e2 detached; BG general with=B1");
  own.give(R"({"do":"note","card":"give_up","unit":"B1"})").give(R"({"do":"note","card":"give_up","unit":"B2"})").give(kDone);
  CHECK(own.general("BG").unit == UnitId{"B3"});
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
  CHECK(g.state().side(Side::A).medals == medals);
  CHECK(g.rule(note(R"(,"flank":"centre")")) == "TTS-SCN-10");
  CHECK(g.rule(R"({"do":"note","card":"reserve","command":"A-3","flank":"left"})") == "TTS-SCN-10");
}

TEST_CASE("diagrams are shown together: no order of deployment in the mist", "[tts][TTS-SCN-07]") {
  const std::string a = deploy("A-1", post("A1", "d2") + "," + post("A2", "e2") + "," + post("A3", "f2") + "," + post("AC", "d1"));
  CHECK(before("deployment", kUnplaced, R"("scenario":4)").rule(a) == "TTS-DEP-01");
  CHECK(before("deployment", kUnplaced, R"("scenario":5)").may(a));
}

TEST_CASE("a bid leaves its army a medal", "[tts][TTS-BID-02][TTS-AMB-149]") {
  Game g = before("deployment", "", R"("sides":{"A":{"medals":3},"B":{"medals":12}})");
  g.give(R"({"do":"bid"})");
  const auto waits = g.state().agenda.open_waits();
  CHECK(waits.at(0).chance->highest == 2);
  CHECK(waits.at(1).chance->highest == 10);
  CHECK(Rules::pile(g.state(), waits[0])->left.size() == 2);  // who lets the program draw is dealt no higher card
  CHECK(Rules::pile(g.state(), waits[1])->left.size() == 10);
  const auto bids = [&](int card) { return Rules::judge(g.state(), Viewer::A, engine::AnswerWait{waits[0].id, {.values = {card}}}); };
  CHECK_FALSE(bids(3).allowed());
  CHECK(bids(2).allowed());
  g.cards({2, 1});
  CHECK(g.state().side(Side::A).medals == 1);
  CHECK(before("deployment", "", R"("sides":{"A":{"medals":1}})").rule(R"({"do":"bid"})") == "TTS-AMB-149");
}

TEST_CASE("the club bid", "[tts][TTS-BID-02][TTS-BID-03]") {
  const std::string rich = R"("sides":{"A":{"medals":12},"B":{"medals":12}})";
  Game g = before("deployment", "", rich);
  const int a = g.state().side(Side::A).medals, b = g.state().side(Side::B).medals;
  g.give(R"({"do":"bid"})").cards({1, 2});
  CHECK(g.state().side(Side::A).medals == a);
  CHECK(g.state().side(Side::B).medals == b - 2);
  Game even = before("deployment", "", rich);
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

}  // namespace scenario_tests
