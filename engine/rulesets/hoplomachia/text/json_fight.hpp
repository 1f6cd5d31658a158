#pragma once
/// JSON of what the state keeps of fighting; for text*.cpp only (heavy header). Pure.

#include "engine/rulesets/hoplomachia/state_fight.hpp"
#include "engine/rulesets/hoplomachia/text/json_nouns.hpp"

namespace polemarch::hoplomachia {

POLEMARCH_JSON_DEFAULTS(LochosRef, unit, at)
POLEMARCH_JSON_DEFAULTS(Contact, foe, on, othismos)
POLEMARCH_JSON_DEFAULTS(LochosFight, engaged, contacts, ground_given, ekdromoi_lost, ekdromoi_sent, ekdromoi_asked, ekdromoi_forced,
                        tormentors, under_belos, fought, pushed_back, routed_this_turn, assails, moved_in, epilektoi_in, worst, apart_in,
                        chased_in, left_in)
POLEMARCH_JSON_DEFAULTS(TaxisFight, epidromos_die, answer, momentum, missed_in, charging, balked, shot, belos_charged, belos_charges, shots,
                        at_phalanx, must_charge, must_belos, march_back, march_back_from, katastrophe, checked, pursued_in, halts_in)
POLEMARCH_JSON_DEFAULTS(Flight, id, mode, unit, lochoi, foe, away, since, moves, moved_in, caught, stops, early)
POLEMARCH_JSON_DEFAULTS(Declared, lochos, by)
POLEMARCH_JSON_DEFAULTS(DeadCounter, at, side)
POLEMARCH_JSON_DEFAULTS(BattleFight, dead, flights, next_flight, fought, declared)

}  // namespace polemarch::hoplomachia
