#pragma once
/// Where units are and how far apart, with error; what ground they stand on. Edge to edge but for sight. Table frame. Pure.

#include <optional>
#include <vector>

#include "engine/geometry/arc.hpp"
#include "engine/geometry/gap.hpp"
#include "engine/rulesets/hail_caesar/state.hpp"

namespace polemarch::hail_caesar {

using geometry::Measure;
using geometry::operator+;
using geometry::operator-;
using geometry::operator*;

/// A unit cannot be looked up with a name that is not there: callers have judged that first.
const Unit& unit_at(const State& state, const UnitId& id);
const General& general_at(const State& state, const UnitId& id);

std::vector<geometry::Shape> shapes_of(const Unit& unit);
/// The whole unit as one rectangle along the heading of its first stand, with that stand's error.
geometry::Shape body_of(const Unit& unit);
/// Centre of the body and its heading.
Pose pose_of(const Unit& unit);
geometry::Shape shape_of(const General& general);

Measure gap_between(const Unit& a, const Unit& b);
Measure gap_between(const General& general, const Unit& unit);
Measure gap_between(const General& a, const General& b);

/// A box round all bases of a unit along the table's axes, mm; never too small. Tells cheaply what is far away.
struct Extent {
  double low_x = 0, high_x = 0, low_y = 0, high_y = 0;
};
Extent extent_of(const Unit& unit);
Extent extent_of(const std::vector<geometry::Shape>& shapes);
/// Not more than the gap between what lies in the boxes.
double least_gap(const Extent& a, const Extent& b);

struct Foe {
  UnitId unit;
  Measure gap;
};
/// Enemy units in play, nearest first; generals do not count (HC-VIS-14).
std::vector<Foe> enemies_by_distance(const State& state, const UnitId& id);
/// The same for a unit imagined to stand elsewhere; only those that may be within `reach`, where one is given.
std::vector<Foe> enemies_by_distance(const State& state, const Unit& unit, std::optional<Length> reach = {});
/// The nearest of them, at most so many.
std::vector<Foe> nearest_enemies(const State& state, const Unit& unit, std::size_t most);

bool in_combat(const Unit& unit);
bool is_shaken(const Unit& unit, const Options& config);
const Terrain* terrain_named(const State& state, const std::string& id);
bool in_buildings(const State& state, const Unit& unit);

Facing facing_of(geometry::Quarter quarter);
/// The quarter of `of` in which the middle of `other` lies.
Facing quarter_facing(const Unit& of, const Unit& other);
Facing quarter_facing(const geometry::Shape& of, const geometry::Shape& other);

/// The general of a unit's division while he is on the table, or empty.
UnitId general_of(const State& state, const Unit& unit);
const Division* division_of(const State& state, const Unit& unit);
/// Broken Division, unless steadied this turn.
bool of_broken_division(const State& state, const Unit& unit);
/// The generals with this unit, by name; the first of them, or empty.
std::vector<UnitId> joined_generals(const State& state, const UnitId& unit);
UnitId joined_general(const State& state, const UnitId& unit);

/// The unit's stands carried rigidly so that its body stands at `to`.
std::vector<engine::PlacedBase> carried(const Unit& unit, const MeasuredPose& to);
/// A copy of the unit standing there.
Unit standing(Unit unit, const std::vector<engine::PlacedBase>& stands);

}  // namespace polemarch::hail_caesar
