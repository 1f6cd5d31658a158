/// What goes on with the action that is open and what begins another: after a failed reverse, after a voluntary disruption, in a strong
/// zone.
#include <algorithm>

#include "tests/engine/rulesets/blade_and_bow/table.hpp"
#include "tests/support/catch.hpp"

namespace open_action_tests {

using namespace polemarch;
using namespace polemarch::blade_and_bow;

namespace {

/// A1 and A2 have reversed together: A1 failed (N, disrupted, six points left), A2 stands S. Two actions are left.
TestTable half_reversed() {
  TestTable t;
  t.leader("AL", at(5, 5));
  t.add("A1", "hoplite", at(5, 5), Facing::N);
  t.add("A2", "hoplite", at(6, 5), Facing::N);
  REQUIRE(t.say(R"({"do":"move","units":["A1","A2"],"path":["reverse"]})"));
  for (int i = 0; i < 2; ++i) {
    const bool fails = t.wait().question.starts_with("A1");
    REQUIRE(t.dice({fails ? 6 : 1}));
  }
  REQUIRE(t.unit("A1").disrupted);
  REQUIRE(t.unit("A2").facing == Facing::S);
  REQUIRE(t.state.turn.actions == 2);
  return t;
}

/// Every allowed offer about the unit is taken by the judge, and one of them is `command`.
bool offered(const TestTable& t, const char* unit, const std::vector<Manoeuvre>& path) {
  bool found = false;
  for (const auto& offer : Rules::offers(t.state, Viewer::A, UnitId{unit})) {
    if (!offer.verdict.allowed() || !offer.whole) continue;
    INFO(Rules::say(t.state, offer.command));
    CHECK(Rules::judge(t.state, Viewer::A, offer.command).allowed());
    const auto* move = std::get_if<MoveUnits>(&offer.command);
    found = found || (move != nullptr && move->moves.size() == 1 && !move->moves.front().disrupt && move->moves.front().path == path);
  }
  return found;
}

constexpr Manoeuvre kOn = Manoeuvre::Advance;

}  // namespace

TEST_CASE("after a failed reverse the units move again with the actions left", "[bb][BB-ACT-10][BB-ACT-11][BB-MOV-01][BB-AMB-98]") {
  TestTable t = half_reversed();
  CHECK(offered(t, "A2", {kOn, kOn, kOn}));
  const auto movement_of = [&](const char* unit) { return Rules::figures(t.state, UnitId{unit}, Viewer::A).at(1).value; };
  CHECK(movement_of("A1") == "6 of 8");
  CHECK(movement_of("A2") == "6");  // as it has when it acts again
  TestTable turned = t;
  REQUIRE(turned.say(move("A2", R"("advance","advance")")));  // it had its action: a new one
  CHECK(turned.unit("A2").square == at(6, 3));
  CHECK(turned.state.turn.actions == 1);
  TestTable both = t;
  REQUIRE(both.say(R"({"do":"move","units":["A1","A2"],"path":["left","left"]})"));
  CHECK(both.state.turn.actions == 1);
  // Who failed goes on with what is left, and takes a new action for more.
  TestTable on = t;
  CHECK(offered(on, "A1", {kOn, kOn, kOn}));
  REQUIRE(on.say(move("A1", R"("advance 3")")));
  CHECK(on.state.turn.actions == 2);
  TestTable anew = t;
  CHECK(offered(anew, "A1", {kOn, kOn, kOn, kOn}));
  REQUIRE(anew.say(move("A1", R"("advance 4")")));
  CHECK(anew.unit("A1").square == at(5, 9));
  CHECK(anew.state.turn.actions == 1);
  REQUIRE(t.say(R"({"do":"activate","action":"move","units":["A1"]})"));
  CHECK(t.state.turn.actions == 1);
}

TEST_CASE("with no action left only what is open goes on, and passing says how it ends", "[bb][BB-ACT-01][BB-AMB-98]") {
  TestTable t = half_reversed();
  t.state.turn.actions = 0;
  CHECK(t.refusal(move("A2", R"("advance")")) == "BB-ACT-01");
  CHECK(t.judge(move("A1", R"("advance")")).allowed());
  CHECK(t.refusal(move("A1", R"("advance 4")")) == "BB-MOV-05");
  const engine::Verdict pass = t.judge(R"({"do":"pass"})");
  REQUIRE_FALSE(pass.allowed());
  CHECK(pass.reasons.front().text.find("end_action") != std::string::npos);
}

TEST_CASE("a unit that has only disrupted itself has its way still before it", "[bb][BB-MOV-15][BB-MOV-23]") {
  TestTable t;
  t.leader("AL", at(5, 5));
  t.add("A1", "hoplite", at(5, 5), Facing::N);
  t.add("A2", "hoplite", at(6, 5), Facing::N);
  t.turn_of(Side::A, 1);
  REQUIRE(t.say(R"({"do":"move","unit":"A1","disrupt":true})"));
  CHECK(t.unit("A1").disrupted);
  CHECK(t.state.turn.actions == 0);
  CHECK(offered(t, "A1", {kOn, kOn, kOn, kOn}));  // eight points
  REQUIRE(t.say(move("A1", R"("advance 4")")));
  CHECK(t.unit("A1").square == at(5, 9));
  CHECK_FALSE(t.state.action.has_value());
}

TEST_CASE("a line is offered to disrupt itself, then its longer way", "[bb][BB-MOV-15][BB-FORM-01]") {
  TestTable t;
  t.leader("AL", at(5, 5));
  for (int x = 4; x < 7; ++x) t.add("A" + std::to_string(x), "hoplite", at(x, 5), Facing::N);
  t.turn_of(Side::A, 1);
  const auto line_offer = [&](bool disrupt, std::size_t squares) -> std::optional<Command> {
    for (const auto& offer : Rules::offers(t.state, Viewer::A, UnitId{"A5"})) {
      const auto* move = std::get_if<MoveUnits>(&offer.command);
      if (move != nullptr && offer.verdict.allowed() && move->moves.size() == 3 && move->moves.front().disrupt == disrupt &&
          move->moves.front().path.size() == squares)
        return offer.command;
    }
    return std::nullopt;
  };
  const auto take = [&](const Command& command) {
    for (const Event& event : Rules::decide(t.state, Viewer::A, command)) t.state = Rules::evolve(std::move(t.state), event);
  };
  const auto hurry = line_offer(true, 0);
  REQUIRE(hurry.has_value());
  CHECK(Rules::say(t.state, *hurry).starts_with("disrupt together, all 3: "));
  take(*hurry);
  CHECK(t.state.turn.actions == 0);
  const auto way = line_offer(false, 4);
  REQUIRE(way.has_value());
  take(*way);
  for (int x = 4; x < 7; ++x) {
    CHECK(t.unit("A" + std::to_string(x)).square == at(x, 9));
    CHECK(t.unit("A" + std::to_string(x)).disrupted);
  }
  CHECK_FALSE(t.state.action.has_value());
}

TEST_CASE("a unit held in a strong zone stays held after a disruption or a way of no step", "[bb][BB-EZ-10][BB-EZ-11][BB-AMB-35]") {
  for (const char* idle : {R"({"do":"move","unit":"A1","disrupt":true})", R"({"do":"move","unit":"A1","to":"F6"})"}) {
    INFO(idle);
    TestTable t;
    t.leader("AL", at(4, 5));
    t.add("A1", "hoplite", at(5, 5), Facing::N);
    t.add("A2", "hoplite", at(4, 5), Facing::N);
    t.add("B1", "spears", at(5, 6), Facing::S);
    CHECK(t.refusal(move("A1", R"("left","left","advance")")) == "BB-EZ-10");
    REQUIRE(t.say(R"({"do":"activate","action":"move","units":["A1","A2"]})"));
    REQUIRE(t.say(idle));
    CHECK(t.refusal(move("A1", R"("left","left","advance")")) == "BB-EZ-10");
  }
}

}  // namespace open_action_tests
