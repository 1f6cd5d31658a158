#pragma once
/// Where units and their lochoi stand and how far apart, with error. Edge to edge. Table frame. Pure.

#include <optional>
#include <string>
#include <vector>

#include "engine/geometry/gap.hpp"
#include "engine/rulesets/hoplomachia/state.hpp"

namespace polemarch::hoplomachia {

using geometry::Measure;

/// A name that is not there is our bug: callers have judged that first.
const Taxis& taxis_at(const State& state, const UnitId& id);
const Lochos& lochos_at(const State& state, const LochosRef& ref);
const UnitCard& card_of(const State& state, const Taxis& unit);
const UnitCard& card_of(const State& state, const UnitId& id);
const Army& army_of(const State& state, const UnitId& id);

/// As players name a part of a unit, counted from the right: "2nd lochos", "1st ile", "3rd stand"; nothing when that is all of it.
std::string part_text(const State& state, const LochosRef& ref);
/// "the 2nd lochos of A6"; "A6" when that is all of it.
std::string name_of(const State& state, const LochosRef& ref);

/// These of its sub-units: the one, "part of A6" of several, "the rest of A6" where all others rout, "A6" of all that are on the table.
std::string name_of(const State& state, const UnitId& unit, const std::vector<int>& lochoi);

/// HM-SCALE-02, 03: the frontage of a figure scale.
Length frontage_of(int figure_mm);

/// Stands that are on the table, front rank first, lochos by lochos from the right.
std::vector<geometry::Shape> shapes_of(const Taxis& unit);
std::vector<geometry::Shape> shapes_of(const Lochos& lochos);
/// The same, put behind others.
void add_shapes(const Lochos& lochos, std::vector<geometry::Shape>& shapes);
/// The front stand of a lochos that still stands; null when none does.
const Stand* front_of(const Lochos& lochos);
/// The rightmost lochos that is on the table (HM-VERB-09), or -1.
int rightmost(const Taxis& unit);
/// The heading of the rightmost lochos that does not rout and has not strayed from its unit; of the rightmost that does not rout, or of
/// the rightmost, where there is none.
Angle heading_of(const Taxis& unit);
/// Middle of the stands on the table; integers.
Point centre_of(const Taxis& unit);
Point centre_of(const Lochos& lochos);

/// Nearest edges; both have to be on the table.
Measure gap_between(const Taxis& a, const Taxis& b);
Measure gap_between(const Lochos& a, const Lochos& b);

/// A circle round a unit's stands on the table: a quick look at whether two can come near each other at all.
struct Round {
  Point at;
  Length radius;
};
Round round_of(const Taxis& unit);
Round round_of(const Lochos& lochos);
/// Surely further apart than that, edge to edge. Integers.
bool far_apart(const Round& a, const Round& b, Length apart);
/// The unit's stands on the table, by base.
std::vector<engine::PlacedBase> places_of(const Taxis& unit);

/// An enemy and how far it is.
struct Foe {
  UnitId unit;
  Measure gap;
};
/// Enemies on the table that are not routing (unless `routers` too) and not hidden, nearest first; ties by id.
std::vector<Foe> enemies_of(const State& state, const UnitId& id, bool routers = false);

/// Does nothing on the ground block the sight from here to there? Troops block only shots (HM-BEL-11).
bool clear_line(const State& state, Vec2 from, Vec2 to);

/// Units of a side on the table, not hidden.
std::vector<UnitId> units_on_table(const State& state, Side side);
bool in_melee(const Taxis& unit);
bool in_melee(const Lochos& lochos);
/// How many lochoi of hoplites stand on the table.
int hoplite_lochoi(const State& state, Side side);
/// Stands on the table and waiting to come on: the size of an army (HM-AMB-62).
int stands_of(const State& state, Side side);

}  // namespace polemarch::hoplomachia
