/// Several rules at once: charges that are half answered, missiles answered twice, one lochos that pursues while its taxis fights, baggage
/// behind its hoplites.
#include "engine/rulesets/hoplomachia/topics/charging.hpp"
#include "engine/rulesets/hoplomachia/topics/command.hpp"
#include "engine/rulesets/hoplomachia/topics/melee.hpp"
#include "tests/engine/rulesets/hoplomachia/contact_support.hpp"

namespace interplay_tests {

using namespace polemarch;
using namespace polemarch::test::hoplomachia_room;
using hoplomachia::State;
using test::hoplomachia_room::Table;

namespace {

const Json kBelosCharge{{"do", "belos_charge"}, {"unit", "A1"}, {"target", "B1"}};
const Json kCharge{{"do", "charge"}, {"unit", "A1"}};

/// A card whose reactions are these, whatever the intensity and the condition.
void reacts(Json& unit, const std::string& pass, const std::string& fail) {
  Json row{{"pass", Json::array()}, {"fail", Json::array()}};
  for (int i = 0; i < 4; ++i) row["pass"].push_back(pass), row["fail"].push_back(fail);
  unit["belos_reactions"] = Json::array({row});
}
int contacts_of(Table& table, const std::string& unit) {
  int count = 0;
  const Json state = table.state();
  for (const Json& lochos : state.at("units").at(unit).at("lochoi"))
    if (lochos.contains("fight")) count += lochos.at("fight").value("contacts", Json::array()).empty() ? 0 : 1;
  return count;
}

}  // namespace

TEST_CASE("who is attacked by the ekdromoi of two lochoi faces away from both of them", "[hoplomachia][HM-BCH-16]") {
  Json setup = fight_setup(Json::array({unit_at("A1", "psiloi", 2, 900, 300), unit_at("A2", "hoplite", 2, 200, 200, true)}),
                           Json::array({unit_at("B1", "hoplite", 4, 900, 300 + 3 * kInch, true)}), "offensive_belos");
  setup["state"]["at"]["stage"] = 1;
  Table table(setup);
  table.allowed("A", kBelosCharge);
  std::vector<Json> events;
  const Dice dice{{"HM-BCK-04", {1}}, {"HM-EKD-04", {6}}, {"HM-EKD-05", {4}}};
  while (table.asked() && table.phase() == "offensive_belos") one_on(table, events, dice, {{"HM-EKD-02", "y"}, {"HM-BCH-14", "stay"}});
  CHECK(fight_of(table, "B1", 0).at("ekdromoi_sent") == true);
  CHECK(fight_of(table, "B1", 1).at("ekdromoi_sent") == true);
  CHECK(stand_of(table, "A1", 0).heading == Approx(270));
  CHECK(stand_of(table, "A1", 1).heading == Approx(270));
}

TEST_CASE("a belos charge that shooting calls for is made with the belos charges, who cannot make it is disarrayed",
          "[hoplomachia][HM-BRX-08][HM-BRX-09]") {
  const auto shot_at = [](double inches, const char* type, const char* arrangement) {
    Json setup = fight_setup(Json::array({unit_at("A1", "toxotes", 2, 900, 300), unit_at("A2", "hoplite", 2, 200, 200, true)}),
                             Json::array({unit_at("B1", type, 2, 900, 300 + inches * kInch), unit_at("B2", "hoplite", 2, 200, 1000, true)}),
                             "offensive_belos");
    reacts(setup["sides"]["B"]["units"][0], "B", "B");
    setup["sides"]["B"]["units"][0]["arrangement"] = arrangement;
    if (std::string(type) == "hippeis") setup["sides"]["B"]["units"][0].update({{"mov_cf", 6}, {"mov_of", 6}});
    return Table(setup);
  };
  Table peltastes = shot_at(5, "peltaste", "NF");
  peltastes.allowed("A", {{"do", "shoot"}, {"unit", "A1"}});
  peltastes.dice({1, 1});
  REQUIRE(peltastes.asked());
  CHECK(peltastes.wait().rule == "HM-BCK-04");
  CHECK(peltastes.wait().who == Viewer::B);
  CHECK(taxis_fight_of(peltastes, "B1").at("belos_charged") == true);
  // Horse of six inches, less the one of its wheel, does not get within an inch of who stands eight off.
  Table horse = shot_at(8, "hippeis", "OF");
  horse.allowed("A", {{"do", "shoot"}, {"unit", "A1"}});
  horse.dice({1});
  CHECK(taxis_fight_of(horse, "B1").at("belos_charged") == false);
  CHECK(lochos_of(horse, "B1").at("disarrayed") == true);
}

TEST_CASE("where one of two targets comes to meet a charge, the lochoi before the other go on to it",
          "[hoplomachia][HM-EPI-25][HM-EPI-27][HM-EPI-28]") {
  for (const char* precedence : {"A", "B"}) {
    Json setup = fight_setup(
        Json::array({unit_at("A1", "hoplite", 8, 900, 300, true)}),
        Json::array({unit_at("B1", "hoplite", 4, 940, 300 + 5 * kInch, true), unit_at("B2", "hoplite", 4, 860, 300 + 5 * kInch)}),
        "epidromos", precedence);
    setup["state"]["at"]["next"] = "A";
    charge_order(setup, "A1");
    Table table(setup);
    table.allowed("A", kCharge);
    while (table.asked()) {
      const engine::Wait wait = table.wait();
      if (wait.rule == "HM-EPI-16") {
        table.dice({4});  // six inches
      } else if (wait.rule == "HM-AND-15") {
        table.dice(wait.question.starts_with("B2") ? std::vector{6, 6} : std::vector{1, 1});  // B2 halts
      } else {
        break;
      }
    }
    INFO(precedence);
    CHECK(contacts_of(table, "A1") == 4);
    CHECK(contacts_of(table, "B1") == 2);
    CHECK(contacts_of(table, "B2") == 2);
    CHECK(stand_of(table, "B2").y == Approx(300 + 5 * kInch + 10));                   // it stood
    CHECK(stand_of(table, "A1", 0).y == Approx(300 + 2.5 * kInch - 10).margin(0.1));  // half-way
    CHECK(stand_of(table, "A1", 3).y == Approx(300 + 5 * kInch - 10).margin(0.1));    // all the way
  }
}

TEST_CASE("going on past a comrade who was met is bounded by the charge rolled", "[hoplomachia][HM-EPI-24][HM-EPI-25]") {
  Json setup =
      fight_setup(Json::array({unit_at("A1", "hoplite", 8, 900, 300, true)}),
                  Json::array({unit_at("B1", "hoplite", 4, 940, 300 + 5 * kInch, true), unit_at("B2", "hoplite", 4, 860, 300 + 5 * kInch)}),
                  "epidromos");
  charge_order(setup, "A1");
  Table table(setup);
  table.allowed("A", kCharge);
  while (table.asked()) {
    const engine::Wait wait = table.wait();
    if (wait.rule == "HM-EPI-16") {
      table.dice({1});  // four inches: B2 is out of it
    } else if (wait.rule == "HM-AND-15") {
      table.dice(wait.question.starts_with("B2") ? std::vector{6, 6} : std::vector{1, 1});
    } else {
      break;
    }
  }
  CHECK(contacts_of(table, "A1") == 2);
  CHECK(contacts_of(table, "B2") == 0);
}

TEST_CASE("who has charged in this phase is not expected to charge again and does not countercharge",
          "[hoplomachia][HM-EPI-19][HM-EPI-21][HM-ASEQ-09]") {
  Json setup = fight_setup(Json::array({unit_at("A1", "hoplite", 4, 900, 300, true)}),
                           Json::array({unit_at("B1", "hoplite", 4, 900, 300 + 5 * kInch, true)}), "epidromos");
  charge_order(setup, "A1");
  charge_order(setup, "B1");
  State state = in_state(setup);
  state.units.at({"B1"}).lochoi[0].stands[0].at.pose.y += 5_in;
  for (auto& lochos : state.units.at({"B1"}).lochoi)
    for (auto& stand : lochos.stands) stand.at.pose.y += 8_in;
  CHECK(hoplomachia::targets_of(state, {"A1"}).doubts.size() == 1);
  state.at.acted.insert({"B1"});
  CHECK(hoplomachia::targets_of(state, {"A1"}).doubts.empty());
  CHECK(hoplomachia::targets_of(state, {"A1"}).units.empty());

  setup["state"]["units"]["B1"]["fight"] = {{"charging", true}};
  Table table(setup);
  table.allowed("A", kCharge);
  table.dice({1, 1});
  table.dice({4});
  REQUIRE(table.wait().rule == "HM-AND-15");
  table.dice({1, 1});  // C: it has no second charge
  CHECK_FALSE((table.asked() && table.wait().rule == "HM-EPI-16"));
  CHECK(stand_of(table, "B1").y == Approx(300 + 5 * kInch + 10));
  CHECK(contacts_of(table, "B1") == 2);
}

TEST_CASE("a lochos that pursued alone recovers alone: its taxis fights on in its files",
          "[hoplomachia][HM-AMB-28][HM-AMB-75][HM-PUR-13]") {
  Json setup = fight_setup(Json::array({unit_at("A1", "hoplite", 4, 900, 300, true)}),
                           Json::array({unit_at("B1", "hoplite", 4, 900, 300, true), unit_at("B2", "hoplite", 2, 400, 800)}), "automatic");
  setup["state"]["at"]["stage"] = 1;
  touching(setup, {{{"A1", 1}, Json::array({contact("B1", 0, "front")})}, {{"B1", 0}, Json::array({contact("A1", 1, "front")})}});
  for (Json& lochos : setup["state"]["units"]["A1"]["lochoi"]) lochos["disarrayed"] = true;
  setup["state"]["units"]["A1"]["mode"] = "charge";
  setup["state"]["fight"] = {{"flights", Json::array({{{"id", 1},
                                                       {"mode", "pursue"},
                                                       {"unit", "A1"},
                                                       {"lochoi", {0}},
                                                       {"foe", "B2"},
                                                       {"since", 1},
                                                       {"moves", 1},
                                                       {"moved_in", 2},
                                                       {"caught", true}}})},
                             {"next_flight", 2}};
  Table table(setup);
  CHECK(flights_of(table).empty());
  CHECK(lochos_of(table, "A1", 0).at("disarrayed") == false);
  CHECK(lochos_of(table, "A1", 1).at("disarrayed") == true);
  CHECK(table.at("/units/A1/mode") == "charge");
  CHECK(table.state().at("units").at("A1").value("arrangement", "CF") == "CF");
}

TEST_CASE("the baggage of a march square can be got at by belos charge too, but not through its hoplites", "[hoplomachia][HM-EVT-09]") {
  const auto enveloped = [](const char* type, bool behind, double inches) {
    Json setup = fight_setup(
        Json::array({unit_at("A1", "hoplite", 4, behind ? 1200 : 900, 340, true), unit_at("A2", "baggage", 1, 1200, 300)}),
        Json::array({unit_at("B1", type, 1, 1200, 300 + inches * kInch), unit_at("B2", "hoplite", 2, 300, 1100, true)}), "marches");
    setup["sides"]["A"]["formation"] = "marching_column";
    setup["sides"]["B"]["units"][0]["arrangement"] = "NF";
    return hoplomachia::enveloped(in_state(setup), Side::A).has_value();
  };
  CHECK(enveloped("psiloi", false, 6));
  CHECK_FALSE(enveloped("psiloi", true, 6));
  CHECK(enveloped("hippotoxotes", false, 6));  // it never charges, but throws from an inch away
  CHECK_FALSE(enveloped("toxotes", false, 3));
  CHECK_FALSE(enveloped("hippotoxotes", false, 16));
}

TEST_CASE("weak missiles count the stands that attacked the phalanx, not those that shot at others", "[hoplomachia][HM-OPT11-02]") {
  Json setup = fight_setup(Json::array({unit_at("A1", "hoplite", 8, 900, 300, true), unit_at("A2", "psiloi", 4, 1400, 300)}),
                           Json::array({unit_at("B1", "toxotes", 4, 1400, 300 + 6 * kInch), unit_at("B2", "hoplite", 2, 200, 1000, true),
                                        unit_at("B3", "toxotes", 4, 900, 300 + 6 * kInch)}),
                           "offensive_belos", "B");
  setup["options"] = {{"weak_missiles", true}};
  for (int i : {0, 2}) setup["sides"]["B"]["units"][static_cast<std::size_t>(i)]["ranks"] = 1;
  reacts(setup["sides"]["A"]["units"][0], "M", "M"), reacts(setup["sides"]["A"]["units"][1], "M", "M");
  Table table(setup);
  std::vector<Json> events;
  table.allowed("B", {{"do", "shoot"}, {"unit", "B3"}});
  while (table.asked()) one_on(table, events, {});
  CHECK(taxis_fight_of(table, "B3").value("at_phalanx", 0) == 4);
  table.allowed("B", {{"do", "shoot"}, {"unit", "B1"}});
  while (table.asked() && table.wait().rule == "HM-BCK-04") one_on(table, events, {});
  CHECK(taxis_fight_of(table, "B1").value("at_phalanx", 0) == 0);
}

TEST_CASE("an ile that pursues faster than its hamippoi run loses them", "[hoplomachia][HM-HAM-05][HM-PUR-02]") {
  Json setup = fight_setup(Json::array({unit_at("A1", "hippeis", 2, 900, 300), unit_at("A2", "hoplite", 2, 200, 200, true)}),
                           Json::array({unit_at("B1", "psiloi", 2, 900, 900), unit_at("B2", "hoplite", 2, 200, 1000, true)}), "automatic");
  setup["sides"]["A"]["units"][0]["hamippoi"] = true;
  setup["sides"]["A"]["units"][0]["arrangement"] = "OF";
  setup["state"]["at"]["stage"] = 1;
  const Json pursuit{{"id", 1}, {"mode", "pursue"}, {"unit", "A1"}, {"lochoi", {0}}, {"foe", "B1"}, {"since", 2}, {"moved_in", -1}};
  const Json rout{{"id", 2},     {"mode", "rout"}, {"unit", "B1"}, {"lochoi", {0, 1}},
                  {"foe", "A1"}, {"since", 2},     {"moves", 1},   {"moved_in", 3}};
  setup["state"]["fight"] = {{"flights", Json::array({pursuit, rout})}, {"next_flight", 3}};
  setup["state"]["units"]["A1"]["mode"] = "pursue";
  Table table(setup);
  REQUIRE(table.wait().rule == "HM-PUR-02");
  REQUIRE(lochos_of(table, "A1").at("hamippoi") == true);
  const auto events = table.dice({2});  // ten inches
  CHECK(of_kind(events, "hamippoi_lost").size() == 1);
  CHECK(lochos_of(table, "A1").at("hamippoi") == false);
}

TEST_CASE("a charge that touches two evading units routs both of them", "[hoplomachia][HM-EVA-05][HM-AMB-97]") {
  Json setup =
      fight_setup(Json::array({unit_at("A1", "hoplite", 8, 900, 300, true)}),
                  Json::array({unit_at("B1", "psiloi", 1, 860, 300 + 1.2 * kInch), unit_at("B2", "psiloi", 1, 940, 300 + 1.2 * kInch),
                               unit_at("B3", "hoplite", 2, 200, 1100, true), unit_at("B4", "hoplite", 8, 900, 300 + 7 * kInch)}),
                  "epidromos");
  for (int i : {0, 1}) setup["sides"]["B"]["units"][static_cast<std::size_t>(i)]["mov_nf"] = 1;
  charge_order(setup, "A1");
  Table table(setup);
  table.allowed("A", kCharge);
  for (int i = 0; i < 20 && table.asked() && table.phase() == "epidromos"; ++i) {
    const engine::Wait wait = table.wait();
    if (wait.rule == "HM-AND-15") {
      table.dice(wait.question.starts_with("B4") ? std::vector{6, 6} : std::vector{1, 1});  // the line behind them stands
    } else if (wait.rule == "HM-EPI-16") {
      table.dice({6});  // eight inches
    } else {
      table.dice({3});  // four inches of evading
    }
  }
  int routed = 0;
  const Json state = table.state();
  for (const char* unit : {"B1", "B2"}) {
    const Json& taxis = state.at("units").at(unit);
    routed += taxis.value("mode", "") == "rout" || taxis.at("lochoi").at(0).value("fate", "") == "gone" ? 1 : 0;
  }
  CHECK(routed == 2);
}

TEST_CASE("a failed check before a scythed chariot routs the taxis, in melee the lochos alone, and leaves no counter",
          "[hoplomachia][HM-AND-34][HM-AND-35][HM-DEAD-04][HM-OPT9-03]") {
  for (const bool fights : {false, true}) {
    CAPTURE(fights);
    Json setup = fight_setup(Json::array({unit_at("A1", "chariot", 1, 880, 300), unit_at("A2", "hoplite", 2, 920, 300 + 4 * kInch, true)}),
                             Json::array({unit_at("B1", "hoplite", 4, 900, 300 + 4 * kInch, true)}), "epidromos");
    setup["options"] = {{"scythed_chariots", true}};
    for (Json& unit : setup["sides"]["A"]["units"]) unit["nation"] = "Persian";
    setup["sides"]["A"]["units"][0]["mov_nf"] = 9;
    setup["sides"]["B"]["arete"] = 3;  // Shaken: a failed check routs
    setup["state"]["units"]["A1"]["order"] = {{"type", "release_ekdromoi"}, {"source", "salpinx"}, {"turn", 3}, {"exempt", false}};
    if (fights)
      touching(setup, {{{"B1", 1}, Json::array({contact("A2", 0, "front")})}, {{"A2", 0}, Json::array({contact("B1", 1, "front")})}});
    Table table(setup);
    REQUIRE(table.asked());
    REQUIRE(table.wait().rule == "HM-AND-15");
    table.dice({6, 6});
    REQUIRE(flights_of(table).size() == 1);
    CHECK(flights_of(table)[0].at("lochoi").size() == (fights ? 1 : 2));
    CHECK(dead_of(table).empty());
  }
}

TEST_CASE("who is disarrayed by its own charge check moves by no epidromos of the phase", "[hoplomachia][HM-EPI-34][HM-AND-33]") {
  for (const bool fails : {true, false}) {
    CAPTURE(fails);
    Json setup = fight_setup(Json::array({unit_at("A1", "hoplite", 4, 900, 300, true)}),
                             Json::array({unit_at("B1", "hoplite", 4, 900, 300 + 5 * kInch, true)}), "epidromos");
    for (const char* unit : {"A1", "B1"}) charge_order(setup, unit);
    setup["state"]["units"]["B1"]["mode"] = "charge";
    setup["sides"]["B"]["units"][0]["andreia_chart"] = {{"charging", {{"pass", "C"}, {"fail", {"D", "D", "D", "D"}}}}};
    Table table(setup);
    table.allowed("umpire", {{"do", "call"}, {"unit", "B1"}});
    table.allowed("B", {{"do", fails ? "charge" : "stand"}, {"unit", "B1"}});
    if (fails) table.dice({6, 6});
    CHECK(table.at("/units/B1/lochoi/0/disarrayed") == fails);
    table.allowed("A", {{"do", "charge"}, {"unit", "A1"}});
    table.dice({3, 3});
    table.dice({6});
    const Json thrown = throw_of(table.dice({1, 1}), "HM-AND-15");
    CHECK(thrown.at("outcome") == (fails ? "passes: charges, but cannot: halts" : "passes: charges"));
    if (!fails) table.dice({6});
    CHECK(taxis_fight_of(table, "B1").at("charging") == !fails);
  }
}

}  // namespace interplay_tests
