#pragma once
/// What a unit sees from the centre of its front. Rules HC-VIS-01..14, HC-AMB-16, 17. A proposal: the players judge unclear cases. Pure.

#include <string>
#include <vector>

#include "engine/core/verdict.hpp"
#include "engine/geometry/sight.hpp"
#include "engine/rulesets/hail_caesar/topics/measure.hpp"

namespace polemarch::hail_caesar {

struct View {
  engine::Ruling ruling = engine::Ruling::Allowed;
  double share = 1, share_sd = 0;  ///< of the target's width
  bool centre_clear = true;        ///< the line from centre front to the target's middle
  std::vector<engine::Reason> blockers;
  Vec2 eye, aim;
  /// Less than all of it in view: proposed as "partly obscured".
  bool partly_obscured() const { return share < 0.95; }
};
View view_of(const State& state, const UnitId& viewer, const UnitId& target);
/// As a verdict with the share seen and what is in the way.
engine::Verdict sight_verdict(const View& view);

}  // namespace polemarch::hail_caesar
