/// The fighting's half of evolve(): facts only.
#include "engine/rulesets/hoplomachia/evolve.hpp"

namespace polemarch::hoplomachia {

void write(State& state, const LochosFought& e) {
  Lochos& lochos = state.units.at(e.lochos.unit).lochoi.at(static_cast<std::size_t>(e.lochos.at));
  lochos.fate = e.fate;
  lochos.fight = e.fight;
}
void write(State& state, const TaxisFought& e) { state.units.at(e.unit).fight = e.fight; }

}  // namespace polemarch::hoplomachia
