#include "engine/rulesets/hoplomachia/topics/closing.hpp"

#include <algorithm>
#include <map>

#include "engine/geometry/path.hpp"
#include "engine/geometry/polygon.hpp"
#include "engine/geometry/trig.hpp"
#include "engine/rulesets/hoplomachia/topics/bodies.hpp"
#include "engine/rulesets/hoplomachia/topics/charging.hpp"
#include "engine/rulesets/hoplomachia/topics/melee.hpp"

namespace polemarch::hoplomachia {

namespace geo = geometry;

namespace {

/// A stand of the body that closes.
struct Closer {
  int lochos = 0;
  bool front = false;
  BaseId base;
  Footprint footprint;
  Pose pose;
};
std::vector<Closer> closers_of(const State& state, const UnitId& id) {
  std::vector<Closer> out;
  const Taxis& unit = taxis_at(state, id);
  for (const int at : in_hand(state, id)) {
    bool front = true;
    for (const Stand& stand : unit.lochoi.at(static_cast<std::size_t>(at)).stands) {
      if (stand.lost) continue;
      out.push_back({at, front, stand.base, stand.footprint, stand.at.pose});
      front = false;
    }
  }
  return out;
}
Shapes shapes_of_closers(const std::vector<Closer>& closers) {
  Shapes out;
  for (const Closer& closer : closers) out.push_back(geo::placed(closer.footprint, closer.pose));
  return out;
}
std::vector<engine::PlacedBase> placed_closers(const std::vector<Closer>& closers) {
  std::vector<engine::PlacedBase> out;
  for (const Closer& closer : closers) out.push_back({closer.base, {closer.pose, {}}});
  return out;
}

struct FoeLochos {
  LochosRef ref;
  Shapes shapes;
  Strikes from = Strikes::Front;
};
std::vector<FoeLochos> foe_lochoi(const State& state, const std::set<UnitId>& foes, const Shapes& striker) {
  std::vector<FoeLochos> out;
  for (const UnitId& id : foes) {
    const Taxis& foe = taxis_at(state, id);
    for (std::size_t i = 0; i < foe.lochoi.size(); ++i) {
      if (!foe.lochoi[i].sound()) continue;
      Shapes shapes = shapes_of(foe.lochoi[i]);
      if (shapes.empty()) continue;
      const LochosRef ref{id, static_cast<int>(i)};
      const Strikes from = striker.empty() ? Strikes::Front : struck_from(state, striker, ref).side;
      out.push_back({ref, std::move(shapes), from});
    }
  }
  return out;
}

double apart_mm(const Pose& a, const Pose& b) { return geo::length_of(geo::vec(a.centre()) - geo::vec(b.centre())); }

/// Own friends' stands outside the body.
Shapes friends_beside(const State& state, const UnitId& id, const std::vector<Closer>& body, std::vector<UnitId>* whose = nullptr) {
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

/// Stands on the table that are no part of the body: its own unit's other lochoi, friends and enemies.
Shapes stands_outside(const State& state, const UnitId& id, const std::vector<Closer>& body) {
  Shapes out;
  const Round round = round_of(taxis_at(state, id));
  for (const auto& [other, unit] : state.units) {
    if (!unit.on_table() || unit.hidden || far_apart(round, round_of(unit), 14_in)) continue;
    for (std::size_t i = 0; i < unit.lochoi.size(); ++i) {
      const bool own =
          other == id && std::any_of(body.begin(), body.end(), [&](const Closer& c) { return c.lochos == static_cast<int>(i); });
      if (own || !unit.lochoi[i].sound()) continue;
      for (geo::Shape& shape : shapes_of(unit.lochoi[i])) out.push_back(std::move(shape));
    }
  }
  return out;
}
/// How deep the body stands in any of them: below 0, or 0 when it stands in none.
Length deepest(const std::vector<Closer>& body, const Shapes& others) {
  if (others.empty() || body.empty()) return {};
  return std::min(Length{}, geo::gap_between(shapes_of_closers(body), others).signed_gap.value);
}

/// Single lochoi with nothing in front go on to what they can still reach (HM-EPI-25). How far each of them went.
std::map<int, Length> send_on(const State& state, std::vector<Closer>& body, const Shapes& foes, Length most, const Shapes& in_the_way) {
  std::map<int, Length> gone;
  for (std::size_t i = 0; i < body.size(); ++i) {
    if (!body[i].front) continue;
    const int lochos = body[i].lochos;
    Shapes own;
    for (const Closer& closer : body)
      if (closer.lochos == lochos) own.push_back(geo::placed(closer.footprint, closer.pose));
    if (geo::gap_between(own, foes).signed_gap.value <= state.tolerance) continue;
    const auto touch = first_touch(own, Angle{}, foes);
    if (!touch || touch->travel.value > most) continue;
    const Angle heading = body[i].pose.heading;
    std::vector<Closer> there = body;
    for (Closer& closer : there)
      if (closer.lochos == lochos) closer.pose = shifted(closer.pose, heading, touch->travel.value);
    if (deepest(there, in_the_way) < deepest(body, in_the_way) - 1_mm) continue;
    body = std::move(there);
    gone[lochos] = touch->travel.value;
  }
  return gone;
}

}  // namespace

std::vector<Strike> strikes_of(const State& state, const UnitId& id, const std::vector<engine::PlacedBase>& poses,
                               const std::set<UnitId>& foes) {
  std::vector<Strike> out;
  const Taxis& unit = taxis_at(state, id);
  const std::vector<FoeLochos> others = foe_lochoi(state, foes, {});
  std::set<LochosRef> fronted;
  for (std::size_t i = 0; i < unit.lochoi.size(); ++i) {
    const Lochos& lochos = unit.lochoi[i];
    const Stand* front = front_of(lochos);
    if (front == nullptr || front_contact(lochos) != nullptr) continue;
    const auto placed = std::find_if(poses.begin(), poses.end(), [&](const engine::PlacedBase& p) { return p.base == front->base; });
    if (placed == poses.end()) continue;
    const geo::Shape own = geo::placed(front->footprint, placed->at);
    std::optional<Strike> best;
    std::int64_t most = 0;
    for (const FoeLochos& foe : others) {
      for (const geo::Shape& stand : foe.shapes) {
        const auto on = front_meets(own, stand, state.tolerance);
        if (!on) continue;
        // Only one enemy fights to a front (HM-MULT-01).
        if (*on == Strikes::Front && (front_contact(lochos_at(state, foe.ref)) != nullptr || fronted.contains(foe.ref))) continue;
        std::int64_t shared = 0;
        for (const geo::EdgeContact& contact : geo::contacts_between(own, stand, state.tolerance).edges)
          shared = std::max(shared, contact.overlap.value.um);
        if (shared <= most) continue;
        most = shared;
        best = Strike{static_cast<int>(i), foe.ref, *on};
      }
    }
    if (!best) continue;
    if (best->on == Strikes::Front) fronted.insert(best->foe);
    out.push_back(*best);
  }
  return out;
}

Closing closing(const State& state, const UnitId& id, Length way, Length reach, const std::set<UnitId>& foes, Length drift) {
  Closing out;
  std::vector<Closer> body = closers_of(state, id);
  if (body.empty()) return out;
  const Shapes start = shapes_of_closers(body);
  const Angle course = body.front().pose.heading;
  const std::vector<FoeLochos> others = foe_lochoi(state, foes, start);
  for (Closer& closer : body) closer.pose = shifted(closer.pose, course, way);
  out.moved = way;

  // The body squares up as one to what it touches, by the pair that has to shift least and leaves it a place (HM-EPI-25, 26, HM-PEN-01).
  const Shapes in_the_way = stands_outside(state, id, body);
  const auto carried_body = [&](const std::pair<Pose, Pose>& by) {
    std::vector<Closer> there = body;
    for (Closer& closer : there) closer.pose = carried(closer.pose, by.first, by.second);
    return there;
  };
  std::optional<std::pair<Pose, Pose>> square;
  double least = 1e9;
  for (const Closer& closer : body) {
    if (!closer.front) continue;
    const Shapes own{geo::placed(closer.footprint, closer.pose)};
    for (const FoeLochos& foe : others) {
      if (geo::gap_between(own, foe.shapes).signed_gap.value > state.tolerance) continue;
      const Pose to = squared_up(closer.footprint, foe.from == Strikes::Rear ? foe.shapes.back() : foe.shapes.front(), foe.from);
      const double shift = apart_mm(closer.pose, to);
      if (shift >= least || deepest(carried_body({closer.pose, to}), in_the_way) < deepest(body, in_the_way) - 1_mm) continue;
      least = shift;
      square = {closer.pose, to};
    }
  }
  if (square) body = carried_body(*square);

  if (square && reach > way) {
    Shapes all;
    for (const FoeLochos& foe : others) all.insert(all.end(), foe.shapes.begin(), foe.shapes.end());
    send_on(state, body, all, reach - way, in_the_way);
  }

  if (drift.um > 0) {
    std::vector<UnitId> whose;
    const Shapes beside = friends_beside(state, id, body, &whose);
    const Angle right = (body.front().pose.heading - 90_deg).normalised();
    const auto drifted = [&](Length by) {
      std::vector<Closer> there = body;
      for (Closer& closer : there) closer.pose = shifted(closer.pose, right, by);
      return there;
    };
    const auto overlap = [&](const std::vector<Closer>& there) {
      return !beside.empty() && geo::gap_between(shapes_of_closers(there), beside).signed_gap.value < Length{-500};
    };
    Length by = drift;
    std::vector<Closer> there = drifted(by);
    if (overlap(there) && !overlap(body)) {
      const Shapes mine = shapes_of_closers(there);
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
  out.crossed = crossed_by(state, start, shapes_of_closers(body));
  out.strikes = strikes_of(state, id, out.poses, foes);
  return out;
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
  std::vector<Closer> body = closers_of(state, id);
  if (foes.empty() || body.empty()) return out;
  const std::vector<Closer> before = body;
  const std::map<int, Length> gone = send_on(state, body, all, most, stands_outside(state, id, body));
  const auto stays = [&](const Closer& closer) { return !gone.contains(closer.lochos); };
  std::vector<Closer> started = before;
  std::erase_if(started, stays);
  std::erase_if(body, stays);
  for (const auto& [lochos, way] : gone) out.moved = std::max(out.moved, way);
  out.poses = placed_closers(body);
  out.crossed = crossed_by(state, shapes_of_closers(started), shapes_of_closers(body));
  out.strikes = strikes_of(state, id, out.poses, foes);
  return out;
}

Closing wheeled(const State& state, const UnitId& id, const Pose& from, const Pose& to, const std::set<UnitId>& foes, Length moved) {
  Closing out;
  std::vector<Closer> body = closers_of(state, id);
  const Shapes start = shapes_of_closers(body);
  for (Closer& closer : body) closer.pose = carried(closer.pose, from, to);
  out.moved = moved;
  out.poses = placed_closers(body);
  out.crossed = crossed_by(state, start, shapes_of_closers(body));
  out.strikes = strikes_of(state, id, out.poses, foes);
  return out;
}

namespace {

/// Does a body that goes ahead push deeper into stands that it touches already (HM-PEN-01)?
bool runs_into(const Shapes& body, const Shapes& others) {
  constexpr double kStep = 2;  // mm
  Shapes on = body;
  for (geo::Shape& shape : on) {
    const Vec2 d = kStep * shape.ahead;
    shape.centre = shape.centre + d;
    for (Vec2& corner : shape.corners) corner = corner + d;
  }
  for (const geo::Shape& other : others) {
    const Length now = geo::gap_between(body, {&other, 1}).signed_gap.value;
    if (now > Length{10}) continue;
    const Length then = geo::gap_between(on, {&other, 1}).signed_gap.value;
    if (then < Length{} && then < now - 0.1_mm) return true;
  }
  return false;
}

}  // namespace

Length way_to_impassable(const State& state, const Shapes& body, Angle course, Length most) {
  double least = most.mm();
  for (const Terrain& piece : state.terrain)
    for (const TerrainKind& kind : state.charts.terrain) {
      if (kind.kind != piece.kind || !kind.impassable) continue;
      const geo::Outline2 outline = geo::outline_in_mm(piece.outline);
      for (const geo::Shape& shape : body) {
        const double c = geo::cos_of(course), s = geo::sin_of(course);
        const Vec2 to = least * Vec2{shape.ahead.x * c - shape.ahead.y * s, shape.ahead.x * s + shape.ahead.y * c};
        std::vector<Vec2> points(shape.corners.begin(), shape.corners.end());
        for (std::size_t i = 0; i < 4; ++i) points.push_back(0.5 * (shape.corners[i] + shape.corners[(i + 1) % 4]));
        for (const Vec2 p : points) {
          const auto inside = geo::stretches_inside(outline, p, p + to);
          if (!inside.empty() && inside.front().second > 1e-6) least = std::min(least, inside.front().first * geo::length_of(to));
        }
      }
    }
  return least >= most.mm() ? most : std::max(Length{}, Length::from_mm(least));
}

Length free_way(const State& state, const UnitId& id, Length most) {
  const Taxis& charger = taxis_at(state, id);
  // Narrower by the tolerance on both sides: a friend that stands beside it is not in the way.
  Shapes body;
  const std::vector<int> moving = in_hand(state, id);
  const auto moves = [&](int at) { return std::find(moving.begin(), moving.end(), at) != moving.end(); };
  for (const int at : moving)
    for (const Stand& stand : lochos_at(state, {id, at}).stands)
      if (!stand.lost)
        body.push_back(geo::placed({Outline::Rectangle, stand.footprint.frontage - state.tolerance * 2, stand.footprint.depth}, stand.at));
  Length way = way_to_impassable(state, body, Angle{}, most);
  for (const auto& [other, unit] : state.units) {
    if (!unit.on_table() || unit.hidden || unit.side != charger.side) continue;
    Shapes theirs;
    for (std::size_t i = 0; i < unit.lochoi.size(); ++i)
      if (unit.lochoi[i].sound() && !(other == id && moves(static_cast<int>(i))))
        for (geo::Shape& shape : shapes_of(unit.lochoi[i])) theirs.push_back(std::move(shape));
    const auto touch = first_touch(body, Angle{}, theirs);
    if (touch && touch->travel.value < way) way = std::max(Length{}, touch->travel.value);
    if (way.um > 0 && runs_into(body, theirs)) way = Length{};
  }
  for (const InLane& lane : lane_of(state, id))
    if (!lane.may.allowed() && lane.way.value - 1_in < way) way = std::max(Length{}, lane.way.value - 1_in);
  return way;
}

std::set<std::string> crossed_by(const State& state, const Shapes& from, const Shapes& to) {
  std::set<std::string> out;
  for (const Terrain& piece : state.terrain) {
    const geo::Outline2 outline = geo::outline_in_mm(piece.outline);
    bool crossed = false;
    for (std::size_t i = 0; i < from.size() && !crossed; ++i) {
      crossed = geo::distance_to(from[i], outline) <= 0;
      if (i >= to.size()) continue;
      crossed = crossed || geo::distance_to(to[i], outline) <= 0;
      for (std::size_t c = 0; c < 4; ++c) crossed = crossed || geo::runs_through(outline, from[i].corners[c], to[i].corners[c]);
    }
    if (crossed) out.insert(piece.kind);
  }
  return out;
}

std::vector<std::pair<std::string, int>> disarray_numbers(const State& state, const std::set<std::string>& kinds) {
  std::vector<std::pair<std::string, int>> out;
  for (const std::string& kind : kinds)
    for (const TerrainKind& known : state.charts.terrain)
      if (known.kind == kind && known.disarray != 0) out.emplace_back(kind, known.disarray);
  return out;
}

}  // namespace polemarch::hoplomachia
