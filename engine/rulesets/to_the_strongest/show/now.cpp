/// What the battle stands at, in a sentence, and how it ended.
#include "engine/rulesets/to_the_strongest/rules.hpp"
#include "engine/rulesets/to_the_strongest/topics/deployment.hpp"

namespace polemarch::to_the_strongest {

engine::Now Rules::now(const State& state) {
  switch (state.phase) {
    case Phase::Terrain:
      // Who places next; before the first piece and for what both do together A
      // speaks.
      return {0, viewer_of(state.pieces.empty() ? Side::A : other(state.pieces.back().side)), "terrain",
              "choose scenario and terrain, place it by turns, then deal it"};
    case Phase::Stratagems:
      return {0,
              state.side(Side::A).stratagems.empty() == state.side(Side::B).stratagems.empty()
                  ? Viewer::Both
                  : viewer_of(state.side(Side::A).stratagems.empty() ? Side::A : Side::B),
              "stratagems", "draw a stratagem card"};
    case Phase::Scouting:
      return {0, Viewer::A, "scouting", "cut for scouting, both sides together"};
    case Phase::Deployment: {
      const auto next = state.scenario == 5 ? std::nullopt : next_to_deploy(state);  // TTS-SCN-07: both at once
      const bool waiting = next_to_deploy(state).has_value();
      return {0,
              next      ? viewer_of(*next)
              : waiting ? Viewer::Both
                        : viewer_of(state.active),
              "deployment", waiting ? "deploy a command, whole or unit by unit" : "all stand: deployment is done"};
    }
    case Phase::Battle:
      return {state.turn, viewer_of(state.active), "", "order a unit, pass a command, or end the turn"};
    case Phase::Over:
      return {state.turn, Viewer::Both, "", "the battle is over"};
  }
  return {};
}

std::optional<engine::Ending> Rules::ending(const State& state) {
  if (state.phase != Phase::Over) return std::nullopt;
  if (state.winner == "draw") return engine::Ending{std::nullopt, "both sides lost their last medal together", "TTS-VIC-03"};
  const Side winner = state.winner == "A" ? Side::A : Side::B;
  return engine::Ending{winner, state.side(other(winner)).medals <= 0 ? "the last medal is lost" : "the battle was given up", "TTS-VIC-03"};
}

}  // namespace polemarch::to_the_strongest
