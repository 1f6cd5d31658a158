#pragma once
/// Events whose values are worked out before they are written, so that evolve() works out nothing. Pure.

#include <string>
#include <vector>

#include "engine/rulesets/to_the_strongest/state.hpp"

namespace polemarch::to_the_strongest {

/// What becomes of a mounted unit that dismounts: light infantry armed alike, chits up to its new most. TTS-DSM-04, TTS-AMB-116.
UnitDismounted dismounted(const Unit& unit);
/// The ground once the pieces that are left are laid. TTS-TPL-13..21.
GroundLaid ground_laid(const State& state);
/// A held card is played; J diamonds gives the enemy the order of every activation card now waited for. TTS-STR-10.
StratagemUsed stratagem_used(const State& state, Side side, std::string card, std::vector<UnitId> units);

}  // namespace polemarch::to_the_strongest
