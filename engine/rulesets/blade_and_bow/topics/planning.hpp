#pragma once
/// From a move as spoken to what it does: the path, its end, whom it disrupts; and the end of an action. Rules BB-MOV, BB-COM-18. Pure.

#include <vector>

#include "engine/rulesets/blade_and_bow/events.hpp"
#include "engine/rulesets/blade_and_bow/topics/movement.hpp"

namespace polemarch::blade_and_bow {

struct MovePlan {
  engine::Verdict verdict;
  Mover end;  ///< where it stands before a reverse check, or at the end
  std::vector<Manoeuvre> path;
  std::size_t check_at = 0;     ///< index of a reverse that needs a check; path.size() when none
  std::vector<Square> squares;  ///< entered in order
  std::vector<UnitId> disrupted_friends;
};
/// Total: where the rules refuse, the plan still says what an overruling table gets (the named square and facing).
MovePlan plan_move(const State& state, const UnitMove& move);

/// Units of this side whose melee marker goes because they did not fight (BB-COM-18, BB-AMB-79), and walls that end.
ActionClosed closed_action(const State& state);

}  // namespace polemarch::blade_and_bow
