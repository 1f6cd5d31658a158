/// Commands of the fighting.
#include "engine/rulesets/hoplomachia/judge/judge.hpp"

namespace polemarch::hoplomachia {

Verdict judge_of(const State& state, Viewer by, const ChargeAhead& c) {
  if (auto problem = busy(state)) return *problem;
  if (auto problem = not_his(state, by, c.unit)) return *problem;
  if (auto problem = not_its_turn(state, c.unit, Phase::Epidromos)) return *problem;
  return engine::allow();
}

}  // namespace polemarch::hoplomachia
