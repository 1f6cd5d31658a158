#pragma once
/// How the stands of a unit stand in an arrangement (HM-ARR-10 to 12). Pure.

#include <vector>

#include "engine/core/agenda.hpp"
#include "engine/rulesets/hoplomachia/state.hpp"

namespace polemarch::hoplomachia {

/// Every stand that is not lost, its front line's middle at `front` and facing `heading`: lochoi from the right, ranks behind one another.
/// CF touches; OF keeps a quarter of a base apart sideways and a base in depth; NF stands as CF.
std::vector<engine::PlacedBase> formed(const Taxis& unit, Arrangement arrangement, Point front, Angle heading);
/// The same where the unit changes its files on the table: open files stand closer, sideways first, where others leave no room (HM-PEN-01).
std::vector<engine::PlacedBase> formed_in_room(const State& state, const UnitId& id, const Taxis& unit, Arrangement arrangement);
/// Middle of the front edge of the line, from the rightmost to the leftmost front stand.
Point front_middle(const Taxis& unit);
/// The same stands carried along a straight course, facings kept.
std::vector<engine::PlacedBase> shifted(const Taxis& unit, Length ahead, Length right);
/// The stands turned as one body round a point, positive to the left.
std::vector<engine::PlacedBase> swung(const Taxis& unit, Point round, Angle by);
/// Front corners of the whole line: of the rightmost and leftmost front stands.
Point front_right(const Taxis& unit);
Point front_left(const Taxis& unit);
/// A copy of the unit with its stands there.
Taxis standing(Taxis unit, const std::vector<engine::PlacedBase>& poses);

}  // namespace polemarch::hoplomachia
