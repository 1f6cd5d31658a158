#include "engine/rulesets/blade_and_bow/topics/recoil.hpp"

#include <algorithm>

namespace polemarch::blade_and_bow {
namespace {

struct Seeker {
  const State& state;
  const Unit& unit;
  MoveGround ground;
  std::size_t longest = 6;

  bool enterable(Square from, Square to) const {
    if (!state.map.holds(to) || ground.enemy_zones.covers(to)) return false;  // BB-REC-04
    const Unit* there = ground.unit_in(to);
    if (there != nullptr && there->side != unit.side) return false;
    if (barred(state, unit.side, from, to)) return false;
    const Camp* camp = standing_camp_at(state, to);
    return camp == nullptr || camp->side == unit.side;
  }
  const Unit* friend_in(Square s) const {
    const Unit* there = ground.unit_in(s);
    return there != nullptr && there->id != unit.id ? there : nullptr;
  }
  /// Every way on from `at`, facing `ahead`, by the order of preference; `so_far` has been walked.
  std::vector<FallBack> ways(Square at, Facing ahead, const FallBack& so_far) const {
    std::vector<FallBack> found;
    if (so_far.path.size() >= longest) return found;
    const auto enter = [&](int turn, bool friends) {
      const Facing direction = turned(ahead, turn);
      const Square to = neighbour(state.map, at, direction);
      if (!enterable(at, to) || to == unit.square) return;
      if (std::find(so_far.path.begin(), so_far.path.end(), to) != so_far.path.end()) return;
      const Unit* there = friend_in(to);
      if ((there != nullptr) != friends) return;
      FallBack way = so_far;
      way.path.push_back(to);
      way.facing = direction;  // faces directly away from the square left (BB-REC-09, BB-REC-15)
      if (there == nullptr) {
        found.push_back(std::move(way));
        return;
      }
      way.passed.push_back(there->id);
      for (FallBack& on : ways(to, direction, way)) found.push_back(std::move(on));
    };
    enter(0, false);  // BB-REC-08: straight ahead, also into a friend's square, before the squares aside (BB-REC-20)
    if (found.empty()) enter(0, true);
    for (const auto& aside : {std::vector<int>{-1, 1}, std::vector<int>{-2, 2, -3, 3, 4}}) {
      if (!found.empty()) break;
      for (const int turn : aside) enter(turn, false);
      if (found.empty())
        for (const int turn : aside) enter(turn, true);  // BB-AMB-85
      if (found.empty()) continue;
      break;
    }
    // "The nearest square that can take it" (BB-REC-11).
    if (!found.empty()) {
      const auto nearest = std::min_element(found.begin(), found.end(), [](const FallBack& a, const FallBack& b) {
                             return a.path.size() < b.path.size();
                           })->path.size();
      std::erase_if(found, [&](const FallBack& way) { return way.path.size() > nearest; });
    }
    return found;
  }
};

}  // namespace

FallBackChoice recoil_ways(const State& state, const Unit& unit, Square threat) {
  FallBackChoice choice;
  const Facing away = turned(direction_to(state.map, unit.square, threat), 4);  // BB-REC-07
  if (!state.map.holds(neighbour(state.map, unit.square, away))) {
    choice.eliminated = choice.off_map = true;  // BB-REC-06, BB-AMB-62
    choice.rule = "BB-REC-06";
    return choice;
  }
  const Seeker seeker{state, unit, MoveGround(state, unit.side)};
  choice.ways = seeker.ways(unit.square, away, {});
  if (choice.ways.empty()) {
    choice.eliminated = true;  // BB-REC-05, BB-AMB-61
    choice.rule = "BB-REC-05";
  }
  return choice;
}

FallBackChoice fire_recoil_ways(const State& state, const Unit& unit) {
  FallBackChoice choice;
  const MoveGround ground(state, unit.side);
  bool edge = false;
  for (const int turn : {4, 3, 5}) {  // direct rear first
    const Facing direction = turned(unit.facing, turn);
    const Square to = neighbour(state.map, unit.square, direction);
    if (!state.map.holds(to)) {
      edge = true;
      continue;
    }
    if (ground.enemy_zones.covers(to) || barred(state, unit.side, unit.square, to)) continue;
    const Camp* camp = standing_camp_at(state, to);
    if (camp != nullptr && camp->side != unit.side) continue;
    const Unit* there = ground.unit_in(to);
    if (there != nullptr) {
      if (there->side != unit.side || unit.type.good.size <= there->type.good.size) continue;  // BB-RNG-38
      if (displacement_squares(ground, to, unit.square).empty()) continue;
    }
    choice.ways.push_back({{to}, direction, {}});
  }
  if (choice.ways.empty()) {
    choice.off_map = choice.eliminated = edge;  // BB-AMB-99
    choice.rule = edge ? "BB-RNG-44" : "BB-RNG-29";
  }
  return choice;
}

}  // namespace polemarch::blade_and_bow
