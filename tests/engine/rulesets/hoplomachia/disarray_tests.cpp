/// Disarray by the ground that is crossed, and recovery by a halt.
#include "engine/rulesets/hoplomachia/topics/movement.hpp"

#include "tests/engine/rulesets/hoplomachia/moves_support.hpp"

namespace disarray_tests {

using namespace polemarch;
using namespace polemarch::test::hoplomachia_room;
using test::hoplomachia_room::Table;

TEST_CASE("terrain crossed beyond the disarray qualifier disarrays, equal to it does not",
          "[hoplomachia][HM-DIS-07][HM-DIS-08][HM-TER-01][HM-TER-02][HM-TER-03][HM-AMB-17][HM-DIS-16]") {
  const auto crossing = [](const std::vector<const char*>& kinds) {
    Json setup = alone(unit_at("A1", "hoplite", 4, 600, 280));
    double y = 290;
    for (const char* kind : kinds) {
      setup["table"]["terrain"].push_back({{"kind", kind}, {"outline_mm", {{400, y}, {800, y}, {800, y + 20}, {400, y + 20}}}});
      y += 20;
    }
    Table table(setup);
    to_marches(table, "march", "");
    table.allowed("A", move("A1", ahead(4)));
    return disarrayed(table, "A1", 1);
  };
  CHECK_FALSE(crossing({"woods", "gentle_hill"}));  // 4 against 4
  CHECK(crossing({"woods", "farmland"}));           // 5
  CHECK_FALSE(crossing({"farmland", "farmland"}));  // one kind counts once
}

TEST_CASE("undisciplined troops are not disarrayed", "[hoplomachia][HM-DIS-01][HM-DIS-18][HM-EX-22][HM-MARCH-05]") {
  Json setup = alone(unit_at("A1", "psiloi", 2, 600, 280));
  setup["table"]["terrain"] = {{{"kind", "surf"}, {"outline_mm", {{400, 290}, {800, 290}, {800, 400}, {400, 400}}}},
                               {{"kind", "woods"}, {"outline_mm", {{400, 200}, {800, 200}, {800, 290}, {400, 290}}}}};
  Table table(setup);
  to_marches(table, "march", "");
  table.allowed("A", move("A1", ahead(4)));
  CHECK_FALSE(disarrayed(table, "A1"));
}

TEST_CASE("who halts all the turn recovers in open files", "[hoplomachia][HM-DIS-12][HM-DIS-13][HM-DIS-14][HM-AMB-124]") {
  Json setup = alone(unit_at("A1", "hoplite", 4, 600, 280));
  setup["state"]["units"]["A1"]["order"] = {{"type", "march"}, {"source", "salpinx"}};
  setup["state"]["units"]["A1"]["mode"] = "march";
  Table table(setup);
  table.allowed("umpire", {{"do", "amend"}, {"path", "/units/A1/lochoi/0/disarrayed"}, {"value", true}, {"reason", "test"}});
  to_marches(table, "march", "");
  CHECK(table.refused("A", move("A1", Json::array({{{"arrange", "OF"}}}))) == "HM-AMB-124");
  table.allowed("A", move("A1", ahead(5)));  // at the rate of open files
  while (table.at("/at/turn") == 1 && !table.asked()) {
    bool said = false;
    for (const Viewer side : {Viewer::A, Viewer::B})
      for (const auto& offer : table.battle().offers(side, engine::AboutAll{}))
        if (!said && offer.verdict.allowed() && Json::parse(offer.command)["do"] == "stand")
          table.allowed(side == Viewer::A ? "A" : "B", Json::parse(offer.command)), said = true;
    if (!said) break;
  }
  REQUIRE(table.at("/at/turn") == 2);
  CHECK(disarrayed(table, "A1"));
  table.signals("halt", "");
  REQUIRE(table.at("/at/turn") == 3);
  CHECK_FALSE(disarrayed(table, "A1"));
  CHECK(table.at("/units/A1/arrangement") == "OF");
}

TEST_CASE("of taxeis that go together the ground disarrays those that cross it", "[hoplomachia][HM-DIS-07][HM-DIS-16][HM-MAN-16]") {
  Json setup = small_setup(Json::array({unit_at("A1", "hoplite", 2, 640, 280, true), unit_at("A2", "hoplite", 2, 600, 280)}),
                           Json::array({unit_at("B1", "hoplite", 2, 900, 1190, true)}));
  double y = 290;
  for (const char* kind : {"woods", "farmland"}) {  // five points against four, before A2 alone
    setup["table"]["terrain"].push_back({{"kind", kind}, {"outline_mm", {{400, y}, {615, y}, {615, y + 20}, {400, y + 20}}}});
    y += 20;
  }
  Table table(setup);
  to_marches(table, "march", "");
  Json command = move("A1", ahead(4));
  command["with"] = {"A2"};
  const auto moved = of_kind(table.allowed("A", command), "stands_moved");
  REQUIRE(moved.size() == 2);
  CHECK(disarrayed(table, "A2"));
  CHECK_FALSE(disarrayed(table, "A1"));
  for (const Json& event : moved)
    CHECK(event.value("crossed", Json::array()) == (event.at("unit") == "A2" ? Json({"farmland", "woods"}) : Json::array()));
}

}  // namespace disarray_tests
