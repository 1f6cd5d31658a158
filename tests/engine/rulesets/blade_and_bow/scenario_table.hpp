#pragma once
/// The shipped battles, and what tests read off them.

#include "models/data/data.hpp"
#include "tests/engine/rulesets/blade_and_bow/table.hpp"
#include "tests/support/catch.hpp"

namespace polemarch::blade_and_bow {

inline TestTable battle(const std::string& name) {
  const std::string file = "blade_and_bow_" + name + ".json";
  auto state = Rules::initial(find_embedded(data::embedded_files(), file), file);
  INFO((state ? "" : state.error().line));
  REQUIRE(state);
  TestTable t;
  t.state = std::move(*state);
  return t;
}
inline std::string leader_text(const TestTable& t, const char* id) {
  const Leader& l = t.state.leaders.at({id});
  return std::to_string(l.rank) + "-" + std::to_string(l.range) + "-" + std::to_string(l.value) + "/" +
         (l.colour == Colour::Red     ? "Red"
          : l.colour == Colour::White ? "White"
                                      : "?");
}
inline std::string figures(const TestTable& t, Side side) {
  const Army& a = t.state.army(side);
  return "impulses " + std::to_string(a.impulses_base) + ", rout " + std::to_string(a.rout_level) + ", max +" +
         std::to_string(a.rank_limit) + (a.ranks_fixed ? " fixed" : "") + ", hand " + std::to_string(a.hand_size);
}
inline int ranks_under(const TestTable& t, Side side, const std::string& type) {
  int ranks = -1;
  for (const auto& [id, unit] : t.state.units)
    if (unit.side == side && unit.type.name == type) {
      if (ranks >= 0) CHECK(ranks == *unit.ranks.value);
      ranks = *unit.ranks.value;
    }
  return ranks;
}
inline void both_ready(TestTable& t) {
  REQUIRE(t.say(R"({"by":"A","do":"ready"})"));
  REQUIRE(t.say(R"({"by":"B","do":"ready"})"));
}
inline void initiative(TestTable& t, int turn, int a = 1, int b = 2) {
  t.state.agenda = {};
  t.state.turn = {.number = turn, .phase = Phase::Initiative};
  t.state.armies[0].impulses = t.state.armies[1].impulses = 3;
  t.overrule(R"({"do":"place_camp","camp":"GreekCamp","square":"R16"})");  // anything lets the sequence go on
  REQUIRE(t.dice({a}));
  REQUIRE(t.dice({b}));
}

}  // namespace polemarch::blade_and_bow
