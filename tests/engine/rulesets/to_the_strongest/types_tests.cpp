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
  Unit heavy;
  heavy.type = Type::HeavyChariots;
  heavy.weapons = kLance;
  heavy.extra = kBow;
  muster(heavy);
  CHECK(heavy.ammo == 3);
  Unit chariot;
  chariot.type = Type::Chariots;
  chariot.weapons = kLance;
  chariot.extra = kBow;
  muster(chariot);
  CHECK(chariot.ammo == 3);
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

TEST_CASE("artillery only turns, never charges or evades; carts roll",
          "[tts][TTS-TYPE-01][TTS-TYPE-02][TTS-TYPE-03][TTS-EVD-17][TTS-CHG-21][TTS-TYPE-121]") {
  Game g(
      "A1 artillery e2 N; A2 artillery g2 N carts; A3 war_wagons i2 N; B1 spearmen e3 S; B2 spearmen g5 S; B3 spearmen i3 S; A9 spearmen "
      "a1 N; AG general with=A9");
  CHECK(g.rule("move A1 to=d2") == "TTS-TYPE-01");
  CHECK(g.may("turn A1 facing=N") == false);
  CHECK(g.rule("charge A1 target=B1") == "TTS-TYPE-02");
  CHECK(g.may("move A2 to=g3"));
  CHECK(g.rule("charge A3 target=B3") == "TTS-TYPE-121");
  CHECK(evade_right(g.board(), g.unit("A1"), g.unit("B1")) == EvadeRight::None);
  CHECK(evade_right(g.board(), g.unit("A2"), g.unit("B1")) == EvadeRight::None);
  Game free("A1 artillery e2 N; B1 spearmen l8 S; A9 spearmen e1 N; AG general with=A9");
  CHECK(free.need("turn A1 facing=E") == 3);
}

TEST_CASE("auxiliaries pay what legionaries do not", "[tts][TTS-TYPE-16][TTS-TYPE-76][TTS-TYPE-77][TTS-DIF-T1]") {
  Game g(
      "A1 auxiliaries c2 N; A2 legionaries e2 N; A3 hoplites g2 N triarii; AG general e1 detached; B1 warriors l8 S; wood c3,e3,g3; AH "
      "general l1 detached command=2; A4 legionaries l4 N");
  CHECK(g.need("move A1 to=b3") == 3);
  CHECK(g.need("move A2 to=d3") == 2);
  CHECK(g.need("move A3 to=h3") == 2);
  CHECK(g.need("move A1 to=b2") == 3);
  CHECK(g.need("move A2 to=d2") == 2);
  CHECK(g.need("move A3 to=f2") == 2);
  CHECK(g.need("move A2 to=e3") == 3);
  CHECK(g.need("move A3 to=g3") == 3);
  CHECK(g.need("turn A2 facing=E") == 2);
  CHECK(g.need("turn A1 facing=E") == 3);
  CHECK(g.need("move A4 to=l5") == 3);  // out of command counts
}

TEST_CASE("hoplites drift to the right and never to the left", "[tts][TTS-TYPE-63][TTS-TYPE-64][TTS-DX-07]") {
  Game g("A1 hoplites e2 N; AG general with=A1; B1 warriors l8 S; broken f3");
  CHECK(g.need("move A1 to=f3") == 3);
  CHECK(g.rule("move A1 to=d3") == "TTS-TYPE-64");
  Game open("A1 hoplites e2 N; AG general with=A1; B1 warriors f3 S; B2 warriors d3 S");
  CHECK(open.need("charge A1 target=B1") == 2);
  CHECK(open.rule("charge A1 target=B2") == "TTS-TYPE-64");
}

TEST_CASE("an Ace upsets camels, cataphracts and light camels", "[tts][TTS-CHG-22][TTS-TYPE-27][TTS-TYPE-31][TTS-TYPE-79]") {
  const char* rest = "; A9 spearmen a1 N; A8 spearmen b1 N; B1 spearmen e4 S; B2 warriors l8 S; AG general e3 detached";
  Game camels(std::string("A1 camelry e3 N") + rest);
  camels.act("charge A1 target=B1", 1);
  CHECK(camels.unit("A1").disorder == 1);
  camels.say("AG").cards({5});
  CHECK(camels.unit("A1").disorder == 1);
  Game calm(std::string("A1 camelry e2 N") + rest);
  calm.act("move A1 to=d2", 1);
  CHECK(calm.unit("A1").disorder == 0);
  Game iron(std::string("A1 cataphracts e3 N disorder=1") + rest);
  iron.act("charge A1 target=B1", 1);
  CHECK(iron.unit("A1").where == Where::Lost);
  Game ride("A1 cataphracts e1 N; A9 spearmen a1 N; B1 spearmen l8 S");
  ride.act("move A1 to=e3", 1);
  CHECK(ride.unit("A1").disorder == 1);
  Game step("A1 cataphracts e1 N; A9 spearmen a1 N; B1 spearmen l8 S");
  step.act("move A1 to=e2", 1);
  CHECK(step.unit("A1").disorder == 0);
  Game light(std::string("A1 light_camelry e3 N; B4 light_infantry_javelin e4 S") +
             "; A9 spearmen a1 N; A8 spearmen b1 N; B2 warriors l8 S; AG general e3 detached");
  light.act("charge A1 target=B4", 1);
  CHECK(light.unit("A1").where == Where::Lost);
}

TEST_CASE("a cannon that draws an Ace may burst", "[tts][TTS-TYPE-10][TTS-TYPE-11][TTS-TYPE-12][TTS-TYPE-133]") {
  for (const char* weapon : {"cannon", "organ_gun"}) {
    Game g(std::string("A1 artillery e2 N front weapons=") + weapon +
           "; A2 spearmen e2 N rear; A3 spearmen a1 N; A4 spearmen b1 N; AG general e2 detached; B1 spearmen e4 S; B2 warriors l8 S");
    g.act("shoot A1 target=B1", 1);
    CHECK(g.asks() == "TTS-TYPE-10");
    g.cards({2});
    CHECK(g.unit("A1").where == Where::Lost);
    CHECK(g.asks() == "TTS-SAV-01");  // the spearmen in the box
    g.cards({2, 5});                  // they fail, the general saves
    CHECK(g.unit("A2").disorder == 1);
  }
  Game safe("A1 artillery e2 N weapons=catapult; A3 spearmen a1 N; AG general with=A3; B1 spearmen e4 S; B2 warriors l8 S");
  safe.act("shoot A1 target=B1", 1);
  CHECK(safe.unit("A1").where == Where::OnTable);
  CHECK(safe.asks() != "TTS-TYPE-10");
}

TEST_CASE("scythed chariots charge anybody and strike back with one card",
          "[tts][TTS-TYPE-106][TTS-TYPE-107][TTS-TYPE-108][TTS-TYPE-110][TTS-BON-05][TTS-RPL-02][TTS-TYPE-53][TTS-TYPE-111]") {
  Game near(
      "A1 scythed_chariots e3 N; A2 spearmen a1 N; A3 spearmen b1 N; AG general e3 detached heroic; B1 spearmen e4 S; B2 warriors l8 S");
  near.act("charge A1 target=B1", 5);
  CHECK(near.state().agenda.open_waits().at(0).chance->count == 1);
  near.cards({3});  // missed, and no general may replay
  CHECK(near.asks() == "TTS-MEL-10");
  near.cards({9, 2});
  CHECK(near.asks() == "TTS-RAM-02");
  Game far("A1 scythed_chariots e2 N; A2 spearmen a1 N; A3 spearmen b1 N; B1 spearmen e4 S; B2 warriors l8 S");
  far.act("charge A1 target=B1", 5);
  CHECK(far.state().agenda.open_waits().at(0).chance->count == 2);
  Game defend("A1 spearmen e3 N; B1 scythed_chariots e4 S; B2 warriors l8 S; B3 warriors k8 S; A2 spearmen a1 N; AG general with=A1");
  defend.act("charge A1 target=B1", 5).cards({2});
  CHECK(defend.asks() == "TTS-MEL-10");
  CHECK(defend.state().agenda.open_waits().at(0).chance->count == 1);
  Game beast(
      "A1 indian_elephants e3 N; A2 spearmen a1 N; A3 spearmen b1 N; AG general e3 detached heroic; B1 spearmen e4 S; B2 warriors l8 S");
  beast.act("charge A1 target=B1 bonus=false", 5).cards({2});
  CHECK(beast.asks() == "TTS-MEL-10");
}

TEST_CASE("elephants use one bonus card a battle, escorted ones take two blows",
          "[tts][TTS-TYPE-47][TTS-TYPE-49][TTS-TYPE-52][TTS-TYPE-56][TTS-BON-04][TTS-FAIL-01]") {
  Game g("A1 indian_elephants e3 N; A2 spearmen a1 N; A3 spearmen b1 N; B1 spearmen e4 S; B2 warriors l8 S; AG general e3 detached");
  CHECK(g.rule("shoot A1 target=B1") == "TTS-SHT-01");
  g.act("charge A1 target=B1", 5);
  CHECK(g.asks() == "TTS-TYPE-52");
  g.say("use");
  CHECK(g.state().agenda.open_waits().at(0).chance->count == 2);
  g.cards({2, 3, 2});
  CHECK(g.unit("A1").charge_bonus_used);
  g.act("charge A1 target=B1", 7);
  CHECK(g.asks() == "TTS-MEL-02");
  Game escorted(
      "A1 spearmen e3 N; A2 spearmen a1 N; B1 indian_elephants e4 S escorted; B2 warriors l8 S; B3 warriors k8 S; AG general with=A1");
  escorted.act("charge A1 target=B1", 5).cards({9, 2});
  CHECK(escorted.unit("B1").disorder == 1);
  CHECK(escorted.asks() == "TTS-MEL-10");
  escorted.cards({2});
  escorted.act("charge A1 target=B1", 8).cards({9, 2});
  CHECK(escorted.asks() == "TTS-RAM-02");
  CHECK(weapon_reaching(escorted.board(), escorted.unit("B1"), at("e2")) == Weapon::Bow);
}

TEST_CASE("pikes silence what is less deep in the clear", "[tts][TTS-TYPE-104][TTS-MEL-20][TTS-TYPE-102]") {
  const auto struck_back = [](const std::string& target, const std::string& ground) {
    Game g("A1 pikemen e3 N; A2 spearmen a1 N; B1 " + target + " e4 S; B2 warriors l8 S; B3 warriors k8 S; AG general with=A1" + ground);
    g.act("charge A1 target=B1", 9).cards({9, 9});
    return g.asks() == "TTS-MEL-10";
  };
  CHECK_FALSE(struck_back("spearmen", ""));
  CHECK(struck_back("warriors", ""));
  CHECK(struck_back("indian_elephants", ""));
  CHECK(struck_back("spearmen", "; broken e4"));
  Game miss("A1 pikemen e3 N; A2 spearmen a1 N; B1 spearmen e4 S; B2 warriors l8 S; AG general with=A1");
  miss.act("charge A1 target=B1", 9).cards({2});
  CHECK(miss.asks() == "TTS-MEL-10");
}

TEST_CASE("small units change places easily and the rear one strikes back", "[tts][TTS-UNIT-07][TTS-UNIT-08][TTS-UNIT-09][TTS-UNIT-23]") {
  Game g("A1 spearmen e2 N small front; A2 spearmen e2 N small rear; AG general with=A1; B1 warriors l8 S");
  CHECK(g.need("exchange A1") == 2);
  CHECK(g.need("turn A1+A2 facing=E") == 2);
  CHECK(g.need("move A1 to=d3") == 3);
  g.act("exchange A1", 5);
  CHECK(g.unit("A1").along == -1);
  CHECK(g.unit("A2").along == 1);
  Game fight("A1 warriors e3 N; AG general with=A1; B1 spearmen e4 S small front; B2 spearmen e4 S small rear; B3 warriors l8 S");
  fight.act("charge A1 target=B1", 5).cards({9, 2});
  CHECK(fight.unit("B1").where == Where::Lost);
  CHECK(fight.asks() == "TTS-UNIT-08");
  fight.cards({9, 2, 9});
  CHECK(fight.unit("A1").disorder == 1);
  CHECK(fight.unit("A1").box == at("e3"));
  Game lost("A1 spearmen e3 N small front; A2 spearmen e3 N small rear; AG general a1 detached; B1 spearmen e4 S; B3 warriors l8 S");
  lost.act("charge A1 target=B1", 5).cards({2, 9, 2});
  CHECK(lost.unit("A1").where == Where::Lost);
  CHECK(lost.idle());
}

TEST_CASE("light horse and foot have their own shooting activations",
          "[tts][TTS-TYPE-88][TTS-TYPE-92][TTS-MOV-09][TTS-MOV-10][TTS-ACT-13][TTS-ACT-14][TTS-XMW-05]") {
  Game g(
      "A1 light_infantry_javelin e2 N; A2 light_infantry_other g2 N; A3 spearmen i2 N extra=bow; AG general a1 detached; B1 spearmen e4 S; "
      "B2 spearmen g4 S; B3 spearmen i4 S");
  CHECK(g.rule("move_and_shoot A2 target=B2") == "TTS-MOV-09");
  CHECK(g.rule("move_and_shoot A3 target=B3") == "TTS-MOV-09");
  CHECK(g.rule("shoot_and_move A1 target=B1") == "TTS-MOV-10");
  CHECK(g.rule("shoot_and_move A3 target=B3") == "TTS-MOV-10");
  g.act("move_and_shoot A1 target=B1", 4).cards({9, 2});
  CHECK(g.unit("A1").box == at("e3"));
  CHECK(g.unit("A1").ammo == 1);
  CHECK(g.unit("B1").disorder == 1);
  g.act("shoot_and_move A2 target=B2", 4).cards({2});
  CHECK(g.unit("A2").box == at("g1"));
  CHECK(g.unit("A2").ammo == 2);
  CHECK(g.unit("A2").facing == Facing::N);
}

TEST_CASE("cavalry may evade in the open and not in the rough", "[tts][TTS-TYPE-36][TTS-TYPE-37][TTS-EVD-01][TTS-EVD-04][TTS-EVD-05]") {
  Game g("A1 spearmen e3 N; B1 cavalry e4 S; B2 chariots g4 S; B3 heavy_chariots i4 S; B4 camelry k4 S; B5 knights c4 S; broken g4");
  CHECK(evade_right(g.board(), g.unit("B1"), g.unit("A1")) == EvadeRight::May);
  CHECK(evade_right(g.board(), g.unit("B2"), g.unit("A1")) == EvadeRight::None);
  CHECK(evade_right(g.board(), g.unit("B3"), g.unit("A1")) == EvadeRight::May);
  CHECK(evade_right(g.board(), g.unit("B4"), g.unit("A1")) == EvadeRight::May);
  CHECK(evade_right(g.board(), g.unit("B5"), g.unit("A1")) == EvadeRight::None);
}

TEST_CASE("wheels in the rough cost two pips",
          "[tts][TTS-TYPE-38][TTS-TYPE-58][TTS-TYPE-109][TTS-TYPE-122][TTS-DIF-06][TTS-DIF-07][TTS-DIF-08][TTS-DX-05][TTS-DX-01]"
          "[TTS-DX-03]") {
  Game g(
      "A1 chariots c2 N; A2 heavy_chariots e2 N; A3 light_chariots g2 N; A4 scythed_chariots i2 N; A5 war_wagons k2 N; A6 "
      "light_infantry_javelin d1 N; A7 pikemen a5 N; "
      "A8 spearmen a8 E activation=8; AG general e1 detached; AH general k1 detached senior command=2; B1 warriors l8 S; broken "
      "c3,e3,g3,i3,l2,e2; wood d2,b6; marsh h3");
  CHECK(g.need("move A1 to=c3") == 4);
  CHECK(g.need("move A3 to=g3") == 4);
  CHECK(g.need("move A4 to=i3") == 4);
  CHECK(g.need("move A3 to=h3") == 4);
  CHECK(g.need("move A5 to=l2") == 4);
  CHECK(g.need("move A6 to=c1") == 2);
  CHECK(g.need("move A2 to=e3") == 4);
  CHECK(g.need("turn A2 facing=E") == 4);
  CHECK(g.need("move A6 to=d2") == 2);
  CHECK(g.need("move A7 to=b6") == 8);
  CHECK(g.need("turn A8 facing=N") == 11);
}
