#pragma once
/// Where a unit that gives ground or retreats goes (HC-BRK-05, HC-AMB-32; the sheet gives neither distance nor direction). Table frame.
/// Pure.

#include <optional>
#include <vector>

#include "engine/rulesets/hail_caesar/topics/measure.hpp"

namespace polemarch::hail_caesar {

/// A way back: where the unit then stands, its facing kept.
struct WayBack {
  Angle direction;
  std::vector<engine::PlacedBase> stands;
};

/// So many moves straight back, but ahead from a foe at its rear and aside from one at a flank alone; who fights nobody and would go
/// toward an enemy goes straight ahead where that leads away. Longer where it would still touch whom it fought; up to the table's edge or
/// impassable ground. Nothing where it has nowhere to go and stays: between foes at front and rear, artillery that does not move, no room
/// to part from its foes.
std::optional<WayBack> way_back(const State& state, const UnitId& id, double moves);
/// The same in that direction: of a support, that of the unit it goes along with.
std::optional<WayBack> way_along(const State& state, const UnitId& id, double moves, Angle direction);

}  // namespace polemarch::hail_caesar
