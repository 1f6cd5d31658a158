#include "engine/rulesets/blade_and_bow/topics/shooting.hpp"

#include <algorithm>
#include <tuple>

#include "engine/rulesets/blade_and_bow/topics/recoil.hpp"
#include "tests/engine/rulesets/blade_and_bow/shooting_table.hpp"
#include "tests/engine/rulesets/blade_and_bow/table.hpp"
#include "tests/support/catch.hpp"

namespace shooting_results_tests {

using namespace polemarch;
using namespace polemarch::blade_and_bow;

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
  CHECK(t.unit("B1").box == Where::Routed);
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
  CHECK(t.unit("B1").box == Where::Routed);
  CHECK(t.state.army(Side::B).losses == 0);
  TestTable edge = range_table("spears", 0, true);
  edge.state.units.at({"B1"}).square = at(5, 0);
  edge.state.units.at({"A1"}).square = at(5, 4);
  edge.state.units.at({"A1"}).facing = Facing::S;
  shoot(edge, {1, 4});
  REQUIRE(edge.dice({1}));
  CHECK(edge.unit("B1").box == Where::Eliminated);
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
      CHECK(crowd.unit("B1").box == Where::Routed);
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
  CHECK(t.judge(R"({"do":"play_card","card":1,"unit":"A1"})").reasons.front().rule == "BB-CARD-24");
}

}  // namespace shooting_results_tests
