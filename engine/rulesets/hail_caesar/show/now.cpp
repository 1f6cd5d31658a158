/// What the battle stands at, in a sentence, and how it ended.
#include <algorithm>

#include "engine/rulesets/hail_caesar/rules.hpp"
#include "engine/rulesets/hail_caesar/tables.hpp"
#include "engine/rulesets/hail_caesar/topics/measure.hpp"

namespace polemarch::hail_caesar {

namespace {

bool all_stand(const State& state) {
  const auto there = [](const auto& one) { return one.second.on_table; };
  return std::all_of(state.units.begin(), state.units.end(), there) && std::all_of(state.generals.begin(), state.generals.end(), there);
}

/// The turn may not end before (HC-HTH-01).
bool combat_left(const State& state) {
  return std::any_of(state.units.begin(), state.units.end(),
                     [](const auto& one) { return in_combat(one.second) && !one.second.turn.fought; });
}

std::string to_do(const State& state) {
  switch (state.phase) {
    case Phase::Deployment:
      return all_stand(state) ? "begin the battle, or put units elsewhere" : "put the units on the table, then begin";
    case Phase::Rally:
      return "rally units, then go on";
    case Phase::Initiative:
      return "make initiative moves, then go on";
    case Phase::Orders:
      return "give an order, move, or go on to shooting";
    case Phase::Shooting:
      return "shoot with a unit, or go on to hand-to-hand";
    case Phase::HandToHand:
      return combat_left(state) ? "fight a combat" : "end the turn";
    case Phase::Ended:
      return "the battle is over";
  }
  return {};
}

}  // namespace

engine::Now Rules::now(const State& state) {
  const bool both = state.phase == Phase::Deployment || state.phase == Phase::Ended;
  return {state.phase == Phase::Deployment ? 0 : state.turn, both ? Viewer::Both : viewer_of(state.active),
          std::string(word_of(state.phase)), to_do(state)};
}

std::optional<engine::Ending> Rules::ending(const State& state) {
  if (state.phase != Phase::Ended) return std::nullopt;
  if (state.winner != "A" && state.winner != "B") return engine::Ending{std::nullopt, "neither side could go on", "HC-CFG-T1"};
  const Side winner = state.winner == "A" ? Side::A : Side::B;
  return engine::Ending{winner, "the other army is broken", "HC-CFG-T1"};
}

}  // namespace polemarch::hail_caesar
