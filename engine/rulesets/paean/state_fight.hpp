#pragma once
/// What the state holds of fighting: combats, part hits, runs of hits. PA-MIS-15, PA-SKI-08, PA-HER-09, PA-FLR. Pure.

#include <map>
#include <vector>

#include "engine/rulesets/paean/nouns.hpp"

namespace polemarch::paean {

/// Part hits of a formation at a target (PA-MIS-15).
struct PartHits {
  UnitId by, at;
  int hits = 0;
  int order = 0;  ///< Turn::orders_given when they were shot
  bool operator==(const PartHits&) const = default;
};

struct Fights {
  std::vector<PartHits> parts;
  bool operator==(const Fights&) const = default;
};

}  // namespace polemarch::paean
