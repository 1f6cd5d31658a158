/// What checks and missiles make of a unit, codes one by one; who may still move; ekdromoi in their order.
#include "engine/rulesets/hoplomachia/topics/charging.hpp"
#include "engine/rulesets/hoplomachia/topics/movement.hpp"
#include "engine/rulesets/hoplomachia/topics/sequence.hpp"
#include "engine/rulesets/hoplomachia/topics/shooting.hpp"
#include "tests/engine/rulesets/hoplomachia/fight_support.hpp"

namespace reactions_tests {

using namespace polemarch;
using namespace polemarch::test::hoplomachia_room;
using hoplomachia::Mode;
using hoplomachia::OrderSource;
using hoplomachia::OrderType;
using hoplomachia::State;
using test::hoplomachia_room::Table;

namespace {

/// Every line of the check says this, pass or fail.
Json line_of_codes(const std::string& code) { return {{"pass", code}, {"fail", {code, code, code, code}}}; }
Json chart_of_codes(const std::string& code) {
  Json chart;
  for (const char* line : {"recovering", "charging", "melee", "katastrophe"}) chart[line] = line_of_codes(code);
  return chart;
}
/// Every belos check says this.
Json reactions_of(const std::string& code) {
  return Json::array({{{"pass", {code, code, code, code}}, {"fail", {code, code, code, code}}}});
}

/// A1 under Charge before B1 of that type, five inches off; the chart of one of them says `code` whatever is thrown.
Json charge_with(const std::string& who, const std::string& code, const std::string& target = "hoplite") {
  Json setup =
      fight_setup(Json::array({unit_at("A1", "hoplite", 2, 900, 300, true)}),
                  Json::array({unit_at("B1", target, 2, 900, 300 + 5 * kInch), unit_at("B2", "hoplite", 2, 200, 1100, true)}), "epidromos");
  setup["sides"][who == "A1" ? "A" : "B"]["units"][0]["andreia_chart"] = chart_of_codes(code);
  charge_order(setup, "A1");
  return setup;
}
const Json kChargeA1{{"do", "charge"}, {"unit", "A1"}};

Json shot_at(const std::string& reaction, const std::string& target = "hoplite", int stage = 0, double inches_apart = 3) {
  Json setup =
      fight_setup(Json::array({unit_at("A1", stage == 0 ? "toxotes" : "psiloi", 1, 900, 300), unit_at("A2", "hoplite", 2, 200, 200, true)}),
                  Json::array({unit_at("B1", target, 2, 900, 300 + inches_apart * kInch), unit_at("B2", "hoplite", 2, 200, 1100, true)}),
                  "offensive_belos");
  setup["state"]["at"]["stage"] = stage;
  setup["sides"]["B"]["units"][0]["belos_reactions"] = reactions_of(reaction);
  return setup;
}
void shoot(Table& table) {
  table.allowed("A", {{"do", "shoot"}, {"unit", "A1"}});
  table.dice(std::vector<int>(static_cast<std::size_t>(table.wait().chance->count), 6));
}

}  // namespace

TEST_CASE("the charger's code: C charges, M and H do not, E counts as Halt, D disarrays, X routs at once",
          "[hoplomachia][HM-AND-28][HM-AND-30][HM-AND-33][HM-AMB-11][HM-DIS-09]") {
  for (const std::string code : {"C", "M", "H", "E", "D", "X"}) {
    CAPTURE(code);
    Table table(charge_with("A1", code));
    table.allowed("A", kChargeA1);
    table.dice({3, 3});
    const bool charges = table.asked() && table.wait().rule == "HM-EPI-16";
    CHECK(charges == (code == "C"));
    if (code == "E" || code == "H") CHECK(table.at("/units/A1/mode") == "halt");
    if (code == "E") CHECK(flights_of(table).empty());
    if (code == "D") CHECK(lochos_of(table, "A1").at("disarrayed") == true);
    if (code == "X") {
      REQUIRE(table.asked());
      CHECK(table.wait().rule == "HM-ROUT-02");  // it moves in this phase
    }
  }
}

TEST_CASE("the target's code: lights evade, hoplites told to evade receive the charge and march back later, M leaves the action",
          "[hoplomachia][HM-AND-25][HM-AND-31][HM-AMB-12]") {
  const auto answered = [](const std::string& code, const std::string& type) {
    auto table = std::make_unique<Table>(charge_with("B1", code, type));
    table->allowed("A", kChargeA1);
    table->dice({2, 2});
    table->dice({3});
    if (table->asked() && table->wait().rule == "HM-AND-15") table->dice({3, 3});
    return table;
  };
  {
    const auto lights = answered("E", "psiloi");  // may not answer hoplites: no check either
    CHECK(flights_of(*lights).at(0).at("mode") == "evade");
  }
  {
    const auto hoplites = answered("E", "hoplite");
    CHECK(flights_of(*hoplites).empty());
    CHECK(fight_of(*hoplites, "B1").at("engaged") == "epidromos");
    CHECK(stand_of(*hoplites, "B1").y == Approx(310 + 5 * kInch));  // charged meanwhile, it receives the charge
  }
  {
    const auto maintains = answered("M", "hoplite");
    CHECK_FALSE(maintains->state().at("at").value("reacted", Json::array()).dump().find("B1") != std::string::npos);
  }
}

TEST_CASE("R of who is charged: it halts in the files its owner likes and receives the charge", "[hoplomachia][HM-AND-26][HM-AMB-77]") {
  for (const auto& [key, files] : {std::pair{"o", "OF"}, {"c", "CF"}}) {
    Json setup = charge_with("B1", "R");
    setup["state"]["units"]["B1"]["mode"] = "march";
    Table table(setup);
    auto events = table.allowed("A", kChargeA1);
    for (int i = 0; i < 12 && table.asked(); ++i)
      if (!one_on(table, events, {{"HM-AND-15", {1, 1}}, {"HM-EPI-16", {6}}}, {{"HM-AND-26", key}})) break;
    CHECK(table.at("/units/B1/arrangement") == files);
    CHECK(table.at("/units/B1/mode") == "halt");
    CHECK(fight_of(table, "B1").at("contacts").size() == 1);
    CHECK(stand_of(table, "B1").y == Approx(310 + 5 * kInch));
  }
}

TEST_CASE("C on a target that may not charge receives the charge standing", "[hoplomachia][HM-AMB-78]") {
  Json setup = charge_with("B1", "C");
  setup["sides"]["B"]["units"][0]["at"]["heading_deg"] = 90;  // it looks away
  Table table(setup);
  table.allowed("A", kChargeA1);
  table.dice({2, 2});
  table.dice({3});
  table.dice({3, 3});
  CHECK(stand_of(table, "B1").y == Approx(290 + 5 * kInch));  // it stays
  CHECK(table.at("/units/B1/mode") == "halt");
}

TEST_CASE("P on the Recovering line pursues on", "[hoplomachia][HM-AND-27][HM-SEQ-06][HM-AMB-76]") {
  for (const auto& [code, pursues] : {std::pair{"P", true}, {"R", false}}) {
    Json setup = fight_setup(Json::array({unit_at("A1", "psiloi", 1, 900, 300), unit_at("A2", "hoplite", 2, 200, 200, true)}),
                             Json::array({unit_at("B1", "hoplite", 2, 900, 600, true)}), "automatic");
    setup["state"]["at"]["stage"] = 1;
    setup["sides"]["B"]["units"][0]["andreia_chart"] = chart_of_codes(code);
    setup["state"]["fight"]["flights"] = Json::array(
        {{{"id", 1},
          {"mode", "rout"},
          {"unit", "A1"},
          {"lochoi", {0}},
          {"foe", "B1"},
          {"away", 270},
          {"since", 1},
          {"moves", 1},
          {"moved_in", 3}},
         {{"id", 2}, {"mode", "pursue"}, {"unit", "B1"}, {"lochoi", {0}}, {"foe", "A1"}, {"since", 1}, {"moves", 1}, {"moved_in", 2}}});
    setup["state"]["units"]["B1"]["mode"] = "pursue";
    Table table(setup);
    REQUIRE(table.wait().rule == "HM-PUR-06");
    table.choose("y");
    table.dice({3, 3});
    CHECK((table.asked() && table.wait().rule == "HM-PUR-02") == pursues);
  }
}

TEST_CASE("F takes close files at once, as movement, a disarrayed unit cannot", "[hoplomachia][HM-ARR-09][HM-BRX-04][HM-AMB-124]") {
  for (const bool disarrayed : {false, true}) {
    Json setup = shot_at("F");
    setup["sides"]["B"]["units"][0]["arrangement"] = "OF";
    if (disarrayed) {
      Json lochoi = Table(setup).at("/units/B1/lochoi");
      for (Json& lochos : lochoi) lochos["disarrayed"] = true;
      setup["state"]["units"]["B1"]["lochoi"] = lochoi;
    }
    Table table(setup);
    shoot(table);
    CHECK(table.at("/units/B1/arrangement") == (disarrayed ? "OF" : "CF"));
    if (!disarrayed) CHECK(table.at("/units/B1/turn/moved").get<double>() == Approx(kInch));
  }
}

TEST_CASE("close files taken under missiles count for the ground they are taken on", "[hoplomachia][HM-ARR-09][HM-TER-05]") {
  for (const char* second : {"farmland", "road"}) {
    Json setup = shot_at("F");
    setup["sides"]["B"]["units"][0]["arrangement"] = "OF";
    const auto piece = [](const char* id, const char* kind) {
      return Json{{"id", id}, {"kind", kind}, {"outline_mm", {{800, 370}, {1000, 370}, {1000, 460}, {800, 460}}}};
    };
    setup["table"]["terrain"] = Json::array({piece("b", "broken"), piece("s", second)});
    Table table(setup);
    shoot(table);
    CHECK(table.at("/units/B1/arrangement") == "CF");
    CHECK(lochos_of(table, "B1").at("disarrayed") == (std::string(second) == "farmland"));  // 3 and 2 against 4
  }
}

TEST_CASE("D of a belos check disarrays, missiles take no stand off the table", "[hoplomachia][HM-DIS-04][HM-BEL-04]") {
  for (const char* code : {"D", "X", "F", "E"}) {
    Table table(shot_at(code));
    const auto before = table.battle().places().size();
    shoot(table);
    CHECK(lochos_of(table, "B1").at("disarrayed") == (std::string(code) == "D" || std::string(code) == "X"));
    int on = 0;
    for (const auto& place : table.battle().places()) on += place.on_table ? 1 : 0;
    CHECK(on == static_cast<int>(before));
  }
}

TEST_CASE("C: it must charge if it may, else belos charge, else D for the disciplined and nothing for others",
          "[hoplomachia][HM-BRX-05][HM-BRX-06][HM-BRX-07][HM-AMB-42][HM-AMB-69]") {
  {
    Table table(shot_at("C"));  // hoplites with the toxotes three inches before them
    shoot(table);
    CHECK(taxis_fight_of(table, "B1").value("must_charge", false));
  }
  {
    Table far(shot_at("C", "hoplite", 0, 8));  // hoplites turned away have nobody to charge
    Json setup = shot_at("C", "hoplite", 0, 7);
    setup["sides"]["B"]["units"][0]["at"]["heading_deg"] = 90;
    Table away(setup);
    shoot(away);
    CHECK_FALSE(taxis_fight_of(away, "B1").value("must_charge", false));
    CHECK(lochos_of(away, "B1").at("disarrayed") == true);
  }
  {
    Json setup = shot_at("C", "psiloi", 0, 3);
    setup["sides"]["A"]["units"][0]["type"] = "hoplite";  // who shoots are hoplites: psiloi may not charge close files
    setup["sides"]["A"]["units"][0]["bases"] = 2;
    setup["sides"]["A"]["units"][0]["belos"] = 2, setup["sides"]["A"]["units"][0]["range"] = 8;
    Table table(setup);
    shoot(table);
    CHECK_FALSE(taxis_fight_of(table, "B1").value("must_charge", false));
    CHECK(taxis_fight_of(table, "B1").at("belos_charged") == true);  // with the belos charges that follow
  }
  {
    Json setup = shot_at("B", "psiloi", 0, 3);
    setup["state"]["units"]["B1"]["fight"] = {{"belos_charged", true}};  // made one already: D or nothing
    Table table(setup);
    shoot(table);
    CHECK(taxis_fight_of(table, "B1").value("must_belos", std::string()).empty());
    CHECK(lochos_of(table, "B1").at("disarrayed") == false);
  }
}

TEST_CASE("who will rout or evade is turned about at once and does nothing more", "[hoplomachia][HM-BCH-10][HM-AMB-41][HM-MOVE-03]") {
  Json setup = shot_at("E", "psiloi");
  setup["state"]["units"]["B1"]["order"] = {{"type", "forward_psiloi"}, {"source", "salpinx"}, {"turn", 3}, {"exempt", false}};
  setup["state"]["units"]["B1"]["mode"] = "march";
  Table table(setup);
  shoot(table);
  CHECK(stand_of(table, "B1").heading == Approx(90));
  CHECK(table.at("/units/B1/turn/spent") == true);
  until(table, "marches");
  CHECK_FALSE(table.say("B", {{"do", "move"}, {"unit", "B1"}, {"legs", {{{"ahead_in", 2}}}}}).verdict.allowed());
}

TEST_CASE("who was turned about for an evade and is charged runs at once, without a check, and not again unless pursued",
          "[hoplomachia][HM-AMB-114]") {
  Json setup = charge_with("B1", "M", "psiloi");
  setup["state"]["fight"]["flights"] = Json::array({{{"id", 1},
                                                     {"mode", "rout"},
                                                     {"unit", "B1"},
                                                     {"lochoi", {0}},
                                                     {"foe", "A1"},
                                                     {"away", 90},
                                                     {"since", 3},
                                                     {"moves", 0},
                                                     {"moved_in", -1}}});
  setup["state"]["fight"]["next_flight"] = 2;
  setup["sides"]["B"]["units"][0]["bases"] = 1;
  Json lochoi = Table(setup).at("/units/B1/lochoi");
  lochoi[0]["fate"] = "routing";
  setup["state"]["units"]["B1"]["lochoi"] = lochoi;
  setup["state"]["units"]["B1"]["mode"] = "rout";
  Table table(setup);
  table.allowed("A", kChargeA1);
  table.dice({2, 2});
  table.dice({3});
  REQUIRE(table.asked());
  CHECK(table.wait().rule == "HM-ROUT-02");  // no check
  table.dice({6});
  REQUIRE(flights_of(table).size() >= 1);
  CHECK(flights_of(table).at(0).at("early") == true);
  const double y = stand_of(table, "B1").y;
  until(table, "salpinx", {}, {{"HM-EPI-32", "n"}});
  std::vector<Json> events = until(table, "offensive_belos");
  CHECK(stand_of(table, "B1").y == Approx(y));  // the next B1 passes it by
}

TEST_CASE("shooters stand for the rest of the turn: toxotes, sphendonetes, peltastes, psiloi, hippotoxotes move on",
          "[hoplomachia][HM-BEL-15][HM-BEL-16][HM-BEL-17][HM-BEL-02]") {
  for (const auto& [type, moves, rule] : {std::tuple{"toxotes", false, "HM-BEL-15"},
                                          {"sphendonetes", false, "HM-BEL-15"},
                                          {"psiloi", false, "HM-BEL-17"},
                                          {"peltaste", false, "HM-BEL-17"},
                                          {"hippotoxotes", true, ""}}) {
    CAPTURE(type);
    Json setup = fight_setup(Json::array({unit_at("A1", type, 1, 900, 300), unit_at("A2", "hoplite", 2, 200, 200, true)}),
                             Json::array({unit_at("B1", "hoplite", 2, 900, 1100, true)}), "marches");
    State state = in_state(setup);
    auto& unit = state.units.at({"A1"});
    unit.order = {OrderType::ForwardPsiloi, OrderSource::Salpinx, 3, false};
    unit.mode = Mode::March;
    unit.fight.shot = true;
    const auto verdict = hoplomachia::may_move(state, {{"A1"}, {{.ahead = 2_in}}, {}, {}});
    CHECK(verdict.allowed() == moves);
    if (!moves) CHECK(verdict.reasons.front().rule == rule);
    CHECK(hoplomachia::able_to_act(state, {"A1"}) == moves);
  }
}

TEST_CASE("units act in the order of the arete sequence in every Action phase, and only in their own phase",
          "[hoplomachia][HM-SEQ-15][HM-MOVE-04][HM-SEQ-11]") {
  Json setup = fight_setup(Json::array({unit_at("A1", "hoplite", 2, 900, 300, true), unit_at("A2", "hoplite", 2, 300, 300)}),
                           Json::array({unit_at("B1", "hoplite", 2, 900, 1100, true)}), "marches");
  for (const char* id : {"A1", "A2"}) {
    setup["state"]["units"][id]["order"] = {{"type", "march"}, {"source", "salpinx"}, {"turn", 3}, {"exempt", false}};
    setup["state"]["units"][id]["mode"] = "march";
  }
  Table table(setup);
  CHECK(table.refused("A", {{"do", "move"}, {"unit", "A2"}, {"legs", {{{"ahead_in", 2}}}}}) == "HM-ASEQ-09");
  table.allowed("A", {{"do", "move"}, {"unit", "A1"}, {"legs", {{{"ahead_in", 2}}}}});
  table.allowed("A", {{"do", "move"}, {"unit", "A2"}, {"legs", {{{"ahead_in", 2}}}}});
  CHECK_FALSE(table.say("A", kChargeA1).verdict.allowed());
}

TEST_CASE("forced ekdromoi of either side go before voluntary ones, the side with precedence first",
          "[hoplomachia][HM-BCH-15][HM-AMB-79][HM-BRX-10]") {
  Json setup =
      fight_setup(Json::array({unit_at("A1", "hoplite", 4, 900, 300, true), unit_at("A2", "psiloi", 1, 500, 300)}),
                  Json::array({unit_at("B1", "psiloi", 1, 900, 300 + 3 * kInch), unit_at("B2", "hoplite", 2, 500, 300 + 3 * kInch, true)}),
                  "offensive_belos");
  setup["state"]["at"]["stage"] = 2;
  State state = in_state(setup);
  state.at.phase = hoplomachia::Phase::OffensiveBelos;
  state.at.stage = 2;
  for (auto& lochos : state.units.at({"A1"}).lochoi) lochos.fight.tormentors = {{"B1"}};
  state.units.at({"B2"}).lochoi[0].fight.tormentors = {{"A2"}};
  CHECK(hoplomachia::next_to_act(state) == UnitId{"A1"});  // all voluntary: A has precedence
  state.units.at({"B2"}).lochoi[0].fight.ekdromoi_forced = true;
  CHECK(hoplomachia::next_to_act(state) == UnitId{"B2"});
  state.units.at({"A1"}).lochoi[1].fight.ekdromoi_forced = true;
  CHECK(hoplomachia::next_to_act(state) == UnitId{"A1"});
}

TEST_CASE("ekdromoi go for chargers within six inches, the attacked unit turns away whatever comes of it, and checks for lost stands",
          "[hoplomachia][HM-EKD-10][HM-BCH-13][HM-BCH-16][HM-EKD-09][HM-AND-14][HM-KAT-10]") {
  for (const auto& [inches_apart, reach] : {std::pair{5.9, true}, {6.1, false}}) {
    Json setup = fight_setup(Json::array({unit_at("A1", "psiloi", 2, 900, 300), unit_at("A2", "hoplite", 2, 200, 200, true)}),
                             Json::array({unit_at("B1", "hoplite", 2, 900, 300 + inches_apart * kInch, true)}), "offensive_belos");
    State state = in_state(setup);
    state.units.at({"B1"}).lochoi[0].fight.tormentors = {{"A1"}};
    CHECK(hoplomachia::tormentor_in_reach(state, {{"B1"}, 0}).has_value() == reach);
  }
  for (const auto& [die, kills] : {std::pair{1, true}, {4, false}}) {
    Json setup = shot_at("K", "hoplite", 1, 2);
    setup["sides"]["A"]["units"][0]["bases"] = 2;
    Table table(setup);
    table.allowed("A", {{"do", "belos_charge"}, {"unit", "A1"}, {"target", "B1"}});
    table.dice(std::vector<int>(static_cast<std::size_t>(table.wait().chance->count), 6));
    if (table.asked() && table.wait().rule == "HM-BCH-14") table.choose("stay");
    REQUIRE(table.wait().rule == "HM-EKD-04");
    table.dice({6});
    CHECK(stand_of(table, "A1", 0).heading == Approx(270));
    table.dice({die});
    const auto events = until(table, "salpinx");
    bool checked = false;
    for (const Json& thrown : of_kind(events, "thrown"))
      checked = checked || (thrown.at("purpose") == "andreia, Katastrophe" && thrown.at("thrower") == "A1");
    CHECK(checked == kills);
  }
}

TEST_CASE("a reaction asking for more missiles of who has thrown already falls to its substitute", "[hoplomachia][HM-BCH-12][HM-AMB-69]") {
  Json setup = shot_at("B", "peltaste", 0, 3);
  setup["sides"]["B"]["units"][0]["card"] = "SAMPLE-MIS";  // disciplined
  setup["sides"]["B"]["units"][0]["arrangement"] = "OF";
  setup["state"]["units"]["B1"]["fight"] = {{"shot", true}};
  Table table(setup);
  shoot(table);
  CHECK(taxis_fight_of(table, "B1").value("must_belos", std::string()).empty());
  CHECK(lochos_of(table, "B1").at("disarrayed") == true);
}

}  // namespace reactions_tests
