/// The movement search: cheapest first over square, facing and order (Dijkstra 1959 with a queue of one bucket a point).
#include <algorithm>
#include <array>
#include <cstdint>

#include "engine/rulesets/blade_and_bow/tables.hpp"
#include "engine/rulesets/blade_and_bow/topics/movement.hpp"

namespace polemarch::blade_and_bow {

namespace {

/// What a manoeuvre costs at the least: most places of a search lie where the points end, and need no closer look. `ease`
/// is what the easiest ground takes off a step (0 or less).
int least_points(Manoeuvre manoeuvre, const Mover& mover, int ease) {
  switch (manoeuvre) {
    case Manoeuvre::Advance:
      return step_points(mover.facing) + ease;
    case Manoeuvre::WheelLeft:
    case Manoeuvre::WheelRight:
      return mover.free_turn ? 0 : kTurnPoints;
    case Manoeuvre::Reverse:
      return kReversePoints;
    case Manoeuvre::DropWall:
      return kDropWallPoints;
  }
  return 0;
}

}  // namespace

Roam::Roam(const MoveGround& ground, const Unit& unit, const Mover& start) : ground_(ground), from_(start.at), started_at_(unit.square) {
  const Map& map = ground.state.map;
  // A node is (square, facing, stopped, disrupted, wall, free turn): the rest follows from the square and how it was entered. Of two
  // that differ only in a light's free turn, the one that still has it is as good and better.
  const int conditions = start.wall ? 16 : 8;  // nobody forms a wall on the way
  const auto key = [&](const Mover& m) {
    const int place = map.index(m.at) * 8 + static_cast<int>(m.facing);
    const int condition = (m.wall ? 8 : 0) + (m.stopped ? 4 : 0) + (m.disrupted ? 2 : 0) + (m.free_turn ? 1 : 0);
    return static_cast<std::size_t>(place * conditions + condition);
  };
  std::vector<std::int32_t> best(static_cast<std::size_t>(map.size() * 8 * conditions), -1);
  nodes_.reserve(1024);
  const std::array<int, 2> allowance{allowance_of(ground.state, unit, false), allowance_of(ground.state, unit, true)};
  int ease = 0;
  for (const auto& [name, kind] : map.kinds) ease = std::min({ease, kind.extra_infantry, kind.extra_cavalry});
  const int most = std::max(allowance[0], allowance[1]);
  std::vector<std::vector<int>> queue(static_cast<std::size_t>(std::max(most, start.spent) + 1));
  const auto push = [&](const Mover& mover, int from, Manoeuvre by, bool passes, bool checks) {
    if (mover.spent >= static_cast<int>(queue.size())) return;
    const std::size_t mine = key(mover), with_turn = mine | 1U;
    for (const std::size_t slot : {mine, with_turn})
      if (best[slot] >= 0 && nodes_[static_cast<std::size_t>(best[slot])].mover.spent <= mover.spent) return;
    best[mine] = static_cast<std::int32_t>(nodes_.size());
    queue[static_cast<std::size_t>(mover.spent)].push_back(static_cast<int>(nodes_.size()));
    nodes_.push_back({mover, from, by, passes, checks, false});
  };
  push(start, -1, Manoeuvre::Advance, false, false);
  for (std::size_t spent = 0; spent < queue.size(); ++spent) {
    for (std::size_t i = 0; i < queue[spent].size(); ++i) {
      const int at = queue[spent][i];
      Node& node = nodes_[static_cast<std::size_t>(at)];
      if (best[key(node.mover)] != at || node.done) continue;
      node.done = true;
      order_.push_back(at);
      const Mover here = node.mover;  // a copy: nodes_ grows
      const bool passes = node.passes, checks = node.checks;
      const bool turned = node.from >= 0;  // what the last step was counts from the second step on
      const Manoeuvre last = node.by;
      if (here.stopped && !here.free_turn) continue;
      const int left = allowance[here.disrupted ? 1 : 0] - here.spent;
      for (const Manoeuvre m : {Manoeuvre::Advance, Manoeuvre::WheelLeft, Manoeuvre::WheelRight, Manoeuvre::Reverse, Manoeuvre::DropWall}) {
        if (m == Manoeuvre::DropWall && !here.wall) continue;
        if (const int least = least_points(m, here, ease); least > 0 && least > left) continue;
        // Turning back at once only costs.
        if (turned &&
            ((m == Manoeuvre::WheelLeft && last == Manoeuvre::WheelRight) || (m == Manoeuvre::WheelRight && last == Manoeuvre::WheelLeft) ||
             (m == Manoeuvre::Reverse && last == Manoeuvre::Reverse)))
          continue;
        const Attempt tried = attempt(ground, here, m);
        if (tried.allowed()) push(tried.to, at, m, passes || tried.there != nullptr, checks || tried.needs_check);
      }
    }
  }
}

std::vector<Roam::End> Roam::ends(std::optional<Square> to) const {
  const Map& map = ground_.state.map;
  std::vector<int> chosen(static_cast<std::size_t>(map.size()) * 8, -1);
  for (const int at : order_) {
    const Mover& m = nodes_[static_cast<std::size_t>(at)].mover;
    if (to && m.at != *to) continue;
    int& slot = chosen[static_cast<std::size_t>(map.index(m.at) * 8 + static_cast<int>(m.facing))];
    // A way that keeps good order is better than a cheaper one that loses it.
    if (slot >= 0 && nodes_[static_cast<std::size_t>(slot)].mover.disrupted <= m.disrupted) continue;
    if (may_end_here(ground_, m, started_at_)) slot = at;
  }
  std::vector<End> ends;
  for (const int at : chosen) {
    if (at < 0 || nodes_[static_cast<std::size_t>(at)].from < 0) continue;
    const Node& node = nodes_[static_cast<std::size_t>(at)];
    ends.push_back({node.mover, at, node.passes, node.checks});
  }
  return ends;
}

std::vector<Roam::End> Roam::by_square() const {
  const Map& map = ground_.state.map;
  std::vector<int> chosen(static_cast<std::size_t>(map.size()), -1);
  for (const int at : order_) {
    const Mover& m = nodes_[static_cast<std::size_t>(at)].mover;
    if (m.at == from_) continue;
    int& slot = chosen[static_cast<std::size_t>(map.index(m.at))];
    if (slot >= 0 && nodes_[static_cast<std::size_t>(slot)].mover.disrupted <= m.disrupted) continue;
    if (may_end_here(ground_, m, started_at_)) slot = at;
  }
  std::vector<End> ends;
  for (const int at : chosen) {
    if (at < 0) continue;
    const Node& node = nodes_[static_cast<std::size_t>(at)];
    ends.push_back({node.mover, at, node.passes, node.checks});
  }
  return ends;
}

std::vector<Manoeuvre> Roam::path_to(const End& end) const {
  std::vector<Manoeuvre> path;
  for (int back = end.node; nodes_[static_cast<std::size_t>(back)].from >= 0; back = nodes_[static_cast<std::size_t>(back)].from)
    path.push_back(nodes_[static_cast<std::size_t>(back)].by);
  std::reverse(path.begin(), path.end());
  return path;
}

std::vector<Reach> reachable(const MoveGround& ground, const Unit& unit, const Mover& start, std::optional<Square> to) {
  const Roam roam(ground, unit, start);
  std::vector<Reach> reached;
  for (const Roam::End& end : roam.ends(to)) reached.push_back({end.mover, roam.path_to(end), end.passes_friends, end.checks});
  return reached;
}

}  // namespace polemarch::blade_and_bow
