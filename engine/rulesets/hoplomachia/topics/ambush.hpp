#pragma once
/// Units that lie in ambush and break cover (HM-GEN-18, HM-EVT-16, HM-AMB-39, 56). Pure.

#include <optional>
#include <set>
#include <vector>

#include "engine/rulesets/hoplomachia/state.hpp"

namespace polemarch::hoplomachia {

/// Could a unit of its kind attack from its hiding place in this stage? It asks of the card alone, so that nothing is given away.
bool may_break_cover(const State& state, const UnitId& unit);
/// The battle with this unit out of its hiding place and free to charge; nothing where the engine was not told the place.
std::optional<State> out_of_hiding(const State& state, const UnitId& unit);
/// Hidden units that these stands of the other side have come upon: 6" or less, and nothing on the ground between that blocks sight
/// (HM-AMB-56). Nothing of those whose place the engine was not told.
std::vector<UnitId> found_by(const State& state, const UnitId& seeker);
/// Enemy taxeis that it would surprise for the first time, of these (HM-EVT-16): disciplined units and cavalry, no light groups.
std::set<UnitId> surprised_by(const State& state, const UnitId& ambusher, const std::set<UnitId>& attacked);

}  // namespace polemarch::hoplomachia
