#pragma once
/// JSON of what every room tells in one shape (telling.hpp); for text*.cpp files only. Fields that say nothing are left out.

#include "engine/core/json_types.hpp"
#include "engine/core/telling.hpp"

namespace polemarch::engine {

POLEMARCH_JSON_ENUM(Counted, {Counted::Each, "each"}, {Counted::Sum, "sum"})
POLEMARCH_JSON_ENUM(Better, {Better::High, "high"}, {Better::Low, "low"})
POLEMARCH_JSON_DEFAULTS(ThrowRow, rule, text, value, whose)
POLEMARCH_JSON_DEFAULTS(Thrown, who, thrower, at, purpose, rule, source, values, rerolled, need, better, counted, good, rows, dice,
                        per_mille, outcome)
POLEMARCH_JSON_DEFAULTS(Lost, unit, bases, what, by, how, at, rule)

}  // namespace polemarch::engine
