#pragma once
/// What the screen shows beside Advice (engine/core/shows.hpp): odds, glyphs, where offers point; and where commands lead. Pure.

#include "engine/core/beside.hpp"
#include "engine/core/leading.hpp"
#include "engine/core/shows.hpp"
#include "engine/rulesets/hail_caesar/rules.hpp"

namespace polemarch::hail_caesar {

struct Showing {
  static std::optional<engine::Pending> pending(const State& state, const engine::Wait& wait);
  /// The throw these values are, with what it comes to (show/fallen.cpp).
  static std::vector<engine::Thrown> fallen(const State& state, const engine::Wait& wait, const std::vector<int>& values);
  /// Says that a break test's number changes the dice (logs have "roll -1"), and how far a retreat leads (show/asked_words.cpp).
  static void word(const State& state, engine::Wait& wait);
  static std::vector<engine::StateMark> marks(const State& state, const UnitId& unit, Viewer viewer);
  static engine::OfferMark mark_of(const State& state, const Command& command);
  /// Where a command takes whom (show/leads.cpp).
  static engine::Lead lead(const State& state, const Command& command);
  /// Who places when (show/beside.cpp).
  static engine::PlacingOrder placing(const State& state);
  /// The turn that is the last in any case; 0: none.
  static int last_turn(const State& state);
};

}  // namespace polemarch::hail_caesar
