/// Columns and lines: what a change of files leaves alone, how lochoi come up beside one another, and what that costs.
#include <algorithm>
#include <cmath>
#include <map>

#include "tests/engine/rulesets/hoplomachia/moves_support.hpp"

namespace lining_tests {

using namespace polemarch;
using namespace polemarch::test::hoplomachia_room;
using test::hoplomachia_room::Table;

namespace {

/// Three lochoi of A1 one behind the other, heading away from A's edge, their fronts so far apart and their ranks so far.
Json column(const char* files, double pitch_mm, double ranks_mm) {
  Json unit = unit_at("A1", "hoplite", 6, 0, 0);
  unit.erase("at");
  unit["arrangement"] = files;
  unit["poses"] = Json::array();
  constexpr std::array kFront{"A1.3", "A1.2", "A1.1"}, kRear{"A1.6", "A1.5", "A1.4"};  // from the right
  for (std::size_t i = 0; i < 3; ++i)
    for (const auto& [base, behind] : {std::pair{kFront[i], 0.0}, {kRear[i], ranks_mm}})
      unit["poses"].push_back(
          {{"base", base}, {"x_mm", 600}, {"y_mm", 400 - static_cast<double>(i) * pitch_mm - behind}, {"heading_deg", 90}});
  return alone(unit);
}

const Json kLine{{"line", true}};

std::map<std::string, std::pair<double, double>> stands(Table& table) {
  std::map<std::string, std::pair<double, double>> out;
  for (const auto& place : table.battle().places())
    if (place.unit.text == "A1") out[place.base.text] = {place.pose.x.mm(), place.pose.y.mm()};
  return out;
}

}  // namespace

TEST_CASE("a column that changes its files stays a column, and no stand goes further than the inch",
          "[hoplomachia][HM-ARR-07][HM-ARR-10][HM-MOVE-02]") {
  Table table(column("OF", 80, 40));  // as a line in open files that has turned
  to_marches(table, "march", "");
  const auto before = stands(table);
  const auto moved = of_kind(table.allowed("A", move("A1", Json::array({{{"arrange", "CF"}}}))), "stands_moved");
  REQUIRE_FALSE(moved.empty());
  CHECK(moved.front()["moved"].get<double>() == Approx(kIn));
  CHECK(table.at("/units/A1/arrangement") == "CF");
  for (const auto& [base, at] : stands(table)) {
    INFO(base);
    CHECK(at.first == Approx(600));
    CHECK(std::fabs(at.second - before.at(base).second) <= kIn);
  }
  CHECK(y_of(table, "A1.3") == Approx(400));
  CHECK(y_of(table, "A1.6") == Approx(380));  // its second rank has closed up
  CHECK(y_of(table, "A1.2") == Approx(320));
}

TEST_CASE("a closed column has no room for open files and stands as it is", "[hoplomachia][HM-ARR-11][HM-PEN-01]") {
  Table table(column("CF", 40, 20));
  to_marches(table, "march", "");
  const auto before = stands(table);
  table.allowed("A", move("A1", Json::array({{{"arrange", "OF"}}})));
  CHECK(table.at("/units/A1/arrangement") == "OF");
  CHECK(y_of(table, "A1.6") == Approx(before.at("A1.6").second));
  CHECK(y_of(table, "A1.1") == Approx(before.at("A1.1").second));
}

TEST_CASE("a column forms a line in as many turns as its furthest stand needs", "[hoplomachia][HM-MOVE-02][HM-MARCH-02]") {
  Table table(column("CF", 40, 20));
  to_marches(table, "march", "");
  const auto before = stands(table);
  const auto events = table.allowed("A", move("A1", kLine));
  const auto moved = of_kind(events, "stands_moved");
  REQUIRE_FALSE(moved.empty());
  CHECK(moved.front()["how"] == "forms a line, still 2.3 in short");
  double furthest = 0;
  for (const auto& [base, at] : stands(table))
    furthest = std::max(furthest, std::hypot(at.first - before.at(base).first, at.second - before.at(base).second));
  CHECK(furthest == Approx(40 * std::sqrt(2.0)).margin(0.01));
  CHECK(moved.front()["moved"].get<double>() == Approx(furthest).margin(0.01));
  CHECK(x_of(table, "A1.3") == Approx(600));  // the head stays, the second lochos stands on its left
  CHECK(x_of(table, "A1.2") == Approx(560));
  CHECK(y_of(table, "A1.2") == Approx(400));
  CHECK(y_of(table, "A1.1") == Approx(360).margin(1));  // where it lies on nobody: behind the second

  to_marches(table, "march", "");
  const auto rest = of_kind(table.allowed("A", move("A1", kLine)), "stands_moved");
  REQUIRE_FALSE(rest.empty());
  CHECK(rest.front()["how"] == "forms a line");
  CHECK(x_of(table, "A1.1") == Approx(520));
  CHECK(y_of(table, "A1.1") == Approx(400));
  CHECK(y_of(table, "A1.4") == Approx(380));
}

TEST_CASE("forming a line says what its furthest stand needs when nothing is left to move, and that a line stands",
          "[hoplomachia][HM-MOVE-02]") {
  Table table(column("CF", 40, 20));
  to_marches(table, "march", "");
  const auto late = table.say("A", move("A1", Json::array({ahead(4), kLine})));
  REQUIRE_FALSE(late.verdict.allowed());
  const engine::Reason& why = late.verdict.reasons.front();
  CHECK(why.rule == "HM-MOVE-02");
  CHECK(why.value.value_or(0) == Approx(80 * std::sqrt(2.0) / kIn).margin(0.01));
  CHECK(why.limit.value_or(1) == Approx(0));

  Table line(alone(unit_at("A1", "hoplite", 6, 600, 280)));
  to_marches(line, "march", "");
  CHECK(line.refused("A", move("A1", kLine)) == "HM-MOVE-02");
}

TEST_CASE("forming a line is offered to a column, alone and with close files, and to no line", "[hoplomachia][HM-MOVE-02][HM-OTYP-04]") {
  const auto offered = [](const Json& setup) {
    Table table(setup);
    to_marches(table, "march", "");
    std::vector<std::string> out;
    for (const auto& offer : table.battle().offers(Viewer::A, UnitId{"A1"})) {
      const Json command = Json::parse(offer.command);
      if (!offer.verdict.allowed() || command.at("do") != "move" || !command.contains("legs")) continue;
      for (const Json& leg : command["legs"])
        if (leg.contains("line")) out.push_back(table.battle().say(offer.command));
    }
    return out;
  };
  CHECK(offered(column("OF", 40, 20)).size() == 2);
  CHECK(offered(alone(unit_at("A1", "hoplite", 6, 600, 280))).empty());
}

}  // namespace lining_tests
