#include "engine/rulesets/paean/evolve.hpp"

namespace polemarch::paean {

void write(State& state, const PartHitsSet& e) { state.fights.parts = e.parts; }

}  // namespace polemarch::paean
