#include "engine/rulesets/paean/topics/escapes.hpp"

#include <algorithm>

#include "engine/geometry/polygon.hpp"
#include "engine/geometry/trig.hpp"
#include "engine/rulesets/paean/tables.hpp"
#include "engine/rulesets/paean/topics/charging.hpp"
#include "engine/rulesets/paean/topics/movement.hpp"
#include "engine/rulesets/paean/topics/room.hpp"
#include "engine/rulesets/paean/topics/terrain.hpp"

namespace polemarch::paean {

using engine::PlacedBase;
using geometry::operator+;
using geometry::operator-;
using geometry::operator*;

Escape escape_of(const State& state, const UnitId& unit, Vec2 away) {
  const Formation& formation = formation_at(state, unit);
  const Length move = move_of(state, unit);
  const geometry::Body body = body_of(state, unit);
  std::vector<PlacedBase> start = poses_of(state, unit);
  if (formation.heavier())  // ends facing away (PA-AMB-13)
    start = turned_by(state, unit, (geometry::direction(away.x, away.y) - body.heading).signed_turn());
  const auto shifted_by = [&](Vec2 by) {
    std::vector<PlacedBase> poses = start;
    for (PlacedBase& placed : poses) {
      placed.at.pose.x += geometry::rounded(by.x);
      placed.at.pose.y += geometry::rounded(by.y);
      placed.at.error = {};
    }
    return poses;
  };
  std::vector<Stand> others;
  for (Stand& stand : all_stands(state))
    if (stand.unit != unit && !stand.card->leader()) others.push_back(std::move(stand));
  const auto inside = [&](const std::vector<PlacedBase>& poses) {
    for (const geometry::Shape& shape : shapes_at(state, poses))
      if (!wholly_on_table(state, shape)) return false;
    return true;
  };
  const auto through_enemy = [&](const std::vector<PlacedBase>& poses) {  // friends are passed, enemies are not
    for (std::size_t i = 0; i < start.size(); ++i)
      for (const Stand& stand : others)
        if (stand.side != formation.side &&
            geometry::runs_through(geometry::outline_of(stand.shape), geometry::vec(start[i].at.pose.centre()),
                                   geometry::vec(poses[i].at.pose.centre())))
          return true;
    return false;
  };
  const auto free = [&](const std::vector<PlacedBase>& poses) {
    if (!inside(poses) || through_enemy(poses)) return false;
    for (const geometry::Shape& shape : shapes_at(state, poses))
      for (const Stand& stand : others) {
        const Length near = stand.side == formation.side ? Length{0} : on_table(state, 0.1);
        if (geometry::gap_between(shape, stand.shape).signed_gap.value < near) return false;
      }
    return true;
  };
  Escape out;
  const auto take = [&](const std::vector<PlacedBase>& poses, bool bent) {
    out.poses = poses;
    out.bent = bent;
    for (std::size_t i = 0; i < start.size(); ++i) {
      const Vec2 from = geometry::vec(start[i].at.pose.centre()), to = geometry::vec(poses[i].at.pose.centre());
      for (const Stand& stand : others)
        if (geometry::runs_through(geometry::outline_of(stand.shape), from, to)) out.through = true;
      if (slow_stretch(state, from, to) > 1) out.through = true;
    }
  };
  // Straight away; round what stands there; along the table's edge; at last less far.
  const auto turned_way = [&](int deg) {
    const Angle by{1000 * std::int64_t{deg}};
    const double c = geometry::cos_of(by), s = geometry::sin_of(by);
    return Vec2{away.x * c - away.y * s, away.x * s + away.y * c};
  };
  constexpr int kStepDeg = 10, kMostDeg = 60;
  for (int deg = 0; deg <= kMostDeg; deg += kStepDeg)
    for (const int sign : {1, -1})
      if (const auto poses = shifted_by(move.mm() * turned_way(sign * deg)); free(poses)) {
        take(poses, deg != 0);
        return out;
      }
  double reach = move.mm();
  while (reach > 0 && !inside(shifted_by(reach * away))) reach -= 1;
  if (reach < move.mm())
    for (const int sign : {1, -1}) {
      // What is left of the move is spent along the edge.
      const Vec2 edges[] = {{1, 0}, {0, 1}};
      for (const Vec2 edge : edges) {
        if (geometry::dot(sign * edge, away) < -0.01) continue;  // back towards the charger
        const Vec2 by = reach * away + (sign * (move.mm() - reach)) * edge;
        if (const auto poses = shifted_by(by); free(poses)) {
          take(poses, true);
          return out;
        }
      }
    }
  for (double share = 0.9; share > 0.05; share -= 0.1)
    for (int deg = 0; deg <= kMostDeg; deg += kStepDeg)
      for (const int sign : {1, -1})
        if (const auto poses = shifted_by(share * move.mm() * turned_way(sign * deg)); free(poses)) {
          take(poses, true);
          return out;
        }
  out.no_ground = true;
  return out;
}

CommanderEscape commander_escape(const State& state, const UnitId& leader, Vec2 away) {
  const Leader& who = leader_at(state, leader);
  const Length most = on_table(state, kRelinquishMoveCm);
  const geometry::Shape base = shapes_of(state, leader).front();
  CommanderEscape out;
  Length best = most;
  for (const UnitId& id : formations_of(state, who.side)) {
    if (!formation_at(state, id).hoplite() || id == who.with) continue;  // he leaves the one he is with
    const std::vector<geometry::Shape> bases = shapes_of(state, id);
    if (bases.empty()) continue;
    const Length gap = geometry::gap_between(std::vector<geometry::Shape>{base}, bases).distance().value;
    if (gap > most || (!out.joins.empty() && gap >= best)) continue;
    if (!enemy_between(state, leader, id).empty()) continue;  // PA-AMB-63
    best = gap;
    out.joins = id;
  }
  const Pose now = base_at(state, who.base).at.pose;
  double reach = most.mm();
  const auto at = [&](double mm) {
    return MeasuredPose{{now.x + geometry::rounded(mm * away.x), now.y + geometry::rounded(mm * away.y), now.heading}, {}};
  };
  const Footprint footprint = footprint_of(base_at(state, who.base).card);
  while (reach > 0 && !wholly_on_table(state, geometry::placed(footprint, at(reach)))) reach -= 1;
  out.to = at(std::max(0.0, reach));
  return out;
}

}  // namespace polemarch::paean
