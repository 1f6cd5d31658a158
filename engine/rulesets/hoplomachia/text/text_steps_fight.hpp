#pragma once
/// JSON of the fighting's steps; for text*.cpp only (heavy header). Pure.

#include "engine/rulesets/hoplomachia/steps_fight.hpp"
#include "engine/rulesets/hoplomachia/text/text_fight.hpp"

namespace polemarch::hoplomachia {

POLEMARCH_JSON(AndreiaCheck, unit, lochos, line, foe, need)

}  // namespace polemarch::hoplomachia
