/// The fighting's commands and events in words.
#include "engine/rulesets/hoplomachia/show/show.hpp"

namespace polemarch::hoplomachia {

std::string say_of(const State& state, const ChargeAhead& c) { return "charge with " + named(state, c.unit); }
std::string tell_of(const State& state, const LochosFought& e) {
  const auto unit = state.units.find(e.lochos.unit);
  if (unit == state.units.end()) return {};
  if (e.fate == Fate::Routing) return "a lochos of " + e.lochos.unit.text + " routs";
  return {};
}
std::string tell_of(const State&, const TaxisFought&) { return {}; }

}  // namespace polemarch::hoplomachia
