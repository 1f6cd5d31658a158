/// What melee does: hits, leaders in danger, recoil, rout, advance, continuation. Rules BB-HIT, BB-REC, BB-ADV, BB-CAV, BB-CAMP, BB-LDR.
#include <algorithm>

#include "engine/rulesets/blade_and_bow/play/play.hpp"
#include "engine/rulesets/blade_and_bow/tables.hpp"
#include "engine/rulesets/blade_and_bow/topics/melee.hpp"
#include "engine/rulesets/blade_and_bow/topics/recoil.hpp"

namespace polemarch::blade_and_bow {
namespace {

void add(std::vector<Step>& steps, std::vector<Step> more) { steps.insert(steps.end(), more.begin(), more.end()); }

/// Writes the hits of one unit; the recoil and the rout dice are carried out later.
HitEffects strike(Unfold& u, const UnitId& id, int hits) {
  const Unit& unit = u.state().units.at(id);
  const HitEffects effects = melee_effects(unit, unit.ranks.value.value_or(0), hits);
  const bool walled = unit.wall;
  u.emit(UnitHit{id, hits, effects.ignored, Hurt{.recoil = effects.recoil, .rout_dice = effects.rout_dice, .hit = effects.any()}});
  if (effects.disrupted) disrupt(u, id, "BB-DIS-01");
  if (walled && effects.any()) u.emit(WallLost{id, effects.recoil || effects.rout_dice > 0});  // BB-SW-13, BB-SW-14
  if (effects.ranks > 0) u.emit(RanksLost{id, effects.ranks});
  return effects;
}

/// Hits on an empty camp: the first is cancelled, the next sacks it (BB-CAMP-04, BB-CAMP-08..11).
void strike_camp(Unfold& u, int net, std::vector<Step>& steps) {
  if (net < 1) return;
  const UnitId camp = u.state().fight->target, lead = u.state().fight->attackers.front();
  const Unit& attacker = u.state().units.at(lead);
  const std::vector<UnitId> leaders = ids_of(leaders_at(u.state(), attacker.square, attacker.side));
  u.emit(CampSacked{camp, lead});
  u.emit(UnitBoxed{lead, Where::Removed, leaders, "BB-CAMP-11"});
  owe_place(u, lead, "BB-CAMP-11");
  for (const UnitId& leader : leaders) owe_leader(u, leader, "BB-CAMP-11");
  sudden_end(u, camp);
  (void)steps;
}

}  // namespace

void resume(Unfold& u, const MeleeEffect&, const engine::Answers&) {
  const Fight fight = *u.state().fight;
  const Unit* target = fight.camp ? nullptr : &u.state().units.at(fight.target);
  const MeleeCount count = melee_count(u.state(), fight.attackers, target, fight.camp);
  int hits = 0, attack_cancels = 0;
  for (std::size_t i = 0; i < fight.attack_dice.size(); ++i) {  // each die by its own unit's modifier (BB-AMB-115)
    const int modifier = i < count.attack_modifiers.size() ? count.attack_modifiers[i] : 0;
    hits += count_hits({fight.attack_dice[i]}, modifier, kHitsUpTo);
    attack_cancels += count_cancels({fight.attack_dice[i]}, modifier);
  }
  const int back = count_hits(fight.defence_dice, count.defence_modifier, count.defence_hits_up_to);
  const int cancels = count_cancels(fight.defence_dice, count.defence_modifier);
  int net = std::max(0, hits - cancels);  // BB-DICE-25
  const int back_net = std::max(0, back - attack_cancels);
  const Camp* camp = standing_camp_at(u.state(), fight.target_square);
  const Side defender = other(u.state().units.at(fight.attackers.front()).side);
  if (camp != nullptr && camp->side == defender) net = std::max(0, net - 1);  // BB-CAMP-04, BB-CAMP-05
  const std::vector<UnitId> sharers = hit_sharers(u.state(), fight);
  const std::vector<int> share = shared_hits(back_net, static_cast<int>(sharers.size()));
  std::vector<Step> steps;
  for (std::size_t i = 0; i < sharers.size(); ++i)  // a supporter's marker was not needed for the dice
    if (const Unit& unit = u.state().units.at(sharers[i]); !unit.ranks.value && marker_decides(unit, share[i], true))
      steps.emplace_back(AskRanks{sharers[i]});
  if (!steps.empty()) {
    steps.emplace_back(MeleeEffect{});
    return u.later(std::move(steps));
  }
  u.emit(HitsCounted{hits, cancels, back, attack_cancels, net, back_net});
  const std::vector<ActiveEffect> played = u.state().effects;
  for (const ActiveEffect& effect : played)  // a card's re-rolls are those of one melee
    if (effect.lasts == "action" && gives_reroll(u.state(), effect)) u.emit(EffectSpent{effect.side, effect.kind, effect.unit});
  bool target_recoils = false;
  if (fight.camp) {
    strike_camp(u, net, steps);
    if (u.state().outcome) return;
  } else {
    const HitEffects effects = strike(u, fight.target, net);  // BB-HIT-01: the defender first
    target_recoils = effects.recoil;
    if (effects.any()) add(steps, casualties_with(u.state(), fight.target));
  }
  std::vector<Step> recoils, routs;
  if (target_recoils) recoils.emplace_back(Recoil{fight.target});
  if (!fight.camp) routs.emplace_back(RoutDice{fight.target, 0});
  for (std::size_t i = 0; i < sharers.size(); ++i) {
    if (share[i] == 0 || !u.state().units.at(sharers[i]).on_map()) continue;
    const HitEffects effects = strike(u, sharers[i], share[i]);
    if (effects.any()) add(steps, casualties_with(u.state(), sharers[i]));
    if (effects.recoil && target_recoils) recoils.emplace_back(RecoilCheck{sharers[i]});  // BB-REC-03
    if (effects.recoil && !target_recoils) recoils.emplace_back(Recoil{sharers[i]});      // BB-REC-18
    routs.emplace_back(RoutDice{sharers[i], 0});
  }
  add(steps, std::move(recoils));
  add(steps, std::move(routs));
  add(steps, {Advance{}, Continue{}, EndFight{}});
  u.later(std::move(steps));
}

void resume(Unfold& u, const RecoilCheck& s, const engine::Answers& answers) {
  const Unit& unit = u.state().units.at(s.unit);
  if (!unit.on_map()) return;
  if (answers.empty()) {
    u.ask(s, engine::ask_dice(unit.side, "BB-REC-03", "both recoil: does " + s.unit.text + " stay?", 1));
    return;
  }
  if (passes(plain_check(u.state(), unit), answers.front().values))
    u.emit(RecoilSpared{s.unit});
  else
    u.later({Recoil{s.unit}});
}

void resume(Unfold& u, const Recoil& s, const engine::Answers& answers) {
  const State& state = u.state();
  const Unit& unit = state.units.at(s.unit);
  if (!unit.on_map()) return;
  const Fight& fight = *state.fight;
  const Square threat = s.unit == fight.target ? fight.from.at(fight.attackers.front()) : fight.target_square;  // BB-AMB-84
  const FallBackChoice choice = recoil_ways(state, unit, threat);
  if (choice.ways.empty()) {
    eliminate(u, s.unit, choice.rule);
    return;
  }
  std::size_t chosen = 0;
  const auto key = [](const FallBack& way) {
    std::string text;
    for (const Square square : way.path) text += (text.empty() ? "" : "-") + name_of(square);
    return text;
  };
  if (answers.empty() && choice.ways.size() > 1) {
    std::vector<engine::Option> options;
    for (const FallBack& way : choice.ways) options.push_back({key(way), "recoil to " + name_of(way.path.back())});
    u.ask(s, engine::ask_choice(unit.side, "BB-REC-09", "where does " + s.unit.text + " recoil?", std::move(options)));
    return;
  }
  if (!answers.empty())
    for (std::size_t i = 0; i < choice.ways.size(); ++i)
      if (key(choice.ways[i]) == answers.front().choices.front()) chosen = i;
  const FallBack way = choice.ways[chosen];
  const Side side = unit.side;
  const bool light = unit.type.good.size == Size::Light;
  const std::vector<UnitId> leaders = ids_of(leaders_at(state, unit.square, side));
  u.emit(UnitFellBack{s.unit, way.path, way.facing, "recoil", leaders});
  for (const UnitId& leader : leaders) owe_anew(u, leader);
  for (const UnitId& passed : way.passed) {
    const Unit& through = u.state().units.at(passed);
    if (light || through.disrupted || through.type.good.size == Size::Light) continue;
    disrupt(u, passed, "BB-REC-12");
    lose_wall(u, passed);
  }
  owe_place(u, s.unit, "BB-REC-08");
  for (const Square square : way.path) u.later(captures_at(u.state(), square, side));
}

void resume(Unfold& u, const RoutDice& s, const engine::Answers& answers) {
  const Unit& unit = u.state().units.at(s.unit);
  if (!unit.on_map()) return;
  if (answers.empty()) {
    int dice = s.dice;
    if (u.state().fight) {
      const auto hurt = u.state().fight->hurt.find(s.unit);
      if (hurt != u.state().fight->hurt.end()) dice = std::max(dice, hurt->second.rout_dice);
    }
    if (dice == 0) return;
    const Fight* fight = u.state().fight ? &*u.state().fight : nullptr;
    const bool spent = fight != nullptr && (unit.side == Side::A ? fight->leader_spent_a : fight->leader_spent_b);
    if (!spent && !leaders_at(u.state(), unit.square, unit.side).empty()) {
      u.emit(LeaderHeld{unit.side, s.unit});  // BB-ADV-09, BB-LDR-22, BB-AMB-31
      --dice;
    }
    if (dice == 0) {
      u.emit(RoutChecked{s.unit, {}, true});
      return;
    }
    u.ask(RoutDice{s.unit, dice},
          engine::ask_dice(unit.side, fight != nullptr && !fight->melee ? "BB-RNG-23" : "BB-ADV-08", "rout check of " + s.unit.text, dice));
    return;
  }
  const bool passed = passes(plain_check(u.state(), unit), answers.front().values);
  u.emit(RoutChecked{s.unit, answers.front().values, passed});
  if (!passed) rout(u, s.unit, u.state().fight && !u.state().fight->melee ? "BB-RNG-28" : "BB-ADV-10");
}

void resume(Unfold& u, const Advance& s, const engine::Answers& answers) {
  const State& state = u.state();
  if (!state.fight || state.fight->attackers.empty()) return;
  const Fight& fight = *state.fight;
  const UnitId lead = fight.attackers.front();
  const Unit& unit = state.units.at(lead);
  if (fight.camp || !fight.moved.contains(fight.target)) return;  // the enemy still stands
  // BB-ADV-01: in good order and not disrupted in this melee; BB-ADV-07; BB-ADV-14.
  if (!unit.on_map() || unit.disrupted || unit.square != fight.from.at(lead) || unit.wall) return;
  const Camp* camp = standing_camp_at(state, fight.target_square);
  if (unit_at(state, fight.target_square) != nullptr || (camp != nullptr && camp->side != unit.side)) return;
  const Square from = unit.square, to = fight.target_square;
  if (fight.off_map && fight.continuation > 0) {  // BB-CAV-07, BB-AMB-105
    const std::vector<UnitId> leaders = ids_of(leaders_at(state, from, unit.side));
    u.emit(UnitBoxed{lead, Where::Rallied, leaders, "BB-CAV-07"});
    owe_place(u, lead, "BB-CAV-07");
    for (const UnitId& leader : leaders) owe_leader(u, leader, "BB-CAV-07");
    return;
  }
  const bool optional = fight.off_map || !leaders_at(state, from, unit.side).empty();  // BB-ADV-02, BB-ADV-03, BB-AMB-63
  if (optional && answers.empty()) {
    u.ask(s, engine::ask_choice(unit.side, fight.off_map ? "BB-ADV-03" : "BB-ADV-02", "does " + lead.text + " advance?",
                                {{"yes", "advance"}, {"no", "stay"}}));
    return;
  }
  if (!answers.empty() && answers.front().choices.front() == "no") return;
  const Side side = unit.side;
  const std::vector<UnitId> leaders = ids_of(leaders_at(state, from, side));
  u.emit(UnitAdvanced{lead, to, direction_to(state.map, from, to), leaders});  // BB-ADV-05
  for (const UnitId& leader : leaders) owe_anew(u, leader);
  u.emit(MayFace{lead, 1});  // BB-ADV-06
  owe_place(u, lead, "BB-ADV-01");
  u.later(captures_at(u.state(), to, side));
}

namespace {
/// The turn that lets the cavalry reach its quarry again: 0, or one step either way; 9 when none does.
int turn_to_follow(const State& state, const Unit& cavalry, const Unit& quarry) {
  for (const int turn : {0, -1, 1}) {
    if (turn != 0 && !state.may_face.contains(cavalry.id)) continue;
    Unit turned_unit = cavalry;
    turned_unit.facing = turned(cavalry.facing, turn);
    if (melee_check(state, turned_unit, quarry.square).allowed()) return turn;
  }
  return 9;
}
}  // namespace

void resume(Unfold& u, const Continue& s, const engine::Answers& answers) {
  const State& state = u.state();
  if (!state.fight || state.fight->attackers.empty() || state.fight->camp) return;
  const Fight& fight = *state.fight;
  const UnitId lead = fight.attackers.front();
  const Unit& unit = state.units.at(lead);
  if (!unit.on_map()) return;
  if (fight.disrupt_after) {  // BB-CAV-03, BB-CAV-11
    disrupt(u, lead, "BB-CAV-03");
    return;
  }
  const Unit& quarry = state.units.at(fight.target);
  const bool may = unit.type.unit_class == UnitClass::Cavalry && !unit.disrupted && unit.square == fight.target_square &&
                   fight.target_recoiled && quarry.on_map();  // BB-CAV-01, BB-CAV-04, BB-CAV-10
  if (!may) return;
  const int turn = turn_to_follow(state, unit, quarry);
  if (turn == 9) return;
  if (answers.empty()) {
    u.ask(s, engine::ask_choice(unit.side, "BB-CAV-02", "does " + lead.text + " attack again?", {{"yes", "go on"}, {"no", "stop"}}));
    return;
  }
  if (answers.front().choices.front() == "no") return;
  if (turn != 0) face(u, lead, turned(unit.facing, turn));
  CommitRoll roll{.due = {{lead, {0}}}, .continuation = true};
  u.ask(roll, engine::ask_dice(unit.side, "BB-CAV-01", lead.text + " goes on: morale", 1));
}

void resume(Unfold& u, const EndFight&, const engine::Answers&) {
  if (u.state().fight) u.emit(FightEnded{});
}

void resume(Unfold& u, const CasualtyFirst& s, const engine::Answers& answers) {
  const Leader& leader = u.state().leaders.at(s.leader);
  if (leader.box == Where::Eliminated || (s.capture && !leader.on_map())) return;
  if (!s.capture && u.state().fight && u.state().fight->checked_leaders.contains(s.leader)) return;  // BB-AMB-29: one check a combat
  if (answers.empty()) {
    u.ask(s, engine::ask_dice(leader.side, s.capture ? "BB-LDR-19" : "BB-LDR-13", "is " + s.leader.text + " in danger? (6)", 1));
    return;
  }
  if (answers.front().values.front() >= kCasualtyThreat) return u.later({CasualtySecond{s.leader, s.capture}});
  u.emit(LeaderChecked{s.leader, true});
  if (s.capture) {
    u.emit(LeaderCaptured{s.leader, u.state().turn.number + kCaptureTurns});  // BB-LDR-21
    owe_leader(u, s.leader, "BB-LDR-21");
  }
}

void resume(Unfold& u, const CasualtySecond& s, const engine::Answers& answers) {
  const Leader& leader = u.state().leaders.at(s.leader);
  if (answers.empty()) {
    u.ask(s, engine::ask_dice(leader.side, "BB-LDR-14", s.leader.text + " falls on " + std::to_string(leader.value) + " or less", 1));
    return;
  }
  const bool killed = answers.front().values.front() <= leader.value;
  u.emit(LeaderChecked{s.leader, !killed});
  if (killed) {
    u.emit(LeaderKilled{s.leader, "BB-LDR-14"});
    owe_leader(u, s.leader, "BB-LDR-14");
  } else if (s.capture) {
    u.emit(LeaderCaptured{s.leader, u.state().turn.number + kCaptureTurns});
    owe_leader(u, s.leader, "BB-LDR-21");
  }
}

}  // namespace polemarch::blade_and_bow
