/// What lies beside the table: the counters under the salpinx, and who sets up when.
#include "engine/rulesets/hoplomachia/show/leads.hpp"
#include "engine/rulesets/hoplomachia/topics/setting_up.hpp"

namespace polemarch::hoplomachia {

using engine::PlacingTurn;

std::vector<engine::Hand> Leads::hands(const State& state, Viewer viewer) {
  std::vector<engine::Hand> hands;
  for (const Side side : {Side::A, Side::B}) {
    const Army& army = side == Side::A ? state.armies.a : state.armies.b;
    if (!army.counter || army.counter->revealed) continue;
    engine::Hand hand{.side = side, .what = "salpinx", .most = 0, .cards = {{}}};
    if (army.counter->open_to(viewer) && army.counter->value) {
      hand.cards.front().name = *army.counter->value == "none" ? "no signal" : *army.counter->value;
      hand.cards.front().text = "counter under the salpinx";
    }
    hands.push_back(std::move(hand));
  }
  return hands;
}

/// By the alternate method unit by unit, else in any order until both are ready (HM-DEPL-03).
engine::PlacingOrder Leads::placing(const State& state) {
  engine::PlacingOrder order;
  if (state.at.phase != Phase::Deployment) return order;
  const std::optional<Side> next = to_deploy(state);
  order.way = next ? "turn about, unit by unit" : "in any order";
  for (const Side side : {Side::A, Side::B}) {
    PlacingTurn turn{.side = side, .what = {}, .when = PlacingTurn::When::Now, .placed = {}, .left = {}};
    for (const auto& [id, unit] : state.units)
      if (unit.side == side) (unit.on_table() || unit.hidden ? turn.placed : turn.left).push_back(id);
    const bool ready = (side == Side::A ? state.armies.a : state.armies.b).ready;
    if (ready || (next && turn.left.empty())) {
      turn.when = PlacingTurn::When::Done;
    } else if (next && *next != side) {
      turn.when = PlacingTurn::When::Later;
    }
    order.turns.push_back(std::move(turn));
  }
  return order;
}

int Leads::last_turn(const State& state) { return state.options.turns; }

}  // namespace polemarch::hoplomachia
