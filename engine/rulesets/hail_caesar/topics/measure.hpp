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

struct Foe {
  UnitId unit;
  Measure gap;
};
/// Enemy units in play, nearest first; generals do not count (HC-VIS-14).
std::vector<Foe> enemies_by_distance(const State& state, const UnitId& id);
/// The same for a unit imagined to stand elsewhere.
std::vector<Foe> enemies_by_distance(const State& state, const Unit& unit);

bool in_combat(const Unit& unit);
bool is_shaken(const Unit& unit, const Config& config);
/// Highest ground under the middle of the unit, mm.
Length ground_under(const State& state, const Unit& unit);
const Terrain* terrain_named(const State& state, const std::string& id);
bool in_buildings(const State& state, const Unit& unit);
/// Cover the unit has against an attacker: what it holds or stands in, or a wall between.
Cover cover_against(const State& state, const Unit& unit, const Unit& attacker);

Facing facing_of(geometry::Quarter quarter);
/// The quarter of `of` in which the middle of `other` lies.
Facing quarter_facing(const Unit& of, const Unit& other);

/// The general of a unit's division, or empty.
UnitId general_of(const State& state, const Unit& unit);
const Division* division_of(const State& state, const Unit& unit);
/// Broken Division, unless steadied this turn.
bool of_broken_division(const State& state, const Unit& unit);
/// The general with this unit, or empty.
UnitId joined_general(const State& state, const UnitId& unit);

/// The unit's stands carried rigidly so that its body stands at `to`.
std::vector<engine::PlacedBase> carried(const Unit& unit, const MeasuredPose& to);
/// A copy of the unit standing there.
Unit standing(Unit unit, const std::vector<engine::PlacedBase>& stands);

}  // namespace polemarch::hail_caesar
