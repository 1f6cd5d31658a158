#include "engine/rulesets/paean/topics/pushback.hpp"

#include <algorithm>
#include <map>

#include "engine/geometry/trig.hpp"
#include "engine/rulesets/paean/tables.hpp"
#include "engine/rulesets/paean/topics/melee.hpp"
#include "engine/rulesets/paean/topics/room.hpp"

namespace polemarch::paean {

using engine::PlacedBase;
using geometry::operator+;
using geometry::operator-;
using geometry::operator*;

namespace {

constexpr double kHairMm = 0.5;    // poses are rounded; flush is not overlapping
constexpr double kSearchMm = 400;  // how far somebody may be shoved

geometry::Shape base_shape_at(const State& state, const BaseId& base, const MeasuredPose& at) {
  return geometry::placed(footprint_of(base_at(state, base).card), at.pose);
}
geometry::Shape base_shape_now(const State& state, const BaseId& base) { return base_shape_at(state, base, base_at(state, base).at); }

MeasuredPose shifted_pose(const MeasuredPose& at, Vec2 by) {
  return {{at.pose.x + geometry::rounded(by.x), at.pose.y + geometry::rounded(by.y), at.pose.heading}, {}};
}

double gap_in_mm(const geometry::Shape& a, const geometry::Shape& b) {
  const geometry::Gap gap = geometry::gap_between(a, b);
  return gap.signed_gap.value.mm();
}

/// Who gives way to a push back: a friend who rallies (PA-RES-19), and of the enemy single bases (PA-RES-23, PA-AMB-31), L and LM
/// (PA-RES-22). A friend who stands unformed without rallying stays where it is.
bool gives_way(const Formation& formation, Side pushed) {
  if (formation.side == pushed) return formation.unformed() && rallying(formation);
  return formation.unformed() || !formation.heavier();
}

}  // namespace

std::pair<double, double> extent_along(const geometry::Shape& shape, Vec2 along) {
  if (shape.circle()) return {geometry::dot(shape.centre, along) - shape.radius(), geometry::dot(shape.centre, along) + shape.radius()};
  double least = 1e12, most = -1e12;
  for (const Vec2 corner : shape.corners) {
    least = std::min(least, geometry::dot(corner, along));
    most = std::max(most, geometry::dot(corner, along));
  }
  return {least, most};
}

namespace {

/// Of a formation that fights from behind a friend: the friend's, or what has broken through to it when he is gone (PA-AMB-78).
std::optional<Fray> fray_behind(const State& state, const UnitId& unit) {
  const UnitId front = backed_by(state, unit);
  if (front.empty()) return std::nullopt;
  if (const Formation* friendly = find_formation(state, front); friendly != nullptr && in_contact(*friendly)) return fray_of(state, front);
  return nearest_fray(state, unit);
}

}  // namespace

std::optional<Fray> nearest_fray(const State& state, const UnitId& unit) {
  std::optional<Fray> nearest;
  Length least;
  for (const UnitId& foe : formations_of(state, other(formation_at(state, unit).side))) {
    const Length gap = gap_between(state, unit, foe).signed_gap.value;
    if (nearest && gap >= least) continue;
    least = gap;
    nearest = Fray{foe, body_of(state, foe).ahead, -1e12};
  }
  if (nearest)
    for (const Stand& stand : stands_of(state, nearest->foe))
      nearest->line_mm = std::max(nearest->line_mm, extent_along(stand.shape, nearest->away).second);
  return nearest;
}

std::optional<Fray> fray_of(const State& state, const UnitId& unit) {
  if (formation_at(state, unit).contacts.empty()) return fray_behind(state, unit);
  const std::vector<Stand> ours = stands_of(state, unit);
  std::optional<Fray> best;
  int worth = -1;
  for (const Contact& contact : formation_at(state, unit).contacts) {
    const std::vector<Stand> theirs = stands_of(state, contact.foe);
    for (const BaseTouch& touch : touches(ours, theirs, state.k, Touching::Still)) {
      const geometry::Shape& enemy = theirs[touch.theirs].shape;
      const int rank = (touch.on_theirs == Flank::Front ? 2 : 0) + (touch.on_ours == Flank::Front ? 1 : 0);
      Vec2 away = enemy.ahead;
      if (touch.on_theirs != Flank::Front) {  // nobody's front: straight out of the side that touches
        const geometry::Shape& own = ours[touch.ours].shape;
        away = touch.on_ours == Flank::Front  ? -1.0 * own.ahead
               : touch.on_ours == Flank::Rear ? own.ahead
               : touch.on_ours == Flank::Left ? -1.0 * geometry::left_of(own.ahead)
                                              : geometry::left_of(own.ahead);
      }
      const double line = extent_along(enemy, away).second;
      if (rank > worth) {
        worth = rank;
        best = Fray{contact.foe, away, line};
      } else if (rank == worth && best->foe == contact.foe) {
        best->line_mm = std::max(best->line_mm, line);
      }
    }
  }
  return best;
}

std::vector<BaseId> nearest_first(const State& state, std::vector<BaseId> bases, const Fray& fray) {
  if (bases.empty()) return bases;
  // Edge to edge (PA-AMB-53) from whoever fights it; corner to corner is as near as contact, so that middles decide between equals.
  std::vector<Stand> foes = stands_of(state, fray.foe);
  for (const Contact& contact : formation_at(state, base_at(state, bases.front()).unit).contacts)
    if (contact.foe != fray.foe)
      for (Stand& stand : stands_of(state, contact.foe)) foes.push_back(std::move(stand));
  struct Off {
    double gap = 1e12, middle = 1e12, deep = 0;
  };
  std::map<BaseId, Off> off;
  for (const BaseId& base : bases) {
    const geometry::Shape shape = base_shape_now(state, base);
    Off& one = off[base];
    one.deep = extent_along(shape, fray.away).first;
    for (const Stand& foe : foes) {
      one.gap = std::min(one.gap, gap_in_mm(shape, foe.shape));
      one.middle = std::min(one.middle, geometry::length_of(shape.centre - foe.shape.centre));
    }
  }
  std::stable_sort(bases.begin(), bases.end(), [&](const BaseId& a, const BaseId& b) {
    const Off &one = off[a], &two = off[b];
    if (one.gap < two.gap - kHairMm || two.gap < one.gap - kHairMm) return one.gap < two.gap;
    if (one.middle < two.middle - kHairMm || two.middle < one.middle - kHairMm) return one.middle < two.middle;
    return one.deep < two.deep - kHairMm;
  });
  return bases;
}

std::vector<BaseId> push_order(const State& state, const UnitId& unit) {
  const std::optional<Fray> fray = fray_of(state, unit);
  std::vector<BaseId> behind, contact, others;
  for (const Fighter& fighter : fighters_of(state, unit)) {
    const auto& own = formation_at(state, unit).bases;
    if (std::find(own.begin(), own.end(), fighter.base) == own.end()) continue;  // a base of a formation that backs it
    (fighter.role == Role::Contacting                                    ? contact
     : fighter.role == Role::Supporting || fighter.role == Role::Surplus ? behind
                                                                         : others)
        .push_back(fighter.base);
  }
  if (fray) {
    behind = nearest_first(state, behind, *fray);
    others = nearest_first(state, others, *fray);
  }
  std::reverse(behind.begin(), behind.end());
  std::reverse(others.begin(), others.end());
  std::reverse(contact.begin(), contact.end());
  behind.insert(behind.end(), contact.begin(), contact.end());
  behind.insert(behind.end(), others.begin(), others.end());
  return behind;
}

std::vector<PlacedBase> pushed_places(const State& state, const std::vector<BaseId>& bases, const Fray& fray) {
  struct Column {
    BaseId base;
    double at = 0, half = 0, deep = 0, off = 0;
  };
  const Vec2 across = geometry::left_of(fray.away);
  std::vector<Column> row;
  double mean = 0, width = 0;
  const double gap = on_table(state, kUnformedGapCm).mm();
  for (const BaseId& base : bases) {
    const geometry::Shape shape = base_shape_now(state, base);
    const auto [least, most] = extent_along(shape, across);
    const auto [near, back] = extent_along(shape, fray.away);
    row.push_back({base, (least + most) / 2, (most - least) / 2, (back - near) / 2, near});
    mean += (least + most) / 2;
    width += most - least + gap;
  }
  if (row.empty()) return {};
  mean /= static_cast<double>(row.size());
  std::stable_sort(row.begin(), row.end(), [](const Column& a, const Column& b) {
    return a.at < b.at - kHairMm || (a.at < b.at + kHairMm && a.off < b.off - kHairMm);
  });
  double edge = mean - (width - gap) / 2;
  std::map<BaseId, PlacedBase> placed;
  for (const Column& column : row) {
    const double away = fray.line_mm + on_table(state, kPushBackCm).mm() + column.deep;
    const Vec2 at = (edge + column.half) * across + away * fray.away;
    placed[column.base] = {column.base,
                           {{geometry::rounded(at.x), geometry::rounded(at.y), base_at(state, column.base).at.pose.heading}, {}}};
    edge += 2 * column.half + gap;
  }
  std::vector<PlacedBase> out;
  for (const BaseId& base : bases) out.push_back(placed[base]);
  return out;
}

InTheWay in_the_way(const State& state, const BaseId& base, const PlacedBase& to, Vec2 away, const std::vector<UnitId>& melee) {
  // The base sweeps straight back and is dressed into its row there; whom it brushes as it goes, flush beside it, is not in its way.
  const geometry::Shape from = base_shape_now(state, base), goal = base_shape_at(state, base, to.at);
  const geometry::Shape lane = lane_of(from, away);
  const double back = std::max(0.0, geometry::dot(goal.centre - from.centre, away));
  const Side side = base_at(state, base).side;
  InTheWay out;
  constexpr int kStations = 10;
  for (const auto& [id, formation] : state.formations) {
    if (!formation.in_play() || id == base_at(state, base).unit || gives_way(formation, side)) continue;
    if (std::find(melee.begin(), melee.end(), id) != melee.end()) continue;
    bool met = false;
    const auto stands_in_it = [](const geometry::Shape& there, const geometry::Shape& other, double hair) {
      return !far_apart(there, other, 0) && gap_in_mm(there, other) < -hair;
    };
    for (const Stand& stand : stands_of(state, id)) {
      met = met || stands_in_it(goal, stand.shape, kBrushMm);
      for (int i = 1; i <= kStations && !met; ++i)
        met = stands_in_it(shifted_shape(lane, (static_cast<double>(i) / kStations * back) * away), stand.shape, kHairMm);
    }
    if (!met) continue;
    if (formation.side != side) {
      out.formed_enemy = true;
      continue;
    }
    out.around = true;
    if (formation.heavier() && !formation.unformed()) out.friends.push_back(id);
  }
  return out;
}

std::vector<Shoved> shoved_by(const State& state, const BaseId& base, const PlacedBase& to, Vec2 away) {
  const double gap = on_table(state, kUnformedGapCm).mm();
  const Side side = base_at(state, base).side;
  std::vector<Shoved> out;
  std::vector<geometry::Shape> pushing{base_shape_at(state, base, to.at)};
  std::vector<UnitId> done{base_at(state, base).unit};
  for (std::size_t next = 0; next < pushing.size(); ++next) {
    const geometry::Shape before = pushing[next];
    for (const auto& [id, formation] : state.formations) {
      if (!formation.in_play() || !gives_way(formation, side) || std::find(done.begin(), done.end(), id) != done.end()) continue;
      if (!formation.contacts.empty()) continue;  // it fights; the pushed base finds room beside it
      const std::vector<Stand> stands = stands_of(state, id);
      const auto nearest = [&](double way, bool all = true) {
        double least = 1e12;
        for (const Stand& stand : stands) {
          geometry::Shape moved = base_shape_at(state, stand.base, shifted_pose(base_at(state, stand.base).at, way * away));
          for (const geometry::Shape& other : all ? pushing : std::vector<geometry::Shape>{before})
            if (!far_apart(other, moved, gap)) least = std::min(least, gap_in_mm(other, moved));
        }
        return least;
      };
      if (nearest(0, false) >= gap - 0.01) continue;
      double way = 0;
      while (nearest(way) < gap - 0.001 && way < kSearchMm) way += 1;
      while (way > 0 && nearest(way - 0.1) >= gap - 0.001) way -= 0.1;
      done.push_back(id);
      Shoved shoved{.unit = id, .poses = {}, .over_edge = false, .friendly = formation.side == side};
      for (const Stand& stand : stands) {
        const MeasuredPose at = shifted_pose(base_at(state, stand.base).at, way * away);
        const geometry::Shape moved = base_shape_at(state, stand.base, at);
        shoved.over_edge = shoved.over_edge || !wholly_on_table(state, moved);
        shoved.poses.push_back({stand.base, at});
        pushing.push_back(moved);
      }
      out.push_back(std::move(shoved));
    }
  }
  return out;
}

std::vector<BaseId> pushed_along(const State& state, const UnitId& unit) {
  std::vector<BaseId> out;
  const Formation& formation = formation_at(state, unit);
  for (const Fighter& fighter : fighters_of(state, unit))
    if (fighter.role == Role::Contacting || fighter.role == Role::Supporting || fighter.role == Role::Surplus)
      if (std::find(formation.bases.begin(), formation.bases.end(), fighter.base) != formation.bases.end()) out.push_back(fighter.base);
  return out;
}

}  // namespace polemarch::paean
