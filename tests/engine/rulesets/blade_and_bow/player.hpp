#pragma once
/// A player who chooses at random among what is legal, seeded; for tests over whole battles.

#include <cstdint>

#include "engine/rulesets/blade_and_bow/rules.hpp"

namespace polemarch::blade_and_bow {

struct Chance {
  std::uint64_t seed;
  int below(int n) {
    seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
    return static_cast<int>((seed >> 33) % static_cast<std::uint64_t>(n));
  }
};

/// A shipped battle ("sample", "marathon" ...) set up as it stands, ready to draw cards.
State shipped_battle(const std::string& name);
/// An answer to the open question.
engine::AnswerWait random_answer(const State& state, const engine::Wait& wait, Chance& chance);
/// A command the active side may give: fights first, else a move of some unit, else a pass. Checks its offers on the way.
Command random_action(const State& state, Viewer by, Chance& chance);
/// What is said next, and by whom.
struct Said {
  Viewer by = Viewer::Umpire;
  Command command;
};
Said random_word(const State& state, Chance& chance);

}  // namespace polemarch::blade_and_bow
