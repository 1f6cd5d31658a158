#include "engine/core/made_once.hpp"

#include "engine/rulesets/to_the_strongest/commands.hpp"
#include "engine/rulesets/to_the_strongest/events.hpp"
#include "engine/rulesets/to_the_strongest/state.hpp"
#include "engine/rulesets/to_the_strongest/steps.hpp"

POLEMARCH_MADE_ONCE(polemarch::to_the_strongest)
