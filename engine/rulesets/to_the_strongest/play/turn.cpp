#include <algorithm>

#include "engine/rulesets/to_the_strongest/play/common.hpp"

namespace polemarch::to_the_strongest {

static void end_turn(Unfold& u);
static void end_turn_if_done(Unfold& u);

/// TTS-SEQ-02, TTS-SEQ-03: taking up a command ends the turn of the player's other one.
void begin_command(Unfold& u, const UnitId& id) {
  const ArmyCommand mine = u.state().commands.at(id);
  if (mine.status == CommandStatus::Active) return;
  const auto commands = u.state().commands;
  for (const auto& [cid, command] : commands)
    if (command.side == mine.side && cid != id && command.player == mine.player && command.status == CommandStatus::Active)
      u.emit(CommandEnded{cid, "passed"});
  u.emit(CommandBegun{id});
}

void carry_out(Unfold& u, const Pass& pass) {
  const UnitId which = pass.command.empty() ? pass_meant(u.state()) : pass.command;
  if (which.empty()) return end_turn(u);
  u.emit(CommandEnded{which, "passed"});
  end_turn_if_done(u);
}

void end_turn_if_done(Unfold& u) {
  if (u.state().phase != Phase::Battle || !u.state().agenda.idle()) return;
  for (const auto& [id, command] : u.state().commands)
    if (command.side == u.state().active && command.status != CommandStatus::Ended && can_act(u.state(), id)) return;
  end_turn(u);
}

bool go_on(Unfold& u) {
  end_turn_if_done(u);
  return false;
}

void carry_out(Unfold& u, const EndTurn&) { end_turn(u); }

void carry_out(Unfold& u, const EndBattle& command) {
  u.emit(BattleEnded{command.winner ? std::string(name_of(*command.winner)) : "draw", engine::why_given_up(u.by(), command.winner)});
}

/// TTS-SEQ-05, TTS-DECK-07; scenario 10 (TTS-SCN-16).
void end_turn(Unfold& u) {
  u.emit(TurnEnded{u.state().active});
  // The side that began plays the odd turns.
  const bool late = u.state().scenario == 10 && u.state().turn % 2 == 1 && u.state().turn >= 3;
  if (late) medals(u, u.state().active, -1, "time runs out", true);
  const auto out_of_time = [&](Side side) { return late && side == u.state().active && u.state().side(side).medals <= 0; };
  for (const Side side : {Side::A, Side::B})
    if (u.state().phase == Phase::Battle && (is_beaten(u.state(), side) || out_of_time(side)))
      u.emit(BattleEnded{std::string(name_of(other(side))), {}});
}

}  // namespace polemarch::to_the_strongest
