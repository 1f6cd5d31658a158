#pragma once
/// What an amendment may not do to the agenda: it counts its lanes, waits and owed placements itself, and a lane always has a step. Pure.

#include <optional>
#include <string>

#include "engine/core/agenda.hpp"

namespace polemarch::engine {

namespace detail {
constexpr int kMostThrown = 10000;  // dice or cards of one throw, faces of one die

inline std::optional<std::string> broken_wait(const Wait& wait, int next) {
  const std::string name = "w" + std::to_string(wait.id.number);
  if (wait.id.number < 1 || wait.id.number >= next) return name + " is no question that was asked";
  if (wait.least < 0 || wait.most < wait.least || wait.most > kMostThrown) return name + " cannot be answered";
  if (!wait.chance) return std::nullopt;
  const ChanceSpec& chance = *wait.chance;
  if (chance.count < 0 || chance.count > kMostThrown) return name + " cannot ask for " + std::to_string(chance.count) + " values";
  if (chance.highest < chance.lowest || chance.highest > kMostThrown || chance.lowest < -kMostThrown)
    return name + " cannot ask for values from " + std::to_string(chance.lowest) + " to " + std::to_string(chance.highest);
  return std::nullopt;
}
}  // namespace detail

/// One plain line; nothing when the agenda goes on as it was or with less in it.
template <class Step>
std::optional<std::string> broken_agenda(const Agenda<Step>& before, const Agenda<Step>& after) {
  if (after.next_lane != before.next_lane || after.next_wait != before.next_wait || after.next_owed != before.next_owed)
    return "lanes, waits and owed placements are counted by the agenda itself";
  for (const Lane<Step>& lane : after.lanes) {
    if (lane.id < 1 || lane.id >= after.next_lane) return "lane " + std::to_string(lane.id) + " was never opened";
    if (lane.stack.empty()) return "lane " + std::to_string(lane.id) + " has no step; take the lane away";
    for (const OpenStep<Step>& open : lane.stack)
      for (const Wait& wait : open.waits)
        if (auto broken = detail::broken_wait(wait, after.next_wait)) return broken;
  }
  for (const OwedPlacement& owed : after.owed)
    if (owed.id < 1 || owed.id >= after.next_owed) return "p" + std::to_string(owed.id) + " is no placement that was owed";
  return std::nullopt;
}

}  // namespace polemarch::engine
