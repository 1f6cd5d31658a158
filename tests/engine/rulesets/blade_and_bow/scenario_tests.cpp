#include <algorithm>

#include "engine/rulesets/blade_and_bow/topics/command.hpp"
#include "engine/rulesets/blade_and_bow/topics/movement.hpp"
#include "engine/rulesets/blade_and_bow/topics/returning.hpp"
#include "engine/rulesets/blade_and_bow/topics/victory.hpp"
#include "models/io/json.hpp"
#include "tests/engine/rulesets/blade_and_bow/scenario_table.hpp"
#include "tests/support/catch.hpp"

namespace scenario_tests {

using namespace polemarch;
using namespace polemarch::blade_and_bow;

TEST_CASE("Marathon: leaders with rank, range, value and the colour of the box", "[bb][BB-SCN-T1][BB-SCN-07][BB-MAR-02][BB-MAR-03]") {
  const TestTable t = battle("marathon");
  CHECK(leader_text(t, "Miltiades") == "1-9-3/Red");
  CHECK(leader_text(t, "Callimachus") == "2-4-3/Red");
  CHECK(leader_text(t, "Datis") == "1-6-3/White");
  CHECK(leader_text(t, "Artaphernes") == "2-4-2/White");
}

TEST_CASE("Marathon: every hoplite begins with one rank, the Greeks may shift theirs up to three",
          "[bb][BB-SCN-02][BB-MAR-04][BB-MAR-05]") {
  const TestTable t = battle("marathon");
  CHECK(ranks_under(t, Side::A, "hoplite") == 1);
  CHECK(ranks_under(t, Side::B, "hoplite") == 1);
  CHECK(t.state.army(Side::A).rank_limit == 3);
  CHECK_FALSE(t.state.army(Side::A).ranks_fixed);
  CHECK(t.state.army(Side::B).ranks_fixed);
}

TEST_CASE("Marathon: three impulses, rout level seven and a hand of four for both, the tie-breaker for the Greeks",
          "[bb][BB-SCN-T1][BB-MAR-01][BB-MAR-06][BB-MAR-07][BB-MAR-10]") {
  const TestTable t = battle("marathon");
  CHECK(figures(t, Side::A) == "impulses 3, rout 7, max +3, hand 4");
  CHECK(figures(t, Side::B) == "impulses 3, rout 7, max +1 fixed, hand 4");
  CHECK(t.state.scenario.tie_breaker == Side::A);
}

TEST_CASE("Marathon: the water at the top is a river, units face the enemy, each side has a camp",
          "[bb][BB-MAR-08][BB-SET-04][BB-SET-05][BB-SET-09][BB-SET-19][BB-SET-20]") {
  const TestTable t = battle("marathon");
  CHECK(t.state.map.terrain.at(*square_named("A2")) == "river");
  for (const auto& [id, unit] : t.state.units) {
    CHECK(unit.on_map());
    CHECK(unit.facing == (unit.side == Side::A ? Facing::N : Facing::S));
  }
  CHECK(t.state.camps.at({"GreekCamp"}).side == Side::A);
  CHECK(t.state.camps.at({"PersianCamp"}).side == Side::B);
  CHECK(t.state.camps.size() == 2);
}

TEST_CASE("Miltiades dead, Callimachus commands with morale 3, Datis dead, Artaphernes with morale 2", "[bb][BB-MAR-09][BB-MAR-11]") {
  TestTable t = battle("marathon");
  t.state.leaders.at({"Miltiades"}).box = Where::Eliminated;
  CHECK(commander(t.state, Side::A)->id == UnitId{"Callimachus"});
  CHECK(army_value(t.state, Side::A) == 3);
  t.state.leaders.at({"Datis"}).box = Where::Eliminated;
  CHECK(army_value(t.state, Side::B) == 2);
  CHECK(hand_size(t.state, Side::B) == 3);
}

TEST_CASE("setup: ranks are set first, then the side without the tie-breaker places its leaders, then the other, then hands are dealt",
          "[bb][BB-SET-27][BB-SCN-01][BB-AMB-109]") {
  TestTable t = battle("marathon");
  CHECK(t.state.turn.phase == Phase::Setup);
  const auto greek = [&] { return t.judge(R"({"by":"A","do":"place_leader","leader":"Miltiades","square":"F13"})"); };
  CHECK(greek().reasons.front().rule == "BB-SET-27");
  both_ready(t);
  CHECK(greek().reasons.front().rule == "BB-SET-27");
  CHECK(t.judge(R"({"by":"A","do":"adjust_ranks","ranks":{"A1":1,"A2":1}})").reasons.front().rule == "BB-SET-27");
  REQUIRE(t.say(R"({"by":"B","do":"place_leader","leader":"Datis","square":"F5"})"));
  REQUIRE(t.say(R"({"by":"B","do":"ready"})"));
  REQUIRE(t.say(R"({"by":"A","do":"place_leader","leader":"Miltiades","square":"F13"})"));
  REQUIRE(t.say(R"({"by":"A","do":"ready"})"));
  CHECK(t.waiting() == "take_cards");
}

TEST_CASE("a leader is set up with a unit of his own side", "[bb][BB-SET-07][BB-SCN-06]") {
  TestTable t = battle("marathon");
  both_ready(t);
  CHECK(t.judge(R"({"by":"B","do":"place_leader","leader":"Datis","square":"A9"})").reasons.front().rule == "BB-SET-07");
  CHECK(t.judge(R"({"by":"B","do":"place_leader","leader":"Datis","square":"F13"})").reasons.front().rule == "BB-SET-07");  // Greeks
  CHECK(t.judge(R"({"by":"B","do":"place_leader","leader":"Datis","square":"F5"})").allowed());
}

TEST_CASE("ranks may be shifted at setup within the limit, the total staying, unless they are fixed",
          "[bb][BB-SCN-03][BB-SCN-04][BB-SCN-05][BB-UNIT-18][BB-OPT-02]") {
  TestTable t = battle("marathon");
  CHECK(t.judge(R"({"by":"A","do":"adjust_ranks","ranks":{"A1":3}})").reasons.front().rule == "BB-SCN-04");
  CHECK(t.judge(R"({"by":"A","do":"adjust_ranks","ranks":{"A1":4,"A2":0,"A3":0,"A4":0}})").reasons.front().rule == "BB-SCN-03");
  CHECK(t.judge(R"({"by":"B","do":"adjust_ranks","ranks":{"B7":2,"B8":0}})").reasons.front().rule == "BB-SCN-05");
  CHECK(t.judge(R"({"by":"A","do":"adjust_ranks","ranks":{"A11":1,"A2":0}})").reasons.front().rule == "BB-UNIT-24");
  REQUIRE(t.say(R"({"by":"A","do":"adjust_ranks","ranks":{"A1":3,"A2":0,"A3":0}})"));
  CHECK(t.unit("A1").ranks.value == 3);
}

TEST_CASE("a hoplite without extra ranks keeps a hidden marker of nought", "[bb][BB-SCN-11][BB-RANK-08]") {
  TestTable t = battle("marathon");
  REQUIRE(t.say(R"({"by":"A","do":"adjust_ranks","ranks":{"A1":2,"A2":0}})"));
  CHECK(t.unit("A2").has_ranks());
  CHECK(t.unit("A2").ranks.value == 0);
  CHECK_FALSE(t.unit("A2").ranks.open_to(Viewer::B));
  CHECK_FALSE(t.unit("A1").ranks.open_to(Viewer::B));
}

TEST_CASE("six hoplites with +1 each, adjustable to +3", "[bb][BB-EX-16]") {
  TestTable t;
  for (int i = 1; i <= 6; ++i) t.add("A" + std::to_string(i), "hoplite", at(i, 1), Facing::N, 1);
  t.state.turn = {.number = 1, .phase = Phase::Setup};
  t.state.army(Side::A).rank_total = 6;
  t.state.army(Side::A).rank_limit = 3;
  t.state.army(Side::A).ranks_fixed = false;
  CHECK(t.judge(R"({"by":"A","do":"adjust_ranks","ranks":{"A1":3,"A2":3,"A3":0,"A4":0,"A5":0,"A6":0}})").allowed());
  CHECK_FALSE(t.judge(R"({"by":"A","do":"adjust_ranks","ranks":{"A1":4,"A2":2,"A3":0,"A4":0,"A5":0,"A6":0}})").allowed());
  CHECK_FALSE(t.judge(R"({"by":"A","do":"adjust_ranks","ranks":{"A1":3,"A2":3,"A3":1,"A4":0,"A5":0,"A6":0}})").allowed());
}

TEST_CASE("Thermopylae: leaders, and morale three on both sides", "[bb][BB-THE-01][BB-THE-02][BB-THE-19]") {
  const TestTable t = battle("thermopylae");
  CHECK(leader_text(t, "Leonidas") == "1-6-3/Red");
  CHECK(leader_text(t, "Demophilus") == "2-4-3/White");
  CHECK(leader_text(t, "Xerxes") == "1-6-3/White");
  CHECK(leader_text(t, "Mardonius") == "2-4-2/White");
  for (const Side side : {Side::A, Side::B}) CHECK(hand_size(t.state, side) == 4);
}

TEST_CASE("Thermopylae: ranks for the Greeks only, impulses, rout levels, the tie-breaker for the Persians",
          "[bb][BB-THE-03][BB-THE-04][BB-THE-05][BB-THE-21][BB-THE-22]") {
  const TestTable t = battle("thermopylae");
  CHECK(figures(t, Side::A) == "impulses 3, rout 5, max +2, hand 4");
  CHECK(figures(t, Side::B) == "impulses 3, rout 8, max +6 fixed, hand 4");
  CHECK(t.state.army(Side::B).rank_total == 0);
  CHECK(ranks_under(t, Side::A, "hoplite") == 1);
  CHECK(t.state.scenario.tie_breaker == Side::B);
}

TEST_CASE("Thermopylae: the goat path holds the squares named for it", "[bb][BB-THE-20]") {
  const TestTable t = battle("thermopylae");
  const auto& path = t.state.map.tracks.front().squares;
  for (const char* name : {"B3", "C4", "D3", "O15", "P16"}) CHECK(std::find(path.begin(), path.end(), *square_named(name)) != path.end());
  CHECK(std::find(path.begin(), path.end(), *square_named("R15")) == path.end());
}

namespace {
/// The rule that bars the step at Thermopylae, "" when none does.
std::string barred_by(const TestTable& t, Side side, const char* from, const char* to) {
  const auto reason = barred(t.state, side, *square_named(from), *square_named(to));
  return reason ? reason->rule : "";
}
}  // namespace

TEST_CASE("Thermopylae: hills are impassable but for R15, whose slope halts", "[bb][BB-THE-06][BB-THE-07][BB-THE-23]") {
  const TestTable t = battle("thermopylae");
  CHECK(barred_by(t, Side::B, "F3", "F4") == "BB-THE-06");
  CHECK(barred_by(t, Side::A, "R14", "R15").empty());
  CHECK(edge_between(t.state.map, *square_named("R14"), *square_named("R15"))->halts);
}

TEST_CASE("Thermopylae: the wall bars the step across it, and diagonals round it while a unit stands beside it",
          "[bb][BB-THE-08][BB-THE-09]") {
  TestTable t = battle("thermopylae");
  CHECK(barred_by(t, Side::B, "S11", "S12") == "BB-THE-08");
  CHECK(barred_by(t, Side::A, "S12", "S11") == "BB-THE-08");
  CHECK(barred_by(t, Side::A, "R11", "S12") == "BB-THE-09");  // held by Spartans
  CHECK(barred_by(t, Side::A, "S12", "R11") == "BB-THE-09");
  t.state.units.at({"A1"}).square = *square_named("S16");
  CHECK(barred_by(t, Side::A, "R11", "S12").empty());
}

TEST_CASE("Thermopylae: before the path is found no Persian goes past column K", "[bb][BB-THE-11][BB-AMB-73]") {
  TestTable t = battle("thermopylae");
  CHECK(barred_by(t, Side::B, "K2", "L2") == "BB-THE-11");
  CHECK(barred_by(t, Side::B, "J2", "K2").empty());
  CHECK(barred_by(t, Side::B, "R11", "S12") == "BB-THE-11");
  CHECK(barred_by(t, Side::A, "K2", "L2").empty());
  t.state.map.tracks.front().found = true;
  CHECK(barred_by(t, Side::B, "K2", "L2").empty());
}

TEST_CASE("Thermopylae: the path found, Persians go along it but never diagonally, Greeks never", "[bb][BB-THE-12][BB-THE-13][BB-THE-14]") {
  TestTable t = battle("thermopylae");
  CHECK(barred_by(t, Side::B, "C3", "C4") == "BB-THE-10");
  CHECK(barred_by(t, Side::A, "C3", "C4") == "BB-THE-14");
  t.state.map.tracks.front().found = true;
  CHECK(barred_by(t, Side::B, "C3", "C4").empty());
  CHECK(barred_by(t, Side::B, "C4", "C5").empty());
  CHECK(barred_by(t, Side::B, "B3", "C4") == "BB-THE-13");
  CHECK(barred_by(t, Side::B, "D3", "C4") == "BB-THE-13");
  CHECK(barred_by(t, Side::B, "O15", "P16") == "BB-THE-13");
  CHECK(barred_by(t, Side::A, "C3", "C4") == "BB-THE-14");
}

TEST_CASE("the goat path is found on the turn number or less, after initiative", "[bb][BB-THE-10][BB-SEQ-16]") {
  TestTable t = battle("thermopylae");
  initiative(t, 2);
  REQUIRE(t.waiting() == "roll_goat_path");
  CHECK(t.wait().who == Viewer::B);
  REQUIRE(t.dice({3}));
  CHECK_FALSE(t.state.map.tracks.front().found);
  CHECK(t.waiting() == "draw_actions");
  initiative(t, 6);
  REQUIRE(t.dice({6}));
  CHECK(t.state.map.tracks.front().found);
  initiative(t, 7);
  CHECK(t.waiting() == "draw_actions");  // no more rolls
}

TEST_CASE("Xerxes killed or the Greek camp sacked decides Thermopylae at the end of the turn",
          "[bb][BB-THE-15][BB-THE-16][BB-THE-17][BB-THE-18][BB-THE-24][BB-THE-25][BB-VIC-11][BB-AMB-107]") {
  TestTable t = battle("thermopylae");
  CHECK_FALSE(victory_step(t.state).has_value());
  CHECK(final_outcome(t.state) == Outcome{Side::A, "minor", "BB-THE-18"});
  t.state.army(Side::A).losses = 5;
  CHECK(victory_step(t.state) == Outcome{Side::B, "major", "BB-VIC-02"});
  t.state.leaders.at({"Xerxes"}).box = Where::Eliminated;
  CHECK(victory_step(t.state) == Outcome{Side::A, "major", "BB-THE-15"});  // the special end decides first
  CHECK(army_value(t.state, Side::B) == 2);
  t.state.camps.at({"GreekCamp"}).sacked = true;
  CHECK(victory_step(t.state) == Outcome{Side::A, "minor", "BB-THE-17"});
  t.state.leaders.at({"Xerxes"}).box = Where::Map;
  CHECK(victory_step(t.state) == Outcome{Side::B, "major", "BB-THE-16"});
}

TEST_CASE("Thermopylae: rallied units return to no square of a path that is not theirs or not found, nor beyond column K",
          "[bb][BB-ROUT-03][BB-THE-06][BB-THE-11][BB-THE-12][BB-THE-14]") {
  TestTable t = battle("thermopylae");
  const auto returns_to = [&](const char* unit, const char* leader, const char* from, const char* square) {
    t.state.leaders.at({leader}).square = *square_named(from);
    const auto squares = return_squares(t.state, t.unit(unit));
    return std::find(squares.begin(), squares.end(), *square_named(square)) != squares.end();
  };
  t.state.units.at({"A3"}).box = Where::Rallied;
  t.state.units.at({"B3"}).box = Where::Rallied;
  for (const bool found : {false, true}) {
    t.state.map.tracks.at(0).found = found;
    INFO(found);
    CHECK_FALSE(returns_to("A3", "Leonidas", "S16", "P16"));
    CHECK(returns_to("A3", "Leonidas", "S16", "Q16"));
    CHECK(returns_to("B3", "Xerxes", "D3", "C5") == found);
    CHECK(returns_to("B3", "Mardonius", "K2", "M2") == found);
    CHECK(returns_to("B3", "Mardonius", "K2", "K1"));
  }
}

}  // namespace scenario_tests
