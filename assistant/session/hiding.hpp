#pragma once
/// What of a battle and its lines is hidden, and from whom: the parts are sealed here before the log sees them. Pure but for the nonces.

#include <string>

#include "assistant/session/seals.hpp"
#include "engine/core/battle.hpp"

namespace polemarch::assistant {

/// Where the ruleset's battle.json hides something; who may know a command before it is given (engine/core/hidden.hpp).
std::string_view hidden_places(const engine::Battle& battle);
Viewer audience_of(const engine::Battle& battle, const std::string& command);

/// The set-up with what only one side may know sealed: the places the ruleset names, and unrevealed secrets of a battle half-way.
engine::Json sealed_setup(const Seals& seals, const engine::Json& setup, std::string_view hidden_places);
/// The set-up with null for every seal that is still closed.
engine::Json with_nulls(engine::Json setup);

/// Who may know the whole of a command: its audience, else the owner of the secrets in its events; Umpire when both sides have some.
Viewer whole_audience(Viewer audience, const std::vector<std::string>& events);
/// An event as the log holds it. `whole`: who may know its command.
engine::Json sealed_event(const Seals& seals, const engine::Battle& battle, const std::string& event, Viewer whole);

}  // namespace polemarch::assistant
