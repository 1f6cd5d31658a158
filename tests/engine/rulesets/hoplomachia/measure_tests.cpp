#include <fstream>
#include <sstream>

#include "engine/rulesets/hoplomachia/rules.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/source_dir.hpp"

using namespace polemarch;
using hoplomachia::Card;
using hoplomachia::TroopClass;

namespace {

std::unique_ptr<engine::Battle> sample() {
  std::ifstream in(test::source_dir() + "/models/data/battles/hoplomachia_sample.json");
  std::ostringstream text;
  text << in.rdbuf();
  auto battle = hoplomachia::make_battle(text.str(), "hoplomachia_sample.json");
  REQUIRE(battle);
  return std::move(*battle);
}

const engine::AdviceLine* line_about(const engine::Advice& advice, const std::string& rule) {
  for (const engine::AdviceLine& line : advice.lines)
    if (line.reason.rule == rule) return &line;
  return nullptr;
}

}  // namespace

TEST_CASE("every stand has the frontage of its figure scale", "[hoplomachia][HM-SCALE-02][HM-SCALE-03]") {
  for (const int figure : {6, 10, 15}) CHECK(hoplomachia::footprint_of(Card{TroopClass::Hoplite, figure}).frontage == 40_mm);
  CHECK(hoplomachia::footprint_of(Card{TroopClass::Hoplite, 25}).frontage == 60_mm);
  CHECK(hoplomachia::footprint_of(Card{TroopClass::Hoplite, 15, 35_mm}).depth == 35_mm);
}

TEST_CASE("a card with close and open order movement is disciplined", "[hoplomachia][HM-TROOP-03]") {
  CHECK(hoplomachia::disciplined(Card{TroopClass::Hoplite, 15, {}, 3.0, 5.0}));
  CHECK_FALSE(hoplomachia::disciplined(Card{TroopClass::Psiloi, 15, {}, {}, {}, 7.0}));
}

TEST_CASE("hoplites see the three inch line, belos troops the one inch line", "[hoplomachia][HM-PROX-01][HM-PROX-03]") {
  const auto battle = sample();
  const engine::Advice hoplites = battle->advise({{"A1"}, UnitId{"B1"}}, Viewer::A);
  REQUIRE(line_about(hoplites, "HM-PROX-01") != nullptr);
  CHECK(line_about(hoplites, "HM-PROX-01")->reason.limit == 3.0);
  CHECK(line_about(hoplites, "HM-PROX-01")->reason.value == Approx((510 - 310) / 25.4));
  const engine::Advice peltasts = battle->advise({{"A3"}, UnitId{"B1"}}, Viewer::A);
  REQUIRE(line_about(peltasts, "HM-PROX-03") != nullptr);
  CHECK(line_about(peltasts, "HM-PROX-03")->reason.limit == 1.0);
}

TEST_CASE("shooters have an arc of 22 degrees and the range of their card", "[hoplomachia][HM-BEL-05][HM-BEL-10]") {
  const auto battle = sample();
  const engine::Advice advice = battle->advise({{"B3"}, UnitId{"A1"}}, Viewer::B);
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
  const auto battle = sample();
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
