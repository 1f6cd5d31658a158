#pragma once
/// Throwing volleys through their hurdles, and the tests on two dice that fighting asks for.

#include <string>

#include "engine/core/asks.hpp"
#include "engine/rulesets/paean/play/changes.hpp"
#include "engine/rulesets/paean/topics/command.hpp"

namespace polemarch::paean {

/// Tells the throw that was answered, if one was, and moves on to the next; the question to ask, or nothing when all is thrown.
std::optional<engine::Wait> next_throw(Unfold& u, Rolling& rolling, const engine::Answers& answers, const std::string& purpose,
                                       engine::Aim aim);
/// Throws on: true when all volleys are done. The step is opened anew for each throw.
template <class OneStep>
bool thrown_out(Unfold& u, OneStep& step, const engine::Answers& answers, const std::string& purpose) {
  auto wait = next_throw(u, step.rolling, answers, purpose, engine::aim_in(step));
  if (!wait) return true;
  u.ask(step, std::move(*wait));
  return false;
}
int all_hits(const Rolling& rolling);
/// Hits of the volleys a side threw.
int hits_of_side(const State& state, const Rolling& rolling, Side side);

/// A question for two dice to be `need` or less.
engine::Wait ask_two(Side who, const std::string& rule, const std::string& what, int need);
/// Tells two dice against a number; true when passed.
bool told_two(Unfold& u, engine::Aim aim, Side who, const UnitId& thrower, const UnitId& at, const std::string& purpose,
              const std::string& rule, Need need, const engine::Answer& answer, const std::string& good = "passed",
              const std::string& bad = "failed");
/// The permit in hand, before action_taken().
std::optional<Source> source_in_hand(const State& state);

}  // namespace polemarch::paean
