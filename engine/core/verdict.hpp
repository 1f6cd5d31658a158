#pragma once
/// The answer to "may I?": a ruling with its reasons. Refusals are values, never exceptions. Pure.

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace polemarch::engine {

enum class Ruling { Allowed, Refused, TooCloseToCall };
constexpr std::string_view name_of(Ruling ruling) {
  switch (ruling) {
    case Ruling::Allowed:
      return "allowed";
    case Ruling::Refused:
      return "refused";
    case Ruling::TooCloseToCall:
      return "too_close";
  }
  return "?";
}

/// ByRule: the players may overrule it, and decide() still knows what to do. Impossible: unknown unit, malformed, nothing to decide.
enum class Refusal { ByRule, Impossible };

/// One line of an argument: the rule, the measured fact and the limit. Every modifier of a roll is such a line too (value = modifier).
struct Reason {
  std::string rule;  ///< catalogue id, e.g. "BB-MOV-04"
  std::string text;  ///< short plain English: "needs 3 points, 2 left"
  std::optional<double> value, limit;
  std::string unit;          ///< "mm", "in", "points", "boxes" ... empty for plain counts
  std::optional<double> sd;  ///< standard deviation of value, same unit
  bool operator==(const Reason&) const = default;
};

struct Verdict {
  Ruling ruling = Ruling::Allowed;
  Refusal refusal = Refusal::ByRule;  ///< meaningful only when Refused
  std::vector<Reason> reasons;

  bool allowed() const { return ruling == Ruling::Allowed; }
  /// True when players or umpire may overrule it.
  bool may_be_overruled() const { return ruling == Ruling::TooCloseToCall || (ruling == Ruling::Refused && refusal == Refusal::ByRule); }
};

inline Verdict allow(std::vector<Reason> reasons = {}) { return {Ruling::Allowed, Refusal::ByRule, std::move(reasons)}; }
inline Verdict refuse(std::string rule, std::string text) {
  return {Ruling::Refused, Refusal::ByRule, {{std::move(rule), std::move(text), {}, {}, {}, {}}}};
}
inline Verdict refuse(std::string rule, std::string text, double value, double limit, std::string unit = {},
                      std::optional<double> sd = {}) {
  return {Ruling::Refused, Refusal::ByRule, {{std::move(rule), std::move(text), value, limit, std::move(unit), sd}}};
}
/// Unknown names, malformed or out-of-turn messages that no ruling could make possible.
inline Verdict impossible(std::string text, std::string rule = {}) {
  return {Ruling::Refused, Refusal::Impossible, {{std::move(rule), std::move(text), {}, {}, {}, {}}}};
}
inline Verdict too_close(std::string rule, std::string text, double value, double limit, std::string unit, double sd) {
  return {Ruling::TooCloseToCall, Refusal::ByRule, {{std::move(rule), std::move(text), value, limit, std::move(unit), sd}}};
}

}  // namespace polemarch::engine
