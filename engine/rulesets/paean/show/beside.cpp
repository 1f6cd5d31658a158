/// What stands beside the table: who is placed before the battle; in no order that the rules know.
#include "engine/core/placing_together.hpp"
#include "engine/rulesets/paean/show/viewing.hpp"

namespace polemarch::paean {

engine::PlacingOrder Showing::placing(const State& state) {
  return state.turn.phase == Phase::Deployment ? engine::placing_together(Rules::places(state)) : engine::PlacingOrder();
}

int Showing::last_turn(const State& state) { return state.options.bound_limit; }

}  // namespace polemarch::paean
