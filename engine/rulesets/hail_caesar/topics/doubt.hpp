#pragma once
/// Limits name their doubt (design): conditions that hold, do not hold, or are too close to call at 99 %, and the tie-break the table
/// agreed on. Conditions without a closed form are looked at again with every pose moved by as much as 99 % leave open. Pure.

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/core/verdict.hpp"
#include "engine/rulesets/hail_caesar/topics/measure.hpp"

namespace polemarch::hail_caesar {

/// A condition that changes a number or a verdict.
struct Condition {
  bool holds = false;     ///< as measured
  bool doubtful = false;  ///< not sure at 99 %
  engine::Ruling ruling() const {
    if (doubtful) return engine::Ruling::TooCloseToCall;
    return holds ? engine::Ruling::Allowed : engine::Ruling::Refused;
  }
};
Condition operator!(Condition c);
Condition operator&&(Condition a, Condition b);
Condition operator||(Condition a, Condition b);
/// value <= limit, value > limit; exactly at a limit is within it (HC-AMB-50).
Condition is_within(Measure value, Length limit);
Condition is_beyond(Measure value, Length limit);
/// A share (0 to 1) of at least so much.
Condition is_at_least(double share, double sd, double least);

/// Does the answer stand when each of these bodies is moved along x, along y or turned by 2.326 standard deviations? Bodies without error
/// cost one look.
using Bodies = std::vector<geometry::Shape>;
Condition looked_at(Bodies bodies, const std::function<bool(const Bodies&)>& answer);

/// Standard deviation of a body's centre along a direction (unit vector), or the larger one along either axis.
Length sd_along(const geometry::Shape& body, Vec2 direction);
Length sd_of_place(const geometry::Shape& body);

/// Doubts met on the way to a number: each is a reason of its own, told before anything else.
struct Doubts {
  std::vector<engine::Reason> open;     ///< the players say, or rule
  std::vector<engine::Reason> settled;  ///< by the table's tie-break
};
/// What counts: the players' word, else what is measured; in doubt the tie-break gives it to the active side. `good_for` is the side whom
/// it helps when the condition holds.
bool counts(const State& state, Condition condition, std::optional<bool> word, Side good_for, const engine::Reason& reason, Doubts& doubts);

/// A doubtful verdict on what `side` asks for is settled as the table agreed (tie_break), which it says, or left for the players to rule.
engine::Verdict settled(const State& state, engine::Verdict verdict, Side side);
/// The verdict with the doubts told: too close to call where one is open.
engine::Verdict with_doubts(engine::Verdict verdict, const Doubts& doubts);

}  // namespace polemarch::hail_caesar
