#pragma once
/// Getting away: where an evading formation or commander goes. Rules PA-EVA-01..09, PA-EVA-22. Table mm. Pure.

#include <vector>

#include "engine/rulesets/paean/topics/stands.hpp"

namespace polemarch::paean {

/// A way out. PA-EVA-01..03, PA-EVA-08, PA-EVA-09.
struct Escape {
  std::vector<engine::PlacedBase> poses;
  bool bent = false;       ///< it flowed round something or along the table's edge
  bool through = false;    ///< it went through friends or over difficult ground
  bool no_ground = false;  ///< no open ground: dispersed
};
Escape escape_of(const State& state, const UnitId& unit, Vec2 away);
/// Where an evading commander goes: to the nearest LH or H formation within a full move, else straight away. PA-EVA-04, PA-EVA-22,
/// PA-AMB-66.
struct CommanderEscape {
  UnitId joins;
  MeasuredPose to;
};
CommanderEscape commander_escape(const State& state, const UnitId& leader, Vec2 away);

}  // namespace polemarch::paean
