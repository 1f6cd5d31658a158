/// Routs, evasions, pursuits, who falls back before hoplites, who passes through whom, and hamippoi on the way.
#include "engine/geometry/polygon.hpp"
#include "engine/rulesets/hoplomachia/topics/bodies.hpp"
#include "engine/rulesets/hoplomachia/topics/command.hpp"
#include "engine/rulesets/hoplomachia/topics/movement.hpp"
#include "engine/rulesets/hoplomachia/topics/orders.hpp"
#include "engine/rulesets/hoplomachia/topics/proximity.hpp"
#include "engine/rulesets/hoplomachia/topics/running.hpp"
#include "tests/engine/rulesets/hoplomachia/fight_support.hpp"

namespace flight_tests {

using namespace polemarch;
using namespace polemarch::test::hoplomachia_room;
using Room = polemarch::test::hoplomachia_room::Table;
using hoplomachia::Arrangement;
using hoplomachia::Flight;
using hoplomachia::Mode;
using hoplomachia::OrderSource;
using hoplomachia::OrderType;
using hoplomachia::State;

namespace {

/// A1 of that type runs from B1, so many inches behind it (to its south); it has turned about already. Turn 3, B1.
Json runs(const std::string& type, const std::string& mode, double inches_apart, int moves, const std::string& phase = "automatic",
          int stage = 0) {
  Json setup = fight_setup(Json::array({unit_at("A1", type, 2, 900, 500), unit_at("A2", "hoplite", 2, 200, 200, true)}),
                           Json::array({unit_at("B1", "hoplite", 2, 900, 500 + 20 + inches_apart * kInch, true)}), phase);
  setup["state"]["at"]["stage"] = stage;
  Json flight{{"id", 1},       {"mode", mode},   {"unit", "A1"},
              {"lochoi", {0}}, {"foe", "B1"},    {"away", 270},
              {"since", 2},    {"moves", moves}, {"moved_in", moves > 0 ? 2 : -1}};
  setup["state"]["fight"]["flights"] = Json::array({flight});
  setup["state"]["fight"]["next_flight"] = 2;
  setup["state"]["units"]["A1"]["mode"] = mode;
  return setup;
}
Json march_order(const char* type = "march") { return {{"type", type}, {"source", "salpinx"}, {"turn", 3}, {"exempt", false}}; }

}  // namespace

TEST_CASE("routers of the turn before move in B1, turned about and disarrayed",
          "[hoplomachia][HM-SEQ-05][HM-ROUT-03][HM-DIS-02][HM-AND-24]") {
  Json setup = fight_setup(Json::array({unit_at("A1", "hoplite", 4, 900, 300), unit_at("A2", "hoplite", 4, 300, 300, true)}),
                           Json::array({unit_at("B1", "hoplite", 4, 900, 300 + 5 * kInch, true), unit_at("B2", "hoplite", 2, 200, 1100)}),
                           "marches");
  setup["state"]["units"]["A1"]["fight"] = {{"katastrophe", {"HM-KAT-05"}}};
  setup["sides"]["A"]["arete"] = 5;  // Shaken: X
  Room table(setup);
  until(table, "salpinx", {{"HM-AND-15", {6, 6}}});
  CHECK(lochos_of(table, "A1").at("fate") == "routing");
  CHECK(lochos_of(table, "A1").at("disarrayed") == true);
  CHECK(stand_of(table, "A1").heading == Approx(270));
  CHECK(stand_of(table, "A1").y == Approx(290));  // not yet
  const auto events = until(table, "offensive_belos");
  CHECK(throw_of(events, "HM-ROUT-02").at("outcome") == "8.0 in");
  CHECK(stand_of(table, "A1").y < 290);
}

TEST_CASE("who was turned about in the turn before makes his evade move, pursued or not, then he halts and recovers unless he is",
          "[hoplomachia][HM-EVA-07][HM-SEQ-07][HM-AMB-41]") {
  {
    Room first(runs("psiloi", "evade", 4, 0, "automatic", 2));
    REQUIRE(first.asked());
    CHECK(first.wait().rule == "HM-EVA-02");
  }
  Room second(runs("psiloi", "evade", 4, 1, "automatic", 2));
  CHECK(flights_of(second).empty());
  CHECK(second.at("/units/A1/mode") == "halt");
  Json pursued = runs("psiloi", "evade", 4, 1, "automatic", 2);
  pursued["state"]["fight"]["flights"].push_back(
      {{"id", 2}, {"mode", "pursue"}, {"unit", "B1"}, {"lochoi", {0}}, {"foe", "A1"}, {"since", 2}, {"moves", 1}, {"moved_in", 3}});
  Room third(pursued);
  REQUIRE(third.asked());
  CHECK(third.wait().rule == "HM-EVA-02");
}

TEST_CASE("routers that come to a cliff go over it and are destroyed", "[hoplomachia][HM-BATT-E5][HM-ROUT-06]") {
  Json setup = runs("hoplite", "rout", 3, 0);
  setup["table"]["terrain"] = {{{"id", "c"}, {"kind", "cliff"}, {"outline_mm", {{700, 300}, {1100, 300}, {1100, 420}, {700, 420}}}}};
  State state = in_state(setup);
  for (const bool cliff : {true, false}) {
    for (hoplomachia::TerrainKind& kind : state.charts.terrain)
      if (kind.kind == "cliff") kind.impassable = false, kind.cliff = cliff;  // a chart that has nothing else to say of it
    CHECK(hoplomachia::run_of(state, state.fight.flights.front(), 6_in).destroyed == cliff);
  }
}

TEST_CASE("hamippoi scatter when their ile routs or evades", "[hoplomachia][HM-ROUT-13][HM-EVA-06][HM-HAM-08][HM-HAM-01]") {
  for (const auto& [arete, rule] : {std::pair{4, "HM-ROUT-13"}, {8, "HM-EVA-06"}}) {  // Shaken: X, Unsteady: E
    Json setup = fight_setup(Json::array({unit_at("A1", "hippeis", 2, 900, 500), unit_at("A2", "hoplite", 2, 200, 200, true)}),
                             Json::array({unit_at("B1", "hoplite", 2, 900, 900, true)}), "marches");
    setup["sides"]["A"]["units"][0]["hamippoi"] = true;
    setup["sides"]["A"]["arete"] = arete;
    setup["state"]["units"]["A1"]["fight"] = {{"katastrophe", {"HM-KAT-05"}}};
    Room table(setup);
    REQUIRE(lochos_of(table, "A1").at("hamippoi") == true);
    const auto events = until(table, "salpinx", {{"HM-AND-15", {6, 6}}});
    const auto lost = of_kind(events, "hamippoi_lost");
    REQUIRE(lost.size() == 1);
    CHECK(lost[0].at("rule") == rule);
  }
}

TEST_CASE("an ile may keep to the pace of its hamippoi, going faster scatters them", "[hoplomachia][HM-HAM-02][HM-HAM-04][HM-HAM-05]") {
  Json setup = fight_setup(Json::array({unit_at("A1", "hippeis", 2, 900, 300), unit_at("A2", "hoplite", 2, 200, 200, true)}),
                           Json::array({unit_at("B1", "hoplite", 2, 300, 1100, true)}), "marches");
  setup["sides"]["A"]["units"][0]["hamippoi"] = true;
  setup["sides"]["A"]["units"][0]["arrangement"] = "OF";
  setup["state"]["units"]["A1"]["order"] = march_order();
  setup["state"]["units"]["A1"]["mode"] = "march";
  for (const auto& [in, kept] : {std::pair{7.0, true}, {8.0, false}}) {
    Room table(setup);
    bool offered = false;
    for (const auto& offer : table.battle().offers(Viewer::A, engine::AboutAll{}))
      offered = offered || offer.command.find("\"ahead_in\":8") != std::string::npos;
    CHECK_FALSE(offered);  // what is offered keeps them
    table.allowed("A", {{"do", "move"}, {"unit", "A1"}, {"legs", {{{"ahead_in", in}}}}});
    CHECK(lochos_of(table, "A1").at("hamippoi") == kept);
  }
}

TEST_CASE("a charge at the pace of hamippoi is offered and kept though the enemy comes to meet it", "[hoplomachia][HM-HAM-04]") {
  Json setup = fight_setup(Json::array({unit_at("A1", "hippeis", 2, 900, 300), unit_at("A2", "hoplite", 2, 200, 200, true)}),
                           Json::array({unit_at("B1", "hippeis", 2, 900, 300 + 15 * kInch), unit_at("B2", "hoplite", 2, 200, 1100, true)}),
                           "epidromos");
  setup["sides"]["A"]["units"][0]["hamippoi"] = true;
  for (const char* unit : {"A1", "B1"}) charge_order(setup, unit);
  for (const bool limited : {true, false}) {
    Room table(setup);
    bool offered = false;
    for (const auto& offer : table.battle().offers(Viewer::A, engine::AboutAll{}))
      offered = offered || offer.command.find("\"limited\":true") != std::string::npos;
    CHECK(offered);
    auto events = table.allowed("A", {{"do", "charge"}, {"unit", "A1"}, {"limited", limited}});
    while (table.asked() && table.phase() == "epidromos") {
      const bool check = table.wait().rule == "HM-AND-15";
      const auto more = table.dice(std::vector<int>(static_cast<std::size_t>(table.wait().chance->count), check ? 1 : 6));
      events.insert(events.end(), more.begin(), more.end());
    }
    // Half of the way each, 7.5 in: the ile keeps to 7, the enemy comes the rest.
    std::map<std::string, double> moved;
    for (const Json& event : of_kind(events, "stands_moved"))
      if (event.value("moved", 0.0) > 0) moved[event.at("unit")] = event.at("moved").get<double>() / kInch;
    CHECK(moved["A1"] == Approx(limited ? 7 : 7.5).margin(0.02));
    CHECK(moved["B1"] == Approx(limited ? 8 : 7.5).margin(0.02));
    CHECK(lochos_of(table, "A1").at("hamippoi") == limited);
  }
}

TEST_CASE("cavalry and lights give up at two stade once both have moved, hoplites are asked when the move ends without contact",
          "[hoplomachia][HM-SEQ-06][HM-AMB-70][HM-PUR-07]") {
  for (const auto& [inches_apart, gives_up] : {std::pair{21.0, true}, {14.0, false}}) {
    Json setup = fight_setup(
        Json::array({unit_at("A1", "psiloi", 1, 900, 400), unit_at("A2", "hoplite", 2, 200, 200, true)}),
        Json::array({unit_at("B1", "hippeis", 2, 900, 400 + 20 + inches_apart * kInch), unit_at("B2", "hoplite", 2, 200, 1100, true)}),
        "automatic");
    setup["state"]["at"]["stage"] = 1;
    setup["state"]["fight"]["flights"] = Json::array(
        {{{"id", 1},
          {"mode", "rout"},
          {"unit", "A1"},
          {"lochoi", {0}},
          {"foe", "B1"},
          {"away", 270},
          {"since", 2},
          {"moves", 1},
          {"moved_in", 3}},
         {{"id", 2}, {"mode", "pursue"}, {"unit", "B1"}, {"lochoi", {0}}, {"foe", "A1"}, {"since", 2}, {"moves", 0}, {"moved_in", -1}}});
    setup["state"]["fight"]["next_flight"] = 3;
    setup["state"]["units"]["A1"]["lochoi"] =
        in_state(setup).units.empty() ? Json() : Json::parse(Room(setup).state().at("units").at("A1").at("lochoi").dump());
    setup["state"]["units"]["A1"]["lochoi"][0]["fate"] = "routing";
    setup["state"]["units"]["B1"]["mode"] = "pursue";
    Room table(setup);
    REQUIRE(table.wait().rule == "HM-PUR-02");  // it moves first, however far they are
    table.dice({1});                            // 8 and 1: nine inches
    bool pursues = false;
    for (const Json& flight : flights_of(table)) pursues = pursues || flight.at("mode") == "pursue";
    CHECK(pursues == !gives_up);
  }
}

TEST_CASE("disciplined pursuers and evaders are disarrayed, the caught one's pursuer halts",
          "[hoplomachia][HM-DIS-11][HM-PUR-04][HM-PUR-13][HM-AMB-108]") {
  Json setup = runs("psiloi", "rout", 3, 1, "automatic", 1);
  setup["state"]["fight"]["flights"].push_back(
      {{"id", 2}, {"mode", "pursue"}, {"unit", "B1"}, {"lochoi", {0}}, {"foe", "A1"}, {"since", 2}, {"moves", 0}, {"moved_in", -1}});
  setup["sides"]["A"]["units"][0]["bases"] = 1;
  setup["state"]["fight"]["flights"][0]["moved_in"] = 3;
  setup["state"]["fight"]["next_flight"] = 3;
  setup["state"]["units"]["B1"]["mode"] = "pursue";
  Room table(setup);
  REQUIRE(table.wait().rule == "HM-PUR-02");
  table.dice({6});
  CHECK(lochos_of(table, "A1").value("fate", "sound") != "sound");
  until(table, "salpinx");
  until(table, "offensive_belos");
  CHECK(flights_of(table).empty());
  CHECK(table.at("/units/B1/mode") == "halt");
}

TEST_CASE("who pursues hears Muster alone of the signals, and a word: it runs on, and does that once it has stopped",
          "[hoplomachia][HM-OTYP-01][HM-MOVE-03]") {
  for (const std::string order : {"muster", "march", "march by word"}) {
    CAPTURE(order);
    Json setup = fight_setup(
        Json::array({unit_at("A1", "hoplite", 2, 900, 500), unit_at("A2", "hoplite", 2, 200, 200, true)}),
        Json::array({unit_at("B1", "hippeis", 2, 900, 520 + 20 * kInch), unit_at("B2", "hoplite", 2, 780, 1100, true)}), "salpinx");
    const auto flight = [](int id, const char* mode, const char* unit, const char* foe) {
      return Json{{"id", id},    {"mode", mode}, {"unit", unit}, {"lochoi", {0}}, {"foe", foe},
                  {"away", 270}, {"since", 2},   {"moves", 1},   {"moved_in", 2}};
    };
    setup["state"]["fight"]["flights"] = {flight(1, "rout", "A1", "B1"), flight(2, "pursue", "B1", "A1")};
    setup["state"]["fight"]["next_flight"] = 3;
    setup["state"]["units"]["A1"]["mode"] = "rout";
    setup["state"]["units"]["B1"]["mode"] = "pursue";
    Room table(setup);
    const bool by_word = order == "march by word", heard = order != "march";
    if (by_word) {
      for (const char* side : {"A", "B"}) table.allowed(side, {{"do", "signal"}});
      table.allowed("B", {{"do", "verbal"}, {"strategos", "B2-strategos"}, {"unit", "B1"}, {"order", "march"}});
      CHECK(table.at("/units/B1/mode") == "pursue");
    }
    table.signals("", by_word ? "" : order);
    CHECK(table.at("/units/B1/order/source") == (by_word ? "verbal" : heard ? "salpinx" : "none"));
    CHECK(table.at("/units/B1/mode") == "pursue");
    until(table, "marches", {{"HM-ROUT-02", {3}}, {"HM-PUR-02", {3}}});  // 17 inches behind: it gives up
    REQUIRE(flights_of(table).size() == 1);
    CHECK(table.at("/units/B1/mode") == (heard ? "march" : "halt"));
    CHECK(table.at("/units/B1/turn/recovered") == true);
  }
}

TEST_CASE("pursuers go round who stands in their way", "[hoplomachia][HM-PUR-05]") {
  Json setup = fight_setup(Json::array({unit_at("A1", "psiloi", 1, 900, 300), unit_at("A2", "hoplite", 1, 900, 420, true)}),
                           Json::array({unit_at("B1", "hippeis", 1, 900, 560), unit_at("B2", "hoplite", 2, 200, 1100, true)}), "automatic");
  State state = in_state(setup);
  Flight rout{.id = 1, .mode = Mode::Rout, .unit = {"A1"}, .lochoi = {0}, .foe = {"B1"}};
  state.fight.flights = {rout};
  const Flight chase{.id = 2, .mode = Mode::Pursue, .unit = {"B1"}, .lochoi = {0}, .foe = {"A1"}};
  const auto run = hoplomachia::run_of(state, chase, 14_in);
  REQUIRE(run.poses.size() == 1);
  CHECK(run.caught.size() == 1);
  CHECK(run.moved.inches() > (560 - 300) / kInch - 1.7);  // further than straight on
  CHECK(run.moved.inches() < 14.01);
}

TEST_CASE("belos troops fall back three inches before hoplites, through friends, and rout where they cannot",
          "[hoplomachia][HM-PROX-07][HM-PROX-08][HM-PEN-04]") {
  const auto setup = [](double friend_y, const char* arrangement, double edge) {
    Json json = fight_setup(
        Json::array({unit_at("A1", "hoplite", 2, 900, edge - 200, true)}),
        Json::array({unit_at("B1", "psiloi", 1, 900, edge - 200 + 2 * kInch), unit_at("B2", "hoplite", 2, 900, friend_y, true)}),
        "marches");
    json["sides"]["B"]["units"][1]["arrangement"] = arrangement;
    return json;
  };
  {
    const auto back = hoplomachia::falling_back(in_state(setup(700, "OF", 600)), {"A1"});  // nobody in the way
    REQUIRE(back.size() == 1);
    CHECK_FALSE(back[0].blocked);
    CHECK(back[0].passages.empty());
  }
  for (const auto& [arrangement, disarrays, rule] : {std::tuple{"OF", false, "HM-PEN-03"}, {"CF", true, "HM-PEN-05"}}) {
    State state = in_state(setup(400 + 2 * kInch + 45, arrangement, 600));
    const auto back = hoplomachia::falling_back(state, {"A1"});
    REQUIRE(back.size() == 1);
    REQUIRE(back[0].passages.size() == 1);
    CHECK(back[0].passages[0].disarrays_other == disarrays);
    CHECK(back[0].passages[0].rule == rule);
    CHECK_FALSE(back[0].blocked);
    CHECK(geometry::gap_between(geometry::placed(state.units.at({"B1"}).lochoi[0].stands[0].footprint, back[0].poses[0].at),
                                hoplomachia::shapes_of(state.units.at({"B2"})).front())
              .signed_gap.value.um >= 0);
    state.units.at({"B1"}).turn.moved = 6_in;  // its move is used up: it goes all the same (HM-PROX-05)
    const auto spent = hoplomachia::falling_back(state, {"A1"});
    CHECK(spent[0].passages[0].disarrays_other);
    if (std::string(arrangement) == "OF") CHECK(spent[0].passages[0].rule == "HM-PEN-04");
  }
  // Against the table's edge.
  const auto edge = hoplomachia::falling_back(in_state(setup(200, "OF", 1219 + 120)), {"A1"});
  REQUIRE(edge.size() == 1);
  CHECK(edge[0].blocked);
}

TEST_CASE("hippeis with javelins give way to hoplites as other belos troops do", "[hoplomachia][HM-PROX-03][HM-PROX-04]") {
  Json setup = fight_setup(Json::array({unit_at("A1", "hoplite", 2, 900, 300, true)}),
                           Json::array({unit_at("B1", "hippeis", 2, 900, 300 + 2 * kInch), unit_at("B2", "hoplite", 2, 200, 1100, true)}),
                           "marches");
  State state = in_state(setup);
  CHECK(hoplomachia::falling_back(state, {"A1"}).size() == 1);
  state.units.at({"B1"}).core = true;
  CHECK(hoplomachia::falling_back(state, {"A1"}).empty());
}

TEST_CASE("psiloi who lack the move are put clear beyond friends in open files, who are disarrayed, no-files friends are not entered",
          "[hoplomachia][HM-PEN-04][HM-PEN-06][HM-AMB-96]") {
  Json setup = fight_setup(Json::array({unit_at("A1", "psiloi", 1, 900, 300), unit_at("A2", "hoplite", 2, 900, 300 + 7 * kInch, true)}),
                           Json::array({unit_at("B1", "hoplite", 2, 200, 1100, true)}), "marches");
  setup["sides"]["A"]["units"][1]["arrangement"] = "OF";
  setup["state"]["units"]["A1"]["order"] = march_order("forward_psiloi");
  setup["state"]["units"]["A1"]["mode"] = "march";
  {
    Room table(setup);
    table.allowed("A", {{"do", "move"}, {"unit", "A1"}, {"legs", {{{"ahead_in", 6}}}}});  // into the rear rank
    CHECK(lochos_of(table, "A2").at("disarrayed") == true);
    CHECK(stand_of(table, "A1").y > 300 + 7 * kInch + 9.5);  // just clear before their front
  }
  setup["sides"]["A"]["units"][1] = unit_at("A2", "psiloi", 1, 900, 300 + 5 * kInch);
  setup["sides"]["A"]["units"].push_back(unit_at("A3", "hoplite", 2, 200, 200, true));
  Room table(setup);
  CHECK(table.refused("A", {{"do", "move"}, {"unit", "A1"}, {"legs", {{{"ahead_in", 5}}}}}) == "HM-PEN-06");
}

TEST_CASE("psiloi that rout through open files leave them in order", "[hoplomachia][HM-ROUT-05][HM-PEN-03]") {
  for (const auto& [arrangement, disarrayed] : {std::pair{"OF", false}, {"CF", true}}) {
    Json setup = runs("psiloi", "rout", 4, 0);
    setup["sides"]["A"]["units"][0]["bases"] = 1;
    setup["sides"]["A"]["units"][1] = unit_at("A2", "hoplite", 2, 900, 440, true);
    setup["sides"]["A"]["units"][1]["arrangement"] = arrangement;
    Room table(setup);
    REQUIRE(table.wait().rule == "HM-ROUT-02");
    table.dice({6});
    CHECK(lochos_of(table, "A2").at("disarrayed") == disarrayed);
  }
}

TEST_CASE("surf counts for who stands still in it: nobody recovers there, other ground does not until he moves",
          "[hoplomachia][HM-TER-04][HM-TER-05]") {
  for (const auto& [kind, recovers] : {std::pair{"surf", false}, {"woods", true}}) {
    Json setup = fight_setup(Json::array({unit_at("A1", "hoplite", 2, 900, 300, true)}),
                             Json::array({unit_at("B1", "hoplite", 2, 200, 1100, true)}), "marches");
    setup["table"]["terrain"] = {{{"id", "t"}, {"kind", kind}, {"outline_mm", {{800, 200}, {1000, 200}, {1000, 400}, {800, 400}}}}};
    setup["charts"] = {
        {"terrain", Json::array({{{"kind", "surf"}, {"disarray", 5}, {"surf", true}}, {{"kind", "woods"}, {"disarray", 5}}})}};
    State state = in_state(setup);
    auto& unit = state.units.at({"A1"});
    unit.lochoi[0].disarrayed = true;
    unit.order = {OrderType::Halt, OrderSource::Salpinx, 3, false};
    unit.mode = Mode::Halt;
    CHECK(hoplomachia::recovers(state, {"A1"}) == recovers);
    // A wheel in it counts as movement for terrain.
    unit.lochoi[0].disarrayed = false;
    unit.mode = Mode::March;
    const auto course = hoplomachia::course_of(state, {{"A1"}, {{.wheel = 30_deg}}, {}, {}});
    REQUIRE(course.crossed.contains({"A1"}));
    CHECK(course.crossed.at({"A1"}).contains(kind));
    CHECK(course.upset.contains({"A1"}));
  }
}

TEST_CASE("disarrayed troops march and approach, and stay disarrayed", "[hoplomachia][HM-MARCH-04][HM-APPR-03]") {
  Json setup = fight_setup(Json::array({unit_at("A1", "hoplite", 4, 900, 300, true)}),
                           Json::array({unit_at("B1", "hoplite", 2, 200, 1100, true)}), "marches");
  State state = in_state(setup);
  auto& unit = state.units.at({"A1"});
  for (auto& lochos : unit.lochoi) lochos.disarrayed = true;
  for (const auto& [order, mode] : {std::pair{OrderType::March, Mode::March}, {OrderType::BeginApproach, Mode::Approach}}) {
    unit.order = {order, OrderSource::Salpinx, 3, false};
    unit.mode = mode;
    const hoplomachia::MoveUnit move{{"A1"}, {{.ahead = 5_in}}, {}, {}};
    CHECK(hoplomachia::may_move(state, move).allowed());
  }
}

TEST_CASE("horse in open files wheels as far as it likes, in no files it wheels and turns at will", "[hoplomachia][HM-MAN-10][HM-MAN-15]") {
  Json setup = fight_setup(Json::array({unit_at("A1", "hippeis", 4, 900, 300), unit_at("A3", "hippotoxotes", 2, 500, 300),
                                        unit_at("A2", "hoplite", 2, 200, 200, true)}),
                           Json::array({unit_at("B1", "hoplite", 2, 200, 1100, true)}), "marches");
  setup["sides"]["A"]["units"][0]["arrangement"] = "OF";
  State state = in_state(setup);
  const auto wheeled = hoplomachia::course_of(state, {{"A1"}, {{.wheel = 100_deg}}, {}, {}});
  CHECK_FALSE(wheeled.disarrays);
  CHECK_FALSE(hoplomachia::turn_rule(state, state.units.at({"A1"}), 90_deg).allowed);
  const auto rule = hoplomachia::turn_rule(state, state.units.at({"A3"}), 35_deg);
  CHECK(rule.allowed);
  CHECK(rule.cost.um == 0);
  CHECK(rule.rule == "HM-MAN-15");
}

TEST_CASE("a phalanx counts the taxeis side to side under one order, none that stands behind", "[hoplomachia][HM-AMB-31][HM-APPR-06]") {
  Json setup = fight_setup(Json::array({unit_at("A1", "hoplite", 10, 500, 400, true), unit_at("A2", "hoplite", 8, 500 + 180, 400),
                                        unit_at("A3", "hoplite", 8, 500, 340)}),
                           Json::array({unit_at("B1", "hoplite", 2, 200, 1100, true)}), "marches");
  State state = in_state(setup);
  for (auto& [id, unit] : state.units) unit.order = {OrderType::BeginApproach, OrderSource::Salpinx, 3, false}, unit.mode = Mode::Approach;
  CHECK(hoplomachia::lochoi_in_phalanx(state, {"A1"}) == 9);  // 5 and 4 beside it, not the 4 behind
  CHECK(hoplomachia::approach_drift(state, {"A1"}) == 0.5_in);
  state.units.at({"A2"}).order.type = OrderType::Halt;
  CHECK(hoplomachia::lochoi_in_phalanx(state, {"A1"}) == 5);
  CHECK(hoplomachia::approach_drift(state, {"A1"}).um == 0);
}

}  // namespace flight_tests
