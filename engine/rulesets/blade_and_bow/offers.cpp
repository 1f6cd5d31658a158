/// What may be done, and what may not with the reasons.
#include <algorithm>

#include "engine/rulesets/blade_and_bow/judging.hpp"
#include "engine/rulesets/blade_and_bow/topics/melee.hpp"
#include "engine/rulesets/blade_and_bow/topics/movement.hpp"
#include "engine/rulesets/blade_and_bow/topics/shooting.hpp"

namespace polemarch::blade_and_bow {
namespace {

using engine::Verdict;
using OfferList = std::vector<engine::Offer<Command>>;

/// Offers of one viewer; `act` is what stands in the way of any action at all.
struct Maker {
  const State& state;
  Viewer viewer;
  OfferList list;

  void judged(Command command, std::vector<std::string> needed = {}) {
    const Verdict verdict = Rules::judge(state, viewer, command);
    list.push_back({std::move(command), verdict, std::move(needed)});
  }

  void move_offer(const Unit& unit, std::vector<Manoeuvre> path, Verdict verdict, std::vector<std::string> needed) {
    UnitMove move;
    move.unit = unit.id;
    move.path = std::move(path);
    MoveUnits command;
    command.moves.push_back(std::move(move));
    list.push_back({std::move(command), std::move(verdict), std::move(needed)});
  }

  /// Judged with the ground at hand, once `act` lets anybody act.
  template <class Judge>
  void judged_with(const Verdict& act, Command command, std::vector<std::string> needed, Judge&& judge) {
    Verdict verdict = act.allowed() ? judge() : act;
    list.push_back({std::move(command), std::move(verdict), std::move(needed)});
  }
  void moved_with(const MoveGround& ground, const Verdict& act, UnitMove move, std::vector<std::string> needed) {
    const MoveUnits command{{std::move(move)}, {}};
    judged_with(act, command, std::move(needed), [&] { return judge_move(state, ground.side, command, &ground); });
  }

  /// One offer a square, the cheapest way there, and the turns in place; any other facing may be asked for with "to" and "facing".
  void moves_of(const Unit& unit, const MoveGround& ground, const Verdict& act) {
    const Mover start = mover_of(state, unit);
    if (!act.allowed()) return move_offer(unit, {Manoeuvre::Advance}, act, {});
    const Roam roam(ground, unit, start);
    std::vector<Roam::End> ends = roam.by_square();
    const std::vector<Roam::End> turns = roam.ends(unit.square);
    ends.insert(ends.end(), turns.begin(), turns.end());
    list.reserve(list.size() + ends.size() + 32);
    const int good = allowance_of(state, unit, false), spoiled = allowance_of(state, unit, true);
    for (const Roam::End& end : ends) {
      Verdict verdict;
      verdict.reasons.push_back({"BB-MOV-01",
                                 unit.id.text + " spends points",
                                 static_cast<double>(end.mover.spent),
                                 static_cast<double>(std::max(end.mover.spent, end.mover.disrupted ? spoiled : good)),
                                 "points",
                                 {}});
      std::vector<std::string> needed;
      if (end.checks) needed.emplace_back("morale die");
      move_offer(unit, roam.path_to(end), std::move(verdict), std::move(needed));
    }
    if (!unit.disrupted && unit.type.good.density != Density::Open && !start.began)
      moved_with(ground, act, {.unit = unit.id, .path = {}, .to = {}, .facing = {}, .disrupt = true, .displace_to = {}}, {"a way"});
    if (start.wall) moved_with(ground, act, {.unit = unit.id, .path = {Manoeuvre::DropWall}, .to = {}, .facing = {}}, {});
    // Why not straight on?
    const Attempt ahead = attempt(ground, start, Manoeuvre::Advance);
    if (!ahead.allowed())
      move_offer(unit, {Manoeuvre::Advance},
                 {engine::Ruling::Refused, engine::Refusal::ByRule, {reason_of(ground, start, Manoeuvre::Advance, ahead)}}, {});
  }

  void fights_of(const Unit& unit, const MoveGround& ground, const Verdict& act) {
    for (const auto& [id, enemy] : state.units) {
      if (enemy.side == unit.side || !enemy.on_map()) continue;
      if (unit.profile().fire > 0 && points_between(unit.square, enemy.square) <= unit.profile().range + 4)
        judged_with(act, Shoot{{unit.id}, id, {}}, {"shooting dice", "defence dice"}, [&] {
          return judge_shoot(state, unit.side, {{unit.id}, id, {}}, &ground.enemy_zones);
        });
      if (are_neighbours(unit.square, enemy.square)) judged(Attack{{unit.id}, id, {}, {}}, {"commitment dice", "melee dice"});
    }
    for (const auto& [id, camp] : state.camps)
      if (camp.side != unit.side && !camp.sacked && are_neighbours(unit.square, camp.square))
        judged(Attack{{unit.id}, id, {}, {}}, {"melee dice"});
  }

  /// May the unit take an action of this kind at all, as the judge says it?
  Verdict action_of(const Unit& unit, ActionKind kind) const {
    const Side side = side_of_speaker(state, viewer);
    Verdict may = may_take_action(state, viewer, goes_on(state, side, kind, {unit.id}));
    if (may.allowed() && unit.side != side) return formation_of(state, side, {unit.id}, {}, kind).verdict;
    return may;
  }

  void about_unit(const Unit& unit, const MoveGround& ground) {
    if (!unit.on_map()) return;
    if ((viewer == Viewer::A || viewer == Viewer::B) && viewer != viewer_of(unit.side)) {  // another's: only its marker may be looked at
      if (unit.has_ranks() && !unit.ranks.revealed) judged(Look{unit.id});
      return;
    }
    if (state.may_face.contains(unit.id))
      for (int f = 0; f < 8; ++f)
        if (turn_between(unit.facing, static_cast<Facing>(f)) <= state.may_face.at(unit.id) && static_cast<Facing>(f) != unit.facing)
          judged(Face{unit.id, static_cast<Facing>(f)});
    moves_of(unit, ground, action_of(unit, ActionKind::Move));
    fights_of(unit, ground, action_of(unit, ActionKind::Shoot));
    if (unit.disrupted) judged(Rally{{unit.id}, {}, {}});
    if (!state.army(unit.side).walls_allowed) return;
    if (state.turn.phase == Phase::Setup)
      judged(FormWall{{unit.id}, {}});  // BB-MYC-06
    else
      judged_with(action_of(unit, ActionKind::Wall), FormWall{{unit.id}, {}}, {}, [&] {
        return judge_wall(state, unit.side, {{unit.id}, {}}, &ground.enemy_zones);
      });
  }

  void about_leader(const Leader& leader) {
    if (!leader.on_map()) return;
    for (int f = 0; f < 8; ++f) {
      const Square to = neighbour(state.map, leader.square, static_cast<Facing>(f));
      if (state.map.holds(to)) judged(MoveLeader{leader.id, to});
    }
    for (const auto& [id, unit] : state.units)
      if (unit.side == leader.side && unit.on_map() && unit.square != leader.square) judged(MoveLeader{leader.id, unit.square});
  }

  void about_wait(const engine::Wait& wait) {
    engine::AnswerWait answer;
    answer.wait = wait.id;
    if (wait.chance) {
      for (int i = 0; i < wait.chance->count; ++i) answer.answer.values.push_back(wait.chance->lowest);
      list.push_back({answer, may_speak(wait), {std::to_string(wait.chance->count) + " from " + wait.chance->source}});
      answer.answer.values.clear();
    }
    for (const engine::Option& option : wait.options) {
      answer.answer.choices = {option.key};
      judged(answer);
    }
  }
  Verdict may_speak(const engine::Wait& wait) const {
    return engine::may_answer(viewer, wait.who) ? engine::allow()
                                                : engine::impossible("for " + std::string(name_of(wait.who)) + " to answer", wait.rule);
  }

  void general() {
    const Side side = side_of_speaker(state, viewer);
    if (state.turn.phase == Phase::Setup) judged(Ready{});
    if (state.turn.phase == Phase::Setup || state.turn.phase == Phase::Over) return;
    if (state.turn.phase == Phase::Impulses) {
      judged(Pass{});
      judged(PurchaseCard{});
      if (state.action) judged(FinishAction{});
    }
    const bool commits = !state.agenda.idle() && std::holds_alternative<CommitSpend>(state.agenda.lanes.back().stack.back().step);
    for (const Secret<int>& card : state.army(side).hand) {
      if (!card.open_to(viewer) || !card.value) continue;
      if (state.turn.phase == Phase::Impulses) judged(DiscardCard{*card.value});
      judged(PlayCard{*card.value, {}, {}, {}, {}}, {"unit"});
      if (commits) judged(Commit{{*card.value}, {}, {}});
    }
  }
};

}  // namespace

std::vector<engine::Offer<Command>> Rules::offers(const State& state, Viewer viewer, const engine::About& about) {
  Maker maker{state, viewer, {}};
  if (const auto* wait_id = std::get_if<engine::WaitId>(&about)) {
    for (const engine::Wait& wait : state.agenda.open_waits())
      if (wait.id == *wait_id) maker.about_wait(wait);
    return maker.list;
  }
  if (const auto* id = std::get_if<UnitId>(&about)) {
    if (const Unit* unit = find_unit(state, *id)) maker.about_unit(*unit, MoveGround(state, unit->side));
    if (const Leader* leader = find_leader(state, *id)) maker.about_leader(*leader);
    return maker.list;
  }
  if (std::holds_alternative<engine::AboutNothing>(about)) {
    maker.general();
    return maker.list;
  }
  for (const engine::Wait& wait : state.agenda.open_waits())
    if (wait.audience == Viewer::Both || viewer == Viewer::Umpire || wait.audience == viewer) maker.about_wait(wait);
  maker.general();
  const MoveGround ground_a(state, Side::A), ground_b(state, Side::B);
  for (const auto& [id, unit] : state.units)
    if (viewer == Viewer::Umpire || viewer == Viewer::Both || viewer == viewer_of(unit.side))
      maker.about_unit(unit, unit.side == Side::A ? ground_a : ground_b);
  return maker.list;
}

}  // namespace polemarch::blade_and_bow
