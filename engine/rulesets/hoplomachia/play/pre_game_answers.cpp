/// Before the battle: what the answers and dice settle (HM-GEN-01, HM-PRE-01).
#include "engine/rulesets/hoplomachia/play/battle_plan.hpp"
#include "engine/rulesets/hoplomachia/play/common.hpp"
#include "engine/rulesets/hoplomachia/tables.hpp"
#include "engine/rulesets/hoplomachia/topics/bodies.hpp"
#include "engine/rulesets/hoplomachia/topics/setting_up.hpp"

namespace polemarch::hoplomachia {

using engine::ask_choice;
using engine::ask_dice;

namespace {

std::string letter_of(BattleType type) { return std::string(1, static_cast<char>('A' + static_cast<int>(type))); }

/// The option "3" is the third of the list.
std::size_t number_of(const engine::Answer& answer) {
  const std::string key = engine::chosen(answer);
  return key.empty() || key[0] < '1' || key[0] > '9' ? 0 : static_cast<std::size_t>(key[0] - '1');
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

/// HM-GEN-02, HM-GEN-05.
void settle_type(Unfold& u, const Answers& answers) {
  const State& state = u.state();
  const engine::Answer& answer = answers.front();
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

/// HM-GEN-06.
void settle_invader(Unfold& u, const PreGame& step, const Answers& answers) {
  const engine::Answer& answer = answers.front();
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

/// HM-STRAT-03.
void settle_character(Unfold& u, const PreGame& step, const Answers& answers) {
  const State& state = u.state();
  const engine::Answer& answer = answers.front();
  Character character = Character::FellowHoplite;
  if (answer.values.empty()) {
    character = static_cast<Character>(number_of(answer));
  } else {
    character = state.charts.characters.at(static_cast<std::size_t>(answer.values[0] - 1));
    u.emit(thrown_by(step.side, "character of " + step.strategos, "HM-STRAT-03", answer.values[0], std::string(name_of(character))));
  }
  return u.emit(StrategosSettled{.strategos = step.strategos, .character = character});
}

/// HM-STANCE-03.
void settle_stance(Unfold& u, const PreGame& step, const Answers& answers) {
  const State& state = u.state();
  const engine::Answer& answer = answers.front();
  Stance stance = Stance::Philos;
  if (answer.values.empty()) {
    stance = static_cast<Stance>(number_of(answer));
  } else {
    stance = state.charts.stances.at(static_cast<std::size_t>(answer.values[0] - 1));
    u.emit(thrown_by(step.side, "stance of " + step.strategos, "HM-STANCE-03", answer.values[0], std::string(word_of(stance))));
  }
  return u.emit(StrategosSettled{.strategos = step.strategos, .stance = stance});
}

/// HM-PAR-01.
void settle_base_arete(Unfold& u, const PreGame& step, const Answers& answers) {
  const State& state = u.state();
  const engine::Answer& answer = answers.front();
  const BaseAreteLine line = base_arete_line(state, step.side);
  const int die = answer.values[0], points = base_arete(line, die);
  u.emit(thrown_by(step.side, "base arete, " + std::string(name_of(line)), "HM-PAR-01", die, std::to_string(points)));
  u.emit(ArmySettled{.side = step.side, .base_die = die});
  return change_arete(u, step.side, points, "HM-PAR-01", "base arete: " + std::string(name_of(line)));
}

/// HM-PAR-03, HM-PAR-04.
void settle_breakfast(Unfold& u, const PreGame& step, const Answers& answers) {
  const State& state = u.state();
  const engine::Answer& answer = answers.front();
  const bool taken = engine::said_yes(answer);
  const int points = breakfast_points(state.armies[step.side]);
  const bool thracian = state.armies[step.side].thracian;
  u.emit(ArmySettled{.side = step.side, .breakfast = taken});
  if (taken) change_arete(u, step.side, points, thracian ? "HM-PAR-04" : "HM-PAR-03", "breakfast");
}

/// HM-PAR-07 to HM-PAR-10, HM-PAR-19.
void read_omens(Unfold& u, const PreGame& step, const Answers& answers) {
  const State& state = u.state();
  const engine::Answer& answer = answers.front();
  const std::string line(hieres_line(state, step.side));
  if (answer.values.empty()) {  // HM-NIS-02
    u.emit(ArmySettled{.side = step.side, .hieres = 1});
    return change_arete(u, step.side, points_chosen(answer), "HM-PAR-10", "omens by the table's own chart");
  }
  const auto row = state.charts.hieres.find(line);
  const int die = answer.values[0], rolls = step.rolls + 1;
  const HieresRow chart = row == state.charts.hieres.end() ? HieresRow{} : row->second;
  const bool success = die >= chart.target;
  Thrown thrown = thrown_by(step.side, "hieres, roll " + std::to_string(rolls), "HM-PAR-09", die, success ? "favourable" : "unfavourable");
  thrown.need = chart.target;
  thrown.good = success ? 1 : 0;
  thrown.rows = {{"HM-PAR-07", "line " + line, chart.target, {}}};
  thrown.per_mille = engine::per_mille_at_least(chart.target);
  u.emit(std::move(thrown));
  if (!success && rolls < 3)
    return u.ask({PreGame{PreGameAsk::HieresRoll, step.side, "", rolls}},
                 ask_dice(step.side, "HM-PAR-08", rolls == 1 ? "hieres, second roll" : "hieres, third roll", 1));
  u.emit(ArmySettled{.side = step.side, .hieres = rolls});
  return change_arete(u, step.side, success ? chart.success.at(static_cast<std::size_t>(rolls - 1)) : chart.failure,
                      success ? "HM-PAR-10" : "HM-PAR-19", success ? "favourable omens" : "three unfavourable omens");
}

/// HM-PAR-13, HM-STRAT-10.
void settle_speech(Unfold& u, const PreGame& step, const Answers& answers) {
  const State& state = u.state();
  const engine::Answer& answer = answers.front();
  const Strategos& who = state.strategoi.at(step.strategos);
  const auto row = state.charts.rhetoria.find(rhetoria_line(who));
  if (answer.values.empty()) {  // HM-NIS-02
    const int points = points_chosen(answer);
    u.emit(StrategosSettled{.strategos = step.strategos, .rhetoria_done = true});
    return change_arete(u, step.side, points, "HM-PAR-13", "rhetoria of " + step.strategos);
  }
  const int die = answer.values[0];
  const int points = row == state.charts.rhetoria.end() ? 0 : row->second.at(static_cast<std::size_t>(die - 1));
  u.emit(thrown_by(step.side, "rhetoria of " + step.strategos, who.character == Character::Demagogue ? "HM-STRAT-10" : "HM-PAR-13", die,
                   std::to_string(points)));
  u.emit(StrategosSettled{.strategos = step.strategos, .rhetoria_done = true});
  return change_arete(u, step.side, points, "HM-PAR-13", "rhetoria of " + step.strategos);
}

}  // namespace

void ask_rhetoria(Unfold& u, Side side, const std::string& strategos) {
  const bool on_chart = u.state().charts.rhetoria.contains(rhetoria_line(u.state().strategoi.at(strategos)));
  const std::string question = "rhetoria of " + strategos;
  u.ask(PreGame{PreGameAsk::RhetoriaRoll, side, strategos},
        on_chart ? ask_dice(side, "HM-PAR-13", question, 1) : own_chart(side, question));
}

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
    case PreGameAsk::Type:
      return settle_type(u, answers);
    case PreGameAsk::Start:
      return agree(u, [&](BattlePlan& battle) { battle.start = engine::said_yes(answer) ? StartType::Encounter : StartType::Ambush; });
    case PreGameAsk::Invader:
      return settle_invader(u, step, answers);
    case PreGameAsk::Character:
      return settle_character(u, step, answers);
    case PreGameAsk::StanceOf:
      return settle_stance(u, step, answers);
    case PreGameAsk::BaseArete:
      return settle_base_arete(u, step, answers);
    case PreGameAsk::Breakfast:
      return settle_breakfast(u, step, answers);
    case PreGameAsk::Hieres:
      if (!engine::said_yes(answer)) return u.emit(ArmySettled{.side = step.side, .hieres = 0});
      if (!state.charts.hieres.contains(std::string(hieres_line(state, step.side))))
        return u.ask({PreGame{PreGameAsk::HieresRoll, step.side, "", 0}},
                     own_chart(step.side, "hieres, line " + std::string(hieres_line(state, step.side))));
      return u.ask({PreGame{PreGameAsk::HieresRoll, step.side, "", 0}}, ask_dice(step.side, "HM-PAR-08", "hieres, first roll", 1));
    case PreGameAsk::HieresRoll:
      return read_omens(u, step, answers);
    case PreGameAsk::Rhetoria: {
      if (engine::said_yes(answer)) return ask_rhetoria(u, step.side, step.strategos);
      return u.emit(StrategosSettled{.strategos = step.strategos, .rhetoria_done = true});
    }
    case PreGameAsk::RhetoriaRoll:
      return settle_speech(u, step, answers);
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
