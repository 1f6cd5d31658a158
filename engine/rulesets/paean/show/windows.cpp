/// No rule of Paean gives a right to interrupt.
#include "engine/rulesets/paean/rules.hpp"

namespace polemarch::paean {

using namespace engine;

std::vector<Window> Rules::windows(const State&, Viewer) { return {}; }

}  // namespace polemarch::paean
