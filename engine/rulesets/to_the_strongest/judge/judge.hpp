#pragma once
/// What the judges of orders share: judge/orders.cpp asks the right one of judge/moves.cpp, judge/shots.cpp and judge/rest.cpp. Internal.

#include "engine/rulesets/to_the_strongest/play/play.hpp"

namespace polemarch::to_the_strongest {

inline Worked no(engine::Verdict verdict, Plan plan = {}) { return {std::move(verdict), std::move(plan)}; }
/// Adds to an allowed verdict what the card must be and why. TTS-DIF-03..05.
Worked with_need(const Board& board, Worked worked, const std::vector<const Unit*>& units);
/// The plan of an order that moves nobody.
Plan in_place(const Order& order, const Unit& unit);

Worked work_out_move(const Board& board, const Order& order, const std::vector<const Unit*>& units, const Known& known);
Worked work_out_charge(const Board& board, const Order& order, const Unit& charger);
Worked work_out_shot(const Board& board, Order order, const Unit& shooter, const Known& known);
Worked work_out_move_and_shoot(const Board& board, Order order, const Unit& shooter);
Worked work_out_shoot_and_move(const Board& board, Order order, const Unit& shooter, const Known& known);
Worked work_out_rest(const Board& board, const Order& order, const Unit& unit);

}  // namespace polemarch::to_the_strongest
