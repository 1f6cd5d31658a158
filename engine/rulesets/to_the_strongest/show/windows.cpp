/// Rights to interrupt that are open now.
#include <algorithm>

#include "engine/rulesets/to_the_strongest/rules.hpp"
#include "engine/rulesets/to_the_strongest/show/offering.hpp"

namespace polemarch::to_the_strongest {

std::vector<engine::Window> Rules::windows(const State& state, Viewer viewer) {
  std::vector<engine::Window> out;
  if (state.phase != Phase::Battle) return out;
  if (state.replace_open) {
    const Side side = state.unit(state.replace_open->plan.order.units.front())->side;
    for (const UnitId& by : state.replace_open->able)
      out.push_back({"replace", viewer_of(side), "TTS-GEN-08",
                     "replace the " + std::to_string(state.replace_open->card) + " by a new card of " + by.text, "the next order or card"});
  }
  for (const Side side : {Side::A, Side::B}) {
    std::vector<std::string> said;
    for (const PlayStratagem& play : stratagems_open(state, side)) {
      const auto& hand = state.side(side).stratagems;
      const auto held = std::find_if(hand.begin(), hand.end(), [&](const auto& secret) { return secret.value == play.card; });
      if (held == hand.end() || !held->open_to(viewer) || (viewer == Viewer::Both && !held->revealed)) continue;
      if (std::find(said.begin(), said.end(), play.card) != said.end()) continue;
      said.push_back(play.card);
      out.push_back({"play_stratagem", viewer_of(side), "TTS-STR-T1", "play " + play.card, "the next card"});
    }
  }
  return out;
}

}  // namespace polemarch::to_the_strongest
