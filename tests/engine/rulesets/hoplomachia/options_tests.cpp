/// The optional rules that bring something on the table or change a roll: 4, 6, 7, 10, 12, and what their switches leave alone.
#include "engine/core/asks.hpp"
#include "engine/core/events.hpp"
#include "engine/rulesets/hoplomachia/topics/epilektoi.hpp"
#include "engine/rulesets/hoplomachia/topics/movement.hpp"
#include "engine/rulesets/hoplomachia/topics/orders.hpp"
#include "engine/rulesets/hoplomachia/topics/sallying.hpp"
#include "engine/rulesets/hoplomachia/topics/shooting.hpp"
#include "tests/engine/rulesets/hoplomachia/signals_support.hpp"

namespace options_tests {

using namespace polemarch;
using namespace polemarch::test::hoplomachia_room;
using hoplomachia::EkdromoiResult;
using hoplomachia::State;
using hoplomachia::TroopClass;
using test::hoplomachia_room::Table;

namespace {

/// A1, A2 and B1 of hoplites, far apart, before the first signals.
Json two_and_one() {
  return small_setup(Json::array({unit_at("A1", "hoplite", 4, 500, 280, true), unit_at("A2", "hoplite", 4, 1100, 280)}),
                     Json::array({unit_at("B1", "hoplite", 4, 900, 1100, true)}));
}
/// Spartans whose ekdromoi are stands of their own, before the first signals.
Json spartans() {
  Json setup = two_and_one();
  setup["options"] = {{"lakonian_ekdromoi", true}};
  for (Json& unit : setup["sides"]["A"]["units"]) unit["nation"] = "Spartan";
  return setup;
}
bool is_out(Table& table, const std::string& unit) {
  const Json state = table.state();
  if (!state.at("units").contains(unit)) return false;
  return state.at("units").at(unit).at("lochoi").at(0).value("fate", "sound") == "sound";
}

}  // namespace

TEST_CASE("every optional rule is a switch that is off", "[hoplomachia][HM-OPT-00][HM-OPT5-01]") {
  const hoplomachia::Options options;
  for (const bool on : {options.competitive_sequence, options.inclining, options.countermarch, options.unit_signal,
                        options.ekdromoi_signals, options.lakonian_ekdromoi, options.epilektoi, options.nemesis, options.scythed_chariots,
                        options.ammunition, options.weak_missiles, options.interactive_ekdromoi})
    CHECK_FALSE(on);
  Table table(two_and_one());
  CHECK(table.refused("A", signals_order("release_ekdromoi")) == "HM-OPT5-01");
  Json setup = two_and_one();
  setup["options"] = {{"ekdromoi_signals", true}};
  Table with(setup);
  heard(with, "release_ekdromoi");
  CHECK(with.at("/armies/a/standing") == "release_ekdromoi");
}

TEST_CASE("a signal written down before the battle speaks to the named units alone", "[hoplomachia][HM-OPT4-01][HM-OPT4-02]") {
  Json setup = two_and_one();
  setup["options"] = {{"unit_signal", true}};
  Json off_table = setup;
  for (Json& unit : off_table["sides"]["B"]["units"]) unit.erase("at");  // the deployment is not done yet
  const Json written{{"do", "unit_signal"}, {"order", "march"}, {"units", {"A2"}}};
  {
    Table late(setup);
    CHECK_FALSE(late.say("A", written).verdict.allowed());  // the battle has begun
  }
  Table table(off_table);
  REQUIRE(table.phase() == "deployment");
  CHECK(table.refused("A", {{"do", "unit_signal"}, {"order", "release_ekdromoi"}, {"units", {"A2"}}}) == "HM-OPT4-02");
  table.allowed("A", written);
  CHECK(table.refused("A", written) == "HM-OPT4-01");
  // The enemy does not know what it is.
  CHECK(table.battle().state_text(Viewer::B).find("\"units\":[\"A2\"]") == std::string::npos);
  CHECK(table.battle().state_text(Viewer::A).find("\"units\":[\"A2\"]") != std::string::npos);
  table.allowed("B", {{"do", "place"},
                      {"unit", "B1"},
                      {"poses", Json::array({{{"base", "B1.1"}, {"x_mm", 880}, {"y_mm", 1110}, {"heading_deg", 270}},
                                             {{"base", "B1.2"}, {"x_mm", 840}, {"y_mm", 1110}, {"heading_deg", 270}},
                                             {{"base", "B1.3"}, {"x_mm", 880}, {"y_mm", 1130}, {"heading_deg", 270}},
                                             {{"base", "B1.4"}, {"x_mm", 840}, {"y_mm", 1130}, {"heading_deg", 270}}})}});
  table.allowed("B", {{"do", "ready"}});
  heard(table, "march");
  CHECK(table.at("/units/A2/order/type") == "march");
  CHECK(table.at("/units/A1/order/source") == "none");
}

TEST_CASE("the stance of a strategos is tested only where the signal speaks to his, and who turns away takes all of his with him",
          "[hoplomachia][HM-OPT4-02][HM-STANCE-04][HM-STANCE-08]") {
  for (const char* named : {"A1", "A2"}) {
    CAPTURE(named);
    Json setup = two_and_one();
    setup["options"] = {{"unit_signal", true}};
    setup["sides"]["A"]["units"][0].erase("strategos");
    setup["sides"]["A"]["units"].push_back(unit_at("A3", "hoplite", 4, 1400, 280));
    for (const std::size_t i : {1, 2}) setup["sides"]["A"]["units"][i]["nation"] = "Argive";
    setup["sides"]["A"]["strategoi"] = {
        {{"strategos", "Nikias"}, {"hegemon", true}, {"character", "crafty"}, {"stance", "philos"}, {"unit", "A1"}},
        {{"strategos", "Argos"}, {"nation", "Argive"}, {"character", "promachos"}, {"stance", "automolos"}, {"unit", "A2"}}};
    setup["state"]["armies"]["a"]["unit_signal"] = {
        {"secret", "a.unit_signal"}, {"owner", "A"}, {"range", "a signal"}, {"value", {{"order", "march"}, {"units", {named}}}}};
    Table table(setup);
    heard(table, "march");
    const bool tested = table.asked() && table.wait().rule == "HM-STANCE-04";
    CHECK(tested == (named == std::string("A2")));
    if (tested) table.dice({6, 6});
    CHECK(table.at("/units/A2/order/source") == (tested ? "salpinx" : "none"));
    CHECK(table.at("/units/A3/order/source") == (tested ? "salpinx" : "none"));
    if (tested) CHECK(table.at("/units/A3/order/type") == "withdrawal");
  }
}

TEST_CASE("in an Ambush the ambushers alone write a signal down", "[hoplomachia][HM-OPT4-01]") {
  Json setup = two_and_one();
  setup["options"] = {{"unit_signal", true}};
  setup["battle"]["start"] = "ambush";
  setup["battle"]["type"] = "C";
  setup["battle"].erase("deployment");
  for (const char* side : {"A", "B"})
    for (Json& unit : setup["sides"][side]["units"]) unit.erase("at");
  Table table(setup);
  REQUIRE(table.phase() == "deployment");
  CHECK(table.refused("A", {{"do", "unit_signal"}, {"order", "march"}, {"units", {"A2"}}}) == "HM-OPT4-01");
  table.allowed("B", {{"do", "unit_signal"}, {"order", "march"}, {"units", {"B1"}}});
}

TEST_CASE("Release sends a psiloi stand out of every Lakonian lochos, Recall takes it back",
          "[hoplomachia][HM-OPT6-01][HM-OPT6-02][HM-OPT6-03]") {
  Table table(spartans());
  heard(table, "release_ekdromoi");
  for (const char* unit : {"A1-ekdromoi-1", "A1-ekdromoi-2", "A2-ekdromoi-1", "A2-ekdromoi-2"}) CHECK(is_out(table, unit));
  const Json out = table.at("/units/A1-ekdromoi-1");
  CHECK(out.at("arrangement") == "NF");
  CHECK(out.at("troop") == "psiloi");
  CHECK(stand_of(table, "A1-ekdromoi-1").y == Approx(stand_of(table, "A1").y + 20));
  CHECK(table.at("/cards/lakonian-ekdromoi/mov_nf") == 6);
  CHECK_FALSE(table.at("/cards/lakonian-ekdromoi").contains("belos"));
  until(table, "marches");
  table.allowed("A", {{"do", "move"}, {"unit", "A2-ekdromoi-1"}, {"legs", {{{"ahead_in", 6}}}}});
  until(table, "salpinx");
  CHECK(is_out(table, "A1-ekdromoi-1"));  // until recalled
  heard(table, "recall_ekdromoi");
  for (const char* unit : {"A1-ekdromoi-1", "A2-ekdromoi-1"}) CHECK_FALSE(is_out(table, unit));
  CHECK(of_kind({}, "lost").empty());
  CHECK(arete_of(table, "a") == 12);
  until(table, "salpinx");
  heard(table, "release_ekdromoi");  // none was killed: they go out again
  CHECK(is_out(table, "A1-ekdromoi-1"));
}

TEST_CASE("only lochoi of the Lakonian kind send stands out", "[hoplomachia][HM-OPT6-01]") {
  Json setup = spartans();
  setup["sides"]["A"]["units"][1]["nation"] = "Athenian";
  Table table(setup);
  heard(table, "release_ekdromoi");
  CHECK(is_out(table, "A1-ekdromoi-1"));
  CHECK_FALSE(is_out(table, "A2-ekdromoi-1"));
}

TEST_CASE("Lakonian ekdromoi read the chart one lower against peltastes and hippeis, psiloi kill them on a six",
          "[hoplomachia][HM-OPT6-04][HM-OPT6-06][HM-AMB-40]") {
  hoplomachia::Charts charts;
  using enum EkdromoiResult;
  for (const char* row : {"peltaste", "hippeis", "psiloi", "toxotes"})
    charts.ekdromoi[row] = {TormentorKilled, NoEffect, NoEffect, NoEffect, NoEffect, EkdromoiKilled};
  CHECK(hoplomachia::ekdromoi_result(charts, TroopClass::Peltaste, 2, false) == NoEffect);
  CHECK(hoplomachia::ekdromoi_result(charts, TroopClass::Peltaste, 2, true) == TormentorKilled);
  CHECK(hoplomachia::ekdromoi_result(charts, TroopClass::Hippeis, 6, true) == NoEffect);
  CHECK(hoplomachia::ekdromoi_result(charts, TroopClass::Toxotes, 2, true) == NoEffect);
  CHECK(hoplomachia::ekdromoi_result(charts, TroopClass::Psiloi, 6, true) == EkdromoiKilled);
  CHECK(hoplomachia::ekdromoi_result(charts, TroopClass::Psiloi, 2, true) == NoEffect);
  charts.ekdromoi["psiloi"] = {};  // whatever the cell says
  CHECK(hoplomachia::ekdromoi_result(charts, TroopClass::Psiloi, 6, true) == EkdromoiKilled);
  CHECK(hoplomachia::ekdromoi_result(charts, TroopClass::Psiloi, 6, false) == NoEffect);
  CHECK_FALSE(hoplomachia::ekdromoi_result(charts, TroopClass::Baggage, 1, true));
}

TEST_CASE("ekdromoi out on the table charge lights alone, and two arete are lost with them", "[hoplomachia][HM-OPT6-04][HM-OPT6-05]") {
  for (const auto& [die, killed] : {std::pair{2, true}, {6, false}}) {
    Json setup = spartans();
    setup["sides"]["B"]["units"].push_back(unit_at("B2", "peltaste", 1, 520, 280 + 5 * kInch));
    setup["sides"]["B"]["units"].push_back(unit_at("B3", "hoplite", 2, 1100 + 20, 280 + 4 * kInch));
    Table table(setup);
    heard(table, "release_ekdromoi");
    REQUIRE(is_out(table, "A1-ekdromoi-1"));
    std::vector<Json> events;
    for (int i = 0; i < 40 && table.phase() != "epidromos"; ++i) one_on(table, events, {});
    REQUIRE(table.phase() == "epidromos");
    CHECK(table.refused("A", {{"do", "charge"}, {"unit", "A2-ekdromoi-1"}}) == "HM-OPT6-04");
    table.allowed("A", {{"do", "charge"}, {"unit", "A1-ekdromoi-1"}});
    REQUIRE(table.wait().rule == "HM-OPT6-04");
    table.dice({die});  // 2 reads 1: killed; 6 reads 5: nothing
    CHECK((lochos_of(table, "B2").at("fate") == "gone") == killed);
    CHECK(arete_of(table, "a") == 12);
  }
  // Killed by psiloi on a six.
  Json setup = spartans();
  setup["sides"]["B"]["units"].push_back(unit_at("B2", "psiloi", 1, 520, 280 + 5 * kInch));
  Table table(setup);
  heard(table, "release_ekdromoi");
  std::vector<Json> events;
  for (int i = 0; i < 40 && table.phase() != "epidromos"; ++i) one_on(table, events, {});
  table.allowed("A", {{"do", "charge"}, {"unit", "A1-ekdromoi-1"}});
  table.dice({6});
  CHECK_FALSE(is_out(table, "A1-ekdromoi-1"));
  CHECK(arete_of(table, "a") == 10);
  CHECK(fight_of(table, "A1", 0).at("ekdromoi_lost") == true);
  until(table, "salpinx");
  heard(table, "release_ekdromoi");
  CHECK_FALSE(is_out(table, "A1-ekdromoi-1"));  // not replaced
}

TEST_CASE("ekdromoi out on the table reach whom their whole move reaches, and stop an inch short",
          "[hoplomachia][HM-OPT6-03][HM-OPT6-04]") {
  for (const double inches : {5.9, 6.1}) {
    CAPTURE(inches);
    Json setup = spartans();
    // Their stand's front lies a depth before the lochos's front line.
    setup["sides"]["B"]["units"].push_back(unit_at("B2", "toxotes", 1, 520, 280 + 20 + inches * kInch));
    Table table(setup);
    heard(table, "release_ekdromoi");
    std::vector<Json> events;
    for (int i = 0; i < 40 && table.phase() != "epidromos" && table.phase() != "marches"; ++i) one_on(table, events, {});
    const bool reached = table.say("A", {{"do", "charge"}, {"unit", "A1-ekdromoi-1"}}).verdict.allowed();
    CHECK(reached == (inches < 6));
    if (reached) CHECK(stand_of(table, "A1-ekdromoi-1").y == Approx(280 + 10 + (inches - 1) * kInch).margin(0.1));
  }
}

namespace {

/// A1 with epilektoi in its right lochos charges B1.
Json with_epilektoi(std::vector<int> where) {
  Json setup = fight_setup(Json::array({unit_at("A1", "hoplite", 4, 900, 300, true)}),
                           Json::array({unit_at("B1", "hoplite", 4, 900, 300 + 5 * kInch, true)}), "epidromos");
  setup["options"] = {{"epilektoi", true}};
  setup["sides"]["A"]["units"][0]["epilektoi"] = where;
  charge_order(setup, "A1");
  return setup;
}
Json epilektoi(int lochos, int by) { return {{"do", "epilektoi"}, {"unit", "A1"}, {"lochos", lochos}, {"add", by}}; }

}  // namespace

TEST_CASE("epilektoi change a roll of their unit by one, before it is thrown and once a turn",
          "[hoplomachia][HM-OPT7-01][HM-OPT7-02][HM-OPT7-04]") {
  Table table(with_epilektoi({0}));
  CHECK(table.refused("A", epilektoi(0, -1)) == "HM-OPT7-02");  // nothing is asked for
  table.allowed("A", {{"do", "charge"}, {"unit", "A1"}});
  REQUIRE(table.wait().rule == "HM-AND-15");
  CHECK(table.refused("A", epilektoi(1, -1)) == "HM-OPT7-04");
  CHECK_FALSE(table.say("A", epilektoi(0, 2)).verdict.allowed());
  for (const auto& window : table.battle().windows(Viewer::Umpire)) CHECK(window.text == "change the roll of A1 by its epilektoi");
  CHECK(table.battle().windows(Viewer::Umpire).size() == 1);
  table.allowed("A", epilektoi(0, -1));
  const Json thrown = throw_of(table.dice({5, 4}), "HM-AND-15");  // 9 less 1 against 8
  CHECK(thrown.at("good") == 1);
  CHECK(thrown.at("need") == 9);
  check_rows(thrown);
  REQUIRE(table.wait().rule == "HM-EPI-16");
  CHECK(table.refused("A", epilektoi(0, 1)) == "HM-OPT7-01");  // once a turn
}

TEST_CASE("of several epilektoi of a taxis one may, unless the whole taxis rolls", "[hoplomachia][HM-OPT7-03]") {
  Table table(with_epilektoi({0, 1}));
  table.allowed("A", {{"do", "charge"}, {"unit", "A1"}});
  table.allowed("A", epilektoi(0, -1));
  table.allowed("A", epilektoi(1, -1));  // the taxis's own check: both
  CHECK(throw_of(table.dice({5, 5}), "HM-AND-15").at("need") == 10);
  // One lochos's roll: its own epilektoi alone, and not after others of the taxis.
  State state = in_state(with_epilektoi({0, 1}));
  hoplomachia::AndreiaCheck check{.unit = {"A1"}, .lochos = 1, .line = hoplomachia::AndreiaLine::Melee};
  const auto roll = hoplomachia::roll_of(state, check);
  REQUIRE(roll);
  CHECK(roll->lochos == 1);
  state.agenda.lanes.clear();
  auto opened = engine::open_step(state.agenda, 0, hoplomachia::Step(check), {engine::ask_dice(Side::A, "HM-AND-15", "?", 2)});
  engine::apply(state.agenda, opened);
  CHECK(hoplomachia::may_use_epilektoi(state, {{"A1"}, 1}).allowed());
  CHECK(hoplomachia::may_use_epilektoi(state, {{"A1"}, 0}).reasons.front().rule == "HM-OPT7-03");
  state.units.at({"A1"}).lochoi[0].fight.epilektoi_in = state.at.turn;
  CHECK(hoplomachia::may_use_epilektoi(state, {{"A1"}, 1}).reasons.front().rule == "HM-OPT7-03");
}

TEST_CASE("without optional rule 7 epilektoi are hoplites like others", "[hoplomachia][HM-OPT7-01]") {
  Json setup = with_epilektoi({0});
  setup.erase("options");
  Table table(setup);
  table.allowed("A", {{"do", "charge"}, {"unit", "A1"}});
  CHECK(table.refused("A", epilektoi(0, -1)) == "HM-OPT7-01");
}

TEST_CASE("peltastes defending works or terrain shoot at their own strength, sphendonetes never run out",
          "[hoplomachia][HM-OPT10-05][HM-OPT10-06]") {
  Json setup =
      fight_setup(Json::array({unit_at("A1", "peltaste", 2, 900, 300), unit_at("A2", "sphendonetes", 2, 600, 300),
                               unit_at("A3", "psiloi", 1, 300, 100), unit_at("A4", "hoplite", 2, 200, 200, true)}),
                  Json::array({unit_at("B1", "hoplite", 4, 900, 300 + 2 * kInch, true), unit_at("B2", "hoplite", 4, 600, 300 + 6 * kInch)}),
                  "offensive_belos");
  setup["options"] = {{"ammunition", true}};
  State state = in_state(setup);
  state.units.at({"A1"}).fight.belos_charges = 3;
  CHECK(hoplomachia::belos_number(state, {"A1"}, true) == 2);   // psiloi strength
  CHECK(hoplomachia::belos_number(state, {"A1"}, false) == 3);  // shooting
  state.units.at({"A2"}).fight.shots = 40;
  CHECK(hoplomachia::may_shoot(state, {"A2"}).allowed());
}

TEST_CASE("inclining raises the drift to an inch for those who know how, and replaces it", "[hoplomachia][HM-OPT2-01][HM-AMB-112]") {
  for (const auto& [nation, may] : {std::pair{"Theban", true}, {"Athenian", false}}) {
    for (const int taxeis : {1, 3}) {  // 3 lochoi, or 9 that drift
      Json units = Json::array();
      for (int i = 0; i < taxeis; ++i) {
        units.push_back(unit_at("A" + std::to_string(i + 1), "hoplite", 6, 500 + 120 * i, 280, i == 0));
        units.back()["nation"] = nation;
      }
      Json setup = small_setup(units, Json::array({unit_at("B1", "hoplite", 2, 900, 1190, true)}));
      setup["options"] = {{"inclining", true}};
      State state = in_state(setup);
      for (auto& [id, unit] : state.units) {
        unit.mode = hoplomachia::Mode::Approach;
        unit.order = {hoplomachia::OrderType::BeginApproach, hoplomachia::OrderSource::Salpinx, 1, false};
      }
      const hoplomachia::MoveUnit move{{"A1"}, {{.ahead = 4_in}, {.right = 1_in}}, {}, {}};
      const auto course = hoplomachia::course_of(state, move);
      CHECK(course.against.empty() == may);
      if (!may) continue;
      const double before = state.units.at({"A1"}).lochoi[0].stands[0].at.pose.x.mm();
      for (const auto& placed : course.poses.at({"A1"}))
        if (placed.base == state.units.at({"A1"}).lochoi[0].stands[0].base)
          CHECK(placed.at.pose.x.mm() == Approx(before + kInch).margin(0.01));
    }
  }
}

}  // namespace options_tests
