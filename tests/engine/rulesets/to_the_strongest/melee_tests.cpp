// Melees: the order of blows, strike-backs, bonus cards, replays.
#include "engine/rulesets/to_the_strongest/topics/army_lists.hpp"
#include "engine/rulesets/to_the_strongest/topics/saves.hpp"
#include "tests/engine/rulesets/to_the_strongest/save_rows.hpp"
#include "tests/support/catch.hpp"

namespace melee_tests {

using namespace polemarch;
using namespace polemarch::to_the_strongest;
using namespace polemarch::to_the_strongest::test;

namespace {

/// A1 charges B1 with an activation card that is high enough.
Game charge(const std::string& charger, const std::string& target, const std::string& more = "", int card = 9) {
  Game g("A1 " + charger + "; B1 " + target + (more.empty() ? "" : "; " + more) + kFarOff);
  g.act("charge A1 target=B1", card);
  return g;
}
int to_hit_cards(const Game& g) { return g.state().agenda.open_waits().at(0).chance->count; }
BonusCards bonus(const std::string& field, const std::string& charger = "spearmen d4 E", const std::string& target = "spearmen e4 S") {
  const Game g("A1 " + charger + "; B1 " + target + (field.empty() ? "" : "; " + field) + kFarOff);
  return bonus_cards(g.board(), g.unit("A1"), g.unit("B1"), g.unit("A1").box, g.unit("B1").box, false);
}

}  // namespace

TEST_CASE("the charger plays one card, then the defender strikes back with one, each hit is saved",
          "[tts][TTS-MEL-01][TTS-MEL-02][TTS-MEL-10][TTS-MEL-15][TTS-MEL-19]") {
  Game g = charge("spearmen e3 N", "spearmen e4 S");
  CHECK(g.asks() == "TTS-MEL-02");
  CHECK(to_hit_cards(g) == 1);
  CHECK(g.rule("move A8 to=a2") == "TTS-SEQ-08");  // settled before the next activation
  g.cards({9});
  CHECK(g.asks() == "TTS-SAV-01");
  g.cards({2});
  CHECK(g.unit("B1").disorder == 1);
  CHECK(g.asks() == "TTS-MEL-10");
  CHECK(to_hit_cards(g) == 1);
  g.cards({9});
  CHECK(g.question().find("A1 saves on 7+") != std::string::npos);
  g.cards({2});
  CHECK(g.unit("A1").disorder == 1);
  CHECK(g.idle());
  CHECK(g.state().side(Side::B).deck.on_units[9] == 0);  // all of it on the baseline
  CHECK(g.state().side(Side::A).deck.on_units[2] == 0);
}

TEST_CASE("a lost defender does not strike back", "[tts][TTS-MEL-11]") {
  Game g = charge("spearmen e3 N", "spearmen e4 S disorder=1");
  g.cards({9, 2});
  CHECK(g.unit("B1").where == Where::Lost);
  CHECK(g.idle());
  CHECK(g.unit("A1").box == at("e4"));
}

TEST_CASE("no strike-back against a charge from any of the five flank and rear boxes", "[tts][TTS-MEL-13][TTS-AMB-125]") {
  for (const char* charger : {"spearmen d4 E", "spearmen f4 W", "spearmen d5 S", "spearmen e5 S", "spearmen f5 S"}) {
    INFO(charger);
    Game g = charge(charger, "spearmen e4 S", "", 10);
    g.cards({2, 2});
    CHECK(g.idle());
  }
  for (const char* charger : {"spearmen d3 N", "spearmen e3 N", "spearmen f3 N"}) {
    INFO(charger);
    Game g = charge(charger, "spearmen e4 S", "", 10);
    g.cards({2});
    CHECK(g.asks() == "TTS-MEL-10");
  }
}

TEST_CASE("a defender just disordered strikes back on 8+", "[tts][TTS-MEL-14]") {
  Game g = charge("spearmen e3 N", "spearmen e4 S");
  g.cards({9, 2});
  CHECK(g.question().find("8+") != std::string::npos);
  g.cards({7});
  CHECK(g.idle());
  Game steady = charge("spearmen e3 N", "spearmen e4 S");
  steady.cards({2});
  CHECK(steady.question().find("6+") != std::string::npos);
}

TEST_CASE("two hits are saved one after the other, each from the state the first left", "[tts][TTS-FAIL-06][TTS-FAIL-03][TTS-AMB-132]") {
  Game g = charge("warriors d4 E", "warriors e4 S");
  g.cards({9, 9, 2});
  CHECK(g.unit("B1").disorder == 1);
  CHECK(g.asks() == "TTS-SAV-01");
  g.cards({3});
  CHECK(g.unit("B1").disorder == 2);
  CHECK(g.idle());
  Game lost = charge("warriors d4 E", "spearmen e4 S");
  lost.cards({9, 9, 2, 2});
  CHECK(lost.unit("B1").where == Where::Lost);
}

TEST_CASE("a melee does not carry over, and who wins on the defence stays", "[tts][TTS-MEL-17][TTS-MEL-18]") {
  Game g = charge("spearmen e3 N", "spearmen e4 S", "", 5);
  g.cards({2, 2});
  CHECK(g.idle());
  CHECK(g.unit("A1").box == at("e3"));  // still face to face, a new charge is needed
  CHECK(g.need("charge A1 target=B1") == 7);
  g.give("end_turn");
  CHECK(g.idle());
  CHECK(g.need("charge B1 target=A1") == 3);  // B's own general is far
  Game held = charge("spearmen e3 N disorder=1", "spearmen e4 S");
  held.cards({2, 9, 2});
  CHECK(held.unit("A1").where == Where::Lost);
  CHECK(held.unit("B1").box == at("e4"));
}

TEST_CASE("a bonus card is one more that may hit", "[tts][TTS-BON-01][TTS-BON-02]") {
  for (const char* charger : {"spearmen d4 E", "light_infantry_javelin d4 E", "cavalry e5 S", "indian_elephants f5 S"})
    CHECK(bonus("", charger).flank);
  CHECK_FALSE(bonus("", "spearmen e3 N").flank);
  CHECK_FALSE(bonus("", "spearmen d3 N").flank);
  Game g = charge("spearmen d4 E", "warriors e4 S");
  CHECK(to_hit_cards(g) == 2);
  g.cards({9, 9, 2, 2});
  CHECK(g.unit("B1").disorder == 2);  // two hits
}

TEST_CASE("a lance gives one bonus card in one charge of the rider's choice", "[tts][TTS-BON-03][TTS-LAN-01]") {
  Game g = charge("cavalry_lance e3 N", "warriors e4 S", "", 5);
  CHECK(g.asks() == "TTS-LAN-01");
  Game kept = g;
  kept.say("keep");
  CHECK(to_hit_cards(kept) == 1);
  kept.cards({2, 2});
  CHECK_FALSE(kept.unit("A1").lance_used);
  kept.act("charge A1 target=B1", 10);
  CHECK(kept.asks() == "TTS-LAN-01");
  g.say("use");
  CHECK(to_hit_cards(g) == 2);
  g.cards({2, 2, 2});
  CHECK(g.unit("A1").lance_used);
  g.act("charge A1 target=B1", 10);
  CHECK(g.asks() == "TTS-MEL-02");
  CHECK(to_hit_cards(g) == 1);
}

TEST_CASE("flank and lance bonuses add, one card each, declared before the first", "[tts][TTS-DX-15][TTS-AMB-36][TTS-AMB-37]") {
  Game g = charge("cavalry_lance d4 E", "warriors e4 S");
  CHECK(g.asks() == "TTS-LAN-01");  // before any card is played
  g.say("use");
  CHECK(to_hit_cards(g) == 3);
  g.cards({7, 3, 6, 2, 2});
  CHECK(g.unit("B1").disorder == 2);  // seven and six hit
  // Elephants on a flank: two, with the beast's own.
  Game beast = charge("indian_elephants d4 E", "warriors e4 S");
  beast.say("use");
  CHECK(to_hit_cards(beast) == 3);
}

TEST_CASE("no flank bonus across a fortification", "[tts][TTS-BON-06][TTS-FORT-07]") {
  CHECK_FALSE(bonus("fortification e4/d4").flank);
  CHECK(bonus("fortification d4/e4").flank);  // the charger's own gates
}

TEST_CASE("no flank bonus across a stream, a wall or a hedge", "[tts][TTS-BON-07][TTS-TER-29][TTS-TER-31]") {
  for (const char* kind : {"stream", "wall", "hedge"}) {
    CHECK_FALSE(bonus(std::string(kind) + " e4/d4").flank);
    CHECK_FALSE(bonus(std::string(kind) + " d4/e4").flank);
    CHECK(bonus(std::string(kind) + " e4/e5").flank);
  }
}

TEST_CASE("no flank bonus across a shoreline", "[tts][TTS-BON-08]") {
  CHECK_FALSE(bonus("shoreline e4/d4").flank);
  CHECK_FALSE(bonus("water d4", "auxiliaries d4 E swimmer").flank);
}

TEST_CASE("no flank bonus for mounted across stakes from the side they face", "[tts][TTS-BON-09][TTS-TER-28]") {
  CHECK_FALSE(bonus("stakes e4/d4", "cavalry d4 E").flank);
  CHECK(bonus("stakes d4/e4", "cavalry d4 E").flank);
  CHECK(bonus("stakes e4/d4").flank);
}

TEST_CASE("no flank bonus against war wagons or an orbis, other bonuses stand",
          "[tts][TTS-BON-10][TTS-TYPE-123][TTS-AMB-124][TTS-AMB-133]") {
  CHECK_FALSE(bonus("", "spearmen d4 E", "war_wagons e4 S").flank);
  CHECK_FALSE(bonus("", "spearmen d4 E", "legionaries e4 S formation=orbis").flank);
  CHECK(bonus("", "cavalry_lance d4 E", "war_wagons e4 S").lance);
  CHECK(bonus("", "indian_elephants d4 E", "war_wagons e4 S").beast);
  // War wagons struck in the flank do not strike back, and are shot from there with S6.
  Game g = charge("spearmen d4 E", "war_wagons e4 S");
  CHECK(to_hit_cards(g) == 1);
  g.cards({2});
  CHECK(g.idle());
  CHECK(shot("war_wagons e4 N") == "S3+1 S6-1");
}

TEST_CASE("a replay replaces a missed card, a bonus card adds one", "[tts][TTS-BON-11][TTS-RPL-01][TTS-HERO-08]") {
  Game g = charge("spearmen d4 E hero", "warriors e4 S");
  g.cards({9, 2});
  CHECK(g.asks() == "TTS-RPL-01");
  g.say("hero").cards({9});
  CHECK(g.asks() == "TTS-SAV-01");
  g.cards({2, 2});
  CHECK(g.unit("B1").disorder == 2);  // two hits of two cards, not three
  Game twice = charge("spearmen e3 N hero", "spearmen e4 S", "AH general e3 detached heroic command=2; A7 spearmen c1 N command=2");
  twice.cards({2}).say("hero").cards({3});
  CHECK(twice.asks() == "TTS-MEL-10");  // the same card is not replayed again
  Game hits = charge("spearmen e3 N hero", "spearmen e4 S");
  hits.cards({9});
  CHECK(hits.asks() == "TTS-SAV-01");  // nothing was missed
}

TEST_CASE("replays belong to the own player turn: a strike-back is never replayed", "[tts][TTS-RPL-03][TTS-AMB-38]") {
  Game g("A1 spearmen e3 N; A8 spearmen a1 N; AG general a1 detached; B1 spearmen e4 S hero; B8 spearmen l8 S; BG general with=B1 heroic");
  CHECK(replayers(g.board(), g.unit("B1")).empty());
  g.act("charge A1 target=B1", 9).cards({2});
  CHECK(g.asks() == "TTS-MEL-10");
  g.cards({2});
  CHECK(g.idle());
  CHECK(g.unit("B1").hero);
  g.give("end_turn");
  CHECK(replayers(g.board(), g.unit("B1")) == std::vector<std::string>{"hero", "BG"});
}

TEST_CASE("a heroic general replays for units of his command in his box, a senior one for any",
          "[tts][TTS-RPL-04][TTS-GEN-26][TTS-GEN-22]") {
  const auto able = [](const std::string& general) {
    const Game g("A1 spearmen e3 N; A7 spearmen c1 N command=2; " + general + "; B1 spearmen e4 S; B8 spearmen l8 S");
    return replayers(g.board(), g.unit("A1"));
  };
  using Names = std::vector<std::string>;
  CHECK(able("AG general e3 detached heroic") == Names{"AG"});
  CHECK(able("AG general e3 detached").empty());
  CHECK(able("AG general d3 detached heroic").empty());
  CHECK(able("AG general e3 detached heroic ability_used").empty());
  CHECK(able("AG general a1 detached; AH general e3 detached heroic command=2").empty());
  CHECK(able("AG general a1 detached; AH general e3 detached heroic senior command=2") == Names{"AH"});
}

TEST_CASE("in one turn a heroic general replaces an activation or replays a blow, never both", "[tts][TTS-GEN-27]") {
  const std::string army =
      "A1 spearmen e3 N; A2 spearmen a1 N; A3 spearmen b1 N; AG general with=A1 heroic; B1 spearmen e4 S; B8 spearmen l8 S";
  Game replaced(army);
  replaced.act("charge A1 target=B1", 1).say("AG").cards({5, 2});
  CHECK(replaced.asks() == "TTS-MEL-10");  // no replay left
  Game replayed(army);
  replayed.act("charge A1 target=B1", 5).cards({2}).say("AG").cards({3, 2});
  CHECK(replayed.general("AG").ability_used);
  replayed.act("charge A1 target=B1", 3);
  CHECK(replayed.idle());  // no replacement left
  CHECK(replayed.state().active == Side::B);
  replayed.give("end_turn");
  CHECK_FALSE(replayed.general("AG").ability_used);
}

TEST_CASE("a hero costs a point, has no victory points, takes no save and is lost with his unit",
          "[tts][TTS-HERO-01][TTS-HERO-03][TTS-HERO-04]") {
  const std::string army = "A1 spearmen d4 E; A8 spearmen a1 N; AG general a1 detached; B1 light_infantry_javelin e4 S";
  const Game with(army + " hero" + "; rocky_outcrop f4,e5; B8 spearmen l8 S; B9 spearmen k8 S"),
      without(army + "; rocky_outcrop f4,e5; B8 spearmen l8 S; B9 spearmen k8 S");
  CHECK(half_points(with.state(), Side::B) == half_points(without.state(), Side::B) + 2);
  CHECK(with.state().commands.at({"B-1"}).victory_points == without.state().commands.at({"B-1"}).victory_points);
  CHECK(with.state().side(Side::B).medals == without.state().side(Side::B).medals);
  Game lost = with;
  lost.act("charge A1 target=B1", 9);
  CHECK(lost.unit("B1").where == Where::Lost);
  CHECK_FALSE(lost.unit("B1").hero);
  Game hit = charge("spearmen e3 N", "spearmen e4 S hero");
  hit.cards({9});
  CHECK(hit.question().find("B1 saves") != std::string::npos);
  hit.cards({9});
  CHECK(hit.asks() == "TTS-MEL-10");  // one save, the unit's
  CHECK(hit.unit("B1").hero);
}

TEST_CASE("a hero replays once a battle, he or a heroic general each a card, of one bonus or in turn",
          "[tts][TTS-HERO-02][TTS-HERO-06][TTS-HERO-07]") {
  const std::string army =
      "A1 warriors d5 E hero; AG general with=A1 heroic; A2 spearmen a1 N; B1 legionaries e5 N; B2 legionaries l8 S; B3 legionaries k8 S";
  Game g(army);
  g.act("charge A1 target=B1", 3).cards({2, 3});
  CHECK(g.options() == std::vector<std::string>{"no", "hero", "AG"});
  g.say("AG").cards({4});
  CHECK(g.options() == std::vector<std::string>{"no", "hero"});  // the other missed card
  g.say("hero").cards({5});
  CHECK(g.idle());
  CHECK_FALSE(g.unit("A1").hero);
  g.act("charge A1 target=B1", 5).cards({2, 3});
  CHECK(g.idle());  // both are spent
}

TEST_CASE("the replay comes before the save", "[tts][TTS-RPL-05]") {
  Game g = charge("spearmen d4 E hero", "warriors e4 S");
  g.cards({9, 2});
  CHECK(g.asks() == "TTS-RPL-01");
  CHECK(g.unit("B1").disorder == 0);
}

TEST_CASE("a lance or beast used on one unit of a box is not used again on the next",
          "[tts][TTS-BON-03][TTS-BON-04][TTS-LAN-01][TTS-TYPE-52]") {
  for (const char* charger : {"knights_lance e3 N", "indian_elephants e3 N"}) {
    INFO(charger);
    Game g("A1 " + std::string(charger) + "; B1 light_infantry_javelin e4 S front; B2 spearmen e4 S rear" + kFarOff);
    g.act("charge A1 target=B1 bonus=true", 9).say("e5").cards({2});  // caught
    CHECK(to_hit_cards(g) == 2);
    g.cards({8, 9, 2});
    CHECK(g.unit("B1").where == Where::Lost);
    CHECK(g.question().find("strikes B2") != std::string::npos);
    CHECK(to_hit_cards(g) == 1);
    CHECK_FALSE(g.happened("spent"));
  }
}

}  // namespace melee_tests
