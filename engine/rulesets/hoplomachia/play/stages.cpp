/// What the frame does when a stage begins.
#include "engine/rulesets/hoplomachia/play/common.hpp"

namespace polemarch::hoplomachia {

void begin_stage(Unfold& u) {
  const Sequence& at = u.state().at;
  if (at.phase == Phase::Commands && at.stage == 0) u.open(RunnersArrive{});
  begin_fight_stage(u);
}

}  // namespace polemarch::hoplomachia
