#include <fstream>
#include <sstream>

#include "engine/rulesets/paean/rules.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/source_dir.hpp"

namespace measure_tests {

using namespace polemarch;
using paean::Arm;
using paean::Card;
using paean::Weapon;
using paean::Weight;

namespace {

std::unique_ptr<engine::Battle> sample() {
  std::ifstream in(test::source_dir() + "/models/data/battles/paean_sample.json");
  std::ostringstream text;
  text << in.rdbuf();
  auto battle = paean::make_battle(text.str(), "paean_sample.json");
  REQUIRE(battle);
  return std::move(*battle);
}

/// The one measured distance.
double measured(const engine::Advice& advice) {
  std::vector<double> found;
  for (const engine::AdviceLine& line : advice.lines)
    if (line.meaning == engine::Meaning::Measure) found.push_back(line.reason.value.value_or(-1));
  REQUIRE(found.size() == 1);
  return found.front();
}

}  // namespace

TEST_CASE("every troop base is 40 mm wide, and as deep as its ranks and arm ask",
          "[paean][PA-GEO-04][PA-GEO-05][PA-GEO-06][PA-GEO-07][PA-GEO-08][PA-GEO-09][PA-GEO-10]") {
  const auto base = [](Arm arm, Weight weight, int ranks) { return paean::footprint_of(Card{arm, weight, ranks, 1}); };
  CHECK(base(Arm::Infantry, Weight::L, 1).depth == 15_mm);
  CHECK(base(Arm::Infantry, Weight::H, 2).depth == 20_mm);
  CHECK(base(Arm::Infantry, Weight::H, 3).depth == 25_mm);
  CHECK(base(Arm::Infantry, Weight::H, 4).depth == 30_mm);
  CHECK(base(Arm::Cavalry, Weight::L, 1).depth == 20_mm);
  CHECK(base(Arm::Cavalry, Weight::LM, 1).depth == 20_mm);
  CHECK(base(Arm::Cavalry, Weight::M, 2).depth == 30_mm);
  for (int ranks = 1; ranks <= 4; ++ranks) CHECK(base(Arm::Infantry, Weight::H, ranks).frontage == 40_mm);
  for (const Weight weight : {Weight::L, Weight::LM, Weight::M}) CHECK(base(Arm::Cavalry, weight, 1).frontage == 40_mm);
}

TEST_CASE("commanders stand on round bases, sizes double for 15 mm figures and triple for 25 mm",
          "[paean][PA-GEO-11][PA-GEO-12][PA-GEO-13][PA-GEO-T2]") {
  const auto base = [](Arm arm, int ranks, int k) { return paean::footprint_of(Card{arm, Weight::H, ranks, k}); };
  CHECK(base(Arm::Commander, 1, 1).outline == Outline::Circle);
  for (const int k : {1, 2, 3}) {
    CHECK(base(Arm::Commander, 1, k).depth == k * 30_mm);
    CHECK(base(Arm::Infantry, 4, k).depth == k * 30_mm);
    CHECK(base(Arm::Infantry, 4, k).frontage == k * 40_mm);
    CHECK(base(Arm::Infantry, 2, k).depth == k * 20_mm);
    CHECK(paean::footprint_of(Card{Arm::Cavalry, Weight::M, 2, k}).depth == k * 30_mm);
  }
}

TEST_CASE("moves, arcs and ranges are the book's", "[paean][PA-GEO-T1][PA-MIS-03][PA-MIS-04][PA-MIS-05][PA-MIS-24][PA-MIS-25]") {
  const std::vector<std::pair<Card, int>> moves{{{Arm::Infantry, Weight::L}, 15}, {{Arm::Infantry, Weight::LM}, 15},
                                                {{Arm::Infantry, Weight::M}, 10}, {{Arm::Infantry, Weight::LH}, 10},
                                                {{Arm::Infantry, Weight::H}, 5},  {{Arm::Cavalry, Weight::L}, 30},
                                                {{Arm::Cavalry, Weight::LM}, 25}, {{Arm::Cavalry, Weight::M}, 20}};
  for (const auto& [card, cm] : moves) CHECK(paean::move_cm(card) == cm);
  CHECK(paean::fire_half_arc_deg(Card{Arm::Infantry, Weight::L}) == 90);
  CHECK(paean::fire_half_arc_deg(Card{Arm::Infantry, Weight::LM}) == 45);
  const auto range = [](Weapon weapon) { return paean::missile_range_cm(Card{Arm::Infantry, Weight::L, 1, 1, {weapon}}); };
  CHECK(range(Weapon::Javelin) == 10);
  CHECK(range(Weapon::Bow) == 20);
  CHECK(range(Weapon::Sling) == 30);
  CHECK(range(Weapon::ThrustingSpear) == 0);
}

TEST_CASE("there is no light heavy or heavy cavalry", "[paean][PA-GEO-03]") {
  const auto battle = paean::make_battle(
      R"({"table":{"size_mm":[900,600]},"sides":{"A":{"units":[{"unit":"A1","arm":"cavalry","type":"H"}]},"B":{"units":[]}}})", "b.json");
  REQUIRE_FALSE(battle);
  CHECK(battle.error().line.find("/sides/A/units/0/type") != std::string::npos);
}

TEST_CASE("M has two ranks whatever is said of it, and no hero begins the battle with a light formation", "[paean][PA-GEO-T1][PA-AMB-35]") {
  const auto refused = [](const std::string& units) {
    const auto battle =
        paean::make_battle(R"({"table":{"size_mm":[900,600]},"sides":{"A":{"units":[)" + units + R"(]},"B":{"units":[]}}})", "b.json");
    return battle ? std::string() : battle.error().line;
  };
  CHECK(refused(R"({"unit":"A1","type":"M","ranks":3})").find("a base of this type has 2 ranks (PA-GEO-T1)") != std::string::npos);
  CHECK(refused(R"({"unit":"AC","arm":"commander","army_commander":true},{"unit":"A1","type":"L"},{"unit":"AH","arm":"hero","with":"A1"})")
            .find("PA-AMB-35") != std::string::npos);
}

TEST_CASE("the sample battle measures and places, nothing of the book is missing", "[paean]") {
  const auto battle = sample();
  CHECK(battle->info().missing.empty());  // what it does not do is said
  const engine::Advice advice = battle->advise({{"A5"}, {}}, Viewer::A);
  int rings = 0;
  for (const engine::AdviceShape& shape : advice.shapes) rings += shape.meaning == engine::Meaning::CommandRange;
  CHECK(rings == 1);
  // A1 and B1 face each other: fronts at y 310 and 505.
  const engine::Advice gaps = battle->advise({{"A1"}, UnitId{"B1"}}, Viewer::A);
  CHECK(measured(gaps) == Approx(19.5));
  const auto moved =
      battle->submit(R"({"by":"A","do":"place","unit":"A1","poses":[{"base":"A1.1","x_mm":250,"y_mm":350,"heading_deg":90}]})");
  REQUIRE(moved);
  CHECK(moved->verdict.allowed());
  CHECK(measured(battle->advise({{"A1"}, UnitId{"B1"}}, Viewer::A)) == Approx(14.5));
  CHECK_FALSE(battle->submit(R"({"by":"A","do":"place","unit":"A1","poses":[{"base":"B1.1","x_mm":250,"y_mm":350}]})")->verdict.allowed());
  CHECK_FALSE(battle->submit(R"({"by":"A","do":"place","unit":"A1","poses":[{"base":"A1.1","x_mm":2500,"y_mm":350}]})")->verdict.allowed());
}

}  // namespace measure_tests
