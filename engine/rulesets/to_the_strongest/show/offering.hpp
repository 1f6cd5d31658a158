#pragma once
/// Parts of the menu (show/offers.cpp) that have files of their own: all that may be
/// said besides orders. Everything listed is allowed now. Pure.

#include <string>
#include <utility>
#include <vector>

#include "engine/core/room.hpp"
#include "engine/rulesets/to_the_strongest/state.hpp"

namespace polemarch::to_the_strongest {

/// The ways in which the held cards of a side may be played now; one kept on
/// paper counts as any. TTS-STR-T1.
std::vector<PlayStratagem> stratagems_open(const State& state, Side side);
/// Notes its player may make about the unit, or about a whole command.
/// TTS-STR-17, TTS-STR-24..28, TTS-SCN-09, TTS-SCN-10.
std::vector<NoteUnit> notes_open(const State& state, const Unit& unit);
std::vector<NoteUnit> notes_open(const State& state, const ArmyCommand& command);
/// What J diamonds lets the enemy order, in the order of the question's
/// options; the step of the blunder is open. TTS-STR-10.
std::vector<Order> blunder_orders(const State& state);

/// " deploys in b7", before or behind the friend who stands in that box.
std::string deploys_in(const Unit* mate, Box box, bool in_front);

/// What the phase before the battle asks for.
std::vector<Command> prelude_offers(const State& state, Viewer viewer);

/// What the menu leaves to the players' own words, with what they fill in: a piece of terrain elsewhere ("boxes"),
/// walls and hedges ("edges"), fortifications of a command ("fortifications"). TTS-TPL-04, TTS-FORT-01.
std::vector<std::pair<Command, engine::Need>> unfinished_offers(const State& state, Viewer viewer);
/// The same of terrain alone.
void add_unfinished_terrain(const State& state, Viewer viewer, std::vector<std::pair<Command, engine::Need>>& out);

/// Scenario, lists and pieces of terrain. TTS-SCN-01, TTS-TCH, TTS-TPL.
std::vector<Command> terrain_offers(const State& state, Viewer viewer);
/// Does any piece still fit that the side may place now?
bool can_place_terrain(const State& state, Side side);

/// Boxes a unit of the side to deploy may be put into, or into which it may be
/// set right, one command each. TTS-DEP-01..08.
std::vector<engine::PlaceBases> postings_open(const State& state, const Unit& unit);
/// The same of a detached general, first where friends stand. TTS-GEN-02.
std::vector<engine::PlaceBases> postings_open(const State& state, const General& general);
/// The same of a camp, beside those of its command who stand. TTS-CAMP-04.
std::vector<engine::PlaceBases> postings_open(const State& state, const UnitId& id, const Camp& camp);

/// What the players may tell of their markers, one step each (option
/// "table_markers").
std::vector<Mark> marks_open(const State& state, const Unit& unit);
std::vector<Mark> marks_open(const State& state, const General& general);
std::vector<Mark> marks_open(const State& state, Side side);

/// Whose eyes an offer is for: what tells of a hidden card is its holder's.
Viewer eyes_for(const State& state, Viewer viewer, const Command& command);

/// A command's words for a menu, where they name more than a unit.
std::string say_prelude(const State& state, const Command& command);

}  // namespace polemarch::to_the_strongest
