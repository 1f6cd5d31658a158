#pragma once
/// JSON of shooting's, charging's and close combat's state, steps, commands and events; for text/*.cpp only.

#include "engine/rulesets/paean/text/json_nouns.hpp"

namespace polemarch::paean {

POLEMARCH_JSON(PartHits, by, at, hits, order)
POLEMARCH_JSON_DEFAULTS(Fights, parts)

POLEMARCH_JSON(ShotDice, unit, target)

POLEMARCH_JSON(Shoot, unit, target)
POLEMARCH_JSON(ChargeAt, unit, target)

POLEMARCH_JSON(PartHitsSet, parts)

}  // namespace polemarch::paean
