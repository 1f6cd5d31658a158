#pragma once
/// Where a command may stand before the first turn, and one whole way to deploy
/// it. Rules TTS-DEP, TTS-CAMP-04, TTS-LST-11. Pure.

#include <optional>

#include "engine/rulesets/to_the_strongest/topics/board.hpp"

namespace polemarch::to_the_strongest {

/// May the unit be put into the box before the first turn, facing so, and why not? TTS-DEP-03..05, TTS-BOX-02..04.
engine::Verdict deploying_in(const Board& board, const Unit& unit, Box box, Facing facing);
/// The same facing the enemy.
bool may_deploy_in(const Board& board, const Unit& unit, Box box);

/// The waiting units of the command beside each other, behind them its camps,
/// with them its detached generals: a legal `deploy`. Nothing where no such
/// place is found.
std::optional<Deploy> suggested_deployment(const State& state, const ArmyCommand& command);

/// Boxes of its own table edge where the camp may stand beside those of its
/// command who stand, the likeliest first. TTS-DEP-06, TTS-CAMP-04, TTS-LST-11.
std::vector<Box> boxes_for_camp(const State& state, const Camp& camp);

}  // namespace polemarch::to_the_strongest
