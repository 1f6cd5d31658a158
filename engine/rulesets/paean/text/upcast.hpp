#pragma once
/// The doors with older logs understood. Pure.

#include "engine/core/json_fields.hpp"
#include "engine/rulesets/paean/rules.hpp"

namespace polemarch::paean {

struct RulesOfAllLogs : Rules {
  /// An event of an older log as it is written today; others unchanged.
  static engine::Json upcast(engine::Json event);
};

}  // namespace polemarch::paean
