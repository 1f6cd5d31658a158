#pragma once
/// Optional rule 7: picked men who change a roll of their unit by one, once a turn, said before it is thrown (HM-OPT7). Pure.

#include <optional>

#include "engine/core/verdict.hpp"
#include "engine/rulesets/hoplomachia/state.hpp"

namespace polemarch::hoplomachia {

/// Whose roll a question asks for; lochos -1: the whole unit's (HM-OPT7-03).
struct RollOf {
  UnitId unit;
  int lochos = -1;
};
std::optional<RollOf> roll_of(const State& state, const Step& step);
/// The roll of this unit that is asked for now, if any.
std::optional<RollOf> asked_of(const State& state, const UnitId& unit);
/// May the epilektoi of this lochos change the roll that is asked for now, and why not?
engine::Verdict may_use_epilektoi(const State& state, const LochosRef& lochos);

}  // namespace polemarch::hoplomachia
