#pragma once
/// What the screen shows beside Advice (engine/core/shows.hpp): odds, glyphs, where offers point; and where commands lead. Pure.

#include "engine/core/beside.hpp"
#include "engine/core/leading.hpp"
#include "engine/core/shows.hpp"
#include "engine/rulesets/to_the_strongest/rules.hpp"

namespace polemarch::to_the_strongest {

/// "8 + 2 = 10": the card of a side's cut, what its scouts add, and what it comes to (TTS-SCT-01).
std::string scouting_words(const State& state, const CardTurned& card);

struct Showing {
  static std::optional<engine::Pending> pending(const State& state, const engine::Wait& wait);
  static std::vector<std::string> value_names(const State& state, const engine::Wait& wait);
  /// Says beside the ways of a question what they need, how likely that is and what they cost: logs have them as they were asked
  /// (show/asked_words.cpp).
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
};

}  // namespace polemarch::to_the_strongest
