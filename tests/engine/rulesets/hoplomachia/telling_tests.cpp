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
