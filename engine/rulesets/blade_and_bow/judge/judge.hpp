#pragma once
/// Judging by topic; judge/judge.cpp puts it together. `side` is who the speaker acts for. Pure.

#include "engine/rulesets/blade_and_bow/rules.hpp"
#include "engine/rulesets/blade_and_bow/topics/command.hpp"
#include "engine/rulesets/blade_and_bow/topics/planning.hpp"

namespace polemarch::blade_and_bow {

/// The side a speaker acts for: his own, or the active one for umpire and both.
Side side_of_speaker(const State& state, Viewer by);
/// These units may go on with the action that is open: all of one that was activated; of one that closes itself those who failed to
/// reverse or have only disrupted themselves.
bool goes_on(const State& state, Side side, ActionKind kind, const std::vector<UnitId>& units);
/// The open action ends before this command is carried out: it begins another one, or is a card for who does not act in the open one.
bool ends_open_action(const State& state, Side side, const Command& command);
/// The unit has no part in the open action, and its side may begin another.
bool acts_anew(const State& state, const Unit& unit);
/// The state once the open action has ended.
State after_closing(const State& state);
/// The moves of an order, one after the other.
std::vector<UnitMove> in_order(const State& state, const MoveUnits& command);
/// How the unit faces when its base is put down with this heading where it is owed: as the rules have it, or turned as far as it may turn
/// freely; nothing when it may not face so.
std::optional<Facing> facing_put_down(const State& state, const Unit& unit, Angle heading);
/// Phase, turn to act, open questions, actions left.
engine::Verdict may_take_action(const State& state, Viewer by, bool goes_on_with_open);

/// `ground`, where given, is computed already for this state and side; so are `enemy_zones`.
engine::Verdict judge_move(const State& state, Side side, const MoveUnits& command, const MoveGround* ground = nullptr);
engine::Verdict judge_move_leader(const State& state, Side side, const MoveLeader& command);
engine::Verdict judge_wall(const State& state, Side side, const FormWall& command, const ZoneMap* enemy_zones = nullptr);
engine::Verdict judge_shoot(const State& state, Side side, const Shoot& command, const ZoneMap* enemy_zones = nullptr);
engine::Verdict judge_attack(const State& state, Side side, const Attack& command);
engine::Verdict judge_rally(const State& state, Side side, const Rally& command);
engine::Verdict judge_setup(const State& state, Viewer by, const AdjustRanks& command);
engine::Verdict judge_setup(const State& state, Viewer by, const PlaceLeader& command);
engine::Verdict judge_setup(const State& state, Viewer by, const PlaceCamp& command);
engine::Verdict judge_setup(const State& state, Viewer by, const Ready& command);
engine::Verdict judge_play(const State& state, Side side, const PlayCard& command);
engine::Verdict judge_face(const State& state, Viewer by, const Face& command);
engine::Verdict judge_commit(const State& state, Viewer by, const Commit& command);
engine::Verdict judge_look(const State& state, Side side, const Look& command);

/// What is said of a heading the camera saw: the facing, its likelihood, and whether the opponent is asked (BB-POS-02).
engine::Reason heading_reason(const UnitId& unit, const SeenFacing& seen);
/// The facings a `face` may mean: one, or two for the opponent to choose between.
SeenFacing faces_seen(const State& state, const Face& command);
/// The answer as an open question understands it: other letter case, the words of the options, "yes" and "no".
engine::AnswerWait understood(const State& state, Viewer by, engine::AnswerWait answer);
/// "Pass" while a question is open that may be declined: the answer that declines it, or nothing.
std::optional<engine::AnswerWait> declining(const State& state, Viewer by);
/// Who wins when the battle is ended so: a side that gives up need not name the other.
std::optional<Side> winner_of(Viewer by, const EndBattle& end);
/// A `move` that names one leader: the order to move him.
std::optional<MoveLeader> leader_move(const State& state, const MoveUnits& command);

/// The members of a move.
std::vector<UnitId> units_of(const MoveUnits& command);
/// The effect a played card has: the deck's, or the one typed for a paper card.
ActiveEffect effect_of(const State& state, Side side, const PlayCard& command);
/// The dice after points are spent as wished, or where they help most.
std::vector<CommitDice> after_points(const State& state, const std::vector<CommitDice>& rolled, int points,
                                     const std::map<UnitId, std::vector<int>>& spend);

}  // namespace polemarch::blade_and_bow
