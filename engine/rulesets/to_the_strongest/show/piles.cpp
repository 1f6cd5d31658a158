#include <algorithm>

#include "engine/rulesets/to_the_strongest/rules.hpp"
#include "engine/rulesets/to_the_strongest/tables.hpp"
#include "engine/rulesets/to_the_strongest/topics/decks.hpp"
#include "engine/rulesets/to_the_strongest/topics/stratagems.hpp"

namespace polemarch::to_the_strongest {
namespace {

using engine::Pile;
using engine::Reshuffle;

/// What is left of `copies` of each value when `out` of it are gone; index 0 of `out` is the value 1.
std::vector<int> less(const std::vector<int>& all, const std::vector<int>& out) {
  std::vector<int> left = all;
  for (std::size_t i = 0; i < left.size(); ++i) left[i] = std::max(0, left[i] - out[i]);
  return left;
}

/// The activation cards of a player. TTS-DECK-01, TTS-DECK-07, TTS-AMB-64.
Pile activation_cards(const Deck& deck, int decks) {
  const std::vector<int> out(deck.out.begin() + kLowestCard, deck.out.end());
  const std::vector<int> on_units(deck.on_units.begin() + kLowestCard, deck.on_units.end());
  Pile pile{.all = std::vector<int>(kHighestCard, kCardsOfAValue * decks), .shuffled = {Reshuffle::TurnEnd, Reshuffle::WhenEmpty}};
  pile.refilled = less(pile.all, on_units);
  pile.left = pile_is_out(deck, decks) ? pile.refilled : less(pile.all, out);
  return pile;
}

/// Each court card twice and two jokers; what the side holds or has played is out. TTS-DECK-02, TTS-STR-03.
Pile stratagem_cards(const SideState& side) {
  std::vector<std::string> gone = side.played_stratagems;
  for (const engine::Secret<std::string>& held : side.stratagems)
    if (held.value) gone.push_back(*held.value);
  Pile pile{.all = std::vector<int>(kStratagemCards, 1)};
  pile.left = pile.all;
  for (int number = 1; number <= kStratagemCards; ++number) {
    const auto at = std::find(gone.begin(), gone.end(), stratagem_of(number));
    if (at == gone.end()) continue;
    gone.erase(at);
    pile.left.at(static_cast<std::size_t>(number - 1)) = 0;
  }
  pile.refilled = pile.left;
  return pile;
}

/// Ace to ten of every suit, twice: dealt on the terrain and gathered. TTS-TPL-13.
Pile cards_with_suits(int values) {
  const std::vector<int> all(static_cast<std::size_t>(values), 2);
  return {.all = all, .left = all, .refilled = all, .shuffled = {Reshuffle::AtOnce}};
}

}  // namespace

std::optional<Pile> Rules::pile(const State& state, const engine::Wait& wait) {
  if (!wait.chance) return std::nullopt;
  const std::string& source = wait.chance->source;
  if (source == kSuitedCards) return cards_with_suits(wait.chance->highest);
  for (const Side side : {Side::A, Side::B})
    if (source == stratagem_deck(side)) return stratagem_cards(state.side(side));
  const auto used = deck_named(state, source);
  if (!used || state.options.chits) return std::nullopt;  // TTS-DECK-04: nobody counts chits
  Pile pile = activation_cards(used->deck, used->decks);
  const auto cards = static_cast<std::size_t>(wait.chance->highest - wait.chance->lowest + 1);  // a bid takes no higher one (TTS-AMB-149)
  for (std::vector<int>* counts : {&pile.all, &pile.left, &pile.refilled}) counts->resize(std::min(counts->size(), cards));
  return pile;
}

}  // namespace polemarch::to_the_strongest
