#pragma once
/// Throws of older logs, which say in words alone what they are for: a room's `upcast` names their aim by the purpose it gave them. Pure.

#include <span>
#include <string_view>

#include "engine/core/json_types.hpp"
#include "engine/core/telling.hpp"

namespace polemarch::engine {

/// The purpose as it stood in the log, or what it began with: "andreia" of "andreia, Charging", "casualty" of "casualty of Agis".
struct OldPurpose {
  std::string_view words;
  Aim aim;
  std::string_view rule = {};  ///< of throws by this rule alone; empty: by any
};

/// The event with the aim of its purpose; as it is where it is no throw, or says its aim itself. Other purposes have none.
Json with_aim(Json event, std::span<const OldPurpose> purposes);

}  // namespace polemarch::engine
