#pragma once
/// What each step does when its turn comes (engine/core/unfold.hpp): once without an answer, when it asks or goes on, and, if it asked,
/// once with it. Rules BB-*.

#include <string>
#include <vector>

#include "engine/core/asks.hpp"
#include "engine/rulesets/blade_and_bow/rules.hpp"

namespace polemarch::blade_and_bow {

// play/turn.cpp
bool go_on(Unfold& u);  ///< one step of the turn sequence; false when it waits for players
void resume(Unfold& u, const TakeCards& step, const engine::Answers& answers);
void resume(Unfold& u, const OfferCard& step, const engine::Answers& answers);
void resume(Unfold& u, const RollInitiative& step, const engine::Answers& answers);
void resume(Unfold& u, const DrawActions& step, const engine::Answers& answers);
void resume(Unfold& u, const ReturnUnit& step, const engine::Answers& answers);
void resume(Unfold& u, const ReturnLeader& step, const engine::Answers& answers);
void resume(Unfold& u, const RollManagement& step, const engine::Answers& answers);
void resume(Unfold& u, const RollEnd& step, const engine::Answers& answers);
// play/scenario.cpp
void resume(Unfold& u, const RollGoatPath& step, const engine::Answers& answers);
void resume(Unfold& u, const RollReserve& step, const engine::Answers& answers);
void resume(Unfold& u, const RollEntry& step, const engine::Answers& answers);
void resume(Unfold& u, const ChooseEntry& step, const engine::Answers& answers);
void resume(Unfold& u, const PlaceReserve& step, const engine::Answers& answers);
void resume(Unfold& u, const AskFacing& step, const engine::Answers& answers);
// play/moves.cpp
void resume(Unfold& u, const CarryMove& step, const engine::Answers& answers);
void resume(Unfold& u, const ReverseCheck& step, const engine::Answers& answers);
void resume(Unfold& u, const ChooseWayOut& step, const engine::Answers& answers);
void resume(Unfold& u, const ChooseDisplacement& step, const engine::Answers& answers);
void resume(Unfold& u, const LeaderLeaves& step, const engine::Answers& answers);
void resume(Unfold& u, const RollRally& step, const engine::Answers& answers);
void resume(Unfold& u, const EndAction& step, const engine::Answers& answers);
// play/shots.cpp
void resume(Unfold& u, const ShotAttack& step, const engine::Answers& answers);
void resume(Unfold& u, const ShotDefence& step, const engine::Answers& answers);
void resume(Unfold& u, const ShotEffect& step, const engine::Answers& answers);
void resume(Unfold& u, const ShotRecoil& step, const engine::Answers& answers);
// play/melee.cpp
void resume(Unfold& u, const AskRanks& step, const engine::Answers& answers);
void resume(Unfold& u, const MeleeRetreat& step, const engine::Answers& answers);
void resume(Unfold& u, const MeleeCommit& step, const engine::Answers& answers);
void resume(Unfold& u, const CommitRoll& step, const engine::Answers& answers);
void resume(Unfold& u, const CommitSpend& step, const engine::Answers& answers);
void resume(Unfold& u, const ChooseLead& step, const engine::Answers& answers);
void resume(Unfold& u, const MeleeDice& step, const engine::Answers& answers);
void resume(Unfold& u, const MeleeAttack& step, const engine::Answers& answers);
void resume(Unfold& u, const MeleeDefence& step, const engine::Answers& answers);
void resume(Unfold& u, const AskReroll& step, const engine::Answers& answers);
void resume(Unfold& u, const RollReroll& step, const engine::Answers& answers);
// play/results.cpp
void resume(Unfold& u, const MeleeEffect& step, const engine::Answers& answers);
void resume(Unfold& u, const Recoil& step, const engine::Answers& answers);
void resume(Unfold& u, const RecoilCheck& step, const engine::Answers& answers);
void resume(Unfold& u, const RoutDice& step, const engine::Answers& answers);
void resume(Unfold& u, const Advance& step, const engine::Answers& answers);
void resume(Unfold& u, const Continue& step, const engine::Answers& answers);
void resume(Unfold& u, const EndFight& step, const engine::Answers& answers);
void resume(Unfold& u, const CasualtyFirst& step, const engine::Answers& answers);
void resume(Unfold& u, const CasualtySecond& step, const engine::Answers& answers);

// Helpers shared by the flows (play/common.cpp).
BaseId base_of(const UnitId& unit);
std::vector<UnitId> ids_of(const std::vector<const Leader*>& leaders);
/// One option a square, called as it is.
std::vector<engine::Option> options_of(const std::vector<Square>& squares);
/// The rules have the unit elsewhere than the table: owe its new place (an older debt of the unit is dropped).
void owe_place(Unfold& u, const UnitId& unit, std::string rule);
void owe_leader(Unfold& u, const UnitId& leader, std::string rule);
/// What it still owes to the table it owes where it stands and faces now.
void owe_anew(Unfold& u, const UnitId& unit_or_leader);
void face(Unfold& u, const UnitId& unit, Facing facing);
void disrupt(Unfold& u, const UnitId& unit, std::string rule);
/// Disrupted in combat by a friend: a shield wall goes with it, but for one that ends with the action already (BB-SW-13).
void lose_wall(Unfold& u, const UnitId& unit);
/// A friend displaces the unit, its leaders go along (BB-INT-09, BB-AMB-28); an enemy leader alone where it comes to is in danger.
void push_away(Unfold& u, const UnitId& unit, Square to, std::vector<UnitId> leaders);
/// The unit goes to the Routed box with its leaders (BB-ADV-10, BB-LDR-17).
void rout(Unfold& u, const UnitId& unit, const std::string& rule);
/// Out of the game: 1 + its ranks to the losses (BB-AMB-24). Leaders stay, in danger (BB-AMB-30).
void eliminate(Unfold& u, const UnitId& unit, const std::string& rule);
/// Enemy leaders without a unit in a square that a unit of `side` has entered are in danger of capture (BB-LDR-19).
std::vector<Step> captures_at(const State& state, Square square, Side side);
/// Casualty checks of the leaders with a unit that was hit, each once a combat (BB-LDR-13, BB-AMB-29).
std::vector<Step> casualties_with(const State& state, const UnitId& unit);
/// Ends the battle if a camp just lost decides it at once (BB-MYC-12).
void sudden_end(Unfold& u, const UnitId& camp);
/// After the commitment dice of `rolled` (already modified) are final.
void settle_commitment(Unfold& u, const std::vector<CommitDice>& rolled, bool continuation);

}  // namespace polemarch::blade_and_bow
