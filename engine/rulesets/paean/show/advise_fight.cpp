#include "engine/rulesets/paean/show/advising.hpp"

namespace polemarch::paean {

void advise_fights(Advising&) {}

}  // namespace polemarch::paean
