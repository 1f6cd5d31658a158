/// Signals, runners and what units make of them (HM-SALP, HM-VERB, HM-OTYP).
#include "engine/rulesets/hoplomachia/topics/orders.hpp"

#include "engine/rulesets/hoplomachia/play/common.hpp"
#include "engine/rulesets/hoplomachia/topics/bodies.hpp"

namespace polemarch::hoplomachia {

namespace {

std::optional<OrderType> order_of(const std::string& word) {
  for (int i = 0; i <= static_cast<int>(OrderType::RecallEkdromoi); ++i)
    if (word_of(static_cast<OrderType>(i)) == word) return static_cast<OrderType>(i);
  return std::nullopt;
}

}  // namespace

void carry_out(Unfold& u, const Signal& c) {
  const Side side = u.by() == Viewer::B ? Side::B : Side::A;
  engine::Secret<std::string> counter{.id = std::string(name_of(side)) + ".salpinx." + std::to_string(u.state().at.turn),
                                      .owner = viewer_of(side),
                                      .range = "a signal counter",
                                      .revealed = false,
                                      .value = c.order ? std::string(word_of(*c.order)) : std::string("none")};
  u.emit(SalpinxPlaced{side, std::move(counter)});
}

void carry_out(Unfold& u, const VerbalOrder& c) {
  const State& state = u.state();
  Runner runner{.id = state.next_runner,
                .side = state.strategoi.at(c.strategos).side,
                .from = c.strategos,
                .to = c.unit,
                .to_strategos = c.to,
                .order = c.order,
                .sent = state.at.turn,
                .arrives = state.at.turn,
                .path = c.path};
  u.emit(RunnerSent{runner, {}});
  u.open(RunnersArrive{});
}

void carry_out(Unfold& u, const EndCommands&) { u.emit(CommandsDone{u.by() == Viewer::B ? Side::B : Side::A}); }

void resume(Unfold& u, const RunnersArrive&, const Answers&) {
  const std::vector<Runner> runners = u.state().runners;
  for (const Runner& runner : runners) {
    if (runner.arrives > u.state().at.turn) continue;
    u.emit(RunnerArrived{runner.id});
    const auto unit = u.state().units.find(runner.to);
    if (unit == u.state().units.end() || !unit->second.on_table()) continue;
    u.emit(OrderTaken{runner.to, {runner.order, OrderSource::Verbal, u.state().at.turn, true}, mode_under(runner.order, unit->second)});
  }
}

void resume(Unfold& u, const RevealSignals&, const Answers&) {
  const Side first = u.state().at.precedence;
  for (const Side side : {first, other(first)}) {
    const auto& counter = u.state().armies[side].counter;
    u.emit(SalpinxRevealed{side, counter && counter->value ? order_of(*counter->value) : std::nullopt, false});
  }
  for (const Side side : {other(first), first})
    if (const auto order = u.state().armies[side].signal) u.open(SignalHeard{side, *order});
}

void resume(Unfold& u, const SignalHeard& step, const Answers&) {
  for (const UnitId& id : units_on_table(u.state(), step.side)) {
    const Taxis& unit = taxis_at(u.state(), id);
    if (in_melee(unit) || unit.order.exempt || unit.mode == Mode::Rout || unit.mode == Mode::Evade || unit.mode == Mode::Pursue) continue;
    u.emit(OrderTaken{id, {step.order, OrderSource::Salpinx, u.state().at.turn, false}, mode_under(step.order, unit)});
  }
}
void resume(Unfold&, const AnswerCharge&, const Answers&) {}
void resume(Unfold&, const StanceTest&, const Answers&) {}

}  // namespace polemarch::hoplomachia
