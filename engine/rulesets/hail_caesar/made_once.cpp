#include "engine/core/made_once.hpp"

#include "engine/rulesets/hail_caesar/commands.hpp"
#include "engine/rulesets/hail_caesar/events.hpp"
#include "engine/rulesets/hail_caesar/state.hpp"
#include "engine/rulesets/hail_caesar/steps.hpp"

POLEMARCH_MADE_ONCE(polemarch::hail_caesar)
