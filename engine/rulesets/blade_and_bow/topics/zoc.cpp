#include "engine/rulesets/blade_and_bow/topics/zoc.hpp"

namespace polemarch::blade_and_bow {

const Edge* edge_between(const Map& map, Square a, Square b) {
  for (const Edge& edge : map.edges)
    if ((edge.a == a && edge.b == b) || (edge.a == b && edge.b == a)) return &edge;
  return nullptr;
}

namespace {

/// Calls `hold(square, turn)` for the five squares a unit on the map and in good order holds; turn 0 is straight ahead.
template <class Hold>
void for_each_held(const State& state, const Unit& unit, Hold&& hold) {
  if (!unit.on_map() || unit.disrupted) return;  // BB-ZOC-10
  for (const int turn : {0, -1, 1, -2, 2}) {     // BB-ZOC-01: three front and two flank squares; none behind (BB-ZOC-05)
    const Square square = neighbour(state.map, unit.square, turned(unit.facing, turn));
    if (!state.map.holds(square)) continue;
    if (!state.map.edges.empty()) {
      const Edge* edge = edge_between(state.map, unit.square, square);
      if (edge != nullptr && edge->impassable) continue;  // BB-AMB-04
    }
    hold(square, turn);
  }
}

/// Of the eight neighbours of a square, by direction: those that touch the one in this direction. Of two sides a quarter apart the
/// squares meet at a corner; of two corners a quarter apart they do not.
constexpr unsigned touching(int direction) {
  const auto bit = [&](int steps) { return 1U << static_cast<unsigned>((direction + steps + 8) % 8); };
  return bit(-1) | bit(1) | (direction % 2 == 0 ? bit(-2) | bit(2) : 0U);
}

}  // namespace

std::vector<ZoneSquare> zone_of(const State& state, const Unit& unit) {
  std::vector<ZoneSquare> squares;
  for_each_held(state, unit, [&](Square square, int turn) { squares.push_back({square, turn == 0 ? Zone::Strong : Zone::Weak}); });
  return squares;
}

ZoneMap::ZoneMap(const State& state, Side side)
    : map_(&state.map),
      zones_(static_cast<std::size_t>(state.map.size()), Zone::None),
      bonds_(static_cast<std::size_t>(state.map.size()), 0) {
  // Who holds a square weakly, a bit a direction: a bond needs two of them that stand next to each other.
  std::vector<std::uint8_t> weak(zones_.size(), 0);
  for (const auto& entry : state.units) {
    const Unit& unit = entry.second;
    if (unit.side != side) continue;
    for_each_held(state, unit, [&](Square square, int turn) {
      const auto i = static_cast<std::size_t>(map_->index(square));
      if (turn == 0) {
        zones_[i] = Zone::Strong;  // BB-ZOC-15
        return;
      }
      const int from = static_cast<int>(turned(unit.facing, turn + 4));
      if ((weak[i] & touching(from)) != 0) bonds_[i] = 1;  // BB-ZOC-07, BB-AMB-03
      weak[i] = static_cast<std::uint8_t>(weak[i] | 1U << static_cast<unsigned>(from));
      if (zones_[i] == Zone::None) zones_[i] = Zone::Weak;
    });
  }
  for (std::size_t i = 0; i < zones_.size(); ++i)
    if (bonds_[i] != 0) zones_[i] = Zone::Strong;
}

Zone ZoneMap::at(Square square) const { return map_->holds(square) ? zones_[static_cast<std::size_t>(map_->index(square))] : Zone::None; }
bool ZoneMap::is_bond(Square square) const { return map_->holds(square) && bonds_[static_cast<std::size_t>(map_->index(square))] != 0; }

}  // namespace polemarch::blade_and_bow
