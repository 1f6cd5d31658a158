/// Before the battle: what is settled in which order (HM-GEN-01, HM-PRE-01). What the set-up says already is not asked.
#include <algorithm>

#include "engine/rulesets/hoplomachia/play/battle_plan.hpp"
#include "engine/rulesets/hoplomachia/play/common.hpp"
#include "engine/rulesets/hoplomachia/tables.hpp"
#include "engine/rulesets/hoplomachia/topics/bodies.hpp"
#include "engine/rulesets/hoplomachia/topics/setting_up.hpp"

namespace polemarch::hoplomachia {

using engine::ask_choice;
using engine::ask_dice;
using engine::ask_yes_no;

void agree(Unfold& u, const std::function<void(BattlePlan&)>& change) {
  BattlePlan battle = u.state().battle;
  change(battle);
  if (!(battle == u.state().battle)) u.emit(BattleAgreed{std::move(battle)});
}

namespace {

std::vector<engine::Option> side_options() { return {{"A", "side A"}, {"B", "side B"}}; }

template <class Enum>
std::vector<engine::Option> options_of(std::initializer_list<Enum> all) {
  std::vector<engine::Option> options;
  int i = 0;
  for (const Enum one : all) options.push_back({std::to_string(++i), std::string(name_of(one))});
  return options;
}
/// What belongs to the kind of battle; true when something was asked or written.
bool settle_battle(Unfold& u) {
  const BattlePlan& battle = u.state().battle;
  if (!battle.type && !battle.situation) {
    u.ask({PreGame{PreGameAsk::Situation}},
          ask_choice(Side::A, "HM-GEN-03", "which historical situation?",
                     options_of({Situation::BorderDispute, Situation::CivilWar, Situation::Anabasis, Situation::HegemonicWar})));
    return true;
  }
  if (!battle.type) {
    u.ask({PreGame{PreGameAsk::TypeByDice}}, ask_yes_no(Side::A, "HM-GEN-02", "roll the battle type?", "roll", "pick one"));
    return true;
  }
  if (!battle.start) {
    const Battle& kind = battle_of(*battle.type);
    if (kind.starts.size() == 1) {
      agree(u, [&](BattlePlan& plan) { plan.start = kind.starts.front(); });
    } else {
      const Side defender = battle.invader ? other(*battle.invader) : Side::B;
      u.ask({PreGame{PreGameAsk::Start}}, ask_yes_no(defender, "HM-AMB-90", "an Encounter or an Ambush?", "Encounter", "Ambush"));
    }
    return true;
  }
  if (!battle.invader) {
    // Of the Fortified Camp the natives attack and hold the Invader's rules; who garrisons the camp is the Defender (HM-AMB-02).
    const bool camp = battle.type == BattleType::F;
    u.ask({PreGame{PreGameAsk::Invader}},
          ask_choice(Side::A, camp ? "HM-AMB-02" : "HM-GEN-06",
                     camp ? "which side are the natives who attack the camp?" : "which side is the Invader?",
                     {{"A", "side A"}, {"B", "side B"}, {"r", "roll for it"}}));
    return true;
  }
  return false;
}

/// HM-STRAT-03, HM-STANCE-02, 03.
bool settle_strategoi(Unfold& u) {
  const State& state = u.state();
  for (const auto& [key, who] : state.strategoi) {
    if (!who.character) {
      if (state.charts.characters.size() == 6) {
        u.ask({PreGame{PreGameAsk::Character, who.side, key}}, ask_dice(who.side, "HM-STRAT-03", "character of " + key, 1));
      } else {
        u.ask({PreGame{PreGameAsk::Character, who.side, key}},
              ask_choice(who.side, "HM-STRAT-03", "character of " + key + " by your generator?",
                         options_of({Character::FellowHoplite, Character::Crafty, Character::Promachos, Character::Demagogue})));
      }
      return true;
    }
    if (!who.stance) {
      if (same_nation_as_hegemon(state, who)) {
        u.emit(StrategosSettled{.strategos = key, .stance = Stance::Philos});
      } else if (state.charts.stances.size() == 6) {
        u.ask({PreGame{PreGameAsk::StanceOf, who.side, key}}, ask_dice(who.side, "HM-STANCE-03", "stance of " + key, 1));
      } else {
        u.ask({PreGame{PreGameAsk::StanceOf, who.side, key}},
              ask_choice(who.side, "HM-STANCE-03", "stance of " + key + " by your generator?",
                         {{"1", "philos"}, {"2", "symmachos"}, {"3", "automolos"}}));
      }
      return true;
    }
  }
  return false;
}

/// HM-PAR-01 to 16.
bool settle_arete(Unfold& u, Side side) {
  const State& state = u.state();
  const Army& army = state.armies[side];
  const std::string of = " of " + std::string(name_of(side));
  if (!army.base_die) {
    if (ambushed(state, side) && state.options.ambushed_base_lowest) {  // HM-AMB-08
      const BaseAreteLine line = base_arete_line(state, side);
      u.emit(ArmySettled{.side = side, .base_die = 0});
      change_arete(u, side, lowest_base_arete(line), "HM-AMB-08", "base arete: " + std::string(name_of(line)));
    } else {
      u.ask({PreGame{PreGameAsk::BaseArete, side}},
            ask_dice(side, "HM-PAR-01", "base arete" + of + ": " + std::string(name_of(base_arete_line(state, side))), 1));
    }
    return true;
  }
  if (!army.breakfast) {
    if (!may_breakfast(state, side)) {
      u.emit(ArmySettled{.side = side, .breakfast = false});
    } else {
      u.ask({PreGame{PreGameAsk::Breakfast, side}},
            ask_yes_no(side, "HM-PAR-03", "does army " + std::string(name_of(side)) + " take breakfast?",
                       "breakfast: +" + std::to_string(breakfast_points(army)) + ", no move in turn 1", "no breakfast"));
    }
    return true;
  }
  if (!army.hieres) {
    if (!may_hieres(state, side)) {
      u.emit(ArmySettled{.side = side, .hieres = 0});
    } else {
      u.ask({PreGame{PreGameAsk::Hieres, side}},
            ask_yes_no(side, "HM-PAR-08", "does army " + std::string(name_of(side)) + " look for omens?",
                       "hieres: up to three rolls, line " + std::string(hieres_line(state, side)), "no hieres"));
    }
    return true;
  }
  return false;
}

/// HM-PAR-13; in an Arrayed battle after deployment (HM-PAR-14), in an Encounter later (HM-PAR-15).
bool settle_rhetoria(Unfold& u) {
  const State& state = u.state();
  for (const auto& [key, who] : state.strategoi) {
    if (state.armies[who.side].rhetoria_asked || !may_rhetoria(state, who)) continue;
    u.ask({PreGame{PreGameAsk::Rhetoria, who.side, key}},
          ask_yes_no(who.side, "HM-PAR-13", "does " + key + " speak to the army?", "rhetoria", "no speech"));
    return true;
  }
  return false;
}

bool settle_plans(Unfold& u, Side side) {
  const Army& army = u.state().armies[side];
  const std::string who = " of " + std::string(name_of(side)) + "?";
  if (!army.plan) {
    u.ask({PreGame{PreGameAsk::Plan, side}},
          ask_choice(side, "HM-PLAN-01", "battle plan" + who,
                     options_of({Plan::FrontalAttack, Plan::EnvelopeFlank, Plan::HarassToDeath, Plan::Defend, Plan::ExitBoard})));
    return true;
  }
  if (!army.formation) {
    std::vector<engine::Option> options =
        options_of({ArmyFormation::BattlePhalanx, ArmyFormation::DividedPhalanx, ArmyFormation::MarchingColumn, ArmyFormation::Dispersed});
    const bool ambusher = u.state().battle.start == StartType::Ambush && u.state().battle.invader != side;
    if (!ambusher) options.pop_back();  // HM-FORM-13
    u.ask({PreGame{PreGameAsk::Formation, side}}, ask_choice(side, "HM-FORM-01", "army formation" + who, std::move(options)));
    return true;
  }
  return false;
}

bool settle_deployment(Unfold& u) {
  const BattlePlan& battle = u.state().battle;
  if (battle.start == StartType::Ambush) return false;  // HM-DEPL-05
  if (!battle.deployment) {
    u.ask({PreGame{PreGameAsk::Deployment}},
          ask_choice(Side::A, "HM-DEPL-01", "how do you deploy?",
                     {{"1", "by sketch, at once"}, {"2", "unit by unit in turn"}, {"3", "behind a screen"}}));
    return true;
  }
  if (battle.deployment == DeploymentMethod::Alternate && !battle.first_to_deploy) {
    const int a = u.state().armies.a.arete, b = u.state().armies.b.arete;
    const Side chooser = a >= b ? Side::A : Side::B;
    u.ask({PreGame{PreGameAsk::FirstToDeploy, chooser}}, ask_choice(chooser, "HM-DEPL-03", "who sets up first?", side_options()));
    return true;
  }
  return false;
}

}  // namespace

bool pre_game(Unfold& u) {
  if (settle_battle(u) || settle_strategoi(u)) return true;
  for (const Side side : {Side::A, Side::B})
    if (settle_arete(u, side)) return true;
  const bool later = u.state().battle.start == StartType::Arrayed || u.state().battle.start == StartType::Encounter;
  if (!later && settle_rhetoria(u)) return true;
  for (const Side side : {Side::A, Side::B})
    if (settle_plans(u, side)) return true;
  if (settle_deployment(u)) return true;
  u.emit(PhaseBegan{0, Phase::Deployment, 0, u.state().at.precedence, "", ""});
  return true;
}

bool after_deployment(Unfold& u) { return u.state().battle.start == StartType::Arrayed && settle_rhetoria(u); }

}  // namespace polemarch::hoplomachia
