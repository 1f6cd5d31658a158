#pragma once
/// JSON of what the state keeps of fighting; for text*.cpp only (heavy header). Pure.

#include "engine/rulesets/hoplomachia/state_fight.hpp"
#include "engine/rulesets/hoplomachia/text/text_words.hpp"

namespace polemarch::hoplomachia {

POLEMARCH_JSON_DEFAULTS(LochosRef, unit, at)
POLEMARCH_JSON_DEFAULTS(Contact, foe, on)
POLEMARCH_JSON_DEFAULTS(LochosFight, engaged, contacts, ground_given, ekdromoi_lost, ekdromoi_sent, under_belos, fought, pushed_back,
                        routed_this_turn)
POLEMARCH_JSON_DEFAULTS(TaxisFight, epidromos_die, momentum, charge_missed, charging, fleeing_from, pursuing, rout_moves, shot,
                        belos_charged, belos_charges, shots, must_charge, march_back, katastrophe, checked)
POLEMARCH_JSON_DEFAULTS(DeadCounter, at, side)
POLEMARCH_JSON_DEFAULTS(BattleFight, dead)

}  // namespace polemarch::hoplomachia
