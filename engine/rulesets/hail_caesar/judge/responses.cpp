/// What a unit may do when it is charged: go out of the way, or charge too. Parameters of HC-CFG-T1; the sheet gives no charge procedure.
#include <algorithm>

#include "engine/geometry/trig.hpp"
#include "engine/rulesets/hail_caesar/judge/judge.hpp"
#include "engine/rulesets/hail_caesar/topics/command.hpp"
#include "engine/rulesets/hail_caesar/topics/melee.hpp"
#include "engine/rulesets/hail_caesar/topics/reach.hpp"

namespace polemarch::hail_caesar {

using namespace engine;
namespace geo = geometry;

namespace {

/// What evading and countercharging have in common: in the step of the charge, before the unit did anything else about it.
std::optional<Verdict> response_problem(const State& state, Viewer by, const UnitId& id) {
  if (auto problem = not_ready(state, by, id)) return problem;
  const Unit& unit = unit_at(state, id);
  if (state.phase != Phase::Orders && state.phase != Phase::Initiative)
    return wrong_phase(state, "a charge is answered in its step", "HC-CFG-T1");
  if (unit.turn.charged) return refuse("HC-CFG-T1", "it countercharged already");
  if (unit.turn.evaded) return refuse("HC-CFG-T1", "it evaded already this turn");
  if (chargers_of(state, id).size() != unit.contacts.size()) return refuse("HC-CFG-T1", "it fights others, too");
  const auto among = [](const std::vector<UnitId>& units, const UnitId& one) {
    return std::find(units.begin(), units.end(), one) != units.end();
  };
  for (const UnitId& charger : chargers_of(state, id)) {
    // What it fired at a charger that crossed its front before may have been traversing shots.
    const TurnFlags& turn = unit_at(state, charger).turn;
    const bool traversing = unit.turn.closing_shots.empty() && (among(turn.crossed, id) || among(turn.maybe_crossed, id));
    if (among(unit.turn.reaction_shots, charger) && !traversing) return refuse("HC-CFG-T1", "it fired closing shots at " + charger.text);
  }
  if (unit.disordered && state.config.command.disorder_blocks_orders)
    return refuse("HC-CFG-T1", "Disordered units are not ordered, and a response is as an ordered move");
  return std::nullopt;
}

/// May it go there, out of reach of its chargers and through no enemy?
Verdict evade_to(const State& state, const UnitId& id, const MovePlan& plan) {
  const Unit& unit = unit_at(state, id);
  const Length limit = plan.one_move * state.config.move.evade_moves;
  Verdict length =
      geo::verdict_of(geo::allowance(plan.distance, limit, state.tolerance), std::string(plan.rule), "evade", plan.distance, limit);
  if (!length.allowed()) return length;
  const Unit gone = standing(unit, plan.stands);
  for (const UnitId& charger : chargers_of(state, id))
    if (geo::touching(gap_between(gone, unit_at(state, charger)), state.tolerance))
      return refuse("HC-CFG-T1", "it does not get away from " + charger.text);
  State apart = state;
  apart.units.at(id).contacts.clear();
  if (Verdict place = judge_standing(apart, id, plan.stands, {}); !place.allowed()) return place;
  if (Verdict way = judge_way(state, id, plan); !way.allowed()) {
    way.reasons.front().rule = "HC-CFG-T1";
    return way;
  }
  return length;
}

}  // namespace

MovePlan wanted_evade(const State& state, const EvadeCharge& command) {
  if (command.to || !command.poses.empty()) return plan_move(state, command.unit, command.to, command.poses);
  // Straight away from the first charger, facing the way it goes; where that cannot be, less far or to the side.
  const Unit& unit = unit_at(state, command.unit);
  const Pose from = pose_of(unit);
  const Vec2 start = geo::vec(from.centre());
  const std::vector<UnitId> chargers = chargers_of(state, command.unit);
  const Angle away = chargers.empty() ? from.heading + 180_deg : pose_of(unit_at(state, chargers.front())).heading;
  const double whole = move_row(unit.profile, unit.formation, state.config).distance.mm() * state.config.move.evade_moves;
  const auto plan_to = [&](Angle facing, double length) {
    const Vec2 at = start + length * geo::unit_vector(facing);
    const Pose to{geo::rounded(at.x), geo::rounded(at.y), facing.normalised()};
    return plan_move(state, command.unit, MeasuredPose{to, unit.stands.front().at.error}, {});
  };
  const MovePlan straight = plan_to(away, whole);
  if (chargers.empty() || evade_to(state, command.unit, straight).allowed()) return straight;
  const geo::Shape body = body_of(unit);
  const Ground ground = ground_of(state, 2 * std::min(body.half_depth, body.half_front), {&body.centre, 1});
  for (const double share : {1.0, 0.75, 0.5, 0.25})
    for (const int turn : {0, 30, -30, 60, -60}) {
      const Angle facing = away + Angle::from_deg(turn);
      MovePlan plan = plan_to(facing, share * far_along(ground, start, geo::unit_vector(facing), whole));
      if (evade_to(state, command.unit, plan).allowed()) return plan;
    }
  return straight;
}

Verdict judge_evade(const State& state, Viewer by, const EvadeCharge& command) {
  if (auto problem = response_problem(state, by, command.unit)) return *problem;
  const Unit& unit = unit_at(state, command.unit);
  const MoveOptions& config = state.config.move;
  if (config.evade == "off") return refuse("HC-CFG-T1", "no unit evades at this table (evade)");
  if (config.evade == "open_order" && !unit.open_order()) return refuse("HC-CFG-T1", "only units in open order evade (evade)");
  if (in_buildings(state, unit)) return refuse("HC-CFG-T1", "a garrison does not evade");
  Verdict verdict = evade_to(state, command.unit, wanted_evade(state, command));
  if (verdict.allowed()) verdict.reasons.push_back({"HC-CFG-T1", "a unit charged may evade, as an ordered move", {}, {}, {}, {}});
  return verdict;
}

Verdict judge_countercharge(const State& state, Viewer by, const CounterCharge& command) {
  if (auto problem = response_problem(state, by, command.unit)) return *problem;
  const Unit& unit = unit_at(state, command.unit);
  const std::string& who = state.config.move.countercharge;
  if (who == "off") return refuse("HC-CFG-T1", "no unit countercharges at this table (countercharge)");
  if (who == "cavalry" && unit.profile.break_category != BreakCategory::Cavalry)
    return refuse("HC-CFG-T1", "only cavalry countercharges (countercharge)");
  if (in_buildings(state, unit) || unit.formation == Formation::Square) return refuse("HC-CFG-T1", "squares and garrisons stand");
  if (std::any_of(unit.contacts.begin(), unit.contacts.end(), [](const Contact& c) { return c.on != Facing::Front; }))
    return refuse("HC-CFG-T1", "it is charged in flank or rear");
  if (move_row(unit.profile, unit.formation, state.config).distance.um == 0) return refuse("HC-AMB-36", "this artillery does not move");
  return allow({{"HC-CFG-T1", "a unit charged to its front may charge too, as an ordered move", {}, {}, {}, {}}});
}

}  // namespace polemarch::hail_caesar
