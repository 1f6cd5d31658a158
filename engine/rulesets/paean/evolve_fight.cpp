#include "engine/rulesets/paean/evolve.hpp"

namespace polemarch::paean {

void write(State& state, const PartHitsSet& e) { state.fights.parts = e.parts; }
void write(State& state, const KeptHitsSet& e) { state.fights.kept = e.kept; }
void write(State& state, const CombatsSet& e) {
  state.fights.backings = e.backings;
  state.fights.covers = e.covers;
  state.fights.duels = e.duels;
  state.fights.lone = e.lone;
  state.fights.distended = e.distended;
}

}  // namespace polemarch::paean
