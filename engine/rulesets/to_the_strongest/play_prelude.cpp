#include <algorithm>

#include "engine/rulesets/to_the_strongest/play.hpp"

namespace polemarch::to_the_strongest {

void Play::place_bases(const engine::PlaceBases& command) {
  for (const engine::OwedPlacement& owed : state().agenda.owed)
    if ((command.owed && *command.owed == owed.id) || (!command.owed && command.unit == owed.unit))
      return emit(engine::placed_event(owed, command));
}
void Play::resume(const WhichBoxStep&, const Answers&) {}
void Play::deploy(const Deploy&) {}
void Play::deployment_done() {}
void Play::draw(const DrawStratagem&) {}
void Play::play(const PlayStratagem&) {}
void Play::note(const NoteUnit&) {}
void Play::scout() {}
void Play::scenario(const ChooseScenario&) {}
void Play::list_terrain(const ChooseTerrain&) {}
void Play::place_terrain(const PlaceTerrain&) {}
void Play::deal_terrain() {}
void Play::bid() {}
void Play::next_phase() {}
void Play::resume(const ScoutStep&, const Answers&) {}
void Play::resume(const BidStep&, const Answers&) {}
void Play::resume(const StratagemStep&, const Answers&) {}
void Play::resume(const ScenarioStep&, const Answers&) {}
void Play::resume(const TerrainStep&, const Answers&) {}
void Play::spend_stratagem(Side side, const std::string& card, std::vector<UnitId> units) {
  emit(StratagemPlayed{side, card, std::move(units)});
}
bool holds_card(const SideState& side, const std::string& card) {
  return std::any_of(side.stratagems.begin(), side.stratagems.end(), [&](const auto& held) { return held.value == card; });
}
const NoteUnit* note_for(const SideState& side, const std::string& card) {
  for (const auto& note : side.notes)
    if (note.value && note.value->card == card) return &*note.value;
  return nullptr;
}
engine::Verdict judge_stratagem(const State&, Viewer, const PlayStratagem&) { return engine::impossible("not yet"); }
engine::Verdict judge_prelude(const State&, Viewer, const CommandText&) { return engine::impossible("not yet"); }
std::vector<CommandText> prelude_offers(const State&, Viewer) { return {}; }

}  // namespace polemarch::to_the_strongest
