#pragma once
/// Short ways through a shot for tests.

#include "tests/engine/rulesets/blade_and_bow/table.hpp"
#include "tests/support/catch.hpp"

namespace polemarch::blade_and_bow {

inline constexpr const char* kShot = R"({"do":"shoot","unit":"A1","target":"B1"})";
/// An archer at (5,1) facing N and a target at (5,4), six points off.
inline TestTable range_table(const char* target, int ranks = 0, bool disrupted = false) {
  TestTable t;
  t.leader("BL", at(11, 11));
  t.add("A1", "archers", at(5, 1), Facing::N);
  t.add("B1", target, at(5, 4), Facing::N, ranks).disrupted = disrupted;  // its back to the archer: no zone of control
  return t;
}
/// Attack dice of 1 are hits; defence dice of 3 do nothing.
inline void shoot(TestTable& t, const std::vector<int>& attack, std::vector<int> defence = {}) {
  REQUIRE(t.say(kShot));
  REQUIRE(t.waiting() == "shot_attack");
  REQUIRE(t.dice(attack));
  if (t.waiting() == "shot_defence") {
    defence.resize(static_cast<std::size_t>(t.dice_asked()), 3);
    REQUIRE(t.dice(defence));
  }
}

}  // namespace polemarch::blade_and_bow
