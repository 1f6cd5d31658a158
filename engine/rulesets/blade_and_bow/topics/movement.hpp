#pragma once
/// One manoeuvre at a time: what it costs, what stops the unit, through whom it may pass. Rules BB-MOV, BB-EZ, BB-INT, BB-TER.
/// Directional points. Pure.

#include <optional>
#include <vector>

#include "engine/core/verdict.hpp"
#include "engine/rulesets/blade_and_bow/topics/zoc.hpp"

namespace polemarch::blade_and_bow {

/// A unit in the middle of its Move action.
struct Mover {
  UnitId unit;
  Square at;
  Facing facing = Facing::N;
  int spent = 0;
  bool disrupted = false;
  bool wall = false;
  bool stopped = false;    ///< may only end, but for a light's free turn
  bool free_turn = false;  ///< a light's 45 degrees not used yet in this square
  bool began = false;
  bool must_end = false;   ///< a heavy in a medium's square: it displaces, it does not pass (BB-AMB-38)
  std::string stopped_by;  ///< rule id of what stopped it
  auto operator<=>(const Mover&) const = default;
};

/// What one side's movement is judged against, computed once a move.
struct MoveGround {
  MoveGround(const State& state, Side side);
  const State& state;
  Side side;
  ZoneMap enemy_zones;
  std::vector<const Unit*> units;  ///< by square index
  const Unit* unit_in(Square s) const { return units[static_cast<std::size_t>(state.map.index(s))]; }
};

struct MoveStep {
  std::optional<Mover> to;  ///< empty: not allowed, see why
  engine::Reason why;       ///< the refusal, or what stopped the unit
  int cost = 0;
  const Unit* passed = nullptr;  ///< a friend whose square was entered
  bool disrupts_both = false;    ///< medium through medium (BB-INT-03)
  bool terrain_disrupts = false;
  bool needs_check = false;  ///< reverse by a dense unit (BB-MOV-11)
};

/// Points the mover may spend in all, with cards and its present order counted.
int allowance_of(const State& state, const Unit& unit, bool disrupted);
Mover mover_of(const State& state, const Unit& unit);
MoveStep try_step(const MoveGround& ground, const Mover& mover, Manoeuvre manoeuvre);
/// May the move end here? A friend's square only by displacement (BB-INT-07..13).
engine::Verdict may_end(const MoveGround& ground, const Mover& mover, Square started_at);
/// Where the friend in `square` can be pushed to by a mover that started at `left` (BB-INT-09..12, BB-AMB-39).
std::vector<Square> displacement_squares(const MoveGround& ground, Square square, Square left);

/// A way to reach a square and facing: the cheapest, ties by fewest manoeuvres.
struct Reach {
  Mover end;
  std::vector<Manoeuvre> path;
  bool passes_friends = false, checks = false;
};
/// Everything the unit can reach from where it stands. With `to`, only ways that end there. May ends only.
std::vector<Reach> reachable(const MoveGround& ground, const Unit& unit, const Mover& start, std::optional<Square> to = {});

std::string_view name_of(Manoeuvre manoeuvre);

/// Why this square or facing bars or binds the unit before it starts: strong zone, wall marker, box. Allowed when it may move.
engine::Verdict may_start(const MoveGround& ground, const Mover& mover);

/// True when a rule of the map bars the step between neighbours for this side (walls, hills, tracks, barriers); the reason says why.
std::optional<engine::Reason> barred(const State& state, Side side, Square from, Square to);

}  // namespace polemarch::blade_and_bow
