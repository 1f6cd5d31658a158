#pragma once
/// What core and some rooms measure in millimetres, told in the unit of the rulebook. Pure.

#include "engine/core/measures.hpp"
#include "engine/core/verdict.hpp"

namespace polemarch::engine {

/// The reason as the rulebook measures: value, limit and error of one in mm are told in its unit, "0.5 of 0.1 in". Others stay.
Reason in_unit_of(Reason reason, const LengthUnit& unit);
/// The same of every reason.
Verdict in_unit_of(Verdict verdict, const LengthUnit& unit);

}  // namespace polemarch::engine
