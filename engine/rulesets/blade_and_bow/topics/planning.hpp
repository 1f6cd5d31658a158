#pragma once
/// From a move as spoken to what it does: the path, its end, whom it disrupts; and the end of an action. Rules BB-MOV, BB-COM-18. Pure.

#include <span>
#include <vector>

#include "engine/rulesets/blade_and_bow/events.hpp"
#include "engine/rulesets/blade_and_bow/topics/movement.hpp"

namespace polemarch::blade_and_bow {

struct MovePlan {
  engine::Verdict verdict;
  Mover end;  ///< where it stands at the end, every check passed
  std::vector<Manoeuvre> path;
  std::vector<Square> squares;  ///< entered in order
  std::vector<UnitId> disrupted_friends;
  std::size_t check_at = 0;  ///< index of the first reverse whose check is still to be rolled; path.size() when none is
  Mover at_check;            ///< where it stands just before that check; the end when there is none
  std::size_t squares_at_check = 0, friends_at_check = 0;
};
/// Total: where the rules refuse, the plan still says what an overruling table gets (the named square and facing).
MovePlan plan_move(const State& state, const UnitMove& move, const ReverseDice& rolled = {});
/// The same over a ground already computed for the unit's side and this state.
MovePlan plan_move(const MoveGround& ground, const UnitMove& move, const ReverseDice& rolled = {});
/// `now` as it is once the unit has gone as planned, for those `to_come` after it. A friend it pushes to one of several squares, the mover
/// yet chooses which (BB-INT-09, BB-AMB-39), stands in nobody's way, unless it is to move itself.
void go_as_planned(State& now, const UnitMove& move, const MovePlan& plan, std::span<const UnitMove> to_come);
/// All the same way: the foremost first, and before anybody who still stands in another's way; the order they are named in says nothing
/// (BB-FORM-01).
std::vector<UnitMove> foremost_first(const State& state, std::vector<UnitMove> moves);
/// The moves of one order, each unit over the ground the ones before it leave; what the rules refuse is marked as ruled by the table.
std::vector<UnitMove> as_ruled(const State& state, std::vector<UnitMove> moves);
/// How many manoeuvres of a refused way may be carried out: up to the last after which it may stand there without pushing a friend away.
std::size_t open_part(const State& state, const UnitMove& move, const ReverseDice& rolled);
/// The plan as far as the first check that is still to be rolled.
MovePlan up_to_check(MovePlan plan);

/// The facings a measured heading may stand for: the nearest that the rules let the unit end in; two when the heading is within ten
/// degrees of the boundary and both can be had: then the opponent chooses (BB-POS-02, BB-AMB-01b).
struct SeenFacing {
  std::vector<Facing> between;  ///< the likelier first; never empty
  int percent = 0;              ///< how likely the first is, 0 = its error is not known
};
SeenFacing facing_seen(const State& state, const UnitMove& move);
/// As seen by the camera, without asking whether the rules allow it.
SeenFacing facing_seen(Angle heading, std::optional<Angle> sd);
/// The move with its square said in place of the measured point, if it has one on the grid.
UnitMove located(const State& state, UnitMove move);
/// The move with its facing said in place of the measured heading.
UnitMove with_facing(UnitMove move, Facing facing);

/// Units of this side whose melee marker goes because they did not fight (BB-COM-18, BB-AMB-79), and walls that end.
ActionClosed closed_action(const State& state);

}  // namespace polemarch::blade_and_bow
