#pragma once
/// What a command leads to, an overload a kind; and what each step does when its turn comes (engine/core/unfold.hpp). Rules HC-*.

#include "engine/core/asks.hpp"
#include "engine/rulesets/hail_caesar/judge/judge.hpp"
#include "engine/rulesets/hail_caesar/topics/shooting.hpp"

namespace polemarch::hail_caesar {

// play/decide.cpp
void carry_out(Unfold& u, const EndPhase& command);
void carry_out(Unfold& u, const EndBattle& command);
void carry_out(Unfold& u, const DeployArmy& command);
void resume(Unfold& u, const TestsDue& step, const engine::Answers& answers);
bool go_on(Unfold& u);

// play/orders.cpp
void carry_out(Unfold& u, const RallyUnit& command);
void carry_out(Unfold& u, const FollowMe& command);
void carry_out(Unfold& u, const WhereIsYourCourage& command);
void carry_out(Unfold& u, const GiveOrder& command);
void carry_out(Unfold& u, const GeneralAdvance& command);
void carry_out(Unfold& u, const JoinUnit& command);
void carry_out(Unfold& u, const Reroll& command);
void carry_out(Unfold& u, const MoveGeneral& command);
void resume(Unfold& u, const OrderTest& step, const engine::Answers& answers);
void resume(Unfold& u, const BlunderRoll& step, const engine::Answers& answers);
void resume(Unfold& u, const EliteRally& step, const engine::Answers& answers);
/// The generals with a unit go where it goes.
void carry_generals(Unfold& u, const UnitId& unit);
/// A general goes to a unit of his own beside which no order of his stands: after the one he was with is gone.
void send_general(Unfold& u, const UnitId& general, const UnitId& unit);

// play/moves.cpp
void carry_out(Unfold& u, const MoveUnit& command);
void carry_out(Unfold& u, const ChargeUnit& command);
void carry_out(Unfold& u, const EvadeCharge& command);
void carry_out(Unfold& u, const CounterCharge& command);
void carry_out(Unfold& u, const FollowUp& command);
/// The rules have a unit elsewhere than the table: its stands are owed their places.
void owe_stands(Unfold& u, const UnitId& unit, const std::vector<engine::PlacedBase>& stands, const std::string& rule);

// play/shots.cpp
void carry_out(Unfold& u, const Shoot& command);
void carry_out(Unfold& u, const ClosingShot& command);
void carry_out(Unfold& u, const TraversingShot& command);
void resume(Unfold& u, const Shot& step, const engine::Answers& answers);
void resume(Unfold& u, const ShotSaves& step, const engine::Answers& answers);
/// A question for the dice of a morale save.
engine::Wait ask_save(const State& state, const UnitId& unit, const SavePlan& plan, int dice);

// play/combat.cpp
void carry_out(Unfold& u, const FightCombat& command);
void resume(Unfold& u, const Combat& step, const engine::Answers& answers);

// play/morale.cpp
void resume(Unfold& u, const BreakTest& step, const engine::Answers& answers);
void resume(Unfold& u, const BreakChoice& step, const engine::Answers& answers);
/// Opens the test of a unit that has one due.
void open_break_test(Unfold& u, const UnitId& unit);
/// Adds to what is due already.
void make_due(Unfold& u, const UnitId& unit, const TestDue& due);
void break_unit(Unfold& u, const UnitId& unit, bool shattered, const std::vector<UnitId>& supports);
/// Contacts of a unit end; a foe that won may follow it.
void end_contacts(Unfold& u, const UnitId& unit, bool may_be_followed);

}  // namespace polemarch::hail_caesar
