/// What lies beside the table: hands of cards, and who places when.
#include "engine/rulesets/blade_and_bow/show/viewing.hpp"
#include "engine/rulesets/blade_and_bow/topics/cards.hpp"

namespace polemarch::blade_and_bow {

using engine::PlacingTurn;

std::vector<engine::Hand> Showing::hands(const State& state, Viewer viewer) {
  std::vector<engine::Hand> hands;
  for (const Side side : {Side::A, Side::B}) {
    engine::Hand hand{.side = side, .what = "cards", .most = state.army(side).hand_size, .cards = {}};
    for (const Secret<int>& held : state.army(side).hand) {
      engine::HeldCard& shown = hand.cards.emplace_back();
      if (!held.open_to(viewer)) continue;
      const int number = held.value.value_or(0);
      shown.id = std::to_string(number);
      if (number == 0) continue;
      const Card* card = card_numbered(state, number);
      shown.name = card == nullptr || card->title.empty() ? "card " + shown.id : card->title;
      if (card != nullptr) shown.text = card->text;
    }
    if (!hand.cards.empty()) hands.push_back(std::move(hand));
  }
  return hands;
}

std::string Showing::card_of(const State&, const Command& command) {
  if (const auto* play = std::get_if<PlayCard>(&command)) return std::to_string(play->card);
  if (const auto* discard = std::get_if<DiscardCard>(&command)) return std::to_string(discard->card);
  if (const auto* commit = std::get_if<Commit>(&command); commit != nullptr && commit->cards.size() == 1)
    return std::to_string(commit->cards.front());
  return {};
}

/// Both set up at once; then the leaders, those of the side with the tie-breaker last (BB-AMB-109).
engine::PlacingOrder Showing::placing(const State& state) {
  engine::PlacingOrder order;
  if (state.turn.phase != Phase::Setup) return order;
  order.way = "both at once, then leaders";
  const int stage = state.turn.setup_stage;
  const auto sort = [](PlacingTurn& turn, const UnitId& id, bool there) { (there ? turn.placed : turn.left).push_back(id); };
  for (const Side side : {Side::A, Side::B}) {
    PlacingTurn turn{.side = side, .what = "units, ranks, camps", .when = {}, .placed = {}, .left = {}};
    for (const auto& [id, unit] : state.units)
      if (unit.side == side && unit.box != Where::Reserve) sort(turn, id, unit.on_map());
    turn.when = stage > 0 || state.army(side).ready ? PlacingTurn::When::Done : PlacingTurn::When::Now;
    order.turns.push_back(std::move(turn));
  }
  for (const int at : {1, 2}) {
    const Side side = at == 1 ? other(state.scenario.tie_breaker) : state.scenario.tie_breaker;
    PlacingTurn turn{.side = side, .what = "leaders", .when = {}, .placed = {}, .left = {}};
    for (const auto& [id, leader] : state.leaders)
      if (leader.side == side && leader.box != Where::Reserve) sort(turn, id, leader.on_map());
    if (turn.placed.empty() && turn.left.empty()) continue;
    turn.when = stage > at ? PlacingTurn::When::Done : stage == at ? PlacingTurn::When::Now : PlacingTurn::When::Later;
    order.turns.push_back(std::move(turn));
  }
  return order;
}

int Showing::last_turn(const State& state) { return state.scenario.last_turn; }

}  // namespace polemarch::blade_and_bow
