/// Melee results beside others: a lochos that two enemies strike, a winner that is struck itself, friends behind who is pushed.
#include "tests/engine/rulesets/hoplomachia/contact_support.hpp"

namespace two_sides_tests {

using namespace polemarch;
using namespace polemarch::test::hoplomachia_room;
using test::hoplomachia_room::Table;

namespace {

/// B1, one lochos, with A1 before it and A2 on a side of it, in othismos. With B's precedence B1 fights from its right: A1 before A2 on its
/// shielded side. With A's, A1 comes before A2 on its unshielded one.
Json between_two(const Json& cells, const std::string& on = "shielded", const std::string& precedence = "B") {
  Json flanker = unit_at("A2", "hoplite", 2, on == "shielded" ? 920 : 880, 340);
  flanker["at"]["heading_deg"] = on == "shielded" ? 180 : 0;
  Json setup =
      fight_setup(Json::array({unit_at("A1", "hoplite", 2, 900, 300, true), flanker}),
                  Json::array({unit_at("B1", "hoplite", 2, 900, 300), unit_at("B2", "hoplite", 2, 300, 1100, true)}), "melee", precedence);
  setup["state"]["at"]["stage"] = 1;
  setup["charts"]["melee"] = cells;
  setup["sides"]["B"]["units"][0]["spear"] = 0, setup["sides"]["B"]["units"][0]["strength"] = 9;
  touching(setup, {{{"B1", 0}, Json::array({contact("A1", 0, "front"), contact("A2", 0, on)})},
                   {{"A1", 0}, Json::array({contact("B1", 0, "front")})},
                   {{"A2", 0}, Json::array({contact("B1", 0, "front")})}});
  return setup;
}
Json cells_of(const std::string& line) {
  Json cells = Json::array();
  for (int i = 0; i < 16; ++i) cells.push_back(line);
  return cells;
}

}  // namespace

TEST_CASE("a lochos struck from two sides steps back once: the worst line is its one result, whichever comes first",
          "[hoplomachia][HM-MULT-04][HM-RES-10]") {
  for (const bool worst_first : {true, false}) {
    CAPTURE(worst_first);
    Json cells = cells_of("pushed_back");
    cells[worst_first ? 9 : 8] = "broken_into";  // (2,1): A1 in front; (2,0): A2 on the flank, after it
    Table table(between_two(cells));
    REQUIRE(table.asked());
    std::string worst = fight_of(table, "B1").at("worst");
    CHECK(worst == (worst_first ? "broken_into" : "pushed_back"));
    int checks = 0;
    for (; table.asked() && table.phase() == "melee" && table.wait().rule == "HM-AND-15" && checks < 5; ++checks)
      for (const Json& fought : of_kind(table.dice({1, 1}), "lochos_fought"))
        if (fought.at("lochos").at("unit") == "B1" && fought.at("fight").value("worst", "none") != "none")
          worst = fought.at("fight").at("worst");
    CHECK(checks == 1);
    CHECK(worst == "broken_into");
    CHECK(fight_of(table, "B1").at("ground_given") == 1);
    CHECK(stand_of(table, "B1").y == Approx(310 + 20));
  }
}

TEST_CASE("pushed back by one and broken into by the other, a lochos steps back and checks once", "[hoplomachia][HM-MULT-04][HM-AMB-36]") {
  Json cells = cells_of("pushed_back");
  cells[8] = "broken_into";  // (2,0): A2 on the flank, after A1 in front (2,1)
  Table table(between_two(cells));
  int checks = 0;
  std::vector<Json> events;
  while (table.asked() && table.phase() == "melee" && table.wait().rule == "HM-AND-15" && checks < 5) {
    for (const Json& event : table.dice({1, 1})) events.push_back(event);
    ++checks;
  }
  CHECK(checks == 1);
  CHECK(fight_of(table, "B1").at("ground_given") == 1);
  CHECK(stand_of(table, "B1").y == Approx(310 + 20));
  CHECK(of_kind(events, "melee_fought").size() == 1);  // the second one, on the flank
}

TEST_CASE("a lochos that its check routs while two sides hold it is slaughtered", "[hoplomachia][HM-MULT-05][HM-AMB-47]") {
  for (const bool flanked : {true, false}) {
    CAPTURE(flanked);
    Json setup = between_two(cells_of("pushed_back"));
    setup["sides"]["B"]["units"][0]["andreia_chart"]["melee"] = {{"pass", "M"}, {"fail", {"X", "X", "X", "X"}}};
    if (!flanked) {
      setup["state"]["units"]["B1"]["lochoi"][0]["fight"]["contacts"].erase(1);
      setup["state"]["units"]["A2"].erase("lochoi");
    }
    Table table(setup);
    REQUIRE(table.asked());
    REQUIRE(table.wait().rule == "HM-AND-15");
    table.dice({6, 6});
    CHECK(lochos_of(table, "B1").value("fate", "sound") == (flanked ? "gone" : "routing"));
    CHECK(dead_of(table).size() == 1);
  }
}

TEST_CASE("of two that break each other one is slaughtered where a third holds it, whoever fights first",
          "[hoplomachia][HM-MULT-05][HM-AMB-37][HM-PENL-07]") {
  for (const auto& [on, precedence] : {std::pair{"shielded", "B"}, {"unshielded", "A"}}) {
    CAPTURE(precedence);
    Json setup = between_two(cells_of("no_effect"), on, precedence);
    for (const char* side : {"A", "B"}) {
      Json& unit = setup["sides"][side]["units"][0];
      unit["spear"] = 12, unit["strength"] = 0, unit["arete_threshold"] = 0;
    }
    Table table(setup);
    CHECK(lochos_of(table, "B1").at("fate") == "gone");
    CHECK(lochos_of(table, "A1").at("fate") == "routing");
    REQUIRE(flights_of(table).size() == 1);  // nobody pursues
    CHECK(flights_of(table)[0].at("unit") == "A1");
    CHECK(dead_of(table).size() == 2);
  }
}

TEST_CASE("who is pushed back pushes every rank of friends behind it", "[hoplomachia][HM-AMB-27]") {
  Json setup = fight_setup(Json::array({unit_at("A1", "hoplite", 2, 900, 300, true)}),
                           Json::array({unit_at("B1", "hoplite", 2, 900, 300), unit_at("B2", "hoplite", 2, 900, 340),
                                        unit_at("B3", "hoplite", 2, 900, 380), unit_at("B4", "hoplite", 2, 300, 1100, true)}),
                           "melee");
  setup["state"]["at"]["stage"] = 1;
  setup["charts"]["melee"] = cells_of("pushed_back");
  setup["sides"]["B"]["units"][0]["spear"] = 0, setup["sides"]["B"]["units"][0]["strength"] = 9;
  touching(setup, {{{"B1", 0}, Json::array({contact("A1", 0, "front")})}, {{"A1", 0}, Json::array({contact("B1", 0, "front")})}});
  Table table(setup);
  REQUIRE(table.asked());
  REQUIRE(table.wait().rule == "HM-AND-15");
  for (const auto& [unit, y] : {std::pair{"B1", 310.0}, {"B2", 350.0}, {"B3", 390.0}}) {
    CAPTURE(unit);
    CHECK(stand_of(table, unit).y == Approx(y + 20));
    CHECK(lochos_of(table, unit).at("disarrayed") == (unit != std::string("B1")));
  }
}

TEST_CASE("who is pushed back to the very edge of the table stands, over it it is slaughtered", "[hoplomachia][HM-AMB-27]") {
  constexpr double kDeep = 1219.2;  // of the table, mm
  for (const auto& [rear_mm, lost] : {std::pair{kDeep, false}, {kDeep + 1, true}}) {
    const double front = rear_mm - 60;
    Json setup = fight_setup(Json::array({unit_at("A1", "hoplite", 2, 900, front, true)}),
                             Json::array({unit_at("B1", "hoplite", 2, 900, front), unit_at("B4", "hoplite", 2, 300, 1100, true)}), "melee");
    setup["state"]["at"]["stage"] = 1;
    setup["charts"]["melee"] = cells_of("pushed_back");
    setup["sides"]["B"]["units"][0]["spear"] = 0, setup["sides"]["B"]["units"][0]["strength"] = 9;
    touching(setup, {{{"B1", 0}, Json::array({contact("A1", 0, "front")})}, {{"A1", 0}, Json::array({contact("B1", 0, "front")})}});
    Table table(setup);
    CHECK((lochos_of(table, "B1").value("fate", "sound") == "gone") == lost);
  }
}

TEST_CASE("a few millimetres over the cliff are enough for who is pushed back", "[hoplomachia][HM-AMB-27][HM-BATT-E5]") {
  for (const auto& [cliff_mm, lost] : {std::pair{357.0, true}, {361.0, false}}) {  // its rear comes to 360
    Json setup = fight_setup(Json::array({unit_at("A1", "hoplite", 2, 900, 300, true)}),
                             Json::array({unit_at("B1", "hoplite", 2, 900, 300), unit_at("B4", "hoplite", 2, 300, 1100, true)}), "melee");
    setup["table"]["terrain"] = {
        {{"id", "c"}, {"kind", "cliff"}, {"outline_mm", {{700, cliff_mm}, {1100, cliff_mm}, {1100, 500}, {700, 500}}}}};
    setup["state"]["at"]["stage"] = 1;
    setup["charts"]["melee"] = cells_of("pushed_back");
    setup["sides"]["B"]["units"][0]["spear"] = 0, setup["sides"]["B"]["units"][0]["strength"] = 9;
    touching(setup, {{{"B1", 0}, Json::array({contact("A1", 0, "front")})}, {{"A1", 0}, Json::array({contact("B1", 0, "front")})}});
    Table table(setup);
    CHECK(lochos_of(table, "B1").value("fate", "sound") == (lost ? "gone" : "sound"));
  }
}

TEST_CASE("the winner of a slaughter goes on along the line into the flank of the enemy that its comrades fight",
          "[hoplomachia][HM-RES-15][HM-AMB-81]") {
  Json setup = fight_setup(Json::array({unit_at("A1", "hoplite", 8, 900, 300, true)}),
                           Json::array({unit_at("B1", "hoplite", 2, 840, 300), unit_at("B2", "hoplite", 2, 960, 300),
                                        unit_at("B4", "hoplite", 2, 300, 1100, true)}),
                           "melee");
  setup["state"]["at"]["stage"] = 1;
  setup["charts"]["melee"] = cells_of("slaughtered");
  setup["charts"]["melee"][5] = "no_effect";  // shield against shield
  setup["sides"]["B"]["units"][0]["shield"] = 15;
  setup["sides"]["B"]["units"][0]["spear"] = 0, setup["sides"]["B"]["units"][1]["spear"] = 0;
  setup["sides"]["B"]["units"][1]["strength"] = 9;
  touching(setup, {{{"B1", 0}, Json::array({contact("A1", 3, "front")})},
                   {{"B2", 0}, Json::array({contact("A1", 0, "front")})},
                   {{"A1", 0}, Json::array({contact("B2", 0, "front")})},
                   {{"A1", 3}, Json::array({contact("B1", 0, "front")})}});
  Table table(setup);
  std::vector<Json> events;
  for (int i = 0; i < 20 && table.phase() == "melee" && one_on(table, events, {}); ++i) {
  }
  CHECK(lochos_of(table, "B2").value("fate", "sound") == "gone");
  const Json contacts = fight_of(table, "A1", 0).at("contacts");  // three inches from the one to the other
  REQUIRE(contacts.size() == 1);
  CHECK(contacts[0].at("foe").at("unit") == "B1");
  CHECK(stand_of(table, "A1", 0).x < 900);
  CHECK(fight_of(table, "B1").at("contacts").size() == 2);
}

TEST_CASE("who has routed its enemy and is still struck by another stays", "[hoplomachia][HM-RES-12][HM-AMB-28]") {
  for (const bool struck : {true, false}) {
    CAPTURE(struck);
    Json flanker = unit_at("B3", "hoplite", 2, 920, 280);
    flanker["at"]["heading_deg"] = 180;
    flanker["spear"] = 0, flanker["othism"] = -2, flanker["arete_modifier"] = {-5, -5, -5, -5};  // it does no harm
    Json setup =
        fight_setup(Json::array({unit_at("A1", "hoplite", 2, 900, 300, true)}),
                    Json::array({unit_at("B1", "hoplite", 2, 900, 300), unit_at("B2", "hoplite", 2, 300, 1100, true), flanker}), "melee");
    setup["state"]["at"]["stage"] = 1;
    setup["sides"]["A"]["units"][0]["spear"] = 15, setup["sides"]["A"]["units"][0]["strength"] = 9;
    std::map<std::pair<std::string, std::size_t>, Json> contacts{{{"A1", 0}, Json::array({contact("B1", 0, "front")})},
                                                                 {{"B1", 0}, Json::array({contact("A1", 0, "front")})}};
    if (struck) {
      contacts[{"A1", 0}].push_back(contact("B3", 0, "unshielded"));
      contacts[{"B3", 0}] = Json::array({contact("A1", 0, "front")});
    }
    touching(setup, contacts);
    Table table(setup);
    std::vector<Json> events;
    for (int i = 0; i < 20 && table.phase() == "melee" && one_on(table, events, {}); ++i) {
    }
    CHECK(lochos_of(table, "B1").value("fate", "sound") == "routing");
    std::size_t pursuits = 0;
    for (const Json& flight : flights_of(table)) pursuits += flight.at("mode") == "pursue" ? 1 : 0;
    CHECK(pursuits == (struck ? 0 : 1));
  }
}

}  // namespace two_sides_tests
