// After the blows: advances, camps, displaced generals, rampages, shock missiles.
#include "tests/engine/rulesets/to_the_strongest/save_rows.hpp"
#include "tests/support/catch.hpp"

namespace advance_tests {

using namespace polemarch;
using namespace polemarch::to_the_strongest;
using namespace polemarch::to_the_strongest::test;

namespace {

/// B1, in a box A's spearmen charge, evades at once.
Game advanced(const std::string& more, const std::string& order = "charge A1 target=B1") {
  Game g("A1 spearmen e3 N; B1 light_infantry_javelin e4 S; " + more + kFarOff);
  g.act(order, 5);
  if (!g.asks().empty() && g.asks() != "TTS-EVD-T1") g.say("e5");
  g.cards({9});
  return g;
}

}  // namespace

TEST_CASE("the charger must advance into the emptied box, with the generals who charged, without a card", "[tts][TTS-ADV-01][TTS-ADV-04]") {
  const std::string army = "A1 spearmen e3 N command=2; AH general e3 detached command=2; B1 light_infantry_javelin e4 S" + kFarOff;
  Game g(army);
  g.act("charge A1 target=B1 general=AH", 5).cards({9});
  CHECK(g.unit("A1").box == at("e4"));
  CHECK(g.general("AH").box == at("e4"));
  CHECK(g.unit("A1").activation == 5);
  CHECK(g.state().side(Side::A).deck.drawn() == 1);
  Game alone(army);
  alone.act("charge A1 target=B1", 5).cards({9});
  CHECK(alone.unit("A1").box == at("e4"));
  CHECK(alone.general("AH").box == at("e3"));  // he did not charge with it
}

TEST_CASE("an advance goes into zones of control and the unit is in them", "[tts][TTS-ADV-05]") {
  const Game g = advanced("B2 spearmen e6 S; B3 spearmen f4 W");
  CHECK(g.unit("A1").box == at("e4"));
  CHECK(g.board().in_zone(g.unit("A1"), at("e4")));
  CHECK(g.rule("move A1 to=d4") == "TTS-ZOC-06");
}

TEST_CASE("an advance into an enemy camp takes it: three medals and three points of its command",
          "[tts][TTS-ADV-06][TTS-LOSS-04][TTS-AMB-56]") {
  Game g("A1 spearmen e3 N; B1 light_infantry_javelin e4 S; BC camp e4; B2 spearmen h6 S" + kFarOff);
  const int a = g.state().side(Side::A).medals, b = g.state().side(Side::B).medals;
  g.act("charge A1 target=B1", 5).say("evade").cards({5});
  CHECK(g.unit("A1").box == at("e4"));
  CHECK(g.state().camps.at({"BC"}).controller == Side::A);
  CHECK(g.state().side(Side::B).medals == b - 3);
  CHECK(g.state().side(Side::A).medals == a);
  CHECK(points_lost(g.state(), g.state().commands.at({"B-1"})) == 3);
}

TEST_CASE("an empty camp is walked into, a garrison is charged, whoever passed last holds it",
          "[tts][TTS-MOV-17][TTS-CAMP-07][TTS-CAMP-08][TTS-CAMP-09]") {
  Game g(
      "A1 spearmen e3 N; A2 spearmen g3 N; AH general with=A3 senior command=2; A3 spearmen e2 N command=2; B1 spearmen d4 E; BC camp e4; BD camp g4; B3 spearmen g4 S" +
      kFarOff);
  const int b = g.state().side(Side::B).medals;
  CHECK(g.rule("move A2 to=g4") == "TTS-MOV-11");
  CHECK(g.may("charge A2 target=B3"));
  g.act("move A1 to=e4", 5);
  CHECK(g.state().camps.at({"BC"}).controller == Side::A);
  CHECK(g.state().side(Side::B).medals == b - 3);
  g.act("move A1 to=e3", 10);
  CHECK(g.state().camps.at({"BC"}).controller == Side::A);  // left empty it stays his
  CHECK(g.state().side(Side::B).medals == b - 3);
  g.give("end_turn");
  g.act("move B1 to=e4", 5);
  CHECK(g.state().camps.at({"BC"}).controller == Side::B);
  CHECK(g.state().side(Side::B).medals == b);
}

TEST_CASE("an unaccompanied general makes way to a unit of his command, off the table too", "[tts][TTS-ADV-03][TTS-MOV-12]") {
  const std::string lone =
      "A1 spearmen e3 N; A2 spearmen h3 N; B1 light_infantry_javelin e4 S; BH general h4 detached command=2; B3 spearmen a8 S command=2";
  Game walked(lone + kFarOff);
  walked.act("move A2 to=h4", 9);
  CHECK(walked.general("BH").box == at("a8"));
  CHECK(walked.general("BH").status == Status::InPlay);
  Game charged(
      "A1 spearmen e3 N; B1 light_infantry_javelin e4 S; BH general e4 detached command=2; B3 spearmen a8 S command=2; B4 spearmen c8 S command=2" +
      kFarOff);
  charged.act("charge A1 target=B1", 5).cards({9});
  CHECK(charged.asks() == "TTS-ADV-03");
  CHECK(charged.options() == std::vector<std::string>{"B3", "B4"});
  CHECK(charged.asked() == Viewer::B);
  Game senior("A1 spearmen e3 N; B1 light_infantry_javelin e4 S; BH general e4 detached senior command=2; B3 spearmen a8 S command=2" +
              kFarOff);
  senior.act("charge A1 target=B1", 5).cards({9});
  CHECK(senior.idle());  // he went with the evading unit of his army
  CHECK(senior.general("BH").box == at("e5"));
}

TEST_CASE("a lone general without a unit to join is captured: two medals", "[tts][TTS-GEN-13][TTS-LOSS-03]") {
  Game g("A2 spearmen h3 N; BH general h4 detached command=2; B3 light_infantry_javelin a8 S command=2" + kFarOff);
  State s = g.state();
  s.units.at({"B3"}).where = Where::Lost;
  s.units.at({"B3"}).box = {};
  for (const Event& event : Rules::decide(s, Viewer::A, Game::command("move A2 to=h4"))) s = Rules::evolve(std::move(s), event);
  const int before = s.side(Side::B).medals;
  for (const Event& event : Rules::decide(s, Viewer::A, engine::AnswerWait{.wait = {}, .answer = {.values = {5}}}))
    s = Rules::evolve(std::move(s), event);
  CHECK(s.generals.at({"BH"}).status == Status::Captured);
  CHECK(s.side(Side::B).medals == before - 2);
}

TEST_CASE("a rampage goes rearwards by its card, as far as the table", "[tts][TTS-RAM-02][TTS-RAM-T1][TTS-AMB-50]") {
  using Boxes = std::vector<Box>;
  const std::vector<Boxes> paths{{at("d4")}, {at("d4")},           {at("d4"), at("c3")}, {at("e4")}, {at("e4")},
                                 {at("e4")}, {at("e4"), at("e3")}, {at("f4")},           {at("f4")}, {at("f4"), at("g3")}};
  for (int card = 1; card <= 10; ++card) {
    INFO(card);
    CHECK(rampage_path(at("e5"), Facing::N, card) == paths[static_cast<std::size_t>(card - 1)]);
  }
  CHECK(rampage_path(at("e5"), Facing::S, 2) == Boxes{at("f6")});
  Game edge("A1 spearmen e7 N; B1 indian_elephants e8 S; B2 spearmen c8 S" + kFarOff);
  edge.act("charge A1 target=B1", 9).cards({9, 2, 7});
  CHECK(edge.unit("B1").where == Where::Lost);  // straight off the table: nobody is met
}

TEST_CASE("a rampage tramples all in its boxes, friend and foe, units and generals, and then the beast is gone",
          "[tts][TTS-RAM-01][TTS-RAM-03][TTS-RAM-04][TTS-TYPE-56]") {
  Game g(
      "A1 spearmen e3 N; B1 indian_elephants e4 S; B2 light_infantry_javelin e4 S; BH general e5 detached command=2; B3 spearmen e5 S command=2; A2 spearmen e6 S" +
      kFarOff);
  g.act("charge A1 target=B1", 5).cards({9, 2});
  CHECK(g.asks() == "TTS-RAM-02");
  CHECK(g.unit("B1").where == Where::OnTable);
  g.cards({7});
  g.cards({2});  // the light infantry in its box
  CHECK(g.unit("B2").where == Where::Lost);
  g.cards({2});  // one box
  CHECK(g.unit("B3").disorder == 1);
  CHECK(g.question().find("BH") != std::string::npos);
  g.cards({9, 2});  // and the next: friend and foe
  CHECK(g.unit("A2").disorder == 1);
  CHECK(g.unit("B1").where == Where::Lost);
  CHECK(g.unit("A1").box == at("e4"));
}

TEST_CASE("scythed chariots rampage too", "[tts][TTS-RAM-01][TTS-TYPE-111]") {
  Game g("A1 spearmen e3 N; B1 scythed_chariots e4 S; B2 spearmen e5 S" + kFarOff);
  g.act("charge A1 target=B1", 5).cards({9, 2});
  CHECK(g.asks() == "TTS-RAM-02");
  g.cards({5, 2});
  CHECK(g.unit("B2").disorder == 1);
  CHECK(g.unit("B1").where == Where::Lost);
}

TEST_CASE("both sides lose their last medal by one rampage: a draw", "[tts][TTS-AMB-117]") {
  const auto after = [](int save) {
    Game g("A1 light_infantry_javelin e6 S; A2 light_infantry_javelin e3 N; B1 indian_elephants e4 S; B2 light_infantry_javelin a8 S");
    CHECK(g.state().side(Side::A).medals == 1);
    CHECK(g.state().side(Side::B).medals == 1);
    g.act("charge A2 target=B1", 9).cards({9, 2, 7, save});
    CHECK(g.unit("B1").where == Where::Lost);
    return g.state().winner;
  };
  CHECK(after(2) == "draw");  // the trampled javelins were A's last medal
  CHECK(after(9) == "A");
}

TEST_CASE("a shock missile is one chit that hits on 8+", "[tts][TTS-SHK-01][TTS-SHK-07][TTS-TYPE-143]") {
  CHECK(Game("A1 legionaries a1 N; B1 spearmen l8 S").unit("A1").shock == 1);
  CHECK(Game("A1 warriors a1 N shock; B1 spearmen l8 S").unit("A1").shock == 1);
  CHECK(Game("A1 warriors a1 N; B1 spearmen l8 S").unit("A1").shock == 0);
  const Game swap("A1 javelinmen e3 N shock=1; B1 spearmen e4 S");
  CHECK(swap.unit("A1").ammo_max == 0);  // for all their javelins
  CHECK(swap.unit("A1").shock == 1);
  const auto thrown = [](int card) {
    Game g("A1 legionaries e3 N; B1 spearmen e4 S" + kFarOff);
    g.act("shoot A1 target=B1", 5).cards({card});
    CHECK(g.unit("A1").shock == 0);
    return g.asks();
  };
  CHECK(thrown(8) == "TTS-SAV-01");
  CHECK(thrown(7) == "");
}

TEST_CASE("thrown in a shooting activation it reaches the three front boxes, once", "[tts][TTS-SHK-02]") {
  for (const char* box : {"d4", "e4", "f4"})
    CHECK(Game("A1 legionaries e3 N; B1 spearmen " + std::string(box) + " S" + kFarOff).may("shoot A1 target=B1"));
  CHECK(Game("A1 legionaries e3 N; B1 spearmen e5 S" + kFarOff).rule("shoot A1 target=B1") == "TTS-SHT-14");
  CHECK(Game("A1 legionaries e3 N shock=0; B1 spearmen e4 S" + kFarOff).rule("shoot A1 target=B1") == "TTS-SHT-01");
}

TEST_CASE("a shock missile is never brought up again and touches no ammunition", "[tts][TTS-AMMO-10]") {
  Game g("A1 legionaries e3 N; A2 bowmen c3 N; B1 spearmen e4 S" + kFarOff);
  CHECK(g.state().side(Side::A).reserve_ammo == 1);  // for the bowmen alone
  g.act("shoot A1 target=B1", 5).cards({2});
  CHECK(g.unit("A1").shock == 0);
  CHECK(g.state().side(Side::A).reserve_ammo == 1);
  CHECK(g.rule("resupply A1") == "TTS-AMMO-05");
  // A unit with chits besides: a resupply brings a chit and no missile, a throw costs no chit.
  Game both("A1 legionaries e3 N extra=bow ammo=2; B1 spearmen e4 S" + kFarOff);
  both.act("shoot A1 target=B1 shock=true", 5).cards({2});
  CHECK(both.unit("A1").shock == 0);
  CHECK(both.unit("A1").ammo == 2);
  both.act("resupply A1", 9);
  CHECK(both.unit("A1").ammo == 3);
  CHECK(both.unit("A1").shock == 0);
  CHECK(both.rule("shoot A1 target=B1 shock=true") == "TTS-SHK-01");
}

TEST_CASE("in a frontal charge of foot both may throw before the blows, the defender first", "[tts][TTS-SHK-03][TTS-SHK-04][TTS-SHK-06]") {
  Game both("A1 legionaries e3 N; B1 legionaries e4 S" + kFarOff);
  both.act("charge A1 target=B1", 5);
  CHECK(both.asks() == "TTS-SHK-04");
  CHECK(both.asked() == Viewer::B);
  both.say("throw").cards({2});
  CHECK(both.asks() == "TTS-SHK-03");
  CHECK(both.asked() == Viewer::A);
  both.say("throw").cards({8, 2});
  CHECK(both.unit("B1").disorder == 1);
  CHECK(both.unit("A1").shock == 0);
  CHECK(both.unit("B1").shock == 0);
  CHECK(both.asks() == "TTS-MEL-02");
  Game flank("A1 spearmen d4 E; B1 legionaries e4 S" + kFarOff);
  flank.act("charge A1 target=B1", 5);
  CHECK(flank.asks() == "TTS-MEL-02");
}

TEST_CASE("no shock missile against mounted, charging or charged, elephants are foot", "[tts][TTS-SHK-05][TTS-AMB-80]") {
  const auto asked = [](const std::string& charger, const std::string& target) {
    Game g("A1 " + charger + " e3 N; B1 " + target + " e4 S" + kFarOff);
    g.act("charge A1 target=B1 bonus=false", 5);
    return g.asks();
  };
  CHECK(asked("legionaries", "knights") == "TTS-MEL-02");
  CHECK(asked("cavalry", "legionaries") == "TTS-MEL-02");
  CHECK(asked("legionaries", "indian_elephants") == "TTS-SHK-03");
  CHECK(asked("indian_elephants", "legionaries") == "TTS-SHK-04");
  CHECK(Game("A1 legionaries e3 N; B1 knights e4 S" + kFarOff).rule("shoot A1 target=B1") == "TTS-SHK-05");
}

TEST_CASE("shock hits are saved as shots, a charger lost by a throw ends the charge", "[tts][TTS-AMB-81]") {
  Game shields("A1 shieldwall e3 N; B1 legionaries e4 S" + kFarOff);
  shields.act("charge A1 target=B1", 5).say("throw").cards({8});
  CHECK(shields.question().find("A1 saves on 6+") != std::string::npos);  // S3
  Game lost("A1 spearmen e3 N disorder=1; B1 legionaries e4 S" + kFarOff);
  lost.act("charge A1 target=B1", 5).say("throw").cards({8, 2});
  CHECK(lost.unit("A1").where == Where::Lost);
  CHECK(lost.idle());
}

TEST_CASE("a beast that rampages saves no more: two in one box rampage once each and are gone",
          "[tts][TTS-RAM-01][TTS-RAM-04][TTS-FAIL-01]") {
  Game g("A1 spearmen e3 N; B1 scythed_chariots e4 S front; B2 scythed_chariots e4 S rear" + kFarOff);
  g.act("charge A1 target=B1", 9).cards({9, 2});
  CHECK(g.asks() == "TTS-RAM-02");
  g.cards({4});
  CHECK(g.question().find("B2 saves") != std::string::npos);
  g.cards({2});
  CHECK(g.question().find("B2 rampages") != std::string::npos);
  g.cards({4});
  CHECK(g.unit("B1").where == Where::Lost);
  CHECK(g.unit("B2").where == Where::Lost);
  CHECK(g.idle());
}

TEST_CASE("a caught skirmisher killed by a pilum ends no charge: the next one is met and the charger may turn",
          "[tts][TTS-EVD-15][TTS-CHG-08][TTS-AMB-99][TTS-ADV-02][TTS-SHK-03]") {
  Game screen("A1 legionaries d3 N; B1 light_infantry_javelin d4 S front; B2 warriors d4 S rear" + kFarOff);
  screen.act("charge A1 target=B1 shock=true", 5).say("d5").cards({2, 9, 2});
  CHECK(screen.unit("B1").where == Where::Lost);
  CHECK(screen.question().find("A1 strikes B2") != std::string::npos);
  Game turned("A1 legionaries d3 N; B1 light_infantry_javelin d4 E" + kFarOff);
  turned.act("charge A1 target=B1 shock=true", 5).say("d5").cards({2, 9, 2});
  CHECK(turned.asks() == "TTS-ADV-02");
  turned.say("E");
  CHECK(turned.unit("A1").box == at("d4"));
  CHECK(turned.unit("A1").facing == Facing::E);
  // Who stood and was killed by the throw: the box stays held.
  Game stood("A1 legionaries d3 N; B1 spearmen d4 S front small; B2 spearmen d4 S rear small" + kFarOff);
  stood.act("charge A1 target=B1 shock=true", 5).cards({9, 2});
  CHECK(stood.unit("B1").where == Where::Lost);
  CHECK(stood.idle());
  CHECK(stood.unit("A1").box == at("d3"));
}

TEST_CASE("a shock missile is thrown at the nearest foot it may hit, named or not, and only where it is played",
          "[tts][TTS-SHK-02][TTS-PRI-01][TTS-PRI-03][TTS-SEQ-10]") {
  Game g("A1 legionaries d3 N; B1 warriors d4 S; B2 warriors e4 S" + kFarOff);
  CHECK(g.rule("shoot A1 target=B2") == "TTS-PRI-01");
  CHECK(g.may("shoot A1 target=B1"));
  g.give("shoot A1");
  CHECK(g.question().find("shoot with A1") == 0);
  g.cards({5});
  CHECK(g.question().find("A1 shoots at B1") != std::string::npos);
  CHECK(Game("A1 legionaries d3 N; B1 warriors c4 S; B2 warriors e4 S" + kFarOff).rule("shoot A1") == "TTS-PRI-03");
  // Mounted are no target, so they are not the nearest one.
  CHECK(Game("A1 legionaries d3 N; B1 cavalry d4 S; B2 warriors e4 S" + kFarOff).may("shoot A1 target=B2"));
  const Game off("A1 legionaries d3 N; B1 warriors d4 S" + kFarOff, 12, 8, R"("options":{"rules_off":["shock"]})");
  CHECK(off.rule("shoot A1 target=B1") == "TTS-SEQ-10");
  CHECK(off.rule("shoot A1") == "TTS-SEQ-10");
}

TEST_CASE("a general killed on the charge does not advance with it", "[tts][TTS-SHK-04][TTS-ADV-01][TTS-GEN-18]") {
  Game g(
      "A1 warriors d3 N; AG general d3 detached; B1 legionaries d4 S disorder=1; A8 spearmen a1 N; A9 spearmen b1 N; "
      "B8 spearmen l8 S; B9 spearmen k8 S; B7 spearmen j8 S; B6 spearmen i8 S");
  g.act("charge A1 target=B1 general=AG", 5).say("throw").cards({9, 9, 1, 10});
  REQUIRE(g.general("AG").status == Status::Killed);
  g.cards({9, 1});
  CHECK(g.unit("A1").box == at("d4"));
  CHECK(g.general("AG").where == Where::Lost);
  CHECK_FALSE(g.general("AG").box.somewhere());
}

}  // namespace advance_tests
