// The shooting rows of the save modifiers, S1 to S6, row by row.
#include "tests/engine/rulesets/to_the_strongest/save_rows.hpp"
#include "tests/support/catch.hpp"

namespace shot_rows_tests {

using namespace polemarch;
using namespace polemarch::to_the_strongest;
using namespace polemarch::to_the_strongest::test;

namespace {

const std::vector<Weapon> kArtillery{Weapon::Catapult, Weapon::Cannon, Weapon::OrganGun};
const std::vector<Weapon> kOrdinary{Weapon::Javelin, Weapon::Bow, Weapon::Sling, Weapon::Crossbow, Weapon::Longbow};

/// The row stands against bows and the like, against neither handguns nor artillery.
void stands_against_bows_only(const std::string& target, const std::string& row, const std::string& field = "") {
  INFO(target << " " << field);
  for (const Weapon weapon : kOrdinary) CHECK(shot(target, weapon, field) == row);
  CHECK(shot(target, Weapon::Handgun, field) == "");
  for (const Weapon weapon : kArtillery) CHECK(shot(target, weapon, field) == "");
}

}  // namespace

TEST_CASE("S1: foot behind a fortification, not against artillery", "[tts][TTS-MOD-06][TTS-FORT-06]") {
  for (const Weapon weapon : kOrdinary) CHECK(shot("bowmen e4 S", weapon, "fortification e4/e3") == "S1+2");
  CHECK(shot("bowmen e4 S", Weapon::Handgun, "fortification e4/e3") == "S1+2");
  for (const Weapon weapon : kArtillery) CHECK(shot("bowmen e4 S", weapon, "fortification e4/e3") == "");
  CHECK(shot("bowmen e4 S", Weapon::Bow, "fortification e4/e5") == "");
  CHECK(shot("cavalry e4 S", Weapon::Bow, "fortification e4/e3") == "");
  CHECK(shot("indian_elephants e4 S", Weapon::Bow, "fortification e4/e3") == "");
}

TEST_CASE("S2: cataphracts and knights on foot, not against artillery or handguns", "[tts][TTS-MOD-07][TTS-TYPE-71][TTS-TYPE-136]") {
  stands_against_bows_only("cataphracts e4 S", "S2+1");
  stands_against_bows_only("knights_on_foot e4 S", "S2+1");
  CHECK(shot("knights e4 S") == "");
}

TEST_CASE("S2 and S3 add for later knights on foot, mounted ones have S3", "[tts][TTS-MOD-19][TTS-TYPE-74]") {
  stands_against_bows_only("later_knights_on_foot e4 S", "S2+1 S3+1");
  stands_against_bows_only("later_knights e4 S", "S3+1");
}

TEST_CASE("S3: shieldwall, war wagons and testudo, not against artillery or handguns",
          "[tts][TTS-MOD-08][TTS-TYPE-113][TTS-TYPE-128][TTS-TST-07][TTS-AMB-83]") {
  stands_against_bows_only("shieldwall e4 S", "S3+1");
  stands_against_bows_only("war_wagons e4 S", "S3+1");
  stands_against_bows_only("legionaries e4 S formation=testudo", "S3+1");
  CHECK(shot("legionaries e4 N formation=testudo") == "S3+1 S6-1");  // from every side
  CHECK(shot("legionaries e4 S") == "");
}

TEST_CASE("S3: cover in woods, on steep hills and in buildings, none on broken ground, marsh, fields and low hills",
          "[tts][TTS-TER-27][TTS-TER-05][TTS-TER-06][TTS-TER-07][TTS-TER-08][TTS-AMB-135]") {
  for (const char* kind : {"wood", "vines", "steep_hill", "building"})
    stands_against_bows_only("spearmen e4 S", "S3+1", std::string(kind) + " e4");
  for (const char* kind : {"broken", "marsh", "field", "low_hill"})
    CHECK(shot("spearmen e4 S", Weapon::Bow, std::string(kind) + " e4") == "");
  // Cover, shields and pavises are one row, counted once.
  CHECK(shot("shieldwall e4 S", Weapon::Bow, "wood e4") == "S3+1");
  CHECK(shot("crossbowmen e4 S pavises", Weapon::Bow, "wood e4") == "S3+1");
  CHECK(shot("legionaries e4 S formation=testudo", Weapon::Bow, "wood e4") == "S3+1");
}

TEST_CASE("S3: pavises help against missiles from the three front boxes, and not in melee",
          "[tts][TTS-TYPE-45][TTS-PAV-01][TTS-PAV-02][TTS-PAV-03]") {
  stands_against_bows_only("crossbowmen e4 S pavises", "S3+1");
  for (const char* from : {"d3 N", "e3 N", "f3 N"})
    CHECK(shot("crossbowmen e4 S pavises", Weapon::Bow, "", std::string("bowmen ") + from) == "S3+1");
  for (const char* from : {"d4 E", "f4 W", "d5 S", "e5 S", "f5 S"})
    CHECK(shot("crossbowmen e4 S pavises", Weapon::Bow, "", std::string("bowmen ") + from) == "S6-1");
  CHECK(charged("spearmen e3 N", "crossbowmen e4 S pavises") == "");
  CHECK(shot("crossbowmen e4 S") == "");
}

TEST_CASE("S4: light troops and artillery, against every weapon", "[tts][TTS-MOD-09][TTS-TYPE-06]") {
  for (const char* target : {"light_infantry_javelin e4 S", "light_infantry_other e4 S", "light_cavalry e4 S", "light_camelry e4 S",
                             "light_chariots e4 S", "artillery e4 S"}) {
    INFO(target);
    for (const Weapon weapon : kOrdinary) CHECK(shot(target, weapon) == "S4+1");
    CHECK(shot(target, Weapon::Handgun) == "S4+1");
    for (const Weapon weapon : kArtillery) CHECK(shot(target, weapon) == "S4+1");
  }
  CHECK(shot("scythed_chariots e4 S") == "");
  const Game g("A1 bowmen e2 N; B1 artillery e4 S" + kFarOff);
  CHECK(shot_save(g, Weapon::Bow).base == 7);
  CHECK(shot_save(g, Weapon::Bow).need() == 6);
}

TEST_CASE("S6: shot from beside or behind the flank at any distance, an orbis never", "[tts][TTS-ORB-04][TTS-AMB-03]") {
  CHECK(shot("spearmen e4 N") == "S6-1");
  CHECK(shot("spearmen e4 E", Weapon::Bow, "", "bowmen c4 E") == "S6-1");
  CHECK(shot("spearmen e4 N", Weapon::Bow, "", "bowmen c4 E") == "S6-1");  // in its own row: beside it
  CHECK(shot("spearmen e4 N", Weapon::Bow, "", "bowmen c5 E") == "");      // a row ahead: front
  CHECK(shot("legionaries e4 N formation=orbis") == "");
  const Game ring("A1 spearmen e3 N; B1 legionaries e4 N formation=orbis" + kFarOff);
  CHECK_FALSE(bonus_cards(ring.board(), ring.unit("A1"), ring.unit("B1"), at("e3"), at("e4"), false).flank);
}

TEST_CASE("artillery spoils cover, ramparts, shieldwall, testudo and half of armour", "[tts][TTS-TYPE-05][TTS-DX-25]") {
  for (const Weapon weapon : kArtillery) {
    for (const char* target : {"shieldwall e4 S", "legionaries e4 S formation=testudo", "cataphracts e4 S", "knights_on_foot e4 S"})
      CHECK(shot(target, weapon) == "");
    CHECK(shot("spearmen e4 S", weapon, "wood e4") == "");
    CHECK(shot("spearmen e4 S", weapon, "fortification e4/e3") == "");
  }
  const Game gun("A1 artillery e2 N weapons=cannon; B1 artillery e4 S" + kFarOff);
  CHECK(shot_save(gun, Weapon::Cannon).need() == 6);
  const Game wall("A1 artillery e2 N weapons=cannon; B1 bowmen e4 S; fortification e4/e3" + kFarOff);
  CHECK(shot_save(wall, Weapon::Cannon).need() == 8);
}

}  // namespace shot_rows_tests
