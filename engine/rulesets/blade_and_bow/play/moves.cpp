/// Moves, displacement, reverses, leaders on the move, rally, the end of an action. Rules BB-MOV, BB-INT, BB-LDR-02, BB-RAL.
#include <algorithm>

#include "engine/rulesets/blade_and_bow/play/play.hpp"
#include "engine/rulesets/blade_and_bow/topics/morale.hpp"
#include "engine/rulesets/blade_and_bow/topics/movement.hpp"
#include "engine/rulesets/blade_and_bow/topics/planning.hpp"

namespace polemarch::blade_and_bow {
namespace {

Progress progress_of(const Mover& mover) {
  return {.spent = mover.spent, .stopped = mover.stopped, .free_turn = mover.free_turn, .began = mover.began, .reverse_failed = false};
}

/// It has only disrupted itself: its way is still before it (BB-MOV-15), unless it is held where it stands (BB-EZ-11).
bool only_disrupts(const State& state, const UnitMove& move) {
  if (!move.disrupt || !move.path.empty() || move.to || move.facing || move.heading || move.x) return false;
  const Unit& unit = state.units.at(move.unit);
  return may_start(MoveGround(state, unit.side), mover_of(state, unit)).allowed();
}

/// Writes down where the unit has come to, with all that happened on the way.
void arrive(Unfold& u, const MovePlan& plan, bool reverse_failed, bool may_go_on = false) {
  const Unit& unit = *plan.end.unit;
  const std::vector<UnitId> leaders =
      plan.end.at == unit.square ? std::vector<UnitId>{} : ids_of(leaders_at(u.state(), unit.square, unit.side));
  const Side side = unit.side;
  const bool dropped_wall = unit.wall && !plan.end.wall, spoiled = plan.end.disrupted && !unit.disrupted;
  Progress progress = progress_of(plan.end);
  progress.reverse_failed = reverse_failed || may_go_on;
  const bool leaves = plan.end.at != unit.square;
  u.emit(UnitMoved{unit.id, plan.squares, plan.end.at, plan.end.facing, progress, leaders,
                   plan.end.stopped ? std::string(rule_of(plan.end.stopped_by)) : std::string()});
  if (leaves) {
    u.settle(unit.id);
    for (const UnitId& leader : leaders) u.settle(leader);
  } else {
    owe_anew(u, unit.id);
  }
  if (dropped_wall) u.emit(WallLost{unit.id, false});
  for (const UnitId& passed : plan.disrupted_friends) disrupt(u, passed, "BB-INT-03");
  if (spoiled) disrupt(u, unit.id, reverse_failed ? "BB-MOV-12" : plan.disrupted_friends.empty() ? "BB-TER-04" : "BB-INT-03");
  for (const Square square : plan.squares) u.later(captures_at(u.state(), square, side));
}

/// Those who moved before may have ended elsewhere than the order had it: the way then goes as far as the rules let it, and a square that
/// cannot be reached is not made for (BB-MOV-02, BB-INT-05, BB-INT-07). A friend that cannot be pushed where it was to go is pushed
/// elsewhere.
std::optional<UnitMove> as_far_as_it_goes(Unfold& u, UnitMove move, const ReverseDice& rolled) {
  engine::Verdict verdict = plan_move(u.state(), move, rolled).verdict;
  if (verdict.allowed() || move.by_ruling) return move;
  if (move.displace_to) {
    move.displace_to.reset();
    verdict = plan_move(u.state(), move, rolled).verdict;
    if (verdict.allowed()) return move;
  }
  const std::size_t open = open_part(u.state(), move, rolled);
  const engine::Reason& why = verdict.reasons.front();
  u.emit(WayBarred{move.unit, open == 0, why.rule, why.text});
  if (open == 0) return std::nullopt;
  move.path.resize(open);
  return move;
}

}  // namespace

void resume(Unfold& u, const CarryMove& s, const engine::Answers&) {
  const Unit& unit = u.state().units.at(s.move.unit);
  if (!unit.on_map()) return;
  UnitMove move = located(u.state(), s.move);
  const bool goes_yet = only_disrupts(u.state(), move);
  if (move.disrupt) {
    disrupt(u, move.unit, "BB-MOV-15");
    move.disrupt = false;
  }
  if (move.heading) {
    const SeenFacing seen = facing_seen(u.state(), move);
    if (seen.between.size() > 1) return u.later({AskFacing{move.unit, seen.between, seen.percent, move}});  // BB-POS-02
    move = with_facing(move, seen.between.front());
  }
  const std::optional<UnitMove> open = as_far_as_it_goes(u, std::move(move), s.rolled);
  if (!open) return;
  move = *open;
  const MovePlan plan = up_to_check(plan_move(u.state(), move, s.rolled));
  const bool checks = plan.check_at < plan.path.size();
  const Unit* there = unit_at(u.state(), plan.end.at);
  if (there != nullptr && there->id != move.unit) {
    const UnitId friend_id = there->id;
    if (there->side != unit.side) return;  // overruled into the enemy: stays, the umpire amends
    if (checks) {                          // it only passes: the die is rolled first, and the friend stays where it is
      move.path = plan.path;
      move.to.reset();
      move.facing.reset();
      return u.later({ReverseCheck{move, s.rolled}});
    }
    const MoveGround ground(u.state(), unit.side);
    const std::vector<Square> squares = displacement_squares(ground, plan.end.at, unit.square);
    std::optional<Square> to = move.displace_to;
    if (!to && squares.size() == 1) to = squares.front();
    if (!to && squares.empty()) return;
    if (!to) {
      u.ask(ChooseDisplacement{move, s.rolled},
            engine::ask_choice(unit.side, "BB-INT-09", "where is " + friend_id.text + " pushed?", options_of(squares)));
      return;
    }
    const std::vector<UnitId> his_leaders = ids_of(leaders_at(u.state(), there->square, there->side));
    if (*to == unit.square) {  // they change places: the mover is lifted first
      arrive(u, plan, s.rolled.failed);
      push_away(u, friend_id, *to, his_leaders);
      return;
    }
    push_away(u, friend_id, *to, his_leaders);
  }
  arrive(u, plan, s.rolled.failed, goes_yet);
  if (checks) {
    UnitMove rest = move;
    rest.path.assign(plan.path.begin() + static_cast<std::ptrdiff_t>(plan.check_at), plan.path.end());
    rest.to.reset();
    rest.facing.reset();
    u.later({ReverseCheck{rest, {}}});
  }
}

void resume(Unfold& u, const ChooseDisplacement& s, const engine::Answers& answers) {
  UnitMove move = s.move;
  move.displace_to = square_named(answers.front().choices.front());
  u.later({CarryMove{move, s.rolled}});
}

void resume(Unfold& u, const ReverseCheck& s, const engine::Answers& answers) {
  const Unit& unit = u.state().units.at(s.move.unit);
  const MovePlan plan = up_to_check(plan_move(u.state(), s.move, s.rolled));
  const bool passing = plan.end.at != unit.square;  // inside a friend's square: the table moves when the way is clear
  if (answers.empty()) {
    u.ask(s, engine::ask_dice(unit.side, "BB-MOV-11",
                              s.move.unit.text + " reverses" + (passing ? " in " + name_of(plan.end.at) : "") + ": morale", 1));
    return;
  }
  const bool passed = passes(plain_check(u.state(), unit), answers.front().values);
  if (passing) {
    if (passed) return u.later({CarryMove{s.move, {s.rolled.passed + 1, false}}});
    UnitMove so_far = s.move;
    so_far.path.resize(plan.check_at + 1);
    return u.later({ChooseWayOut{so_far, {s.rolled.passed, true}}});
  }
  const MoveGround ground(u.state(), unit.side);
  const Mover mover = mover_of(u.state(), unit);
  const Attempt step = attempt(ground, mover, Manoeuvre::Reverse);
  Mover end = step.allowed() ? step.to : mover;
  if (!passed) {
    end.facing = unit.facing;  // BB-MOV-12; the points are spent all the same (BB-MOV-24)
    Progress progress = progress_of(end);
    progress.reverse_failed = true;
    u.emit(UnitMoved{unit.id, {}, unit.square, unit.facing, progress, {}, {}});
    disrupt(u, s.move.unit, "BB-MOV-12");
    return;
  }
  u.emit(UnitMoved{unit.id, {}, unit.square, end.facing, progress_of(end), {}, {}});
  owe_anew(u, s.move.unit);
  UnitMove rest = s.move;
  rest.path.erase(rest.path.begin());
  if (!rest.path.empty()) u.later({CarryMove{rest, {}}});
}

/// It may not stay with a friend it cannot displace (BB-INT-07): it goes on with the points it has left (BB-AMB-98), and with none it
/// stands again where its move began.
void resume(Unfold& u, const ChooseWayOut& s, const engine::Answers& answers) {
  const Unit& unit = u.state().units.at(s.move.unit);
  const MoveGround ground(u.state(), unit.side);
  const Mover failed = plan_move(u.state(), s.move, s.rolled).end;
  const Roam roam(ground, unit, failed);
  std::map<std::string, UnitMove> ways;
  const auto add = [&](Square to, const std::vector<Manoeuvre>& on) {
    UnitMove way = s.move;
    way.path.insert(way.path.end(), on.begin(), on.end());
    ways[name_of(to)] = std::move(way);
  };
  if (may_end_here(ground, failed, unit.square)) add(failed.at, {});
  for (const Roam::End& end : roam.by_square()) add(end.mover.at, roam.path_to(end));
  if (ways.empty()) {
    u.emit(UnitMoved{unit.id, {}, unit.square, unit.facing, progress_of(failed), {}, {}});
    disrupt(u, unit.id, "BB-MOV-12");
    return;
  }
  if (answers.empty() && ways.size() > 1) {
    std::vector<engine::Option> options;
    for (const auto& [key, way] : ways) {
      const Unit* there = unit_at(u.state(), *square_named(key));
      const bool displaces = there != nullptr && there->id != unit.id;
      options.push_back({key, displaces ? key + ", displacing " + there->id.text : key});
    }
    u.ask(s, engine::ask_choice(unit.side, "BB-MOV-12", s.move.unit.text + " failed to reverse: where does it go?", std::move(options)));
    return;
  }
  u.later({CarryMove{answers.empty() ? ways.begin()->second : ways.at(answers.front().choices.front()), s.rolled}});
}

void resume(Unfold& u, const LeaderLeaves& s, const engine::Answers& answers) {
  const Unit& unit = u.state().units.at(s.unit);
  if (answers.empty() && !s.failed) {
    u.ask(s, engine::ask_dice(unit.side, "BB-LDR-10", s.unit.text + " sees its leader leave: morale", 1));
    return;
  }
  if (!s.failed && passes(plain_check(u.state(), unit), answers.front().values)) return;
  if (!unit.disrupted) {
    disrupt(u, s.unit, "BB-LDR-11");
  } else if (unit.has_ranks() && !unit.ranks.value) {
    u.later({AskRanks{s.unit}, LeaderLeaves{s.leader, s.unit, true}});  // a rank is lost, or its rout die rolled
  } else if (unit.has_ranks() && *unit.ranks.value > 0) {
    u.emit(RanksLost{s.unit, 1});  // BB-LDR-12, BB-AMB-90
  } else {
    u.later({RoutDice{s.unit, 1}});
  }
}

void resume(Unfold& u, const RollRally& s, const engine::Answers& answers) {
  if (answers.empty()) {
    std::string names;
    for (const UnitId& id : s.units) names += (names.empty() ? "" : ", ") + id.text;
    u.ask(s, engine::ask_dice(u.state().units.at(s.units.front()).side, "BB-RAL-03", "rally, a die each for " + names,
                              static_cast<int>(s.units.size())));
    return;
  }
  std::vector<UnitId> rallied;
  for (std::size_t i = 0; i < s.units.size(); ++i) {  // all are checked as they stood, then flipped together
    if (passes(rally_check(u.state(), u.state().units.at(s.units[i])), {answers.front().values[i]}))
      rallied.push_back(s.units[i]);
    else
      u.emit(RallyFailed{s.units[i], answers.front().values[i]});
  }
  for (const UnitId& id : rallied) {
    u.emit(UnitRallied{id, "BB-RAL-03"});
    const auto facing = s.facings.find(id);
    if (facing != s.facings.end()) face(u, id, facing->second);
    u.emit(MayFace{id, 4});  // BB-RAL-08
  }
}

void resume(Unfold& u, const EndAction&, const engine::Answers&) {
  const State& state = u.state();
  if (!state.action || !state.action->closes_itself) return;
  for (const auto& [id, progress] : state.action->moves) {
    const Unit& unit = state.units.at(id);
    if (progress.reverse_failed && progress.spent < allowance_of(state, unit, true)) return;  // BB-AMB-98: it may go on
  }
  u.emit(closed_action(state));
}

}  // namespace polemarch::blade_and_bow
