#pragma once
/// Where a command takes whom (engine/core/leading.hpp), and what lies beside the table (engine/core/beside.hpp). Pure.

#include "engine/core/beside.hpp"
#include "engine/core/leading.hpp"
#include "engine/rulesets/hoplomachia/rules.hpp"

namespace polemarch::hoplomachia {

struct Leads : Rules {
  static engine::Lead lead(const State& state, const Command& command);
  /// The counters under the salpinx, and who places when (show/beside.cpp).
  static std::vector<engine::Hand> hands(const State& state, Viewer viewer);
  static engine::PlacingOrder placing(const State& state);
  /// The turn that is the last in any case; 0: none.
  static int last_turn(const State& state);
};

}  // namespace polemarch::hoplomachia
