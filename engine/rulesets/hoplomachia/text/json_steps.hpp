#pragma once
/// JSON of the steps; for text*.cpp only (heavy header). The fighting's steps stand in text_steps_fight.hpp. Pure.

#include "engine/rulesets/hoplomachia/steps.hpp"
#include "engine/rulesets/hoplomachia/text/json_nouns.hpp"
#include "engine/rulesets/hoplomachia/text/json_steps_fight.hpp"

namespace polemarch::hoplomachia {

POLEMARCH_JSON_ENUM(PreGameAsk, {PreGameAsk::Situation, "situation"}, {PreGameAsk::TypeByDice, "type_by_dice"}, {PreGameAsk::Type, "type"},
                    {PreGameAsk::Start, "start"}, {PreGameAsk::Invader, "invader"}, {PreGameAsk::Character, "character"},
                    {PreGameAsk::StanceOf, "stance_of"}, {PreGameAsk::BaseArete, "base_arete"}, {PreGameAsk::Breakfast, "breakfast"},
                    {PreGameAsk::Hieres, "hieres"}, {PreGameAsk::HieresRoll, "hieres_roll"}, {PreGameAsk::Rhetoria, "rhetoria"},
                    {PreGameAsk::RhetoriaRoll, "rhetoria_roll"}, {PreGameAsk::Plan, "plan"}, {PreGameAsk::Formation, "formation"},
                    {PreGameAsk::Deployment, "deployment"}, {PreGameAsk::FirstToDeploy, "first_to_deploy"})
POLEMARCH_JSON_DEFAULTS(PreGame, ask, side, strategos, rolls)
POLEMARCH_JSON_EMPTY(RevealSignals)
POLEMARCH_JSON(AnswerCharge, side)
POLEMARCH_JSON_DEFAULTS(SignalHeard, side, order, tested, withdraw, testing)
POLEMARCH_JSON_DEFAULTS(StanceTest, strategos, order, source, need, units)
POLEMARCH_JSON_EMPTY(RunnersArrive)
POLEMARCH_JSON(RollOff, phase)
POLEMARCH_JSON_ENUM(AreteDie, {AreteDie::Paean, "paean"}, {AreteDie::GrimResolve, "grim_resolve"}, {AreteDie::Sphagia, "sphagia"},
                    {AreteDie::OneStepMore, "one_step_more"}, {AreteDie::UnderBelos, "under_belos"}, {AreteDie::Surprised, "surprised"})
POLEMARCH_JSON(AreteRoll, die, side, unit)
POLEMARCH_JSON(StrategosRoll, strategos)
POLEMARCH_JSON(NewHegemon, side)
POLEMARCH_JSON(GateRoll, side, terrain)
POLEMARCH_JSON(LandingRoll, side)
POLEMARCH_JSON(DrawLots, side)

}  // namespace polemarch::hoplomachia
