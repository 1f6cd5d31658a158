/// What is true of every state, whatever was amended.
#include <set>

#include "engine/rulesets/hoplomachia/rules.hpp"

namespace polemarch::hoplomachia {

std::vector<std::string> broken_invariants(const State& state) {
  std::vector<std::string> broken;
  if (state.width <= Length{} || state.depth <= Length{}) broken.emplace_back("the table has no size");
  if (state.tolerance < Length{}) broken.emplace_back("the tolerance is negative");
  if (state.battle.epoch < 1 || state.battle.epoch > 5) broken.emplace_back("there are five epochs");
  if (state.at.stage < 0 || state.at.stage > 5) broken.emplace_back("the phase has no such stage");
  if (state.at.turn < 0 || state.at.turn > 100000) broken.emplace_back("no such turn");
  std::set<BaseId> bases;
  for (const auto& [id, unit] : state.units) {
    if (!state.cards.contains(unit.card)) broken.push_back(id.text + " has no card");
    if (unit.lochoi.empty()) broken.push_back(id.text + " has no lochoi");
    for (const Lochos& lochos : unit.lochoi) {
      if (lochos.stands.empty()) broken.push_back(id.text + " has a lochos without stands");
      for (const Stand& stand : lochos.stands) {
        if (stand.footprint.frontage <= Length{} || stand.footprint.depth <= Length{}) broken.push_back(stand.base.text + " has no size");
        if (!bases.insert(stand.base).second) broken.push_back("base " + stand.base.text + " is there twice");
      }
    }
  }
  for (const auto& [key, who] : state.strategoi) {
    const auto unit = state.units.find(who.in.unit);
    if (unit == state.units.end() || who.in.at < 0 || static_cast<std::size_t>(who.in.at) >= unit->second.lochoi.size())
      broken.push_back(key + " stands nowhere");
  }
  for (const auto& [key, card] : state.cards)
    for (const std::size_t size : {card.epi_charge.size(), card.epi_drift.size(), card.epi_mqual.size(), card.epi_disarray.size()})
      if (size != 0 && size != 6) broken.push_back("card " + key + " has a row that is not for six dice");
  if (!state.charts.melee.empty() && state.charts.melee.size() != 16) broken.emplace_back("the Melee Resolution chart has 16 cells");
  return broken;
}

std::optional<std::string> Rules::broken_invariant(const State& state) {
  const std::vector<std::string> broken = broken_invariants(state);
  return broken.empty() ? std::nullopt : std::optional(broken.front());
}

}  // namespace polemarch::hoplomachia
