#pragma once
/// What a command leads to, an overload a kind; and what each step does when its turn comes (engine/core/unfold.hpp).

#include "engine/rulesets/to_the_strongest/judge/judge.hpp"

namespace polemarch::to_the_strongest {

// play/orders.cpp
void order(Unfold& u, const Order& given);
void resume(Unfold& u, const CardStep& step, const engine::Answers& answers);
void resume(Unfold& u, const ReplaceStep& step, const engine::Answers& answers);
void resume(Unfold& u, const BlunderStep& step, const engine::Answers& answers);
void resume(Unfold& u, const RallyStep& step, const engine::Answers& answers);
void resume(Unfold& u, const BurstStep& step, const engine::Answers& answers);

// play/swap.cpp
void carry_out(Unfold& u, const ReplaceCard& command);

// play/markers.cpp
void carry_out(Unfold& u, const Mark& told);

// play/moves.cpp
void carry_out(Unfold& u, const CommandMove& command);
void resume(Unfold& u, const ZoneStep& step, const engine::Answers& answers);

// play/charge.cpp
void resume(Unfold& u, const ChargeStep& step, const engine::Answers& answers);

// play/shooting.cpp
void resume(Unfold& u, const ShootStep& step, const engine::Answers& answers);

// play/saves.cpp
void resume(Unfold& u, const SavesStep& step, const engine::Answers& answers);
void resume(Unfold& u, const WoundStep& step, const engine::Answers& answers);
void resume(Unfold& u, const JoinStep& step, const engine::Answers& answers);
void resume(Unfold& u, const RampageStep& step, const engine::Answers& answers);

// play/turn.cpp
void carry_out(Unfold& u, const Pass& pass);
void carry_out(Unfold& u, const EndTurn& command);
void carry_out(Unfold& u, const EndBattle& command);
bool go_on(Unfold& u);

// play/prelude.cpp
void carry_out(Unfold& u, const engine::PlaceBases& command);
void carry_out(Unfold& u, const Deploy& command);
void carry_out(Unfold& u, const DeploymentDone& command);
void carry_out(Unfold& u, const CutForScouting& command);
void carry_out(Unfold& u, const ChooseScenario& command);
void carry_out(Unfold& u, const ChooseTerrain& command);
void carry_out(Unfold& u, const PlaceTerrain& command);
void carry_out(Unfold& u, const DealTerrain& command);
void carry_out(Unfold& u, const Bid& command);
void resume(Unfold& u, const WhichBoxStep& step, const engine::Answers& answers);
void resume(Unfold& u, const ScoutStep& step, const engine::Answers& answers);
void resume(Unfold& u, const ScenarioStep& step, const engine::Answers& answers);
void resume(Unfold& u, const CoastStep& step, const engine::Answers& answers);
void resume(Unfold& u, const TerrainStep& step, const engine::Answers& answers);
void resume(Unfold& u, const BidStep& step, const engine::Answers& answers);
void resume(Unfold& u, const ArmyCutStep& step, const engine::Answers& answers);

// play/stratagems.cpp
void carry_out(Unfold& u, const DrawStratagem& command);
void carry_out(Unfold& u, const PlayStratagem& command);
void carry_out(Unfold& u, const NoteUnit& command);
void resume(Unfold& u, const StratagemStep& step, const engine::Answers& answers);

}  // namespace polemarch::to_the_strongest
