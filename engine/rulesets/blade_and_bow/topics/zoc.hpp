#pragma once
/// Zones of control, strong and weak, and the bonds of neighbours. Rules BB-ZOC. Grid squares. Pure.

#include <cstdint>
#include <vector>

#include "engine/rulesets/blade_and_bow/topics/grid.hpp"

namespace polemarch::blade_and_bow {

enum class Zone : std::uint8_t { None, Weak, Strong };

/// What one unit holds: its five squares with their strength, on the map only; nothing when disrupted (BB-ZOC-10).
struct ZoneSquare {
  Square square;
  Zone zone = Zone::Weak;
};
std::vector<ZoneSquare> zone_of(const State& state, const Unit& unit);

/// The zones of control of a whole side, by square.
class ZoneMap {
 public:
  ZoneMap(const State& state, Side side);
  Zone at(Square square) const;
  /// Strong only because two neighbouring friends share it (BB-ZOC-07).
  bool is_bond(Square square) const;
  bool covers(Square square) const { return at(square) != Zone::None; }

 private:
  const Map* map_;
  std::vector<Zone> zones_;
  std::vector<std::uint8_t> bonds_;
};

/// True when a wall between these neighbours bars step and zone alike.
const Edge* edge_between(const Map& map, Square a, Square b);

}  // namespace polemarch::blade_and_bow
