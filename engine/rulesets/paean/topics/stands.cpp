#include "engine/rulesets/paean/topics/stands.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "engine/rulesets/paean/tables.hpp"

namespace polemarch::paean {

namespace {

constexpr Length kLeastShare = 3_mm;  // of edge; less is a corner that the table's tolerance does not tell from none

Stand stand_of(const State& state, const BaseId& id, const UnitId& unit) {
  const Base& base = state.bases.at(id);
  return {id, unit, base.side, &base.card, geometry::placed(footprint_of(base.card), base.at)};
}

/// A base of troops whose circle does.
bool reaches_into(const Base& base, const Area& area) {
  if (!base.on_table || base.card.leader()) return false;
  const Footprint footprint = footprint_of(base.card);
  const double round = (footprint.frontage + footprint.depth).mm() / 2, x = base.at.pose.x.mm(), y = base.at.pose.y.mm();
  return x + round >= area.low.x && x - round <= area.high.x && y + round >= area.low.y && y - round <= area.high.y;
}

bool askew(const geometry::Shape& a, const geometry::Shape& b) {
  const double along = a.ahead.x * b.ahead.x + a.ahead.y * b.ahead.y, across = a.ahead.x * b.ahead.y - a.ahead.y * b.ahead.x;
  const double off = along * across;  // half the sine of twice the angle between them: 0 where edges are parallel
  return a.circle() || b.circle() || off > 0.17 || off < -0.17;  // 10 degrees
}

/// How far edges that are not askew part over their length, by the angle between them. mm.
double slant_of(const geometry::Shape& a, const geometry::Shape& b) {
  const double along = a.ahead.x * b.ahead.x + a.ahead.y * b.ahead.y, across = a.ahead.x * b.ahead.y - a.ahead.y * b.ahead.x;
  const double longest = 2 * std::max({a.half_front, a.half_depth, b.half_front, b.half_depth});
  return std::min(std::abs(along), std::abs(across)) * longest;
}

/// The edges of two bases that touch along each other, or with one end of theirs.
std::vector<geometry::EdgeContact> edges_that_touch(const geometry::Shape& a, const geometry::Shape& b, Length near) {
  std::vector<geometry::EdgeContact> edges = geometry::contacts_between(a, b, near).edges;
  if (edges.empty()) edges = geometry::contacts_between(a, b, near + Length::from_mm(slant_of(a, b))).edges;
  std::erase_if(edges, [](const geometry::EdgeContact& edge) { return edge.overlap.value < kLeastShare; });
  return edges;
}

}  // namespace

std::vector<Stand> stands_of(const State& state, const UnitId& unit) {
  std::vector<Stand> out;
  if (const auto found = state.formations.find(unit); found != state.formations.end()) {
    for (const BaseId& base : found->second.bases)
      if (state.bases.at(base).on_table) out.push_back(stand_of(state, base, unit));
  } else if (const auto leader = state.leaders.find(unit); leader != state.leaders.end() && leader->second.alive) {
    if (state.bases.at(leader->second.base).on_table) out.push_back(stand_of(state, leader->second.base, unit));
  }
  return out;
}

std::vector<Stand> all_stands(const State& state) {
  std::vector<Stand> out;
  for (const auto& [id, formation] : state.formations)
    for (Stand& stand : stands_of(state, id)) out.push_back(std::move(stand));
  for (const auto& [id, leader] : state.leaders)
    for (Stand& stand : stands_of(state, id)) out.push_back(std::move(stand));
  return out;
}

Area area_of(const std::vector<geometry::Shape>& shapes, double more) {
  Area area;
  const auto hold = [&](Vec2 at, double round) {
    area.low = {std::min(area.low.x, at.x - round), std::min(area.low.y, at.y - round)};
    area.high = {std::max(area.high.x, at.x + round), std::max(area.high.y, at.y + round)};
  };
  for (const geometry::Shape& shape : shapes) {
    if (shape.circle()) hold(shape.centre, shape.radius() + more);
    for (const Vec2 corner : shape.corners) hold(corner, more);
  }
  return area;
}

std::vector<Stand> stands_in(const State& state, const Area& area) {
  // Over all bases once: most are told to be far off by their middle alone.
  struct Near {
    const UnitId* unit = nullptr;
    std::size_t place = 0;
    const BaseId* id = nullptr;
  };
  std::vector<Near> near;
  for (const auto& [id, base] : state.bases) {
    if (!reaches_into(base, area)) continue;
    const auto formation = state.formations.find(base.unit);
    if (formation == state.formations.end()) continue;
    const std::vector<BaseId>& order = formation->second.bases;
    const auto at = std::find(order.begin(), order.end(), id);
    if (at != order.end()) near.push_back({&formation->first, static_cast<std::size_t>(at - order.begin()), &id});
  }
  std::sort(near.begin(), near.end(),
            [](const Near& a, const Near& b) { return a.unit == b.unit ? a.place < b.place : *a.unit < *b.unit; });
  std::vector<Stand> out;
  out.reserve(near.size());
  for (const Near& one : near) out.push_back(stand_of(state, *one.id, *one.unit));
  return out;
}

std::vector<UnitId> formations_in(const State& state, const Area& area) {
  std::vector<UnitId> out;
  for (const auto& [id, base] : state.bases) {
    if (!reaches_into(base, area)) continue;
    if (std::find(out.begin(), out.end(), base.unit) == out.end()) out.push_back(base.unit);
  }
  std::sort(out.begin(), out.end());
  return out;
}

std::vector<geometry::Shape> shapes_of(const std::vector<Stand>& stands) {
  std::vector<geometry::Shape> out;
  for (const Stand& stand : stands) out.push_back(stand.shape);
  return out;
}

Flank flank_of(const geometry::Shape& of, Vec2 at) {
  const Vec2 own = of.own_frame(at);
  constexpr double kHair = 0.5;
  if (own.x >= of.half_depth - kHair) return Flank::Front;
  if (own.x <= -of.half_depth + kHair) return Flank::Rear;
  return own.y >= 0 ? Flank::Left : Flank::Right;
}

std::vector<BaseTouch> touches(const std::vector<Stand>& ours, const std::vector<Stand>& theirs, int k, Touching how) {
  const Length near = how == Touching::Now ? 3_mm : Length{7000 * std::int64_t{k}};
  std::vector<BaseTouch> out;
  for (std::size_t i = 0; i < ours.size(); ++i)
    for (std::size_t j = 0; j < theirs.size(); ++j) {
      const geometry::Shape &a = ours[i].shape, &b = theirs[j].shape;
      const geometry::Gap gap = geometry::gap_between(a, b);
      if (gap.signed_gap.value > near) continue;
      if (!askew(a, b)) {
        const std::vector<geometry::EdgeContact> edges = edges_that_touch(a, b, near);
        if (edges.empty()) {
          if (gap.signed_gap.value > -kLeastShare) continue;  // corner to corner, or edges that just miss
          out.push_back({i, j, flank_of(a, b.centre), flank_of(b, a.centre), 0});
          continue;
        }
        const geometry::EdgeContact& edge = edges.front();
        out.push_back({i, j, flank_of(edge.edge_a), flank_of(edge.edge_b), edge.overlap.value.mm()});
      } else {
        const auto vec = [](Point p) { return Vec2{p.x.mm(), p.y.mm()}; };
        out.push_back({i, j, flank_of(a, vec(gap.on_b)), flank_of(b, vec(gap.on_a)), 0});
      }
    }
  return out;
}

std::vector<BaseTouch> with_a_front(std::vector<BaseTouch> touches) {
  std::erase_if(touches, [](const BaseTouch& touch) { return touch.on_ours != Flank::Front && touch.on_theirs != Flank::Front; });
  return touches;
}

std::vector<UnitId> enemies_met(const State& state, const UnitId& unit, const std::vector<engine::PlacedBase>& there) {
  std::vector<Stand> ours;
  for (const engine::PlacedBase& placed : there) {
    const Base& base = state.bases.at(placed.base);
    ours.push_back({placed.base, unit, base.side, &base.card, geometry::placed(footprint_of(base.card), placed.at)});
  }
  std::vector<UnitId> met;
  for (const UnitId& foe : formations_in(state, area_of(shapes_of(ours), kLeastShare.mm())))
    if (formation_at(state, foe).side != *side_of(state, unit) &&
        !with_a_front(touches(ours, stands_of(state, foe), state.k, Touching::Now)).empty())
      met.push_back(foe);
  return met;
}

bool would_touch(const State& state, const UnitId& leader, const MeasuredPose& there, const UnitId& formation) {
  std::vector<Stand> his = stands_of(state, leader);
  for (Stand& stand : his) stand.shape = geometry::placed(footprint_of(*stand.card), there);
  return !touches(his, stands_of(state, formation), state.k, Touching::Now).empty();
}

std::pair<Flank, Flank> sides_that_touch(const State& state, const UnitId& ours, const UnitId& theirs,
                                         const std::vector<BaseTouch>& bases) {
  std::map<std::pair<Flank, Flank>, double> share;
  for (const BaseTouch& touch : bases) share[{touch.on_ours, touch.on_theirs}] += touch.share_mm + 0.1;
  const auto most = std::max_element(share.begin(), share.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  auto [on_ours, on_theirs] = most->first;
  if (most->second > kLeastShare.mm()) return most->first;
  if (on_ours == Flank::Front && on_theirs != Flank::Front) {
    on_theirs = side_faced(state, theirs, ours);
  } else if (on_theirs == Flank::Front && on_ours != Flank::Front) {
    on_ours = side_faced(state, ours, theirs);
  }
  return {on_ours, on_theirs};
}

bool still_faces(const State& state, const LoneFight& lone) {
  if (find_leader(state, lone.hero) == nullptr || find_formation(state, lone.foe) == nullptr) return false;
  return !touches(stands_of(state, lone.hero), stands_of(state, lone.foe), state.k, Touching::Still).empty();
}

std::vector<UnitId> heroes_faced(const State& state, const UnitId& unit) {
  std::vector<UnitId> out;
  for (const LoneFight& lone : state.fights.lone)
    if (lone.foe == unit && leader_at(state, lone.hero).with.empty() && still_faces(state, lone)) out.push_back(lone.hero);
  return out;
}

bool engaged(const State& state, const UnitId& unit) { return in_contact(formation_at(state, unit)) || !heroes_faced(state, unit).empty(); }

namespace {

/// He is before the front of the base, or under it.
bool comes_upon(const geometry::Shape& base, const geometry::Shape& his) {
  constexpr Length kTouch = 1_mm, kUnder = Length{-300};
  const Length gap = geometry::gap_between(base, his).signed_gap.value;
  return gap < kUnder || (gap <= kTouch && flank_of(base, his.centre) == Flank::Front);
}

}  // namespace

UnitId leader_met(const State& state, Side side, const std::vector<geometry::Shape>& there) {
  for (const UnitId& id : leaders_alone(state, side))
    for (const geometry::Shape& his : shapes_of(state, id))
      if (std::any_of(there.begin(), there.end(), [&](const geometry::Shape& base) { return comes_upon(base, his); })) return id;
  return {};
}

bool comes_upon(const State& state, const UnitId& unit, const UnitId& leader) {
  const Leader* alone = find_leader(state, leader);
  if (alone == nullptr || !alone->with.empty() || find_formation(state, unit) == nullptr) return false;
  for (const Stand& base : stands_of(state, unit))
    for (const Stand& his : stands_of(state, leader))
      if (comes_upon(base.shape, his.shape)) return true;
  return false;
}

}  // namespace polemarch::paean
