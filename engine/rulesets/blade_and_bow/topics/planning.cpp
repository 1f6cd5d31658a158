#include "engine/rulesets/blade_and_bow/topics/planning.hpp"

#include <algorithm>
#include <set>
#include <tuple>

namespace polemarch::blade_and_bow {
namespace {

/// The way to the square and facing wished for; nothing when there is none.
std::optional<std::vector<Manoeuvre>> way_to(const MoveGround& ground, const Unit& unit, const Mover& start, Square to,
                                             std::optional<Facing> facing) {
  const Roam roam(ground, unit, start);
  std::optional<Roam::End> best;
  for (const Roam::End& end : roam.ends(to)) {
    if (facing && end.mover.facing != *facing) continue;
    const auto rank = [](const Roam::End& e) { return std::tuple(e.mover.disrupted, e.checks, e.mover.spent); };
    if (!best || rank(end) < rank(*best)) best = end;
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

namespace {

/// It ends where a friend stands, or spoils one on its way.
bool meets_friends(const State& state, const UnitMove& move, const MovePlan& plan) {
  const Unit* there = unit_at(state, plan.end.at);
  return (there != nullptr && there->id != move.unit) || !plan.disrupted_friends.empty();
}

/// Puts them in an order in which each finds its way open, as long as one is found; returns how many do.
std::size_t put_in_order(const State& state, std::vector<UnitMove>& moves) {
  State now = state;
  for (auto next = moves.begin(); next != moves.end(); ++next) {
    const auto way_open = [&](bool friends_too) {
      return std::find_if(next, moves.end(), [&](const UnitMove& move) {
        const MovePlan plan = plan_move(now, move);
        return plan.verdict.allowed() && (friends_too || !meets_friends(now, move, plan));
      });
    };
    auto first = way_open(false);
    if (first == moves.end()) first = way_open(true);
    if (first == moves.end()) return static_cast<std::size_t>(next - moves.begin());  // whoever goes first is refused
    std::rotate(next, first, first + 1);
    go_as_planned(now, *next, plan_move(now, *next), {next + 1, moves.end()});
  }
  return moves.size();
}

}  // namespace

std::vector<UnitMove> foremost_first(const State& state, std::vector<UnitMove> moves) {
  const auto ahead = [&](const UnitMove& move) {
    const Unit& unit = state.units.at(move.unit);
    const Square next = neighbour(state.map, unit.square, unit.facing);
    return (next.column - unit.square.column) * unit.square.column + (next.row - unit.square.row) * unit.square.row;
  };
  std::stable_sort(moves.begin(), moves.end(), [&](const UnitMove& a, const UnitMove& b) { return ahead(a) > ahead(b); });
  std::vector<UnitMove> foremost = moves;
  std::size_t in_order = put_in_order(state, foremost);
  // Whom only those before it bar goes before all of them: the larger then pushes it (BB-INT-08).
  std::vector<UnitMove> ordered = foremost;
  std::set<UnitId> went_first;
  while (in_order < ordered.size()) {
    const auto barred = std::find_if(ordered.begin() + static_cast<std::ptrdiff_t>(in_order), ordered.end(), [&](const UnitMove& move) {
      return !went_first.contains(move.unit) && plan_move(state, move).verdict.allowed();
    });
    if (barred == ordered.end()) return foremost;
    went_first.insert(barred->unit);
    const auto mine = std::find_if(moves.begin(), moves.end(), [&](const UnitMove& move) { return move.unit == barred->unit; });
    std::rotate(moves.begin(), mine, mine + 1);
    ordered = moves;
    in_order = put_in_order(state, ordered);
  }
  return ordered;
}

void go_as_planned(State& now, const UnitMove& move, const MovePlan& plan, std::span<const UnitMove> to_come) {
  Unit& moved = now.units.at(move.unit);
  const Square left = moved.square;
  if (const Unit* there = unit_at(now, plan.end.at); there != nullptr && there->id != move.unit) {
    Unit& pushed = now.units.at(there->id);
    const std::vector<Square> free = displacement_squares(MoveGround(now, moved.side), plan.end.at, left);
    const bool elsewhere = std::any_of(free.begin(), free.end(), [&](Square square) { return square != left; });
    const bool moves_itself = std::any_of(to_come.begin(), to_come.end(), [&](const UnitMove& next) { return next.unit == pushed.id; });
    if (!move.displace_to && elsewhere && !moves_itself)
      pushed.box = Where::Undeployed;
    else
      pushed.square = move.displace_to.value_or(left);
  }
  moved.square = plan.end.at;
  moved.facing = plan.end.facing;
  moved.disrupted = plan.end.disrupted;
  for (const UnitId& id : plan.disrupted_friends) now.units.at(id).disrupted = true;
}

std::vector<UnitMove> as_ruled(const State& state, std::vector<UnitMove> moves) {
  std::optional<State> after;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const State& now = after ? *after : state;
    const UnitMove move = located(now, moves[i]);
    const MovePlan plan = plan_move(now, move);
    moves[i].by_ruling = !plan.verdict.allowed();
    if (i + 1 == moves.size()) break;
    if (!after) after = state;
    go_as_planned(*after, move, plan, std::span(moves).subspan(i + 1));
  }
  return moves;
}

std::size_t open_part(const State& state, const UnitMove& move, const ReverseDice& rolled) {
  const MoveGround ground(state, state.units.at(move.unit).side);
  UnitMove part = move;
  part.displace_to.reset();
  while (!part.path.empty()) {
    part.path.pop_back();
    if (part.path.empty()) break;
    const MovePlan plan = plan_move(ground, part, rolled);
    const Unit* there = ground.unit_in(plan.end.at);
    if (plan.verdict.allowed() && (there == nullptr || there->id == move.unit)) break;
  }
  return part.path.size();
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
