/// Orders: light formations' tests, call of power, command rolls, call of might, heroic actions, leaders' own moves.
#include <algorithm>

#include "engine/core/asks.hpp"
#include "engine/geometry/trig.hpp"
#include "engine/rulesets/paean/play/play.hpp"
#include "engine/rulesets/paean/play/rolling.hpp"
#include "engine/rulesets/paean/topics/challenge.hpp"
#include "engine/rulesets/paean/topics/command.hpp"
#include "engine/rulesets/paean/topics/layout.hpp"

namespace polemarch::paean {

using namespace engine;

namespace {

void let_act(Unfold& u, const UnitId& unit, Source source, const UnitId& by) { u.emit(PermitSet{Permit{unit, source, by}}); }

void take_in_hand(Unfold& u, const UnitId& unit) {
  if (u.state().turn.run && u.state().turn.run->unit != unit) end_run(u);
  if (!u.state().turn.run) u.emit(RunSet{Run{unit, 0}, {}});
}

/// A leader leaves his formation, or joins one, or goes anywhere.
void go(Unfold& u, const UnitId& id, const std::optional<MeasuredPose>& to, const UnitId& join, const std::string& rule) {
  Leader leader = leader_at(u.state(), id);
  const bool said = !to || to->error == PoseError{};  // where no camera has seen him, the table has yet to follow
  if (!join.empty() && join == leader.with) return move_leader(u, id, *to, "moves", rule, {}, said);  // he touches it still
  if (!join.empty()) {
    leader.with = join;
    leader.leads_from = leader.hero() ? u.state().turn.bound : u.state().turn.bound + 1;  // PA-CMD-42
    set_leader(u, id, leader, "joins " + join.text, leader.hero() ? "PA-HER-12" : "PA-CMD-20");
    move_leader(u, id, to ? *to : place_behind(u.state(), join, id), "", rule, {}, said);  // that he joins is told
    return;
  }
  if (!to) return;
  if (!leader.with.empty()) {
    leader.with = {};
    set_leader(u, id, leader, "leaves the formation", leader.hero() ? "PA-HER-21" : "PA-CMD-27");
  }
  move_leader(u, id, *to, "moves", rule, {}, said);
}

/// A leader who comes into contact with an enemy leader who stands alone has challenged him (PA-CHL-01).
void challenges_by_contact(Unfold& u, const UnitId& id) {
  if (find_leader(u.state(), id) == nullptr || !leader_at(u.state(), id).with.empty()) return;
  for (const UnitId& foe : leaders_of(u.state(), other(leader_at(u.state(), id).side)))
    if (leader_at(u.state(), foe).with.empty() && gap_between(u.state(), id, foe).signed_gap.value < 1_mm &&
        may_be_challenged(u.state(), id, foe))
      return u.open(ChallengeIssued{id, foe});
}

}  // namespace

void end_run(Unfold& u) {
  if (!u.state().turn.run) return;
  const UnitId unit = u.state().turn.run->unit;
  if (u.state().turn.permit) u.emit(PermitSet{});
  u.emit(RunSet{{}, unit});
  run_is_over(u, unit);
}

void decide_one(Unfold& u, const TestSkirmishers& c) {
  take_in_hand(u, c.unit);
  u.ask(SkirmishTest{c.unit},
        ask_two(*side_of(u.state(), c.unit), "PA-SKI-04", c.unit.text + " tests its initiative", skirmish_need(u.state(), c.unit).need));
}

void resume(Unfold& u, const SkirmishTest& step, const Answers& answers) {
  const Side side = *side_of(u.state(), step.unit);
  if (!told_two(u, step.kAim, side, step.unit, {}, "initiative test", "PA-SKI-04", skirmish_need(u.state(), step.unit), answers.front()))
    return end_run(u);  // PA-SKI-03
  Run run = u.state().turn.run.value_or(Run{step.unit, 0});
  ++run.tests;
  u.emit(RunSet{run, {}});
  let_act(u, step.unit, Source::Skirmish, {});
}

void decide_one(Unfold& u, const CallOfPower& c) {
  Status status = formation_at(u.state(), c.unit).status;
  status.powered = true;
  mark(u, c.unit, status, "hears the call of power", "PA-CMD-07");
  let_act(u, c.unit, Source::Power, army_commander(u.state(), *side_of(u.state(), c.unit)));
}

void decide_one(Unfold& u, const GiveOrder& c) {
  if (u.state().turn.commanding != c.commander) u.emit(CommandPassed{c.commander});
  u.ask(OrderRoll{c.commander, c.unit}, ask_two(*side_of(u.state(), c.unit), "PA-ROL-01", c.commander.text + " orders " + c.unit.text,
                                                order_need(u.state(), c.commander, c.unit).need));
}

void resume(Unfold& u, const OrderRoll& step, const Answers& answers) {
  const Side side = *side_of(u.state(), step.unit);
  Leader commander = leader_at(u.state(), step.commander);
  if (!told_two(u, step.kAim, side, step.commander, step.unit, "command roll", "PA-ROL-01",
                order_need(u.state(), step.commander, step.unit), answers.front())) {
    commander.command = Commanding::Lost;  // PA-CMD-14, PA-SEQ-19
    set_leader(u, step.commander, commander, "loses command for this bound", "PA-CMD-14");
    u.emit(CommandPassed{});
    return;
  }
  commander.command = Commanding::Active;
  set_leader(u, step.commander, commander);
  Status status = formation_at(u.state(), step.unit).status;
  ++status.orders;  // PA-ACT-02
  mark(u, step.unit, status, "has its order " + std::to_string(status.orders), "PA-ACT-02");
  let_act(u, step.unit, Source::Order, step.commander);
}

void decide_one(Unfold& u, const Relinquish& c) {
  Leader commander = leader_at(u.state(), c.commander);
  commander.command = Commanding::Relinquished;
  set_leader(u, c.commander, commander, "gives up command for this bound", "PA-CMD-16");
  go(u, c.commander, c.to, joined_by(u.state(), c.commander, c.to, c.join), "PA-CMD-17");
  u.emit(CommandPassed{});
  if (c.to) challenges_by_contact(u, c.commander);
}

void decide_one(Unfold& u, const CallOfMight& c) {
  const UnitId unit = leader_at(u.state(), c.hero).with;
  Status status = formation_at(u.state(), unit).status;
  status.mighty = true;
  mark(u, unit, status, "hears the call of might", "PA-HER-11");
  let_act(u, unit, Source::Might, c.hero);
}

namespace {
void ask_heroic(Unfold& u, const UnitId& hero, bool again) {
  u.ask(HeroicTest{hero, again},
        ask_two(*side_of(u.state(), hero), "PA-HER-03", hero.text + " tests for a heroic action", heroic_need(u.state(), hero).need));
}
}  // namespace

void decide_one(Unfold& u, const TestHero& c) {
  take_in_hand(u, c.hero);
  ask_heroic(u, c.hero, false);
}

void resume(Unfold& u, const HeroicTest& step, const Answers& answers) {
  const Side side = *side_of(u.state(), step.hero);
  const bool good =
      told_two(u, step.kAim, side, step.hero, {}, "heroic action", "PA-HER-03", heroic_need(u.state(), step.hero), answers.front());
  if (good) {
    Run run = u.state().turn.run.value_or(Run{step.hero, 0});
    ++run.tests;
    u.emit(RunSet{run, {}});
    return let_act(u, step.hero, Source::Heroic, step.hero);
  }
  const Leader& hero = leader_at(u.state(), step.hero);
  if (!step.again && hero.ability == Ability::Apollo && !hero.reroll_used)  // PA-AMB-38
    return u.ask(ApolloChoice{step.hero},
                 ask_yes_no(side, "PA-HER-T2", step.hero.text + ": use the Light of Apollo?", "roll again", "let it be"));
  end_run(u);  // PA-HER-10
}

void resume(Unfold& u, const ApolloChoice& step, const Answers& answers) {
  if (!said_yes(answers.front())) return end_run(u);
  Leader hero = leader_at(u.state(), step.hero);
  hero.reroll_used = true;
  set_leader(u, step.hero, hero, "uses the Light of Apollo", "PA-HER-T2");
  ask_heroic(u, step.hero, true);
}

void decide_one(Unfold& u, const MoveHero& c) {
  Leader hero = leader_at(u.state(), c.hero);
  ++hero.moves;
  set_leader(u, c.hero, hero);
  go(u, c.hero, c.to, c.join, "PA-MOV-09");
  action_taken(u);
  if (c.to) challenges_by_contact(u, c.hero);
}

void decide_one(Unfold& u, const StopRun& c) {
  if (!u.state().turn.run || u.state().turn.run->unit != c.unit) {
    u.emit(RunSet{u.state().turn.run, c.unit});
    return;
  }
  end_run(u);
}

void decide_one(Unfold& u, const Forgo&) {
  if (u.state().turn.permit) u.emit(OrderCounted{u.state().turn.permit->unit});  // an order was given all the same (PA-MIS-16)
  u.emit(PermitSet{});
}

}  // namespace polemarch::paean
