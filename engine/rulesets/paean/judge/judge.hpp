#pragma once
/// May it be done? An overload a kind of command; judge.cpp asks what holds for all of them first. Pure.

#include "engine/rulesets/paean/judge/judge_fight.hpp"
#include "engine/rulesets/paean/topics/lookup.hpp"

namespace polemarch::paean {

/// `by` speaks for that side, or for both.
inline bool speaks_for(Viewer by, Side side) { return engine::may_answer(by, viewer_of(side)); }

/// Deployment and initiative are over.
bool begun(const State& state);
/// The formation is there, is the active side's and `by` may speak for it; impossible otherwise.
engine::Verdict judge_own_formation(const State& state, Viewer by, const UnitId& unit);
/// The formation may take an action now: it has the permit, or the hero it follows has; by rule otherwise (PA-ACT-01).
engine::Verdict judge_action(const State& state, Viewer by, const UnitId& unit);

// judge/bound.cpp
engine::Verdict judge_one(const State& state, Viewer by, const BeginBattle& c);
engine::Verdict judge_one(const State& state, Viewer by, const DeployArmy& c);
engine::Verdict judge_one(const State& state, Viewer by, const EndPhase& c);
engine::Verdict judge_one(const State& state, Viewer by, const TestSkirmishers& c);
engine::Verdict judge_one(const State& state, Viewer by, const CallOfPower& c);
engine::Verdict judge_one(const State& state, Viewer by, const GiveOrder& c);
engine::Verdict judge_one(const State& state, Viewer by, const Relinquish& c);
engine::Verdict judge_one(const State& state, Viewer by, const CallOfMight& c);
engine::Verdict judge_one(const State& state, Viewer by, const TestHero& c);
engine::Verdict judge_one(const State& state, Viewer by, const MoveHero& c);
engine::Verdict judge_one(const State& state, Viewer by, const StopRun& c);
engine::Verdict judge_one(const State& state, Viewer by, const Forgo& c);
engine::Verdict judge_one(const State& state, Viewer by, const EndBattle& c);
engine::Verdict judge_place(const State& state, Viewer by, const engine::PlaceBases& c);

// judge/actions.cpp
engine::Verdict judge_one(const State& state, Viewer by, const MoveFormation& c);
engine::Verdict judge_one(const State& state, Viewer by, const AboutFace& c);
engine::Verdict judge_one(const State& state, Viewer by, const ChangeFacing& c);
engine::Verdict judge_one(const State& state, Viewer by, const ChangeFormation& c);
engine::Verdict judge_one(const State& state, Viewer by, const Detach& c);
engine::Verdict judge_one(const State& state, Viewer by, const FormUp& c);
engine::Verdict judge_one(const State& state, Viewer by, const ContractFlank& c);
engine::Verdict judge_one(const State& state, Viewer by, const ExpandFlank& c);
engine::Verdict judge_one(const State& state, Viewer by, const GiveGround& c);
engine::Verdict judge_one(const State& state, Viewer by, const Traverse& c);
engine::Verdict judge_one(const State& state, Viewer by, const Reorder& c);

}  // namespace polemarch::paean
