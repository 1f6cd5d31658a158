/// Whom a charge comes upon besides whom it is at (HM-EPI-25, HM-AND-04).
#include <algorithm>

#include "engine/rulesets/hoplomachia/topics/bodies.hpp"
#include "engine/rulesets/hoplomachia/topics/charging.hpp"

namespace polemarch::hoplomachia {

std::vector<UnitId> met_first(const State& state, const UnitId& id, Length most) {
  std::vector<InLane> ahead = chargeable(state, id);
  std::erase_if(ahead, [&](const InLane& lane) { return lane.way.value > most; });
  std::vector<UnitId> out;
  if (ahead.empty()) return out;
  std::vector<UnitId> first;  // of each lochos
  const Facts facts(state);
  for (const int at : in_hand(state, id)) {
    const Shapes& own = facts.shapes({id, at});
    const UnitId* nearest = nullptr;
    Length least = most;
    for (const InLane& lane : ahead)
      for (std::size_t i = 0; i < taxis_at(state, lane.unit).lochoi.size(); ++i) {
        const LochosRef ref{lane.unit, static_cast<int>(i)};
        if (runs_on(state, ref)) continue;
        const auto touch = touch_in_lane(own, facts.shapes(ref));
        if (!touch || touch->travel.value > least) continue;
        least = touch->travel.value, nearest = &lane.unit;
      }
    if (nearest != nullptr) first.push_back(*nearest);
  }
  for (const InLane& lane : ahead)
    if (std::find(first.begin(), first.end(), lane.unit) != first.end()) out.push_back(lane.unit);
  return out;
}

}  // namespace polemarch::hoplomachia
