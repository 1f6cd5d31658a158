/// Optional rule 12: ekdromoi answer one belos charge at a time.
#include "engine/rulesets/hoplomachia/topics/shooting.hpp"
#include "tests/engine/rulesets/hoplomachia/fight_support.hpp"

namespace interactive_tests {

using namespace polemarch;
using namespace polemarch::test::hoplomachia_room;
using test::hoplomachia_room::Table;

namespace {

/// Peltastes before hoplites with ekdromoi, in the stage of belos charges, with optional rule 12.
Json interactive(const std::string& type = "peltaste", double inches_apart = 3) {
  Json setup = fight_setup(Json::array({unit_at("A1", type, 1, 900, 300), unit_at("A2", "hoplite", 2, 200, 200, true)}),
                           Json::array({unit_at("B1", "hoplite", 2, 900, 300 + inches_apart * kInch, true)}), "offensive_belos");
  setup["state"]["at"]["stage"] = 1;
  setup["options"] = {{"interactive_ekdromoi", true}};
  return setup;
}
const Json kBelos{{"do", "belos_charge"}, {"unit", "A1"}, {"target", "B1"}};

}  // namespace

TEST_CASE("interactive ekdromoi: after the belos check the lochos declares, the charger falls back, then they attack",
          "[hoplomachia][HM-OPT12-01][HM-OPT12-02][HM-OPT12-03][HM-OPT12-07][HM-OPT12-08]") {
  Table table(interactive());
  table.allowed("A", kBelos);
  CHECK(stand_of(table, "A1").y == Approx(290 + 2 * kInch).margin(0.1));  // to within an inch
  REQUIRE(table.wait().rule == "HM-BCK-04");
  table.dice({1});  // the check first
  REQUIRE(table.wait().rule == "HM-OPT12-03");
  CHECK(table.wait().who == Viewer::B);
  table.choose("y");
  REQUIRE(table.wait().rule == "HM-BCH-14");
  table.choose("stay");
  REQUIRE(table.wait().rule == "HM-EKD-04");
  auto events = table.dice({6});
  CHECK(stand_of(table, "A1").heading == Approx(270));  // turned away
  REQUIRE(table.wait().rule == "HM-EKD-05");
  events = table.dice({1});
  CHECK(lochos_of(table, "A1").at("fate") == "gone");
  CHECK(taxis_fight_of(table, "A1").at("katastrophe").size() >= 1);
}

TEST_CASE("a charger that ends more than six inches off faces on, and the ekdromoi do nothing", "[hoplomachia][HM-OPT12-06][HM-OPT12-09]") {
  Json setup = interactive("peltaste", 3);
  setup["sides"]["A"]["units"][0]["mov_nf"] = 9;
  Table table(setup);
  table.allowed("A", kBelos);
  table.dice({1});
  table.choose("y");
  const auto events = table.choose("back");  // an inch and seven: eight inches off
  CHECK(of_kind(events, "thrown").empty());
  CHECK(stand_of(table, "A1").heading == Approx(90));
  CHECK(fight_of(table, "B1").at("ekdromoi_sent") == true);
  CHECK(table.phase() != "offensive_belos");  // and the next charge may begin: there is none
}

TEST_CASE("with the option for shooters a lochos may go for them of its own will too", "[hoplomachia][HM-AMB-23][HM-EKD-01][HM-EKD-02]") {
  for (const bool option : {false, true}) {
    Json setup = fight_setup(Json::array({unit_at("A1", "toxotes", 1, 900, 300), unit_at("A2", "hoplite", 2, 200, 200, true)}),
                             Json::array({unit_at("B1", "hoplite", 2, 900, 300 + 4 * kInch, true)}), "offensive_belos");
    setup["options"] = {{"ekdromoi_at_shooters", option}};
    Table table(setup);
    table.allowed("A", {{"do", "shoot"}, {"unit", "A1"}});
    table.dice({1});  // it maintains
    CHECK((table.asked() && table.wait().rule == "HM-EKD-02") == option);
  }
}

TEST_CASE("with interactive ekdromoi the charger falls straight back, disciplined peltastes anywhere, and hippeis pay no inch",
          "[hoplomachia][HM-OPT12-04][HM-OPT12-05]") {
  const auto fall_back_options = [](Json setup) {
    Table table(setup);
    table.allowed("A", kBelos);
    table.dice({1});
    if (table.wait().rule == "HM-OPT12-03") table.choose("n");
    REQUIRE(table.wait().rule == "HM-BCH-14");
    return table.wait().options.size();
  };
  CHECK(fall_back_options(interactive()) == 3);
  Json disciplined = interactive();
  disciplined["sides"]["A"]["units"][0]["card"] = "SAMPLE-MIS";
  disciplined["sides"]["A"]["units"][0]["arrangement"] = "OF";
  CHECK(fall_back_options(disciplined) == 5);
  Json free = interactive();
  free.erase("options");
  CHECK(fall_back_options(free) == 5);  // in any direction away from the target
  Json horse = interactive("hippeis");
  horse["sides"]["A"]["units"][0]["arrangement"] = "OF";
  const Length with = hoplomachia::belos_charge_move(in_state(horse), {"A1"});
  horse.erase("options");
  CHECK(with == hoplomachia::belos_charge_move(in_state(horse), {"A1"}) + 1_in);
}

}  // namespace interactive_tests
