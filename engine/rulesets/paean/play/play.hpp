#pragma once
/// What a command leads to, an overload a kind; and what each step does when its turn comes (engine/core/unfold.hpp).

#include "engine/rulesets/paean/play/changes.hpp"
#include "engine/rulesets/paean/play/play_fight.hpp"

namespace polemarch::paean {

// play/deployment.cpp
/// Bases are put down, before the battle or by agreement in it.
void put_down(Unfold& u, const engine::PlaceBases& c);
void decide_one(Unfold& u, const DeployArmy& c);

// play/bound.cpp
void decide_one(Unfold& u, const BeginBattle& c);
void decide_one(Unfold& u, const EndPhase& c);
void decide_one(Unfold& u, const EndBattle& c);
void resume(Unfold& u, const InitiativeDice& step, const engine::Answers& answers);
void resume(Unfold& u, const GradeRoll& step, const engine::Answers& answers);
void resume(Unfold& u, const AbilityRoll& step, const engine::Answers& answers);
bool go_on(Unfold& u);

// play/orders.cpp
void decide_one(Unfold& u, const TestSkirmishers& c);
void decide_one(Unfold& u, const CallOfPower& c);
void decide_one(Unfold& u, const GiveOrder& c);
void decide_one(Unfold& u, const Relinquish& c);
void decide_one(Unfold& u, const CallOfMight& c);
void decide_one(Unfold& u, const TestHero& c);
void decide_one(Unfold& u, const MoveHero& c);
void decide_one(Unfold& u, const StopRun& c);
void decide_one(Unfold& u, const Forgo& c);
void resume(Unfold& u, const OrderRoll& step, const engine::Answers& answers);
void resume(Unfold& u, const SkirmishTest& step, const engine::Answers& answers);
void resume(Unfold& u, const HeroicTest& step, const engine::Answers& answers);
void resume(Unfold& u, const ApolloChoice& step, const engine::Answers& answers);
/// The run of tests in hand ends: what was hit is applied (PA-SKI-08, PA-HER-09).
void end_run(Unfold& u);

// play/actions.cpp
void decide_one(Unfold& u, const MoveFormation& c);
void decide_one(Unfold& u, const AboutFace& c);
void decide_one(Unfold& u, const ChangeFacing& c);
void decide_one(Unfold& u, const ChangeFormation& c);
void decide_one(Unfold& u, const Detach& c);
void decide_one(Unfold& u, const FormUp& c);
void decide_one(Unfold& u, const ContractFlank& c);
void decide_one(Unfold& u, const ExpandFlank& c);
void decide_one(Unfold& u, const GiveGround& c);
void decide_one(Unfold& u, const Traverse& c);
void decide_one(Unfold& u, const Reorder& c);

}  // namespace polemarch::paean
