/// Units that do nothing when their turn comes, and all that a side has left at once.
#include "tests/engine/rulesets/hoplomachia/fight_support.hpp"

namespace idling_tests {

using namespace polemarch;
using namespace polemarch::test::hoplomachia_room;
using test::hoplomachia_room::Table;

namespace {

const Json kAll{{"do", "stand_all"}};
Json stand(const std::string& unit) { return {{"do", "stand"}, {"unit", unit}}; }

void march_order(Json& setup, const std::string& unit) {
  setup["state"]["units"][unit]["order"] = {{"type", "march"}, {"source", "salpinx"}, {"turn", 3}, {"exempt", false}};
  setup["state"]["units"][unit]["mode"] = "march";
}
/// Three groups of lights and a taxis of A, two groups of B, all to march.
Json marching() {
  Json setup = fight_setup(Json::array({unit_at("A1", "psiloi", 2, 1200, 200), unit_at("A2", "peltaste", 2, 1000, 200),
                                        unit_at("A3", "psiloi", 2, 600, 200), unit_at("A4", "hoplite", 4, 800, 200, true)}),
                           Json::array({unit_at("B1", "psiloi", 2, 1000, 1000), unit_at("B2", "peltaste", 2, 700, 1000),
                                        unit_at("B3", "hoplite", 2, 300, 1100, true)}),
                           "marches");
  for (const char* unit : {"A1", "A2", "A3", "A4", "B1", "B2"}) march_order(setup, unit);
  return setup;
}
std::vector<std::string> acted_in(const std::vector<Json>& events) {
  std::vector<std::string> units;
  for (const Json& event : of_kind(events, "unit_acted")) units.push_back(event.at("unit"));
  return units;
}
std::vector<std::string> offered(Table& table, Viewer viewer, const std::string& kind) {
  std::vector<std::string> out;
  for (const auto& offer : table.battle().offers(viewer, engine::AboutNothing{}))
    if (Json::parse(offer.command).at("do") == kind) out.push_back(offer.text);
  return out;
}

}  // namespace

TEST_CASE("all that a side has left stand at once, in arete sequence, who has to march is left", "[hoplomachia][HM-ASEQ-09][HM-MARCH-02]") {
  Table table(marching());
  CHECK(offered(table, Viewer::A, "stand_all").size() == 1);
  CHECK(offered(table, Viewer::B, "stand_all").empty());
  CHECK(table.refused("B", kAll) == "HM-ASEQ-09");
  CHECK(acted_in(table.allowed("A", kAll)) == std::vector<std::string>{"A1", "A2", "A3", "A9"});
  CHECK(table.refused("A", kAll) == "HM-ASEQ-09");  // B's turn
  CHECK(acted_in(table.allowed("B", kAll)) == std::vector<std::string>{"B1", "B2"});
  CHECK(table.refused("A", kAll) == "HM-MARCH-02");  // the taxis is left, and it has to march
  CHECK(offered(table, Viewer::A, "stand_all").empty());
  table.allowed("A", {{"do", "move"}, {"unit", "A4"}, {"legs", {{{"ahead_in", 1}}}}});
  CHECK(table.phase() != "marches");
}

TEST_CASE("who may not stand says why once, also while others of his side may", "[hoplomachia][HM-MARCH-02]") {
  Table table(marching());
  table.allowed("A", {{"do", "call"}, {"unit", "A4"}});
  CHECK(offered(table, Viewer::A, "stand").size() == 1);
  CHECK(offered(table, Viewer::A, "stand_all").empty());
}

TEST_CASE("to let all stand is what letting one after the other stand is", "[hoplomachia][HM-ASEQ-11]") {
  Table at_once(marching()), one_by_one(marching());
  at_once.allowed("A", kAll);
  at_once.allowed("B", kAll);
  for (const auto& [side, unit] : {std::pair{"A", "A1"}, {"B", "B1"}, {"A", "A2"}, {"B", "B2"}}) one_by_one.allowed(side, stand(unit));
  one_by_one.allowed("umpire", {{"do", "call"}, {"unit", "A3"}});
  one_by_one.allowed("A", stand("A3"));
  one_by_one.allowed("umpire", {{"do", "call"}, {"unit", "A9"}});
  one_by_one.allowed("A", stand("A9"));
  CHECK(at_once.at("/at/acted") == one_by_one.at("/at/acted"));
  CHECK(at_once.at("/units") == one_by_one.at("/units"));
}

TEST_CASE("a log of a side that lets all the rest stand folds to the same state", "[hoplomachia][HM-ASEQ-09]") {
  Table table(marching());
  auto folded = hoplomachia::make_battle(marching().dump(), "test.json");
  REQUIRE(folded);
  for (const char* side : {"A", "B"}) {
    Json command = kAll;
    command["by"] = side;
    const auto outcome = table.say(side, kAll);
    REQUIRE(outcome.verdict.allowed());
    REQUIRE((*folded)->fold(command.dump(), outcome.events));
  }
  CHECK((*folded)->state_text() == table.battle().state_text());
}

TEST_CASE("who has to charge those who shot at it is not left standing with the rest", "[hoplomachia][HM-BRX-05]") {
  Json setup =
      fight_setup(Json::array({unit_at("A1", "hoplite", 4, 900, 300, true), unit_at("A2", "hoplite", 4, 500, 300),
                               unit_at("A3", "hoplite", 4, 1300, 300)}),
                  Json::array({unit_at("B1", "hoplite", 4, 900, 300 + 5 * kInch, true), unit_at("B2", "hoplite", 4, 500, 300 + 5 * kInch),
                               unit_at("B3", "hoplite", 4, 1300, 300 + 5 * kInch)}),
                  "epidromos");
  for (const char* unit : {"A1", "A2", "A3"}) charge_order(setup, unit);
  setup["state"]["units"]["A2"]["fight"]["must_charge"] = true;
  Table table(setup);
  CHECK(acted_in(table.allowed("A", kAll)) == std::vector<std::string>{"A3", "A1"});
  CHECK(table.phase() == "epidromos");
  CHECK(table.refused("A", stand("A2")) == "HM-BRX-05");
}

}  // namespace idling_tests
