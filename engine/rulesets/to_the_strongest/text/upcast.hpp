#pragma once
/// The doors with older logs understood. Pure.

#include "engine/core/json_fields.hpp"
#include "engine/rulesets/to_the_strongest/rules.hpp"

namespace polemarch::to_the_strongest {

struct RulesOfAllLogs : Rules {
  /// An event of an older log that met `state`, as it is written today; others unchanged.
  static engine::Json upcast(engine::Json event, const State& state);
};

}  // namespace polemarch::to_the_strongest
