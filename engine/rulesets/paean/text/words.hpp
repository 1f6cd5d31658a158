#pragma once
/// Plain English of commands and events, an overload a kind; words.cpp has the doors. Pure.

#include "engine/rulesets/paean/topics/lookup.hpp"

namespace polemarch::paean {

/// "A1 Tribal hoplites".
std::string called(const State& state, const UnitId& id);
/// Where a formation goes that goes to a place: "7.5 cm towards B3 Theban hoplites", else by where it faces: "7.5 cm half ahead to the
/// left". `told`: in a sentence, by the name alone.
std::string way_text(const State& state, const UnitId& unit, const Pose& to, bool told = false);
/// "5.0 cm ahead, then wheel 30 degrees left".
std::string legs_text(const std::vector<Leg>& legs);

// text/say_move.cpp
std::string say_one(const State& state, const BeginBattle& c);
std::string say_one(const State& state, const DeployArmy& c);
std::string say_one(const State& state, const EndPhase& c);
std::string say_one(const State& state, const TestSkirmishers& c);
std::string say_one(const State& state, const CallOfPower& c);
std::string say_one(const State& state, const GiveOrder& c);
std::string say_one(const State& state, const Relinquish& c);
std::string say_one(const State& state, const CallOfMight& c);
std::string say_one(const State& state, const TestHero& c);
std::string say_one(const State& state, const MoveHero& c);
std::string say_one(const State& state, const StopRun& c);
std::string say_one(const State& state, const Forgo& c);
std::string say_one(const State& state, const MoveFormation& c);
std::string say_one(const State& state, const AboutFace& c);
std::string say_one(const State& state, const ChangeFacing& c);
std::string say_one(const State& state, const ChangeFormation& c);
std::string say_one(const State& state, const Detach& c);
std::string say_one(const State& state, const FormUp& c);
std::string say_one(const State& state, const ContractFlank& c);
std::string say_one(const State& state, const ExpandFlank& c);
std::string say_one(const State& state, const GiveGround& c);
std::string say_one(const State& state, const Traverse& c);
std::string say_one(const State& state, const Reorder& c);
std::string say_one(const State& state, const EndBattle& c);
std::string tell_one(const State& state, const PhaseBegan& e);
std::string tell_one(const State& state, const PermitSet& e);
std::string tell_one(const State& state, const RunSet& e);
std::string tell_one(const State& state, const CommandPassed& e);
std::string tell_one(const State& state, const OrderCounted& e);
std::string tell_one(const State& state, const BasesMoved& e);
std::string tell_one(const State& state, const Marked& e);
std::string tell_one(const State& state, const FormationSet& e);
std::string tell_one(const State& state, const ContactMade& e);
std::string tell_one(const State& state, const ContactEnded& e);
std::string tell_one(const State& state, const LeaderSet& e);
std::string tell_one(const State& state, const InitiativeWon& e);
std::string tell_one(const State& state, const BattleEnded& e);

// text/say_fight.cpp
std::string say_one(const State& state, const Shoot& c);
std::string say_one(const State& state, const ChargeAt& c);
std::string say_one(const State& state, const SupportCharge& c);
std::string say_one(const State& state, const FightOn& c);
std::string say_one(const State& state, const ShootBow& c);
std::string say_one(const State& state, const Challenge& c);
std::string tell_one(const State& state, const PartHitsSet& e);
std::string tell_one(const State& state, const KeptHitsSet& e);
std::string tell_one(const State& state, const CombatsSet& e);
std::string tell_one(const State& state, const ChargeDeclared& e);
std::string tell_one(const State& state, const Reacted& e);
std::string tell_one(const State& state, const ChargeStopped& e);
std::string tell_one(const State& state, const PhaseFought& e);

}  // namespace polemarch::paean
