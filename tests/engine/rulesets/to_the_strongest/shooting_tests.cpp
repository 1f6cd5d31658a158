// Shooting, sight, ammunition and every save modifier.
#include "tests/engine/rulesets/to_the_strongest/game.hpp"
#include "tests/support/catch.hpp"

using namespace polemarch;
using namespace polemarch::to_the_strongest;
using test::at;
using test::Game;

namespace {
const std::string kRest =
    "; A8 spearmen a1 N; A9 spearmen b1 N; AG general a1 detached; B8 spearmen l8 S; B9 spearmen k8 S; BG general l8 detached";
int modifier(const Game& g, const char* who, const char* by, Attack attack = Attack::Front, bool charged = true) {
  const Unit &saver = g.unit(who), &striker = g.unit(by);
  return save_need(g.board(),
                   {.who = saver.id, .by = striker.id, .from = striker.box, .at = saver.box, .attack = attack, .charged = charged})
      .modifier();
}
int shot_modifier(const Game& g, const char* who, const char* by, Weapon weapon = Weapon::Bow) {
  return save_need(g.board(), {.who = g.unit(who).id,
                               .group = SaveGroup::Shooting,
                               .by = g.unit(by).id,
                               .from = g.unit(by).box,
                               .at = g.unit(who).box,
                               .weapon = weapon})
      .modifier();
}
int melee(const std::string& charger, const std::string& target, const std::string& more = "") {
  Game g("A1 " + charger + "; B1 " + target + (more.empty() ? "" : "; " + more) + kRest);
  return modifier(g, "B1", "A1", attack_on(g.unit("B1"), g.unit("A1").box, g.unit("B1").box));
}
int shot(const std::string& target, Weapon weapon = Weapon::Bow, const std::string& more = "", const std::string& shooter = "bowmen e2 N") {
  Game g("A1 " + shooter + "; B1 " + target + (more.empty() ? "" : "; " + more) + kRest);
  return shot_modifier(g, "B1", "A1", weapon);
}
}  // namespace

TEST_CASE("melee rows M1 to M13",
          "[tts][TTS-MOD-T1][TTS-MOD-01][TTS-MOD-02][TTS-MOD-03][TTS-MOD-04][TTS-MOD-05][TTS-MOD-10][TTS-MOD-11][TTS-MOD-12]"
          "[TTS-MOD-13][TTS-MOD-14][TTS-MOD-15][TTS-MOD-16][TTS-MOD-17][TTS-MOD-18][TTS-DX-11][TTS-DX-13][TTS-TYPE-18]"
          "[TTS-TYPE-28][TTS-TYPE-54][TTS-TYPE-55][TTS-TYPE-62][TTS-TYPE-73][TTS-TYPE-80][TTS-TYPE-102][TTS-TYPE-103]"
          "[TTS-TYPE-116][TTS-TYPE-127][TTS-TYPE-135][TTS-THC-01][TTS-FORT-05][TTS-TER-03][TTS-TER-14][TTS-TER-19][TTS-TER-22]"
          "[TTS-TER-30][TTS-CAMP-06][TTS-TER-09][TTS-SAV-05][TTS-SAV-06][TTS-TER-T1][TTS-TER-13]") {
  CHECK(melee("spearmen e3 N", "light_infantry_javelin e4 S", "broken e4") == 2);                // M1
  CHECK(melee("light_infantry_javelin e3 N", "light_infantry_javelin e4 S", "broken e4") == 0);  // M1 not against its like
  CHECK(melee("cavalry e3 N", "light_infantry_javelin e4 S", "building e4") == 3);               // M1 + M4
  CHECK(melee("spearmen e3 N", "bowmen e4 S", "fortification e4/e3") == 2);                      // M2
  CHECK(melee("spearmen e3 N", "cavalry e4 S", "fortification e4/e3") == 0);
  CHECK(melee("spearmen e3 N", "indian_elephants e4 S", "fortification e4/e3") == 0);
  CHECK(melee("spearmen e3 N", "spearmen e4 S", "low_hill e4") == 1);  // M3
  CHECK(melee("spearmen e3 N", "spearmen e4 S", "low_hill e4,e3") == 0);
  CHECK(melee("spearmen e3 N", "spearmen e4 S", "low_hill e3") == 0);
  CHECK(melee("spearmen e3 N", "indian_elephants e4 S", "low_hill e4") == 0);
  CHECK(melee("pikemen e3 N", "auxiliaries e4 S", "broken e4") == 1);  // M4
  CHECK(melee("spearmen e3 N", "auxiliaries e4 S", "broken e4") == 0);
  CHECK(melee("pikemen e3 N", "pikemen e4 S", "broken e4") == 0);
  CHECK(melee("spearmen e3 N", "auxiliaries e4 S", "stream e4/e3") == 1);  // M5
  CHECK(melee("spearmen e3 N", "auxiliaries e4 S", "wall e4/e3") == 1);
  CHECK(melee("spearmen e3 N", "auxiliaries e4 S", "hedge e4/e3") == 1);
  CHECK(melee("spearmen e3 N", "auxiliaries e4 S", "shoreline e4/e3") == 1);
  CHECK(melee("spearmen e3 N", "auxiliaries e4 S", "shoreline e4/e5") == 0);
  CHECK(melee("spearmen e3 N", "auxiliaries e4 S", "bridge e3") == 1);
  CHECK(melee("spearmen e3 N", "cavalry e4 S", "stakes e4/e3") == 0);
  CHECK(melee("cavalry e3 N", "cavalry e4 S", "stakes e4/e3") == 1);
  CHECK(melee("cavalry e3 N", "pikemen e4 S") == 2);  // M6 + M7
  CHECK(melee("cavalry e3 N", "spearmen e4 S disorder=1") == 1);
  CHECK(melee("cavalry e3 N", "hoplites e4 S") == 2);
  CHECK(melee("cavalry d4 E", "spearmen e4 S") == 0);
  CHECK(melee("warriors e3 N", "spearmen e4 S") == 0);
  CHECK(melee("cavalry e3 N", "auxiliaries e4 S") == 1);  // M7
  CHECK(melee("cavalry e3 N", "auxiliaries e4 S disorder=1") == 0);
  CHECK(melee("cavalry e3 N", "indian_elephants e4 S") == 2);
  CHECK(melee("cavalry d4 E", "indian_elephants e4 S") == 2);
  CHECK(melee("spearmen e3 N", "indian_elephants e4 S") == 0);
  CHECK(melee("cavalry e3 N", "war_wagons e4 S") == 2);  // M7 + M8
  CHECK(melee("cavalry d4 E", "war_wagons e4 S") == 1);
  CHECK(melee("spearmen e3 N", "later_knights e4 S") == 1);  // M9
  CHECK(melee("spearmen e3 N", "later_knights_on_foot e4 S") == 1);
  CHECK(melee("billmen e3 N", "cataphracts e4 S") == 0);  // M9 - M10
  CHECK(melee("billmen e3 N", "spearmen e4 S") == -1);
  CHECK(melee("knights_on_foot e3 N", "spearmen e4 S") == -1);
  CHECK(melee("spearmen e3 N two_handed", "spearmen e4 S") == -1);
  CHECK(melee("cavalry e3 N", "light_infantry_javelin e4 S") == -1);  // M11
  CHECK(melee("spearmen e3 N", "light_infantry_javelin e4 S") == 0);
  CHECK(melee("indian_elephants e3 N", "cavalry e4 S") == -1);  // M12
  CHECK(melee("camelry e3 N", "cavalry e4 S") == -1);
  CHECK(melee("light_camelry d4 E", "knights e4 S") == -1);
  CHECK(melee("camelry e3 N", "spearmen e4 S") == 2);
  Game friends("A1 camelry e3 N; B1 cavalry e4 S; B2 camelry h4 S" + kRest);
  CHECK(modifier(friends, "B1", "A1") == 0);  // an army with camels of its own
  Game both("A1 cavalry e3 N; B1 indian_elephants e4 S" + kRest);
  CHECK(modifier(both, "A1", "B1", Attack::Front, false) == -1);  // the charger's horses too
  Game camp("A1 cavalry e3 N; B1 light_infantry_javelin e4 S; BC camp e4; fortification e4/e3" + kRest);
  CHECK(modifier(camp, "B1", "A1") == 5);
  const SaveDue due{.who = {"B1"}, .by = {"A1"}, .from = at("e3"), .at = at("e4"), .charged = true};
  CHECK(save_need(camp.board(), due).need() == 2);
  CHECK(save_passes(2, save_need(camp.board(), due).need()));
  CHECK_FALSE(save_passes(1, save_need(camp.board(), due).need()));
  Game bills("A1 billmen e3 N; B1 cataphracts e4 S" + kRest);
  CHECK(save_need(bills.board(), due).need() == 6);
  CHECK(modifier(bills, "A1", "B1", Attack::Front, false) == 0);  // M10 only when the bills charge
}

TEST_CASE("shooting rows S1 to S6",
          "[tts][TTS-MOD-T1][TTS-MOD-06][TTS-MOD-07][TTS-MOD-08][TTS-MOD-09][TTS-MOD-19][TTS-DX-25][TTS-TYPE-05][TTS-TYPE-06]"
          "[TTS-TYPE-71][TTS-TYPE-74][TTS-TYPE-113][TTS-TYPE-128][TTS-TYPE-136][TTS-TER-27][TTS-FORT-06][TTS-PAV-01][TTS-PAV-02]"
          "[TTS-PAV-03][TTS-TST-07][TTS-ORB-04][TTS-TER-05][TTS-TER-06][TTS-TER-07][TTS-TER-08][TTS-TYPE-45]") {
  CHECK(shot("bowmen e4 S", Weapon::Bow, "fortification e4/e3") == 2);
  CHECK(shot("bowmen e4 S", Weapon::Handgun, "fortification e4/e3") == 2);
  CHECK(shot("bowmen e4 S", Weapon::Cannon, "fortification e4/e3") == 0);
  for (const char* type : {"cataphracts e4 S", "knights_on_foot e4 S"}) {
    CHECK(shot(type) == 1);
    CHECK(shot(type, Weapon::Handgun) == 0);
    CHECK(shot(type, Weapon::Catapult) == 0);
  }
  CHECK(shot("knights e4 S") == 0);
  CHECK(shot("later_knights e4 S") == 1);
  CHECK(shot("later_knights_on_foot e4 S") == 2);
  for (const char* type : {"shieldwall e4 S", "war_wagons e4 S"}) {
    CHECK(shot(type) == 1);
    CHECK(shot(type, Weapon::Handgun) == 0);
    CHECK(shot(type, Weapon::Cannon) == 0);
  }
  CHECK(shot("spearmen e4 S", Weapon::Bow, "wood e4") == 1);
  CHECK(shot("spearmen e4 S", Weapon::Bow, "steep_hill e4") == 1);
  CHECK(shot("spearmen e4 S", Weapon::Bow, "broken e4") == 0);
  CHECK(shot("spearmen e4 S", Weapon::Bow, "marsh e4") == 0);
  CHECK(shot("spearmen e4 S", Weapon::Handgun, "wood e4") == 0);
  CHECK(shot("shieldwall e4 S", Weapon::Bow, "wood e4") == 1);  // one row, once
  CHECK(shot("crossbowmen e4 S pavises") == 1);
  CHECK(shot("crossbowmen e4 N pavises") == -1);
  CHECK(melee("spearmen e3 N", "crossbowmen e4 S pavises") == 0);
  CHECK(shot("legionaries e4 S formation=testudo") == 1);
  CHECK(shot("legionaries e4 N formation=testudo") == 0);
  for (const char* type : {"light_infantry_javelin e4 S", "light_cavalry e4 S", "artillery e4 S"})
    for (const Weapon weapon : {Weapon::Bow, Weapon::Handgun, Weapon::Cannon}) CHECK(shot(type, weapon) == 1);
  CHECK(shot("spearmen e4 N") == -1);
  CHECK(shot("spearmen e4 E", Weapon::Bow, "", "bowmen c4 E") == -1);
  CHECK(shot("legionaries e4 N formation=orbis") == 0);
  Game gun("A1 artillery e2 N; B1 artillery e4 S; B2 bowmen f4 S; fortification f4/f3" + kRest);
  CHECK(save_need(gun.board(),
                  {.who = {"B1"}, .group = SaveGroup::Shooting, .by = {"A1"}, .from = at("e2"), .at = at("e4"), .weapon = Weapon::Cannon})
            .need() == 6);
  CHECK(save_need(gun.board(),
                  {.who = {"B2"}, .group = SaveGroup::Shooting, .by = {"A1"}, .from = at("e2"), .at = at("f4"), .weapon = Weapon::Cannon})
            .need() == 8);
}

TEST_CASE("a demoralised command saves one worse, its generals do not",
          "[tts][TTS-DEM-04][TTS-RAL-06][TTS-GEN-38][TTS-SAV-04][TTS-GEN-28][TTS-MOD-T1]") {
  Game g(
      "A1 spearmen e3 N; A2 bowmen e1 N; B1 spearmen e4 S disorder=1; B2 spearmen a8 S; B3 spearmen c8 S; BG general e4 detached heroic; "
      "BH general c8 detached command=2; AG general e3 detached");
  const auto need = [&](const State& s, SaveGroup group, const char* who, bool general = false) {
    return save_need(Board(s),
                     {.who = {who}, .general = general, .group = group, .by = {"A1"}, .from = at("e3"), .at = at("e4"), .charged = true})
        .need();
  };
  State s = g.state();
  const int melee_before = need(s, SaveGroup::Melee, "B1"), shot_before = need(s, SaveGroup::Shooting, "B1"),
            rally_before = need(s, SaveGroup::Rally, "B1");
  s.units.at({"B2"}).where = s.units.at({"B3"}).where = Where::Lost;
  s.units.at({"B2"}).box = s.units.at({"B3"}).box = {};
  CHECK(is_demoralised(s, {"B-1"}));
  CHECK(need(s, SaveGroup::Melee, "B1") == melee_before + 1);
  CHECK(need(s, SaveGroup::Shooting, "B1") == shot_before + 1);
  CHECK(need(s, SaveGroup::Rally, "B1") == rally_before + 1);
  CHECK(need(s, SaveGroup::Melee, "BG", true) == 3);
  CHECK(need(s, SaveGroup::Melee, "BH", true) == 2);
}

TEST_CASE("rallying",
          "[tts][TTS-RAL-01][TTS-RAL-02][TTS-RAL-03][TTS-RAL-04][TTS-RAL-05][TTS-RAL-07][TTS-RAL-08][TTS-RAL-09][TTS-RAL-10]"
          "[TTS-ACT-16][TTS-SAV-01][TTS-SAV-02]") {
  Game g("A1 warriors e3 N disorder=2; AG general with=A1; A8 spearmen a1 N; A9 spearmen b1 N; B1 warriors e4 S; B8 spearmen l8 S");
  CHECK(g.rule("rally A8") == "TTS-RAL-01");
  CHECK(g.need("rally A1") == 2);
  g.act("rally A1", 3);
  CHECK(g.question().find("7+") != std::string::npos);  // +1 for the general, -1 for the warriors
  g.cards({6});
  CHECK(g.unit("A1").disorder == 2);
  CHECK(g.state().active == Side::A);
  g.act("rally A1", 5).cards({7});
  CHECK(g.unit("A1").disorder == 1);
  g.act("rally A1", 8).cards({10});
  CHECK(g.unit("A1").disorder == 0);
  Game crowd(
      "A1 spearmen e3 N disorder=1 raw; A8 spearmen a1 N; AG general a1 detached; B1 warriors e4 S; B2 warriors d3 E; B3 warriors f3 W; B4 "
      "warriors e2 N; B8 spearmen l8 S");
  crowd.act("rally A1", 9);
  crowd.cards({10});
  CHECK(crowd.unit("A1").disorder == 0);
}

TEST_CASE(
    "ranges and arcs by weapon",
    "[tts][TTS-TYPE-124][TTS-SHT-12][TTS-SHT-T1][TTS-SHT-T2][TTS-SHT-14][TTS-SHT-10][TTS-SHT-13][TTS-TYPE-09][TTS-TYPE-12][TTS-TYPE-13]"
    "[TTS-TYPE-20][TTS-TYPE-42][TTS-TYPE-91][TTS-TYPE-94][TTS-TYPE-149][TTS-TYPE-118]") {
  struct Reach {
    Weapon weapon;
    int rows;
    bool overhead;
  };
  for (const Reach& r : {Reach{Weapon::Javelin, 1, false}, Reach{Weapon::Bow, 2, true}, Reach{Weapon::Sling, 2, true},
                         Reach{Weapon::Handgun, 2, false}, Reach{Weapon::OrganGun, 2, false}, Reach{Weapon::Longbow, 3, true},
                         Reach{Weapon::Crossbow, 3, false}, Reach{Weapon::Catapult, 4, false}, Reach{Weapon::Cannon, 6, false}}) {
    INFO(kWeaponNames[static_cast<std::size_t>(r.weapon)]);
    CHECK(range_of(r.weapon) == r.rows);
    for (int dy = -2; dy <= 8; ++dy)
      for (int dx = -8; dx <= 8; ++dx) {
        CHECK(arc_covers(r.weapon, false, ArcShapeOption::Cone, {dx, dy}) == (dy >= 1 && dy <= r.rows && std::abs(dx) <= dy));
        CHECK(arc_covers(r.weapon, true, ArcShapeOption::Cone, {dx, dy}) == (r.overhead && dx == 0 && dy == 1));
        CHECK(arc_covers(r.weapon, false, ArcShapeOption::ThreeColumns, {dx, dy}) == (dy >= 1 && dy <= r.rows && std::abs(dx) <= 1));
      }
  }
  Game wagons(
      "A1 war_wagons e2 N weapons=cannon; A2 war_wagons g2 N weapons=handgun; A3 war_wagons i2 N; B1 spearmen e8 S; B2 spearmen g4 S; B3 "
      "spearmen i5 S" +
      kRest);
  CHECK(weapon_reaching(wagons.board(), wagons.unit("A1"), at("e8")) == Weapon::Cannon);
  CHECK(weapon_reaching(wagons.board(), wagons.unit("A2"), at("g4")).has_value());
  CHECK_FALSE(weapon_reaching(wagons.board(), wagons.unit("A2"), at("g5")).has_value());
  CHECK(weapon_reaching(wagons.board(), wagons.unit("A3"), at("i5")).has_value());
}

TEST_CASE("cards and chits of a shooting",
          "[tts][TTS-SHT-01][TTS-SHT-02][TTS-SHT-05][TTS-SHT-06][TTS-SHT-07][TTS-SHT-09][TTS-SHT-17][TTS-AMMO-02][TTS-AMMO-03]"
          "[TTS-AMMO-04][TTS-AMMO-06][TTS-AMMO-08][TTS-ACT-15][TTS-TYPE-08][TTS-TYPE-21][TTS-TYPE-22][TTS-TYPE-43][TTS-TYPE-95]"
          "[TTS-TYPE-96][TTS-TYPE-132][TTS-TYPE-150][TTS-XMW-03][TTS-XMW-06]") {
  Game g(
      "A1 bowmen c2 N; A2 longbowmen e2 N disorder=1; A3 crossbowmen g2 N; A4 artillery i2 N weapons=organ_gun; A5 bowmen k2 N ammo=1; A6 "
      "longbowmen c5 N; A7 artillery e5 N; "
      "A8 war_wagons g5 N weapons=organ_gun; A9 cavalry i5 N; B1 spearmen a8 S; broken c5" +
      std::string("; AG general a1 detached; B8 spearmen l8 S"));
  const auto most = [&](const char* id) { return most_cards(g.board(), g.unit(id)); };
  CHECK(most("A1") == 2);
  CHECK(most("A2") == 1);
  CHECK(most("A3") == 1);
  CHECK(most("A4") == 2);
  CHECK(most("A5") == 1);
  CHECK(most("A6") == 1);
  CHECK(most("A7") == 1);
  CHECK(most("A8") == 2);
  CHECK(most("A9") == 1);
  Game shoot(
      "A1 bowmen c2 N; B1 spearmen c4 S; A2 javelinmen e2 N; B2 spearmen e3 S; A3 cavalry g2 N; B3 spearmen g3 S; A4 spearmen i2 N "
      "extra=bow disorder=1; B4 spearmen i4 S" +
      kRest);
  shoot.act("shoot A1 target=B1 cards=2", 5).cards({2, 3});
  CHECK(shoot.unit("A1").ammo == 4);
  shoot.act("shoot A1 target=B1", 8).cards({2});
  CHECK(shoot.unit("A1").ammo == 3);
  CHECK(shoot.rule("shoot A2 target=B2 cards=2") == "TTS-SHT-05");
  shoot.act("shoot A2 target=B2", 5).cards({9, 9});
  CHECK(shoot.unit("A2").ammo == 1);
  shoot.act("shoot A3 target=B3", 5).cards({2});
  CHECK(shoot.unit("A3").ammo == 1);
  shoot.act("shoot A4 target=B4", 5).cards({2});
  CHECK(shoot.unit("A4").ammo == 2);
  shoot.act("shoot A2 target=B2", 7).cards({2});
  CHECK(shoot.rule("shoot A2 target=B2") == "TTS-AMMO-04");
  const int reserve = shoot.state().side(Side::A).reserve_ammo;
  shoot.act("resupply A2", 9);
  CHECK(shoot.unit("A2").ammo == 1);
  CHECK(shoot.state().side(Side::A).reserve_ammo == reserve - 1);
  Game full("A1 bowmen c2 N; B1 spearmen c4 S" + kRest, 12, 8, R"("sides":{"A":{"extra_ammo":2}})");
  CHECK(full.rule("resupply A1") == "TTS-AMMO-06");
  CHECK(full.state().side(Side::A).reserve_ammo == 5);
  Game none("A1 spearmen c2 N; B1 spearmen c3 S" + kRest);
  CHECK(none.rule("shoot A1 target=B1") == "TTS-SHT-01");
}

TEST_CASE("who is hit and who saves", "[tts][TTS-SHT-04][TTS-SHT-11][TTS-SHT-15][TTS-SHT-16][TTS-MEL-09]") {
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
}

TEST_CASE("what blocks the sight",
          "[tts][TTS-LOS-01][TTS-LOS-02][TTS-LOS-03][TTS-LOS-04][TTS-LOS-06][TTS-LOS-07][TTS-LOS-08][TTS-LOS-09][TTS-LOS-10]"
          "[TTS-LOS-11][TTS-TER-02][TTS-TER-04][TTS-TER-05][TTS-TER-06][TTS-TER-07][TTS-TER-08][TTS-TER-09][TTS-TER-10]"
          "[TTS-TER-11][TTS-TER-12][TTS-FORT-09][TTS-TER-T1]") {
  const auto free = [](const std::string& field, const char* from = "e2", const char* to = "e5") {
    Game g("A1 longbowmen a1 N; B1 spearmen l8 S" + (field.empty() ? "" : "; " + field));
    return !sight_blocked(g.board(), at(from), at(to)).has_value();
  };
  CHECK(free(""));
  for (const char* kind : {"low_hill", "steep_hill", "wood", "building", "rocky_outcrop", "dense_forest"})
    CHECK_FALSE(free(std::string(kind) + " e3"));
  for (const char* kind : {"field", "broken", "marsh", "small_lake", "water"}) CHECK(free(std::string(kind) + " e3"));
  CHECK(free("wood e5"));
  CHECK(free("wood e2"));
  CHECK(free("stream e3/e4"));
  CHECK_FALSE(free("A2 spearmen e3 N"));
  CHECK_FALSE(free("B2 spearmen e4 S"));
  CHECK_FALSE(free("fortification e3/e4"));
  CHECK(free("fortification e2/e3"));
  CHECK(free("fortification e5/e4"));
  CHECK(free("low_hill e2; A2 spearmen e3 N"));  // over those next to it
  CHECK(free("low_hill e2; wood e4"));           // and further off
  CHECK_FALSE(free("low_hill e2,e4"));
  CHECK_FALSE(free("low_hill e2; steep_hill e3"));
  CHECK(free("steep_hill e2; low_hill e4"));
  CHECK_FALSE(free("steep_hill e2,e4"));
  CHECK_FALSE(free("steep_hill e2; rocky_outcrop e4"));
  CHECK(free("low_hill e2; rocky_outcrop e3"));  // next to it
  CHECK(free("building e2; A2 spearmen e3 N"));
  CHECK_FALSE(free("building e2; A2 spearmen e3 N; broken e3"));
  CHECK(free("wood f2", "e2", "g4"));
  CHECK_FALSE(free("wood f2,e3", "e2", "f3"));
}

TEST_CASE("defenders of a fortification throw without end", "[tts][TTS-FORT-08][TTS-SHT-08][TTS-LST-09]") {
  Game g("A1 spearmen e2 N; fortification e2/e3; B1 spearmen e3 S" + kRest);
  g.act("shoot A1 target=B1", 5).cards({9, 9});
  g.act("shoot A1 target=B1", 8).cards({2});
  CHECK(g.unit("A1").ammo == 0);
  CHECK(g.rule("shoot A1 target=B1 cards=2") == "TTS-SHT-05");
}
