// What grade, equipment and state change of a troop type: saves, chits, points, to-hit cards.
#include "engine/rulesets/to_the_strongest/topics/army_lists.hpp"
#include "engine/rulesets/to_the_strongest/topics/saves.hpp"
#include "engine/rulesets/to_the_strongest/topics/shooting.hpp"
#include "tests/engine/rulesets/to_the_strongest/roster.hpp"
#include "tests/support/catch.hpp"

namespace types_tests {

using namespace polemarch;
using namespace polemarch::to_the_strongest;
using namespace polemarch::to_the_strongest::test;

namespace {

const Game& bare() {
  static const Game g("A1 spearmen a1 N; B1 warriors l8 S");
  return g;
}
int strikes_on(Unit unit) { return melee_to_hit(bare().board(), unit); }
/// The lowest card that hits when that unit, at e2 facing N, shoots at spearmen in e3.
int shoots_on(const std::string& shooter) {
  for (int card = 1; card <= 10; ++card) {
    Game g("A1 " + shooter + "; A9 spearmen a1 N; AG general e1 detached; B1 spearmen e3 S; B9 spearmen l8 S");
    g.act("shoot A1 target=B1", 5).cards({card});
    if (g.asks() == "TTS-SAV-01") return card;
  }
  return 11;
}
int extra_cost(void (*change)(Unit&), Type type = Type::Spearmen) {
  Unit unit = make(type);
  const int before = half_points_of(unit);
  change(unit);
  return half_points_of(unit) - before;
}
Unit with_extra(Type type, Weapons extra) {
  Unit unit;
  unit.type = type;
  unit.size = row_of(type).size;
  unit.extra = extra;
  muster(unit);
  return unit;
}
Unit escorted(Type type, Weapons weapons = {}) {
  Unit beast;
  beast.type = type;
  beast.size = Size::Deep;
  beast.escorted = true;
  beast.weapons = weapons;
  muster(beast);
  return beast;
}

}  // namespace

TEST_CASE("veterans save one better and raw troops one worse", "[tts][TTS-UNIT-16][TTS-UNIT-17][TTS-SAV-03]") {
  for (const TypeRow& type : kTypeRows) {
    INFO(type.key);
    CHECK(base_save(make(type.type)) == type.save);
    CHECK(base_save(make(type.type, Grade::Veteran)) == base_save(make(type.type)) - 1);
    CHECK(base_save(make(type.type, Grade::Raw)) == base_save(make(type.type)) + 1);
  }
  CHECK(base_save(make(Type::Spearmen, Grade::Raw)) == 8);
}

TEST_CASE("veterans start with a chit more and raw troops with one less", "[tts][TTS-UNIT-18][TTS-UNIT-19]") {
  CHECK(make(Type::Longbowmen, Grade::Veteran).ammo == 7);
  CHECK(make(Type::Longbowmen, Grade::Raw).ammo == 5);
  CHECK(make(Type::LightInfantryJavelin, Grade::Veteran).ammo == 3);
  CHECK(make(Type::LightInfantryJavelin, Grade::Raw).ammo == 1);
  CHECK(make(Type::Spearmen, Grade::Veteran).ammo == 0);  // nothing to shoot with, no chit
}

TEST_CASE("the armoured and the professional are veterans of their type",
          "[tts][TTS-TYPE-26][TTS-TYPE-67][TTS-TYPE-114][TTS-TYPE-139][TTS-TYPE-147]") {
  CHECK(row(make(Type::Bowmen, Grade::Veteran)) == "foot regular, 2 hits, 7 chits, 7+, 9 points, 2 vp");
  CHECK(row(make(Type::Javelinmen, Grade::Veteran)) == "foot regular, 2 hits, 3 chits, 6+, 9 points, 2 vp");
  CHECK(row(make(Type::Shieldwall, Grade::Veteran)) == "foot regular, 2 hits, 0 chits, 6+, 9 points, 2 vp");
  CHECK(row(make(Type::Crossbowmen, Grade::Veteran)) == "foot regular, 2 hits, 7 chits, 7+, 9 points, 2 vp");
  CHECK(row(make(Type::Longbowmen, Grade::Veteran)) == "foot regular, 2 hits, 7 chits, 7+, 11 points, 2 vp");
}

TEST_CASE("grade costs one point for light, two for standard, three for deep troops, small units half of all",
          "[tts][TTS-PTS-03][TTS-PTS-04][TTS-LST-04][TTS-AMB-98]") {
  CHECK(half_points_of(make(Type::LightCavalry, Grade::Veteran)) == 12);
  CHECK(half_points_of(make(Type::LightCavalry, Grade::Raw)) == 8);
  CHECK(half_points_of(make(Type::Auxiliaries, Grade::Veteran)) == 20);
  CHECK(half_points_of(make(Type::Auxiliaries, Grade::Raw)) == 12);
  CHECK(half_points_of(make(Type::Warriors, Grade::Veteran)) == 26);
  CHECK(half_points_of(make(Type::Warriors, Grade::Raw)) == 14);
  // The half is of the cost after the grade, and its half point is kept until the army is summed, where it is rounded up.
  CHECK(half_points_of(make(Type::Javelinmen, Grade::Veteran, {}, Size::Small)) == 9);
  CHECK(half_points_of(make(Type::Spearmen, Grade::Raw, {}, Size::Small)) == 5);
  const Game g("A1 spearmen a1 N small; A2 spearmen b1 N small; B1 spearmen l8 S");
  CHECK(half_points(g.state(), Side::A) == 14);
}

TEST_CASE("a general costs four points and each quality more",
          "[tts][TTS-GEN-19][TTS-GEN-29][TTS-GEN-37][TTS-GEN-42][TTS-PTS-T2][TTS-GEN-21]") {
  CHECK(half_points_of(General{}) == 8);
  CHECK(half_points_of(General{.attached = false}) == 10);
  CHECK(half_points_of(General{.mounted = true}) == 10);
  CHECK(half_points_of(General{.heroic = true}) == 10);
  CHECK(half_points_of(General{.senior = true}) == 10);
  CHECK(half_points_of(General{.attached = false, .senior = true, .brilliant = true}) == 20);
  // What changes a unit: to small, to exceptionally deep, escorted.
  CHECK(half_points_of(make(Type::Spearmen, Grade::Average, {}, Size::Small)) == 7);
  CHECK(half_points_of(make(Type::Pikemen, Grade::Average, {}, Size::ExceptionallyDeep)) == 34);
  CHECK(half_points_of(escorted(Type::AfricanElephants)) == 20);
}

TEST_CASE("exceptionally deep units: one hit and four points more", "[tts][TTS-XDP-02][TTS-XDP-03][TTS-AMB-59]") {
  const Unit pikes = make(Type::Pikemen, Grade::Average, {}, Size::ExceptionallyDeep);
  CHECK(row(pikes) == "foot exceptionally_deep, 4 hits, 0 chits, 7+, 17 points, 4 vp");
  CHECK(half_points_of(pikes) - half_points_of(make(Type::Pikemen)) == 8);
}

TEST_CASE("escorted elephants: two hits, three chits, the save of their beast",
          "[tts][TTS-UNIT-14][TTS-TYPE-50][TTS-TYPE-151][TTS-AMB-18]") {
  CHECK(row(escorted(Type::AfricanElephants)) == "foot deep, 2 hits, 3 chits, 7+, 10 points, 2 vp");
  CHECK(row(escorted(Type::IndianElephants)) == "foot deep, 2 hits, 3 chits, 6+, 12 points, 2 vp");
  CHECK(escorted(Type::IndianElephants, kJavelin).ammo == 2);
  CHECK(escorted(Type::IndianElephants, kJavelin.with(Weapon::Bow)).ammo == 3);
  const Game g("A1 indian_elephants e2 N escorted; AG general with=A1; B1 spearmen e4 S; B9 spearmen l8 S");
  CHECK(g.may("shoot A1 target=B1"));  // two boxes, as bowmen of the light infantry
  CHECK(most_cards(g.board(), g.unit("A1")) == 1);
  CHECK(shoots_on("indian_elephants e2 N escorted") == 8);
}

TEST_CASE("an extra missile weapon costs by size, keeps the save and brings its chits",
          "[tts][TTS-XMW-01][TTS-XMW-02][TTS-XMW-04][TTS-AMB-123]") {
  const auto cost = [](Type type) { return half_points_of(with_extra(type, kBow)) - half_points_of(make(type)); };
  CHECK(cost(Type::LightCavalry) == 2);
  CHECK(cost(Type::Spearmen) == 4);
  CHECK(cost(Type::Warriors) == 4);  // a deep unit as a standard one
  CHECK(base_save(with_extra(Type::Spearmen, kBow)) == 7);
  CHECK(base_save(with_extra(Type::Legionaries, kBow)) == 6);
  CHECK(with_extra(Type::Spearmen, kJavelin).ammo == 2);
  CHECK(with_extra(Type::Spearmen, kBow).ammo == 3);
  CHECK(with_extra(Type::Javelinmen, kBow).ammo == 3);  // the larger of the two
  CHECK(with_extra(Type::Bowmen, kJavelin).ammo == 6);
}

TEST_CASE("equipment costs a point each",
          "[tts][TTS-PAV-04][TTS-BOAT-06][TTS-MNT-01][TTS-THC-02][TTS-TYPE-131][TTS-LST-03][TTS-FAN-01][TTS-AMB-123]") {
  CHECK(extra_cost([](Unit& u) { u.pavises = true; }, Type::Crossbowmen) == 2);
  CHECK(extra_cost([](Unit& u) { u.boat = {"boat"}; }) == 2);
  CHECK(extra_cost([](Unit& u) { u.mounted_infantry = true; }) == 2);
  CHECK(extra_cost([](Unit& u) { u.two_handed = true; }) == 2);
  CHECK(extra_cost([](Unit& u) { u.stakes = Stakes::Carried; }, Type::Longbowmen) == 2);
  CHECK(extra_cost([](Unit& u) { u.shock = 1; }, Type::Warriors) == 2);
  CHECK(extra_cost([](Unit& u) { u.fanatic = true; }, Type::Warriors) == 0);
  CHECK(half_points_of(make(Type::KnightsOnFoot)) == 22);  // their two-handed weapons are in the price
  // Mounted infantry fights on foot.
  const Game g("A1 spearmen e2 N mounted_infantry; AG general with=A1; B1 warriors l8 S");
  CHECK_FALSE(is_mounted(g.unit("A1")));
  CHECK_FALSE(g.may("move A1 to=e5"));
}

TEST_CASE("knights on foot have two-handed weapons", "[tts][TTS-TYPE-70][TTS-TYPE-142]") {
  CHECK(make(Type::KnightsOnFoot).two_handed);
  CHECK(make(Type::LaterKnightsOnFoot).two_handed);
  CHECK_FALSE(make(Type::Knights).two_handed);
  CHECK_FALSE(make(Type::LaterKnights).two_handed);
}

TEST_CASE("a lance takes the place of the javelins and costs nothing", "[tts][TTS-LAN-02][TTS-LAN-03][TTS-AMB-104]") {
  for (const Type type : {Type::Cavalry, Type::Chariots, Type::Camelry, Type::HeavyChariots, Type::LightCavalry}) {
    INFO(row_of(type).key);
    CHECK(make(type, Grade::Average, kLance).ammo == 0);
    CHECK(half_points_of(make(type, Grade::Average, kLance)) == half_points_of(make(type, Grade::Average, kJavelin)));
  }
  CHECK(half_points_of(make(Type::Cavalry, Grade::Veteran, kLance)) == 22);
  Unit archers = with_extra(Type::Cavalry, kBow);
  archers.weapons = kLance;
  muster(archers);
  CHECK(archers.ammo == 3);  // chits for the bow besides
  // Cataphracts and heavy chariots have a lance's bonus card whatever they ride with.
  const auto lance = [](const std::string& unit) {
    const Game g("A1 " + unit + "; AG general with=A1; B1 spearmen e4 S; B9 spearmen l8 S");
    return bonus_cards(g.board(), g.unit("A1"), g.unit("B1"), at("e3"), at("e4"), false).lance;
  };
  CHECK(lance("cataphracts e3 N"));
  CHECK(lance("heavy_chariots_lance e3 N"));
  CHECK(lance("cavalry_lance e3 N"));
  CHECK_FALSE(lance("cavalry e3 N"));
}

TEST_CASE("shock chariots with a bow have three chits and shoot as light infantry", "[tts][TTS-TYPE-41][TTS-TYPE-60][TTS-TYPE-152]") {
  for (const char* type : {"chariots_lance", "heavy_chariots_lance"}) {
    for (const char* extra : {"bow", "longbow"}) {
      Game g("A1 " + std::string(type) + " e2 N extra=" + extra + "; AG general with=A1; B1 spearmen e4 S; B9 spearmen l8 S");
      CHECK(g.unit("A1").ammo == 3);
      CHECK(most_cards(g.board(), g.unit("A1")) == 1);
      CHECK(g.may("shoot A1 target=B1"));
      CHECK_FALSE(g.may("shoot_and_move A1 target=B1"));
    }
  }
  const Unit riders = make(Type::LightCavalry, Grade::Average, kLance.with(Weapon::Javelin));
  CHECK(riders.ammo == 2);
  Game g("A1 light_cavalry e3 N weapons=lance,javelin; AG general with=A1; B1 light_cavalry e4 S; B9 spearmen l8 S");
  CHECK(g.unit("A1").ammo == 2);
  CHECK(bonus_cards(g.board(), g.unit("A1"), g.unit("B1"), at("e3"), at("e4"), false).lance);
}

TEST_CASE("in melee most hit on 6+, the poor on 8+",
          "[tts][TTS-MEL-03][TTS-MEL-06][TTS-MEL-07][TTS-TYPE-24][TTS-TYPE-125][TTS-AMB-121][TTS-AMB-23]") {
  for (const TypeRow& type : kTypeRows) {
    const bool poor = type.type == Type::Artillery || type.type == Type::Bowmen || type.type == Type::Crossbowmen ||
                      type.type == Type::Longbowmen || type.type == Type::WarWagons || type.type == Type::Mobs || type.size == Size::Light;
    INFO(type.key);
    CHECK(strikes_on(make(type.type)) == (poor ? 8 : 6));
  }
  // Scythed chariots are light; the table may agree on 6+.
  const Game sharp("A1 scythed_chariots a1 N; B1 warriors l8 S", 12, 8, R"("options":{"scythed_hit_6":true})");
  CHECK(melee_to_hit(sharp.board(), sharp.unit("A1")) == 6);
}

TEST_CASE("the disordered hit on 8+, fanatics on 6+ all the same", "[tts][TTS-MEL-05][TTS-FAN-02]") {
  Unit shaken = make(Type::Warriors);
  for (const int disorder : {1, 2}) {
    shaken.disorder = disorder;
    shaken.fanatic = false;
    CHECK(strikes_on(shaken) == 8);
    shaken.fanatic = true;
    CHECK(strikes_on(shaken) == 6);
  }
}

TEST_CASE("with an extra missile weapon a unit strikes on 6+ and keeps its save", "[tts][TTS-MEL-04]") {
  CHECK(strikes_on(with_extra(Type::Spearmen, kBow)) == 6);
  CHECK(base_save(with_extra(Type::Spearmen, kBow)) == 7);
}

TEST_CASE("missile troops shoot on 8+ and strike on 8+", "[tts][TTS-TYPE-04][TTS-TYPE-23][TTS-TYPE-44][TTS-TYPE-97][TTS-TYPE-99]") {
  CHECK(shoots_on("artillery e2 N") == 8);
  CHECK(strikes_on(make(Type::Artillery)) == 8);
  CHECK(shoots_on("bowmen e2 N") == 8);
  CHECK(shoots_on("crossbowmen e2 N") == 8);
  CHECK(strikes_on(make(Type::Crossbowmen)) == 8);
  CHECK(shoots_on("longbowmen e2 N") == 8);
  CHECK(strikes_on(make(Type::Longbowmen)) == 8);
  CHECK(shoots_on("mobs e2 N") == 8);
  CHECK(strikes_on(make(Type::Mobs)) == 8);
}

TEST_CASE("nothing modifies a to-hit card: neither ground, grade, general nor a demoralised command", "[tts][TTS-MEL-08][TTS-SHT-03]") {
  const auto strikes = [](const std::string& charger, const std::string& more) {
    Game g("A1 " + charger + "; A9 spearmen a1 N; AG general e1 detached; B1 spearmen e4 S; B9 spearmen l8 S" + more);
    g.act("charge A1 target=B1", 9);
    return g.question().substr(g.question().rfind(' ') + 1);
  };
  CHECK(strikes("spearmen e3 N", "") == "6+");
  CHECK(strikes("spearmen e3 N veteran", "") == "6+");
  CHECK(strikes("spearmen e3 N raw", "") == "6+");
  CHECK(strikes("spearmen e3 N", "; steep_hill e4; AH general e3 detached heroic command=2; A7 spearmen b1 N command=2") == "6+");
  CHECK(strikes("spearmen e3 N", "; fortification e4/e3") == "6+");
  for (const char* shooter : {"bowmen e2 N veteran", "bowmen e2 N raw", "bowmen e2 N disorder=1"}) CHECK(shoots_on(shooter) == 8);
}

TEST_CASE("disorder costs the blow, a shooting card and M7, and no movement", "[tts][TTS-FAIL-07]") {
  const auto army = [](const std::string& disorder) {
    return Game("A1 cavalry e2 N" + disorder + "; A2 bowmen c2 N" + disorder + "; A3 spearmen g2 N" + disorder +
                "; AG general e1 detached; B1 cavalry g3 S; B2 spearmen l8 S; B3 spearmen k8 S; B4 spearmen j8 S");
  };
  const Game steady = army(""), shaken = army(" disorder=1");
  for (const char* order : {"move A1 to=e4", "move A1 to=d3", "move A1 to=d2", "move A1 to=e1 facing=S", "turn A1 facing=E",
                            "move A2 to=c3", "move A2 to=c4", "move A1 to=e5", "charge A3 target=B1"}) {
    INFO(order);
    CHECK(steady.rule(order) == "");
    CHECK(shaken.rule(order) == "");
    CHECK(shaken.need(order) == steady.need(order));
  }
  CHECK(melee_to_hit(shaken.board(), shaken.unit("A1")) == 8);
  CHECK(melee_to_hit(steady.board(), steady.unit("A1")) == 6);
  CHECK(most_cards(steady.board(), steady.unit("A2")) == 2);
  CHECK(most_cards(shaken.board(), shaken.unit("A2")) == 1);
  const SaveDue due{.who = {"A3"}, .by = {"B1"}, .from = at("g3"), .at = at("g2"), .attack = Attack::Front, .charged = true};
  CHECK(save_need(steady.board(), due).need() == 5);  // spears and steadiness
  CHECK(save_need(shaken.board(), due).need() == 6);  // spears alone
}

TEST_CASE("a type may be named with its weapon", "[tts][TTS-UNIT-02][TTS-UNIT-03]") {
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

}  // namespace types_tests
