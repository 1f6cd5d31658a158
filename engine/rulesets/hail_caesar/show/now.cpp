/// What is to be done, how the battle stands in a few lines, and how it ended.
#include <algorithm>

#include "engine/rulesets/hail_caesar/rules.hpp"
#include "engine/rulesets/hail_caesar/tables.hpp"
#include "engine/rulesets/hail_caesar/text/fight_words.hpp"
#include "engine/rulesets/hail_caesar/topics/command.hpp"
#include "engine/rulesets/hail_caesar/topics/measure.hpp"
#include "engine/rulesets/hail_caesar/topics/morale.hpp"
#include "models/counted.hpp"

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
  std::optional<Side> winner;
  if (state.winner == "A" || state.winner == "B") winner = state.winner == "A" ? Side::A : Side::B;
  if (state.ended_by) return engine::Ending{winner, *state.ended_by, "HC-CFG-04"};
  if (!winner) return engine::Ending{winner, "neither side could go on", "HC-CFG-T1"};
  const auto broken = winner_by_breaking(state);
  if (broken != state.winner) return engine::Ending{winner, "the battle was given up", "HC-CFG-04"};  // of an earlier log
  return engine::Ending{winner, "the other army is broken", "HC-CFG-T1"};
}

std::vector<std::string> Rules::describe(const State& state, Viewer) {
  std::vector<std::string> lines;
  if (state.phase == Phase::Ended) {
    lines.push_back((state.winner == "draw" ? "The battle is drawn" : state.winner + " has won") +
                    (state.ended_by ? ": " + *state.ended_by : std::string()));
  } else if (state.phase == Phase::Deployment) {
    lines.push_back("Deployment");
  } else {
    lines.push_back("Turn " + std::to_string(state.turn) + ", " + std::string(name_of(state.active)) + ": " +
                    std::string(word_of(state.phase)));
  }
  for (const Side side : {Side::A, Side::B}) {
    int left = 0, all = 0, broken = 0;
    for (const auto& [id, unit] : state.units)
      if (unit.side == side) ++all, left += unit.broken || unit.shattered ? 0 : 1;
    for (const auto& [key, division] : state.divisions) broken += division.side == side && division.broken ? 1 : 0;
    lines.push_back(std::string(name_of(side)) + ": " + std::to_string(left) + " of " + counted(all, "unit") +
                    (broken > 0 ? ", " + counted(broken, "division") + " broken" : ""));
  }
  if (state.phase == Phase::Orders) {
    // Free Moves must be taken before shooting (HC-ORD-25).
    std::string waiting;
    for (const auto& [id, unit] : state.units)
      if (unit.side == state.active && unit.in_play() && unit.turn.moves_left > 0) waiting += (waiting.empty() ? "" : ", ") + id.text;
    if (!waiting.empty()) lines.push_back("Ordered moves left: " + waiting);
    std::string free;
    for (const auto& [id, unit] : state.units)
      if (unit.side == state.active && unit.in_play() && unit.turn.moves_left == 0 && !in_combat(unit) && free_right(state, id).kind)
        free += (free.empty() ? "" : ", ") + id.text;
    if (!free.empty()) lines.push_back("Free or retirement moves left: " + free);
  }
  for (const auto& [id, unit] : state.units) {
    if (!unit.in_play()) continue;
    std::string text;
    if (unit.casualties > 0) text += " " + std::to_string(unit.casualties) + "/" + std::to_string(unit.profile.stamina);
    if (is_shaken(unit, state.config)) text += " Shaken";
    if (unit.disordered) text += " Disordered";
    if (unit.due) text += " break test due";
    if (!text.empty()) lines.push_back(called(state, id) + ":" + text);
  }
  return lines;
}

}  // namespace polemarch::hail_caesar
