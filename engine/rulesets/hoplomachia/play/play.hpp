#pragma once
/// What commands lead to, and what each step does when its turn comes (engine/core/unfold.hpp). Pure.

#include "engine/core/asks.hpp"
#include "engine/core/unfold.hpp"
#include "engine/rulesets/hoplomachia/rules.hpp"

namespace polemarch::hoplomachia {

using Unfold = engine::Unfold<Rules>;
using engine::Answers;

// Commands: what they do once allowed or overruled.
void carry_out(Unfold& u, const PlaceStrategos& c);
void carry_out(Unfold& u, const Ready& c);
void carry_out(Unfold& u, const Signal& c);
void carry_out(Unfold& u, const VerbalOrder& c);
void carry_out(Unfold& u, const EndCommands& c);
void carry_out(Unfold& u, const MoveUnit& c);
void carry_out(Unfold& u, const StandStill& c);
void carry_out(Unfold& u, const StandAll& c);
void carry_out(Unfold& u, const CallUnit& c);
void carry_out(Unfold& u, const Arrange& c);
void carry_out(Unfold& u, const Reveal& c);
void carry_out(Unfold& u, const Hide& c);
void carry_out(Unfold& u, const Enter& c);
void carry_out(Unfold& u, const Fulfilled& c);
void carry_out(Unfold& u, const Speak& c);
void carry_out(Unfold& u, const TryGate& c);
void carry_out(Unfold& u, const Concede& c);
void carry_out(Unfold& u, const EndBattle& c);
void carry_out(Unfold& u, const WriteSignal& c);
void carry_out(Unfold& u, const LayTerrain& c);
void carry_out(Unfold& u, const ClearTerrain& c);
// The fighting's (play/epidromos, belos, running, contacts).
void carry_out(Unfold& u, const ChargeAhead& c);
void carry_out(Unfold& u, const Shoot& c);
void carry_out(Unfold& u, const BelosCharge& c);
void carry_out(Unfold& u, const JoinPursuit& c);
void carry_out(Unfold& u, const WheelIn& c);
void carry_out(Unfold& u, const UseEpilektoi& c);

// Steps.
void resume(Unfold& u, const PreGame& step, const Answers& answers);
void resume(Unfold& u, const RevealSignals& step, const Answers& answers);
void resume(Unfold& u, const AnswerCharge& step, const Answers& answers);
void resume(Unfold& u, const SignalHeard& step, const Answers& answers);
void resume(Unfold& u, const StanceTest& step, const Answers& answers);
void resume(Unfold& u, const RunnersArrive& step, const Answers& answers);
void resume(Unfold& u, const RollOff& step, const Answers& answers);
void resume(Unfold& u, const AreteRoll& step, const Answers& answers);
void resume(Unfold& u, const StrategosRoll& step, const Answers& answers);
void resume(Unfold& u, const NewHegemon& step, const Answers& answers);
void resume(Unfold& u, const GateRoll& step, const Answers& answers);
void resume(Unfold& u, const LandingRoll& step, const Answers& answers);
void resume(Unfold& u, const DrawLots& step, const Answers& answers);
// The fighting's (play/andreia, epidromos, running, melee, belos, ekdromoi).
void resume(Unfold& u, const AndreiaCheck& step, const Answers& answers);
void resume(Unfold& u, const EpidromosCharge& step, const Answers& answers);
void resume(Unfold& u, const EpidromosDie& step, const Answers& answers);
void resume(Unfold& u, const ChargePursuit& step, const Answers& answers);
void resume(Unfold& u, const RunDie& step, const Answers& answers);
void resume(Unfold& u, const RunsOf& step, const Answers& answers);
void resume(Unfold& u, const RecoverAsked& step, const Answers& answers);
void resume(Unfold& u, const FightMelees& step, const Answers& answers);
void resume(Unfold& u, const ResultAsked& step, const Answers& answers);
void resume(Unfold& u, const Shooting& step, const Answers& answers);
void resume(Unfold& u, const FallBack& step, const Answers& answers);
void resume(Unfold& u, const BelosAnswer& step, const Answers& answers);
void resume(Unfold& u, const EkdromoiOf& step, const Answers& answers);
void resume(Unfold& u, const EkdromoiAsked& step, const Answers& answers);
void resume(Unfold& u, const EkdromoiMove& step, const Answers& answers);
void resume(Unfold& u, const EkdromoiFight& step, const Answers& answers);
void resume(Unfold& u, const EkdromoiDeclared& step, const Answers& answers);
void resume(Unfold& u, const EkdromoiLoosed& step, const Answers& answers);
void resume(Unfold& u, const SallyFight& step, const Answers& answers);
void resume(Unfold& u, const ChariotDrives& step, const Answers& answers);
void resume(Unfold& u, const ChariotMeets& step, const Answers& answers);
void resume(Unfold& u, const GoOnAsked& step, const Answers& answers);
void resume(Unfold& u, const FilesAsked& step, const Answers& answers);

/// Nothing is open: the next part of the sequence of play; false when players have to act.
bool go_on(Unfold& u);

}  // namespace polemarch::hoplomachia
