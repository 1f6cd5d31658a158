#pragma once
/// Facts of the fighting. Past tense and complete; evolve() writes them and works nothing out. Pure.

#include <variant>

#include "engine/rulesets/hoplomachia/state.hpp"

namespace polemarch::hoplomachia {

/// What fighting keeps of a lochos and what became of it, written anew.
struct LochosFought {
  static constexpr const char* kName = "lochos_fought";
  LochosRef lochos;
  Fate fate = Fate::Sound;
  LochosFight fight;
  bool operator==(const LochosFought&) const = default;
};
/// What fighting keeps of a unit, written anew.
struct TaxisFought {
  static constexpr const char* kName = "taxis_fought";
  UnitId unit;
  TaxisFight fight;
  bool operator==(const TaxisFought&) const = default;
};

using FightEvents = std::variant<LochosFought, TaxisFought>;

}  // namespace polemarch::hoplomachia
