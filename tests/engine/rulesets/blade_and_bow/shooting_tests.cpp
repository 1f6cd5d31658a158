#include "engine/rulesets/blade_and_bow/topics/shooting.hpp"

#include <algorithm>
#include <tuple>

#include "engine/rulesets/blade_and_bow/topics/recoil.hpp"
#include "tests/engine/rulesets/blade_and_bow/table.hpp"
#include "tests/support/catch.hpp"

using namespace polemarch;
using namespace polemarch::blade_and_bow;

namespace {
const char* const kShot = R"({"do":"shoot","unit":"A1","target":"B1"})";
/// An archer at (5,1) facing N and a target at (5,4), six points off.
TestTable range_table(const char* target, int ranks = 0, bool disrupted = false) {
  TestTable t;
  t.leader("BL", at(11, 11));
  t.add("A1", "archers", at(5, 1), Facing::N);
  t.add("B1", target, at(5, 4), Facing::N, ranks).disrupted = disrupted;  // its back to the archer: no zone of control
  return t;
}
/// Attack dice of 1 are hits; defence dice of 3 do nothing.
void shoot(TestTable& t, const std::vector<int>& attack, std::vector<int> defence = {}) {
  REQUIRE(t.say(kShot));
  REQUIRE(t.waiting() == "shot_attack");
  REQUIRE(t.dice(attack));
  if (t.waiting() == "shot_defence") {
    defence.resize(static_cast<std::size_t>(t.dice_asked()), 3);
    REQUIRE(t.dice(defence));
  }
}
std::string effects_text(const HitEffects& e) {
  std::string text(static_cast<std::size_t>(e.ignored), 'i');
  if (e.disrupted) text += 'D';
  text += std::string(static_cast<std::size_t>(e.ranks), 'R');
  if (e.recoil) text += 'C';
  return text + std::string(static_cast<std::size_t>(e.rout_dice), 'X');
}
Unit make(const char* type, bool disrupted) {
  Unit unit;
  unit.type = test_type(type);
  unit.disrupted = disrupted;
  return unit;
}
}  // namespace

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
       {Row{"spears", false, 0, "DXXX"}, Row{"axemen", true, 0, "XXXX"}, Row{"hoplite", false, 1, "DRXX"}, Row{"maniple", false, 1, "DRXX"},
        Row{"hoplite", true, 1, "RXXX"}, Row{"hoplite", false, 2, "DRRX"}, Row{"maniple", true, 2, "RRXX"},
        Row{"hoplite", false, 0, "DXXX"}, Row{"medium_hoplite", true, 0, "XXXX"}, Row{"medium_hoplite", false, 1, "DRXX"}}) {
    const Unit unit = make(row.type, row.disrupted);
    for (int hits = 0; hits <= 4; ++hits)
      CHECK(effects_text(shot_effects(unit, row.ranks, hits)) == std::string(row.sequence).substr(0, static_cast<std::size_t>(hits)));
  }
}

namespace {
/// A hoplite with one rank takes four net hits of fire and rolls its two rout dice.
TestTable four_hits(const std::vector<int>& rout_dice) {
  TestTable t = range_table("hoplite", 1);
  t.state.units.at({"A1"}).type.good.fire = 4;
  shoot(t, {1, 1, 2, 2});
  REQUIRE(t.waiting() == "rout_dice");
  CHECK(t.dice_asked() == 2);
  CHECK(t.unit("B1").ranks.value == 0);
  REQUIRE(t.dice(rout_dice));
  return t;
}
}  // namespace

TEST_CASE("a target that passes all its rout checks falls back once, to a rear square, and faces away from where it stood",
          "[bb][BB-DX-09][BB-RNG-25][BB-RNG-26][BB-RNG-27][BB-RNG-41][BB-AMB-45]") {
  TestTable t = four_hits({2, 3});
  REQUIRE(t.waiting() == "shot_recoil");  // direct rear or beside it
  std::vector<std::string> keys;
  for (const engine::Option& option : t.wait().options) keys.push_back(option.key);
  CHECK(keys.front() == name_of(at(5, 3)));
  std::sort(keys.begin(), keys.end());
  CHECK(keys == std::vector<std::string>{name_of(at(4, 3)), name_of(at(5, 3)), name_of(at(6, 3))});
  REQUIRE(t.choose(name_of(at(4, 3))));
  CHECK(t.unit("B1").square == at(4, 3));
  CHECK(t.unit("B1").facing == Facing::SW);
  CHECK(t.unit("B1").disrupted);
  CHECK(t.waiting().empty());
}

TEST_CASE("a target that fails a rout check of fire routs, which is no loss yet", "[bb][BB-RNG-28][BB-ROUT-13]") {
  TestTable t = four_hits({2, 4});
  CHECK(t.unit("B1").box == Box::Routed);
  CHECK(t.state.army(Side::B).losses == 1);  // its rank
}

TEST_CASE("hits and ranks of a shot are struck off after all dice are compared", "[bb][BB-RNG-37][BB-RANK-05]") {
  TestTable t = range_table("hoplite", 1);
  t.state.units.at({"A1"}).type.good.fire = 4;
  REQUIRE(t.say(kShot));
  REQUIRE(t.dice({1, 1, 2, 6}));
  CHECK_FALSE(t.unit("B1").disrupted);  // the defence dice are still to come
  CHECK(t.unit("B1").ranks.value == 1);
  REQUIRE(t.dice({6, 3}));
  CHECK(t.unit("B1").disrupted);
  CHECK(t.unit("B1").ranks.value == 0);
  CHECK(t.state.army(Side::B).losses == 1);
}

TEST_CASE("a maniple ignores no hits of fire", "[bb][BB-DX-11]") {
  TestTable t = range_table("maniple", 2);
  shoot(t, {1, 2});
  CHECK(t.unit("B1").disrupted);
  CHECK(t.unit("B1").ranks.value == 1);
  CHECK(t.state.army(Side::B).losses == 1);
  CHECK(t.unit("B1").square == at(5, 4));
}

TEST_CASE("with enemy zones behind it a unit under fire routs, at the map's edge it is lost",
          "[bb][BB-RNG-29][BB-RNG-44][BB-RNG-38][BB-AMB-40][BB-AMB-99]") {
  TestTable t = range_table("spears", 0, true);
  t.add("A2", "spears", at(5, 2), Facing::N);  // strong (5,3), weak (4,3), (6,3)
  t.state.units.at({"A1"}).square = at(5, 8);
  t.state.units.at({"A1"}).facing = Facing::S;
  shoot(t, {1, 4});
  REQUIRE(t.dice({1}));
  CHECK(t.unit("B1").box == Box::Routed);
  CHECK(t.state.army(Side::B).losses == 0);
  TestTable edge = range_table("spears", 0, true);
  edge.state.units.at({"B1"}).square = at(5, 0);
  edge.state.units.at({"A1"}).square = at(5, 4);
  edge.state.units.at({"A1"}).facing = Facing::S;
  shoot(edge, {1, 4});
  REQUIRE(edge.dice({1}));
  CHECK(edge.unit("B1").box == Box::Eliminated);
  CHECK(edge.state.army(Side::B).losses == 1);
  // Friends as large behind it cannot be pushed away: it routs. Smaller ones can.
  for (const char* behind : {"spears", "psiloi"}) {
    TestTable crowd = range_table("spears", 0, true);
    for (const Square s : {at(4, 3), at(5, 3), at(6, 3)}) crowd.add("B" + std::to_string(2 + s.column), behind, s, Facing::N);
    crowd.state.units.at({"A1"}).square = at(5, 8);
    crowd.state.units.at({"A1"}).facing = Facing::S;
    shoot(crowd, {1, 4});
    REQUIRE(crowd.dice({1}));
    if (std::string(behind) == "spears") {
      CHECK(crowd.unit("B1").box == Box::Routed);
    } else {
      REQUIRE(crowd.choose(name_of(at(5, 3))));
      REQUIRE(crowd.wait().rule == "BB-INT-09");  // and where the friend goes
      REQUIRE(crowd.choose(name_of(at(5, 2))));
      CHECK(crowd.unit("B1").square == at(5, 3));
      CHECK(crowd.unit("B7").square == at(5, 2));
      CHECK(crowd.unit("B7").disrupted);
    }
  }
}

TEST_CASE("each target is shot at once an action, each shooter shoots once", "[bb][BB-RNG-31][BB-RNG-32][BB-RNG-35][BB-AMB-102]") {
  TestTable t = range_table("spears");
  t.leader("AL", at(6, 2));
  t.add("A2", "archers", at(6, 1), Facing::N);
  t.add("B2", "spears", at(7, 4), Facing::N);
  REQUIRE(t.say(R"({"do":"activate","action":"shoot","units":["A1","A2"]})"));
  REQUIRE(t.say(kShot));
  REQUIRE(t.dice({6, 6}));
  REQUIRE(t.dice({3}));
  CHECK(t.judge(R"({"do":"shoot","unit":"A2","target":"B1"})").reasons.front().rule == "BB-RNG-31");
  CHECK(t.judge(R"({"do":"shoot","unit":"A1","target":"B2"})").reasons.front().rule == "BB-RNG-32");
  REQUIRE(t.say(R"({"do":"shoot","unit":"A2","target":"B2"})"));
  CHECK(t.state.turn.actions == 2);
  REQUIRE(t.dice({6, 6}));
  REQUIRE(t.dice({3}));
  REQUIRE(t.say(R"({"do":"end_action"})"));
  CHECK(t.judge(kShot).allowed());
}

TEST_CASE("camps and leaders alone cannot be shot at", "[bb][BB-RNG-33][BB-CAMP-02][BB-AMB-47][BB-AMB-108]") {
  TestTable t = range_table("spears");
  t.camp("BC", at(6, 4));
  CHECK(t.judge(R"({"do":"shoot","unit":"A1","target":"BC"})").reasons.front().rule == "BB-RNG-33");
  CHECK(t.judge(R"({"do":"shoot","unit":"A1","target":"BL"})").reasons.front().rule == "BB-RNG-33");
  t.camp("BD", at(5, 4));
  CHECK(t.judge(kShot).allowed());  // a unit on a camp may be (BB-AMB-47)
}

TEST_CASE("a leader with a unit that is hit is in danger and saves it one rout die",
          "[bb][BB-RNG-34][BB-LDR-13][BB-LDR-22][BB-LDR-30][BB-AMB-46]") {
  TestTable t = range_table("spears", 0, true);
  t.state.leaders.at({"BL"}).square = at(5, 4);
  shoot(t, {1, 4});
  REQUIRE(t.waiting() == "casualty_first");
  REQUIRE(t.dice({5}));
  REQUIRE(t.waiting() == "shot_recoil");  // the only check is cancelled: it recoils as if passed (BB-AMB-46)
  REQUIRE(t.choose(name_of(at(5, 3))));
  CHECK(t.unit("B1").square == at(5, 3));
  CHECK(t.state.leaders.at({"BL"}).square == at(5, 3));
}

TEST_CASE("a card adds attack dice to a shot before the dice fall", "[bb][BB-RNG-14][BB-CARD-21]") {
  TestTable t = range_table("spears");
  t.state.deck = {{.number = 1, .title = "Volley", .effect = EffectKind::AttackDice, .amount = 2, .timing = "shot"}};
  t.state.army(Side::A).hand.push_back({.id = "card.A.1", .owner = Viewer::A, .value = 1});
  CHECK(t.judge(R"({"do":"play_card","card":1,"unit":"A1"})").reasons.front().rule == "BB-CARD-17");
  REQUIRE(t.say(kShot));
  CHECK(t.dice_asked() == 2);
  REQUIRE(t.say(R"({"do":"play_card","card":1,"unit":"A1"})"));
  CHECK(t.dice_asked() == 4);
  REQUIRE(t.dice({6, 6, 6, 6}));
  CHECK(t.judge(R"({"do":"play_card","card":1,"unit":"A1"})").reasons.front().rule == "BB-CARD-26");
}
