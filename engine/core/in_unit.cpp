#include "engine/core/in_unit.hpp"

namespace polemarch::engine {

Reason in_unit_of(Reason reason, const LengthUnit& unit) {
  if (reason.unit != "mm") return reason;
  for (std::optional<double>* measure : {&reason.value, &reason.limit, &reason.sd})
    if (*measure) **measure /= unit.one.mm();
  reason.unit = unit.name;
  return reason;
}

Verdict in_unit_of(Verdict verdict, const LengthUnit& unit) {
  for (Reason& reason : verdict.reasons) reason = in_unit_of(std::move(reason), unit);
  return verdict;
}

}  // namespace polemarch::engine
