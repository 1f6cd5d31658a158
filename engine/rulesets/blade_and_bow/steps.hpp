#pragma once
/// What the battle can be in the middle of. A step with waits asks somebody something; one without is a task that runs as soon as it
/// comes to the top, so that what was interrupted resumes. Pure.

#include <string>
#include <variant>
#include <vector>

#include "engine/core/aim.hpp"
#include "engine/core/checked.hpp"
#include "engine/core/one_of.hpp"
#include "engine/rulesets/blade_and_bow/nouns.hpp"

namespace polemarch::blade_and_bow {

#define PB_STEP(name) static constexpr const char* kName = name
#define PB_DICE(name, what) \
  PB_STEP(name);            \
  static constexpr engine::Aim kAim = engine::Aim::what

// clang-format off
// The turn.
/// Paper cards: the turn's card may be drawn or not (BB-AMB-119).
struct OfferCard { PB_STEP("offer_card"); Side side = Side::A; bool operator==(const OfferCard&) const = default; };
struct TakeCards { PB_STEP("take_cards"); Side side = Side::A; int count = 1; bool operator==(const TakeCards&) const = default; };
struct RollInitiative { PB_STEP("roll_initiative"); Side side = Side::A; int first = 0; bool operator==(const RollInitiative&) const = default; };
struct RollGoatPath { PB_STEP("roll_goat_path"); bool operator==(const RollGoatPath&) const = default; };
struct RollReserve { PB_STEP("roll_reserve"); bool operator==(const RollReserve&) const = default; };
struct RollEntry { PB_STEP("roll_entry"); bool operator==(const RollEntry&) const = default; };
struct ChooseEntry { PB_STEP("choose_entry"); bool operator==(const ChooseEntry&) const = default; };
struct PlaceReserve { PB_STEP("place_reserve"); UnitId unit; bool operator==(const PlaceReserve&) const = default; };
struct DrawActions { PB_STEP("draw_actions"); Side side = Side::A; bool operator==(const DrawActions&) const = default; };
struct ReturnUnit { PB_STEP("return_unit"); UnitId unit; bool operator==(const ReturnUnit&) const = default; };
struct ReturnLeader { PB_STEP("return_leader"); UnitId leader; bool operator==(const ReturnLeader&) const = default; };
struct RollManagement { PB_DICE("roll_management", Check); Side side = Side::A; engine::Checked<UnitId> units; bool operator==(const RollManagement&) const = default; };
struct RollEnd { PB_STEP("roll_end"); bool operator==(const RollEnd&) const = default; };
/// The opponent says which (BB-POS-02). `percent`: how likely the first is, 0 = not measured; `move` waits for the answer.
struct AskFacing { PB_STEP("ask_facing"); UnitId unit; engine::Checked<Facing> between; int percent = 0; std::optional<UnitMove> move; bool operator==(const AskFacing&) const = default; };

// Moving.
/// `rolled`: checks of reverses on this way whose dice are known; such a way begins where the unit stands and leads through a friend's square.
struct CarryMove { PB_STEP("carry_move"); UnitMove move; ReverseDice rolled; bool operator==(const CarryMove&) const = default; };
struct ReverseCheck { PB_DICE("reverse_check", Check); UnitMove move; ReverseDice rolled; bool operator==(const ReverseCheck&) const = default; };
/// A reverse failed inside a friend's square: where the unit goes from there. The path ends with that reverse.
struct ChooseWayOut { PB_STEP("choose_way_out"); UnitMove move; ReverseDice rolled; bool operator==(const ChooseWayOut&) const = default; };
struct ChooseDisplacement { PB_STEP("choose_displacement"); UnitMove move; ReverseDice rolled; bool operator==(const ChooseDisplacement&) const = default; };
/// `failed`: its die is rolled, only what the failure costs is still to be carried out.
struct LeaderLeaves { PB_DICE("leader_leaves", Check); UnitId leader, unit; bool failed = false; bool operator==(const LeaderLeaves&) const = default; };
struct RollRally { PB_DICE("roll_rally", Rally); engine::Checked<UnitId> units; std::map<UnitId, Facing> facings; bool operator==(const RollRally&) const = default; };
struct EndAction { PB_STEP("end_action"); bool operator==(const EndAction&) const = default; };

// Leaders in danger.
struct CasualtyFirst { PB_DICE("casualty_first", Casualty); UnitId leader; bool capture = false; bool operator==(const CasualtyFirst&) const = default; };
struct CasualtySecond { PB_DICE("casualty_second", Casualty); UnitId leader; bool capture = false; bool operator==(const CasualtySecond&) const = default; };

// Shooting.
struct ShotAttack { PB_DICE("shot_attack", Shot); bool operator==(const ShotAttack&) const = default; };
struct ShotDefence { PB_DICE("shot_defence", Save); bool operator==(const ShotDefence&) const = default; };
struct ShotEffect { PB_STEP("shot_effect"); bool operator==(const ShotEffect&) const = default; };
struct ShotRecoil { PB_STEP("shot_recoil"); UnitId unit; std::optional<Square> to; bool operator==(const ShotRecoil&) const = default; };

// Melee.
struct AskRanks { PB_STEP("ask_ranks"); static constexpr bool kStaysSealed = true; UnitId unit; bool operator==(const AskRanks&) const = default; };
struct MeleeRetreat { PB_STEP("melee_retreat"); bool operator==(const MeleeRetreat&) const = default; };
struct MeleeCommit { PB_STEP("melee_commit"); bool operator==(const MeleeCommit&) const = default; };
/// The rolled commitment dice of several attackers, already modified by leader and unit; points from cards may still be spent.
struct CommitDice { UnitId unit; engine::Checked<int> dice; bool operator==(const CommitDice&) const = default; };
struct CommitRoll { PB_DICE("commit_roll", Check); engine::Checked<CommitDice> due; bool continuation = false; bool operator==(const CommitRoll&) const = default; };
struct CommitSpend { PB_STEP("commit_spend"); engine::Checked<CommitDice> rolled; bool continuation = false; bool operator==(const CommitSpend&) const = default; };
struct ChooseLead { PB_STEP("choose_lead"); engine::Checked<UnitId> among; bool operator==(const ChooseLead&) const = default; };
struct MeleeDice { PB_STEP("melee_dice"); bool operator==(const MeleeDice&) const = default; };
struct MeleeAttack { PB_DICE("melee_attack", Blow); bool operator==(const MeleeAttack&) const = default; };
struct MeleeDefence { PB_DICE("melee_defence", Blow); bool operator==(const MeleeDefence&) const = default; };
/// `thrown_anew`: the other side has just thrown dice again; who has none to throw may still play a card for it.
struct AskReroll { PB_STEP("ask_reroll"); Side side = Side::A; bool thrown_anew = false; bool operator==(const AskReroll&) const = default; };
struct RollReroll { PB_STEP("roll_reroll"); Side side = Side::A; engine::Checked<int> dice; bool operator==(const RollReroll&) const = default; };
struct MeleeEffect { PB_STEP("melee_effect"); bool operator==(const MeleeEffect&) const = default; };
struct Recoil { PB_STEP("recoil"); UnitId unit; bool operator==(const Recoil&) const = default; };
struct RecoilCheck { PB_DICE("recoil_check", Check); UnitId unit; bool operator==(const RecoilCheck&) const = default; };
struct RoutDice { PB_DICE("rout_dice", Check); UnitId unit; int dice = 0; bool operator==(const RoutDice&) const = default; };
struct Advance { PB_STEP("advance"); bool operator==(const Advance&) const = default; };
struct Continue { PB_STEP("continue_attack"); bool operator==(const Continue&) const = default; };
struct EndFight { PB_STEP("end_fight"); bool operator==(const EndFight&) const = default; };

// clang-format on
#undef PB_DICE
#undef PB_STEP

using StepList =
    std::variant<TakeCards, OfferCard, RollInitiative, RollGoatPath, RollReserve, RollEntry, ChooseEntry, PlaceReserve, DrawActions,
                 ReturnUnit, ReturnLeader, RollManagement, RollEnd, AskFacing, CarryMove, ReverseCheck, ChooseWayOut, ChooseDisplacement,
                 LeaderLeaves, RollRally, EndAction, CasualtyFirst, CasualtySecond, ShotAttack, ShotDefence, ShotEffect, ShotRecoil,
                 AskRanks, MeleeRetreat, MeleeCommit, CommitRoll, CommitSpend, ChooseLead, MeleeDice, MeleeAttack, MeleeDefence, AskReroll,
                 RollReroll, MeleeEffect, Recoil, RecoilCheck, RoutDice, Advance, Continue, EndFight>;
struct Step : engine::OneOf<StepList> {
  using OneOf::OneOf;
};

}  // namespace polemarch::blade_and_bow
extern template struct polemarch::engine::OneOf<polemarch::blade_and_bow::StepList>;
