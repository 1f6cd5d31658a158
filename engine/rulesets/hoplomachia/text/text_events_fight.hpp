#pragma once
/// JSON of the fighting's events; for text*.cpp only (heavy header). Pure.

#include "engine/rulesets/hoplomachia/events_fight.hpp"
#include "engine/rulesets/hoplomachia/text/text_state.hpp"

namespace polemarch::hoplomachia {

POLEMARCH_JSON(LochosFought, lochos, fate, fight)
POLEMARCH_JSON(TaxisFought, unit, fight)

}  // namespace polemarch::hoplomachia
