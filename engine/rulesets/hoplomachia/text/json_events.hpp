#pragma once
/// JSON of the events; for text*.cpp only (heavy header). Pure.

#include "engine/core/telling_json.hpp"
#include "engine/rulesets/hoplomachia/events.hpp"
#include "engine/rulesets/hoplomachia/text/json_events_fight.hpp"
#include "engine/rulesets/hoplomachia/text/json_state.hpp"

namespace polemarch::hoplomachia {

POLEMARCH_JSON(BattleAgreed, battle)
POLEMARCH_JSON_DEFAULTS(ArmySettled, side, base_die, hieres, breakfast, rhetoria_asked, plan, formation)
POLEMARCH_JSON_DEFAULTS(StrategosSettled, strategos, character, stance, in, rhetoria_done, hegemon)
POLEMARCH_JSON(StrategosArrived, key, strategos)
POLEMARCH_JSON_DEFAULTS(StrategosLost, strategos, how, rule)
POLEMARCH_JSON(SideReady, side)
POLEMARCH_JSON(SeniorNamed, side, unit)
POLEMARCH_JSON(TurnBegan, turn, hoplites_a, hoplites_b)
POLEMARCH_JSON_DEFAULTS(PhaseBegan, turn, phase, stage, precedence, why, rule)
POLEMARCH_JSON(UnitCalled, unit)
POLEMARCH_JSON_DEFAULTS(UnitActed, unit, next, what)
POLEMARCH_JSON_DEFAULTS(UnitReacted, unit, what)
POLEMARCH_JSON(SalpinxPlaced, side, counter)
POLEMARCH_JSON_DEFAULTS(SalpinxRevealed, side, order, changed)
POLEMARCH_JSON(RunnerSent, runner, length)
POLEMARCH_JSON(RunnerArrived, id)
POLEMARCH_JSON(CommandsDone, side)
POLEMARCH_JSON(OrderTaken, unit, order, mode)
POLEMARCH_JSON_DEFAULTS(ApproachKept, side, barred, halted, charge_since_paean, sphagia_done)
POLEMARCH_JSON_DEFAULTS(StandsMoved, unit, poses, moved, crossed, how, rule)
POLEMARCH_JSON_DEFAULTS(Rearranged, unit, to, rule, misread)
POLEMARCH_JSON_DEFAULTS(Disarrayed, unit, lochoi, why, rule)
POLEMARCH_JSON_DEFAULTS(Recovered, unit, to, rule, lochoi)
POLEMARCH_JSON_DEFAULTS(ModeChanged, unit, mode, approach_moves)
POLEMARCH_JSON(TurnFlagged, unit, flags)
POLEMARCH_JSON_DEFAULTS(UnitRevealed, unit, why)
POLEMARCH_JSON(CameOn, unit, lochoi)
POLEMARCH_JSON(SurpriseTold, unit)
POLEMARCH_JSON(UnitHidden, unit, hideout)
POLEMARCH_JSON(LandingAllowed, side, lochoi)
POLEMARCH_JSON(Lot, lochos, turn)
POLEMARCH_JSON(LotsDrawn, side, lots)
POLEMARCH_JSON(GateTold, terrain, open)
POLEMARCH_JSON(AreteChanged, side, entry)
POLEMARCH_JSON(LossScored, unit, lochos)
POLEMARCH_JSON(Unwilling, side)
POLEMARCH_JSON(BattleEnded, winner, text, rule)
POLEMARCH_JSON(UnitSignalWritten, side, signal)
POLEMARCH_JSON(UnitSignalTold, side, units)
POLEMARCH_JSON(TerrainLaid, terrain)
POLEMARCH_JSON(TerrainCleared, id)
POLEMARCH_JSON_DEFAULTS(UnitMade, unit, taxis, rule)
POLEMARCH_JSON_DEFAULTS(LochoiLeft, unit, lochoi, by_enemy_edge, how)
POLEMARCH_JSON(GateUsed, side)

}  // namespace polemarch::hoplomachia
