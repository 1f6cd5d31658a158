/// Moves, charges, follow-ups.
#include "engine/geometry/trig.hpp"
#include "engine/rulesets/hail_caesar/play/play.hpp"
#include "engine/rulesets/hail_caesar/topics/charging.hpp"
#include "engine/rulesets/hail_caesar/topics/morale.hpp"

namespace polemarch::hail_caesar {

using namespace engine;

void owe_stands(Unfold& u, const UnitId& unit, const std::vector<PlacedBase>& stands, const std::string& rule) {
  OwedPlacement owed{.unit = unit, .who = viewer_of(u.state().units.at(unit).side), .rule = rule};
  for (const PlacedBase& placed : stands) owed.bases.push_back(placed.base), owed.poses.push_back(placed.at.pose);
  u.owe(std::move(owed));
}

void carry_out(Unfold& u, const MoveUnit& command) {
  const State& state = u.state();
  const Wanted wanted = wanted_move(state, command);
  if (state.phase == Phase::Deployment) return u.emit(UnitPlaced{command.unit, wanted.plan.stands});
  const MoveKind fallback = command.as.value_or(state.phase == Phase::Initiative ? MoveKind::Initiative : MoveKind::Ordered);
  const MoveKind kind = move_kind(state, command.unit, command.as).kind.value_or(fallback);
  u.settle(command.unit);
  u.emit(UnitMoved{command.unit, kind, wanted.moves, wanted.plan.distance.value, wanted.plan.stands, wanted.formation, command.in,
                   wanted.plan.crossed, wanted.plan.maybe_crossed});
  carry_generals(u, command.unit);
}

void carry_out(Unfold& u, const ChargeUnit& command) {
  const State& state = u.state();
  const auto plan = wanted_charge(state, command);
  if (!plan) return;
  const MoveKind kind = move_kind(state, command.unit, {}).kind.value_or(MoveKind::Ordered);
  const Facing on = contact_edge(unit_at(state, command.target), standing(unit_at(state, command.unit), plan->stands));
  u.settle(command.unit);
  u.emit(UnitCharged{command.unit, command.target, kind, plan->moves, plan->distance.value, plan->stands, on, plan->crossed,
                     plan->maybe_crossed});
  carry_generals(u, command.unit);
  if (const auto rules = triggers_of_charge(unit_at(u.state(), command.unit).turn); !rules.empty())
    make_due(u, command.unit, {table_of_reaction_shots(u.state().config), 0, rules});
}

void carry_out(Unfold& u, const EvadeCharge& command) {
  const MovePlan plan = wanted_evade(u.state(), command);
  u.settle(command.unit);
  end_contacts(u, command.unit, false);
  u.emit(UnitEvaded{command.unit, plan.distance.value, plan.stands});
  if (!command.to && command.poses.empty()) owe_stands(u, command.unit, plan.stands, "HC-CFG-T1");
  carry_generals(u, command.unit);
}

void carry_out(Unfold& u, const CounterCharge& command) { u.emit(UnitCountercharged{command.unit}); }

void carry_out(Unfold& u, const FollowUp& command) {
  const UnitId foe = followed_by(u.state(), command);
  const auto stands = follow_up_stands(u.state(), command.unit, foe);
  if (!stands) return;
  const Facing on = contact_edge(unit_at(u.state(), foe), standing(unit_at(u.state(), command.unit), *stands));
  const std::string& held = unit_at(u.state(), command.unit).in;
  UnitFollowedUp event{command.unit, foe, on, *stands, {}};
  if (!held.empty()) event.left = held;
  u.settle(command.unit);
  u.emit(std::move(event));
  owe_stands(u, command.unit, *stands, "HC-CFG-T1");
  carry_generals(u, command.unit);
}

}  // namespace polemarch::hail_caesar
