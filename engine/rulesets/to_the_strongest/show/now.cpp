/// What is to be done, how the battle stands in a few lines, and how it ended.
#include "engine/rulesets/to_the_strongest/rules.hpp"
#include "engine/rulesets/to_the_strongest/topics/board.hpp"
#include "engine/rulesets/to_the_strongest/topics/command_names.hpp"
#include "engine/rulesets/to_the_strongest/topics/deployment.hpp"
#include "engine/rulesets/to_the_strongest/topics/putting_down.hpp"
#include "engine/rulesets/to_the_strongest/topics/stratagems.hpp"
#include "engine/rulesets/to_the_strongest/topics/terrain_method.hpp"

namespace polemarch::to_the_strongest {
namespace {

/// Who places next and what lies still ahead; before the first piece and for what both do together A speaks. TTS-TPL-04, TTS-TPL-13.
engine::Now terrain_now(const State& state) {
  Side next = state.pieces.empty() ? Side::A : other(state.pieces.back().side);
  const int a = pieces_left(state, Side::A), b = pieces_left(state, Side::B);
  const bool listed = !state.side(Side::A).terrain_list.empty() && !state.side(Side::B).terrain_list.empty();
  if (!listed)
    return {0, viewer_of(next), "terrain",
            state.pieces.empty() ? "choose scenario and terrain, place it by turns, then deal it"
                                 : "place a piece of terrain by turns, or deal what lies"};
  if (pieces_left(state, next) == 0 && a + b > 0) next = other(next);
  if (a + b == 0 && !state.pieces.empty()) return {0, viewer_of(next), "terrain", "all pieces lie: deal the terrain"};
  return {0, viewer_of(next), "terrain", "place a piece of terrain; still to place: A " + std::to_string(a) + ", B " + std::to_string(b)};
}

/// Whose command acts, since an order to another one of the same player ends its turn. TTS-SEQ-02, TTS-SEQ-03.
std::string battle_sentence(const State& state) {
  const ArmyCommand* acting = nullptr;
  bool several = false, others = false;
  for (const auto& [id, command] : state.commands)
    if (command.side == state.active && command.status == CommandStatus::Active) several = acting != nullptr, acting = &command;
  if (acting == nullptr || several) return "order a unit, pass a command, or end the turn";
  for (const auto& [id, command] : state.commands)
    others = others || (command.side == state.active && command.player == acting->player && &command != acting &&
                        command.status == CommandStatus::NotYet && has_units(state, id));
  const std::string name = command_name(state, acting->id);
  return others ? "order " + name + "; an order to another ends its turn" : "order " + name + ", pass, or end the turn";
}

}  // namespace

engine::Now Rules::now(const State& state) {
  switch (state.phase) {
    case Phase::Terrain:
      return terrain_now(state);
    case Phase::Stratagems:
      return {0,
              all_have_drawn(state, Side::A) == all_have_drawn(state, Side::B) ? Viewer::Both
              : all_have_drawn(state, Side::A)                                 ? Viewer::B
                                                                               : Viewer::A,
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
      return {state.turn, viewer_of(state.active), "", battle_sentence(state)};
    case Phase::Over:
      return {state.turn, Viewer::Both, "", "the battle is over"};
  }
  return {};
}

std::optional<engine::Ending> Rules::ending(const State& state) {
  if (state.phase != Phase::Over) return std::nullopt;
  std::optional<Side> winner;
  if (state.winner != "draw") winner = state.winner == "A" ? Side::A : Side::B;
  if (state.ended_by) return engine::Ending{winner, *state.ended_by, ""};
  if (!winner) return engine::Ending{winner, "both sides lost their last medal together", "TTS-VIC-03"};
  return engine::Ending{winner, state.side(other(*winner)).medals <= 0 ? "the last medal is lost" : "the battle was given up",
                        "TTS-VIC-03"};
}

std::vector<std::string> Rules::describe(const State& state, Viewer) {
  std::vector<std::string> lines;
  if (state.phase == Phase::Over) {
    lines.push_back((state.winner == "draw" ? "the battle is drawn" : "side " + state.winner + " has won") +
                    (state.ended_by ? ": " + *state.ended_by : std::string()));
  } else if (state.phase == Phase::Battle) {
    lines.push_back("turn " + std::to_string(state.turn) + ", side " + std::string(name_of(state.active)));
  } else {
    lines.push_back(std::string(kPhaseNames[static_cast<std::size_t>(state.phase)]));
  }
  for (const Side side : {Side::A, Side::B}) {
    const SideState& mine = state.side(side);
    std::string line =
        std::string(name_of(side)) + ": " + std::to_string(mine.medals) + " of " + std::to_string(mine.starting_medals) + " medals";
    if (mine.medals > 0 && mine.medals <= 2 && state.phase == Phase::Battle) line += " - close to defeat";  // TTS-VIC-04
    line += ", reserve " + std::to_string(mine.reserve_ammo) + " chits, " +
            std::to_string(kDeckCards * state.players(side) - mine.drawn()) + " cards";
    if (!mine.stratagems.empty()) line += ", " + std::to_string(mine.stratagems.size()) + " stratagem";
    lines.push_back(line);
    for (const std::string& note : mine.list_notes) lines.push_back("  " + note);
  }
  for (const auto& [id, command] : state.commands) {
    const int lost = points_lost(state, command);
    std::string line = command_name(state, id) + ": lost " + std::to_string(lost) + " of " + std::to_string(command.victory_points);
    line += is_demoralised(state, id) ? ", demoralised" : ", demoralised at " + std::to_string((command.victory_points + 1) / 2);
    if (command.side == state.active && command.status == CommandStatus::Active) line += ", active";
    if (command.side == state.active && command.status == CommandStatus::Ended) line += ", done";
    lines.push_back(line);
  }
  return lines;
}

}  // namespace polemarch::to_the_strongest
