#pragma once
/// How a formation's bases really stand: its front, ranks and files, and where the table no longer matches. PA-GEO-01, PA-UNF-01. Pure.

#include <string>
#include <vector>

#include "engine/core/verdict.hpp"
#include "engine/rulesets/paean/topics/lookup.hpp"

namespace polemarch::paean {

/// "4 wide, 2 deep".
std::string shape_text(const State& state, const UnitId& unit);
/// What does not match: bases that do not stand together, face another way, or belong to a formed body though they are formations of
/// their own. Empty: it stands as it should.
std::vector<engine::Reason> mismatches(const State& state, const UnitId& unit);
/// What each base of the formation does against its foes: contacting, supporting, overlapping or redundant (PA-CCD-15) is the fighting
/// topic's; here: in which row and file it stands, counted from the front and from the left.
struct Slot {
  BaseId base;
  int row = 1, file = 1;
};
std::vector<Slot> slots_of(const State& state, const UnitId& unit);

}  // namespace polemarch::paean
