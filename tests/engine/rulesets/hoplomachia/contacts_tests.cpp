/// Who strikes whom where, what a melee's line does, what goes on after a slaughter, and what the end of the turn looks at.
#include "engine/rulesets/hoplomachia/topics/charging.hpp"
#include "engine/rulesets/hoplomachia/topics/checks.hpp"
#include "engine/rulesets/hoplomachia/topics/closing.hpp"
#include "engine/rulesets/hoplomachia/topics/command.hpp"
#include "engine/rulesets/hoplomachia/topics/melee.hpp"
#include "engine/rulesets/hoplomachia/topics/melee_result.hpp"
#include "engine/rulesets/hoplomachia/topics/sequence.hpp"
#include "tests/engine/rulesets/hoplomachia/contact_support.hpp"

namespace contacts_tests {

using namespace polemarch;
using namespace polemarch::test::hoplomachia_room;
using hoplomachia::Contact;
using hoplomachia::Level;
using hoplomachia::LochosRef;
using hoplomachia::MeleeResult;
using hoplomachia::State;
using hoplomachia::Strikes;
using test::hoplomachia_room::Table;

TEST_CASE("one enemy counts as fighting to a front, others in front matter for gaps alone",
          "[hoplomachia][HM-MULT-01][HM-MULT-02][HM-AMB-49]") {
  // A's line of three meets one lochos squarely in its middle: it alone strikes.
  Json setup = fight_setup(Json::array({unit_at("A1", "hoplite", 6, 900, 300, true)}),
                           Json::array({unit_at("B1", "hoplite", 2, 900, 300 + 4 * kInch, true), unit_at("B2", "hoplite", 2, 300, 1100)}),
                           "epidromos");
  charge_order(setup, "A1");
  Table table(setup);
  table.allowed("A", {{"do", "charge"}, {"unit", "A1"}});
  table.dice({2, 2});
  table.dice({3});
  table.dice({6, 6});
  CHECK(fight_of(table, "B1").at("contacts").size() == 1);
  int engaged = 0;
  for (std::size_t i = 0; i < 3; ++i) engaged += fight_of(table, "A1", i).at("engaged") == "epidromos" ? 1 : 0;
  CHECK(engaged == 1);
  CHECK(fight_of(table, "A1", 1).at("engaged") == "epidromos");
}

TEST_CASE("the gap lasts as long as the situation, it is reckoned in either melee, between fronts only",
          "[hoplomachia][HM-GAP-01][HM-GAP-07][HM-AMB-25]") {
  // Y's right end is open and overlapped.
  Json setup = lines(4, 3, "marches", 0);
  setup["sides"]["A"]["units"][0]["at"]["x_mm"] = 880;
  State state = in_state(setup);
  const LochosRef right{{"B1"}, 0};
  touch(state, {{"A1"}, 2}, right, Strikes::Front, false);
  CHECK(hoplomachia::gap_of(state, right));
  for (const bool othismos : {false, true})
    CHECK(hoplomachia::defence_of(state, right, {{"A1"}, 2}, Strikes::Front, othismos).total == 2);  // shield 4, gap 2
  // The overlapping lochos goes: the gap is closed.
  state.units.at({"A1"}).lochoi[3].fate = hoplomachia::Fate::Routing;
  CHECK_FALSE(hoplomachia::gap_of(state, right));
  // Peltastes are no phalanx.
  state.units.at({"A1"}).lochoi[3].fate = hoplomachia::Fate::Sound;
  state.units.at({"B1"}).troop = hoplomachia::TroopClass::Peltaste;
  CHECK_FALSE(hoplomachia::gap_of(state, right));
}

TEST_CASE("the attack is the same number whatever it strikes, each lochos has its own defence", "[hoplomachia][HM-ATK-01][HM-DEF-01]") {
  const State state = clash_of(2, 2);
  const LochosRef a{{"A1"}, 0}, b{{"B1"}, 1};
  for (const Strikes on : {Strikes::Front, Strikes::Shielded, Strikes::Unshielded, Strikes::Rear})
    CHECK(hoplomachia::penetration_of(state, a, b, on, true).attack.total == 7);
  State given = state;
  given.units.at({"B1"}).lochoi[1].fight.ground_given = 1;
  CHECK(hoplomachia::defence_of(given, b, a, Strikes::Front, true).total == 3);
  CHECK(hoplomachia::defence_of(given, {{"B1"}, 0}, {{"A1"}, 1}, Strikes::Front, true).total == 4);
  given.units.at({"B1"}).lochoi[1].fight.ground_given = 3;
  CHECK(hoplomachia::defence_of(given, b, a, Strikes::Front, true).total == 1);
  given.charts.ground_given_cap = -2;  // a chart may say how much at most (HM-CHART-T1)
  CHECK(hoplomachia::defence_of(given, b, a, Strikes::Front, true).total == 2);
}

TEST_CASE("broken into is pushed back by a worse name: a depth back, followed, checked", "[hoplomachia][HM-RES-10][HM-RES-17][HM-RES-T1]") {
  Json setup = in_contact(lines(1, 1), {{"A1", 0, "B1", 0, "front"}}, true);
  Json cells = Json::array();
  for (int i = 0; i < 16; ++i) cells.push_back("broken_into");
  setup["charts"]["melee"] = cells;
  setup["sides"]["A"]["arete"] = 17;
  setup["sides"]["B"]["arete"] = 8;
  Table table(setup);
  const double b = stand_of(table, "B1").y;
  REQUIRE(table.asked());
  CHECK(table.wait().question.find("Melee line") != std::string::npos);
  CHECK(fight_of(table, "B1").at("ground_given") == 1);
  CHECK(fight_of(table, "B1").at("pushed_back") == true);
  table.dice({1, 1});
  CHECK(fight_of(table, "B1").at("ground_given") == 1);
  (void)b;
}

TEST_CASE("the worst of several melees of a lochos is what it suffers", "[hoplomachia][HM-MULT-04][HM-AMB-21]") {
  State state = clash_of(1, 1);
  auto& fight = state.units.at({"B1"}).lochoi[0].fight;
  fight.worst = MeleeResult::BrokenInto;
  // Two passes: what was struck in the epidromos pass still fights its othismos, and the other way round.
  touch(state, {{"A9"}, 0}, {{"B1"}, 0}, Strikes::Shielded, false);
  CHECK(hoplomachia::pairs_to_fight(state, {"B1"}, false).size() == 1);
  CHECK(hoplomachia::pairs_to_fight(state, {"B1"}, true).size() == 1);
}

TEST_CASE("after a slaughter the winner goes on into the next enemy its taxis fights, with none it is asked whether it goes on",
          "[hoplomachia][HM-RES-15][HM-RES-16][HM-AMB-81][HM-RES-14]") {
  const auto slaughtered = [](int b) {
    Json setup = lines(b, b);
    std::vector<std::tuple<std::string, int, std::string, int, std::string>> strikes;
    for (int i = 0; i < b; ++i) strikes.emplace_back("A1", i, "B1", b - 1 - i, "front");
    setup["sides"]["A"]["arete"] = 17;
    setup["sides"]["B"]["arete"] = 8;
    Json cells = Json::array();
    for (int i = 0; i < 16; ++i) cells.push_back("slaughtered");
    setup["charts"]["melee"] = cells;
    setup["sides"]["B"]["units"][0]["strength"] = 6, setup["sides"]["B"]["units"][0]["spear"] = 1;
    return in_contact(setup, strikes, true);
  };
  Table one(slaughtered(1));
  REQUIRE(one.asked());
  CHECK(one.wait().rule == "HM-RES-16");
  CHECK(one.wait().who == Viewer::A);
  CHECK(lochos_of(one, "B1").at("fate") == "gone");
  one.choose("y");
  CHECK(one.at("/units/A1/order/type") == "charge");
  Table halts(slaughtered(1));
  halts.choose("n");
  CHECK(halts.at("/units/A1/order/type") == "halt");
  CHECK(halts.at("/units/A1/mode") == "halt");
}

TEST_CASE("the lines of the chart from the mildest to the worst, and levels from shield to threshold",
          "[hoplomachia][HM-RES-T1][HM-PENL-T1]") {
  using enum MeleeResult;
  const std::vector<MeleeResult> lines{NoEffect, BothDisarrayed, PushedBack, BrokenInto, Broken, Slaughtered};
  for (std::size_t i = 0; i + 1 < lines.size(); ++i) CHECK(hoplomachia::worse(lines[i]) == lines[i + 1]);
  CHECK(hoplomachia::worse(Slaughtered) == Slaughtered);
  const std::vector<Level> levels{Level::ZeroHit, Level::ShieldHit, Level::StrengthHit, Level::ThresholdHit, Level::Exceeded};
  for (std::size_t i = 0; i < levels.size(); ++i) CHECK(static_cast<int>(levels[i]) == static_cast<int>(i));
  CHECK(hoplomachia::text_of(Level::StrengthHit) == "strength hit, not exceeded");
}

TEST_CASE("epidromos melees come before othismos melees", "[hoplomachia][HM-SEQ-12]") {
  CHECK(hoplomachia::stages_of(hoplomachia::Phase::Melee) == 2);
  CHECK(hoplomachia::name_of_stage(hoplomachia::Phase::Melee, 0) == "epidromos melees");
  State state = clash_of(1, 1, false);
  state.at.phase = hoplomachia::Phase::Melee;
  state.at.stage = 0;
  CHECK(hoplomachia::able_to_act(state, {"A1"}));
  state.at.stage = 1;
  CHECK_FALSE(hoplomachia::able_to_act(state, {"A1"}));
}

TEST_CASE("the Katastrophe looks at flanks, retreat, missiles, strategoi, checks and Nike, in this order",
          "[hoplomachia][HM-SEQ-16][HM-AMB-100][HM-EVT-15][HM-AMB-38]") {
  using hoplomachia::Phase;
  REQUIRE(hoplomachia::stages_of(Phase::Katastrophe) == 6);
  const std::vector<std::string> names{"flank enveloped",      "phalanx in retreat", "under belos",
                                       "strategos casualties", "andreia checks",     "Nike"};
  for (int i = 0; i < 6; ++i) CHECK(hoplomachia::name_of_stage(Phase::Katastrophe, i) == names[static_cast<std::size_t>(i)]);
  // One die a turn, however often it was shot at.
  Json setup = fight_setup(Json::array({unit_at("A1", "hoplite", 4, 900, 300, true)}),
                           Json::array({unit_at("B1", "hoplite", 2, 900, 900, true)}), "melee");
  setup["state"]["at"]["stage"] = 1;
  Json lochoi = Table(fight_setup(Json::array({unit_at("A1", "hoplite", 4, 900, 300, true)}),
                                  Json::array({unit_at("B1", "hoplite", 2, 900, 900, true)}), "marches"))
                    .at("/units/A1/lochoi");
  for (Json& lochos : lochoi) lochos["fight"]["under_belos"] = true;
  setup["state"]["units"]["A1"]["lochoi"] = lochoi;
  Table table(setup);
  REQUIRE(table.wait().rule == "HM-EVT-13");
  const auto events = table.dice({6});
  CHECK(arete_of(table, "a") == 11);
  CHECK(of_kind(events, "thrown").size() == 1);
  CHECK((!table.asked() || table.wait().rule != "HM-EVT-13"));
}

TEST_CASE("the first charge asks One Step More at the start of the melees, at once on the track",
          "[hoplomachia][HM-INSP-11][HM-INSP-12][HM-ARE-05][HM-ARE-06]") {
  Json setup = in_contact(lines(2, 2, "marches", 0), {{"A1", 0, "B1", 1, "front"}, {"A1", 1, "B1", 0, "front"}}, true);
  setup["state"]["strategoi"] = {{"A1-strategos", {{"character", "crafty"}}}};
  Table table(setup);
  std::vector<Json> events;
  for (int i = 0; i < 40 && !(table.asked() && table.wait().rule == "HM-INSP-09"); ++i)
    if (!one_on(table, events, {})) break;
  REQUIRE(table.asked());
  REQUIRE(table.wait().rule == "HM-INSP-09");
  const int before = arete_of(table, "a");
  const auto then = table.dice({6});
  bool raised = false;
  for (const Json& change : of_kind(then, "arete_changed"))
    raised = raised || (change.at("side") == "A" && change.at("entry").at("to") == before + 2);
  CHECK(raised);
}

TEST_CASE("lights and peltastes who are the army's core sing, others never", "[hoplomachia][HM-INSP-04][HM-AMB-66]") {
  for (const bool core : {true, false}) {
    Json setup =
        small_setup(Json::array({unit_at("A1", "peltaste", 2, 500, 280)}), Json::array({unit_at("B1", "hoplite", 4, 900, 1100, true)}));
    setup["sides"]["A"]["units"][0]["core"] = core;
    setup["sides"]["A"]["strategoi"] = {{{"strategos", "Seuthes"}, {"hegemon", true}, {"unit", "A1"}}};
    Table table(setup);
    table.signals("begin_approach", "");
    CHECK((table.asked() && table.wait().rule == "HM-INSP-01") == core);
  }
}

TEST_CASE("a lochos routed by a check leaves no counter, counters weigh on nothing but victory", "[hoplomachia][HM-DEAD-02][HM-DEAD-04]") {
  Json setup = fight_setup(Json::array({unit_at("A1", "hoplite", 4, 900, 300, true)}),
                           Json::array({unit_at("B1", "hoplite", 2, 900, 900, true)}), "marches");
  setup["state"]["units"]["A1"]["fight"] = {{"katastrophe", {"HM-KAT-05"}}};
  setup["sides"]["A"]["arete"] = 5;
  Table table(setup);
  until(table, "salpinx", {{"HM-AND-15", {6, 6}}});
  REQUIRE(lochos_of(table, "A1").at("fate") == "routing");
  CHECK(dead_of(table).empty());
  State state = clash_of(1, 1);
  const auto before = hoplomachia::attack_of(state, {{"A1"}, 0}, true).total;
  state.fight.dead.push_back({{900_mm, 300_mm}, Side::A});
  CHECK(hoplomachia::attack_of(state, {{"A1"}, 0}, true).total == before);
  CHECK(hoplomachia::may_charge(state, {"A1"}, {}).ruling == hoplomachia::may_charge(clash_of(1, 1), {"A1"}, {}).ruling);
}

TEST_CASE("lights that lose a stand by rout check, and a taxis that loses its strategos, a melee's line falls on the taxis then",
          "[hoplomachia][HM-AND-10][HM-KAT-03][HM-AND-08][HM-KAT-04][HM-RES-13][HM-MEL-07][HM-AMB-103]") {
  const auto broken = [](const char* type, int bases) {
    Json setup = fight_setup(Json::array({unit_at("A1", "hoplite", 2, 900, 300, true)}),
                             Json::array({unit_at("B1", type, bases, 900, 300), unit_at("B2", "hoplite", 2, 300, 1100, true)}), "melee");
    setup["state"]["at"]["stage"] = 1;
    Json cells = Json::array();
    for (int i = 0; i < 16; ++i) cells.push_back("broken");
    setup["charts"]["melee"] = cells;
    setup["sides"]["A"]["arete"] = 17;
    setup["sides"]["B"]["units"][0]["spear"] = 1;
    return in_contact(setup, {{"A1", 0, "B1", 0, "front"}}, true);
  };
  for (const auto& [type, bases, cause] : {std::tuple{"hoplite", 4, "HM-KAT-02"}, {"psiloi", 2, "HM-KAT-03"}}) {
    CAPTURE(type);
    Table table(broken(type, bases));
    CHECK(lochos_of(table, "B1", 0).at("fate") == "routing");
    CHECK(lochos_of(table, "B1", 1).value("fate", "sound") == "sound");
    // The check of the whole unit comes in the Katastrophe phase.
    bool waits = false;
    for (int i = 0; i < 20 && !waits; ++i) {
      waits = table.asked() && table.wait().question.find("B1 checks andreia, Katastrophe") != std::string::npos;
      std::vector<Json> events;
      if (!waits && !one_on(table, events, {})) break;
    }
    CHECK(waits);
    bool told = false;
    const Json causes = taxis_fight_of(table, "B1").at("katastrophe");
    for (const Json& why : causes) told = told || why == cause;
    CHECK(told);
  }
}

TEST_CASE("a march square is enveloped only where its baggage can be charged", "[hoplomachia][HM-EVT-09]") {
  for (const bool baggage : {true, false}) {
    Json setup = fight_setup(
        Json::array({unit_at("A1", "hoplite", 4, 900, 300, true), unit_at("A2", baggage ? "baggage" : "hoplite", 2, 1200, 300)}),
        Json::array({unit_at("B1", "hippeis", 2, 1200, 300 + 5 * kInch), unit_at("B2", "hoplite", 2, 300, 1100, true)}), "marches");
    setup["sides"]["A"]["formation"] = "marching_column";
    const State state = in_state(setup);
    CHECK(hoplomachia::enveloped(state, Side::A).has_value() == baggage);
  }
}

TEST_CASE("a phalanx in retreat counts taxeis that a check routed too, as long as they run", "[hoplomachia][HM-EVT-10][HM-AMB-104]") {
  State state = clash_of(2, 2);
  state.armies.a.hoplites_at_start = 4;
  CHECK_FALSE(hoplomachia::given_way(state, Side::A).retreat());
  hoplomachia::Flight rout{.id = 1, .mode = hoplomachia::Mode::Rout, .unit = {"A1"}, .lochoi = {0, 1}};
  rout.since = state.at.turn;
  state.fight.flights = {rout};
  CHECK(hoplomachia::given_way(state, Side::A).lochoi == 2);
  CHECK(hoplomachia::given_way(state, Side::A).retreat());
  state.fight.flights.front().since = state.at.turn - 1;  // they run on, away from the enemy, and are counted among those on the table
  CHECK(hoplomachia::given_way(state, Side::A).retreat());
}

TEST_CASE("the herald ends the battle at any time, the conditions of a scenario win for who is above zero",
          "[hoplomachia][HM-NIKE-10][HM-NIKE-04][HM-GEN-22]") {
  Table table(lines(1, 1, "marches", 0));
  table.allowed("A", {{"do", "concede"}, {"confirm", true}});
  CHECK(table.battle().ending()->winner == Side::B);
  CHECK(table.battle().ending()->rule == "HM-NIKE-10");
  Json setup = lines(1, 1, "marches", 0);
  setup["sides"]["A"]["arete"] = 0;
  Table fulfilled(setup);
  CHECK(fulfilled.refused("A", {{"do", "end_battle"}, {"why", "fulfilled"}, {"confirm", true}}) == "HM-NIKE-04");
  fulfilled.allowed("B", {{"do", "end_battle"}, {"why", "fulfilled"}, {"confirm", true}});
  CHECK(fulfilled.battle().ending()->winner == Side::B);
}

}  // namespace contacts_tests
