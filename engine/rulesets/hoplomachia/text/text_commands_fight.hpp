#pragma once
/// JSON of the fighting's commands; for text*.cpp only (heavy header). Pure.

#include "engine/rulesets/hoplomachia/commands_fight.hpp"
#include "engine/rulesets/hoplomachia/text/text_fight.hpp"

namespace polemarch::hoplomachia {

POLEMARCH_JSON_DEFAULTS(ChargeAhead, unit)

}  // namespace polemarch::hoplomachia
