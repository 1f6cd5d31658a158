#pragma once
/// Normal movement: where a formation ends, what it costs, what it passes. PA-MOV, PA-INT, PA-AMB-06 to 08. Pure.

#include <string>
#include <vector>

#include "engine/core/verdict.hpp"
#include "engine/rulesets/paean/topics/lookup.hpp"
#include "engine/rulesets/paean/topics/room.hpp"

namespace polemarch::paean {

/// A move worked out.
struct MovePlan {
  std::vector<engine::PlacedBase> poses;
  geometry::Measure cost;        ///< with stretches of slow ground counted twice (PA-AMB-08)
  Length slow;                   ///< of it, the extra for slow ground
  std::string named;             ///< "wheels 30 degrees left, goes 4.0 cm ahead"
  bool into_bad_ground = false;  ///< M, LH and H become unformed by it (PA-MOV-05)
  std::vector<UnitId> through;   ///< friends it passes through
  std::vector<UnitId> blocked;   ///< enemies in the way
  engine::Verdict shape;         ///< refused when no such move exists: an echelon too steep, another shape, off the table
};

/// The move as commanded; `shape` says when the words ask for what no move is.
MovePlan plan_move(const State& state, const MoveFormation& command);
/// How far the formation may go now: its normal move, +5 cm with the Speed of Hermes in a heroic action (PA-HER-T2).
Length move_allowance(const State& state, const UnitId& unit);
/// Everything: allowance, enemies in the way, contact, friends under it, table edge.
engine::Verdict judge_move(const State& state, const UnitId& unit, const MovePlan& plan);

/// May these two pass through each other without caring who stands still (PA-INT-02, PA-INT-03)? `mover` is the one that moves.
bool pass_freely(Weight mover, Weight other);
/// Friends who went through it, or it through them, and who have moved this bound: they come apart with it when it moves (PA-INT-05).
std::vector<UnitId> parts_with(const State& state, const UnitId& unit);
/// Whoever stands on these poses: overlapping formations but `but`, friends or foes.
std::vector<UnitId> stood_on(const State& state, const std::vector<engine::PlacedBase>& poses, const UnitId& but, Side side);
/// The first enemy formation in a leader's straight way to a formation; empty: none. PA-HER-39, PA-AMB-63.
UnitId enemy_between(const State& state, const UnitId& leader, const UnitId& formation);
/// Does a base that goes straight from one place to the other come through any of those? Who is only brushed on either side is not.
bool comes_through(const geometry::Shape& from, const geometry::Shape& to, const std::vector<geometry::Shape>& others,
                   double brush_mm = kBrushMm);
/// All corners on the table.
bool on_table(const State& state, const std::vector<engine::PlacedBase>& poses);
std::vector<geometry::Shape> shapes_at(const State& state, const std::vector<engine::PlacedBase>& poses);

}  // namespace polemarch::paean
