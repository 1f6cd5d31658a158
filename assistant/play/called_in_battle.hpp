#pragma once
/// What the players type for something that the battle knows by another name. Pure.

#include <array>
#include <set>
#include <string>
#include <vector>

#include "assistant/names/namer.hpp"
#include "engine/core/battle.hpp"

namespace polemarch::assistant::play {

/// Letters of ASCII made small.
std::string small(std::string text);

/// What the battle calls what the players call so, in capitals or not: "britons" is B, "a-2" the command A-2, "Second cohort" the unit A2.
/// Inside, two words are one name.
class CalledInBattle {
 public:
  /// Of the state as `viewer` may know it. `namer` and `sides` have to outlive this.
  CalledInBattle(const engine::Battle& battle, Viewer viewer, const names::Namer& namer, const std::array<std::string, 2>& sides);
  /// None where it knows nothing of that name.
  std::vector<std::string> of(const std::string& said) const;

 private:
  const names::Namer& namer_;
  const std::array<std::string, 2>& sides_;
  std::set<UnitId> units_;
  std::set<std::string> words_;  ///< names and words of the state
};

}  // namespace polemarch::assistant::play
