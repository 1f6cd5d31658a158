#pragma once
/// How the stands of a unit stand in an arrangement (HM-ARR-10 to 12). Pure.

#include <vector>

#include "engine/core/agenda.hpp"
#include "engine/rulesets/hoplomachia/state.hpp"

namespace polemarch::hoplomachia {

/// Every stand that is not lost, its front line's middle at `front` and facing `heading`: lochoi from the right, ranks behind one another.
/// CF touches; OF keeps a quarter of a base apart sideways and a base in depth; NF stands as CF.
std::vector<engine::PlacedBase> formed(const Taxis& unit, Arrangement arrangement, Point front, Angle heading);
/// Do its lochoi stand side by side, give or take an inch?
bool in_line(const Taxis& unit);
/// Where the stands go when the unit changes its files: a line closes or opens as a line, any other body lochos by lochos where it stands,
/// a column stays one (HM-ARR-10, 11). Open files stand closer, sideways first, where others leave no room (HM-PEN-01).
std::vector<engine::PlacedBase> in_files(const State& state, const UnitId& id, const Taxis& unit, Arrangement arrangement);
/// Lochoi that come up beside the foremost one, each straight to its place and no further than `most` (HM-MOVE-02).
struct Lining {
  std::vector<engine::PlacedBase> poses;
  Length furthest;  ///< way of the stand that has to go furthest
  Length moved;     ///< most that a stand goes now
  Length short_of;  ///< what the furthest lochos still lacks; 0: the line stands
};
Lining lined_up(const State& state, const UnitId& id, const Taxis& unit, Length most);
/// Each lochos turned in place round its own middle. Who turns into a column gives way backwards, so that nobody stands on another.
std::vector<engine::PlacedBase> turned_in_place(const Taxis& unit, Angle by);
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
