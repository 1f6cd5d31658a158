/// Worked examples of the rule catalogue played through set-up, commands and dice.
#include "tests/engine/rulesets/hoplomachia/contact_support.hpp"

namespace examples_tests {

using namespace polemarch;
using namespace polemarch::test::hoplomachia_room;
using test::hoplomachia_room::Table;

namespace {

/// A and B with that arete, a taxis each, at the beginning of turn 3; hegemons of that character.
Json at_dawn(int arete_a, int arete_b, const std::string& character_a, const std::string& character_b) {
  Json setup = small_setup(unit_at("A1", "hoplite", 2, 900, 200), unit_at("B1", "hoplite", 2, 900, 1000));
  for (const auto& [side, arete, character] : {std::tuple{"A", arete_a, character_a}, {"B", arete_b, character_b}}) {
    setup["sides"][side]["arete"] = arete;
    const std::string unit = std::string(side) + "1";
    setup["sides"][side]["strategoi"] = {
        {{"strategos", unit + "-hegemon"}, {"hegemon", true}, {"character", character}, {"stance", "philos"}, {"unit", unit}}};
  }
  setup["state"]["at"] = {{"turn", 3}, {"phase", "salpinx"}, {"stage", 0}, {"precedence", "A"}, {"next", "A"}};
  return setup;
}
/// No signals and no words: on to the first Action phase.
std::vector<Json> to_action(Table& table) {
  for (const char* side : {"A", "B"}) table.allowed(side, {{"do", "signal"}});
  if (table.asked()) table.dice({6}), table.dice({1});  // the commands are rolled off too
  std::vector<Json> events;
  for (const char* side : {"A", "B"})
    if (table.phase() == "commands") events = table.allowed(side, {{"do", "end_commands"}});
  return events;
}
Json phase_of(const std::vector<Json>& events, const std::string& phase) {
  for (const Json& event : of_kind(events, "phase_began"))
    if (event.at("phase") == phase) return event;
  FAIL("no phase " << phase);
  return {};
}

}  // namespace

TEST_CASE("example: of equal points a Crafty hegemon has precedence, two of them roll off", "[hoplomachia][HM-EX-12][HM-EX-13]") {
  Table better(at_dawn(16, 15, "fellow_hoplite", "fellow_hoplite"));
  CHECK(phase_of(to_action(better), "automatic").at("precedence") == "A");

  Table crafty(at_dawn(12, 12, "fellow_hoplite", "crafty"));
  const Json phase = phase_of(to_action(crafty), "automatic");
  CHECK(phase.at("precedence") == "B");
  CHECK(phase.at("rule") == "HM-ASEQ-04");

  Table both(at_dawn(12, 12, "crafty", "crafty"));
  to_action(both);
  REQUIRE(both.asked());
  CHECK(both.wait().rule == "HM-ASEQ-05");
  both.dice({2});
  CHECK(phase_of(both.dice({5}), "automatic").at("precedence") == "B");
}

TEST_CASE("example: Eager adds two against Unsteady and three against Shaken", "[hoplomachia][HM-EX-14]") {
  for (const auto& [arete_b, dice, totals] : {std::tuple{8, std::pair{3, 3}, std::pair{"5", "3"}}, {4, {2, 4}, {"5", "4"}}}) {
    CAPTURE(arete_b);
    Json setup = at_dawn(16, arete_b, "fellow_hoplite", "fellow_hoplite");
    setup["options"] = {{"competitive_sequence", true}, {"competitive_by_step", true}};
    Table table(setup);
    to_action(table);
    REQUIRE(table.asked());
    table.dice({dice.first});
    const auto events = table.dice({dice.second});
    const auto thrown = of_kind(events, "thrown");
    REQUIRE(thrown.size() == 2);
    CHECK(thrown[0].at("outcome") == totals.first);
    CHECK(thrown[1].at("outcome") == totals.second);
    CHECK(phase_of(events, "automatic").at("precedence") == "A");
  }
}

TEST_CASE("example: units of both sides act by turns from the right of the side with precedence", "[hoplomachia][HM-EX-16]") {
  Json setup = fight_setup(Json::array({unit_at("A1", "hoplite", 2, 900, 200, true), unit_at("A2", "hoplite", 2, 700, 200),
                                        unit_at("A3", "hoplite", 2, 500, 200)}),
                           Json::array({unit_at("B1", "hoplite", 2, 890, 1000, true), unit_at("B2", "hoplite", 2, 710, 1000)}), "marches");
  setup["sides"]["A"]["units"].erase(3);  // the lights far off would come last
  setup["state"]["units"].erase("A9");
  const std::vector<std::string> units{"A1", "A2", "A3", "B1", "B2"};
  for (const std::string& unit : units) {
    setup["state"]["units"][unit]["order"] = {{"type", "begin_approach"}, {"source", "salpinx"}, {"turn", 3}, {"exempt", false}};
    setup["state"]["units"][unit]["mode"] = "approach";
  }
  Table table(setup);
  std::string order;
  for (std::size_t turn = 0; turn < units.size(); ++turn)
    for (const std::string& unit : units)
      if (table.phase() == "marches" &&
          table.say(unit.substr(0, 1), {{"do", "move"}, {"unit", unit}, {"legs", {{{"ahead_in", 4}}}}}).verdict.allowed()) {
        order += unit + " ";
        break;
      }
  CHECK(order == "A1 B1 A2 B2 A3 ");
}

TEST_CASE("example: a lochos pushed back and followed leaves its left neighbour a gap in the next melee of the phase",
          "[hoplomachia][HM-EX-20]") {
  Json setup = fight_setup(Json::array({unit_at("A1", "hoplite", 2, 880, 600), unit_at("A2", "hoplite", 2, 920, 600),
                                        unit_at("A3", "hoplite", 2, 200, 100, true)}),
                           Json::array({unit_at("B1", "hoplite", 2, 880, 600), unit_at("B2", "hoplite", 2, 920, 600),
                                        unit_at("B3", "hoplite", 2, 200, 1100, true)}),
                           "melee", "B");
  setup["state"]["at"]["stage"] = 1;
  for (const char* side : {"A", "B"})
    for (Json& unit : setup["sides"][side]["units"]) unit["strength"] = 9;
  setup["sides"]["B"]["units"][0]["spear"] = 0;  // pushed back at any level of its enemy
  Json& cells = setup["charts"]["melee"] = Json::array();
  for (int i = 0; i < 16; ++i) cells.push_back(i % 5 == 0 ? "no_effect" : "pushed_back");
  touching(setup, {{{"A1", 0}, Json::array({contact("B1", 0, "front")})},
                   {{"B1", 0}, Json::array({contact("A1", 0, "front")})},
                   {{"A2", 0}, Json::array({contact("B2", 0, "front")})},
                   {{"B2", 0}, Json::array({contact("A2", 0, "front")})}});
  Table table(setup);
  REQUIRE(table.asked());
  REQUIRE(table.wait().rule == "HM-AND-15");  // B1 has stepped back
  const auto melees = of_kind(table.dice({1, 1}), "melee_fought");
  REQUIRE(melees.size() == 1);
  for (const char* share : {"first", "second"}) {
    int gap = 0;
    for (const Json& row : melees[0].at(share).at("defence"))
      if (row.at("rule") == "HM-DEF-04") gap += row.at("value").get<int>();
    CHECK(gap == (melees[0].at(share).at("lochos").at("unit") == "A2" ? -2 : 0));  // of whom it strikes
  }
}

}  // namespace examples_tests
