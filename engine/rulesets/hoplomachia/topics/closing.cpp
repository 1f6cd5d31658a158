#include "engine/rulesets/hoplomachia/topics/closing.hpp"

#include <algorithm>
#include <map>

#include "engine/geometry/path.hpp"
#include "engine/geometry/polygon.hpp"
#include "engine/geometry/trig.hpp"
#include "engine/rulesets/hoplomachia/topics/bodies.hpp"
#include "engine/rulesets/hoplomachia/topics/charging.hpp"
#include "engine/rulesets/hoplomachia/topics/melee.hpp"
#include "engine/rulesets/hoplomachia/topics/squaring.hpp"

namespace polemarch::hoplomachia {

namespace geo = geometry;

namespace {

std::vector<engine::PlacedBase> placed_closers(const Closers& closers) {
  std::vector<engine::PlacedBase> out;
  for (const Closer& closer : closers) out.push_back({closer.base, {closer.pose, {}}});
  return out;
}

/// Own friends' stands outside the body.
Shapes friends_beside(const State& state, const UnitId& id, const Closers& body, std::vector<UnitId>* whose = nullptr) {
  Shapes out;
  const Side side = taxis_at(state, id).side;
  for (const auto& [other, unit] : state.units) {
    if (unit.side != side || !unit.on_table()) continue;
    for (std::size_t i = 0; i < unit.lochoi.size(); ++i) {
      const bool own =
          other == id && std::any_of(body.begin(), body.end(), [&](const Closer& c) { return c.lochos == static_cast<int>(i); });
      if (own || !unit.lochoi[i].sound()) continue;
      for (geo::Shape& shape : shapes_of(unit.lochoi[i])) {
        out.push_back(std::move(shape));
        if (whose != nullptr) whose->push_back(other);
      }
    }
  }
  return out;
}

/// Enemies' stands that are nobody's to pass: all that do not run.
Shapes enemies_standing(const State& state, const UnitId& id) {
  Shapes out;
  for (const auto& [other, unit] : state.units) {
    if (unit.side == taxis_at(state, id).side || !unit.on_table() || unit.hidden) continue;
    for (std::size_t i = 0; i < unit.lochoi.size(); ++i)
      if (!runs_on(state, {other, static_cast<int>(i)})) add_shapes(unit.lochoi[i], out);
  }
  return out;
}

/// Single lochoi with nothing in front go on to what they can still reach (HM-EPI-25). How far each of them went.
std::map<int, Length> send_on(const State& state, Closers& body, const Shapes& foes, Length most, const Shapes& in_the_way) {
  std::map<int, Length> gone;
  for (std::size_t i = 0; i < body.size(); ++i) {
    if (!body[i].front) continue;
    const int lochos = body[i].lochos;
    Shapes own;
    for (const Closer& closer : body)
      if (closer.lochos == lochos) own.push_back(geo::placed(closer.footprint, closer.pose));
    if (geo::gap_between(own, foes).signed_gap.value <= state.tolerance) continue;
    const auto touch = first_met(own, foes);
    if (!touch || touch->travel.value > most) continue;
    const Angle heading = body[i].pose.heading;
    Closers there = body;
    for (Closer& closer : there)
      if (closer.lochos == lochos) closer.pose = shifted(closer.pose, heading, touch->travel.value);
    if (deepest(there, in_the_way) < deepest(body, in_the_way) - state.tolerance) continue;
    body = std::move(there);
    gone[lochos] = touch->travel.value;
  }
  return gone;
}

}  // namespace

namespace {

/// A front stand of the body along an edge of an enemy's, and how much of it.
struct Meeting {
  Strike strike;
  std::int64_t shared = 0;
};

/// What a front lies along: a flank or the rear over more than half a base; another front over more than hands are off (HM-EPI-25).
std::optional<Meeting> meeting_of(const State& state, int lochos, const geo::Shape& own, const LochosRef& foe, const geo::Shape& stand) {
  Length shared;
  std::optional<Strikes> on = front_meets(own, stand, state.tolerance);
  for (const geo::EdgeContact& contact : geo::contacts_between(own, stand, state.tolerance).edges) {
    if (contact.edge_a != geo::Edge::Front) continue;
    shared = std::max(shared, contact.overlap.value);
    if (!on && contact.edge_b == geo::Edge::Front && contact.overlap.value > state.tolerance) on = Strikes::Front;
  }
  if (!on) return std::nullopt;
  return Meeting{{lochos, foe, *on}, shared.um};
}

/// Puts a meeting of fronts with this lochos into the pairs, moving others to another enemy of theirs where that makes room.
bool paired(const std::vector<Meeting>& all, int lochos, std::map<LochosRef, int>& by, std::set<LochosRef>& tried) {
  for (const Meeting& meeting : all) {
    if (meeting.strike.lochos != lochos || !tried.insert(meeting.strike.foe).second) continue;
    const auto had = by.find(meeting.strike.foe);
    if (had != by.end() && !paired(all, had->second, by, tried)) continue;
    by[meeting.strike.foe] = lochos;
    return true;
  }
  return false;
}

}  // namespace

std::vector<Strike> strikes_of(const State& state, const UnitId& id, const std::vector<engine::PlacedBase>& poses,
                               const std::set<UnitId>& foes) {
  std::vector<Strike> out;
  const Taxis& unit = taxis_at(state, id);
  const std::vector<FoeLochos> others = foe_lochoi(state, foes, {});
  std::vector<Meeting> fronts;
  for (std::size_t i = 0; i < unit.lochoi.size(); ++i) {
    const Lochos& lochos = unit.lochoi[i];
    const Stand* front = front_of(lochos);
    if (front == nullptr || front_contact(lochos) != nullptr) continue;
    const auto placed = std::find_if(poses.begin(), poses.end(), [&](const engine::PlacedBase& p) { return p.base == front->base; });
    if (placed == poses.end()) continue;
    const geo::Shape own = geo::placed(front->footprint, placed->at);
    std::optional<Meeting> best;
    for (const FoeLochos& foe : others) {
      for (const geo::Shape& stand : foe.shapes) {
        auto met = meeting_of(state, static_cast<int>(i), own, foe.ref, stand);
        if (!met) continue;
        if (met->strike.on != Strikes::Front) {
          if (!best || met->shared > best->shared) best = std::move(met);
        } else if (front_contact(lochos_at(state, foe.ref)) == nullptr) {  // only one enemy fights to a front (HM-MULT-01)
          fronts.push_back(std::move(*met));
        }
      }
    }
    if (!best) continue;
    const bool more = std::any_of(fronts.begin(), fronts.end(), [&](const Meeting& met) {
      return met.strike.lochos == best->strike.lochos && met.shared > best->shared;
    });
    if (more) continue;
    std::erase_if(fronts, [&](const Meeting& met) { return met.strike.lochos == best->strike.lochos; });
    out.push_back(best->strike);
  }
  // Who shares more goes first; whoever can have an enemy in front has one.
  std::stable_sort(fronts.begin(), fronts.end(), [](const Meeting& a, const Meeting& b) { return a.shared > b.shared; });
  std::map<LochosRef, int> by;
  std::set<int> has;
  for (const Meeting& met : fronts)
    if (!has.contains(met.strike.lochos) && !by.contains(met.strike.foe))
      by[met.strike.foe] = met.strike.lochos, has.insert(met.strike.lochos);
  for (const Meeting& met : fronts) {
    if (has.contains(met.strike.lochos)) continue;
    std::set<LochosRef> tried;
    if (paired(fronts, met.strike.lochos, by, tried)) has.insert(met.strike.lochos);
  }
  for (const auto& [foe, lochos] : by) out.push_back({lochos, foe, Strikes::Front});
  std::sort(out.begin(), out.end(), [](const Strike& a, const Strike& b) { return a.lochos < b.lochos; });
  return out;
}

namespace {

/// How far a body goes ahead, how far its single lochoi may go on, and its drift.
struct Going {
  Length way, reach, drift;
};

/// The body goes ahead in the lane it stands in and squares up to what it touches there; it drifts afterwards. `start`: where it stood.
Closing closed(const State& state, const UnitId& id, Closers body, const Shapes& start, const Going& go, const std::set<UnitId>& foes) {
  Closing out;
  const Angle course = body.front().pose.heading;
  const std::vector<FoeLochos> others = foe_lochoi(state, foes, start);
  body = shifted(std::move(body), course, go.way);
  out.moved = go.way;

  const Shapes in_the_way = stands_outside(state, id, body);
  if (!others.empty()) {
    std::optional<Squared> place = squared_place(state, id, body, others, in_the_way);
    // With a nearer place taken nobody goes more than half a base aside who strikes as many where it has come to.
    const std::size_t here = strikes_of(state, id, placed_closers(body), foes).size();
    if (place && place->nearer_taken && place->aside > body.front().footprint.frontage / 2 + state.tolerance &&
        here >= strikes_of(state, id, placed_closers(place->body), foes).size())
      place.reset();
    out.squared = place.has_value();
    if (place) body = std::move(place->body);
    if (go.reach > go.way && (place || here > 0)) {
      Shapes all;
      for (const FoeLochos& foe : others) all.insert(all.end(), foe.shapes.begin(), foe.shapes.end());
      send_on(state, body, all, go.reach - go.way, in_the_way);
    }
  }

  if (go.drift.um > 0) {
    std::vector<UnitId> whose;
    const Shapes beside = friends_beside(state, id, body, &whose);
    const Angle right = (body.front().pose.heading - 90_deg).normalised();
    const auto drifted = [&](Length by) { return shifted(body, right, by); };
    const auto overlap = [&](const Closers& there) {
      return !beside.empty() && geo::gap_between(shapes_of(there), beside).signed_gap.value < Length{-500};
    };
    Length by = go.drift;
    Closers there = drifted(by);
    if (overlap(there) && !overlap(body)) {
      const Shapes mine = shapes_of(there);
      for (std::size_t i = 0; i < beside.size(); ++i)
        if (geo::gap_between(mine, {&beside[i], 1}).signed_gap.value < Length{-500} &&
            std::find(out.overlapped.begin(), out.overlapped.end(), whose[i]) == out.overlapped.end())
          out.overlapped.push_back(whose[i]);
      while (by.um > 0 && overlap(there)) {
        by = std::max(Length{}, by - 1_mm);
        there = drifted(by);
      }
    }
    body = std::move(there);
  }
  out.poses = placed_closers(body);
  out.crossed = crossed_by(state, start, shapes_of(body));
  out.strikes = strikes_of(state, id, out.poses, foes);
  return out;
}

}  // namespace

Closing closing(const State& state, const UnitId& id, Length way, Length reach, const std::set<UnitId>& foes, Length drift) {
  Closers body = closers_of(state, id);
  if (body.empty()) return {};
  const Shapes start = shapes_of(body);
  return closed(state, id, std::move(body), start, {way, reach, drift}, foes);
}

std::optional<Closing> closing_aside(const State& state, const UnitId& id, Length reach, const std::set<UnitId>& foes,
                                     const std::function<Length(Length)>& drift) {
  const Closers body = closers_of(state, id);
  if (body.empty()) return std::nullopt;
  const Shapes start = shapes_of(body);
  const Angle right = (body.front().pose.heading - 90_deg).normalised();
  const std::vector<FoeLochos> others = foe_lochoi(state, foes, start);
  Shapes theirs;
  for (const FoeLochos& foe : others) theirs.insert(theirs.end(), foe.shapes.begin(), foe.shapes.end());
  const Shapes enemies = enemies_standing(state, id);
  const Length deep = deepest(body, stands_outside(state, id, body));
  for (const Length by : ways_aside(state, body, others, reach)) {
    Closers there = shifted(body, right, by);
    const Shapes narrow = narrower(there, state.tolerance);
    const auto touch = first_met(narrow, theirs), any = first_met(narrow, enemies);
    if (!touch || touch->travel.value > reach || (any && any->travel.value < touch->travel.value) ||
        free_way(state, id, there, touch->travel.value) < touch->travel.value)
      continue;
    const Closing out = closed(state, id, std::move(there), start, {touch->travel.value, reach, drift(touch->travel.value)}, foes);
    if (out.strikes.empty()) continue;
    Closers at = body;
    for (std::size_t i = 0; i < at.size(); ++i) at[i].pose = out.poses[i].at.pose;
    if (deepest(at, stands_outside(state, id, at)) >= deep - state.tolerance) return out;
  }
  return std::nullopt;
}

Closing going_on(const State& state, const UnitId& id, Length most) {
  Closing out;
  std::set<UnitId> foes;
  Shapes all;
  for (const InLane& lane : chargeable(state, id)) {
    if (lane.way.value > most) continue;
    foes.insert(lane.unit);
    for (const Lochos& lochos : taxis_at(state, lane.unit).lochoi)
      if (lochos.sound())
        for (geo::Shape& shape : shapes_of(lochos)) all.push_back(std::move(shape));
  }
  Closers body = closers_of(state, id);
  if (foes.empty() || body.empty()) return out;
  const Closers before = body;
  const std::map<int, Length> gone = send_on(state, body, all, most, stands_outside(state, id, body));
  const auto stays = [&](const Closer& closer) { return !gone.contains(closer.lochos); };
  Closers started = before;
  std::erase_if(started, stays);
  std::erase_if(body, stays);
  for (const auto& [lochos, way] : gone) out.moved = std::max(out.moved, way);
  out.poses = placed_closers(body);
  out.crossed = crossed_by(state, shapes_of(started), shapes_of(body));
  out.strikes = strikes_of(state, id, out.poses, foes);
  return out;
}

Closing wheeled(const State& state, const UnitId& id, const Pose& from, const Pose& to, const std::set<UnitId>& foes, Length moved) {
  Closing out;
  Closers body = closers_of(state, id);
  const Shapes start = shapes_of(body);
  for (Closer& closer : body) closer.pose = carried(closer.pose, from, to);
  out.moved = moved;
  out.poses = placed_closers(body);
  out.crossed = crossed_by(state, start, shapes_of(body));
  out.strikes = strikes_of(state, id, out.poses, foes);
  return out;
}

}  // namespace polemarch::hoplomachia
