#pragma once
/// Commands of the fighting: belos, epidromos, ekdromoi, pursuit. README documents each with an example. Pure.

#include <variant>

#include "engine/rulesets/hoplomachia/state_fight.hpp"

namespace polemarch::hoplomachia {

/// B3: the unit in turn charges straight ahead (HM-EPI).
struct ChargeAhead {
  static constexpr const char* kName = "charge";
  UnitId unit;
  bool operator==(const ChargeAhead&) const = default;
};

using FightCommands = std::variant<ChargeAhead>;

}  // namespace polemarch::hoplomachia
