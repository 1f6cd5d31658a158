#pragma once
/// What players may say of shooting, charging and close combat. JSON examples stand in README.md. Pure.

#include <variant>

#include "engine/rulesets/paean/nouns.hpp"

namespace polemarch::paean {

/// A formation shoots (PA-MIS-01).
struct Shoot {
  static constexpr const char* kName = "shoot";
  UnitId unit, target;
  bool operator==(const Shoot&) const = default;
};
/// A formation charges (PA-CHG-01).
struct ChargeAt {
  static constexpr const char* kName = "charge";
  UnitId unit, target;
  bool operator==(const ChargeAt&) const = default;
};

using FightCommands = std::variant<Shoot, ChargeAt>;

}  // namespace polemarch::paean
