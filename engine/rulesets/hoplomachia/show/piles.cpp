/// What can still come from a pile of lots.
#include "engine/rulesets/hoplomachia/rules.hpp"
#include "engine/rulesets/hoplomachia/topics/entering.hpp"

namespace polemarch::hoplomachia {

std::optional<engine::Pile> Rules::pile(const State&, const engine::Wait& wait) {
  if (!wait.chance || wait.chance->source != kLots) return std::nullopt;
  const std::vector<int> one_each(static_cast<std::size_t>(wait.chance->highest), 1);
  return engine::Pile{one_each, one_each, one_each, {}};
}

}  // namespace polemarch::hoplomachia
