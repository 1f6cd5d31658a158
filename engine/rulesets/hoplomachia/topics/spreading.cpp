#include "engine/rulesets/hoplomachia/topics/spreading.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

namespace polemarch::hoplomachia {

namespace geo = geometry;

namespace {

/// How many of these shooters can have a target of their own.
std::size_t most_spread(std::span<const Shooter> shooters, const std::set<BaseId>& taken) {
  std::map<BaseId, std::size_t> held_by;
  std::size_t spread = 0;
  for (std::size_t first = 0; first < shooters.size(); ++first) {
    std::set<BaseId> tried;
    const std::function<bool(std::size_t)> place = [&](std::size_t shooter) {
      for (const Aim& aim : shooters[shooter].aims) {
        if (taken.contains(aim.base) || !tried.insert(aim.base).second) continue;
        const auto holder = held_by.find(aim.base);
        if (holder != held_by.end() && !place(holder->second)) continue;
        held_by[aim.base] = shooter;
        return true;
      }
      return false;
    };
    spread += place(first) ? 1 : 0;
  }
  return spread;
}

}  // namespace

const Aim* pick_target(std::span<const Shooter> shooters, const std::set<BaseId>& taken) {
  constexpr Length kEqual{500};  // nearer to each other than a place on the table is known
  const Shooter& first = shooters.front();
  std::vector<const Aim*> nearest;
  for (const Aim& aim : first.aims)
    if (!taken.contains(aim.base) && (nearest.empty() || aim.gap.value <= nearest.front()->gap.value + kEqual)) nearest.push_back(&aim);
  if (nearest.size() < 2) return nearest.empty() ? nullptr : nearest.front();
  const auto aside = [&](const Aim* aim) {
    return std::llround(100 * std::fabs(geo::dot(aim->at - first.shape.front_centre(), geo::left_of(first.shape.ahead))));
  };
  std::stable_sort(nearest.begin(), nearest.end(), [&](const Aim* a, const Aim* b) { return aside(a) < aside(b); });
  const Aim* best = nullptr;
  std::size_t most = 0;
  for (const Aim* aim : nearest) {
    std::set<BaseId> with = taken;
    with.insert(aim->base);
    const std::size_t spread = most_spread(shooters.subspan(1), with);
    if (best == nullptr || spread > most) best = aim, most = spread;
  }
  return best;
}

}  // namespace polemarch::hoplomachia
