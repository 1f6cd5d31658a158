#include "engine/rulesets/paean/topics/escapes.hpp"

#include <algorithm>
#include <cstdint>

#include "engine/geometry/polygon.hpp"
#include "engine/geometry/trig.hpp"
#include "engine/rulesets/paean/tables.hpp"
#include "engine/rulesets/paean/topics/charging.hpp"
#include "engine/rulesets/paean/topics/layout.hpp"
#include "engine/rulesets/paean/topics/movement.hpp"
#include "engine/rulesets/paean/topics/room.hpp"
#include "engine/rulesets/paean/topics/terrain.hpp"
#include "engine/rulesets/paean/topics/ways_past.hpp"

namespace polemarch::paean {

using engine::PlacedBase;
using geometry::operator+;
using geometry::operator-;
using geometry::operator*;

namespace {

constexpr int kStepDeg = 10, kMostDeg = 60;  // off straight away
constexpr double kShareStep = 0.05;          // of the move
constexpr double kGapCm = 0.1;               // from an enemy, so that no contact is taken for one
constexpr double kSqueezeMm = 2;             // a base passes where its narrow side fits, but for this much on each side
constexpr double kAlikeMm = 5;               // as far away as another, at 6 mm figures
constexpr std::int64_t kAboutMdeg = 135000;  // who turns further turns about
constexpr double kClearMm = 2;               // of an enemy whom a commander stops before
constexpr double kFurtherMm = 0.2;           // than its move, where it is dressed aside
constexpr double kStationMm = 10;            // less than any base is deep: nothing on the way is stepped over

/// Somewhere the bases may go to as a block.
struct Goal {
  Vec2 by;
  double away = 0;  ///< of it straight away, in steps of what is alike
  double gone = 0;  ///< of the move that is spent on it
};

/// A formation that evades, and who stands round it.
struct Evader {
  const State& state;
  const Formation& formation;
  Vec2 away;
  double move = 0;
  std::vector<PlacedBase> start;  ///< M faces away already (PA-AMB-13)
  std::vector<Stand> others;      ///< troops of both sides
  Walls walls;                    ///< the enemies among them

  Vec2 from(std::size_t base) const { return geometry::vec(start[base].at.pose.centre()); }
  std::vector<PlacedBase> in_files(int files) const;
  bool inside(const std::vector<PlacedBase>& poses) const;
  bool free(const std::vector<PlacedBase>& poses, double brush_mm) const;
  double openness(const std::vector<PlacedBase>& poses) const;
  bool crosses(std::size_t base, const std::vector<Vec2>& way) const;
  std::vector<Goal> goals(const std::vector<PlacedBase>& poses) const;
  std::optional<Escape> straight_away() const;
  std::optional<Escape> there(const std::vector<PlacedBase>& poses, const std::vector<WaysPast>& ways) const;
};

geometry::Outline2 grown(const geometry::Shape& shape, double by) {
  const Vec2 ahead = (shape.half_depth + by) * shape.ahead, left = (shape.half_front + by) * geometry::left_of(shape.ahead);
  return {shape.centre + ahead + left, shape.centre + ahead - left, shape.centre - ahead - left, shape.centre - ahead + left};
}

Evader evader_of(const State& state, const UnitId& unit, Vec2 away) {
  Evader out{.state = state, .formation = formation_at(state, unit), .away = away, .start = {}, .others = {}, .walls = {}};
  out.move = move_of(state, unit).mm();
  const Angle turn = (geometry::direction(away.x, away.y) - body_of(state, unit).heading).signed_turn();
  const bool about = turn.mdeg > kAboutMdeg || turn.mdeg < -kAboutMdeg;
  if (!out.formation.heavier()) {
    out.start = poses_of(state, unit);
  } else if (!about) {
    out.start = turned_by(state, unit, turn);
  } else {  // every base turns about where it stands: its last row is the first then (PA-FAC-01)
    out.start = turned_by(state, unit, (turn + 180_deg).signed_turn());
    for (PlacedBase& placed : out.start) placed.at.pose.heading = (placed.at.pose.heading + 180_deg).normalised();
    std::reverse(out.start.begin(), out.start.end());
  }
  const Footprint base = footprint_of(card_of(state, unit));
  const double narrow = std::min(base.depth, base.frontage).mm() / 2 - kSqueezeMm;
  const Area reach = area_of(shapes_at(state, out.start), 2 * out.move);
  for (Stand& stand : stands_in(state, reach)) {
    if (stand.unit == unit) continue;
    if (stand.side != out.formation.side) out.walls.push_back(grown(stand.shape, narrow));
    out.others.push_back(std::move(stand));
  }
  return out;
}

/// The same bases in another number of files, on the middle of their front.
std::vector<PlacedBase> Evader::in_files(int files) const {
  const geometry::Body body = geometry::body_of(shapes_at(state, start));
  std::vector<BaseId> order;
  for (const PlacedBase& placed : start) order.push_back(placed.base);
  return files >= body.files() ? start : in_rows(state, order, body.front_centre(), body.heading, files);
}

bool Evader::inside(const std::vector<PlacedBase>& poses) const {
  const std::vector<geometry::Shape> shapes = shapes_at(state, poses);
  return std::all_of(shapes.begin(), shapes.end(), [&](const geometry::Shape& shape) { return wholly_on_table(state, shape); });
}

/// Off every enemy, and no deeper in friends than that.
bool Evader::free(const std::vector<PlacedBase>& poses, double brush_mm) const {
  if (!inside(poses)) return false;
  for (const geometry::Shape& shape : shapes_at(state, poses))
    for (const Stand& stand : others) {
      const Length near = stand.side == formation.side ? Length::from_mm(-brush_mm) : paean::on_table(state, kGapCm);
      if (!far_apart(shape, stand.shape, std::max(0.0, near.mm())) && geometry::gap_between(shape, stand.shape).signed_gap.value < near)
        return false;
    }
  return true;
}

/// How open the ground is: what lies between it and the enemies round it, summed.
double Evader::openness(const std::vector<PlacedBase>& poses) const {
  double sum = 0;
  for (const geometry::Shape& shape : shapes_at(state, poses))
    for (const Stand& stand : others)
      if (stand.side != formation.side) sum += std::min(2 * move, geometry::gap_between(shape, stand.shape).signed_gap.value.mm());
  return sum;
}

/// The base comes through friends or over ground that unforms on its way (PA-EVA-03).
bool Evader::crosses(std::size_t base, const std::vector<Vec2>& way) const {
  const geometry::Shape shape = shapes_at(state, {start[base]}).front();
  for (std::size_t leg = 1; leg < way.size(); ++leg) {
    const geometry::Shape here = shifted_shape(shape, way[leg - 1] - shape.centre), next = shifted_shape(shape, way[leg] - shape.centre);
    for (const Stand& stand : others)
      if (stand.side == formation.side && comes_through(here, next, {stand.shape})) return true;
    const Vec2 on = next.centre - here.centre;
    const int stations = 1 + static_cast<int>(geometry::length_of(on) / kStationMm);
    for (int i = 1; i <= stations; ++i)
      if (in_bad_ground(state, {shifted_shape(here, (static_cast<double>(i) / stations) * on)})) return true;
  }
  return false;
}

/// Off straight away, less far, and what is left of the move along the table's edge (PA-EVA-08): furthest away first, then who spends more.
std::vector<Goal> Evader::goals(const std::vector<PlacedBase>& poses) const {
  std::vector<Goal> out;
  const double alike = kAlikeMm * state.k;
  const auto add = [&](Vec2 by, double gone) {
    const auto steps = static_cast<int>(geometry::dot(by, away) / alike + 1e-6);
    out.push_back({by, static_cast<double>(steps), gone});
  };
  for (int deg = 0; deg <= kMostDeg; deg += kStepDeg)
    for (const int sign : {1, -1}) {
      const Angle by{1000 * std::int64_t{sign * deg}};
      const double c = geometry::cos_of(by), s = geometry::sin_of(by);
      for (double share = 1; share > kShareStep; share -= kShareStep)
        add(share * move * Vec2{away.x * c - away.y * s, away.x * s + away.y * c}, share * move);
    }
  double reach = move;
  while (reach > 0 && !inside(shifted_poses(poses, reach * away))) reach -= 1;
  reach = std::max(reach, 0.0);
  if (reach < move)
    for (const Vec2 edge : {Vec2{1, 0}, Vec2{-1, 0}, Vec2{0, 1}, Vec2{0, -1}}) {
      if (geometry::dot(edge, away) < -0.01) continue;  // back towards the charger
      for (const double share : {1.0, 0.75, 0.5, 0.25}) {
        const double along = share * (move - reach);
        add(reach * away + along * edge, reach + along);
      }
    }
  std::stable_sort(out.begin(), out.end(),
                   [](const Goal& a, const Goal& b) { return a.away > b.away || (a.away == b.away && a.gone > b.gone + 0.5); });
  return out;
}

std::optional<Escape> Evader::straight_away() const {
  Escape out{.poses = shifted_poses(start, move * away)};
  if (auto past = dressed_between(state, out.poses, {&state, others})) out.poses = std::move(*past);  // who is only brushed there
  if (!free(out.poses, kBrushMm)) return std::nullopt;
  for (std::size_t i = 0; i < start.size(); ++i) {
    const Vec2 to = geometry::vec(out.poses[i].at.pose.centre());
    if (geometry::length_of(to - from(i)) > move + kFurtherMm) return std::nullopt;
    if (walled_off(walls, from(i), to)) return std::nullopt;
    out.through = out.through || crosses(i, {from(i), to});
  }
  return out;
}

/// Every base goes its own way there, round enemies; nothing when one does not come so far.
std::optional<Escape> Evader::there(const std::vector<PlacedBase>& poses, const std::vector<WaysPast>& ways) const {
  if (!free(poses, kBrushMm)) return std::nullopt;
  Escape out{.poses = poses, .bent = true};
  if (!free(poses, kStandsOnMm)) {  // friends are brushed there
    auto past = dressed_between(state, poses, {&state, others});
    if (!past || !free(*past, kBrushMm)) return std::nullopt;
    out.poses = std::move(*past);
  }
  for (std::size_t i = 0; i < out.poses.size(); ++i) {
    const auto way = ways[i].to(geometry::vec(out.poses[i].at.pose.centre()));
    if (!way) return std::nullopt;
    out.through = out.through || crosses(i, *way);
  }
  return out;
}

}  // namespace

Escape escape_of(const State& state, const UnitId& unit, Vec2 away) {
  const Evader evader = evader_of(state, unit, away);
  if (auto straight = evader.straight_away()) return *straight;
  std::vector<WaysPast> ways;
  for (std::size_t i = 0; i < evader.start.size(); ++i) ways.emplace_back(evader.walls, evader.from(i), evader.move);
  std::optional<Escape> best;
  double most = -1;
  const double worth = 4;  // a narrower front has to bring it so many steps further
  for (int files = body_of(state, unit).files(); files > 0; --files) {
    const std::vector<PlacedBase> poses = evader.in_files(files);
    std::optional<Goal> found;
    double off = 0;
    for (const Goal& goal : evader.goals(poses)) {
      if (goal.away < most + worth && best) break;
      if (found && (goal.away < found->away || goal.gone < found->gone - 0.5)) break;
      const auto escape = evader.there(shifted_poses(poses, goal.by), ways);
      if (!escape) continue;
      const double open = evader.openness(escape->poses);  // of two as good, towards open ground (PA-EVA-08)
      if (found && open <= off) continue;
      found = goal;
      off = open;
      best = escape;
    }
    if (found) most = found->away;
  }
  if (best) return *best;
  Escape none;
  none.no_ground = true;
  return none;
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
  // A full move away: as far as the table goes, and where enemies stand in the way up to 60 degrees off, wherever that is furthest away
  // (PA-EVA-22, PA-AMB-63).
  const Pose now = base_at(state, who.base).at.pose;
  const Footprint footprint = footprint_of(base_at(state, who.base).card);
  std::vector<geometry::Shape> enemies;  // but for whoever has come over him
  for (const UnitId& foe : formations_of(state, other(who.side)))
    for (const geometry::Shape& theirs : shapes_of(state, foe))
      if (!far_apart(base, theirs, most.mm()) && geometry::gap_between(base, theirs).signed_gap.value >= Length{0})
        enemies.push_back(theirs);
  double furthest = -1;
  for (int deg = 0; deg <= kMostDeg; deg += kStepDeg)
    for (const int sign : {1, -1}) {
      const Angle off{1000 * std::int64_t{sign * deg}};
      const double c = geometry::cos_of(off), s = geometry::sin_of(off);
      const Vec2 way{away.x * c - away.y * s, away.x * s + away.y * c};
      const auto at = [&](double mm) {
        return MeasuredPose{{now.x + geometry::rounded(mm * way.x), now.y + geometry::rounded(mm * way.y), now.heading}, {}};
      };
      const auto there = [&](double mm) { return geometry::placed(footprint, at(mm)); };
      double reach = most.mm();
      while (reach > 0 && !wholly_on_table(state, there(reach))) reach -= 1;
      bool blocked = false;
      if (comes_through(base, there(reach), enemies)) {  // to just before the first of them
        blocked = true;
        double free = 0;
        while (reach - free > 0.5) (comes_through(base, there((free + reach) / 2), enemies) ? reach : free) = (free + reach) / 2;
        reach = free - kClearMm;
      }
      reach = std::max(reach, 0.0);
      if (reach * c > furthest + 0.5) {
        furthest = reach * c;
        out.to = at(reach);
      }
      if (deg == 0 && !blocked) return out;
    }
  return out;
}

}  // namespace polemarch::paean
