#pragma once
/// Charges: the straight way to a target, the side it is reached on, whether it may be done, supports. Rules PA-CHG. Table mm. Pure.

#include <optional>
#include <vector>

#include "engine/core/verdict.hpp"
#include "engine/rulesets/paean/topics/stands.hpp"

namespace polemarch::paean {

/// The first enemy a formation reaches straight on.
struct Reached {
  UnitId foe;                 ///< formation or leader
  geometry::Measure travel;   ///< to contact
  Flank side = Flank::Front;  ///< of the foe, judged two centimetres before contact (PA-AMB-58)
};
/// Straight on along the heading, turned by `turn` on the spot first (L and LM, PA-AMB-10). Of enemies that are touched at the same moment
/// it is the `wanted` one, else the first by name.
std::optional<Reached> reached_by(const State& state, const UnitId& unit, Angle turn, const UnitId& wanted = {});
/// The turn with which an LM charges: none where the target lies straight ahead, else flush to the side it stands before, else towards its
/// middle. 0 for the others.
Angle turn_to_charge(const State& state, const UnitId& unit, const UnitId& target);
/// Other enemies that it would touch where it comes into contact with its target, straight on. PA-REA-01, PA-CHG-08.
std::vector<UnitId> touched_beside(const State& state, const UnitId& unit, const UnitId& target);
/// M, LH or H whose front it would touch beside its target, as they stand; empty: none (PA-CHG-03).
UnitId front_beside(const State& state, const UnitId& unit, const UnitId& target);
/// Friends who come apart with it when it charges `through` them: they have moved or passed through each other this bound, and may not do
/// so freely (PA-INT-05, PA-AMB-24).
std::vector<UnitId> apart_by_charge(const State& state, const UnitId& unit, const std::vector<UnitId>& through);
/// May it charge there? PA-CHG-01..06, PA-CHG-22, PA-CHG-23.
engine::Verdict may_charge(const State& state, const UnitId& unit, const UnitId& target);
/// Friends in that place who make way for it: it passes through them freely, they are no heavier and fight nobody. PA-INT-02, PA-INT-03,
/// PA-INT-08.
std::vector<UnitId> makes_way(const State& state, const UnitId& unit, const std::vector<engine::PlacedBase>& poses);
/// May it go into the combat `target` is in (an enemy, or a friend it backs)? PA-CHG-15..17, PA-CHG-23, PA-CHG-24.
engine::Verdict may_support(const State& state, const UnitId& unit, const UnitId& target);
/// Where its bases stand behind the friend it backs.
std::vector<engine::PlacedBase> places_behind(const State& state, const UnitId& unit, const UnitId& friendly);

/// Normal move on the table.
Length move_of(const State& state, const UnitId& unit);
/// Its bases moved along a direction, headings kept.
std::vector<engine::PlacedBase> moved_along(const State& state, const UnitId& unit, Vec2 along, Length by);
/// Its bases turned round the middle of the formation.
std::vector<engine::PlacedBase> turned_by(const State& state, const UnitId& unit, Angle turn);

}  // namespace polemarch::paean
