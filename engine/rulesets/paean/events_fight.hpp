#pragma once
/// What happened in shooting, charging and close combat. Facts only. Throws are engine::Thrown, losses engine::Lost. Pure.

#include <variant>
#include <vector>

#include "engine/rulesets/paean/state.hpp"

namespace polemarch::paean {

/// Part hits as they stand now (PA-MIS-14, PA-MIS-15).
struct PartHitsSet {
  static constexpr const char* kName = "part_hits_set";
  std::vector<PartHits> parts;
  bool operator==(const PartHitsSet&) const = default;
};

using FightEvents = std::variant<PartHitsSet>;

}  // namespace polemarch::paean
