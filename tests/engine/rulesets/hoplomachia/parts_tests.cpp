/// A taxis of which a part runs: what stands of it is charged, moves, recovers and keeps its order for itself; and what a rout scores.
#include <set>

#include "tests/engine/rulesets/hoplomachia/parts_support.hpp"

namespace parts_tests {

using namespace polemarch;
using namespace polemarch::test::hoplomachia_room;
using Room = polemarch::test::hoplomachia_room::Table;

TEST_CASE("a taxis of which a lochos routs or pursues is charged all the same, it checks and is struck",
          "[hoplomachia][HM-EPI-17][HM-EPI-18][HM-AND-04][HM-EPI-25][HM-EPI-28][HM-EPI-32]") {
  for (const auto& [mode, lochoi] :
       std::vector<std::pair<std::string, std::vector<int>>>{{"rout", {0}}, {"pursue", {0}}, {"pursue", {0, 1, 2}}}) {
    INFO(mode << " " << lochoi.size());
    Json setup = before_a_charge(4, 6);
    runs(setup, "B1", lochoi, mode, mode == "rout" ? "A1" : "A9", 1, 3);
    if (lochoi.size() == 3) setup["state"]["units"]["B1"]["mode"] = mode;
    Room table(setup);
    std::vector<Json> events = table.allowed("A", {{"do", "charge"}, {"unit", "A1"}});
    const auto more = until(table, "defensive_belos", {{"HM-AND-15", {1, 2}}, {"HM-EPI-16", {6}}});
    events.insert(events.end(), more.begin(), more.end());
    CHECK(thrown_by(events, "B1", "HM-AND-15").size() == 1);
    CHECK(thrown_by(events, "A1", "HM-EPI-32").empty());
    CHECK_FALSE(of_kind(events, "contact_made").empty());
    for (const Json& flight : flights_of(table))
      for (const Json& at : flight.at("lochoi"))
        if (flight.at("unit") == "B1") CHECK(fight_of(table, "B1", at.get<std::size_t>()).at("contacts").empty());
  }
}

TEST_CASE("what a lochos runs is no move of its taxis, which goes ahead by itself",
          "[hoplomachia][HM-MOVE-01][HM-MOVE-02][HM-MAN-01][HM-ROUT-01]") {
  Json setup = with_a_runaway("automatic", 0, -1);
  setup["state"]["units"]["B1"]["order"] = order_of("march");
  setup["state"]["units"]["B1"]["mode"] = "march";
  Room table(setup);
  until(table, "marches", {{"HM-ROUT-02", {6}}});
  const double runaway = stand_of(table, "B1", 0).y;
  CHECK(runaway > 800);
  for (int i = 0; i < 4 && table.at("/at/next") == "A"; ++i) table.allowed("A", {{"do", "stand"}, {"unit", "A9"}});
  table.allowed("B", {{"do", "move"}, {"unit", "B1"}, {"legs", {{{"ahead_in", 3}}}}});
  CHECK(stand_of(table, "B1", 0).y == Approx(runaway));
  for (const std::size_t lochos : {1U, 2U}) CHECK(stand_of(table, "B1", lochos).y == Approx(700 + 10 - 3 * kInch).margin(0.5));
}

TEST_CASE("what stands of a taxis changes files and turns, however its runaway is disarrayed",
          "[hoplomachia][HM-AMB-124][HM-OTYP-25][HM-AMB-75]") {
  Json setup = with_a_runaway("automatic", 0, -1);
  setup["state"]["units"]["B1"]["order"] = order_of("withdrawal");
  setup["state"]["units"]["B1"]["mode"] = "march";
  Room table(setup);
  until(table, "marches", {{"HM-ROUT-02", {6}}});
  for (int i = 0; i < 4 && table.at("/at/next") == "A"; ++i) table.allowed("A", {{"do", "stand"}, {"unit", "A9"}});
  CHECK(table.refused("B", {{"do", "stand"}, {"unit", "B1"}}) == "HM-OTYP-25");
  const auto offers = table.battle().offers(Viewer::B, UnitId{"B1"});
  const auto moves = [](const engine::OfferText& o) { return o.verdict.allowed() && Json::parse(o.command).at("do") == "move"; };
  const auto home = std::find_if(offers.begin(), offers.end(), moves);
  REQUIRE(home != offers.end());
  table.allowed("B", Json::parse(home->command));
  CHECK(table.at("/units/B1/arrangement") == "OF");
  CHECK(stand_of(table, "B1", 1).y > 710 + 0.5 * kInch);
}

TEST_CASE("hoplites told to evade march back the way they face, whatever a lochos of theirs runs", "[hoplomachia][HM-BRX-12][HM-AMB-12]") {
  Json setup = with_a_runaway("defensive_belos", 1, 3);
  setup["state"]["units"]["B1"]["fight"] = {{"march_back", true}, {"march_back_from", "A1"}};
  Room table(setup);
  CHECK(stand_of(table, "B1", 1).y > 710 + 2 * kInch);  // before anybody acts in the marches
  CHECK(stand_of(table, "B1", 1).heading == Approx(270));
  CHECK(stand_of(table, "B1", 0).y == Approx(710));
}

TEST_CASE("a runaway neither recovers with its halted taxis nor makes it recover",
          "[hoplomachia][HM-DIS-02][HM-DIS-12][HM-DIS-13][HM-ARR-06][HM-PEN-01]") {
  for (const bool another : {false, true}) {
    INFO(another);
    Json setup = with_a_runaway("marches", 1, 3);
    setup["state"]["units"]["B1"]["order"] = order_of("halt");
    if (another) setup["state"]["units"]["B1"]["lochoi"][1]["disarrayed"] = true;
    Room table(setup);
    const At runaway = stand_of(table, "B1", 0, 1);
    const auto events = until(table, "salpinx");
    const auto recovered = of_kind(events, "recovered");
    REQUIRE(recovered.size() == (another ? 1 : 0));
    CHECK(table.at("/units/B1/arrangement") == (another ? "OF" : "CF"));
    if (another) CHECK(recovered[0].at("lochoi") == Json({1, 2}));
    CHECK(lochos_of(table, "B1", 0).at("disarrayed") == true);
    CHECK(lochos_of(table, "B1", 1).at("disarrayed") == false);
    CHECK(stand_of(table, "B1", 0, 1).y == Approx(runaway.y));
    CHECK(stand_of(table, "B1", 0, 1).x == Approx(runaway.x));
  }
}

TEST_CASE("who halted by a check or after an evasion goes on under its order next turn, who pursued waits for another",
          "[hoplomachia][HM-ORD-16][HM-OTYP-14][HM-AND-24][HM-AMB-77][HM-OTYP-01][HM-AMB-28]") {
  // B1 charges A1, which is told to halt by its check: the charge falls short.
  Json setup =
      fight_setup(Json::array({unit_at("A1", "hoplite", 6, 640, 500), unit_at("A2", "hoplite", 2, 1200, 100, true)}),
                  Json::array({unit_at("B1", "hoplite", 6, 640, 700), unit_at("B2", "hoplite", 4, 1300, 1000, true)}), "epidromos", "B");
  setup["state"]["armies"] = {{"a", {{"sphagia_done", true}}}, {"b", {{"sphagia_done", true}}}};
  charge_order(setup, "B1");
  setup["state"]["units"]["B1"]["mode"] = "charge";
  setup["state"]["units"]["A1"]["order"] = order_of("march");
  setup["state"]["units"]["A1"]["mode"] = "march";
  Room checked(setup);
  checked.allowed("B", {{"do", "charge"}, {"unit", "B1"}});
  checked.dice({1, 2});
  checked.dice({1});
  checked.dice({6, 5});
  CHECK(checked.at("/units/A1/mode") == "halt");
  until(checked, "salpinx");
  CHECK(checked.at("/units/A1/mode") == "march");

  const auto halts = [&](const std::string& type, const std::string& mode, const std::string& order) {
    Json ran = fight_setup(Json::array({unit_at("A1", type, 2, 900, 500), unit_at("A2", "hoplite", 2, 200, 200, true)}),
                           Json::array({unit_at("B1", "hoplite", 2, 900, 800, true)}), "automatic");
    runs(ran, "A1", {0}, mode, "B1", 1, 2);
    ran["state"]["units"]["A1"]["order"] = order_of(order);
    ran["state"]["units"]["A1"]["mode"] = mode;
    Room table(ran);
    CHECK(table.at("/units/A1").value("mode", "halt") == "halt");
    until(table, "salpinx");
    return table.at("/units/A1").value("mode", "halt");
  };
  CHECK(halts("psiloi", "evade", "forward_psiloi") == "march");
  CHECK(halts("hoplite", "pursue", "march") == "halt");
}

TEST_CASE("routers that are lost in their turn still count for the phalanx in retreat", "[hoplomachia][HM-EVT-10][HM-EVT-11][HM-AMB-104]") {
  Json setup = before_a_charge(6, 4);
  setup["sides"]["B"]["arete"] = 5;
  Room table(setup);
  std::vector<Json> events;
  const auto add = [&](const std::vector<Json>& more) { events.insert(events.end(), more.begin(), more.end()); };
  add(table.allowed("A", {{"do", "charge"}, {"unit", "A1"}}));
  for (const std::vector<int>& dice : {std::vector<int>{1, 2}, {6}, {6, 6}, {1}, {6}}) add(table.dice(dice));
  REQUIRE(of_kind(events, "lost").size() == 2);  // caught at once
  add(until(table, "salpinx"));
  CHECK(changed_by(events, "HM-EVT-10"));
  CHECK(changed_by(events, "HM-EVT-11"));
}

TEST_CASE("an evading part that runs into an enemy scores itself alone while the rest is sound",
          "[hoplomachia][HM-EVT-01][HM-EVT-02][HM-AMB-59][HM-AMB-101][HM-EVA-05]") {
  Json setup = before_a_charge(4, 4);
  Json& hipparchy = setup["sides"]["B"]["units"][0];
  hipparchy = {{"unit", "B1"}, {"type", "hippeis"}, {"bases", 4}, {"ranks", 2}, {"arrangement", "CF"}};
  // The first ile (bases 2 and 4) before A1, the second away after A9.
  hipparchy["poses"] = {{{"base", "B1.1"}, {"x_mm", 300}, {"y_mm", 340}, {"heading_deg", 270}},
                        {{"base", "B1.2"}, {"x_mm", 640}, {"y_mm", 540}, {"heading_deg", 270}},
                        {{"base", "B1.3"}, {"x_mm", 300}, {"y_mm", 360}, {"heading_deg", 270}},
                        {{"base", "B1.4"}, {"x_mm", 640}, {"y_mm", 560}, {"heading_deg", 270}}};
  setup["sides"]["A"]["units"].push_back(unit_at("A3", "hoplite", 4, 640, 680));  // in the way of who evades
  runs(setup, "B1", {1}, "pursue", "A9", 1, 3);
  Room table(setup);
  std::vector<Json> events = table.allowed("A", {{"do", "charge"}, {"unit", "A1"}});
  const auto more = until(table, "defensive_belos",
                          {{"HM-AND-15", {1, 2}}, {"HM-EPI-16", {6}}, {"HM-EVA-02", {1}}, {"HM-EPI-32", {6}}, {"HM-ROUT-02", {1}}});
  events.insert(events.end(), more.begin(), more.end());
  const auto scored = of_kind(events, "loss_scored");
  REQUIRE(scored.size() == 1);
  CHECK(scored[0].value("lochos", 0) == 0);
  CHECK(taxis_fight_of(table, "B2").at("katastrophe").empty());
}

TEST_CASE("an automolos who fails takes nobody home who routs", "[hoplomachia][HM-ROUT-11][HM-MOVE-03][HM-STANCE-08]") {
  Json second = unit_at("A2", "hoplite", 2, 400, 280), lights = unit_at("A3", "psiloi", 1, 500, 280);
  second["nation"] = lights["nation"] = "Argive";
  Json setup = fight_setup(Json::array({unit_at("A1", "hoplite", 2, 300, 280), second, lights}),
                           Json::array({unit_at("B1", "hoplite", 2, 1700, 1100, true)}), "salpinx");
  setup["sides"]["A"]["strategoi"] = {
      {{"strategos", "Nikias"}, {"hegemon", true}, {"character", "crafty"}, {"stance", "philos"}, {"unit", "A1"}},
      {{"strategos", "Argos"}, {"nation", "Argive"}, {"character", "promachos"}, {"stance", "automolos"}, {"unit", "A2"}}};
  runs(setup, "A3", {0}, "rout", "B1", 1, 2);
  setup["state"]["units"]["A3"]["mode"] = "rout";
  Room table(setup);
  table.allowed("A", {{"do", "signal"}});
  table.allowed("B", {{"do", "signal"}});
  table.allowed("A", {{"do", "verbal"}, {"strategos", "Nikias"}, {"to", "Argos"}, {"order", "march"}});
  REQUIRE(table.asked());
  table.dice({6, 6});
  CHECK(table.at("/units/A2/order/type") == "withdrawal");
  CHECK(table.at("/units/A3/mode") == "rout");
}

TEST_CASE("who charged in answer to a charge goes on under its order in the next turn, its approach still counts",
          "[hoplomachia][HM-ORD-16][HM-OTYP-09][HM-DIS-12][HM-APPR-09][HM-OTYP-05]") {
  Json setup = two_armies();
  const auto charged = [&](const char* id, const char* order) {
    setup["state"]["units"][id]["mode"] = "charge";
    setup["state"]["units"][id]["order"] = {{"type", order}, {"source", "salpinx"}, {"turn", 2}, {"exempt", false}};
  };
  charged("A1", "halt");
  charged("A2", "begin_approach");
  charged("B1", "march");
  charged("B2", "charge");
  approached(setup, "A2");
  Room table(setup);
  until(table, "salpinx");
  const auto mode = [&](const char* id) { return table.state().at("units").at(id).value("mode", "halt"); };
  CHECK(mode("A1") == "halt");
  CHECK(mode("A2") == "approach");
  CHECK(mode("B1") == "march");
  CHECK(mode("B2") == "charge");
  CHECK(table.state().at("units").at("A2").value("approach_moves", 0) == 1);
}

TEST_CASE("lochoi that leave the board of their own have moved away, and are never scored as lost",
          "[hoplomachia][HM-EVT-10][HM-EVT-11][HM-AMB-104][HM-EVT-01][HM-OTYP-25]") {
  Json leaving = unit_at("B1", "hoplite", 8, 640, 1160);
  leaving["at"]["heading_deg"] = 90;
  leaving["arrangement"] = "OF";
  Json setup = fight_setup(Json::array({unit_at("A1", "hoplite", 4, 640, 810, true)}),
                           Json::array({leaving, unit_at("B9", "hoplite", 4, 1300, 890, true)}), "marches", "B");
  setup["state"]["armies"]["b"]["hoplites_at_start"] = 6;
  setup["state"]["units"]["B1"]["mode"] = "march";
  setup["state"]["units"]["B1"]["order"] = {{"type", "withdrawal"}, {"source", "salpinx"}, {"turn", 2}, {"exempt", false}};
  Room table(setup);
  table.allowed("B", {{"do", "move"}, {"unit", "B1"}, {"legs", {{{"ahead_in", 5}}}}});
  until(table, "salpinx");
  CHECK(arete_of(table, "b") == 10);  // 4 of 6 gave way
  CHECK(arete_of(table, "a") == 15);
  // What is left of a unit routs: who is safely off is not lost with it.
  Json rest = fight_setup(Json::array({unit_at("A1", "hoplite", 4, 640, 810, true)}),
                          Json::array({unit_at("B1", "hoplite", 4, 640, 900), unit_at("B9", "hoplite", 4, 1300, 890, true)}), "epidromos");
  rest["sides"]["B"]["arete"] = 1;
  charge_order(rest, "A1");
  Json lochoi = Room(rest).state().at("units").at("B1").at("lochoi");
  lochoi[0]["fate"] = "gone";
  lochoi[0]["left"] = true;
  rest["state"]["units"]["B1"]["lochoi"] = lochoi;
  Room routs(rest);
  routs.allowed("A", {{"do", "charge"}, {"unit", "A1"}});
  routs.dice({1, 1});
  routs.dice({3});
  const auto events = routs.dice({6, 6});
  std::set<int> scored;
  for (const Json& loss : of_kind(events, "loss_scored"))
    if (loss.at("unit") == "B1") scored.insert(loss.value("lochos", 0));
  CHECK(scored.contains(1));
  CHECK_FALSE(scored.contains(0));
}

}  // namespace parts_tests
