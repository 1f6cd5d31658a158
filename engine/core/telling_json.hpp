#pragma once
/// JSON of what every room tells in one shape (telling.hpp); for text*.cpp files only. Fields that say nothing are left out.

#include "engine/core/json_types.hpp"
#include "engine/core/telling.hpp"

namespace polemarch::engine {

POLEMARCH_JSON_ENUM(Counted, {Counted::Each, "each"}, {Counted::Sum, "sum"})
POLEMARCH_JSON_ENUM(Better, {Better::High, "high"}, {Better::Low, "low"})
POLEMARCH_JSON_ENUM(Aim, {Aim::Other, "other"}, {Aim::Blow, "blow"}, {Aim::Shot, "shot"}, {Aim::Save, "save"}, {Aim::Order, "order"},
                    {Aim::Rally, "rally"}, {Aim::Check, "check"}, {Aim::Evade, "evade"}, {Aim::Flight, "flight"}, {Aim::Pursuit, "pursuit"},
                    {Aim::Casualty, "casualty"}, {Aim::Spirit, "spirit"}, {Aim::FoesSpirit, "foes_spirit"})
inline void to_json(Json& j, const ThrowRow& v) {
  j = {{"rule", v.rule}, {"text", v.text}, {"value", v.value}, {"whose", v.whose}};
  if (v.to_throw) j["to_throw"] = true;
}
inline void from_json(const Json& j, ThrowRow& v) {
  get_field_or_keep(j, "rule", v.rule);
  get_field_or_keep(j, "text", v.text);
  get_field_or_keep(j, "value", v.value);
  get_field_or_keep(j, "whose", v.whose);
  get_field_or_keep(j, "to_throw", v.to_throw);
}
POLEMARCH_JSON_DEFAULTS(Thrown, who, thrower, at, purpose, aim, rule, source, values, rerolled, need, better, counted, good, goes_on, rows,
                        dice, per_mille, outcome)
POLEMARCH_JSON_DEFAULTS(Lost, unit, bases, what, part, by, how, at, rule)

}  // namespace polemarch::engine
