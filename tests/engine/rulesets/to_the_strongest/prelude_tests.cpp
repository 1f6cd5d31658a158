// Before the battle: scouting and deployment.
#include "engine/rulesets/to_the_strongest/topics/deployment.hpp"
#include "tests/engine/rulesets/to_the_strongest/before_battle.hpp"
#include "tests/support/catch.hpp"

namespace prelude_tests {

using namespace polemarch;
using namespace polemarch::to_the_strongest;
using namespace polemarch::to_the_strongest::test;

namespace {
int scouting_of(const std::string& units) { return scouting_modifier(Game(units + "; B1 spearmen l8 S").state(), Side::A); }
}  // namespace

TEST_CASE("light cavalry, camelry and chariots count one each in scouting, others one for two",
          "[tts][TTS-SCT-02][TTS-SCT-03][TTS-SCT-06][TTS-MNT-03][TTS-AMB-78]") {
  CHECK(scouting_of("A1 light_cavalry a1 N; A2 light_camelry b1 N; A3 light_chariots c1 N") == 3);
  for (const char* type : {"cavalry", "camelry", "chariots", "heavy_chariots", "light_infantry_javelin", "light_infantry_other"}) {
    INFO(type);
    const std::string unit(type);
    CHECK(scouting_of("A1 " + unit + " a1 N") == 0);
    CHECK(scouting_of("A1 " + unit + " a1 N; A2 cavalry b1 N") == 1);
    CHECK(scouting_of("A1 " + unit + " a1 N; A2 cavalry b1 N; A3 cavalry c1 N") == 1);
  }
  CHECK(scouting_of("A1 spearmen a1 N mounted_infantry; A2 cavalry b1 N") == 1);
  for (const char* type : {"scythed_chariots", "knights", "cataphracts", "later_knights", "spearmen"})
    CHECK(scouting_of("A1 " + std::string(type) + " a1 N; A2 cavalry b1 N") == 0);
}

TEST_CASE("a brilliant general adds one to scouting", "[tts][TTS-SCT-04][TTS-GEN-35]") {
  CHECK(scouting_of("A1 spearmen a1 N; AG general a2 detached senior brilliant") == 1);
  CHECK(scouting_of("A1 spearmen a1 N; AG general a2 detached senior") == 0);
}

TEST_CASE("the Franks scout with three, the army of light horse with six", "[tts][TTS-EX-02][TTS-DX-17]") {
  CHECK(scouting_of("A1 light_cavalry a1 N; A2 spearmen b1 N mounted_infantry; A3 spearmen c1 N mounted_infantry; A4 spearmen d1 N "
                    "mounted_infantry; A5 light_infantry_other e1 N") == 3);
  CHECK(scouting_of(
            "A1 light_cavalry a1 N; A2 light_cavalry b1 N; A3 light_cavalry c1 N; A4 cavalry d1 N; A5 cavalry e1 N; A6 "
            "light_infantry_javelin f1 N; A7 light_infantry_other g1 N; A8 light_infantry_javelin h1 N; AG general a2 detached senior "
            "brilliant") == 6);
}

TEST_CASE("both cut, the higher total is active, a draw is cut again", "[tts][TTS-SCT-01][TTS-SCT-05]") {
  Game g = before("scouting");
  g.give(R"({"do":"scout"})");
  CHECK(g.state().agenda.open_waits().size() == 2);
  g.cards({4, 5});  // 4 + 1 and 5 + 0: equal, cut again
  CHECK(g.state().agenda.open_waits().size() == 2);
  Game b = g;
  b.cards({2, 9});
  CHECK(b.state().active == Side::B);
  CHECK(b.state().phase == Phase::Deployment);
  g.cards({5, 5});  // the modifier decides
  CHECK(g.state().active == Side::A);
}

namespace {
/// A's first command with its camp, as it may stand.
const std::string kLine = post("A1", "c2") + "," + post("A2", "d2") + "," + post("A3", "e2"), kCamp = "," + post("AC", "d1");
Game unplaced(const std::string& more = R"("active":"B")") { return Game(kUnplaced, 12, 8, more); }
}  // namespace

TEST_CASE("whole commands deploy in turn, the passive side first, until all stand", "[tts][TTS-DEP-01][TTS-DEP-02]") {
  Game g = unplaced();
  CHECK(g.state().phase == Phase::Deployment);
  CHECK(g.rule(deploy("B-1", post("B1", "e8") + "," + post("B2", "f8"))) == "TTS-DEP-01");
  CHECK(g.rule(deploy("A-1", post("A1", "c2") + "," + post("A2", "d2"))) == "TTS-DEP-01");  // half a command
  CHECK(g.rule(deploy("A-1", kLine + kCamp + "," + post("A4", "f2"))) == "TTS-DEP-01");     // another's unit
  g.give(deploy("A-1", kLine + kCamp));
  CHECK(g.unit("A1").box == at("c2"));
  CHECK(g.rule(deploy("A-2", post("A4", "g2"))) == "TTS-DEP-01");
  g.give(deploy("B-1", post("B1", "e8") + "," + post("B2", "f8")));
  CHECK(g.rule(R"({"do":"deployment_done"})") == "TTS-DEP-02");
  g.give(deploy("A-2", post("A4", "g2")));
  g.give(R"({"do":"deployment_done"})");
  CHECK(g.state().phase == Phase::Battle);
}

TEST_CASE("units deploy in two rows, in three on a deep table, and never in the outer columns",
          "[tts][TTS-DEP-03][TTS-DEP-04][TTS-DEP-05]") {
  const Game g = unplaced();
  CHECK(g.rule(deploy("A-1", post("A1", "c3") + "," + post("A2", "c2") + "," + post("A3", "d2") + kCamp)) == "TTS-DEP-03");
  CHECK(g.rule(deploy("A-1", post("A1", "a2") + "," + post("A2", "b2") + "," + post("A3", "c2") + "," + post("AC", "c1"))) == "TTS-DEP-05");
  CHECK(g.rule(deploy("A-1", post("A1", "l2") + "," + post("A2", "k2") + "," + post("A3", "j2") + "," + post("AC", "j1"))) == "TTS-DEP-05");
  CHECK(g.may(deploy("A-1", post("A1", "b2") + "," + post("A2", "c2") + "," + post("A3", "d2") + "," + post("AC", "c1"))));
  const Game deep(kUnplaced, 12, 9, R"("active":"B")");
  CHECK(deep.may(deploy("A-1", post("A1", "c3") + "," + post("A2", "c2") + "," + post("A3", "d2") + kCamp)));
  CHECK(deep.rule(deploy("A-1", post("A1", "c4") + "," + post("A2", "c3") + "," + post("A3", "c2") + "," + post("AC", "c1"))) ==
        "TTS-DEP-04");
}

TEST_CASE("a command's boxes hang together by their sides", "[tts][TTS-DEP-07]") {
  const Game g = unplaced();
  CHECK(g.may(deploy("A-1", kLine + kCamp)));
  CHECK(g.rule(deploy("A-1", post("A1", "c2") + "," + post("A2", "d2") + "," + post("A3", "h2") + kCamp)) == "TTS-DEP-07");
  CHECK(g.rule(deploy("A-1", post("A1", "c2") + "," + post("A2", "d1") + "," + post("A3", "e2") + kCamp)) == "TTS-DEP-07");  // corners only
}

TEST_CASE("a camp stands on its own base edge beside its command, in the outer columns too, never in the rough",
          "[tts][TTS-DEP-06][TTS-CAMP-01][TTS-CAMP-04][TTS-AMB-55]") {
  const Game g = unplaced();
  CHECK(g.rule(deploy("A-1", kLine + "," + post("AC", "h1"))) == "TTS-CAMP-04");
  CHECK(g.rule(deploy("A-1", kLine + "," + post("AC", "d2"))) == "TTS-DEP-06");
  CHECK(g.rule(deploy("A-1", kLine + "," + post("AC", "b1"))) == "TTS-CAMP-04");  // touching by a corner
  CHECK(g.rule(deploy("A-1", kLine)) == "TTS-CAMP-04");                           // left out
  CHECK(g.may(deploy("A-1", post("A1", "b1") + "," + post("A2", "c1") + "," + post("A3", "d1") + "," + post("AC", "a1"))));
  const Game rough(kUnplaced + "; broken d1", 12, 8, R"("active":"B")");
  CHECK(rough.rule(deploy("A-1", kLine + kCamp)) == "TTS-CAMP-04");
}

TEST_CASE("fortifications and stakes are placed with their command", "[tts][TTS-FORT-10][TTS-TER-16]") {
  Game g = unplaced();
  g.give(R"({"do":"deploy","command":"A-1","postings":[)" + kLine + kCamp + R"(],"fortifications":["d1/d2"]})");
  CHECK(g.state().field.edge(at("d1"), Facing::N).fortification == Facing::N);
  CHECK_FALSE(before("terrain").may(R"({"do":"choose_terrain","side":"A","pieces":[{"kind":"fortification","boxes":1,"count":1}]})"));
  Game stakes("A1 longbowmen stakes; A2 spearmen; AG general with=A1; B1 spearmen l7 S", 12, 8, R"("active":"B")");
  stakes.give(R"({"do":"deploy","command":"A-1","postings":[)" + post("A1", "c2") + "," + post("A2", "d2") + R"(],"stakes":["A1"]})");
  CHECK(stakes.state().field.edge(at("c2"), Facing::N).stakes == Facing::N);
  CHECK(stakes.unit("A1").stakes == Stakes::Emplaced);
}

TEST_CASE("who deploys one box further in: mounted infantry, lights in scenarios 4 and 5, the passive side in 6",
          "[tts][TTS-DEP-09][TTS-MNT-02][TTS-SCN-05][TTS-SCN-18][TTS-AMB-85]") {
  const auto depth = [](const std::string& unit, int scenario, Side active = Side::A, int rows = 8) {
    State s = Game("A1 " + unit + " a1 N; B1 spearmen l8 S", 12, rows).state();
    s.scenario = scenario;
    s.active = active;
    return deployment_depth(s, s.units.at({"A1"}));
  };
  CHECK(depth("spearmen", 0) == 2);
  CHECK(depth("spearmen", 0, Side::A, 9) == 3);
  const State mounted = Game("A1 spearmen a1 N mounted_infantry; B1 spearmen l8 S").state();
  CHECK(deployment_depth(mounted, mounted.units.at({"A1"})) == 3);
  for (const int scenario : {4, 5}) {
    CHECK(depth("light_infantry_javelin", scenario) == 3);
    CHECK(depth("light_cavalry", scenario) == 3);
    CHECK(depth("spearmen", scenario) == 2);
    CHECK(depth("scythed_chariots", scenario) == 2);
  }
  for (const char* unit : {"spearmen", "artillery", "light_cavalry", "pikemen"}) {
    CHECK(depth(unit, 6, Side::B) == 3);
    CHECK(depth(unit, 6, Side::A) == 2);
  }
}

}  // namespace prelude_tests
