#include "engine/rulesets/hoplomachia/topics/squaring.hpp"

#include <algorithm>
#include <cmath>

#include "engine/geometry/polygon.hpp"
#include "engine/geometry/trig.hpp"
#include "engine/rulesets/hoplomachia/topics/bodies.hpp"
#include "engine/rulesets/hoplomachia/topics/charging.hpp"

namespace polemarch::hoplomachia {

namespace geo = geometry;

Closers closers_of(const State& state, const UnitId& id) {
  Closers out;
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
Shapes shapes_of(const Closers& body) {
  Shapes out;
  for (const Closer& closer : body) out.push_back(geo::placed(closer.footprint, closer.pose));
  return out;
}
Shapes narrower(const Closers& body, Length by) {
  Shapes out;
  for (const Closer& closer : body)
    out.push_back(geo::placed({Outline::Rectangle, closer.footprint.frontage - by * 2, closer.footprint.depth}, closer.pose));
  return out;
}
Closers shifted(Closers body, Angle direction, Length distance) {
  for (Closer& closer : body) closer.pose = shifted(closer.pose, direction, distance);
  return body;
}

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

namespace {

bool is_of(const Closers& body, const UnitId& unit, const LochosRef& ref) {
  return ref.unit == unit && std::any_of(body.begin(), body.end(), [&](const Closer& c) { return c.lochos == ref.at; });
}

}  // namespace

Shapes stands_outside(const State& state, const UnitId& id, const Closers& body) {
  Shapes out;
  const Round round = round_of(taxis_at(state, id));
  for (const auto& [other, unit] : state.units) {
    if (!unit.on_table() || unit.hidden || far_apart(round, round_of(unit), 14_in)) continue;
    for (std::size_t i = 0; i < unit.lochoi.size(); ++i) {
      if (is_of(body, id, {other, static_cast<int>(i)}) || !unit.lochoi[i].sound()) continue;
      add_shapes(unit.lochoi[i], out);
    }
  }
  return out;
}
Length deepest(const Closers& body, const Shapes& others) {
  if (others.empty() || body.empty()) return {};
  return std::min(Length{}, geo::gap_between(shapes_of(body), others).signed_gap.value);
}

namespace {

Vec2 middle(const Pose& pose) { return geo::vec(pose.centre()); }
double apart_mm(const Pose& a, const Pose& b) { return geo::length_of(middle(a) - middle(b)); }
Pose pose_of(Vec2 at, Angle heading) { return {geo::rounded(at.x), geo::rounded(at.y), heading.normalised()}; }

Closers carried_body(Closers body, const Pose& from, const Pose& to) {
  for (Closer& closer : body) closer.pose = carried(closer.pose, from, to);
  return body;
}

/// A front stand of the body, and where it stands squared up to an enemy one.
struct Facing {
  std::size_t closer = 0;
  Pose to;
};

Pose squared_to(const Closer& closer, const FoeLochos& foe) {
  return squared_up(closer.footprint, foe.from == Strikes::Rear ? foe.shapes.back() : foe.shapes.front(), foe.from);
}

/// The front stands of a body that lies nearly squared up, each with the enemy stand it faces, an enemy faced by one alone.
std::vector<Facing> facing(const Closers& body, const std::vector<FoeLochos>& foes) {
  std::vector<Facing> out;
  std::vector<bool> taken(foes.size(), false);
  for (std::size_t i = 0; i < body.size(); ++i) {
    if (!body[i].front) continue;
    double least = body[i].footprint.frontage.mm() / 4;
    std::optional<std::size_t> best;
    Pose to;
    for (std::size_t f = 0; f < foes.size(); ++f) {
      if (taken[f]) continue;
      const Pose there = squared_to(body[i], foes[f]);
      const double apart = apart_mm(body[i].pose, there);
      if (apart >= least || std::abs((there.heading - body[i].pose.heading).signed_turn().mdeg) > 15000) continue;
      least = apart, best = f, to = there;
    }
    if (!best) continue;
    taken[*best] = true;
    out.push_back({i, to});
  }
  return out;
}

/// Laid to all of these at once: their middles meet, and so do the lines through them.
Closers laid_to(const Closers& body, const std::vector<Facing>& pairs) {
  if (pairs.size() < 2) return body;
  Vec2 from{}, to{};
  const double share = 1.0 / static_cast<double>(pairs.size());
  for (const Facing& pair : pairs) from = from + share * middle(body[pair.closer].pose), to = to + share * middle(pair.to);
  double along = 0, across = 0, most = 0;
  for (const Facing& pair : pairs) {
    const Vec2 a = middle(body[pair.closer].pose) - from, b = middle(pair.to) - to;
    along += geo::dot(a, b), across += geo::cross(a, b);
    most = std::max(most, apart_mm(body[pair.closer].pose, pair.to));
  }
  if (most < 0.01) return body;  // mm: it lies so already
  return carried_body(body, pose_of(from, {}), pose_of(to, geo::direction(along, across)));
}

/// Each lochos to the stand it faces, by no more than hands are off.
Closers set_singly(const State& state, Closers body, const std::vector<Facing>& pairs, const Shapes& in_the_way) {
  for (const Facing& pair : pairs) {
    const Pose from = body[pair.closer].pose;
    if (from == pair.to || apart_mm(from, pair.to) > 2 * state.tolerance.mm()) continue;
    Closers there = body;
    for (Closer& closer : there)
      if (closer.lochos == body[pair.closer].lochos) closer.pose = carried(closer.pose, from, pair.to);
    if (deepest(there, in_the_way) >= deepest(body, in_the_way) - state.tolerance) body = std::move(there);
  }
  return body;
}

/// From where to where stands reach to the right of a course.
struct Span {
  double low = 1e18, high = -1e18, rear = 1e18, front = -1e18;
};
Span span_of(const Shapes& shapes, Vec2 ahead) {
  Span span;
  for (const geo::Shape& shape : shapes)
    for (const Vec2 corner : shape.corners) {
      const double right = -geo::cross(ahead, corner), on = geo::dot(ahead, corner);
      span.low = std::min(span.low, right), span.high = std::max(span.high, right);
      span.rear = std::min(span.rear, on), span.front = std::max(span.front, on);
    }
  return span;
}

/// How many friends behind, who look the same way and are free, have the body in their lane there and had it not.
int lanes_entered(const State& state, const UnitId& id, const Closers& before, const Closers& there) {
  const Shapes now = shapes_of(before), then = shapes_of(there);
  const Vec2 ahead = then.front().ahead;
  const Span old = span_of(now, ahead), mine = span_of(then, ahead);
  const auto within = [](const Span& a, const Span& b) { return std::min(a.high, b.high) - std::max(a.low, b.low); };
  int out = 0;
  for (const auto& [other, unit] : state.units) {
    if (other == id || unit.side != taxis_at(state, id).side || unit.hidden || !unit.on_table() || in_melee(unit)) continue;
    const Shapes theirs = shapes_of(unit);
    if (theirs.empty() || geo::dot(theirs.front().ahead, ahead) < 0.9) continue;
    const Span lane = span_of(theirs, ahead);
    if (lane.front > mine.front - state.tolerance.mm()) continue;
    if (within(lane, mine) > std::max(0.0, within(lane, old)) + state.tolerance.mm()) ++out;
  }
  return out;
}

}  // namespace

std::optional<Squared> squared_place(const State& state, const UnitId& id, const Closers& body, const std::vector<FoeLochos>& foes,
                                     const Shapes& in_the_way) {
  struct Place {
    Closers body;
    double aside = 0;
    std::size_t meets = 0;
  };
  std::vector<Place> places;
  double taken = 1e18;
  const Length deep = deepest(body, in_the_way);
  for (const Closer& closer : body) {
    if (!closer.front) continue;
    const Shapes own{geo::placed(closer.footprint, closer.pose)};
    for (const FoeLochos& foe : foes) {
      if (geo::gap_between(own, foe.shapes).signed_gap.value > state.tolerance) continue;
      const Pose to = squared_to(closer, foe);
      const Closers first = carried_body(body, closer.pose, to);
      std::vector<Facing> pairs = facing(first, foes);
      Closers there = laid_to(first, pairs);
      if (there.front().pose != first.front().pose) pairs = facing(there, foes);
      there = set_singly(state, std::move(there), pairs, in_the_way);
      const double aside = apart_mm(closer.pose, there[static_cast<std::size_t>(&closer - body.data())].pose);
      if (deepest(there, in_the_way) < deep - state.tolerance) {
        if (foe.from == Strikes::Front) taken = std::min(taken, aside);
        continue;
      }
      places.push_back({std::move(there), aside, pairs.size()});
    }
  }
  if (places.empty()) return std::nullopt;
  double least = 1e18;
  for (const Place& place : places) least = std::min(least, place.aside);
  const Place* best = nullptr;
  int entered = 0;
  for (const Place& place : places) {
    if (place.aside > least + state.tolerance.mm()) continue;
    const int lanes = lanes_entered(state, id, body, place.body);
    if (best != nullptr) {
      if (lanes > entered || (lanes == entered && place.meets < best->meets)) continue;
      if (lanes == entered && place.meets == best->meets && place.aside >= best->aside) continue;
    }
    best = &place, entered = lanes;
  }
  return Squared{best->body, geo::rounded(best->aside), taken + state.tolerance.mm() < best->aside};
}

Length front_shared(const State& state, const UnitId& id, const UnitId& foe) {
  double sum = 0;
  for (const Closer& closer : closers_of(state, id)) {
    if (!closer.front) continue;
    const geo::Shape own = geo::placed(closer.footprint, closer.pose);
    const Span mine = span_of({own}, own.ahead);
    for (const Lochos& lochos : taxis_at(state, foe).lochoi) {
      if (!lochos.sound()) continue;
      const Shapes theirs = shapes_of(lochos);
      if (theirs.empty()) continue;
      const Span other = span_of({theirs.front()}, own.ahead);
      if (other.front > mine.rear) sum += std::max(0.0, std::min(mine.high, other.high) - std::max(mine.low, other.low));
    }
  }
  return geo::rounded(sum);
}

std::vector<Length> ways_aside(const State& state, const Closers& body, const std::vector<FoeLochos>& foes, Length reach) {
  std::vector<Length> out;
  for (const Closer& closer : body) {
    if (!closer.front) continue;
    const geo::Shape own = geo::placed(closer.footprint, closer.pose);
    for (const FoeLochos& foe : foes) {
      if (foe.from != Strikes::Front || geo::dot(foe.shapes.front().ahead, own.ahead) > -0.9) continue;
      const Vec2 to = middle(squared_to(closer, foe)) - own.centre;
      const Length right = geo::rounded(-geo::cross(own.ahead, to));
      const double on = geo::dot(own.ahead, to);
      if (on > reach.mm() || on < -state.tolerance.mm() || right >= closer.footprint.frontage || -right >= closer.footprint.frontage)
        continue;
      if (std::find(out.begin(), out.end(), right) == out.end()) out.push_back(right);
    }
  }
  const auto far = [](Length way) { return way.um < 0 ? -way : way; };
  std::sort(out.begin(), out.end(), [&](Length a, Length b) { return far(a) != far(b) ? far(a) < far(b) : a < b; });
  return out;
}

}  // namespace polemarch::hoplomachia
