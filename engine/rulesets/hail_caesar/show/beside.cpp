/// What stands beside the table: who is placed before the battle; in no order that the rules know.
#include "engine/core/placing_together.hpp"
#include "engine/rulesets/hail_caesar/show/viewing.hpp"

namespace polemarch::hail_caesar {

engine::PlacingOrder Showing::placing(const State& state) {
  return state.phase == Phase::Deployment ? engine::placing_together(Rules::places(state)) : engine::PlacingOrder();
}

int Showing::last_turn(const State& state) { return state.config.fight.turn_limit; }

}  // namespace polemarch::hail_caesar
