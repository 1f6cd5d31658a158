// Charges, evades, melees, bonus cards, replays, advances, rampages.
#include "tests/engine/rulesets/to_the_strongest/game.hpp"
#include "tests/support/catch.hpp"

using namespace polemarch;
using namespace polemarch::to_the_strongest;
using test::at;
using test::Game;

namespace {
const std::string kRest =
    "; A8 spearmen a1 N; A9 spearmen b1 N; AG general a1 detached; B8 spearmen l8 S; B9 spearmen k8 S; BG general l8 detached";
}

TEST_CASE("who may charge whom and from where",
          "[tts][TTS-CHG-01][TTS-CHG-02][TTS-CHG-03][TTS-CHG-04][TTS-CHG-05][TTS-CHG-11][TTS-CHG-19][TTS-CHG-20][TTS-CHG-21]"
          "[TTS-CHG-23][TTS-CHG-24][TTS-CHG-25][TTS-DEM-03]") {
  Game foot("A1 spearmen e3 N; B1 spearmen f4 S; B2 spearmen e5 S" + kRest);
  CHECK(foot.need("charge A1 target=B1") == 4);  // diagonal and out of command
  CHECK(foot.rule("charge A1 target=B2") == "TTS-CHG-02");
  Game horse("A1 cavalry e3 N; B1 spearmen e5 S; B2 spearmen f5 S; B3 spearmen d4 S" + kRest);
  CHECK(horse.may("charge A1 target=B2"));
  Game straight("A1 cavalry e3 N; B1 spearmen e5 S" + kRest);
  CHECK(straight.may("charge A1 target=B1"));
  CHECK(straight.need("charge A1 target=B1") == 3);
  Game rough("A1 cavalry e3 N; B1 spearmen e5 S; broken e4" + kRest);
  CHECK(rough.rule("charge A1 target=B1") == "TTS-CHG-24");
  Game full("A1 cavalry e3 N; A2 spearmen e4 N; B1 spearmen e5 S" + kRest);
  CHECK(full.rule("charge A1 target=B1") == "TTS-INT-04");
  Game shared("A1 cavalry e3 N; A2 warriors e4 N; B1 spearmen e5 S" + kRest);
  CHECK_FALSE(shared.may("charge A1 target=B1"));
  Game light(
      "A1 light_cavalry e3 N; B1 spearmen e4 S; B2 indian_elephants h4 S; A2 light_cavalry h3 N; A3 light_cavalry k3 N; B3 artillery k4 S; "
      "A4 light_cavalry c3 N; B4 spearmen c4 N" +
      kRest);
  CHECK(light.rule("charge A1 target=B1") == "TTS-CHG-04");
  CHECK(light.may("charge A2 target=B2"));
  CHECK(light.may("charge A3 target=B3"));
  CHECK(light.may("charge A4 target=B4"));
  Game flank("A1 light_infantry_javelin d4 E; B1 spearmen e4 S" + kRest);
  CHECK(flank.may("charge A1 target=B1"));
  Game broken("A1 spearmen e3 N; B1 spearmen e4 S" + kRest);
  State s = broken.state();
  s.units.at({"A8"}).where = s.units.at({"A9"}).where = Where::Lost;
  CHECK(Rules::judge(s, Viewer::A, Game::command("charge A1 target=B1")).reasons.front().rule == "TTS-DEM-03");
  Game two("A1 cavalry e3 N; B1 spearmen e5 N" + kRest);  // rear, judged from the last box
  two.act("charge A1 target=B1", 5);
  CHECK(two.state().agenda.open_waits().at(0).chance->count == 2);
}

TEST_CASE("two enemy units in the box: front, rear and flank", "[tts][TTS-CHG-13][TTS-CHG-14][TTS-CHG-15][TTS-MEL-16][TTS-UNIT-08]") {
  Game front("A1 spearmen e3 N; B1 spearmen e4 S front; B2 hoplites e4 S rear" + kRest);
  CHECK(front.may("charge A1 target=B1"));
  CHECK(front.rule("charge A1 target=B2") == "TTS-CHG-15");
  Game rear("A1 spearmen e5 S; B1 spearmen e4 S front; B2 hoplites e4 S rear" + kRest);
  CHECK(rear.may("charge A1 target=B2"));
  CHECK(rear.rule("charge A1 target=B1") == "TTS-CHG-14");
  Game flank("A1 spearmen d4 E; B1 spearmen e4 S front; B2 hoplites e4 S rear" + kRest);
  CHECK(flank.may("charge A1 target=B1"));
  CHECK(flank.may("charge A1 target=B2"));
}

TEST_CASE("the diagonal gap of a charge", "[tts][TTS-CHG-07]") {
  const auto rule = [](const std::string& ahead, const std::string& beside) {
    Game g("A1 spearmen e3 N; B1 spearmen f4 S; " + ahead + "; " + beside + kRest);
    return g.rule("charge A1 target=B1");
  };
  CHECK(rule("A2 spearmen e4 N", "A3 spearmen f3 N") == "TTS-CHG-07");
  CHECK(rule("A2 spearmen e4 N", "rocky_outcrop f3") == "TTS-CHG-07");
  CHECK(rule("A2 light_infantry_javelin e4 N", "A3 spearmen f3 N") == "");
  CHECK(rule("B2 light_infantry_javelin e4 N", "A3 spearmen f3 N") == "");
}

TEST_CASE("lights must or may evade and the test depends on who comes",
          "[tts][TTS-EVD-01][TTS-EVD-02][TTS-EVD-03][TTS-EVD-04][TTS-EVD-T1][TTS-DX-21][TTS-EVD-18][TTS-EVD-14][TTS-EVD-19]"
          "[TTS-MEL-12]") {
  CHECK(evade_need(true, false, false) == 3);
  CHECK(evade_need(false, true, false) == 3);
  CHECK(evade_need(false, true, true) == 3);
  CHECK(evade_need(true, false, true) == 5);
  CHECK(evade_need(false, false, false) == 5);
  CHECK(evade_need(false, false, true) == 7);
  Game must("A1 knights e3 N; B1 light_cavalry e4 S" + kRest);
  CHECK(evade_right(must.board(), must.unit("B1"), must.unit("A1")) == EvadeRight::Must);
  must.act("charge A1 target=B1 bonus=false", 5);
  CHECK(must.asks() == "TTS-EVD-T1");
  CHECK(must.question().find("5+") != std::string::npos);
  must.cards({4});
  CHECK(must.asks() == "TTS-MEL-02");
  must.cards({9, 9});  // hit and saved
  CHECK(must.unit("B1").box == at("e5"));
  CHECK(must.unit("A1").box == at("e4"));
  CHECK(must.unit("B1").activation == 0);
  CHECK(must.idle());
  Game may("A1 light_cavalry e3 N; B1 light_infantry_javelin e4 S; B2 light_infantry_javelin g4 S; A2 spearmen g3 N; broken g4" + kRest);
  CHECK(evade_right(may.board(), may.unit("B1"), may.unit("A1")) == EvadeRight::May);
  CHECK(evade_right(may.board(), may.unit("B2"), may.unit("A2")) == EvadeRight::May);
  may.act("charge A1 target=B1", 5);
  CHECK(may.options().front() == "stand");
  may.say("stand");
  CHECK(may.asks() == "TTS-MEL-02");
}

TEST_CASE("where an evader may go",
          "[tts][TTS-EVD-06][TTS-EVD-07][TTS-EVD-08][TTS-EVD-09][TTS-EVD-10][TTS-EVD-11][TTS-EVD-12][TTS-EVD-13][TTS-EVD-20]"
          "[TTS-EVD-21][TTS-AMB-46]") {
  const auto keys = [](const Game& g) {
    std::vector<std::string> out;
    for (const EvadeChoice& choice : evade_choices(g.board(), g.unit("B1"), g.unit("A1").box)) out.push_back(choice.key);
    return out;
  };
  using Keys = std::vector<std::string>;
  CHECK(keys(Game("A1 spearmen e3 N; B1 light_infantry_javelin e4 S" + kRest)) == Keys{"e5"});
  CHECK(keys(Game("A1 spearmen d3 N; B1 light_infantry_javelin e4 S" + kRest)) == Keys{"f5", "e5"});
  CHECK(keys(Game("A1 spearmen e7 N; B1 light_infantry_javelin e8 S" + kRest)) == Keys{"off"});
  CHECK(keys(Game("A1 spearmen e3 N; B1 light_infantry_javelin e4 S front; B2 spearmen e4 S rear" + kRest)) == Keys{"behind", "e5"});
  CHECK(keys(Game("A1 spearmen e3 N; B1 light_infantry_javelin e4 S; B2 spearmen e5 S front; B3 spearmen e5 S rear" + kRest)) ==
        Keys{"e6"});
  CHECK(keys(Game("A1 spearmen e3 N; B1 light_infantry_javelin e4 S; B2 spearmen e5 E" + kRest)) == Keys{"e6"});
  CHECK(keys(Game("A1 spearmen e3 N; B1 cavalry e4 S; B2 spearmen e5 S front; B3 spearmen e5 S rear" + kRest)).empty());
  CHECK(keys(Game("A1 spearmen e3 N; B1 light_infantry_javelin e4 S; rocky_outcrop e5" + kRest)).empty());
  Game trapped("A1 spearmen e3 N; B1 light_infantry_javelin e4 S; rocky_outcrop e5" + kRest);
  trapped.act("charge A1 target=B1", 5);
  CHECK(trapped.unit("B1").where == Where::Lost);
  CHECK(trapped.unit("A1").box == at("e4"));
  Game stands("A1 spearmen e3 N; B1 cavalry e4 S; rocky_outcrop e5" + kRest);
  stands.act("charge A1 target=B1", 5);
  CHECK(stands.asks() == "TTS-MEL-02");
  Game off("A1 spearmen e7 N; B1 light_infantry_javelin e8 S" + kRest);
  const int before = off.state().side(Side::B).medals;
  off.act("charge A1 target=B1", 5).cards({7});
  CHECK(off.unit("B1").where == Where::Left);
  CHECK(off.unit("B1").edge_zone != 0);
  CHECK(off.state().side(Side::B).medals == before - 1);
  Game behind("A1 spearmen e3 N; B1 light_infantry_javelin e4 S front; B2 spearmen e4 S rear" + kRest);
  behind.act("charge A1 target=B1", 5).say("behind").cards({7});
  CHECK(behind.board().lead(behind.unit("B1")) < 0);
  CHECK(behind.asks() == "TTS-MEL-02");  // the charge goes on against the spearmen
  CHECK(behind.question().find("B2") != std::string::npos);
}

TEST_CASE("a charge goes on until the box is empty",
          "[tts][TTS-CHG-08][TTS-CHG-09][TTS-CHG-10][TTS-EVD-15][TTS-EVD-16][TTS-ADV-02][TTS-CHG-26]") {
  Game two("A1 spearmen e3 N; B1 light_infantry_javelin e4 S front; B2 light_cavalry e4 S rear" + kRest);
  two.act("charge A1 target=B1", 5).cards({7});
  CHECK(two.unit("B1").box == at("e5"));
  CHECK(two.asks() == "TTS-EVD-T1");
  two.cards({7});
  CHECK(two.unit("A1").box == at("e4"));
  Game crosswise("A1 spearmen d4 E; B1 light_infantry_javelin e4 S" + kRest);
  crosswise.act("charge A1 target=B1", 5);
  crosswise.say("f4").cards({7});
  CHECK(crosswise.asks() == "TTS-ADV-02");
  crosswise.say("N");
  CHECK(crosswise.unit("A1").facing == Facing::N);
  Game stays("A1 cavalry e3 N; B1 hoplites e5 S" + kRest);
  stays.act("charge A1 target=B1", 5).cards({2, 2});
  CHECK(stays.unit("A1").box == at("e4"));
  CHECK(stays.unit("B1").box == at("e5"));
}

TEST_CASE("the order of a melee",
          "[tts][TTS-MEL-01][TTS-MEL-02][TTS-MEL-10][TTS-MEL-11][TTS-MEL-15][TTS-MEL-17][TTS-MEL-18][TTS-MEL-19][TTS-FAIL-06]"
          "[TTS-FAIL-03]") {
  Game g("A1 spearmen e3 N; B1 spearmen e4 S" + kRest);
  g.act("charge A1 target=B1", 5).cards({9, 2, 9, 2});
  CHECK(g.unit("B1").disorder == 1);
  CHECK(g.unit("A1").disorder == 1);
  CHECK(g.idle());
  g.act("charge A1 target=B1", 8).cards({5});  // disordered: eight needed
  CHECK(g.asks() == "TTS-MEL-10");
  g.cards({9, 3});
  CHECK(g.unit("A1").where == Where::Lost);
  CHECK(g.unit("B1").box == at("e4"));  // who wins on the defence stays
  Game deep("A1 warriors d4 E; B1 warriors e4 S" + kRest);
  deep.act("charge A1 target=B1", 5).cards({9, 9, 2, 3});
  CHECK(deep.unit("B1").disorder == 2);
  CHECK(deep.idle());
}

TEST_CASE("bonus cards add up and obstacles spoil the flank bonus",
          "[tts][TTS-BON-01][TTS-BON-02][TTS-BON-03][TTS-BON-06][TTS-BON-07][TTS-BON-08][TTS-BON-09][TTS-BON-10][TTS-BON-11]"
          "[TTS-DX-15][TTS-LAN-01][TTS-TER-28][TTS-TER-29][TTS-TER-31][TTS-FORT-07][TTS-TYPE-123][TTS-TER-13]") {
  const auto bonus = [](const std::string& field, const std::string& charger = "A1 spearmen d4 E",
                        const std::string& target = "B1 spearmen e4 S") {
    Game g(charger + "; " + target + (field.empty() ? "" : "; " + field) + kRest);
    return bonus_cards(g.board(), g.unit("A1"), g.unit("B1"), g.unit("A1").box, g.unit("B1").box, false);
  };
  CHECK(bonus("").flank);
  CHECK_FALSE(bonus("stream e4/d4").flank);
  CHECK_FALSE(bonus("wall e4/d4").flank);
  CHECK_FALSE(bonus("hedge e4/d4").flank);
  CHECK_FALSE(bonus("shoreline e4/d4").flank);
  CHECK_FALSE(bonus("fortification e4/d4").flank);
  CHECK(bonus("fortification d4/e4").flank);
  CHECK(bonus("stakes e4/d4").flank);
  CHECK_FALSE(bonus("stakes e4/d4", "A1 cavalry d4 E").flank);
  CHECK(bonus("stakes d4/e4", "A1 cavalry d4 E").flank);
  CHECK_FALSE(bonus("", "A1 spearmen d4 E", "B1 war_wagons e4 S").flank);
  CHECK_FALSE(bonus("", "A1 spearmen d4 E", "B1 legionaries e4 S formation=orbis").flank);
  CHECK_FALSE(bonus("", "A1 spearmen e3 N").flank);
  Game g("A1 cavalry d4 E weapons=lance; B1 spearmen e4 S" + kRest);
  g.act("charge A1 target=B1", 5);
  CHECK(g.asks() == "TTS-LAN-01");
  g.say("use");
  CHECK(g.state().agenda.open_waits().at(0).chance->count == 3);  // its own, the flank's, the lance's
  g.cards({7, 3, 6, 9, 9});
  CHECK(g.unit("A1").lance_used);
  g.act("charge A1 target=B1", 8);
  CHECK(g.asks() == "TTS-MEL-02");
}

TEST_CASE("a missed card is replayed once, in the own turn",
          "[tts][TTS-RPL-01][TTS-RPL-03][TTS-RPL-04][TTS-HERO-01][TTS-HERO-03][TTS-HERO-04][TTS-HERO-06][TTS-HERO-08][TTS-GEN-27]"
          "[TTS-GEN-26]") {
  Game g(
      "A1 spearmen e3 N hero; AH general with=A1 heroic command=2; A8 spearmen a1 N; A9 spearmen b1 N; B1 spearmen e4 S hero; B8 spearmen "
      "l8 S; B9 spearmen k8 S; BG general e4 detached heroic",
      12, 8, R"("sides":{"A":{"commands":[{"id":2,"units":[]}]}})");
  State s = g.state();
  s.units.at({"A1"}).command = {"A-2"};
  CHECK(replayers(Board(s), s.units.at({"A1"})) == std::vector<std::string>{"hero", "AH"});
  CHECK(replayers(Board(s), s.units.at({"B1"})).empty());                         // strikes back in the enemy's turn
  CHECK(replayers(g.board(), g.unit("A1")) == std::vector<std::string>{"hero"});  // he leads another command
  State used = s;
  used.generals.at({"AH"}).ability_used = true;
  CHECK(replayers(Board(used), used.units.at({"A1"})) == std::vector<std::string>{"hero"});
  g.act("charge A1 target=B1", 5).cards({2});
  g.say("hero").cards({3});
  CHECK(g.asks() == "TTS-MEL-10");  // the same card is not replayed again
  CHECK_FALSE(g.unit("A1").hero);
  Game lost("A1 spearmen d4 E; B1 light_infantry_javelin e4 S hero; rocky_outcrop f4,e5" + kRest);
  lost.act("charge A1 target=B1", 5);
  CHECK(lost.unit("B1").where == Where::Lost);
  CHECK_FALSE(lost.unit("B1").hero);
}

TEST_CASE("advances take camps and displace lone generals",
          "[tts][TTS-ADV-01][TTS-ADV-03][TTS-ADV-04][TTS-ADV-05][TTS-ADV-06][TTS-MOV-12][TTS-MOV-17][TTS-CAMP-07][TTS-CAMP-08]"
          "[TTS-CAMP-09][TTS-GEN-13][TTS-LOSS-03][TTS-LOSS-04]") {
  Game g(
      "A1 spearmen e3 N; B1 light_infantry_javelin e4 S; B2 spearmen e5 S; BC camp e4; BH general h4 detached command=2; A2 spearmen h3 N; "
      "B3 spearmen a8 S command=2" +
      kRest);
  const int a = g.state().side(Side::A).medals, b = g.state().side(Side::B).medals;
  g.act("charge A1 target=B1", 5).say("evade").cards({5});
  CHECK(g.board().in_zone(g.unit("A1"), at("e4")));
  CHECK(g.unit("A1").box == at("e4"));
  CHECK(g.unit("A1").activation == 5);
  CHECK(g.state().camps.at({"BC"}).controller == Side::A);
  CHECK(g.state().side(Side::B).medals == b - 3);
  CHECK(g.state().side(Side::A).medals == a);
  g.act("move A2 to=h4", 5);
  CHECK(g.general("BH").box == at("a8"));
  Game captured("A2 spearmen h3 N; BH general h4 detached command=2; B3 light_infantry_javelin a8 S command=2" + kRest);
  State s = captured.state();
  s.units.at({"B3"}).where = Where::Lost;
  s.units.at({"B3"}).box = {};
  const CommandText move = Game::command("move A2 to=h4");
  for (const Event& event : Rules::decide(s, Viewer::A, move)) s = Rules::evolve(std::move(s), event);
  const int before = s.side(Side::B).medals;
  for (const Event& event : Rules::decide(s, Viewer::A, engine::AnswerWait{.wait = {}, .answer = {.values = {5}}}))
    s = Rules::evolve(std::move(s), event);
  CHECK(s.generals.at({"BH"}).status == Status::Captured);
  CHECK(s.side(Side::B).medals == before - 2);
}

TEST_CASE("a rampage tramples friend and foe",
          "[tts][TTS-RAM-01][TTS-RAM-02][TTS-RAM-03][TTS-RAM-04][TTS-RAM-T1][TTS-TYPE-56][TTS-TYPE-111]") {
  using Boxes = std::vector<Box>;
  CHECK(rampage_path(at("e5"), Facing::N, 1) == Boxes{at("d4")});
  CHECK(rampage_path(at("e5"), Facing::N, 3) == Boxes{at("d4"), at("c3")});
  CHECK(rampage_path(at("e5"), Facing::N, 5) == Boxes{at("e4")});
  CHECK(rampage_path(at("e5"), Facing::N, 7) == Boxes{at("e4"), at("e3")});
  CHECK(rampage_path(at("e5"), Facing::N, 9) == Boxes{at("f4")});
  CHECK(rampage_path(at("e5"), Facing::N, 10) == Boxes{at("f4"), at("g3")});
  CHECK(rampage_path(at("e5"), Facing::S, 2) == Boxes{at("f6")});
  Game g("A1 spearmen e3 N; B1 indian_elephants e4 S; B2 light_infantry_javelin e4 S; B3 spearmen e5 S; A2 spearmen e6 S" + kRest);
  g.act("charge A1 target=B1", 5).cards({9, 2});
  CHECK(g.asks() == "TTS-RAM-02");
  CHECK(g.unit("B1").where == Where::OnTable);
  g.cards({7});
  g.cards({2});  // the light infantry in its box
  CHECK(g.unit("B2").where == Where::Lost);
  g.cards({2, 2});  // one box, then the next: friend and foe
  CHECK(g.unit("B3").disorder == 1);
  CHECK(g.unit("A2").disorder == 1);
  CHECK(g.unit("B1").where == Where::Lost);
  CHECK(g.unit("A1").box == at("e4"));
}

TEST_CASE("shock missiles: who throws, when and at whom",
          "[tts][TTS-SHK-01][TTS-SHK-02][TTS-SHK-03][TTS-SHK-04][TTS-SHK-05][TTS-SHK-06][TTS-SHK-07][TTS-AMMO-10]") {
  Game both("A1 legionaries e3 N; B1 legionaries e4 S" + kRest);
  both.act("charge A1 target=B1", 5);
  CHECK(both.asks() == "TTS-SHK-04");  // the defender first
  both.say("throw").cards({2});
  CHECK(both.asks() == "TTS-SHK-03");
  both.say("throw").cards({8, 2});
  CHECK(both.unit("B1").disorder == 1);
  CHECK(both.unit("A1").shock == 0);
  CHECK(both.rule("resupply A1") != "");
  Game horse("A1 legionaries e3 N; B1 knights e4 S; A2 cavalry h3 N; B2 legionaries h4 S" + kRest);
  horse.act("charge A1 target=B1", 5);
  CHECK(horse.asks() == "TTS-MEL-02");
  Game charged("A2 cavalry h3 N; B2 legionaries h4 S" + kRest);
  charged.act("charge A2 target=B2", 5);
  CHECK(charged.asks() == "TTS-MEL-02");
  Game shot("A1 legionaries e3 N; B1 spearmen e4 S" + kRest);
  shot.act("shoot A1 target=B1", 5).cards({8, 2});
  CHECK(shot.unit("B1").disorder == 1);
  CHECK(shot.unit("A1").shock == 0);
  CHECK(shot.rule("shoot A1 target=B1") != "");
  Game flank("A1 spearmen d4 E; B1 legionaries e4 S" + kRest);
  flank.act("charge A1 target=B1", 5);
  CHECK(flank.asks() == "TTS-MEL-02");
  Game swap("A1 javelinmen e3 N shock=1; B1 spearmen e4 S" + kRest);
  CHECK(swap.unit("A1").ammo_max == 0);
  CHECK(swap.unit("A1").shock == 1);
}
