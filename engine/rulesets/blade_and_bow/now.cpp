/// What the battle stands at, in a sentence, and how it ended.
#include "engine/rulesets/blade_and_bow/rules.hpp"

namespace polemarch::blade_and_bow {

namespace {

engine::Now in_setup(const State& state) {
  switch (state.turn.setup_stage) {
    case 1:  // BB-AMB-109
      return {0, viewer_of(other(state.scenario.tie_breaker)), "set-up", "place leaders, then say ready"};
    case 2:
      return {0, viewer_of(state.scenario.tie_breaker), "set-up", "place leaders, then say ready"};
    default: {
      const bool a = state.army(Side::A).ready, b = state.army(Side::B).ready;
      return {0, a == b ? Viewer::Both : a ? Viewer::B : Viewer::A, "set-up", "set ranks and camps, then say ready"};
    }
  }
}

}  // namespace

engine::Now Rules::now(const State& state) {
  const Turn& turn = state.turn;
  switch (turn.phase) {
    case Phase::Setup:
      return in_setup(state);
    case Phase::Draw:
      return {turn.number, Viewer::Both, "draw", "draw cards"};
    case Phase::Initiative:
      return {turn.number, Viewer::Both, "initiative", "throw for initiative"};
    case Phase::Impulses:
      return {turn.number, turn.active ? viewer_of(*turn.active) : Viewer::Both, "impulses",
              state.action ? "go on with the action, or end it" : "act with a unit, play a card, or pass"};
    case Phase::Rout:
      return {turn.number, Viewer::Both, "rout management", "throw for routed units"};
    case Phase::Victory:
    case Phase::TurnEnd:
      return {turn.number, Viewer::Both, "turn end", "throw for the end of the battle"};
    case Phase::Over:
      return {turn.number, Viewer::Both, "", "the battle is over"};
  }
  return {};
}

std::optional<engine::Ending> Rules::ending(const State& state) {
  if (!state.outcome) return std::nullopt;
  return engine::Ending{state.outcome->winner, state.outcome->winner ? "a " + state.outcome->degree + " victory" : "nobody has won",
                        state.outcome->rule};
}

}  // namespace polemarch::blade_and_bow
