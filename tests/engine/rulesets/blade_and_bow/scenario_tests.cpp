#include <algorithm>

#include "engine/rulesets/blade_and_bow/topics/command.hpp"
#include "engine/rulesets/blade_and_bow/topics/movement.hpp"
#include "engine/rulesets/blade_and_bow/topics/returning.hpp"
#include "engine/rulesets/blade_and_bow/topics/victory.hpp"
#include "models/data/data.hpp"
#include "models/io/json.hpp"
#include "tests/engine/rulesets/blade_and_bow/table.hpp"
#include "tests/support/catch.hpp"

using namespace polemarch;
using namespace polemarch::blade_and_bow;

namespace {
TestTable battle(const std::string& name) {
  const std::string file = "blade_and_bow_" + name + ".json";
  auto state = Rules::initial(find_embedded(data::embedded_files(), file), file);
  INFO((state ? "" : state.error().line));
  REQUIRE(state);
  TestTable t;
  t.state = std::move(*state);
  return t;
}
std::string leader_text(const TestTable& t, const char* id) {
  const Leader& l = t.state.leaders.at({id});
  return std::to_string(l.rank) + "-" + std::to_string(l.range) + "-" + std::to_string(l.value) + "/" +
         (l.colour == Colour::Red     ? "Red"
          : l.colour == Colour::White ? "White"
                                      : "?");
}
std::string figures(const TestTable& t, Side side) {
  const Army& a = t.state.army(side);
  return "impulses " + std::to_string(a.impulses_base) + ", rout " + std::to_string(a.rout_level) + ", max +" +
         std::to_string(a.rank_limit) + (a.ranks_fixed ? " fixed" : "") + ", hand " + std::to_string(a.hand_size);
}
int ranks_under(const TestTable& t, Side side, const std::string& type) {
  int ranks = -1;
  for (const auto& [id, unit] : t.state.units)
    if (unit.side == side && unit.type.name == type) {
      if (ranks >= 0) CHECK(ranks == *unit.ranks.value);
      ranks = *unit.ranks.value;
    }
  return ranks;
}
void both_ready(TestTable& t) {
  REQUIRE(t.say(R"({"by":"A","do":"ready"})"));
  REQUIRE(t.say(R"({"by":"B","do":"ready"})"));
}
void initiative(TestTable& t, int turn, int a = 1, int b = 2) {
  t.state.agenda = {};
  t.state.turn = {.number = turn, .phase = Phase::Initiative};
  t.state.armies[0].impulses = t.state.armies[1].impulses = 3;
  t.overrule(R"({"do":"place_camp","camp":"GreekCamp","square":"R16"})");  // anything lets the sequence go on
  REQUIRE(t.dice({a}));
  REQUIRE(t.dice({b}));
}
}  // namespace

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

TEST_CASE("Miltiades dead, Callimachus commands with morale 3; Datis dead, Artaphernes with morale 2", "[bb][BB-MAR-09][BB-MAR-11]") {
  TestTable t = battle("marathon");
  t.state.leaders.at({"Miltiades"}).box = Box::Eliminated;
  CHECK(commander(t.state, Side::A)->id == UnitId{"Callimachus"});
  CHECK(army_value(t.state, Side::A) == 3);
  t.state.leaders.at({"Datis"}).box = Box::Eliminated;
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
  t.state.leaders.at({"Xerxes"}).box = Box::Eliminated;
  CHECK(victory_step(t.state) == Outcome{Side::A, "major", "BB-THE-15"});  // the special end decides first
  CHECK(army_value(t.state, Side::B) == 2);
  t.state.camps.at({"GreekCamp"}).sacked = true;
  CHECK(victory_step(t.state) == Outcome{Side::A, "minor", "BB-THE-17"});
  t.state.leaders.at({"Xerxes"}).box = Box::Map;
  CHECK(victory_step(t.state) == Outcome{Side::B, "major", "BB-THE-16"});
}

TEST_CASE("Plataea: leaders, and morale three on both sides", "[bb][BB-PLA-01][BB-PLA-02][BB-PLA-09]") {
  const TestTable t = battle("plataea");
  CHECK(leader_text(t, "Pausanias") == "1-6-3/Red");
  CHECK(leader_text(t, "Arimnestos") == "2-4-3/White");
  CHECK(leader_text(t, "Mardonius") == "1-6-3/White");
  CHECK(leader_text(t, "Artabazus") == "2-4-3/White");
  for (const Side side : {Side::A, Side::B}) CHECK(hand_size(t.state, side) == 4);
}

TEST_CASE("Plataea: ranks, impulses, rout levels, the tie-breaker for the Greeks, a river at the top",
          "[bb][BB-PLA-03][BB-PLA-04][BB-PLA-05][BB-PLA-06][BB-PLA-08][BB-AMB-74]") {
  const TestTable t = battle("plataea");
  CHECK(figures(t, Side::A) == "impulses 4, rout 9, max +2, hand 4");
  CHECK(figures(t, Side::B) == "impulses 3, rout 10, max +2, hand 4");
  CHECK(ranks_under(t, Side::A, "hoplite") == 1);
  CHECK(ranks_under(t, Side::B, "hoplite") == 1);
  CHECK(t.state.scenario.tie_breaker == Side::A);
  CHECK(t.state.map.terrain.at(*square_named("A3")) == "river");
}

TEST_CASE("Plataea: the Greek player puts his camp on D13 or S16, as he likes, and the Persian has no choice", "[bb][BB-PLA-07]") {
  TestTable t = battle("plataea");
  const auto put = [](const char* by, const char* camp, const char* square) {
    return std::string(R"({"by":")") + by + R"(","do":"place_camp","camp":")" + camp + R"(","square":")" + square + "\"}";
  };
  CHECK(t.state.camps.at({"GreekCamp"}).choices == std::vector<Square>{*square_named("D13"), *square_named("S16")});
  for (const char* chosen : {"S16", "D13", "S16"}) {
    REQUIRE(t.say(put("A", "GreekCamp", chosen)));
    CHECK(t.state.camps.at({"GreekCamp"}).square == *square_named(chosen));
  }
  for (const char* elsewhere : {"E5", "D14", "S15", "R16"})
    CHECK(t.judge(put("A", "GreekCamp", elsewhere)).reasons.front().rule == "BB-PLA-07");
  CHECK_FALSE(t.judge(put("B", "GreekCamp", "D13")).allowed());
  CHECK(t.judge(put("B", "PersianCamp", "D13")).reasons.front().rule == "BB-SET-09");
}

TEST_CASE("Mycale: leaders at the start and the one who comes", "[bb][BB-MYC-01][BB-MYC-02][BB-MYC-18]") {
  const TestTable t = battle("mycale");
  CHECK(leader_text(t, "Xanthypus") == "2-6-3/White");
  CHECK(leader_text(t, "Tigranes") == "1-4-3/White");
  CHECK(leader_text(t, "Mardontes") == "2-4-2/White");
  CHECK(leader_text(t, "Leotychidas") == "1-6-3/Red");
  CHECK(t.state.leaders.at({"Leotychidas"}).box == Box::Reserve);
}

TEST_CASE("Mycale: ranks for the Greeks only, impulses, rout levels, the tie-breaker for the Greeks",
          "[bb][BB-MYC-03][BB-MYC-04][BB-MYC-05][BB-MYC-16][BB-MYC-17]") {
  const TestTable t = battle("mycale");
  CHECK(figures(t, Side::A) == "impulses 3, rout 8, max +2, hand 4");
  CHECK(figures(t, Side::B) == "impulses 3, rout 7, max +6 fixed, hand 4");
  CHECK(t.state.army(Side::B).rank_total == 0);
  CHECK(t.state.scenario.tie_breaker == Side::A);
}

TEST_CASE("Mycale: Xanthippus commands until Leotychidas is on the map", "[bb][BB-MYC-14][BB-MYC-15]") {
  TestTable t = battle("mycale");
  CHECK(commander(t.state, Side::A)->id == UnitId{"Xanthypus"});
  CHECK(hand_size(t.state, Side::A) == 4);
  t.state.leaders.at({"Leotychidas"}).box = Box::Map;
  CHECK(commander(t.state, Side::A)->id == UnitId{"Leotychidas"});
  CHECK(commander(t.state, Side::A)->colour == Colour::Red);
}

TEST_CASE("the Persians of Mycale may stand in shield walls from the start", "[bb][BB-MYC-06]") {
  TestTable t = battle("mycale");
  CHECK(t.state.army(Side::B).walls_allowed);
  CHECK_FALSE(t.state.army(Side::A).walls_allowed);
  REQUIRE(t.say(R"({"by":"B","do":"form_shield_wall","units":["B1","B2","B3"]})"));  // in setup, no action
  CHECK(t.unit("B2").wall);
  CHECK_FALSE(t.judge(R"({"by":"A","do":"form_shield_wall","units":["A1"]})").allowed());
  CHECK_FALSE(t.judge(R"({"by":"B","do":"form_shield_wall","units":["B4","B7"]})").allowed());
}

namespace {
/// Mycale in the turn in which the Spartans come, their entry area to be chosen.
TestTable spartans(int entry_die) {
  TestTable t = battle("mycale");
  initiative(t, 3);
  REQUIRE(t.waiting() == "roll_reserve");
  REQUIRE(t.dice({3}));
  REQUIRE(t.waiting() == "roll_entry");
  REQUIRE(t.dice({entry_die}));
  REQUIRE(t.waiting() == "choose_entry");
  return t;
}
std::string options_text(const TestTable& t) {
  std::string text;
  for (const engine::Option& option : t.wait().options) text += (text.empty() ? "" : " ") + option.key;
  return text;
}
}  // namespace

TEST_CASE("the Spartans come when the die is the turn number or less, and a second die says where", "[bb][BB-MYC-07][BB-MYC-08]") {
  TestTable t = battle("mycale");
  initiative(t, 2);
  REQUIRE(t.waiting() == "roll_reserve");
  CHECK(t.wait().who == Viewer::A);
  REQUIRE(t.dice({3}));
  CHECK(t.waiting() == "draw_actions");  // not yet
  CHECK(options_text(spartans(2)) == "D1-G1 delay");
  CHECK(options_text(spartans(5)) == "A4-A7 delay");
  CHECK(options_text(spartans(6)) == "A10-A13 delay");
}

TEST_CASE("four hoplites of one rank enter disrupted, one on each square, Leotychidas with one of them",
          "[bb][BB-MYC-10][BB-MYC-11][BB-MYC-14][BB-MYC-18][BB-MYC-19][BB-DX-33][BB-AMB-76]") {
  TestTable t = spartans(2);
  REQUIRE(t.choose("D1-G1"));
  REQUIRE(t.waiting() == "place_reserve");
  std::vector<Square> held;
  for (const char* id : {"A9", "A10", "A11", "A12"}) {
    held.push_back(t.unit(id).square);
    CHECK(t.unit(id).on_map());
    CHECK(t.unit(id).disrupted);
    CHECK(t.unit(id).ranks.value == 1);
    CHECK(t.state.may_face.at({id}) == 4);
  }
  std::sort(held.begin(), held.end());
  CHECK(held == entry_area(2));
  REQUIRE(t.choose("E1"));
  CHECK(t.state.leaders.at({"Leotychidas"}).square == *square_named("E1"));
  CHECK(commander(t.state, Side::A)->id == UnitId{"Leotychidas"});
}

TEST_CASE("the Greek player may delay the entry; a turn shifts the die by one, up or down",
          "[bb][BB-MYC-09][BB-MYC-20][BB-EX-19][BB-AMB-75]") {
  TestTable t = spartans(4);
  REQUIRE(t.choose("delay"));
  CHECK(t.waiting() == "draw_actions");
  initiative(t, 4);
  CHECK(options_text(t) == "D1-G1 A4-A7 delay");  // three or five
  REQUIRE(t.choose("delay"));
  initiative(t, 5);
  CHECK(options_text(t) == "D1-G1 A10-A13 delay");  // two or six
  REQUIRE(t.choose("A10-A13"));
  CHECK(t.unit("A10").square == *square_named("A10"));
}

TEST_CASE("the entry areas by the die", "[bb][BB-MYC-T1]") {
  CHECK(entry_name(3) == "D1-G1");
  CHECK(entry_name(4) == "A4-A7");
  CHECK(entry_name(6) == "A10-A13");
  CHECK(entry_area(4) == std::vector<Square>{*square_named("A4"), *square_named("A5"), *square_named("A6"), *square_named("A7")});
  CHECK(entry_area(6).back() == *square_named("A13"));
  CHECK(entry_area(1).front() == *square_named("D1"));
}

TEST_CASE("a Spartan whose square is taken waits for the next turn", "[bb][BB-MYC-19]") {
  TestTable t = battle("mycale");
  t.state.units.at({"B1"}).square = *square_named("E1");
  initiative(t, 6);
  REQUIRE(t.dice({1}));
  REQUIRE(t.dice({1}));
  REQUIRE(t.choose("D1-G1"));
  REQUIRE(t.choose("F1"));
  int waiting = 0;
  for (const auto& [id, unit] : t.state.units) waiting += unit.box == Box::Reserve ? 1 : 0;
  CHECK(waiting == 1);
  t.state.units.at({"B1"}).square = *square_named("H7");
  initiative(t, 7);
  for (const auto& [id, unit] : t.state.units) CHECK(unit.box != Box::Reserve);
}

TEST_CASE("the Persian camp lost ends Mycale at once", "[bb][BB-MYC-12][BB-MYC-13][BB-MYC-21]") {
  for (const int persian_losses : {2, 3}) {
    TestTable t = battle("mycale");
    both_ready(t);
    t.state.agenda = {};
    t.turn_of(Side::A, 2);
    t.state.armies[0].losses = 2;
    t.state.armies[1].losses = persian_losses;
    t.state.units.at({"A1"}).square = *square_named("L4");
    t.state.units.at({"A1"}).melee_marker = true;
    t.state.units.at({"A1"}).ranks.value = 0;
    REQUIRE(t.say(R"({"do":"melee","unit":"A1","target":"PersianCamp"})"));
    REQUIRE(t.dice({1, 2, 2}));
    REQUIRE(t.dice({4, 4, 4}));
    REQUIRE(t.choose("pass"));
    CHECK(t.state.turn.phase == Phase::Over);
    CHECK(t.state.outcome->winner == Side::A);
    CHECK(t.state.outcome->degree == (persian_losses == 3 ? "major" : "minor"));
  }
}

TEST_CASE("there are four battles, one a map", "[bb][BB-SET-21]") {
  int battles = 0;
  for (const EmbeddedFile& file : data::embedded_files()) {
    const bool scenario = file.name.starts_with("blade_and_bow_") && file.text.find("\"scenario\"") != std::string_view::npos;
    battles += scenario && file.name != "blade_and_bow_sample.json" && file.text.find("BCE") != std::string_view::npos ? 1 : 0;
  }
  CHECK(battles == 4);
}

TEST_CASE("a scenario's own rules go before the standard ones", "[bb][BB-SCN-10][BB-VIC-11]") {
  TestTable t = battle("thermopylae");
  t.state.army(Side::A).losses = 1;
  t.state.army(Side::B).losses = 7;  // one from its rout level: by the standard rule the Greeks would be ahead by the distance
  CHECK(final_outcome(t.state) == Outcome{Side::A, "minor", "BB-THE-18"});
  t.state.army(Side::A).losses = 4;
  t.state.army(Side::B).losses = 0;  // and here the Persians
  CHECK(final_outcome(t.state) == Outcome{Side::A, "minor", "BB-THE-18"});
  t.state.scenario.default_winner.reset();
  CHECK(final_outcome(t.state).winner == Side::B);
}
