#pragma once
/// What an army costs and whether it is one the book suggests. PA-PTS. Pure.

#include <string>
#include <vector>

#include "engine/core/verdict.hpp"
#include "engine/rulesets/paean/topics/lookup.hpp"

namespace polemarch::paean {

struct ArmySum {
  int troops = 0, leaders = 0;           ///< points
  int figures = 0, hoplites = 0;         ///< figures of all, of LH and H
  std::vector<engine::Reason> warnings;  ///< bases and leaders the lists do not have, too few hoplites
  int points() const { return troops + leaders; }
  int hoplite_percent() const { return figures == 0 ? 0 : hoplites * 100 / figures; }
};
/// The army as it was set up, those that are gone counted too.
ArmySum army_sum(const State& state, Side side);

}  // namespace polemarch::paean
