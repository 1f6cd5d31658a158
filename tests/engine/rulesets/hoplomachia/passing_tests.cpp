/// How near a move may come to the enemy, who falls back before it, and passing through friends.
#include "engine/rulesets/hoplomachia/topics/movement.hpp"

#include "tests/engine/rulesets/hoplomachia/moves_support.hpp"

namespace passing_tests {

using namespace polemarch;
using namespace polemarch::test::hoplomachia_room;
using test::hoplomachia_room::Table;

TEST_CASE("hoplites halt three inches before hoplites", "[hoplomachia][HM-PROX-01][HM-PROX-02]") {
  Table table(alone(unit_at("A1", "hoplite", 4, 900, 280), 280 + 5 * kIn));
  to_marches(table, "begin_approach", "");
  CHECK(table.refused("A", move("A1", ahead(2.25))) == "HM-PROX-01");
  table.allowed("A", move("A1", ahead(2)));
}

TEST_CASE("belos troops keep an inch from every enemy", "[hoplomachia][HM-PROX-03]") {
  Table table(alone(unit_at("A1", "psiloi", 2, 900, 280), 280 + 4 * kIn));
  to_marches(table, "forward_psiloi", "");
  CHECK(table.refused("A", move("A1", ahead(3.25))) == "HM-PROX-03");
  table.allowed("A", move("A1", ahead(3)));
}

TEST_CASE("a march stays six inches off enemy core, those nearer do not come nearer", "[hoplomachia][HM-OTYP-05][HM-AMB-109]") {
  {
    Table table(alone(unit_at("A1", "hoplite", 4, 900, 280), 280 + 8 * kIn));
    to_marches(table, "march", "");
    CHECK(table.refused("A", move("A1", ahead(2.25))) == "HM-OTYP-05");
    table.allowed("A", move("A1", ahead(2)));
  }
  Table near(alone(unit_at("A1", "hoplite", 4, 900, 280), 280 + 5 * kIn));
  to_marches(near, "march", "");
  CHECK(near.refused("A", move("A1", ahead(1))) == "HM-OTYP-05");
  near.allowed("A", {{"do", "stand"}, {"unit", "A1"}});
}

TEST_CASE("belos troops fall straight back before hoplites to three inches, facing them",
          "[hoplomachia][HM-PROX-04][HM-PROX-05][HM-PROX-06]") {
  Json setup = alone(unit_at("A1", "hoplite", 4, 900, 280));
  setup["sides"]["B"]["units"].push_back(unit_at("B2", "psiloi", 2, 900, 280 + 5 * kIn));
  Table table(setup);
  to_marches(table, "begin_approach", "");
  const double y = y_of(table, "B2.1");
  table.allowed("A", move("A1", ahead(4)));
  CHECK(y_of(table, "B2.1") > y + 1.9 * kIn);
  CHECK(y_of(table, "B2.1") < y + 2.3 * kIn);
  CHECK(table.at("/units/B2/lochoi/0/stands/0/at/heading_deg") == 270.0);
}

TEST_CASE("nobody ends on a friend", "[hoplomachia][HM-PEN-01]") {
  Json setup = small_setup(Json::array({unit_at("A1", "hoplite", 4, 600, 280, true), unit_at("A2", "psiloi", 2, 600, 350)}),
                           Json::array({unit_at("B1", "hoplite", 2, 900, 1190, true)}));
  Table table(setup);
  to_marches(table, "march", "");
  table.say("A", {{"do", "call"}, {"unit", "A1"}});
  CHECK(table.refused("A", move("A1", ahead(3))) == "HM-PEN-01");
}

TEST_CASE("psiloi pass through open files without harm, anything else disarrays",
          "[hoplomachia][HM-PEN-02][HM-PEN-03][HM-PEN-05][HM-AMB-96]") {
  const auto passed = [](const char* type, const char* files) {
    Json wall = unit_at("A2", "hoplite", 4, 600, 330);
    wall["arrangement"] = files;
    Json setup = small_setup(Json::array({unit_at("A1", type, 2, 600, 220, true), wall}),
                             Json::array({unit_at("B1", "hoplite", 2, 900, 1190, true)}));
    Table table(setup);
    to_marches(table, "march", "");
    for (int i = 0; i < 3; ++i) {  // A2 first stands or not: A1 is what matters
      const auto outcome = table.say("A", {{"do", "call"}, {"unit", "A1"}});
      if (outcome.verdict.allowed()) break;
    }
    table.allowed("A", move("A1", ahead(6)));
    return disarrayed(table, "A2");
  };
  CHECK_FALSE(passed("psiloi", "OF"));
  CHECK(passed("psiloi", "CF"));
  CHECK(passed("peltaste", "OF"));
}

TEST_CASE("nobody marches onto runners: routers are in the way by their stands, evaders fall back before hoplites and run on",
          "[hoplomachia][HM-PEN-01][HM-PROX-03][HM-PROX-04][HM-PROX-05]") {
  const auto before = [](const char* mover, const char* runner, const char* mode, double y) {
    Json runs = unit_at("B4", runner, 6, 660, y);
    runs["at"]["heading_deg"] = 90;
    Json walks = unit_at("A1", mover, 6, 640, 410, true);
    if (mover == std::string("hoplite")) walks["arrangement"] = "OF";
    Json setup = small_setup(Json::array({walks}), Json::array({runs, unit_at("B9", "hoplite", 4, 1300, 1000, true)}));
    setup["state"]["at"] = {{"turn", 3}, {"phase", "marches"}, {"stage", 0}, {"precedence", "A"}, {"next", "A"}};
    Json& state = setup["state"]["units"];
    state["A1"]["mode"] = "march";
    state["A1"]["order"] = {{"type", "march"}, {"source", "salpinx"}, {"turn", 3}, {"exempt", false}};
    Json lochoi = Table(setup).state().at("units").at("B4").at("lochoi"), running = Json::array();
    for (std::size_t i = 0; i < lochoi.size(); ++i) {
      running.push_back(i);
      if (mode == std::string("rout")) lochoi[i]["fate"] = "routing";
    }
    state["B4"]["lochoi"] = lochoi;
    state["B4"]["mode"] = mode;
    setup["state"]["fight"]["flights"] = Json::array({{{"id", 1},
                                                       {"mode", mode},
                                                       {"unit", "B4"},
                                                       {"lochoi", running},
                                                       {"foe", "A1"},
                                                       {"away", 90},
                                                       {"since", 3},
                                                       {"moves", 0},
                                                       {"moved_in", -1}}});
    setup["state"]["fight"]["next_flight"] = 2;
    return Table(setup);
  };
  // Hoplites before routing hoplites, whose rear rank begins 85 mm before them.
  Table routers = before("hoplite", "hoplite", "rout", 535);
  CHECK(routers.refused("A", move("A1", ahead(5))) == "HM-PEN-01");
  routers.allowed("A", move("A1", ahead(3)));
  // Psiloi keep an inch from every enemy stand.
  Table lights = before("psiloi", "hoplite", "rout", 535);
  CHECK(lights.refused("A", move("A1", ahead(3))) == "HM-PROX-03");
  lights.allowed("A", move("A1", ahead(2)));
  // Evaders three inches ahead of the hoplites.
  Table evaders = before("hoplite", "psiloi", "evade", 520);
  evaders.allowed("A", move("A1", ahead(5)));
  for (const std::size_t stand : {0U, 5U}) {
    const Json pose = evaders.at("/units/B4/lochoi/" + std::to_string(stand) + "/stands/0/at");
    CHECK(pose.at("y_mm").get<double>() - 10 >= 410 + 5 * kIn + 3 * kIn - 0.5);
    CHECK(pose.at("heading_deg").get<double>() == Approx(90));
  }
  CHECK(evaders.at("/units/B4/mode") == "evade");
}

}  // namespace passing_tests
