/// Before the battle: bases are put down, and who is with a formation goes with it. PA-HER-13.
#include <algorithm>

#include "engine/rulesets/paean/play/play.hpp"
#include "engine/rulesets/paean/topics/deployment.hpp"
#include "engine/rulesets/paean/topics/layout.hpp"
#include "engine/rulesets/paean/topics/stands.hpp"

namespace polemarch::paean {

using namespace engine;

namespace {

bool stands_with(const State& state, const UnitId& leader) {
  const Leader& who = leader_at(state, leader);
  return on_the_table(state, leader) && would_touch(state, leader, base_at(state, who.base).at, who.with);
}

}  // namespace

void put_down(Unfold& u, const PlaceBases& c) {
  UnitId unit = c.unit;
  if (unit.empty() && !c.poses.empty()) unit = u.state().bases.at(c.poses.front().base).unit;
  u.emit(Placed{0, unit, c.poses});
  const bool measured = std::any_of(c.poses.begin(), c.poses.end(), [](const PlacedBase& one) { return one.at.error != PoseError{}; });
  if (u.state().turn.phase != Phase::Deployment || measured) return;  // what a camera sees stands where it is seen
  if (find_formation(u.state(), unit) != nullptr && on_the_table(u.state(), unit)) {
    for (const UnitId& leader : leaders_with(u.state(), unit))
      if (!stands_with(u.state(), leader))
        move_leader(u, leader, place_behind(u.state(), unit, leader), "goes with " + unit.text, "PA-HER-13", {}, false);
    return;
  }
  const Leader* leader = find_leader(u.state(), unit);  // by ruling
  if (leader == nullptr || find_formation(u.state(), leader->with) == nullptr || !on_the_table(u.state(), leader->with) ||
      stands_with(u.state(), unit))
    return;
  Leader alone = *leader;
  alone.with = {};
  set_leader(u, unit, alone, "is not with " + leader->with.text + " any more", "PA-HER-13");
}

void decide_one(Unfold& u, const DeployArmy& c) {
  for (const auto& [unit, poses] : suggested_deployment(u.state(), c.side)) u.emit(Placed{0, unit, poses});
}

}  // namespace polemarch::paean
