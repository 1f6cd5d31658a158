#pragma once
/// Everything that can have happened: core's events of the agenda, throws and losses as every room tells them, and both halves. Pure.

#include "engine/core/events.hpp"
#include "engine/core/one_of.hpp"
#include "engine/core/telling.hpp"
#include "engine/rulesets/hoplomachia/events_fight.hpp"
#include "engine/rulesets/hoplomachia/events_move.hpp"

namespace polemarch::hoplomachia {

using engine::Lost;
using engine::Placed;
using engine::PlacementOwed;
using engine::StepClosed;
using engine::Thrown;
using engine::WaitAnswered;
using StepOpened = engine::StepOpened<Step>;
using EventList =
    engine::Joined<std::variant<StepOpened, WaitAnswered, StepClosed, PlacementOwed, Placed, Thrown, Lost>, MoveEvents, FightEvents>;
struct Event : engine::OneOf<EventList> {
  using OneOf::OneOf;
};

}  // namespace polemarch::hoplomachia
extern template struct polemarch::engine::OneOf<polemarch::hoplomachia::EventList>;
