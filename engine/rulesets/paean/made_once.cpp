#include "engine/core/made_once.hpp"

#include "engine/rulesets/paean/commands.hpp"
#include "engine/rulesets/paean/events.hpp"
#include "engine/rulesets/paean/state.hpp"
#include "engine/rulesets/paean/steps.hpp"

POLEMARCH_MADE_ONCE(polemarch::paean)
