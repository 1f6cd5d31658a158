// Generals, losses, demoralisation, victory, camps and terrain under foot.
#include "tests/engine/rulesets/to_the_strongest/game.hpp"
#include "tests/support/catch.hpp"

namespace command_tests {

using namespace polemarch;
using namespace polemarch::to_the_strongest;
using test::at;
using test::Game;

namespace {
const std::string kCommandRest = "; A8 spearmen a1 N; A9 spearmen b1 N; B8 spearmen l8 S; B9 spearmen k8 S; BG general l8 detached";
}

TEST_CASE("a replacement card is the second and final try, once a turn",
          "[tts][TTS-GEN-05][TTS-GEN-06][TTS-GEN-07][TTS-GEN-09][TTS-GEN-22][TTS-SEQ-04]") {
  Game g("A1 spearmen e3 N activation=6; AG general e3 detached; AH general e3 detached senior command=2; A7 spearmen k2 N command=2" +
         kCommandRest);
  g.act("move A1 to=e4", 3);
  CHECK(g.options() == std::vector<std::string>{"AG", "AH", "no"});
  g.say("AG").cards({4});
  CHECK(g.state().commands.at({"A-1"}).status == CommandStatus::Ended);  // the second try was the last
  CHECK(g.general("AG").ability_used);
  CHECK_FALSE(g.general("AH").ability_used);
  Game other("A1 spearmen e3 N activation=6; AG general d3 detached; AH general e3 detached command=2; A7 spearmen k2 N command=2" +
             kCommandRest);
  other.act("move A1 to=e4", 3);
  CHECK(other.idle());  // one is not in the box, the other leads another command
}

TEST_CASE("a success may be swapped for a lower card before anything else is done", "[tts][TTS-GEN-08]") {
  Game g("A1 spearmen e3 N; AG general with=A1" + kCommandRest);
  g.act("move A1 to=e4", 9);
  CHECK(g.unit("A1").box == at("e4"));
  CHECK(Rules::windows(g.state(), Viewer::A).size() == 1);
  g.give("replace AG");
  CHECK(g.unit("A1").box == at("e3"));
  g.cards({3});
  CHECK(g.unit("A1").box == at("e4"));
  CHECK(g.unit("A1").activation == 3);
  CHECK(g.rule("replace AG") == "TTS-GEN-08");
  Game late("A1 spearmen e3 N; AG general with=A1" + kCommandRest);
  late.act("move A1 to=e4", 9).act("move A8 to=a2", 5);
  CHECK(late.unit("A1").activation == 9);
  Game fails("A1 spearmen e3 N activation=4; AG general with=A1" + kCommandRest);
  fails.act("move A1 to=e4", 9).give("replace AG").cards({2});
  CHECK(fails.unit("A1").box == at("e3"));
  CHECK(fails.state().active == Side::B);
}

TEST_CASE("a detached general moves on his own, an attached one stays with his unit", "[tts][TTS-GEN-02][TTS-GEN-10]") {
  Game g("A1 spearmen c2 N; A5 spearmen a4 N command=4; AG general e4 detached; AJ general with=A5 command=4; B8 spearmen l8 S");
  CHECK(g.may("command_move AG to=f5"));
  CHECK(g.rule("command_move AJ to=a5") == "TTS-GEN-10");
  CHECK(g.rule("move A1 to=c3 general=AJ") == "TTS-GEN-10");
  g.act("move A5 to=a5", 5);
  CHECK(g.state().box_of(g.general("AJ")) == at("a5"));
}

TEST_CASE("a command move goes one box on foot, two mounted, three for a brilliant general, diagonals counting one",
          "[tts][TTS-GEN-15][TTS-GEN-31][TTS-MOV-08][TTS-AMB-07]") {
  const auto reach_of = [](const std::string& general) {
    const Game g("A1 spearmen a1 N; AG general f4 detached " + general + "; B1 spearmen l8 S");
    int furthest = 0;
    for (int dx = -4; dx <= 4; ++dx)
      for (int dy = -3; dy <= 4; ++dy) {
        const Box to = at("f4") + Step2{dx, dy};
        const bool may = g.may("command_move AG to=" + name_of(to));
        CHECK((may || to == at("f4")) == (reach(at("f4"), to) <= (general.empty() ? 1 : general == "mounted" ? 2 : 3)));
        if (may) furthest = std::max(furthest, reach(at("f4"), to));
      }
    return furthest;
  };
  CHECK(reach_of("") == 1);
  CHECK(reach_of("mounted") == 2);
  CHECK(reach_of("senior brilliant") == 3);  // on foot too
  const Game g("A1 spearmen a1 N; AG general f4 detached; B1 spearmen l8 S");
  CHECK(g.rule("command_move AG to=h4") == "TTS-GEN-15");
}

TEST_CASE("a command move passes neither impassable ground nor enemies", "[tts][TTS-GEN-16][TTS-GEN-17]") {
  const std::string army = "A1 spearmen a1 N; AG general a4 detached mounted; B8 spearmen l8 S; ";
  CHECK(Game(army + "rocky_outcrop b4").rule("command_move AG to=b4") == "TTS-GEN-16");
  CHECK(Game(army + "B1 spearmen b4 S").rule("command_move AG to=b4") == "TTS-GEN-17");
  CHECK(Game(army + "wood b4").may("command_move AG to=c4"));
  CHECK(Game(army + "rocky_outcrop b3,b4").may("command_move AG to=c4"));  // round it
  CHECK_FALSE(Game(army + "rocky_outcrop b3,b4,b5").may("command_move AG to=c4"));
  CHECK_FALSE(Game(army + "B1 spearmen b3 E; B2 light_infantry_javelin b4 E; B3 spearmen b5 E").may("command_move AG to=c4"));
}

TEST_CASE("zones of control do not stop a command move, and generals have none", "[tts][TTS-ZOC-11][TTS-AMB-26]") {
  Game g("A1 spearmen a1 N; AG general e4 detached mounted; B1 spearmen d5 E; B2 spearmen f4 W; B8 spearmen l8 S; BG general g3 detached");
  CHECK(g.may("command_move AG to=e6"));  // through both zones
  const Game horse("A1 cavalry g1 N; A9 spearmen a1 N; AG general g1 detached; B8 spearmen l8 S; BG general f3 detached mounted");
  CHECK(horse.may("move A1 to=g3"));
  CHECK_FALSE(horse.board().in_zone(horse.unit("A1"), at("f2")));
}

TEST_CASE("a command move needs no card and is made once, in the turn of his own command", "[tts][TTS-GEN-14][TTS-GEN-24]") {
  Game g(
      "A1 spearmen c2 N; AG general e4 detached; AH general h4 detached mounted senior command=2; A7 spearmen k2 N command=2; B8 spearmen l8 S");
  g.give("command_move AG to=f4");
  CHECK(g.idle());
  CHECK(g.state().side(Side::A).deck.drawn() == 0);
  CHECK(g.rule("command_move AG to=f3") == "TTS-GEN-14");
  g.give("pass A-2");
  CHECK(g.rule("command_move AH to=h5") == "TTS-GEN-24");
  g.give("end_turn").give("end_turn");
  CHECK(g.may("command_move AG to=f3"));
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
  const std::string army = "A1 spearmen e4 N activation=5; AG general c2 detached senior brilliant" + kCommandRest;
  Game good(army);
  good.act("move A1 to=e5", 3).say("AG").cards({8});
  CHECK(good.general("AG").box != at("c2"));
  CHECK(good.unit("A1").box == at("e5"));
  Game bad(army);
  bad.act("move A1 to=e5", 3).say("AG").cards({4});
  CHECK(bad.general("AG").box == at("c2"));
  CHECK(bad.state().active == Side::B);
  Game far("A1 spearmen e6 N activation=5; AG general c2 detached senior brilliant" + kCommandRest);
  far.act("move A1 to=e7", 3);
  CHECK(far.state().active == Side::B);
  CHECK_THROWS(Game("A1 spearmen e4 N; AG general with=A1 brilliant; B1 spearmen l8 S"));
}

TEST_CASE("from afar a brilliant general helps his own command only, in his box any unit, and only where he could ride",
          "[tts][TTS-AMB-08][TTS-AMB-128]") {
  const auto helps = [](const std::string& unit, const std::string& more) {
    Game g("A1 spearmen " + unit +
           " activation=5; AG general c2 detached senior brilliant; A2 spearmen g1 N command=2; AH general with=A2 command=2" + more +
           "; A8 spearmen a1 N" + "; B8 spearmen l8 S; B9 spearmen k8 S");
    g.act("turn A1 facing=E", 3);
    return !g.idle();
  };
  CHECK(helps("e4 N", ""));
  CHECK_FALSE(helps("e4 N command=2", ""));                               // another command, from afar
  CHECK(helps("c2 N command=2", ""));                                     // in his box
  CHECK(helps("f5 N", ""));                                               // three boxes
  CHECK_FALSE(helps("f6 N", ""));                                         // four
  CHECK_FALSE(helps("e4 N", "; rocky_outcrop d1,d2,d3,c3,b3,b2,b1,c1"));  // no way out of his box
  CHECK_FALSE(helps("f2 N", "; B1 light_infantry_javelin d1 E; B2 spearmen d2 E; B3 spearmen d3 E; rocky_outcrop c3,b3,b2,b1,c1"));
  Game rode("A1 spearmen e4 N activation=5; AG general c2 detached senior brilliant; A8 spearmen a1 N; B8 spearmen l8 S");
  rode.act("turn A1 facing=E", 3).say("AG").cards({9});
  CHECK(rode.general("AG").box == at("e4"));
  CHECK(rode.may("command_move AG to=g4"));  // his command move is still his
}

TEST_CASE("an attached general whose unit is lost is attached to the unit he joins", "[tts][TTS-AMB-42][TTS-GEN-11]") {
  Game g(
      "A1 spearmen d4 E; B1 light_infantry_javelin e4 S command=2; BH general with=B1 command=2; B2 spearmen g8 S command=2; B3 spearmen h8 S "
      "command=2; AG general a1 detached; rocky_outcrop f4,e5" +
      kCommandRest);
  g.act("charge A1 target=B1", 5).say("B3");
  if (!g.idle()) g.say("E");  // the charger's facing
  CHECK(g.general("BH").attached);
  CHECK(g.general("BH").unit == UnitId{"B3"});
  CHECK(g.state().box_of(g.general("BH")) == at("h8"));
  g.give("end_turn");
  CHECK(g.rule("command_move BH to=h7") == "TTS-GEN-10");
  g.act("move B3 to=h7", 9);
  CHECK(g.state().box_of(g.general("BH")) == at("h7"));
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
      kCommandRest;
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
      kCommandRest);
  const int before = heroic.state().side(Side::B).medals;
  heroic.act("charge A1 target=B1", 5).cards({9, 8, 2});
  CHECK(heroic.general("BH").status == Status::Killed);  // a second wound needs no card
  CHECK(heroic.state().side(Side::B).medals == before - 2);
  Game joins(
      "A1 spearmen d4 E; B1 light_infantry_javelin e4 S command=2; BH general with=B1 command=2; B2 spearmen g8 S command=2; B3 spearmen "
      "h8 S command=2; AG general a1 detached; "
      "rocky_outcrop f4,e5" +
      kCommandRest);
  joins.act("charge A1 target=B1", 5);
  CHECK(joins.asks() == "TTS-GEN-11");
  CHECK(joins.options() == std::vector<std::string>{"B2", "B3"});
  Game senior(
      "A1 spearmen d4 E; B1 light_infantry_javelin e4 S command=2; BH general with=B1 senior command=2; B2 spearmen g8 S command=2; AG "
      "general a1 detached; rocky_outcrop f4,e5" +
      kCommandRest);
  senior.act("charge A1 target=B1", 5);
  CHECK(senior.options() == std::vector<std::string>{"B2", "B8", "B9"});
  Game captured(
      "A1 spearmen d4 E; B1 light_infantry_javelin e4 S command=2; BH general with=B1 command=2; AG general a1 detached; rocky_outcrop "
      "f4,e5" +
      kCommandRest);
  captured.act("charge A1 target=B1", 5);
  CHECK(captured.general("BH").status == Status::Captured);
}

TEST_CASE("failed saves by size: lost at once, disordered first, double-disordered",
          "[tts][TTS-FAIL-01][TTS-FAIL-02][TTS-FAIL-03][TTS-FAIL-04][TTS-FAIL-05][TTS-XDP-02][TTS-LOSS-01]") {
  struct Case {
    const char* unit;
    int blows;  ///< failed saves until it is lost
    int medals;
  };
  for (const Case& c : {Case{"light_infantry_javelin e4 N", 1, 1}, Case{"light_cavalry e4 N", 1, 1}, Case{"light_chariots e4 N", 1, 1},
                        Case{"light_camelry e4 N", 1, 1}, Case{"artillery e4 N", 1, 1}, Case{"spearmen e4 N small", 1, 1},
                        Case{"spearmen e4 N", 2, 2}, Case{"knights e4 N", 2, 2}, Case{"warriors e4 N", 3, 3},
                        Case{"spearmen e4 N deep", 3, 3}, Case{"pikemen e4 N size=exceptionally_deep", 4, 4}}) {
    INFO(c.unit);
    Game g("A1 bowmen e2 N ammo=6; B1 " + std::string(c.unit) + "; AG general e1 detached; B7 pikemen i8 S; B6 pikemen j8 S" +
           kCommandRest);
    const int before = g.state().side(Side::B).medals;
    for (int blow = 1; blow <= c.blows; ++blow) {
      CHECK(g.unit("B1").where == Where::OnTable);
      g.act("shoot A1 target=B1", blow + 2).cards({9, 1});
      if (blow < c.blows) CHECK(g.unit("B1").disorder == blow);
    }
    CHECK(g.unit("B1").where == Where::Lost);
    CHECK(g.state().side(Side::B).medals == before - c.medals);
  }
  // Beasts rampage before they go: unescorted at once, escorted at the second.
  for (const char* beast : {"indian_elephants e4 N", "scythed_chariots e4 N", "indian_elephants e4 N escorted disorder=1"}) {
    Game g("A1 bowmen e2 N; AG general e1 detached; B1 " + std::string(beast) + kCommandRest);
    g.act("shoot A1 target=B1", 5).cards({9, 1});
    CHECK(g.asks() == "TTS-RAM-02");
  }
  Game escorted("A1 bowmen e2 N; AG general e1 detached; B1 african_elephants e4 N escorted" + kCommandRest);
  escorted.act("shoot A1 target=B1", 5).cards({9, 1});
  CHECK(escorted.unit("B1").disorder == 1);
}

TEST_CASE("a side that surrenders its last medal has lost, and is told when it is close",
          "[tts][TTS-VIC-01][TTS-VIC-02][TTS-VIC-03][TTS-VIC-04]") {
  Game g("A1 bowmen e2 N; B1 light_infantry_javelin e4 N; B2 light_infantry_javelin l8 N; AG general with=A1");
  CHECK(g.state().side(Side::B).medals == 1);
  CHECK(g.state().side(Side::B).starting_medals == 1);  // two points, a third of them rounded
  const auto line_of = [](const Game& game, std::size_t i) { return Rules::describe(game.state(), Viewer::Both).at(i); };
  CHECK(line_of(g, 2).find("close to defeat") != std::string::npos);
  g.act("shoot A1 target=B1", 5).cards({9, 2});
  CHECK(g.state().winner == "A");
  CHECK(g.state().phase == Phase::Over);
  CHECK_FALSE(g.may("move A1 to=e3"));
  const Game safe("A1 bowmen e2 N; B1 warriors e4 N; B2 warriors l8 N; B3 warriors k8 S; B4 warriors j8 S; AG general with=A1");
  for (const std::string& line : Rules::describe(safe.state(), Viewer::Both)) CHECK(line.find("B close to defeat") == std::string::npos);
}

TEST_CASE("the army's points are those of its commands and a senior general without one, a third of them are medals",
          "[tts][TTS-VP-07][TTS-VP-08][TTS-OOB-04][TTS-AMB-43]") {
  const auto medals = [](const std::string& units) { return Game(units + "; B1 spearmen l8 S").state().side(Side::A).starting_medals; };
  CHECK(medals("A1 spearmen a1 N; AG general with=A1") == 1);                                           // 4
  CHECK(medals("A1 warriors a1 N; AG general with=A1") == 2);                                           // 5
  CHECK(medals("A1 spearmen a1 N; A2 spearmen b1 N; AG general with=A1; A3 light_cavalry c1 N") == 2);  // 7
  const Game g(
      "A1 spearmen a1 N; A2 spearmen b1 N command=2; AG general with=A1; AH general with=A2 command=2; AS general with=A1 senior no_command; B1 spearmen l8 S");
  CHECK(g.state().commands.at({"A-1"}).victory_points == 4);  // he is the army's, not the command's
  CHECK(g.state().commands.at({"A-2"}).victory_points == 4);
  CHECK(g.state().side(Side::A).starting_medals == 3);  // ten points
  bool shown = false;
  for (const std::string& line : Rules::describe(g.state(), Viewer::Both)) shown = shown || line.find("A-1") != std::string::npos;
  CHECK(shown);
}

TEST_CASE("the sample order of battle by commands: points, medals, demoralisation", "[tts][TTS-EX-41][TTS-DEM-02]") {
  Game army(
      "A1 legionaries a1 N veteran hero; A2 legionaries b1 N veteran; A3 legionaries c1 N; A4 legionaries d1 N; A5 light_infantry_other e1 "
      "N raw; AG1 general a2 detached heroic; AC1 camp f1; "
      "A6 legionaries a3 N command=2; A7 legionaries b3 N command=2; A8 auxiliaries c3 N command=2; A9 auxiliaries d3 N command=2; AA "
      "light_infantry_other e3 N veteran command=2; AG2 general b4 detached senior mounted command=2; AC2 camp f3 command=2; "
      "AB cavalry g3 N veteran command=3; AD cavalry h3 N veteran hero command=3; AG3 general with=AB heroic mounted command=3; B1 spearmen l8 S");
  CHECK(army.state().commands.at({"A-1"}).victory_points == 14);
  CHECK(army.state().commands.at({"A-2"}).victory_points == 14);
  CHECK(army.state().commands.at({"A-3"}).victory_points == 6);
  CHECK(army.state().side(Side::A).starting_medals == 11);
  const auto demoralised_without = [&](const char* command, const std::vector<const char*>& lost) {
    State s = army.state();
    for (const char* id : lost) s.units.at({id}).where = Where::Lost;
    return is_demoralised(s, {command});
  };
  CHECK_FALSE(demoralised_without("A-1", {"A1", "A2", "A3"}));  // six of fourteen
  CHECK(demoralised_without("A-1", {"A1", "A2", "A3", "A5"}));
  CHECK(demoralised_without("A-2", {"A6", "A7", "A8", "AA"}));
  CHECK_FALSE(demoralised_without("A-3", {"AB"}));
  CHECK(demoralised_without("A-3", {"AB", "AD"}));
}

TEST_CASE("demoralisation ends when returning units lift the loss below half, units off table from the start are no loss",
          "[tts][TTS-AMB-77][TTS-AMB-118]") {
  Game g(
      "A1 cavalry c8 N; A2 light_infantry_javelin a2 N; A7 pikemen h1 N command=2; A6 pikemen i1 N command=2; AH general with=A7 command=2; AG general a2 "
      "detached; B1 warriors h7 S; BG general with=B1" +
      kCommandRest.substr(0, kCommandRest.find("; A8")));
  g.act("move A1 to=off", 5);
  CHECK_FALSE(g.board().demoralised({"A-1"}));  // two of five
  State s = g.state();
  s.units.at({"A2"}).where = Where::Left;
  s.units.at({"A2"}).box = {};
  CHECK(is_demoralised(s, {"A-1"}));
  s.units.at({"A1"}).where = Where::OnTable;
  s.units.at({"A1"}).box = at("c8");
  CHECK_FALSE(is_demoralised(s, {"A-1"}));
  s.units.at({"A1"}).where = s.units.at({"A2"}).where = Where::Reserve;
  s.units.at({"A1"}).box = {};
  CHECK(points_lost(s, s.commands.at({"A-1"})) == 0);
  CHECK_FALSE(is_demoralised(s, {"A-1"}));
}

TEST_CASE("an attached general counts as away while his unit is, and no longer",
          "[tts][TTS-DEM-02][TTS-LOSS-01][TTS-LOSS-02][TTS-AMB-77][TTS-AMB-118]") {
  const std::string others =
      "; A2 spearmen j6 N; A3 spearmen k2 N; B4 pikemen i8 S command=2; B5 pikemen j8 S command=2; B6 pikemen k8 S command=2; B7 pikemen h8 S command=2; BH general with=B4 command=2";
  Game off("B1 cavalry d8 N; BG general with=B1; B3 spearmen f7 S" + others, 12, 8, R"("active":"B")");
  off.act("move B1 to=off", 9);
  CHECK(is_demoralised(off.state(), {"B-1"}));  // four of six
  CHECK(off.board().demoralised({"B-1"}));
  Game back("A1 warriors d5 N; B1 spearmen d6 S disorder=1; BG general with=B1; B2 spearmen d8 N; B3 spearmen f7 S" + others, 12, 8,
            R"("active":"B")");
  back.act("move B2 to=off", 9).give("end_turn");
  back.act("charge A1 target=B1", 9).cards({9, 2, 5}).say("B2");
  CHECK(is_demoralised(back.state(), {"B-1"}));  // six of eight
  back.give("end_turn").act("enter B2 to=c8", 9);
  CHECK(points_lost(back.state(), back.state().commands.at({"B-1"})) == 2);
  CHECK_FALSE(is_demoralised(back.state(), {"B-1"}));
}

}  // namespace command_tests
