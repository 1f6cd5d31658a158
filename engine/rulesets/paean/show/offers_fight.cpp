#include "engine/rulesets/paean/show/offering.hpp"

namespace polemarch::paean {

void offer_fights(Offering&, const UnitId&) {}

}  // namespace polemarch::paean
