/// The charts row by row, typed.
#include "engine/rulesets/hail_caesar/tables.hpp"
#include "engine/rulesets/hail_caesar/topics/morale.hpp"
#include "engine/rulesets/hail_caesar/topics/shooting.hpp"
#include "tests/support/catch.hpp"

namespace tables_tests {

using namespace polemarch;
using namespace polemarch::hail_caesar;

namespace {
Length move_of(MoveClass what, Formation formation = Formation::Line) {
  Profile profile;
  profile.move_class = what;
  return move_row(profile, formation, Options{}).distance;
}
Outcome result(BreakTable table, int score, BreakCategory who, bool shaken = false, bool casualties = true, const ScanOptions& scan = {}) {
  return outcome_of(break_cell(table, score, who, scan), shaken, casualties);
}
constexpr auto kInf = BreakCategory::Infantry, kCav = BreakCategory::Cavalry, kSkirm = BreakCategory::Skirmishers;
constexpr auto kHth = BreakTable::HandToHand, kRanged = BreakTable::Ranged;
}  // namespace

TEST_CASE("infantry and what is as slow move 6 inches, in open order too",
          "[hc][HC-MOV-T1][HC-MOV-01][HC-MOV-02][HC-MOV-03][HC-MOV-04][HC-MOV-05][HC-MOV-06]") {
  CHECK(move_of(MoveClass::Infantry) == 6_in);
  CHECK(move_of(MoveClass::Infantry, Formation::OpenOrder) == 6_in);
  CHECK(move_of(MoveClass::Elephants) == 6_in);
  CHECK(move_of(MoveClass::Wagons) == 6_in);
  CHECK(move_of(MoveClass::Baggage) == 6_in);
  CHECK(move_of(MoveClass::PortableArtillery) == 6_in);
  CHECK(move_of(MoveClass::Cataphracts) == 6_in);
  CHECK(move_of(MoveClass::HeavyChariots) == 6_in);
  CHECK(move_of(MoveClass::OtherArtillery) == 0_in);
}

TEST_CASE("light chariots and cavalry move 9 inches, light cavalry and horse archers in open order 12",
          "[hc][HC-MOV-T1][HC-MOV-07][HC-MOV-08][HC-MOV-09][HC-MOV-10]") {
  CHECK(move_of(MoveClass::LightChariots) == 9_in);
  CHECK(move_of(MoveClass::Cavalry) == 9_in);
  CHECK(move_of(MoveClass::Cavalry, Formation::OpenOrder) == 9_in);
  CHECK(move_of(MoveClass::LightCavalry) == 9_in);
  CHECK(move_of(MoveClass::LightCavalry, Formation::OpenOrder) == 12_in);
  CHECK(move_of(MoveClass::HorseArchers) == 9_in);
  CHECK(move_of(MoveClass::HorseArchers, Formation::OpenOrder) == 12_in);
}

TEST_CASE("each weapon shoots its range", "[hc][HC-SHO-T1]") {
  CHECK(range_of(Weapon::Thrown) == 6_in);
  CHECK(range_of(Weapon::Sling) == 12_in);
  CHECK(range_of(Weapon::Bow) == 18_in);
  CHECK(range_of(Weapon::LightArtillery) == 24_in);
  CHECK(range_of(Weapon::MediumArtillery) == 36_in);
  CHECK(range_of(Weapon::HeavyArtillery) == 48_in);
}

TEST_CASE("ranged dice by size and formation", "[hc][HC-SHO-T2][HC-SHO-T3][HC-DX-13]") {
  const Options config;
  const auto dice = [&](Size size, Formation formation, bool buildings = false) {
    return ranged_dice(3, size, formation, buildings, config);
  };
  CHECK(dice(Size::Standard, Formation::Line) == 3);
  CHECK(dice(Size::Large, Formation::Line) == 4);
  CHECK(dice(Size::Small, Formation::Line) == 2);
  CHECK(dice(Size::Tiny, Formation::Line) == 1);
  CHECK(dice(Size::Large, Formation::Square) == 1);
  CHECK(dice(Size::Large, Formation::Column) == 0);
  CHECK(dice(Size::Tiny, Formation::Testudo) == 0);
  CHECK(dice(Size::Large, Formation::Line, true) == 2);
  CHECK(dice(Size::Standard, Formation::Column, true) == 2);
  CHECK(ranged_dice(1, Size::Small, Formation::Line, false, config) == 1);
  CHECK(ranged_dice(0, Size::Large, Formation::Line, false, config) == 0);
  Options faces;
  faces.shoot.square_ranged_per_face = true;
  CHECK(ranged_dice(3, Size::Standard, Formation::Square, false, faces, 4) == 4);
}

TEST_CASE("hand-to-hand dice by size and formation", "[hc][HC-HTH-T1][HC-HTH-T2][HC-DX-19]") {
  CHECK(combat_dice(7, Size::Standard, Formation::Line, false) == 7);
  CHECK(combat_dice(7, Size::Large, Formation::Line, false) == 9);
  CHECK(combat_dice(7, Size::Small, Formation::Line, false) == 5);
  CHECK(combat_dice(7, Size::Tiny, Formation::Line, false) == 1);
  CHECK(combat_dice(7, Size::Large, Formation::Column, false) == 1);
  CHECK(combat_dice(7, Size::Large, Formation::Square, false, 1) == 2);
  CHECK(combat_dice(7, Size::Standard, Formation::Square, false, 3) == 6);
  CHECK(combat_dice(7, Size::Standard, Formation::Line, true, 2) == 4);
  CHECK(combat_dice(2, Size::Small, Formation::Line, false) == 1);
  CHECK(combat_dice(0, Size::Large, Formation::Line, false) == 0);
}

TEST_CASE("save modifiers of formation, cover and artillery", "[hc][HC-SAV-T1]") {
  CHECK(save_for_formation(Formation::Square) == 1);
  CHECK(save_for_formation(Formation::Wedge) == 1);
  CHECK(save_for_formation(Formation::Testudo) == 2);
  CHECK(save_for_formation(Formation::Column) == -2);
  CHECK(save_for_formation(Formation::Line) == 0);
  CHECK(save_for_formation(Formation::OpenOrder) == 0);
  CHECK(save_for_cover(Cover::None) == 0);
  CHECK(save_for_cover(Cover::Cover) == 1);
  CHECK(save_for_cover(Cover::Buildings) == 2);
  CHECK(save_for_cover(Cover::Fortifications) == 3);
  CHECK(save_for_weapon(Weapon::LightArtillery) == -1);
  CHECK(save_for_weapon(Weapon::MediumArtillery) == -2);
  CHECK(save_for_weapon(Weapon::HeavyArtillery) == -2);
  CHECK(save_for_weapon(Weapon::Bow) == 0);
  CHECK(save_for_weapon(std::nullopt) == 0);
}

TEST_CASE("a save modifier changes the die, and a natural 1 fails", "[hc][HC-SAV-01]") {
  SavePlan plan;
  plan.save = 5;
  plan.modifier = 1;
  CHECK(saves(4, plan, Options{}));
  CHECK_FALSE(saves(3, plan, Options{}));
  plan.modifier = 4;
  CHECK_FALSE(saves(1, plan, Options{}));
  plan.modifier = -2;
  CHECK_FALSE(saves(6, plan, Options{}));
  plan.save = 7;
  plan.modifier = 3;
  CHECK_FALSE(saves(6, plan, Options{}));  // 7 = none
}

TEST_CASE("every cell of the hand-to-hand break table", "[hc][HC-BRK-T1][HC-BRK-03][HC-DX-21]") {
  struct Row {
    int score;
    Cell infantry, cavalry, skirmishers;
  };
  const Cell give = Cell::GiveGroundWithSupports, disordered = Cell::GiveGroundDisorderedWithSupports;
  const Cell shaken = Cell::ShakenBreakElseGiveGroundAllDisordered;
  const std::vector<Row> rows{{12, Cell::Hold, Cell::Hold, Cell::Hold},
                              {10, Cell::Hold, Cell::Hold, Cell::Hold},
                              {9, Cell::Hold, give, Cell::GiveGroundDisordered},
                              {8, Cell::Hold, give, Cell::ShakenBreakElseGiveGroundDisordered},
                              {7, give, give, Cell::Break},
                              {6, give, disordered, Cell::Break},
                              {5, disordered, shaken, Cell::Break},
                              {4, shaken, shaken, Cell::Break},
                              {3, shaken, Cell::Break, Cell::Break},
                              {2, Cell::Break, Cell::Break, Cell::Break},
                              {-3, Cell::Break, Cell::Break, Cell::Break}};
  for (const Row& row : rows) {
    INFO("score " << row.score);
    CHECK(break_cell(kHth, row.score, kInf, {}) == row.infantry);
    CHECK(break_cell(kHth, row.score, kCav, {}) == row.cavalry);
    CHECK(break_cell(kHth, row.score, kSkirm, {}) == row.skirmishers);
  }
  CHECK(result(kHth, 5, kInf) == Outcome::GiveGroundDisorderedWithSupports);
  CHECK(result(kHth, 5, kCav, false) == Outcome::GiveGroundDisorderedWithSupports);
  CHECK(result(kHth, 5, kCav, true) == Outcome::Break);
  CHECK(result(kHth, 8, kSkirm, true) == Outcome::Break);
  CHECK(result(kHth, 8, kSkirm, false) == Outcome::GiveGroundDisordered);
}

TEST_CASE("every cell of the ranged break table", "[hc][HC-BRK-T2][HC-DX-23]") {
  struct Row {
    int score;
    Cell infantry, cavalry, skirmishers;
  };
  const Cell choice = Cell::HoldDisorderedOrRetreat, away = Cell::RetreatDisordered, shaken = Cell::ShakenBreakElseRetreatDisordered;
  const Cell any = Cell::CasualtiesBreakElseRetreatDisordered;
  const std::vector<Row> rows{{11, Cell::Hold, Cell::Hold, Cell::Hold},
                              {10, Cell::Hold, Cell::Hold, Cell::Hold},
                              {9, Cell::Hold, Cell::Hold, Cell::RetreatGood},
                              {8, Cell::Hold, Cell::Hold, away},
                              {7, Cell::Hold, Cell::RetreatGood, away},
                              {6, choice, away, away},
                              {5, choice, away, shaken},
                              {4, away, shaken, any},
                              {3, shaken, shaken, Cell::Break},
                              {2, any, Cell::Break, Cell::Break},
                              {0, any, Cell::Break, Cell::Break}};
  for (const Row& row : rows) {
    INFO("score " << row.score);
    CHECK(break_cell(kRanged, row.score, kInf, {}) == row.infantry);
    CHECK(break_cell(kRanged, row.score, kCav, {}) == row.cavalry);
    CHECK(break_cell(kRanged, row.score, kSkirm, {}) == row.skirmishers);
  }
  CHECK(result(kRanged, 6, kInf) == Outcome::Choice);
  CHECK(result(kRanged, 3, kInf, true) == Outcome::Break);
  CHECK(result(kRanged, 3, kInf, false) == Outcome::RetreatDisordered);
  CHECK(result(kRanged, 2, kInf, false, true) == Outcome::Break);
  CHECK(result(kRanged, 2, kInf, false, false) == Outcome::RetreatDisordered);
}

TEST_CASE("the tables keep to their kinds of result", "[hc][HC-BRK-02][HC-BRK-08][HC-BRK-09]") {
  for (int score = 1; score <= 12; ++score) {
    for (const BreakCategory who : {kInf, kCav, kSkirm}) {
      for (const bool shaken : {false, true}) {
        const Outcome hth = result(kHth, score, who, shaken), ranged = result(kRanged, score, who, shaken);
        CHECK((hth != Outcome::Choice && hth != Outcome::RetreatGood && hth != Outcome::RetreatDisordered));
        CHECK((ranged != Outcome::GiveGroundWithSupports && ranged != Outcome::GiveGroundDisordered &&
               ranged != Outcome::GiveGroundDisorderedWithSupports));
        if (who == kSkirm) CHECK((hth != Outcome::GiveGroundWithSupports && hth != Outcome::GiveGroundDisorderedWithSupports));
      }
    }
  }
}

TEST_CASE("readings of garbled cells can be switched", "[hc][HC-CFG-T2][HC-DX-27][HC-DX-29]") {
  const auto ranged3 = [](const std::string& option, bool shaken, bool casualties) {
    ScanOptions scan;
    scan.scan_ranged3_cavalry = option;
    return result(kRanged, 3, kCav, shaken, casualties, scan);
  };
  CHECK(ranged3("as_infantry", false, true) == Outcome::RetreatDisordered);
  CHECK(ranged3("any_casualties", false, true) == Outcome::Break);
  CHECK(ranged3("break", false, true) == Outcome::Break);
  for (const char* option : {"as_infantry", "any_casualties", "break"}) CHECK(ranged3(option, true, true) == Outcome::Break);
  CHECK(ranged3("as_infantry", false, false) == Outcome::RetreatDisordered);
  CHECK(ranged3("any_casualties", false, false) == Outcome::RetreatDisordered);
  CHECK(ranged3("break", false, false) == Outcome::Break);
  ScanOptions two;
  CHECK(result(kRanged, 2, kCav, false, false, two) == Outcome::Break);
  two.scan_ranged2_cavalry = "as_infantry";
  CHECK(result(kRanged, 2, kCav, false, false, two) == Outcome::RetreatDisordered);
  ScanOptions three;
  CHECK(result(kHth, 3, kCav, false, true, three) == Outcome::Break);
  three.scan_hth3_cavalry = "as_infantry";
  CHECK(result(kHth, 3, kCav, false, true, three) == Outcome::GiveGroundDisorderedWithSupports);
  ScanOptions six;
  CHECK(result(kRanged, 6, kSkirm, true, true, six) == Outcome::RetreatDisordered);
  six.scan_ranged6_skirmishers = "as_row_5";
  CHECK(result(kRanged, 6, kSkirm, true, true, six) == Outcome::Break);
}

TEST_CASE("what makes a target of shooting test", "[hc][HC-SHO-12][HC-SHO-13][HC-SHO-14][HC-SHO-15]") {
  const auto rules = [](int needed, int hits, int sixes, int unsaved, bool was, bool is, const std::string& on_six = "hits") {
    Options config;
    config.shoot.break_on_six = on_six;
    return triggers_of({ShotKind::Shooting, needed, hits, sixes, unsaved, was, is, false}, config);
  };
  using Rules = std::vector<std::string>;
  CHECK(rules(4, 2, 0, 2, false, true) == Rules{"HC-SHO-12"});
  CHECK(rules(4, 2, 0, 1, true, true) == Rules{"HC-SHO-13"});
  CHECK(rules(4, 2, 0, 0, true, true).empty());
  CHECK(rules(6, 2, 2, 0, false, false) == Rules{"HC-SHO-14"});
  CHECK(rules(6, 1, 1, 1, false, false).empty());
  CHECK(rules(5, 1, 1, 0, false, false) == Rules{"HC-SHO-15"});
  CHECK(rules(5, 2, 0, 1, false, false).empty());
  CHECK(rules(7, 2, 2, 1, false, false) == Rules{"HC-SHO-14"});
  CHECK(rules(5, 1, 1, 0, false, false, "unsaved").empty());
  CHECK(rules(6, 2, 2, 1, false, false, "unsaved").empty());
}

TEST_CASE("what makes a unit test after closing and traversing shots", "[hc][HC-HTH-09][HC-HTH-10][HC-HTH-11]") {
  const auto rules = [](bool charger, int needed, int hits, int sixes, int unsaved, bool is_shaken) {
    return triggers_of({ShotKind::Closing, needed, hits, sixes, unsaved, false, is_shaken, charger}, Options{});
  };
  using Rules = std::vector<std::string>;
  CHECK(rules(true, 5, 1, 0, 1, true) == Rules{"HC-HTH-09"});
  CHECK(rules(false, 5, 1, 0, 1, true) == Rules{"HC-HTH-09"});
  CHECK(rules(true, 6, 2, 2, 0, false) == Rules{"HC-HTH-10"});
  CHECK(rules(false, 6, 2, 2, 0, false).empty());
  CHECK(rules(true, 5, 1, 1, 0, false) == Rules{"HC-HTH-11"});
  CHECK(rules(false, 5, 1, 1, 0, false).empty());
}

TEST_CASE("a natural 6 hits and a natural 1 misses, unless switched off", "[hc][HC-CFG-T1]") {
  Options config;
  CHECK(hits(6, 8, config));
  CHECK_FALSE(hits(1, 1, config));
  CHECK(hits(4, 4, config));
  CHECK_FALSE(hits(3, 4, config));
  config.shoot.six_always_hits = config.shoot.one_always_misses = false;
  CHECK_FALSE(hits(6, 7, config));
  CHECK(hits(1, 1, config));
}

}  // namespace tables_tests
