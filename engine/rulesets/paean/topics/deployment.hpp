#pragma once
/// Before the battle: who has no place yet, and where everybody may stand. Pure.

#include <optional>
#include <utility>
#include <vector>

#include "engine/core/agenda.hpp"
#include "engine/rulesets/paean/topics/lookup.hpp"

namespace polemarch::paean {

/// Everybody of that side has a place.
bool all_deployed(const State& state, Side side);

/// A base that would stand deeper on another than what is only brushed.
struct StandsOn {
  BaseId base, other;
  double mm = 0;
};
/// The first such base; leaders stand anywhere, and a base that was measured stands where it was seen.
std::optional<StandsOn> stands_on(const State& state, const std::vector<engine::PlacedBase>& poses);

/// Where the unit may be put: in lines along its own edge whose middle is the table's, so that the armies face each other, or as near to
/// that as there is room; a leader who is with a formation, behind it (PA-HER-13). Where it would stand in the line when there is no room.
std::vector<engine::PlacedBase> suggested_place(const State& state, const UnitId& unit);
/// Places for all of that side who have none, formations before leaders, each beside those before it; who finds no room is left out.
std::vector<std::pair<UnitId, std::vector<engine::PlacedBase>>> suggested_deployment(const State& state, Side side);

}  // namespace polemarch::paean
