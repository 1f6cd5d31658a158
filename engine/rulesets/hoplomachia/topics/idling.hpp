#pragma once
/// Who may let its turn in a phase go by, one unit or all that a side has left. Rules HM-MARCH-02, HM-APPR-07, HM-OTYP-25, HM-BRX-05. Pure.

#include <vector>

#include "engine/core/verdict.hpp"
#include "engine/rulesets/hoplomachia/topics/facts.hpp"

namespace polemarch::hoplomachia {

/// Asked of a unit that is able to act: marches, approaches, withdrawals and forced charges have to be made.
engine::Verdict may_do_nothing(const Facts& facts, const UnitId& unit);
/// Those of a side that are able to act in this stage and may do nothing, in arete sequence.
std::vector<UnitId> may_all_idle(const Facts& facts, Side side);

}  // namespace polemarch::hoplomachia
