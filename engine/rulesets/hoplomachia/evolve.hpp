#pragma once
/// How each event writes its facts; nothing is worked out here. The two halves of evolve(). Pure.

#include "engine/rulesets/hoplomachia/events.hpp"

namespace polemarch::hoplomachia {

void write(State& state, const Placed& e);
void write(State& state, const Lost& e);

void write(State& state, const BattleAgreed& e);
void write(State& state, const ArmySettled& e);
void write(State& state, const StrategosSettled& e);
void write(State& state, const StrategosArrived& e);
void write(State& state, const StrategosLost& e);
void write(State& state, const SideReady& e);
void write(State& state, const SeniorNamed& e);
void write(State& state, const TurnBegan& e);
void write(State& state, const PhaseBegan& e);
void write(State& state, const UnitCalled& e);
void write(State& state, const UnitActed& e);
void write(State& state, const UnitReacted& e);
void write(State& state, const SalpinxPlaced& e);
void write(State& state, const SalpinxRevealed& e);
void write(State& state, const RunnerSent& e);
void write(State& state, const RunnerArrived& e);
void write(State& state, const CommandsDone& e);
void write(State& state, const OrderTaken& e);
void write(State& state, const ApproachKept& e);
void write(State& state, const StandsMoved& e);
void write(State& state, const Rearranged& e);
void write(State& state, const Disarrayed& e);
void write(State& state, const Recovered& e);
void write(State& state, const ModeChanged& e);
void write(State& state, const TurnFlagged& e);
void write(State& state, const UnitRevealed& e);
void write(State& state, const CameOn& e);
void write(State& state, const SurpriseTold& e);
void write(State& state, const UnitHidden& e);
void write(State& state, const LandingAllowed& e);
void write(State& state, const LotsDrawn& e);
void write(State& state, const GateTold& e);
void write(State& state, const AreteChanged& e);
void write(State& state, const UnitSignalWritten& e);
void write(State& state, const UnitSignalTold& e);
void write(State& state, const TerrainLaid& e);
void write(State& state, const TerrainCleared& e);
void write(State& state, const UnitMade& e);
void write(State& state, const LochoiLeft& e);
void write(State& state, const GateUsed& e);
void write(State& state, const EpilektoiDeclared& e);
void write(State& state, const EpilektoiSpent& e);
void write(State& state, const LossScored& e);
void write(State& state, const Unwilling& e);
void write(State& state, const BattleEnded& e);

// The fighting's half (evolve_fight.cpp).
void write(State& state, const LochosFought& e);
void write(State& state, const TaxisFought& e);
void write(State& state, const ChargeRolled& e);
void write(State& state, const ChargeDeclared& e);
void write(State& state, const ContactMade& e);
void write(State& state, const ContactEnded& e);
void write(State& state, const MeleeFought& e);
void write(State& state, const MeleesClosed& e);
void write(State& state, const FlightKept& e);
void write(State& state, const FlightOver& e);
void write(State& state, const DeadLaid& e);
void write(State& state, const HamippoiLost& e);
void write(State& state, const HomeRouted& e);
void write(State& state, const BelosReacted& e);

}  // namespace polemarch::hoplomachia
