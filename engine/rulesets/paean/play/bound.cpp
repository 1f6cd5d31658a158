/// The bound: its phases one after the other, and how the battle begins and ends.
#include <algorithm>
#include <array>

#include "engine/core/asks.hpp"
#include "engine/rulesets/paean/play/play.hpp"
#include "engine/rulesets/paean/topics/command.hpp"
#include "engine/rulesets/paean/topics/movement.hpp"
#include "engine/rulesets/paean/topics/room.hpp"

namespace polemarch::paean {

using namespace engine;

namespace {

void begin(Unfold& u, Phase phase) {
  const Turn& turn = u.state().turn;
  u.emit(PhaseBegan{turn.bound, turn.active, phase});
}

void begin_bound(Unfold& u, Side side) { u.emit(PhaseBegan{u.state().turn.bound + 1, side, Phase::Combat}); }

void ask_initiative(Unfold& u) {
  u.open(InitiativeDice{},
         {ask_dice(Side::A, "PA-INI-02", "A: one die for initiative", 1), ask_dice(Side::B, "PA-INI-02", "B: one die for initiative", 1)});
}

/// Grades and abilities that are thrown for, army commanders first (PA-CMD-05, PA-CMD-06, PA-HER-T2).
bool ask_leaders(Unfold& u) {
  for (const bool army : {true, false})
    for (const auto& [id, leader] : u.state().leaders) {
      if (leader.rolls_value && (leader.kind == LeaderKind::Army) == army) {
        u.ask(GradeRoll{id}, ask_dice(leader.side, "PA-CMD-05", id.text + ": one die for his grade", 1));
        return true;
      }
      if (leader.rolls_ability && !army) {
        u.ask(AbilityRoll{id}, ask_dice(leader.side, "PA-HER-T2", id.text + ": one die for his ability", 1));
        return true;
      }
    }
  return false;
}

/// Friends that stand on each other at the end of the bound (PA-INT-07).
void displace_all(Unfold& u) {
  for (const Side side : {Side::A, Side::B})
    for (const UnitId& one : formations_of(u.state(), side))
      for (const UnitId& two : formations_of(u.state(), side)) {
        if (!(one < two) || find_formation(u.state(), one) == nullptr || find_formation(u.state(), two) == nullptr) continue;
        const std::vector<UnitId> under = stood_on(u.state(), poses_of(u.state(), one), one, side);
        if (std::find(under.begin(), under.end(), two) == under.end()) continue;
        const UnitId gone = gives_place(u.state(), one, two);
        displace(u, gone, gone == one ? two : one);
      }
}

/// Rally markers of earlier bounds go (PA-SEQ-17, PA-RAL-02).
void rally(Unfold& u) {
  const Turn turn = u.state().turn;
  for (const UnitId& id : formations_of(u.state(), turn.active)) {
    Status status = formation_at(u.state(), id).status;
    if (!status.rallying || *status.rallying >= turn.bound) continue;
    status.rallying.reset();
    mark(u, id, status, "has rallied", "PA-RAL-02");
  }
}

}  // namespace

void decide_one(Unfold& u, const BeginBattle&) { begin(u, Phase::Initiative); }

void decide_one(Unfold& u, const EndPhase&) {
  const Turn turn = u.state().turn;
  if (turn.run) end_run(u);
  switch (turn.phase) {
    case Phase::Combat:
      begin(u, Phase::Skirmish);
      break;
    case Phase::Skirmish:
      begin(u, Phase::Power);
      break;
    case Phase::Power:
      begin(u, Phase::Orders);
      break;
    case Phase::Orders:
      begin(u, Phase::Might);
      break;
    case Phase::Might:
      begin(u, Phase::Heroic);
      break;
    case Phase::Heroic:
      begin(u, Phase::Rallying);
      break;
    case Phase::Deployment:
      begin(u, Phase::Initiative);
      break;
    case Phase::Initiative:
    case Phase::Rallying:
    case Phase::Over:
      break;
  }
}

void decide_one(Unfold& u, const EndBattle& c) {
  u.emit(BattleEnded{c.winner, c.winner ? std::string(name_of(other(*c.winner))) + " gives up" : "both sides agree to stop", "PA-VIC-01"});
}

void resume(Unfold& u, const InitiativeDice&, const Answers& answers) {
  std::array<int, 2> sum{};
  for (const Side side : {Side::A, Side::B}) {
    const auto i = static_cast<std::size_t>(side == Side::B);
    const UnitId commander = army_commander(u.state(), side);
    const int cv = commander.empty() ? 0 : leader_at(u.state(), commander).value;
    sum[i] = answers[i].values.front() + cv;
    u.emit(Thrown{.who = side,
                  .thrower = commander,
                  .at = {},
                  .purpose = "initiative, CV " + std::to_string(cv),
                  .rule = "PA-INI-02",
                  .values = answers[i].values,
                  .rerolled = {},
                  .rows = {},
                  .dice = {},
                  .per_mille = {},
                  .outcome = std::to_string(sum[i]) + " in all"});
  }
  if (sum[0] == sum[1]) return ask_initiative(u);  // PA-INI-03
  u.emit(InitiativeWon{sum[0] > sum[1] ? Side::A : Side::B});
  begin_bound(u, u.state().turn.first);
}

void resume(Unfold& u, const GradeRoll& step, const Answers& answers) {
  Leader leader = leader_at(u.state(), step.leader);
  const bool army = leader.kind == LeaderKind::Army;
  const UnitId above = army_commander(u.state(), leader.side);
  const int top = above.empty() ? 11 : leader_at(u.state(), above).value;
  const int die = answers.front().values.front();
  leader.value = std::min(rolled_value(die, army, !army && top == 9), army ? 11 : top);  // PA-CMD-06, PA-CMD-02
  leader.rolls_value = false;
  const std::string grade(grade_of(leader.value, army));
  u.emit(Thrown{.who = leader.side,
                .thrower = step.leader,
                .at = {},
                .purpose = "grade",
                .rule = "PA-CMD-05",
                .values = {die},
                .rerolled = {},
                .rows = {},
                .dice = {},
                .per_mille = {},
                .outcome = grade + ", CV " + std::to_string(leader.value)});
  set_leader(u, step.leader, leader);
}

void resume(Unfold& u, const AbilityRoll& step, const Answers& answers) {
  Leader leader = leader_at(u.state(), step.leader);
  leader.ability = static_cast<Ability>(answers.front().values.front());
  leader.rolls_ability = false;
  set_leader(u, step.leader, leader, "has the " + std::string(word_of(leader.ability)), "PA-HER-T2");
}

bool go_on(Unfold& u) {
  const State& state = u.state();
  const Turn& turn = state.turn;
  if (turn.permit) return false;
  switch (turn.phase) {
    case Phase::Deployment:
    case Phase::Over:
      return false;
    case Phase::Initiative:
      if (!ask_leaders(u)) ask_initiative(u);
      return true;
    case Phase::Combat:
      if (!fights_go_on(u) && u.state().turn.phase == Phase::Combat && u.state().agenda.idle()) begin(u, Phase::Skirmish);
      return true;
    case Phase::Skirmish:
      if (!skirmishers_to_test(state).empty()) return false;
      begin(u, Phase::Power);
      return true;
    case Phase::Power:
      for (const UnitId& id : formations_of(state, turn.active))
        if (may_power(state, id).allowed()) return false;
      begin(u, Phase::Orders);
      return true;
    case Phase::Orders: {
      if (!turn.commanding.empty()) return false;
      const std::vector<UnitId> next = next_commanders(state, turn.active);
      if (next.size() == 1) {
        u.emit(CommandPassed{next.front()});
        return true;
      }
      if (next.size() > 1) return false;  // PA-SEQ-14: whoever orders first
      begin(u, Phase::Might);
      return true;
    }
    case Phase::Might:
      for (const UnitId& id : leaders_of(state, turn.active))
        if (leader_at(state, id).hero() && may_might(state, id).allowed()) return false;
      begin(u, Phase::Heroic);
      return true;
    case Phase::Heroic:
      if (!heroes_to_test(state).empty()) return false;
      begin(u, Phase::Rallying);
      return true;
    case Phase::Rallying: {
      rally(u);
      displace_all(u);
      check_end(u);
      const Turn& now = u.state().turn;
      if (now.phase == Phase::Over) return true;
      if (state.options.bound_limit > 0 && now.bound >= state.options.bound_limit) {
        u.emit(BattleEnded{{}, "the last bound is played", "PA-VIC-01"});
        return true;
      }
      begin_bound(u, other(now.active));
      return true;
    }
  }
  return false;
}

}  // namespace polemarch::paean
