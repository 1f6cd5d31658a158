// What single troop types may and may not do: guns, wheels, elephants, pikes, small units, light troops.
#include "tests/engine/rulesets/to_the_strongest/game.hpp"
#include "tests/support/catch.hpp"

namespace special_types_tests {

using namespace polemarch;
using namespace polemarch::to_the_strongest;
using polemarch::to_the_strongest::test::at;
using polemarch::to_the_strongest::test::Game;

TEST_CASE("artillery only turns, never charges or evades, carts roll",
          "[tts][TTS-TYPE-01][TTS-TYPE-02][TTS-TYPE-03][TTS-EVD-17][TTS-CHG-21][TTS-TYPE-121]") {
  Game g(
      "A1 artillery e2 N; A2 artillery g2 N carts; A3 war_wagons i2 N; B1 spearmen e3 S; B2 spearmen g5 S; B3 spearmen i3 S; A9 spearmen "
      "a1 N; AG general with=A9");
  CHECK(g.rule("move A1 to=d2") == "TTS-TYPE-01");
  CHECK(g.may("turn A1 facing=N") == false);
  CHECK(g.rule("charge A1 target=B1") == "TTS-TYPE-02");
  CHECK(g.may("move A2 to=g3"));
  CHECK(g.rule("charge A3 target=B3") == "TTS-TYPE-121");
  CHECK(evade_right(g.board(), g.unit("A1"), g.unit("B1")) == EvadeRight::None);
  CHECK(evade_right(g.board(), g.unit("A2"), g.unit("B1")) == EvadeRight::None);
  Game free("A1 artillery e2 N; B1 spearmen l8 S; A9 spearmen e1 N; AG general with=A9");
  CHECK(free.need("turn A1 facing=E") == 3);
}

TEST_CASE("auxiliaries pay what legionaries do not", "[tts][TTS-TYPE-16][TTS-TYPE-76][TTS-TYPE-77][TTS-DIF-T1]") {
  Game g(
      "A1 auxiliaries c2 N; A2 legionaries e2 N; A3 hoplites g2 N triarii; AG general e1 detached; B1 warriors l8 S; wood c3,e3,g3; AH "
      "general l1 detached command=2; A4 legionaries l4 N");
  CHECK(g.need("move A1 to=b3") == 3);
  CHECK(g.need("move A2 to=d3") == 2);
  CHECK(g.need("move A3 to=h3") == 2);
  CHECK(g.need("move A1 to=b2") == 3);
  CHECK(g.need("move A2 to=d2") == 2);
  CHECK(g.need("move A3 to=f2") == 2);
  CHECK(g.need("move A2 to=e3") == 3);
  CHECK(g.need("move A3 to=g3") == 3);
  CHECK(g.need("turn A2 facing=E") == 2);
  CHECK(g.need("turn A1 facing=E") == 3);
  CHECK(g.need("move A4 to=l5") == 3);  // out of command counts
}

TEST_CASE("hoplites drift to the right and never to the left", "[tts][TTS-TYPE-63][TTS-TYPE-64][TTS-DX-07]") {
  struct Look {
    const char *from, *right, *left;
  };
  for (const Look& l : {Look{"e4 N", "f5", "d5"}, Look{"e4 E", "f3", "f5"}, Look{"e4 S", "d3", "f3"}, Look{"e4 W", "d5", "d3"}}) {
    INFO(l.from);
    const std::string army = "A1 hoplites " + std::string(l.from) + "; AG general with=A1";
    const Game open(army + "; B9 warriors l8 S");
    CHECK(open.need(std::string("move A1 to=") + l.right) == 2);
    const Game rough(army + "; wood " + l.left + "; B9 warriors l8 S");  // where they cannot march either
    CHECK(rough.rule(std::string("move A1 to=") + l.left) == "TTS-TYPE-64");
    const Game enemies(army + "; B1 artillery " + l.right + " N; B2 artillery " + l.left + " N; B9 warriors l8 S");
    CHECK(enemies.need("charge A1 target=B1") == 2);
    CHECK(enemies.rule("charge A1 target=B2") == "TTS-TYPE-64");
  }
  CHECK(Game("A1 hoplites e2 N; AG general with=A1; B1 warriors l8 S; broken f3").need("move A1 to=f3") == 3);
  CHECK(Game("A1 hoplites e2 N deep; AG general with=A1; B1 warriors l8 S; broken f3").need("move A1 to=f3") == 4);
  CHECK(Game("A1 spearmen e2 N; AG general with=A1; B1 warriors l8 S").need("move A1 to=d3") == 3);
}

TEST_CASE("an Ace upsets camels, cataphracts and light camels", "[tts][TTS-CHG-22][TTS-TYPE-27][TTS-TYPE-31][TTS-TYPE-79][TTS-AMB-06]") {
  const char* rest = "; A9 spearmen a1 N; A8 spearmen b1 N; B1 spearmen e4 S; B2 warriors l8 S; AG general e3 detached";
  Game camels(std::string("A1 camelry e3 N") + rest);
  camels.act("charge A1 target=B1", 1);
  CHECK(camels.unit("A1").disorder == 1);
  Game twice = camels;
  camels.say("AG").cards({5});
  CHECK(camels.unit("A1").disorder == 1);
  twice.say("AG").cards({1});  // every card is looked at, the replacement too
  CHECK(twice.unit("A1").where == Where::Lost);
  Game calm(std::string("A1 camelry e2 N") + rest);
  calm.act("move A1 to=d2", 1);
  CHECK(calm.unit("A1").disorder == 0);
  Game iron(std::string("A1 cataphracts e3 N disorder=1") + rest);
  iron.act("charge A1 target=B1", 1);
  CHECK(iron.unit("A1").where == Where::Lost);
  Game ride("A1 cataphracts e1 N; A9 spearmen a1 N; B1 spearmen l8 S");
  ride.act("move A1 to=e3", 1);
  CHECK(ride.unit("A1").disorder == 1);
  Game step("A1 cataphracts e1 N; A9 spearmen a1 N; B1 spearmen l8 S");
  step.act("move A1 to=e2", 1);
  CHECK(step.unit("A1").disorder == 0);
  Game light(std::string("A1 light_camelry e3 N; B4 light_infantry_javelin e4 S") +
             "; A9 spearmen a1 N; A8 spearmen b1 N; B2 warriors l8 S; AG general e3 detached");
  light.act("charge A1 target=B4", 1);
  CHECK(light.unit("A1").where == Where::Lost);
}

TEST_CASE("a cannon or organ gun that draws an Ace may burst, whatever carries it",
          "[tts][TTS-TYPE-10][TTS-TYPE-11][TTS-TYPE-12][TTS-TYPE-133][TTS-AMB-53]") {
  for (const char* gun : {"artillery_cannon", "artillery_organ_gun", "war_wagons_cannon", "war_wagons_organ_gun"}) {
    INFO(gun);
    const bool wagons = std::string(gun).find("war_wagons") == 0;
    Game g("A1 " + std::string(gun) + " e2 N front; A2 " + (wagons ? "light_infantry_javelin" : "spearmen") +
           " e2 N rear; A3 spearmen a1 N; A4 spearmen b1 N; A5 pikemen c1 N; AG general e2 detached; B1 spearmen e4 S; B2 warriors l8 S");
    g.act("shoot A1 target=B1", 1);
    CHECK(g.asks() == "TTS-TYPE-10");
    g.cards({2});
    CHECK(g.unit("A1").where == Where::Lost);  // the whole unit
    CHECK(g.asks() == "TTS-SAV-01");           // its neighbour in the box
    g.cards({2});
    CHECK((wagons ? g.unit("A2").where == Where::Lost : g.unit("A2").disorder == 1));
    CHECK(g.question().find("AG") != std::string::npos);
    g.cards({5});
    CHECK(g.general("AG").status == Status::InPlay);
  }
  for (const char* gun : {"artillery_catapult", "war_wagons"}) {
    Game safe("A1 " + std::string(gun) + " e2 N; A3 spearmen a1 N; AG general with=A3; B1 spearmen e4 S; B2 warriors l8 S");
    safe.act("shoot A1 target=B1", 1);
    CHECK(safe.unit("A1").where == Where::OnTable);
    CHECK(safe.asks() != "TTS-TYPE-10");
  }
}

TEST_CASE("a bursting gun saves as shot at, without S4 and S6, saved it may still shoot on the replacement",
          "[tts][TTS-AMB-52][TTS-TYPE-10]") {
  const auto burst = [](const std::string& more) {
    Game g("A1 artillery_cannon e2 N" + more + "; A3 spearmen a1 N; AG general e2 detached; B1 spearmen e4 S; B2 warriors l8 S");
    g.act("shoot A1 target=B1", 1);
    return g;
  };
  CHECK(burst("").question().find("save on 7+") != std::string::npos);
  CHECK(burst("; wood e2").question().find("save on 6+") != std::string::npos);  // cover is of that group
  Game saved = burst("");
  saved.cards({7});
  CHECK(saved.unit("A1").where == Where::OnTable);
  CHECK(saved.asks() == "TTS-GEN-05");
  saved.say("AG").cards({5, 9});
  CHECK(saved.asks() == "TTS-SAV-01");  // the shot went off and hit
  CHECK(saved.question().find("B1") != std::string::npos);
  Game failed = burst("");
  failed.cards({6, 9});  // the general saves
  CHECK(failed.unit("A1").where == Where::Lost);
  if (!failed.idle()) failed.say("no");
  CHECK(failed.idle());  // lost, no shot
  CHECK(failed.unit("B1").disorder == 0);
  // Its neighbours save as lightly: no S4 for light infantry beside it.
  Game beside(
      "A1 artillery_cannon e2 N front; A2 light_infantry_javelin e2 N rear; A3 spearmen a1 N; AG general a1 detached; B1 spearmen e4 S; B2 warriors l8 S");
  beside.act("shoot A1 target=B1", 1).cards({2});
  CHECK(beside.question().find("A2 saves on 7+") != std::string::npos);
}

TEST_CASE("scythed chariots charge anybody and strike back with one card",
          "[tts][TTS-TYPE-106][TTS-TYPE-107][TTS-TYPE-108][TTS-TYPE-110][TTS-BON-05][TTS-RPL-02][TTS-TYPE-53][TTS-TYPE-111]") {
  Game near(
      "A1 scythed_chariots e3 N; A2 spearmen a1 N; A3 spearmen b1 N; AG general e3 detached heroic; B1 spearmen e4 S; B2 warriors l8 S");
  near.act("charge A1 target=B1", 5);
  CHECK(near.state().agenda.open_waits().at(0).chance->count == 1);
  near.cards({3});  // missed, and no general may replay
  CHECK(near.asks() == "TTS-MEL-10");
  near.cards({9, 2});
  CHECK(near.asks() == "TTS-RAM-02");
  Game far("A1 scythed_chariots e2 N; A2 spearmen a1 N; A3 spearmen b1 N; B1 spearmen e4 S; B2 warriors l8 S");
  far.act("charge A1 target=B1", 5);
  CHECK(far.state().agenda.open_waits().at(0).chance->count == 2);
  Game defend("A1 spearmen e3 N; B1 scythed_chariots e4 S; B2 warriors l8 S; B3 warriors k8 S; A2 spearmen a1 N; AG general with=A1");
  defend.act("charge A1 target=B1", 5).cards({2});
  CHECK(defend.asks() == "TTS-MEL-10");
  CHECK(defend.state().agenda.open_waits().at(0).chance->count == 1);
  Game beast(
      "A1 indian_elephants e3 N; A2 spearmen a1 N; A3 spearmen b1 N; AG general e3 detached heroic; B1 spearmen e4 S; B2 warriors l8 S");
  beast.act("charge A1 target=B1 bonus=false", 5).cards({2});
  CHECK(beast.asks() == "TTS-MEL-10");
}

TEST_CASE("elephants use one bonus card a battle, escorted ones take two blows",
          "[tts][TTS-TYPE-47][TTS-TYPE-49][TTS-TYPE-52][TTS-TYPE-56][TTS-BON-04][TTS-FAIL-01]") {
  Game g("A1 indian_elephants e3 N; A2 spearmen a1 N; A3 spearmen b1 N; B1 spearmen e4 S; B2 warriors l8 S; AG general e3 detached");
  CHECK(g.rule("shoot A1 target=B1") == "TTS-SHT-01");
  g.act("charge A1 target=B1", 5);
  CHECK(g.asks() == "TTS-TYPE-52");
  g.say("use");
  CHECK(g.state().agenda.open_waits().at(0).chance->count == 2);
  g.cards({2, 3, 2});
  CHECK(g.unit("A1").charge_bonus_used);
  g.act("charge A1 target=B1", 7);
  CHECK(g.asks() == "TTS-MEL-02");
  Game escorted(
      "A1 spearmen e3 N; A2 spearmen a1 N; B1 indian_elephants e4 S escorted; B2 warriors l8 S; B3 warriors k8 S; AG general with=A1");
  escorted.act("charge A1 target=B1", 5).cards({9, 2});
  CHECK(escorted.unit("B1").disorder == 1);
  CHECK(escorted.asks() == "TTS-MEL-10");
  escorted.cards({2});
  escorted.act("charge A1 target=B1", 8).cards({9, 2});
  CHECK(escorted.asks() == "TTS-RAM-02");
  CHECK(weapon_reaching(escorted.board(), escorted.unit("B1"), at("e2")) == Weapon::Bow);
}

TEST_CASE("pikes silence what is less deep in the clear", "[tts][TTS-TYPE-104][TTS-MEL-20][TTS-AMB-24]") {
  const auto struck_back = [](const std::string& target, const std::string& ground) {
    Game g("A1 pikemen e3 N; A2 spearmen a1 N; B1 " + target + " e4 S; B2 warriors l8 S; B3 warriors k8 S; AG general with=A1" + ground);
    g.act("charge A1 target=B1", 9).cards({9, 9});
    return g.asks() == "TTS-MEL-10";
  };
  CHECK_FALSE(struck_back("spearmen", ""));
  CHECK(struck_back("warriors", ""));
  CHECK(struck_back("indian_elephants", ""));
  CHECK(struck_back("war_wagons", ""));
  CHECK_FALSE(struck_back("artillery", ""));
  Game deepest("A1 pikemen e3 N size=exceptionally_deep; A2 spearmen a1 N; B1 warriors e4 S; B2 warriors l8 S; AG general with=A1");
  deepest.act("charge A1 target=B1", 9).cards({9, 9});
  CHECK(deepest.idle());
  CHECK(struck_back("spearmen", "; broken e4"));
  Game miss("A1 pikemen e3 N; A2 spearmen a1 N; B1 spearmen e4 S; B2 warriors l8 S; AG general with=A1");
  miss.act("charge A1 target=B1", 9).cards({2});
  CHECK(miss.asks() == "TTS-MEL-10");
}

TEST_CASE("small units change places easily and the rear one strikes back",
          "[tts][TTS-UNIT-07][TTS-UNIT-08][TTS-UNIT-09][TTS-UNIT-23][TTS-AMB-79]") {
  Game g("A1 spearmen e2 N small front; A2 spearmen e2 N small rear; AG general with=A1; B1 warriors l8 S");
  CHECK(g.need("exchange A1") == 2);
  CHECK(g.need("turn A1+A2 facing=E") == 2);
  CHECK(g.need("move A1 to=d3") == 3);
  g.act("exchange A1", 5);
  CHECK(g.unit("A1").along == -1);
  CHECK(g.unit("A2").along == 1);
  Game fight("A1 warriors e3 N; AG general with=A1; B1 spearmen e4 S small front; B2 spearmen e4 S small rear; B3 warriors l8 S");
  fight.act("charge A1 target=B1", 5).cards({9, 2});
  CHECK(fight.unit("B1").where == Where::Lost);
  CHECK(fight.asks() == "TTS-UNIT-08");
  CHECK(fight.question().find("6+") != std::string::npos);
  fight.cards({9, 2, 9});
  CHECK(fight.unit("A1").disorder == 1);
  CHECK(fight.unit("A1").box == at("e3"));
  // The rear one strikes with its own card, and not where the front one took two hits.
  Game archers("A1 warriors e3 N; AG general with=A1; B1 spearmen e4 S small front; B2 bowmen e4 S small rear; B3 warriors l8 S");
  archers.act("charge A1 target=B1", 5).cards({9, 2});
  CHECK(archers.question().find("B2 strikes back: 8+") != std::string::npos);
  Game twice("A1 cavalry_lance e3 N; AG general with=A1; B1 spearmen e4 S small front; B2 spearmen e4 S small rear; B3 warriors l8 S");
  twice.act("charge A1 target=B1 bonus=true", 5).cards({9, 9, 2});
  CHECK(twice.unit("B1").where == Where::Lost);
  CHECK(twice.idle());
  Game lost("A1 spearmen e3 N small front; A2 spearmen e3 N small rear; AG general a1 detached; B1 spearmen e4 S; B3 warriors l8 S");
  lost.act("charge A1 target=B1", 5).cards({2, 9, 2});
  CHECK(lost.unit("A1").where == Where::Lost);
  CHECK(lost.idle());
}

TEST_CASE("light horse and foot have their own shooting activations",
          "[tts][TTS-TYPE-88][TTS-TYPE-92][TTS-MOV-09][TTS-MOV-10][TTS-ACT-13][TTS-ACT-14][TTS-XMW-05]") {
  Game g(
      "A1 light_infantry_javelin e2 N; A2 light_infantry_other g2 N; A3 spearmen i2 N extra=bow; AG general a1 detached; B1 spearmen e4 S; "
      "B2 spearmen g4 S; B3 spearmen i4 S");
  CHECK(g.rule("move_and_shoot A2 target=B2") == "TTS-MOV-09");
  CHECK(g.rule("move_and_shoot A3 target=B3") == "TTS-MOV-09");
  CHECK(g.rule("shoot_and_move A1 target=B1") == "TTS-MOV-10");
  CHECK(g.rule("shoot_and_move A3 target=B3") == "TTS-MOV-10");
  g.act("move_and_shoot A1 target=B1", 4).cards({9, 2});
  CHECK(g.unit("A1").box == at("e3"));
  CHECK(g.unit("A1").ammo == 1);
  CHECK(g.unit("B1").disorder == 1);
  g.act("shoot_and_move A2 target=B2", 4).cards({2});
  CHECK(g.unit("A2").box == at("g1"));
  CHECK(g.unit("A2").ammo == 2);
  CHECK(g.unit("A2").facing == Facing::N);
}

TEST_CASE("cavalry may evade in the open and not in the rough", "[tts][TTS-TYPE-36][TTS-TYPE-37][TTS-EVD-01][TTS-EVD-04][TTS-EVD-05]") {
  Game g("A1 spearmen e3 N; B1 cavalry e4 S; B2 chariots g4 S; B3 heavy_chariots i4 S; B4 camelry k4 S; B5 knights c4 S; broken g4");
  CHECK(evade_right(g.board(), g.unit("B1"), g.unit("A1")) == EvadeRight::May);
  CHECK(evade_right(g.board(), g.unit("B2"), g.unit("A1")) == EvadeRight::None);
  CHECK(evade_right(g.board(), g.unit("B3"), g.unit("A1")) == EvadeRight::May);
  CHECK(evade_right(g.board(), g.unit("B4"), g.unit("A1")) == EvadeRight::May);
  CHECK(evade_right(g.board(), g.unit("B5"), g.unit("A1")) == EvadeRight::None);
}

TEST_CASE("chariots of all kinds and war wagons pay two pips for rough ground",
          "[tts][TTS-TYPE-38][TTS-TYPE-58][TTS-TYPE-109][TTS-TYPE-122][TTS-DIF-07][TTS-DIF-08][TTS-AMB-19][TTS-AMB-20]") {
  const auto need = [](const std::string& mover, const std::string& order, const std::string& more) {
    return Game("A1 " + mover + " e3 N; AG general e2 detached; B1 warriors l8 S; " + more).need(order);
  };
  for (const char* wheels : {"chariots", "heavy_chariots", "light_chariots", "scythed_chariots"}) {
    INFO(wheels);
    CHECK(need(wheels, "move A1 to=e4", "field e4") == 2);
    CHECK(need(wheels, "move A1 to=e4", "broken e4") == 4);
    CHECK(need(wheels, "move A1 to=e4", "broken e3") == 4);
    CHECK(need(wheels, "turn A1 facing=E", "broken e3") == 4);  // two in all
  }
  CHECK(need("war_wagons", "move A1 to=f3", "broken f3") == 4);  // two, not four
  CHECK(need("war_wagons", "turn A1 facing=E", "broken e3") == 4);
  for (const char* light : {"light_chariots", "scythed_chariots"}) CHECK(need(light, "move A1 to=d4", "field e4") == 2);
  CHECK(need("cavalry", "move A1 to=e4", "broken e4") == 3);
}

TEST_CASE("rough ground makes every activation of wheels difficult only where the table says so", "[tts][TTS-AMB-105]") {
  const std::string army = "A1 chariots e3 N disorder=1 ammo=1; AG general e2 detached; B1 warriors e4 S; B2 warriors l8 S; broken e3";
  const Game book(army), all(army, 12, 8, R"("options":{"rough_all_activations":true})");
  for (const char* order : {"rally A1", "shoot A1 target=B1", "resupply A1"}) {
    INFO(order);
    CHECK(book.need(order) == 2);
    CHECK(all.need(order) == 4);
  }
}

TEST_CASE("difficulties worked out: deep and far, light and on wheels", "[tts][TTS-DX-01][TTS-DX-05]") {
  const Game g(
      "A1 light_infantry_javelin d1 N; A2 light_chariots g2 N; A3 pikemen a5 N; AG general e1 detached; AH general k1 detached command=2; A4 spearmen k2 N "
      "command=2; B1 warriors l8 S; wood c2,b6; marsh h3");
  CHECK(g.need("move A1 to=c2") == 2);
  CHECK(g.need("move A2 to=h3") == 4);
  CHECK(g.need("move A3 to=b6") == 8);  // out of command, diagonally, into the rough, each two
}

TEST_CASE("a small unit that looks away does not strike back for the one in front", "[tts][TTS-UNIT-08][TTS-MEL-13]") {
  Game g("A1 warriors e3 N; AG general with=A1; B1 spearmen e4 S small front; B2 spearmen e4 N small; B3 warriors l8 S");
  g.act("charge A1 target=B1", 5).cards({9, 2});
  CHECK(g.unit("B1").where == Where::Lost);
  CHECK(g.idle());
  CHECK(g.unit("A1").box == at("e3"));
}

TEST_CASE("of two rhomboids of a box the one that fought is a line again, not the one that evaded", "[tts][TTS-RHO-02][TTS-WED-02]") {
  Game g(
      "A1 spearmen e4 W; A8 spearmen k2 N; A9 spearmen l2 N; B1 cavalry d4 S front formations=rhomboid formation=rhomboid; B2 cavalry d4 S rear "
      "formations=rhomboid formation=rhomboid; B8 spearmen k7 S; B9 spearmen l7 S");
  g.act("charge A1 target=B1", 9).say("c4").cards({1, 9, 2, 1});  // caught, hit, disordered
  CHECK(g.unit("B1").disorder == 1);
  g.say("c4").cards({9});
  CHECK(g.unit("B2").box == at("c4"));
  CHECK(g.unit("B1").formation == Formation::Line);
  CHECK(g.unit("B2").formation == Formation::Rhomboid);
}

TEST_CASE("pikes that silence the front one of two small units silence the rear one too", "[tts][TTS-TYPE-104][TTS-MEL-20][TTS-UNIT-08]") {
  const auto struck = [](const std::string& ground) {
    Game g(
        "A1 pikemen d3 N; A8 spearmen k2 N; A9 spearmen l2 N; B1 javelinmen d4 S size=small front; B2 javelinmen d4 S size=small rear; B8 "
        "spearmen k7 S; B9 spearmen l7 S" +
        ground);
    g.act("charge A1 target=B1", 10).cards({9, 2});
    CHECK(g.unit("B1").where == Where::Lost);
    return g.asks();
  };
  CHECK(struck("") == "");
  CHECK(struck("; broken d3") == "TTS-UNIT-08");
}

}  // namespace special_types_tests
