#include "engine/rulesets/blade_and_bow/topics/planning.hpp"

#include <algorithm>

namespace polemarch::blade_and_bow {
namespace {

/// The way to the square and facing wished for; nothing when there is none.
std::optional<std::vector<Manoeuvre>> way_to(const MoveGround& ground, const Unit& unit, const Mover& start, Square to,
                                             std::optional<Facing> facing) {
  const Roam roam(ground, unit, start);
  std::optional<Roam::End> best;
  for (const Roam::End& end : roam.ends(to)) {
    const Mover& m = end.mover;
    if (facing && m.facing != *facing) continue;
    if (!best || m.disrupted < best->mover.disrupted || (m.disrupted == best->mover.disrupted && m.spent < best->mover.spent)) best = end;
  }
  if (!best) return std::nullopt;
  return roam.path_to(*best);
}

}  // namespace

SeenFacing facing_seen(Angle heading, std::optional<Angle> sd) {
  const SnappedFacing snapped = snap_facing(heading, sd ? sd->deg() : 0);
  SeenFacing seen{{snapped.nearest}, sd ? static_cast<int>(snapped.probability * 100 + 0.5) : 0};
  if (snapped.unclear) seen.between.push_back(snapped.second);
  return seen;
}

SeenFacing facing_seen(const State& state, const UnitMove& move) {
  SeenFacing seen = facing_seen(*move.heading, move.heading_sd);
  if (!move.path.empty() || seen.between.size() < 2) return seen;
  std::erase_if(seen.between, [&](Facing facing) { return !plan_move(state, with_facing(move, facing)).verdict.allowed(); });
  if (seen.between.empty()) return {{snap_facing(*move.heading, 0).nearest}, seen.percent};
  return seen;
}

UnitMove located(const State& state, UnitMove move) {
  if (!move.x || !move.y) return move;
  if (const auto square = square_under(state.map, {*move.x, *move.y})) move.to = square;
  move.x.reset();
  move.y.reset();
  return move;
}

UnitMove with_facing(UnitMove move, Facing facing) {
  if (move.path.empty()) move.facing = facing;  // a path says itself how it ends
  move.heading.reset();
  move.heading_sd.reset();
  return move;
}

MovePlan plan_move(const State& state, const UnitMove& move, const ReverseDice& rolled) {
  return plan_move(MoveGround(state, state.units.at(move.unit).side), move, rolled);
}

MovePlan plan_move(const MoveGround& ground, const UnitMove& spoken, const ReverseDice& rolled) {
  const State& state = ground.state;
  if (spoken.x) return plan_move(ground, located(state, spoken), rolled);
  if (spoken.heading) return plan_move(ground, with_facing(spoken, facing_seen(state, spoken).between.front()), rolled);
  const UnitMove& move = spoken;
  MovePlan plan;
  const Unit& unit = state.units.at(move.unit);
  Mover mover = mover_of(state, unit);
  plan.end = plan.at_check = mover;
  if (move.disrupt) {
    if (unit.type.good.density == Density::Open) {
      plan.verdict = engine::refuse("BB-MOV-22", "open units may not disrupt themselves");
      return plan;
    }
    if (mover.began) {
      plan.verdict = engine::refuse("BB-MOV-23", "voluntary disruption is declared before the first step");
      return plan;
    }
    mover.disrupted = true;
  }
  plan.path = move.path;
  if (plan.path.empty() && (move.to || move.facing)) {
    const Square to = move.to.value_or(unit.square);
    if (to == mover.at && (!move.facing || *move.facing == mover.facing)) {
      plan.end = plan.at_check = mover;
      return plan;
    }
    auto way = way_to(ground, unit, mover, to, move.facing);
    if (!way) {
      plan.verdict = why_not_there(ground, mover, to);
      plan.end.at = to;
      plan.end.facing = move.facing.value_or(mover.facing);
      if (to != mover.at) plan.squares = {to};
      plan.at_check = plan.end;
      plan.squares_at_check = plan.squares.size();
      return plan;
    }
    plan.path = std::move(*way);
  }
  plan.check_at = plan.path.size();
  int checks = 0;
  for (std::size_t i = 0; i < plan.path.size(); ++i) {
    const Attempt step = attempt(ground, mover, plan.path[i]);
    if (!step.allowed()) {
      plan.verdict = {engine::Ruling::Refused, engine::Refusal::ByRule, {reason_of(ground, mover, plan.path[i], step)}};
      if (step.bar == Bar::Stopped && plan.verdict.reasons.front().rule.starts_with("BB-EZ-0") &&
          plan.verdict.reasons.front().rule != "BB-EZ-01")
        plan.verdict.reasons.push_back({"BB-EZ-01", "entering an enemy zone of control stops it", {}, {}, {}, {}});
      break;
    }
    bool failed = false;
    if (step.needs_check) {
      failed = checks == rolled.passed && rolled.failed;
      if (!failed && checks == rolled.passed && plan.check_at == plan.path.size()) {
        plan.check_at = i;
        plan.at_check = mover;
        plan.squares_at_check = plan.squares.size();
        plan.friends_at_check = plan.disrupted_friends.size();
      }
      ++checks;
    }
    const Facing before = mover.facing;
    mover = step.to;
    if (failed) {  // the points are spent, the facing stays (BB-MOV-12, BB-MOV-24)
      mover.facing = before;
      mover.disrupted = true;
    }
    if (plan.path[i] == Manoeuvre::Advance) plan.squares.push_back(mover.at);
    if (step.disrupts_both) plan.disrupted_friends.push_back(step.there->id);
  }
  plan.end = mover;
  if (plan.check_at == plan.path.size()) {
    plan.at_check = mover;
    plan.squares_at_check = plan.squares.size();
    plan.friends_at_check = plan.disrupted_friends.size();
  }
  if (!plan.verdict.allowed()) return plan;
  plan.verdict = may_end(ground, mover, unit.square);
  if (plan.verdict.allowed() && move.displace_to) {
    const auto squares = displacement_squares(ground, mover.at, unit.square);
    if (ground.unit_in(mover.at) != nullptr && mover.at != unit.square &&
        std::find(squares.begin(), squares.end(), *move.displace_to) == squares.end())
      plan.verdict = engine::refuse("BB-INT-12", "may not be pushed to " + words_of(*move.displace_to));
  }
  return plan;
}

MovePlan up_to_check(MovePlan plan) {
  plan.end = plan.at_check;
  plan.squares.resize(plan.squares_at_check);
  plan.disrupted_friends.resize(plan.friends_at_check);
  return plan;
}

ActionClosed closed_action(const State& state) {
  ActionClosed closed;
  for (const auto& [id, unit] : state.units)
    if (unit.side == state.action->side && unit.melee_marker && !state.action->fought.contains(id)) closed.markers_lost.push_back(id);
  for (const UnitId& id : state.action->walls_lost)
    if (state.units.at(id).wall) closed.walls_lost.push_back(id);
  return closed;
}

}  // namespace polemarch::blade_and_bow
