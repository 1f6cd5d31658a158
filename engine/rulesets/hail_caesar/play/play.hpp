#pragma once
/// Internal: what commands and answers lead to, by topic. Pure.

#include "engine/rulesets/hail_caesar/judge/judge.hpp"
#include "engine/rulesets/hail_caesar/topics/shooting.hpp"

namespace polemarch::hail_caesar {

using Unfold = engine::Unfolding<Rules>;

/// Opens a step on a lane (0 = a new one).
void open_step_on(Unfold& u, int lane, Step step, std::vector<engine::Wait> waits = {});
/// Dice thrown by a side.
engine::Wait dice_wait(Side who, const std::string& rule, const std::string& question, int count, int faces = 6);
int total(const engine::Answer& answer);
/// An older placement of these bases is overtaken by where they stand now.
void settle_owed(Unfold& u, const UnitId& unit);
/// The general with a unit goes where it goes.
void carry_general(Unfold& u, const UnitId& unit);

/// A general goes to a unit of his own beside which no order of his stands: after the one he was with is gone.
void send_general(Unfold& u, const UnitId& general, const UnitId& unit);

void decide_orders(Unfold& u, const Command& command);
void finish_order_test(Unfold& u, int lane, const OrderTest& test, int roll);
void finish_blunder(Unfold& u, const BlunderRoll& step, int die);

void decide_move(Unfold& u, const MoveUnit& command);
void decide_charge(Unfold& u, const ChargeUnit& command);
void decide_evade(Unfold& u, const EvadeCharge& command);
void decide_countercharge(Unfold& u, const CounterCharge& command);
void decide_follow_up(Unfold& u, const FollowUp& command);

/// Contacts of a unit end; a foe that won may follow it.
void end_contacts(Unfold& u, const UnitId& unit, bool may_be_followed);

void decide_shot(Unfold& u, ShotKind kind, const UnitId& unit, const UnitId& target, const PlayersWord& word = {});
void finish_shot(Unfold& u, int lane, const Shot& step, const engine::Answer& dice);
void finish_saves(Unfold& u, const ShotSaves& step, const engine::Answer& dice);

/// Opens the test of a unit that has one due.
void open_break_test(Unfold& u, int lane, const UnitId& unit);
void finish_break_test(Unfold& u, int lane, const BreakTest& step, int roll);
void finish_break_choice(Unfold& u, const BreakChoice& step, const std::string& choice);
/// Adds to what is due already.
void make_due(Unfold& u, const UnitId& unit, const TestDue& due);
void break_unit(Unfold& u, const UnitId& unit, bool shattered, const std::vector<UnitId>& supports);
/// Divisions and armies that are broken by now, once a unit was lost in play: what a half-way setup says of losses ends no battle.
void count_losses(Unfold& u);

void decide_fight(Unfold& u, const FightCombat& command);
void resume_combat(Unfold& u, int lane, Combat combat, const std::vector<engine::Answer>& answers);

}  // namespace polemarch::hail_caesar
