#pragma once
/// Writing facts into the state, an overload a kind of event. No rules inside. Pure.

#include "engine/rulesets/paean/events.hpp"

namespace polemarch::paean {

// evolve.cpp
void write(State& state, const engine::Lost& e);
void write(State& state, const engine::Placed& e);
void write(State& state, const PhaseBegan& e);
void write(State& state, const PermitSet& e);
void write(State& state, const RunSet& e);
void write(State& state, const CommandPassed& e);
void write(State& state, const OrderCounted& e);
void write(State& state, const BasesMoved& e);
void write(State& state, const Marked& e);
void write(State& state, const FormationSet& e);
void write(State& state, const ContactMade& e);
void write(State& state, const ContactEnded& e);
void write(State& state, const LeaderSet& e);
void write(State& state, const InitiativeWon& e);
void write(State& state, const BattleEnded& e);

// evolve_fight.cpp
void write(State& state, const PartHitsSet& e);
void write(State& state, const KeptHitsSet& e);
void write(State& state, const CombatsSet& e);

}  // namespace polemarch::paean
