#pragma once
/// JSON of state and steps; for text*.cpp only (heavy header). Pure.

#include "engine/rulesets/hoplomachia/state.hpp"
#include "engine/rulesets/hoplomachia/text/json_fight.hpp"
#include "engine/rulesets/hoplomachia/text/json_nouns.hpp"
#include "engine/rulesets/hoplomachia/text/json_steps.hpp"

namespace polemarch::hoplomachia {

POLEMARCH_JSON_DEFAULTS(Stand, base, footprint, at, marker, lost)
POLEMARCH_JSON_DEFAULTS(Lochos, stands, fate, disarrayed, scored, epilektoi, hamippoi, left, enters, fight)
POLEMARCH_JSON_DEFAULTS(Order, type, source, turn, exempt)
POLEMARCH_JSON_DEFAULTS(TurnFlags, moved, crossed, rearranged, for_charge, moved_away, evaded, halted_all, recovered, spent,
                        routers_through)
POLEMARCH_JSON_DEFAULTS(Taxis, side, name, nation, card, troop, lochoi, arrangement, mode, order, core, hidden, baggage, allied_to,
                        commander, approach_moves, moved_last_turn, surprised, enters, ekdromoi_of, scenery, hideout, stood, turn, fight)
POLEMARCH_JSON_DEFAULTS(Strategos, side, name, nation, hegemon, character, stance, in, alive, rhetoria_allowed, rhetoria_done, orders_given,
                        arrived)
POLEMARCH_JSON_DEFAULTS(Runner, id, side, from, to, to_strategos, order, sent, arrives, path)
POLEMARCH_JSON_DEFAULTS(AreteEntry, turn, phase, by, to, rule, why)
POLEMARCH_JSON_DEFAULTS(UnitSignal, order, units)
POLEMARCH_JSON_DEFAULTS(Army, name, nation, home_city, allies, role, hellenic, thracian, spartan, track, arete, arete_log, base_die,
                        breakfast, hieres, rhetoria_asked, plan, formation, counter, signal, standing, senior, senior_scored, commands_done,
                        ready, sphagia_done, approach_barred, approach_halted, charge_since_paean, home_rout_used, hoplites_at_start,
                        stands_at_start, landing, willing_to_end, unit_signal, exited, gate_used)
POLEMARCH_JSON_DEFAULTS(Armies, a, b)
POLEMARCH_JSON_DEFAULTS(Terrain, id, kind, outline, height)
POLEMARCH_JSON_DEFAULTS(BattlePlan, situation, type, start, board, invader, deployment, first_to_deploy, epoch, metaichmion,
                        invader_without_pregame, variant)
POLEMARCH_JSON_DEFAULTS(Sequence, turn, phase, stage, precedence, next, called, acted, reacted)
POLEMARCH_JSON_DEFAULTS(State, options, width, depth, tolerance, terrain, cards, charts, battle, armies, units, strategoi, runners,
                        next_runner, at, fight, gates, winner, ended_by, ended_rule, agenda)

}  // namespace polemarch::hoplomachia
