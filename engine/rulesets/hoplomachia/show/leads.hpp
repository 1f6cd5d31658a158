#pragma once
/// Where a command takes whom (engine/core/leading.hpp). Pure.

#include "engine/core/leading.hpp"
#include "engine/rulesets/hoplomachia/rules.hpp"

namespace polemarch::hoplomachia {

struct Leads : Rules {
  static engine::Lead lead(const State& state, const Command& command);
};

}  // namespace polemarch::hoplomachia
