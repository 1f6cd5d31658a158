#pragma once
/// What a room's made_once.cpp says: copies, moves and comparisons of what the whole room passes about are made in that file alone. The
/// room declares those of its State and names its lists by OneOf (one_of.hpp). Pure.
///
///     POLEMARCH_MADE_ONCE(polemarch::toy)

#include "engine/core/one_of.hpp"

#define POLEMARCH_MADE_ONCE(room)                              \
  template struct polemarch::engine::OneOf<room::CommandList>; \
  template struct polemarch::engine::OneOf<room::StepList>;    \
  template struct polemarch::engine::OneOf<room::EventList>;   \
  namespace room {                                             \
  State::State() = default;                                    \
  State::State(const State& other) = default;                  \
  State::State(State&& other) noexcept = default;              \
  State& State::operator=(const State& other) = default;       \
  State& State::operator=(State&& other) noexcept = default;   \
  State::~State() = default;                                   \
  bool State::operator==(const State& other) const = default;  \
  }
