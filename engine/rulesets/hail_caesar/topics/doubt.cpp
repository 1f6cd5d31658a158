#include "engine/rulesets/hail_caesar/topics/doubt.hpp"

#include <algorithm>
#include <cmath>

#include "engine/geometry/trig.hpp"

namespace polemarch::hail_caesar {
namespace {

namespace geo = geometry;
using engine::Ruling;

Condition condition_of(Ruling ruling, bool measured) { return {measured, ruling == Ruling::TooCloseToCall}; }

constexpr double kSure = static_cast<double>(geo::kSureMilli) / 1000.0;

}  // namespace

Condition operator!(Condition c) { return {!c.holds, c.doubtful}; }
Condition operator&&(Condition a, Condition b) {
  const bool surely_not = (!a.holds && !a.doubtful) || (!b.holds && !b.doubtful);
  return {a.holds && b.holds, !surely_not && (a.doubtful || b.doubtful)};
}
Condition operator||(Condition a, Condition b) { return !(!a && !b); }

Condition is_within(Measure value, Length limit) { return condition_of(geo::within(value, limit), value.value <= limit); }
Condition is_beyond(Measure value, Length limit) { return !is_within(value, limit); }
Condition is_at_least(double share, double sd, double least) {
  // Shares are compared as millionths, like every other measured value.
  const auto millionths = [](double v) { return Length{static_cast<std::int64_t>(std::floor(v * 1e6 + 0.5))}; };
  const Measure value{millionths(share), millionths(sd)};
  return condition_of(geo::at_least(value, millionths(least)), value.value >= millionths(least));
}

Condition looked_at(Bodies bodies, const std::function<bool(const Bodies&)>& answer) {
  Condition result{answer(bodies), false};
  for (geo::Shape& body : bodies) {
    if (body.error.none) continue;
    const geo::Shape kept = body;
    for (std::size_t axis = 0; axis < 3 && !result.doubtful; ++axis) {
      geo::Gradient by{};
      by[axis] = 1;
      const double reach = kSure * geo::standard_deviation(kept, by);
      if (reach <= 0) continue;
      for (const double side : {-1.0, 1.0}) {
        body = geo::nudged(kept, axis, side * reach);
        if (answer(bodies) != result.holds) result.doubtful = true;
      }
    }
    body = kept;
    if (result.doubtful) break;
  }
  return result;
}

Length sd_along(const geo::Shape& body, Vec2 direction) {
  if (body.error.none) return {};
  return geo::rounded(geo::standard_deviation(body, {direction.x, direction.y, 0}));
}

Length sd_of_place(const geo::Shape& body) { return std::max(sd_along(body, {1, 0}), sd_along(body, {0, 1})); }

bool counts(const State& state, Condition condition, std::optional<bool> word, Side good_for, const engine::Reason& reason,
            Doubts& doubts) {
  if (word) return *word;
  if (!condition.doubtful) return condition.holds;
  engine::Reason told = reason;
  if (state.config.move.tie_break == "active") {
    const bool holds = good_for == state.active;
    told.text += std::string(": too close to call, the tie-break ") + (holds ? "counts it" : "leaves it out");
    doubts.settled.push_back(std::move(told));
    return holds;
  }
  told.text += ": too close to call";
  doubts.open.push_back(std::move(told));
  return condition.holds;
}

engine::Verdict settled(const State& state, engine::Verdict verdict, Side side) {
  if (verdict.ruling != Ruling::TooCloseToCall || state.config.move.tie_break != "active") return verdict;
  const bool for_it = side == state.active;
  verdict.ruling = for_it ? Ruling::Allowed : Ruling::Refused;
  // What was too close is told with its measure, so that it can be looked up afterwards.
  engine::Reason told = verdict.reasons.empty() ? engine::Reason{"HC-AMB-50", "", {}, {}, {}, {}} : verdict.reasons.front();
  told.text = told.text.substr(0, told.text.rfind(": "));
  told.text += std::string(told.text.empty() ? "" : ": ") + "too close to call, the tie-break favours the active side";
  verdict.reasons.push_back(std::move(told));
  return verdict;
}

engine::Verdict with_doubts(engine::Verdict verdict, const Doubts& doubts) {
  if (verdict.allowed() && !doubts.open.empty()) {
    verdict.ruling = Ruling::TooCloseToCall;
    verdict.reasons.insert(verdict.reasons.begin(), doubts.open.begin(), doubts.open.end());
  }
  verdict.reasons.insert(verdict.reasons.end(), doubts.settled.begin(), doubts.settled.end());
  return verdict;
}

}  // namespace polemarch::hail_caesar
