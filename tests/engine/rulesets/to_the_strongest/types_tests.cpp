// Every troop type: size, hits, save, ammunition, cost, points; what it may and may not do.
#include "tests/engine/rulesets/to_the_strongest/game.hpp"
#include "tests/support/catch.hpp"

using namespace polemarch;
using namespace polemarch::to_the_strongest;
using test::at;
using test::Game;

namespace {

Unit make(Type type, Grade grade = Grade::Average, Weapons weapons = {}, Size size = Size::Light) {
  Unit unit;
  unit.type = type;
  unit.size = size == Size::Light ? row_of(type).size : size;
  unit.grade = grade;
  unit.weapons = weapons;
  muster(unit);
  return unit;
}
const Weapons kBow = only(Weapon::Bow), kJavelin = only(Weapon::Javelin), kLance = only(Weapon::Lance);

struct Row {
  Type type;
  Weapons weapons;
  bool mounted;
  Size size;
  int hits, ammo, save, points, vp;
};

}  // namespace

TEST_CASE(
    "the unit table of the quick reference sheet",
    "[tts][TTS-PTS-T1][TTS-TYPE-81][TTS-UNIT-20][TTS-UNIT-01][TTS-UNIT-02][TTS-UNIT-03][TTS-UNIT-04][TTS-UNIT-05][TTS-UNIT-06][TTS-UNIT-10]"
    "[TTS-UNIT-11][TTS-UNIT-12][TTS-UNIT-13][TTS-UNIT-15][TTS-UNIT-21][TTS-TYPE-06][TTS-TYPE-07][TTS-TYPE-14][TTS-TYPE-15]"
    "[TTS-TYPE-17][TTS-TYPE-19][TTS-TYPE-25][TTS-TYPE-29][TTS-TYPE-30][TTS-TYPE-32][TTS-TYPE-33][TTS-TYPE-34][TTS-TYPE-35]"
    "[TTS-TYPE-39][TTS-TYPE-40][TTS-TYPE-42][TTS-TYPE-46][TTS-TYPE-48][TTS-TYPE-51][TTS-TYPE-57][TTS-TYPE-59][TTS-TYPE-61]"
    "[TTS-TYPE-65][TTS-TYPE-66][TTS-TYPE-68][TTS-TYPE-69][TTS-TYPE-72][TTS-TYPE-78][TTS-TYPE-82][TTS-TYPE-83][TTS-TYPE-84]"
    "[TTS-TYPE-85][TTS-TYPE-86][TTS-TYPE-87][TTS-TYPE-89][TTS-TYPE-90][TTS-TYPE-93][TTS-TYPE-94][TTS-TYPE-98][TTS-TYPE-100]"
    "[TTS-TYPE-101][TTS-TYPE-105][TTS-TYPE-112][TTS-TYPE-115][TTS-TYPE-117][TTS-TYPE-126][TTS-TYPE-130][TTS-TYPE-134]"
    "[TTS-TYPE-137][TTS-TYPE-138][TTS-TYPE-140][TTS-TYPE-141][TTS-TYPE-144][TTS-TYPE-145][TTS-TYPE-146][TTS-TYPE-148]"
    "[TTS-VP-01][TTS-VP-02][TTS-VP-03][TTS-VP-04][TTS-PTS-02][TTS-AMMO-T1]") {
  const Weapons own{};
  const std::vector<Row> rows{
      {Type::Cataphracts, own, true, Size::Regular, 2, 0, 6, 11, 2},
      {Type::Cavalry, kJavelin, true, Size::Regular, 2, 2, 7, 9, 2},
      {Type::Cavalry, kLance, true, Size::Regular, 2, 0, 7, 9, 2},
      {Type::Cavalry, kBow, true, Size::Regular, 2, 3, 8, 9, 2},
      {Type::Chariots, kJavelin, true, Size::Regular, 2, 2, 7, 9, 2},
      {Type::Chariots, kBow, true, Size::Regular, 2, 3, 8, 9, 2},
      {Type::Camelry, kJavelin, true, Size::Regular, 2, 2, 7, 9, 2},
      {Type::Camelry, kBow, true, Size::Regular, 2, 3, 8, 9, 2},
      {Type::HeavyChariots, kJavelin, true, Size::Regular, 2, 2, 6, 11, 2},
      {Type::HeavyChariots, kBow, true, Size::Regular, 2, 3, 6, 11, 2},
      {Type::Knights, own, true, Size::Regular, 2, 0, 6, 11, 2},
      {Type::LaterKnights, own, true, Size::Regular, 2, 0, 6, 14, 2},
      {Type::LightCavalry, kJavelin, true, Size::Light, 1, 2, 7, 5, 1},
      {Type::LightCavalry, kLance, true, Size::Light, 1, 0, 7, 5, 1},
      {Type::LightCavalry, kBow, true, Size::Light, 1, 3, 8, 5, 1},
      {Type::LightChariots, kJavelin, true, Size::Light, 1, 2, 7, 5, 1},
      {Type::LightChariots, kBow, true, Size::Light, 1, 3, 8, 5, 1},
      {Type::LightCamelry, kJavelin, true, Size::Light, 1, 2, 7, 5, 1},
      {Type::LightCamelry, kBow, true, Size::Light, 1, 3, 8, 5, 1},
      {Type::ScythedChariots, own, true, Size::Light, 1, 0, 7, 5, 1},
      {Type::Artillery, own, false, Size::Regular, 1, 6, 7, 7, 1},
      {Type::Auxiliaries, own, false, Size::Regular, 2, 0, 6, 8, 2},
      {Type::Billmen, own, false, Size::Regular, 2, 0, 7, 7, 2},
      {Type::Bowmen, own, false, Size::Regular, 2, 6, 8, 7, 2},
      {Type::Crossbowmen, own, false, Size::Regular, 2, 6, 8, 7, 2},
      {Type::AfricanElephants, own, false, Size::Deep, 1, 0, 7, 6, 1},
      {Type::IndianElephants, own, false, Size::Deep, 1, 0, 6, 8, 1},
      {Type::Hoplites, own, false, Size::Regular, 2, 0, 6, 8, 2},
      {Type::Javelinmen, own, false, Size::Regular, 2, 2, 7, 7, 2},
      {Type::Legionaries, own, false, Size::Regular, 2, 0, 6, 10, 2},
      {Type::LightInfantryJavelin, own, false, Size::Light, 1, 2, 7, 4, 1},
      {Type::LightInfantryOther, own, false, Size::Light, 1, 3, 8, 4, 1},
      {Type::Longbowmen, own, false, Size::Regular, 2, 6, 8, 9, 2},
      {Type::Mobs, own, false, Size::Deep, 3, 2, 8, 7, 3},
      {Type::Pikemen, own, false, Size::Deep, 3, 0, 7, 13, 3},
      {Type::Shieldwall, own, false, Size::Regular, 2, 0, 7, 7, 2},
      {Type::Spearmen, own, false, Size::Regular, 2, 0, 7, 7, 2},
      {Type::WarWagons, own, false, Size::Deep, 3, 6, 7, 13, 3},
      {Type::Warriors, own, false, Size::Deep, 3, 0, 7, 10, 3},
  };
  for (const Row& row : rows) {
    const Unit unit = make(row.type, Grade::Average, row.weapons);
    INFO(row_of(row.type).key << " " << row.weapons.bits);
    CHECK(is_mounted(unit) == row.mounted);
    CHECK(unit.size == row.size);
    CHECK(unit.hits == row.hits);
    CHECK(unit.ammo == row.ammo);
    CHECK(base_save(unit) == row.save);
    CHECK(half_points_of(unit) == row.points * 2);
    CHECK(unit.victory_points == row.vp);
    CHECK(unit.medals == row.vp);
    CHECK(is_formed(unit) == (row.size != Size::Light));
  }
  for (const Type type : {Type::Billmen, Type::Hoplites, Type::Javelinmen, Type::Shieldwall, Type::Spearmen}) {
    const Unit deep = make(type, Grade::Average, {}, Size::Deep);
    CHECK(deep.hits == 3);
    CHECK(deep.victory_points == 3);
    CHECK(half_points_of(deep) == (type == Type::Hoplites ? 24 : 20));
  }
}

TEST_CASE("grade changes save, ammunition and cost",
          "[tts][TTS-UNIT-16][TTS-UNIT-17][TTS-UNIT-18][TTS-UNIT-19][TTS-PTS-03][TTS-PTS-04][TTS-PTS-T2][TTS-SAV-03][TTS-TYPE-26]"
          "[TTS-TYPE-67][TTS-TYPE-114][TTS-TYPE-139][TTS-TYPE-147][TTS-TYPE-153][TTS-LST-04][TTS-GEN-19][TTS-GEN-29][TTS-GEN-37]"
          "[TTS-GEN-42]") {
  CHECK(base_save(make(Type::Bowmen, Grade::Veteran)) == 7);
  CHECK(base_save(make(Type::Crossbowmen, Grade::Veteran)) == 7);
  CHECK(base_save(make(Type::Longbowmen, Grade::Veteran)) == 7);
  CHECK(base_save(make(Type::Javelinmen, Grade::Veteran)) == 6);
  CHECK(base_save(make(Type::Shieldwall, Grade::Veteran)) == 6);
  CHECK(base_save(make(Type::Spearmen, Grade::Raw)) == 8);
  CHECK(make(Type::Longbowmen, Grade::Veteran).ammo == 7);
  CHECK(make(Type::LightInfantryJavelin, Grade::Raw).ammo == 1);
  const Unit mob = make(Type::Mobs, Grade::Raw);
  CHECK(mob.ammo == 1);
  CHECK(base_save(mob) == 9);
  CHECK(half_points_of(mob) == 8);
  CHECK(half_points_of(make(Type::LightCavalry, Grade::Veteran)) == 12);
  CHECK(half_points_of(make(Type::LightCavalry, Grade::Raw)) == 8);
  CHECK(half_points_of(make(Type::Auxiliaries, Grade::Raw)) == 12);
  CHECK(half_points_of(make(Type::Warriors, Grade::Veteran)) == 26);
  CHECK(half_points_of(make(Type::Javelinmen, Grade::Veteran, {}, Size::Small)) == 9);  // half of nine points
  CHECK(half_points_of(General{}) == 8);
  CHECK(half_points_of(General{.attached = false}) == 10);
  CHECK(half_points_of(General{.mounted = true, .heroic = true}) == 12);
  CHECK(half_points_of(General{.attached = false, .senior = true, .brilliant = true}) == 20);
}

TEST_CASE("special equipment and sizes cost what the sheet says",
          "[tts][TTS-XDP-02][TTS-XDP-03][TTS-VP-06][TTS-UNIT-14][TTS-TYPE-50][TTS-TYPE-151][TTS-XMW-01][TTS-XMW-02][TTS-XMW-04]"
          "[TTS-PAV-04][TTS-BOAT-06][TTS-MNT-01][TTS-THC-02][TTS-TYPE-70][TTS-TYPE-131][TTS-TYPE-142][TTS-LAN-02][TTS-LAN-03]"
          "[TTS-LST-03][TTS-FAN-01][TTS-FAN-03][TTS-TYPE-152][TTS-TYPE-41][TTS-TYPE-60]") {
  const Unit pikes = make(Type::Pikemen, Grade::Average, {}, Size::ExceptionallyDeep);
  CHECK(pikes.hits == 4);
  CHECK(pikes.victory_points == 4);
  CHECK(half_points_of(pikes) == 34);
  for (const Type type : {Type::AfricanElephants, Type::IndianElephants}) {
    Unit beast;
    beast.type = type;
    beast.size = Size::Deep;
    beast.escorted = true;
    muster(beast);
    CHECK(beast.hits == 2);
    CHECK(beast.medals == 2);
    CHECK(beast.ammo == 3);
    CHECK(base_save(beast) == (type == Type::IndianElephants ? 6 : 7));
    CHECK(half_points_of(beast) == (row_of(type).points + 4) * 2);
  }
  Unit lancers;
  lancers.type = Type::Cavalry;
  lancers.weapons = kLance;
  lancers.grade = Grade::Veteran;
  lancers.extra = kBow;
  muster(lancers);
  CHECK(lancers.ammo == 4);
  CHECK(base_save(lancers) == 6);
  CHECK(half_points_of(lancers) == 26);
  lancers.extra = {};
  muster(lancers);
  CHECK(half_points_of(lancers) == 22);
  CHECK(lancers.ammo == 0);
  for (const Type type : {Type::HeavyChariots, Type::Chariots}) {  // shock chariots with a bow besides
    Unit wheels;
    wheels.type = type;
    wheels.weapons = kLance;
    wheels.extra = kBow;
    muster(wheels);
    CHECK(wheels.ammo == 3);
  }
  CHECK(make(Type::LightCavalry, Grade::Average, kLance.with(Weapon::Javelin)).ammo == 2);
  Unit light;
  light.type = Type::LightCavalry;
  light.size = Size::Light;
  light.extra = kBow;
  muster(light);
  CHECK(half_points_of(light) == 12);
  CHECK(light.ammo == 3);
  const auto extra_cost = [](auto change) {
    Unit unit = make(Type::Spearmen);
    const int before = half_points_of(unit);
    change(unit);
    return half_points_of(unit) - before;
  };
  CHECK(extra_cost([](Unit& u) { u.pavises = true; }) == 2);
  CHECK(extra_cost([](Unit& u) { u.boat = {"boat"}; }) == 2);
  CHECK(extra_cost([](Unit& u) { u.mounted_infantry = true; }) == 2);
  CHECK(extra_cost([](Unit& u) { u.two_handed = true; }) == 2);
  CHECK(extra_cost([](Unit& u) { u.stakes = Stakes::Carried; }) == 2);
  CHECK(extra_cost([](Unit& u) { u.fanatic = true; }) == 0);
  CHECK(make(Type::KnightsOnFoot).two_handed);
  CHECK(make(Type::LaterKnightsOnFoot).two_handed);
  CHECK(half_points_of(make(Type::KnightsOnFoot)) == 22);
  Unit franks = make(Type::Warriors);
  franks.shock = 1;
  CHECK(half_points_of(franks) == 22);
  Unit fanatics = make(Type::Warriors);
  fanatics.fanatic = true;
  CHECK(base_save(fanatics) == 8);
}

TEST_CASE("to-hit cards by type and state",
          "[tts][TTS-MEL-03][TTS-MEL-04][TTS-MEL-05][TTS-MEL-06][TTS-MEL-07][TTS-MEL-08][TTS-TYPE-04][TTS-TYPE-23][TTS-TYPE-24]"
          "[TTS-TYPE-44][TTS-TYPE-97][TTS-TYPE-99][TTS-TYPE-125][TTS-FAN-02][TTS-FAIL-07]") {
  Game g("A1 spearmen a1 N; B1 warriors l8 S");
  const auto need = [&](Unit unit) { return melee_to_hit(g.board(), unit); };
  for (const Type type : {Type::Spearmen, Type::Legionaries, Type::Cavalry, Type::Knights, Type::IndianElephants, Type::Warriors})
    CHECK(need(make(type)) == 6);
  for (const Type type : {Type::Artillery, Type::Bowmen, Type::Crossbowmen, Type::Longbowmen, Type::WarWagons, Type::Mobs})
    CHECK(need(make(type)) == 8);
  for (const Type type : {Type::LightInfantryJavelin, Type::LightCavalry, Type::ScythedChariots}) CHECK(need(make(type)) == 8);
  Unit shaken = make(Type::Warriors);
  shaken.disorder = 1;
  CHECK(need(shaken) == 8);
  shaken.disorder = 2;
  CHECK(need(shaken) == 8);
  shaken.fanatic = true;
  CHECK(need(shaken) == 6);
  Unit extra = make(Type::Spearmen);
  extra.extra = kBow;
  CHECK(need(extra) == 6);
}

TEST_CASE("a type may be named with its weapon", "[tts][TTS-UNIT-02][TTS-UNIT-03][TTS-TYPE-91]") {
  Game g(
      "A1 light_cavalry_bow a1 N; A2 light_infantry_sling b1 N; A3 cavalry_lance c1 N; A4 artillery_cannon d1 N; A5 light_infantry_javelin "
      "e1 N; A6 later_knights_on_foot f1 N; A7 war_wagons_handgun g1 N; B1 spearmen l8 S");
  CHECK(g.unit("A1").weapons == kBow);
  CHECK(base_save(g.unit("A1")) == 8);
  CHECK(g.unit("A2").type == Type::LightInfantryOther);
  CHECK(g.unit("A2").weapons == only(Weapon::Sling));
  CHECK(g.unit("A3").ammo == 0);
  CHECK(g.unit("A4").weapons == only(Weapon::Cannon));
  CHECK(g.unit("A5").type == Type::LightInfantryJavelin);
  CHECK(g.unit("A6").type == Type::LaterKnightsOnFoot);
  CHECK(g.unit("A7").weapons == only(Weapon::Handgun));
  CHECK_THROWS_WITH(Game("A1 zeppelins a1 N; B1 spearmen l8 S"), Catch::Contains("legionaries") && Catch::Contains("scythed_chariots"));
}
