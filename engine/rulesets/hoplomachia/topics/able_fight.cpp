#include "engine/rulesets/hoplomachia/topics/able.hpp"

namespace polemarch::hoplomachia {

bool able_in_fight(const State&, const UnitId&) { return false; }

}  // namespace polemarch::hoplomachia
