#include "engine/rulesets/paean/play/rolling.hpp"

#include <numeric>

namespace polemarch::paean {

using namespace engine;

std::optional<Wait> next_throw(Unfold& u, Rolling& rolling, const Answers& answers, const std::string& purpose, engine::Aim aim) {
  const auto size = static_cast<int>(rolling.volleys.size());
  if (!answers.empty() && rolling.volley < size) {
    const Volley& volley = rolling.volleys.at(static_cast<std::size_t>(rolling.volley));
    const Hurdle& hurdle = volley.hurdles.at(static_cast<std::size_t>(rolling.hurdle));
    const Answer& answer = answers.front();
    const int good = at_least(answer, hurdle.need);
    const Side side = *side_of(u.state(), volley.thrower);
    const bool last = rolling.hurdle + 1 == static_cast<int>(volley.hurdles.size());
    std::vector<ThrowRow> dice = volley.dice;
    if (rolling.hurdle > 0) {
      const Hurdle& before = volley.hurdles.at(static_cast<std::size_t>(rolling.hurdle - 1));
      dice = {{before.rule, "cleared " + before.what, static_cast<int>(answer.values.size()), side}};
    }
    u.emit(Thrown{.who = side,
                  .thrower = volley.thrower,
                  .at = volley.at,
                  .purpose = purpose + (hurdle.what == "armour" ? "" : ", " + hurdle.what),
                  .aim = aim,
                  .rule = hurdle.rule,
                  .values = answer.values,
                  .rerolled = {},
                  .need = hurdle.need,
                  .good = good,
                  .goes_on = !last,
                  .rows = hurdle.rows,
                  .dice = std::move(dice),
                  .per_mille = per_mille_at_least(hurdle.need, volley.faces),
                  .outcome = last ? std::to_string(good) + (good == 1 ? " hit" : " hits") : std::to_string(good) + " go on"});
    rolling.left = good;
    rolling.hurdle += 1;
    if (last || good == 0) {
      rolling.hits.push_back(last ? good : 0);
      rolling.volley += 1;
      rolling.hurdle = 0;
    }
  }
  while (rolling.volley < size && rolling.volleys.at(static_cast<std::size_t>(rolling.volley)).count() <= 0) {
    rolling.hits.push_back(0);
    rolling.volley += 1;
  }
  if (rolling.volley >= size) return std::nullopt;
  const Volley& volley = rolling.volleys.at(static_cast<std::size_t>(rolling.volley));
  const Hurdle& hurdle = volley.hurdles.at(static_cast<std::size_t>(rolling.hurdle));
  const int count = rolling.hurdle == 0 ? volley.count() : rolling.left;
  return ask_dice(*side_of(u.state(), volley.thrower), hurdle.rule,
                  volley.thrower.text + " at " + volley.at.text + ", " + purpose + ", " + hurdle.what + ": " + std::to_string(count) +
                      " D" + std::to_string(volley.faces) + ", " + std::to_string(hurdle.need) + " or more",
                  count, volley.faces);
}

int all_hits(const Rolling& rolling) { return std::accumulate(rolling.hits.begin(), rolling.hits.end(), 0); }

int hits_of_side(const State& state, const Rolling& rolling, Side side) {
  int hits = 0;
  for (std::size_t i = 0; i < rolling.hits.size(); ++i)
    if (side_of(state, rolling.volleys[i].thrower) == side) hits += rolling.hits[i];
  return hits;
}

Wait ask_two(Side who, const std::string& rule, const std::string& what, int need) {
  return ask_dice(who, rule, what + ": two dice, " + std::to_string(need) + " or less", 2);
}

bool told_two(Unfold& u, engine::Aim aim, Side who, const UnitId& thrower, const UnitId& at, const std::string& purpose,
              const std::string& rule, Need need, const Answer& answer, const std::string& good, const std::string& bad) {
  const bool passed = total(answer) <= need.need;
  u.emit(Thrown{.who = who,
                .thrower = thrower,
                .at = at,
                .purpose = purpose,
                .aim = aim,
                .rule = rule,
                .values = answer.values,
                .rerolled = {},
                .need = need.need,
                .better = Better::Low,
                .counted = Counted::Sum,
                .good = passed ? 1 : 0,
                .rows = std::move(need.rows),
                .dice = {},
                .per_mille = per_mille_at_most(need.need),
                .outcome = passed ? good : bad});
  return passed;
}

std::optional<Source> source_in_hand(const State& state) {
  if (!state.turn.permit) return std::nullopt;
  return state.turn.permit->source;
}

}  // namespace polemarch::paean
