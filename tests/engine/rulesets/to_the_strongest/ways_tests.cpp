// Moves and charges as the unit then stands: out of its old box, facing its new way, struck from where the charge comes.
#include <algorithm>

#include "tests/engine/rulesets/to_the_strongest/game.hpp"
#include "tests/support/catch.hpp"

namespace ways_tests {

using namespace polemarch;
using namespace polemarch::to_the_strongest;
using test::at;
using test::Game;

namespace {

/// A field of 9 by 9 without terrain, 20 medals a side.
Game field(const std::string& units, int columns = 9, int rows = 9) {
  return Game(units, columns, rows, R"("sides":{"A":{"medals":20},"B":{"medals":20}})");
}

}  // namespace

TEST_CASE("nobody evades into the box a two-box charge strikes from", "[tts][TTS-EVD-08][TTS-CHG-25]") {
  Game charged = field("A1 cavalry e7 S; A9 spearmen i1 N; B1 light_cavalry e5 S; B2 warriors a1 N");
  charged.act("charge A1 target=B1", 9);
  CHECK(charged.asks() == "TTS-EVD-T1");  // one way only: it is not asked which
  charged.cards({10});
  CHECK(charged.unit("B1").box == at("e4"));
  CHECK(charged.unit("A1").box == at("e5"));

  Game may_stand = field("A1 light_cavalry e7 S; A9 spearmen i1 N; B1 light_cavalry e5 S; B2 warriors a1 N");
  may_stand.act("charge A1 target=B1", 9);
  CHECK(may_stand.options() == std::vector<std::string>{"stand", "e4"});
}

TEST_CASE("a light unit with nowhere to evade but the charger's box is lost", "[tts][TTS-EVD-12][TTS-EVD-21]") {
  Game shut = field("A1 cavalry e7 S; A3 warriors e4 N; B1 light_cavalry e5 S; B2 warriors a1 N");
  shut.act("charge A1 target=B1", 9);
  CHECK(shut.unit("B1").where == Where::Lost);
  CHECK(shut.unit("A1").box == at("e5"));
}

TEST_CASE("the box a charger left is free for those who evade", "[tts][TTS-EVD-08][TTS-CHG-25]") {
  // From e5 by way of e4 against e3: what stands behind the charger's old box is not asked about, the box it strikes from is.
  Game g = field("A1 camelry e5 S; A9 spearmen i1 N; B1 light_infantry_javelin e3 S; B9 warriors a9 S");
  const std::vector<EvadeChoice> ways = evade_choices(g.board(), g.unit("B1"), g.unit("A1"), at("e4"));
  REQUIRE(ways.size() == 1);
  CHECK(ways.front().key == "e2");
  Game one_box = field("A1 camelry e4 S; A9 spearmen i1 N; B1 light_infantry_javelin e3 S; B9 warriors a9 S");
  CHECK(evade_choices(one_box.board(), one_box.unit("B1"), one_box.unit("A1"), at("e4")).size() == 1);
}

TEST_CASE("a charge of two boxes takes the camp it passes through when its target is gone", "[tts][TTS-CAMP-08]") {
  Game g("A1 cavalry e7 S; A9 spearmen i1 N; B1 light_cavalry e5 S; B9 warriors a1 N; BC camp e6; road e7,e6,e5", 9, 9,
         R"("sides":{"A":{"medals":20},"B":{"medals":20}})");
  g.act("charge A1 target=B1", 9).cards({10});
  CHECK(g.unit("A1").box == at("e5"));
  CHECK(g.state().camps.at({"BC"}).controller == Side::A);
}

TEST_CASE("a march after a turn is judged by the new facing", "[tts][TTS-MAR-03][TTS-MAR-06]") {
  Game flank = field("A1 warriors d4 N; A2 warriors a1 N; B1 light_cavalry e6 S; B2 warriors i9 S");
  CHECK(flank.rule("turn A1 facing=E to=e4") == "TTS-MAR-03");
  Game front = field("A1 bowmen d8 S; A2 warriors a1 N; B1 light_cavalry g8 W; B2 warriors i1 S");
  CHECK(front.may("turn A1 facing=E to=e8"));
}

TEST_CASE("the start of a march is judged as the unit stands there", "[tts][TTS-MAR-03]") {
  // e6 by way of d5: against the front of A1 in d4 a light charger may not come; facing East it would be the flank, but it faces North.
  Game g = field("A1 warriors d4 N; A2 warriors a1 N; B1 light_cavalry d6 S; B2 warriors i9 S");
  CHECK(g.may("turn A1 facing=W to=c4") == false);  // c4, facing West, is open to d6 by c5
  Game away = field("A1 warriors d4 N; A2 warriors a1 N; B1 light_cavalry f6 W; B2 warriors i9 S");
  CHECK(away.may("turn A1 facing=W to=c4"));
}

TEST_CASE("a march is judged with the unit out of its old box", "[tts][TTS-MAR-03][TTS-ZOC-02]") {
  // In i8 the zone of A1 covers i7 and stops the chariots; once it has left they may charge j7.
  Game g = field("A1 camelry i8 S; A2 warriors a1 N; B1 chariots h6 E; B2 warriors a8 S", 10, 8);
  CHECK(g.rule("move A1 to=j7 via=j8 facing=S") == "TTS-MAR-03");
}

TEST_CASE("a marching unit's old box hides nobody from archers", "[tts][TTS-MAR-04][TTS-LOS-03]") {
  // c3 stands between the longbowmen in c5 and c2 only while the second unit is there.
  Game behind = field("A1 warriors c3 S; A2 warriors i1 N; B1 longbowmen c5 S; B2 warriors i9 S");
  CHECK(behind.rule("move A1 to=c1") == "TTS-MAR-04");
  Game shielded = field("A1 warriors c3 S; A3 warriors c4 N; A2 warriors i1 N; B1 longbowmen c6 S; B2 warriors i9 S");
  CHECK(shielded.may("move A1 to=c1"));
}

TEST_CASE("a march counts both boxes of a straddling enemy", "[tts][TTS-MAR-02][TTS-STD-01]") {
  Game g = field("A1 warriors f3 N; A2 warriors a1 N; B1 spearmen d6 S second_box=e6; B2 warriors i9 S");
  CHECK(g.rule("move A1 to=f5") == "TTS-MAR-02");
}

TEST_CASE("war wagons go aside easily and every other way with a difficulty", "[tts][TTS-TYPE-119][TTS-TYPE-120]") {
  Game g = field("A1 war_wagons e4 N; A2 warriors a1 N; B1 warriors i9 S");
  CHECK(g.need("move A1 to=d4") == 2);
  CHECK(g.need("move A1 to=f4") == 2);
  CHECK(g.need("move A1 to=e5") == 4);
  CHECK(g.need("move A1 to=e6") == 4);         // marching
  CHECK(g.need("move A1 to=f5 via=f4") == 4);  // aside, then marching ahead
  CHECK(g.need("move A1 to=d5") == 4);
  CHECK(g.need("move A1 to=e3") == 4);
}

TEST_CASE("who turns about does not leave through a formed friend in its own box", "[tts][TTS-INT-04]") {
  Game g = field("A1 cavalry e4 N front; A2 knights e4 N rear; A3 warriors a1 N; B1 warriors i9 S");
  CHECK(g.rule("turn A1 facing=S to=e3") == "TTS-INT-04");
  CHECK(g.may("turn A2 facing=S to=e3"));
  CHECK(g.rule("turn A1 facing=S to=e2") == "TTS-INT-04");
  Game light = field("A1 cavalry e4 N front; A2 light_cavalry e4 N rear; A3 warriors a1 N; B1 warriors i9 S");
  CHECK(light.may("turn A1 facing=S to=e3"));
  Game foot = field("A1 legionaries e4 N front; A2 legionaries e4 N rear; A3 warriors a1 N; B1 warriors i9 S");
  CHECK(foot.rule("turn A1 facing=S to=e3") == "TTS-INT-04");
  Game both = field("A1 cavalry e4 N front; A2 knights e4 N rear; A3 warriors a1 N; B1 warriors i9 S");
  CHECK(both.may("turn A1+A2 facing=S to=e3"));
}

TEST_CASE("who exchanges places to the rear does not go on through a formed friend", "[tts][TTS-INT-04][TTS-MOV-07]") {
  Game g = field("A1 cavalry e4 N front; A2 knights e4 N rear; A3 warriors a1 N; B1 warriors i9 S");
  CHECK(g.rule("exchange A1 to=e5") == "TTS-INT-04");
  CHECK(g.may("exchange A2 to=e5"));
}

TEST_CASE("an exchange ordered for both units needs the card of both", "[tts][TTS-ACT-08]") {
  Game g = field("A1 auxiliaries e4 N front activation=2; A2 auxiliaries e4 N rear activation=8; A3 warriors a1 N; B1 warriors i9 S");
  CHECK(g.need("exchange A1+A2") == 10);  // 8 + 1, and one for the exchange
  CHECK(g.need("exchange A2+A1") == 10);
  CHECK(g.need("exchange A1") == 4);
  Game small = field(
      "A1 javelinmen e4 N front size=small activation=2; A2 javelinmen e4 N rear size=small activation=8; A3 warriors a1 N; "
      "B1 warriors i9 S");
  CHECK(small.need("exchange A1+A2") == 9);
  small.act("exchange A1+A2", 9);
  CHECK(small.unit("A1").activation == 9);
  CHECK(small.unit("A2").activation == 9);
  CHECK(small.unit("A1").along == -1);
  CHECK(small.unit("A2").along == 1);
}

TEST_CASE("units that face apart keep their facings when they exchange places together", "[tts][TTS-MOV-07]") {
  Game g = field("A1 cavalry e4 N front; A2 auxiliaries e4 S; A3 warriors a1 N; B1 warriors i9 S");
  const int place = g.unit("A1").along;
  g.act("exchange A1+A2", 9);
  CHECK(g.unit("A1").facing == Facing::N);
  CHECK(g.unit("A2").facing == Facing::S);
  CHECK(g.unit("A1").along == -place);
}

TEST_CASE("horse and foot that move together move as the foot does, whoever is named first", "[tts][TTS-AMB-31]") {
  const std::string both = "A1 cavalry e3 N front; A2 auxiliaries e3 N rear; A3 warriors a1 N";
  Game open = field(both + "; B1 warriors i9 S");
  CHECK(open.may("move A1+A2 to=e5"));
  CHECK(open.may("move A2+A1 to=e5"));  // the foot marches
  CHECK_FALSE(open.may("move A1+A2 to=e6"));
  CHECK_FALSE(open.may("move A2+A1 to=e6"));
  Game near = field(both + "; B1 spearmen f6 S; B2 warriors i9 S");
  CHECK(near.may("move A1 to=e5"));
  CHECK_FALSE(near.may("move A1+A2 to=e5"));
  CHECK_FALSE(near.may("move A2+A1 to=e5"));
  CHECK_FALSE(near.may("turn A1+A2 facing=E to=f3 place=front") != near.may("turn A2+A1 facing=E to=f3 place=front"));
}

TEST_CASE("nobody replaces the card of a unit its Ace took", "[tts][TTS-GEN-05][TTS-TYPE-79]") {
  Game g = field("A1 light_camelry e4 N; AG general with=A1; A2 warriors a1 N; B1 light_infantry_javelin e5 S; B2 warriors i9 S");
  g.act("charge A1 target=B1", 1);
  CHECK(g.unit("A1").where == Where::Lost);
  CHECK(g.idle());
  CHECK_FALSE(g.general("AG").ability_used);
  CHECK(g.happened("command_ended"));
}

TEST_CASE("camels that an Ace only disorders may have another card", "[tts][TTS-GEN-05][TTS-TYPE-27]") {
  const std::string rest = "; AG general with=A1; A2 warriors a1 N; B1 light_infantry_javelin e5 S; B2 warriors i9 S";
  Game steady = field("A1 camelry e4 N" + rest);
  steady.act("charge A1 target=B1", 1);
  CHECK(steady.unit("A1").disorder == 1);
  CHECK(steady.asks() == "TTS-GEN-05");
  Game shaken = field("A1 camelry e4 N disorder=1" + rest);
  shaken.act("charge A1 target=B1", 1);
  CHECK(shaken.unit("A1").where == Where::Lost);
  CHECK(shaken.idle());
}

TEST_CASE("a gun that burst asks for no other card", "[tts][TTS-GEN-05][TTS-TYPE-11][TTS-AMB-52]") {
  const std::string gun = "A1 artillery e4 N weapons=cannon; AG general e4 detached; A2 warriors a1 N; B1 warriors e7 S; B2 warriors i9 S";
  Game burst = field(gun);
  burst.act("shoot A1 target=B1", 1);
  CHECK(burst.asks() == "TTS-TYPE-10");
  burst.cards({1});
  CHECK(burst.unit("A1").where == Where::Lost);
  CHECK(burst.asks() != "TTS-GEN-05");
  Game held = field(gun);
  held.act("shoot A1 target=B1", 1).cards({9});
  CHECK(held.asks() == "TTS-GEN-05");
}

TEST_CASE("of two units one of which an Ace took the other may have another card", "[tts][TTS-GEN-05][TTS-TYPE-31]") {
  Game g = field("A1 cataphracts e3 N front disorder=1; A2 cavalry e3 N rear; AG general e3 detached; A3 warriors a1 N; B2 warriors i9 S");
  g.act("move A1+A2 to=e5", 1);
  CHECK(g.unit("A1").where == Where::Lost);
  CHECK(g.asks() == "TTS-GEN-05");
  g.say("AG").cards({9});
  CHECK(g.unit("A2").box == at("e5"));
  CHECK(g.unit("A2").along == 0);
  CHECK(g.unit("A2").activation == 9);
}

TEST_CASE("a straddling unit is in the rough that either of its boxes is in",
          "[tts][TTS-STD-01][TTS-ACT-T1][TTS-SHT-07][TTS-EVD-03][TTS-EVD-04][TTS-EVD-T1]") {
  const Game g(
      "A1 spearmen d2 N second_box=e2; A2 bowmen g2 N second_box=h2; A3 spearmen j2 N second_box=k2; AG general f2 detached; wood e2; broken "
      "h2; B1 light_infantry_javelin d7 S second_box=e7; B2 cavalry g7 S second_box=h7; wood e7,h7; BG general f7 detached");
  for (const char* order : {"move A1 to=d3", "move A1 to=e3"}) CHECK(g.need(order) == 3);
  CHECK(g.need("move A3 to=j3") == 3);  // out of command alone
  CHECK(most_cards(g.board(), g.unit("A2")) == 1);
  CHECK(evade_right(g.board(), g.unit("B1"), g.unit("A1")) == EvadeRight::May);
  CHECK(evade_card(g.board(), g.unit("B1"), g.unit("A1")) == 3);
  CHECK(evade_right(g.board(), g.unit("B2"), g.unit("A1")) == EvadeRight::None);
}

}  // namespace ways_tests
