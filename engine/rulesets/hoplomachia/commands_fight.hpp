#pragma once
/// Commands of the fighting: belos, epidromos, pursuit. README documents each with an example. Pure.

#include <optional>
#include <variant>
#include <vector>

#include "engine/core/commands.hpp"
#include "engine/rulesets/hoplomachia/state_fight.hpp"

namespace polemarch::hoplomachia {

/// B3: the unit in turn charges straight ahead (HM-EPI), or wheels onto a lochos that a friend charges too (HM-EPI-29).
struct ChargeAhead {
  static constexpr const char* kName = "charge";
  static constexpr engine::Deed kDeed = engine::Deed::Charge;
  UnitId unit;
  UnitId onto;           ///< unit it wheels onto; empty: straight ahead
  int onto_lochos = 0;   ///< from the right, from 0
  bool limited = false;  ///< an ile keeps to the pace of its hamippoi (HM-HAM-04)
  bool operator==(const ChargeAhead&) const = default;
};
/// B2 or B4: every stand of the unit that can shoots (HM-BEL).
struct Shoot {
  static constexpr const char* kName = "shoot";
  static constexpr engine::Deed kDeed = engine::Deed::Shoot;
  UnitId unit;
  bool operator==(const Shoot&) const = default;
};
/// B2: a belos charge at an enemy unit (HM-BCH). `poses`: where its stands throw from; straight ahead to an inch when left out.
struct BelosCharge {
  static constexpr const char* kName = "belos_charge";
  static constexpr engine::Deed kDeed = engine::Deed::Charge;
  UnitId unit, target;
  std::vector<engine::PlacedBase> poses;
  bool operator==(const BelosCharge&) const = default;
};
/// B1: cavalry or lights join the pursuit of routers (HM-PUR-08).
struct JoinPursuit {
  static constexpr const char* kName = "join_pursuit";
  UnitId unit, routers;
  bool operator==(const JoinPursuit&) const = default;
};
/// B5: a lochos with nothing in front wheels into the flank of an enemy in othismos (HM-FLK-06).
struct WheelIn {
  static constexpr const char* kName = "wheel_in";
  static constexpr engine::Deed kDeed = engine::Deed::Move;
  UnitId unit;
  int lochos = 0;
  UnitId target;
  int target_lochos = 0;
  bool operator==(const WheelIn&) const = default;
};

/// Optional 7: before a roll is thrown, epilektoi add or subtract one (HM-OPT7-01).
struct UseEpilektoi {
  static constexpr const char* kName = "epilektoi";
  UnitId unit;
  int lochos = 0;
  int by = -1;  ///< 1 or -1
  bool operator==(const UseEpilektoi&) const = default;
};

using FightCommands = std::variant<ChargeAhead, Shoot, BelosCharge, JoinPursuit, WheelIn, UseEpilektoi>;

}  // namespace polemarch::hoplomachia
