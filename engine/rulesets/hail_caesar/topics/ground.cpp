#include "engine/rulesets/hail_caesar/topics/ground.hpp"

#include <algorithm>

#include "engine/geometry/polygon.hpp"

namespace polemarch::hail_caesar {

namespace geo = geometry;

Length ground_under(const State& state, Vec2 place) {
  Length best{0};
  for (const Terrain& terrain : state.terrain)
    if (terrain.height > best && geo::contains(geo::outline_in_mm(terrain.outline), place)) best = terrain.height;
  return best;
}

/// The same for a unit: buildings raise who holds them, not who stands where they stand.
Length ground_under(const State& state, const Unit& unit, Vec2 place) {
  Length best{0};
  for (const Terrain& terrain : state.terrain) {
    if (terrain.height <= best || (terrain.cover == Cover::Buildings && terrain.id != unit.in)) continue;
    if (geo::contains(geo::outline_in_mm(terrain.outline), place)) best = terrain.height;
  }
  return best;
}

Condition stands_higher(const State& state, const geo::Shape& one, const geo::Shape& other) {
  const bool any = std::any_of(state.terrain.begin(), state.terrain.end(), [](const Terrain& t) { return t.height.um > 0; });
  if (!any) return {};
  return looked_at({one, other}, [&](const Bodies& b) { return ground_under(state, b[0].centre) > ground_under(state, b[1].centre); });
}

Condition stands_higher(const State& state, const Unit& one, const Unit& other) {
  const bool any = std::any_of(state.terrain.begin(), state.terrain.end(), [](const Terrain& t) { return t.height.um > 0; });
  if (!any) return {};
  return looked_at({body_of(one), body_of(other)},
                   [&](const Bodies& b) { return ground_under(state, one, b[0].centre) > ground_under(state, other, b[1].centre); });
}

CoverFound cover_against(const State& state, const Unit& unit, const Unit& attacker) {
  if (const Terrain* held = unit.in.empty() ? nullptr : terrain_named(state, unit.in)) return {held->cover, held->cover, held->cover};
  CoverFound found;
  std::optional<Bodies> bodies;
  for (const Terrain& terrain : state.terrain) {
    // Buildings cover who holds them.
    if (terrain.cover == Cover::None || terrain.cover == Cover::Buildings || terrain.cover <= found.least) continue;
    if (!bodies) bodies = Bodies{body_of(unit), body_of(attacker)};
    const geo::Outline2 outline = geo::outline_in_mm(terrain.outline);
    const bool linear = !terrain.blocks_sight;  // walls and works cover who stands behind them
    const Condition covers = looked_at(*bodies, [&](const Bodies& b) {
      if (geo::share_inside(b[0], outline) >= 0.5) return true;
      return linear && geo::distance_to(b[0], outline) <= 25.4 && geo::runs_through(outline, b[1].centre, b[0].centre);
    });
    if (covers.holds) found.cover = std::max(found.cover, terrain.cover);
    if (covers.holds && !covers.doubtful) found.least = std::max(found.least, terrain.cover);
    if (covers.holds || covers.doubtful) found.most = std::max(found.most, terrain.cover);
  }
  return found;
}

}  // namespace polemarch::hail_caesar
