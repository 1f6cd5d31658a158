#pragma once
/// Falling back: recoil in melee through friends and zones, one-square recoil from fire. Rules BB-REC, BB-RNG-25..29, 38, 44. Pure.

#include <vector>

#include "engine/rulesets/blade_and_bow/topics/movement.hpp"

namespace polemarch::blade_and_bow {

/// One way back: the squares entered in order, the facing at the end.
struct FallBack {
  std::vector<Square> path;
  Facing facing = Facing::N;
  std::vector<UnitId> passed;  ///< friends gone through (BB-REC-11)
  auto operator<=>(const FallBack&) const = default;
};
struct FallBackChoice {
  std::vector<FallBack> ways;  ///< the owner's choice among these (BB-AMB-113); empty: see below
  bool eliminated = false;     ///< nowhere to go, or off the map (BB-REC-05, BB-REC-06)
  bool off_map = false;
  std::string rule;
};
/// Melee recoil of `unit` away from `threat`, the square of the lead attacker or of the defender (BB-AMB-84).
FallBackChoice recoil_ways(const State& state, const Unit& unit, Square threat);

/// Recoil from fire: rear squares, free or freed by displacement (BB-RNG-25, BB-AMB-40, BB-AMB-45, BB-AMB-99).
/// `ways` empty: routs, or is eliminated when off_map.
FallBackChoice fire_recoil_ways(const State& state, const Unit& unit);

}  // namespace polemarch::blade_and_bow
