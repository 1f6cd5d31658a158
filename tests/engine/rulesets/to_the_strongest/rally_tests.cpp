// Rallying, saves that always pass, and what a demoralised command does to them.
#include "tests/engine/rulesets/to_the_strongest/save_rows.hpp"
#include "tests/support/catch.hpp"

namespace rally_tests {

using namespace polemarch;
using namespace polemarch::to_the_strongest;
using namespace polemarch::to_the_strongest::test;

namespace {

std::string rally_rows(const Game& g) {
  return rows_of(save_need(g.board(), {.who = {"A1"}, .group = SaveGroup::Rally, .at = g.unit("A1").box}));
}

}  // namespace

TEST_CASE("rallying is an easy activation of a disordered unit and gives one save",
          "[tts][TTS-RAL-01][TTS-RAL-02][TTS-ACT-16][TTS-SAV-01]") {
  Game g("A1 spearmen e3 N disorder=1; A2 spearmen c3 N; AG general d3 detached; B8 spearmen l8 S; broken e3");
  CHECK(g.rule("rally A2") == "TTS-RAL-01");
  CHECK(g.need("rally A1") == 2);  // rough ground does not make it harder
  g.act("rally A1", 2);
  CHECK(g.asks() == "TTS-RAL-01");
  CHECK(g.question().find("7+") != std::string::npos);
  Game passes = g;
  passes.cards({7});
  CHECK(passes.unit("A1").disorder == 0);
  CHECK(passes.idle());
  g.cards({6});
  CHECK(g.unit("A1").disorder == 1);
}

TEST_CASE("the rally save has rally rows only", "[tts][TTS-RAL-03]") {
  // On a hill, in cover, behind a wall and a rampart, armoured: none of it counts.
  const Game g(
      "A1 later_knights_on_foot e3 N disorder=1; wood e3; fortification e3/e4; stream e3/e4; AG general d3 detached; B8 spearmen l8 S");
  CHECK(rally_rows(g) == "");
  CHECK(save_need(g.board(), {.who = {"A1"}, .group = SaveGroup::Rally, .at = at("e3")}).need() == 6);
}

TEST_CASE("R1: a general in the box, once", "[tts][TTS-RAL-04]") {
  CHECK(rally_rows(Game("A1 spearmen e3 N disorder=1; AG general with=A1; B8 spearmen l8 S")) == "R1+1");
  CHECK(rally_rows(Game("A1 spearmen e3 N disorder=1; AG general e3 detached; B8 spearmen l8 S")) == "R1+1");
  CHECK(rally_rows(
            Game("A1 spearmen e3 N disorder=1; AG general e3 detached; AH general e3 detached command=2; A2 spearmen a1 N command=2; B8 "
                 "spearmen l8 S")) == "R1+1");
  CHECK(rally_rows(Game("A1 spearmen e3 N disorder=1; AG general e4 detached; B8 spearmen l8 S")) == "");
}

TEST_CASE("R2: one less for each enemy that could charge from where it stands", "[tts][TTS-RAL-05][TTS-AMB-101]") {
  const auto rows = [](const std::string& enemies) {
    return rally_rows(
        Game("A1 spearmen e3 N disorder=1; A8 spearmen a1 N; AG general a1 detached; " + enemies + "; B8 spearmen l8 S; B9 spearmen k8 S"));
  };
  CHECK(rows("B1 warriors e4 S") == "R2-1");
  CHECK(rows("B1 warriors e4 S; B2 warriors d3 E; B3 warriors f3 W") == "R2-1 R2-1 R2-1");
  CHECK(rows("B1 warriors e4 N") == "");                    // it faces away
  CHECK(rows("B1 cavalry e5 S") == "R2-1");                 // in one order
  CHECK(rows("B1 warriors e5 S") == "");                    // out of reach
  CHECK(rows("B1 light_cavalry e4 S") == "");               // lights do not charge formed units frontally
  CHECK(rows("B1 light_cavalry e2 N") == "R2-1");           // from the rear they do
  CHECK(rows("B1 war_wagons e4 S") == "");                  // these never charge
  CHECK(rows("B1 warriors e4 S activation=9") == "R2-1");   // the card it would need is ignored
  CHECK(rows("B1 warriors d4 S; A2 warriors d3 N") == "");  // held by another zone
  Game lost("A1 spearmen e3 N disorder=1; A8 spearmen a1 N; AG general a1 detached; B1 warriors e4 S; B7 warriors l8 S; B8 warriors k8 S");
  State s = lost.state();
  for (const char* id : {"B7", "B8"}) {
    s.units.at({id}).where = Where::Lost;
    s.units.at({id}).box = {};
  }
  CHECK(is_demoralised(s, {"B-1"}));  // the demoralised cannot charge
  CHECK(rows_of(save_need(Board(s), {.who = {"A1"}, .group = SaveGroup::Rally, .at = at("e3")})) == "");
}

TEST_CASE("a passed rally save removes one marker, a failed one changes nothing", "[tts][TTS-RAL-07][TTS-RAL-08][TTS-RAL-10]") {
  Game g("A1 warriors e3 N disorder=2; AG general with=A1; A8 spearmen a1 N; A9 spearmen b1 N; B1 warriors e4 S; B8 spearmen l8 S");
  g.act("rally A1", 3);
  CHECK(g.question().find("7+") != std::string::npos);  // +1 for the general, -1 for the warriors
  g.cards({6});
  CHECK(g.unit("A1").disorder == 2);
  CHECK(g.state().active == Side::A);
  CHECK(g.state().commands.at({"A-1"}).status == CommandStatus::Active);
  g.act("rally A1", 5).cards({7});
  CHECK(g.unit("A1").disorder == 1);  // good again after two
  g.act("rally A1", 8).cards({7});
  CHECK(g.unit("A1").disorder == 0);
  CHECK(g.rule("rally A1") == "TTS-RAL-01");
}

TEST_CASE("a ten always saves, also where more would be needed", "[tts][TTS-RAL-09][TTS-SAV-02][TTS-AMB-102]") {
  const std::string crowd =
      "A1 spearmen e3 N disorder=1 raw; A8 spearmen a1 N; AG general a1 detached; B1 warriors e4 S; B2 warriors d3 E; B3 warriors f3 W; B4 "
      "warriors e2 N; B8 spearmen l8 S";
  Game nine(crowd);
  nine.act("rally A1", 9);
  CHECK(nine.question().find("12+") != std::string::npos);
  nine.cards({9});
  CHECK(nine.unit("A1").disorder == 1);
  Game ten(crowd);
  ten.act("rally A1", 9).cards({10});
  CHECK(ten.unit("A1").disorder == 0);
  CHECK(save_passes(10, 12));
  CHECK_FALSE(save_passes(9, 10));
}

TEST_CASE("a demoralised command saves one worse, its generals do not",
          "[tts][TTS-DEM-04][TTS-RAL-06][TTS-GEN-38][TTS-SAV-04][TTS-GEN-28]") {
  Game g(
      "A1 spearmen e3 N; A2 bowmen e1 N; B1 spearmen e4 S disorder=1; B2 spearmen a8 S; B3 spearmen c8 S; BG general e4 detached heroic; "
      "BH general c8 detached command=2; AG general e3 detached");
  const auto need = [&](const State& s, SaveGroup group, const char* who, bool general = false) {
    return save_need(Board(s),
                     {.who = {who}, .general = general, .group = group, .by = {"A1"}, .from = at("e3"), .at = at("e4"), .charged = true})
        .need();
  };
  State s = g.state();
  const int melee_before = need(s, SaveGroup::Melee, "B1"), shot_before = need(s, SaveGroup::Shooting, "B1"),
            rally_before = need(s, SaveGroup::Rally, "B1");
  s.units.at({"B2"}).where = s.units.at({"B3"}).where = Where::Lost;
  s.units.at({"B2"}).box = s.units.at({"B3"}).box = {};
  CHECK(is_demoralised(s, {"B-1"}));
  CHECK(need(s, SaveGroup::Melee, "B1") == melee_before + 1);
  CHECK(need(s, SaveGroup::Shooting, "B1") == shot_before + 1);
  CHECK(need(s, SaveGroup::Rally, "B1") == rally_before + 1);
  CHECK(need(s, SaveGroup::Melee, "BG", true) == 3);
  CHECK(need(s, SaveGroup::Melee, "BH", true) == 2);
}

}  // namespace rally_tests
