#include "engine/rulesets/blade_and_bow/topics/movement.hpp"

#include <algorithm>

#include "engine/rulesets/blade_and_bow/tables.hpp"
#include "engine/rulesets/blade_and_bow/topics/sight.hpp"

namespace polemarch::blade_and_bow {
namespace {

bool on_track(const Track& track, Square s) { return std::find(track.squares.begin(), track.squares.end(), s) != track.squares.end(); }

bool past_barrier(const Map& map, Side side, Square s) {
  return std::any_of(map.barriers.begin(), map.barriers.end(), [&](const Barrier& barrier) {
    return barrier.side == side && (barrier.towards_high ? s.column > barrier.column : s.column < barrier.column);
  });
}

/// BB-THE-09: a diagonal step from one side of the wall to the other, touching a square it stands between, while that is held.
bool slips_round(const State& state, const Edge& wall, Square from, Square to) {
  if (!wall.guarded || !are_neighbours(wall.a, wall.b)) return false;
  if (from != wall.a && from != wall.b && to != wall.a && to != wall.b) return false;
  const bool between_rows = wall.a.column == wall.b.column;
  const auto side_of_wall = [&](Square s) { return between_rows ? s.row : s.column; };
  const int a = side_of_wall(wall.a), b = side_of_wall(wall.b), p = side_of_wall(from), q = side_of_wall(to);
  if (!((p == a && q == b) || (p == b && q == a))) return false;
  return unit_at(state, wall.a) != nullptr || unit_at(state, wall.b) != nullptr;
}

}  // namespace

MapBar square_bar(const State& state, Side side, Square square) {
  const Map& map = state.map;
  bool own_track = false, any_found = false;
  for (const Track& track : map.tracks) {
    any_found = any_found || track.found;
    if (!on_track(track, square)) continue;
    if (track.side != side) return MapBar::ForeignTrack;
    if (!track.found) return MapBar::HiddenTrack;
    own_track = true;
  }
  if (!own_track && terrain_at(map, square).impassable) return MapBar::Impassable;
  return !any_found && past_barrier(map, side, square) ? MapBar::Barrier : MapBar::None;
}

MapBar map_bar(const State& state, Side side, Square from, Square to) {
  const Map& map = state.map;
  if (const Edge* edge = map.edges.empty() ? nullptr : edge_between(map, from, to); edge != nullptr && edge->impassable)
    return MapBar::Wall;
  const bool diagonal = from.column != to.column && from.row != to.row;
  bool on_own_track = false, any_found = false;
  for (const Track& track : map.tracks) {
    any_found = any_found || track.found;
    const bool here = on_track(track, from), there = on_track(track, to);
    if (there && track.side != side) return MapBar::ForeignTrack;
    if (there && !track.found) return MapBar::HiddenTrack;
    // A square that only the track opens is left and entered along it (BB-THE-13).
    const bool along = here && there;
    const bool off_or_on = (here && terrain_at(map, from).impassable) || (there && terrain_at(map, to).impassable);
    if (diagonal && (along || off_or_on)) return MapBar::DiagonalOnTrack;
    on_own_track = on_own_track || there;
  }
  if (!on_own_track && terrain_at(map, to).impassable) return MapBar::Impassable;
  if (!any_found && past_barrier(map, side, to)) return MapBar::Barrier;
  if (diagonal && std::any_of(map.edges.begin(), map.edges.end(), [&](const Edge& edge) { return slips_round(state, edge, from, to); }))
    return MapBar::GuardedWall;
  return MapBar::None;
}

MoveGround::MoveGround(const State& state_in, Side side_in)
    : state(state_in),
      side(side_in),
      enemy_zones(state_in, other(side_in)),
      units(static_cast<std::size_t>(state_in.map.size()), nullptr),
      ground(units.size(), nullptr),
      enemy_camp(units.size(), 0) {
  const Map& map = state.map;
  const auto slot = [&](Square s) { return static_cast<std::size_t>(map.index(s)); };
  for (const auto& [id, unit] : state.units)
    if (unit.on_map() && map.holds(unit.square)) units[slot(unit.square)] = &unit;
  for (const auto& [square, name] : map.terrain)
    if (map.holds(square)) ground[slot(square)] = &terrain_at(map, square);
  for (const auto& [id, camp] : state.camps)
    if (camp.side != side && !camp.sacked && map.holds(camp.square)) enemy_camp[slot(camp.square)] = 1;
  plain = map.edges.empty() && map.tracks.empty() && map.barriers.empty();
}

MapBar MoveGround::bar(Square from, Square to) const {
  if (!plain) return map_bar(state, side, from, to);
  const TerrainKind* kind = kind_of(to);
  return kind != nullptr && kind->impassable ? MapBar::Impassable : MapBar::None;
}

int allowance_of(const State& state, const Unit& unit, bool disrupted) {
  int points = (disrupted ? unit.type.disrupted : unit.type.good).movement;
  for (const ActiveEffect& effect : state.effects)
    if (effect.kind == EffectKind::Movement && effect.side == unit.side && (effect.unit.empty() || effect.unit == unit.id))
      points += effect.amount;
  return points;
}

Mover mover_of(const State& state, const Unit& unit) {
  Mover mover{.unit = &unit, .at = unit.square, .facing = unit.facing, .disrupted = unit.disrupted, .wall = unit.wall};
  if (!state.action) return mover;
  const auto progress = state.action->moves.find(unit.id);
  if (progress == state.action->moves.end()) return mover;
  mover.spent = progress->second.spent;
  mover.stopped = progress->second.stopped;
  mover.free_turn = progress->second.free_turn;
  mover.began = progress->second.began;
  if (mover.stopped) mover.stopped_by = terrain_at(state.map, unit.square).stop ? Halt::Ground : Halt::WeakZone;
  return mover;
}

namespace {

Attempt advance(const MoveGround& ground, const Mover& mover, Attempt tried) {
  const State& state = ground.state;
  const Unit& unit = *mover.unit;
  const auto refuse = [&](Bar bar) {
    tried.bar = bar;
    return tried;
  };
  if (mover.must_end) return refuse(Bar::MustEnd);
  const Square to = tried.entered = neighbour(state.map, mover.at, mover.facing);
  if (!state.map.holds(to)) return refuse(Bar::OffMap);
  tried.by_map = ground.bar(mover.at, to);
  if (tried.by_map != MapBar::None) return refuse(Bar::ByMap);
  const Unit* there = ground.unit_in(to);
  if (there == &unit || (there != nullptr && there->id == unit.id)) there = nullptr;
  tried.there = there;
  if (there != nullptr && there->side != unit.side) return refuse(Bar::Enemy);
  if (ground.enemy_camp[static_cast<std::size_t>(state.map.index(to))] != 0) return refuse(Bar::EnemyCamp);
  const TerrainKind* terrain = ground.kind_of(to);
  tried.cost = step_points(mover.facing);
  if (terrain != nullptr) tried.cost += unit.type.unit_class == UnitClass::Cavalry ? terrain->extra_cavalry : terrain->extra_infantry;
  if (tried.cost > 0 && tried.left < tried.cost) return refuse(Bar::Points);
  Mover& next = tried.to;
  const Size size = unit.type.good.size;
  if (there != nullptr && size != Size::Light && there->type.good.size != Size::Light) {
    if (there->type.good.size == Size::Heavy) return refuse(Bar::HeavyThere);
    if (size == Size::Heavy) {
      next.must_end = true;
    } else {
      tried.disrupts_both = true;
      next.disrupted = true;  // BB-AMB-36
    }
  }
  next.spent += tried.cost;
  next.at = to;
  next.free_turn = size == Size::Light;
  if (terrain != nullptr && terrain->disrupts && !next.disrupted) next.disrupted = tried.terrain_disrupts = true;
  const auto stop = [&](Halt halt) {
    if (next.stopped) return;
    next.stopped = true;
    next.stopped_by = halt;
  };
  const Zone zone = ground.enemy_zones.at(to);
  if (zone != Zone::None) stop(zone == Zone::Strong ? Halt::StrongZone : Halt::WeakZone);
  if (terrain != nullptr && terrain->stop) stop(Halt::Ground);
  const Edge* edge = state.map.edges.empty() ? nullptr : edge_between(state.map, mover.at, to);
  if (edge != nullptr && edge->halts) stop(Halt::Slope);
  return tried;
}

}  // namespace

Attempt attempt(const MoveGround& ground, const Mover& mover, Manoeuvre manoeuvre) {
  Attempt tried{.to = mover};
  tried.to.began = true;
  tried.left = allowance_of(ground.state, *mover.unit, mover.disrupted) - mover.spent;
  const auto refuse = [&](Bar bar) {
    tried.bar = bar;
    return tried;
  };
  const auto spend = [&](int cost) {
    tried.cost = cost;
    if (cost > 0 && tried.left < cost) return refuse(Bar::Points);  // what is free can be had with no points left (BB-AMB-111)
    tried.to.spent += cost;
    return tried;
  };
  // A strong zone holds whoever starts in it (BB-EZ-10, BB-EZ-11); a light's free turn on entering is the one exception (BB-AMB-34).
  const bool turning = manoeuvre == Manoeuvre::WheelLeft || manoeuvre == Manoeuvre::WheelRight;
  if (!mover.began && ground.enemy_zones.at(mover.at) == Zone::Strong) return refuse(Bar::Held);
  if (mover.wall && manoeuvre != Manoeuvre::DropWall) return refuse(Bar::InWall);
  if (mover.stopped && !(turning && mover.free_turn)) return refuse(Bar::Stopped);
  switch (manoeuvre) {
    case Manoeuvre::DropWall:
      if (!mover.wall) return refuse(Bar::NoWall);
      tried.to.wall = false;
      return spend(kDropWallPoints);
    case Manoeuvre::WheelLeft:
    case Manoeuvre::WheelRight:
      tried.to.facing = turned(mover.facing, manoeuvre == Manoeuvre::WheelLeft ? -1 : 1);
      tried.to.free_turn = false;
      return spend(mover.free_turn ? 0 : kTurnPoints);  // BB-MOV-08, BB-MOV-09
    case Manoeuvre::Reverse:
      if (mover.disrupted) return refuse(Bar::ReverseDisrupted);
      tried.to.facing = turned(mover.facing, 4);
      tried.needs_check = mover.unit->type.good.density == Density::Dense;
      return spend(kReversePoints);
    case Manoeuvre::Advance:
      return advance(ground, mover, tried);
  }
  return tried;
}

std::vector<Square> displacement_squares(const MoveGround& ground, Square square, Square left) {
  std::vector<Square> free;
  if (ground.unit_in(square) == nullptr) return free;
  for (int f = 0; f < 8; ++f) {
    const Square to = neighbour(ground.state.map, square, static_cast<Facing>(f));
    if (!ground.state.map.holds(to) || ground.enemy_zones.covers(to)) continue;  // BB-INT-12
    if (ground.unit_in(to) != nullptr && to != left) continue;
    if (ground.bar(square, to) != MapBar::None) continue;
    if (ground.enemy_camp[static_cast<std::size_t>(ground.state.map.index(to))] != 0) continue;
    free.push_back(to);
  }
  return free;
}

bool may_end_here(const MoveGround& ground, const Mover& mover, Square started_at) {
  const Unit* there = ground.unit_in(mover.at);
  if (there == nullptr || there->id == mover.unit->id) return true;
  return mover.unit->type.good.size > there->type.good.size && !displacement_squares(ground, mover.at, started_at).empty();
}

}  // namespace polemarch::blade_and_bow
