#pragma once
/// JSON of the commands; for text*.cpp only (heavy header). Inches in legs are numbers of inches. Pure.

#include "engine/rulesets/hoplomachia/commands.hpp"
#include "engine/rulesets/hoplomachia/text/json_commands_fight.hpp"
#include "engine/rulesets/hoplomachia/text/json_nouns.hpp"

namespace polemarch::hoplomachia {

POLEMARCH_JSON_DEFAULTS(PlaceStrategos, strategos, unit, lochos)
POLEMARCH_JSON_EMPTY(Ready)
POLEMARCH_JSON_DEFAULTS(Signal, order)
POLEMARCH_JSON_DEFAULTS(VerbalOrder, strategos, unit, to, order, path)
POLEMARCH_JSON_EMPTY(EndCommands)
/// {"ahead_in":3.5}, {"wheel_deg":30}, {"turn_deg":90}, {"right_in":0.5}, {"arrange":"OF"}.
void to_json(Json& j, const Leg& leg);
void from_json(const Json& j, Leg& leg);
POLEMARCH_JSON_DEFAULTS(MoveUnit, unit, legs, poses, with)
POLEMARCH_JSON_DEFAULTS(StandStill, unit)
POLEMARCH_JSON_EMPTY(StandAll)
POLEMARCH_JSON_DEFAULTS(CallUnit, unit)
POLEMARCH_JSON_DEFAULTS(Arrange, unit, to, read)
POLEMARCH_JSON_DEFAULTS(Reveal, unit)
POLEMARCH_JSON_DEFAULTS(Hide, unit, poses)
/// {"unit":"A2","x_mm":600}
void to_json(Json& j, const Enter& enter);
void from_json(const Json& j, Enter& enter);
POLEMARCH_JSON_DEFAULTS(Fulfilled, unit)
POLEMARCH_JSON_DEFAULTS(Speak, strategos)
POLEMARCH_JSON_DEFAULTS(TryGate, unit)
POLEMARCH_JSON_DEFAULTS(Concede, confirm)
POLEMARCH_JSON_DEFAULTS(EndBattle, why, confirm)
POLEMARCH_JSON_DEFAULTS(WriteSignal, order, units)
POLEMARCH_JSON_DEFAULTS(LayTerrain, id, kind, outline, height)
POLEMARCH_JSON_DEFAULTS(ClearTerrain, id)

}  // namespace polemarch::hoplomachia
