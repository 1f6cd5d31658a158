#include "assistant/story/dealers.hpp"

#include <vector>

namespace polemarch::assistant::story {

void name_dealers(const Story& story, Moment& moment) {
  for (engine::Lost& lost : moment.losses) {
    if (!lost.by.empty() || lost.how != "broken") continue;
    UnitId one;
    bool several = false;
    for (auto earlier = story.moments.rbegin(); earlier != story.moments.rend(); ++earlier) {
      if (earlier->turn != moment.turn || earlier->side != moment.side || earlier->phase != moment.phase) break;
      if (earlier->undone) continue;
      for (const engine::Thrown& thrown : earlier->throws) {
        const bool hit = thrown.thrower == lost.unit && !thrown.at.empty() && thrown.aim == engine::Aim::Save &&
                         thrown.good < static_cast<int>(thrown.values.size());
        if (!hit) continue;
        several = several || (!one.empty() && one != thrown.at);
        one = thrown.at;
      }
    }
    if (!several) lost.by = one;
  }
}

}  // namespace polemarch::assistant::story
