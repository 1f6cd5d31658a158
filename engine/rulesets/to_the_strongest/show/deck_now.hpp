#pragma once
/// The cards of a side's deck as they lie now, and how likely one of them does what is asked. Pure.

#include <algorithm>
#include <numeric>
#include <vector>

#include "engine/core/pending.hpp"
#include "engine/rulesets/to_the_strongest/rules.hpp"
#include "engine/rulesets/to_the_strongest/tables.hpp"
#include "engine/rulesets/to_the_strongest/topics/decks.hpp"

namespace polemarch::to_the_strongest {

/// The cards that can still come of a deck, face up for everybody: a value's count at its index from the lowest. Chits: one each.
struct DeckNow {
  std::vector<int> left = std::vector<int>(kHighestCard, 1);
  int all() const { return std::accumulate(left.begin(), left.end(), 0); }
  template <class Good>
  int good(const Good& good) const {
    int count = 0;
    for (int card = kLowestCard; card <= kHighestCard; ++card)
      if (good(card)) count += left.at(static_cast<std::size_t>(card - kLowestCard));
    return count;
  }
};
/// Of the deck that unit or general plays from.
inline DeckNow deck_of(const State& state, Side side, const UnitId& who) {
  const engine::Wait any{
      .chance = engine::ChanceSpec{
          .count = 1, .lowest = kLowestCard, .highest = kHighestCard, .source = activation_deck(side, player_of(state, side, who))}};
  const auto pile = Rules::pile(state, any);
  DeckNow deck;
  if (pile && std::accumulate(pile->left.begin(), pile->left.end(), 0) > 0) deck.left = pile->left;
  return deck;
}

/// A 10 always succeeds.
inline bool succeeds(int card, int need) { return card >= need || card == kHighestCard; }
inline int shown_need(int need) { return std::clamp(need, 1, kHighestCard); }
/// How likely the next card does it, in thousandths.
inline int per_mille_to_succeed(const State& state, Side side, const UnitId& who, int need) {
  const DeckNow deck = deck_of(state, side, who);
  return engine::per_mille_of(deck.good([&](int card) { return succeeds(card, need); }), deck.all());
}
/// " (6+, 49 %)": what a card needs and how often the deck has it now.
inline std::string need_words(const State& state, Side side, const UnitId& who, int need) {
  return " (" + std::to_string(shown_need(need)) + "+, " + std::to_string((per_mille_to_succeed(state, side, who, need) + 5) / 10) + " %)";
}

}  // namespace polemarch::to_the_strongest
