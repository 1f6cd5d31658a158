// Charges: who may charge whom, from where and by which way.
#include "engine/rulesets/to_the_strongest/topics/charge.hpp"
#include "engine/rulesets/to_the_strongest/topics/saves.hpp"
#include "tests/engine/rulesets/to_the_strongest/save_rows.hpp"
#include "tests/support/catch.hpp"

namespace charge_tests {

using namespace polemarch;
using namespace polemarch::to_the_strongest;
using namespace polemarch::to_the_strongest::test;

namespace {

/// Rule that forbids A1's charge at B1, "" when it may.
std::string rule(const std::string& charger, const std::string& target, const std::string& more = "", const std::string& options = "") {
  return Game("A1 " + charger + "; B1 " + target + (more.empty() ? "" : "; " + more) + kFarOff, 12, 8, options).rule("charge A1 target=B1");
}

}  // namespace

TEST_CASE("foot charge straight or diagonally ahead, an enemy in the next box", "[tts][TTS-CHG-01][TTS-CHG-02]") {
  for (const char* box : {"d4", "e4", "f4"}) CHECK(rule("spearmen e3 N", std::string("spearmen ") + box + " S") == "");
  for (const char* box : {"e5", "d5", "g4"}) CHECK(rule("spearmen e3 N", std::string("spearmen ") + box + " E") == "TTS-CHG-02");
  for (const char* box : {"d3", "f3", "e2", "d2"}) CHECK(rule("spearmen e3 N", std::string("spearmen ") + box + " S") == "TTS-CHG-18");
  CHECK(Game("A1 spearmen e3 N; B1 spearmen e5 S" + kFarOff).rule("charge A1 to=e4") == "TTS-CHG-01");
}

TEST_CASE("mounted charge those boxes or the one straight beyond them", "[tts][TTS-CHG-03]") {
  for (const char* box : {"d4", "e4", "f4", "d5", "e5", "f5"}) CHECK(rule("cavalry e3 N", std::string("spearmen ") + box + " S") == "");
  for (const char* box : {"c5", "g5", "e6", "c4"}) CHECK(rule("cavalry e3 N", std::string("spearmen ") + box + " S") == "TTS-CHG-02");
  const Game g("A1 cavalry e3 N; B1 spearmen f5 S" + kFarOff);
  CHECK(g.may("charge A1 target=B1 via=f4"));
  CHECK_FALSE(g.may("charge A1 target=B1 via=e4"));  // straight, then diagonally, is no charge
}

TEST_CASE("light troops charge formed ones frontally only if elephants or artillery", "[tts][TTS-CHG-04]") {
  for (const char* light : {"light_cavalry e3 N", "light_infantry_javelin e3 N"}) {
    for (const char* target : {"spearmen e4 S", "cavalry e4 S", "war_wagons e4 S"}) CHECK(rule(light, target) == "TTS-CHG-04");
    CHECK(rule(light, "spearmen f4 S") == "TTS-CHG-04");
    for (const char* target : {"indian_elephants e4 S", "african_elephants e4 S escorted", "artillery e4 S", "light_infantry_other e4 S"})
      CHECK(rule(light, target) == "");
  }
  CHECK(rule("light_cavalry e3 N", "spearmen e5 S") == "TTS-CHG-04");
}

TEST_CASE("scythed chariots charge anybody, unless the table counts them as lights", "[tts][TTS-AMB-22]") {
  CHECK(rule("scythed_chariots e3 N", "spearmen e4 S") == "");
  const std::string as_lights = R"("options":{"scythed_as_lights":true})";
  CHECK(rule("scythed_chariots e3 N", "spearmen e4 S", "", as_lights) == "TTS-CHG-04");
  const std::string charged = "A1 spearmen e3 N; B1 scythed_chariots e4 S" + kFarOff;
  CHECK(evade_right(Game(charged).board(), Game(charged).unit("B1"), Game(charged).unit("A1")) == EvadeRight::None);
  const Game lights(charged, 12, 8, as_lights);
  CHECK(evade_right(lights.board(), lights.unit("B1"), lights.unit("A1")) == EvadeRight::Must);
}

TEST_CASE("front, flank and rear boxes of a unit", "[tts][TTS-CHG-05][TTS-CHG-11][TTS-CHG-12][TTS-CHG-16]") {
  struct From {
    const char* charger;
    Attack attack;
  };
  // B1 at e4 faces south; each charger faces it.
  for (const From& f :
       {From{"e3 N", Attack::Front}, From{"d3 N", Attack::Front}, From{"f3 N", Attack::Front}, From{"d4 E", Attack::Flank},
        From{"f4 W", Attack::Flank}, From{"d5 S", Attack::Flank}, From{"f5 S", Attack::Flank}, From{"e5 S", Attack::Rear}}) {
    INFO(f.charger);
    const Game g("A1 light_infantry_javelin " + std::string(f.charger) + "; B1 spearmen e4 S" + kFarOff);
    CHECK(attack_on(g.unit("B1"), g.unit("A1").box, at("e4")) == f.attack);
    CHECK(g.rule("charge A1 target=B1") == (f.attack == Attack::Front ? "TTS-CHG-04" : ""));
  }
}

TEST_CASE("diagonal charges are difficult, for lights they are not", "[tts][TTS-CHG-19]") {
  const auto need = [](const std::string& charger, const char* target) {
    return Game("A1 " + charger + "; B1 artillery " + target + " S; AH general d3 detached senior command=2; A7 spearmen a2 N command=2" +
                kFarOff)
        .need("charge A1 target=B1");
  };
  CHECK(need("spearmen e3 N", "e4") == 2);
  CHECK(need("spearmen e3 N", "f4") == 3);
  CHECK(need("pikemen e3 N", "f4") == 4);
  CHECK(need("cavalry e3 N", "f5") == 3);
  CHECK(need("cavalry e3 N", "e5") == 2);
  CHECK(need("light_infantry_javelin e3 N", "f4") == 2);
  CHECK(need("light_cavalry e3 N", "f5") == 2);
}

TEST_CASE("units of a demoralised command may not charge", "[tts][TTS-CHG-20][TTS-DEM-03]") {
  Game g("A1 spearmen e3 N; A2 spearmen c3 N command=2; AH general with=A2 command=2; B1 spearmen e4 S; B2 spearmen c4 S" + kFarOff);
  State s = g.state();
  const auto rule_now = [&](const char* order) {
    const engine::Verdict v = Rules::judge(s, Viewer::A, Game::command(order));
    return v.allowed() ? std::string() : v.reasons.front().rule;
  };
  CHECK(rule_now("charge A1 target=B1").empty());
  for (const char* id : {"A8", "A9"}) {
    s.units.at({id}).where = Where::Lost;
    s.units.at({id}).box = {};
  }
  CHECK(rule_now("charge A1 target=B1") == "TTS-DEM-03");
  CHECK(rule_now("charge A2 target=B2").empty());  // another command
}

TEST_CASE("war wagons, artillery and an orbis never charge", "[tts][TTS-CHG-21]") {
  CHECK(rule("war_wagons e3 N", "spearmen e4 S") == "TTS-TYPE-121");
  CHECK(rule("artillery e3 N", "spearmen e4 S") == "TTS-TYPE-02");
  CHECK(rule("artillery e3 N carts", "spearmen e4 S") == "TTS-TYPE-02");
  CHECK(rule("legionaries e3 N formation=orbis", "spearmen e4 S") == "TTS-ORB-02");
}

TEST_CASE("the box before the target must have room and be free and passable", "[tts][TTS-CHG-23]") {
  CHECK(rule("cavalry e3 N", "spearmen e5 S", "A2 light_infantry_javelin e4 N") == "");
  CHECK(rule("cavalry e3 N", "spearmen e5 S", "A2 light_infantry_javelin e4 N front; A3 light_infantry_javelin e4 N rear") == "TTS-CHG-23");
  CHECK(rule("cavalry e3 N", "spearmen e5 S", "A2 warriors e4 N") == "TTS-CHG-23");
  CHECK(rule("cavalry e3 N", "spearmen e5 S", "A2 light_infantry_javelin e4 E") == "TTS-CHG-23");
  CHECK(rule("cavalry e3 N", "spearmen e5 S", "B2 light_infantry_javelin e4 E") == "TTS-CHG-23");
  for (const char* ground : {"rocky_outcrop e4", "small_lake e4", "water e4"})
    CHECK(rule("cavalry e3 N", "spearmen e5 S", ground) == "TTS-CHG-23");
  CHECK(rule("cavalry e3 N", "spearmen e5 S", "low_hill e4") == "");
}

TEST_CASE("mounted halt in rough ground before the target, except along a road", "[tts][TTS-CHG-24][TTS-AMB-90]") {
  for (const char* ground : {"broken e4", "wood e4", "marsh e4", "BC camp e4"})
    CHECK(rule("cavalry e3 N", "spearmen e5 S", ground) == "TTS-CHG-24");
  CHECK(rule("cavalry e3 N", "spearmen e5 S", "broken e5") == "");  // the target's own ground
  CHECK(rule("cavalry e3 N", "spearmen e5 S", "broken e4; road e2,e3,e4,e5,e6") == "");
  CHECK(rule("cavalry e3 N", "spearmen e5 S", "broken e4; road d4,e4,f4") == "TTS-CHG-24");
  CHECK(rule("cavalry e3 N", "spearmen e5 S", "stream e3/e4") == "");  // a bank is no halt
}

TEST_CASE("front, flank and rear of a two-box charge are judged from the last box", "[tts][TTS-CHG-25]") {
  const auto cards = [](const std::string& target) {
    Game g("A1 cavalry e3 N; B1 " + target + kFarOff);
    g.act("charge A1 target=B1", 9);
    return g.state().agenda.open_waits().at(0).chance->count;
  };
  CHECK(cards("spearmen f5 W") == 2);  // from e3 it would be frontal; from f4 it is the flank
  CHECK(cards("spearmen e5 N") == 2);
  CHECK(cards("spearmen f5 S") == 1);
}

TEST_CASE("a charger whose enemy holds stays in the box it struck from, facing unchanged", "[tts][TTS-CHG-26]") {
  Game two("A1 cavalry e3 N; B1 hoplites e5 S" + kFarOff);
  two.act("charge A1 target=B1", 5).cards({2, 2});
  CHECK(two.unit("A1").box == at("e4"));
  CHECK(two.unit("A1").facing == Facing::N);
  CHECK(two.unit("B1").box == at("e5"));
  Game one("A1 spearmen d3 N; B1 hoplites e4 S" + kFarOff);
  one.act("charge A1 target=B1", 9).cards({2, 2});
  CHECK(one.unit("A1").box == at("d3"));
  CHECK(one.unit("A1").facing == Facing::N);
}

TEST_CASE("two enemy units in the box: front, rear and flank", "[tts][TTS-CHG-13][TTS-CHG-14][TTS-CHG-15][TTS-MEL-16][TTS-AMB-48]") {
  const std::string pair = "; B1 spearmen e4 S front; B2 hoplites e4 S rear" + kFarOff;
  Game front("A1 spearmen e3 N" + pair);
  CHECK(front.may("charge A1 target=B1"));
  CHECK(front.rule("charge A1 target=B2") == "TTS-CHG-15");
  front.act("charge A1 to=e4", 5).cards({9, 9});
  CHECK(front.question().find("B1 strikes back") != std::string::npos);
  Game rear("A1 spearmen e5 S" + pair);
  CHECK(rear.may("charge A1 target=B2"));
  CHECK(rear.rule("charge A1 target=B1") == "TTS-CHG-14");
  rear.act("charge A1 to=e4", 5);
  CHECK(rear.question().find("strikes B2") != std::string::npos);
  Game flank("A1 spearmen d4 E" + pair);
  CHECK(flank.may("charge A1 target=B1"));
  CHECK(flank.may("charge A1 target=B2"));
}

TEST_CASE("of two that face apart the one nearest the attack is met", "[tts][TTS-AMB-47]") {
  const std::string pair = "; B1 spearmen e4 S front; B2 hoplites e4 N front" + kFarOff;
  CHECK(Game("A1 spearmen e3 N" + pair).may("charge A1 target=B1"));
  CHECK_FALSE(Game("A1 spearmen e3 N" + pair).may("charge A1 target=B2"));
  CHECK(Game("A1 spearmen e5 S" + pair).may("charge A1 target=B2"));
  CHECK_FALSE(Game("A1 spearmen e5 S" + pair).may("charge A1 target=B1"));
  for (const char* target : {"B1", "B2"}) CHECK(Game("A1 spearmen d4 E" + pair).may(std::string("charge A1 target=") + target));
}

TEST_CASE("the diagonal gap of a charge is closed by formed units and impassable ground", "[tts][TTS-CHG-07][TTS-AMB-129]") {
  const auto gap = [](const std::string& ahead, const std::string& beside) {
    return rule("spearmen e3 N", "spearmen f4 S", ahead + "; " + beside);
  };
  CHECK(gap("A2 spearmen e4 N", "A3 spearmen f3 N") == "TTS-CHG-07");
  CHECK(gap("A2 spearmen e4 N", "rocky_outcrop f3") == "TTS-CHG-07");
  CHECK(gap("small_lake e4", "dense_forest f3") == "TTS-CHG-07");
  CHECK(gap("B2 spearmen e4 N", "A3 spearmen f3 N") == "TTS-CHG-07");
  CHECK(gap("A2 light_infantry_javelin e4 N", "A3 spearmen f3 N") == "");
  CHECK(gap("B2 light_infantry_javelin e4 N", "A3 spearmen f3 N") == "");  // enemy lights do not close it
  CHECK(gap("A2 spearmen e4 N", "broken f3") == "");
}

TEST_CASE("an enemy in front forbids no diagonal charge by itself", "[tts][TTS-AMB-34]") {
  CHECK(rule("spearmen e3 N", "spearmen f4 S", "B2 spearmen e4 N") == "");
  CHECK(rule("spearmen e3 N", "spearmen f4 S", "B2 spearmen e4 S") == "TTS-CHG-06");  // its zone does
}

TEST_CASE("a charge is made by one unit, its mate stays", "[tts][TTS-AMB-107]") {
  Game g("A1 spearmen e3 N front; A2 spearmen e3 N rear; B1 light_infantry_javelin e4 S" + kFarOff);
  CHECK(g.rule("charge A1+A2 target=B1") == "TTS-AMB-107");
  g.act("charge A1 target=B1", 9).cards({9});
  CHECK(g.unit("A1").box == at("e4"));
  CHECK(g.unit("A2").box == at("e3"));
  CHECK(g.unit("A2").activation == 0);
}

TEST_CASE("a charge goes on until the box is empty", "[tts][TTS-CHG-08][TTS-CHG-09][TTS-CHG-10][TTS-EVD-15][TTS-EVD-16][TTS-ADV-02]") {
  Game two("A1 spearmen e3 N; B1 light_infantry_javelin e4 S front; B2 light_cavalry e4 S rear" + kFarOff);
  two.act("charge A1 target=B1", 5).cards({7});
  CHECK(two.unit("B1").box == at("e5"));
  CHECK(two.asks() == "TTS-EVD-T1");
  two.cards({7});
  CHECK(two.unit("A1").box == at("e4"));
  Game stands("A1 spearmen e3 N; B1 light_infantry_javelin e4 S front; B2 spearmen e4 S rear" + kFarOff);
  stands.act("charge A1 target=B1", 5).say("e5").cards({7});
  CHECK(stands.question().find("strikes B2") != std::string::npos);  // nobody else evades: a melee at once
  Game crosswise("A1 spearmen d4 E; B1 light_infantry_javelin e4 S" + kFarOff);
  crosswise.act("charge A1 target=B1", 5);
  crosswise.say("f4").cards({7});
  CHECK(crosswise.asks() == "TTS-ADV-02");
  crosswise.say("N");
  CHECK(crosswise.unit("A1").facing == Facing::N);
}

TEST_CASE("after an ordinary loss the second unit is untouched, unless the table charges on", "[tts][TTS-AMB-99]") {
  const std::string pair = "A1 warriors e3 N; B1 spearmen e4 S front disorder=1; B2 spearmen e4 S rear" + kFarOff;
  Game book(pair);
  book.act("charge A1 target=B1", 5).cards({9, 2});
  CHECK(book.unit("B1").where == Where::Lost);
  CHECK(book.idle());
  CHECK(book.unit("A1").box == at("e3"));
  Game on(pair, 12, 8, R"("options":{"charge_on_after_loss":true})");
  on.act("charge A1 target=B1", 5).cards({9, 2});
  CHECK(on.question().find("strikes B2") != std::string::npos);
  // Lost in the evading: the charge goes on.
  Game caught("A1 warriors e3 N; B1 light_infantry_javelin e4 S front; B2 spearmen e4 S rear" + kFarOff);
  caught.act("charge A1 target=B1", 5).say("e5").cards({2, 9, 1});
  CHECK(caught.unit("B1").where == Where::Lost);
  CHECK(caught.question().find("strikes B2") != std::string::npos);
}

}  // namespace charge_tests
