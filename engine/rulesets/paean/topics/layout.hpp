#pragma once
/// Where the bases of a formation stand for a shape it takes: rows and files, spread out unformed, turned. PA-FAC, PA-UNF-01. Pure.

#include <vector>

#include "engine/core/agenda.hpp"
#include "engine/rulesets/paean/topics/lookup.hpp"

namespace polemarch::paean {

/// The bases of the formation as they stand: rows from the front, each from left to right.
std::vector<std::vector<BaseId>> rows_of(const State& state, const UnitId& unit, const geometry::Body& body);
/// Where an attached leader's base stands: behind the middle of the formation's rear edge (PA-HER-13), beside leaders who are there.
MeasuredPose place_behind(const State& state, const UnitId& unit, const UnitId& leader);
/// Bases in rows `files` wide, the front row's middle at `front_centre`, facing `heading`; the last row stands from the left (or centred).
std::vector<engine::PlacedBase> in_rows(const State& state, const std::vector<BaseId>& bases, Vec2 front_centre, Angle heading, int files);
/// The same, kept on one end of the front row: its left or right front corner stays.
std::vector<engine::PlacedBase> in_rows_from(const State& state, const std::vector<BaseId>& bases, Vec2 corner, Flank end, Angle heading,
                                             int files);
/// A formation that comes apart: where its bases stand, and which of them stay in contact or in place.
struct Spread {
  std::vector<engine::PlacedBase> poses;
  std::vector<BaseId> stay;
};
/// The formation spread with the unformed gap round each base. Whoever is in contact goes on touching, along the edge it touches, but for
/// those whom the gap takes off the enemy (PA-FLR-03); without contact `anchor` stays where it is (empty: the corner round
/// which there is most room).
Spread spread_out(const State& state, const UnitId& id, const BaseId& anchor = {});
/// The same turned in their places by a quarter, spread with the unformed gap (PA-FAC-04).
std::vector<engine::PlacedBase> spread_turned(const State& state, const UnitId& id, Angle turn);
/// These poses of the formation's bases with the unformed gap round each: whoever would stand too near somebody goes to the nearest room
/// (PA-UNF-01). Those who `stay` are left where they are, the others make way for them.
std::vector<engine::PlacedBase> set_apart(const State& state, const UnitId& id, std::vector<engine::PlacedBase> poses,
                                          const std::vector<BaseId>& stay = {});
/// A name no formation has yet: "A1.3" for the single base A1.3, else "A1-2", "A1-3" ...
UnitId fresh_id(const State& state, const UnitId& origin, const std::vector<BaseId>& bases);

}  // namespace polemarch::paean
