#include "engine/core/made_once.hpp"

#include "engine/rulesets/hoplomachia/commands.hpp"
#include "engine/rulesets/hoplomachia/events.hpp"
#include "engine/rulesets/hoplomachia/state.hpp"
#include "engine/rulesets/hoplomachia/steps.hpp"

POLEMARCH_MADE_ONCE(polemarch::hoplomachia)
