#include "engine/rulesets/blade_and_bow/topics/planning.hpp"

#include <algorithm>

namespace polemarch::blade_and_bow {
namespace {

/// The way to the square and facing wished for; nothing when there is none.
std::optional<std::vector<Manoeuvre>> way_to(const MoveGround& ground, const Unit& unit, const Mover& start, Square to,
                                             std::optional<Facing> facing) {
  const std::vector<Reach> ways = reachable(ground, unit, start, to);
  const Reach* best = nullptr;
  for (const Reach& way : ways) {
    if (facing && way.end.facing != *facing) continue;
    if (best == nullptr || way.end.disrupted < best->end.disrupted ||
        (way.end.disrupted == best->end.disrupted && way.end.spent < best->end.spent))
      best = &way;
  }
  if (best == nullptr) return std::nullopt;
  return best->path;
}

}  // namespace

MovePlan plan_move(const State& state, const UnitMove& move) {
  MovePlan plan;
  const Unit& unit = state.units.at(move.unit);
  const MoveGround ground(state, unit.side);
  Mover mover = mover_of(state, unit);
  plan.end = mover;
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
      plan.end = mover;
      plan.check_at = 0;
      return plan;
    }
    auto way = way_to(ground, unit, mover, to, move.facing);
    if (!way) {
      // Say why, as nearly as can be told: what bars the start, the square, or the points.
      plan.verdict = may_start(ground, mover);
      const Unit* there = state.map.holds(to) ? ground.unit_in(to) : nullptr;
      if (!state.map.holds(to))
        plan.verdict = engine::impossible("no square " + name_of(to));
      else if (plan.verdict.allowed() && mover.wall)
        plan.verdict = engine::refuse("BB-SW-06", "in shield wall: drop the wall first");
      else if (plan.verdict.allowed() && there != nullptr && there->side != unit.side)
        plan.verdict = engine::refuse("BB-STK-05", "held by the enemy " + there->id.text);
      else if (plan.verdict.allowed() && there != nullptr && there->id != unit.id) {
        Mover at_end = mover;
        at_end.at = to;
        plan.verdict = may_end(ground, at_end, unit.square);
      }
      if (plan.verdict.allowed())
        plan.verdict = engine::refuse("BB-MOV-02", "no way there within the points left", points_between(mover.at, to),
                                      allowance_of(state, unit, mover.disrupted) - mover.spent, "points");
      plan.end.at = to;
      plan.end.facing = move.facing.value_or(mover.facing);
      if (to != mover.at) plan.squares = {to};
      plan.check_at = plan.path.size();
      return plan;
    }
    plan.path = std::move(*way);
  }
  plan.check_at = plan.path.size();
  for (std::size_t i = 0; i < plan.path.size(); ++i) {
    const MoveStep step = try_step(ground, mover, plan.path[i]);
    if (!step.to) {
      plan.verdict = {engine::Ruling::Refused, engine::Refusal::ByRule, {step.why}};
      plan.end = mover;
      return plan;
    }
    if (step.needs_check) {
      plan.check_at = i;
      break;
    }
    mover = *step.to;
    if (plan.path[i] == Manoeuvre::Advance) plan.squares.push_back(mover.at);
    if (step.disrupts_both) plan.disrupted_friends.push_back(step.passed->id);
  }
  plan.end = mover;
  if (plan.check_at == plan.path.size()) {
    plan.verdict = may_end(ground, mover, unit.square);
    if (plan.verdict.allowed() && move.displace_to) {
      const auto squares = displacement_squares(ground, mover.at, unit.square);
      if (ground.unit_in(mover.at) != nullptr && mover.at != unit.square &&
          std::find(squares.begin(), squares.end(), *move.displace_to) == squares.end())
        plan.verdict = engine::refuse("BB-INT-12", "may not be pushed to " + name_of(*move.displace_to));
    }
  }
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
