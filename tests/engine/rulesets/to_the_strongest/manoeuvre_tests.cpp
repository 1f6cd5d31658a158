// The manoeuvres of Figure VI and the card each needs; sharing boxes; the gap at a corner; difficulties.
#include "engine/rulesets/to_the_strongest/topics/activation.hpp"
#include "engine/rulesets/to_the_strongest/topics/board.hpp"
#include "tests/engine/rulesets/to_the_strongest/game.hpp"
#include "tests/support/catch.hpp"

namespace manoeuvre_tests {

using namespace polemarch;
using namespace polemarch::to_the_strongest;
using test::at;
using test::Game;

namespace {

const std::string kRest = "; A8 spearmen a1 N; A9 spearmen b1 N; B8 spearmen l8 S; B9 spearmen k8 S; BG general l8 detached";
/// Card that A1's order needs, 0 when it is not allowed. The general stands in command.
int manoeuvre_need(const std::string& mover, const std::string& order, const std::string& more = "") {
  const Game g("A1 " + mover + "; AG general e2 detached" + (more.empty() ? "" : "; " + more) + kRest);
  return g.may(order) ? g.need(order) : 0;
}
std::string manoeuvre_rule(const std::string& mover, const std::string& order, const std::string& more) {
  return Game("A1 " + mover + "; AG general e2 detached; " + more + kRest).rule(order);
}

}  // namespace

TEST_CASE("foot go one box straight ahead and mounted two, easily", "[tts][TTS-MOV-01][TTS-MOV-03][TTS-ACT-12][TTS-GRID-01]") {
  CHECK(manoeuvre_need("spearmen e3 N", "move A1 to=e4") == 2);
  CHECK(manoeuvre_need("spearmen e3 E", "move A1 to=f3") == 2);
  CHECK(manoeuvre_need("spearmen e3 N", "move A1 to=e6") == 0);
  CHECK(manoeuvre_need("cavalry e3 N", "move A1 to=e4") == 2);
  CHECK(manoeuvre_need("cavalry e3 N", "move A1 to=e5") == 2);
  CHECK(manoeuvre_need("cavalry e3 W", "move A1 to=c3") == 2);
  CHECK(manoeuvre_need("cavalry e3 N", "move A1 to=e7") == 0);
  CHECK(manoeuvre_need("spearmen e3 N", "charge A1 target=B1", "B1 spearmen e4 S") == 2);
  CHECK(manoeuvre_need("cavalry e3 N", "charge A1 target=B1", "B1 spearmen e5 S") == 2);
}

TEST_CASE("mounted go diagonally and on straight ahead, not diagonally twice", "[tts][TTS-MOV-04][TTS-DIF-11]") {
  CHECK(manoeuvre_need("cavalry e3 N", "move A1 to=d4") == 3);
  CHECK(manoeuvre_need("cavalry e3 N", "move A1 to=f4") == 3);
  CHECK(manoeuvre_need("cavalry e3 N", "move A1 to=d5") == 3);
  CHECK(manoeuvre_need("cavalry e3 N", "move A1 to=f5") == 3);
  CHECK(manoeuvre_need("cavalry e3 N", "move A1 to=c5") == 0);
  CHECK(manoeuvre_need("cavalry e3 N", "move A1 to=g5") == 0);
  CHECK(manoeuvre_need("spearmen e3 N", "move A1 to=d4") == 3);
  CHECK(manoeuvre_need("cavalry e3 N", "move A1 to=d2") == 0);  // diagonal is a front corner
}

TEST_CASE("a sideways move is one box, facing kept, for mounted too", "[tts][TTS-MOV-05]") {
  for (const char* mover : {"spearmen e3 N", "cavalry e3 N"}) {
    CHECK(manoeuvre_need(mover, "move A1 to=d3") == 3);
    CHECK(manoeuvre_need(mover, "move A1 to=f3") == 3);
    CHECK(manoeuvre_need(mover, "move A1 to=c3") == 0);
  }
  Game g("A1 spearmen e3 N; AG general e2 detached" + kRest);
  g.act("move A1 to=d3", 5);
  CHECK(g.unit("A1").facing == Facing::N);
}

TEST_CASE("a move to the rear is straight back, one box or two mounted, with the same or the opposite facing", "[tts][TTS-MOV-06]") {
  CHECK(manoeuvre_need("spearmen e4 N", "move A1 to=e3") == 3);
  CHECK(manoeuvre_need("spearmen e4 N", "move A1 to=e3 facing=S") == 3);
  CHECK(manoeuvre_need("spearmen e4 N", "move A1 to=e3 facing=E") == 0);
  CHECK(manoeuvre_need("spearmen e4 N", "move A1 to=e2") == 0);
  CHECK(manoeuvre_need("spearmen e4 N", "move A1 to=d3") == 0);
  CHECK(manoeuvre_need("cavalry e4 N", "move A1 to=e2") == 3);
  CHECK(manoeuvre_need("cavalry e4 N", "move A1 to=e2 facing=S") == 3);
  CHECK(manoeuvre_need("cavalry e4 N", "move A1 to=e1") == 0);
}

TEST_CASE("turns and exchanges happen in the box, mounted may go on one box", "[tts][TTS-MOV-07][TTS-DIF-10][TTS-AMB-30]") {
  for (const char* facing : {"E", "W", "S"}) {
    CHECK(manoeuvre_need("spearmen e3 N", std::string("turn A1 facing=") + facing) == 3);
    CHECK(manoeuvre_need("pikemen e3 N", std::string("turn A1 facing=") + facing) == 4);
  }
  CHECK(manoeuvre_need("spearmen e3 N", "exchange A1") == 0);  // with nobody
  CHECK(manoeuvre_need("spearmen e3 N front", "exchange A1", "A2 spearmen e3 N rear") == 3);
  CHECK(manoeuvre_need("cavalry e3 N", "move A1 to=d3 facing=W") == 3);
  CHECK(manoeuvre_need("cavalry e3 N", "move A1 to=c3 facing=W", "B1 spearmen b4 W") == 0);  // turn and one box, no more
  CHECK(manoeuvre_need("spearmen e3 N", "move A1 to=d2 facing=W") == 0);  // a turn and a step aside fit no one activation
}

TEST_CASE("a unit always faces one side of its box", "[tts][TTS-GRID-02]") {
  Game g("A1 cavalry e3 N; AG general e2 detached" + kRest);
  for (const Facing facing : kFacings) CHECK(same_axis(facing, opposite(facing)));
  CHECK_THROWS(Game::command("turn A1 facing=NE"));
  CHECK_THROWS(Game("A1 spearmen e3 facing=NE; B1 warriors l8 S"));
  g.act("move A1 to=d4", 5);
  CHECK(g.unit("A1").facing == Facing::N);  // a diagonal move keeps the facing
}

TEST_CASE("every line of the activation list", "[tts][TTS-ACT-T1]") {
  CHECK(manoeuvre_need("spearmen e3 N", "move A1 to=e4") == 2);
  CHECK(manoeuvre_need("light_infantry_javelin e3 N", "move_and_shoot A1 target=B1", "B1 spearmen e5 S") == 2);
  CHECK(manoeuvre_need("light_infantry_bow e3 N", "shoot_and_move A1 target=B1", "B1 spearmen e5 S") == 2);
  CHECK(manoeuvre_need("bowmen e3 N ammo=5", "shoot A1 target=B1", "B1 spearmen e5 S") == 2);
  CHECK(manoeuvre_need("bowmen e3 N ammo=5", "resupply A1") == 2);
  CHECK(manoeuvre_need("spearmen e3 N disorder=1", "rally A1") == 2);
  CHECK(manoeuvre_need("spearmen e3 N", "move A1 to=d4") == 3);
  CHECK(manoeuvre_need("spearmen e3 N", "charge A1 target=B1", "B1 spearmen f4 S") == 3);
  CHECK(manoeuvre_need("spearmen e3 N", "move A1 to=d3") == 3);
  CHECK(manoeuvre_need("spearmen e3 N", "move A1 to=e2") == 3);
  CHECK(manoeuvre_need("spearmen e3 N", "turn A1 facing=E") == 3);
  CHECK(manoeuvre_need("spearmen e3 N", "move A1 to=e4", "broken e4") == 3);
  CHECK(manoeuvre_need("spearmen e3 N", "move A1 to=e4", "broken e3") == 3);
  CHECK(manoeuvre_need("spearmen h3 N", "move A1 to=h4") == 3);  // out of command
  for (const char* edge : {"fortification e4/e3", "stream e4/e3", "wall e4/e3", "hedge e4/e3"})
    CHECK(manoeuvre_need("spearmen e3 N", "move A1 to=e4", edge) == 3);
  CHECK(manoeuvre_need("cavalry e3 N", "move A1 to=e4", "stakes e4/e3") == 3);
  CHECK(manoeuvre_need("longbowmen e3 N stakes", "emplace_stakes A1") == 3);
  CHECK(manoeuvre_need("bowmen e3 N boat", "board A1 to=e4", "water e4") == 3);
  CHECK(manoeuvre_need("auxiliaries e3 N swimmer", "move A1 to=e4", "water e4") == 3);
  CHECK(manoeuvre_need("cavalry e3 N", "dismount A1") == 3);
  CHECK(manoeuvre_need("spearmen e3 N", "form A1 formation=orbis") == 3);
  CHECK(manoeuvre_need("spearmen e3 N formation=orbis", "form A1 formation=line") == 3);
  CHECK(manoeuvre_need("cavalry e3 N formations=wedge", "form A1 formation=wedge") == 3);
  CHECK(manoeuvre_need("cavalry e3 N formations=rhomboid", "form A1 formation=rhomboid") == 3);
}

TEST_CASE("a difficulty is one pip for regular and small units, two for deep ones, none for lights",
          "[tts][TTS-DIF-01][TTS-DIF-02][TTS-DIF-03][TTS-DIF-04][TTS-DIF-06][TTS-DIF-T1][TTS-XDP-01]") {
  struct Case {
    const char* unit;
    int easy, one, two;
  };
  for (const Case& c : {Case{"light_infantry_javelin e3 N", 2, 2, 2}, Case{"light_cavalry e3 N", 2, 2, 2}, Case{"spearmen e3 N", 2, 3, 4},
                        Case{"spearmen e3 N small", 2, 3, 4}, Case{"spearmen e3 N deep", 2, 4, 6},
                        Case{"pikemen e3 N size=exceptionally_deep", 2, 4, 6}, Case{"cavalry e3 N", 2, 3, 4}}) {
    INFO(c.unit);
    CHECK(manoeuvre_need(c.unit, "move A1 to=e4") == c.easy);
    CHECK(manoeuvre_need(c.unit, "move A1 to=d4") == c.one);
    CHECK(manoeuvre_need(c.unit, "move A1 to=d4", "broken d4") == c.two);
    const std::string later = std::string(c.unit) + " activation=4";
    CHECK(manoeuvre_need(later, "move A1 to=e4") == c.easy + 3);
    CHECK(manoeuvre_need(later, "move A1 to=d4") == c.one + 3);
    CHECK(manoeuvre_need(later, "move A1 to=d4", "broken d4") == c.two + 3);
  }
}

TEST_CASE("rough to rough in one step counts once, each stream or wall counts for itself", "[tts][TTS-AMB-136]") {
  CHECK(manoeuvre_need("spearmen e3 N", "move A1 to=e4", "broken e3,e4") == 3);
  CHECK(manoeuvre_need("spearmen e3 N", "move A1 to=e4", "broken e3; marsh e4") == 3);
  CHECK(manoeuvre_need("cavalry e3 N", "move A1 to=e5", "stream e3/e4,e4/e5") == 4);
  CHECK(manoeuvre_need("cavalry e3 N", "move A1 to=e5", "stream e3/e4; wall e4/e5") == 4);
  CHECK(manoeuvre_need("spearmen e3 N", "move A1 to=e4", "stream e3/e4; wall e3/e4; broken e4") == 5);
}

TEST_CASE("two friends share a box, never three, never with an enemy",
          "[tts][TTS-BOX-01][TTS-BOX-02][TTS-BOX-06][TTS-GRID-03][TTS-MOV-16]") {
  const std::string pair = "A2 spearmen e4 N front; A3 spearmen e4 N rear";
  CHECK(manoeuvre_rule("spearmen e3 N", "move A1 to=e4", "A2 spearmen e4 N") == "");
  CHECK(manoeuvre_rule("spearmen e3 N", "move A1 to=e4", pair) == "TTS-BOX-02");
  CHECK(manoeuvre_rule("light_infantry_javelin e3 N", "move A1 to=e4", pair) == "TTS-BOX-02");
  // Generals and heroes take no room.
  CHECK(manoeuvre_rule("spearmen e3 N", "move A1 to=e4",
                       "A2 spearmen e4 N hero; AH general e4 detached command=2; A4 spearmen a5 N command=2") == "");
  CHECK(manoeuvre_rule("spearmen e3 N", "move A1 to=e4", "B1 light_infantry_javelin e4 E") == "TTS-MOV-11");
  CHECK_THROWS(Game("A1 spearmen e3 N; B1 warriors e3 S"));
  CHECK_THROWS(Game("A1 spearmen e3 N front; A2 spearmen e3 N rear; A3 light_infantry_javelin e3 N; B1 warriors l8 S"));
}

TEST_CASE("beside a deep unit only small and light units have room", "[tts][TTS-BOX-03][TTS-TYPE-129][TTS-MOV-16]") {
  CHECK(manoeuvre_rule("spearmen e3 N", "move A1 to=e4", "A2 warriors e4 N") == "TTS-BOX-03");
  CHECK(manoeuvre_rule("warriors e3 N", "move A1 to=e4", "A2 spearmen e4 N") == "TTS-BOX-03");
  CHECK(manoeuvre_rule("warriors e3 N", "move A1 to=e4", "A2 warriors e4 N") == "TTS-BOX-03");
  for (const char* slim : {"spearmen e3 N small", "light_infantry_javelin e3 N", "light_cavalry e3 N"}) {
    INFO(slim);
    CHECK(manoeuvre_rule(slim, "move A1 to=e4", "A2 warriors e4 N") == "");
  }
  CHECK(manoeuvre_rule("light_infantry_javelin e3 N", "move A1 to=e4", "A2 war_wagons e4 N") == "");
  CHECK(manoeuvre_rule("spearmen e3 N", "move A1 to=e4", "A2 war_wagons e4 N") == "TTS-BOX-03");
  CHECK(manoeuvre_rule("warriors e3 N", "move A1 to=e4", "A2 spearmen e4 N small") == "");
  CHECK_THROWS(Game("A1 warriors e3 N; A2 spearmen e3 N; B1 warriors l8 S"));
}

TEST_CASE("units of a box face the same way or opposite ways, never at right angles", "[tts][TTS-BOX-04][TTS-MOV-13][TTS-AMB-137]") {
  CHECK(manoeuvre_rule("spearmen e3 N", "move A1 to=e4", "A2 spearmen e4 S") == "");
  CHECK(manoeuvre_rule("spearmen e3 N", "move A1 to=e4", "A2 spearmen e4 E") == "TTS-MOV-13");
  CHECK(manoeuvre_rule("light_infantry_javelin e3 N", "move A1 to=e4", "A2 light_infantry_javelin e4 W") == "TTS-MOV-13");
  CHECK(manoeuvre_rule("cavalry e3 N", "move A1 to=e5", "A2 light_infantry_javelin e4 E") == "TTS-MOV-13");  // nor through it
  CHECK(manoeuvre_rule("spearmen e3 N front", "turn A1 facing=E", "A2 spearmen e3 N rear") == "TTS-BOX-04");
  CHECK(manoeuvre_rule("spearmen e3 N front", "turn A1 facing=S", "A2 spearmen e3 N rear") == "");
  CHECK(manoeuvre_rule("spearmen e3 N front", "turn A1+A2 facing=E", "A2 spearmen e3 N rear") == "");
  CHECK(manoeuvre_rule("cavalry e3 N front", "move A1 to=d3 facing=W", "A2 spearmen e3 N rear") == "TTS-AMB-137");
}

TEST_CASE("never into a box with an enemy", "[tts][TTS-MOV-11]") {
  for (const char* enemy : {"B1 spearmen e5 W", "B1 light_infantry_javelin e5 W", "B1 artillery e5 W"}) {
    CHECK(manoeuvre_rule("cavalry e3 N", "move A1 to=e5", enemy) == "TTS-MOV-11");
    CHECK(manoeuvre_rule("light_cavalry e3 N", "move A1 to=e6 via=e4", enemy) == "TTS-MOV-11");  // nor through
  }
  CHECK(manoeuvre_rule("spearmen e3 N", "turn A1 facing=N", "B1 spearmen l7 S") != "");  // no turn at all
}

TEST_CASE("the leading unit is the one in front", "[tts][TTS-BOX-05][TTS-WED-05]") {
  Game g("A1 spearmen e3 N front; A2 spearmen e3 N rear; B1 warriors l8 S");
  CHECK(g.board().lead(g.unit("A1")) > 0);
  CHECK(g.board().friend_ahead(g.unit("A2")) == &g.unit("A1"));
  const Game wedges(
      "A1 cavalry e3 S front formation=wedge formations=wedge; A2 cavalry e3 S rear formation=wedge formations=wedge; B1 warriors l8 S");
  CHECK(wedges.board().lead(wedges.unit("A1")) > 0);
  CHECK(wedges.unit("A1").along == -1);  // forward is south
}

TEST_CASE("no diagonal move between two things it cannot pass, friends, enemies or ground", "[tts][TTS-MOV-14]") {
  const std::vector<std::string> fronts{"A2 spearmen e4 N",
                                        "A2 light_infantry_javelin e4 E",
                                        "B1 light_infantry_javelin e4 N",
                                        "B1 spearmen e4 N",
                                        "rocky_outcrop e4",
                                        "small_lake e4",
                                        "water e4",
                                        "A2 scythed_chariots e4 N"};
  const std::vector<std::string> flanks{"A3 spearmen f3 N",
                                        "A3 light_infantry_javelin f3 E",
                                        "B2 light_infantry_javelin f3 N",
                                        "B2 spearmen f3 N",
                                        "rocky_outcrop f3",
                                        "dense_forest f3",
                                        "water f3"};
  for (const std::string& front : fronts)
    for (const std::string& flank : flanks) {
      INFO(front << " and " << flank);
      CHECK(manoeuvre_rule("spearmen e3 N", "move A1 to=f4", front + "; " + flank) == "TTS-MOV-14");
    }
  CHECK(manoeuvre_rule("cavalry e3 N", "move A1 to=f5", "rocky_outcrop e4,f3") == "TTS-MOV-14");
  CHECK(manoeuvre_rule("spearmen e3 N", "move A1 to=d4", "rocky_outcrop e4,d3") == "TTS-MOV-14");
  CHECK(manoeuvre_rule("spearmen e3 N", "move A1 to=d4", "rocky_outcrop e4,f3") == "");  // the other corner is open
}

TEST_CASE("the diagonal is open where one of the two can be passed or crossed", "[tts][TTS-MOV-15]") {
  for (const char* open : {"A2 light_infantry_javelin e4 N", "A2 light_cavalry e4 S", "broken e4", "wood e4", "field e4"}) {
    INFO(open);
    CHECK(manoeuvre_rule("spearmen e3 N", "move A1 to=f4", std::string(open) + "; rocky_outcrop f3") == "");
    CHECK(manoeuvre_rule("spearmen e3 N", "move A1 to=f4", std::string(open) + "; A3 spearmen f3 N") == "");
  }
  CHECK(manoeuvre_rule("light_infantry_javelin e3 N", "move A1 to=f4", "A2 spearmen e4 N; A3 spearmen f3 S") == "");
  CHECK(manoeuvre_rule("spearmen e3 N", "move A1 to=f4", "rocky_outcrop e4") == "");
  CHECK(manoeuvre_rule("auxiliaries e3 N swimmer", "move A1 to=f4", "water e4; rocky_outcrop f3") == "");
}

TEST_CASE("two units of a box act on one card, enough for both, and part again", "[tts][TTS-ACT-08][TTS-ACT-09][TTS-AMB-31]") {
  Game g("A1 auxiliaries e2 N front activation=2; A2 spearmen e2 N rear activation=6; AG general e1 detached; B1 warriors l8 S");
  CHECK(g.need("move A1+A2 to=e3") == 7);
  CHECK(g.need("turn A1+A2 facing=E") == 8);
  Game six = g;
  six.act("move A1+A2 to=e3", 6);
  CHECK(six.unit("A1").box == at("e2"));
  CHECK(six.unit("A2").box == at("e2"));
  g.act("move A1+A2 to=e3", 7);
  CHECK(g.unit("A1").activation == 7);
  CHECK(g.unit("A2").activation == 7);
  g.act("move A2 to=d3", 9);
  CHECK(g.unit("A2").activation == 9);
  CHECK(g.unit("A1").activation == 7);
  // The slower one limits the move; units that face apart do not move together.
  const Game slow("A1 cavalry e2 N front; A2 spearmen e2 N rear; AG general e1 detached; B1 warriors l8 S");
  CHECK_FALSE(slow.may("move A1+A2 to=e5"));  // horse would march there
  CHECK(slow.may("move A1+A2 to=e4"));        // the foot's march
  CHECK(slow.may("move A1+A2 to=e3"));
  const Game apart("A1 spearmen e2 N front; A2 spearmen e2 S front; AG general e1 detached; B1 warriors l8 S");
  CHECK(apart.rule("move A1+A2 to=e3") == "TTS-AMB-31");
}

TEST_CASE("auxiliaries and deep hoplites turning together need the dearer card", "[tts][TTS-ACT-08][TTS-DX-09]") {
  Game g("A1 auxiliaries e2 N front activation=2; A2 hoplites e2 N rear activation=4; B1 warriors l8 S; AG general e1 detached");
  State s = g.state();
  s.units.at({"A2"}).size = Size::Deep;  // the sheet's sum; such a pair never shares a box
  const Command turn = Game::command("turn A1+A2 facing=E");
  CHECK(work_out(Board(s), Viewer::Umpire, *order_in(turn)).plan.need == 7);
}

TEST_CASE("two units that turn about together stand as they stood: who was behind leads", "[tts][TTS-BOX-05][TTS-ACT-T1][TTS-AMB-30]") {
  const std::string far = "; B8 spearmen l8 S";
  Game g("A1 legionaries d3 N front; A2 legionaries d3 N rear; B1 warriors d2 N" + far);
  g.act("turn A1+A2 facing=S", 5);
  CHECK(g.board().lead(g.unit("A2")) > 0);
  CHECK(g.rule("charge A1 target=B1") == "TTS-CHG-17");
  CHECK(g.may("charge A2 target=B1"));
  Game back("A1 legionaries d4 N front; A2 legionaries d4 N rear; B1 warriors d2 N" + far);
  back.act("move A1+A2 to=d3 facing=S", 5);
  CHECK(back.board().lead(back.unit("A2")) > 0);
  Game quarter("A1 legionaries d3 N front; A2 legionaries d3 N rear" + far);
  quarter.act("turn A1+A2 facing=W", 5);
  CHECK(quarter.board().lead(quarter.unit("A1")) > 0);
}

}  // namespace manoeuvre_tests
