#pragma once
/// JSON of the fighting's events; for text*.cpp only (heavy header). Pure.

#include "engine/core/telling_json.hpp"
#include "engine/rulesets/hoplomachia/events_fight.hpp"
#include "engine/rulesets/hoplomachia/text/json_state.hpp"

namespace polemarch::hoplomachia {

POLEMARCH_JSON(LochosFought, lochos, fate, fight)
POLEMARCH_JSON(TaxisFought, unit, fight)
POLEMARCH_JSON(ChargeRolled, unit, die, distance, momentum)
POLEMARCH_JSON(ChargeDeclared, unit, targets)
POLEMARCH_JSON_DEFAULTS(ContactMade, lochos, contact, next_turn)
POLEMARCH_JSON(ContactEnded, one, other)
POLEMARCH_JSON_DEFAULTS(MeleeShare, lochos, attack, defence, stages, level)
POLEMARCH_JSON_DEFAULTS(MeleeFought, first, second, on, othismos, result, losers, rule)
POLEMARCH_JSON_EMPTY(MeleesClosed)
POLEMARCH_JSON_DEFAULTS(FlightKept, flight, what)
POLEMARCH_JSON_DEFAULTS(FlightOver, id, unit, how, rule)
POLEMARCH_JSON(DeadLaid, counter, lochos)
POLEMARCH_JSON_DEFAULTS(HamippoiLost, lochos, why, rule)
POLEMARCH_JSON(HomeRouted, side)
POLEMARCH_JSON_DEFAULTS(BelosReacted, unit, by, lochos, code, rule)
POLEMARCH_JSON(EpilektoiDeclared, lochos, by)
POLEMARCH_JSON(EpilektoiSpent, unit)

}  // namespace polemarch::hoplomachia
