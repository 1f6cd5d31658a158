/// Ways with a catch: a reverse inside a friend's square, a light unit's free turn on bad ground, what follows after a check.
#include <algorithm>

#include "engine/rulesets/blade_and_bow/topics/planning.hpp"
#include "tests/engine/rulesets/blade_and_bow/table.hpp"
#include "tests/support/catch.hpp"

namespace ways_tests {

using namespace polemarch;
using namespace polemarch::blade_and_bow;

namespace {
/// A medium dense unit at (5,4) facing N with a friend ahead of it.
TestTable crowd(const char* friend_type) {
  TestTable t;
  t.leader("AL", at(11, 11));
  t.add("A1", "medium_hoplite", at(5, 4), Facing::N, 0).type.good.movement = 12;
  t.state.units.at({"A1"}).type.disrupted.movement = 12;
  t.add("A2", friend_type, at(5, 5), Facing::E);
  return t;
}
bool offered(const TestTable& t, const char* unit, Square square, Facing facing) {
  const Unit& mover = t.unit(unit);
  const MoveGround ground(t.state, mover.side);
  const std::vector<Reach> ways = reachable(ground, mover, mover_of(t.state, mover));
  return std::any_of(ways.begin(), ways.end(), [&](const Reach& way) { return way.end.at == square && way.end.facing == facing; });
}
}  // namespace

TEST_CASE("a dense unit that reverses inside a friend's square on its way and passes leaves the friend where it stands",
          "[bb][BB-MOV-11][BB-INT-02][BB-MOV-20]") {
  TestTable t = crowd("psiloi");
  REQUIRE(t.say(move("A1", R"("advance","reverse","advance","advance")")));
  REQUIRE(t.waiting() == "reverse_check");
  CHECK(t.unit("A2").square == at(5, 5));
  REQUIRE(t.dice({3}));
  CHECK(t.waiting().empty());
  CHECK(t.unit("A1").square == at(5, 3));
  CHECK(t.unit("A1").facing == Facing::S);
  CHECK_FALSE(t.unit("A1").disrupted);
  CHECK(t.unit("A2").square == at(5, 5));
  CHECK(t.unit("A2").facing == Facing::E);
  CHECK_FALSE(t.unit("A2").disrupted);
}

TEST_CASE("a dense unit that fails to reverse inside a friend's square goes on out of it, disrupted",
          "[bb][BB-MOV-12][BB-MOV-24][BB-AMB-98]") {
  TestTable t = crowd("psiloi");
  t.state.units.at({"A1"}).type.disrupted.movement = 6;  // four are spent: the one step ahead, or the friend makes way
  REQUIRE(t.say(move("A1", R"("advance","reverse","advance")")));
  REQUIRE(t.dice({4}));
  REQUIRE(t.waiting() == "choose_way_out");
  CHECK(t.wait().options.size() == 2);
  REQUIRE(t.choose("F7"));
  CHECK(t.unit("A1").square == at(5, 6));
  CHECK(t.unit("A1").facing == Facing::N);  // the reverse failed
  CHECK(t.unit("A1").disrupted);
  CHECK(t.unit("A2").square == at(5, 5));
  CHECK_FALSE(t.unit("A2").disrupted);
  CHECK(t.state.turn.actions == 2);
}

TEST_CASE("a failed reverse inside a friend's square may end there by displacement", "[bb][BB-INT-07][BB-INT-11][BB-MOV-12]") {
  TestTable t = crowd("psiloi");
  t.state.units.at({"A1"}).type.disrupted.movement = 4;  // nothing is left to leave with
  REQUIRE(t.say(move("A1", R"("advance","reverse","advance")")));
  REQUIRE(t.dice({4}));
  REQUIRE(t.waiting() == "choose_displacement");
  REQUIRE(t.choose("F5"));
  CHECK(t.unit("A1").square == at(5, 5));
  CHECK(t.unit("A1").disrupted);
  CHECK(t.unit("A2").square == at(5, 4));
  CHECK(t.unit("A2").disrupted);
}

TEST_CASE("a failed reverse inside a square it may neither end in nor leave puts the unit back where it came from",
          "[bb][BB-INT-07][BB-MOV-12]") {
  TestTable t = crowd("psiloi");
  UnitType& type = t.state.units.at({"A1"}).type;
  type.good.size = type.disrupted.size = Size::Light;  // as small as the friend: no displacement
  type.disrupted.movement = 4;
  REQUIRE(t.say(move("A1", R"("advance","reverse","advance")")));
  REQUIRE(t.dice({4}));
  CHECK(t.waiting().empty());
  CHECK(t.unit("A1").square == at(5, 4));
  CHECK(t.unit("A1").disrupted);
  CHECK(t.unit("A2").square == at(5, 5));
}

TEST_CASE("points left after a failed reverse inside a friend's square may still be spent", "[bb][BB-MOV-24][BB-AMB-98]") {
  TestTable t = crowd("psiloi");
  t.state.units.at({"A1"}).type.disrupted.movement = 8;
  REQUIRE(t.say(move("A1", R"("advance","reverse","advance")")));
  REQUIRE(t.dice({4}));
  REQUIRE(t.choose("F7"));
  REQUIRE(t.state.action.has_value());  // two points are left
  CHECK(t.judge(move("A1", R"("advance")")).allowed());
  TestTable last = t;
  last.state.turn.actions = 0;
  CHECK(last.refusal(move("A1", R"("advance","left")")) == "BB-MOV-02");
  REQUIRE(t.say(R"({"do":"end_action"})"));
  CHECK(t.state.turn.actions == 2);
}

TEST_CASE("of two reverses inside a friend's square each has its own die", "[bb][BB-MOV-11][BB-MOV-12]") {
  TestTable t = crowd("psiloi");
  REQUIRE(t.say(move("A1", R"("advance","reverse","reverse","advance")")));
  REQUIRE(t.dice({3}));
  REQUIRE(t.waiting() == "reverse_check");
  REQUIRE(t.dice({4}));  // it looks south now, and stays so
  REQUIRE(t.choose("F5"));
  CHECK(t.unit("A1").square == at(5, 4));
  CHECK(t.unit("A1").facing == Facing::S);
  CHECK(t.unit("A1").disrupted);
}

TEST_CASE("what follows a reverse that needs a check must be allowed if the check is passed", "[bb][BB-MOV-02][BB-MOV-11]") {
  TestTable t;
  t.leader("AL", at(11, 11));
  t.add("A1", "hoplite", at(5, 5), Facing::N, 1);  // six points
  CHECK(t.judge(move("A1", R"("reverse","advance","advance")")).allowed());
  const engine::Verdict far = t.judge(move("A1", R"("reverse","advance","advance","advance")"));
  REQUIRE_FALSE(far.allowed());
  CHECK(far.reasons.front().rule == "BB-MOV-05");
  CHECK(far.reasons.front().limit == 0.0);
  CHECK(t.judge(move("A1", R"("reverse","advance")")).reasons.front().value == 4.0);  // the whole way is counted
  t.add("A2", "hoplite", at(5, 4), Facing::N, 1);
  CHECK(t.judge(move("A1", R"("reverse","advance")")).reasons.front().rule == "BB-INT-05");
}

TEST_CASE("a light unit keeps its free turn on ground that halts and disrupts it, whatever its points then",
          "[bb][BB-MOV-08][BB-AMB-111][BB-TER-04]") {
  for (const int points : {1, 2}) {  // disrupted: one too few for what it has spent, or just enough
    TestTable t;
    UnitType& type = t.add("A1", "psiloi", at(5, 4), Facing::N).type;
    type.good.movement = 3;
    type.disrupted.movement = points;
    t.state.map.terrain[at(5, 5)] = "marsh";
    INFO(points);
    CHECK(t.judge(move("A1", R"("advance","left")")).allowed());
    CHECK(t.judge(move("A1", R"("advance","right")")).allowed());
    CHECK_FALSE(t.judge(move("A1", R"("advance","left","left")")).allowed());
    CHECK(offered(t, "A1", at(5, 5), Facing::NW));
    CHECK(offered(t, "A1", at(5, 5), Facing::NE));
    CHECK_FALSE(offered(t, "A1", at(5, 5), Facing::W));
    for (const auto& shape : Rules::advise(t.state, {{"A1"}, {}}, Viewer::A).shapes)
      CHECK(shape.label.find('-') == std::string::npos);  // never fewer than no points left
    REQUIRE(t.say(R"({"do":"move","unit":"A1","to":"F6","facing":"NE"})"));
    CHECK(t.unit("A1").facing == Facing::NE);
    CHECK(t.unit("A1").disrupted);
  }
}

TEST_CASE("what the umpire is offered is judged the same, for units of the side at rest too", "[bb][BB-SEQ-17]") {
  TestTable t;
  t.leader("AL", at(2, 2));
  t.leader("BL", at(9, 9));
  t.state.army(Side::A).walls_allowed = t.state.army(Side::B).walls_allowed = true;
  t.add("A1", "archers", at(5, 5), Facing::N);
  t.add("A2", "maniple", at(2, 2), Facing::E, 1);
  t.add("A3", "hoplite", at(7, 2), Facing::N, 1).wall = true;
  t.add("B1", "archers", at(5, 9), Facing::S);
  t.add("B2", "hoplite", at(8, 3), Facing::W, 1);
  t.disrupted("B3", "spears", at(10, 9), Facing::S);
  int allowed = 0;
  for (const Viewer by : {Viewer::Umpire, Viewer::Both, Viewer::A, Viewer::B})
    for (const auto& offer : Rules::offers(t.state, by, engine::AboutAll{})) {
      INFO(name_of(by) << ": " << Rules::say(t.state, offer.command));
      const engine::Verdict verdict = Rules::judge(t.state, by, offer.command);
      CHECK(verdict.ruling == offer.verdict.ruling);
      if (!verdict.allowed()) CHECK(verdict.reasons.front().rule == offer.verdict.reasons.front().rule);
      allowed += verdict.allowed() ? 1 : 0;
    }
  CHECK(allowed > 100);
}

TEST_CASE("dense and flexible units may disrupt themselves to move, open ones not", "[bb][BB-MOV-15][BB-MOV-22]") {
  for (const auto& [type, may] : {std::pair{"hoplite", true}, {"maniple", true}, {"axemen", false}}) {
    TestTable t;
    t.add("A1", type, at(5, 1), Facing::N, std::string(type) == "axemen" ? 0 : 1);
    INFO(type);
    CHECK(t.judge(R"({"do":"move","unit":"A1","path":["advance"],"disrupt":true})").allowed() == may);
  }
}

TEST_CASE("of two ways the one without a morale check is taken, and the cheaper one with it is offered beside it",
          "[bb][BB-MOV-07][BB-MOV-10][BB-MOV-11][BB-MOV-12]") {
  TestTable t;
  t.add("A1", "hoplite", at(5, 5), Facing::N, 1);
  for (const char* facing : {"SE", "SW", "S"}) {
    TestTable turned = t;
    REQUIRE(turned.say(std::string(R"({"do":"move","unit":"A1","facing":")") + facing + R"("})"));
    INFO(facing);
    CHECK(turned.waiting().empty());
    CHECK(turned.unit("A1").facing == *facing_named(facing));
    CHECK_FALSE(turned.unit("A1").disrupted);
  }
  t.state.units.at({"A1"}).type.good.movement = 3;  // not enough to wheel about
  CHECK(t.judge(R"({"do":"move","unit":"A1","facing":"S"})").reasons.back().rule == "BB-MOV-11");
  t.state.units.at({"A1"}).type.good.movement = 4;
  std::vector<std::string> about;
  for (const auto& offer : Rules::offers(t.state, Viewer::A, UnitId{"A1"})) {
    const auto* move = std::get_if<MoveUnits>(&offer.command);
    if (move == nullptr || !offer.verdict.allowed()) continue;
    const MovePlan plan = plan_move(t.state, move->moves.front());
    const bool checks = plan.check_at < plan.path.size();
    CHECK(checks == !offer.still_needed.empty());
    if (plan.end.at == at(5, 5) && plan.end.facing == Facing::S) about.push_back(checks ? "die" : "no die");
    if (plan.end.at == at(5, 5) && turn_between(plan.end.facing, Facing::S) == 1) CHECK_FALSE(checks);
  }
  CHECK(about == std::vector<std::string>{"no die", "die"});
}

namespace {
/// A1 is to turn about and march off, its reverse fails; A2 behind it was ordered after it.
TestTable behind(const char* type, const std::string& order) {
  TestTable t;
  t.leader("AL", at(6, 5));
  t.add("A1", "hoplite", at(5, 5), Facing::N, 1);
  t.add("A2", type, at(5, 6), Facing::S, 0);
  REQUIRE(t.say(R"({"do":"move","moves":[{"unit":"A1","path":["reverse","advance"]},{"unit":"A2",)" + order + "}]}"));
  REQUIRE(t.dice({6}));
  CHECK(t.waiting().empty());
  CHECK(t.unit("A1").square == at(5, 5));
  CHECK(t.happened("way_barred"));
  return t;
}
}  // namespace

TEST_CASE("who moves later in a formation does not enter the square that another one failed to leave",
          "[bb][BB-INT-04][BB-INT-05][BB-INT-07][BB-MOV-12]") {
  for (const char* type : {"hoplite", "spears", "psiloi"})
    for (const char* order : {R"("path":["advance"])", R"("to":"F6","facing":"S")"}) {
      INFO(type << " " << order);
      const TestTable t = behind(type, order);
      CHECK(t.unit("A2").square == at(5, 6));
      CHECK(t.unit("A2").facing == Facing::S);
      CHECK_FALSE(t.unit("A2").disrupted);
    }
}

TEST_CASE("a way that is barred in the middle is gone as far as it is open", "[bb][BB-MOV-02][BB-INT-05][BB-INT-13]") {
  TestTable t;
  t.leader("AL", at(6, 5));
  t.add("A1", "hoplite", at(5, 5), Facing::N, 1);
  t.add("A2", "axemen", at(5, 7), Facing::S, 0);
  REQUIRE(t.say(R"({"do":"move","moves":[{"unit":"A1","path":["reverse","advance"]},{"unit":"A2","path":["advance","advance","left"]}]})"));
  REQUIRE(t.dice({6}));
  CHECK(t.unit("A2").square == at(5, 6));
  CHECK(t.unit("A2").facing == Facing::S);
  // A light unit may pass its friend, but not stand with it.
  TestTable light;
  light.leader("AL", at(6, 5));
  light.add("A1", "hoplite", at(5, 5), Facing::N, 1);
  light.add("A3", "hoplite", at(5, 4), Facing::N, 1);
  light.add("A2", "psiloi", at(4, 6), Facing::E, 0);
  REQUIRE(light.say(R"({"do":"move","moves":[{"unit":"A3","path":["reverse","advance"]},)"
                    R"({"unit":"A2","path":["advance","right","right","advance","advance"]}]})"));
  REQUIRE(light.dice({6}));
  CHECK(light.unit("A2").square == at(5, 6));
}

TEST_CASE("a unit pushed away by one that moved before it goes nowhere it cannot reach from there", "[bb][BB-MOV-02][BB-INT-09]") {
  TestTable t;
  t.leader("AL", at(4, 5));
  t.add("A1", "hoplite", at(5, 4), Facing::N, 1);
  t.add("A2", "psiloi", at(5, 5), Facing::N, 0).type.disrupted.movement = 4;
  REQUIRE(t.say(R"({"do":"move","moves":[{"unit":"A1","path":["advance"]},{"unit":"A2","to":"F7"}]})"));
  REQUIRE(t.waiting() == "choose_displacement");
  REQUIRE(t.choose("G5"));  // two ranks back
  CHECK(t.waiting().empty());
  CHECK(t.unit("A1").square == at(5, 5));
  CHECK(t.unit("A2").square == at(6, 4));
  CHECK(t.happened("way_barred"));
}

TEST_CASE("what the table rules against the rules of movement is carried out as ordered", "[bb][BB-INT-05]") {
  TestTable t;
  t.leader("AL", at(6, 5));
  t.add("A1", "hoplite", at(5, 5), Facing::N, 1);
  t.add("A2", "hoplite", at(5, 7), Facing::S, 1);
  t.overrule(R"({"do":"move","unit":"A2","to":"A1"})");
  CHECK(t.unit("A2").square == at(0, 0));
  CHECK_FALSE(t.happened("way_barred"));
}

}  // namespace ways_tests
