#pragma once
/// Who has won and by how much. Rules BB-VIC, BB-THE-15..18, BB-MYC-12..13. Pure.

#include <optional>

#include "engine/rulesets/blade_and_bow/topics/command.hpp"

namespace polemarch::blade_and_bow {

bool army_routs(const State& state, Side side);  ///< BB-VIC-01
/// Distance to the rout level (BB-AMB-25).
int breaking_distance(const State& state, Side side);
/// At the victory step: the battle's special ends first, then routs (BB-AMB-107).
std::optional<Outcome> victory_step(const State& state);
/// When the game is over without a rout (BB-VIC-04..06, BB-THE-18).
Outcome final_outcome(const State& state);
/// A camp whose loss ends the battle at once (BB-MYC-12, BB-MYC-13).
Outcome sudden_outcome(const State& state, const UnitId& camp);

}  // namespace polemarch::blade_and_bow
