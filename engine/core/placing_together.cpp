#include "engine/core/placing_together.hpp"

namespace polemarch::engine {

PlacingOrder placing_together(const std::vector<Place>& places) {
  PlacingOrder order;
  order.way = "in any order";
  for (const Side side : {Side::A, Side::B}) {
    PlacingTurn turn{.side = side, .what = {}, .when = PlacingTurn::When::Now, .placed = {}, .left = {}};
    for (const Place& place : places) {
      std::vector<UnitId>& list = place.on_table ? turn.placed : turn.left;
      if (place.side == side && (list.empty() || list.back() != place.unit)) list.push_back(place.unit);
    }
    if (turn.left.empty()) turn.when = PlacingTurn::When::Done;
    order.turns.push_back(std::move(turn));
  }
  return order;
}

}  // namespace polemarch::engine
