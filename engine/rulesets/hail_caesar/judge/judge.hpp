#pragma once
/// Internal: the judgements of single commands, by topic. Pure.

#include "engine/rulesets/hail_caesar/rules.hpp"
#include "engine/rulesets/hail_caesar/topics/movement.hpp"
#include "engine/rulesets/hail_caesar/topics/shooting.hpp"

namespace polemarch::hail_caesar {

/// What cannot be done whatever the players say; nothing when it can. Judged before everything else.
std::optional<engine::Verdict> senseless(const State& state, const Command& command);
/// A question is open: it is answered first, unless the players rule otherwise.
std::optional<engine::Verdict> question_open(const State& state);
/// Spoken for by its side, nothing waiting: what every command about a unit needs first. Nothing when all is well.
std::optional<engine::Verdict> not_ready(const State& state, Viewer by, const UnitId& unit);
std::optional<engine::Verdict> general_not_ready(const State& state, Viewer by, const UnitId& general);
/// May `by` speak for this side?
bool speaks_for(Viewer by, Side side);
engine::Verdict wrong_phase(const State& state, const std::string& text, const std::string& rule);

/// What kind of move this would be, or why none.
struct KindOf {
  std::optional<MoveKind> kind;
  engine::Verdict why_not;
  std::string rule;
  std::vector<engine::Reason> told;  ///< what was measured on the way
};
KindOf move_kind(const State& state, const UnitId& unit, std::optional<MoveKind> as);
/// A move that says no place cannot be made: what is known of where it may go.
engine::Verdict where_to(const State& state, const MoveUnit& command, const KindOf* right = nullptr);
/// Single moves it has by this right.
int available_moves(const State& state, const UnitId& id, MoveKind kind);
/// The plan of a move or charge command, formation change and buildings included.
struct Wanted {
  MovePlan plan;
  int moves = 1;
  Formation formation = Formation::Line;
};
Wanted wanted_move(const State& state, const MoveUnit& command);
/// Friends let a unit through, enemies do not; past who fights already proximity says nothing.
engine::Verdict judge_way(const State& state, const UnitId& id, const MovePlan& plan);
/// Stands of a charge; nothing when it has no sensible end.
std::optional<MovePlan> wanted_charge(const State& state, const ChargeUnit& command);
/// The foe that a follow-up is after: who is named, else the first it may follow. Nothing for who may follow nobody.
UnitId followed_by(const State& state, const FollowUp& command);

/// Fills in who is meant where the command leaves it open.
UnitId ordering_general(const State& state, const GiveOrder& command);
OrderTest test_of(const State& state, const Command& command);

/// `right`: the right to move, where it is known already.
engine::Verdict judge_move(const State& state, Viewer by, const MoveUnit& command, const KindOf* right = nullptr);
engine::Verdict judge_evade(const State& state, Viewer by, const EvadeCharge& command);
engine::Verdict judge_countercharge(const State& state, Viewer by, const CounterCharge& command);
/// Where an evading unit goes: where the command says, else straight away from who charged it where it can, else less far or to the side.
MovePlan wanted_evade(const State& state, const EvadeCharge& command);
engine::Verdict judge_charge(const State& state, Viewer by, const ChargeUnit& command, const KindOf* right = nullptr);
engine::Verdict judge_orders(const State& state, Viewer by, const Command& command);
PlayersWord word_of(const Shoot& command);
/// `looks`: views worked out already in the same answer.
engine::Verdict judge_shoot(const State& state, Viewer by, const Shoot& command, Looks* looks);
engine::Verdict judge_fighting(const State& state, Viewer by, const Command& command);

}  // namespace polemarch::hail_caesar
