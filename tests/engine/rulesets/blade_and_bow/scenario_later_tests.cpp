#include <algorithm>

#include "engine/rulesets/blade_and_bow/topics/command.hpp"
#include "engine/rulesets/blade_and_bow/topics/movement.hpp"
#include "engine/rulesets/blade_and_bow/topics/returning.hpp"
#include "engine/rulesets/blade_and_bow/topics/victory.hpp"
#include "models/io/json.hpp"
#include "tests/engine/rulesets/blade_and_bow/scenario_table.hpp"
#include "tests/support/catch.hpp"

namespace scenario_later_tests {

using namespace polemarch;
using namespace polemarch::blade_and_bow;

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
  CHECK(t.state.leaders.at({"Leotychidas"}).box == Where::Reserve);
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
  t.state.leaders.at({"Leotychidas"}).box = Where::Map;
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

TEST_CASE("a Spartan who enters on a lone enemy leader's square takes him", "[bb][BB-LDR-19][BB-MYC-11]") {
  TestTable t = spartans(2);
  t.leader("BM", *square_named("E1"), 2, 4, 9);
  REQUIRE(t.choose("D1-G1"));
  REQUIRE(t.choose("E1"));
  REQUIRE(t.waiting() == "casualty_first");
  REQUIRE(t.dice({5}));
  CHECK(t.state.leaders.at({"BM"}).box == Where::Track);
}

TEST_CASE("the Greek player may delay the entry, a turn shifts the die by one, up or down",
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
  for (const auto& [id, unit] : t.state.units) waiting += unit.box == Where::Reserve ? 1 : 0;
  CHECK(waiting == 1);
  t.state.units.at({"B1"}).square = *square_named("H7");
  initiative(t, 7);
  for (const auto& [id, unit] : t.state.units) CHECK(unit.box != Where::Reserve);
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

}  // namespace scenario_later_tests
