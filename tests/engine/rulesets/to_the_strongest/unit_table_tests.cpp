// The unit table of the quick reference sheet, type by type, and what each type's own text adds to its row.
#include "engine/rulesets/to_the_strongest/topics/charge.hpp"
#include "engine/rulesets/to_the_strongest/topics/saves.hpp"
#include "engine/rulesets/to_the_strongest/topics/shooting.hpp"
#include "tests/engine/rulesets/to_the_strongest/roster.hpp"
#include "tests/support/catch.hpp"

namespace unit_table_tests {

using namespace polemarch;
using namespace polemarch::to_the_strongest;
using namespace polemarch::to_the_strongest::test;

namespace {

/// The unit at e2 facing N, with a shield wall and a general about, and an enemy two boxes ahead.
Game with(const std::string& unit, const std::string& more = "") {
  return Game("A1 " + unit + "; A9 spearmen a1 N; AG general e1 detached; B1 spearmen e4 S; B9 spearmen l8 S" + more);
}
int cards_of(const std::string& unit) {
  const Game g = with(unit);
  return most_cards(g.board(), g.unit("A1"));
}
int shot_save(const std::string& target) {
  const Game g("A1 bowmen e2 N; B1 " + target + " e4 S; AG general with=A1");
  return save_need(g.board(), {.who = {"B1"}, .group = SaveGroup::Shooting, .by = {"A1"}, .from = at("e2"), .at = at("e4")}).need();
}

}  // namespace

TEST_CASE("the unit table has a row for every type of the sheet", "[tts][TTS-PTS-T1]") {
  const std::string cavalry = "mounted regular, 2 hits, 2 chits, 7+, 9 points, 2 vp";
  for (const Type type : {Type::Cavalry, Type::Chariots, Type::Camelry}) CHECK(row(type, kJavelin) == cavalry);
  CHECK(row(Type::Cataphracts) == "mounted regular, 2 hits, 0 chits, 6+, 11 points, 2 vp");
  CHECK(row(Type::Knights) == "mounted regular, 2 hits, 0 chits, 6+, 11 points, 2 vp");
  CHECK(row(Type::LaterKnights) == "mounted regular, 2 hits, 0 chits, 6+, 14 points, 2 vp");
  CHECK(row(Type::KnightsOnFoot) == "foot regular, 2 hits, 0 chits, 6+, 11 points, 2 vp");
  CHECK(row(Type::LaterKnightsOnFoot) == "foot regular, 2 hits, 0 chits, 6+, 14 points, 2 vp");
  for (const Type type : {Type::LightCavalry, Type::LightChariots, Type::LightCamelry})
    CHECK(row(type, kJavelin) == "mounted light, 1 hits, 2 chits, 7+, 5 points, 1 vp");
  CHECK(row(Type::Hoplites) == "foot regular, 2 hits, 0 chits, 6+, 8 points, 2 vp");
  CHECK(row(Type::Legionaries) == "foot regular, 2 hits, 0 chits, 6+, 10 points, 2 vp");
  CHECK(half_points_of(General{}) == 8);
  CHECK(kGeneralMedals == 2);
}

TEST_CASE("which types are foot and which are mounted", "[tts][TTS-UNIT-01][TTS-UNIT-02][TTS-UNIT-03][TTS-UNIT-04]") {
  for (const Type type : {Type::Artillery,   Type::Auxiliaries,        Type::Billmen,         Type::Bowmen,
                          Type::Crossbowmen, Type::Hoplites,           Type::Javelinmen,      Type::KnightsOnFoot,
                          Type::Legionaries, Type::LaterKnightsOnFoot, Type::Longbowmen,      Type::LightInfantryJavelin,
                          Type::Mobs,        Type::LightInfantryOther, Type::Pikemen,         Type::Shieldwall,
                          Type::Spearmen,    Type::Warriors,           Type::IndianElephants, Type::AfricanElephants,
                          Type::WarWagons}) {
    INFO(row_of(type).key);
    CHECK_FALSE(is_mounted(make(type)));
    CHECK(move_boxes(make(type)) == 1);
  }
  for (const Type type : {Type::Camelry, Type::Cataphracts, Type::Cavalry, Type::Chariots, Type::HeavyChariots, Type::Knights,
                          Type::LaterKnights, Type::LightCamelry, Type::LightCavalry, Type::LightChariots, Type::ScythedChariots}) {
    INFO(row_of(type).key);
    CHECK(is_mounted(make(type)));
    CHECK(move_boxes(make(type)) == 2);
  }
}

TEST_CASE("light types, and all that are not light are formed", "[tts][TTS-UNIT-10][TTS-UNIT-20]") {
  for (const TypeRow& type : kTypeRows) {
    const bool light = type.type == Type::LightInfantryJavelin || type.type == Type::LightInfantryOther ||
                       type.type == Type::LightCavalry || type.type == Type::LightCamelry || type.type == Type::LightChariots ||
                       type.type == Type::ScythedChariots;
    INFO(type.key);
    CHECK(is_light(make(type.type)) == light);
    CHECK(is_formed(make(type.type)) != light);
  }
  CHECK(is_formed(make(Type::Spearmen, Grade::Average, {}, Size::Small)));
}

TEST_CASE("size gives hits and medals, elephants and artillery have fewer",
          "[tts][TTS-UNIT-05][TTS-UNIT-06][TTS-UNIT-11][TTS-UNIT-12][TTS-UNIT-13][TTS-UNIT-14][TTS-UNIT-15]") {
  const auto hits_and_medals = [](const Unit& unit) { return std::pair{unit.hits, unit.medals}; };
  using Pair = std::pair<int, int>;
  CHECK(hits_and_medals(make(Type::Spearmen)) == Pair{2, 2});
  CHECK(hits_and_medals(make(Type::Spearmen, Grade::Average, {}, Size::Small)) == Pair{1, 1});
  CHECK(hits_and_medals(make(Type::LightCavalry)) == Pair{1, 1});
  CHECK(hits_and_medals(deep(Type::Spearmen)) == Pair{3, 3});
  CHECK(hits_and_medals(make(Type::AfricanElephants)) == Pair{1, 1});
  CHECK(hits_and_medals(make(Type::IndianElephants)) == Pair{1, 1});
  Unit escorted = make(Type::IndianElephants);
  escorted.escorted = true;
  muster(escorted);
  CHECK(hits_and_medals(escorted) == Pair{2, 2});
  CHECK(make(Type::Artillery).size == Size::Regular);
  CHECK(hits_and_medals(make(Type::Artillery)) == Pair{1, 1});
}

TEST_CASE("some types are always deep, some as the list says, and deep ones cost the second figure",
          "[tts][TTS-UNIT-21][TTS-PTS-02][TTS-AMB-60]") {
  for (const Type type : {Type::Pikemen, Type::Mobs, Type::Warriors, Type::AfricanElephants, Type::IndianElephants, Type::WarWagons})
    CHECK(make(type).size == Size::Deep);
  for (const TypeRow& type : kTypeRows) {
    const bool either = type.type == Type::Billmen || type.type == Type::Hoplites || type.type == Type::Javelinmen ||
                        type.type == Type::Shieldwall || type.type == Type::Spearmen;
    INFO(type.key);
    CHECK(type.may_be_deep == either);
  }
  CHECK(row(deep(Type::Billmen)) == "foot deep, 3 hits, 0 chits, 7+, 10 points, 3 vp");
  CHECK(row(deep(Type::Hoplites)) == "foot deep, 3 hits, 0 chits, 6+, 12 points, 3 vp");
  CHECK(row(deep(Type::Javelinmen)) == "foot deep, 3 hits, 2 chits, 7+, 10 points, 3 vp");
  CHECK(row(deep(Type::Shieldwall)) == "foot deep, 3 hits, 0 chits, 7+, 10 points, 3 vp");
  CHECK(row(deep(Type::Spearmen)) == "foot deep, 3 hits, 0 chits, 7+, 10 points, 3 vp");
  CHECK_THROWS(Game("A1 legionaries a1 N deep; B1 spearmen l8 S"));
}

TEST_CASE("victory points of a unit go by size and kind", "[tts][TTS-VP-01][TTS-VP-02][TTS-VP-03][TTS-VP-04][TTS-VP-06][TTS-AMB-59]") {
  CHECK(make(Type::Warriors).victory_points == 3);
  CHECK(make(Type::Cavalry).victory_points == 2);
  Unit escorted = make(Type::AfricanElephants);
  escorted.escorted = true;
  CHECK(victory_points_of(escorted) == 2);
  for (const Type type :
       {Type::AfricanElephants, Type::Artillery, Type::LightInfantryOther, Type::LightCavalry, Type::LightChariots, Type::LightCamelry})
    CHECK(make(type).victory_points == 1);
  CHECK(make(Type::Spearmen, Grade::Average, {}, Size::Small).victory_points == 1);
  CHECK(make(Type::ScythedChariots).victory_points == 1);
  const Unit pikes = make(Type::Pikemen, Grade::Average, {}, Size::ExceptionallyDeep);
  CHECK(pikes.victory_points == 4);
  CHECK(pikes.medals == 4);
  // A general is two: a command of one regular unit and its general is worth four.
  CHECK(Game("A1 spearmen a1 N; AG general with=A1; B1 spearmen l8 S").state().commands.at({"A-1"}).victory_points == 4);
}

TEST_CASE("artillery: six chits, 7+ and one better when shot at", "[tts][TTS-TYPE-06][TTS-TYPE-07]") {
  for (const Weapon weapon : {Weapon::Catapult, Weapon::Cannon, Weapon::OrganGun})
    CHECK(make(Type::Artillery, Grade::Average, only(weapon)).ammo == 6);
  CHECK(row(Type::Artillery) == "foot regular, 1 hits, 6 chits, 7+, 7 points, 1 vp");
  CHECK(shot_save("artillery") == 6);
}

TEST_CASE("auxiliaries are regular, save on 6+ and have nothing to shoot with", "[tts][TTS-TYPE-14][TTS-TYPE-15][TTS-AMB-119]") {
  CHECK(row(Type::Auxiliaries) == "foot regular, 2 hits, 0 chits, 6+, 8 points, 2 vp");
  CHECK(with("auxiliaries e3 N").rule("shoot A1 target=B1") == "TTS-SHT-01");
}

TEST_CASE("bowmen, crossbowmen and longbowmen: six chits and 8+",
          "[tts][TTS-TYPE-19][TTS-TYPE-25][TTS-TYPE-42][TTS-TYPE-94][TTS-TYPE-138][TTS-TYPE-146][TTS-TYPE-20]") {
  CHECK(row(Type::Bowmen) == "foot regular, 2 hits, 6 chits, 8+, 7 points, 2 vp");
  CHECK(row(Type::Crossbowmen) == "foot regular, 2 hits, 6 chits, 8+, 7 points, 2 vp");
  CHECK(row(Type::Longbowmen) == "foot regular, 2 hits, 6 chits, 8+, 9 points, 2 vp");
  const auto reaches = [](const char* type, const char* box) {
    const Game g = with(std::string(type) + " e2 N");
    return weapon_reaching(g.board(), g.unit("A1"), at(box)).has_value();
  };
  CHECK(reaches("bowmen", "e4"));
  CHECK_FALSE(reaches("bowmen", "e5"));
  for (const char* type : {"crossbowmen", "longbowmen"}) {
    CHECK(reaches(type, "e5"));
    CHECK_FALSE(reaches(type, "e6"));
  }
}

TEST_CASE("cavalry by its weapons: lance, javelin, bow or a mix", "[tts][TTS-TYPE-32][TTS-TYPE-33][TTS-TYPE-34][TTS-TYPE-35]") {
  CHECK(row(Type::Cavalry, kJavelin) == "mounted regular, 2 hits, 2 chits, 7+, 9 points, 2 vp");
  CHECK(row(Type::Cavalry, kLance) == "mounted regular, 2 hits, 0 chits, 7+, 9 points, 2 vp");
  CHECK(row(Type::Cavalry, kBow) == "mounted regular, 2 hits, 3 chits, 8+, 9 points, 2 vp");
  const Unit mixed = make(Type::Cavalry, Grade::Average, kLance.with(Weapon::Bow));
  CHECK(mixed.ammo == 3);
  CHECK(base_save(mixed) == 7);
}

TEST_CASE("chariots and heavy chariots by their weapons", "[tts][TTS-TYPE-39][TTS-TYPE-40][TTS-TYPE-57][TTS-TYPE-59][TTS-TYPE-137]") {
  CHECK(row(Type::Chariots, kJavelin) == "mounted regular, 2 hits, 2 chits, 7+, 9 points, 2 vp");
  CHECK(row(Type::Chariots, kLance) == "mounted regular, 2 hits, 0 chits, 7+, 9 points, 2 vp");
  CHECK(row(Type::Chariots, kBow) == "mounted regular, 2 hits, 3 chits, 8+, 9 points, 2 vp");
  CHECK(row(Type::HeavyChariots) == "mounted regular, 2 hits, 2 chits, 6+, 11 points, 2 vp");
  CHECK(row(Type::HeavyChariots, kLance) == "mounted regular, 2 hits, 0 chits, 6+, 11 points, 2 vp");
  CHECK(row(Type::HeavyChariots, kBow) == "mounted regular, 2 hits, 3 chits, 6+, 11 points, 2 vp");
  // As cavalry: they go two boxes and may evade.
  const Game g("A1 heavy_chariots e2 N; AG general with=A1; B1 spearmen e5 N");
  CHECK(g.need("move A1 to=e4") == 2);
  CHECK(evade_right(g.board(), g.unit("A1"), g.unit("B1")) == EvadeRight::May);
}

TEST_CASE("camelry and light camelry by their weapons", "[tts][TTS-TYPE-29][TTS-TYPE-134][TTS-TYPE-78][TTS-TYPE-144][TTS-TYPE-145]") {
  for (const Weapons weapons : {kJavelin, kLance}) CHECK(base_save(make(Type::Camelry, Grade::Average, weapons)) == 7);
  CHECK(base_save(make(Type::Camelry, Grade::Average, kBow)) == 8);
  CHECK(row(Type::LightCamelry, kJavelin) == "mounted light, 1 hits, 2 chits, 7+, 5 points, 1 vp");
  CHECK(row(Type::LightCamelry, kBow) == "mounted light, 1 hits, 3 chits, 8+, 5 points, 1 vp");
  // Treated as light cavalry: it must evade from formed troops and moves and shoots.
  const Game g("A1 light_camelry e2 N; AG general e1 detached; A9 spearmen a1 N; B1 spearmen e4 S; B9 spearmen l8 S");
  CHECK(evade_right(g.board(), g.unit("A1"), g.unit("B1")) == EvadeRight::Must);
  CHECK(g.may("move_and_shoot A1 target=B1"));
}

TEST_CASE("cataphracts and knights carry the lance", "[tts][TTS-TYPE-30][TTS-TYPE-68][TTS-TYPE-69][TTS-TYPE-72][TTS-TYPE-141]") {
  const auto lance = [](const char* type) {
    const Game g = with(std::string(type) + " e3 N");
    return bonus_cards(g.board(), g.unit("A1"), g.unit("B1"), at("e3"), at("e4"), false).lance;
  };
  CHECK(row(Type::Cataphracts) == "mounted regular, 2 hits, 0 chits, 6+, 11 points, 2 vp");
  CHECK(lance("cataphracts"));
  CHECK(row(Type::Knights) == "mounted regular, 2 hits, 0 chits, 6+, 11 points, 2 vp");
  CHECK(base_save(make(Type::KnightsOnFoot)) == 6);
  CHECK(lance("knights"));
  CHECK(row(Type::LaterKnights) == "mounted regular, 2 hits, 0 chits, 6+, 14 points, 2 vp");
  CHECK(lance("later_knights"));
  CHECK_FALSE(lance("cavalry"));
}

TEST_CASE("light cavalry and light chariots: chits, saves and their own activations",
          "[tts][TTS-TYPE-81][TTS-TYPE-82][TTS-TYPE-83][TTS-TYPE-84][TTS-TYPE-85][TTS-TYPE-86]") {
  CHECK(row(Type::LightCavalry, kJavelin) == "mounted light, 1 hits, 2 chits, 7+, 5 points, 1 vp");
  CHECK(row(Type::LightCavalry, kLance) == "mounted light, 1 hits, 0 chits, 7+, 5 points, 1 vp");
  CHECK(row(Type::LightCavalry, kBow) == "mounted light, 1 hits, 3 chits, 8+, 5 points, 1 vp");
  CHECK(row(Type::LightCavalry, only(Weapon::Crossbow)) == "mounted light, 1 hits, 3 chits, 8+, 5 points, 1 vp");
  CHECK(row(Type::LightChariots, kJavelin) == "mounted light, 1 hits, 2 chits, 7+, 5 points, 1 vp");
  CHECK(row(Type::LightChariots, kBow) == "mounted light, 1 hits, 3 chits, 8+, 5 points, 1 vp");
  CHECK(with("light_cavalry e2 N").may("move_and_shoot A1 target=B1"));
  CHECK_FALSE(with("light_cavalry e2 N").may("shoot_and_move A1 target=B1"));
  CHECK(with("light_cavalry_bow e2 N").may("shoot_and_move A1 target=B1"));
  CHECK(with("light_cavalry e2 N", "; broken e3").need("move A1 to=e3") == 2);
  CHECK(with("light_chariots e2 N", "; broken e3").need("move A1 to=e3") == 4);  // rough is doubly difficult
}

TEST_CASE("light infantry: chits, saves and one card for one chit",
          "[tts][TTS-TYPE-87][TTS-TYPE-89][TTS-TYPE-90][TTS-TYPE-93][TTS-AMB-17]") {
  CHECK(row(Type::LightInfantryJavelin) == "foot light, 1 hits, 2 chits, 7+, 4 points, 1 vp");
  for (const Weapon weapon : {Weapon::Bow, Weapon::Sling, Weapon::Crossbow, Weapon::Longbow, Weapon::Handgun})
    CHECK(row(Type::LightInfantryOther, only(weapon)) == "foot light, 1 hits, 3 chits, 8+, 4 points, 1 vp");
  CHECK(cards_of("light_infantry_javelin e3 N") == 1);
  CHECK(cards_of("light_infantry_other e2 N") == 1);
  Game g = with("light_infantry_javelin e3 N");
  g.act("shoot A1 target=B1", 5).cards({2});
  CHECK(g.unit("A1").ammo == 1);
  Game bow = with("light_infantry_bow e2 N");
  bow.act("shoot A1 target=B1", 5).cards({2});
  CHECK(bow.unit("A1").ammo == 2);
}

TEST_CASE("elephants are deep foot with one hit", "[tts][TTS-TYPE-46][TTS-TYPE-48][TTS-TYPE-51]") {
  CHECK(row(Type::AfricanElephants) == "foot deep, 1 hits, 0 chits, 7+, 6 points, 1 vp");
  CHECK(row(Type::IndianElephants) == "foot deep, 1 hits, 0 chits, 6+, 8 points, 1 vp");
  CHECK_THROWS(Game("A1 indian_elephants a1 N; A2 spearmen a1 N; B1 spearmen l8 S"));  // deep: no formed mate
}

TEST_CASE("mobs, pikemen and warriors are deep foot", "[tts][TTS-TYPE-98][TTS-TYPE-100][TTS-TYPE-101][TTS-TYPE-130][TTS-TYPE-153]") {
  CHECK(row(Type::Mobs) == "foot deep, 3 hits, 2 chits, 8+, 7 points, 3 vp");
  CHECK(row(make(Type::Mobs, Grade::Raw)) == "foot deep, 3 hits, 1 chits, 9+, 4 points, 3 vp");
  CHECK(row(Type::Pikemen) == "foot deep, 3 hits, 0 chits, 7+, 13 points, 3 vp");
  CHECK(row(Type::Warriors) == "foot deep, 3 hits, 0 chits, 7+, 10 points, 3 vp");
}

TEST_CASE("war wagons: deep, one box, six chits whatever the armament", "[tts][TTS-TYPE-117][TTS-TYPE-126][TTS-TYPE-148]") {
  CHECK(row(Type::WarWagons) == "foot deep, 3 hits, 6 chits, 7+, 13 points, 3 vp");
  for (const Weapon weapon : {Weapon::Crossbow, Weapon::Handgun, Weapon::Cannon, Weapon::OrganGun})
    CHECK(make(Type::WarWagons, Grade::Average, only(weapon)).ammo == 6);
  const Game g = with("war_wagons e2 N");
  CHECK(g.may("move A1 to=f2"));
  CHECK_FALSE(g.may("move A1 to=g2"));
}

TEST_CASE("foot that may be regular or deep: saves and sizes",
          "[tts][TTS-TYPE-17][TTS-TYPE-61][TTS-TYPE-65][TTS-TYPE-66][TTS-TYPE-112][TTS-TYPE-115][TTS-TYPE-140]") {
  CHECK(row(Type::Billmen) == "foot regular, 2 hits, 0 chits, 7+, 7 points, 2 vp");
  CHECK(base_save(deep(Type::Billmen)) == 7);
  CHECK(row(Type::Hoplites) == "foot regular, 2 hits, 0 chits, 6+, 8 points, 2 vp");
  CHECK(base_save(deep(Type::Hoplites)) == 6);
  CHECK(row(Type::Javelinmen) == "foot regular, 2 hits, 2 chits, 7+, 7 points, 2 vp");
  CHECK(row(make(Type::Javelinmen, Grade::Average, {}, Size::Small)) == "foot small, 1 hits, 2 chits, 7+, 3.5 points, 1 vp");
  CHECK(deep(Type::Javelinmen).hits == 3);
  CHECK(row(Type::Shieldwall) == "foot regular, 2 hits, 0 chits, 7+, 7 points, 2 vp");
  CHECK(row(Type::Spearmen) == "foot regular, 2 hits, 0 chits, 7+, 7 points, 2 vp");
  const Game g = with("javelinmen e2 N");
  CHECK(weapon_reaching(g.board(), g.unit("A1"), at("e3")) == Weapon::Javelin);
  CHECK_FALSE(weapon_reaching(g.board(), g.unit("A1"), at("e4")).has_value());
}

TEST_CASE("scythed chariots: light, one hit, 7+", "[tts][TTS-TYPE-105]") {
  CHECK(row(Type::ScythedChariots) == "mounted light, 1 hits, 0 chits, 7+, 5 points, 1 vp");
}

TEST_CASE("starting ammunition by weapon, type and grade", "[tts][TTS-AMMO-T1][TTS-AMB-16]") {
  CHECK(make(Type::Javelinmen).ammo == 2);
  CHECK(make(Type::LightInfantryOther, Grade::Average, only(Weapon::Sling)).ammo == 3);
  CHECK(make(Type::Longbowmen).ammo == 6);
  CHECK(make(Type::Longbowmen, Grade::Veteran).ammo == 7);  // all missile units, not light troops alone
  CHECK(make(Type::Bowmen, Grade::Raw).ammo == 5);
  Unit escorted = make(Type::IndianElephants, Grade::Veteran);
  escorted.escorted = true;
  muster(escorted);
  CHECK(escorted.ammo == 3);  // no grade there
  const Game g("A1 bowmen a1 N; A2 spearmen b1 N; A3 light_cavalry c1 N; B1 spearmen l8 S", 12, 8, R"("sides":{"A":{"extra_ammo":2}})");
  CHECK(g.state().side(Side::A).reserve_ammo == 6);  // a chit a unit that has some, and four for the two points
}

}  // namespace unit_table_tests
