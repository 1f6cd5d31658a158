#include "engine/rulesets/blade_and_bow/topics/sight.hpp"

#include <algorithm>
#include <cstdlib>

namespace polemarch::blade_and_bow {
namespace {

/// A step of the lattice of shortest paths: `major` and `minor` count the straight and the diagonal steps taken.
struct Lattice {
  Square from;
  int major_column = 0, major_row = 0;  ///< the straight step
  int diagonal_column = 0, diagonal_row = 0;
  int straight = 0, diagonal = 0;  ///< how many of each a shortest path has
  Square at(int straights, int diagonals) const {
    return {from.column + straights * major_column + diagonals * diagonal_column,
            from.row + straights * major_row + diagonals * diagonal_row};
  }
};

Lattice lattice_of(Square from, Square to) {
  const int dc = to.column - from.column, dr = to.row - from.row;
  const int sc = dc > 0 ? 1 : dc < 0 ? -1 : 0, sr = dr > 0 ? 1 : dr < 0 ? -1 : 0;
  Lattice lattice{.from = from};
  lattice.diagonal = std::min(std::abs(dc), std::abs(dr));
  lattice.straight = std::max(std::abs(dc), std::abs(dr)) - lattice.diagonal;
  lattice.diagonal_column = sc;
  lattice.diagonal_row = sr;
  if (std::abs(dc) >= std::abs(dr))
    lattice.major_column = sc;
  else
    lattice.major_row = sr;
  return lattice;
}

/// The squares connected to `start` over hill squares.
std::vector<std::uint8_t> hill_of(const Map& map, Square start) {
  std::vector<std::uint8_t> mark(static_cast<std::size_t>(map.size()), 0);
  std::vector<Square> open{start};
  mark[static_cast<std::size_t>(map.index(start))] = 1;
  while (!open.empty()) {
    const Square here = open.back();
    open.pop_back();
    for (int f = 0; f < 8; ++f) {
      const Square next = neighbour(map, here, static_cast<Facing>(f));
      if (!map.holds(next) || !terrain_at(map, next).hill) continue;
      auto& flag = mark[static_cast<std::size_t>(map.index(next))];
      if (flag == 0) {
        flag = 1;
        open.push_back(next);
      }
    }
  }
  return mark;
}

/// What one intervening square does: 0 nothing, 1 blocks for sure, 2 a hill square of the hill both stand on, 3 off that hill.
struct Judge {
  const State& state;
  bool both_on_one_hill = false, units_block = false;
  std::vector<std::uint8_t> hill;
  bool on_common_hill(Square s) const { return both_on_one_hill && hill[static_cast<std::size_t>(state.map.index(s))] != 0; }
  std::string hindrance(Square s) const {
    const TerrainKind& kind = terrain_at(state.map, s);
    if (kind.blocks_sight && !kind.hill) return state.map.terrain.at(s);  // BB-LOS-05, BB-LOS-06
    if (kind.hill && !on_common_hill(s)) return "hill";                   // BB-LOS-07
    if (units_block) {
      const Unit* unit = unit_at(state, s);  // BB-LOS-08, BB-LOS-09
      if (unit != nullptr) return unit->id.text;
    }
    return {};
  }
};

/// The squares of the path that keeps nearest to the straight line; where two are equally near both count (BB-AMB-05 option).
std::vector<Square> straight_squares(const Lattice& lattice) {
  std::vector<Square> squares;
  const int steps = lattice.straight + lattice.diagonal;
  for (int i = 1; i < steps; ++i) {
    const int twice = 2 * i * lattice.diagonal;
    const int low = twice / (2 * steps), rest = twice - 2 * steps * low;
    if (rest <= steps) squares.push_back(lattice.at(i - low, low));
    if (rest >= steps) squares.push_back(lattice.at(i - low - 1, low + 1));
  }
  return squares;
}

}  // namespace

const TerrainKind& terrain_at(const Map& map, Square square) {
  static const TerrainKind clear{};
  const auto named = map.terrain.find(square);
  if (named == map.terrain.end()) return clear;
  const auto kind = map.kinds.find(named->second);
  return kind == map.kinds.end() ? clear : kind->second;
}

std::vector<std::vector<Square>> shortest_paths(const Map& map, Square from, Square to, std::size_t limit) {
  (void)map;
  const Lattice lattice = lattice_of(from, to);
  const int steps = lattice.straight + lattice.diagonal;
  std::vector<std::vector<Square>> paths;
  std::vector<int> order;  // 0 straight, 1 diagonal: every arrangement in lexicographic order
  order.insert(order.end(), static_cast<std::size_t>(lattice.straight), 0);
  order.insert(order.end(), static_cast<std::size_t>(lattice.diagonal), 1);
  do {
    std::vector<Square> path;
    int straights = 0, diagonals = 0;
    for (int i = 0; i + 1 < steps; ++i) {
      (order[static_cast<std::size_t>(i)] == 0 ? straights : diagonals)++;
      path.push_back(lattice.at(straights, diagonals));
    }
    paths.push_back(std::move(path));
  } while (paths.size() < limit && std::next_permutation(order.begin(), order.end()));
  return paths;
}

Sight sight_between(const State& state, Square from, Square to) {
  Sight sight;
  sight.points = points_between(from, to);
  if (squares_apart(from, to) <= 1) return sight;  // BB-LOS-11
  const Map& map = state.map;
  const bool from_hill = terrain_at(map, from).hill, to_hill = terrain_at(map, to).hill;
  Judge judge{.state = state, .units_block = from_hill == to_hill, .hill = {}};  // BB-LOS-10, BB-AMB-07
  if (from_hill && to_hill && !state.options.sight_hill_literal) {
    judge.hill = hill_of(map, from);
    judge.both_on_one_hill = judge.hill[static_cast<std::size_t>(map.index(to))] != 0;
  }
  const Lattice lattice = lattice_of(from, to);
  const int steps = lattice.straight + lattice.diagonal;
  if (state.options.sight_straight_only) {
    bool hill_seen = false, off_seen = false;
    for (const Square s : straight_squares(lattice)) {
      const std::string why = judge.hindrance(s);
      if (!why.empty()) {
        if (sight.blocking.empty()) sight.why = why;
        sight.blocking.push_back(s);
      }
      (judge.on_common_hill(s) ? hill_seen : off_seen) = true;
      sight.path.push_back(s);
    }
    if (judge.both_on_one_hill && hill_seen && off_seen && sight.blocking.empty()) {
      for (const Square s : sight.path)
        if (judge.on_common_hill(s)) sight.blocking.push_back(s);
      sight.why = "hill";
    }
    sight.clear = sight.blocking.empty();
    return sight;
  }
  // Every square of the lattice lies on some shortest path, and the target's owner chooses the path (BB-LOS-12): one hindrance blocks.
  for (int s = 0; s <= lattice.straight; ++s) {
    for (int d = 0; d <= lattice.diagonal; ++d) {
      if (s + d == 0 || s + d == steps) continue;
      const Square here = lattice.at(s, d);
      const std::string why = judge.hindrance(here);
      if (why.empty()) continue;
      if (sight.blocking.empty()) {
        sight.why = why;
        // The blocked path: straight steps first up to the hindrance, then the rest.
        for (int i = 1; i <= s; ++i) sight.path.push_back(lattice.at(i, 0));
        for (int i = 1; i <= d; ++i) sight.path.push_back(lattice.at(s, i));
        for (int i = s + 1; i <= lattice.straight; ++i) sight.path.push_back(lattice.at(i, d));
        for (int i = d + 1; i < lattice.diagonal; ++i) sight.path.push_back(lattice.at(lattice.straight, i));
        if (!sight.path.empty() && sight.path.back() == to) sight.path.pop_back();
      }
      sight.blocking.push_back(here);
    }
  }
  if (sight.blocking.empty() && judge.both_on_one_hill) {
    // A path may run on the common hill all the way or off it all the way; one that leaves the hill meets it as an obstacle (BB-AMB-06).
    std::vector<std::uint8_t> seen(static_cast<std::size_t>((lattice.straight + 1) * (lattice.diagonal + 1)), 0);
    const auto slot = [&](int s, int d) -> std::uint8_t& { return seen[static_cast<std::size_t>(s * (lattice.diagonal + 1) + d)]; };
    slot(0, 0) = 1;  // bit masks of what a path so far has met, one bit a mask value: 1 nothing, 2 hill, 4 off, 8 both
    for (int s = 0; s <= lattice.straight; ++s) {
      for (int d = 0; d <= lattice.diagonal; ++d) {
        if (s + d == 0) continue;
        std::uint8_t in = 0;
        if (s > 0) in |= slot(s - 1, d);
        if (d > 0) in |= slot(s, d - 1);
        if (s + d == steps) {
          slot(s, d) = in;
          continue;
        }
        const bool hill = judge.on_common_hill(lattice.at(s, d));
        std::uint8_t out = 0;
        if ((in & 1) != 0) out |= hill ? 2 : 4;
        if ((in & 2) != 0) out |= hill ? 2 : 8;
        if ((in & 4) != 0) out |= hill ? 8 : 4;
        if ((in & 8) != 0) out |= 8;
        slot(s, d) = out;
      }
    }
    if ((slot(lattice.straight, lattice.diagonal) & 8) != 0) {
      sight.why = "hill";
      for (const auto& path : shortest_paths(map, from, to)) {
        const auto on = std::count_if(path.begin(), path.end(), [&](Square q) { return judge.on_common_hill(q); });
        if (on == 0 || on == static_cast<std::ptrdiff_t>(path.size())) continue;
        sight.path = path;
        for (const Square q : path)
          if (judge.on_common_hill(q)) sight.blocking.push_back(q);
        break;
      }
    }
  }
  sight.clear = sight.blocking.empty();
  if (sight.clear)
    for (int i = 1; i < steps; ++i) sight.path.push_back(lattice.at(std::min(i, lattice.straight), std::max(0, i - lattice.straight)));
  return sight;
}

bool sees_flank_or_rear(const State& state, const Unit& watcher, const Unit& unit) {
  if (!sight_between(state, watcher.square, unit.square).clear) return false;
  for (const auto& path : shortest_paths(state.map, watcher.square, unit.square)) {
    const Square last = path.empty() ? watcher.square : path.back();
    if (aspect_of(state.map, unit.square, unit.facing, last) == Aspect::Front) return false;  // his owner would choose this path
  }
  return true;
}

}  // namespace polemarch::blade_and_bow
