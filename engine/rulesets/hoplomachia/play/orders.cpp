/// Signals, runners and what units make of them (HM-SALP, HM-VERB, HM-OTYP, HM-STANCE).
#include "engine/rulesets/hoplomachia/topics/orders.hpp"
#include "engine/rulesets/hoplomachia/topics/runners_way.hpp"

#include <algorithm>

#include "engine/rulesets/hoplomachia/play/common.hpp"
#include "engine/rulesets/hoplomachia/play/fight.hpp"
#include "engine/rulesets/hoplomachia/tables.hpp"
#include "engine/rulesets/hoplomachia/topics/arete.hpp"
#include "engine/rulesets/hoplomachia/topics/bodies.hpp"
#include "engine/rulesets/hoplomachia/topics/setting_up.hpp"

namespace polemarch::hoplomachia {

namespace {

std::optional<OrderType> order_of_word(const std::string& word) {
  for (int i = 0; i <= static_cast<int>(OrderType::RecallEkdromoi); ++i)
    if (word_of(static_cast<OrderType>(i)) == word) return static_cast<OrderType>(i);
  return std::nullopt;
}

Side speaker(const Unfold& u) { return u.by() == Viewer::B ? Side::B : Side::A; }

ApproachKept kept(const State& state, Side side) {
  const Army& army = state.armies[side];
  return {side, army.approach_barred, army.approach_halted, army.charge_since_paean, army.sphagia_done};
}

/// Puts units under an order; Halt may break off an approach, lights follow their core home (HM-EVT-17, HM-ORD-15).
void give_order(Unfold& u, Side side, std::vector<UnitId> units, OrderType type, OrderSource source) {
  const int turn = u.state().at.turn;
  bool halted = false;
  if (type == OrderType::Withdrawal || type == OrderType::Muster) {
    std::vector<UnitId> followers;
    for (const auto& [id, unit] : u.state().units)
      if (!unit.allied_to.empty() && std::find(units.begin(), units.end(), unit.allied_to) != units.end() &&
          std::find(units.begin(), units.end(), id) == units.end() && heeds(u.state(), id, type))
        followers.push_back(id);
    units.insert(units.end(), followers.begin(), followers.end());
  }
  for (const UnitId& id : units) {
    const Taxis& unit = taxis_at(u.state(), id);
    const bool runs = unit.mode == Mode::Pursue || unit.mode == Mode::Evade;  // it runs on and acts on the word afterwards (HM-MOVE-03)
    const Mode mode = runs ? unit.mode : mode_under(type, unit);
    if (type == OrderType::Halt && unit.mode == Mode::Approach && unit.order.type == OrderType::BeginApproach) halted = true;
    const bool keeps = mode == Mode::Approach || mode == Mode::Charge;
    if (!keeps && unit.approach_moves > 0) u.emit(ModeChanged{id, mode, 0});
    const bool exempt = source == OrderSource::Verbal;  // HM-VERB-02; a Halt is fulfilled with its turn
    u.emit(OrderTaken{id, {type, source, turn, exempt}, mode});
  }
  if (!halted) return;
  change_arete(u, side, kApproachHalted.own, "HM-EVT-17", "the approach is halted");
  ApproachKept now = kept(u.state(), side);
  now.halted = true;
  now.charge_since_paean = false;
  u.emit(now);
}

void heard_begin_approach(Unfold& u, Side side) {
  const Army& army = u.state().armies[side];
  const bool resumed = army.approach_halted && !army.charge_since_paean;  // HM-EVT-18, HM-AMB-67
  const bool sings = sings_paean(u.state(), side);
  ApproachKept now = kept(u.state(), side);
  now.barred = true;
  now.halted = false;
  now.charge_since_paean = false;
  u.emit(now);
  if (!resumed && sings) ask_arete(u, grim_resolve(u.state(), side) ? AreteDie::GrimResolve : AreteDie::Paean, side);
}

/// The strategos who has to test whether he obeys this order now (HM-STANCE-04, 05), with the number; nothing when he obeys.
std::optional<int> stance_need(const State& state, const std::string& key, OrderSource source) {
  const auto at = state.strategoi.find(key);
  if (at == state.strategoi.end() || !at->second.alive || at->second.hegemon || !at->second.stance) return std::nullopt;
  const Stance stance = *at->second.stance;
  if (stance == Stance::Symmachos && source == OrderSource::Verbal) return std::nullopt;
  return stance_number(stance, condition_of(state, at->second.side));
}

/// Tells the throw; true when he obeys.
bool obeys(Unfold& u, const std::string& key, int need, const engine::Answer& answer) {
  const Strategos& who = u.state().strategoi.at(key);
  const int sum = engine::total(answer);
  const bool good = sum <= need;
  Thrown thrown{.who = who.side, .purpose = "stance of " + key, .aim = engine::Aim::Order, .rule = "HM-STANCE-06", .values = answer.values};
  thrown.need = need;
  thrown.better = engine::Better::Low;
  thrown.counted = engine::Counted::Sum;
  thrown.good = good ? 1 : 0;
  thrown.rows = {{"HM-STANCE-T1", std::string(word_of(*who.stance)) + ", army " + std::string(word_of(condition_of(u.state(), who.side))),
                  need, who.side}};
  thrown.per_mille = 1000 - engine::per_mille_sum_at_least(need + 1, 2);
  thrown.outcome = good ? "obeys" : "withdraws";
  u.emit(std::move(thrown));
  return good;
}

std::string strategos_of_unit(const State& state, const UnitId& unit) {
  for (const auto& [key, who] : state.strategoi) {
    if (!who.alive || who.hegemon) continue;
    const auto his = commanded_by(state, key);
    if (std::find(his.begin(), his.end(), unit) != his.end()) return key;
  }
  return {};
}

}  // namespace

void carry_out(Unfold& u, const Signal& c) {
  const Side side = speaker(u);
  engine::Secret<std::string> counter{.id = std::string(name_of(side)) + ".salpinx." + std::to_string(u.state().at.turn),
                                      .owner = viewer_of(side),
                                      .range = "a signal counter",
                                      .revealed = false,
                                      .value = c.order ? std::string(word_of(*c.order)) : std::string("none")};
  u.emit(SalpinxPlaced{side, std::move(counter)});
}

void carry_out(Unfold& u, const VerbalOrder& c) {
  const State& state = u.state();
  const auto way = runners_way(state, c);
  Runner runner{.id = state.next_runner,
                .side = state.strategoi.at(c.strategos).side,
                .from = c.strategos,
                .to = c.unit,
                .to_strategos = c.to,
                .order = c.order,
                .sent = state.at.turn,
                .arrives = state.at.turn};
  Length length;
  if (way) {
    runner.arrives += way->turns;
    runner.path = way->path;
    length = way->length;
  }
  u.emit(RunnerSent{runner, length});
  if (runner.arrives == runner.sent) u.open(RunnersArrive{});
}

void carry_out(Unfold& u, const EndCommands&) { u.emit(CommandsDone{speaker(u)}); }

void resume(Unfold& u, const RunnersArrive&, const Answers&) {
  for (const Runner& runner : u.state().runners) {
    if (runner.arrives > u.state().at.turn) continue;
    const Runner arrived = runner;
    u.emit(RunnerArrived{arrived.id});
    std::vector<UnitId> units;
    std::string strategos = arrived.to_strategos;
    if (!strategos.empty()) {
      units = commanded_by(u.state(), strategos);
    } else if (u.state().units.contains(arrived.to)) {
      units.push_back(arrived.to);
      strategos = strategos_of_unit(u.state(), arrived.to);
      if (strategos == arrived.from) strategos.clear();  // his own word to his own unit
    }
    std::erase_if(units, [&](const UnitId& id) {
      const Taxis& unit = taxis_at(u.state(), id);
      return !unit.on_table() || in_melee(unit) || unit.mode == Mode::Rout;
    });
    u.open(RunnersArrive{});  // the next one afterwards
    if (const auto need = stance_need(u.state(), strategos, OrderSource::Verbal)) {
      return u.ask(StanceTest{strategos, arrived.order, OrderSource::Verbal, *need, units},
                   engine::ask_dice(arrived.side, "HM-STANCE-05", "does " + strategos + " obey? " + std::to_string(*need) + " or less", 2));
    }
    give_order(u, arrived.side, std::move(units), arrived.order, OrderSource::Verbal);
    return;
  }
}

void resume(Unfold& u, const StanceTest& step, const Answers& answers) {
  const Side side = u.state().strategoi.at(step.strategos).side;
  if (obeys(u, step.strategos, step.need, answers.front())) return give_order(u, side, step.units, step.order, step.source);
  std::vector<UnitId> all = commanded_by(u.state(), step.strategos);  // HM-STANCE-08
  std::erase_if(all, [&](const UnitId& id) {
    const Taxis& unit = taxis_at(u.state(), id);
    return !unit.on_table() || in_melee(unit) || unit.mode == Mode::Rout;  // routers heed nobody (HM-MOVE-03)
  });
  give_order(u, side, std::move(all), OrderType::Withdrawal, step.source);
}

namespace {

std::optional<OrderType> hidden_signal(const State& state, Side side) {
  const auto& counter = state.armies[side].counter;
  return counter && counter->value ? order_of_word(*counter->value) : std::nullopt;
}

void both_heard(Unfold& u) {
  const Side first = u.state().at.precedence;
  for (const Side side : {other(first), first})  // the last one opened comes up first
    if (const auto order = u.state().armies[side].signal) u.open(SignalHeard{side, *order, {}, {}, ""});
}

}  // namespace

void resume(Unfold& u, const RevealSignals&, const Answers&) {
  const Side first = u.state().at.precedence, second = other(first);
  const auto one = hidden_signal(u.state(), first), two = hidden_signal(u.state(), second);
  u.emit(SalpinxRevealed{first, one, false});
  if (one == OrderType::Charge && two && *two != OrderType::Charge) {  // HM-ORD-10, HM-AMB-84
    return u.ask(AnswerCharge{second}, engine::ask_yes_no(second, "HM-ORD-10", "the enemy signals Charge: change your signal to Charge?",
                                                          "change to Charge", "keep the signal"));
  }
  u.emit(SalpinxRevealed{second, two, false});
  both_heard(u);
}

void resume(Unfold& u, const AnswerCharge& step, const Answers& answers) {
  const bool changes = engine::said_yes(answers.front());
  u.emit(SalpinxRevealed{step.side, changes ? OrderType::Charge : hidden_signal(u.state(), step.side), changes});
  both_heard(u);
}

void resume(Unfold& u, const SignalHeard& step, const Answers& answers) {
  SignalHeard now = step;
  if (!now.testing.empty()) {
    const int need = stance_need(u.state(), now.testing, OrderSource::Salpinx).value_or(12);
    now.tested.insert(now.testing);
    if (!obeys(u, now.testing, need, answers.front())) now.withdraw.insert(now.testing);
    now.testing.clear();
  }
  const auto& written = u.state().armies[now.side].unit_signal;
  const bool special = u.state().options.unit_signal && written && written->value && written->value->order == now.order;  // HM-OPT4-02
  const std::vector<UnitId> named_units = special ? written->value->units : engine::Checked<UnitId>{};
  const auto meant = [&](const UnitId& id) {
    return !special || std::find(named_units.begin(), named_units.end(), id) != named_units.end();
  };
  for (const auto& [key, who] : u.state().strategoi) {
    if (who.side != now.side || now.tested.contains(key)) continue;
    const auto need = stance_need(u.state(), key, OrderSource::Salpinx);
    const auto his = commanded_by(u.state(), key);
    const bool matters =
        std::any_of(his.begin(), his.end(), [&](const UnitId& id) { return meant(id) && heeds(u.state(), id, now.order); });
    if (!need || !matters) continue;
    now.testing = key;
    return u.ask(now, engine::ask_dice(now.side, "HM-STANCE-04", "does " + key + " obey? " + std::to_string(*need) + " or less", 2));
  }
  if (special && !written->revealed) u.emit(UnitSignalTold{now.side, named_units});
  std::vector<UnitId> withdrawing, obeying;
  for (const std::string& key : now.withdraw)
    for (const UnitId& id : commanded_by(u.state(), key))  // all of his, whoever the signal was meant for (HM-STANCE-08)
      if (heeds(u.state(), id, OrderType::Withdrawal)) withdrawing.push_back(id);
  for (const auto& [id, unit] : u.state().units)
    if (unit.side == now.side && meant(id) && heeds(u.state(), id, now.order) &&
        std::find(withdrawing.begin(), withdrawing.end(), id) == withdrawing.end())
      obeying.push_back(id);
  if (!withdrawing.empty()) give_order(u, now.side, std::move(withdrawing), OrderType::Withdrawal, OrderSource::Salpinx);
  give_order(u, now.side, std::move(obeying), now.order, OrderSource::Salpinx);
  if (now.order == OrderType::BeginApproach) heard_begin_approach(u, now.side);
  hear_ekdromoi_signal(u, now.side, now.order);
  const Army& army = u.state().armies[now.side];
  if (now.order == OrderType::Muster && army.hellenic && army.formation == ArmyFormation::MarchingColumn)
    u.ask(PreGame{PreGameAsk::Formation, now.side}, engine::ask_choice(now.side, "HM-FORM-12", "the army musters: in which formation?",
                                                                       {{"1", std::string(name_of(ArmyFormation::BattlePhalanx))},
                                                                        {"3", std::string(name_of(ArmyFormation::MarchingColumn))}}));
}

void melee_won(Unfold& u, const UnitId& id) {
  const Taxis& unit = taxis_at(u.state(), id);
  ApproachKept now = kept(u.state(), unit.side);
  if (!now.barred || !unit.core) return;
  now.barred = false;
  now.halted = false;
  u.emit(now);
}
void charge_made(Unfold& u, Side side) {
  ApproachKept now = kept(u.state(), side);
  if (now.charge_since_paean) return;
  now.charge_since_paean = true;
  u.emit(now);
}
void carry_out(Unfold& u, const Fulfilled& c) {
  const Taxis& unit = taxis_at(u.state(), c.unit);
  Order order = unit.order;
  order.exempt = false;
  u.emit(OrderTaken{c.unit, order, unit.mode});
}

}  // namespace polemarch::hoplomachia
