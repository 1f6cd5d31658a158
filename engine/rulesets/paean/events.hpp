#pragma once
/// What happened, from two lists and core's. Pure.

#include "engine/core/events.hpp"
#include "engine/core/joined.hpp"
#include "engine/core/one_of.hpp"
#include "engine/core/telling.hpp"
#include "engine/rulesets/paean/events_fight.hpp"
#include "engine/rulesets/paean/events_move.hpp"

namespace polemarch::paean {

using EventList = engine::Joined<std::variant<engine::StepOpened<Step>, engine::WaitAnswered, engine::StepClosed, engine::PlacementOwed,
                                              engine::Placed, engine::Thrown, engine::Lost>,
                                 MoveEvents, FightEvents>;
struct Event : engine::OneOf<EventList> {
  using OneOf::OneOf;
};

}  // namespace polemarch::paean
extern template struct polemarch::engine::OneOf<polemarch::paean::EventList>;
