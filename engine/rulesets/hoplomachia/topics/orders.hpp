#pragma once
/// Who may signal or order what, and whom it reaches (HM-ORD, HM-SALP, HM-VERB, HM-OTYP, HM-STANCE). Pure.

#include <optional>
#include <vector>

#include "engine/rulesets/hoplomachia/commands.hpp"
#include "engine/rulesets/hoplomachia/state.hpp"
#include "engine/rulesets/hoplomachia/topics/facts.hpp"

namespace polemarch::hoplomachia {

/// The hegemon who is alive, or a side's only strategos; empty when there is none.
std::string hegemon_of(const State& state, Side side);
/// HM-ORD-03: his lochos is in melee, routs or pursues.
bool engaged(const State& state, const Strategos& strategos);
/// Has his lochos gone off the board of its own? He sends no words then; the salpinx stays with his army.
bool has_left(const State& state, const Strategos& who);
/// Units a strategos commands: his own, those given to him, and an ally's those of his nation (HM-TROOP-17).
std::vector<UnitId> commanded_by(const State& state, const std::string& strategos);

/// Light troops: not core, no baggage (HM-OTYP-11).
bool is_lights(const Taxis& unit);
/// Core units that stand side to side, less than a base width apart: a phalanx, or a part of a divided one (HM-AMB-31).
std::vector<std::vector<UnitId>> phalanxes(const State& state, Side side);
/// The one this unit belongs to: itself when it stands alone.
std::vector<UnitId> phalanx_of(const State& state, const UnitId& unit);
/// Hoplite lochoi of that phalanx, and how many of them make it drift (HM-APPR-04, HM-DRIFT-01).
int lochoi_in_phalanx(const State& state, const UnitId& unit);
constexpr int kDrifts = 9;
/// Friendly lights that stand before a core unit, towards the enemy (HM-OTYP-19).
std::vector<UnitId> lights_before(const State& state, const UnitId& core);

/// Are the two signals of optional rule 5 in use: by itself, or for the rules 6 and 9 that need them (HM-OPT5-01)?
constexpr bool ekdromoi_signals(const Options& options) {
  return options.ekdromoi_signals || options.lakonian_ekdromoi || options.scythed_chariots;
}

/// May this side place this signal now, and why not.
engine::Verdict may_signal(const State& state, Side side, OrderType order);
/// Is there anybody to place a signal, or to give a verbal order?
bool may_signal_at_all(const State& state, Side side);
bool may_order_at_all(const State& state, Side side);
/// May he give this verbal order, and why not. `by` knows his own hidden counter.
engine::Verdict may_order(const Facts& facts, const VerbalOrder& order, Viewer by);

/// Does a signal change what this unit does (HM-OTYP, HM-ORD-13)? Engaged, fleeing, exempt units and those it is not meant for: no.
bool heeds(const State& state, const UnitId& unit, OrderType order);
/// What the unit does under an order.
Mode mode_under(OrderType order, const Taxis& unit);
/// HM-INSP-02, 04: who signals is among those that approach, and they are troops that sing.
bool sings_paean(const State& state, Side side);
/// HM-INSP-06, HM-AMB-65.
bool grim_resolve(const State& state, Side side);

}  // namespace polemarch::hoplomachia
