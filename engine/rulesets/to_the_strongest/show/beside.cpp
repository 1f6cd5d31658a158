/// What lies beside the table: stratagem cards, and who deploys when.
#include <algorithm>
#include <tuple>

#include "engine/rulesets/to_the_strongest/show/viewing.hpp"
#include "engine/rulesets/to_the_strongest/topics/deployment.hpp"
#include "engine/rulesets/to_the_strongest/topics/stratagems.hpp"

namespace polemarch::to_the_strongest {

using engine::PlacingTurn;

std::vector<engine::Hand> Showing::hands(const State& state, Viewer viewer) {
  std::vector<engine::Hand> hands;
  for (const Side side : {Side::A, Side::B}) {
    engine::Hand hand{.side = side, .what = "stratagems", .most = 0, .cards = {}};
    for (const engine::Secret<std::string>& held : state.side(side).stratagems) {
      engine::HeldCard& shown = hand.cards.emplace_back();
      if (!held.open_to(viewer) || !held.value) continue;
      shown.id = *held.value;
      const StratagemRow* row = stratagem_named(shown.id);
      shown.name = row == nullptr ? shown.id : std::string(row->name);
      if (row != nullptr) shown.text = shown.id + ": " + std::string(row->when);
    }
    if (!hand.cards.empty()) hands.push_back(std::move(hand));
  }
  return hands;
}

std::string Showing::card_of(const State&, const Command& command) {
  if (const auto* play = std::get_if<PlayStratagem>(&command)) return play->card;
  if (const auto* note = std::get_if<NoteUnit>(&command)) return note->card;
  return {};
}

namespace {

/// B2 comes before B11.
std::tuple<std::string, std::size_t, std::string> by_number(const UnitId& id) {
  return {id.text.substr(0, id.text.find_first_of("0123456789")), id.text.size(), id.text};
}

PlacingTurn turn_of(const State& state, const ArmyCommand& command) {
  const General* general = state.general(command.general);
  PlacingTurn turn{.side = command.side, .what = {}, .when = {}, .placed = {}, .left = {}};
  turn.what = (general == nullptr || general->name.empty() ? "command " + command.id.text : general->name + "'s command");
  for (const auto& [id, unit] : state.units)
    if (unit.command == command.id && unit.side == command.side) {
      if (on_table(unit)) turn.placed.push_back(id);
      if (unit.where == Where::Undeployed) turn.left.push_back(id);
    }
  std::ranges::stable_sort(turn.left, {}, by_number);
  // Before the last unit, with whom those camps and generals stand that nobody put down.
  const auto beside_units = [&](const UnitId& id, bool stands) {
    if (stands) return turn.placed.push_back(id);
    turn.left.insert(turn.left.end() - !turn.left.empty(), id);
  };
  for (const auto& [id, camp] : state.camps)
    if (camp.command == command.id && !camp.off_table) beside_units(id, camp.box.somewhere());
  for (const auto& [id, officer] : state.generals)
    if (officer.command == command.id && !officer.attached && (officer.where == Where::OnTable || officer.where == Where::Undeployed))
      beside_units(id, officer.where == Where::OnTable);
  return turn;
}

}  // namespace

/// Commands as they stood and as they come: turn about by TTS-DEP-01, and of one side the one begun first.
engine::PlacingOrder Showing::placing(const State& state) {
  engine::PlacingOrder order;
  if (state.phase != Phase::Deployment) return order;
  const bool together = state.scenario == 5;  // TTS-SCN-07
  order.way = together ? "both at once" : "turn about, by commands";
  std::array<std::vector<PlacingTurn>, 2> waiting;
  std::array<int, 2> placed{};
  for (const auto& [id, command] : state.commands) {
    PlacingTurn turn = turn_of(state, command);
    const auto side = static_cast<std::size_t>(command.side);
    if (command.deployed) ++placed[side];
    if (turn.left.empty() || command.deployed) {
      if (turn.placed.empty()) continue;
      turn.when = PlacingTurn::When::Done;
      order.turns.push_back(std::move(turn));
    } else {
      waiting[side].push_back(std::move(turn));
    }
  }
  for (std::vector<PlacingTurn>& of_side : waiting)
    std::ranges::stable_sort(of_side, {}, [](const PlacingTurn& turn) { return turn.placed.empty(); });
  const auto passive = static_cast<std::size_t>(other(state.active)), active = static_cast<std::size_t>(state.active);
  std::array<std::size_t, 2> at{};
  const auto left = [&](std::size_t side) { return waiting[side].size() - at[side]; };
  for (bool first = true; left(passive) + left(active) > 0; first = false) {
    const std::size_t side = left(passive) == 0 ? active : left(active) == 0 || placed[passive] <= placed[active] ? passive : active;
    PlacingTurn turn = std::move(waiting[side][at[side]++]);
    ++placed[side];
    turn.when = first || together ? PlacingTurn::When::Now : PlacingTurn::When::Later;
    order.turns.push_back(std::move(turn));
  }
  return order;
}

}  // namespace polemarch::to_the_strongest
