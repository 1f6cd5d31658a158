/// What is offered on the screen, so that no rule needs typed JSON.
#include "tests/engine/rulesets/hoplomachia/fight_support.hpp"

namespace offers_tests {

using namespace polemarch;
using namespace polemarch::test::hoplomachia_room;
using test::hoplomachia_room::Table;

namespace {

/// How many allowed offers about a unit say that.
int offered(Table& table, const char* unit, const std::string& words) {
  int count = 0;
  for (const auto& offer : table.battle().offers(Viewer::A, UnitId{unit}))
    count += offer.verdict.allowed() && offer.command.find(words) != std::string::npos ? 1 : 0;
  return count;
}

/// A1 of that nation on its approach, alone before a distant enemy.
Json approaching(const char* nation, const char* option) {
  Json setup = fight_setup(Json::array({unit_at("A1", "hoplite", 4, 900, 300, true)}),
                           Json::array({unit_at("B1", "hoplite", 2, 900, 1190, true)}), "marches");
  setup["sides"]["A"]["units"][0]["nation"] = nation;
  setup["options"] = {{option, true}};
  setup["state"]["units"]["A1"]["order"] = {{"type", "begin_approach"}, {"source", "salpinx"}, {"turn", 3}, {"exempt", false}};
  setup["state"]["units"]["A1"]["mode"] = "approach";
  setup["state"]["at"]["called"] = "A1";
  return setup;
}

}  // namespace

TEST_CASE("an incline and a countermarch are offered to those who know how", "[hoplomachia][HM-OPT2-01][HM-OPT3-01]") {
  for (const auto& [nation, inclines, turns] : {std::tuple{"Spartan", 2, 3}, {"Theban", 2, 0}, {"Athenian", 0, 0}}) {
    INFO(nation);
    Table inclining(approaching(nation, "inclining"));
    CHECK(offered(inclining, "A1", "right_in") == inclines);
    Table countermarch(approaching(nation, "countermarch"));
    CHECK(offered(countermarch, "A1", "turn_deg") == turns);
    Table neither(approaching(nation, "nemesis"));
    CHECK(offered(neither, "A1", "right_in") + offered(neither, "A1", "turn_deg") == 0);
    CHECK(offered(neither, "A1", "ahead_in") >= 1);
  }
}

TEST_CASE("every order may be given by word, the psiloi's to lights alone", "[hoplomachia][HM-VERB-01]") {
  Table table(fight_setup(Json::array({unit_at("A1", "hoplite", 4, 900, 300, true), unit_at("A2", "psiloi", 2, 900, 200)}),
                          Json::array({unit_at("B1", "hoplite", 2, 900, 1190, true)}), "commands"));
  for (const char* order : {"march", "halt", "muster", "begin_approach", "charge", "withdrawal"}) {
    INFO(order);
    CHECK(offered(table, "A1", std::string("\"order\":\"") + order + "\"") == 1);
    CHECK(offered(table, "A2", std::string("\"order\":\"") + order + "\"") == 1);
  }
  for (const char* order : {"forward_psiloi", "recall_psiloi"}) {
    CHECK(offered(table, "A1", order) == 0);
    CHECK(offered(table, "A2", order) == 1);
  }
}

TEST_CASE("a phalanx under one order is offered to move as one, and nobody is taken along who may not go", "[hoplomachia][HM-MAN-16]") {
  Json setup = fight_setup(Json::array({unit_at("A1", "hoplite", 4, 900, 300, true), unit_at("A2", "hoplite", 4, 820, 300)}),
                           Json::array({unit_at("B1", "hoplite", 2, 640, 481.6, true)}), "marches");
  for (const char* unit : {"A1", "A2"}) {
    setup["state"]["units"][unit]["order"] = {{"type", "march"}, {"source", "salpinx"}, {"turn", 3}, {"exempt", false}};
    setup["state"]["units"][unit]["mode"] = "march";
  }
  setup["state"]["at"]["called"] = "A1";
  Json together{{"do", "move"}, {"unit", "A1"}, {"legs", Json::array({{{"ahead_in", 3}}})}, {"with", {"A2"}}};
  {
    Table table(setup);
    CHECK(offered(table, "A1", "\"with\":[\"A2\"]") >= 1);
    const auto moved = of_kind(table.allowed("A", together), "stands_moved");
    CHECK(moved.size() == 2);
  }
  Table table(setup);  // the enemy is nearer to the second taxis: the six inches of a march hold for it too
  together["legs"][0]["ahead_in"] = 4;
  CHECK(table.refused("A", together) == "HM-OTYP-05");
  together["legs"][0]["ahead_in"] = 3;
  Json halted = setup;
  halted["state"]["units"]["A2"]["order"]["type"] = "halt";
  halted["state"]["units"]["A2"]["mode"] = "halt";
  Table stands(halted);
  CHECK(offered(stands, "A1", "\"with\"") == 0);
  CHECK(stands.refused("A", together) == "HM-MAN-16");
  Json slow = setup;
  slow["sides"]["A"]["units"][1].update({{"mov_cf", 2}, {"mov_of", 5}});
  Table table_of_slow(slow);
  CHECK(table_of_slow.refused("A", together) == "HM-MOVE-01");
}

TEST_CASE("whose turn it is may stand still with nothing picked, and another unit is put first", "[hoplomachia][HM-ASEQ-08][HM-ASEQ-09]") {
  Table table(fight_setup(Json::array({unit_at("A1", "hoplite", 4, 900, 300, true), unit_at("A2", "hoplite", 4, 400, 300)}),
                          Json::array({unit_at("B1", "hoplite", 2, 900, 1190, true)}), "marches"));
  int stands = 0;
  for (const auto& offer : table.battle().offers(Viewer::A, polemarch::engine::AboutNothing{})) {
    const Json command = Json::parse(offer.command);
    if (command.at("do") == "stand") {
      CHECK(offer.verdict.allowed());
      ++stands;
    }
    if (command.at("do") == "call") CHECK(offer.text.starts_with("put first: "));
  }
  CHECK(stands == 1);
}

TEST_CASE("a set-up zone is drawn for whoever is to be placed, and a place that is taken is offered beside it",
          "[hoplomachia][HM-DEPL-06][HM-PEN-01]") {
  Json setup = small_setup(Json::array({unit_at("A1", "hoplite", 4, 600, 280, true), unit_at("A2", "hoplite", 4, 900, 280)}),
                           Json::array({unit_at("B1", "hoplite", 4, 600, 940, true)}));
  for (Json& unit : setup["sides"]["A"]["units"]) unit.erase("at");
  Table table(setup);
  REQUIRE(table.phase() == "deployment");
  const auto drawn = table.battle().advise({UnitId{"A2"}, std::nullopt}, Viewer::A).shapes;
  CHECK(std::count_if(drawn.begin(), drawn.end(), [](const auto& shape) { return shape.rule == "HM-DEPL-06"; }) == 1);
  const auto place_of = [&](const char* unit) {
    for (const auto& offer : table.battle().offers(Viewer::A, UnitId{unit}))
      if (const Json command = Json::parse(offer.command); command.at("do") == "place" && offer.verdict.allowed()) return command;
    return Json();
  };
  Json taken = place_of("A2");
  REQUIRE(taken.is_object());
  Json first = place_of("A1");
  for (std::size_t i = 0; i < first["poses"].size(); ++i) {  // A1 where A2 was to stand
    first["poses"][i]["x_mm"] = taken["poses"][i]["x_mm"];
    first["poses"][i]["y_mm"] = taken["poses"][i]["y_mm"];
  }
  table.allowed("A", first);
  const Json beside = place_of("A2");
  REQUIRE(beside.is_object());
  CHECK(beside["poses"] != taken["poses"]);
  CHECK(beside["poses"][0]["y_mm"] == taken["poses"][0]["y_mm"]);
  table.allowed("A", beside);
}

}  // namespace offers_tests
