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
HitEffects strike(Course& c, const UnitId& id, int hits) {
  const Unit& unit = c.state().units.at(id);
  const HitEffects effects = melee_effects(unit, unit.ranks.value.value_or(0), hits);
  const bool walled = unit.wall;
  c.emit(UnitHit{id, hits, effects.ignored, Hurt{.recoil = effects.recoil, .rout_dice = effects.rout_dice, .hit = effects.any()}});
  if (effects.disrupted) disrupt(c, id, "BB-DIS-01");
  if (walled && effects.any()) c.emit(WallLost{id, effects.recoil || effects.rout_dice > 0});  // BB-SW-13, BB-SW-14
  if (effects.ranks > 0) c.emit(RanksLost{id, effects.ranks});
  return effects;
}

/// Hits on an empty camp: the first is cancelled, the next sacks it (BB-CAMP-04, BB-CAMP-08..11).
void strike_camp(Course& c, int net, std::vector<Step>& steps) {
  if (net < 1) return;
  const UnitId camp = c.state().fight->target, lead = c.state().fight->attackers.front();
  const Unit& attacker = c.state().units.at(lead);
  const std::vector<UnitId> leaders = ids_of(leaders_at(c.state(), attacker.square, attacker.side));
  c.emit(CampSacked{camp, lead});
  c.emit(UnitBoxed{lead, Box::Removed, leaders, "BB-CAMP-11"});
  owe_place(c, lead, "BB-CAMP-11");
  sudden_end(c, camp);
  (void)steps;
}

}  // namespace

void carry_out(Course& c, const MeleeEffect&, Reply) {
  const Fight fight = *c.state().fight;
  const Unit* target = fight.camp ? nullptr : &c.state().units.at(fight.target);
  const MeleeCount count = melee_count(c.state(), fight.attackers, target, fight.camp);
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
  const Camp* camp = standing_camp_at(c.state(), fight.target_square);
  const Side defender = other(c.state().units.at(fight.attackers.front()).side);
  if (camp != nullptr && camp->side == defender) net = std::max(0, net - 1);  // BB-CAMP-04, BB-CAMP-05
  c.emit(HitsCounted{hits, cancels, back, attack_cancels, net, back_net});
  std::vector<Step> steps;
  bool target_recoils = false;
  if (fight.camp) {
    strike_camp(c, net, steps);
    if (c.state().outcome) return;
  } else {
    const HitEffects effects = strike(c, fight.target, net);  // BB-HIT-01: the defender first
    target_recoils = effects.recoil;
    if (effects.any()) add(steps, casualties_with(c.state(), fight.target));
  }
  const std::vector<UnitId> sharers = hit_sharers(c.state(), fight);
  const std::vector<int> share = shared_hits(back_net, static_cast<int>(sharers.size()));
  std::vector<Step> recoils, routs;
  if (target_recoils) recoils.emplace_back(Recoil{fight.target});
  if (!fight.camp) routs.emplace_back(RoutDice{fight.target, 0});
  for (std::size_t i = 0; i < sharers.size(); ++i) {
    if (share[i] == 0 || !c.state().units.at(sharers[i]).on_map()) continue;
    const HitEffects effects = strike(c, sharers[i], share[i]);
    if (effects.any()) add(steps, casualties_with(c.state(), sharers[i]));
    if (effects.recoil && target_recoils) recoils.emplace_back(RecoilCheck{sharers[i]});  // BB-REC-03
    if (effects.recoil && !target_recoils) recoils.emplace_back(Recoil{sharers[i]});      // BB-REC-18
    routs.emplace_back(RoutDice{sharers[i], 0});
  }
  add(steps, std::move(recoils));
  add(steps, std::move(routs));
  add(steps, {Advance{}, Continue{}, EndFight{}});
  c.later(std::move(steps));
}

void carry_out(Course& c, const RecoilCheck& s, Reply r) {
  const Unit& unit = c.state().units.at(s.unit);
  if (!unit.on_map()) return;
  if (r == nullptr) {
    c.ask(s, dice_wait(unit.side, 1, "BB-REC-03", "both recoil: does " + s.unit.text + " stay?"));
    return;
  }
  if (passes(plain_check(c.state(), unit), r->values))
    c.emit(RecoilSpared{s.unit});
  else
    c.later({Recoil{s.unit}});
}

void carry_out(Course& c, const Recoil& s, Reply r) {
  const State& state = c.state();
  const Unit& unit = state.units.at(s.unit);
  if (!unit.on_map()) return;
  const Fight& fight = *state.fight;
  const Square threat = s.unit == fight.target ? fight.from.at(fight.attackers.front()) : fight.target_square;  // BB-AMB-84
  const FallBackChoice choice = recoil_ways(state, unit, threat);
  if (choice.ways.empty()) {
    eliminate(c, s.unit, choice.rule);
    return;
  }
  std::size_t chosen = 0;
  const auto key = [](const FallBack& way) {
    std::string text;
    for (const Square square : way.path) text += (text.empty() ? "" : "-") + name_of(square);
    return text;
  };
  if (r == nullptr && choice.ways.size() > 1) {
    std::vector<engine::Option> options;
    for (const FallBack& way : choice.ways) options.push_back({key(way), "recoil to " + name_of(way.path.back())});
    c.ask(s, choice_wait(unit.side, "BB-REC-09", "where does " + s.unit.text + " recoil?", std::move(options)));
    return;
  }
  if (r != nullptr)
    for (std::size_t i = 0; i < choice.ways.size(); ++i)
      if (key(choice.ways[i]) == r->choices.front()) chosen = i;
  const FallBack way = choice.ways[chosen];
  const Side side = unit.side;
  const bool light = unit.type.good.size == Size::Light;
  c.emit(UnitFellBack{s.unit, way.path, way.facing, "recoil", ids_of(leaders_at(state, unit.square, side))});
  for (const UnitId& passed : way.passed)
    if (!light && c.state().units.at(passed).type.good.size != Size::Light) disrupt(c, passed, "BB-REC-12");
  owe_place(c, s.unit, "BB-REC-08");
  for (const Square square : way.path) c.later(captures_at(c.state(), square, side));
}

void carry_out(Course& c, const RoutDice& s, Reply r) {
  const Unit& unit = c.state().units.at(s.unit);
  if (!unit.on_map()) return;
  if (r == nullptr) {
    int dice = s.dice;
    if (c.state().fight) {
      const auto hurt = c.state().fight->hurt.find(s.unit);
      if (hurt != c.state().fight->hurt.end()) dice = std::max(dice, hurt->second.rout_dice);
    }
    if (dice == 0) return;
    const Fight* fight = c.state().fight ? &*c.state().fight : nullptr;
    const bool spent = fight != nullptr && (unit.side == Side::A ? fight->leader_spent_a : fight->leader_spent_b);
    if (fight != nullptr && !spent && !leaders_at(c.state(), unit.square, unit.side).empty()) {
      c.emit(LeaderHeld{unit.side, s.unit});  // BB-ADV-09, BB-LDR-22, BB-AMB-31
      --dice;
    }
    if (dice == 0) {
      c.emit(RoutChecked{s.unit, {}, true});
      return;
    }
    c.ask(RoutDice{s.unit, dice},
          dice_wait(unit.side, dice, fight != nullptr && !fight->melee ? "BB-RNG-23" : "BB-ADV-08", "rout check of " + s.unit.text));
    return;
  }
  const bool passed = passes(plain_check(c.state(), unit), r->values);
  c.emit(RoutChecked{s.unit, r->values, passed});
  if (!passed) rout(c, s.unit, c.state().fight && !c.state().fight->melee ? "BB-RNG-28" : "BB-ADV-10");
}

void carry_out(Course& c, const Advance& s, Reply r) {
  const State& state = c.state();
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
    c.emit(UnitBoxed{lead, Box::Rallied, ids_of(leaders_at(state, from, unit.side)), "BB-CAV-07"});
    owe_place(c, lead, "BB-CAV-07");
    return;
  }
  const bool optional = fight.off_map || !leaders_at(state, from, unit.side).empty();  // BB-ADV-02, BB-ADV-03, BB-AMB-63
  if (optional && r == nullptr) {
    c.ask(s, choice_wait(unit.side, fight.off_map ? "BB-ADV-03" : "BB-ADV-02", "does " + lead.text + " advance?",
                         {{"yes", "advance"}, {"no", "stay"}}));
    return;
  }
  if (r != nullptr && r->choices.front() == "no") return;
  const Side side = unit.side;
  c.emit(UnitAdvanced{lead, to, direction_to(state.map, from, to), ids_of(leaders_at(state, from, side))});  // BB-ADV-05
  c.emit(MayFace{lead, 1});                                                                                  // BB-ADV-06
  owe_place(c, lead, "BB-ADV-01");
  c.later(captures_at(c.state(), to, side));
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

void carry_out(Course& c, const Continue& s, Reply r) {
  const State& state = c.state();
  if (!state.fight || state.fight->attackers.empty() || state.fight->camp) return;
  const Fight& fight = *state.fight;
  const UnitId lead = fight.attackers.front();
  const Unit& unit = state.units.at(lead);
  if (!unit.on_map()) return;
  if (fight.disrupt_after) {  // BB-CAV-03, BB-CAV-11
    disrupt(c, lead, "BB-CAV-03");
    return;
  }
  const Unit& quarry = state.units.at(fight.target);
  const bool may = unit.type.unit_class == UnitClass::Cavalry && !unit.disrupted && unit.square == fight.target_square &&
                   fight.target_recoiled && quarry.on_map();  // BB-CAV-01, BB-CAV-04, BB-CAV-10
  if (!may) return;
  const int turn = turn_to_follow(state, unit, quarry);
  if (turn == 9) return;
  if (r == nullptr) {
    c.ask(s, choice_wait(unit.side, "BB-CAV-02", "does " + lead.text + " attack again?", {{"yes", "go on"}, {"no", "stop"}}));
    return;
  }
  if (r->choices.front() == "no") return;
  if (turn != 0) c.emit(UnitFaced{lead, turned(unit.facing, turn)});
  CommitRoll roll{.due = {{lead, {0}}}, .continuation = true};
  c.ask(roll, dice_wait(unit.side, 1, "BB-CAV-01", lead.text + " goes on: morale"));
}

void carry_out(Course& c, const EndFight&, Reply) {
  if (c.state().fight) c.emit(FightEnded{});
}

void carry_out(Course& c, const CasualtyFirst& s, Reply r) {
  const Leader& leader = c.state().leaders.at(s.leader);
  if (leader.box == Box::Eliminated || (s.capture && !leader.on_map())) return;
  if (!s.capture && c.state().fight && c.state().fight->checked_leaders.contains(s.leader)) return;  // BB-AMB-29: one check a combat
  if (r == nullptr) {
    c.ask(s, dice_wait(leader.side, 1, s.capture ? "BB-LDR-19" : "BB-LDR-13", "is " + s.leader.text + " in danger? (6)"));
    return;
  }
  if (r->values.front() >= kCasualtyThreat) return c.later({CasualtySecond{s.leader, s.capture}});
  c.emit(LeaderChecked{s.leader, true});
  if (s.capture) {
    c.emit(LeaderCaptured{s.leader, c.state().turn.number + kCaptureTurns});  // BB-LDR-21
    owe_leader(c, s.leader, "BB-LDR-21");
  }
}

void carry_out(Course& c, const CasualtySecond& s, Reply r) {
  const Leader& leader = c.state().leaders.at(s.leader);
  if (r == nullptr) {
    c.ask(s, dice_wait(leader.side, 1, "BB-LDR-14", s.leader.text + " falls on " + std::to_string(leader.value) + " or less"));
    return;
  }
  const bool killed = r->values.front() <= leader.value;
  c.emit(LeaderChecked{s.leader, !killed});
  if (killed) {
    c.emit(LeaderKilled{s.leader, "BB-LDR-14"});
    owe_leader(c, s.leader, "BB-LDR-14");
  } else if (s.capture) {
    c.emit(LeaderCaptured{s.leader, c.state().turn.number + kCaptureTurns});
    owe_leader(c, s.leader, "BB-LDR-21");
  }
}

}  // namespace polemarch::blade_and_bow
