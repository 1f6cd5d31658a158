#pragma once
/// JSON of the room's nouns and state; for text/*.cpp only.

#include "engine/rulesets/paean/text/json_fight.hpp"
#include "engine/rulesets/paean/text/json_move.hpp"

namespace polemarch::paean {

POLEMARCH_JSON_DEFAULTS(State, k, options, width, depth, tolerance, terrain, bases, formations, leaders, fights, turn, agenda)

}  // namespace polemarch::paean
