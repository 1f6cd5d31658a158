#pragma once
/// What players may say of shooting, charging and close combat. JSON examples stand in README.md. Pure.

#include <variant>

#include "engine/rulesets/paean/nouns.hpp"

namespace polemarch::paean {

/// A formation shoots (PA-MIS-01).
struct Shoot {
  static constexpr const char* kName = "shoot";
  static constexpr engine::Deed kDeed = engine::Deed::Shoot;
  UnitId unit, target;
  bool operator==(const Shoot&) const = default;
};
/// A formation charges, straight on (PA-CHG-01).
struct ChargeAt {
  static constexpr const char* kName = "charge";
  static constexpr engine::Deed kDeed = engine::Deed::Charge;
  UnitId unit, target;
  bool operator==(const ChargeAt&) const = default;
};
/// A formation goes into a combat that is fought: at an enemy in it, or behind a friend of its type (PA-CHG-15).
struct SupportCharge {
  static constexpr const char* kName = "support";
  static constexpr engine::Deed kDeed = engine::Deed::Charge;
  UnitId unit, target;
  bool operator==(const SupportCharge&) const = default;
};
/// A formation in contact fights another phase at once (PA-CMD-25, PA-AMB-33, PA-HER-08).
struct FightOn {
  static constexpr const char* kName = "fight";
  static constexpr engine::Deed kDeed = engine::Deed::Fight;
  UnitId unit;
  bool operator==(const FightOn&) const = default;
};
/// A hero shoots the Bow of Artemis (PA-HER-07).
struct ShootBow {
  static constexpr const char* kName = "bow";
  static constexpr engine::Deed kDeed = engine::Deed::Shoot;
  UnitId hero, target;
  bool operator==(const ShootBow&) const = default;
};
/// A hero goes straight at an enemy hero or commander (PA-HER-20, PA-CHL-01).
struct Challenge {
  static constexpr const char* kName = "challenge";
  UnitId hero, target;
  bool operator==(const Challenge&) const = default;
};

using FightCommands = std::variant<Shoot, ChargeAt, SupportCharge, FightOn, ShootBow, Challenge>;

}  // namespace polemarch::paean
