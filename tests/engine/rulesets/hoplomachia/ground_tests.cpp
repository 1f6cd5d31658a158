/// Impassable ground and the table's edge in moves that nobody plots: charges, belos charges, reactions, runs; and withdrawals.
#include "engine/rulesets/hoplomachia/topics/closing.hpp"
#include "engine/rulesets/hoplomachia/topics/running.hpp"
#include "engine/rulesets/hoplomachia/topics/shooting.hpp"
#include "tests/engine/rulesets/hoplomachia/fight_support.hpp"

namespace ground_tests {

using namespace polemarch;
using namespace polemarch::test::hoplomachia_room;
using test::hoplomachia_room::Table;

namespace {

Json ground(const std::string& id, const std::string& kind, double from_y, double to_y) {
  return {{"id", id}, {"kind", kind}, {"outline_mm", {{600, from_y}, {1200, from_y}, {1200, to_y}, {600, to_y}}}};
}
/// A1 at x 900, y 300 against B1 so far ahead, with that ground; strategoi far off.
Json across(const std::string& phase, Json mine, Json theirs, const Json& terrain) {
  Json setup = fight_setup(Json::array({std::move(mine), unit_at("A3", "hoplite", 2, 200, 200, true)}),
                           Json::array({std::move(theirs), unit_at("B2", "hoplite", 2, 1700, 1150, true)}), phase);
  setup["table"]["terrain"] = terrain;
  setup["state"]["armies"]["a"]["sphagia_done"] = true;
  return setup;
}
const Json kHoplitesA = unit_at("A1", "hoplite", 2, 900, 300);

}  // namespace

TEST_CASE("when the army is halted the taxeis behind the senior one may come level with it", "[hoplomachia][HM-OTYP-09]") {
  const auto ahead = [](const char* unit, double in) {
    return Json{{"do", "move"}, {"unit", unit}, {"legs", Json::array({{{"ahead_in", in}}})}};
  };
  Json setup = small_setup(Json::array({unit_at("A1", "hoplite", 4, 900, 400, true), unit_at("A2", "hoplite", 4, 700, 400 - 3 * kInch),
                                        unit_at("A3", "hoplite", 4, 500, 400)}),
                           Json::array({unit_at("B1", "hoplite", 2, 900, 1190, true)}));
  for (const char* unit : {"A1", "A2", "A3"}) {
    setup["state"]["units"][unit]["order"] = {{"type", "march"}, {"source", "salpinx"}, {"turn", 1}};
    setup["state"]["units"][unit]["mode"] = "march";
  }
  setup["state"]["at"] = {{"turn", 2}, {"phase", "salpinx"}, {"stage", 0}, {"precedence", "A"}, {"next", "A"}};
  Table table(setup);
  table.signals("halt", "");
  REQUIRE(table.phase() == "marches");
  CHECK(table.refused("A", ahead("A1", 1)) == "HM-ASEQ-09");  // the senior taxis halts, who stands level with it does, too
  CHECK(table.refused("A", ahead("A2", 3.5)) == "HM-OTYP-09");
  table.allowed("A", ahead("A2", 3));
  CHECK(table.at("/units/A2/mode") == "halt");
  CHECK(table.phase() != "marches");  // nobody else has anything to do
  // Who halted where it was has halted: it is not asked again.
  Table again(setup);
  again.signals("halt", "");
  again.allowed("A", {{"do", "stand"}, {"unit", "A2"}});
  again.signals("halt", "");
  REQUIRE(again.at("/at/turn") == 3);
  CHECK(again.phase() == "marches");
  again.allowed("A", {{"do", "stand"}, {"unit", "A2"}});
  again.signals("", "");
  CHECK(again.phase() != "marches");
}

TEST_CASE("a charge stops before impassable ground", "[hoplomachia][HM-EPI-24][HM-TER-02][HM-DIS-06]") {
  for (const bool target_charges : {false, true}) {
    Json setup = across("epidromos", kHoplitesA, unit_at("B1", "hoplite", 2, 900, 300 + 5 * kInch),
                        Json::array({ground("r", "impassable", 350, 362)}));
    charge_order(setup, "A1");
    Table table(setup);
    table.allowed("A", {{"do", "charge"}, {"unit", "A1"}});
    table.dice({2, 2});
    table.dice({6});
    table.dice(target_charges ? std::vector<int>{1, 1} : std::vector<int>{6, 6});
    if (target_charges) table.dice({6});
    CHECK(stand_of(table, "A1").y == Approx(340).margin(0.1));  // its front on the bank
    CHECK(stand_of(table, "B1").y >= 372 - 0.1);
    CHECK(fight_of(table, "A1").at("contacts").empty());
    CHECK(taxis_fight_of(table, "A1").at("missed_in") == 3);
  }
}

TEST_CASE("nobody belos charges or falls back across impassable ground", "[hoplomachia][HM-BCH-05][HM-BCH-14][HM-TER-02]") {
  const Json lights = unit_at("A1", "psiloi", 2, 900, 300), target = unit_at("B1", "hoplite", 4, 900, 300 + 4 * kInch);
  const auto over = in_state(across("offensive_belos", lights, target, Json::array({ground("r", "impassable", 330, 342)})));
  CHECK(hoplomachia::may_belos_charge(over, {"A1"}, {"B1"}).reasons.front().rule == "HM-TER-02");
  const auto behind = in_state(across("offensive_belos", lights, target, Json::array({ground("r", "impassable", 240, 252)})));
  CHECK(hoplomachia::may_belos_charge(behind, {"A1"}, {"B1"}).allowed());
  CHECK(hoplomachia::room_behind(behind, {"A1"}, 5_in).mm() == Approx(280 - 252).margin(0.1));
  const auto open = in_state(across("offensive_belos", lights, target, Json::array()));
  CHECK(hoplomachia::room_behind(open, {"A1"}, 5_in) == 5_in);
}

TEST_CASE("hoplites that march back are disarrayed by the ground they cross like any march",
          "[hoplomachia][HM-BRX-12][HM-DIS-07][HM-TER-03]") {
  for (const char* second : {"farmland", "road"}) {
    Json setup = across("defensive_belos", unit_at("A1", "psiloi", 2, 900, 300), unit_at("B1", "hoplite", 2, 900, 640),
                        Json::array({ground("w", "woods", 690, 715), ground("f", second, 720, 760)}));
    setup["state"]["units"]["B1"]["fight"] = {{"march_back", true}, {"march_back_from", "A1"}};
    Table table(setup);
    until(table, "melee");
    CHECK(stand_of(table, "B1").y == Approx(650 + 4 * kInch));
    CHECK(lochos_of(table, "B1").at("disarrayed") == (std::string(second) == "farmland"));  // 3 and 2 against 4
  }
}

TEST_CASE("a pursuit stops at friends, and a rout that has to clear one is lost at the edge",
          "[hoplomachia][HM-PUR-05][HM-PEN-01][HM-ROUT-10]") {
  Json setup = across("marches", kHoplitesA, unit_at("B1", "psiloi", 1, 900, 600), Json::array());
  setup["sides"]["A"]["units"].push_back(unit_at("A2", "hoplite", 2, 900, 440));
  hoplomachia::State state = in_state(setup);
  state.fight.flights = {{.id = 1, .mode = hoplomachia::Mode::Rout, .unit = {"B1"}, .lochoi = {0}, .foe = {"A1"}, .away = 90_deg}};
  const hoplomachia::Flight chase{.id = 2, .mode = hoplomachia::Mode::Pursue, .unit = {"A1"}, .lochoi = {0}, .foe = {"B1"}};
  const hoplomachia::Run stopped = hoplomachia::run_of(state, chase, 8_in);
  CHECK(stopped.moved.mm() == Approx(400 - 300 - 1).margin(0.1));  // the rear of A2
  // Seven inches would end on B4, clear of it lies beyond the edge.
  Json edge = across("marches", kHoplitesA, unit_at("B1", "psiloi", 1, 900, 1000), Json::array());
  edge["sides"]["B"]["units"].push_back(unit_at("B4", "psiloi", 1, 900, 1192));
  const hoplomachia::Flight rout{.id = 1, .mode = hoplomachia::Mode::Rout, .unit = {"B1"}, .lochoi = {0}, .foe = {"A1"}, .away = 90_deg};
  const hoplomachia::Run lost = hoplomachia::run_of(in_state(edge), rout, 7.5_in);
  CHECK(lost.destroyed);
  CHECK(lost.rule == "HM-ROUT-10");
}

TEST_CASE("core troops under Withdrawal go as fast as they can: they neither stand nor dawdle", "[hoplomachia][HM-OTYP-25]") {
  Json setup = across("marches", unit_at("A1", "hoplite", 2, 900, 600), unit_at("B1", "hoplite", 2, 900, 1000), Json::array());
  setup["state"]["units"]["A1"]["order"] = {{"type", "withdrawal"}, {"source", "salpinx"}, {"turn", 3}, {"exempt", false}};
  setup["state"]["units"]["A1"]["mode"] = "march";
  Table table(setup);
  CHECK(table.refused("A", {{"do", "stand"}, {"unit", "A1"}}) == "HM-OTYP-25");
  const auto home = [](double inches) {
    return Json{{"do", "move"}, {"unit", "A1"}, {"legs", Json::array({{{"arrange", "OF"}}, {{"turn_deg", 180}}, {{"ahead_in", inches}}})}};
  };
  CHECK(table.refused("A", home(1)) == "HM-OTYP-25");
  CHECK(table.refused("A", home(2.5)) == "HM-OTYP-25");
  table.allowed("A", home(3));
}

TEST_CASE("the inch for files changed before a charge counts for the ground it is taken on",
          "[hoplomachia][HM-ARR-08][HM-TER-05][HM-DIS-07]") {
  for (const char* second : {"farmland", "road"}) {
    Json mine = kHoplitesA;
    mine["arrangement"] = "OF";
    Json setup = across("epidromos", mine, unit_at("B1", "hoplite", 2, 900, 300 + 5 * kInch),
                        Json::array({ground("w", "woods", 200, 310), ground("s", second, 200, 310)}));
    charge_order(setup, "A1");
    Table table(setup);
    table.allowed("A", {{"do", "arrange"}, {"unit", "A1"}, {"to", "CF"}});
    CHECK(lochos_of(table, "A1").at("disarrayed") == (std::string(second) == "farmland"));  // 3 and 2 against 4
  }
}

}  // namespace ground_tests
