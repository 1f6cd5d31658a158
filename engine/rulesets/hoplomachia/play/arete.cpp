/// What changes the arete tracks (HM-ARE, HM-EVT, HM-INSP), strategoi who fall and who follows them (HM-STRAT).
#include "engine/rulesets/hoplomachia/topics/arete.hpp"

#include <algorithm>

#include "engine/rulesets/hoplomachia/play/fight.hpp"
#include "engine/rulesets/hoplomachia/topics/ambush.hpp"
#include "engine/rulesets/hoplomachia/topics/bodies.hpp"
#include "engine/rulesets/hoplomachia/topics/command.hpp"
#include "engine/rulesets/hoplomachia/topics/orders.hpp"

namespace polemarch::hoplomachia {

void change_arete(Unfold& u, Side side, int by, std::string rule, std::string why) {
  const State& state = u.state();
  const int to = std::min(kAreteTop, state.armies[side].arete + by);
  const int change = to - state.armies[side].arete;
  if (by == 0) return;
  u.emit(AreteChanged{side, {state.at.turn, state.at.phase, change, to, std::move(rule), std::move(why)}});
}

void score_lochos_lost(Unfold& u, const LochosRef& ref) {
  const State& state = u.state();
  const Taxis& unit = taxis_at(state, ref.unit);
  const Lochos& lochos = lochos_at(state, ref);
  if (lochos.scored || lochos.left || unit.baggage) return;
  const bool counts = card_of(state, unit).disciplined() || state.options.stands_count_as_lochoi;
  if (!counts) return;  // HM-AMB-57
  const Side side = unit.side;
  u.emit(LossScored{ref.unit, ref.at});
  const std::string why = name_of(u.state(), ref) + " is lost";
  change_arete(u, side, kLochosLost.own, "HM-EVT-01", why);
  change_arete(u, other(side), kLochosLost.enemy, "HM-EVT-02", why);
}

void score_unit_lost(Unfold& u, const UnitId& id) {
  const std::size_t lochoi = taxis_at(u.state(), id).lochoi.size();
  for (std::size_t i = 0; i < lochoi; ++i) score_lochos_lost(u, {id, static_cast<int>(i)});
  const Side side = taxis_at(u.state(), id).side;
  const Army& army = u.state().armies[side];
  if (army.senior != id || army.senior_scored) return;  // HM-AMB-85
  u.emit(LossScored{id, -1});
  change_arete(u, side, kSeniorLost.own, "HM-EVT-03", "the senior taxis is lost");
  change_arete(u, other(side), kSeniorLost.enemy, "HM-EVT-04", "the enemy's senior taxis is lost");
  // The next core taxis to its left keeps station for orders (HM-AMB-85).
  const std::int64_t sign = side == Side::A ? 1 : -1;
  const std::int64_t from = sign * centre_of(taxis_at(u.state(), id)).x.um;
  std::optional<std::pair<std::int64_t, UnitId>> next;
  for (const auto& [other_id, unit] : u.state().units) {
    if (unit.side != side || !unit.core || other_id == id || !unit.on_table() || unit.mode == Mode::Rout) continue;
    const std::int64_t left = from - sign * centre_of(unit).x.um;
    const std::pair<std::int64_t, UnitId> place{left < 0 ? 1000000000 - left : left, other_id};
    if (!next || place < *next) next = place;
  }
  if (next) u.emit(SeniorNamed{side, next->second});
}

std::vector<std::string> strategoi_in(const State& state, const UnitId& unit, int lochos) {
  std::vector<std::string> out;
  for (const auto& [key, who] : state.strategoi)
    if (who.alive && who.in.unit == unit && (lochos < 0 || who.in.at == lochos)) out.push_back(key);
  return out;
}

void lose_strategos(Unfold& u, const std::string& key, std::string how, std::string rule) {
  const Strategos who = u.state().strategoi.at(key);
  if (!who.alive) return;
  u.emit(StrategosLost{key, how, rule});
  change_arete(u, who.side, kStrategosKilled.own, "HM-EVT-05", called(key) + " is lost");
  if (!who.hegemon) return;  // HM-AMB-106: not replaced
  std::vector<engine::Option> options;
  for (const auto& [other_key, next] : u.state().strategoi)
    if (next.side == who.side && next.alive && next.nation == who.nation)
      options.push_back({other_key, called(other_key) + " takes command"});
  if (options.empty()) return;  // HM-STRAT-16: in the next Command Strophe
  if (options.size() == 1) {
    u.emit(StrategosSettled{.strategos = options.front().key, .hegemon = true});
    return;
  }
  u.ask(NewHegemon{who.side}, engine::ask_choice(who.side, "HM-STRAT-15", "who takes command?", std::move(options)));
}

// A die that changes arete by a chart. ------------------------------------------------------------

namespace {

struct AreteDieText {
  const char* rule;
  const char* purpose;
};
AreteDieText text_of_die(AreteDie die) {
  switch (die) {
    case AreteDie::Paean:
      return {"HM-INSP-01", "paean"};
    case AreteDie::GrimResolve:
      return {"HM-INSP-06", "grim resolve"};
    case AreteDie::Sphagia:
      return {"HM-INSP-07", "sphagia"};
    case AreteDie::OneStepMore:
      return {"HM-INSP-09", "One Step More"};
    case AreteDie::UnderBelos:
      return {"HM-EVT-13", "phalanx under belos"};
    case AreteDie::Surprised:
      return {"HM-EVT-16", "surprised"};
  }
  return {"", ""};
}

const std::optional<DieRow>* chart_of(const Charts& charts, AreteDie die) {
  switch (die) {
    case AreteDie::Paean:
      return &charts.paean;
    case AreteDie::GrimResolve:
      return &charts.grim_resolve;
    case AreteDie::Sphagia:
      return &charts.sphagia;
    case AreteDie::OneStepMore:
      return &charts.one_step_more;
    case AreteDie::UnderBelos:
    case AreteDie::Surprised:
      return nullptr;  // printed in the text
  }
  return nullptr;
}

}  // namespace

void ask_arete(Unfold& u, AreteDie die, Side side, const UnitId& unit) {
  const AreteDieText text = text_of_die(die);
  const std::string question = std::string(text.purpose) + " of " + (unit.empty() ? std::string(name_of(side)) : unit.text);
  const std::optional<DieRow>* chart = chart_of(u.state().charts, die);
  if (chart == nullptr || chart->has_value()) return u.ask(AreteRoll{die, side, unit}, engine::ask_dice(side, text.rule, question, 1));
  std::vector<engine::Option> options;  // HM-NIS-02: the table's own chart
  for (int points = -4; points <= 4; ++points) options.push_back({std::to_string(points), std::to_string(points) + " arete"});
  u.ask(AreteRoll{die, side, unit}, engine::ask_choice(side, "HM-NIS-02", question + ": what does your chart say?", std::move(options)));
}

void resume(Unfold& u, const AreteRoll& step, const Answers& answers) {
  const AreteDieText text = text_of_die(step.die);
  const engine::Answer& answer = answers.front();
  int points = 0;
  if (answer.values.empty()) {
    const std::string key = engine::chosen(answer);
    points = key.empty() ? 0 : std::stoi(key);
  } else {
    int die = answer.values[0];
    Thrown thrown{.who = step.side, .thrower = step.unit, .purpose = text.purpose, .aim = step.aim(), .rule = text.rule, .values = {die}};
    if (step.die == AreteDie::UnderBelos && weak_missiles(u.state(), step.side)) {
      die = std::max(1, die - 1);
      thrown.dice.push_back({"HM-OPT11-01", "weak missiles", -1, step.side});
    }
    if (const std::optional<DieRow>* chart = chart_of(u.state().charts, step.die)) {
      points = chart->has_value() ? (**chart).at(static_cast<std::size_t>(die - 1)) : 0;
    } else {
      points = step.die == AreteDie::UnderBelos ? under_belos_points(die) : surprise_points(die);
    }
    thrown.outcome = std::to_string(points) + " arete";
    u.emit(std::move(thrown));
  }
  const Side whose = step.die == AreteDie::GrimResolve ? other(step.side) : step.side;
  if (step.die == AreteDie::Sphagia) {
    const Army& army = u.state().armies[step.side];
    u.emit(ApproachKept{step.side, army.approach_barred, army.approach_halted, army.charge_since_paean, true});
  }
  change_arete(u, whose, points, text.rule, text.purpose);
}

std::set<UnitId> break_cover(Unfold& u, const UnitId& ambusher, const std::set<UnitId>& attacked, const std::string& why) {
  const std::set<UnitId> surprised = surprised_by(u.state(), ambusher, attacked);
  show_hidden(u, ambusher, why);
  return surprised;
}

void surprise(Unfold& u, const std::set<UnitId>& taxeis) {
  for (const UnitId& taxis : taxeis) {
    u.emit(SurpriseTold{taxis});
    ask_arete(u, AreteDie::Surprised, taxis_at(u.state(), taxis).side, taxis);
  }
}

// Strategoi. ---------------------------------------------------------------------------------------

void resume(Unfold& u, const StrategosRoll& step, const Answers& answers) {
  const auto at = u.state().strategoi.find(step.strategos);
  if (at == u.state().strategoi.end() || !at->second.alive) return;
  const Strategos& who = at->second;
  const std::optional<Danger> danger = danger_of(u.state(), who);
  if (!danger) return;
  const std::optional<int> need = danger->need;
  if (answers.empty()) {
    const std::string question = "is " + called(step.strategos) + " killed?";
    if (need) return u.ask(step, engine::ask_dice(who.side, "HM-STRAT-18", question + " on " + std::to_string(*need) + " or more", 2));
    return u.ask(step, engine::ask_yes_no(who.side, "HM-NIS-02", question + " by your chart", "killed", "alive"));
  }
  const engine::Answer& answer = answers.front();
  bool killed = engine::said_yes(answer);
  if (!answer.values.empty() && need) {
    killed = engine::total(answer) >= *need;
    Thrown thrown{.who = who.side,
                  .thrower = who.in.unit,
                  .purpose = "casualty of " + called(step.strategos),
                  .aim = step.kAim,
                  .rule = "HM-STRAT-18",
                  .values = answer.values};
    thrown.need = *need;
    thrown.counted = engine::Counted::Sum;
    thrown.good = killed ? 1 : 0;
    thrown.rows = {{"HM-STRAT-18", std::string(danger->row), *need, who.side}};
    thrown.per_mille = engine::per_mille_sum_at_least(*need, 2);
    thrown.outcome = killed ? "killed" : "lives";
    u.emit(std::move(thrown));
  }
  if (!killed) return;
  const UnitId unit = who.in.unit;
  lose_strategos(u, step.strategos, std::string(danger->how), "HM-STRAT-18");
  TaxisFought kept{unit, taxis_at(u.state(), unit).fight};
  kept.fight.katastrophe.insert("HM-KAT-04");
  u.emit(std::move(kept));
}

void resume(Unfold& u, const NewHegemon& step, const Answers& answers) {
  const State& state = u.state();
  if (!answers.empty() && answers.size() == 1 && answers.front().values.empty() &&
      state.strategoi.contains(engine::chosen(answers.front())))
    return u.emit(StrategosSettled{.strategos = engine::chosen(answers.front()), .hegemon = true});
  if (!hegemon_of(state, step.side).empty()) return;
  if (answers.empty()) {  // HM-STRAT-16: character, then where he stands
    std::vector<engine::Option> options = places_for_hegemon(state, step.side);
    if (options.empty()) return;
    std::vector<engine::Wait> waits{engine::ask_choice(step.side, "HM-AMB-106", "where does the new hegemon stand?", std::move(options))};
    if (state.charts.characters.size() == 6) {
      waits.push_back(engine::ask_dice(step.side, "HM-STRAT-16", "character of the new hegemon", 1));
    } else {
      waits.push_back(engine::ask_choice(step.side, "HM-STRAT-16", "character of the new hegemon by your generator?",
                                         {{"1", "Fellow Hoplite"}, {"2", "Crafty as Odysseus"}, {"3", "Promachos"}, {"4", "Demagogue"}}));
    }
    return u.open(step, std::move(waits));
  }
  const std::string where = engine::chosen(answers[0]);
  const std::size_t slash = where.rfind('/');
  LochosRef in{{where.substr(0, slash)}, slash == std::string::npos ? 0 : std::stoi(where.substr(slash + 1))};
  Character character = Character::FellowHoplite;
  if (answers.size() > 1 && !answers[1].values.empty()) {
    character = state.charts.characters.at(static_cast<std::size_t>(answers[1].values[0] - 1));
    Thrown thrown{.who = step.side, .purpose = "character of the new hegemon", .rule = "HM-STRAT-16", .values = answers[1].values};
    thrown.outcome = std::string(name_of(character));
    u.emit(std::move(thrown));
  } else if (answers.size() > 1)
    character = static_cast<Character>(engine::chosen(answers[1])[0] - '1');
  Strategos who;
  who.side = step.side;
  who.name = "new hegemon";
  who.nation = taxis_at(state, in.unit).nation;
  who.hegemon = who.rhetoria_done = true;
  who.character = character;
  who.stance = Stance::Philos;
  who.in = in;
  who.arrived = state.at.turn;
  std::string key = std::string(name_of(step.side)) + "-hegemon-" + std::to_string(state.at.turn);
  u.emit(StrategosArrived{key, std::move(who)});
}

void resume(Unfold& u, const LandingRoll& step, const Answers& answers) {
  const int lochoi = engine::total(answers.front());
  Thrown thrown{.who = step.side, .purpose = "landing", .rule = "HM-BATT-G4", .values = answers.front().values};
  thrown.outcome = std::to_string(lochoi) + " lochoi land";
  u.emit(std::move(thrown));
  u.emit(LandingAllowed{step.side, lochoi});
}

void resume(Unfold& u, const GateRoll& step, const Answers& answers) {
  const int die = answers.front().values[0];
  const bool open = gate_stays_open(die);
  Thrown thrown{.who = step.side, .purpose = "the gate " + step.terrain, .rule = "HM-BATT-D6", .values = {die}};
  thrown.outcome = open ? "the door is held open" : "the door is shut";
  u.emit(std::move(thrown));
  u.emit(GateTold{step.terrain, open});
}

}  // namespace polemarch::hoplomachia
