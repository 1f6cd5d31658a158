#pragma once
/// JSON of the fighting's commands; for text*.cpp only (heavy header). Pure.

#include "engine/rulesets/hoplomachia/commands_fight.hpp"
#include "engine/rulesets/hoplomachia/text/json_fight.hpp"

namespace polemarch::hoplomachia {

POLEMARCH_JSON_DEFAULTS(ChargeAhead, unit, onto, onto_lochos, limited)
POLEMARCH_JSON(Shoot, unit)
POLEMARCH_JSON_DEFAULTS(BelosCharge, unit, target, poses)
POLEMARCH_JSON(JoinPursuit, unit, routers)
POLEMARCH_JSON(WheelIn, unit, lochos, target, target_lochos)
/// {"unit":"A1","lochos":0,"add":-1}: "by" is the speaker's.
inline void to_json(Json& j, const UseEpilektoi& c) { j = {{"unit", c.unit}, {"lochos", c.lochos}, {"add", c.by}}; }
inline void from_json(const Json& j, UseEpilektoi& c) {
  c = UseEpilektoi{};
  engine::get_field_or_keep(j, "unit", c.unit);
  engine::get_field_or_keep(j, "lochos", c.lochos);
  engine::get_field_or_keep(j, "add", c.by);
}

}  // namespace polemarch::hoplomachia
