#pragma once
/// Events of older logs. A room whose event changed gives it a new name and has a door `static Json upcast(Json event)`, or
/// `upcast(Json event, const State&)` where what the old event left to be worked out hangs on the state it met. Pure.

#include "engine/core/json_fields.hpp"

namespace polemarch::engine {

/// The event as today's room writes it.
template <class R>
Json upcast(const Json& event, const typename R::State& state) {
  if constexpr (requires { R::upcast(event, state); }) {
    return R::upcast(event, state);
  } else if constexpr (requires { R::upcast(event); }) {
    return R::upcast(event);
  } else {
    return event;
  }
}

}  // namespace polemarch::engine
