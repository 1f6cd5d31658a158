/// What the fighting offers.
#include "engine/rulesets/hoplomachia/show/show.hpp"

namespace polemarch::hoplomachia {

void offer_fight(Offers& offers) {
  const State& state = offers.state();
  if (state.at.phase != Phase::Epidromos) return;
  for (const auto& [id, unit] : state.units)
    if (offers.about(id) && unit.on_table()) offers.add(ChargeAhead{id});
}

}  // namespace polemarch::hoplomachia
