#pragma once
/// Moves: allowance, what each part costs, what disarrays (HM-MOVE, HM-MAN, HM-ARR, HM-MARCH, HM-APPR). Pure.

#include <string>
#include <vector>

#include "engine/rulesets/hoplomachia/commands.hpp"
#include "engine/rulesets/hoplomachia/state.hpp"

namespace polemarch::hoplomachia {

/// HM-MOVE-01, HM-DIS-14: inches on the card for the arrangement it moves in; nothing where the card has no number.
std::optional<Length> allowance(const State& state, const Taxis& unit, Arrangement arrangement);
/// Where a move leads and what it costs.
struct Course {
  std::vector<engine::PlacedBase> poses;
  Length cost;  ///< most that a stand moves, arrangement changes included
  Arrangement arrangement = Arrangement::CF;
  bool disarrays = false;
  std::string how, disarray_rule, disarray_why;
};
Course course_of(const State& state, const MoveUnit& move);
engine::Verdict may_move(const State& state, const MoveUnit& move);
engine::Verdict may_arrange(const State& state, const UnitId& unit, Arrangement to);

}  // namespace polemarch::hoplomachia
