#pragma once
/// Short ways through a melee for tests.

#include "tests/engine/rulesets/blade_and_bow/table.hpp"

namespace polemarch::blade_and_bow {

/// Attack and defence dice, then both keep them.
void dice_and_keep(TestTable& t, const std::vector<int>& attack, const std::vector<int>& defence);
/// As dice_and_keep, with commitment dice of 1 where they are due and nobody retreating.
void fight(TestTable& t, const std::vector<int>& attack, const std::vector<int>& defence);
/// A1 spears at (5,5) before B1, hoplites at (5,6) facing it (four dice), and a hand of cards worth these points, numbered from 1.
TestTable commitment_table(const std::vector<int>& points);

/// The melee of a `duel`.
inline constexpr const char* kMelee = R"({"do":"melee","unit":"A1","target":"B1"})";
/// A1 (with a marker, so no commitment) at (5,5) before B1 at (5,6) facing it; morale 3 on both sides, leaders far off.
TestTable duel(const char* attacker, const char* defender, int attack_ranks = 0, int defend_ranks = 0);
/// The same with B1 disrupted and a map that ends `rows` rows from A's edge; B's others stand on the last of them.
TestTable duel_by_the_edge(const char* attacker, const char* defender, int rows);

}  // namespace polemarch::blade_and_bow
