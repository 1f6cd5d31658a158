/// The decide door: what a command leads to, and how steps resume when they are answered.
#include "engine/rulesets/hail_caesar/play/play.hpp"

#include <algorithm>
#include <numeric>

#include "engine/rulesets/hail_caesar/tables.hpp"
#include "engine/rulesets/hail_caesar/topics/deployment.hpp"
#include "engine/rulesets/hail_caesar/topics/morale.hpp"

namespace polemarch::hail_caesar {

using namespace engine;

void open_step_on(Unfold& u, int lane, Step step, std::vector<Wait> waits) {
  u.emit(open_step(u.state().agenda, lane, std::move(step), std::move(waits)));
}

Wait dice_wait(Side who, const std::string& rule, const std::string& question, int count, int faces) {
  Wait wait;
  wait.who = viewer_of(who);
  wait.kind = WaitKind::Chance;
  wait.rule = rule;
  wait.question = question;
  wait.chance = ChanceSpec{count, 1, faces, "dice"};
  return wait;
}

int total(const Answer& answer) { return std::accumulate(answer.values.begin(), answer.values.end(), 0); }

void settle_owed(Unfold& u, const UnitId& unit) {
  std::vector<int> ids;
  for (const OwedPlacement& owed : u.state().agenda.owed)
    if (owed.unit == unit && !owed.removed) ids.push_back(owed.id);
  for (const int id : ids) u.emit(Placed{id, unit, {}});
}

namespace {

void begin(Unfold& u, Phase phase) { u.emit(PhaseBegan{u.state().turn, u.state().active, phase}); }

void end_turn(Unfold& u) {
  const State& state = u.state();
  const Side ending = state.active;
  const bool both = state.config.fight.disorder_removed == "both";
  std::vector<UnitId> marked;
  for (const auto& [id, unit] : state.units)
    if (unit.disordered && unit.in_play() && (both || unit.side == ending)) marked.push_back(id);
  for (const UnitId& id : marked) u.emit(DisorderSet{id, false, "HC-SEQ-05"});
  const Side next = other(ending);
  const int turn = u.state().turn + (next == u.state().first ? 1 : 0);
  const int limit = u.state().config.fight.turn_limit;
  if (limit > 0 && turn > limit) {
    u.emit(BattleEnded{"draw", "the last turn is played"});
    return;
  }
  u.emit(PhaseBegan{turn, next, Phase::Rally});
}

void end_phase(Unfold& u) {
  switch (u.state().phase) {
    case Phase::Deployment:
      return begin(u, Phase::Rally);
    case Phase::Rally:
      return begin(u, Phase::Initiative);
    case Phase::Initiative:
      return begin(u, Phase::Orders);
    case Phase::Orders:
      return begin(u, Phase::Shooting);
    case Phase::Shooting:
    case Phase::HandToHand:
      return open_step_on(u, 0, TestsDue{});
    case Phase::Ended:
      return;
  }
}

void place_bases(Unfold& u, const PlaceBases& command) {
  for (const OwedPlacement& owed : u.state().agenda.owed) {
    if ((command.owed && *command.owed == owed.id) || (!command.owed && command.unit == owed.unit)) {
      u.emit(placed_event(owed, command));
      return;
    }
  }
  u.emit(UnitPlaced{command.unit, command.poses});
}

/// After shooting the tests it caused; those of closing and traversing shots wait for the fighting (HC-AMB-38), or the turn's end.
void resume_tests(Unfold& u, int lane) {
  const bool after_shooting = u.state().phase == Phase::Shooting;
  for (const auto& [id, unit] : u.state().units) {
    if (!unit.due || !unit.in_play()) continue;
    const auto& rules = unit.due->rules;
    const bool shot = std::any_of(rules.begin(), rules.end(), [](const std::string& rule) { return rule.starts_with("HC-SHO"); });
    if (after_shooting && !shot) continue;
    const UnitId tested = id;
    open_step_on(u, lane, TestsDue{});
    open_break_test(u, lane, tested);
    return;
  }
  if (after_shooting)
    begin(u, Phase::HandToHand);
  else
    end_turn(u);
}

void resume(Unfold& u, int lane, const Step& step, const std::vector<Answer>& answers) {
  std::visit(Overloaded{[&](const OrderTest& s) { finish_order_test(u, lane, s, total(answers[0])); },
                        [&](const BlunderRoll& s) { finish_blunder(u, s, total(answers[0])); },
                        [&](const EliteRally& s) {
                          if (answers[0].values[0] >= u.state().units.at(s.unit).profile.elite_number)
                            u.emit(DisorderSet{s.unit, false, "HC-INI-01"});
                          else
                            u.emit(RallyFailed{s.unit});
                        },
                        [&](const Shot& s) { finish_shot(u, lane, s, answers[0]); },
                        [&](const ShotSaves& s) { finish_saves(u, s, answers[0]); }, [&](const TestsDue&) { resume_tests(u, lane); },
                        [&](const BreakTest& s) { finish_break_test(u, lane, s, total(answers[0])); },
                        [&](const BreakChoice& s) { finish_break_choice(u, s, answers[0].choices[0]); },
                        [&](const Combat& s) { resume_combat(u, lane, s, answers); }},
             step);
}

/// Closes every step that has its answers and says what follows, until something waits again.
void conclude(Unfold& u) {
  for (bool again = true; again;) {
    again = false;
    for (const Lane<Step>& lane : u.state().agenda.lanes) {
      const OpenStep<Step> open = lane.stack.back();
      if (std::any_of(open.waits.begin(), open.waits.end(), [](const Wait& w) { return !w.answer; })) continue;
      std::vector<Answer> answers;
      for (const Wait& wait : open.waits) answers.push_back(wait.answer->value.value_or(Answer{}));
      const int id = lane.id;
      u.emit(StepClosed{id, {}});
      resume(u, id, open.step, answers);
      again = true;
      break;
    }
  }
  if (u.state().agenda.idle()) count_losses(u);
}

}  // namespace

std::vector<Event> Rules::decide(const State& state, Viewer by, const Command& command) {
  Unfold u(state);
  std::visit(Overloaded{[&](const AnswerWait& answer) {
                          Verdict problem;
                          const std::vector<Wait> waits = state.agenda.open_waits();
                          const Wait* wait = wait_for(waits, by, answer, problem);
                          if (wait == nullptr) return;
                          u.emit(WaitAnswered{wait->id, sealed_answer(*wait, answer.answer)});
                        },
                        [&](const PlaceBases& place) { place_bases(u, place); }, [&](const EndPhase&) { end_phase(u); },
                        [&](const DeployArmy& c) {
                          for (auto& [unit, stands] : suggested_deployment(state, c.side)) u.emit(UnitPlaced{unit, std::move(stands)});
                        },
                        [&](const MoveUnit& move) { decide_move(u, move); }, [&](const ChargeUnit& charge) { decide_charge(u, charge); },
                        [&](const EvadeCharge& c) { decide_evade(u, c); }, [&](const CounterCharge& c) { decide_countercharge(u, c); },
                        [&](const Shoot& c) { decide_shot(u, ShotKind::Shooting, c.unit, c.target, word_of(c)); },
                        [&](const ClosingShot& c) { decide_shot(u, ShotKind::Closing, c.unit, c.target); },
                        [&](const TraversingShot& c) { decide_shot(u, ShotKind::Traversing, c.unit, c.target); },
                        [&](const FightCombat& c) { decide_fight(u, c); }, [&](const FollowUp& c) { decide_follow_up(u, c); },
                        [&](const EndBattle& c) {
                          u.emit(BattleEnded{c.winner ? std::string(name_of(*c.winner)) : "draw", "the players ended it"});
                        },
                        [&](const auto&) { decide_orders(u, command); }},
             command);
  conclude(u);
  return u.take();
}

}  // namespace polemarch::hail_caesar
