/// Coming on from the edge, landing, and lying in ambush.
#include "engine/rulesets/hoplomachia/topics/entering.hpp"

#include "engine/rulesets/hoplomachia/topics/command.hpp"
#include "tests/engine/rulesets/hoplomachia/moves_support.hpp"
#include "tests/engine/rulesets/hoplomachia/support.hpp"

namespace entering_tests {

using namespace polemarch;
using test::hoplomachia_room::Json;
using test::hoplomachia_room::of_kind;
using test::hoplomachia_room::small_setup;
using test::hoplomachia_room::Table;
using test::hoplomachia_room::unit_at;

namespace {

constexpr double kIn = 25.4;

/// Two armies of one taxis each, off the table, in this kind of battle.
Json marching_setup(const char* type, const char* start) {
  Json setup = small_setup(unit_at("A1", "hoplite", 4, 0, 0, true), unit_at("B1", "hoplite", 4, 0, 0, true));
  setup["battle"] = {{"situation", "anabasis"}, {"type", type}, {"start", start}, {"invader", "A"}, {"deployment", "sketch"}};
  for (const char* side : {"A", "B"}) setup["sides"][side]["units"][0].erase("at");
  return setup;
}
void to_marches(Table& table) {
  table.signals("", "");
  for (int i = 0; i < 20 && table.phase() != "marches" && table.asked(); ++i)
    table.dice(std::vector<int>(static_cast<std::size_t>(table.wait().chance->count), 3));
  REQUIRE(table.phase() == "marches");
}
Json enter(const std::string& unit, double x_mm) { return {{"do", "enter"}, {"unit", unit}, {"x_mm", x_mm}}; }

}  // namespace

TEST_CASE("in an Encounter both sides march on in a column of lochoi in open files", "[hoplomachia][HM-GEN-16][HM-GEN-19][HM-DEPL-05]") {
  Table march(marching_setup("A", "encounter"));
  CHECK(march.phase() == "salpinx");  // nobody sets up
  to_marches(march);
  const engine::Outcome came = march.say("A", enter("A1", 600));
  REQUIRE(came.verdict.allowed());
  REQUIRE(came.verdict.reasons.size() == 1);
  CHECK(came.verdict.reasons.front().rule == "HM-GEN-16");
  CHECK(*came.verdict.reasons.front().value == Approx(5));
  CHECK(march.at("/units/A1/arrangement") == "OF");
  // The rightmost lochos leads, its front a move of 5 in from the edge; the other lochos behind it.
  CHECK(y_of(march, "A1.2") == Approx(5 * kIn - 10));
  CHECK(y_of(march, "A1.4") == Approx(5 * kIn - 30));
  CHECK(y_of(march, "A1.1") == Approx(5 * kIn - 50));
  CHECK(march.at("/units/A1/order/type") == "march");
  // One file wide it shows no files: nobody is asked whether they are close.
  for (const auto& offer : march.battle().offers(Viewer::A, UnitId{"A1"})) {
    const Json command = Json::parse(offer.command);
    CHECK_FALSE((command.at("do") == "arrange" && command.value("read", false)));
  }
}

TEST_CASE("an army that had breakfast enters in turn 2", "[hoplomachia][HM-PAR-06][HM-AMB-89]") {
  Json setup = marching_setup("A", "encounter");
  setup["sides"]["A"]["breakfast"] = true;
  Table table(setup);
  to_marches(table);
  CHECK(table.refused("A", enter("A1", 600)) == "HM-PAR-06");
  table.allowed("B", enter("B1", 600));
}

TEST_CASE("reinforcements come on in their turn, quarters are rounded down, the rest comes last", "[hoplomachia][HM-BATT-A3][HM-AMB-46]") {
  using hoplomachia::reinforcement_quarters;
  CHECK(reinforcement_quarters(10) == std::vector{2, 2, 2, 4});
  CHECK(reinforcement_quarters(8) == std::vector{2, 2, 2, 2});
  CHECK(reinforcement_quarters(3) == std::vector{0, 0, 0, 3});
  Json setup = marching_setup("A", "encounter");
  Json late = unit_at("A2", "psiloi", 2, 0, 0);
  late.erase("at");
  late["enters"] = 2;
  setup["sides"]["A"]["units"].push_back(late);
  Table table(setup);
  to_marches(table);
  CHECK(table.refused("A", enter("A2", 900)) == "HM-BATT-A3");
}

TEST_CASE("lots say which stands of the raiders' lights come on in which turn, a breakfast puts it off",
          "[hoplomachia][HM-BATT-A2][HM-BATT-A3][HM-AMB-46][HM-AMB-89]") {
  for (const bool breakfast : {false, true}) {
    CAPTURE(breakfast);
    Json setup = marching_setup("A", "encounter");
    setup["sides"]["A"]["breakfast"] = breakfast;
    for (const auto& [id, bases] : {std::pair{"A2", 3}, {"A3", 2}}) {
      Json lights = unit_at(id, "psiloi", bases, 0, 0);
      lights.erase("at");
      setup["sides"]["A"]["units"].push_back(lights);
    }
    Table table(setup);
    REQUIRE(table.asked());
    CHECK(table.wait().rule == "HM-AMB-89");
    CHECK(table.wait().who == Viewer::A);
    REQUIRE(table.wait().chance->pile);
    CHECK(table.wait().chance->pile->left == std::vector(5, 1));
    // Five stands: one with the hoplites, one each in turns 1 and 2, two in turn 3.
    const auto events = table.dice({4, 2, 5, 1, 3});
    const Json lots = of_kind(events, "lots_drawn").at(0).at("lots");
    std::vector<int> turns;
    for (const Json& lot : lots) turns.push_back(lot.at("turn"));
    CHECK(turns == std::vector{3, 1, 3, 1, 2});
    CHECK_FALSE(table.asked());
    if (breakfast) {
      to_marches(table);
      CHECK(table.refused("A", enter("A3", 900)) == "HM-BATT-A3");
      continue;
    }
    const auto all_come_on = [&] {
      to_marches(table);
      for (int i = 0; i < 4; ++i)
        for (const auto& [id, x] : {std::pair{"A1", 300}, {"A2", 900}, {"A3", 1200}, {"B1", 600}})
          if (table.phase() == "marches") table.say(id[0] == 'A' ? "A" : "B", enter(id, x));
      std::string on;
      for (const char* id : {"A2", "A3"})
        for (const Json& lochos : table.at("/units/" + std::string(id) + "/lochoi")) on += lochos.value("fate", "waiting")[0];
      return on;
    };
    CHECK(all_come_on() == "wswsw");
  }
}

TEST_CASE("an army from the sea lands two dice of lochoi a turn, disarrayed, between surf and beach",
          "[hoplomachia][HM-BATT-G4][HM-BATT-G5][HM-AMB-92]") {
  Table table(marching_setup("G", "encounter"));
  table.signals("", "");
  REQUIRE(table.asked());
  CHECK(table.wait().rule == "HM-BATT-G4");
  table.dice({2, 3});
  CHECK(table.at("/armies/a/landing") == 5);
  const auto events = table.allowed("A", enter("A1", 600));
  CHECK(table.at("/units/A1/lochoi/0/disarrayed") == true);
  CHECK(y_of(table, "A1.1") == Approx(6 * kIn - 10));
  CHECK_FALSE(of_kind(events, "disarrayed").empty());
  table.allowed("B", enter("B1", 600));  // the Defender marches on
  CHECK(table.at("/units/B1/lochoi/0/disarrayed") == false);
}

TEST_CASE("of a taxis so many lochoi land as the dice allow, the rest on a later turn", "[hoplomachia][HM-BATT-G4][HM-AMB-92]") {
  Json setup = marching_setup("G", "encounter");
  setup["sides"]["A"]["units"][0]["bases"] = 8;  // four lochoi
  Table table(setup);
  table.signals("", "");
  table.dice({1, 1});
  const auto events = table.allowed("A", enter("A1", 600));
  CHECK(of_kind(events, "came_on").at(0).at("lochoi") == Json::array({0, 1}));
  CHECK(table.at("/armies/a/landing") == 0);
  CHECK(table.at("/units/A1/lochoi/2/fate") == "waiting");
  bool placed_more = false;
  for (const Json& event : of_kind(events, "stands_moved"))
    if (event.at("unit") == "A1") placed_more = placed_more || event.at("poses").size() != 4;
  CHECK_FALSE(placed_more);
}

TEST_CASE("the Defender of an Ambush hides up to half of his units, and only he knows where", "[hoplomachia][HM-GEN-17][HM-GEN-18]") {
  Json setup = marching_setup("C", "ambush");
  for (const char* unit : {"B2", "B3", "B4"}) {
    Json psiloi = unit_at(unit, "psiloi", 2, 0, 0);
    psiloi.erase("at");
    setup["sides"]["B"]["units"].push_back(psiloi);
  }
  Table table(setup);
  REQUIRE(table.phase() == "deployment");
  const auto hide = [](const std::string& unit, double x) {
    return Json{{"do", "hide"},
                {"unit", unit},
                {"poses",
                 {{{"base", unit + ".1"}, {"x_mm", x}, {"y_mm", 612.5}, {"heading_deg", 270}},
                  {{"base", unit + ".2"}, {"x_mm", x + 40}, {"y_mm", 612.5}, {"heading_deg", 270}}}}};
  };
  CHECK(table.refused("B", hide("B2", 100'000)) == "HM-GEN-18");  // beside the table
  table.allowed("B", hide("B2", 700));
  CHECK(table.battle().state_text(Viewer::A).find("612.5") == std::string::npos);
  CHECK(table.battle().state_text(Viewer::B).find("612.5") != std::string::npos);
  for (const auto& place : table.battle().places())
    if (place.unit.text == "B2") CHECK_FALSE(place.on_table);
  table.allowed("B", hide("B3", 900));  // two of four
  CHECK(table.refused("B", hide("B4", 1100)) == "HM-GEN-18");
  CHECK_FALSE(table.say("A", hide("A1", 900)).verdict.allowed());
  table.allowed("B", {{"do", "reveal"}, {"unit", "B2"}});
  CHECK(y_of(table, "B2.1") == Approx(612.5));
}

TEST_CASE("a strategos whose lochos fought rolls for his life, a Promachos dies on 11",
          "[hoplomachia][HM-STRAT-18][HM-SMP-06][HM-EVT-05]") {
  const auto after = [](const char* character, const std::vector<int>& dice) {
    Json setup = small_setup(unit_at("A1", "hoplite", 4, 600, 280, false), unit_at("B1", "hoplite", 4, 600, 940, true));
    setup["sides"]["A"]["strategoi"] = {{{"strategos", "Agis"}, {"character", character}, {"stance", "philos"}, {"unit", "A1"}}};
    Table table(setup);
    table.allowed("A", {{"do", "signal"}});
    table.allowed("umpire", {{"do", "amend"}, {"path", "/units/A1/lochoi/0/fight/fought"}, {"value", true}, {"reason", "test"}});
    table.allowed("B", {{"do", "signal"}});
    table.allowed("A", {{"do", "end_commands"}});
    table.allowed("B", {{"do", "end_commands"}});
    REQUIRE(table.asked());
    CHECK(table.wait().rule == "HM-STRAT-18");
    table.dice(dice);
    return table.at("/armies/a/arete").get<int>();
  };
  CHECK(after("fellow_hoplite", {5, 6}) == 12);
  CHECK(after("fellow_hoplite", {6, 6}) == 10);
  CHECK(after("promachos", {5, 6}) == 10);
}

TEST_CASE("a chart that says so kills strategoi under belos and in rout, the lowest number of what befell him counts",
          "[hoplomachia][HM-STRAT-18][HM-CHART-T1][HM-KAT-04]") {
  using hoplomachia::Fate;
  Json setup = small_setup(unit_at("A1", "hoplite", 4, 600, 280, true), unit_at("B1", "hoplite", 4, 600, 940, true));
  auto made = hoplomachia::Rules::initial(setup.dump(), "test.json");
  REQUIRE(made);
  hoplomachia::State state = *made;
  const hoplomachia::Strategos& who = state.strategoi.at("A1-strategos");
  hoplomachia::Lochos& his = state.units.at({"A1"}).lochoi[0];
  his.fight.under_belos = true;
  CHECK_FALSE(hoplomachia::danger_of(state, who));  // the sample chart has no such row
  state.charts.strategos_under_belos = 11, state.charts.strategos_routed = 9;
  REQUIRE(hoplomachia::danger_of(state, who));
  CHECK(hoplomachia::danger_of(state, who)->need == 11);
  CHECK(hoplomachia::strategoi_in_danger(state) == std::vector<std::string>{"A1-strategos"});
  his.fight.fought = true;
  CHECK(hoplomachia::danger_of(state, who)->how == "belos");
  his.fate = Fate::Routing;
  CHECK(hoplomachia::danger_of(state, who)->need == 9);
  CHECK(hoplomachia::danger_of(state, who)->how == "rout");
  // At the table: asked in the Katastrophe phase, and his taxis checks.
  setup["charts"]["strategos_under_belos"] = 11;
  setup["state"] = {{"at", {{"turn", 3}, {"phase", "katastrophe"}, {"stage", 2}, {"precedence", "A"}, {"next", "A"}}}};
  Json lochoi = Table(setup).at("/units/A1/lochoi");
  lochoi[0]["fight"] = {{"under_belos", true}};
  setup["state"]["units"]["A1"]["lochoi"] = lochoi;
  Table table(setup);
  for (int i = 0; i < 4 && table.asked() && table.wait().rule != "HM-STRAT-18"; ++i) table.dice({1});
  REQUIRE(table.asked());
  REQUIRE(table.wait().rule == "HM-STRAT-18");
  table.dice({5, 6});
  CHECK(table.at("/strategoi/A1-strategos").value("alive", true) == false);
  REQUIRE(table.asked());
  CHECK(table.wait().rule == "HM-AND-15");
}

TEST_CASE("the new hegemon is of the fallen one's nation, in hoplites, an ile or a lochos of peltastes",
          "[hoplomachia][HM-STRAT-13][HM-STRAT-16][HM-AMB-106]") {
  Json setup = small_setup(Json::array({unit_at("A1", "hoplite", 4, 400, 280), unit_at("A2", "hoplite", 2, 800, 280),
                                        unit_at("A3", "peltaste", 2, 1200, 280), unit_at("A4", "hippeis", 2, 1500, 280)}),
                           unit_at("B1", "hoplite", 4, 600, 940, true));
  setup["battle"]["epoch"] = 4;
  for (const int i : {1, 2, 3}) setup["sides"]["A"]["units"][i]["nation"] = "Argive";
  setup["sides"]["A"]["strategoi"] = {
      {{"strategos", "Argos"}, {"nation", "Argive"}, {"hegemon", true}, {"character", "crafty"}, {"stance", "philos"}, {"unit", "A2"}}};
  setup["state"]["strategoi"]["Argos"]["alive"] = false;
  Table table(setup);
  REQUIRE(table.asked());
  std::vector<std::string> places;
  for (const auto& option : table.wait().options) places.push_back(option.key);
  CHECK(places == std::vector<std::string>{"A2/0", "A4/0"});  // not the Athenians, not a group of peltastes
}

}  // namespace entering_tests
