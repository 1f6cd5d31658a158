/// Along the line between the armies: in which order pairs fight, who counts when several enemies are at one unit, who has won.
#include <algorithm>

#include "engine/rulesets/hoplomachia/topics/charging.hpp"
#include "engine/rulesets/hoplomachia/topics/checks.hpp"
#include "engine/rulesets/hoplomachia/topics/melee.hpp"
#include "engine/rulesets/hoplomachia/topics/sequence.hpp"
#include "tests/engine/rulesets/hoplomachia/fight_support.hpp"

namespace line_tests {

using namespace polemarch;
using namespace polemarch::test::hoplomachia_room;
using hoplomachia::Strikes;
using test::hoplomachia_room::Table;

namespace {

Json with(Json unit, const Json& fields) {
  unit.update(fields);
  return unit;
}

/// All charges of side A in turn; its checks pass, those of B are told to halt.
std::vector<Json> charge_all(Table& table, const std::vector<std::string>& units, std::vector<std::string>& questions) {
  std::vector<Json> events;
  const auto add = [&](const std::vector<Json>& more) { events.insert(events.end(), more.begin(), more.end()); };
  for (const std::string& unit : units) {
    add(table.allowed("A", {{"do", "charge"}, {"unit", unit}}));
    while (table.asked() && table.phase() == "epidromos") {
      const engine::Wait wait = table.wait();
      if (wait.rule == "HM-AND-15" && wait.who == Viewer::B) {
        questions.push_back(wait.question);
        add(table.dice({6, 6}));
      } else {
        add(table.dice(std::vector<int>(static_cast<std::size_t>(wait.chance->count), 2)));
      }
    }
  }
  return events;
}

/// The pairs as "A1/0 B1/5", in the order in which they fought, whoever of the two is named first.
std::vector<std::string> pairs_of(const std::vector<Json>& events) {
  std::vector<std::string> out;
  for (const Json& melee : of_kind(events, "melee_fought")) {
    std::vector<std::string> names;
    for (const char* share : {"first", "second"}) {
      const Json& lochos = melee.at(share).at("lochos");
      names.push_back(lochos.at("unit").get<std::string>() + "/" + std::to_string(lochos.at("at").get<int>()));
    }
    std::sort(names.begin(), names.end());
    out.push_back(names[0] + " " + names[1]);
  }
  return out;
}

}  // namespace

TEST_CASE("pairs fight along the line from the right of the side with precedence, in the enemy's units from their left",
          "[hoplomachia][HM-MEL-03][HM-MEL-04][HM-ASEQ-10]") {
  // A's right is at greater x; two taxeis of each side, lochos against lochos.
  Json setup = fight_setup(
      Json::array({unit_at("A1", "hoplite", 4, 1000, 300, true), unit_at("A2", "hoplite", 6, 900, 300)}),
      Json::array({unit_at("B1", "hoplite", 4, 1000, 300 + 4 * kInch, true), unit_at("B2", "hoplite", 6, 900, 300 + 4 * kInch)}),
      "epidromos");
  charge_order(setup, "A1"), charge_order(setup, "A2");
  Table table(setup);
  std::vector<std::string> questions;
  auto events = charge_all(table, {"A1", "A2"}, questions);
  const auto more = until(table, "katastrophe", {{"HM-AND-15", {1, 1}}});
  events.insert(events.end(), more.begin(), more.end());
  CHECK(pairs_of(events) == std::vector<std::string>{"A1/0 B1/1", "A1/1 B1/0", "A2/0 B2/2", "A2/1 B2/1", "A2/2 B2/0"});
}

TEST_CASE("of a lochos with several enemies the one further along the line fights later", "[hoplomachia][HM-MEL-04][HM-EX-17]") {
  hoplomachia::State state =
      in_state(fight_setup(Json::array({unit_at("A1", "hoplite", 2, 900, 300, true), unit_at("A2", "hoplite", 2, 1000, 300)}),
                           Json::array({unit_at("B1", "hoplite", 2, 900, 400, true), unit_at("B2", "hoplite", 2, 300, 1000)}), "melee"));
  state.units.at({"B1"}).lochoi[0].fight.contacts = {{{{"A1"}, 0}, Strikes::Front, true}, {{{"A2"}, 0}, Strikes::Shielded, true}};
  for (const char* unit : {"A1", "A2"}) state.units.at({unit}).lochoi[0].fight.contacts = {{{{"B1"}, 0}, Strikes::Front, true}};
  auto pairs = hoplomachia::pairs_to_fight(state, {"B1"}, true);
  REQUIRE(pairs.size() == 2);
  CHECK(pairs[0].on == Strikes::Shielded);  // A2 is further to A's right
  state.at.precedence = Side::B;
  pairs = hoplomachia::pairs_to_fight(state, {"B1"}, true);
  CHECK(pairs[0].on == Strikes::Front);
}

TEST_CASE("a target that has an enemy in contact already checks against the more fearsome of the two",
          "[hoplomachia][HM-AND-21][HM-EX-09][HM-AMB-116]") {
  const auto asked = [](int first, int second) {
    Json setup = fight_setup(Json::array({with(unit_at("A1", "hoplite", 4, 940, 300, true), {{"phobos", first}}),
                                          with(unit_at("A2", "hoplite", 4, 860, 300), {{"phobos", second}})}),
                             unit_at("B1", "hoplite", 8, 900, 300 + 4 * kInch, true), "epidromos");
    charge_order(setup, "A1"), charge_order(setup, "A2");
    Table table(setup);
    std::vector<std::string> questions;
    charge_all(table, {"A1", "A2"}, questions);
    return questions;
  };
  // Andreia 7, Firm +1, phobos 2 against the enemy's.
  CHECK(asked(3, 1) ==
        std::vector<std::string>{"B1 checks andreia, Charging line: 7 or less", "B1 checks andreia, Charging line: 7 or less"});
  CHECK(asked(1, 3) ==
        std::vector<std::string>{"B1 checks andreia, Charging line: 9 or less", "B1 checks andreia, Charging line: 7 or less"});
}

TEST_CASE("a lochos pushed back checks against the most fearsome of all that are at it, and of nobody else",
          "[hoplomachia][HM-AND-21][HM-AND-06][HM-AMB-116]") {
  Json setup =
      fight_setup(Json::array({unit_at("A1", "hoplite", 2, 900, 300, true), with(unit_at("A2", "hoplite", 2, 1000, 300), {{"phobos", 4}})}),
                  Json::array({unit_at("B1", "hoplite", 4, 900, 400, true), unit_at("B2", "hoplite", 2, 300, 1000)}), "melee");
  hoplomachia::State state = in_state(setup);
  state.units.at({"B1"}).lochoi[0].fight.contacts = {{{{"A1"}, 0}, Strikes::Front, true}};
  state.units.at({"B1"}).lochoi[1].fight.contacts = {{{{"A2"}, 0}, Strikes::Front, true}};
  using Units = std::vector<UnitId>;
  CHECK(hoplomachia::foes_of_check(state, {"B1"}, 0, {"A1"}) == Units{{"A1"}});
  CHECK(hoplomachia::foes_of_check(state, {"B1"}, 1, {"A1"}) == Units{{"A1"}, {"A2"}});
  CHECK(hoplomachia::foes_of_check(state, {"B1"}, -1, {"A2"}) == Units{{"A2"}, {"A1"}});
}

TEST_CASE("who pushes the enemy back has won a melee: Begin Approach may be signalled again", "[hoplomachia][HM-INSP-03][HM-MEL-06]") {
  const auto barred = [](bool core, int spear) {
    Json setup = fight_setup(with(unit_at("A1", "hoplite", 2, 900, 300, true), {{"spear", spear}, {"core", core}}),
                             Json::array({unit_at("B1", "hoplite", 2, 900, 300 + 4 * kInch, true), unit_at("B2", "hoplite", 2, 300, 1000)}),
                             "epidromos");
    charge_order(setup, "A1");
    setup["state"]["armies"]["a"]["approach_barred"] = true;
    Table table(setup);
    std::vector<std::string> questions;
    charge_all(table, {"A1"}, questions);
    const auto events = until(table, "katastrophe", {{"HM-AND-15", {1, 1}}});
    const auto melees = of_kind(events, "melee_fought");
    REQUIRE(melees.size() == 1);
    CHECK(melees[0].at("result") == (spear == 7 ? "pushed_back" : "both_disarrayed"));
    return table.at("/armies/a/approach_barred").get<bool>();
  };
  CHECK_FALSE(barred(true, 7));
  CHECK(barred(true, 5));   // nobody won
  CHECK(barred(false, 7));  // lights do not win it for those who approached
}

TEST_CASE("a taxis of one lochos that is broken routs as a whole, and those near see it",
          "[hoplomachia][HM-AMB-101][HM-AND-09][HM-KAT-05]") {
  const auto seen = [](int bases) {
    Json setup = fight_setup(with(unit_at("A1", "hoplite", 2, 900, 300, true), {{"spear", 9}}),
                             Json::array({unit_at("B1", "hoplite", bases, 900 + 10.0 * (bases - 2), 300 + 4 * kInch, true),
                                          unit_at("B2", "hoplite", 4, 1060, 300 + 4 * kInch)}),
                             "epidromos");
    charge_order(setup, "A1");
    Table table(setup);
    std::vector<std::string> questions;
    charge_all(table, {"A1"}, questions);
    until(table, "katastrophe", {{"HM-AND-15", {1, 1}}});
    CHECK(lochos_of(table, "B1").at("fate") == "routing");
    return !taxis_fight_of(table, "B2").at("katastrophe").empty();
  };
  CHECK(seen(2));
  CHECK_FALSE(seen(4));  // one lochos of two
}

TEST_CASE("hippeis sent forward with the psiloi may charge enemy lights, and only them", "[hoplomachia][HM-OTYP-13][HM-EPI-35]") {
  const auto said = [](const char* target, const char* order) {
    Json setup = fight_setup(Json::array({unit_at("A1", "hoplite", 4, 300, 200, true), unit_at("A2", "hippeis", 4, 900, 300)}),
                             Json::array({unit_at("B1", target, 2, 900, 300 + 5 * kInch), unit_at("B2", "hoplite", 4, 1500, 1000, true)}),
                             "epidromos");
    setup["state"]["units"]["A2"]["order"] = {{"type", order}, {"source", "salpinx"}, {"turn", 2}, {"exempt", false}};
    const hoplomachia::State state = in_state(setup);
    const engine::Verdict may = hoplomachia::may_charge(state, {"A2"}, {});
    CHECK(hoplomachia::able_to_act(state, {"A2"}) == may.allowed());
    return may.allowed() ? std::string("allowed") : may.reasons.front().rule;
  };
  CHECK(said("psiloi", "forward_psiloi") == "allowed");
  CHECK(said("psiloi", "march") == "HM-EPI-35");
  CHECK(said("baggage", "forward_psiloi") == "HM-OTYP-13");
  CHECK(said("baggage", "charge") == "allowed");
}

TEST_CASE("lights sent forward hear no Muster, unless they belong to a core unit that musters", "[hoplomachia][HM-OTYP-14][HM-AMB-54]") {
  Json setup = small_setup(Json::array({unit_at("A1", "hoplite", 4, 900, 280, true), unit_at("A2", "psiloi", 2, 700, 280),
                                        with(unit_at("A3", "psiloi", 2, 1100, 280), {{"allied_to", "A1"}})}),
                           unit_at("B1", "hoplite", 4, 900, 1000, true));
  for (const char* unit : {"A2", "A3"}) {
    setup["state"]["units"][unit]["order"] = {{"type", "forward_psiloi"}, {"source", "salpinx"}, {"turn", 1}, {"exempt", false}};
    setup["state"]["units"][unit]["mode"] = "march";
  }
  Table table(setup);
  table.signals("muster", "");
  CHECK(table.at("/units/A1/order/type") == "muster");
  CHECK(table.at("/units/A2/order/type") == "forward_psiloi");
  CHECK(table.at("/units/A3/order/type") == "muster");
}

}  // namespace line_tests
