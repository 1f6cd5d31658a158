/// Rank markers the engine was not told: asked for when a result goes by them, and kept from the enemy unless the dice show them.
#include <string>

#include "tests/engine/rulesets/blade_and_bow/melee_table.hpp"
#include "tests/engine/rulesets/blade_and_bow/shooting_table.hpp"
#include "tests/support/catch.hpp"

namespace markers_tests {

using namespace polemarch;
using namespace polemarch::blade_and_bow;

namespace {
/// What the last command told, a line an event.
std::string told(const TestTable& t) {
  std::string text;
  for (const Event& event : t.events) text += Rules::tell(t.state, event) + "\n";
  return text;
}
TestTable shot_at_unknown(bool disrupted) {
  TestTable t = range_table("hoplite", 0, disrupted);
  t.state.units.at({"B1"}).ranks.value.reset();
  return t;
}
/// A1 leads with a marker that is known, A2 supports from a front square of B1 with one that is not.
TestTable supported(const char* supporter) {
  TestTable t = duel("hoplite", "hoplite", 1, 2);
  t.leader("AM", at(4, 4));
  t.add("A2", supporter, at(4, 5), Facing::NE).melee_marker = true;
  t.state.units.at({"A2"}).ranks.value.reset();
  return t;
}
constexpr const char* kBoth = R"({"do":"melee","units":["A1","A2"],"target":"B1","lead":"A1"})";
}  // namespace

TEST_CASE("a shot that only disrupts asks for no rank marker and opens none", "[bb][BB-UNIT-23][BB-RNG-20][BB-RNG-21]") {
  TestTable t = shot_at_unknown(false);
  shoot(t, {1, 4});
  CHECK(t.waiting().empty());
  CHECK(t.unit("B1").disrupted);
  CHECK_FALSE(t.unit("B1").ranks.known());
  CHECK_FALSE(t.unit("B1").ranks.open_to(Viewer::A));
}

TEST_CASE("a shot that takes ranks asks for the marker unseen, and the shooters do not learn it",
          "[bb][BB-UNIT-17][BB-UNIT-23][BB-RNG-21]") {
  for (const bool disrupted : {false, true}) {
    TestTable t = shot_at_unknown(disrupted);
    shoot(t, {1, disrupted ? 4 : 1});
    REQUIRE(t.waiting() == "ask_ranks");
    CHECK(t.wait().kind == engine::WaitKind::Sealed);
    CHECK(t.wait().who == Viewer::B);
    CHECK(t.wait().audience == Viewer::B);  // A looks away
    REQUIRE(t.choose("5"));
    CHECK(t.unit("B1").ranks.value == 4);  // one is lost
    CHECK_FALSE(t.unit("B1").ranks.open_to(Viewer::A));
    CHECK(t.state.army(Side::B).losses == 1);
    CHECK(told(t).find('5') == std::string::npos);
    for (const Event& event : t.events)
      if (const auto* answered = std::get_if<engine::WaitAnswered>(&event)) CHECK_FALSE(answered->answer.open_to(Viewer::A));
  }
}

TEST_CASE("a supporter's marker is asked for when its share of the hits goes beyond the disruption",
          "[bb][BB-HIT-03][BB-HIT-05][BB-HIT-08][BB-UNIT-23][BB-AMB-55]") {
  TestTable t = supported("hoplite");
  REQUIRE(t.say(kBoth));
  fight(t, {}, {1, 1, 1, 1});  // two hits each
  REQUIRE(t.waiting() == "ask_ranks");
  CHECK(t.wait().who == Viewer::A);
  REQUIRE(t.choose("1"));
  CHECK(t.unit("A2").disrupted);
  CHECK(t.unit("A2").ranks.value == 0);
  CHECK(t.unit("A2").square == at(4, 5));              // the rank spares it the recoil
  CHECK_FALSE(t.unit("A2").ranks.open_to(Viewer::B));  // its dice show none
  CHECK(t.unit("A1").ranks.open_to(Viewer::B));
  TestTable light = supported("hoplite");
  REQUIRE(light.say(kBoth));
  fight(light, {}, {1, 1, 1});  // one for the supporter: a disruption, whatever its marker
  CHECK(light.waiting().empty());
  CHECK(light.unit("A2").disrupted);
  CHECK_FALSE(light.unit("A2").ranks.known());
}

TEST_CASE("a flexible supporter's marker says how many hits it ignores", "[bb][BB-HIT-10][BB-UNIT-23][BB-AMB-59]") {
  TestTable t = supported("maniple");
  REQUIRE(t.say(kBoth));
  fight(t, {}, {1, 1, 1});
  CHECK(t.waiting().empty());  // any maniple ignores its first hit
  CHECK_FALSE(t.unit("A2").disrupted);
  TestTable two = supported("maniple");
  REQUIRE(two.say(kBoth));
  fight(two, {}, {1, 1, 1, 1});
  REQUIRE(two.waiting() == "ask_ranks");
  REQUIRE(two.choose("1"));
  CHECK_FALSE(two.unit("A2").disrupted);
}

TEST_CASE("a unit whose leader leaves loses a rank that is told only then, and rolls for rout without one",
          "[bb][BB-LDR-12][BB-AMB-90][BB-UNIT-23]") {
  for (const int ranks : {2, 0}) {
    TestTable t;
    t.leader("AL", at(5, 5));
    t.disrupted("A1", "hoplite", at(5, 5), Facing::N).ranks.value.reset();
    t.add("A2", "spears", at(0, 0), Facing::N);
    t.add("B1", "spears", at(5, 6), Facing::S);
    REQUIRE(t.say(R"({"do":"move_leader","leader":"AL","to":"A1"})"));
    REQUIRE(t.waiting() == "leader_leaves");
    REQUIRE(t.dice({6}));
    REQUIRE(t.waiting() == "ask_ranks");
    REQUIRE(t.choose(std::to_string(ranks)));
    INFO(ranks);
    CHECK(t.state.army(Side::A).losses == (ranks > 0 ? 1 : 0));
    CHECK(t.unit("A1").ranks.value == (ranks > 0 ? ranks - 1 : 0));
    CHECK_FALSE(t.unit("A1").ranks.open_to(Viewer::B));
    CHECK(t.waiting() == (ranks > 0 ? "" : "rout_dice"));
  }
}

}  // namespace markers_tests
