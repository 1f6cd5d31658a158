#pragma once
/// Where a charge or a follow-up ends, and who stands in a unit's way. Rules HC-ORD-24, HC-CFG-T1, HC-AMB-42; the sheet gives no charge
/// procedure (HC-CFG-04). Table frame. Pure.

#include <optional>
#include <vector>

#include "engine/rulesets/hail_caesar/topics/movement.hpp"

namespace polemarch::hail_caesar {

/// Places where the charger stands flush with the edge of the target before which it begins, the best first: straight ahead of where it
/// begins, the middle of that edge, beside who stands there already. Of a garrison: at the wall of its building, then at its own edges.
std::vector<Pose> charge_poses(const State& state, const UnitId& charger, const UnitId& target);
/// Stands of a charge that says no place: the first of these where nobody stands, else the first.
std::optional<std::vector<engine::PlacedBase>> charge_stands(const State& state, const UnitId& charger, const UnitId& target);
/// How far a unit is from touching its target; a garrison is touched at the wall of its building, too.
Measure charge_gap(const State& state, const Unit& charger, const Unit& target);
/// The edge of the target a unit standing there touches.
Facing contact_edge(const Unit& target, const Unit& charger);

/// The foes that a winner may follow; the one that it follows where it names none comes first.
std::vector<UnitId> may_follow(const State& state, const UnitId& winner);
/// Where the winner stands when it follows: before the loser as it stood before, else as after a charge.
std::optional<std::vector<engine::PlacedBase>> follow_up_stands(const State& state, const UnitId& winner, const UnitId& loser);

/// The enemy through whose bases the middle of the unit goes on its way, or the two between whom it goes though they leave no room for its
/// least width; none.
std::vector<UnitId> enemies_in_way(const State& state, const UnitId& id, const MovePlan& plan);

}  // namespace polemarch::hail_caesar
