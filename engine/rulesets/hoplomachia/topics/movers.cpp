#include "engine/rulesets/hoplomachia/topics/movers.hpp"

#include <algorithm>

#include "engine/geometry/polygon.hpp"
#include "engine/geometry/reach.hpp"
#include "engine/geometry/trig.hpp"
#include "engine/rulesets/hoplomachia/topics/bodies.hpp"

namespace polemarch::hoplomachia {

namespace geo = geometry;

std::vector<Mover> movers_of(const State& state, const Flight& flight) {
  std::vector<Mover> out;
  const Taxis& unit = taxis_at(state, flight.unit);
  for (const int at : flight.lochoi) {
    const Lochos& lochos = unit.lochoi.at(static_cast<std::size_t>(at));
    if (!lochos.on_table()) continue;
    for (const Stand& stand : lochos.stands)
      if (!stand.lost) out.push_back({stand.base, stand.footprint, stand.at});
  }
  return out;
}

Shapes shapes_of_movers(const std::vector<Mover>& movers) {
  Shapes out;
  for (const Mover& mover : movers) out.push_back(geo::placed(mover.footprint, mover.at));
  return out;
}

Vec2 middle_of(const std::vector<Mover>& movers) {
  Vec2 sum{};
  for (const Mover& mover : movers) sum = sum + geo::vec(mover.at.pose.centre());
  return (1.0 / static_cast<double>(movers.size())) * sum;
}

void face(std::vector<Mover>& movers, Angle course) {
  const Vec2 middle = middle_of(movers);
  const Pose from{geo::rounded(middle.x), geo::rounded(middle.y), movers.front().at.pose.heading};
  const Pose to{from.x, from.y, course.normalised()};
  for (Mover& mover : movers) mover.at = {carried(mover.at.pose, from, to), {}};
}

void shift(std::vector<Mover>& movers, Angle course, Length distance) {
  for (Mover& mover : movers) mover.at = {shifted(mover.at.pose, course, distance), {}};
}

Shapes others_of(const State& state, const Flight& flight, bool friends, bool running) {
  Shapes out;
  const Side side = taxis_at(state, flight.unit).side;
  for (const auto& [id, unit] : state.units) {
    if ((unit.side == side) != friends || unit.hidden) continue;
    for (std::size_t i = 0; i < unit.lochoi.size(); ++i) {
      const LochosRef ref{id, static_cast<int>(i)};
      const Flight* own = flight_of(state, ref);
      if (own != nullptr && (own->id == flight.id || !running)) continue;
      if (!running && !unit.lochoi[i].sound()) continue;
      for (geo::Shape& shape : shapes_of(unit.lochoi[i])) out.push_back(std::move(shape));
    }
  }
  return out;
}

Stop first_stop(const State& state, const std::vector<Mover>& movers, Angle course, Length most) {
  Stop stop;
  const Vec2 u = geo::unit_vector(course);
  const auto nearer = [&](double at, bool edge) {
    if (at < stop.at) stop = {at, edge};
  };
  for (const Mover& mover : movers) {
    const geo::Shape shape = geo::placed(mover.footprint, mover.at);
    std::vector<Vec2> points(shape.corners.begin(), shape.corners.end());
    points.push_back(shape.centre);
    for (const Vec2 p : points) {
      if (u.x < -1e-9) nearer(std::max(0.0, p.x / -u.x), true);
      if (u.x > 1e-9) nearer(std::max(0.0, (state.width.mm() - p.x) / u.x), true);
      if (u.y < -1e-9) nearer(std::max(0.0, p.y / -u.y), true);
      if (u.y > 1e-9) nearer(std::max(0.0, (state.depth.mm() - p.y) / u.y), true);
      for (const Terrain& piece : state.terrain)
        for (const TerrainKind& kind : state.charts.terrain) {
          if (kind.kind != piece.kind || !(kind.impassable || kind.cliff)) continue;  // HM-BATT-E5
          const auto inside = geo::stretches_inside(geo::outline_in_mm(piece.outline), p, p + most.mm() * u);
          if (!inside.empty() && inside.front().second > 1e-6) nearer(inside.front().first * most.mm(), false);
        }
    }
  }
  return stop;
}

bool overlaps_any(const std::vector<Mover>& movers, const Shapes& others) {
  if (others.empty()) return false;
  return geo::gap_between(shapes_of_movers(movers), others).signed_gap.value < Length{-500};
}

std::vector<engine::PlacedBase> poses_of(const std::vector<Mover>& movers) {
  std::vector<engine::PlacedBase> out;
  for (const Mover& mover : movers) out.push_back({mover.base, mover.at});
  return out;
}

}  // namespace polemarch::hoplomachia
