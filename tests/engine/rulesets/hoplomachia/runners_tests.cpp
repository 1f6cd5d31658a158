/// The ways of runners: between the nearest edges of two lochoi, three inches off the enemy.
#include <cmath>

#include "tests/engine/rulesets/hoplomachia/support.hpp"

namespace runners_tests {

using namespace polemarch;
using namespace polemarch::test::hoplomachia_room;
using test::hoplomachia_room::Table;

namespace {

constexpr double kNear = 3 * 25.4;  // mm

/// A2 stands straight ahead of its strategos in A1, 360 mm from edge to edge, B2 beside the way with its middle at x.
Json beside_the_way(double x) {
  return small_setup(Json::array({unit_at("A1", "hoplite", 2, 600, 200, true), unit_at("A2", "hoplite", 2, 600, 600)}),
                     Json::array({unit_at("B1", "hoplite", 2, 1700, 1190, true), unit_at("B2", "psiloi", 1, x, 370)}));
}
/// The event of the runner that goes from A1 to A2.
Json runner_sent(const Json& setup) {
  Table table(setup);
  for (const char* side : {"A", "B"}) table.allowed(side, {{"do", "signal"}});
  const auto events =
      of_kind(table.allowed("A", {{"do", "verbal"}, {"strategos", "A1-strategos"}, {"unit", "A2"}, {"order", "march"}}), "runner_sent");
  REQUIRE(events.size() == 1);
  return events.front();
}

}  // namespace

TEST_CASE("a runner leaves and arrives where the enemy leaves the way free, on either side",
          "[hoplomachia][HM-VERB-05][HM-AMB-07][HM-AMB-94]") {
  for (const int side : {-1, 1}) {
    CAPTURE(side);
    // It keeps off all but the last 10 mm of the lochos' front of 40.
    const Json runner = runner_sent(beside_the_way(600 + side * (kNear + 20 - 10)));
    CHECK(runner["length"].get<double>() == Approx(360));
    CHECK(runner["runner"]["path"].size() == 2);
  }
}

TEST_CASE("a runner that arrives is told by who sent it and whom it reaches", "[hoplomachia][HM-VERB-05]") {
  hoplomachia::State state;
  hoplomachia::Runner runner;
  runner.id = 3, runner.from = "Laches", runner.to = {"B4"};
  state.runners.push_back(runner);
  CHECK(hoplomachia::Rules::tell(state, hoplomachia::RunnerArrived{3}) == "a runner of Laches reaches B4");
  CHECK(hoplomachia::Rules::tell(state, hoplomachia::RunnerArrived{4}) == "a runner arrives");
}

TEST_CASE("a runner's way round the enemy is the shortest between the two lochoi", "[hoplomachia][HM-VERB-05][HM-AMB-07][HM-AMB-94]") {
  for (const int side : {-1, 1}) {
    CAPTURE(side);
    const Json runner = runner_sent(beside_the_way(600 + side * 40));
    // From the corner of the front on the open side: a tangent to the circle round the enemy's corner, 40 mm aside and 170 ahead, its arc,
    // the 20 mm of the stand's depth, and the same again.
    const double to_corner = std::hypot(40, 170), tangent = std::sqrt(to_corner * to_corner - kNear * kNear);
    const double arc = kNear * (std::atan2(170, 40) - std::acos(kNear / to_corner));
    CHECK(runner["length"].get<double>() == Approx(2 * (tangent + arc) + 20).margin(0.3));  // arcs are chords outside them
  }
}

TEST_CASE("before an order is sent the table shows the way of its runner and when it arrives", "[hoplomachia][HM-VERB-04][HM-VERB-03]") {
  const auto arrives = [](double y, const std::string& unit) {
    Table table(small_setup(Json::array({unit_at("A1", "hoplite", 2, 600, 200, true), unit_at("A2", "hoplite", 2, 600, y)}),
                            Json::array({unit_at("B1", "hoplite", 2, 1700, 1190, true)})));
    for (const char* side : {"A", "B"}) table.allowed(side, {{"do", "signal"}});
    std::string label;
    for (const auto& shape : table.battle().advise({UnitId{unit}, std::nullopt}, Viewer::A).shapes)
      if (shape.rule == "HM-VERB-04") label += shape.label;
    return label;
  };
  CHECK(arrives(600, "A2") == "an order arrives in turn 2");  // 14 in
  CHECK(arrives(380, "A2") == "an order arrives at once");
  CHECK(arrives(600, "A1").empty());  // he stands there himself
}

TEST_CASE("a strategos who has left the field sends no words, and the refusal says so", "[hoplomachia][HM-TROOP-13]") {
  Json setup = small_setup(Json::array({unit_at("A1", "hoplite", 4, 600, 200, true), unit_at("A2", "hoplite", 2, 600, 600)}),
                           Json::array({unit_at("B1", "hoplite", 2, 1700, 1190, true)}));
  Json lochoi = Table(setup).state().at("units").at("A1").at("lochoi");
  lochoi[0]["fate"] = "gone";
  lochoi[0]["left"] = true;
  setup["state"]["units"]["A1"]["lochoi"] = lochoi;
  setup["state"]["at"] = {{"turn", 3}, {"phase", "commands"}, {"stage", 0}, {"precedence", "A"}, {"next", "A"}};
  Table table(setup);
  CHECK(table.refused("A", {{"do", "verbal"}, {"strategos", "A1-strategos"}, {"unit", "A2"}, {"order", "march"}}) == "HM-TROOP-13");
}

}  // namespace runners_tests
