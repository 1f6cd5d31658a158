#pragma once
/// What a step from one box to the next crosses, and who may stand where. Rules TTS-TER, TTS-FORT, TTS-BOX, TTS-INT, TTS-ENT. Pure.

#include <optional>
#include <vector>

#include "engine/rulesets/to_the_strongest/topics/board.hpp"

namespace polemarch::to_the_strongest {

struct Crossing {
  bool stream = false, wall = false, shoreline = false;
  bool against_stakes = false;      ///< from the side they face (TTS-TER-18)
  bool into_fortification = false;  ///< from outside (TTS-FORT-02)
  bool out_of_fortification = false;
  bool road = false;  ///< follows a road (TTS-TER-25)
  /// An obstacle that spoils a flank or rear bonus for this attacker. TTS-BON-06..09.
  bool spoils_flank_bonus(bool mounted) const { return into_fortification || stream || wall || shoreline || (mounted && against_stakes); }
};
/// One step to an adjacent box; a diagonal crosses what lies at its corner (TTS-AMB-35).
Crossing crossing(const Board& board, Box from, Box to);

/// True when a fortified edge lies between the two boxes and protects `inside`. TTS-FORT-05, TTS-FORT-06.
bool fortified_against(const Board& board, Box inside, Box outside);
/// True when any edge of the box is fortified for whoever stands in it. TTS-FORT-08.
bool defends_fortification(const Board& board, Box box);

/// Water for boats and swimmers, land for the rest; nobody in rocks. TTS-TER-10..12.
bool may_stand_on(const Board& board, const Unit& unit, Box box);
/// Ground that is rough for this unit: water for swimmers too (TTS-SWM-02).
bool rough_for(const Board& board, const Unit& unit, Box box);

/// The same of where it stands: a straddling unit is in both boxes. TTS-STD-01.
bool stands_in_rough(const Board& board, const Unit& unit);

/// May `mover`, facing so, pass through `friendly`? TTS-INT-01..04, TTS-AMB-134.
bool may_pass(const Unit& mover, Facing facing, const Unit& friendly);
/// Deep beside anything but small or light units. TTS-BOX-03.
bool may_share(const Unit& a, const Unit& b);
/// Why `mover` (with `also`, moving together) may not end in `box` facing so; empty when it may. TTS-MOV-16.
std::optional<engine::Reason> cannot_end_in(const Board& board, const Unit& mover, const Unit* also, Box box, Facing facing);

/// A box `mover` cannot get through: enemy, friend it may not pass, impassable ground. TTS-MOV-14.
bool closed_to(const Board& board, const Unit& mover, Facing facing, Box box);
/// The same for a charge: formed units of either side, own scythed chariots or impassable ground. TTS-CHG-07, TTS-AMB-129, TTS-AMB-144.
bool closed_to_charge(const Board& board, const Unit& charger, Box box);

/// Places (Unit::along) open to a mover that enters a box with one friend; the first is the usual one. TTS-ENT-01..07.
std::vector<int> places_on_entering(const Unit& mover, Box from, Box to, Facing facing, const Unit& friendly);

}  // namespace polemarch::to_the_strongest
