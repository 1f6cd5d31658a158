#include "engine/rulesets/hoplomachia/topics/running.hpp"

#include <algorithm>
#include <cmath>

#include "engine/geometry/polygon.hpp"
#include "engine/geometry/reach.hpp"
#include "engine/geometry/trig.hpp"
#include "engine/rulesets/hoplomachia/topics/bodies.hpp"

namespace polemarch::hoplomachia {

namespace geo = geometry;
using geo::Measure;

const Flight* flight_of(const State& state, const LochosRef& lochos) {
  for (const Flight& flight : state.fight.flights)
    if (flight.unit == lochos.unit && std::find(flight.lochoi.begin(), flight.lochoi.end(), lochos.at) != flight.lochoi.end())
      return &flight;
  return nullptr;
}
const Flight* flight_at(const State& state, int id) {
  for (const Flight& flight : state.fight.flights)
    if (flight.id == id) return &flight;
  return nullptr;
}

namespace {

/// A stand that moves with its body.
struct Mover {
  BaseId base;
  Footprint footprint;
  MeasuredPose at;
};
std::vector<Mover> movers_of(const State& state, const Flight& flight) {
  std::vector<Mover> out;
  const Taxis& unit = taxis_at(state, flight.unit);
  for (const int at : flight.lochoi) {
    const Lochos& lochos = unit.lochoi[static_cast<std::size_t>(at)];
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
/// The body turned as one so that it faces `course`.
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

/// How far a body goes before it enters impassable ground or the table ends; more than `most` when neither is met.
struct Stop {
  double at = 1e9;
  bool edge = false;
};
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

/// The runners a pursuit is after; the unit's own stands where nothing of it runs any more.
std::vector<const Flight*> quarries_of(const State& state, const Flight& pursuit) {
  std::vector<const Flight*> out;
  for (const Flight& flight : state.fight.flights)
    if (flight.unit == pursuit.foe && flight.mode != Mode::Pursue) out.push_back(&flight);
  return out;
}

/// A pursuit round what stands between it and its quarry: where it comes out, facing it, and how far it went (HM-PUR-05).
struct WayRound {
  std::vector<Mover> movers;
  Length gone;
};
std::optional<WayRound> way_round(const State& state, const Flight& flight, const std::vector<Mover>& movers, const Shapes& theirs,
                                  Length most) {
  const Shapes others = others_of(state, flight, false, false);
  const auto foe = first_touch(shapes_of_movers(movers), Angle{}, others);
  const auto quarry = first_touch(shapes_of_movers(movers), Angle{}, theirs);
  const Stop stop = first_stop(state, movers, movers.front().at.pose.heading, most);
  const bool blocked = (foe && foe->travel.value < most && (!quarry || foe->travel.value < quarry->travel.value)) ||
                       (!stop.edge && stop.at < most.mm() && (!quarry || stop.at < quarry->travel.value.mm()));
  if (!blocked) return std::nullopt;
  const Vec2 middle = middle_of(movers);
  double half = 0;
  for (const geo::Shape& shape : shapes_of_movers(movers))
    for (const Vec2 corner : shape.corners) half = std::max(half, geo::length_of(corner - middle));
  std::vector<geo::Outline2> kept_off;
  const auto keep = [&](const geo::Outline2& outline) {
    for (geo::Outline2& piece : geo::grown(outline, half + 1)) kept_off.push_back(std::move(piece));
  };
  for (const geo::Shape& shape : others) keep(geo::outline_of(shape, 8));
  for (const Terrain& piece : state.terrain)
    for (const TerrainKind& kind : state.charts.terrain)
      if (kind.kind == piece.kind && kind.impassable) keep(geo::outline_in_mm(piece.outline));
  const Vec2 goal = geo::vec(geo::gap_between(shapes_of_movers(movers), theirs).on_b);
  const auto way = geo::shortest_way(middle, goal, kept_off);
  if (!way || way->points.size() < 3) return std::nullopt;
  // Along the way to its last corner, or as far as the move goes.
  WayRound round{movers, {}};
  Vec2 at = middle;
  double left = most.mm();
  for (std::size_t i = 1; i + 1 < way->points.size() && left > 0.5; ++i) {
    const Vec2 step = way->points[i] - at;
    const double length = geo::length_of(step);
    if (length < 0.01) continue;
    const double go = std::min(left, length);
    const Angle course = geo::direction(step.x, step.y);
    shift(round.movers, course, Length::from_mm(go));
    round.gone += Length::from_mm(go);
    at = at + (go / length) * step;
    left -= go;
  }
  const Vec2 to = goal - at;
  face(round.movers, geo::direction(to.x, to.y));
  if (overlaps_any(round.movers, others)) return std::nullopt;
  return round;
}

}  // namespace

Shapes shapes_of_flight(const State& state, const Flight& flight) { return shapes_of_movers(movers_of(state, flight)); }

Length run_rate(const State& state, const UnitId& id) {
  const Taxis& unit = taxis_at(state, id);
  const UnitCard& card = card_of(state, unit);
  if (unit.arrangement == Arrangement::NF && card.mov_nf) return *card.mov_nf;
  return card.mov_of ? *card.mov_of : card.mov_nf.value_or(Length{});
}

std::optional<Measure> behind_quarry(const State& state, const Flight& pursuit) {
  std::optional<Measure> least;
  const Shapes own = shapes_of_flight(state, pursuit);
  for (const Flight* quarry : quarries_of(state, pursuit)) {
    const Shapes theirs = shapes_of_flight(state, *quarry);
    if (own.empty() || theirs.empty()) continue;
    const Measure gap = geo::gap_between(own, theirs).distance();
    if (!least || gap.value < least->value) least = gap;
  }
  return least;
}

std::optional<Measure> ahead_of_pursuers(const State& state, const Flight& runner) {
  std::optional<Measure> least;
  const Shapes own = shapes_of_flight(state, runner);
  for (const Flight& flight : state.fight.flights) {
    if (flight.mode != Mode::Pursue || flight.foe != runner.unit || flight.caught) continue;
    const Shapes theirs = shapes_of_flight(state, flight);
    if (own.empty() || theirs.empty()) continue;
    const Measure gap = geo::gap_between(own, theirs).distance();
    if (!least || gap.value < least->value) least = gap;
  }
  return least;
}

bool is_pursued(const State& state, const Flight& runner) { return ahead_of_pursuers(state, runner).has_value(); }

Run run_of(const State& state, const Flight& flight, Length distance) {
  Run run;
  std::vector<Mover> movers = movers_of(state, flight);
  if (movers.empty()) return run;
  const Taxis& unit = taxis_at(state, flight.unit);

  if (flight.mode == Mode::Pursue) {
    // Directly at the nearest of the quarry (HM-PUR-03).
    Shapes theirs;
    for (const Flight* quarry : quarries_of(state, flight))
      for (geo::Shape& shape : shapes_of_flight(state, *quarry)) theirs.push_back(std::move(shape));
    if (theirs.empty()) return run;
    const geo::Gap gap = geo::gap_between(shapes_of_movers(movers), theirs);
    if (gap.signed_gap.value > 3_mm) {
      const Vec2 to = geo::vec(gap.on_b) - geo::vec(gap.on_a);
      face(movers, geo::direction(to.x, to.y));
    }
    const bool touching = gap.signed_gap.value <= 3_mm;
    if (!touching)
      if (auto round = way_round(state, flight, movers, theirs, distance)) {
        movers = std::move(round->movers);
        run.moved = round->gone;
        distance -= round->gone;
      }
    const Angle course = movers.front().at.pose.heading;
    const Stop stop = first_stop(state, movers, course, distance);
    Length way = std::min(distance, geo::rounded(stop.at));
    // What cannot be gone round stops the pursuit short of contact.
    const auto foe = first_touch(shapes_of_movers(movers), Angle{}, others_of(state, flight, false, false));
    if (foe && foe->travel.value < way) way = std::max(Length{}, foe->travel.value - 1_mm);
    // Nor through friends; psiloi leave between open or disordered hoplites (HM-PEN-01, HM-PUR-11).
    if (unit.troop != TroopClass::Psiloi)
      if (const auto mine = first_touch(shapes_of_movers(movers), Angle{}, others_of(state, flight, true, false));
          mine && mine->travel.value < way)
        way = std::max(Length{}, mine->travel.value - 1_mm);
    const auto touch = first_touch(shapes_of_movers(movers), Angle{}, theirs);
    const bool reaches = touching || (touch && touch->travel.value <= way);
    if (reaches) way = touching ? Length{} : touch->travel.value;
    shift(movers, course, way);
    if (reaches) {
      const Shapes there = shapes_of_movers(movers);
      for (const Flight* quarry : quarries_of(state, flight))
        if (geo::gap_between(there, shapes_of_flight(state, *quarry)).signed_gap.value <= 3_mm)
          for (const int at : quarry->lochoi) run.caught.push_back({quarry->unit, at});
    }
    run.poses = poses_of(movers);
    run.moved += way;
    return run;
  }

  const bool first = flight.moves == 0;
  const bool homewards = flight.mode == Mode::Rout && !first;
  Angle course = flight.away;
  if (homewards) {
    course = unit.side == Side::A ? 270_deg : 90_deg;  // HM-ROUT-07
  } else if (!first) {
    const Shapes foe = shapes_of(taxis_at(state, flight.foe));
    if (!foe.empty()) course = away_from(shapes_of_movers(movers), foe);
  }
  face(movers, course);
  const Stop stop = first_stop(state, movers, course, distance);
  const std::vector<Mover> start = movers;
  if (flight.stops) {
    run.moved = std::min(distance, geo::rounded(stop.at));
    const auto foe = first_touch(shapes_of_movers(movers), Angle{}, others_of(state, flight, false, false));
    if (foe && foe->travel.value < run.moved) run.moved = std::max(Length{}, foe->travel.value - 1_mm);
  } else if (flight.mode == Mode::Rout) {
    const auto foe = homewards ? std::nullopt : first_touch(shapes_of_movers(movers), Angle{}, others_of(state, flight, false, false));
    if (foe && foe->travel.value <= distance && foe->travel.value.mm() <= stop.at) {
      run.destroyed = true, run.moved = foe->travel.value, run.why = "ran into the enemy", run.rule = "HM-ROUT-06";
    } else if (stop.at <= distance.mm() && (stop.edge || !homewards)) {
      run.destroyed = true, run.moved = geo::rounded(stop.at);
      run.why = stop.edge ? "reached the table's edge" : "ran into impassable ground";
      run.rule = stop.edge ? "HM-ROUT-10" : "HM-ROUT-06";
    } else {
      run.moved = distance;
    }
  } else {
    run.moved = std::min(distance, geo::rounded(stop.at));
    const auto foe = first_touch(shapes_of_movers(movers), Angle{}, others_of(state, flight, false, false));
    if (foe && foe->travel.value <= run.moved) {
      run.moved = foe->travel.value;
      for (const auto& [id, enemy] : state.units) {
        if (enemy.side == unit.side || enemy.hidden || !enemy.on_table()) continue;
        std::vector<Mover> there = movers;
        shift(there, course, run.moved);
        if (geo::gap_between(shapes_of_movers(there), shapes_of(enemy)).signed_gap.value <= 3_mm) run.into = id;
      }
    }
  }
  shift(movers, course, run.moved);
  if (!run.destroyed && !run.into) {
    // Nobody stands on anybody: on until clear of friends, and of enemies that are gone round (HM-PEN-01, HM-ROUT-08).
    Shapes in_way = others_of(state, flight, true, true);
    if (homewards)
      for (geo::Shape& shape : others_of(state, flight, false, true)) in_way.push_back(std::move(shape));
    for (const auto& [id, friendly] : state.units) {
      if (friendly.side != unit.side || !friendly.on_table() || homewards || id == flight.unit) continue;
      if (overlaps_any(movers, shapes_of(friendly))) run.stacked.push_back(id);
    }
    for (int steps = 0; steps < 60 && overlaps_any(movers, in_way); ++steps) {
      shift(movers, course, 5_mm);
      run.moved += 5_mm;
    }
  }
  if (flight.mode == Mode::Rout && !flight.stops && !run.destroyed && stop.edge && run.moved.mm() >= stop.at) {
    run.destroyed = true;  // on past a friend it comes to the edge
    run.why = "reached the table's edge", run.rule = "HM-ROUT-10";
  }
  // Friends whose stands the way crosses.
  for (const auto& [id, friendly] : state.units) {
    if (friendly.side != unit.side || !friendly.on_table() || (homewards && flight.mode == Mode::Rout)) continue;
    Shapes theirs;
    for (std::size_t i = 0; i < friendly.lochoi.size(); ++i) {
      const Flight* own = flight_of(state, {id, static_cast<int>(i)});
      if (!friendly.lochoi[i].sound() || (own != nullptr && own->id == flight.id)) continue;
      if (id == flight.unit && std::find(flight.lochoi.begin(), flight.lochoi.end(), static_cast<int>(i)) != flight.lochoi.end()) continue;
      for (geo::Shape& shape : shapes_of(friendly.lochoi[i])) theirs.push_back(std::move(shape));
    }
    const auto touch = first_touch(shapes_of_movers(start), Angle{}, theirs);
    if (touch && touch->travel.value < run.moved) run.through.push_back(id);
  }
  run.poses = poses_of(movers);
  return run;
}

std::vector<UnitId> pursuits_to_join(const State& state, const UnitId& id) {
  std::vector<UnitId> out;
  const Taxis& unit = taxis_at(state, id);
  if (unit.troop == TroopClass::Hoplite || unit.troop == TroopClass::Baggage || unit.troop == TroopClass::Chariot) return out;
  if (state.fight.flights.empty() || in_melee(unit) || unit.hidden || unit.scenery || unit.turn.spent || unit.turn.recovered) return out;
  for (std::size_t i = 0; i < unit.lochoi.size(); ++i)
    if (const Flight* own = flight_of(state, {id, static_cast<int>(i)}); own != nullptr && !(own->mode == Mode::Pursue && own->caught))
      return out;
  const Shapes own = shapes_of(unit);
  if (own.empty()) return out;
  const Length most = run_rate(state, id) + 6_in;
  for (const Flight& flight : state.fight.flights) {
    if (flight.mode != Mode::Rout || taxis_at(state, flight.unit).side == unit.side) continue;
    const Shapes theirs = shapes_of_flight(state, flight);
    if (theirs.empty()) continue;
    const geo::Gap gap = geo::gap_between(own, theirs);
    if (geo::within(gap.distance(), most) == engine::Ruling::Refused) continue;
    // A clear path: no stand between the closest points, but psiloi pass through open or disarrayed hoplites (HM-PUR-11).
    bool clear = true;
    for (const auto& [other, between] : state.units) {
      if (other == id || other == flight.unit || !between.on_table() || between.hidden) continue;
      const bool lets_through = unit.troop == TroopClass::Psiloi && between.side == unit.side && between.troop == TroopClass::Hoplite &&
                                (between.arrangement == Arrangement::OF || between.disarrayed());
      if (lets_through) continue;
      for (const geo::Shape& shape : shapes_of(between))
        clear = clear && !geo::runs_through(geo::outline_of(shape), geo::vec(gap.on_a), geo::vec(gap.on_b));
    }
    if (clear && std::find(out.begin(), out.end(), flight.unit) == out.end()) out.push_back(flight.unit);
  }
  return out;
}

}  // namespace polemarch::hoplomachia
