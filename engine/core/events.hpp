#pragma once
/// Events every room shares: they keep the agenda. A room's Event variant lists them beside its own; apply() writes them. Past tense,
/// complete, never renamed. Pure.

#include <cassert>
#include <string>
#include <utility>
#include <vector>

#include "engine/core/agenda.hpp"
#include "engine/core/gist.hpp"

namespace polemarch::engine {

/// A step was pushed. lane 0 opens a new lane. Wait ids are already numbered (see open_step()).
template <class Step>
struct StepOpened {
  static constexpr const char* kName = "step_opened";
  static constexpr News kNews = News::Agenda;
  int lane = 0;
  Step step;
  std::vector<Wait> waits;
  bool operator==(const StepOpened&) const = default;
};

struct WaitAnswered {
  static constexpr const char* kName = "wait_answered";
  static constexpr News kNews = News::Agenda;
  WaitId wait;
  Secret<Answer> answer;
  bool operator==(const WaitAnswered&) const = default;
};

/// The top step of a lane is done; an emptied lane goes. For sealed steps the answers are repeated here, revealed.
struct StepClosed {
  static constexpr const char* kName = "step_closed";
  static constexpr News kNews = News::Agenda;
  int lane = 0;
  std::vector<Answer> revealed;
  bool operator==(const StepClosed&) const = default;
};

struct PlacementOwed {
  static constexpr const char* kName = "placement_owed";
  static constexpr News kNews = News::Agenda;
  OwedPlacement owed;
  bool operator==(const PlacementOwed&) const = default;
};

/// The owed bases stand (or "accept ghost"); free-measurement rooms take the measured poses into their state when they evolve this.
struct Placed {
  static constexpr const char* kName = "placed";
  static constexpr News kNews = News::Aside;
  int owed = 0;
  UnitId unit;
  std::vector<PlacedBase> poses;
  bool operator==(const Placed&) const = default;
};

/// Numbers the waits and builds the event that opens a step. lane 0 = a new lane.
template <class Step>
StepOpened<Step> open_step(const Agenda<Step>& agenda, int lane, Step step, std::vector<Wait> waits) {
  int next = agenda.next_wait;
  for (Wait& wait : waits) wait.id = {next++};
  return {lane == 0 ? agenda.next_lane : lane, std::move(step), std::move(waits)};
}

/// Numbers an owed placement.
template <class Step>
PlacementOwed owe(const Agenda<Step>& agenda, OwedPlacement owed) {
  owed.id = agenda.next_owed;
  return {std::move(owed)};
}

template <class Step>
void apply(Agenda<Step>& agenda, const StepOpened<Step>& event) {
  Lane<Step>* target = nullptr;
  for (Lane<Step>& lane : agenda.lanes)
    if (lane.id == event.lane) target = &lane;
  if (target == nullptr) {
    agenda.lanes.push_back({event.lane, {}});
    agenda.next_lane = std::max(agenda.next_lane, event.lane + 1);
    target = &agenda.lanes.back();
  }
  target->stack.push_back({event.step, event.waits});
  for (const Wait& wait : event.waits) agenda.next_wait = std::max(agenda.next_wait, wait.id.number + 1);
}

template <class Step>
void apply(Agenda<Step>& agenda, const WaitAnswered& event) {
  for (Lane<Step>& lane : agenda.lanes)
    for (OpenStep<Step>& open : lane.stack)
      for (Wait& wait : open.waits)
        if (wait.id == event.wait) wait.answer = event.answer;
}

template <class Step>
void apply(Agenda<Step>& agenda, const StepClosed& event) {
  for (std::size_t i = 0; i < agenda.lanes.size(); ++i) {
    if (agenda.lanes[i].id != event.lane) continue;
    agenda.lanes[i].stack.pop_back();
    if (agenda.lanes[i].stack.empty()) agenda.lanes.erase(agenda.lanes.begin() + static_cast<std::ptrdiff_t>(i));
    return;
  }
}

template <class Step>
void apply(Agenda<Step>& agenda, const PlacementOwed& event) {
  agenda.owed.push_back(event.owed);
  agenda.next_owed = std::max(agenda.next_owed, event.owed.id + 1);
}

template <class Step>
void apply(Agenda<Step>& agenda, const Placed& event) {
  std::erase_if(agenda.owed, [&](const OwedPlacement& owed) { return owed.id == event.owed; });
}

}  // namespace polemarch::engine
