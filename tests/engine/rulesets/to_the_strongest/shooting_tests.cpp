// Shooting: arcs and ranges, to-hit cards and chits, resupply, who is hit and who saves.
#include "engine/rulesets/to_the_strongest/topics/shooting.hpp"
#include "tests/engine/rulesets/to_the_strongest/save_rows.hpp"
#include "tests/support/catch.hpp"

namespace shooting_tests {

using namespace polemarch;
using namespace polemarch::to_the_strongest;
using namespace polemarch::to_the_strongest::test;

namespace {

/// Can A1, at e2 facing N, reach that box?
bool reaches(const std::string& shooter, const char* box, const std::string& more = "") {
  const Game g("A1 " + shooter + "; B1 spearmen l8 S" + more);
  return weapon_reaching(g.board(), g.unit("A1"), at(box)).has_value();
}
int most(const std::string& shooter, const std::string& more = "") {
  const Game g("A1 " + shooter + "; B1 spearmen l8 S" + more);
  return most_cards(g.board(), g.unit("A1"));
}
/// A1 shoots at spearmen in B1, the general near it.
Game range(const std::string& shooter, const std::string& target = "spearmen e4 S", const std::string& more = "") {
  return Game("A1 " + shooter + " command=2; AH general e1 detached command=2; A7 spearmen f1 N command=2; B1 " + target + more + kFarOff);
}
int chits_after(const std::string& shooter, const std::string& order, const std::vector<int>& cards,
                const std::string& target = "spearmen e4 S") {
  Game g = range(shooter, target);
  g.act(order, 9).cards(cards);
  return g.unit("A1").ammo;
}

}  // namespace

TEST_CASE("ranges of the weapons, in rows", "[tts][TTS-SHT-12][TTS-SHT-T1]") {
  struct Range {
    Weapon weapon;
    int rows;
  };
  for (const Range& r :
       {Range{Weapon::Javelin, 1}, Range{Weapon::Bow, 2}, Range{Weapon::Sling, 2}, Range{Weapon::Handgun, 2}, Range{Weapon::OrganGun, 2},
        Range{Weapon::Longbow, 3}, Range{Weapon::Crossbow, 3}, Range{Weapon::Catapult, 4}, Range{Weapon::Cannon, 6}})
    CHECK(range_of(r.weapon) == r.rows);
}

TEST_CASE("the arc is a cone to the front, overhead fire straight ahead, three columns by agreement",
          "[tts][TTS-SHT-14][TTS-SHT-T2][TTS-SHT-13][TTS-AMB-01][TTS-AMB-02]") {
  for (const Weapon weapon : {Weapon::Javelin, Weapon::Bow, Weapon::Sling, Weapon::Handgun, Weapon::OrganGun, Weapon::Longbow,
                              Weapon::Crossbow, Weapon::Catapult, Weapon::Cannon}) {
    INFO(kWeaponNames[static_cast<std::size_t>(weapon)]);
    const bool lobs = weapon == Weapon::Bow || weapon == Weapon::Sling || weapon == Weapon::Longbow;
    for (int dy = -2; dy <= 8; ++dy)
      for (int dx = -8; dx <= 8; ++dx) {
        const bool ahead = dy >= 1 && dy <= range_of(weapon);
        CHECK(arc_covers(weapon, false, ArcShapeOption::Cone, {dx, dy}) == (ahead && std::abs(dx) <= dy));
        CHECK(arc_covers(weapon, true, ArcShapeOption::Cone, {dx, dy}) == (lobs && dx == 0 && dy == 1));
        CHECK(arc_covers(weapon, false, ArcShapeOption::ThreeColumns, {dx, dy}) == (ahead && std::abs(dx) <= 1));
      }
  }
  const std::string units = "A1 bowmen e2 N; B1 spearmen l8 S";
  CHECK(weapon_reaching(Game(units).board(), Game(units).unit("A1"), at("g4")).has_value());
  const Game narrow(units, 12, 8, R"("options":{"arc":"three_columns"})");
  CHECK_FALSE(weapon_reaching(narrow.board(), narrow.unit("A1"), at("g4")).has_value());
  CHECK(weapon_reaching(narrow.board(), narrow.unit("A1"), at("f4")).has_value());
}

TEST_CASE("from behind a friend only bows, slings and longbows shoot, over his head", "[tts][TTS-SHT-10][TTS-SHT-13][TTS-AMB-93]") {
  for (const char* shooter : {"bowmen", "longbowmen", "light_infantry_sling"}) {
    INFO(shooter);
    CHECK(reaches(std::string(shooter) + " e2 N rear", "e3", "; A2 spearmen e2 N front"));
    CHECK_FALSE(reaches(std::string(shooter) + " e2 N rear", "f3", "; A2 spearmen e2 N front"));
    CHECK_FALSE(reaches(std::string(shooter) + " e2 N rear", "e4", "; A2 spearmen e2 N front"));
  }
  for (const char* shooter : {"crossbowmen", "light_infantry_handgun", "javelinmen", "light_infantry_javelin", "artillery"}) {
    INFO(shooter);
    CHECK_FALSE(reaches(std::string(shooter) + " e2 N rear", "e3", "; A2 spearmen e2 N front"));
    CHECK(reaches(std::string(shooter) + " e2 N front", "e3", "; A2 spearmen e2 N rear"));
  }
}

TEST_CASE("cannon reach six rows, catapults four, organ guns two", "[tts][TTS-TYPE-09][TTS-TYPE-12][TTS-TYPE-13]") {
  CHECK(reaches("artillery_cannon e2 N", "e8"));
  CHECK_FALSE(reaches("artillery_cannon e1 N", "e8"));
  CHECK(reaches("artillery_catapult e2 N", "e6"));
  CHECK_FALSE(reaches("artillery_catapult e2 N", "e7"));
  CHECK(reaches("artillery_organ_gun e2 N", "e4"));
  CHECK_FALSE(reaches("artillery_organ_gun e2 N", "e5"));
}

TEST_CASE("light infantry reach two rows, with crossbow or longbow three", "[tts][TTS-TYPE-91]") {
  for (const char* weapon : {"bow", "sling", "handgun"}) {
    const std::string unit = std::string("light_infantry_") + weapon + " e2 N";
    CHECK(reaches(unit, "e4"));
    CHECK_FALSE(reaches(unit, "e5"));
  }
  for (const char* weapon : {"crossbow", "longbow"}) {
    const std::string unit = std::string("light_infantry_") + weapon + " e2 N";
    CHECK(reaches(unit, "e5"));
    CHECK_FALSE(reaches(unit, "e6"));
  }
}

TEST_CASE("war wagons shoot to their front, as far as their armament", "[tts][TTS-TYPE-118][TTS-TYPE-124][TTS-TYPE-149]") {
  CHECK(reaches("war_wagons e2 N", "e5"));  // crossbows unless said
  CHECK_FALSE(reaches("war_wagons e2 N", "e6"));
  CHECK(reaches("war_wagons_handgun e2 N", "e4"));
  CHECK_FALSE(reaches("war_wagons_handgun e2 N", "e5"));
  CHECK(reaches("war_wagons_cannon e2 N", "e8"));
  CHECK(reaches("war_wagons_organ_gun e2 N", "e4"));
  CHECK_FALSE(reaches("war_wagons_organ_gun e2 N", "e5"));
  for (const char* box : {"d2", "f2", "e1", "d1"}) CHECK_FALSE(reaches("war_wagons e2 N", box));
}

TEST_CASE("a shooter needs chits, an enemy in range and arc, and sight", "[tts][TTS-SHT-01][TTS-SHT-02][TTS-AMMO-04]") {
  CHECK(range("bowmen e2 N").may("shoot A1 target=B1"));
  CHECK(range("spearmen e3 N").rule("shoot A1 target=B1") == "TTS-SHT-01");
  CHECK(range("bowmen e2 N ammo=0").rule("shoot A1 target=B1") == "TTS-AMMO-04");
  CHECK(range("bowmen e2 N ammo=0").may("resupply A1"));
  CHECK(range("bowmen e1 N").rule("shoot A1 target=B1") == "TTS-SHT-14");
  CHECK(range("bowmen e2 E").rule("shoot A1 target=B1") == "TTS-SHT-14");
  CHECK(range("bowmen e2 N", "spearmen e4 S", "; wood e3").rule("shoot A1 target=B1") == "TTS-LOS-02");
  Game fails = range("bowmen e2 N");
  fails.act("shoot A1 target=B1", 1);  // no activation, no shot
  CHECK(fails.unit("A1").ammo == 6);
  // In the zone of the enemy and next to him it shoots as well.
  CHECK(range("bowmen e3 N").may("shoot A1 target=B1"));
  CHECK(range("bowmen e3 N").rule("move A1 to=d3") == "TTS-ZOC-06");
}

TEST_CASE("one to-hit card: light troops, guns and crossbowmen", "[tts][TTS-SHT-05][TTS-TYPE-08][TTS-TYPE-43]") {
  for (const char* shooter : {"light_infantry_javelin e2 N", "light_infantry_other e2 N", "light_cavalry_bow e2 N", "artillery_cannon e2 N",
                              "artillery_catapult e2 N", "crossbowmen e2 N"}) {
    INFO(shooter);
    CHECK(most(shooter) == 1);
    CHECK(range(std::string(shooter) + " ", "spearmen e3 S").rule("shoot A1 target=B1 cards=2") == "TTS-SHT-05");
  }
  CHECK(chits_after("crossbowmen e2 N", "shoot A1 target=B1", {2}) == 5);
  CHECK(chits_after("artillery_cannon e2 N", "shoot A1 target=B1", {2}) == 5);
}

TEST_CASE("bowmen, longbowmen and organ guns play one or two cards, chosen before",
          "[tts][TTS-SHT-06][TTS-TYPE-21][TTS-TYPE-95][TTS-TYPE-132][TTS-AMMO-02]") {
  for (const char* shooter : {"bowmen e2 N", "longbowmen e2 N", "artillery_organ_gun e2 N"}) {
    INFO(shooter);
    CHECK(most(shooter) == 2);
    CHECK(chits_after(shooter, "shoot A1 target=B1 cards=2", {2, 3}) == 4);
    CHECK(chits_after(shooter, "shoot A1 target=B1 cards=1", {2}) == 5);
  }
  CHECK(most("artillery_organ_gun e2 N", "; broken e2") == 1);
}

TEST_CASE("disordered or in rough ground they play one card only", "[tts][TTS-SHT-07][TTS-TYPE-22][TTS-TYPE-96]") {
  for (const char* shooter : {"bowmen e2 N", "longbowmen e2 N"}) {
    INFO(shooter);
    CHECK(most(std::string(shooter) + " disorder=1") == 1);
    CHECK(most(shooter, "; broken e2") == 1);
    CHECK(most(shooter, "; broken e3") == 2);
    CHECK(range(std::string(shooter) + " disorder=1").rule("shoot A1 target=B1 cards=2") == "TTS-SHT-07");
  }
}

TEST_CASE("with one chit left they shoot one card", "[tts][TTS-AMMO-03][TTS-SHT-17]") {
  CHECK(most("bowmen e2 N ammo=1") == 1);
  CHECK(most("longbowmen e2 N ammo=1") == 1);
  CHECK(most("artillery_organ_gun e2 N ammo=1") == 1);
  CHECK(chits_after("artillery_organ_gun e2 N ammo=1", "shoot A1 target=B1", {2}) == 0);
  CHECK(chits_after("bowmen e2 N ammo=1", "shoot A1 target=B1", {9, 9}) == 0);
}

TEST_CASE("formed javelins, horse, chariots, camels and mobs: one card, one chit", "[tts][TTS-SHT-09][TTS-AMB-92]") {
  for (const char* shooter : {"javelinmen e3 N", "cavalry e3 N", "chariots e3 N", "camelry e3 N", "mobs e3 N", "heavy_chariots e3 N"}) {
    INFO(shooter);
    CHECK(most(shooter) == 1);
    CHECK(chits_after(shooter, "shoot A1 target=B1", {2}) == 1);
    CHECK(range(shooter).rule("shoot A1 target=B1 cards=2") == "TTS-SHT-05");
  }
}

TEST_CASE("war wagons play one card, organ guns on them one or two", "[tts][TTS-TYPE-150]") {
  for (const char* wagons : {"war_wagons e2 N", "war_wagons_handgun e2 N", "war_wagons_cannon e2 N"}) CHECK(most(wagons) == 1);
  CHECK(most("war_wagons_organ_gun e2 N") == 2);
}

TEST_CASE("an extra missile weapon shoots one card, disordered and in the rough too", "[tts][TTS-XMW-03][TTS-XMW-06]") {
  CHECK(most("spearmen e2 N extra=bow") == 1);
  CHECK(range("spearmen e2 N extra=bow").may("shoot A1 target=B1"));
  CHECK(range("spearmen e1 N extra=bow").rule("shoot A1 target=B1") == "TTS-SHT-14");
  Game shaken = range("spearmen e2 N extra=bow disorder=1", "spearmen e4 S", "; broken e2");
  shaken.act("shoot A1 target=B1", 9);
  CHECK(shaken.state().agenda.open_waits().at(0).chance->count == 1);
  shaken.cards({7});
  CHECK(shaken.idle());  // 8 hits
  CHECK(shaken.unit("A1").ammo == 2);
  shaken.act("shoot A1 target=B1", 10).cards({8});
  CHECK(shaken.asks() == "TTS-SAV-01");
}

TEST_CASE("resupply takes a chit from the reserve, easily, and never above the start",
          "[tts][TTS-AMMO-05][TTS-AMMO-06][TTS-AMMO-07][TTS-AMMO-08][TTS-ACT-15]") {
  Game g = range("bowmen e2 N ammo=5");
  CHECK(g.state().side(Side::A).reserve_ammo == 1);  // one unit has ammunition
  CHECK(g.need("resupply A1") == 2);
  CHECK(g.need("shoot A1 target=B1") == 2);
  g.act("resupply A1", 2);
  CHECK(g.unit("A1").ammo == 6);
  CHECK(g.state().side(Side::A).reserve_ammo == 0);
  CHECK(g.rule("resupply A1") == "TTS-AMMO-06");
  CHECK(range("spearmen e2 N").rule("resupply A1") == "TTS-AMMO-05");
  Game empty("A1 bowmen c2 N ammo=4; B1 spearmen c5 S; AG general with=A1");
  empty.act("resupply A1", 3);
  CHECK(empty.rule("resupply A1") == "TTS-AMMO-07");
  const Game bought("A1 bowmen c2 N; B1 spearmen c4 S" + kFarOff, 12, 8, R"("sides":{"A":{"extra_ammo":2}})");
  CHECK(bought.state().side(Side::A).reserve_ammo == 5);  // two points, four chits
}

TEST_CASE("a table may drop ammunition resupply", "[tts][TTS-BID-05]") {
  const std::string units = "A1 bowmen c2 N ammo=4; B1 spearmen c5 S; AG general with=A1";
  CHECK(Game(units).may("resupply A1"));
  CHECK(Game(units, 12, 8, R"("options":{"resupply":false})").rule("resupply A1") == "TTS-BID-05");
}

TEST_CASE("who is hit and who saves", "[tts][TTS-SHT-04][TTS-SHT-11][TTS-SHT-15][TTS-SHT-16][TTS-MEL-09][TTS-AMB-40]") {
  Game g(
      "A1 bowmen e2 N; B1 spearmen e4 S front; B2 hoplites e4 S rear; BG general e4 detached; BH general with=B2 command=2; B8 spearmen l8 "
      "S; A8 spearmen a1 N; AG general a1 detached; A2 bowmen e6 S");
  CHECK(g.may("shoot A1 target=B1"));
  CHECK(g.rule("shoot A1 target=B2") == "TTS-SHT-15");
  CHECK(g.may("shoot A2 target=B2"));
  g.act("shoot A1 target=B1", 5).cards({9});
  CHECK(g.question().find("B1") != std::string::npos);
  g.cards({9});
  CHECK(g.question().find("BG") != std::string::npos);  // detached: on every hit; BH is attached to the other unit
  g.cards({9});
  CHECK(g.idle());
  // The unit behind is hit: its own general saves, and the detached one.
  Game rear(
      "A1 spearmen a1 N; A2 bowmen e6 S; AG general e6 detached; B1 spearmen e4 S front; B2 hoplites e4 S rear; BG general e4 detached; BH "
      "general with=B2 command=2; B8 spearmen l8 S");
  rear.act("shoot A2 target=B2", 5).cards({9, 9});
  CHECK(rear.question().find("BG") != std::string::npos);
  rear.cards({9});
  CHECK(rear.question().find("BH") != std::string::npos);
}

TEST_CASE("a lone general is neither shot at nor charged", "[tts][TTS-SHT-11][TTS-AMB-94]") {
  const Game g("A1 bowmen e2 N; A2 spearmen e3 N; AG general with=A1; B1 spearmen l8 S; BG general e4 detached");
  CHECK(g.rule("shoot A1") == "TTS-SHT-01");
  CHECK_FALSE(g.may("shoot A1 target=BG"));
  CHECK_FALSE(g.may("charge A2 target=BG"));
  CHECK(g.rule("charge A2 to=e4") == "TTS-CHG-01");
}

TEST_CASE("defenders of a fortification throw without end", "[tts][TTS-FORT-08][TTS-SHT-08][TTS-LST-09]") {
  Game g("A1 spearmen e2 N; fortification e2/e3; B1 spearmen e3 S" + kFarOff);
  g.act("shoot A1 target=B1", 5).cards({9, 9});
  g.act("shoot A1 target=B1", 8).cards({2});
  CHECK(g.unit("A1").ammo == 0);
  CHECK(g.rule("shoot A1 target=B1 cards=2") == "TTS-SHT-05");
}

TEST_CASE("equally near enemies are the shooter's choice, diagonals count one and a half", "[tts][TTS-PRI-01][TTS-PRI-02][TTS-PRI-03]") {
  const Game g("A1 bowmen e2 N; B1 spearmen d4 S; B2 spearmen f4 S; B3 spearmen g4 S" + kFarOff);
  CHECK(g.may("shoot A1 target=B1"));
  CHECK(g.may("shoot A1 target=B2"));
  CHECK(g.rule("shoot A1 target=B3") == "TTS-PRI-01");
  CHECK_FALSE(g.may("shoot A1"));  // which of the two?
  CHECK(half_distance(at("e2"), at("f4")) == 5);
  CHECK(half_distance(at("e2"), at("g4")) == 6);
}

}  // namespace shooting_tests
