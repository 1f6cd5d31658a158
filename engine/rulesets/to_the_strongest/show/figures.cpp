/// The figures of a unit that matter at the table, and the counters that decide the battle.
#include <algorithm>

#include "engine/rulesets/to_the_strongest/rules.hpp"
#include "engine/rulesets/to_the_strongest/topics/board.hpp"
#include "engine/rulesets/to_the_strongest/topics/command_names.hpp"
#include "engine/rulesets/to_the_strongest/topics/saves.hpp"
#include "engine/rulesets/to_the_strongest/topics/stratagems.hpp"

namespace polemarch::to_the_strongest {
namespace {

std::string state_of(const State& state, const Unit& unit, Viewer viewer) {
  const bool own = viewer == Viewer::Umpire || viewer == viewer_of(unit.side);
  if (own && in_ambush(state, unit)) return "in ambush";
  switch (unit.where) {
    case Where::Undeployed:
      return "to deploy";
    case Where::Hidden:
    case Where::Reserve:
      return "in reserve";
    case Where::Left:
      return "off table";
    case Where::GivenUp:
      return "at home";
    case Where::Lost:
      return "lost";
    case Where::OnTable:
      break;
  }
  constexpr std::array<const char*, 4> levels{"fresh", "disordered", "disordered 2", "disordered 3"};
  return levels[static_cast<std::size_t>(std::clamp(unit.disorder, 0, 3))];
}

}  // namespace

std::vector<engine::Figure> Rules::figures(const State& state, const UnitId& id, Viewer viewer) {
  std::vector<engine::Figure> out;
  if (const General* general = state.general(id)) {
    out.push_back({general->status == Status::InPlay ? "in play" : "lost", "state"});
    out.push_back({general->ability_used ? "used" : "ready", "ability"});
    if (!general->attached) out.push_back({general->moved ? "done" : "to make", "command move"});
    if (general->light_wound) out.push_back({"yes", "lightly wounded"});
    return out;
  }
  const Unit* unit = state.unit(id);
  if (unit == nullptr) return out;
  out.push_back({state_of(state, *unit, viewer), "state"});
  out.push_back({unit->activation == 0 ? "none" : std::to_string(unit->activation), "card"});
  out.push_back({std::to_string(base_save(*unit)) + "+", "saves"});
  if (on_table(*unit) && state.phase == Phase::Battle) out.push_back({std::to_string(melee_to_hit(Board(state), *unit)) + "+", "hits"});
  if (unit->ammo_max > 0) out.push_back({std::to_string(unit->ammo) + " of " + std::to_string(unit->ammo_max), "ammunition"});
  out.push_back({std::to_string(move_boxes(*unit)), move_boxes(*unit) == 1 ? "box a move" : "boxes a move"});
  if (out.size() < 6 && unit->hero) out.push_back({"yes", "hero"});
  if (out.size() < 6 && unit->shock > 0 && state.options.plays("shock")) out.push_back({std::to_string(unit->shock), "to throw"});
  return out;
}

std::vector<engine::Counter> Rules::counters(const State& state) {
  std::vector<engine::Counter> out;
  for (const Side side : {Side::A, Side::B}) {
    const SideState& mine = state.side(side);
    const int start = mine.starting_medals + std::max(mine.extra_medals, 0);
    out.push_back(
        {.side = side, .name = "medals", .value = mine.medals, .limit = {}, .start = start, .counts_down = true, .rule = "TTS-VIC-03"});
    for (const auto& [id, command] : state.commands) {
      if (command.side != side) continue;
      const std::string general = general_of_command(state, id);
      out.push_back({.side = side,
                     .name = general.empty() ? command_name(state, id) : general,
                     .value = points_lost(state, command),
                     .limit = (command.victory_points + 1) / 2,
                     .start = 0,
                     .counts_down = false,
                     .rule = "TTS-DEM-02"});
    }
  }
  return out;
}

}  // namespace polemarch::to_the_strongest
