#pragma once
/// What the screen shows beside Advice (engine/core/shows.hpp): odds, glyphs, where offers point; and where commands lead. Pure.

#include "engine/core/beside.hpp"
#include "engine/core/leading.hpp"
#include "engine/core/shows.hpp"
#include "engine/rulesets/blade_and_bow/rules.hpp"

namespace polemarch::blade_and_bow {

/// Dice of one answer that stand for a unit of their own, or need a number of their own.
struct FallenDice {
  engine::Pending asked;
  engine::Thrown thrown;
  std::size_t first = 0;  ///< which of the answer's values is their first
};
/// The dice of an answer as they belong together, in the order thrown: each unit that rallies or commits has its throw. Empty where the
/// question has no odds.
std::vector<FallenDice> fallen_dice(const State& state, const engine::Wait& wait, const std::vector<int>& values);

struct Showing {
  static std::optional<engine::Pending> pending(const State& state, const engine::Wait& wait);
  /// The throws these values are.
  static std::vector<engine::Thrown> fallen(const State& state, const engine::Wait& wait, const std::vector<int>& values);
  static std::vector<std::string> value_names(const State& state, const engine::Wait& wait);
  /// Says what a question's numbers are and writes the squares of its options in small letters: logs have them as they were asked.
  static void word(const State& state, engine::Wait& wait);
  static std::vector<engine::StateMark> marks(const State& state, const UnitId& unit, Viewer viewer);
  static engine::OfferMark mark_of(const State& state, const Command& command);
  /// Where a command takes whom (show/leads.cpp).
  static engine::Lead lead(const State& state, const Command& command);
  /// What each side holds, and the card a command uses (show/beside.cpp).
  static std::vector<engine::Hand> hands(const State& state, Viewer viewer);
  static std::string card_of(const State& state, const Command& command);
  /// Who places when (show/beside.cpp).
  static engine::PlacingOrder placing(const State& state);
  /// The turn that is the last in any case; 0: none.
  static int last_turn(const State& state);
};

}  // namespace polemarch::blade_and_bow
