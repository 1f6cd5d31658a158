// Generals, losses, demoralisation, victory, camps and terrain under foot.
#include "tests/engine/rulesets/to_the_strongest/game.hpp"
#include "tests/support/catch.hpp"

using namespace polemarch;
using namespace polemarch::to_the_strongest;
using test::at;
using test::Game;

namespace {
const std::string kRest = "; A8 spearmen a1 N; A9 spearmen b1 N; B8 spearmen l8 S; B9 spearmen k8 S; BG general l8 detached";
}

TEST_CASE("a replacement card is the second and final try, once a turn",
          "[tts][TTS-GEN-05][TTS-GEN-06][TTS-GEN-07][TTS-GEN-09][TTS-GEN-22][TTS-SEQ-04]") {
  Game g("A1 spearmen e3 N activation=6; AG general e3 detached; AH general e3 detached senior command=2; A7 spearmen k2 N command=2" +
         kRest);
  g.act("move A1 to=e4", 3);
  CHECK(g.options() == std::vector<std::string>{"AG", "AH", "no"});
  g.say("AG").cards({4});
  CHECK(g.state().commands.at({"A-1"}).status == CommandStatus::Ended);  // the second try was the last
  CHECK(g.general("AG").ability_used);
  CHECK_FALSE(g.general("AH").ability_used);
  Game other("A1 spearmen e3 N activation=6; AG general d3 detached; AH general e3 detached command=2; A7 spearmen k2 N command=2" + kRest);
  other.act("move A1 to=e4", 3);
  CHECK(other.idle());  // one is not in the box, the other leads another command
}

TEST_CASE("a success may be swapped for a lower card before anything else is done", "[tts][TTS-GEN-08]") {
  Game g("A1 spearmen e3 N; AG general with=A1" + kRest);
  g.act("move A1 to=e4", 9);
  CHECK(g.unit("A1").box == at("e4"));
  CHECK(Rules::windows(g.state(), Viewer::A).size() == 1);
  g.give("replace AG");
  CHECK(g.unit("A1").box == at("e3"));
  g.cards({3});
  CHECK(g.unit("A1").box == at("e4"));
  CHECK(g.unit("A1").activation == 3);
  CHECK(g.rule("replace AG") == "TTS-GEN-08");
  Game late("A1 spearmen e3 N; AG general with=A1" + kRest);
  late.act("move A1 to=e4", 9).act("move A8 to=a2", 5);
  CHECK(late.unit("A1").activation == 9);
  Game fails("A1 spearmen e3 N activation=4; AG general with=A1" + kRest);
  fails.act("move A1 to=e4", 9).give("replace AG").cards({2});
  CHECK(fails.unit("A1").box == at("e3"));
  CHECK(fails.state().active == Side::B);
}

TEST_CASE("command moves",
          "[tts][TTS-GEN-02][TTS-GEN-10][TTS-GEN-14][TTS-GEN-15][TTS-GEN-16][TTS-GEN-17][TTS-GEN-24][TTS-GEN-31][TTS-MOV-08]"
          "[TTS-ZOC-11]") {
  Game g(
      "A1 spearmen c2 N; AG general e4 detached; AH general h4 detached mounted command=2; A7 spearmen k2 N command=2; AI general l4 "
      "detached senior brilliant command=3; A6 spearmen l2 N command=3; "
      "AJ general with=A5 command=4; A5 spearmen a4 N command=4; B1 spearmen e5 S; rocky_outcrop d4; B8 spearmen l8 S");
  CHECK(g.may("command_move AG to=f5"));
  CHECK(g.rule("command_move AG to=g4") == "TTS-GEN-15");
  CHECK(g.rule("command_move AG to=e5") == "TTS-GEN-17");
  CHECK(g.rule("command_move AG to=d4") == "TTS-GEN-16");
  CHECK(g.may("command_move AH to=j6"));
  CHECK_FALSE(g.may("command_move AH to=k4"));
  CHECK(g.may("command_move AI to=i7"));
  CHECK_FALSE(g.may("command_move AI to=h7"));
  CHECK(g.rule("command_move AJ to=a5") == "TTS-GEN-10");
  g.give("command_move AG to=f4");
  CHECK(g.idle());
  CHECK(g.rule("command_move AG to=f3") == "TTS-GEN-14");
  g.give("pass A-2");
  CHECK(g.rule("command_move AH to=h5") == "TTS-GEN-24");
}

TEST_CASE("a detached general rides along any number of times", "[tts][TTS-GEN-18][TTS-GEN-25][TTS-GEN-41]") {
  Game g(
      "A1 cavalry e2 N; A7 spearmen f4 N command=2; AG general e2 detached; AH general f4 detached senior command=3; A6 spearmen l2 N "
      "command=3; B8 spearmen l8 S; AK general k1 detached command=2");
  g.act("move A1 to=e3 general=AG", 4).act("move A1 to=e4 general=AG", 6);
  CHECK(g.general("AG").box == at("e4"));
  CHECK_FALSE(g.general("AG").moved);
  CHECK(g.rule("move A1 to=e6 general=AG") == "TTS-GEN-41");  // on foot he keeps up one box only
  CHECK(g.rule("move A7 to=f5 general=AG") == "TTS-GEN-18");
  CHECK(g.may("move A7 to=f5 general=AH"));
}

TEST_CASE("a brilliant general helps from afar", "[tts][TTS-GEN-30][TTS-GEN-32][TTS-GEN-33][TTS-GEN-34]") {
  const std::string army = "A1 spearmen e4 N activation=5; AG general c2 detached senior brilliant" + kRest;
  Game good(army);
  good.act("move A1 to=e5", 3).say("AG").cards({8});
  CHECK(good.general("AG").box != at("c2"));
  CHECK(good.unit("A1").box == at("e5"));
  Game bad(army);
  bad.act("move A1 to=e5", 3).say("AG").cards({4});
  CHECK(bad.general("AG").box == at("c2"));
  CHECK(bad.state().active == Side::B);
  Game far("A1 spearmen e6 N activation=5; AG general c2 detached senior brilliant" + kRest);
  far.act("move A1 to=e7", 3);
  CHECK(far.state().active == Side::B);
  CHECK_THROWS(Game("A1 spearmen e4 N; AG general with=A1 brilliant; B1 spearmen l8 S"));
}

TEST_CASE("generals are wounded, killed, captured",
          "[tts][TTS-GEN-28][TTS-GEN-39][TTS-FAIL-T1][TTS-AMB-41][TTS-GEN-11][TTS-GEN-12][TTS-GEN-13][TTS-LOSS-01]") {
  CHECK(wound_of(5) == Wound::Light);
  CHECK(wound_of(6) == Wound::Serious);
  CHECK(wound_of(8) == Wound::Serious);
  CHECK(wound_of(9) == Wound::Killed);
  const std::string army =
      "A1 spearmen e3 N; B1 spearmen e4 S; BH general with=B1 command=2; B2 spearmen g8 S command=2; B3 spearmen h8 S command=2; AG "
      "general a1 detached" +
      kRest;
  const auto after = [&](const std::vector<int>& cards) {
    Game g(army);
    State s = g.state();
    s.units.at({"B1"}).command = {"B-2"};
    g.act("charge A1 target=B1", 5).cards(cards);
    return g;
  };
  Game light = after({9, 8, 1, 5});
  CHECK(light.general("BH").light_wound);
  Game serious = after({9, 8, 1, 7});
  CHECK(serious.general("BH").status == Status::Wounded);
  CHECK(serious.happened("general_lost"));
  Game heroic(
      "A1 spearmen e3 N; B1 spearmen e4 S; BH general with=B1 heroic light_wound command=2; B2 spearmen g8 S command=2; AG general a1 "
      "detached" +
      kRest);
  const int before = heroic.state().side(Side::B).medals;
  heroic.act("charge A1 target=B1", 5).cards({9, 8, 2});
  CHECK(heroic.general("BH").status == Status::Killed);  // a second wound needs no card
  CHECK(heroic.state().side(Side::B).medals == before - 2);
  Game joins(
      "A1 spearmen d4 E; B1 light_infantry_javelin e4 S command=2; BH general with=B1 command=2; B2 spearmen g8 S command=2; B3 spearmen "
      "h8 S command=2; AG general a1 detached; "
      "rocky_outcrop f4,e5" +
      kRest);
  joins.act("charge A1 target=B1", 5);
  CHECK(joins.asks() == "TTS-GEN-11");
  CHECK(joins.options() == std::vector<std::string>{"B2", "B3"});
  Game senior(
      "A1 spearmen d4 E; B1 light_infantry_javelin e4 S command=2; BH general with=B1 senior command=2; B2 spearmen g8 S command=2; AG "
      "general a1 detached; rocky_outcrop f4,e5" +
      kRest);
  senior.act("charge A1 target=B1", 5);
  CHECK(senior.options() == std::vector<std::string>{"B2", "B8", "B9"});
  Game captured(
      "A1 spearmen d4 E; B1 light_infantry_javelin e4 S command=2; BH general with=B1 command=2; AG general a1 detached; rocky_outcrop "
      "f4,e5" +
      kRest);
  captured.act("charge A1 target=B1", 5);
  CHECK(captured.general("BH").status == Status::Captured);
}

TEST_CASE("failed saves by size",
          "[tts][TTS-FAIL-01][TTS-FAIL-02][TTS-FAIL-03][TTS-FAIL-04][TTS-FAIL-05][TTS-UNIT-05][TTS-UNIT-06][TTS-UNIT-11]"
          "[TTS-UNIT-12][TTS-UNIT-15][TTS-XDP-02][TTS-LOSS-01]") {
  struct Case {
    const char* unit;
    int blows;  ///< failed saves until it is lost
    int medals;
  };
  for (const Case& c :
       {Case{"light_infantry_javelin e4 N", 1, 1}, Case{"light_cavalry e4 N", 1, 1}, Case{"artillery e4 N", 1, 1},
        Case{"spearmen e4 N small", 1, 1}, Case{"spearmen e4 N", 2, 2}, Case{"knights e4 N", 2, 2}, Case{"warriors e4 N", 3, 3},
        Case{"spearmen e4 N deep", 3, 3}, Case{"pikemen e4 N size=exceptionally_deep", 4, 4}}) {
    INFO(c.unit);
    Game g("A1 bowmen e2 N ammo=6; B1 " + std::string(c.unit) + "; AG general e1 detached; B7 pikemen i8 S; B6 pikemen j8 S" + kRest);
    const int before = g.state().side(Side::B).medals;
    for (int blow = 1; blow <= c.blows; ++blow) {
      g.act("shoot A1 target=B1", blow + 2).cards({9, 1});
      if (blow < c.blows) CHECK(g.unit("B1").disorder == blow);
    }
    CHECK(g.unit("B1").where == Where::Lost);
    CHECK(g.state().side(Side::B).medals == before - c.medals);
  }
}

TEST_CASE("medals decide",
          "[tts][TTS-VP-07][TTS-VP-08][TTS-VIC-01][TTS-VIC-02][TTS-VIC-03][TTS-VIC-04][TTS-EX-41][TTS-OOB-04][TTS-DEM-02]") {
  Game g("A1 bowmen e2 N; B1 light_infantry_javelin e4 N; B2 light_infantry_javelin l8 N; AG general with=A1");
  CHECK(g.state().side(Side::B).medals == 1);
  const std::vector<std::string> lines = Rules::describe(g.state(), Viewer::Both);
  CHECK(lines.at(2).find("close to defeat") != std::string::npos);
  g.act("shoot A1 target=B1", 5).cards({9, 2});
  CHECK(g.state().winner == "A");
  CHECK(g.state().phase == Phase::Over);
  Game army(
      "A1 legionaries a1 N veteran hero; A2 legionaries b1 N veteran; A3 legionaries c1 N; A4 legionaries d1 N; A5 light_infantry_other e1 "
      "N raw; AG1 general a2 detached heroic; AC1 camp f1; "
      "B1 legionaries a8 S command=2; B2 legionaries b8 S command=2; B3 auxiliaries c8 S command=2; B4 auxiliaries d8 S command=2; B5 "
      "light_infantry_other e8 S veteran command=2; "
      "BG2 general b7 detached senior mounted command=2; BC2 camp f8 command=2; B6 cavalry g8 S veteran command=3; B7 cavalry h8 S veteran "
      "hero command=3; BG3 general with=B6 heroic mounted command=3");
  CHECK(army.state().commands.at({"A-1"}).victory_points == 14);
  CHECK(army.state().commands.at({"B-2"}).victory_points == 14);
  CHECK(army.state().commands.at({"B-3"}).victory_points == 6);
  CHECK(army.state().side(Side::B).medals == 7);  // 20 / 3
  CHECK(army.state().side(Side::A).medals == 5);  // 14 / 3
}

TEST_CASE("rough ground, roads and obstacles under foot",
          "[tts][TTS-TER-01][TTS-TER-05][TTS-TER-10][TTS-TER-11][TTS-TER-12][TTS-TER-17][TTS-TER-18][TTS-TER-20][TTS-TER-21]"
          "[TTS-TER-23][TTS-TER-24][TTS-TER-25][TTS-TER-26][TTS-TER-33][TTS-MOV-02][TTS-TER-T1][TTS-GRID-07][TTS-TER-15]") {
  const auto need = [](const std::string& field, const std::string& order, const std::string& mover = "auxiliaries e3 N") {
    Game g("A1 " + mover + "; AG general e2 detached; " + field + kRest);
    return g.may(order) ? g.need(order) : 0;
  };
  for (const char* kind : {"broken", "wood", "steep_hill", "marsh", "building", "bridge"})
    CHECK(need(std::string(kind) + " e4", "move A1 to=e4") == 3);
  for (const char* kind : {"field", "low_hill"}) CHECK(need(std::string(kind) + " e4", "move A1 to=e4") == 2);
  for (const char* kind : {"rocky_outcrop", "dense_forest", "small_lake", "water"})
    CHECK(need(std::string(kind) + " e4", "move A1 to=e4") == 0);
  CHECK(need("broken e3", "move A1 to=e4") == 3);
  CHECK(need("broken e3,e4", "move A1 to=e4") == 3);  // out and in is one difficulty
  CHECK(need("stream e3/e4", "move A1 to=e4") == 3);
  CHECK(need("stream e3/e4", "move A1 to=d4") == 4);  // over its corner
  CHECK(need("wall e3/e4", "move A1 to=e4") == 3);
  CHECK(need("hedge e3/e4", "move A1 to=e4") == 3);
  CHECK(need("wall e3/e4; broken e4", "move A1 to=e4") == 4);
  CHECK(need("wood e4; road e3,e4,e5", "move A1 to=e4") == 2);
  CHECK(need("stream e3/e4; road e3,e4,e5", "move A1 to=e4") == 2);
  CHECK(need("wall e3/e4; road e3,e4,e5", "move A1 to=e4") == 3);
  CHECK(need("stakes e4/e3", "move A1 to=e4") == 2);
  CHECK(need("stakes e4/e3", "move A1 to=e4", "cavalry e3 N") == 3);
  CHECK(need("ditch e4/e3", "move A1 to=e4", "cavalry e3 N") == 3);
  CHECK(need("stakes e3/e4", "move A1 to=e4", "cavalry e3 N") == 2);
  CHECK(need("broken e4", "move A1 to=e5", "cavalry e3 N") == 0);
  CHECK(need("broken e4; road e3,e4,e5", "move A1 to=e5", "cavalry e3 N") == 2);
  CHECK(need("stream e3/e4", "move A1 to=e5", "cavalry e3 N") == 3);
  CHECK(need("bridge e4; A2 spearmen e4 N", "move A1 to=e4") == 0);
}

TEST_CASE("camps and fortifications under foot",
          "[tts][TTS-AMMO-09][TTS-CAMP-02][TTS-CAMP-03][TTS-CAMP-05][TTS-CAMP-10][TTS-CAMP-11][TTS-FORT-01][TTS-FORT-02]"
          "[TTS-FORT-03][TTS-FORT-04][TTS-VP-05]") {
  Game g(
      "A1 auxiliaries e3 N; A2 auxiliaries g4 N; A3 spearmen i4 N; AG general f3 detached; AC camp e4; AD camp g4; fortification "
      "e4/e3,g4/g5" +
      kRest);
  CHECK(g.need("move A1 to=e4") == 4);  // into the camp and over its rampart
  CHECK(g.need("move A2 to=g5") == 3);  // the gates are free, the camp is rough
  CHECK(g.need("turn A2 facing=E") == 4);
  CHECK(g.state().camps.size() == 2);
  CHECK(g.state().commands.at({"A-1"}).victory_points == 2 * 5 + 2 + 6);
  Game taken("A1 spearmen e3 N; A2 bowmen g1 N; BC camp e4; B1 bowmen e6 S; B2 bowmen g8 S; B3 bowmen h8 S; AG general e2 detached" +
             kRest);
  CHECK(taken.state().side(Side::B).reserve_ammo == 3);
  taken.act("move A1 to=e4", 9);
  CHECK(taken.state().side(Side::B).reserve_ammo == 0);
}
