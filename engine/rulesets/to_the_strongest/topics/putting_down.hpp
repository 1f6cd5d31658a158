#pragma once
/// What is put down by hand in deployment, a unit, a camp or a detached general at a time, and set right while it may be.
/// Rules TTS-DEP-01..07, TTS-BOX, TTS-CAMP-04, TTS-GEN-16, TTS-GEN-17. Pure.

#include <set>
#include <vector>

#include "engine/core/commands.hpp"
#include "engine/core/verdict.hpp"
#include "engine/rulesets/to_the_strongest/topics/board.hpp"
#include "engine/rulesets/to_the_strongest/topics/places.hpp"

namespace polemarch::to_the_strongest {

/// It is still to be deployed.
inline bool is_waiting(const Unit& unit) { return unit.where == Where::Undeployed; }
/// May the side put down now what belongs to the command? `begins`: a unit that waits, so that the command stands in part at least.
/// A command that stands is set right until the other side has put down something after it. Null: a general without a command.
/// TTS-DEP-01, TTS-DEP-02.
engine::Verdict time_to_place(const State& state, Side side, const ArmyCommand* command, bool begins);
/// May it stand in that box, facing so, and why not? What stands already is moved: both sides together and the umpire where they like,
/// as long as the box has room.
engine::Verdict putting_down(const Board& board, Viewer by, const UnitId& id, Box box, Facing facing);
/// The boxes in which it may be put down, of those its pose may mean, likeliest first; where it may stand in none, all of them.
std::vector<BoxChance> boxes_meant(const State& state, Viewer by, const engine::PlaceBases& place);
engine::Verdict judge_putting_down(const State& state, Viewer by, const engine::PlaceBases& place);

/// May a detached general stand in the box before the first turn? TTS-DEP-03..05, TTS-GEN-16, TTS-GEN-17.
engine::Verdict general_in(const Board& board, const General& general, Box box);
/// Does the command lead units? A senior general may have none of his own. TTS-GEN-20.
bool has_units(const State& state, const UnitId& command);
/// A senior general whom no command of units claims: he is put down with any. TTS-GEN-20.
bool is_without_command(const State& state, const General& general);
/// The boxes in which units of the command stand, but for that one.
std::set<Box> boxes_of(const State& state, const UnitId& command, const UnitId& but = {});
/// Is the camp in one of those boxes, or next to one? TTS-CAMP-04.
bool is_beside(const Camp& camp, const std::set<Box>& boxes);
/// All boxes hang together by their sides. TTS-DEP-07.
bool connected(const std::set<Box>& boxes);

}  // namespace polemarch::to_the_strongest
