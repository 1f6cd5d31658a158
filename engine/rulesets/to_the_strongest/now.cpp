/// What the battle stands at, in a sentence, and how it ended.
#include "engine/rulesets/to_the_strongest/rules.hpp"
#include "engine/rulesets/to_the_strongest/topics/deployment.hpp"

namespace polemarch::to_the_strongest {

engine::Now Rules::now(const State& state) {
  switch (state.phase) {
    case Phase::Terrain:
      return {0, Viewer::Both, "terrain", "place terrain by turns, then deal it"};
    case Phase::Stratagems:
      return {0, Viewer::Both, "stratagems", "each side draws its stratagem card"};
    case Phase::Scouting:
      return {0, Viewer::Both, "scouting", "cut for scouting"};
    case Phase::Deployment: {
      const auto next = state.scenario == 5 ? std::nullopt : next_to_deploy(state);  // TTS-SCN-07: both at once
      return {0, next ? viewer_of(*next) : Viewer::Both, "deployment",
              next || state.scenario == 5 ? "deploy a whole command" : "all stand: deployment is done"};
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
