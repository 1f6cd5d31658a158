#include "engine/rulesets/paean/topics/army.hpp"

namespace polemarch::paean {

ArmySum army_sum(const State& state, Side side) {
  ArmySum sum;
  constexpr int kHoplites = 40;  // PA-PTS-07, percent
  UnitId last;
  for (const auto& [id, base] : state.bases) {
    if (base.side != side || base.card.leader()) continue;
    const auto points = points_of(base.card);
    if (points) {
      sum.troops += *points;
    } else if (base.unit != last) {
      sum.warnings.push_back({"PA-PTS-T1", "the lists have no base such as " + id.text, {}, {}, {}, {}});
    }
    last = base.unit;
    sum.figures += figures_on(base.card);
    if (base.card.hoplite()) sum.hoplites += figures_on(base.card);
  }
  for (const auto& [id, leader] : state.leaders) {
    if (leader.side != side) continue;
    if (const auto points = points_of(leader)) {
      sum.leaders += *points;
    } else {
      sum.warnings.push_back({"PA-PTS-14", id.text + " has a value that cannot be bought", static_cast<double>(leader.value), {}, {}, {}});
    }
  }
  if (sum.figures > 0 && sum.hoplites * 100 < kHoplites * sum.figures)
    sum.warnings.push_back(
        {"PA-PTS-07", "LH and H are less than is suggested", static_cast<double>(sum.hoplite_percent()), kHoplites, "%", {}});
  return sum;
}

}  // namespace polemarch::paean
