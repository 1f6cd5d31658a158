/// Cover: who has its save, from where, and how it is thrown.
#include "engine/rulesets/paean/topics/shooting.hpp"
#include "tests/engine/rulesets/paean/range.hpp"

namespace cover_tests {

using namespace polemarch;
using namespace polemarch::paean;
using paean::test::Field;
using paean::test::range;

TEST_CASE("half the bases in cover give the save, who shoots from inside gives it to the target, from the edge not",
          "[paean][PA-MRX-05][PA-MRX-07][PA-MRX-08][PA-TER-07][PA-AMB-92]") {
  Field field = range(Weight::L, {Weapon::Bow}, 150, {.bases = 2, .files = 2});
  const auto cover = [&] { return aims_at(field.state, {"A1"}, {"B1"}).cover; };
  CHECK(cover() == Cover::None);
  field.terrain("wood", Ground::Wood, 600, 540, 700, 700);  // one of two bases
  CHECK(cover() == Cover::Wood);
  field.terrain("town", Ground::Settlement, 600, 540, 700, 700);
  CHECK(cover() == Cover::Settlement);
  field.state.terrain.clear();
  field.terrain("wood", Ground::Wood, 500, 300, 700, 430);
  CHECK(cover() == Cover::Wood);  // 30 mm inside
  field.state.terrain.clear();
  field.terrain("wood", Ground::Wood, 500, 300, 700, 401);
  CHECK(cover() == Cover::None);  // on the edge
}

TEST_CASE("a formation whose front is on the edge of cover shoots out of it with all its rows", "[paean][PA-MRX-08]") {
  Field field = range(Weight::L, {Weapon::Bow}, 150, {.bases = 2, .files = 2}, 2);
  field.terrain("wood", Ground::Wood, 500, 300, 700, 401);
  CHECK(aims_at(field.state, {"A1"}, {"B1"}).shooting().size() == 2);
  CHECK(aims_at(field.state, {"A1"}, {"B1"}).cover == Cover::None);
  field.state.terrain.clear();
  field.terrain("wood", Ground::Wood, 500, 300, 700, 410);
  CHECK(aims_at(field.state, {"A1"}, {"B1"}).cover == Cover::Wood);
}

TEST_CASE("cover is thrown first, on a D4 for a palisade twice, what is left throws against armour",
          "[paean][PA-DX-11][PA-MRX-06][PA-MRX-T1]") {
  Field field;
  field.put("A1", Side::A, Weight::L, {.x = 600, .y = 400, .bases = 4, .files = 4, .ranks = 1, .weapons = {Weapon::Bow}});
  field.put("B1", Side::B, Weight::LH, {.x = 600, .y = 500, .heading = 270});
  field.terrain("palisade", Ground::Works, 500, 490, 700, 500);
  field.permit("A1", Source::Order);
  field.give(Shoot{{"A1"}, {"B1"}});
  REQUIRE(field.dice_asked() == 4);
  field.dice({4, 4, 2, 1});
  REQUIRE(field.dice_asked() == 2);
  field.dice({3, 1});
  REQUIRE(field.dice_asked() == 1);
  field.dice({3});
  CHECK(field.throws().front().good == 1);
  CHECK(engine::sum_of(field.throws().front().rows) == 3);
}

TEST_CASE("defence works cover from those beyond them, not from those on the same side", "[paean][PA-MRX-05][PA-MRX-T1]") {
  for (const bool beyond : {true, false}) {
    CAPTURE(beyond);
    Field field;
    field.put("A1", Side::A, Weight::L, {.x = 600, .y = 400, .bases = 4, .files = 4, .ranks = 1, .weapons = {Weapon::Bow}});
    field.put("B1", Side::B, Weight::LH, {.x = 600, .y = 500, .heading = 270});
    field.terrain("palisade", Ground::Works, 500, beyond ? 490 : 520, 700, beyond ? 500 : 530);
    CHECK(aims_at(field.state, {"A1"}, {"B1"}).cover == (beyond ? Cover::Works : Cover::None));
  }
}

TEST_CASE("rows behind the one that stands at defence works are behind them, too", "[paean][PA-MRX-05]") {
  const auto cover = [](double left) {
    Field field;
    field.put("A1", Side::A, Weight::L, {.x = 600, .y = 400, .bases = 4, .files = 4, .ranks = 1, .weapons = {Weapon::Bow}});
    field.put("B1", Side::B, Weight::LH, {.x = 600, .y = 500, .bases = 6, .files = 2, .heading = 270});
    field.terrain("palisade", Ground::Works, left, 490, 900, 500);
    return aims_at(field.state, {"A1"}, {"B1"}).cover;
  };
  CHECK(cover(300) == Cover::Works);
  CHECK(cover(650) == Cover::None);  // nobody stands behind it
}

}  // namespace cover_tests
