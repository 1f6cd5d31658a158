#include "engine/rulesets/blade_and_bow/topics/zoc.hpp"

namespace polemarch::blade_and_bow {

const Edge* edge_between(const Map& map, Square a, Square b) {
  for (const Edge& edge : map.edges)
    if ((edge.a == a && edge.b == b) || (edge.a == b && edge.b == a)) return &edge;
  return nullptr;
}

std::vector<ZoneSquare> zone_of(const State& state, const Unit& unit) {
  std::vector<ZoneSquare> squares;
  if (!unit.on_map() || unit.disrupted) return squares;  // BB-ZOC-10
  squares.reserve(5);
  for (const int turn : {0, -1, 1, -2, 2}) {  // BB-ZOC-01: three front and two flank squares; none behind (BB-ZOC-05)
    const Square square = neighbour(state.map, unit.square, turned(unit.facing, turn));
    if (!state.map.holds(square)) continue;
    if (!state.map.edges.empty()) {
      const Edge* edge = edge_between(state.map, unit.square, square);
      if (edge != nullptr && edge->impassable) continue;  // BB-AMB-04
    }
    squares.push_back({square, turn == 0 ? Zone::Strong : Zone::Weak});
  }
  return squares;
}

ZoneMap::ZoneMap(const State& state, Side side)
    : map_(&state.map),
      zones_(static_cast<std::size_t>(state.map.size()), Zone::None),
      bonds_(static_cast<std::size_t>(state.map.size()), 0) {
  // Up to eight neighbours may hold a square weakly; a bond needs two of them that stand next to each other.
  struct Weak {
    std::array<Square, 8> from{};
    std::uint8_t count = 0;
  };
  std::vector<Weak> weak(zones_.size());
  for (const auto& [id, unit] : state.units) {
    if (unit.side != side) continue;
    for (const ZoneSquare& held : zone_of(state, unit)) {
      const auto i = static_cast<std::size_t>(map_->index(held.square));
      if (held.zone == Zone::Strong) {
        zones_[i] = Zone::Strong;  // BB-ZOC-15
        continue;
      }
      Weak& here = weak[i];
      for (std::uint8_t k = 0; k < here.count; ++k)
        if (are_neighbours(here.from[k], unit.square)) bonds_[i] = 1;  // BB-ZOC-07, BB-AMB-03
      if (here.count < here.from.size()) here.from[here.count++] = unit.square;
      if (zones_[i] == Zone::None) zones_[i] = Zone::Weak;
    }
  }
  for (std::size_t i = 0; i < zones_.size(); ++i)
    if (bonds_[i] != 0) zones_[i] = Zone::Strong;
}

Zone ZoneMap::at(Square square) const { return map_->holds(square) ? zones_[static_cast<std::size_t>(map_->index(square))] : Zone::None; }
bool ZoneMap::is_bond(Square square) const { return map_->holds(square) && bonds_[static_cast<std::size_t>(map_->index(square))] != 0; }

}  // namespace polemarch::blade_and_bow
