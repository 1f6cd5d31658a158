#include "engine/rulesets/hail_caesar/topics/movement.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "engine/geometry/polygon.hpp"
#include "engine/geometry/trig.hpp"
#include "engine/rulesets/hail_caesar/topics/reach.hpp"

namespace polemarch::hail_caesar {
namespace {

namespace geo = geometry;
using engine::Ruling;

/// Boxes so far apart, mm, hold nothing that touches, whatever the error.
constexpr double kFarApart = 150;

/// Does the way pass before the front of the body, within 6 inches of it? Crossing means in by one side of that zone and out by the other,
/// or ending in it from the side: a way that goes along the zone's axis closes or leaves instead.
bool crosses(const geo::Shape& body, Vec2 a, Vec2 b) {
  const double length = geo::length_of(b - a);
  if (length < 1) return false;
  const Vec2 left = geo::left_of(body.ahead);
  const double d = body.half_depth, w = body.half_front, reach = 6 * 25.4;
  const geo::Outline2 zone{body.centre + d * body.ahead + w * left, body.centre + d * body.ahead - w * left,
                           body.centre + (d + reach) * body.ahead - w * left, body.centre + (d + reach) * body.ahead + w * left};
  const Vec2 way = (1.0 / length) * (b - a);
  return std::fabs(geo::dot(way, left)) > std::fabs(geo::dot(way, body.ahead)) && !geo::stretches_inside(zone, a, b).empty();
}

/// Enemies that may fire traversing shots: the way crosses their front. `corners` are those it goes round between its ends.
void note_crossings(const State& state, const Unit& unit, const geo::Shape& before, const geo::Shape& after,
                    const std::vector<Vec2>& points, MovePlan& plan) {
  for (const auto& [id, enemy] : state.units) {
    if (enemy.side == unit.side || !enemy.in_play() || !enemy.profile.can_traversing_shot) continue;
    const Condition crossed = looked_at({body_of(enemy), before, after}, [&](const Bodies& b) {
      for (std::size_t i = 0; i + 1 < points.size(); ++i) {
        const Vec2 from = i == 0 ? b[1].centre : points[i];
        const Vec2 to = i + 2 == points.size() ? b[2].centre : points[i + 1];
        if (crosses(b[0], from, to)) return true;
      }
      return false;
    });
    if (crossed.doubtful)
      plan.maybe_crossed.push_back(id);
    else if (crossed.holds)
      plan.crossed.push_back(id);
  }
}

}  // namespace

int moves_needed(Measure distance, Length one_move, Length tolerance) {
  if (distance.value.um <= 0) return 1;
  for (int n = 1; n <= 9; ++n)
    if (geo::allowance(distance, one_move * n, tolerance) == Ruling::Allowed) return n;
  return 10;
}

MovePlan plan_move(const State& state, const UnitId& id, const std::optional<MeasuredPose>& to,
                   const std::vector<engine::PlacedBase>& poses) {
  const Unit& unit = unit_at(state, id);
  MovePlan plan;
  if (!poses.empty()) {
    for (const Stand& stand : unit.stands) {
      const auto at = std::find_if(poses.begin(), poses.end(), [&](const engine::PlacedBase& p) { return p.base == stand.base; });
      plan.stands.push_back(at != poses.end() ? *at : engine::PlacedBase{stand.base, stand.at});
    }
  } else if (to) {
    plan.stands = carried(unit, *to);
  } else {
    for (const Stand& stand : unit.stands) plan.stands.push_back({stand.base, stand.at});
  }
  const MoveRow row = move_row(unit.profile, unit.formation, state.config);
  plan.one_move = row.distance;
  plan.rule = row.rule;
  const geo::Shape before = body_of(unit), after = body_of(standing(unit, plan.stands));
  const Vec2 way = after.centre - before.centre;
  const double least_width = 2 * std::min(before.half_depth, before.half_front);
  const Course course =
      cheapest_course(ground_of(state, least_width, std::array{before.centre, after.centre}), before.centre, after.centre);
  plan.distance.value = geo::rounded(course.cost);
  plan.corners = static_cast<int>(course.points.size()) - 2;
  plan.way = course.points;
  if (geo::length_of(way) > 0) {
    const auto unit_of = [](Vec2 v) { return (1.0 / geo::length_of(v)) * v; };
    const Vec2 out = unit_of(course.points[1] - course.points[0]);
    const Vec2 in = unit_of(course.points.back() - course.points[course.points.size() - 2]);
    plan.distance.sd = geo::rounded(geo::standard_deviation(after, {in.x, in.y, 0}, before, {-out.x, -out.y, 0}));
  }
  plan.moves = moves_needed(plan.distance, plan.one_move, state.tolerance);
  note_crossings(state, unit, before, after, course.points, plan);
  return plan;
}

Proximity proximity_of(const State& state, const UnitId& id) { return proximity_of(state, unit_at(state, id)); }

namespace {

/// The distance within which an enemy is near, in open order or not.
Length proximity_limit(const State& state, bool open) {
  return inches(open ? state.config.move.proximity_open_in : state.config.move.proximity_formed_in);
}

}  // namespace

Proximity proximity_of(const State& state, const Unit& unit) {
  Proximity result;
  result.limit = proximity_limit(state, unit.open_order());
  result.rule = unit.open_order() ? "HC-PRX-02" : "HC-PRX-01";
  if (in_combat(unit)) return result;  // HC-AMB-14
  const bool by_enemy = state.config.move.proximity_state == "enemy";
  const Length reach = by_enemy ? std::max(proximity_limit(state, true), proximity_limit(state, false)) : result.limit;
  for (const Foe& foe : enemies_by_distance(state, unit, reach)) {
    const Unit& enemy = unit_at(state, foe.unit);
    if (in_combat(enemy)) continue;  // HC-AMB-14
    const Length limit = by_enemy ? proximity_limit(state, enemy.open_order()) : result.limit;
    const Ruling ruling = geo::within(foe.gap, limit);
    if (ruling == Ruling::Refused) continue;
    if (by_enemy && result.near.empty()) result.limit = limit;
    result.near.push_back(foe);
    if (ruling == Ruling::Allowed || result.ruling == Ruling::Refused)
      result.ruling = ruling == Ruling::Allowed ? ruling : Ruling::TooCloseToCall;
  }
  return result;
}

namespace {

/// The unit where a single move of its way begins, the first being number 0, its facing kept.
Unit beginning(const Unit& unit, const MovePlan& plan, int n) {
  if (n == 0) return unit;
  const Vec2 start = body_of(unit).centre, way = body_of(standing(unit, plan.stands)).centre - start;
  const double share = std::min(1.0, static_cast<double>(n) * plan.one_move.mm() / std::max(plan.distance.value.mm(), 1e-9));
  const Vec2 from = start + share * way;
  const MeasuredPose there{{geo::rounded(from.x), geo::rounded(from.y), pose_of(unit).heading}, unit.stands.front().at.error};
  return standing(unit, carried(unit, there));
}

/// Is this enemy, fighting or not, within the distance of the rule?
bool may_be_near(const State& state, const Unit& unit, const UnitId& foe) {
  const Unit& enemy = unit_at(state, foe);
  const bool open = state.config.move.proximity_state == "enemy" ? enemy.open_order() : unit.open_order();
  return geo::within(gap_between(unit, enemy), proximity_limit(state, open)) != Ruling::Refused;
}

/// The body carried along, its facing kept.
geo::Shape shifted(geo::Shape body, Vec2 by) {
  body.centre = body.centre + by;
  for (Vec2& corner : body.corners) corner = corner + by;
  return body;
}

/// In the front quarter of the body, by its middle or by what is nearest to the body's front.
bool is_faced(const geo::Shape& body, const geo::Shape& foe) {
  if (quarter_facing(body, foe) == Facing::Front) return true;
  const Vec2 nearest = geo::vec(geo::gap_between(body.front_centre(), foe).on_b);
  return facing_of(geo::quarter_of(body, nearest).quarter) == Facing::Front;
}

/// Toward or away within 45 degrees: of the line from middle to middle, or straight on or back while the gap shrinks or grows. `walked`
/// is the way from the start to where the single move begins.
bool goes_toward_or_back(const geo::Shape& start, const geo::Shape& end, const geo::Shape& foe, Vec2 walked) {
  constexpr double kCos45 = 0.70;
  const geo::Shape from = shifted(start, walked);
  const Vec2 to_foe = foe.centre - from.centre, gone = end.centre - start.centre;
  const double length = geo::length_of(gone);
  if (std::fabs(geo::dot(to_foe, gone)) >= kCos45 * geo::length_of(to_foe) * length) return true;
  const double straight = geo::dot(end.ahead, gone);
  const Length before = geo::gap_between(from, foe).distance().value, after = geo::gap_between(end, foe).distance().value;
  return straight >= kCos45 * length ? after < before : straight <= -kCos45 * length && after > before;
}

}  // namespace

engine::Verdict judge_charge_proximity(const State& state, const UnitId& id, const UnitId& target, const MovePlan& plan) {
  const Unit& unit = unit_at(state, id);
  engine::Verdict told = engine::allow();
  std::optional<engine::Verdict> doubtful;
  for (int n = 0; n < std::max(plan.moves, 1); ++n) {
    const Unit then = beginning(unit, plan, n);
    const Proximity proximity = proximity_of(state, then);
    if (proximity.near.empty() || may_be_near(state, then, target)) continue;
    const Foe& other = proximity.near.front();
    const Ruling ruling = proximity.ruling == Ruling::Allowed ? Ruling::Refused : Ruling::TooCloseToCall;
    engine::Verdict verdict = settled(
        state,
        geo::verdict_of(ruling, "HC-PRX-03", "near " + other.unit.text + " it may charge that enemy only", other.gap, proximity.limit),
        unit.side);
    if (verdict.ruling == Ruling::Refused) return verdict;
    if (verdict.allowed())
      told.reasons.push_back(verdict.reasons.back());
    else if (!doubtful)
      doubtful = std::move(verdict);
  }
  return doubtful ? *doubtful : told;
}

engine::Verdict judge_proximity(const State& state, const UnitId& id, const MovePlan& plan) {
  const Unit& unit = unit_at(state, id);
  const geo::Shape start = body_of(unit);
  const Unit moved = standing(unit, plan.stands);
  const geo::Shape end = body_of(moved);
  const Vec2 way = end.centre - start.centre;
  const double length = geo::length_of(way);
  // The rule is looked at where each single move begins.
  for (int n = 0; n < std::max(plan.moves, 1); ++n) {
    const Unit then = beginning(unit, plan, n);
    const Vec2 from = body_of(then).centre;
    const Proximity proximity = proximity_of(state, then);
    if (proximity.near.empty()) continue;
    const Foe& nearest = proximity.near.front();
    const Unit& enemy = unit_at(state, nearest.unit);
    const geo::Shape foe = body_of(enemy);
    engine::Verdict verdict = engine::allow();
    const auto wrong = [&](const std::string& rule, const std::string& text, Condition right) {
      const bool sure = proximity.ruling == Ruling::Allowed && !right.doubtful;
      verdict = geo::verdict_of(sure ? Ruling::Refused : Ruling::TooCloseToCall, rule, text, nearest.gap, proximity.limit);
      verdict.reasons.push_back({"HC-PRX-03", "proximity goes before orders", {}, {}, {}, {}});
      verdict.reasons.push_back(
          {proximity.rule, nearest.unit.text + " is near", nearest.gap.value.inches(), proximity.limit.inches(), "in", {}});
    };
    const Condition faces = looked_at({end, foe}, [](const Bodies& b) { return is_faced(b[0], b[1]); });
    if (!faces.holds || faces.doubtful) {
      wrong("HC-PRX-04", "the move must turn to face " + nearest.unit.text, faces);
      if (!verdict.allowed()) return verdict;
    }
    const double left = geo::length_of(end.centre - from);
    if (state.config.move.proximity_moves == "toward_or_away" && left > state.tolerance.mm() && length > 0) {
      const Vec2 walked = from - start.centre;
      const Condition along = looked_at({start, end, foe}, [&](const Bodies& b) { return goes_toward_or_back(b[0], b[1], b[2], walked); });
      if (!along.holds || along.doubtful) {
        wrong("HC-PRX-03", "near " + nearest.unit.text + " a unit goes toward it or backs away", along);
        if (!verdict.allowed()) return verdict;
      }
    }
  }
  return engine::allow();
}

engine::Verdict judge_standing(const State& state, const UnitId& id, const std::vector<engine::PlacedBase>& stands,
                               const UnitId& charge_target) {
  const Unit moved = standing(unit_at(state, id), stands);
  const std::vector<geo::Shape> mine = shapes_of(moved);
  for (const geo::Shape& shape : mine) {
    // Off the table when its middle surely is: doubt favours the mover.
    const Length sd_x = sd_along(shape, {1, 0}), sd_y = sd_along(shape, {0, 1});
    const auto beyond = [](double mm, Length sd) { return geo::within({geo::rounded(mm), sd}, Length{0}) == Ruling::Refused; };
    if (beyond(-shape.centre.x, sd_x) || beyond(-shape.centre.y, sd_y) || beyond(shape.centre.x - state.table_width.mm(), sd_x) ||
        beyond(shape.centre.y - state.table_depth.mm(), sd_y))
      return engine::refuse("HC-CFG-04", "that is off the table");
  }
  std::optional<engine::Verdict> doubtful;
  engine::Verdict free = engine::allow();
  const Extent here = extent_of(moved);
  for (const auto& [other, unit] : state.units) {
    if (other == id || !unit.in_play() || least_gap(here, extent_of(unit)) > kFarApart) continue;
    const Measure gap = geo::gap_between(mine, shapes_of(unit)).signed_gap;
    if (geo::allowance({Length{-gap.value.um}, gap.sd}, Length{0}, state.tolerance) == Ruling::Refused)
      return engine::refuse("HC-CFG-04", "it would stand on " + other.text + ", overlapping", -gap.value.inches(), 0, "in",
                            gap.sd.inches());
    const bool enemy = unit.side != moved.side;
    const bool known =
        std::any_of(moved.contacts.begin(), moved.contacts.end(), [&other = other](const Contact& c) { return c.foe == other; });
    if (!enemy || other == charge_target || known) continue;
    const Condition touches = is_within(gap, Length{0});
    if (!touches.holds && !touches.doubtful) continue;
    if (!charge_target.empty()) {
      free.reasons.push_back({"HC-CFG-04", "it touches " + other.text + ", too", {}, {}, {}, {}});
      continue;
    }
    // Where the neighbours of a fight touch, they may stay in touch.
    const Unit& before = unit_at(state, id);
    if (before.on_table && geo::touching(gap_between(before, unit), state.tolerance)) continue;
    if (touches.ruling() == Ruling::Allowed) return engine::refuse("HC-ORD-24", "only a charge ends in contact with " + other.text);
    if (touches.doubtful)
      doubtful =
          engine::too_close("HC-ORD-24", "only a charge ends in contact with " + other.text, gap.value.inches(), 0, "in", gap.sd.inches());
  }
  if (doubtful) return settled(state, *doubtful, moved.side);
  return free;
}

}  // namespace polemarch::hail_caesar
