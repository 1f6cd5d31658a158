#include "engine/rulesets/blade_and_bow/state.hpp"

#include <algorithm>

namespace polemarch::blade_and_bow {

const Unit* unit_at(const State& state, Square square) {
  for (const auto& [id, unit] : state.units)
    if (unit.on_map() && unit.square == square) return &unit;
  return nullptr;
}

const Camp* standing_camp_at(const State& state, Square square) {
  for (const auto& [id, camp] : state.camps)
    if (!camp.sacked && camp.square == square) return &camp;
  return nullptr;
}

const Unit* find_unit(const State& state, const UnitId& id) {
  const auto found = state.units.find(id);
  return found == state.units.end() ? nullptr : &found->second;
}

const Leader* find_leader(const State& state, const UnitId& id) {
  const auto found = state.leaders.find(id);
  return found == state.leaders.end() ? nullptr : &found->second;
}

const Camp* find_camp(const State& state, const UnitId& id) {
  const auto found = state.camps.find(id);
  return found == state.camps.end() ? nullptr : &found->second;
}

std::vector<const Leader*> leaders_at(const State& state, Square square, Side side) {
  std::vector<const Leader*> found;
  for (const auto& [id, leader] : state.leaders)
    if (leader.side == side && leader.on_map() && leader.square == square) found.push_back(&leader);
  std::stable_sort(found.begin(), found.end(), [](const Leader* a, const Leader* b) { return a->rank < b->rank; });
  return found;
}

const Card* card_numbered(const State& state, int number) {
  for (const Card& card : state.deck)
    if (card.number == number) return &card;
  return nullptr;
}

}  // namespace polemarch::blade_and_bow
