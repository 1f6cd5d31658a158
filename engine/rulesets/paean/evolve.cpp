#include "engine/rulesets/paean/evolve.hpp"

#include <algorithm>
#include <stdexcept>

#include "engine/rulesets/paean/rules.hpp"

namespace polemarch::paean {

State Rules::evolve(State&& state, const Event& event) {
  engine::evolve_agenda(state.agenda, event);
  std::visit(
      [&](const auto& e) {
        if constexpr (requires { write(state, e); }) write(state, e);
      },
      event);
  return std::move(state);
}

void write(State& state, const engine::Lost& e) {
  for (const BaseId& base : e.bases) state.bases.at(base).on_table = false;
  if (const auto leader = state.leaders.find(e.unit); leader != state.leaders.end()) {
    leader->second.alive = false;
    leader->second.with = {};
  } else if (const auto formation = state.formations.find(e.unit); formation != state.formations.end()) {
    std::erase_if(formation->second.bases,
                  [&](const BaseId& base) { return std::find(e.bases.begin(), e.bases.end(), base) != e.bases.end(); });
  }
}

void write(State& state, const engine::Placed& e) {
  for (const engine::PlacedBase& placed : e.poses)
    if (const auto base = state.bases.find(placed.base); base != state.bases.end()) {
      // A ghost may be accepted after its base was lost: it stays off the table.
      const auto formation = state.formations.find(base->second.unit);
      const auto leader = state.leaders.find(base->second.unit);
      const bool there = formation != state.formations.end() ? std::find(formation->second.bases.begin(), formation->second.bases.end(),
                                                                         placed.base) != formation->second.bases.end()
                                                             : leader == state.leaders.end() || leader->second.alive;
      if (!there) continue;
      base->second.at = placed.at;
      base->second.on_table = true;
    }
}

void write(State& state, const PhaseBegan& e) {
  Turn& turn = state.turn;
  turn.phase = e.phase;
  turn.active = e.side;
  turn.permit.reset();
  turn.run.reset();
  turn.commanding = {};
  if (e.phase != Phase::Combat) return;
  turn.bound = e.bound;
  turn.done.clear();
  state.fights.parts.clear();  // part hits never outlast the bound (PA-AMB-72)
  turn.last_ordered = {};
  for (auto& [id, formation] : state.formations) {
    Status fresh;
    fresh.rallying = formation.status.rallying;
    fresh.caught = formation.status.caught;
    fresh.phases = formation.status.phases;
    formation.status = fresh;
  }
  for (auto& [id, leader] : state.leaders) {
    leader.command = Commanding::Waiting;
    leader.moves = leader.bows = leader.heavy_orders = leader.medium_orders = leader.reactions = 0;
    leader.reroll_used = leader.run_over = false;
  }
}

void write(State& state, const PermitSet& e) { state.turn.permit = e.permit; }

void write(State& state, const RunSet& e) {
  state.turn.run = e.run;
  if (e.ended.empty()) return;
  if (const auto leader = state.leaders.find(e.ended); leader != state.leaders.end()) {
    leader->second.run_over = true;
  } else {
    state.turn.done.push_back(e.ended);
  }
}

void write(State& state, const CommandPassed& e) { state.turn.commanding = e.to; }

void write(State& state, const OrderCounted& e) {
  ++state.turn.orders_given;
  state.turn.last_ordered = e.unit;
}

void write(State& state, const BasesMoved& e) {
  for (const engine::PlacedBase& placed : e.poses) {
    Base& base = state.bases.at(placed.base);
    base.at = placed.at;
    base.on_table = true;
  }
}

void write(State& state, const Marked& e) { state.formations.at(e.unit).status = e.status; }

void write(State& state, const FormationSet& e) {
  state.formations[e.unit] = e.formation;
  for (const BaseId& base : e.formation.bases) state.bases.at(base).unit = e.unit;
}

void write(State& state, const ContactMade& e) {
  state.formations.at(e.unit).contacts.push_back({e.foe, e.on_unit});
  state.formations.at(e.foe).contacts.push_back({e.unit, e.on_foe});
}

void write(State& state, const ContactEnded& e) {
  const auto drop = [&](const UnitId& of, const UnitId& foe) {
    if (const auto at = state.formations.find(of); at != state.formations.end())
      std::erase_if(at->second.contacts, [&](const Contact& contact) { return contact.foe == foe; });
  };
  drop(e.unit, e.foe);
  drop(e.foe, e.unit);
}

void write(State& state, const LeaderSet& e) {
  if (!state.bases.at(e.leader.base).card.leader()) throw std::out_of_range("a leader on a troop base");
  state.leaders.at(e.id) = e.leader;
}

void write(State& state, const InitiativeWon& e) { state.turn.first = state.turn.active = e.side; }

void write(State& state, const BattleEnded& e) {
  state.turn.phase = Phase::Over;
  state.turn.permit.reset();
  state.turn.run.reset();
  state.turn.commanding = {};
  state.turn.winner = e.winner;
  state.turn.why = e.why;
  state.turn.why_rule = e.rule;
}

}  // namespace polemarch::paean
