#include "engine/rulesets/blade_and_bow/topics/returning.hpp"

#include "engine/rulesets/blade_and_bow/topics/movement.hpp"
#include "engine/rulesets/blade_and_bow/topics/sight.hpp"

namespace polemarch::blade_and_bow {

std::vector<Square> return_squares(const State& state, const Unit& unit) {
  std::vector<Square> squares;
  const ZoneMap zones(state, other(unit.side));
  for (int i = 0; i < state.map.size(); ++i) {
    const Square square = state.map.at(i);
    bool near = false;
    for (const auto& [id, leader] : state.leaders)  // BB-ROUT-03, BB-AMB-87
      near = near || (leader.side == unit.side && leader.on_map() && points_between(leader.square, square) <= leader.range);
    for (const auto& [id, camp] : state.camps)  // BB-ROUT-04
      near = near || (camp.side == unit.side && !camp.sacked && squares_apart(camp.square, square) <= 1);
    if (!near || zones.covers(square) || unit_at(state, square) != nullptr) continue;  // BB-ROUT-05, BB-ROUT-06
    if (square_bar(state, unit.side, square) != MapBar::None) continue;                // BB-THE-06, BB-THE-11, BB-THE-12, BB-THE-14
    const Camp* camp = standing_camp_at(state, square);
    if (camp != nullptr && camp->side != unit.side) continue;
    squares.push_back(square);
  }
  return squares;
}

std::vector<Square> leader_return_squares(const State& state, const Leader& leader) {
  std::vector<Square> squares;
  const ZoneMap zones(state, other(leader.side));
  for (int i = 0; i < state.map.size(); ++i) {
    const Square square = state.map.at(i);
    if (zones.at(square) == Zone::Strong || terrain_at(state.map, square).impassable) continue;
    const Unit* there = unit_at(state, square);
    if (there != nullptr && there->side != leader.side) continue;
    const Camp* camp = standing_camp_at(state, square);
    if (camp != nullptr && camp->side != leader.side) continue;
    squares.push_back(square);
  }
  return squares;
}

std::vector<Square> entry_area(int die) {
  if (die <= 3) return {{3, 0}, {4, 0}, {5, 0}, {6, 0}};  // D1 to G1
  if (die <= 5) return {{0, 3}, {0, 4}, {0, 5}, {0, 6}};  // A4 to A7
  return {{0, 9}, {0, 10}, {0, 11}, {0, 12}};             // A10 to A13
}

std::string entry_name(int die) { return die <= 3 ? "D1-G1" : die <= 5 ? "A4-A7" : "A10-A13"; }

}  // namespace polemarch::blade_and_bow
