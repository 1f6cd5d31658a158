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

Roam::Window Roam::window_round(const Map& map, Square centre, int steps) {
  const int left = std::max(0, centre.column - steps), right = std::min(map.columns - 1, centre.column + steps);
  const int low = std::max(0, centre.row - steps), high = std::min(map.rows - 1, centre.row + steps);
  return {left, low, right - left + 1, high - low + 1};
}

Roam::Roam(const MoveGround& ground, const Unit& unit, const Mover& start) : ground_(ground), from_(start.at), started_at_(unit.square) {
  const Map& map = ground.state.map;
  const std::array<int, 2> allowance{allowance_of(ground.state, unit, false), allowance_of(ground.state, unit, true)};
  int ease = 0;
  for (const auto& [name, kind] : map.kinds) ease = std::min({ease, kind.extra_infantry, kind.extra_cavalry});
  const int most = std::max(allowance[0], allowance[1]);
  // Only squares within the points can be reached, unless some ground costs nothing.
  const int least_step = kOrthogonalPoints + ease;
  window_ = window_round(map, start.at, least_step > 0 ? std::max(0, most - start.spent) / least_step : std::max(map.columns, map.rows));
  // A node is (square, facing, stopped, disrupted, wall, check on the way, free turn): the rest follows from the square and how it was
  // entered. Of two that differ only in a light's free turn, the one that still has it is as good and better; of two that differ only in
  // the check, the one without.
  const std::size_t risks = unit.type.good.density == Density::Dense && !start.disrupted ? 2 : 1;  // who may have to check (BB-MOV-11)
  const bool light = unit.type.good.size == Size::Light;
  const std::size_t free_turn = light || start.free_turn ? 2 : 1, walls = start.wall ? 2 : 1;  // nobody forms a wall on the way
  const auto key = [&](const Mover& m, bool checks) {
    std::size_t at = window_.slot(m.at, m.facing) * 2 + (m.stopped ? 1 : 0);
    at = (at * 2 + (m.disrupted ? 1 : 0)) * walls + (m.wall ? 1 : 0);
    at = at * risks + (checks && risks > 1 ? 1 : 0);
    return at * free_turn + (m.free_turn ? 1 : 0);
  };
  std::vector<std::int32_t> best(window_.slots() * 4 * walls * risks * free_turn, -1);
  nodes_.reserve(window_.slots());
  // A queue a point, first in first out, strung through the nodes.
  struct Queue {
    int first = -1, last = -1;
  };
  std::vector<Queue> queue(static_cast<std::size_t>(std::max(most, start.spent) + 1));
  const auto push = [&](const Mover& mover, int from, Manoeuvre by, bool passes, bool checks) {
    if (mover.spent >= static_cast<int>(queue.size())) return;
    const std::size_t mine = key(mover, checks);
    const auto reached = [&](std::size_t slot) {
      for (const std::size_t as_good : {slot, slot | (free_turn - 1)})
        if (best[as_good] >= 0 && nodes_[static_cast<std::size_t>(best[as_good])].mover.spent <= mover.spent) return true;
      return false;
    };
    if (reached(mine) || (checks && reached(key(mover, false)))) return;
    const int made = static_cast<int>(nodes_.size());
    best[mine] = static_cast<std::int32_t>(made);
    Queue& line = queue[static_cast<std::size_t>(mover.spent)];
    if (line.last >= 0)
      nodes_[static_cast<std::size_t>(line.last)].next = made;
    else
      line.first = made;
    line.last = made;
    nodes_.push_back({.mover = mover, .from = from, .next = -1, .by = by, .passes = passes, .checks = checks, .done = false});
  };
  push(start, -1, Manoeuvre::Advance, false, false);
  for (const Queue& line : queue) {
    for (int at = line.first; at >= 0; at = nodes_[static_cast<std::size_t>(at)].next) {
      Node& node = nodes_[static_cast<std::size_t>(at)];
      if (best[key(node.mover, node.checks)] != at || node.done) continue;
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

bool Roam::better(int at, int than) const {
  const Node &a = nodes_[static_cast<std::size_t>(at)], &b = nodes_[static_cast<std::size_t>(than)];
  if (a.mover.disrupted != b.mover.disrupted) return b.mover.disrupted;
  if (a.checks != b.checks) return b.checks;
  return a.mover.spent < b.mover.spent;
}

template <class Slot>
std::vector<Roam::End> Roam::chosen_by(std::size_t slots, Ways ways, Slot&& slot_of) const {
  std::vector<int> chosen(slots, -1), cheapest(ways == Ways::All ? slots : 0, -1);
  for (const int at : order_) {
    const Mover& m = nodes_[static_cast<std::size_t>(at)].mover;
    const std::optional<std::size_t> slot = slot_of(m);
    if (!slot) continue;
    int& best = chosen[*slot];
    const bool first = best < 0, first_of_all = ways == Ways::All && cheapest[*slot] < 0;
    if (!first_of_all && !first && !better(at, best)) continue;
    if (!may_end_here(ground_, m, started_at_)) continue;
    if (first_of_all) cheapest[*slot] = at;  // they come cheapest first
    if (first || better(at, best)) best = at;
  }
  std::vector<End> ends = ends_of(chosen);
  for (std::size_t slot = 0; slot < cheapest.size(); ++slot) {
    if (cheapest[slot] < 0 || cheapest[slot] == chosen[slot]) continue;
    const Node &cheap = nodes_[static_cast<std::size_t>(cheapest[slot])], &best = nodes_[static_cast<std::size_t>(chosen[slot])];
    if (cheap.checks && !cheap.mover.disrupted && cheap.mover.spent < best.mover.spent)
      ends.push_back({cheap.mover, cheapest[slot], cheap.passes, cheap.checks});
  }
  return ends;
}

std::vector<Roam::End> Roam::ends(std::optional<Square> to, Ways ways) const {
  return chosen_by(window_.slots(), ways,
                   [&](const Mover& m) { return to && m.at != *to ? std::nullopt : std::optional(window_.slot(m.at, m.facing)); });
}

std::vector<Roam::End> Roam::by_square(Ways ways) const {
  return chosen_by(window_.slots() / 8, ways,
                   [&](const Mover& m) { return m.at == from_ ? std::nullopt : std::optional(window_.slot(m.at, Facing::N) / 8); });
}

std::vector<Roam::End> Roam::ends_of(const std::vector<int>& chosen) const {
  std::vector<End> ends;
  for (const int at : chosen) {
    if (at < 0 || nodes_[static_cast<std::size_t>(at)].from < 0) continue;
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
