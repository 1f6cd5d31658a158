/// Chances in thousandths and what is told of a throw, counted by hand.
#include <catch2/catch.hpp>

#include "engine/core/asks.hpp"
#include "engine/core/commands.hpp"
#include "engine/core/telling.hpp"
#include "engine/core/verbs.hpp"

namespace telling_tests {

using namespace polemarch;
using namespace polemarch::engine;

TEST_CASE("the chance of a die and of a sum is exact to a thousandth") {
  CHECK(per_mille_at_least(1) == 1000);
  CHECK(per_mille_at_least(5) == 333);
  CHECK(per_mille_at_least(7) == 0);
  CHECK(per_mille_at_least(4, 10) == 700);
  CHECK(per_mille_sum_at_least(7, 2) == 583);  // 21 of 36
  CHECK(per_mille_sum_at_least(2, 2) == 1000);
  CHECK(per_mille_sum_at_least(12, 2) == 28);  // 1 of 36
  CHECK(per_mille_sum_at_least(0, 0) == 1000);
}

TEST_CASE("a throw is told in one line with what it needed, how it fell and what came of it") {
  Thrown thrown{.who = Side::A, .thrower = {"A3"}, .at = {"B2"}, .purpose = "missile fire", .aim = Aim::Shot, .rule = "X-1"};
  thrown.values = {2, 5, 6};
  thrown.rerolled = {1};
  thrown.need = 5;
  thrown.outcome = "2 hits";
  CHECK(tell(thrown) == "A3 at B2, missile fire, each needs 5 or more: 2 5 6 (thrown again: 1), 2 hits");
  thrown.rows = {{"X-2", "base number", 4, {}}, {"X-3", "in cover", 1, Side::B}};
  CHECK(sum_of(thrown.rows) == thrown.need);
}

TEST_CASE("whom a throw concerns is told by what it is for, not by its words") {
  Thrown thrown{.who = Side::A, .thrower = {"A3"}, .at = {"B2"}, .purpose = "orders to shoot"};
  thrown.values = {4};
  for (const auto& [aim, line] :
       {std::pair{Aim::Shot, "A3 at B2, orders to shoot: 4"}, std::pair{Aim::Order, "A3, orders to shoot for B2: 4"},
        std::pair{Aim::Flight, "A3 from B2, orders to shoot: 4"}, std::pair{Aim::Other, "A3 against B2, orders to shoot: 4"}}) {
    thrown.aim = aim;
    CHECK(tell(thrown) == line);
  }
}

TEST_CASE("a unit's name takes its verb by its spelling") {
  CHECK(with_verb("First cohort", "charges", "charge") == "First cohort charges");
  CHECK(with_verb("Cretan archers", "charges", "charge") == "Cretan archers charge");
  CHECK(with_verb("2nd lochos", "moves", "move") == "2nd lochos moves");
  CHECK(with_verb("Legate Cassius", "rides", "ride") == "Legate Cassius rides");
  CHECK(with_verb("A1 and A2", "shoots", "shoot") == "A1 and A2 shoot");
  // The noun counts, not what it belongs to nor its number.
  CHECK(with_verb("Chariots of the west", "stands", "stand") == "Chariots of the west stand");
  CHECK(with_verb("Warband of the hills", "stands", "stand") == "Warband of the hills stands");
  CHECK(with_verb("Hoplites 2", "moves", "move") == "Hoplites 2 move");
  CHECK(with_verb("Tribal hoplites II", "moves", "move") == "Tribal hoplites II move");
  CHECK(with_verb("Horsemen", "moves", "move") == "Horsemen move");
  CHECK(with_verb("Perioikoi", "moves", "move") == "Perioikoi move");
  CHECK(with_verb("Athens", "has", "have") == "Athens has");
  for (const std::string many : {"Hastati", "Triarii 2", "Boii", "Hastati II", "Sagittarii of Crete", "Alae"})
    CHECK(with_verb(many, "is", "are") == many + " are");
  for (const std::string one : {"Legio I", "Mycenae", "Veii"}) CHECK(with_verb(one, "is", "are") == one + " is");
  CHECK(with_verb("Hippeis of Athens", "charges", "charge") == "Hippeis of Athens charge");
}

TEST_CASE("questions are built as every room asks them") {
  const Wait dice = ask_dice(Side::B, "X-1", "how far?", 2, 10);
  CHECK(dice.who == Viewer::B);
  CHECK(dice.audience == Viewer::Both);
  REQUIRE(dice.chance);
  CHECK(dice.chance->count == 2);
  CHECK(dice.chance->highest == 10);
  const Wait several = ask_several(Side::A, "X-2", "which?", {{"a", "a"}, {"b", "b"}, {"c", "c"}}, 0, 2);
  CHECK(judge_answer(several, Viewer::A, {.choices = {}}).allowed());
  CHECK(judge_answer(several, Viewer::A, {.choices = {"a", "c"}}).allowed());
  CHECK_FALSE(judge_answer(several, Viewer::A, {.choices = {"a", "b", "c"}}).allowed());
  CHECK(sealed(ask_yes_no(Side::A, "X-3", "evade?", "evade", "stand")).kind == WaitKind::Sealed);
  CHECK(said_yes({.choices = {"y"}}));
  CHECK(total({.values = {3, 4, 6}}) == 13);
  CHECK(at_least({.values = {3, 4, 6}}, 4) == 2);
}

TEST_CASE("a leader is lost himself, a unit loses what it had", "[core][telling]") {
  Lost lost;
  lost.unit = {"BC"};
  lost.bases = {{"BC.1"}};
  lost.by = {"A1"};
  lost.how = "killed or captured";
  for (const char* what : {"the commander", "the hero"}) {
    lost.what = what;
    CHECK(tell(lost) == "BC is lost to A1, killed or captured");
  }
  lost.what = "the general";
  CHECK(tell(lost) == "BC loses the general to A1, killed or captured");
  lost.what = "2 bases";
  CHECK(tell(lost) == "BC loses 2 bases to A1, killed or captured");
  lost.bases = {};
  lost.what = "the unit";
  CHECK(tell(lost) == "BC is lost to A1, killed or captured");
}

TEST_CASE("what was not allowed is told of an order and of a sentence, and nothing is made of other words", "[core][tell]") {
  CHECK(cannot("First cohort: move to c5", 12) == "First cohort cannot move to c5");
  CHECK(cannot("A1 goes 4 in ahead", 2) == "A1 cannot go 4 in ahead");
  CHECK(cannot("Tribal hoplites I advance 5.0 cm", 17) == "Tribal hoplites I cannot advance 5.0 cm");
  CHECK(cannot("A1 passes through B2", 2) == "A1 cannot pass through B2");
  CHECK(cannot("A1 is the reserve", 2) == "A1 cannot be the reserve");
  for (const char* other : {"A1-2 moves", "A1"}) CHECK(cannot(other, 2) == other);
}

}  // namespace telling_tests
