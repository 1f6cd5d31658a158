#pragma once
/// Steps of the bound, of command and of movement. Pure.

#include <variant>

#include "engine/core/aim.hpp"
#include "engine/rulesets/paean/nouns.hpp"

namespace polemarch::paean {

/// Both sides' initiative dice (PA-INI-02).
struct InitiativeDice {
  static constexpr const char* kName = "initiative_dice";
  bool operator==(const InitiativeDice&) const = default;
};
/// A die for a commander's grade (PA-CMD-05).
struct GradeRoll {
  static constexpr const char* kName = "grade_roll";
  UnitId leader;
  bool operator==(const GradeRoll&) const = default;
};
/// A die for a hero's ability (PA-HER-T2).
struct AbilityRoll {
  static constexpr const char* kName = "ability_roll";
  UnitId leader;
  bool operator==(const AbilityRoll&) const = default;
};
/// 2d6 for an order (PA-ROL-01).
struct OrderRoll {
  static constexpr const char* kName = "order_roll";
  static constexpr engine::Aim kAim = engine::Aim::Order;
  UnitId commander, unit;
  bool operator==(const OrderRoll&) const = default;
};
/// 2d6 of a light formation's initiative (PA-SKI-04).
struct SkirmishTest {
  static constexpr const char* kName = "skirmish_test";
  static constexpr engine::Aim kAim = engine::Aim::Check;
  UnitId unit;
  bool operator==(const SkirmishTest&) const = default;
};
/// 2d6 of a heroic action (PA-HER-03).
struct HeroicTest {
  static constexpr const char* kName = "heroic_test";
  static constexpr engine::Aim kAim = engine::Aim::Check;
  UnitId hero;
  bool again = false;  ///< the reroll of the Light of Apollo
  bool operator==(const HeroicTest&) const = default;
};
/// May the Light of Apollo roll a failed test again?
struct ApolloChoice {
  static constexpr const char* kName = "apollo_choice";
  UnitId hero;
  bool operator==(const ApolloChoice&) const = default;
};

using MoveSteps = std::variant<InitiativeDice, GradeRoll, AbilityRoll, OrderRoll, SkirmishTest, HeroicTest, ApolloChoice>;

}  // namespace polemarch::paean
