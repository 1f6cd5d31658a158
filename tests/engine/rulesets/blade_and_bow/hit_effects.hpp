#pragma once
/// What hits do to a counter, as a short text for tests.

#include "engine/rulesets/blade_and_bow/topics/melee.hpp"
#include "tests/engine/rulesets/blade_and_bow/table.hpp"

namespace polemarch::blade_and_bow {

/// i ignored, D disrupt, R rank, C recoil, K rout die, in the order they come.
inline std::string effects_text(const HitEffects& e) {
  std::string text(static_cast<std::size_t>(e.ignored), 'i');
  if (e.disrupted) text += 'D';
  text += std::string(static_cast<std::size_t>(e.ranks), 'R');
  if (e.recoil) text += 'C';
  return text + std::string(static_cast<std::size_t>(e.rout_dice), 'K');
}

inline Unit make(const char* type, bool disrupted) {
  Unit unit;
  unit.type = test_type(type);
  unit.disrupted = disrupted;
  return unit;
}

}  // namespace polemarch::blade_and_bow
