#include "engine/rulesets/blade_and_bow/topics/recoil.hpp"

#include <algorithm>

namespace polemarch::blade_and_bow {
namespace {

/// Looks for the ways back of one unit. Which square is next follows from the order of preference; how far the nearest square that can
/// take the unit is, from trying longer and longer ways (BB-AMB-113).
struct Seeker {
  const State& state;
  const Unit& unit;
  MoveGround ground;
  std::vector<FallBack> found = {};

  bool enterable(Square from, Square to) const {
    if (!state.map.holds(to) || to == unit.square || ground.enemy_zones.covers(to)) return false;  // BB-REC-04
    const Unit* there = ground.unit_in(to);
    if (there != nullptr && there->side != unit.side) return false;
    return ground.bar(from, to) == MapBar::None && ground.enemy_camp[static_cast<std::size_t>(state.map.index(to))] == 0;
  }
  /// From the friend's square `at` a free one can be reached through friends without crossing the way so far.
  bool leads_out(Square at, const std::vector<Square>& walked) const {
    std::vector<Square> seen = walked, open{at};
    seen.push_back(at);
    while (!open.empty()) {
      const Square here = open.back();
      open.pop_back();
      for (int f = 0; f < 8; ++f) {
        const Square to = neighbour(state.map, here, static_cast<Facing>(f));
        if (!enterable(here, to) || std::find(seen.begin(), seen.end(), to) != seen.end()) continue;
        if (ground.unit_in(to) == nullptr) return true;
        seen.push_back(to);
        open.push_back(to);
      }
    }
    return false;
  }
  /// The next squares by the order of preference, all free or all held by friends.
  std::vector<Facing> next(Square at, Facing ahead, const std::vector<Square>& walked) const {
    static const std::vector<std::vector<int>> kSteps{{0}, {-1, 1}, {-2, 2, -3, 3, 4}};  // BB-REC-08, BB-REC-09, BB-REC-10
    for (const std::vector<int>& step : kSteps) {
      for (const bool friends : {false, true}) {  // friends only when no free square of that step is there (BB-AMB-85)
        std::vector<Facing> ways;
        for (const int turn : step) {
          const Facing direction = turned(ahead, turn);
          const Square to = neighbour(state.map, at, direction);
          if (!enterable(at, to) || (ground.unit_in(to) != nullptr) != friends) continue;
          if (std::find(walked.begin(), walked.end(), to) != walked.end()) continue;
          if (!friends || leads_out(to, walked)) ways.push_back(direction);
        }
        if (!ways.empty()) return ways;
      }
    }
    return {};
  }
  /// Collects the ways of exactly `length` squares that go on from `at`.
  void walk(Square at, Facing ahead, const FallBack& so_far, std::size_t length) {
    for (const Facing direction : next(at, ahead, so_far.path)) {
      const Square to = neighbour(state.map, at, direction);
      const Unit* there = ground.unit_in(to);
      FallBack way = so_far;
      way.path.push_back(to);
      way.facing = direction;  // faces directly away from the square left (BB-REC-09, BB-REC-15)
      if (there != nullptr) {
        way.passed.push_back(there->id);
        if (way.path.size() < length) walk(to, direction, way, length);
      } else if (way.path.size() == length) {
        found.push_back(std::move(way));
      }
    }
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
  Seeker seeker{state, unit, MoveGround(state, unit.side)};
  if (!seeker.next(unit.square, away, {}).empty())
    for (std::size_t length = 1; seeker.found.empty() && length <= state.units.size() + 1; ++length)
      seeker.walk(unit.square, away, {}, length);
  choice.ways = std::move(seeker.found);
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
