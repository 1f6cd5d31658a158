/// A part of a taxis that stopped running, or has just turned to run: what it does, and what it does not decide for the others.
#include "tests/engine/rulesets/hoplomachia/parts_support.hpp"

namespace stragglers_tests {

using namespace polemarch;
using namespace polemarch::test::hoplomachia_room;
using Room = polemarch::test::hoplomachia_room::Table;

TEST_CASE("a lochos that gave up its chase does no more in that turn, then waits for a later order and goes where its taxis faces",
          "[hoplomachia][HM-AMB-77][HM-AMB-95][HM-PUR-07][HM-AMB-28][HM-OTYP-01][HM-MAN-01]") {
  Room table(with_a_straggler("march"));
  const At straggler = stand_of(table, "B1", 0);
  double line = stand_of(table, "B1", 1).y;
  const auto marches = [&](double inches) {
    if (table.phase() != "marches") until(table, "marches");
    table.allowed("B", {{"do", "move"}, {"unit", "B1"}, {"legs", {{{"ahead_in", inches}}}}});
    line -= inches * kInch;
    for (const std::size_t lochos : {1U, 2U}) CHECK(stand_of(table, "B1", lochos).y == Approx(line).margin(0.5));
    CHECK(stand_of(table, "B1", 1).x == Approx(620).margin(0.5));
    until(table, "salpinx");
  };
  marches(2);  // in the turn of its recovery
  CHECK(stand_of(table, "B1", 0).y == Approx(straggler.y));
  marches(1);  // under the order it had before
  CHECK(stand_of(table, "B1", 0).y == Approx(straggler.y));
  table.signals("", "march");
  marches(1);
  CHECK(stand_of(table, "B1", 0).y == Approx(straggler.y - kInch).margin(0.5));
  CHECK(stand_of(table, "B1", 0).x == Approx(straggler.x).margin(0.5));
}

TEST_CASE("called by Muster a straggler comes up to its taxis, which stays and looks where it looked",
          "[hoplomachia][HM-OTYP-01][HM-AMB-28][HM-MOVE-02]") {
  Room table(with_a_straggler("march"));
  const std::vector<At> line{stand_of(table, "B1", 1), stand_of(table, "B1", 2)};
  until(table, "marches");
  CHECK(table.refused("B", {{"do", "move"}, {"unit", "B1"}, {"legs", {{{"line", true}}}}}) == "HM-MOVE-02");  // the others are in line
  table.allowed("B", {{"do", "move"}, {"unit", "B1"}, {"legs", {{{"ahead_in", 1}}}}});
  until(table, "salpinx");
  table.signals("", "muster");
  until(table, "marches");
  table.allowed("B", {{"do", "move"}, {"unit", "B1"}, {"legs", {{{"line", true}}}}});
  for (const std::size_t lochos : {0U, 1U, 2U}) {
    CHECK(stand_of(table, "B1", lochos).y == Approx(line[0].y - kInch).margin(0.5));
    CHECK(stand_of(table, "B1", lochos).heading == Approx(270));
  }
  CHECK_FALSE(fight_of(table, "B1", 0).contains("apart_in"));
}

TEST_CASE("a lochos that gave up its chase does not charge with its taxis in that turn", "[hoplomachia][HM-AMB-77][HM-EPI-03]") {
  Json setup = with_a_straggler("charge");
  setup["sides"]["A"]["units"][0] = unit_at("A1", "hoplite", 10, 600, 600, true);
  setup["state"]["armies"] = {{"a", {{"sphagia_done", true}}}, {"b", {{"sphagia_done", true}}}};
  Room table(setup);
  until(table, "epidromos");
  const At straggler = stand_of(table, "B1", 0);
  std::vector<Json> events = table.allowed("B", {{"do", "charge"}, {"unit", "B1"}});
  const auto more = until(table, "defensive_belos", {{"HM-AND-15", {1, 2}}, {"HM-EPI-16", {6}}});
  events.insert(events.end(), more.begin(), more.end());
  CHECK_FALSE(of_kind(events, "contact_made").empty());
  CHECK(stand_of(table, "B1", 0).y == Approx(straggler.y));
  CHECK(stand_of(table, "B1", 1).y < 700);
}

TEST_CASE("what stands of a taxis decides on which side it is charged, not who has just turned to rout beside it",
          "[hoplomachia][HM-AND-05][HM-EPI-17][HM-EPI-22][HM-AMB-114][HM-EPI-07]") {
  Json setup = before_a_charge(4, 6);
  runs(setup, "B1", {0}, "rout", "A1", 0, -1);
  Room table(setup);
  std::vector<Json> events = table.allowed("A", {{"do", "charge"}, {"unit", "A1"}});
  const auto more = until(table, "defensive_belos", {{"HM-AND-15", {1, 2}}, {"HM-EPI-16", {6}}});
  events.insert(events.end(), more.begin(), more.end());
  const Json check = thrown_by(events, "B1", "HM-AND-15");
  REQUIRE(check.size() == 1);
  CHECK(check[0].at("purpose") == "andreia, Charging");

  Json mounted = before_a_charge(4, 6);
  mounted["sides"]["A"]["units"][0]["type"] = "hippeis";
  runs(mounted, "B1", {0}, "rout", "A1", 0, -1);
  CHECK(Room(mounted).phase() != "epidromos");  // it may charge nobody, so the phase is over

  // Before the charger nothing stands but who turned about: he runs, nobody checks.
  Json alone = before_a_charge(2, 6);
  alone["sides"]["A"]["units"][0]["at"]["x_mm"] = stand_of(table, "B1", 0).x;
  runs(alone, "B1", {0}, "rout", "A1", 0, -1);
  Room after(alone);
  events = after.allowed("A", {{"do", "charge"}, {"unit", "A1"}});
  const auto rest = until(after, "defensive_belos", {{"HM-AND-15", {1, 2}}, {"HM-EPI-16", {1}}});
  events.insert(events.end(), rest.begin(), rest.end());
  CHECK(thrown_by(events, "B1", "HM-AND-15").empty());
  CHECK(thrown_by(events, "B1", "HM-ROUT-02").size() == 1);
}

TEST_CASE("a unit that halts by a check of the Katastrophe stands in the next turn and goes on in the one after",
          "[hoplomachia][HM-AND-32][HM-AND-24][HM-ORD-16][HM-EPI-35]") {
  for (const std::string order : {"march", "charge"}) {
    Json setup = two_armies();
    setup["sides"]["B"]["units"][1]["andreia_chart"] = {{"katastrophe", {{"pass", "H"}, {"fail", {"H", "H", "H", "H"}}}}};
    setup["state"]["armies"] = {{"a", {{"sphagia_done", true}}}, {"b", {{"sphagia_done", true}}}};
    setup["state"]["units"]["B2"] = {{"order", order_of(order)}, {"mode", order}, {"fight", {{"katastrophe", Json::array({"HM-KAT-06"})}}}};
    setup["state"]["at"]["phase"] = "katastrophe";
    for (const int at : {0, 1}) setup["sides"]["A"]["units"][static_cast<std::size_t>(at)]["at"]["y_mm"] = 780;
    charge_order(setup, "B1");
    setup["state"]["units"]["B1"]["mode"] = "charge";
    Room table(setup);
    until(table, "salpinx");
    CHECK(table.at("/units/B2").value("mode", "halt") == "halt");
    until(table, "epidromos");
    if (order == "charge") CHECK(table.refused("B", {{"do", "charge"}, {"unit", "B2"}}) == "HM-AND-32");
    until(table, "salpinx");
    CHECK(table.at("/units/B2/mode") == order);
  }
}

TEST_CASE("a taxis that pursued and is struck waits for another order, whatever its check said", "[hoplomachia][HM-OTYP-01][HM-EPI-25]") {
  Json setup = before_a_charge(6, 6);
  runs(setup, "B1", {0, 1, 2}, "pursue", "A9", 1, 3);
  setup["state"]["units"]["B1"]["mode"] = "pursue";
  Room table(setup);
  table.allowed("A", {{"do", "charge"}, {"unit", "A1"}});
  until(table, "defensive_belos", {{"HM-AND-15", {1, 2}}, {"HM-EPI-16", {6}}});
  CHECK(flights_of(table).empty());
  CHECK(table.at("/units/B1").value("mode", "halt") == "halt");
  CHECK(taxis_fight_of(table, "B1").value("pursued_in", 0) == 3);
}

TEST_CASE("the last lochos of a taxis that is struck as it pursues halts, though the others rout", "[hoplomachia][HM-EPI-25][HM-OTYP-01]") {
  Json setup = before_a_charge(4, 4);
  setup["sides"]["B"]["units"][0]["andreia_chart"] = {{"charging", {{"pass", "M"}, {"fail", {"M", "M", "M", "M"}}}}};
  runs(setup, "B1", {0}, "pursue", "A9", 1, 3);
  Json parts = setup["state"]["units"]["B1"]["lochoi"];
  runs(setup, "B1", {1}, "rout", "A1", 1, 3);
  setup["state"]["units"]["B1"]["lochoi"][0] = parts[0];
  setup["state"]["units"]["B1"]["mode"] = "rout";
  Room table(setup);
  table.allowed("A", {{"do", "charge"}, {"unit", "A1"}});
  until(table, "defensive_belos", {{"HM-AND-15", {1, 2}}, {"HM-EPI-16", {6}}});
  REQUIRE_FALSE(fight_of(table, "B1", 0).at("contacts").empty());
  CHECK(table.at("/units/B1").value("mode", "halt") == "halt");
}

TEST_CASE("what goes away from the enemy counts for the phalanx in retreat, wherever a lochos of it pursues",
          "[hoplomachia][HM-EVT-10][HM-AMB-104]") {
  for (const int others : {1, 2}) {  // of 4 or of 5
    Json setup = with_a_straggler("march");
    setup["state"]["at"]["phase"] = "marches";
    setup["state"]["fight"]["flights"][0]["moved_in"] = 3;
    setup["sides"]["B"]["units"][1]["bases"] = 2 * others;
    setup["state"]["armies"] = {{"b", {{"hoplites_at_start", 3 + others}}}};
    for (const int at : {1, 2})
      for (Json& stand : setup["state"]["units"]["B1"]["lochoi"][static_cast<std::size_t>(at)]["stands"])
        (stand["at"].contains("pose") ? stand["at"]["pose"] : stand["at"])["heading_deg"] = 90;
    Room table(setup);
    std::vector<Json> events = table.allowed("B", {{"do", "move"}, {"unit", "B1"}, {"legs", {{{"ahead_in", 2}}}}});
    const auto more = until(table, "salpinx");
    events.insert(events.end(), more.begin(), more.end());
    CHECK(changed_by(events, "HM-EVT-10") == (others == 1));
  }
}

TEST_CASE("of a part that runs the words say so", "[hoplomachia][HM-ROUT-02]") {
  Json setup = with_a_runaway("salpinx", 1, 2);
  runs(setup, "B1", {1}, "rout", "A1", 1, 2);
  setup["state"]["fight"]["flights"].erase(1);
  setup["state"]["fight"]["flights"][0]["lochoi"] = {0, 1};
  setup["state"]["units"]["B1"]["lochoi"][0]["fate"] = "routing";
  Room table(setup);
  table.signals("", "");
  REQUIRE(table.asked());
  CHECK(table.wait().question.starts_with("part of B1 routs"));
}

}  // namespace stragglers_tests
