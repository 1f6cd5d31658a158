#pragma once
/// Where rallied units and absent leaders come back, and where reinforcements enter. Rules BB-ROUT-02..06, BB-LDR-18, BB-MYC-T1. Pure.

#include <vector>

#include "engine/rulesets/blade_and_bow/topics/command.hpp"

namespace polemarch::blade_and_bow {

std::vector<Square> return_squares(const State& state, const Unit& unit);
std::vector<Square> leader_return_squares(const State& state, const Leader& leader);
/// The Spartans' entry area for a die, west to east or north to south (BB-MYC-T1).
std::vector<Square> entry_area(int die);
std::string entry_name(int die);

}  // namespace polemarch::blade_and_bow
