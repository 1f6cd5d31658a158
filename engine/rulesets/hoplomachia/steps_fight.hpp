#pragma once
/// Steps of the fighting. A step without waits is a frame that goes on when the steps above it are done. Pure.

#include <variant>

#include "engine/rulesets/hoplomachia/state_fight.hpp"

namespace polemarch::hoplomachia {

/// An andreia check: 2d6 against the unit's andreia number (HM-AND-15).
struct AndreiaCheck {
  static constexpr const char* kName = "andreia_check";
  UnitId unit;
  int lochos = -1;  ///< Melee line: the checking lochos; -1: the whole unit
  AndreiaLine line = AndreiaLine::Katastrophe;
  UnitId foe;  ///< for phobos; empty: no direct interaction
  int need = 0;
  bool operator==(const AndreiaCheck&) const = default;
};

using FightSteps = std::variant<AndreiaCheck>;

}  // namespace polemarch::hoplomachia
