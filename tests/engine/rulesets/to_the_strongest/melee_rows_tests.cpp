// The melee rows of the save modifiers, M1 to M13, row by row.
#include "tests/engine/rulesets/to_the_strongest/save_rows.hpp"
#include "tests/support/catch.hpp"

namespace melee_rows_tests {

using namespace polemarch;
using namespace polemarch::to_the_strongest;
using namespace polemarch::to_the_strongest::test;

TEST_CASE("every row of the modifier table, with its value", "[tts][TTS-MOD-T1]") {
  CHECK(charged("spearmen e3 N", "light_infantry_javelin e4 S", "broken e4") == "M1+2");
  CHECK(charged("spearmen e3 N", "bowmen e4 S", "fortification e4/e3") == "M2+2");
  CHECK(charged("spearmen e3 N", "bowmen e4 S", "low_hill e4") == "M3+1");
  CHECK(charged("pikemen e3 N", "bowmen e4 S", "broken e4") == "M4+1");
  CHECK(charged("spearmen e3 N", "bowmen e4 S", "stream e4/e3") == "M5+1");
  CHECK(charged("cavalry e3 N", "spearmen e4 S disorder=1") == "M6+1");
  CHECK(charged("cavalry e3 N", "bowmen e4 S") == "M7+1");
  CHECK(charged("cavalry d4 E", "war_wagons e4 S") == "M8+1");
  CHECK(charged("spearmen e3 N", "later_knights e4 S") == "M9+1");
  CHECK(charged("billmen e3 N", "bowmen e4 S") == "M10-1");
  CHECK(charged("cavalry e3 N", "light_infantry_javelin e4 S") == "M11-1");
  CHECK(charged("camelry e3 N", "cavalry e4 S") == "M12-1");
  CHECK(shot("bowmen e4 S", Weapon::Bow, "fortification e4/e3") == "S1+2");
  CHECK(shot("cataphracts e4 S") == "S2+1");
  CHECK(shot("shieldwall e4 S") == "S3+1");
  CHECK(shot("light_infantry_other e4 S") == "S4+1");
  CHECK(shot("spearmen e4 N") == "S6-1");
  Game g(
      "A1 spearmen e3 N; A2 bowmen e1 N; B1 spearmen e4 S disorder=1; B2 spearmen a8 S; B3 spearmen b8 S; BG general e4 detached; AG "
      "general e3 detached");
  State s = g.state();
  const auto rally = [](const State& state) {
    return rows_of(save_need(Board(state), {.who = {"B1"}, .group = SaveGroup::Rally, .at = at("e4")}));
  };
  CHECK(rally(s) == "R1+1 R2-1");
  s.units.at({"B2"}).where = s.units.at({"B3"}).where = Where::Lost;
  s.units.at({"B2"}).box = s.units.at({"B3"}).box = {};
  CHECK(rally(s) == "R1+1 R2-1 R3-1");
  const auto melee = rows_of(save_need(Board(s), {.who = {"B1"}, .by = {"A1"}, .from = at("e3"), .at = at("e4"), .charged = true}));
  CHECK(melee == "M13-1");
  const auto shooting =
      rows_of(save_need(Board(s), {.who = {"B1"}, .group = SaveGroup::Shooting, .by = {"A2"}, .from = at("e1"), .at = at("e4")}));
  CHECK(shooting == "S5-1");
}

TEST_CASE("M1: light infantry in rough ground, charged by any but its like, in buildings and camps too",
          "[tts][TTS-MOD-10][TTS-TER-09][TTS-CAMP-06][TTS-AMB-14][TTS-AMB-15]") {
  CHECK(charged("spearmen e3 N", "light_infantry_javelin e4 S", "marsh e4") == "M1+2");
  CHECK(charged("spearmen e3 N", "light_infantry_other e4 S", "wood e4") == "M1+2");
  CHECK(charged("light_infantry_javelin e3 N", "light_infantry_javelin e4 S", "broken e4") == "");
  CHECK(charged("light_cavalry e3 N", "light_infantry_javelin e4 S", "broken e4") == "M1+2 M4+1");
  CHECK(charged("spearmen e3 N", "light_cavalry e4 S", "broken e4") == "");
  // A building gives its rough rows and no other bonus.
  CHECK(charged("cavalry e3 N", "light_infantry_javelin e4 S", "building e4") == "M1+2 M4+1");
  CHECK(charged("spearmen e3 N", "auxiliaries e4 S", "building e4") == "");
  CHECK(charged("spearmen e3 N", "light_infantry_javelin e4 S", "BC camp e4") == "M1+2");
  CHECK(charged("cavalry e3 N", "auxiliaries e4 S disorder=1", "BC camp e4") == "M4+1");
}

TEST_CASE("M2: foot behind a fortification, neither elephants nor mounted", "[tts][TTS-MOD-11][TTS-FORT-05]") {
  CHECK(charged("spearmen e3 N", "bowmen e4 S", "fortification e4/e3") == "M2+2");
  CHECK(charged("spearmen e3 N", "cavalry e4 S", "fortification e4/e3") == "");
  CHECK(charged("spearmen e3 N", "indian_elephants e4 S", "fortification e4/e3") == "");
  CHECK(charged("spearmen e3 N", "bowmen e4 S", "fortification e4/e5") == "");  // not over that side
  CHECK(charged("spearmen e3 N", "bowmen e4 S", "fortification e3/e4") == "");  // the charger's own
}

TEST_CASE("M3: foot charged uphill, by three levels, nothing downhill", "[tts][TTS-MOD-12][TTS-TER-03][TTS-AMB-114]") {
  CHECK(charged("spearmen e3 N", "spearmen e4 S", "low_hill e4") == "M3+1");
  CHECK(charged("spearmen e3 N", "spearmen e4 S", "steep_hill e4; low_hill e3") == "M3+1");
  CHECK(charged("spearmen e3 N", "spearmen e4 S", "low_hill e4,e3") == "");
  CHECK(charged("spearmen e3 N", "spearmen e4 S", "low_hill e3") == "");
  CHECK(charged("spearmen e3 N", "spearmen e4 S", "low_hill e4; steep_hill e3") == "");
  CHECK(charged("spearmen e3 N", "indian_elephants e4 S", "low_hill e4") == "");
  CHECK(charged("spearmen e3 N", "cavalry e4 S", "low_hill e4") == "");
  CHECK(struck_back("spearmen e3 N", "spearmen e4 S", "low_hill e3") == "");
}

TEST_CASE("M4: foot in rough ground against mounted or pikemen, pikes and elephants excepted", "[tts][TTS-MOD-13][TTS-TYPE-103]") {
  CHECK(charged("pikemen e3 N", "auxiliaries e4 S", "broken e4") == "M4+1");
  CHECK(charged("cavalry e3 N", "auxiliaries e4 S disorder=1", "broken e4") == "M4+1");
  CHECK(charged("spearmen e3 N", "auxiliaries e4 S", "broken e4") == "");
  CHECK(charged("pikemen e3 N", "pikemen e4 S", "broken e4") == "");
  CHECK(charged("cavalry e3 N", "pikemen e4 S disorder=1", "broken e4") == "M6+1");
  CHECK(charged("pikemen e3 N", "indian_elephants e4 S", "broken e4") == "");
  CHECK(charged("pikemen e3 N", "auxiliaries e4 S", "broken e3") == "");  // the ground of the charged counts
}

TEST_CASE("M5: across a stream, a wall or a hedge", "[tts][TTS-MOD-01][TTS-TER-22][TTS-TER-30][TTS-AMB-11]") {
  for (const char* kind : {"stream", "wall", "hedge"}) {
    INFO(kind);
    CHECK(charged("spearmen e3 N", "auxiliaries e4 S", std::string(kind) + " e4/e3") == "M5+1");
    CHECK(charged("spearmen e3 N", "cavalry e4 S", std::string(kind) + " e3/e4") == "M5+1");  // any unit, from either side
    CHECK(charged("spearmen e3 N", "auxiliaries e4 S", std::string(kind) + " e4/e5") == "");
  }
  CHECK(charged("spearmen e3 N", "auxiliaries e4 S", "stream e4/e3; road e2,e3,e4") == "M5+1");  // the road leads in, not over the bank
}

TEST_CASE("M5: over a shoreline or from a bridge", "[tts][TTS-MOD-05][TTS-TER-13][TTS-TER-14]") {
  CHECK(charged("spearmen e3 N", "auxiliaries e4 S", "shoreline e4/e3") == "M5+1");
  CHECK(charged("spearmen e3 N", "auxiliaries e4 S", "shoreline e4/e5") == "");
  CHECK(charged("auxiliaries e3 N swimmer", "auxiliaries e4 S", "water e3") == "M5+1");
  CHECK(charged("spearmen e3 N", "auxiliaries e4 S", "bridge e3") == "M5+1");
  CHECK(charged("spearmen e3 N", "auxiliaries e4 S", "bridge e4") == "");
  const auto flank_bonus = [](const std::string& field) {
    const Game g("A1 spearmen d4 E; B1 spearmen e4 S" + field + kFarOff);
    return bonus_cards(g.board(), g.unit("A1"), g.unit("B1"), at("d4"), at("e4"), false).flank;
  };
  CHECK(flank_bonus(""));
  CHECK_FALSE(flank_bonus("; shoreline e4/d4"));
}

TEST_CASE("M5: stakes and ditches help against mounted from the side they face", "[tts][TTS-TER-19][TTS-AMB-12][TTS-AMB-57]") {
  for (const char* kind : {"stakes", "ditch"}) {
    INFO(kind);
    CHECK(charged("cavalry e3 N", "cavalry e4 S", std::string(kind) + " e4/e3") == "M5+1");
    CHECK(charged("spearmen e3 N", "cavalry e4 S", std::string(kind) + " e4/e3") == "");
    CHECK(charged("cavalry e3 N", "cavalry e4 S", std::string(kind) + " e3/e4") == "");
  }
}

TEST_CASE("M6: pikes, spears and hoplites against a frontal mounted charge",
          "[tts][TTS-MOD-02][TTS-MOD-14][TTS-TYPE-62][TTS-TYPE-102][TTS-TYPE-116][TTS-AMB-10]") {
  for (const char* type : {"pikemen", "spearmen", "hoplites"}) {
    INFO(type);
    const std::string target = std::string(type) + " e4 S disorder=1";  // no steadiness, so that the row stands alone
    CHECK(charged("cavalry e3 N", target) == "M6+1");
    CHECK(charged("light_cavalry d3 N", target) == "M6+1");
    CHECK(charged("cavalry d4 E", target) == "");
    CHECK(charged("cavalry e5 S", target) == "");
    CHECK(charged("warriors e3 N", target) == "");
  }
  CHECK(charged("cavalry e3 N", "auxiliaries e4 S disorder=1") == "");
}

TEST_CASE("M7: steady foot against a frontal mounted charge", "[tts][TTS-MOD-15]") {
  CHECK(charged("cavalry e3 N", "auxiliaries e4 S") == "M7+1");
  CHECK(charged("cavalry e3 N", "auxiliaries e4 S disorder=1") == "");
  CHECK(charged("cavalry d4 E", "auxiliaries e4 S") == "");
  CHECK(charged("cavalry e5 S", "auxiliaries e4 S") == "");
  CHECK(charged("warriors e3 N", "auxiliaries e4 S") == "");
  CHECK(charged("indian_elephants e3 N", "auxiliaries e4 S") == "");  // beasts are foot
  CHECK(charged("cavalry e3 N", "light_infantry_javelin e4 S").find("M7") == std::string::npos);
  CHECK(charged("cavalry e3 N", "cavalry e4 S") == "");
}

TEST_CASE("elephants have a flat +2 against mounted, from every side and in every state", "[tts][TTS-MOD-03][TTS-TYPE-55][TTS-AMB-09]") {
  CHECK(charged("cavalry e3 N", "indian_elephants e4 S") == "M7+2");
  CHECK(charged("cavalry d4 E", "african_elephants e4 S") == "M7+2");
  CHECK(charged("cavalry e5 S", "indian_elephants e4 S") == "M7+2");
  CHECK(charged("cavalry e3 N", "indian_elephants e4 S escorted disorder=1") == "M7+2");
  CHECK(charged("spearmen e3 N", "indian_elephants e4 S") == "");
}

TEST_CASE("M8: war wagons against mounted, besides M7 unless the table counts one", "[tts][TTS-MOD-04][TTS-TYPE-127][TTS-AMB-13]") {
  CHECK(charged("cavalry e3 N", "war_wagons e4 S") == "M7+1 M8+1");
  CHECK(charged("cavalry e3 N", "war_wagons e4 S disorder=1") == "M8+1");
  CHECK(charged("cavalry d4 E", "war_wagons e4 S") == "M8+1");
  CHECK(charged("spearmen e3 N", "war_wagons e4 S") == "");
  CHECK(charged("cavalry e3 N", "war_wagons e4 S", "", R"("options":{"one_wagon_bonus":true})") == "M7+1");
}

TEST_CASE("M9: cataphracts and later knights, mounted or on foot", "[tts][TTS-TYPE-73][TTS-TYPE-135][TTS-DX-13]") {
  CHECK(charged("spearmen e3 N", "cataphracts e4 S") == "M9+1");
  CHECK(charged("spearmen e3 N", "later_knights e4 S") == "M9+1");
  CHECK(charged("spearmen e3 N", "later_knights_on_foot e4 S") == "M9+1");
  CHECK(charged("spearmen e3 N", "knights e4 S") == "");
  CHECK(charged("spearmen e3 N", "knights_on_foot e4 S") == "");
  const Game bills("A1 billmen e3 N; B1 cataphracts e4 S" + kFarOff);
  CHECK(rows_of(charged_save(bills)) == "M9+1 M10-1");
  CHECK(charged_save(bills).need() == 6);
}

TEST_CASE("M10: bills and two-handed weapons cut the save of whom they charge", "[tts][TTS-MOD-16][TTS-TYPE-18][TTS-THC-01]") {
  for (const char* charger :
       {"billmen e3 N", "billmen e3 N deep", "knights_on_foot e3 N", "later_knights_on_foot e3 N", "spearmen e3 N two_handed"}) {
    INFO(charger);
    CHECK(charged(charger, "spearmen e4 S") == "M10-1");
  }
  CHECK(charged("spearmen e3 N", "spearmen e4 S") == "");
  CHECK(struck_back("spearmen e3 N", "billmen e4 S") == "");  // only as the charger
  CHECK(charged("spearmen e3 N two_handed", "spearmen e4 S", "", R"("options":{"rules_off":["two_handed"]})") == "");
}

TEST_CASE("M11: light infantry charged by mounted in the open", "[tts][TTS-MOD-17]") {
  CHECK(charged("cavalry e3 N", "light_infantry_javelin e4 S") == "M11-1");
  CHECK(charged("light_cavalry e3 N", "light_infantry_other e4 S") == "M11-1");
  CHECK(charged("spearmen e3 N", "light_infantry_javelin e4 S") == "");
  CHECK(charged("cavalry e3 N", "light_infantry_javelin e4 S", "marsh e4").find("M11") == std::string::npos);
  CHECK(charged("cavalry e3 N", "light_cavalry e4 S") == "");
}

TEST_CASE("M12: horses afraid of elephants and of camels, each judged by the army's list",
          "[tts][TTS-MOD-18][TTS-TYPE-28][TTS-TYPE-54][TTS-TYPE-80]") {
  CHECK(charged("indian_elephants e3 N", "cavalry e4 S") == "M12-1");
  CHECK(charged("camelry e3 N", "cavalry e4 S") == "M12-1");
  CHECK(charged("light_camelry d4 E", "knights e4 S") == "M12-1");
  CHECK(charged("camelry e3 N", "spearmen e4 S").find("M12") == std::string::npos);
  CHECK(charged("cavalry e3 N", "cavalry e4 S") == "");
  // The charger's horses too.
  CHECK(struck_back("cavalry e3 N", "indian_elephants e4 S") == "M12-1");
  CHECK(struck_back("cavalry e3 N", "camelry e4 S") == "M12-1");
  // Camels of one's own are no comfort against elephants.
  CHECK(charged("camelry e3 N", "cavalry e4 S", "B2 camelry h4 S") == "");
  CHECK(charged("indian_elephants e3 N", "cavalry e4 S", "B2 camelry h4 S") == "M12-1");
  CHECK(charged("indian_elephants e3 N", "cavalry e4 S", "B2 indian_elephants h4 S") == "");
}

TEST_CASE("a charger that is struck back has M9, M12 and M13 and no other row", "[tts][TTS-SAV-07][TTS-AMB-49]") {
  CHECK(struck_back("later_knights e3 N", "spearmen e4 S") == "M9+1");
  CHECK(struck_back("cavalry e3 N", "indian_elephants e4 S") == "M12-1");
  CHECK(struck_back("spearmen e3 N", "cavalry e4 S") == "");
  CHECK(struck_back("spearmen e3 N", "billmen e4 S") == "");
  CHECK(struck_back("spearmen e3 N", "spearmen e4 S", "low_hill e3; fortification e3/e4; stream e3/e4") == "");
  Game g("A1 spearmen e3 N; A2 spearmen a1 N; A3 spearmen b1 N; B1 spearmen e4 S; B8 spearmen l8 S");
  State s = g.state();
  s.units.at({"A2"}).where = s.units.at({"A3"}).where = Where::Lost;
  s.units.at({"A2"}).box = s.units.at({"A3"}).box = {};
  CHECK(rows_of(save_need(Board(s), {.who = {"A1"}, .by = {"B1"}, .from = at("e4"), .at = at("e3")})) == "M13-1");
}

TEST_CASE("rows of one group add up, and a save uses one group", "[tts][TTS-SAV-05][TTS-SAV-06][TTS-DX-11]") {
  // Javelins in a fortified camp, charged by horse over the rampart: a two saves, an ace does not.
  const Game camp("A1 cavalry e3 N; B1 light_infantry_javelin e4 S disorder=0; BC camp e4; fortification e4/e3" + kFarOff);
  CHECK(rows_of(charged_save(camp)) == "M1+2 M2+2 M4+1");
  CHECK(charged_save(camp).need() == 2);
  CHECK(save_passes(2, charged_save(camp).need()));
  CHECK_FALSE(save_passes(1, charged_save(camp).need()));
  // The same unit, shot at and rallying: rows of those groups alone.
  CHECK(rows_of(shot_save(camp, Weapon::Bow)) == "S1+2 S4+1");
  CHECK(rows_of(save_need(camp.board(), {.who = {"B1"}, .group = SaveGroup::Rally, .at = at("e4")})) == "R2-1");
}

TEST_CASE("rampage hits use the melee group without charge rows", "[tts][TTS-AMB-51]") {
  const auto trampled = [](const std::string& victim, const std::string& more = "") {
    const Game g("A1 indian_elephants e3 N; B1 " + victim + (more.empty() ? "" : "; " + more) + kFarOff);
    return rows_of(save_need(g.board(), {.who = {"B1"}, .by = {"A1"}, .from = at("e3"), .at = g.unit("B1").box, .rampage = true}));
  };
  CHECK(trampled("cavalry e4 S") == "");  // no M12
  CHECK(trampled("later_knights e4 S") == "M9+1");
  CHECK(trampled("light_infantry_javelin e4 S", "wood e4") == "");
}

}  // namespace melee_rows_tests
