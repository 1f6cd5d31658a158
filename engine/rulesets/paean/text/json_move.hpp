#pragma once
/// JSON of the bound's, command's and movement's steps, commands and events; for text/*.cpp only.

#include "engine/rulesets/paean/text/json_nouns.hpp"

namespace polemarch::paean {

POLEMARCH_JSON_EMPTY(InitiativeDice)
POLEMARCH_JSON(GradeRoll, leader)
POLEMARCH_JSON(AbilityRoll, leader)
POLEMARCH_JSON(OrderRoll, commander, unit)
POLEMARCH_JSON(SkirmishTest, unit)
POLEMARCH_JSON_DEFAULTS(HeroicTest, hero, again)
POLEMARCH_JSON(ApolloChoice, hero)

POLEMARCH_JSON_EMPTY(BeginBattle)
POLEMARCH_JSON(DeployArmy, side)
POLEMARCH_JSON_EMPTY(EndPhase)
POLEMARCH_JSON(TestSkirmishers, unit)
POLEMARCH_JSON(CallOfPower, unit)
POLEMARCH_JSON(GiveOrder, commander, unit)
POLEMARCH_JSON_DEFAULTS(Relinquish, commander, to, join)
POLEMARCH_JSON(CallOfMight, hero)
POLEMARCH_JSON(TestHero, hero)
POLEMARCH_JSON_DEFAULTS(MoveHero, hero, to, join)
POLEMARCH_JSON(StopRun, unit)
POLEMARCH_JSON_EMPTY(Forgo)
POLEMARCH_JSON(AboutFace, unit)
POLEMARCH_JSON(ChangeFacing, unit, to)
POLEMARCH_JSON(ChangeFormation, unit, files)
POLEMARCH_JSON(Detach, unit, bases)
POLEMARCH_JSON_DEFAULTS(FormUp, unit, with, poses)
POLEMARCH_JSON(ContractFlank, unit, flank)
POLEMARCH_JSON(ExpandFlank, unit, flank)
POLEMARCH_JSON(GiveGround, unit)
POLEMARCH_JSON(Traverse, unit, to)
POLEMARCH_JSON(Reorder, unit, bases)
POLEMARCH_JSON_DEFAULTS(EndBattle, winner)
void to_json(engine::Json& j, const Leg& v);
void from_json(const engine::Json& j, Leg& v);
void to_json(engine::Json& j, const MoveFormation& v);
void from_json(const engine::Json& j, MoveFormation& v);

POLEMARCH_JSON(PhaseBegan, bound, side, phase)
POLEMARCH_JSON_DEFAULTS(PermitSet, permit)
POLEMARCH_JSON_DEFAULTS(RunSet, run, ended)
POLEMARCH_JSON_DEFAULTS(CommandPassed, to)
POLEMARCH_JSON(OrderCounted, unit)
POLEMARCH_JSON_DEFAULTS(BasesMoved, unit, poses, how, rule, distance)
POLEMARCH_JSON_DEFAULTS(Marked, unit, status, why, rule)
POLEMARCH_JSON_DEFAULTS(FormationSet, unit, formation, why, rule)
POLEMARCH_JSON(ContactMade, unit, foe, on_unit, on_foe)
POLEMARCH_JSON(ContactEnded, unit, foe)
POLEMARCH_JSON_DEFAULTS(LeaderSet, id, leader, why, rule)
POLEMARCH_JSON(InitiativeWon, side)
POLEMARCH_JSON_DEFAULTS(BattleEnded, winner, why, rule)

}  // namespace polemarch::paean
