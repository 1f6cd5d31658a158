#include "engine/rulesets/hail_caesar/topics/measure.hpp"

#include <algorithm>

#include "engine/geometry/polygon.hpp"
#include "engine/geometry/trig.hpp"

namespace polemarch::hail_caesar {

namespace geo = geometry;

const Unit& unit_at(const State& state, const UnitId& id) { return state.units.at(id); }
const General& general_at(const State& state, const UnitId& id) { return state.generals.at(id); }

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

namespace {

/// Wider than any error counts: a gap beyond a limit by this and what the errors leave open is surely beyond it.
constexpr double kSlack = 5.0;

/// How far the error of a unit's bases may move them, mm: six standard deviations and a turn of its longest side.
double slack_of(const Unit& unit) {
  double most = 0;
  for (const Stand& stand : unit.stands) {
    const geo::Shape shape = geo::placed(stand.footprint, stand.at);
    if (shape.error.none) continue;
    const double turn = shape.half_depth + shape.half_front;
    most = std::max({most, geo::standard_deviation(shape, {1, 0, turn}), geo::standard_deviation(shape, {0, 1, turn})});
  }
  return 6 * most;
}

}  // namespace

Extent extent_of(const Unit& unit) {
  Extent box{1e300, -1e300, 1e300, -1e300};
  for (const Stand& stand : unit.stands) {
    // Half the sides together are no less than half the diagonal.
    const double r = (stand.footprint.frontage.mm() + stand.footprint.depth.mm()) / 2;
    const double x = stand.at.pose.x.mm(), y = stand.at.pose.y.mm();
    box.low_x = std::min(box.low_x, x - r), box.high_x = std::max(box.high_x, x + r);
    box.low_y = std::min(box.low_y, y - r), box.high_y = std::max(box.high_y, y + r);
  }
  return box;
}

Extent extent_of(const std::vector<geo::Shape>& shapes) {
  Extent box{1e300, -1e300, 1e300, -1e300};
  for (const geo::Shape& shape : shapes) {
    const double r = shape.half_front + shape.half_depth;
    box.low_x = std::min(box.low_x, shape.centre.x - r), box.high_x = std::max(box.high_x, shape.centre.x + r);
    box.low_y = std::min(box.low_y, shape.centre.y - r), box.high_y = std::max(box.high_y, shape.centre.y + r);
  }
  return box;
}

double least_gap(const Extent& a, const Extent& b) {
  const double dx = std::max({a.low_x - b.high_x, b.low_x - a.high_x, 0.0});
  const double dy = std::max({a.low_y - b.high_y, b.low_y - a.high_y, 0.0});
  return geo::length_of({dx, dy});
}

std::vector<Foe> enemies_by_distance(const State& state, const UnitId& id) { return enemies_by_distance(state, unit_at(state, id)); }

std::vector<Foe> enemies_by_distance(const State& state, const Unit& unit, std::optional<Length> reach) {
  const std::vector<geo::Shape> mine = shapes_of(unit);
  const Extent here = extent_of(unit);
  const double own = reach ? slack_of(unit) : 0;
  std::vector<Foe> foes;
  for (const auto& [other, enemy] : state.units) {
    if (enemy.side == unit.side || !enemy.in_play()) continue;
    if (reach && least_gap(here, extent_of(enemy)) > reach->mm() + kSlack + own + slack_of(enemy)) continue;
    foes.push_back({other, geo::gap_between(mine, shapes_of(enemy)).distance()});
  }
  std::stable_sort(foes.begin(), foes.end(), [](const Foe& a, const Foe& b) { return a.gap.value < b.gap.value; });
  return foes;
}

std::vector<Foe> nearest_enemies(const State& state, const Unit& unit, std::size_t most) {
  // Boxes first: a unit whose box is further away than so many measured gaps is none of them.
  std::vector<std::pair<double, const std::pair<const UnitId, Unit>*>> order;
  const Extent here = extent_of(unit);
  for (const auto& entry : state.units)
    if (entry.second.side != unit.side && entry.second.in_play()) order.push_back({least_gap(here, extent_of(entry.second)), &entry});
  std::stable_sort(order.begin(), order.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  const std::vector<geo::Shape> mine = shapes_of(unit);
  const auto nearer = [](const Foe& a, const Foe& b) { return a.gap.value != b.gap.value ? a.gap.value < b.gap.value : a.unit < b.unit; };
  std::vector<Foe> foes;
  for (const auto& [least, entry] : order) {
    if (foes.size() >= most && least > foes[most - 1].gap.value.mm()) break;
    const Foe foe{entry->first, geo::gap_between(mine, shapes_of(entry->second)).distance()};
    foes.insert(std::upper_bound(foes.begin(), foes.end(), foe, nearer), foe);
  }
  if (foes.size() > most) foes.resize(most);
  return foes;
}

bool in_combat(const Unit& unit) { return !unit.contacts.empty(); }

bool is_shaken(const Unit& unit, const Options& config) {
  return static_cast<double>(unit.casualties) >= config.fight.shaken_at * unit.profile.stamina;
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

Facing quarter_facing(const geo::Shape& of, const geo::Shape& other) { return facing_of(geo::quarter_of(of, other.centre).quarter); }

const Division* division_of(const State& state, const Unit& unit) {
  const auto at = state.divisions.find(division_key(unit.side, unit.profile.division));
  return at == state.divisions.end() ? nullptr : &at->second;
}

UnitId general_of(const State& state, const Unit& unit) {
  const Division* division = division_of(state, unit);
  if (division == nullptr || division->general.empty()) return {};
  const auto general = state.generals.find(division->general);
  return general != state.generals.end() && general->second.on_table ? division->general : UnitId{};
}

bool of_broken_division(const State& state, const Unit& unit) {
  const Division* division = division_of(state, unit);
  return division != nullptr && division->broken && !unit.turn.steadied;
}

std::vector<UnitId> joined_generals(const State& state, const UnitId& unit) {
  std::vector<UnitId> generals;
  for (const auto& [id, general] : state.generals)
    if (general.joined == unit && general.on_table) generals.push_back(id);
  return generals;
}

UnitId joined_general(const State& state, const UnitId& unit) {
  const std::vector<UnitId> generals = joined_generals(state, unit);
  return generals.empty() ? UnitId{} : generals.front();
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
