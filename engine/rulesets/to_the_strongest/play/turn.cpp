#include <algorithm>

#include "engine/rulesets/to_the_strongest/play/play.hpp"

namespace polemarch::to_the_strongest {

/// TTS-SEQ-02, TTS-SEQ-03: taking up a command ends the turn of the player's other one.
void Play::begin_command(const UnitId& id) {
  const Command mine = state().commands.at(id);
  if (mine.status == CommandStatus::Active) return;
  const auto commands = state().commands;
  for (const auto& [cid, command] : commands)
    if (command.side == mine.side && cid != id && command.player == mine.player && command.status == CommandStatus::Active)
      emit(CommandEnded{cid, "passed"});
  emit(CommandBegun{id});
}

void Play::end_command(const UnitId& id, const char* why) {
  UnitId which = id;
  if (which.empty())
    for (const auto& [cid, command] : state().commands)
      if (command.side == state().active && command.status == CommandStatus::Active) which = cid;
  if (which.empty()) return end_turn();
  emit(CommandEnded{which, why});
  end_turn_if_done();
}

void Play::end_turn_if_done() {
  if (state().phase != Phase::Battle || !state().agenda.idle()) return;
  for (const auto& [id, command] : state().commands)
    if (command.side == state().active && command.status != CommandStatus::Ended && can_act(state(), id)) return;
  end_turn();
}

/// TTS-SEQ-05, TTS-DECK-07; scenario 10 (TTS-SCN-16).
void Play::end_turn() {
  emit(TurnEnded{state().active});
  // The side that began plays the odd turns.
  if (state().scenario == 10 && state().turn % 2 == 1 && state().turn >= 3) medals(state().active, -1, "time runs out", true);
  for (const Side side : {Side::A, Side::B})
    if (state().side(side).medals <= 0 && state().phase == Phase::Battle) emit(BattleEnded{std::string(name_of(other(side)))});
}

}  // namespace polemarch::to_the_strongest
