#include "engine/rulesets/to_the_strongest/topics/decks.hpp"

namespace polemarch::to_the_strongest {
namespace {

/// Of several players of a side the one without a name needs one for his deck.
std::string name_of_deck(const ArmyCommand& command) { return command.player.empty() ? "the other player" : command.player; }

}  // namespace

std::string player_of(const State& state, Side side, const UnitId& who) {
  if (state.players(side) < 2) return {};
  const Unit* unit = state.unit(who);
  const General* general = state.general(who);
  const ArmyCommand* command = unit != nullptr      ? state.command(unit->command)
                               : general != nullptr ? state.command(general->command)
                                                    : nullptr;
  for (const auto& [id, own] : state.commands)
    if (command == nullptr && own.side == side) command = &own;
  return command == nullptr ? std::string() : name_of_deck(*command);
}

DeckInUse deck_in_use(const State& state, Side side, const std::string& player) {
  const SideState& mine = state.side(side);
  if (player.empty()) return {side, mine.deck, state.players(side)};
  const auto own = mine.decks.find(player);
  return {side, own == mine.decks.end() ? Deck{} : own->second, 1};
}

std::optional<DeckInUse> deck_named(const State& state, std::string_view source) {
  for (const Side side : {Side::A, Side::B}) {
    if (source == activation_deck(side)) return deck_in_use(state, side, {});
    for (const auto& [id, command] : state.commands)
      if (command.side == side && source == activation_deck(side, name_of_deck(command)))
        return deck_in_use(state, side, name_of_deck(command));
  }
  return std::nullopt;
}

}  // namespace polemarch::to_the_strongest
