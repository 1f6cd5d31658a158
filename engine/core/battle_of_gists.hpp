#pragma once
/// What commands and logged events are about, in a BattleOf. Part of battle_of.hpp; nobody else includes it. Pure.

#include "engine/core/battle_of.hpp"
#include "models/io/json_text.hpp"

namespace polemarch::engine {

template <Ruleset R, class Hidden, class Showing>
Deed BattleOf<R, Hidden, Showing>::deed(std::string_view command) const {
  const auto own = room_command(command);
  return own ? std::visit([](const auto& one) { return deed_in(one); }, *own) : Deed::Other;
}

template <Ruleset R, class Hidden, class Showing>
bool BattleOf<R, Hidden, Showing>::only_ends(std::string_view command) const {
  const auto own = room_command(command);
  return own && std::visit([](const auto& one) { return only_ends_in(one); }, *own);
}

template <Ruleset R, class Hidden, class Showing>
Route BattleOf<R, Hidden, Showing>::route(std::string_view command) const {
  const auto named = [](const auto& one) {
    if constexpr (requires { one.route(); }) return one.route();
    return Route();
  };
  const auto own = room_command(command);
  return own ? std::visit(named, *own) : Route();
}

template <Ruleset R, class Hidden, class Showing>
Gist BattleOf<R, Hidden, Showing>::gist(std::string_view event) const {
  const auto read = guarded("event", [&]() -> Gist {
    const Json j = io::parsed(event);
    if (is_sealed(j) || repair_event_from_json(j)) return {};
    try {
      return std::visit([](const auto& one) { return gist_in(one); }, event_of(j, state_));
    } catch (const std::logic_error&) {  // it names a unit or a way that is not there
      return {};
    }
  });
  return read ? *read : Gist();
}

}  // namespace polemarch::engine
