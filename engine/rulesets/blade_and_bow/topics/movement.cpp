#include "engine/rulesets/blade_and_bow/topics/movement.hpp"

#include <algorithm>

#include "engine/rulesets/blade_and_bow/tables.hpp"
#include "engine/rulesets/blade_and_bow/topics/sight.hpp"

namespace polemarch::blade_and_bow {
namespace {

engine::Reason reason(std::string rule, std::string text) { return {std::move(rule), std::move(text), {}, {}, {}, {}}; }
engine::Reason points(std::string rule, int needed, int left) {
  return {std::move(rule),
          "needs " + std::to_string(needed) + " points, " + std::to_string(left) + " left",
          static_cast<double>(needed),
          static_cast<double>(left),
          "points",
          {}};
}

bool on_track(const Track& track, Square s) { return std::find(track.squares.begin(), track.squares.end(), s) != track.squares.end(); }

}  // namespace

std::string_view name_of(Manoeuvre manoeuvre) {
  switch (manoeuvre) {
    case Manoeuvre::Advance:
      return "advance";
    case Manoeuvre::WheelLeft:
      return "left";
    case Manoeuvre::WheelRight:
      return "right";
    case Manoeuvre::Reverse:
      return "reverse";
    case Manoeuvre::DropWall:
      return "drop_wall";
  }
  return "?";
}

std::optional<engine::Reason> barred(const State& state, Side side, Square from, Square to) {
  const Map& map = state.map;
  if (const Edge* edge = map.edges.empty() ? nullptr : edge_between(map, from, to); edge != nullptr && edge->impassable)
    return reason("BB-THE-08", "the wall bars the way");
  const bool diagonal = from.column != to.column && from.row != to.row;
  bool on_own_track = false;
  for (const Track& track : map.tracks) {
    const bool here = on_track(track, from), there = on_track(track, to);
    if (!there) {
      continue;
    }
    if (track.side != side) return reason("BB-THE-14", "the " + track.name + " is not for this side");
    if (!track.found) return reason("BB-THE-10", "the " + track.name + " is not found yet");
    if (here && diagonal) return reason("BB-THE-13", "no diagonal step along the " + track.name);
    on_own_track = true;
  }
  if (!on_own_track && terrain_at(map, to).impassable) return reason("BB-THE-06", map.terrain.at(to) + " is not passable");
  for (const Barrier& barrier : map.barriers) {
    if (barrier.side != side) continue;
    if (!map.tracks.empty() && std::any_of(map.tracks.begin(), map.tracks.end(), [](const Track& t) { return t.found; })) continue;
    const bool past = barrier.towards_high ? to.column > barrier.column : to.column < barrier.column;
    if (past)
      return reason("BB-THE-11", "not past column " + name_of(Square{barrier.column, 0}).substr(0, 1) + " before the path is found");
  }
  if (diagonal) {
    for (const Edge& edge : map.edges) {  // BB-THE-09: no slipping round a guarded wall's end
      if (!edge.guarded) continue;
      const bool touches = from == edge.a || from == edge.b || to == edge.a || to == edge.b;
      if (!touches || !are_neighbours(edge.a, edge.b)) continue;
      const bool along_rows = edge.a.column == edge.b.column;  // the wall lies between two rows
      const auto crosses = [&](Square p, Square q) {
        return along_rows
                   ? (p.row == edge.a.row && q.row == edge.b.row) || (p.row == edge.b.row && q.row == edge.a.row)
                   : (p.column == edge.a.column && q.column == edge.b.column) || (p.column == edge.b.column && q.column == edge.a.column);
      };
      if (crosses(from, to) && (unit_at(state, edge.a) != nullptr || unit_at(state, edge.b) != nullptr))
        return reason("BB-THE-09", "no diagonal step round the wall while " + name_of(edge.a) + " or " + name_of(edge.b) + " is held");
    }
  }
  return std::nullopt;
}

MoveGround::MoveGround(const State& state_in, Side side_in)
    : state(state_in), side(side_in), enemy_zones(state_in, other(side_in)), units(static_cast<std::size_t>(state_in.map.size()), nullptr) {
  for (const auto& [id, unit] : state.units)
    if (unit.on_map() && state.map.holds(unit.square)) units[static_cast<std::size_t>(state.map.index(unit.square))] = &unit;
}

int allowance_of(const State& state, const Unit& unit, bool disrupted) {
  int points = (disrupted ? unit.type.disrupted : unit.type.good).movement;
  for (const ActiveEffect& effect : state.effects)
    if (effect.kind == EffectKind::Movement && effect.side == unit.side && (effect.unit.empty() || effect.unit == unit.id))
      points += effect.amount;
  return points;
}

Mover mover_of(const State& state, const Unit& unit) {
  Mover mover{.unit = unit.id, .at = unit.square, .facing = unit.facing, .disrupted = unit.disrupted, .wall = unit.wall, .stopped_by = {}};
  if (state.action) {
    const auto progress = state.action->moves.find(unit.id);
    if (progress != state.action->moves.end()) {
      mover.spent = progress->second.spent;
      mover.stopped = progress->second.stopped;
      mover.free_turn = progress->second.free_turn;
      mover.began = progress->second.began;
    }
  }
  return mover;
}

engine::Verdict may_start(const MoveGround& ground, const Mover& mover) {
  if (!mover.began && ground.enemy_zones.at(mover.at) == Zone::Strong)
    return engine::refuse("BB-EZ-11", "held in a strong enemy zone of control");
  return engine::allow();
}

MoveStep try_step(const MoveGround& ground, const Mover& mover, Manoeuvre manoeuvre) {
  const State& state = ground.state;
  const Unit& unit = state.units.at(mover.unit);
  const int left = allowance_of(state, unit, mover.disrupted) - mover.spent;
  MoveStep step;
  Mover next = mover;
  next.began = true;
  const auto refuse = [&](engine::Reason why) {
    step.why = std::move(why);
    return step;
  };
  const auto spend = [&](int cost) {
    step.cost = cost;
    next.spent += cost;
    step.to = next;
    return step;
  };
  // A strong zone holds whoever starts in it (BB-EZ-10, BB-EZ-11); a light's free turn on entering is the one exception (BB-AMB-34).
  const bool turning = manoeuvre == Manoeuvre::WheelLeft || manoeuvre == Manoeuvre::WheelRight;
  if (!mover.began && ground.enemy_zones.at(mover.at) == Zone::Strong)
    return refuse(reason(manoeuvre == Manoeuvre::Advance ? "BB-EZ-11" : "BB-EZ-10", "held in a strong enemy zone of control"));
  if (mover.wall && manoeuvre != Manoeuvre::DropWall) return refuse(reason("BB-SW-06", "in shield wall: drop the wall first"));
  if (mover.stopped && !(turning && mover.free_turn))
    return refuse(reason(mover.stopped_by.empty() ? "BB-EZ-01" : mover.stopped_by, turning ? "stopped: no more turning" : "stopped here"));
  switch (manoeuvre) {
    case Manoeuvre::DropWall:
      if (!mover.wall) return refuse(reason("BB-SW-12", "no shield wall to drop"));
      if (left < kDropWallPoints) return refuse(points("BB-SW-12", kDropWallPoints, left));
      next.wall = false;
      return spend(kDropWallPoints);
    case Manoeuvre::WheelLeft:
    case Manoeuvre::WheelRight: {
      next.facing = turned(mover.facing, manoeuvre == Manoeuvre::WheelLeft ? -1 : 1);
      if (mover.free_turn) {
        next.free_turn = false;
        return spend(0);  // BB-MOV-08, BB-MOV-09
      }
      if (left < kTurnPoints) return refuse(points("BB-MOV-02", kTurnPoints, left));
      return spend(kTurnPoints);
    }
    case Manoeuvre::Reverse:
      if (mover.disrupted) return refuse(reason("BB-MOV-13", "disrupted units may not reverse"));
      if (left < kReversePoints) return refuse(points("BB-MOV-10", kReversePoints, left));
      next.facing = turned(mover.facing, 4);
      step.needs_check = unit.profile().density == Density::Dense;
      return spend(kReversePoints);
    case Manoeuvre::Advance:
      break;
  }
  if (mover.must_end) return refuse(reason("BB-INT-06", "a heavy may not pass a medium, only displace it"));
  const Square to = neighbour(state.map, mover.at, mover.facing);
  if (!state.map.holds(to)) return refuse(reason("BB-MOV-04", "off the map"));
  if (auto why = barred(state, unit.side, mover.at, to)) return refuse(std::move(*why));
  const Unit* there = ground.unit_in(to);
  if (there != nullptr && there->id == unit.id) there = nullptr;
  if (there != nullptr && there->side != unit.side) return refuse(reason("BB-STK-05", "held by the enemy " + there->id.text));
  if (const Camp* camp = standing_camp_at(state, to); camp != nullptr && camp->side != unit.side)
    return refuse(reason("BB-ADV-14", "the enemy camp bars its square"));
  const TerrainKind& terrain = terrain_at(state.map, to);
  const int cost =
      step_points(mover.facing) + (unit.type.unit_class == UnitClass::Cavalry ? terrain.extra_cavalry : terrain.extra_infantry);
  if (left < cost) return refuse(points(is_diagonal(mover.facing) ? "BB-MOV-06" : "BB-MOV-05", cost, left));
  const Size size = unit.type.good.size;
  if (there != nullptr) {
    const Size his = there->type.good.size;
    step.passed = there;
    if (size != Size::Light && his != Size::Light) {
      if (his == Size::Heavy) return refuse(reason(size == Size::Heavy ? "BB-INT-05" : "BB-INT-04", "may not enter a heavy's square"));
      if (size == Size::Heavy) {
        next.must_end = true;
      } else {
        step.disrupts_both = true;
        next.disrupted = true;  // BB-AMB-36
      }
    }
  }
  next.at = to;
  next.free_turn = size == Size::Light;
  if (terrain.disrupts && !next.disrupted) {
    next.disrupted = true;
    step.terrain_disrupts = true;
  }
  const Edge* edge = state.map.edges.empty() ? nullptr : edge_between(state.map, mover.at, to);
  const auto stop = [&](const char* rule, const char* text) {
    if (next.stopped) return;
    next.stopped = true;
    next.stopped_by = rule;
    step.why = reason(rule, text);
  };
  const Zone zone = ground.enemy_zones.at(to);
  if (zone != Zone::None) stop("BB-EZ-01", zone == Zone::Strong ? "stops in a strong enemy zone" : "stops in a weak enemy zone");
  if (terrain.stop) stop("BB-TER-03", "the ground stops it");
  if (edge != nullptr && edge->halts) stop("BB-MOV-17", "the slope stops it");
  return spend(cost);
}

std::vector<Square> displacement_squares(const MoveGround& ground, Square square, Square left) {
  std::vector<Square> free;
  const Unit* pushed = ground.unit_in(square);
  if (pushed == nullptr) return free;
  for (int f = 0; f < 8; ++f) {
    const Square to = neighbour(ground.state.map, square, static_cast<Facing>(f));
    if (!ground.state.map.holds(to) || ground.enemy_zones.covers(to)) continue;  // BB-INT-12
    if (ground.unit_in(to) != nullptr && to != left) continue;
    if (barred(ground.state, pushed->side, square, to)) continue;
    const Camp* camp = standing_camp_at(ground.state, to);
    if (camp != nullptr && camp->side != pushed->side) continue;
    free.push_back(to);
  }
  return free;
}

engine::Verdict may_end(const MoveGround& ground, const Mover& mover, Square started_at) {
  const Unit* there = ground.unit_in(mover.at);
  if (there == nullptr || there->id == mover.unit) return engine::allow();
  const Unit& unit = ground.state.units.at(mover.unit);
  if (unit.type.good.size <= there->type.good.size)
    return engine::refuse("BB-INT-07", "may not end in the square of " + there->id.text + ", which is as large");
  if (displacement_squares(ground, mover.at, started_at).empty())
    return engine::refuse("BB-INT-13", there->id.text + " cannot be displaced: no free square outside enemy zones");
  return engine::allow();
}

std::vector<Reach> reachable(const MoveGround& ground, const Unit& unit, const Mover& start, std::optional<Square> to) {
  const Map& map = ground.state.map;
  // Nodes are (square, facing, free turn, disrupted, wall): the rest follows from the square and how it was entered.
  const auto key = [&](const Mover& m) {
    return static_cast<std::size_t>(
        (((map.index(m.at) * 8 + static_cast<int>(m.facing)) * 2 + (m.free_turn ? 1 : 0)) * 2 + (m.stopped ? 1 : 0)) * 4 +
        (m.disrupted ? 2 : 0) + (m.must_end ? 1 : 0));
  };
  struct Node {
    Mover mover;
    int from = -1;
    Manoeuvre by = Manoeuvre::Advance;
    bool passes = false, checks = false;
    bool done = false;
  };
  std::vector<int> best(static_cast<std::size_t>(map.size()) * 8 * 16, -1);
  std::vector<Node> nodes;
  nodes.reserve(512);
  std::vector<std::vector<int>> queue(
      static_cast<std::size_t>(std::max(1, allowance_of(ground.state, unit, false) + allowance_of(ground.state, unit, true)) + 2));
  const auto push = [&](Node node) {
    if (node.mover.spent >= static_cast<int>(queue.size())) return;
    int& slot = best[key(node.mover)];
    if (slot >= 0 && nodes[static_cast<std::size_t>(slot)].mover.spent <= node.mover.spent) return;
    slot = static_cast<int>(nodes.size());
    queue[static_cast<std::size_t>(node.mover.spent)].push_back(slot);
    nodes.push_back(std::move(node));
  };
  push({.mover = start});
  std::vector<int> order;
  for (std::size_t spent = 0; spent < queue.size(); ++spent) {
    for (std::size_t i = 0; i < queue[spent].size(); ++i) {
      const int at = queue[spent][i];
      if (best[key(nodes[static_cast<std::size_t>(at)].mover)] != at || nodes[static_cast<std::size_t>(at)].done) continue;
      nodes[static_cast<std::size_t>(at)].done = true;
      order.push_back(at);
      const Mover here = nodes[static_cast<std::size_t>(at)].mover;
      for (const Manoeuvre m : {Manoeuvre::Advance, Manoeuvre::WheelLeft, Manoeuvre::WheelRight, Manoeuvre::Reverse, Manoeuvre::DropWall}) {
        if (m == Manoeuvre::DropWall && !here.wall) continue;
        MoveStep step = try_step(ground, here, m);
        if (!step.to) continue;
        const Node& parent = nodes[static_cast<std::size_t>(at)];
        push({.mover = std::move(*step.to),
              .from = at,
              .by = m,
              .passes = parent.passes || step.passed != nullptr,
              .checks = parent.checks || step.needs_check});
      }
    }
  }
  std::vector<Reach> reached;
  std::vector<int> chosen(static_cast<std::size_t>(map.size()) * 8, -1);
  for (const int at : order) {
    const Mover& m = nodes[static_cast<std::size_t>(at)].mover;
    if (to && m.at != *to) continue;
    int& slot = chosen[static_cast<std::size_t>(map.index(m.at) * 8 + static_cast<int>(m.facing))];
    // A way that keeps good order is better than a cheaper one that loses it.
    if (slot >= 0 && nodes[static_cast<std::size_t>(slot)].mover.disrupted <= m.disrupted) continue;
    if (!may_end(ground, m, start.at).allowed()) continue;
    slot = at;
  }
  for (const int at : chosen) {
    if (at < 0 || nodes[static_cast<std::size_t>(at)].from < 0) continue;
    Reach reach{.end = nodes[static_cast<std::size_t>(at)].mover,
                .path = {},
                .passes_friends = nodes[static_cast<std::size_t>(at)].passes,
                .checks = nodes[static_cast<std::size_t>(at)].checks};
    for (int back = at; nodes[static_cast<std::size_t>(back)].from >= 0; back = nodes[static_cast<std::size_t>(back)].from)
      reach.path.push_back(nodes[static_cast<std::size_t>(back)].by);
    std::reverse(reach.path.begin(), reach.path.end());
    reached.push_back(std::move(reach));
  }
  return reached;
}

}  // namespace polemarch::blade_and_bow
