#pragma once
/// What the screen shows beside Advice (engine/core/shows.hpp): odds, glyphs, where offers point; and where commands lead. Pure.

#include "engine/core/beside.hpp"
#include "engine/core/leading.hpp"
#include "engine/core/shows.hpp"
#include "engine/rulesets/blade_and_bow/rules.hpp"

namespace polemarch::blade_and_bow {

struct Showing {
  static std::optional<engine::Pending> pending(const State& state, const engine::Wait& wait);
  static std::vector<std::string> value_names(const State& state, const engine::Wait& wait);
  /// Writes the squares of a question's options in small letters: logs have them as printed.
  static void word(engine::Wait& wait);
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

}  // namespace polemarch::blade_and_bow
