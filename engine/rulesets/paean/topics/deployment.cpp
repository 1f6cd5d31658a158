#include "engine/rulesets/paean/topics/deployment.hpp"

#include <algorithm>

#include "engine/geometry/trig.hpp"
#include "engine/rulesets/paean/tables.hpp"
#include "engine/rulesets/paean/topics/layout.hpp"
#include "engine/rulesets/paean/topics/movement.hpp"
#include "engine/rulesets/paean/topics/room.hpp"
#include "engine/rulesets/paean/topics/stands.hpp"

namespace polemarch::paean {

using engine::PlacedBase;

bool all_deployed(const State& state, Side side) {
  return std::all_of(state.bases.begin(), state.bases.end(),
                     [&](const auto& base) { return base.second.side != side || base.second.on_table; });
}

std::optional<StandsOn> stands_on(const State& state, const std::vector<PlacedBase>& poses) {
  std::vector<BaseId> placed;
  for (const PlacedBase& one : poses) placed.push_back(one.base);
  const Obstacles others = obstacles_but(state, placed);
  for (const PlacedBase& one : poses) {
    const Base& base = base_at(state, one.base);
    if (base.card.leader() || one.at.error != PoseError{}) continue;
    const geometry::Shape there = geometry::placed(footprint_of(base.card), one.at.pose);
    for (const Stand& stand : others.stands) {
      if (far_apart(there, stand.shape, 0)) continue;
      const double gap = geometry::gap_between(there, stand.shape).signed_gap.value.mm();
      if (gap < -kBrushMm) return StandsOn{one.base, stand.base, -gap};
    }
  }
  return std::nullopt;
}

namespace {

/// Who stands in one line when the side is deployed, and how wide it is.
struct Rank {
  std::vector<UnitId> units;
  double width = 0;
};

double width_of(const State& state, const UnitId& id) {
  const double base = footprint_of(card_of(state, id)).frontage.mm();
  return state.leaders.contains(id) ? base : base * static_cast<double>((formation_at(state, id).bases.size() + 1) / 2);
}

/// Side by side, as many to a line as the table is wide for; formations before leaders.
std::vector<Rank> ranks_of(const State& state, Side side, double apart) {
  constexpr double kRim = 60;
  std::vector<Rank> ranks(1);
  const auto add = [&](const UnitId& id) {
    const double width = width_of(state, id);
    if (!ranks.back().units.empty() && ranks.back().width + apart + width > state.width.mm() - 2 * kRim) ranks.emplace_back();
    Rank& rank = ranks.back();
    rank.width += (rank.units.empty() ? 0 : apart) + width;
    rank.units.push_back(id);
  };
  for (const auto& [id, formation] : state.formations)
    if (formation.side == side) add(id);
  for (const auto& [id, leader] : state.leaders)
    if (leader.side == side) add(id);
  return ranks;
}

/// Where the unit may stand when it is deployed: in lines along its own edge whose middle is the table's, so that the armies face each
/// other; so far along it and back from there.
std::vector<PlacedBase> place_in_line(const State& state, const UnitId& unit, double along = 0, double back = 0) {
  const Side side = *side_of(state, unit);
  const double edge = state.width.mm(), apart = 30.0 * state.k;
  double line = 150.0 + 120.0 * state.k;
  for (const Rank& rank : ranks_of(state, side, apart)) {
    double taken = (edge - rank.width) / 2;
    for (const UnitId& id : rank.units) {
      const double width = width_of(state, id);
      if (id == unit) {
        const double x = taken + width / 2 + along, y = line - back;
        const Vec2 at{side == Side::A ? x : edge - x, side == Side::A ? y : state.depth.mm() - y};
        const Angle heading = side == Side::A ? 90_deg : 270_deg;
        if (state.leaders.contains(id))
          return {{leader_at(state, id).base, {{geometry::rounded(at.x), geometry::rounded(at.y), heading}, {}}}};
        const std::vector<BaseId>& bases = formation_at(state, id).bases;
        return in_rows(state, bases, at, heading, static_cast<int>((bases.size() + 1) / 2));
      }
      taken += width + apart;
    }
    line -= 60.0 * state.k + 30;
  }
  return {};
}

/// The state with those bases there.
State with_placed(State state, const std::vector<PlacedBase>& poses) {
  for (const PlacedBase& placed : poses) {
    Base& base = state.bases.at(placed.base);
    base.at = placed.at;
    base.on_table = true;
  }
  return state;
}

bool has_room(const State& state, const std::vector<PlacedBase>& poses) { return on_table(state, poses) && !stands_on(state, poses); }

/// In its line; where somebody stands there the nearest place beside it, then a line back, then a line forward.
std::optional<std::vector<PlacedBase>> free_place(const State& state, const UnitId& unit) {
  if (std::vector<PlacedBase> poses = place_in_line(state, unit); has_room(state, poses)) return poses;
  const double step = 40.0 * state.k;
  for (const double back : {0.0, 2 * step, -2 * step, -4 * step})
    for (double far = step; far < state.width.mm(); far += step)
      for (const double along : {far, -far})
        if (std::vector<PlacedBase> poses = place_in_line(state, unit, along, back); has_room(state, poses)) return poses;
  return std::nullopt;
}

}  // namespace

std::vector<PlacedBase> suggested_place(const State& state, const UnitId& unit) {
  if (const auto leader = state.leaders.find(unit);
      leader != state.leaders.end() && find_formation(state, leader->second.with) != nullptr) {
    const UnitId& with = leader->second.with;
    if (on_the_table(state, with)) return {{leader->second.base, place_behind(state, with, unit)}};
    const State then = with_placed(state, suggested_place(state, with));
    return {{leader->second.base, place_behind(then, with, unit)}};
  }
  if (auto free = free_place(state, unit)) return *free;
  return place_in_line(state, unit);
}

std::vector<std::pair<UnitId, std::vector<PlacedBase>>> suggested_deployment(const State& state, Side side) {
  std::vector<std::pair<UnitId, std::vector<PlacedBase>>> out;
  State then = state;
  std::vector<UnitId> missing;
  for (const auto& [id, formation] : state.formations)
    if (formation.side == side && !on_the_table(state, id)) missing.push_back(id);
  for (const auto& [id, leader] : state.leaders)
    if (leader.side == side && !on_the_table(state, id)) missing.push_back(id);
  for (const UnitId& id : missing) {
    std::vector<PlacedBase> poses = suggested_place(then, id);
    if (!has_room(then, poses)) continue;
    then = with_placed(std::move(then), poses);
    out.emplace_back(id, std::move(poses));
  }
  return out;
}

}  // namespace polemarch::paean
