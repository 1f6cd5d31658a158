/// What the fighting shows about a unit.
#include "engine/rulesets/hoplomachia/show/show.hpp"

namespace polemarch::hoplomachia {

void advise_fight(const State&, const engine::Selection&, Viewer, engine::Advice&) {}
void windows_fight(const State&, Viewer, std::vector<engine::Window>&) {}
std::string to_do_fight(const State&) { return {}; }

}  // namespace polemarch::hoplomachia
