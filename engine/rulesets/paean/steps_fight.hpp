#pragma once
/// Steps of shooting, charging and close combat. Pure.

#include <variant>

#include "engine/rulesets/paean/nouns.hpp"

namespace polemarch::paean {

/// Missile dice of a formation (PA-MIS-11).
struct ShotDice {
  static constexpr const char* kName = "shot_dice";
  UnitId unit, target;
  bool operator==(const ShotDice&) const = default;
};

using FightSteps = std::variant<ShotDice>;

}  // namespace polemarch::paean
