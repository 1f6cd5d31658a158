#include "engine/rulesets/blade_and_bow/topics/cards.hpp"

#include <algorithm>

#include "engine/rulesets/blade_and_bow/topics/morale.hpp"
#include "engine/rulesets/blade_and_bow/topics/returning.hpp"
#include "engine/rulesets/blade_and_bow/topics/victory.hpp"
#include "tests/engine/rulesets/blade_and_bow/table.hpp"
#include "tests/engine/rulesets/blade_and_bow/turn_table.hpp"
#include "tests/support/catch.hpp"

namespace rout_tests {

using namespace polemarch;
using namespace polemarch::blade_and_bow;

namespace {
/// Rout management: A2 is rallied, A3 and A4 are routed; a leader of range two in a corner, a camp at (6,6).
TestTable rout_step() {
  TestTable t = war();
  t.state.leaders.at({"AL"}).range = 2;
  t.camp("AC", at(6, 6));
  t.disrupted("A2", "hoplite", at(3, 3), Facing::E, 1).box = Where::Rallied;
  t.disrupted("A3", "hoplite", at(3, 4), Facing::N, 0).box = Where::Routed;
  t.disrupted("A4", "hoplite", at(3, 5), Facing::N, 1).box = Where::Routed;
  t.add("B2", "spears", at(1, 2), Facing::S);  // strong (1,1), weak (0,1), (2,1), (0,2), (2,2)
  finish_impulses(t);
  REQUIRE(t.waiting() == "return_unit");
  return t;
}
std::vector<std::string> keys_of(const TestTable& t) {
  std::vector<std::string> keys;
  for (const engine::Option& option : t.wait().options) keys.push_back(option.key);
  std::sort(keys.begin(), keys.end());
  return keys;
}
}  // namespace

TEST_CASE("rallied units return before routed ones check", "[bb][BB-ROUT-01][BB-SET-25]") {
  TestTable t = rout_step();
  CHECK(t.unit("A3").box == Where::Routed);
  REQUIRE(t.choose("G7"));
  CHECK(t.waiting() == "roll_management");
}

TEST_CASE("units of the rallied box come back in good order, with the ranks they had, facing as the owner likes",
          "[bb][BB-ROUT-02][BB-AMB-22][BB-AMB-110]") {
  TestTable t = rout_step();
  CHECK(t.unit("A2").disrupted);
  REQUIRE(t.choose("G7"));
  CHECK(t.unit("A2").square == at(6, 6));
  CHECK_FALSE(t.unit("A2").disrupted);
  CHECK(t.unit("A2").ranks.value == 1);
  CHECK(t.state.may_face.at({"A2"}) == 4);
}

TEST_CASE("a rallied unit returns within a leader's range or on and round the camp, in free squares outside enemy zones",
          "[bb][BB-ROUT-03][BB-ROUT-04][BB-ROUT-05][BB-ROUT-06][BB-ROUT-15][BB-EZ-18][BB-AMB-87]") {
  TestTable t = rout_step();
  // Range 2 of (0,0) leaves (1,0) only: (0,0) is taken, (0,1) and (1,1) lie in enemy zones. Round the camp all nine.
  CHECK(keys_of(t) == std::vector<std::string>{"B1", "F6", "F7", "F8", "G6", "G7", "G8", "H6", "H7", "H8"});
  TestTable junior = war();
  junior.state.leaders.at({"AL"}).range = 0;
  junior.leader("AM", at(8, 8), 2, 2, 2);  // any leader's range will do
  junior.add("A2", "hoplite", at(3, 3), Facing::E, 1).box = Where::Rallied;
  finish_impulses(junior);
  CHECK(keys_of(junior) == std::vector<std::string>{"H9", "I10", "I8", "I9", "J9"});
}

TEST_CASE("a rallied unit that returns to a lone enemy leader's square takes him", "[bb][BB-LDR-19][BB-LDR-21][BB-ROUT-03]") {
  TestTable t = rout_step();
  t.leader("BM", at(6, 6), 2, 4, 2);
  REQUIRE(t.choose("G7"));
  REQUIRE(t.waiting() == "casualty_first");
  CHECK(t.wait().rule == "BB-LDR-19");
  REQUIRE(t.dice({5}));
  CHECK(t.state.leaders.at({"BM"}).box == Where::Track);
  CHECK(t.state.leaders.at({"BM"}).return_turn == 3);
  CHECK(t.waiting() == "roll_management");  // the phase goes on
}

TEST_CASE("a routed unit that passes its die goes to the rallied box, one that fails is lost with its ranks",
          "[bb][BB-ROUT-08][BB-ROUT-09][BB-ROUT-10][BB-RANK-06][BB-AMB-24][BB-AMB-66]") {
  TestTable t = rout_step();
  REQUIRE(t.choose("G7"));
  CHECK(t.dice_asked() == 2);
  CHECK(t.state.army(Side::A).losses == 0);
  REQUIRE(t.dice({3, 4}));
  CHECK(t.unit("A3").box == Where::Rallied);
  CHECK(t.unit("A4").box == Where::Eliminated);
  CHECK(t.state.army(Side::A).losses == 2);  // itself and its rank
}

TEST_CASE("a rallied unit that finds no place is routed again and checks at once", "[bb][BB-ROUT-07][BB-CAMP-13][BB-AMB-21]") {
  TestTable t = war();
  t.state.leaders.at({"AL"}).range = 0;
  t.camp("AC", at(6, 6)).sacked = true;
  t.add("A2", "hoplite", at(3, 3), Facing::E, 1).box = Where::Rallied;
  finish_impulses(t);
  CHECK(t.unit("A2").box == Where::Routed);
  REQUIRE(t.waiting() == "roll_management");
  REQUIRE(t.dice({2}));
  CHECK(t.unit("A2").box == Where::Rallied);
}

TEST_CASE("a leader on his unsacked camp helps the rout checks, once", "[bb][BB-ROUT-11][BB-ROUT-12][BB-ROUT-16][BB-CAMP-14][BB-CAMP-15]") {
  TestTable t = war();
  t.camp("AC", at(0, 0));
  CHECK(management_check(t.state, Side::A).modifier == -1);
  t.leader("AM", at(0, 0), 2, 4, 2);
  CHECK(management_check(t.state, Side::A).modifier == -1);
  CHECK(management_check(t.state, Side::B).modifier == 0);
  t.state.leaders.at({"AL"}).square = t.state.leaders.at({"AM"}).square = at(1, 0);
  CHECK(management_check(t.state, Side::A).modifier == 0);
  t.state.leaders.at({"AL"}).square = at(0, 0);
  t.state.camps.at({"AC"}).sacked = true;
  CHECK(management_check(t.state, Side::A).modifier == 1);  // no help, and the lost camp counts against it
}

TEST_CASE("routed and captured leaders return in rout management", "[bb][BB-ROUT-14][BB-LDR-18][BB-LDR-33][BB-LDR-38][BB-SET-22]") {
  TestTable t = war();
  t.leader("AM", at(3, 3), 2, 4, 2).box = Where::Routed;
  t.leader("AN", at(3, 3), 2, 4, 3).box = Where::Track;
  t.state.leaders.at({"AN"}).return_turn = 3;
  t.add("B2", "spears", at(5, 5), Facing::S);
  finish_impulses(t);
  REQUIRE(t.waiting() == "return_leader");
  std::vector<std::string> keys;
  for (const engine::Option& option : t.wait().options) keys.push_back(option.key);
  const auto offered = [&](Square s) { return std::find(keys.begin(), keys.end(), name_of(s)) != keys.end(); };
  CHECK(offered(at(0, 0)));
  CHECK(offered(at(9, 2)));
  CHECK(offered(at(4, 4)));        // weak zone
  CHECK_FALSE(offered(at(5, 4)));  // strong zone
  CHECK_FALSE(offered(at(5, 5)));  // an enemy
  REQUIRE(t.choose(name_of(at(9, 2))));
  CHECK(t.state.leaders.at({"AM"}).square == at(9, 2));
  CHECK(t.state.leaders.at({"AN"}).box == Where::Track);
  t.state.turn.number = 3;
  t.state.agenda = {};
  finish_impulses(t);
  REQUIRE(t.waiting() == "return_leader");
  REQUIRE(t.choose(name_of(at(0, 0))));
  CHECK(t.state.leaders.at({"AN"}).on_map());
}

TEST_CASE("an army whose losses reach its rout level loses at the victory step, a camp lost counting at once",
          "[bb][BB-VIC-01][BB-VIC-02][BB-VIC-13][BB-SCN-09][BB-AMB-95]") {
  TestTable t = war();
  t.state.army(Side::B).losses = 6;
  CHECK_FALSE(victory_step(t.state).has_value());
  t.state.army(Side::B).losses = 7;
  CHECK(victory_step(t.state) == Outcome{Side::A, "major", "BB-VIC-02"});
  t.state.army(Side::B).losses = 6;
  t.camp("BC", at(9, 9)).sacked = true;
  CHECK(victory_step(t.state) == Outcome{Side::A, "major", "BB-VIC-02"});
}

TEST_CASE("both armies at their rout levels: the one without the tie-breaker wins a marginal victory", "[bb][BB-VIC-03][BB-SEQ-15]") {
  TestTable t = war();
  t.state.army(Side::A).losses = t.state.army(Side::B).losses = 7;
  for (const Side breaker : {Side::A, Side::B}) {
    t.state.scenario.tie_breaker = breaker;
    CHECK(victory_step(t.state) == Outcome{other(breaker), "marginal", "BB-VIC-03"});
  }
}

TEST_CASE("a rout ends the battle at the victory step, not before it, and no end die is rolled", "[bb][BB-VIC-12][BB-AMB-23]") {
  TestTable t = war();
  t.state.army(Side::B).losses = 7;
  t.turn_of(Side::A, 1);
  CHECK(t.judge(R"({"do":"pass"})").allowed());  // play goes on; the lines of the battle warn
  const auto lines = Rules::describe(t.state, Viewer::A);
  CHECK(
      std::any_of(lines.begin(), lines.end(), [](const std::string& line) { return line.find("at its rout level") != std::string::npos; }));
  t.state.scenario.end_icons[1] = 6;
  finish_impulses(t);
  CHECK(t.state.turn.phase == Phase::Over);
  CHECK(t.state.outcome->degree == "major");
  CHECK(t.waiting().empty());
}

TEST_CASE("losses are counted for each side from nought against its scenario's rout level", "[bb][BB-SET-12][BB-SET-13][BB-SET-23]") {
  TestTable t = war();
  CHECK(t.state.army(Side::A).losses == 0);
  CHECK(t.state.army(Side::B).losses == 0);
  CHECK(breaking_distance(t.state, Side::A) == 7);
  t.state.army(Side::A).losses = 2;
  CHECK(breaking_distance(t.state, Side::A) == 5);
  CHECK(breaking_distance(t.state, Side::B) == 7);
}

TEST_CASE("without a rout the army farther from its rout level wins, then the one with fewer losses",
          "[bb][BB-DX-23][BB-VIC-04][BB-VIC-05][BB-VIC-06][BB-AMB-25]") {
  TestTable t = war();
  const auto outcome = [&](int a, int a_level, int b, int b_level) {
    t.state.armies[0].losses = a;
    t.state.armies[0].rout_level = a_level;
    t.state.armies[1].losses = b;
    t.state.armies[1].rout_level = b_level;
    const Outcome o = final_outcome(t.state);
    return (o.winner ? std::string(name_of(*o.winner)) : "-") + " " + o.degree;
  };
  CHECK(outcome(5, 7, 6, 8) == "A marginal");
  CHECK(outcome(5, 7, 5, 7) == "- draw");
  CHECK(outcome(5, 7, 4, 7) == "B minor");
}

TEST_CASE("the end die is rolled where the turn track has an icon, and turn twelve is the last",
          "[bb][BB-VIC-07][BB-VIC-08][BB-VIC-09][BB-SET-18][BB-SET-26][BB-AMB-77][BB-AMB-94]") {
  for (const int die : {2, 3}) {
    TestTable t = war();
    t.state.turn.number = 6;
    t.state.scenario.end_icons[6] = 2;
    finish_impulses(t);
    REQUIRE(t.waiting() == "roll_end");
    REQUIRE(t.dice({die}));
    CHECK((t.state.turn.phase == Phase::Over) == (die == 2));
    CHECK(t.state.turn.number == (die == 2 ? 6 : 7));
  }
  TestTable no_icon = war();
  finish_impulses(no_icon);
  CHECK(no_icon.state.turn.number == 2);
  TestTable last = war();
  last.state.turn.number = 12;
  last.state.scenario.end_icons[12] = 1;
  finish_impulses(last);
  CHECK(last.state.turn.phase == Phase::Over);
}

}  // namespace rout_tests
