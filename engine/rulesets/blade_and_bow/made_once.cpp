#include "engine/core/made_once.hpp"

#include "engine/rulesets/blade_and_bow/commands.hpp"
#include "engine/rulesets/blade_and_bow/events.hpp"
#include "engine/rulesets/blade_and_bow/state.hpp"
#include "engine/rulesets/blade_and_bow/steps.hpp"

POLEMARCH_MADE_ONCE(polemarch::blade_and_bow)
