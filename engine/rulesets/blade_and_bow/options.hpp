#pragma once
/// Readings that are both in use at real tables; named in the log header. Pure.

namespace polemarch::blade_and_bow {

struct Options {
  bool sight_straight_only = false;  ///< BB-AMB-05
  bool sight_hill_literal = false;   ///< BB-AMB-06
  int shot_dice_limit = 0;           ///< BB-AMB-100; 0 = none
  bool operator==(const Options&) const = default;
};

}  // namespace polemarch::blade_and_bow
