#pragma once
/// Whose activation cards are played: of a side with several players each has a deck of his own. Rules TTS-DECK-01, TTS-DECK-03. Pure.

#include <optional>
#include <string>
#include <string_view>

#include "engine/rulesets/to_the_strongest/state.hpp"

namespace polemarch::to_the_strongest {

/// The player whose deck a unit or general plays from, where its side has several; for nobody, and for a general without a command, the
/// player of the side's first command. Empty: the side has one deck.
std::string player_of(const State& state, Side side, const UnitId& who = {});

/// A deck as it lies. `decks`: how many are counted together in it, one but for the cards of older logs.
struct DeckInUse {
  Side side = Side::A;
  Deck deck;
  int decks = 1;
};
DeckInUse deck_in_use(const State& state, Side side, const std::string& player);
/// The deck that a question names as its source; nothing where it names another pile.
std::optional<DeckInUse> deck_named(const State& state, std::string_view source);

}  // namespace polemarch::to_the_strongest
