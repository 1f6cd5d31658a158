/// Figures of a unit, and the counters that decide the battle.
#include <algorithm>

#include "engine/rulesets/hoplomachia/show/show.hpp"
#include "engine/rulesets/hoplomachia/topics/arete.hpp"
#include "engine/rulesets/hoplomachia/topics/bodies.hpp"
#include "engine/rulesets/hoplomachia/topics/movement.hpp"

namespace polemarch::hoplomachia {

std::vector<engine::Figure> Rules::figures(const State& state, const UnitId& id, Viewer) {
  std::vector<engine::Figure> figures;
  const auto at = state.units.find(id);
  if (at == state.units.end()) return figures;
  const Taxis& unit = at->second;
  const UnitCard& card = card_of(state, unit);
  figures.push_back({std::string(word_of(condition_of(state, unit.side))), "arete"});
  figures.push_back({unit.disarrayed() ? std::string(word_of(unit.arrangement)) + " D" : std::string(word_of(unit.arrangement)), "files"});
  if (card.andreia) figures.push_back({std::to_string(std::max(0, *card.andreia + arete_modifier(state, unit))), "andreia"});
  if (card.disarray_qualifier && unit.arrangement != Arrangement::NF)
    figures.push_back(
        {std::to_string(disarray_sum(state, unit.turn.crossed)) + "/" + std::to_string(*card.disarray_qualifier), "disarray"});
  if (const auto most = allowance(state, unit, unit.arrangement)) figures.push_back({printed_inches(*most), "move"});
  if (card.spear && card.shield) figures.push_back({std::to_string(*card.spear) + "/" + std::to_string(*card.shield), "spear, shield"});
  if (card.belos) figures.push_back({std::to_string(*card.belos), "belos"});
  return figures;
}

std::vector<engine::Counter> Rules::counters(const State& state) {
  std::vector<engine::Counter> counters;
  if (state.at.phase == Phase::PreGame) return counters;  // arete is not settled yet
  for (const Side side : {Side::A, Side::B}) {
    const Army& army = state.armies[side];
    counters.push_back(
        {.side = side, .name = "arete", .value = army.arete, .limit = 0, .start = {}, .counts_down = true, .rule = "HM-NIKE-02"});
  }
  return counters;
}

}  // namespace polemarch::hoplomachia
