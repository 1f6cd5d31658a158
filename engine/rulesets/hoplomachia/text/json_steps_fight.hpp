#pragma once
/// JSON of the fighting's steps; for text*.cpp only (heavy header). Pure.

#include "engine/rulesets/hoplomachia/steps_fight.hpp"
#include "engine/rulesets/hoplomachia/text/json_fight.hpp"

namespace polemarch::hoplomachia {

POLEMARCH_JSON_ENUM(CheckFor, {CheckFor::Recovery, "recovery"}, {CheckFor::Charge, "charge"}, {CheckFor::Target, "target"},
                    {CheckFor::Melee, "melee"}, {CheckFor::Katastrophe, "katastrophe"}, {CheckFor::ScythedChariot, "scythed_chariot"})
POLEMARCH_JSON_ENUM(ChargeStage, {ChargeStage::Check, "check"}, {ChargeStage::Roll, "roll"}, {ChargeStage::Doubts, "doubts"},
                    {ChargeStage::Targets, "targets"}, {ChargeStage::Reactions, "reactions"}, {ChargeStage::Runs, "runs"},
                    {ChargeStage::Move, "move"}, {ChargeStage::Met, "met"})
POLEMARCH_JSON_DEFAULTS(AndreiaCheck, unit, lochos, line, why, foes, winner, result, flight, need)
POLEMARCH_JSON_DEFAULTS(EpidromosCharge, unit, onto, stage, targets, next, limited, met)
POLEMARCH_JSON(EpidromosDie, unit)
POLEMARCH_JSON(ChargePursuit, unit, quarry)
POLEMARCH_JSON(RunDie, flight)
POLEMARCH_JSON(RunsOf, unit, mode)
POLEMARCH_JSON(RecoverAsked, flight)
POLEMARCH_JSON(FilesAsked, unit)
POLEMARCH_JSON(FightMelees, unit)
POLEMARCH_JSON(ResultAsked, first, second)
POLEMARCH_JSON_DEFAULTS(Shot, shooter, target, stands, need, intensity, second_ranks)
POLEMARCH_JSON_DEFAULTS(Shooting, unit, belos_charge, shots)
POLEMARCH_JSON_DEFAULTS(FallBack, unit, from, left)
POLEMARCH_JSON(BelosAnswer, unit)
POLEMARCH_JSON(EkdromoiOf, unit)
POLEMARCH_JSON(EkdromoiAsked, lochos)
POLEMARCH_JSON(EkdromoiMove, lochos, at)
POLEMARCH_JSON(EkdromoiFight, lochos, at)
POLEMARCH_JSON_DEFAULTS(EkdromoiDeclared, charger, from, left, struck, released)
POLEMARCH_JSON_DEFAULTS(EkdromoiLoosed, charger, released)
POLEMARCH_JSON(SallyFight, unit, at)
POLEMARCH_JSON(ChariotDrives, unit, left)
POLEMARCH_JSON(ChariotMeets, unit, at, left)
POLEMARCH_JSON(GoOnAsked, lochos)

}  // namespace polemarch::hoplomachia
