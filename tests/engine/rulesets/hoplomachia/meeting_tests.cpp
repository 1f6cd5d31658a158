/// Who is met on the way: by countercharges, by charges at evaders and at those who run; what it does before it is struck.
#include "engine/rulesets/hoplomachia/topics/charging.hpp"
#include "engine/rulesets/hoplomachia/topics/sequence.hpp"
#include "tests/engine/rulesets/hoplomachia/contact_support.hpp"

namespace meeting_tests {

using namespace polemarch;
using namespace polemarch::test::hoplomachia_room;
using hoplomachia::State;
using test::hoplomachia_room::Table;

namespace {

/// A2 of two lochoi charges B1 of four, which answers with a charge of 8 inches; beside A2, a little behind, stands this one, before the
/// two of B1 that A2 does not meet.
Table countercharged(Json beside) {
  beside["at"] = {{"x_mm", 760}, {"y_mm", 490}};
  Json setup = fight_setup(Json::array({unit_at("A2", "hoplite", 4, 660, 510, true), std::move(beside)}),
                           Json::array({unit_at("B1", "hoplite", 8, 700, 590, true)}), "epidromos");
  charge_order(setup, "A2");
  Table table(setup);
  table.allowed("A", {{"do", "charge"}, {"unit", "A2"}});
  table.dice({1, 1});
  table.dice({5});
  table.dice({1, 1});
  table.dice({6});
  return table;
}
bool fights(Table& table, const std::string& unit, std::size_t lochos) {
  return fight_of(table, unit, lochos).at("engaged") == "epidromos";
}
Json flight(const std::string& mode, const std::string& unit, std::vector<int> lochoi, const std::string& foe, int since, int moves,
            int in) {
  return {{"id", 1},        {"mode", mode},   {"unit", unit},  {"lochoi", std::move(lochoi)}, {"foe", foe}, {"away", 90},
          {"since", since}, {"moves", moves}, {"moved_in", in}};
}

}  // namespace

TEST_CASE("whom a countercharge comes upon checks before it is struck", "[hoplomachia][HM-AND-04][HM-EPI-17][HM-EPI-25]") {
  Table table = countercharged(unit_at("A3", "hoplite", 6, 0, 0));
  REQUIRE(table.asked());
  CHECK(table.wait().rule == "HM-AND-15");
  CHECK(table.wait().question.starts_with("A3 checks andreia, Charging line"));
  CHECK_FALSE(fights(table, "A2", 0));  // nobody has moved yet
  table.dice({6, 6});                   // it halts, and receives the charge
  CHECK(fights(table, "A2", 0));
  CHECK((fights(table, "A3", 1) || fights(table, "A3", 2)));
  CHECK(taxis_fight_of(table, "A3").at("charging") == false);
}

TEST_CASE("whom a countercharge comes upon may charge too, and the way is shared",
          "[hoplomachia][HM-AND-04][HM-EPI-21][HM-EPI-25][HM-EPI-27]") {
  Table table = countercharged(unit_at("A3", "hoplite", 6, 0, 0));
  const double stood = stand_of(table, "A3", 2).y, came = stand_of(table, "B1", 0).y;
  table.dice({1, 1});
  REQUIRE(table.asked());
  CHECK(table.wait().rule == "HM-EPI-16");
  CHECK(table.wait().question.starts_with("A3"));
  table.dice({4});
  CHECK((fights(table, "A3", 1) || fights(table, "A3", 2)));
  const Json fight = taxis_fight_of(table, "A3");
  CHECK(fight.at("charging") == true);
  CHECK(fight.at("missed_in") == 0);
  CHECK(stand_of(table, "A3", 2).y > stood + kInch);
  CHECK(stand_of(table, "B1", 0).y < came - kInch);
}

TEST_CASE("lights before a countercharge of hoplites evade it", "[hoplomachia][HM-EPI-13][HM-AMB-52][HM-EVA-01]") {
  Table table = countercharged(unit_at("A3", "psiloi", 3, 0, 0));
  REQUIRE(table.asked());
  CHECK(table.wait().rule == "HM-EVA-02");
  table.dice({3});
  for (const std::size_t stand : {0U, 1U, 2U}) CHECK_FALSE(fights(table, "A3", stand));
  REQUIRE(flights_of(table).size() == 1);
  CHECK(flights_of(table)[0].at("mode") == "evade");
  CHECK(fights(table, "A2", 0));
}

TEST_CASE("evaders who have made their move and are charged evade again", "[hoplomachia][HM-EVA-01][HM-EPI-13][HM-EPI-17]") {
  Json psiloi = unit_at("B4", "psiloi", 3, 680, 620);
  psiloi["at"]["heading_deg"] = 90;
  Json setup = fight_setup(Json::array({unit_at("A5", "hippeis", 4, 700, 470, true)}),
                           Json::array({psiloi, unit_at("B9", "hoplite", 4, 1300, 1000, true)}), "epidromos");
  charge_order(setup, "A5");
  setup["state"]["units"]["B4"]["mode"] = "evade";
  setup["state"]["fight"]["flights"] = Json::array({flight("evade", "B4", {0, 1, 2}, "A9", 2, 1, 3)});
  setup["state"]["fight"]["next_flight"] = 2;
  Table table(setup);
  table.allowed("A", {{"do", "charge"}, {"unit", "A5"}});
  table.dice({1, 1});
  table.dice({6});
  REQUIRE(table.asked());
  CHECK(table.wait().rule == "HM-EVA-02");
  CHECK(table.wait().who == Viewer::B);
  const double stood = stand_of(table, "B4", 0).y;
  table.dice({6});
  CHECK(stand_of(table, "B4", 0).y == Approx(stood + 12 * kInch).margin(20));
  REQUIRE(flights_of(table).size() == 1);
  CHECK(flights_of(table)[0].at("mode") == "evade");
  CHECK(flights_of(table)[0].at("foe") == "A5");
}

TEST_CASE("a lochos that turns to face a charge on its side has one enemy in front, and none on that side",
          "[hoplomachia][HM-AMB-80][HM-MULT-01][HM-MULT-02]") {
  Json horse = unit_at("A1", "hippeis", 4, 0, 0, true);
  horse.erase("at");
  horse["poses"] = Json::array({{{"base", "A1.1"}, {"x_mm", 400}, {"y_mm", 640}, {"heading_deg", 0}},
                                {{"base", "A1.2"}, {"x_mm", 400}, {"y_mm", 600}, {"heading_deg", 0}},
                                {{"base", "A1.3"}, {"x_mm", 380}, {"y_mm", 640}, {"heading_deg", 0}},
                                {{"base", "A1.4"}, {"x_mm", 380}, {"y_mm", 600}, {"heading_deg", 0}}});
  Json hoplites = unit_at("B1", "hoplite", 4, 0, 0, true);
  hoplites.erase("at");
  hoplites["arrangement"] = "OF";
  hoplites["poses"] = Json::array({{{"base", "B1.1"}, {"x_mm", 670}, {"y_mm", 600}, {"heading_deg", 270}},
                                   {{"base", "B1.2"}, {"x_mm", 610}, {"y_mm", 600}, {"heading_deg", 270}},
                                   {{"base", "B1.3"}, {"x_mm", 670}, {"y_mm", 640}, {"heading_deg", 270}},
                                   {{"base", "B1.4"}, {"x_mm", 610}, {"y_mm", 640}, {"heading_deg", 270}}});
  Json setup = fight_setup(Json::array({horse}), Json::array({hoplites}), "epidromos");
  charge_order(setup, "A1");
  Table table(setup);
  table.allowed("A", {{"do", "charge"}, {"unit", "A1"}});
  table.dice({1, 1});
  table.dice({3});
  table.dice({1, 1});
  std::size_t struck = 0;
  const Json contacts = fight_of(table, "B1", 0).at("contacts");
  for (const Json& contact : contacts) struck += contact.value("on", "front") != "front" ? 1 : 0;
  REQUIRE(struck == 2);
  const auto events = until(table, "katastrophe", {{"HM-AND-15", {1, 1}}});
  const auto melees = of_kind(events, "melee_fought");
  REQUIRE(melees.size() == 1);
  CHECK(melees[0].value("on", "front") == "front");
}

TEST_CASE("hoplites who are to march back charge nobody of their own will", "[hoplomachia][HM-AMB-12][HM-BRX-12]") {
  Json setup = fight_setup(Json::array({unit_at("A1", "hoplite", 2, 900, 300, true)}),
                           Json::array({unit_at("B1", "hoplite", 2, 900, 300 + 5 * kInch, true)}), "epidromos");
  charge_order(setup, "A1");
  State state = in_state(setup);
  CHECK(hoplomachia::may_charge(state, {"A1"}, {}).allowed());
  state.units.at({"A1"}).fight.march_back = true;
  CHECK(hoplomachia::may_charge(state, {"A1"}, {}).reasons.front().rule == "HM-BRX-12");
  CHECK_FALSE(hoplomachia::able_to_act(state, {"A1"}));
  state.units.at({"A1"}).fight.must_charge = true;  // a C forces it
  CHECK(hoplomachia::able_to_act(state, {"A1"}));
}

TEST_CASE("the rout of a charge check moves at once, and not a lochos that ran before", "[hoplomachia][HM-AMB-11][HM-ROUT-01]") {
  Json setup = fight_setup(Json::array({unit_at("A1", "hoplite", 6, 640, 410, true)}),
                           Json::array({unit_at("B1", "hoplite", 6, 640, 580, true)}), "epidromos", "B");
  setup["sides"]["A"]["arete"] = 4;  // Shaken: X
  charge_order(setup, "A1");
  Json lochoi = Table(setup).state().at("units").at("A1").at("lochoi");
  lochoi[0]["fate"] = "routing";
  setup["state"]["units"]["A1"]["lochoi"] = lochoi;
  setup["state"]["fight"]["flights"] = Json::array({flight("rout", "A1", {0}, "B1", 3, 0, -1)});
  setup["state"]["fight"]["flights"][0]["away"] = 270;
  setup["state"]["fight"]["next_flight"] = 2;
  Table table(setup);
  table.allowed("A", {{"do", "charge"}, {"unit", "A1"}});
  table.dice({5, 6});
  REQUIRE(table.asked());
  CHECK(table.wait().rule == "HM-ROUT-02");
  table.dice({2});
  for (const Json& run : flights_of(table)) CHECK(run.value("moves", 0) == (run.at("lochoi") == Json::array({0}) ? 0 : 1));
  CHECK(flights_of(table).size() == 2);
}

TEST_CASE("cavalry that a charge went after and touched does not stop in the next turn",
          "[hoplomachia][HM-ROUT-12][HM-AMB-99][HM-EPI-32]") {
  for (const bool near : {true, false}) {
    Json routers = unit_at("B6", "hippeis", 2, 900, 700);
    routers["at"]["heading_deg"] = 90;
    Json setup = fight_setup(Json::array({unit_at("A6", "hippeis", 4, 900, near ? 655 : 300, true)}),
                             Json::array({routers, unit_at("B9", "hoplite", 4, 1500, 1000, true)}), "automatic");
    setup["state"]["units"]["A6"]["fight"]["missed_in"] = 2;
    Json lochoi = Table(setup).state().at("units").at("B6").at("lochoi");
    lochoi[0]["fate"] = "routing";
    setup["state"]["units"]["B6"]["lochoi"] = lochoi;
    setup["state"]["units"]["B6"]["mode"] = "rout";
    setup["state"]["fight"]["flights"] = Json::array({flight("rout", "B6", {0}, "A6", 2, 1, 2)});
    setup["state"]["fight"]["next_flight"] = 2;
    Table table(setup);
    REQUIRE(table.asked());
    CHECK(table.wait().rule == (near ? "HM-ROUT-02" : "HM-AND-15"));
  }
}

TEST_CASE("friends that evaders run through are told so", "[hoplomachia][telling][HM-EVA-04][HM-PEN-05]") {
  Json psiloi = unit_at("B4", "psiloi", 3, 660, 620);
  psiloi["at"]["heading_deg"] = 90;
  Json setup = fight_setup(Json::array({unit_at("A1", "hoplite", 4, 900, 300, true)}),
                           Json::array({psiloi, unit_at("B1", "hoplite", 6, 660, 680, true)}), "automatic");
  setup["state"]["units"]["B4"]["mode"] = "evade";
  setup["state"]["fight"]["flights"] = Json::array({flight("evade", "B4", {0, 1, 2}, "A9", 2, 0, -1)});
  setup["state"]["fight"]["next_flight"] = 2;
  Table table(setup);
  REQUIRE(table.asked());
  const auto disarrayed = of_kind(table.dice({3}), "disarrayed");
  REQUIRE(disarrayed.size() == 1);
  CHECK(disarrayed[0].at("unit") == "B1");
  CHECK(disarrayed[0].at("why") == "evaders move through it");
}

}  // namespace meeting_tests
