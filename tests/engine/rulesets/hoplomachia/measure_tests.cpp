#include "engine/rulesets/hoplomachia/topics/bodies.hpp"
#include "tests/engine/rulesets/hoplomachia/support.hpp"

namespace measure_tests {

using namespace polemarch;

namespace {

using test::hoplomachia_room::small_setup;
using test::hoplomachia_room::Table;
using test::hoplomachia_room::unit_at;

const engine::AdviceLine* line_about(const engine::Advice& advice, const std::string& rule) {
  for (const engine::AdviceLine& line : advice.lines)
    if (line.reason.rule == rule) return &line;
  return nullptr;
}

}  // namespace

TEST_CASE("every stand has the frontage of its figure scale", "[hoplomachia][HM-SCALE-02][HM-SCALE-03]") {
  for (const int figure : {6, 10, 15}) CHECK(hoplomachia::frontage_of(figure) == 40_mm);
  CHECK(hoplomachia::frontage_of(25) == 60_mm);
  auto unit = unit_at("A1", "hoplite", 2, 400, 300, true);
  unit["figure_mm"] = 25;
  unit["depth_mm"] = 35;
  Table table(small_setup({unit}, {unit_at("B1", "hoplite", 2, 400, 900, true)}));
  const auto places = table.battle().places();
  CHECK(places.front().footprint.frontage == 60_mm);
  CHECK(places.front().footprint.depth == 35_mm);
}

TEST_CASE("a card with close and open files is disciplined", "[hoplomachia][HM-TROOP-03][HM-EX-22]") {
  using hoplomachia::UnitCard;
  CHECK(UnitCard{.troop = hoplomachia::TroopClass::Hoplite, .mov_cf = 3_in, .mov_of = 5_in}.disciplined());
  CHECK_FALSE(UnitCard{.troop = hoplomachia::TroopClass::Psiloi, .mov_nf = 7_in}.disciplined());
  CHECK_FALSE(UnitCard{.troop = hoplomachia::TroopClass::Peltaste, .mov_of = 5_in, .mov_nf = 6_in}.disciplined());
}

TEST_CASE("hoplites see the three inch line, belos troops the one inch line", "[hoplomachia][HM-PROX-01][HM-PROX-03]") {
  auto table = Table::sample();
  auto* battle = &table.battle();
  const engine::Advice hoplites = battle->advise({{"A1"}, UnitId{"B2"}}, Viewer::A);
  REQUIRE(line_about(hoplites, "HM-PROX-01") != nullptr);
  CHECK(line_about(hoplites, "HM-PROX-01")->reason.limit == 3.0);
  CHECK(line_about(hoplites, "HM-PROX-01")->reason.value == Approx((910 - 290) / 25.4));
  const engine::Advice peltasts = battle->advise({{"A4"}, UnitId{"B1"}}, Viewer::A);
  REQUIRE(line_about(peltasts, "HM-PROX-03") != nullptr);
  CHECK(line_about(peltasts, "HM-PROX-03")->reason.limit == 1.0);
}

TEST_CASE("shooters have an arc of 22 degrees and the range of their card", "[hoplomachia][HM-BEL-05][HM-BEL-10]") {
  auto table = Table::sample();
  auto* battle = &table.battle();
  const engine::Advice advice = battle->advise({{"B4"}, UnitId{"A1"}}, Viewer::B);
  bool found = false;
  for (const engine::AdviceShape& shape : advice.shapes) {
    if (shape.meaning != engine::Meaning::ArcOfFire) continue;
    const auto& arc = std::get<ArcShape>(shape.shape);
    CHECK(arc.radius_mm == Approx(8 * 25.4));
    CHECK(arc.end_deg - arc.start_deg == Approx(44));
    found = true;
  }
  CHECK(found);
  REQUIRE(line_about(advice, "HM-BEL-05") != nullptr);
  CHECK(line_about(advice, "HM-BEL-05")->meaning == engine::Meaning::NotATarget);
}

TEST_CASE("a strategos shows his eight inch ring", "[hoplomachia][HM-VERB-03]") {
  auto table = Table::sample();
  auto* battle = &table.battle();
  const engine::Advice advice = battle->advise({{"A1"}, {}}, Viewer::A);
  bool found = false;
  for (const engine::AdviceShape& shape : advice.shapes)
    if (shape.meaning == engine::Meaning::CommandRange) found = std::get<Circle>(shape.shape).radius_mm == Approx(8 * 25.4);
  CHECK(found);
}

TEST_CASE("card values out of range are refused with their path", "[hoplomachia]") {
  const auto battle = hoplomachia::make_battle(
      R"({"table":{"size_mm":[900,600]},"sides":{"A":{"units":[{"unit":"A1","type":"hoplite","mov_cf":99}]},"B":{"units":[]}}})", "b.json");
  REQUIRE_FALSE(battle);
  CHECK(battle.error().line.find("/sides/A/units/0/mov_cf") != std::string::npos);
}

TEST_CASE("the rings round a front are a stade, the halt of hoplites and the inch of belos troops",
          "[hoplomachia][HM-SCALE-01][HM-OTYP-05][HM-PROX-01][HM-PROX-03]") {
  auto table = Table::sample();
  const auto ring_of = [&](const char* unit, engine::Meaning meaning) {
    double inches = 0;  // beyond half a front
    for (const engine::AdviceShape& shape : table.battle().advise({{unit}, {}}, Viewer::Umpire).shapes)
      if (shape.meaning == meaning) inches = (std::get<Circle>(shape.shape).radius_mm - 20) / 25.4;
    return inches;
  };
  CHECK(ring_of("A1", engine::Meaning::RangeBand) == Approx(6));
  CHECK(ring_of("A1", engine::Meaning::Proximity) == Approx(3));
  CHECK(ring_of("A5", engine::Meaning::RangeBand) == Approx(6));
  CHECK(ring_of("A5", engine::Meaning::Proximity) == Approx(1));
}

}  // namespace measure_tests
