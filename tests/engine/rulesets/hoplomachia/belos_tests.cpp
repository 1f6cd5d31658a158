/// Shooting, belos charges, reactions, ekdromoi.
#include "engine/rulesets/hoplomachia/topics/shooting.hpp"
#include "tests/engine/rulesets/hoplomachia/fight_support.hpp"

namespace belos_tests {

using namespace polemarch;
using namespace polemarch::test::hoplomachia_room;
using test::hoplomachia_room::Table;

namespace {

const Json kShoot{{"do", "shoot"}, {"unit", "A1"}};

/// Toxotes or others of A so many inches before hoplites of B; other units keep the stages open.
Json before(const std::string& type, int bases, double inches_apart, int lochoi = 2, const std::string& phase = "offensive_belos") {
  return fight_setup(Json::array({unit_at("A1", type, bases, 900, 300), unit_at("A2", "hoplite", 2, 200, 200, true)}),
                     Json::array({unit_at("B1", "hoplite", 2 * lochoi, 900, 300 + inches_apart * kInch, true)}), phase);
}
Json belos_charges(Json setup) {
  setup["state"]["at"]["stage"] = 1;
  return setup;
}
const Json kBelosCharge{{"do", "belos_charge"}, {"unit", "A1"}, {"target", "B1"}};

}  // namespace

TEST_CASE("toxotes shoot with a die a target stand, spread over the targets",
          "[hoplomachia][HM-BEL-01][HM-BEL-03][HM-BEL-05][HM-BEL-06][HM-BEL-09][HM-BEL-13][HM-AMB-98]") {
  Table table(before("toxotes", 2, 6));
  REQUIRE(table.phase() == "offensive_belos");
  table.allowed("A", kShoot);
  REQUIRE(table.asked());
  CHECK(table.wait().chance->count == 2);
  const auto events = table.dice({1, 6});
  const auto thrown = of_kind(events, "thrown");
  REQUIRE(thrown.size() == 2);
  // Belos 2, shield 1: intensity 1; belos check 6: 5 or less passes.
  CHECK(thrown[0].at("need") == 6);
  CHECK(thrown[0].at("good") == 0);
  CHECK(thrown[1].at("good") == 1);
  for (const Json& one : thrown) check_rows(one);
  CHECK(fight_of(table, "B1", 0).at("under_belos") == true);
  CHECK(fight_of(table, "B1", 1).at("under_belos") == true);
}

TEST_CASE("stands that find no target of their own join the nearest one", "[hoplomachia][HM-BEL-14][HM-BCK-01]") {
  hoplomachia::State state = in_state(before("toxotes", 3, 6, 1));
  const auto shots = hoplomachia::shots_of(state, {"A1"}, false);
  REQUIRE(shots.size() >= 1);
  int stands = 0;
  for (const auto& shot : shots) stands += shot.stands;
  CHECK(stands == 3);
  // B1 is one lochos of two stands: two targets at most, one of them behind the other and out of sight.
  CHECK(shots.front().stands + static_cast<int>(shots.size()) >= 3);
}

TEST_CASE("a second rank of toxotes adds one and does not shoot", "[hoplomachia][HM-BEL-07][HM-BEL-08]") {
  for (const auto& [type, adds] : {std::pair{"toxotes", 1}, {"sphendonetes", 0}}) {
    Json setup = before("toxotes", 2, 6, 1);
    setup["sides"]["A"]["units"][0] = unit_at("A1", "toxotes", 2, 900, 300);
    if (std::string(type) != "toxotes")
      setup["sides"]["A"]["units"][0] = unit_at("A1", "psiloi", 2, 900, 300), setup["sides"]["A"]["units"][0]["range"] = 8;
    setup["sides"]["A"]["units"][0].erase("at");
    setup["sides"]["A"]["units"][0]["poses"] = {{{"base", "A1.2"}, {"x_mm", 900}, {"y_mm", 290}, {"heading_deg", 90}},
                                                {{"base", "A1.1"}, {"x_mm", 900}, {"y_mm", 270}, {"heading_deg", 90}}};
    hoplomachia::State state = in_state(setup);
    const auto shots = hoplomachia::shots_of(state, {"A1"}, false);
    REQUIRE(shots.size() == 1);
    CHECK(static_cast<int>(shots.front().second_ranks.size()) == adds);
  }
}

TEST_CASE("out of range, out of the arc of 22 degrees, or behind another stand: no target",
          "[hoplomachia][HM-BEL-05][HM-BEL-10][HM-BEL-11][HM-AMB-30]") {
  CHECK(hoplomachia::shots_of(in_state(before("toxotes", 1, 8.2)), {"A1"}, false).empty());
  CHECK(hoplomachia::shots_of(in_state(before("toxotes", 1, 7.9)), {"A1"}, false).size() == 1);
  // 22 degrees from the front corner: at 6" (152.4 mm) the border is 61.6 mm beside it.
  for (const auto& [aside, seen] : {std::pair{55.0, true}, {70.0, false}}) {
    Json setup = before("toxotes", 1, 6, 1);
    setup["sides"]["B"]["units"][0]["at"]["x_mm"] = 900 + 40 + aside;  // its near corner `aside` mm beside the shooter's
    CHECK(hoplomachia::shots_of(in_state(setup), {"A1"}, false).empty() == !seen);
  }
  Json hidden = before("toxotes", 1, 6, 1);
  hidden["sides"]["A"]["units"][1]["at"] = {{"x_mm", 900}, {"y_mm", 380}};
  CHECK(hoplomachia::shots_of(in_state(hidden), {"A1"}, false).empty());
}

TEST_CASE("shooters on a hill shoot over a phalanx that stands still", "[hoplomachia][HM-BEL-12]") {
  Json setup = before("toxotes", 1, 6, 1);
  setup["sides"]["A"]["units"][1]["at"] = {{"x_mm", 900}, {"y_mm", 380}};
  setup["table"]["terrain"] = {
      {{"id", "h"}, {"kind", "gentle_hill"}, {"height_mm", 20}, {"outline_mm", {{800, 200}, {1000, 200}, {1000, 310}, {800, 310}}}}};
  const hoplomachia::State state = in_state(setup);
  CHECK(hoplomachia::shots_of(state, {"A1"}, false).size() == 1);
  hoplomachia::State moved = state;
  moved.units.at({"A2"}).turn.moved = 1_in;
  CHECK(hoplomachia::shots_of(moved, {"A1"}, false).empty());
}

TEST_CASE("an enemy in contact with a friend is no target in the offensive phase", "[hoplomachia][HM-BEL-22][HM-AMB-110]") {
  hoplomachia::State state = in_state(before("toxotes", 1, 6, 1));
  state.units.at({"B1"}).lochoi[0].fight.contacts = {{{{"A2"}, 0}, hoplomachia::Strikes::Front, false}};
  CHECK(hoplomachia::shots_of(state, {"A1"}, false).empty());
}

TEST_CASE("in the defensive phase only chargers are shot at, by who held his fire",
          "[hoplomachia][HM-BEL-18][HM-BEL-19][HM-BEL-21][HM-AMB-16][HM-SEQ-10]") {
  hoplomachia::State state = in_state(before("toxotes", 1, 6, 1));
  state.at.phase = hoplomachia::Phase::DefensiveBelos;
  CHECK_FALSE(hoplomachia::may_shoot(state, {"A1"}).allowed());
  state.units.at({"B1"}).fight.charging = true;
  CHECK(hoplomachia::may_shoot(state, {"A1"}).allowed());
  state.units.at({"A1"}).fight.shot = true;
  CHECK(hoplomachia::may_shoot(state, {"A1"}).reasons.front().rule == "HM-BEL-18");
}

TEST_CASE("intensity of zero or less has no effect, but the phalanx was shot at", "[hoplomachia][HM-BCK-07][HM-BEL-20]") {
  Json setup = before("toxotes", 1, 6, 1);
  setup["sides"]["B"]["units"][0]["belos_shield"] = 2;
  Table table(setup);
  const auto events = table.allowed("A", kShoot);
  CHECK(of_kind(events, "thrown").empty());
  bool marked = false;
  for (const Json& event : of_kind(events, "lochos_fought")) marked = marked || event.at("fight").at("under_belos") == true;
  CHECK(marked);
}

TEST_CASE("the worst reaction of several stands falls on the whole unit", "[hoplomachia][HM-BCK-08][HM-BRX-02][HM-BCH-11]") {
  // Unsteady: a fail at intensity 1 is F, a pass M.
  Json setup = before("toxotes", 2, 6, 2);
  setup["sides"]["B"]["arete"] = 8;
  setup["sides"]["B"]["units"][0]["arrangement"] = "OF";
  Table table(setup);
  table.allowed("A", kShoot);
  table.dice({1, 6});
  CHECK(table.at("/units/B1/arrangement") == "CF");  // HM-BRX-04
}

TEST_CASE("a lochos that routs under missiles is the one result of its taxis", "[hoplomachia][HM-BCK-08][HM-BRX-01][HM-BRX-14]") {
  // One lochos fails and routs, the other one passes with a result of the whole taxis: the worse one counts alone.
  for (const char* milder : {"D", "F", "E", "K"}) {
    Json setup = before("toxotes", 2, 6, 2);
    setup["sides"]["B"]["units"][0]["arrangement"] = "OF";
    Json row{{"pass", {milder, milder, milder, milder}}, {"fail", {"X", "X", "X", "X"}}};
    setup["sides"]["B"]["units"][0]["belos_reactions"] = Json::array({row});
    Table table(setup);
    table.allowed("A", kShoot);
    const auto reacted = of_kind(table.dice({1, 6}), "belos_reacted");
    REQUIRE(reacted.size() == 1);
    CHECK(reacted.front().at("code") == "X");
    int routing = 0;
    for (const std::size_t lochos : {0U, 1U}) {
      const bool routs = lochos_of(table, "B1", lochos).at("fate") == "routing";
      routing += routs ? 1 : 0;
      CHECK(lochos_of(table, "B1", lochos).at("disarrayed") == routs);
    }
    CHECK(routing == 1);
    CHECK(table.at("/units/B1/arrangement") == "OF");
  }
}

TEST_CASE("reactions do what their letters say",
          "[hoplomachia][HM-BRX-03][HM-BRX-04][HM-BRX-11][HM-BRX-12][HM-BRX-13][HM-BRX-14][HM-AMB-41]") {
  const auto react = [](const std::string& code, const std::string& type) {
    Json setup = before("toxotes", 1, 5, 1);
    setup["sides"]["B"]["units"][0] = unit_at("B1", type, 2, 900, 300 + 5 * kInch);
    setup["sides"]["B"]["units"].push_back(unit_at("B2", "hoplite", 2, 300, 1000, true));
    Json row{{"pass", {code, code, code, code}}, {"fail", {code, code, code, code}}};
    setup["sides"]["B"]["units"][0]["belos_reactions"] = Json::array({row});
    setup["sides"]["B"]["units"][0]["belos_shield"] = 0;
    Table table(setup);
    table.allowed("A", kShoot);
    table.dice(std::vector<int>(static_cast<std::size_t>(table.wait().chance->count), 6));
    return table;
  };
  {
    Table maintains = react("M", "hoplite");
    CHECK(lochos_of(maintains, "B1").at("disarrayed") == false);
  }
  {
    Table disarrayed = react("D", "hoplite");
    CHECK(lochos_of(disarrayed, "B1").at("disarrayed") == true);
  }
  {
    Table undisciplined = react("D", "psiloi");
    CHECK(lochos_of(undisciplined, "B1").at("disarrayed") == false);
  }
  {
    Table routed = react("X", "hoplite");
    CHECK(lochos_of(routed, "B1").at("fate") == "routing");
    CHECK(stand_of(routed, "B1").heading == Approx(90));
  }
  {
    Table evades = react("E", "psiloi");
    CHECK(flights_of(evades).at(0).at("mode") == "evade");
    CHECK(stand_of(evades, "B1").heading == Approx(90));
  }
  {
    Table marches = react("E", "hoplite");
    REQUIRE(marches.phase() == "marches");
    // One full move back in B5 of the same turn, still facing the enemy.
    CHECK(stand_of(marches, "B1").y == Approx(300 + 5 * kInch + 10 + 4 * kInch).margin(0.1));
    CHECK(stand_of(marches, "B1").heading == Approx(270));
    CHECK(marches.at("/units/B1/turn/evaded") == true);
  }
}

TEST_CASE("a lochos lost to belos makes its taxis check in the Katastrophe phase and leaves a counter",
          "[hoplomachia][HM-BRX-15][HM-KAT-09][HM-AND-03][HM-DEAD-01][HM-AMB-13]") {
  Json setup = before("toxotes", 1, 5, 2);
  Json row{{"pass", {"X", "X", "X", "X"}}, {"fail", {"X", "X", "X", "X"}}};
  setup["sides"]["B"]["units"][0]["belos_reactions"] = Json::array({row});
  Table table(setup);
  table.allowed("A", kShoot);
  table.dice({6});
  CHECK(dead_of(table).size() == 1);
  const auto events = until(table, "salpinx");
  bool checked = false;
  for (const Json& thrown : of_kind(events, "thrown"))
    checked = checked || (thrown.at("purpose") == "andreia, Katastrophe" && thrown.at("thrower") == "B1");
  CHECK(checked);
}

TEST_CASE("a belos charge goes straight to an inch and throws harder",
          "[hoplomachia][HM-BCH-01][HM-BCH-04][HM-BCH-05][HM-BCH-06][HM-BCH-07][HM-BCH-17]") {
  Table table(belos_charges(before("psiloi", 2, 4)));
  const double y = stand_of(table, "A1").y;
  table.allowed("A", kBelosCharge);
  CHECK(stand_of(table, "A1").y == Approx(y + 3 * kInch).margin(0.02));
  CHECK(fight_of(table, "A1").at("contacts").empty());
  REQUIRE(table.wait().chance->count == 2);
  const auto events = table.dice({1, 1});
  bool charge_row = false;
  const Json thrown = throw_of(events, "HM-BCK-04");
  for (const Json& row : thrown.at("rows")) charge_row = charge_row || row.at("rule") == "HM-BCH-06";
  CHECK(charge_row);
  CHECK(table.wait().rule == "HM-BCH-14");
}

TEST_CASE("after its shots the belos charger falls back facing its target, within what is left of its move",
          "[hoplomachia][HM-BCH-14][HM-AMB-107]") {
  Table table(belos_charges(before("psiloi", 2, 4)));
  table.allowed("A", kBelosCharge);
  table.dice({1, 1});
  const double y = stand_of(table, "A1").y;
  table.choose("back");
  CHECK(stand_of(table, "A1").y == Approx(y - 3 * kInch).margin(0.02));  // NF 6, 3 used
  CHECK(stand_of(table, "A1").heading == Approx(90));
}

TEST_CASE("who may belos charge", "[hoplomachia][HM-BCH-01][HM-BCH-02][HM-BCH-03][HM-BCH-09][HM-AMB-111]") {
  using hoplomachia::may_belos_charge;
  const auto rule = [](const hoplomachia::State& state) {
    const auto verdict = may_belos_charge(state, {"A1"}, {"B1"});
    return verdict.allowed() ? std::string() : verdict.reasons.front().rule;
  };
  CHECK(rule(in_state(belos_charges(before("psiloi", 2, 4)))).empty());
  CHECK(rule(in_state(belos_charges(before("toxotes", 2, 4)))) == "HM-BCH-01");
  hoplomachia::State state = in_state(belos_charges(before("psiloi", 2, 4)));
  state.units.at({"A1"}).fight.shot = true;
  CHECK(rule(state) == "HM-BCH-02");
  Json horse = belos_charges(before("hippeis", 2, 4));
  CHECK(rule(in_state(horse)) == "HM-BCH-03");  // close files
  horse["sides"]["A"]["units"][0]["arrangement"] = "OF";
  CHECK(rule(in_state(horse)).empty());
  CHECK(hoplomachia::belos_charge_move(in_state(horse), {"A1"}) == 7_in);  // OF 8 less 1
  CHECK(rule(in_state(belos_charges(before("psiloi", 2, 7.3)))) == "HM-BCH-05");
}

TEST_CASE("both ranks of an ile count in a belos charge", "[hoplomachia][HM-BCH-08]") {
  Json horse = belos_charges(before("hippeis", 2, 1, 1));
  horse["sides"]["A"]["units"][0]["arrangement"] = "OF";
  horse["sides"]["A"]["units"][0].erase("at");
  horse["sides"]["A"]["units"][0]["poses"] = {{{"base", "A1.1"}, {"x_mm", 900}, {"y_mm", 290}, {"heading_deg", 90}},
                                              {{"base", "A1.2"}, {"x_mm", 900}, {"y_mm", 270}, {"heading_deg", 90}}};
  const auto shots = hoplomachia::shots_of(in_state(horse), {"A1"}, true);
  REQUIRE(shots.size() == 1);
  CHECK(shots.front().second_ranks.size() == 1);
}

TEST_CASE("K sends ekdromoi at the belos charger, a kill removes the stand",
          "[hoplomachia][HM-BRX-10][HM-EKD-01][HM-EKD-04][HM-EKD-05][HM-EKD-07][HM-AMB-79]") {
  Json setup = belos_charges(before("psiloi", 3, 4, 1));
  Json row{{"pass", {"K", "K", "K", "K"}}, {"fail", {"K", "K", "K", "K"}}};
  setup["sides"]["B"]["units"][0]["belos_reactions"] = Json::array({row});
  setup["sides"]["B"]["units"][0]["ekdromoi"] = true;
  Table table(setup);
  table.allowed("A", kBelosCharge);
  table.dice(std::vector<int>(static_cast<std::size_t>(table.wait().chance->count), 1));
  table.choose("stay");
  REQUIRE(table.asked());
  CHECK(table.wait().rule == "HM-EKD-04");
  CHECK(table.wait().who == Viewer::B);
  table.dice({6});
  CHECK(table.wait().rule == "HM-EKD-05");
  const auto events = table.dice({1});
  CHECK(of_kind(events, "lost").size() == 1);
  CHECK(taxis_fight_of(table, "A1").at("katastrophe").size() == 1);  // HM-KAT-10
  CHECK(stand_of(table, "A1", 0).heading == Approx(270));            // HM-BCH-16
}

TEST_CASE("ekdromoi that are killed cost a point of arete and are gone, short ones have no effect",
          "[hoplomachia][HM-EKD-02][HM-EKD-03][HM-EKD-06][HM-EKD-08][HM-EVT-19][HM-EVT-20]") {
  Json setup = belos_charges(before("psiloi", 2, 4, 1));
  setup["sides"]["B"]["units"][0]["ekdromoi"] = true;
  for (const auto& [roll, reaches] : {std::pair{6, true}, {1, false}}) {
    Table table(setup);
    table.allowed("A", kBelosCharge);
    table.dice(std::vector<int>(static_cast<std::size_t>(table.wait().chance->count), 1));
    table.choose("back");  // 4" away: within 6"
    REQUIRE(table.asked());
    REQUIRE(table.wait().rule == "HM-EKD-02");
    table.choose("y");
    table.dice({roll});
    if (!reaches) {
      CHECK(arete_of(table, "b") == 12);
      CHECK(fight_of(table, "B1").at("ekdromoi_sent") == true);
      continue;
    }
    table.dice({6});
    CHECK(arete_of(table, "b") == 11);
    CHECK(fight_of(table, "B1").at("ekdromoi_lost") == true);
  }
}

TEST_CASE("B is answered by a belos charge of its own, after the first one is over", "[hoplomachia][HM-BRX-08][HM-BRX-09]") {
  Json setup = belos_charges(fight_setup(
      Json::array({unit_at("A1", "psiloi", 2, 900, 300), unit_at("A2", "hoplite", 2, 200, 200, true)}),
      Json::array({unit_at("B1", "psiloi", 2, 900, 300 + 4 * kInch), unit_at("B2", "hoplite", 2, 200, 1000, true)}), "offensive_belos"));
  Json row{{"pass", {"B", "B", "B", "B"}}, {"fail", {"B", "B", "B", "B"}}};
  setup["sides"]["B"]["units"][0]["belos_reactions"] = Json::array({row});
  Table table(setup);
  table.allowed("A", kBelosCharge);
  table.dice({1, 1});
  table.choose("back");
  REQUIRE(table.asked());
  CHECK(table.wait().who == Viewer::B);
  CHECK(table.wait().rule == "HM-BCK-04");
  CHECK(taxis_fight_of(table, "B1").at("belos_charged") == true);
}

TEST_CASE("peltastes wear their javelins down, horse and toxotes run out, psiloi never",
          "[hoplomachia][HM-OPT10-01][HM-OPT10-02][HM-OPT10-03][HM-OPT10-04][HM-AMB-43]") {
  using hoplomachia::able_to_belos_charge;
  const auto with = [](const char* type, const char* phase) {
    Json setup = before(type, 2, 4, 2, phase);
    setup["sides"]["A"]["units"][0]["arrangement"] = std::string(type) == "hippeis" ? "OF" : "NF";
    setup["sides"]["A"]["units"].push_back(unit_at("A3", "psiloi", 1, 100, 100));
    setup["options"] = {{"ammunition", true}};
    setup["state"]["at"]["stage"] = 1;
    return in_state(setup);
  };
  hoplomachia::State peltastes = with("peltaste", "offensive_belos");
  CHECK(hoplomachia::belos_number(peltastes, {"A1"}, true) == 3);
  peltastes.units.at({"A1"}).fight.belos_charges = 3;
  CHECK(hoplomachia::belos_number(peltastes, {"A1"}, true) == 2);
  CHECK(able_to_belos_charge(peltastes, {"A1"}).allowed());
  hoplomachia::State horse = with("hippeis", "offensive_belos");
  horse.units.at({"A1"}).fight.belos_charges = 1;
  CHECK(able_to_belos_charge(horse, {"A1"}).allowed());
  horse.units.at({"A1"}).fight.belos_charges = 2;
  CHECK(able_to_belos_charge(horse, {"A1"}).reasons.front().rule == "HM-OPT10-01");
  hoplomachia::State psiloi = with("psiloi", "offensive_belos");
  psiloi.units.at({"A1"}).fight.belos_charges = 40;
  CHECK(able_to_belos_charge(psiloi, {"A1"}).allowed());
  hoplomachia::State toxotes = with("toxotes", "offensive_belos");
  toxotes.units.at({"A1"}).fight.shots = 12;
  CHECK(hoplomachia::may_shoot(toxotes, {"A1"}).reasons.front().rule == "HM-OPT10-04");
}

TEST_CASE("a belos charge told by where its stands are put goes for somebody straight ahead too", "[hoplomachia][HM-BCH-04]") {
  const auto said = [](const char* target, double x, double y) {
    Json setup = fight_setup(Json::array({unit_at("A1", "psiloi", 1, 900, 300), unit_at("A2", "hoplite", 2, 200, 200, true)}),
                             Json::array({unit_at("B1", "hoplite", 2, 1000, 330), unit_at("B3", "hoplite", 2, 900, 300 + 4 * kInch, true)}),
                             "offensive_belos");
    setup["state"]["at"]["stage"] = 1;
    Table table(setup);
    const engine::Outcome outcome =
        table.say("A", {{"do", "belos_charge"},
                        {"unit", "A1"},
                        {"target", target},
                        {"poses", Json::array({{{"base", "A1.1"}, {"x_mm", x}, {"y_mm", y}, {"heading_deg", 90}}})}});
    if (!outcome.verdict.allowed()) return outcome.verdict.reasons.front().rule;
    const engine::Reason& moved = outcome.verdict.reasons.back();  // how far it went, and how far it may
    CHECK(moved.rule == "HM-BCH-05");
    CHECK(moved.value.value_or(0) > 2);
    CHECK(moved.limit.value_or(0) >= moved.value.value_or(0));
    return std::string("allowed");
  };
  CHECK(said("B3", 900, 290 + 3 * kInch) == "allowed");
  CHECK(said("B1", 955, 330) == "HM-BCH-04");  // beside it
}

}  // namespace belos_tests
