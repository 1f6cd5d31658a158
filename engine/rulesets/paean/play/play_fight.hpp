#pragma once
/// Shooting, charging and close combat: what their commands lead to and what their steps do.

#include "engine/rulesets/paean/rules.hpp"

namespace polemarch::paean {

// play/shots.cpp
void decide_one(Unfold& u, const Shoot& c);
void decide_one(Unfold& u, const ShootBow& c);
void resume(Unfold& u, const ShotDice& step, const engine::Answers& answers);
void resume(Unfold& u, const ApplyHits& step, const engine::Answers& answers);
void resume(Unfold& u, const MissileReaction& step, const engine::Answers& answers);
void resume(Unfold& u, const CommanderTest& step, const engine::Answers& answers);

// play/charges.cpp
void decide_one(Unfold& u, const ChargeAt& c);
void decide_one(Unfold& u, const SupportCharge& c);
void resume(Unfold& u, const Facing& step, const engine::Answers& answers);
void resume(Unfold& u, const ReactionDice& step, const engine::Answers& answers);
void resume(Unfold& u, const ReactionChoice& step, const engine::Answers& answers);
void resume(Unfold& u, const ReactAgain& step, const engine::Answers& answers);
void resume(Unfold& u, const TurnChoice& step, const engine::Answers& answers);
void resume(Unfold& u, const FeintChoice& step, const engine::Answers& answers);
void resume(Unfold& u, const Pursuit& step, const engine::Answers& answers);

// play/contact.cpp
void resume(Unfold& u, const CloseIn& step, const engine::Answers& answers);
void resume(Unfold& u, const FollowOnChoice& step, const engine::Answers& answers);
void resume(Unfold& u, const DressChoice& step, const engine::Answers& answers);

// play/combat.cpp
void decide_one(Unfold& u, const FightOn& c);
void resume(Unfold& u, const CombatChoice& step, const engine::Answers& answers);
void resume(Unfold& u, const FightBegins& step, const engine::Answers& answers);
void resume(Unfold& u, const FightDice& step, const engine::Answers& answers);
void resume(Unfold& u, const PhaseOutcome& step, const engine::Answers& answers);
void resume(Unfold& u, const LightEvades& step, const engine::Answers& answers);
void resume(Unfold& u, const BreakOffChoice& step, const engine::Answers& answers);
void resume(Unfold& u, const BreakOffDice& step, const engine::Answers& answers);

// play/results.cpp
void resume(Unfold& u, const ShareLosses& step, const engine::Answers& answers);
void resume(Unfold& u, const TakeHits& step, const engine::Answers& answers);
void resume(Unfold& u, const HeroStopChoice& step, const engine::Answers& answers);
void resume(Unfold& u, const HeroStopDice& step, const engine::Answers& answers);
void resume(Unfold& u, const CloseRanksDice& step, const engine::Answers& answers);
void resume(Unfold& u, const PlacePushed& step, const engine::Answers& answers);

// play/push.cpp
void resume(Unfold& u, const PushOn& step, const engine::Answers& answers);

// play/challenges.cpp
void decide_one(Unfold& u, const Challenge& c);
void resume(Unfold& u, const ChallengeChoice& step, const engine::Answers& answers);
void resume(Unfold& u, const ChallengeIssued& step, const engine::Answers& answers);
void resume(Unfold& u, const ChallengeTest& step, const engine::Answers& answers);
void resume(Unfold& u, const AcceptChoice& step, const engine::Answers& answers);
void resume(Unfold& u, const DuelDice& step, const engine::Answers& answers);
void resume(Unfold& u, const LoneDice& step, const engine::Answers& answers);

/// Opens the next compulsory combat of the bound (PA-SEQ-03); false when none is left to fight.
bool fights_go_on(Unfold& u);
/// A run of tests is over: hits that were kept are applied (PA-SKI-08, PA-HER-09). May open steps.
void run_is_over(Unfold& u, const UnitId& unit);

}  // namespace polemarch::paean
