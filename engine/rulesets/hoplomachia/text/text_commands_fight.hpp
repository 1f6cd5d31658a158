#pragma once
/// JSON of the fighting's commands; for text*.cpp only (heavy header). Pure.

#include "engine/rulesets/hoplomachia/commands_fight.hpp"
#include "engine/rulesets/hoplomachia/text/text_fight.hpp"

namespace polemarch::hoplomachia {

POLEMARCH_JSON_DEFAULTS(ChargeAhead, unit, onto, onto_lochos)
POLEMARCH_JSON(Shoot, unit)
POLEMARCH_JSON_DEFAULTS(BelosCharge, unit, target, poses)
POLEMARCH_JSON(JoinPursuit, unit, routers)
POLEMARCH_JSON(WheelIn, unit, lochos, target, target_lochos)

}  // namespace polemarch::hoplomachia
