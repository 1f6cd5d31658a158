#include "engine/rulesets/hoplomachia/topics/orders.hpp"

#include <algorithm>

#include "engine/rulesets/hoplomachia/topics/bodies.hpp"

namespace polemarch::hoplomachia {

using engine::allow;
using engine::refuse;

std::string hegemon_of(const State& state, Side side) {
  std::string only;
  int count = 0;
  for (const auto& [key, who] : state.strategoi) {
    if (who.side != side || !who.alive) continue;
    if (who.hegemon) return key;
    only = key;
    ++count;
  }
  return count == 1 ? only : std::string();
}

bool engaged(const State& state, const Strategos& strategos) {
  const auto unit = state.units.find(strategos.in.unit);
  if (unit == state.units.end() || static_cast<std::size_t>(strategos.in.at) >= unit->second.lochoi.size()) return false;
  const Lochos& lochos = unit->second.lochoi[static_cast<std::size_t>(strategos.in.at)];
  return in_melee(lochos) || lochos.fate == Fate::Routing || unit->second.mode == Mode::Pursue;
}

engine::Verdict may_signal(const State& state, Side side, OrderType order) {
  const std::string hegemon = hegemon_of(state, side);
  if (hegemon.empty()) return refuse("HM-ORD-01", "no strategos is there to signal");
  const Strategos& who = state.strategoi.at(hegemon);
  if (who.arrived == state.at.turn && state.at.turn > 0) return refuse("HM-STRAT-17", hegemon + " took over this turn and gives no orders");
  if (engaged(state, who)) return refuse("HM-ORD-03", hegemon + " is engaged and gives no orders");
  if ((order == OrderType::ReleaseEkdromoi || order == OrderType::RecallEkdromoi) && !state.options.ekdromoi_signals)
    return refuse("HM-OPT5-01", "that signal is optional rule 5, which is not in use");
  return allow();
}

bool may_signal_at_all(const State& state, Side side) { return may_signal(state, side, OrderType::Halt).allowed(); }

bool may_order_at_all(const State& state, Side side) {
  return std::any_of(state.strategoi.begin(), state.strategoi.end(), [&](const auto& entry) {
    const Strategos& who = entry.second;
    return who.side == side && who.alive && who.orders_given == 0 && !engaged(state, who) && who.arrived != state.at.turn;
  });
}

engine::Verdict may_order(const State& state, const VerbalOrder& order) {
  const Strategos& from = state.strategoi.at(order.strategos);
  if (!from.alive) return refuse("HM-ORD-02", order.strategos + " is dead");
  if (from.orders_given > 0) return refuse("HM-ORD-02", order.strategos + " has given his order this turn");
  if (engaged(state, from)) return refuse("HM-ORD-03", order.strategos + " is engaged and gives no orders");
  return allow();
}

Mode mode_under(OrderType order, const Taxis& unit) {
  switch (order) {
    case OrderType::Halt:
      return Mode::Halt;
    case OrderType::BeginApproach:
      return unit.core ? Mode::Approach : unit.mode;
    case OrderType::Charge:
      return Mode::Charge;
    case OrderType::Muster:
    case OrderType::March:
    case OrderType::ForwardPsiloi:
    case OrderType::RecallPsiloi:
    case OrderType::Withdrawal:
    case OrderType::ReleaseEkdromoi:
    case OrderType::RecallEkdromoi:
      return Mode::March;
  }
  return Mode::Halt;
}

}  // namespace polemarch::hoplomachia
