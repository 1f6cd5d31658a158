#pragma once
/// Initiative, order tests, joins and re-rolls. Rules HC-INI-*, HC-ORD-*, HC-CFG-01. Pure.

#include <vector>

#include "engine/core/verdict.hpp"
#include "engine/rulesets/hail_caesar/topics/doubt.hpp"

namespace polemarch::hail_caesar {

/// May the unit make an initiative move: an enemy within 12 in, or open order and it sees one (HC-INI-04..06)?
engine::Verdict initiative_verdict(const State& state, const UnitId& id);

/// Number to roll or less, with its lines: rating, distance steps, enemy near.
struct OrderPlan {
  int needed = 0;
  std::vector<engine::Reason> lines;
  Doubts doubts;  ///< a full step more or less, an enemy near or not
};
OrderPlan plan_order(const State& state, const UnitId& general, const std::vector<UnitId>& units, OrderKind kind);
/// Moves for a roll: the largest row reached; 0 when it failed.
int moves_for(const State& state, OrderKind kind, int needed, int roll);
/// Chance of at least 1, 2 and 3 moves.
std::vector<double> chances(const State& state, OrderKind kind, int needed);

/// Within 12 in of the general (HC-ORD-07), own side.
engine::Verdict join_reach(const State& state, const UnitId& general, const UnitId& unit);
/// Has the division its general on the table?
bool led(const State& state, const Division& division);
/// Units a division order or a General Advance takes along; of the general's own division where none is named.
std::vector<UnitId> units_under(const State& state, const UnitId& general, OrderKind kind, const std::string& division = {});
/// What stops this unit from being ordered, or nothing.
std::optional<engine::Verdict> order_bar(const State& state, const UnitId& unit);
/// What right to a move out of order it has now: free or retirement (HC-ORD-13..17).
struct FreeRight {
  std::optional<MoveKind> kind;
  std::string rule, why_not;
};
FreeRight free_right(const State& state, const UnitId& unit);
/// May this army commander have the last test rolled again?
engine::Verdict reroll_verdict(const State& state, Side side, const UnitId& by);
UnitId army_commander(const State& state, Side side);
/// Both armies have lost their generals: nobody can give an order any more.
bool nobody_commands(const State& state);

}  // namespace polemarch::hail_caesar
