#pragma once
/// May this be done? One function a command; judge.cpp sends each to its own. Pure.

#include "engine/rulesets/hoplomachia/rules.hpp"
#include "engine/rulesets/hoplomachia/topics/sequence.hpp"

namespace polemarch::hoplomachia {

using engine::Verdict;

// The frame's commands.
Verdict judge_of(const State& state, Viewer by, const engine::AnswerWait& c);
Verdict judge_of(const State& state, Viewer by, const engine::PlaceBases& c);
Verdict judge_of(const State& state, Viewer by, const PlaceStrategos& c);
Verdict judge_of(const State& state, Viewer by, const Ready& c);
Verdict judge_of(const State& state, Viewer by, const Signal& c);
Verdict judge_of(const Facts& facts, Viewer by, const VerbalOrder& c);
Verdict judge_of(const State& state, Viewer by, const EndCommands& c);
Verdict judge_of(const Facts& facts, Viewer by, const MoveUnit& c);
Verdict judge_of(const Facts& facts, Viewer by, const StandStill& c);
Verdict judge_of(const Facts& facts, Viewer by, const StandAll& c);
Verdict judge_of(const Facts& facts, Viewer by, const CallUnit& c);
Verdict judge_of(const State& state, Viewer by, const Arrange& c);
Verdict judge_of(const State& state, Viewer by, const Reveal& c);
Verdict judge_of(const State& state, Viewer by, const Hide& c);
Verdict judge_of(const Facts& facts, Viewer by, const Enter& c);
Verdict judge_of(const State& state, Viewer by, const Fulfilled& c);
Verdict judge_of(const State& state, Viewer by, const Speak& c);
Verdict judge_of(const State& state, Viewer by, const TryGate& c);
Verdict judge_of(const State& state, Viewer by, const Concede& c);
Verdict judge_of(const State& state, Viewer by, const EndBattle& c);
Verdict judge_of(const State& state, Viewer by, const WriteSignal& c);
Verdict judge_of(const State& state, Viewer by, const LayTerrain& c);
Verdict judge_of(const State& state, Viewer by, const ClearTerrain& c);

// The fighting's commands (judge/fight*.cpp).
Verdict judge_of(const Facts& facts, Viewer by, const ChargeAhead& c);
Verdict judge_of(const Facts& facts, Viewer by, const Shoot& c);
Verdict judge_of(const Facts& facts, Viewer by, const BelosCharge& c);
Verdict judge_of(const State& state, Viewer by, const JoinPursuit& c);
Verdict judge_of(const Facts& facts, Viewer by, const WheelIn& c);
Verdict judge_of(const State& state, Viewer by, const UseEpilektoi& c);

/// As Rules::judge, for many commands about one state: whose turn it is is worked out once.
Verdict judge_with(const Facts& facts, Viewer by, const Command& command);

/// Whose hand it is: the side of the speaker; nobody for both and the umpire when it is not clear.
std::optional<Side> side_of(Viewer by);
/// The unit exists, is on the table and belongs to the speaker; nothing when all is well.
std::optional<Verdict> not_his(const State& state, Viewer by, const UnitId& unit);
/// It is this unit's turn in this phase; nothing when all is well. A refusal by rule otherwise (HM-ASEQ-09, 12).
std::optional<Verdict> not_its_turn(const Facts& facts, const UnitId& unit, Phase phase);
/// May this unit be set up there (HM-DEPL, HM-GEN-14, 15)?
Verdict may_deploy(const State& state, const UnitId& unit, const std::vector<engine::PlacedBase>& poses);
/// Questions are open: only answers go on. Nothing when none is.
std::optional<Verdict> busy(const State& state);

}  // namespace polemarch::hoplomachia
