/// What happened in words: the result before its sums, nothing twice, lochoi by their place.
#include "tests/engine/rulesets/hoplomachia/fight_support.hpp"

namespace telling_tests {

using namespace polemarch;
using namespace polemarch::test::hoplomachia_room;
using test::hoplomachia_room::Table;

namespace {

struct Teller {
  Table table{small_setup(Json::array({unit_at("A1", "hoplite", 6, 500, 280, true), unit_at("A2", "psiloi", 3, 1200, 280)}),
                          Json::array({unit_at("B1", "hoplite", 4, 900, 1100, true)}))};
  std::string operator()(Json event, const char* kind) {
    event["event"] = kind;
    return table.battle().tell(event.dump());
  }
};

Json blow(const std::string& unit, int at, std::vector<std::pair<std::string, int>> attack, int shield, int level) {
  Json rows = Json::array();
  for (const auto& [text, value] : attack) rows.push_back({{"rule", "HM-ATK-02"}, {"text", text}, {"value", value}});
  return {{"lochos", {{"unit", unit}, {"at", at}}},
          {"attack", rows},
          {"defence", {{{"rule", "HM-DEF-02"}, {"text", "shield"}, {"value", shield}}}},
          {"level", level}};
}

}  // namespace

TEST_CASE("who does not shoot holds, who does not march stands still", "[hoplomachia][HM-BEL-01]") {
  using hoplomachia::Phase;
  hoplomachia::State state = in_state(
      small_setup(Json::array({unit_at("A1", "hoplite", 6, 500, 280, true)}), Json::array({unit_at("B1", "hoplite", 4, 900, 1100, true)})));
  for (const auto& [phase, words] :
       {std::pair{Phase::OffensiveBelos, "holds"}, {Phase::DefensiveBelos, "holds"}, {Phase::Marches, "stands still"}}) {
    state.at.phase = phase;
    CHECK(hoplomachia::Rules::tell(state, hoplomachia::UnitActed{{"A1"}, Side::B, "stands still"}) == "A1 " + std::string(words));
    CHECK(hoplomachia::Rules::clause(state, hoplomachia::StandStill{{"A1"}}).ends_with(words));
  }
}

TEST_CASE("who is not sent to charge does not charge", "[hoplomachia][telling]") {
  hoplomachia::State state = in_state(
      small_setup(Json::array({unit_at("A1", "hoplite", 6, 500, 280, true)}), Json::array({unit_at("B1", "hoplite", 4, 900, 1100, true)})));
  state.at.phase = hoplomachia::Phase::Epidromos;
  CHECK(hoplomachia::Rules::clause(state, hoplomachia::StandStill{{"A1"}}).ends_with("does not charge"));
}

TEST_CASE("a rout is a loss, of the part that runs or of the unit where nothing of it stands any more",
          "[hoplomachia][telling][HM-EVT-01][HM-EVT-03]") {
  using namespace hoplomachia;
  State state = in_state(
      small_setup(Json::array({unit_at("A1", "hoplite", 4, 500, 280, true)}), Json::array({unit_at("B1", "hoplite", 4, 900, 1100, true)})));
  REQUIRE(state.units.at({"A1"}).lochoi.size() > 1);
  std::vector<int> all;
  for (std::size_t i = 0; i < state.units.at({"A1"}).lochoi.size(); ++i) all.push_back(static_cast<int>(i));
  const auto rout = [](int id, std::vector<int> lochoi) {
    Flight flight;
    flight.id = id, flight.mode = Mode::Rout, flight.unit = {"A1"}, flight.lochoi = std::move(lochoi), flight.foe = {"B1"};
    return FlightKept{flight, "routs"};
  };
  const engine::Happened part = Rules::happened(state, {rout(1, {1})});
  REQUIRE(part.losses.size() == 1);
  CHECK(part.losses[0].part);
  CHECK(part.losses[0].what == "the 2nd lochos");
  CHECK(part.losses[0].how == "routed");
  CHECK(part.losses[0].by == UnitId{"B1"});
  state.armies.a.senior = {"A1"};
  const engine::Happened whole = Rules::happened(state, {rout(1, all)});
  REQUIRE(whole.losses.size() == 1);
  CHECK_FALSE(whole.losses[0].part);
  CHECK(whole.losses[0].rule == "HM-EVT-03");
  state.fight.flights = {rout(1, {1}).flight};
  CHECK(Rules::happened(state, {rout(1, {1})}).losses.empty());  // it goes on
  CHECK(Rules::happened(state, {ChargeRolled{{"B1"}, 3, {}, false}}).charges == std::vector<UnitId>{{"B1"}});
}

TEST_CASE("a strategos whom the rules made has no key for a name", "[hoplomachia][telling][HM-STRAT-16]") {
  using namespace hoplomachia;
  State state = in_state(
      small_setup(Json::array({unit_at("A1", "hoplite", 4, 500, 280, true)}), Json::array({unit_at("B1", "hoplite", 4, 900, 1100, true)})));
  Strategos who;
  who.side = Side::A, who.name = "new hegemon", who.character = Character::Promachos, who.in = {{"A1"}, 0};
  CHECK(Rules::tell(state, StrategosArrived{"A-hegemon-1", who}) == "the new hegemon of A takes command: Promachos");
  state.strategoi["A-hegemon-1"] = who;
  const VerbalOrder march{.strategos = "A-hegemon-1", .unit = {"A1"}, .order = OrderType::Withdrawal};
  CHECK(Rules::say(state, march).starts_with("the new hegemon of A orders A1"));
  CHECK(Rules::clause(state, march).starts_with("the new hegemon of A sends "));
  const engine::Happened fell = Rules::happened(state, {StrategosLost{"A-hegemon-1", "routed", "HM-STRAT-18"}});
  REQUIRE(fell.losses.size() == 1);
  CHECK(fell.losses[0].unit == UnitId{"A1"});
  CHECK(fell.losses[0].what == "the new hegemon");
  CHECK(fell.losses[0].how == "killed");
  for (const std::string& line : Rules::describe(state, Viewer::Both)) CHECK_FALSE(line.starts_with("A "));
}

TEST_CASE("a check and a shot are told with their result before the dice", "[hoplomachia][telling]") {
  Teller told;
  const Json check{{"who", "A"},       {"thrower", "A1"}, {"at", "B1"},       {"purpose", "andreia, Charging"}, {"need", 9}, {"good", 1},
                   {"values", {3, 4}}, {"better", "low"}, {"counted", "sum"}, {"outcome", "passes: charges"}};
  CHECK(told(check, "thrown") == "A1, andreia passes: charges (Charging, 7 of 9 or less)");
  const Json shot{{"who", "B"}, {"thrower", "B1"}, {"at", "A1"},    {"purpose", "belos shooting"},
                  {"need", 5},  {"good", 1},       {"values", {5}}, {"outcome", "intensity 2, check failed: disarrayed"}};
  CHECK(told(shot, "thrown") == "B1 at A1, belos: disarrayed (5, needs 5+)");
}

TEST_CASE("a throw of an older log is known by its purpose, and a stance that is rolled for is no order",
          "[hoplomachia][telling][HM-STANCE-03][HM-STANCE-06]") {
  Teller told;
  const auto aim = [&](const char* purpose, const char* rule) {
    const Json event{{"event", "thrown"}, {"who", "A"}, {"purpose", purpose}, {"rule", rule}, {"values", {3}}};
    const auto known = told.table.battle().todays(event.dump());
    REQUIRE(known);
    return Json::parse(*known).at("aim").get<std::string>();
  };
  CHECK(aim("stance of Agis", "HM-STANCE-03") == "other");
  CHECK(aim("stance of Agis", "HM-STANCE-06") == "order");
  CHECK(aim("andreia, Charging", "HM-AND-15") == "check");
  CHECK(aim("casualty of Agis", "HM-STRAT-18") == "casualty");
  CHECK(aim("ekdromoi", "HM-EKD-05") == "blow");
  CHECK(aim("ekdromoi move", "HM-EKD-04") == "other");
}

TEST_CASE("a melee is told with who won, and both sums", "[hoplomachia][telling][HM-MEL-06]") {
  Teller told;
  const Json fought{{"first", blow("B1", 0, {{"spear", 5}, {"arete", -1}}, 4, 1)},
                    {"second", blow("A1", 1, {{"spear", 5}, {"arete", 2}}, 4, 3)},
                    {"losers", {{{"unit", "B1"}, {"at", 0}}}},
                    {"result", "broken"},
                    {"on", "front"}};
  CHECK(told(fought, "melee_fought") ==
        "the 1st lochos of B1 is broken by the 2nd lochos of A1 in epidromos: 7 (spear 5 + arete 2) against 4, arete threshold hit, not "
        "exceeded; back 4 (spear 5 - arete 1) against 4, shield hit, not exceeded");
}

TEST_CASE("a melee that nobody won is told with what became of both before who fought", "[hoplomachia][telling][HM-RES-05][HM-AMB-37]") {
  Teller told;
  Json fought{{"first", blow("B1", 0, {{"spear", 5}}, 4, 2)},
              {"second", blow("A1", 1, {{"spear", 5}, {"arete", 2}}, 4, 2)},
              {"losers", Json::array()},
              {"result", "both_disarrayed"},
              {"on", "front"}};
  const std::string who = " in epidromos, the 1st lochos of B1 and the 2nd lochos of A1: 5 against 4, ";
  CHECK(told(fought, "melee_fought").starts_with("both disarrayed" + who));
  CHECK(told({{"unit", "A1"}, {"lochoi", {1}}, {"why", "both disarrayed"}, {"rule", "HM-RES-05"}}, "disarrayed").empty());
  fought["result"] = "no_effect";
  CHECK(told(fought, "melee_fought").starts_with("no effect" + who));
  fought["result"] = "broken", fought["losers"] = {{{"unit", "B1"}, {"at", 0}}, {{"unit", "A1"}, {"at", 1}}};
  CHECK(told(fought, "melee_fought").starts_with("both broken in epidromos, "));
}

TEST_CASE("what another line says already is not told once more", "[hoplomachia][telling]") {
  Teller told;
  CHECK(told({{"unit", "A1"}, {"lochoi", {0}}, {"why", "routs"}, {"rule", "HM-DIS-02"}}, "disarrayed").empty());
  CHECK(told({{"id", 1}, {"unit", "A1"}, {"how", "gone"}, {"rule", "HM-ROUT-09"}}, "flight_over").empty());
  CHECK(told({{"id", 1}, {"unit", "A1"}, {"how", "halts and recovers"}, {"rule", "HM-PUR-07"}}, "flight_over").empty());
  CHECK(told({{"unit", "A1"}, {"poses", Json::array()}, {"moved", 0}, {"how", "turns about"}, {"rule", "HM-ROUT-03"}}, "stands_moved")
            .empty());
  CHECK(told({{"unit", "A1"}, {"lochoi", {1}}, {"to", "CF"}, {"rule", "HM-AND-26"}}, "recovered") ==
        "the 2nd lochos of A1 recovers in close files");
}

TEST_CASE("files closed under missiles are told once, and who has none to close maintains", "[hoplomachia][telling][HM-BRX-04]") {
  Teller told;
  CHECK(told({{"unit", "A1"}, {"by", "B1"}, {"code", "F"}, {"rule", "HM-BCK-08"}}, "belos_reacted") ==
        "A1 is in close files under the missiles of B1");
  CHECK(told({{"unit", "A2"}, {"by", "B1"}, {"code", "F"}, {"rule", "HM-BCK-08"}}, "belos_reacted") ==
        "A2 maintains under the missiles of B1");
  CHECK(told({{"unit", "A1"}, {"to", "CF"}, {"rule", "HM-BRX-04"}}, "rearranged").empty());
}

TEST_CASE("a side without a strategos who is free gives no signal, and is not told to lay a counter", "[hoplomachia][telling][HM-ORD-03]") {
  Teller told;
  Json none{{"secret", ""}, {"owner", "both"}, {"range", ""}, {"revealed", true}, {"value", "none"}};
  CHECK(told({{"side", "A"}, {"counter", none}}, "salpinx_placed") == "A gives no signal: no strategos is free to");
  none["revealed"] = false, none["owner"] = "A";
  CHECK(told({{"side", "A"}, {"counter", none}}, "salpinx_placed") == "A lays a counter under the salpinx");
}

TEST_CASE("how the armies are deployed is told with what is agreed", "[hoplomachia][telling][HM-DEPL-01]") {
  Teller told;
  CHECK(told({{"battle", {{"deployment", "sketch"}, {"invader", "B"}}}}, "battle_agreed") == "agreed: B invades, deployment by sketch");
  CHECK(told({{"battle", {{"deployment", "alternate"}, {"first_to_deploy", "A"}}}}, "battle_agreed") ==
        "agreed: deployment unit by unit, A sets up first");
}

TEST_CASE("a manoeuvre read from the table is told as what the unit does", "[hoplomachia][telling]") {
  Teller told;
  CHECK(told({{"unit", "A1"},
              {"poses", Json::array()},
              {"moved", 1000},
              {"how", "wheel 0.5 in left, advance 1.2 in"},
              {"rule", "HM-MARCH-01"}},
             "stands_moved") == "A1 wheels 0.5 in left, advances 1.2 in");
}

}  // namespace telling_tests
