/// What goes on with the action that is open, and what ends it. Rules BB-ACT-10, BB-ACT-11, BB-MOV-15, BB-AMB-98, BB-CARD-18.
#include <algorithm>

#include "engine/rulesets/blade_and_bow/judge/judge.hpp"
#include "engine/rulesets/blade_and_bow/topics/cards.hpp"

namespace polemarch::blade_and_bow {

bool goes_on(const State& state, Side side, ActionKind kind, const std::vector<UnitId>& units) {
  if (!state.action || state.action->kind != kind || state.action->side != side) return false;
  const Action& action = *state.action;
  return std::all_of(units.begin(), units.end(), [&](const UnitId& id) {
    if (std::find(action.units.begin(), action.units.end(), id) == action.units.end()) return false;
    const auto progress = action.moves.find(id);
    return !action.closes_itself || (progress != action.moves.end() && progress->second.reverse_failed);
  });
}

namespace {

/// Where an action is left, who may go on with his last one takes a new one as soon as what he wishes needs it.
bool goes_on_moving(const State& state, Side side, const MoveUnits& command) {
  if (leader_move(state, command) || !goes_on(state, side, ActionKind::Move, units_of(command))) return false;
  return !state.action->closes_itself || state.turn.actions <= 0 || judge_move(state, side, command).allowed();
}

/// A card for an action that is still to begin: the unit named has no part in the open one (BB-CARD-17, BB-CARD-18).
bool for_next_action(const State& state, Side side, const PlayCard& command) {
  const ActiveEffect effect = effect_of(state, side, command);
  const Unit* helped = find_unit(state, effect.unit);
  return state.action->side == side && helped != nullptr && helped->side == side && effect.lasts == "action" && helps_units(effect.kind) &&
         works_on(effect.kind) && !goes_on(state, side, state.action->kind, {helped->id});
}

}  // namespace

bool ends_open_action(const State& state, Side side, const Command& command) {
  if (!state.action || !state.agenda.idle()) return false;
  const auto another = [&](ActionKind kind, const std::vector<UnitId>& units) { return !goes_on(state, side, kind, units); };
  return std::visit(
      engine::Overloaded{[&](const Activate& c) { return state.action->closes_itself || another(c.action, c.units); },
                         [&](const MoveUnits& c) { return !goes_on_moving(state, side, c); }, [](const MoveLeader&) { return true; },
                         [&](const FormWall& c) { return another(ActionKind::Wall, c.units); },
                         [&](const Shoot& c) { return another(ActionKind::Shoot, c.units); },
                         [&](const Attack& c) { return another(ActionKind::Melee, c.units); },
                         [&](const Rally& c) { return another(ActionKind::Rally, c.units); }, [](const DiscardCard&) { return true; },
                         [](const PurchaseCard&) { return true; }, [](const Pass&) { return true; },
                         [&](const PlayCard& c) { return for_next_action(state, side, c); }, [](const auto&) { return false; }},
      command);
}

bool acts_anew(const State& state, const Unit& unit) {
  return state.action && state.action->side == unit.side && state.agenda.idle() && state.turn.actions > 0 &&
         !goes_on(state, unit.side, state.action->kind, {unit.id});
}

State after_closing(const State& state) { return Rules::evolve(State(state), closed_action(state)); }

std::vector<UnitMove> in_order(const State& state, const MoveUnits& command) {
  return command.together ? foremost_first(state, command.moves) : command.moves;
}

}  // namespace polemarch::blade_and_bow
