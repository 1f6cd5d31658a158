/// Wheels and turns: what they cost, what they disarray, who may make them, and moves read from the table.
#include "engine/rulesets/hoplomachia/topics/movement.hpp"

#include <algorithm>

#include "tests/engine/rulesets/hoplomachia/moves_support.hpp"

namespace manoeuvre_tests {

using namespace polemarch;
using namespace polemarch::test::hoplomachia_room;
using test::hoplomachia_room::Table;

TEST_CASE("wheels beyond the limit of their files disarray",
          "[hoplomachia][HM-MAN-T1][HM-MAN-01][HM-MAN-02][HM-MAN-03][HM-MAN-06][HM-MAN-13][HM-AMB-22]") {
  using hoplomachia::Arrangement;
  using hoplomachia::TroopClass;
  using hoplomachia::UnitCard;
  using hoplomachia::wheel_limit;
  const UnitCard foot{.troop = TroopClass::Hoplite}, horse{.troop = TroopClass::Hippeis};
  CHECK(wheel_limit(foot, Arrangement::OF) == 90_deg);
  CHECK(wheel_limit(foot, Arrangement::CF) == 45_deg);
  CHECK_FALSE(wheel_limit(foot, Arrangement::NF));
  CHECK_FALSE(wheel_limit(horse, Arrangement::OF));
  CHECK(wheel_limit(horse, Arrangement::CF) == 90_deg);
  const auto wheeled = [](double degrees) {
    Table table(alone(unit_at("A1", "hoplite", 4, 600, 280)));
    to_marches(table, "march", "");
    table.allowed("A", move("A1", Json::array({{{"wheel_deg", degrees}}})));
    return disarrayed(table, "A1");
  };
  CHECK_FALSE(wheeled(45));
  CHECK(wheeled(50));
}

TEST_CASE("a wheel costs the way of the outer corner", "[hoplomachia][HM-MOVE-02][HM-MAN-02][HM-AMB-123]") {
  Table table(alone(unit_at("A1", "hoplite", 8, 600, 280)));  // a line of 160 mm
  to_marches(table, "march", "");
  CHECK(table.refused("A", move("A1", Json::array({{{"wheel_deg", 40}}}))) == "HM-MOVE-01");  // 111.7 mm of 101.6
  const double x = x_of(table, "A1.1");
  const auto moved = of_kind(table.allowed("A", move("A1", Json::array({{{"wheel_deg", 30}}}))), "stands_moved");
  REQUIRE_FALSE(moved.empty());
  CHECK(moved.front()["moved"].get<double>() == Approx(160 * 3.14159265 / 6).epsilon(0.001));
  CHECK(x_of(table, "A1.1") > x);
}

TEST_CASE("who may turn in place, and what it costs",
          "[hoplomachia][HM-MAN-04][HM-MAN-05][HM-MAN-07][HM-MAN-09][HM-MAN-11][HM-MAN-12][HM-MAN-14]") {
  const auto rule_for = [](const char* card, const char* files, double degrees) {
    Json unit = unit_at("A1", "hoplite", 4, 600, 280);
    unit.erase("type");
    unit["card"] = card;
    unit["arrangement"] = files;
    Table table(alone(unit));
    to_marches(table, "march", "");
    const auto outcome = table.say("A", move("A1", Json::array({{{"turn_deg", degrees}}, ahead(1)})));
    return outcome.verdict.allowed() ? std::string("may") : outcome.verdict.reasons.front().rule;
  };
  CHECK(rule_for("SAMPLE-HOP", "OF", 90) == "may");
  CHECK(rule_for("SAMPLE-HOP", "OF", 180) == "may");
  CHECK(rule_for("SAMPLE-HOP", "CF", 90) == "HM-MAN-07");
  CHECK(rule_for("SAMPLE-PSI", "NF", 77) == "may");
  CHECK(rule_for("SAMPLE-THE", "OF", 180) == "may");
  CHECK(rule_for("SAMPLE-HIP", "OF", 90) == "HM-MAN-12");
  CHECK(rule_for("SAMPLE-HIP", "CF", 90) == "HM-MAN-14");
}

TEST_CASE("quarter turns and about turns keep order, any other turn in open files does not", "[hoplomachia][HM-MAN-05][HM-MAN-11]") {
  const auto keeps_order = [](const char* card, const char* files, double degrees) {
    Json unit = unit_at("A1", "hoplite", 4, 600, 280);
    unit.erase("type");
    unit["card"] = card;
    unit["arrangement"] = files;
    Table table(alone(unit));
    to_marches(table, "march", "");
    table.allowed("A", move("A1", Json::array({{{"turn_deg", degrees}}, ahead(1)})));
    return !disarrayed(table, "A1");
  };
  for (const double turn : {90.0, -90.0, 180.0}) CHECK(keeps_order("SAMPLE-HOP", "OF", turn));
  CHECK_FALSE(keeps_order("SAMPLE-HOP", "OF", 60));
  CHECK(keeps_order("SAMPLE-THE", "OF", -90));
  CHECK_FALSE(keeps_order("SAMPLE-THE", "OF", 45));
  CHECK(keeps_order("SAMPLE-PSI", "NF", 60));
}

TEST_CASE("a turn of infantry in open files costs an inch", "[hoplomachia][HM-MAN-04]") {
  Json open = unit_at("A1", "hoplite", 4, 600, 280);
  open["arrangement"] = "OF";
  Table table(alone(open));
  to_marches(table, "march", "");
  CHECK(table.refused("A", move("A1", Json::array({{{"turn_deg", 90}}, ahead(4.25)}))) == "HM-MOVE-01");
  table.allowed("A", move("A1", Json::array({{{"turn_deg", 90}}, ahead(4)})));
}

TEST_CASE("optional: Lakonians countermarch in close files on approach", "[hoplomachia][HM-OPT3-01]") {
  Json unit = unit_at("A1", "hoplite", 4, 600, 280);
  unit["nation"] = "Lakonian";
  Json setup = alone(unit);
  const Json turn = move("A1", Json::array({{{"turn_deg", 180}}, ahead(3)}));
  {
    Table table(setup);
    to_marches(table, "begin_approach", "");
    CHECK(table.refused("A", turn) == "HM-MAN-07");
  }
  setup["options"] = {{"countermarch", true}};
  Table table(setup);
  to_marches(table, "begin_approach", "");
  table.allowed("A", turn);
  CHECK_FALSE(disarrayed(table, "A1"));
}

TEST_CASE("optional: an army inclines up to an inch to the right on approach", "[hoplomachia][HM-OPT2-01][HM-AMB-112]") {
  Json setup = alone(unit_at("A1", "hoplite", 4, 600, 280));
  setup["sides"]["A"]["units"][0]["nation"] = "Theban";
  setup["options"] = {{"inclining", true}};
  Table table(setup);
  to_marches(table, "begin_approach", "");
  CHECK(table.refused("A", move("A1", Json::array({ahead(4), {{"right_in", 1.25}}}))) == "HM-OPT2-01");
  const double x = x_of(table, "A1.1");
  table.allowed("A", move("A1", Json::array({ahead(4), {{"right_in", 1}}})));
  CHECK(x_of(table, "A1.1") == Approx(x + kIn));
}

TEST_CASE("measured poses are explained by the cheapest move", "[hoplomachia][HM-MOVE-02]") {
  Table table(alone(unit_at("A1", "hoplite", 2, 600, 280)));
  to_marches(table, "march", "");
  const auto poses = [](double y) {
    return Json{{"do", "move"},
                {"unit", "A1"},
                {"poses",
                 {{{"base", "A1.1"}, {"x_mm", 600}, {"y_mm", y}, {"heading_deg", 90}},
                  {{"base", "A1.2"}, {"x_mm", 600}, {"y_mm", y - 20}, {"heading_deg", 90}}}}};
  };
  CHECK(table.refused("A", poses(270 + 5 * kIn)) == "HM-MOVE-01");
  table.allowed("A", poses(270 + 3.9 * kIn));
  CHECK(table.battle().owed().empty());
  CHECK(y_of(table, "A1.1") == Approx(270 + 3.9 * kIn).margin(0.01));
}

TEST_CASE("a stand put down apart from its unit is no move of the unit, and stands out of their places count by their own way",
          "[hoplomachia][HM-MOVE-02][HM-ARR-10][HM-ARR-12][HM-TROOP-10]") {
  Table lights(alone(unit_at("A1", "psiloi", 4, 600, 280)));
  to_marches(lights, "march", "");
  const auto poses = [](Table& table, const std::map<std::string, double>& on) {
    Json put = Json::array();
    for (const auto& place : table.battle().places())
      if (place.unit.text == "A1")
        put.push_back({{"base", place.base.text},
                       {"x_mm", place.pose.x.mm()},
                       {"y_mm", place.pose.y.mm() + (on.contains(place.base.text) ? on.at(place.base.text) : 0)},
                       {"heading_deg", 90}});
    return Json{{"do", "move"}, {"unit", "A1"}, {"poses", put}};
  };
  const engine::Outcome torn = lights.say("A", poses(lights, {{"A1.2", 100}}));
  REQUIRE_FALSE(torn.verdict.allowed());
  CHECK(torn.verdict.reasons.front().rule == "HM-ARR-12");
  CHECK(*torn.verdict.reasons.front().value == Approx(80 / kIn));
  CHECK(*torn.verdict.reasons.front().limit == Approx(10 / kIn));
  // A ragged line: the stand that goes furthest counts.
  const engine::Outcome ragged = lights.say("A", poses(lights, {{"A1.1", 50}, {"A1.2", 60}, {"A1.3", 72}, {"A1.4", 84}}));
  REQUIRE(ragged.verdict.allowed());
  CHECK(*ragged.verdict.reasons.front().value == Approx(84 / kIn).margin(0.01));

  Table hoplites(alone(unit_at("A1", "hoplite", 4, 600, 280)));  // A1.1 and A1.2 in front, A1.3 and A1.4 behind them
  to_marches(hoplites, "march", "");
  CHECK(hoplites.refused("A", poses(hoplites, {{"A1.1", 80}})) == "HM-ARR-10");
  CHECK(hoplites.refused("A", poses(hoplites, {{"A1.1", 95}, {"A1.3", 95}})) == "HM-TROOP-10");
  hoplites.allowed("A", poses(hoplites, {{"A1.1", 95}, {"A1.2", 96}, {"A1.3", 94}, {"A1.4", 95}}));
}

TEST_CASE("a measured move says its error, and one surely within the move and its error is allowed", "[hoplomachia][HM-MOVE-01]") {
  Table table(alone(unit_at("A1", "hoplite", 2, 600, 280)));
  to_marches(table, "march", "");
  const auto poses = [](double y, int own) {
    const Json cov = Json::array({own, 0, 0, own, 0, 100});
    return Json{{"do", "move"},
                {"unit", "A1"},
                {"poses",
                 {{{"base", "A1.1"}, {"x_mm", 600}, {"y_mm", y}, {"heading_deg", 90}, {"cov", cov}},
                  {{"base", "A1.2"}, {"x_mm", 600}, {"y_mm", y - 20}, {"heading_deg", 90}, {"cov", cov}}}}};
  };
  CHECK(table.refused("A", poses(270 + 4.3 * kIn, 250'000)) == "HM-MOVE-01");
  const engine::Outcome moved = table.say("A", poses(270 + 3.9 * kIn, 250'000));  // a standard deviation of half a millimetre
  REQUIRE(moved.verdict.allowed());
  const auto far = std::find_if(moved.verdict.reasons.begin(), moved.verdict.reasons.end(),
                                [](const engine::Reason& reason) { return reason.rule == "HM-MOVE-01"; });
  REQUIRE(far != moved.verdict.reasons.end());
  REQUIRE(far->sd);
  CHECK(*far->sd == Approx(0.5 / 25.4).epsilon(0.01));
  CHECK(*far->value == Approx(3.9).margin(0.001));
}

TEST_CASE("nobody marches over any of the four edges", "[hoplomachia][HM-MOVE-01]") {
  struct Edge {
    double x, y, heading;
  };
  for (const Edge& edge : {Edge{60, 600, 180}, Edge{1770, 600, 0}, Edge{900, 60, 270}, Edge{900, 1160, 90}}) {
    CAPTURE(edge.heading);
    Json unit = unit_at("A1", "hoplite", 2, edge.x, edge.y, true);
    unit["at"]["heading_deg"] = edge.heading;
    Table table(small_setup(unit, unit_at("B1", "hoplite", 2, 1500, 300, true)));
    to_marches(table, "march", "");
    CHECK(table.refused("A", {{"do", "move"}, {"unit", "A1"}, {"legs", {{{"ahead_in", 4}}}}}) == "HM-MOVE-01");
    table.allowed("A", {{"do", "move"}, {"unit", "A1"}, {"legs", {{{"ahead_in", 1}}}}});
  }
}

TEST_CASE("taxeis wheel together", "[hoplomachia][HM-MAN-16]") {
  Json setup = small_setup(Json::array({unit_at("A1", "hoplite", 2, 600, 280, true), unit_at("A2", "hoplite", 2, 640, 280)}),
                           Json::array({unit_at("B1", "hoplite", 2, 900, 1190, true)}));
  Table table(setup);
  to_marches(table, "march", "");
  Json command = move("A2", Json::array({{{"wheel_deg", 40}}}));
  command["with"] = {"A1"};
  const auto moved = of_kind(table.allowed("A", command), "stands_moved");
  CHECK(table.at("/units/A1/lochoi/0/stands/0/at/heading_deg") == 130.0);
  CHECK(table.at("/units/A2/lochoi/0/stands/0/at/heading_deg") == 130.0);
  REQUIRE(moved.size() == 2);
  CHECK(moved.front()["moved"].get<double>() == Approx(80 * 40 * 3.14159265 / 180).epsilon(0.001));
  // Who goes along has moved, which is told once.
  CHECK(table.battle().tell(R"({"event":"unit_acted","unit":"A1","next":"B","what":"goes with A2"})").empty());
}

}  // namespace manoeuvre_tests
