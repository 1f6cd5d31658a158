#pragma once
/// Line of sight along shortest paths of squares; the target's owner chooses among equal ones. Rules BB-LOS. Pure.

#include <vector>

#include "engine/rulesets/blade_and_bow/topics/grid.hpp"

namespace polemarch::blade_and_bow {

struct Sight {
  bool clear = true;
  int points = 0;                ///< range cost of the path
  std::vector<Square> blocking;  ///< squares the target's owner can point at
  std::vector<Square> path;      ///< the path he chooses: a blocked one if there is one; without both ends
  std::string why;               ///< "woods", "hill", "B3" of the first blocking square
};
Sight sight_between(const State& state, Square from, Square to);

/// Every shortest path between two squares, both ends left out; for advice and tests (BB-LOS-13).
std::vector<std::vector<Square>> shortest_paths(const Map& map, Square from, Square to, std::size_t limit = 1000);

/// True when `viewer`'s unit sees `unit` through one of its flank or rear squares (BB-UNIT-19, BB-AMB-80).
bool sees_flank_or_rear(const State& state, const Unit& watcher, const Unit& unit);

/// The terrain kind of a square; clear ground for squares without an entry.
const TerrainKind& terrain_at(const Map& map, Square square);

}  // namespace polemarch::blade_and_bow
