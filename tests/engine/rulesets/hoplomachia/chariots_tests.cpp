/// Optional rule 9: the scythed chariots of a Persian army.
#include "engine/rulesets/hoplomachia/topics/orders.hpp"
#include "engine/rulesets/hoplomachia/topics/sallying.hpp"
#include "tests/engine/rulesets/hoplomachia/signals_support.hpp"

namespace chariots_tests {

using namespace polemarch;
using namespace polemarch::test::hoplomachia_room;
using hoplomachia::State;
using test::hoplomachia_room::Table;

namespace {

/// A Persian chariot behind psiloi or not, so far from hoplites.
Json chariots(bool screened) {
  Json setup = small_setup(Json::array({unit_at("A1", "hoplite", 2, 200, 200, true), unit_at("A2", "chariot", 1, 900, 300)}),
                           Json::array({unit_at("B1", "hoplite", 4, 900, 300 + 7 * kInch, true)}));
  setup["options"] = {{"scythed_chariots", true}};
  setup["sides"]["A"]["nation"] = "Persian";
  if (screened) setup["sides"]["B"]["units"].push_back(unit_at("B2", "psiloi", 1, 900, 300 + 3 * kInch));
  return setup;
}
/// Release, then on until the chariot has something thrown for it or the phase is over.
std::vector<Json> release(Table& table) {
  heard(table, "release_ekdromoi");
  std::vector<Json> events;
  for (int i = 0; i < 40 && table.phase() != "defensive_belos" && table.phase() != "marches"; ++i) {
    if (table.asked() && (table.wait().rule == "HM-OPT9-02" || table.wait().rule == "HM-AND-15")) break;
    if (!one_on(table, events, {})) break;
  }
  return events;
}

}  // namespace

TEST_CASE("Release activates the scythed chariots of a Persian army: straight at the phalanx, whose lochos checks",
          "[hoplomachia][HM-OPT9-01][HM-OPT9-03][HM-OPT9-04]") {
  {
    Json setup = chariots(false);
    setup["sides"]["A"]["nation"] = "Lydian";
    const State state = in_state(setup);
    CHECK_FALSE(hoplomachia::takes_release(state, state.units.at({"A2"})));
  }
  Table table(chariots(false));
  release(table);
  REQUIRE(table.asked());
  REQUIRE(table.wait().rule == "HM-AND-15");
  CHECK(table.wait().question.find("Katastrophe") != std::string::npos);
  CHECK(table.wait().question.find("lochos") != std::string::npos);
  const auto events = table.dice({6, 6});  // Firm fails: D
  CHECK(of_kind(events, "disarrayed").size() == 1);
  for (const std::size_t lochos : {0, 1}) CHECK(lochos_of(table, "B1", lochos).at("disarrayed") == true);
  CHECK(lochos_of(table, "A2").at("fate") == "gone");
}

TEST_CASE("a chariot rolls as ekdromoi against lights that screen: it drives on, or is destroyed", "[hoplomachia][HM-OPT9-02]") {
  for (const auto& [die, through] : {std::pair{1, true}, {3, false}}) {
    Table table(chariots(true));
    release(table);
    REQUIRE(table.wait().rule == "HM-OPT9-02");
    table.dice({die});
    CHECK((lochos_of(table, "B2").value("fate", "sound") == "gone") == through);
    if (through) {
      REQUIRE(table.asked());
      CHECK(table.wait().rule == "HM-AND-15");  // without losing pace it reaches the phalanx
    } else {
      CHECK(lochos_of(table, "A2").at("fate") == "gone");
    }
  }
}

TEST_CASE("a chariot swerves for impassable ground alone", "[hoplomachia][HM-OPT9-04]") {
  Json setup = chariots(false);
  State state = in_state(setup);
  const auto straight = hoplomachia::drive_of(state, {"A2"}, 8_in);
  REQUIRE(straight.meets);
  CHECK(straight.phalanx);
  CHECK(straight.course == 90_deg);
  setup["table"]["terrain"] = {{{"id", "r"}, {"kind", "impassable"}, {"outline_mm", {{880, 340}, {920, 340}, {920, 380}, {880, 380}}}},
                               {{"id", "w"}, {"kind", "woods"}, {"outline_mm", {{800, 390}, {1000, 390}, {1000, 420}, {800, 420}}}}};
  const auto aside = hoplomachia::drive_of(in_state(setup), {"A2"}, 8_in);
  CHECK(aside.course != 90_deg);
  setup["table"]["terrain"].erase(0);
  CHECK(hoplomachia::drive_of(in_state(setup), {"A2"}, 8_in).course == 90_deg);
}

}  // namespace chariots_tests
