#pragma once
/// Where a formation joins another: behind it or beside it. PA-FAC-08 to PA-FAC-10. Pure.

#include <vector>

#include "engine/core/agenda.hpp"
#include "engine/rulesets/paean/topics/lookup.hpp"

namespace polemarch::paean {

/// The bases of both as they would stand, row by row from the front left.
struct Joining {
  std::vector<engine::PlacedBase> poses;
  bool beside = false;
};
/// The places there are, the likeliest first, whether there is room or not; at least one. Beside the larger when the smaller stands there
/// and has as many rows, else behind it: in the open places of its last row, the nearest first.
std::vector<Joining> ways_to_join(const State& state, const UnitId& unit, const UnitId& with);

}  // namespace polemarch::paean
