#pragma once
/// What players call a command: by its general where he has a name. Pure.

#include <string>

#include "engine/rulesets/to_the_strongest/state.hpp"

namespace polemarch::to_the_strongest {

/// The last word of its general's name, "Cassius", or all of it where two generals of the battle end alike; empty where he has none.
std::string general_of_command(const State& state, const UnitId& command);

/// "Cassius's command", or "command A-1".
std::string command_name(const State& state, const UnitId& command);

}  // namespace polemarch::to_the_strongest
