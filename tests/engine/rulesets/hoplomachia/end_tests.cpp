/// Katastrophe checks, the honoured dead, hamippoi, and how a battle ends.
#include "engine/rulesets/hoplomachia/topics/charging.hpp"
#include "engine/rulesets/hoplomachia/topics/checks.hpp"
#include "engine/rulesets/hoplomachia/topics/melee.hpp"
#include "engine/rulesets/hoplomachia/topics/nike.hpp"
#include "engine/rulesets/hoplomachia/topics/running.hpp"
#include "engine/rulesets/hoplomachia/topics/shooting.hpp"
#include "tests/engine/rulesets/hoplomachia/fight_support.hpp"

namespace end_tests {

using namespace polemarch;
using namespace polemarch::test::hoplomachia_room;
using hoplomachia::Fate;
using hoplomachia::Flight;
using hoplomachia::Mode;
using hoplomachia::State;
using test::hoplomachia_room::Table;

namespace {

State armies(int a, int b) {
  State state = in_state(two_armies());
  state.armies.a.arete = a;
  state.armies.b.arete = b;
  return state;
}
std::string winner(const State& state) {
  const auto end = hoplomachia::nike(state);
  return end ? end->winner : std::string();
}
void send_flying(State& state, const std::string& unit, Mode mode, const std::string& foe, int id) {
  Flight flight{.id = id, .mode = mode, .unit = {unit}, .lochoi = {0}, .foe = {foe}};
  flight.since = 1;
  flight.moves = 1;
  flight.moved_in = 2;
  state.fight.flights.push_back(flight);
  if (mode == Mode::Rout) state.units.at({unit}).lochoi[0].fate = Fate::Routing;
}

}  // namespace

TEST_CASE("below zero at the end of the turn loses, zero does not",
          "[hoplomachia][HM-NIKE-01][HM-NIKE-02][HM-DX-25][HM-AMB-10][HM-AMB-105]") {
  CHECK(winner(armies(0, 5)).empty());
  CHECK(winner(armies(-1, 5)) == "B");
  CHECK(winner(armies(5, -1)) == "A");
  CHECK(winner(armies(-1, -2)) == "draw");
}

TEST_CASE("a side with nothing left in the field has lost it", "[hoplomachia][HM-GEN-21]") {
  State state = armies(5, 5);
  for (const char* id : {"B1", "B2"})
    for (auto& lochos : state.units.at({id}).lochoi) lochos.fate = Fate::Routing;
  CHECK(winner(state) == "A");
}

TEST_CASE("when neither fights on the holder of all honoured dead wins", "[hoplomachia][HM-NIKE-03][HM-NIKE-08][HM-AMB-26]") {
  State state = armies(5, 5);
  state.armies.a.willing_to_end = state.armies.b.willing_to_end = true;
  state.fight.dead = {{{Length::from_mm(900), Length::from_mm(380)}, Side::B}};
  CHECK(winner(state) == "A");
  state.fight.dead.push_back({{Length::from_mm(900), Length::from_mm(820)}, Side::A});
  CHECK(winner(state) == "draw");                                                // one each
  state.fight.dead = {{{Length::from_mm(900), Length::from_mm(600)}, Side::B}};  // further than 6" from everybody
  CHECK(winner(state) == "draw");
  state.armies.b.willing_to_end = false;
  CHECK(winner(state).empty());
  // Exactly zero is not above zero.
  state.armies.b.willing_to_end = true;
  state.fight.dead = {{{Length::from_mm(900), Length::from_mm(380)}, Side::B}};
  state.armies.b.arete = 0;
  CHECK(winner(state) == "draw");
  // Both need unbroken core in the field; others are not enough.
  state.armies.b.arete = 5;
  CHECK(winner(state) == "A");
  for (const char* unit : {"B1", "B2"}) state.units.at({unit}).core = false;
  CHECK(winner(state) == "draw");
}

TEST_CASE("the beaten side asks for its dead, the victor sets up a trophy, but not in a city",
          "[hoplomachia][HM-NIKE-05][HM-NIKE-06][HM-NIKE-09][HM-BATT-E7]") {
  State state = armies(5, -1);
  CHECK(hoplomachia::nike(state)->text.find("B sends its herald") != std::string::npos);
  CHECK(hoplomachia::nike(state)->text.find("A sets up a trophy") != std::string::npos);
  state.battle.type = hoplomachia::BattleType::E;
  CHECK(hoplomachia::nike(state)->text.find("trophy") == std::string::npos);
}

TEST_CASE("an arete of minus one when the turn ends is the enemy's Nike in play", "[hoplomachia][HM-NIKE-01][HM-SEQ-13]") {
  Json setup = two_armies();
  setup["sides"]["B"]["arete"] = -1;
  Table table(setup);
  until(table, "ended");
  CHECK(table.phase() == "ended");
  CHECK(table.at("/winner") == "A");
}

TEST_CASE("time that runs out is a draw", "[hoplomachia][HM-NIKE-08]") {
  Json setup = two_armies();
  setup["options"] = {{"turns", 3}};
  Table table(setup);
  until(table, "ended");
  CHECK(table.at("/winner") == "draw");
}

TEST_CASE("a rout within a stade is seen, further away or behind a wood it is not", "[hoplomachia][HM-AND-09][HM-KAT-05][HM-AMB-101]") {
  Json setup = two_armies();
  CHECK(hoplomachia::witnesses_of(in_state(setup), {"A1"}) == std::vector<UnitId>{{"A2"}});
  Json enemy = setup;  // enemies see it too, and do not check for it
  enemy["sides"]["B"]["units"][0]["at"]["y_mm"] = 300 + 3 * kInch;
  CHECK(hoplomachia::witnesses_of(in_state(enemy), {"A1"}) == std::vector<UnitId>{{"A2"}});
  Json apart = setup;
  apart["sides"]["A"]["units"][1]["at"]["x_mm"] = 900 + 80 + 6.2 * kInch;
  CHECK(hoplomachia::witnesses_of(in_state(apart), {"A1"}).empty());
  Json wood = setup;
  wood["table"]["terrain"] = {
      {{"id", "w"}, {"kind", "woods"}, {"height_mm", 0}, {"outline_mm", {{950, 200}, {1050, 200}, {1050, 400}, {950, 400}}}}};
  CHECK(hoplomachia::witnesses_of(in_state(wood), {"A1"}).empty());
}

TEST_CASE("a taxis that saw a taxis rout checks, and groups of lights neither make anybody check nor check for it",
          "[hoplomachia][HM-AND-09][HM-AND-10][HM-KAT-05]") {
  const auto checked = [](const char* routs, const char* sees) {
    Json setup = fight_setup(
        Json::array({unit_at("A1", routs, 2, 900, 300), unit_at("A2", sees, 2, 1000, 300), unit_at("A3", "hoplite", 2, 200, 200, true)}),
        Json::array({unit_at("B1", "hoplite", 2, 900, 1000, true)}), "katastrophe");
    setup["state"]["at"]["stage"] = 4;
    Json& breaks = setup["sides"]["A"]["units"][0];
    for (const char* line : {"recovering", "charging", "melee", "katastrophe"})
      breaks["andreia_chart"][line] = {{"pass", "X"}, {"fail", {"X", "X", "X", "X"}}};
    setup["state"]["units"]["A1"]["fight"] = {{"katastrophe", {"HM-KAT-04"}}};
    Table table(setup);
    REQUIRE(table.asked());
    table.dice({3, 3});  // A1 routs
    return table.asked() && table.wait().rule == "HM-AND-15" && table.wait().question.starts_with("A2 ");
  };
  CHECK(checked("hoplite", "hoplite"));
  CHECK(checked("hoplite", "hippeis"));  // a hipparchy is a taxis
  CHECK_FALSE(checked("psiloi", "hoplite"));
  CHECK_FALSE(checked("hoplite", "psiloi"));
}

TEST_CASE("who has a cause checks once on the Katastrophe line, a failed check of a Shaken army routs the taxis, with all its arete",
          "[hoplomachia][HM-KAT-01][HM-AMB-24][HM-AND-17][HM-AND-34][HM-EVT-03][HM-EVT-04][HM-AMB-59]") {
  Json setup = two_armies();
  setup["sides"]["B"]["arete"] = 5;
  setup["state"]["units"]["B1"]["fight"] = {{"katastrophe", {"HM-KAT-02", "HM-KAT-06"}}};
  Table table(setup);
  const auto events = until(table, "salpinx", {{"HM-AND-15", {6, 6}}});
  int checks = 0;
  for (const Json& thrown : of_kind(events, "thrown"))
    checks += thrown.at("purpose") == "andreia, Katastrophe" && thrown.at("thrower") == "B1" ? 1 : 0;
  CHECK(checks == 1);
  CHECK(lochos_of(table, "B1", 0).at("fate") == "routing");
  CHECK(lochos_of(table, "B1", 1).at("fate") == "routing");
}

TEST_CASE("routs caused by katastrophe checks make those who saw them check in the same phase", "[hoplomachia][HM-AMB-102]") {
  Json setup = two_armies();
  setup["sides"]["B"]["arete"] = 5;
  setup["state"]["units"]["B1"]["fight"] = {{"katastrophe", {"HM-KAT-02"}}};
  Table table(setup);
  const auto events = until(table, "salpinx", {{"HM-AND-15", {6, 6}}});
  bool witness = false;
  for (const Json& thrown : of_kind(events, "thrown"))
    witness = witness || (thrown.at("purpose") == "andreia, Katastrophe" && thrown.at("thrower") == "B2");
  CHECK(witness);
}

TEST_CASE("the home city's first rout shakes every allied taxis, later ones do not",
          "[hoplomachia][HM-AND-12][HM-AND-13][HM-KAT-07][HM-AMB-53]") {
  Json setup = two_armies();
  setup["sides"]["B"]["arete"] = 5;
  setup["sides"]["B"]["allies"] = {"Corinthian"};
  setup["sides"]["B"]["units"].push_back(unit_at("B3", "hoplite", 4, 200, 1000));
  setup["sides"]["B"]["units"][2]["nation"] = "Corinthian";
  setup["state"]["units"]["B1"]["fight"] = {{"katastrophe", {"HM-KAT-02"}}};
  for (const bool used : {false, true}) {
    setup["state"]["armies"]["b"]["home_rout_used"] = used;
    Table table(setup);
    const auto events = until(table, "salpinx", {{"HM-AND-15", {6, 6}}});
    bool ally = false;
    for (const Json& thrown : of_kind(events, "thrown"))
      ally = ally || (thrown.at("purpose") == "andreia, Katastrophe" && thrown.at("thrower") == "B3");
    CHECK(ally == !used);
    if (!used) CHECK(table.at("/armies/b/home_rout_used") == true);
  }
}

TEST_CASE("routing cavalry two stade clear of its pursuers tests to stop, with none too, infantry never",
          "[hoplomachia][HM-AND-02][HM-ROUT-11][HM-ROUT-12][HM-AMB-99]") {
  for (const auto& [type, tests] : {std::pair{"hippeis", true}, {"hoplite", false}}) {
    Json setup = fight_setup(Json::array({unit_at("A1", type, 2, 900, 600), unit_at("A2", "hoplite", 4, 300, 300, true)}),
                             Json::array({unit_at("B1", "hoplite", 4, 900, 1000, true)}), "automatic");
    setup["sides"]["A"]["units"][0]["at"]["heading_deg"] = 270;
    setup["state"]["fight"]["flights"] = {{{"id", 1},
                                           {"mode", "rout"},
                                           {"unit", "A1"},
                                           {"lochoi", {0}},
                                           {"foe", "B1"},
                                           {"away", 270.0},
                                           {"since", 2},
                                           {"moves", 1},
                                           {"moved_in", 2}}};
    setup["state"]["fight"]["next_flight"] = 2;
    Table table(setup);
    REQUIRE(table.asked());
    CHECK(table.wait().rule == (tests ? "HM-AND-15" : "HM-ROUT-02"));
    if (tests) {
      table.dice({1, 1});
      CHECK(flights_of(table).empty());
      CHECK(lochos_of(table, "A1").at("fate") == "sound");
      Table fails(setup);  // its card says P, but it pursues nobody
      CHECK(of_kind(fails.dice({6, 6}), "thrown").front().at("outcome") == "fails: routs on");
    }
  }
}

TEST_CASE("a first rout move into the enemy destroys, through friends it disarrays them",
          "[hoplomachia][HM-ROUT-05][HM-ROUT-06][HM-ROUT-08][HM-KAT-06][HM-AND-11]") {
  State state = in_state(two_armies());
  send_flying(state, "B1", Mode::Rout, "A1", 1);
  Flight& flight = state.fight.flights.front();
  flight.moves = 0;
  flight.lochoi = {0, 1};
  flight.away = 270_deg;  // straight at A1
  const auto into = hoplomachia::run_of(state, flight, 25_in);
  CHECK(into.destroyed);
  CHECK(into.rule == "HM-ROUT-06");
  flight.away = 90_deg;
  CHECK_FALSE(hoplomachia::run_of(state, flight, 6_in).destroyed);
  CHECK(hoplomachia::run_of(state, flight, 20_in).rule == "HM-ROUT-10");
  // A friend behind it.
  for (auto& lochos : state.units.at({"B2"}).lochoi)
    for (auto& stand : lochos.stands) stand.at.pose.x -= 200_mm, stand.at.pose.y += 100_mm;
  const auto through = hoplomachia::run_of(state, flight, 8_in);
  CHECK(through.through == std::vector<UnitId>{{"B2"}});
}

TEST_CASE("a taxis that routers move through has to check, a group of lights does not", "[hoplomachia][HM-KAT-06][HM-AND-09][HM-AND-10]") {
  Json setup = fight_setup(Json::array({unit_at("A1", "hoplite", 2, 900, 800), unit_at("A2", "hoplite", 2, 900, 740, true),
                                        unit_at("A3", "psiloi", 1, 900, 680)}),
                           Json::array({unit_at("B1", "hoplite", 4, 900, 1000, true)}), "automatic");
  Json lochoi = Table(setup).at("/units/A1/lochoi");
  lochoi[0]["fate"] = "routing";
  setup["state"]["units"]["A1"] = {{"lochoi", lochoi}, {"mode", "rout"}};
  setup["state"]["fight"]["flights"] = Json::array({{{"id", 1},
                                                     {"mode", "rout"},
                                                     {"unit", "A1"},
                                                     {"lochoi", {0}},
                                                     {"foe", "B1"},
                                                     {"away", 270},
                                                     {"since", 2},
                                                     {"moves", 0},
                                                     {"moved_in", -1}}});
  setup["state"]["fight"]["next_flight"] = 2;
  Table table(setup);
  REQUIRE(table.wait().rule == "HM-ROUT-02");
  table.dice({6});
  REQUIRE(stand_of(table, "A1").y < 640);
  CHECK(table.at("/units/A2/turn/routers_through") == true);
  CHECK(table.at("/units/A3/turn/routers_through") == true);
  CHECK(taxis_fight_of(table, "A2").at("katastrophe") == Json::array({"HM-KAT-06"}));
  CHECK(taxis_fight_of(table, "A3").at("katastrophe").empty());
}

TEST_CASE("later rout moves go straight to the own edge", "[hoplomachia][HM-ROUT-07]") {
  State state = in_state(two_armies());
  send_flying(state, "B1", Mode::Rout, "A1", 1);
  Flight& flight = state.fight.flights.front();
  flight.away = 0_deg;
  const auto run = hoplomachia::run_of(state, flight, 4_in);
  REQUIRE_FALSE(run.poses.empty());
  CHECK(run.poses.front().at.pose.heading == 90_deg);
  CHECK(run.poses.front().at.pose.y - state.units.at({"B1"}).lochoi[0].stands[0].at.pose.y >= 4_in - 20_mm);
}

TEST_CASE("cavalry and lights join a pursuit they can reach by a clear way, hoplites do not",
          "[hoplomachia][HM-PUR-08][HM-PUR-09][HM-PUR-10][HM-PUR-11][HM-PUR-12]") {
  Json setup = fight_setup(Json::array({unit_at("A1", "hoplite", 4, 900, 300, true), unit_at("A3", "psiloi", 2, 900, 230)}),
                           Json::array({unit_at("B1", "hoplite", 2, 900, 450), unit_at("B2", "hoplite", 2, 200, 1000, true)}), "marches");
  State state = in_state(setup);
  send_flying(state, "B1", Mode::Rout, "A1", 1);
  CHECK(hoplomachia::pursuits_to_join(state, {"A1"}).empty());
  CHECK(hoplomachia::pursuits_to_join(state, {"A3"}).empty());  // hoplites in close files in the way
  state.units.at({"A1"}).arrangement = hoplomachia::Arrangement::OF;
  CHECK(hoplomachia::pursuits_to_join(state, {"A3"}) == std::vector<UnitId>{{"B1"}});
  State asked = state;  // offered to its side with what belongs to no unit: it is claimed while a die is asked for
  asked.at.phase = hoplomachia::Phase::Automatic;
  for (const auto& [viewer, may] : {std::pair{Viewer::A, true}, {Viewer::B, false}}) {
    const auto offers = hoplomachia::Rules::offers(asked, viewer, engine::AboutNothing{});
    CHECK(std::any_of(offers.begin(), offers.end(), [](const auto& offer) {
            return offer.verdict.allowed() && std::holds_alternative<hoplomachia::JoinPursuit>(offer.command);
          }) == may);
  }
  State fights = state;  // who is in melee joins nobody
  fights.units.at({"A3"}).lochoi[0].fight.engaged = hoplomachia::Engaged::Othismos;
  CHECK(hoplomachia::pursuits_to_join(fights, {"A3"}).empty());
  for (void (*bar)(hoplomachia::Taxis&) :
       {+[](hoplomachia::Taxis& unit) { unit.hidden = true; }, +[](hoplomachia::Taxis& unit) { unit.scenery = true; },
        +[](hoplomachia::Taxis& unit) { unit.turn.spent = true; }, +[](hoplomachia::Taxis& unit) { unit.turn.recovered = true; }}) {
    State barred = state;
    bar(barred.units.at({"A3"}));
    CHECK(hoplomachia::pursuits_to_join(barred, {"A3"}).empty());
  }
  for (auto& lochos : state.units.at({"A3"}).lochoi)
    for (auto& stand : lochos.stands) stand.at.pose.y -= 160_mm;  // further than 6 and 6 inches
  CHECK(hoplomachia::pursuits_to_join(state, {"A3"}).empty());
}

TEST_CASE("lights give up a chase two stade behind after their own move, and recover", "[hoplomachia][HM-PUR-07][HM-AMB-70]") {
  for (const auto& [inches_apart, gives_up] : {std::pair{19.5, true}, {12.5, false}}) {  // 7 in of it they go
    Json setup = fight_setup(
        Json::array({unit_at("A1", "psiloi", 1, 900, 300), unit_at("A2", "hoplite", 4, 200, 100, true)}),
        Json::array({unit_at("B1", "psiloi", 1, 900, 300 + inches_apart * kInch), unit_at("B2", "hoplite", 4, 200, 1000, true)}),
        "automatic");
    setup["sides"]["B"]["units"][0]["at"]["heading_deg"] = 90;
    setup["sides"]["B"]["units"][0]["at"]["y_mm"] = 300 + inches_apart * kInch + 20;
    setup["state"]["at"]["stage"] = 1;
    setup["state"]["fight"]["flights"] = {{{"id", 1},
                                           {"mode", "rout"},
                                           {"unit", "B1"},
                                           {"lochoi", {0}},
                                           {"foe", "A1"},
                                           {"away", 90.0},
                                           {"since", 2},
                                           {"moves", 1},
                                           {"moved_in", 3}},
                                          {{"id", 2},
                                           {"mode", "pursue"},
                                           {"unit", "A1"},
                                           {"lochoi", {0}},
                                           {"foe", "B1"},
                                           {"away", 0.0},
                                           {"since", 2},
                                           {"moves", 1},
                                           {"moved_in", 2}}};
    setup["state"]["fight"]["next_flight"] = 3;
    Table table(setup);
    REQUIRE(table.wait().rule == "HM-PUR-02");
    table.dice({1});
    bool pursues = false;
    for (const Json& flight : flights_of(table)) pursues = pursues || flight.at("mode") == "pursue";
    CHECK(pursues == !gives_up);
  }
}

TEST_CASE("hamippoi hold their ile to 7 inches, add two in othismos, and are lost when it routs",
          "[hoplomachia][HM-HAM-03][HM-HAM-06][HM-HAM-07][HM-HAM-09][HM-AMB-20]") {
  Json setup = fight_setup(Json::array({unit_at("A1", "hippeis", 2, 900, 300), unit_at("A2", "hoplite", 4, 200, 100, true)}),
                           Json::array({unit_at("B1", "hoplite", 4, 900, 900, true)}), "marches");
  setup["sides"]["A"]["units"][0]["hamippoi"] = true;
  setup["sides"]["A"]["units"][0]["arrangement"] = "OF";
  setup["sides"]["A"]["units"][0]["mov_cf"] = 8, setup["sides"]["A"]["units"][0]["mov_of"] = 10;
  State state = in_state(setup);
  REQUIRE(state.units.at({"A1"}).lochoi[0].hamippoi);
  CHECK(hoplomachia::belos_charge_move(state, {"A1"}) == 7_in);
  CHECK(hoplomachia::attack_of(state, {{"A1"}, 0}, true).total - hoplomachia::attack_of(state, {{"A1"}, 0}, false).total == 2);  // OTHISM 0
  state.options.hamippoi_six = true;
  CHECK(hoplomachia::belos_charge_move(state, {"A1"}) == 6_in);
  setup["sides"]["A"]["arete"] = 5;
  setup["state"]["units"]["A1"]["fight"] = {{"katastrophe", {"HM-KAT-05"}}};
  Table table(setup);
  until(table, "salpinx", {{"HM-AND-15", {6, 6}}});
  REQUIRE(lochos_of(table, "A1").at("fate") == "routing");
  CHECK(lochos_of(table, "A1").at("hamippoi") == false);
  CHECK(dead_of(table).empty());
}

}  // namespace end_tests
