/// Before the battle: what is settled in which order (HM-GEN-01, HM-PRE-01). What the set-up says already is not asked.
#include <algorithm>

#include "engine/rulesets/hoplomachia/play/common.hpp"
#include "engine/rulesets/hoplomachia/tables.hpp"
#include "engine/rulesets/hoplomachia/topics/bodies.hpp"
#include "engine/rulesets/hoplomachia/topics/setting_up.hpp"

namespace polemarch::hoplomachia {

using engine::ask_choice;
using engine::ask_dice;
using engine::ask_yes_no;

namespace {

std::string letter_of(BattleType type) { return std::string(1, static_cast<char>('A' + static_cast<int>(type))); }

std::vector<engine::Option> side_options() { return {{"A", "side A"}, {"B", "side B"}}; }

template <class Enum>
std::vector<engine::Option> options_of(std::initializer_list<Enum> all) {
  std::vector<engine::Option> options;
  int i = 0;
  for (const Enum one : all) options.push_back({std::to_string(++i), std::string(name_of(one))});
  return options;
}
/// The option "3" is the third of the list.
std::size_t number_of(const engine::Answer& answer) {
  const std::string key = engine::chosen(answer);
  return key.empty() || key[0] < '1' || key[0] > '9' ? 0 : static_cast<std::size_t>(key[0] - '1');
}

void agree(Unfold& u, const std::function<void(BattlePlan&)>& change) {
  BattlePlan battle = u.state().battle;
  change(battle);
  if (!(battle == u.state().battle)) u.emit(BattleAgreed{std::move(battle)});
}

void ask_both_dice(Unfold& u, PreGame step, const std::string& rule, const std::string& question) {
  u.open(std::move(step), {ask_dice(Side::A, rule, question, 1), ask_dice(Side::B, rule, question, 1)});
}

Thrown thrown_by(Side who, std::string purpose, std::string rule, int die, std::string outcome) {
  Thrown thrown{.who = who, .purpose = std::move(purpose), .rule = std::move(rule), .values = {die}};
  thrown.outcome = std::move(outcome);
  return thrown;
}

/// Points that a chart of the players' own brings (HM-NIS-02).
engine::Wait own_chart(Side side, const std::string& question) {
  std::vector<engine::Option> options;
  for (int points = -4; points <= 4; ++points) options.push_back({std::to_string(points), std::to_string(points) + " arete"});
  return ask_choice(side, "HM-NIS-02", question + ": what does your chart say in all?", std::move(options));
}
int points_chosen(const engine::Answer& answer) {
  const std::string key = engine::chosen(answer);
  return key.empty() ? 0 : std::stoi(key);
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

void ask_rhetoria(Unfold& u, Side side, const std::string& strategos) {
  const bool on_chart = u.state().charts.rhetoria.contains(rhetoria_line(u.state().strategoi.at(strategos)));
  const std::string question = "rhetoria of " + strategos;
  u.ask(PreGame{PreGameAsk::RhetoriaRoll, side, strategos},
        on_chart ? ask_dice(side, "HM-PAR-13", question, 1) : own_chart(side, question));
}

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

void resume(Unfold& u, const PreGame& step, const Answers& answers) {
  const State& state = u.state();
  const engine::Answer& answer = answers.front();
  switch (step.ask) {
    case PreGameAsk::Situation:
      return agree(u, [&](BattlePlan& battle) { battle.situation = static_cast<Situation>(number_of(answer)); });
    case PreGameAsk::TypeByDice:
      if (engine::said_yes(answer)) return ask_both_dice(u, PreGame{PreGameAsk::Type}, "HM-GEN-05", "battle type: a die each");
      {
        std::vector<engine::Option> options;
        for (int i = 0; i < 8; ++i) {
          const auto type = static_cast<BattleType>(i);
          options.push_back({letter_of(type), std::string(name_of(type))});
        }
        return u.ask(PreGame{PreGameAsk::Type}, ask_choice(Side::A, "HM-GEN-02", "which battle?", std::move(options)));
      }
    case PreGameAsk::Type: {
      BattleType type = BattleType::H;
      if (answers.size() == 2) {
        const int a = answers[0].values[0], b = answers[1].values[0];
        type = battle_by_dice(*state.battle.situation, a + b);
        u.emit(thrown_by(Side::A, "battle type", "HM-GEN-05", a, ""));
        u.emit(thrown_by(Side::B, "battle type", "HM-GEN-05", b, std::string(name_of(type))));
      } else {
        type = static_cast<BattleType>(engine::chosen(answer)[0] - 'A');
      }
      return agree(u, [&](BattlePlan& battle) { battle.type = type; });
    }
    case PreGameAsk::Start:
      return agree(u, [&](BattlePlan& battle) { battle.start = engine::said_yes(answer) ? StartType::Encounter : StartType::Ambush; });
    case PreGameAsk::Invader: {
      if (answers.size() == 2) {
        const int a = answers[0].values[0], b = answers[1].values[0];
        u.emit(thrown_by(Side::A, "who invades", "HM-GEN-06", a, ""));
        u.emit(thrown_by(Side::B, "who invades", "HM-GEN-06", b, a == b ? "again" : a > b ? "A invades" : "B invades"));
        if (a == b) return ask_both_dice(u, step, "HM-GEN-06", "who invades: the higher die");
        return agree(u, [&](BattlePlan& battle) { battle.invader = a > b ? Side::A : Side::B; });
      }
      const std::string key = engine::chosen(answer);
      if (key == "r") return ask_both_dice(u, step, "HM-GEN-06", "who invades: the higher die");
      return agree(u, [&](BattlePlan& battle) { battle.invader = key == "B" ? Side::B : Side::A; });
    }
    case PreGameAsk::Character: {
      Character character = Character::FellowHoplite;
      if (answer.values.empty()) {
        character = static_cast<Character>(number_of(answer));
      } else {
        character = state.charts.characters[static_cast<std::size_t>(answer.values[0] - 1)];
        u.emit(thrown_by(step.side, "character of " + step.strategos, "HM-STRAT-03", answer.values[0], std::string(name_of(character))));
      }
      return u.emit(StrategosSettled{.strategos = step.strategos, .character = character});
    }
    case PreGameAsk::StanceOf: {
      Stance stance = Stance::Philos;
      if (answer.values.empty()) {
        stance = static_cast<Stance>(number_of(answer));
      } else {
        stance = state.charts.stances[static_cast<std::size_t>(answer.values[0] - 1)];
        u.emit(thrown_by(step.side, "stance of " + step.strategos, "HM-STANCE-03", answer.values[0], std::string(word_of(stance))));
      }
      return u.emit(StrategosSettled{.strategos = step.strategos, .stance = stance});
    }
    case PreGameAsk::BaseArete: {
      const BaseAreteLine line = base_arete_line(state, step.side);
      const int die = answer.values[0], points = base_arete(line, die);
      u.emit(thrown_by(step.side, "base arete, " + std::string(name_of(line)), "HM-PAR-01", die, std::to_string(points)));
      u.emit(ArmySettled{.side = step.side, .base_die = die});
      return change_arete(u, step.side, points, "HM-PAR-01", "base arete: " + std::string(name_of(line)));
    }
    case PreGameAsk::Breakfast: {
      const bool taken = engine::said_yes(answer);
      const int points = breakfast_points(state.armies[step.side]);
      const bool thracian = state.armies[step.side].thracian;
      u.emit(ArmySettled{.side = step.side, .breakfast = taken});
      if (taken) change_arete(u, step.side, points, thracian ? "HM-PAR-04" : "HM-PAR-03", "breakfast");
      return;
    }
    case PreGameAsk::Hieres:
      if (!engine::said_yes(answer)) return u.emit(ArmySettled{.side = step.side, .hieres = 0});
      if (!state.charts.hieres.contains(std::string(hieres_line(state, step.side))))
        return u.ask({PreGame{PreGameAsk::HieresRoll, step.side, "", 0}},
                     own_chart(step.side, "hieres, line " + std::string(hieres_line(state, step.side))));
      return u.ask({PreGame{PreGameAsk::HieresRoll, step.side, "", 0}}, ask_dice(step.side, "HM-PAR-08", "hieres, first roll", 1));
    case PreGameAsk::HieresRoll: {
      const std::string line(hieres_line(state, step.side));
      if (answer.values.empty()) {  // HM-NIS-02
        u.emit(ArmySettled{.side = step.side, .hieres = 1});
        return change_arete(u, step.side, points_chosen(answer), "HM-PAR-10", "omens by the table's own chart");
      }
      const auto row = state.charts.hieres.find(line);
      const int die = answer.values[0], rolls = step.rolls + 1;
      const HieresRow chart = row == state.charts.hieres.end() ? HieresRow{} : row->second;
      const bool success = die >= chart.target;
      Thrown thrown =
          thrown_by(step.side, "hieres, roll " + std::to_string(rolls), "HM-PAR-09", die, success ? "favourable" : "unfavourable");
      thrown.need = chart.target;
      thrown.good = success ? 1 : 0;
      thrown.rows = {{"HM-PAR-07", "line " + line, chart.target, {}}};
      thrown.per_mille = engine::per_mille_at_least(chart.target);
      u.emit(std::move(thrown));
      if (!success && rolls < 3)
        return u.ask({PreGame{PreGameAsk::HieresRoll, step.side, "", rolls}},
                     ask_dice(step.side, "HM-PAR-08", rolls == 1 ? "hieres, second roll" : "hieres, third roll", 1));
      u.emit(ArmySettled{.side = step.side, .hieres = rolls});
      return change_arete(u, step.side, success ? chart.success[static_cast<std::size_t>(rolls - 1)] : chart.failure,
                          success ? "HM-PAR-10" : "HM-PAR-19", success ? "favourable omens" : "three unfavourable omens");
    }
    case PreGameAsk::Rhetoria: {
      if (engine::said_yes(answer)) return ask_rhetoria(u, step.side, step.strategos);
      return u.emit(StrategosSettled{.strategos = step.strategos, .rhetoria_done = true});
    }
    case PreGameAsk::RhetoriaRoll: {
      const Strategos& who = state.strategoi.at(step.strategos);
      const auto row = state.charts.rhetoria.find(rhetoria_line(who));
      if (answer.values.empty()) {  // HM-NIS-02
        const int points = points_chosen(answer);
        u.emit(StrategosSettled{.strategos = step.strategos, .rhetoria_done = true});
        return change_arete(u, step.side, points, "HM-PAR-13", "rhetoria of " + step.strategos);
      }
      const int die = answer.values[0];
      const int points = row == state.charts.rhetoria.end() ? 0 : row->second[static_cast<std::size_t>(die - 1)];
      u.emit(thrown_by(step.side, "rhetoria of " + step.strategos, who.character == Character::Demagogue ? "HM-STRAT-10" : "HM-PAR-13", die,
                       std::to_string(points)));
      u.emit(StrategosSettled{.strategos = step.strategos, .rhetoria_done = true});
      return change_arete(u, step.side, points, "HM-PAR-13", "rhetoria of " + step.strategos);
    }
    case PreGameAsk::Plan:
      return u.emit(ArmySettled{.side = step.side, .plan = static_cast<Plan>(number_of(answer))});
    case PreGameAsk::Formation:
      return u.emit(ArmySettled{.side = step.side, .formation = static_cast<ArmyFormation>(number_of(answer))});
    case PreGameAsk::Deployment:
      return agree(u, [&](BattlePlan& battle) { battle.deployment = static_cast<DeploymentMethod>(number_of(answer)); });
    case PreGameAsk::FirstToDeploy:
      return agree(u, [&](BattlePlan& battle) { battle.first_to_deploy = engine::chosen(answer) == "B" ? Side::B : Side::A; });
  }
}

}  // namespace polemarch::hoplomachia
