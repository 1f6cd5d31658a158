#pragma once
/// What is going on. A step without waits is a frame that goes on when the steps above it are done. Pure.

#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "engine/core/aim.hpp"
#include "engine/core/checked.hpp"
#include "engine/core/one_of.hpp"
#include "engine/rulesets/hail_caesar/nouns.hpp"

namespace polemarch::hail_caesar {

/// Dice of an order test; also rally, courage, follow-me and General Advance.
struct OrderTest {
  static constexpr const char* kName = "order_test";
  OrderKind kind = OrderKind::Unit;
  UnitId general;
  engine::Checked<UnitId> units;
  int needed = 7;  ///< this or less
  engine::Aim aim() const { return kind == OrderKind::Rally ? engine::Aim::Rally : engine::Aim::Order; }
  bool operator==(const OrderTest&) const = default;
};
struct BlunderRoll {
  static constexpr const char* kName = "blunder_roll";
  OrderTest test;
  int roll = 0;
  bool operator==(const BlunderRoll&) const = default;
};
struct EliteRally {
  static constexpr const char* kName = "elite_rally";
  static constexpr engine::Aim kAim = engine::Aim::Rally;
  UnitId unit;
  bool operator==(const EliteRally&) const = default;
};
/// Dice to hit of a shot.
struct Shot {
  static constexpr const char* kName = "shot";
  static constexpr engine::Aim kAim = engine::Aim::Shot;
  ShotKind kind = ShotKind::Shooting;
  UnitId unit, target;
  int needed = 4;
  std::optional<Weapon> weapon;
  bool operator==(const Shot&) const = default;
};
struct ShotSaves {
  static constexpr const char* kName = "shot_saves";
  static constexpr engine::Aim kAim = engine::Aim::Save;
  Shot shot;
  int hits = 0, sixes = 0;
  int save = 7, modifier = 0;
  bool operator==(const ShotSaves&) const = default;
};
/// Frame: tests due after shooting (HC-SHO-16), or still due at the end of the turn, one after the other.
struct TestsDue {
  static constexpr const char* kName = "tests_due";
  bool operator==(const TestsDue&) const = default;
};
struct BreakTest {
  static constexpr const char* kName = "break_test";
  static constexpr engine::Aim kAim = engine::Aim::Check;
  UnitId unit;
  BreakTable table = BreakTable::Ranged;
  int modifier = 0;
  engine::Checked<std::string> rules;
  bool operator==(const BreakTest&) const = default;
};
/// Hold Disordered or retreat in good order (HC-BRK-07).
struct BreakChoice {
  static constexpr const char* kName = "break_choice";
  UnitId unit;
  int score = 0;
  bool operator==(const BreakChoice&) const = default;
};
/// Dice one unit rolls at one foe.
struct Attack {
  UnitId unit, foe;
  int dice = 0, needed = 4;
  bool operator==(const Attack&) const = default;
};
enum class CombatStage { ShotTests, Dice, Saves, Result, Tests };
/// A combat on its way: frame for shot tests, then dice and saves unit by unit, then the result and its tests.
struct Combat {
  static constexpr const char* kName = "combat";
  engine::Checked<UnitId> units;
  CombatStage stage = CombatStage::ShotTests;
  int at = 0;  ///< index of the attack, then of the saving unit, whose dice are asked for
  engine::Checked<Attack> attacks;
  engine::Checked<UnitId> saving;                      ///< units that were hit
  std::map<UnitId, int> hits;                          ///< scored on this unit
  std::map<UnitId, UnitId> struck_by;                  ///< the first to hit this unit, where others struck and missed before
  std::map<UnitId, int> casualties;                    ///< taken by this unit in this round
  engine::Checked<UnitId> shaken_before;               ///< HC-AMB-53
  std::map<UnitId, engine::Checked<UnitId>> supports;  ///< who supported whom
  engine::Aim aim() const {
    return stage == CombatStage::Dice ? engine::Aim::Blow : stage == CombatStage::Saves ? engine::Aim::Save : engine::Aim::Other;
  }
  bool operator==(const Combat&) const = default;
};
using StepList = std::variant<OrderTest, BlunderRoll, EliteRally, Shot, ShotSaves, TestsDue, BreakTest, BreakChoice, Combat>;
struct Step : engine::OneOf<StepList> {
  using OneOf::OneOf;
};

}  // namespace polemarch::hail_caesar
extern template struct polemarch::engine::OneOf<polemarch::hail_caesar::StepList>;
