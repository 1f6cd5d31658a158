// Evading: who must and who may, the test, and where the evader goes.
#include "engine/rulesets/to_the_strongest/show/viewing.hpp"
#include "engine/rulesets/to_the_strongest/topics/charge.hpp"
#include "tests/engine/rulesets/to_the_strongest/save_rows.hpp"
#include "tests/support/catch.hpp"

namespace evade_tests {

using namespace polemarch;
using namespace polemarch::to_the_strongest;
using namespace polemarch::to_the_strongest::test;

namespace {

using Keys = std::vector<std::string>;

Keys choices(const std::string& charger, const std::string& target, const std::string& more = "") {
  const Game g("A1 " + charger + "; B1 " + target + (more.empty() ? "" : "; " + more) + kFarOff);
  Keys out;
  for (const EvadeChoice& choice : evade_choices(g.board(), g.unit("B1"), g.unit("A1").box)) out.push_back(choice.key);
  return out;
}
EvadeRight right(const std::string& charger, const std::string& target, const std::string& more = "") {
  const Game g("A1 " + charger + " e3 N; B1 " + target + " e4 S" + (more.empty() ? "" : "; " + more) + kFarOff);
  return evade_right(g.board(), g.unit("B1"), g.unit("A1"));
}
int card(const std::string& charger, const std::string& target, const std::string& more = "") {
  const Game g("A1 " + charger + " e3 N; B1 " + target + " e4 S" + (more.empty() ? "" : "; " + more) + kFarOff);
  return evade_card(g.board(), g.unit("B1"), g.unit("A1"));
}

}  // namespace

TEST_CASE("only lights and cavalry, chariots and camelry evade", "[tts][TTS-EVD-01][TTS-AMB-139]") {
  for (const char* type : {"light_infantry_javelin", "light_infantry_other", "light_cavalry", "light_camelry", "light_chariots"})
    CHECK(right("spearmen", type) != EvadeRight::None);
  for (const char* type : {"cavalry", "camelry", "chariots", "heavy_chariots"}) CHECK(right("spearmen", type) == EvadeRight::May);
  for (const char* type : {"spearmen", "bowmen", "artillery", "knights", "later_knights", "cataphracts", "indian_elephants", "war_wagons",
                           "scythed_chariots", "warriors"})
    CHECK(right("spearmen", type) == EvadeRight::None);
}

TEST_CASE("a light unit charged by a light one may stand or evade", "[tts][TTS-EVD-02][TTS-EVD-05]") {
  CHECK(right("light_cavalry", "light_infantry_javelin") == EvadeRight::May);
  Game g("A1 light_cavalry e3 N; B1 light_infantry_javelin e4 S" + kFarOff);
  g.act("charge A1 target=B1", 5);
  CHECK(g.asks() == "TTS-EVD-02");
  CHECK(g.options() == Keys{"stand", "e5"});
  g.say("stand");
  CHECK(g.asks() == "TTS-MEL-02");
}

TEST_CASE("a light unit charged by a formed one must evade, in rough ground it may", "[tts][TTS-EVD-03]") {
  for (const char* charger : {"spearmen", "knights", "indian_elephants"}) {
    CHECK(right(charger, "light_infantry_javelin") == EvadeRight::Must);
    CHECK(right(charger, "light_cavalry") == EvadeRight::Must);
    CHECK(right(charger, "light_infantry_javelin", "broken e4") == EvadeRight::May);
    CHECK(right(charger, "light_infantry_javelin", "broken e3") == EvadeRight::Must);
  }
}

TEST_CASE("who must evade is asked where to, who may whether he does", "[tts][TTS-EVD-02][TTS-EVD-03]") {
  const auto asked = [](const std::string& charger) {
    Game g("A1 " + charger + " d4 E; B1 light_infantry_javelin e4 S" + kFarOff);
    g.act("charge A1 target=B1", 5);
    std::vector<engine::Wait> waits = g.state().agenda.open_waits();
    REQUIRE_FALSE(waits.empty());
    Showing::word(g.state(), waits.front());
    return waits.front().question;
  };
  CHECK(asked("spearmen").ends_with(", who must evade: where to?"));
  CHECK(asked("light_cavalry").ends_with(": evade?"));
}

TEST_CASE("cavalry, chariots and camelry choose in the open and must stand in the rough", "[tts][TTS-EVD-04]") {
  for (const char* type : {"cavalry", "camelry", "chariots", "heavy_chariots"}) {
    CHECK(right("spearmen", type) == EvadeRight::May);
    CHECK(right("light_cavalry", type) == EvadeRight::May);
    CHECK(right("spearmen", type, "broken e4") == EvadeRight::None);
  }
}

TEST_CASE("the card an evader needs", "[tts][TTS-EVD-T1][TTS-AMB-44]") {
  CHECK(card("spearmen", "light_cavalry") == 3);
  CHECK(card("spearmen", "cavalry") == 3);
  for (const char* charger : {"spearmen", "cavalry"}) CHECK(card(charger, "light_infantry_javelin", "broken e4") == 3);
  CHECK(card("cavalry", "light_cavalry") == 5);
  CHECK(card("spearmen", "light_infantry_javelin") == 5);
  CHECK(card("indian_elephants", "light_infantry_javelin") == 5);
  CHECK(card("cavalry", "light_infantry_javelin") == 7);
  // Mounted lights in the rough have no number of their own: as in the open.
  CHECK(card("spearmen", "light_cavalry", "broken e4") == 3);
  CHECK(card("cavalry", "light_cavalry", "broken e4") == 5);
  CHECK(evade_need(true, false, false) == 3);
  CHECK(evade_need(false, true, true) == 3);
  CHECK(evade_need(false, false, true) == 7);
}

TEST_CASE("a caught evader fights without striking back and then goes where it wanted",
          "[tts][TTS-EVD-14][TTS-EVD-19][TTS-MEL-12][TTS-DX-21][TTS-EVD-18]") {
  Game g("A1 knights e3 N; B1 light_cavalry e4 S" + kFarOff);
  g.act("charge A1 target=B1 bonus=false", 5);
  CHECK(g.asks() == "TTS-EVD-T1");
  CHECK(g.question().find("5+") != std::string::npos);
  g.cards({4});
  CHECK(g.asks() == "TTS-MEL-02");
  g.cards({9, 9});  // hit and saved
  CHECK(g.unit("B1").box == at("e5"));
  CHECK(g.unit("A1").box == at("e4"));
  CHECK(g.unit("B1").activation == 0);
  CHECK(g.state().side(Side::B).deck.on_units[4] == 0);  // its card lay on the baseline
  CHECK(g.idle());
}

TEST_CASE("a caught unit keeps its facing: flank and rear are as they were at the charge", "[tts][TTS-AMB-45]") {
  Game g("A1 spearmen d4 E; B1 light_infantry_javelin e4 S" + kFarOff);
  g.act("charge A1 target=B1", 5).say("f4").cards({2});
  CHECK(g.asks() == "TTS-MEL-02");
  CHECK(g.state().agenda.open_waits().at(0).chance->count == 2);
  g.cards({9, 2, 9});
  CHECK(g.unit("B1").box == at("f4"));
  CHECK(g.unit("B1").facing == Facing::S);
}

TEST_CASE("it evades one box directly away from the charge or to its own rear, keeping its facing",
          "[tts][TTS-EVD-08][TTS-EVD-10][TTS-EVD-13][TTS-AMB-109]") {
  CHECK(choices("spearmen e3 N", "light_infantry_javelin e4 S") == Keys{"e5"});
  CHECK(choices("spearmen d3 N", "light_infantry_javelin e4 S") == Keys{"f5", "e5"});
  CHECK(choices("spearmen d4 E", "light_infantry_javelin e4 S") == Keys{"f4", "e5"});
  CHECK(choices("spearmen e5 S", "light_infantry_javelin e4 S") == Keys{"e3"});
  CHECK(choices("cavalry e3 N", "light_cavalry e4 S") == Keys{"e5"});  // mounted too go one box
  Game g("A1 spearmen d3 N; B1 light_infantry_javelin e4 S" + kFarOff);
  g.act("charge A1 target=B1", 9).say("f5").cards({9});
  CHECK(g.unit("B1").box == at("f5"));
  CHECK(g.unit("B1").facing == Facing::S);
}

TEST_CASE("a light unit evades behind a formed mate, by the same test, and the charge goes on", "[tts][TTS-EVD-06][TTS-EVD-20]") {
  CHECK(choices("spearmen e3 N", "light_infantry_javelin e4 S front", "B2 spearmen e4 S rear") == Keys{"behind", "e5"});
  CHECK(choices("spearmen e3 N", "light_infantry_javelin e4 S front", "B2 light_cavalry e4 S rear") == Keys{"e5"});
  CHECK(choices("spearmen e3 N", "cavalry e4 S front", "B2 light_infantry_javelin e4 S rear") == Keys{"e5"});
  Game g("A1 spearmen e3 N; B1 light_infantry_javelin e4 S front; B2 spearmen e4 S rear" + kFarOff);
  g.act("charge A1 target=B1", 5).say("behind");
  CHECK(g.question().find("5+") != std::string::npos);
  g.cards({7});
  CHECK(g.board().lead(g.unit("B1")) < 0);
  CHECK(g.asks() == "TTS-MEL-02");
  CHECK(g.question().find("B2") != std::string::npos);
}

TEST_CASE("it may evade off the table, tested all the same, and return by that zone", "[tts][TTS-EVD-07][TTS-AMB-46]") {
  CHECK(choices("spearmen e7 N", "light_infantry_javelin e8 S") == Keys{"off"});
  Game off("A1 spearmen e7 N; B1 light_infantry_javelin e8 S" + kFarOff);
  const int before = off.state().side(Side::B).medals;
  Game caught = off;
  off.act("charge A1 target=B1", 5).cards({5});
  CHECK(off.unit("B1").where == Where::Left);
  CHECK(off.unit("B1").edge_zone == 2);  // B's own base edge, the centre
  CHECK(off.state().side(Side::B).medals == before - 1);
  caught.act("charge A1 target=B1", 5).cards({4});
  CHECK(caught.asks() == "TTS-MEL-02");
}

TEST_CASE("evading, lights pass any friends, cavalry only light ones", "[tts][TTS-EVD-09][TTS-EVD-11]") {
  const std::string formed = "B2 spearmen e5 S front; B3 spearmen e5 S rear";
  const std::string lights = "B2 light_infantry_javelin e5 S front; B3 light_infantry_javelin e5 S rear";
  CHECK(choices("spearmen e3 N", "light_infantry_javelin e4 S", formed) == Keys{"e6"});
  CHECK(choices("spearmen e3 N", "light_cavalry e4 S", formed) == Keys{"e6"});
  CHECK(choices("spearmen e3 N", "cavalry e4 S", formed).empty());
  CHECK(choices("spearmen e3 N", "cavalry e4 S", lights) == Keys{"e6"});
  CHECK(choices("spearmen e3 N", "light_infantry_javelin e4 S", "B2 spearmen e5 E") == Keys{"e6"});  // friends at right angles
  // One further only if that box is free for it.
  CHECK(choices("spearmen e3 N", "light_infantry_javelin e4 S", formed + "; B4 spearmen e6 S front; B5 spearmen e6 S rear").empty());
  CHECK(choices("spearmen e3 N", "light_infantry_javelin e4 S", formed + "; B4 spearmen e6 E").empty());
  CHECK(choices("spearmen e3 N", "light_infantry_javelin e4 S", formed + "; rocky_outcrop e6").empty());
  CHECK(choices("spearmen e3 N", "light_infantry_javelin e4 S", formed + "; A2 light_cavalry e6 N").empty());
}

TEST_CASE("an evade passes no formed mate that bars the way", "[tts][TTS-AMB-130]") {
  CHECK(choices("spearmen e3 N", "cavalry e4 S front", "B2 spearmen e4 S rear").empty());
  CHECK(choices("spearmen e3 N", "cavalry e4 S front", "B2 light_infantry_javelin e4 S rear") == Keys{"e5"});
  CHECK(choices("spearmen e3 N", "cavalry e4 S rear", "B2 spearmen e4 S front") == Keys{"e5"});
}

TEST_CASE("the diagonal gap binds no evade", "[tts][TTS-AMB-139]") {
  CHECK(choices("spearmen d3 N", "light_infantry_javelin e4 S", "B2 spearmen f4 S; B3 spearmen e5 S") == Keys{"f5", "e5"});
}

TEST_CASE("who must evade and has nowhere to go is lost at once", "[tts][TTS-EVD-12]") {
  CHECK(choices("spearmen e3 N", "light_infantry_javelin e4 S", "rocky_outcrop e5").empty());
  Game g("A1 spearmen e3 N; B1 light_infantry_javelin e4 S; rocky_outcrop e5" + kFarOff);
  g.act("charge A1 target=B1", 5);
  CHECK(g.unit("B1").where == Where::Lost);
  CHECK(g.unit("A1").box == at("e4"));
}

TEST_CASE("who may evade and has nowhere to go stands", "[tts][TTS-EVD-21]") {
  Game horse("A1 spearmen e3 N; B1 cavalry e4 S; rocky_outcrop e5" + kFarOff);
  horse.act("charge A1 target=B1", 5);
  CHECK(horse.asks() == "TTS-MEL-02");
  Game light("A1 light_cavalry e3 N; B1 light_infantry_javelin e4 S; rocky_outcrop e5" + kFarOff);
  light.act("charge A1 target=B1", 5);
  CHECK(light.asks() == "TTS-MEL-02");
}

TEST_CASE("a detached general goes with an evading unit of his command and not with another's", "[tts][TTS-AMB-108]") {
  Game g("A1 spearmen e3 N; B1 light_infantry_javelin e4 S command=2; BH general e4 detached command=2" + kFarOff);
  g.act("charge A1 target=B1", 5).cards({9});
  CHECK(g.unit("B1").box == at("e5"));
  CHECK(g.general("BH").box == at("e5"));
  Game other("A1 spearmen e3 N; B1 light_infantry_javelin e4 S command=2; B2 spearmen h8 S command=3; BH general e4 detached command=3" +
             kFarOff);
  other.act("charge A1 target=B1", 5).cards({9});
  CHECK(other.general("BH").box == at("h8"));  // left alone, displaced by the advance
}

}  // namespace evade_tests
