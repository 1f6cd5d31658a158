#pragma once
/// The place at which a charging body stands squared up to what it reaches: the nearest one, of less than a base aside, that has room
/// (HM-EPI-25, HM-EPI-26, HM-PEN-01). Table frame. Pure.

#include <optional>
#include <set>
#include <vector>

#include "engine/rulesets/hoplomachia/state.hpp"
#include "engine/rulesets/hoplomachia/topics/striking.hpp"

namespace polemarch::hoplomachia {

/// A stand of the body that closes.
struct Closer {
  int lochos = 0;
  bool front = false;
  BaseId base;
  Footprint footprint;
  Pose pose;
};
using Closers = std::vector<Closer>;
/// The stands of the lochoi in hand, where they stand.
Closers closers_of(const State& state, const UnitId& unit);
Shapes shapes_of(const Closers& body);
/// Narrower by so much on both sides: who stands beside such a body is not in its way.
Shapes narrower(const Closers& body, Length by);
/// The whole body that way, facing kept.
Closers shifted(Closers body, Angle direction, Length distance);

/// An enemy lochos a body may reach, and the side on which the body strikes it.
struct FoeLochos {
  LochosRef ref;
  Shapes shapes;
  Strikes from = Strikes::Front;
};
std::vector<FoeLochos> foe_lochoi(const State& state, const std::set<UnitId>& foes, const Shapes& striker);

/// Stands on the table that are no part of the body: its own unit's other lochoi, friends and enemies.
Shapes stands_outside(const State& state, const UnitId& unit, const Closers& body);
/// How far ahead such a body of the unit may go before a friend, or an enemy it may not touch, is in the way; or impassable ground.
Length free_way(const State& state, const UnitId& unit, const Closers& body, Length most);
/// How deep the body stands in any of them: below 0, or 0 when it stands in none.
Length deepest(const Closers& body, const Shapes& others);

/// A body squared up, and how far aside it went for that.
struct Squared {
  Closers body;
  Length aside;
  bool nearer_taken = false;  ///< there is a nearer place front to front, without room
};
/// Of a body that touches these enemies: it is laid to all stands it meets at once, and each lochos is set to the one before it within
/// what hands are off. The place least aside that has room; of two equally near the one that enters fewer lanes of friends behind, then
/// the one that meets more. Nothing when there is none.
std::optional<Squared> squared_place(const State& state, const UnitId& unit, const Closers& body, const std::vector<FoeLochos>& foes,
                                     const Shapes& in_the_way);
/// How much of the fronts of a body in hand an enemy's sound lochoi have before them.
Length front_shared(const State& state, const UnitId& unit, const UnitId& foe);
/// How far to its right (or left, below 0) a body that has not gone yet would stand front to front and corner to corner with stands ahead
/// within that reach, a base at most, least first.
std::vector<Length> ways_aside(const State& state, const Closers& body, const std::vector<FoeLochos>& foes, Length reach);

}  // namespace polemarch::hoplomachia
