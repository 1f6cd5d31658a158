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

}  // namespace passing_tests
