#pragma once
/// A measured value against a limit, with its doubt (design: limits name their doubt). Integers only, so every machine rules alike.
/// Pure.
///
/// Condition: Allowed or Refused at 99 % or better (one-sided, 2.326 standard deviations), else TooCloseToCall. A value exactly at the
/// limit is within it; a value without error is never too close.
/// Allowance (how far I moved): refused only when surely over the limit plus the table's tolerance; doubt favours the mover.
/// Contact: a gap under the tolerance.

#include <string>

#include "engine/core/verdict.hpp"
#include "models/units.hpp"

namespace polemarch::geometry {

/// A length and its standard deviation.
struct Measure {
  Length value, sd;
  auto operator<=>(const Measure&) const = default;
};
/// An angle and its standard deviation.
struct AngleMeasure {
  Angle value, sd;
  auto operator<=>(const AngleMeasure&) const = default;
};

/// One-sided 99 %: P(N(0,1) <= 2.326) = 0.99, in thousandths.
constexpr std::int64_t kSureMilli = 2326;

/// Condition "value <= limit" (inclusive).
engine::Ruling within(Measure value, Length limit);
engine::Ruling within(AngleMeasure value, Angle limit);
/// Condition "value >= limit" (inclusive).
engine::Ruling at_least(Measure value, Length limit);
/// Condition "value > limit": the opposite of within().
engine::Ruling beyond(Measure value, Length limit);
/// Allowance "moved <= limit" with the table's tolerance.
engine::Ruling allowance(Measure moved, Length limit, Length tolerance = 3_mm);
/// Contact: proposed when the gap is at most the tolerance.
bool touching(Measure gap, Length tolerance = 3_mm);

/// The Verdict of a ruling with value, limit and sd in inches or millimetres; its text ends ": 13.2 in of 12.0 in".
enum class ShownIn { Millimetres, Inches };
engine::Verdict verdict_of(engine::Ruling ruling, std::string rule, std::string text, Measure value, Length limit,
                           ShownIn unit = ShownIn::Inches);
/// "11.9 in": inches with one decimal, rounded half away from zero.
std::string inches_text(Length value);
/// "11.9 +- 0.1 in", the error as two standard deviations; without error only the value.
std::string inches_text(Measure value);

}  // namespace polemarch::geometry
