#include "engine/rulesets/hail_caesar/topics/measure.hpp"

#include <algorithm>
#include <cassert>

#include "engine/geometry/polygon.hpp"
#include "engine/geometry/trig.hpp"

namespace polemarch::hail_caesar {

namespace geo = geometry;

const Unit& unit_at(const State& state, const UnitId& id) {
  const auto at = state.units.find(id);
  assert(at != state.units.end());
  return at->second;
}
const General& general_at(const State& state, const UnitId& id) {
  const auto at = state.generals.find(id);
  assert(at != state.generals.end());
  return at->second;
}

std::vector<geo::Shape> shapes_of(const Unit& unit) {
  std::vector<geo::Shape> shapes;
  shapes.reserve(unit.stands.size());
  for (const Stand& stand : unit.stands) shapes.push_back(geo::placed(stand.footprint, stand.at));
  return shapes;
}

geo::Shape body_of(const Unit& unit) {
  if (unit.stands.size() == 1) return geo::placed(unit.stands.front().footprint, unit.stands.front().at);
  const geo::Hull hull = geo::hull_of(shapes_of(unit), unit.stands.front().at.pose.heading);
  return geo::placed(hull.footprint, MeasuredPose{hull.pose, unit.stands.front().at.error});
}

Pose pose_of(const Unit& unit) {
  if (unit.stands.size() == 1) return unit.stands.front().at.pose;
  return geo::hull_of(shapes_of(unit), unit.stands.front().at.pose.heading).pose;
}

geo::Shape shape_of(const General& general) { return geo::placed(general.stand.footprint, general.stand.at); }

Measure gap_between(const Unit& a, const Unit& b) { return geo::gap_between(shapes_of(a), shapes_of(b)).distance(); }
Measure gap_between(const General& general, const Unit& unit) {
  const std::vector<geo::Shape> one{shape_of(general)};
  return geo::gap_between(one, shapes_of(unit)).distance();
}
Measure gap_between(const General& a, const General& b) { return geo::gap_between(shape_of(a), shape_of(b)).distance(); }

std::vector<Foe> enemies_by_distance(const State& state, const UnitId& id) { return enemies_by_distance(state, unit_at(state, id)); }

std::vector<Foe> enemies_by_distance(const State& state, const Unit& unit) {
  const std::vector<geo::Shape> mine = shapes_of(unit);
  std::vector<Foe> foes;
  for (const auto& [other, enemy] : state.units)
    if (enemy.side != unit.side && enemy.in_play()) foes.push_back({other, geo::gap_between(mine, shapes_of(enemy)).distance()});
  std::stable_sort(foes.begin(), foes.end(), [](const Foe& a, const Foe& b) { return a.gap.value < b.gap.value; });
  return foes;
}

bool in_combat(const Unit& unit) { return !unit.contacts.empty(); }

bool is_shaken(const Unit& unit, const Config& config) {
  return static_cast<double>(unit.casualties) >= config.fight.shaken_at * unit.profile.stamina;
}

Length ground_under(const State& state, const Unit& unit) {
  const Vec2 middle = geo::vec(pose_of(unit).centre());
  Length best{0};
  for (const Terrain& terrain : state.terrain)
    if (terrain.height > best && geo::contains(geo::outline_in_mm(terrain.outline), middle)) best = terrain.height;
  return best;
}

const Terrain* terrain_named(const State& state, const std::string& id) {
  for (const Terrain& terrain : state.terrain)
    if (terrain.id == id) return &terrain;
  return nullptr;
}

bool in_buildings(const State& state, const Unit& unit) {
  const Terrain* terrain = unit.in.empty() ? nullptr : terrain_named(state, unit.in);
  return terrain != nullptr && terrain->cover >= Cover::Buildings;
}

Cover cover_against(const State& state, const Unit& unit, const Unit& attacker) {
  if (const Terrain* held = unit.in.empty() ? nullptr : terrain_named(state, unit.in)) return held->cover;
  const geo::Shape body = body_of(unit);
  Cover best = Cover::None;
  for (const Terrain& terrain : state.terrain) {
    if (terrain.cover <= best || terrain.cover == Cover::Buildings) continue;  // buildings cover who holds them
    const geo::Outline2 outline = geo::outline_in_mm(terrain.outline);
    const bool inside = geo::share_inside(body, outline) >= 0.5;
    const bool behind =
        geo::distance_to(body, outline) <= 25.4 && geo::runs_through(outline, geo::vec(pose_of(attacker).centre()), body.centre);
    const bool linear = !terrain.blocks_sight;  // walls and works cover who stands behind them
    if (inside || (linear && behind)) best = terrain.cover;
  }
  return best;
}

Facing facing_of(geo::Quarter quarter) {
  switch (quarter) {
    case geo::Quarter::Front:
      return Facing::Front;
    case geo::Quarter::Left:
      return Facing::Left;
    case geo::Quarter::Rear:
      return Facing::Rear;
    case geo::Quarter::Right:
      return Facing::Right;
  }
  return Facing::Front;
}

Facing quarter_facing(const Unit& of, const Unit& other) {
  return facing_of(geo::quarter_of(body_of(of), geo::vec(pose_of(other).centre())).quarter);
}

const Division* division_of(const State& state, const Unit& unit) {
  const auto at = state.divisions.find(division_key(unit.side, unit.profile.division));
  return at == state.divisions.end() ? nullptr : &at->second;
}

UnitId general_of(const State& state, const Unit& unit) {
  const Division* division = division_of(state, unit);
  return division == nullptr ? UnitId{} : division->general;
}

bool of_broken_division(const State& state, const Unit& unit) {
  const Division* division = division_of(state, unit);
  return division != nullptr && division->broken && !unit.turn.steadied;
}

UnitId joined_general(const State& state, const UnitId& unit) {
  for (const auto& [id, general] : state.generals)
    if (general.joined == unit && general.on_table) return id;
  return {};
}

std::vector<engine::PlacedBase> carried(const Unit& unit, const MeasuredPose& to) {
  const Pose from = pose_of(unit);
  const Angle turn = to.pose.heading - from.heading;
  const double c = geo::cos_of(turn), s = geo::sin_of(turn);
  std::vector<engine::PlacedBase> stands;
  for (const Stand& stand : unit.stands) {
    if (unit.stands.size() == 1) {
      stands.push_back({stand.base, to});
      continue;
    }
    const Vec2 r = geo::vec(stand.at.pose.centre()) - geo::vec(from.centre());
    const Vec2 at = geo::vec(to.pose.centre()) + Vec2{r.x * c - r.y * s, r.x * s + r.y * c};
    const Pose pose{geo::rounded(at.x), geo::rounded(at.y), (stand.at.pose.heading + turn).normalised()};
    stands.push_back({stand.base, {pose, to.error}});
  }
  return stands;
}

Unit standing(Unit unit, const std::vector<engine::PlacedBase>& stands) {
  for (const engine::PlacedBase& placed : stands)
    for (Stand& stand : unit.stands)
      if (stand.base == placed.base) stand.at = placed.at;
  return unit;
}

}  // namespace polemarch::hail_caesar
