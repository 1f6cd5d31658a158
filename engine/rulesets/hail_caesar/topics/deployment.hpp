#pragma once
/// Places to deploy to, so that no unit has to be dragged: in line with its division, in the own part of the table. The sheet has no
/// deployment rules; these are suggestions, every other place is as good. Table frame, mm. Pure.

#include <utility>
#include <vector>

#include "engine/rulesets/hail_caesar/topics/measure.hpp"

namespace polemarch::hail_caesar {

/// A few places for a unit: beside its division and behind it; along the own line while none of its division stands there.
std::vector<MeasuredPose> line_places(const State& state, const UnitId& unit);
/// A place for a general behind his division, beside others where that is taken; nothing when there is no room.
std::vector<MeasuredPose> general_places(const State& state, const UnitId& general);
/// Places for all units and generals of a side that have none: divisions one beside the other in one line, then behind it.
std::vector<std::pair<UnitId, std::vector<engine::PlacedBase>>> suggested_deployment(const State& state, Side side);
/// Is there anybody of this side without a place?
bool all_deployed(const State& state, Side side);

/// A few places near his own units that a general may go to now; the nearest units first.
std::vector<MeasuredPose> places_beside_units(const State& state, const UnitId& general);

/// "right of A2", "beside A2": where a place lies as seen from the nearest own unit but `self`; empty when none stands within 6 in.
std::string beside_whom(const State& state, Side side, const UnitId& self, const Pose& at);

}  // namespace polemarch::hail_caesar
