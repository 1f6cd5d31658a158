#pragma once
/// The unfolding of one command: emits events, opens and closes steps, and runs what comes to the top until somebody has to answer.
/// A step function is called once without an answer (it asks or goes on) and, if it asked, once with it. Pure.

#include <string>
#include <utility>
#include <vector>

#include "engine/rulesets/blade_and_bow/rules.hpp"

namespace polemarch::blade_and_bow {

class Course {
 public:
  explicit Course(const State& state) : unfolding_(state) {}
  const State& state() const { return unfolding_.state(); }
  void emit(Event event) { unfolding_.emit(std::move(event)); }
  std::vector<Event> take() { return unfolding_.take(); }

  /// Tasks to come, in this order, before anything that waits below.
  void later(std::vector<Step> steps);
  /// Opens a step that waits for one answer.
  void ask(Step step, engine::Wait wait);
  /// Runs tasks and phases until somebody must answer or act.
  void run();

 private:
  int lane() const { return state().agenda.idle() ? 0 : state().agenda.lanes.back().id; }
  engine::Unfolding<Rules> unfolding_;
};

using Reply = const engine::Answer*;

// clang-format off
// play/turn.cpp
bool phase_goes_on(Course& c);  ///< one step of the turn sequence; false when it waits for players
void carry_out(Course& c, const TakeCards& s, Reply r);
void carry_out(Course& c, const OfferCard& s, Reply r);
void carry_out(Course& c, const RollInitiative& s, Reply r);
void carry_out(Course& c, const DrawActions& s, Reply r);
void carry_out(Course& c, const ReturnUnit& s, Reply r);
void carry_out(Course& c, const ReturnLeader& s, Reply r);
void carry_out(Course& c, const RollManagement& s, Reply r);
void carry_out(Course& c, const RollEnd& s, Reply r);
// play/scenario.cpp
void carry_out(Course& c, const RollGoatPath& s, Reply r);
void carry_out(Course& c, const RollReserve& s, Reply r);
void carry_out(Course& c, const RollEntry& s, Reply r);
void carry_out(Course& c, const ChooseEntry& s, Reply r);
void carry_out(Course& c, const PlaceReserve& s, Reply r);
void carry_out(Course& c, const AskFacing& s, Reply r);
// play/moves.cpp
void carry_out(Course& c, const CarryMove& s, Reply r);
void carry_out(Course& c, const ReverseCheck& s, Reply r);
void carry_out(Course& c, const ChooseWayOut& s, Reply r);
void carry_out(Course& c, const ChooseDisplacement& s, Reply r);
void carry_out(Course& c, const LeaderLeaves& s, Reply r);
void carry_out(Course& c, const RollRally& s, Reply r);
void carry_out(Course& c, const EndAction& s, Reply r);
// play/shots.cpp
void carry_out(Course& c, const ShotAttack& s, Reply r);
void carry_out(Course& c, const ShotDefence& s, Reply r);
void carry_out(Course& c, const ShotEffect& s, Reply r);
void carry_out(Course& c, const ShotRecoil& s, Reply r);
// play/melee.cpp
void carry_out(Course& c, const AskRanks& s, Reply r);
void carry_out(Course& c, const MeleeRetreat& s, Reply r);
void carry_out(Course& c, const MeleeCommit& s, Reply r);
void carry_out(Course& c, const CommitRoll& s, Reply r);
void carry_out(Course& c, const CommitSpend& s, Reply r);
void carry_out(Course& c, const ChooseLead& s, Reply r);
void carry_out(Course& c, const MeleeDice& s, Reply r);
void carry_out(Course& c, const MeleeAttack& s, Reply r);
void carry_out(Course& c, const MeleeDefence& s, Reply r);
void carry_out(Course& c, const AskReroll& s, Reply r);
void carry_out(Course& c, const RollReroll& s, Reply r);
// play/results.cpp
void carry_out(Course& c, const MeleeEffect& s, Reply r);
void carry_out(Course& c, const Recoil& s, Reply r);
void carry_out(Course& c, const RecoilCheck& s, Reply r);
void carry_out(Course& c, const RoutDice& s, Reply r);
void carry_out(Course& c, const Advance& s, Reply r);
void carry_out(Course& c, const Continue& s, Reply r);
void carry_out(Course& c, const EndFight& s, Reply r);
void carry_out(Course& c, const CasualtyFirst& s, Reply r);
void carry_out(Course& c, const CasualtySecond& s, Reply r);
// clang-format on

// Helpers shared by the flows (play/common.cpp).
engine::Wait dice_wait(Side who, int count, std::string rule, std::string question);
engine::Wait choice_wait(Side who, std::string rule, std::string question, std::vector<engine::Option> options);
BaseId base_of(const UnitId& unit);
std::vector<UnitId> ids_of(const std::vector<const Leader*>& leaders);
/// One option a square, called as it is.
std::vector<engine::Option> options_of(const std::vector<Square>& squares);
/// The rules have the unit elsewhere than the table: owe its new place (an older debt of the unit is dropped).
void owe_place(Course& c, const UnitId& unit, std::string rule);
void owe_leader(Course& c, const UnitId& leader, std::string rule);
void disrupt(Course& c, const UnitId& unit, std::string rule);
/// The unit goes to the Routed box with its leaders (BB-ADV-10, BB-LDR-17).
void rout(Course& c, const UnitId& unit, const std::string& rule);
/// Out of the game: 1 + its ranks to the losses (BB-AMB-24). Leaders stay, in danger (BB-AMB-30).
void eliminate(Course& c, const UnitId& unit, const std::string& rule);
/// Enemy leaders without a unit in a square that a unit of `side` has entered are in danger of capture (BB-LDR-19).
std::vector<Step> captures_at(const State& state, Square square, Side side);
/// Casualty checks of the leaders with a unit that was hit, each once a combat (BB-LDR-13, BB-AMB-29).
std::vector<Step> casualties_with(const State& state, const UnitId& unit);
/// Ends the battle if a camp just lost decides it at once (BB-MYC-12).
void sudden_end(Course& c, const UnitId& camp);
/// After the commitment dice of `rolled` (already modified) are final.
void settle_commitment(Course& c, const std::vector<CommitDice>& rolled, bool continuation);

}  // namespace polemarch::blade_and_bow
