#pragma once
/// What both sides agree on before the battle. Pure.

#include <functional>

#include "engine/rulesets/hoplomachia/play/common.hpp"

namespace polemarch::hoplomachia {

/// Tells the plan as `change` leaves it, where that differs from what is agreed already.
void agree(Unfold& u, const std::function<void(BattlePlan&)>& change);

}  // namespace polemarch::hoplomachia
