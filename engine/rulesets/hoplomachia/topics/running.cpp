#include "engine/rulesets/hoplomachia/topics/running.hpp"

#include <algorithm>
#include <cmath>

#include "engine/geometry/contact.hpp"
#include "engine/geometry/polygon.hpp"
#include "engine/geometry/reach.hpp"
#include "engine/geometry/trig.hpp"
#include "engine/rulesets/hoplomachia/topics/bodies.hpp"
#include "engine/rulesets/hoplomachia/topics/movers.hpp"

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

std::vector<int> standing_lochoi(const State& state, const UnitId& id) {
  std::vector<int> out;
  const Taxis& unit = taxis_at(state, id);
  for (std::size_t i = 0; i < unit.lochoi.size(); ++i)
    if (unit.lochoi[i].sound() && flight_of(state, {id, static_cast<int>(i)}) == nullptr) out.push_back(static_cast<int>(i));
  return out;
}

std::vector<int> acting_lochoi(const State& state, const UnitId& id) {
  const Taxis& unit = taxis_at(state, id);
  const auto fight = [&](int at) -> const LochosFight& { return unit.lochoi[static_cast<std::size_t>(at)].fight; };
  std::vector<int> rested = standing_lochoi(state, id);
  std::erase_if(rested, [&](int at) { return fight(at).apart_in == state.at.turn; });
  std::vector<int> out = rested;
  std::erase_if(
      out, [&](int at) { return fight(at).chased_in && unit.order.type != OrderType::Muster && unit.order.turn <= *fight(at).chased_in; });
  return out.empty() ? rested : out;
}
bool acts_with_unit(const State& state, const LochosRef& lochos) {
  const std::vector<int> acting = acting_lochoi(state, lochos.unit);
  return std::find(acting.begin(), acting.end(), lochos.at) != acting.end();
}

std::vector<int> recovering_lochoi(const State& state, const UnitId& id) {
  std::vector<int> standing = standing_lochoi(state, id);
  const Taxis& unit = taxis_at(state, id);
  const auto there = std::count_if(unit.lochoi.begin(), unit.lochoi.end(), [](const Lochos& lochos) { return lochos.on_table(); });
  if (static_cast<std::size_t>(there) == standing.size()) standing.clear();
  return standing;
}

bool has_run(const State& state, const UnitId& id) {
  const Taxis& unit = taxis_at(state, id);
  for (std::size_t i = 0; i < unit.lochoi.size(); ++i) {
    const Flight* flight = flight_of(state, {id, static_cast<int>(i)});
    if (unit.lochoi[i].sound() && (flight == nullptr || flight->mode == Mode::Pursue)) return false;
  }
  return true;
}

namespace {

Taxis only(Taxis unit, const std::vector<int>& lochoi) {
  if (lochoi.empty()) return unit;
  for (std::size_t i = 0; i < unit.lochoi.size(); ++i)
    if (unit.lochoi[i].on_table() && std::find(lochoi.begin(), lochoi.end(), static_cast<int>(i)) == lochoi.end())
      unit.lochoi[i].fate = Fate::Gone;
  return unit;
}

}  // namespace

Taxis without_runners(const State& state, const UnitId& id) { return only(taxis_at(state, id), standing_lochoi(state, id)); }
Taxis body_of(const State& state, const UnitId& id) { return only(taxis_at(state, id), acting_lochoi(state, id)); }

namespace {

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

/// Comrades and other friends whose own pursuit of this turn has ended: nobody ends on them (HM-PEN-01).
Shapes gone_before(const State& state, const Flight& pursuit) {
  Shapes out;
  const Side side = taxis_at(state, pursuit.unit).side;
  for (const Flight& other : state.fight.flights)
    if (other.id != pursuit.id && other.mode == Mode::Pursue && other.moved_in == state.at.turn && taxis_at(state, other.unit).side == side)
      for (geo::Shape& shape : shapes_of_flight(state, other)) out.push_back(std::move(shape));
  return out;
}

/// Whom of its quarry a pursuit that has arrived strikes: those it shares an edge with; where it touches by corners alone, those.
std::vector<const Flight*> struck_by(const State& state, const Flight& pursuit, const Shapes& there) {
  std::vector<const Flight*> edge, touched;
  for (const Flight* quarry : quarries_of(state, pursuit)) {
    const Shapes theirs = shapes_of_flight(state, *quarry);
    if (geo::gap_between(there, theirs).signed_gap.value > 3_mm) continue;
    touched.push_back(quarry);
    const bool shares = std::any_of(there.begin(), there.end(), [&](const geo::Shape& own) {
      return std::any_of(theirs.begin(), theirs.end(), [&](const geo::Shape& other) {
        const auto edges = geo::contacts_between(own, other, 3_mm).edges;
        return geo::gap_between(own, other).overlap() || (!edges.empty() && edges.front().overlap.value > state.tolerance);
      });
    });
    if (shares) edge.push_back(quarry);
  }
  return edge.empty() ? touched : edge;
}

/// Directly at the nearest of the quarry (HM-PUR-03), round what stands between (HM-PUR-05).
Run pursuit_of(const State& state, const Flight& flight, std::vector<Mover> movers, Length distance) {
  Run run;
  Shapes theirs;
  for (const Flight* quarry : quarries_of(state, flight))
    for (geo::Shape& shape : shapes_of_flight(state, *quarry)) theirs.push_back(std::move(shape));
  if (theirs.empty()) return run;
  const geo::Gap gap = geo::gap_between(shapes_of_movers(movers), theirs);
  const bool touching = gap.signed_gap.value <= 3_mm;
  if (!touching) {
    const Vec2 to = geo::vec(gap.on_b) - geo::vec(gap.on_a);
    face(movers, geo::direction(to.x, to.y));
    if (auto round = way_round(state, flight, movers, theirs, distance)) {
      movers = std::move(round->movers);
      run.moved = round->gone;
      distance -= round->gone;
    }
  }
  const Angle course = movers.front().at.pose.heading;
  const Shapes here = shapes_of_movers(movers);
  Length way = std::min(distance, geo::rounded(first_stop(state, movers, course, distance).at));
  const auto stop_short_of = [&](const Shapes& others) {
    const auto met = first_touch(here, Angle{}, others);
    if (met && met->travel.value < way) way = std::max(Length{}, met->travel.value - 1_mm);
  };
  // What cannot be gone round stops the pursuit short of contact.
  stop_short_of(others_of(state, flight, false, false));
  stop_short_of(gone_before(state, flight));
  // Nor through friends; psiloi leave between open or disordered hoplites (HM-PEN-01, HM-PUR-11).
  if (taxis_at(state, flight.unit).troop != TroopClass::Psiloi) stop_short_of(others_of(state, flight, true, false));
  const auto touch = first_touch(here, Angle{}, theirs);
  const bool reaches = touching || (touch && touch->travel.value <= way);
  if (reaches) way = touching ? Length{} : touch->travel.value;
  shift(movers, course, way);
  if (reaches)
    for (const Flight* quarry : struck_by(state, flight, shapes_of_movers(movers)))
      for (const int at : quarry->lochoi) run.caught.push_back({quarry->unit, at});
  run.poses = poses_of(movers);
  run.moved += way;
  return run;
}

/// Where a runner turns: at first where its flight says, then away from the enemy, a rout homewards (HM-ROUT-07).
Angle course_of(const State& state, const Flight& flight, const std::vector<Mover>& movers, bool homewards) {
  if (homewards) return taxis_at(state, flight.unit).side == Side::A ? 270_deg : 90_deg;
  if (flight.moves == 0) return flight.away;
  const Shapes foe = shapes_of(taxis_at(state, flight.foe));
  return foe.empty() ? flight.away : away_from(shapes_of_movers(movers), foe);
}

/// Where a runner goes on its next move.
struct Escape {
  Angle course;
  bool homewards;
  Length most;
  Stop stop;  ///< ground or edge
};

/// How far a runner comes before it meets enemies, impassable ground or the edge, and what that does to it.
Run until_met(const State& state, const Flight& flight, const std::vector<Mover>& movers, const Escape& escape) {
  const auto& [course, homewards, most, stop] = escape;
  Run run;
  run.moved = std::min(most, geo::rounded(stop.at));
  const auto foe =
      homewards && !flight.stops ? std::nullopt : first_touch(shapes_of_movers(movers), Angle{}, others_of(state, flight, false, false));
  if (flight.stops) {
    if (foe && foe->travel.value < run.moved) run.moved = std::max(Length{}, foe->travel.value - 1_mm);
  } else if (flight.mode == Mode::Rout) {
    if (foe && foe->travel.value <= most && foe->travel.value.mm() <= stop.at) {
      run.destroyed = true, run.moved = foe->travel.value, run.why = "ran into the enemy", run.rule = "HM-ROUT-06";
    } else if (stop.at <= most.mm() && (stop.edge || !homewards)) {
      run.destroyed = true;
      run.why = stop.edge ? "reached the table's edge" : "ran into impassable ground";
      run.rule = stop.edge ? "HM-ROUT-10" : "HM-ROUT-06";
    } else {
      run.moved = most;
    }
  } else if (foe && foe->travel.value <= run.moved) {
    run.moved = foe->travel.value;
    std::vector<Mover> there = movers;
    shift(there, course, run.moved);
    const Shapes here = shapes_of_movers(there);
    for (const auto& [id, enemy] : state.units) {
      if (enemy.side == taxis_at(state, flight.unit).side || enemy.hidden || !enemy.on_table()) continue;
      if (geo::gap_between(here, shapes_of(enemy)).signed_gap.value <= 3_mm) run.into = id;
    }
  }
  return run;
}

/// Nobody stands on anybody: on until clear of friends, and of enemies that are gone round (HM-PEN-01, HM-ROUT-08).
void get_clear(const State& state, const Flight& flight, const Escape& escape, std::vector<Mover>& movers, Run& run) {
  Shapes in_way = others_of(state, flight, true, true);
  if (escape.homewards)
    for (geo::Shape& shape : others_of(state, flight, false, true)) in_way.push_back(std::move(shape));
  for (const auto& [id, friendly] : state.units) {
    if (friendly.side != taxis_at(state, flight.unit).side || !friendly.on_table() || escape.homewards || id == flight.unit) continue;
    if (overlaps_any(movers, shapes_of(friendly))) run.stacked.push_back(id);
  }
  for (int steps = 0; steps < 60 && overlaps_any(movers, in_way); ++steps) {
    shift(movers, escape.course, 5_mm);
    run.moved += 5_mm;
  }
}

/// Friends whose stands the way crosses.
std::vector<UnitId> friends_crossed(const State& state, const Flight& flight, const std::vector<Mover>& start, Length way) {
  std::vector<UnitId> out;
  const Shapes own = shapes_of_movers(start);
  for (const auto& [id, friendly] : state.units) {
    if (friendly.side != taxis_at(state, flight.unit).side || !friendly.on_table()) continue;
    Shapes theirs;
    for (std::size_t i = 0; i < friendly.lochoi.size(); ++i) {
      const int at = static_cast<int>(i);
      const Flight* runs = flight_of(state, {id, at});
      if (!friendly.lochoi[i].sound() || (runs != nullptr && runs->id == flight.id)) continue;
      if (id == flight.unit && std::find(flight.lochoi.begin(), flight.lochoi.end(), at) != flight.lochoi.end()) continue;
      for (geo::Shape& shape : shapes_of(friendly.lochoi[i])) theirs.push_back(std::move(shape));
    }
    const auto touch = first_touch(own, Angle{}, theirs);
    if (touch && touch->travel.value < way) out.push_back(id);
  }
  return out;
}

/// A rout or an evasion.
Run escape_of(const State& state, const Flight& flight, std::vector<Mover> movers, Length distance) {
  const bool homewards = flight.mode == Mode::Rout && flight.moves > 0;
  const Angle course = course_of(state, flight, movers, homewards);
  face(movers, course);
  const Escape escape{course, homewards, distance, first_stop(state, movers, course, distance)};
  Run run = until_met(state, flight, movers, escape);
  const std::vector<Mover> start = movers;
  shift(movers, course, run.moved);
  if (!run.destroyed && !run.into) get_clear(state, flight, escape, movers, run);
  if (flight.mode == Mode::Rout && !flight.stops && !run.destroyed && escape.stop.edge && run.moved.mm() >= escape.stop.at) {
    run.destroyed = true;  // on past a friend it comes to the edge
    run.why = "reached the table's edge", run.rule = "HM-ROUT-10";
  }
  if (!homewards) run.through = friends_crossed(state, flight, start, run.moved);
  run.poses = poses_of(movers);
  return run;
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

std::optional<Measure> ahead_of_charger(const State& state, const Flight& runner) {
  const auto foe = state.units.find(runner.foe);
  const int before = state.at.turn - 1;
  if (foe == state.units.end() || foe->second.fight.missed_in != before || runner.since != before) return std::nullopt;
  const Shapes own = shapes_of_flight(state, runner), theirs = shapes_of(foe->second);
  if (own.empty() || theirs.empty()) return std::nullopt;
  return geo::gap_between(own, theirs).distance();
}

bool is_pursued(const State& state, const Flight& runner) { return ahead_of_pursuers(state, runner).has_value(); }

Run run_of(const State& state, const Flight& flight, Length distance) {
  std::vector<Mover> movers = movers_of(state, flight);
  if (movers.empty()) return {};
  return flight.mode == Mode::Pursue ? pursuit_of(state, flight, std::move(movers), distance)
                                     : escape_of(state, flight, std::move(movers), distance);
}

std::vector<UnitId> pursuits_to_join(const State& state, const UnitId& id) {
  std::vector<UnitId> out;
  const Taxis& unit = taxis_at(state, id);
  if (unit.troop == TroopClass::Hoplite || unit.troop == TroopClass::Baggage || unit.troop == TroopClass::Chariot) return out;
  if (state.fight.flights.empty() || in_melee(unit) || unit.hidden || unit.scenery || unit.turn.spent || unit.turn.recovered) return out;
  for (std::size_t i = 0; i < unit.lochoi.size(); ++i)
    if (const Flight* own = flight_of(state, {id, static_cast<int>(i)}); own != nullptr && !(own->mode == Mode::Pursue && own->caught))
      return out;
  Shapes own;
  for (const Lochos& lochos : unit.lochoi)
    if (lochos.sound() && lochos.fight.apart_in != state.at.turn) add_shapes(lochos, own);  // HM-AMB-77
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
