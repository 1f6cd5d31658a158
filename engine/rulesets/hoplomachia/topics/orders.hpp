#pragma once
/// Who may signal or order what, whom it reaches, and how a runner goes (HM-ORD, HM-SALP, HM-VERB, HM-OTYP). Pure.

#include <optional>
#include <vector>

#include "engine/rulesets/hoplomachia/commands.hpp"
#include "engine/rulesets/hoplomachia/state.hpp"

namespace polemarch::hoplomachia {

/// The hegemon who is alive, or a side's only strategos; empty when there is none.
std::string hegemon_of(const State& state, Side side);
/// HM-ORD-03: his lochos is in melee, routs or pursues.
bool engaged(const State& state, const Strategos& strategos);
/// May this side place this signal now, and why not.
engine::Verdict may_signal(const State& state, Side side, OrderType order);
/// Is there anybody to place a signal, or to give a verbal order?
bool may_signal_at_all(const State& state, Side side);
bool may_order_at_all(const State& state, Side side);
/// May he give this verbal order, and why not.
engine::Verdict may_order(const State& state, const VerbalOrder& order);
/// What the unit does under an order.
Mode mode_under(OrderType order, const Taxis& unit);

}  // namespace polemarch::hoplomachia
