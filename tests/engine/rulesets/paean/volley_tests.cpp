// Tables of the offensive dice: what each die has to show.
#include "engine/rulesets/paean/tables.hpp"
#include "engine/rulesets/paean/volley.hpp"
#include "tests/support/catch.hpp"

namespace volley_tests {

using namespace polemarch;
using namespace polemarch::paean;
using engine::sum_of;

namespace {
int missile(Weight target, Flank from = Flank::Front, bool expert = false) { return sum_of(missile_need(target, from, expert)); }
int melee(Weight target, Flank from = Flank::Front, bool missiles = false) {
  const bool steady = target == Weight::L || target == Weight::LM;
  return sum_of(melee_need(armour_value(target), "x", from, steady, missiles));
}
}  // namespace

TEST_CASE("a missile needs the armour of its target, one less on a flank, in the rear or by expert shots, and a 1 always misses",
          "[paean][PA-AMB-47][PA-MIS-T1][PA-MIS-08][PA-MIS-09][PA-DX-07]") {
  CHECK(missile(Weight::L) == 2);
  CHECK(missile(Weight::LM) == 2);
  CHECK(missile(Weight::M) == 3);
  CHECK(missile(Weight::LH) == 3);
  CHECK(missile(Weight::H) == 4);
  CHECK(missile(Weight::LH, Flank::Left) == 2);
  CHECK(missile(Weight::H, Flank::Rear) == 3);
  CHECK(missile(Weight::H, Flank::Right, true) == 2);
  CHECK(missile(Weight::M, Flank::Front, true) == 2);
  CHECK(missile(Weight::M, Flank::Rear, true) == 2);  // 3 - 1 - 1, and never better than 2
  CHECK(missile(Weight::LM, Flank::Left) == 2);
  // No reduction for L at all: its rows hold the armour and nothing of a flank.
  CHECK(missile_need(Weight::L, Flank::Rear, false).size() == 1);
  CHECK(missile_need(Weight::LM, Flank::Rear, false).size() == 3);
  CHECK(missile_need(Weight::H, Flank::Rear, false)[1].text == "into the rear");
  CHECK(missile_need(Weight::H, Flank::Left, false)[1].text == "into the flank");
}

TEST_CASE("close combat needs the armour, one less on flank and rear but of L, LM and heroes, two more for missiles only, from 2 to 7",
          "[paean][PA-CCD-T2][PA-CCD-06][PA-CCD-07][PA-FLR-02][PA-DX-15]") {
  CHECK(melee(Weight::L) == 2);
  CHECK(melee(Weight::LM) == 2);
  CHECK(melee(Weight::M) == 3);
  CHECK(melee(Weight::LH) == 3);
  CHECK(melee(Weight::H) == 4);
  CHECK(melee(Weight::H, Flank::Left) == 3);
  CHECK(melee(Weight::M, Flank::Rear) == 2);
  CHECK(melee_need(2, "LM", Flank::Left, true, false).size() == 1);
  CHECK(melee(Weight::H, Flank::Front, true) == 6);
  CHECK(melee(Weight::LM, Flank::Front, true) == 4);
  CHECK(sum_of(melee_need(1, "x", Flank::Rear, false, false)) == 2);
  CHECK(sum_of(melee_need(5, "a hero", Flank::Rear, true, true)) == 7);
  CHECK(sum_of(melee_need(6, "a hero with the Shield of Zeus", Flank::Front, true, true)) == 7);
}

TEST_CASE("out of the range of a die it is thrown twice", "[paean][PA-CCD-T3][PA-CCD-08]") {
  using Throws = std::vector<int>;
  CHECK(throws_for(4, 5) == Throws{4, 2});
  CHECK(throws_for(4, 6) == Throws{4, 3});
  CHECK(throws_for(4, 7) == Throws{4, 4});
  CHECK(throws_for(6, 5) == Throws{5});
  CHECK(throws_for(6, 6) == Throws{6});
  CHECK(throws_for(6, 7) == Throws{6, 2});
  CHECK(throws_for(8, 5) == Throws{5});
  CHECK(throws_for(8, 6) == Throws{6});
  CHECK(throws_for(8, 7) == Throws{7});
  // Both hurdles' rows sum up to what each throw needs.
  const std::vector<Hurdle> hurdles = hurdles_of("armour", "PA-CCD-04", 6, melee_need(5, "a hero", Flank::Front, true, true));
  REQUIRE(hurdles.size() == 2);
  for (const Hurdle& hurdle : hurdles) CHECK(sum_of(hurdle.rows) == hurdle.need);
  CHECK(per_mille(hurdles, 6) == 139);  // 1 in 6, then 5 in 6
}

TEST_CASE("cover is cleared before armour, by the missile table or the close combat table",
          "[paean][PA-MRX-T1][PA-MRX-06][PA-RES-T1][PA-TER-11]") {
  CHECK(missile_cover(Cover::None) == 0);
  CHECK(missile_cover(cover_of(Ground::Wood)) == 3);
  CHECK(missile_cover(cover_of(Ground::Settlement)) == 4);
  CHECK(missile_cover(cover_of(Ground::Works)) == 5);
  CHECK(missile_cover(cover_of(Ground::Fortification)) == 6);
  CHECK(melee_cover(Cover::Wood) == 2);
  CHECK(melee_cover(Cover::Settlement) == 3);
  CHECK(melee_cover(Cover::Works) == 4);
  CHECK(melee_cover(Cover::Wall) == 5);
  for (const Ground ground : {Ground::Open, Ground::Hill, Ground::Stream, Ground::Difficult}) CHECK(cover_of(ground) == Cover::None);
  std::vector<Hurdle> hurdles = hurdles_of("armour", "PA-MIS-T1", 4, missile_need(Weight::M, Flank::Front, false));
  behind_cover(hurdles, 4, missile_cover(Cover::Works), Cover::Works, "PA-MRX-05");  // 4, then 2 or more, then armour
  REQUIRE(hurdles.size() == 3);
  CHECK(hurdles[0].need == 4);
  CHECK(hurdles[1].need == 2);
  CHECK(hurdles[2].need == 3);
  CHECK(hurdles[2].what == "armour");
  behind_cover(hurdles, 4, missile_cover(Cover::None), Cover::None, "PA-MRX-05");
  CHECK(hurdles.size() == 3);
}

TEST_CASE("every rank shot over asks for the same throw once more", "[paean][PA-MIS-18]") {
  const auto need = missile_need(Weight::H, Flank::Front, false);
  std::vector<Hurdle> hurdles = hurdles_of("armour", "PA-MIS-T1", 6, need);
  shot_over(hurdles, 6, need, 3);
  REQUIRE(hurdles.size() == 4);
  for (const Hurdle& hurdle : hurdles) CHECK(hurdle.need == 4);
  CHECK(per_mille(hurdles, 6) == 63);
}

TEST_CASE("volleys with the same die, target and hurdles are thrown together", "[paean][PA-FLR-09]") {
  const auto volley = [](const char* unit, int faces, int dice, Flank from) {
    Volley one{{unit}, {"B1"}, faces, {{"PA-CCD-16", unit, dice, Side::A}}, {}};
    one.hurdles = hurdles_of("armour", "PA-CCD-04", faces, melee_need(4, "H", from, false, false));
    return one;
  };
  const auto all = together({volley("A1", 8, 4, Flank::Front), volley("A2", 8, 3, Flank::Front), volley("A3", 8, 2, Flank::Left),
                             volley("A4", 6, 5, Flank::Front), volley("A5", 8, 0, Flank::Front)});
  REQUIRE(all.size() == 3);  // front, flank (its own armour), another die
  CHECK(all[0].count() == 7);
  CHECK(all[0].dice.size() == 2);
  CHECK(all[1].count() == 2);
  CHECK(all[2].count() == 5);
}

}  // namespace volley_tests
