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
      return {0, a == b ? Viewer::Both : a ? Viewer::B : Viewer::A, "set-up", "set up units, rank markers and camps, then say ready"};
    }
  }
}

std::string_view action_word(ActionKind kind) {
  switch (kind) {
    case ActionKind::Move:
      return "move";
    case ActionKind::Shoot:
      return "shooting";
    case ActionKind::Melee:
      return "melee";
    case ActionKind::Rally:
      return "rally";
    case ActionKind::Leader:
      return "leader's move";
    case ActionKind::Wall:
      return "shield wall";
  }
  return "action";
}

std::string impulse_words(const State& state) {
  if (state.action && !state.action->closes_itself)
    return "go on with the " + std::string(action_word(state.action->kind)) + " of the formation, or end the action";
  if (state.action) return "go on with the action, or end it";
  const int left = state.turn.actions;
  return std::to_string(left) + (left == 1 ? " action" : " actions") +
         " left: give a unit or formation an action, buy or discard a card, or pass";
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
      return {turn.number, turn.active ? viewer_of(*turn.active) : Viewer::Both, "impulses", impulse_words(state)};
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
