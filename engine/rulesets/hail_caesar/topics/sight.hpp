#pragma once
/// What a unit sees from the centre of its front. Rules HC-VIS-01..14, HC-AMB-16, 17. A proposal: the players judge unclear cases. Pure.

#include <map>
#include <string>
#include <vector>

#include "engine/core/verdict.hpp"
#include "engine/geometry/sight_parts.hpp"
#include "engine/rulesets/hail_caesar/topics/doubt.hpp"

namespace polemarch::hail_caesar {

struct View {
  /// Allowed: the middle and half of the target are seen. Refused: neither. Between, or in doubt: the players say (HC-VIS-10).
  engine::Ruling ruling = engine::Ruling::Allowed;
  engine::Ruling as_measured = engine::Ruling::Allowed;  ///< without the doubt of the measuring
  double share = 1, share_sd = 0;                        ///< of the target's width
  double least = 0;                                      ///< share that counts as seen
  Condition centre_clear{true, false};                   ///< the line from centre front to the target's middle
  Condition obscured;                                    ///< less than 95 % in view: proposed as "partly obscured"
  std::vector<engine::Reason> blockers;
  Vec2 eye, aim;

  bool doubtful() const { return ruling != as_measured; }
};
View view_of(const State& state, const UnitId& viewer, const UnitId& target);
/// What is seen of the target and what is hidden, to be drawn; as measured, without doubt.
geometry::SightView view_lines(const State& state, const UnitId& viewer, const UnitId& target);
/// As a verdict with the share seen and what is in the way.
engine::Verdict sight_verdict(const View& view);

}  // namespace polemarch::hail_caesar
