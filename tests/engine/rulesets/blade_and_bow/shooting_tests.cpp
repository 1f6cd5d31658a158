#include "engine/rulesets/blade_and_bow/topics/shooting.hpp"

#include <algorithm>
#include <tuple>

#include "engine/rulesets/blade_and_bow/topics/recoil.hpp"
#include "tests/engine/rulesets/blade_and_bow/hit_effects.hpp"
#include "tests/engine/rulesets/blade_and_bow/shooting_table.hpp"
#include "tests/engine/rulesets/blade_and_bow/table.hpp"
#include "tests/support/catch.hpp"

namespace shooting_tests {

using namespace polemarch;
using namespace polemarch::blade_and_bow;

TEST_CASE("the arc of fire and its range cost, facing a side", "[bb][BB-RNG-07][BB-RNG-08][BB-RNG-T1][BB-EX-23]") {
  const TestTable t;
  const char* const rows[] = {"15 14 13 12 11 10 11 12 13 14 15", "- 12 11 10 9 8 9 10 11 12 -", "- - 9 8 7 6 7 8 9 - -",
                              "- - - 6 5 4 5 6 - - -", "- - - - 3 2 3 - - - -"};
  for (int depth = 1; depth <= 5; ++depth) {
    std::string row;
    for (int dx = -5; dx <= 5; ++dx) {
      const Square s = at(5 + dx, 1 + depth);
      row += (row.empty() ? "" : " ") + (in_arc(t.state.map, at(5, 1), Facing::N, s) ? std::to_string(points_between(at(5, 1), s)) : "-");
    }
    CHECK(row == rows[5 - depth]);
  }
  CHECK_FALSE(in_arc(t.state.map, at(5, 1), Facing::N, at(6, 1)));
  CHECK_FALSE(in_arc(t.state.map, at(5, 1), Facing::N, at(5, 0)));
  for (const auto& [square, cost] : std::vector<std::pair<Square, int>>{{at(2, 2), 6}, {at(0, 3), 6}, {at(1, 2), 5}, {at(1, 3), 7}}) {
    CHECK(in_arc(t.state.map, at(0, 0), Facing::N, square));
    CHECK(points_between(at(0, 0), square) == cost);
  }
}

TEST_CASE("the arc of fire facing a corner is the whole quadrant", "[bb][BB-RNG-09][BB-RNG-T2]") {
  const TestTable t;
  const int cost[6][6] = {{0, 2, 4, 6, 8, 10},  {2, 3, 5, 7, 9, 11},    {4, 5, 6, 8, 10, 12},
                          {6, 7, 8, 9, 11, 13}, {8, 9, 10, 11, 12, 14}, {10, 11, 12, 13, 14, 15}};
  for (int dx = -3; dx <= 5; ++dx)
    for (int dy = -3; dy <= 5; ++dy) {
      if (dx == 0 && dy == 0) continue;
      const bool inside = dx >= 0 && dy >= 0;
      CHECK(in_arc(t.state.map, at(4, 4), Facing::NE, at(4 + dx, 4 + dy)) == inside);
      if (inside) CHECK(points_between(at(4, 4), at(4 + dx, 4 + dy)) == cost[dy][dx]);
    }
}

TEST_CASE("a shooter turns as few steps as bring the target into its arc", "[bb][BB-RNG-10][BB-RNG-T3]") {
  const TestTable t;
  const auto steps = [&](Facing f, Square target) { return turn_to_bring_into_arc(t.state.map, at(5, 5), f, target).steps; };
  CHECK(steps(Facing::N, at(7, 7)) == 0);   // 45 degrees
  CHECK(steps(Facing::N, at(8, 6)) == 1);   // 72
  CHECK(steps(Facing::N, at(8, 5)) == 1);   // 90
  CHECK(steps(Facing::N, at(8, 4)) == 2);   // 108
  CHECK(steps(Facing::N, at(8, 2)) == 2);   // 135
  CHECK(steps(Facing::N, at(6, 2)) == 3);   // over 135
  CHECK(steps(Facing::N, at(5, 2)) == 3);   // 180
  CHECK(steps(Facing::NE, at(5, 8)) == 0);  // 45
  CHECK(steps(Facing::NE, at(4, 8)) == 1);  // 63
  CHECK(steps(Facing::NE, at(2, 2)) == 3);  // 180
}

namespace {
/// An archer facing N and spears off its arc: one step of turning, seven points off.
TestTable turned_shot() {
  TestTable t;
  t.add("A1", "archers", at(0, 0), Facing::N);
  t.add("B1", "spears", at(3, 1), Facing::E);
  REQUIRE(t.say(kShot));
  return t;
}
}  // namespace

TEST_CASE("a shooter turns its target into the arc at no cost, each step a die to the target, and keeps its facing",
          "[bb][BB-DX-07][BB-RNG-11][BB-RNG-12][BB-RNG-39]") {
  TestTable t = turned_shot();
  CHECK(t.unit("A1").facing == Facing::NE);
  REQUIRE(t.dice({1, 2}));
  CHECK(t.dice_asked() == 2);  // one of the counter, one for the step
  REQUIRE(t.dice({5, 3}));
  CHECK(t.unit("B1").disrupted);
  CHECK(t.unit("A1").facing == Facing::NE);
  CHECK(t.state.turn.actions == 2);
}

TEST_CASE("attack dice of one and two hit, defence dice of five and six cancel, and the net hits count",
          "[bb][BB-RNG-15][BB-RNG-16][BB-RNG-18][BB-RNG-19]") {
  for (const auto& [attack, defence, hit] : std::vector<std::tuple<std::vector<int>, std::vector<int>, bool>>{{{1, 3}, {4, 4}, true},
                                                                                                              {{2, 6}, {1, 4}, true},
                                                                                                              {{3, 4}, {1, 1}, false},
                                                                                                              {{1, 6}, {5, 1}, false},
                                                                                                              {{2, 6}, {6, 1}, false},
                                                                                                              {{1, 2}, {5, 4}, true},
                                                                                                              {{1, 2}, {5, 6}, false},
                                                                                                              {{5, 6}, {5, 6}, false}}) {
    TestTable t = turned_shot();
    REQUIRE(t.dice(attack));
    REQUIRE(t.dice(defence));
    CHECK(t.unit("B1").disrupted == hit);
  }
}

TEST_CASE("the first net hit disrupts a good order target, which stays where it is and as it faces",
          "[bb][BB-RNG-20][BB-RNG-30][BB-DIS-01]") {
  TestTable t = turned_shot();
  REQUIRE(t.dice({1, 2}));
  REQUIRE(t.dice({5, 3}));
  CHECK(t.unit("B1").disrupted);
  CHECK(t.unit("B1").square == at(3, 1));
  CHECK(t.unit("B1").facing == Facing::E);
  CHECK(t.waiting().empty());
}

TEST_CASE("a shot needs no morale check of the shooter", "[bb][BB-RNG-36]") {
  TestTable t = turned_shot();
  CHECK(t.waiting() == "shot_attack");
  CHECK(t.wait().who == Viewer::A);
  REQUIRE(t.dice({6, 6}));
  CHECK(t.wait().who == Viewer::B);
}

namespace {
std::string shot_refused(const TestTable& t) {
  const auto verdict = t.judge(kShot);
  return verdict.allowed() ? "" : verdict.reasons.front().rule;
}
}  // namespace

TEST_CASE("only units with a ranged box shoot", "[bb][BB-RNG-01][BB-UNIT-09]") {
  TestTable t = range_table("spears");
  CHECK(shot_refused(t).empty());
  t.state.units.at({"A1"}).type = test_type("spears");
  CHECK(shot_refused(t) == "BB-RNG-01");
}

TEST_CASE("disrupted units do not shoot", "[bb][BB-RNG-03][BB-FORM-07]") {
  TestTable t = range_table("spears");
  t.state.units.at({"A1"}).disrupted = true;
  CHECK(shot_refused(t) == "BB-FORM-07");
  const ZoneMap none(t.state, Side::B);
  CHECK(shot_check(t.state, t.unit("A1"), t.unit("B1"), none).verdict.reasons.front().rule == "BB-RNG-03");
}

TEST_CASE("no unit shoots from an enemy zone, weak or strong, at whom it may be", "[bb][BB-RNG-02][BB-EZ-13][BB-AMB-89]") {
  TestTable t = range_table("spears");
  t.add("B2", "spears", at(6, 2), Facing::S);  // a weak zone over (5,1)
  CHECK(shot_refused(t) == "BB-RNG-02");
  t.state.units.at({"B2"}).square = at(5, 2);  // strong
  CHECK(shot_refused(t) == "BB-RNG-02");
  CHECK(t.judge(R"({"do":"shoot","unit":"A1","target":"B2"})").reasons.front().rule == "BB-RNG-02");
  t.state.units.erase({"B2"});
  CHECK(shot_refused(t).empty());
}

TEST_CASE("the target must be within range and in sight", "[bb][BB-RNG-04][BB-RNG-06][BB-LOS-15]") {
  TestTable t = range_table("spears");
  t.state.units.at({"B1"}).square = at(5, 5);
  CHECK(shot_refused(t).empty());  // 8 points
  t.state.units.at({"B1"}).square = at(6, 5);
  const auto far = t.judge(kShot);
  CHECK(far.reasons.front().rule == "BB-RNG-04");
  CHECK(far.reasons.front().value == 9.0);
  CHECK(far.reasons.front().limit == 8.0);
  t.state.units.at({"B1"}).square = at(5, 4);
  t.state.map.terrain[at(5, 2)] = "woods";
  CHECK(shot_refused(t) == "BB-RNG-06");
}

TEST_CASE("ground never lengthens the count of points, but may shorten the range", "[bb][BB-RNG-05][BB-TER-08]") {
  TestTable t = range_table("spears");
  t.state.units.at({"B1"}).square = at(5, 5);
  t.state.map.terrain[at(5, 3)] = "marsh";
  CHECK(t.judge(kShot).allowed());
  t.state.map.kinds["marsh"].range_change = -1;
  CHECK(t.judge(kShot).allowed());
  t.state.map.terrain[at(5, 1)] = "marsh";
  CHECK(t.judge(kShot).reasons.front().limit == 7.0);
}

TEST_CASE("neighbours without a zone may be shot at, woods or not", "[bb][BB-RNG-40][BB-AMB-43][BB-AMB-89]") {
  TestTable t = range_table("spears");
  t.state.units.at({"B1"}).square = at(5, 2);
  t.state.map.terrain[at(5, 2)] = "woods";
  CHECK(t.judge(kShot).allowed());  // it faces away
  t.state.units.at({"B1"}).facing = Facing::S;
  CHECK(t.judge(kShot).reasons.front().rule == "BB-RNG-02");
  t.state.units.at({"B1"}).disrupted = true;
  CHECK(t.judge(kShot).allowed());
}

TEST_CASE("defence dice: missile defence, ground, rotation, shield wall",
          "[bb][BB-RNG-16][BB-RNG-17][BB-SW-09][BB-TER-07][BB-RNG-42][BB-UNIT-10]") {
  TestTable t = range_table("hoplite", 1);
  const auto dice = [&](int rotation) { return shot_dice(t.state, {&t.unit("A1")}, t.unit("B1"), rotation).defence; };
  CHECK(dice(0) == 2);
  CHECK(dice(2) == 4);
  t.state.map.terrain[at(5, 4)] = "town";
  CHECK(dice(0) == 4);
  t.state.units.at({"B1"}).wall = true;
  CHECK(dice(0) == 5);
  t.state.units.at({"B1"}).disrupted = true;
  CHECK(dice(0) == 4);  // the reverse side has one less
}

TEST_CASE("two archers of a formation make one attack, the turned one's step helps the target",
          "[bb][BB-DX-35][BB-RNG-13][BB-RNG-43][BB-RNG-32][BB-ACT-03][BB-AMB-44]") {
  TestTable t;
  t.leader("AL", at(5, 2));
  t.add("A1", "archers", at(5, 1), Facing::N);
  t.add("A2", "archers", at(6, 1), Facing::NE);
  t.add("B1", "spears", at(5, 4), Facing::N);
  t.state.map.terrain[at(5, 4)] = "woods";
  REQUIRE(t.say(R"({"do":"shoot","units":["A1","A2"],"target":"B1"})"));
  CHECK(t.unit("A2").facing == Facing::N);
  CHECK(t.unit("A1").facing == Facing::N);
  REQUIRE(t.dice_asked() == 4);
  REQUIRE(t.dice({1, 1, 2, 6}));
  REQUIRE(t.dice_asked() == 3);
  REQUIRE(t.dice({2, 5, 6}));
  CHECK(t.unit("B1").disrupted);
  CHECK(t.unit("B1").square == at(5, 4));  // net 1
}

TEST_CASE("what hits do in ranged combat", "[bb][BB-RNG-21][BB-RNG-22][BB-RNG-23][BB-RNG-24][BB-HIT-T2][BB-UNIT-24]") {
  struct Row {
    const char* type;
    bool disrupted;
    int ranks;
    const char* sequence;
  };
  for (const Row row :
       {Row{"spears", false, 0, "DKKK"}, Row{"axemen", true, 0, "KKKK"}, Row{"hoplite", false, 1, "DRKK"}, Row{"maniple", false, 1, "DRKK"},
        Row{"hoplite", true, 1, "RKKK"}, Row{"hoplite", false, 2, "DRRK"}, Row{"maniple", true, 2, "RRKK"},
        Row{"hoplite", false, 0, "DKKK"}, Row{"medium_hoplite", true, 0, "KKKK"}, Row{"medium_hoplite", false, 1, "DRKK"}}) {
    const Unit unit = make(row.type, row.disrupted);
    for (int hits = 0; hits <= 4; ++hits)
      CHECK(effects_text(shot_effects(unit, row.ranks, hits)) == std::string(row.sequence).substr(0, static_cast<std::size_t>(hits)));
  }
}

}  // namespace shooting_tests
