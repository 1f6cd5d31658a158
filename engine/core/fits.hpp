#pragma once
/// Does a logged event of core fit the agenda it comes upon? Those that a battle tells always do; a log that was meddled with may ask for
/// a minus number of dice, answer what nobody asked, or owe a pose for a base that has none. Pure.

#include <optional>
#include <string>

#include "engine/core/agenda.hpp"
#include "engine/core/commands.hpp"
#include "engine/core/events.hpp"

namespace polemarch::engine {

/// What is wrong with a question that is being opened, in a few words. `next`: its number is below that.
std::optional<std::string> misfit(const Wait& wait, int next);
/// What is wrong with this answer to it. Where bases may stand was judged when they were put down, and is not judged again.
std::optional<std::string> misfit(const Wait& wait, const Answer& answer);
/// The same of a placement that is being owed. `next`: its number is at most that.
std::optional<std::string> misfit(const OwedPlacement& owed, int next);

/// What is wrong with the event, in a few words; nothing when it fits, or is none of core's.
template <class Step, class Event>
std::optional<std::string> misfit(const Agenda<Step>& agenda, const Event& event) {
  if constexpr (std::is_same_v<Event, StepOpened<Step>>) {
    if (event.lane < 1 || event.lane > agenda.next_lane) return "no lane " + std::to_string(event.lane);
    const int next = agenda.next_wait + static_cast<int>(event.waits.size());
    for (const Wait& wait : event.waits)
      if (auto wrong = misfit(wait, next)) return wrong;
  } else if constexpr (std::is_same_v<Event, WaitAnswered>) {
    const Lane<Step>* lane = agenda.lane_of(event.wait);
    const Wait* wait = lane == nullptr ? nullptr : agenda.find(event.wait);  // numbers are given once
    if (wait == nullptr || wait->answer) return "answers no open question";
    if (event.answer.value) return misfit(*wait, *event.answer.value);
  } else if constexpr (std::is_same_v<Event, StepClosed>) {
    if (agenda.lane(event.lane) == nullptr) return "no lane " + std::to_string(event.lane);
  } else if constexpr (std::is_same_v<Event, PlacementOwed>) {
    return misfit(event.owed, agenda.next_owed);
  }
  return std::nullopt;
}

}  // namespace polemarch::engine
