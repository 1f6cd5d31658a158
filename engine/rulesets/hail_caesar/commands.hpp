#pragma once
/// What players may say. JSON examples stand in README.md. Pure.

#include <array>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "engine/core/commands.hpp"
#include "engine/core/one_of.hpp"
#include "engine/core/route.hpp"
#include "engine/rulesets/hail_caesar/state.hpp"

namespace polemarch::hail_caesar {

/// Ends the step of the turn and begins the next (HC-SEQ-03, HC-SEQ-04).
struct EndPhase {
  static constexpr const char* kName = "end_phase";
  static constexpr bool kOnlyEnds = true;
  static constexpr std::array kAlso{"next_phase", "end_step", "pass", "begin"};
  std::optional<Side> first;  ///< of the deployment: who has the first turn; nobody: as the set-up says
  bool operator==(const EndPhase&) const = default;
};
/// Everybody of a side who has no place yet is put in line: a suggestion taken as a whole.
struct DeployArmy {
  static constexpr const char* kName = "deploy_army";
  static constexpr engine::Deed kDeed = engine::Deed::Place;
  Side side = Side::A;
  bool operator==(const DeployArmy&) const = default;
};
/// Elite rally in the first step; the Rally order (with a joined general) in the orders step.
struct RallyUnit {
  static constexpr const char* kName = "rally";
  static constexpr engine::Deed kDeed = engine::Deed::Rally;
  static constexpr std::array kAlso{"rally_elite", "rally_order"};
  UnitId unit, general;
  bool operator==(const RallyUnit&) const = default;
};
/// A move that does not end in contact; in deployment, where the unit is put. `to` moves the unit as one body; `poses` gives every stand.
struct MoveUnit {
  static constexpr const char* kName = "move";
  static constexpr std::array kAlso{"initiative_move", "free_move", "retire", "retirement_move", "deploy", "form", "change_formation"};
  UnitId unit;
  std::optional<MeasuredPose> to;
  std::vector<engine::PlacedBase> poses;
  std::optional<Length> ahead;  ///< instead of `to`: so far straight on, after `turn`
  std::optional<Angle> turn;    ///< first turn on the spot, counter-clockwise
  std::optional<MoveKind> as;
  std::optional<Formation> formation;  ///< change of formation, counts as a move of its own
  std::string in;                      ///< building or work to occupy
  engine::Deed deed() const { return formation && !to && poses.empty() ? engine::Deed::Other : engine::Deed::Move; }
  engine::Route route() const {
    return {unit, ahead ? std::vector{engine::RouteLeg{.distance = *ahead, .angle = {}}} : std::vector<engine::RouteLeg>()};
  }
  bool operator==(const MoveUnit&) const = default;
};
struct ChargeUnit {
  static constexpr const char* kName = "charge";
  static constexpr engine::Deed kDeed = engine::Deed::Charge;
  UnitId unit, target;
  std::optional<MeasuredPose> to;
  std::vector<engine::PlacedBase> poses;
  bool operator==(const ChargeUnit&) const = default;
};
/// A unit charged goes out of the way, as an ordered move (HC-CFG-T1).
struct EvadeCharge {
  static constexpr const char* kName = "evade";
  static constexpr engine::Deed kDeed = engine::Deed::Move;
  UnitId unit;
  std::optional<MeasuredPose> to;
  std::vector<engine::PlacedBase> poses;
  bool operator==(const EvadeCharge&) const = default;
};
/// A unit charged to its front charges too (HC-CFG-T1).
struct CounterCharge {
  static constexpr const char* kName = "countercharge";
  static constexpr engine::Deed kDeed = engine::Deed::Charge;
  static constexpr std::array kAlso{"counter_charge"};
  UnitId unit;
  bool operator==(const CounterCharge&) const = default;
};
/// An order test: for a unit, or for all units of the general's division when no unit is named.
struct GiveOrder {
  static constexpr const char* kName = "order";
  static constexpr engine::Deed kDeed = engine::Deed::Order;
  static constexpr std::array kAlso{"give_order", "order_division", "command_order"};
  UnitId general, unit;
  std::string division;
  bool operator==(const GiveOrder&) const = default;
};
struct GeneralAdvance {
  static constexpr const char* kName = "general_advance";
  static constexpr engine::Deed kDeed = engine::Deed::Order;
  UnitId general;
  bool operator==(const GeneralAdvance&) const = default;
};
struct JoinUnit {
  static constexpr const char* kName = "join";
  UnitId general, unit;
  bool operator==(const JoinUnit&) const = default;
};
struct FollowMe {
  static constexpr const char* kName = "follow_me";
  static constexpr engine::Deed kDeed = engine::Deed::Order;
  UnitId general, unit;
  bool operator==(const FollowMe&) const = default;
};
struct WhereIsYourCourage {
  static constexpr const char* kName = "where_is_your_courage";
  static constexpr std::array kAlso{"courage"};
  UnitId general, unit;
  bool operator==(const WhereIsYourCourage&) const = default;
};
/// The army commander has the last order dice rolled again.
struct Reroll {
  static constexpr const char* kName = "reroll";
  static constexpr std::array kAlso{"re_roll"};
  UnitId general;
  bool operator==(const Reroll&) const = default;
};
struct MoveGeneral {
  static constexpr const char* kName = "move_general";
  static constexpr engine::Deed kDeed = engine::Deed::Move;
  UnitId general;
  MeasuredPose to;
  bool operator==(const MoveGeneral&) const = default;
};
struct Shoot {
  static constexpr const char* kName = "shoot";
  static constexpr engine::Deed kDeed = engine::Deed::Shoot;
  UnitId unit, target;
  std::optional<bool> obscured;              ///< the players' word on "partly obscured" instead of the computed share
  std::optional<bool> seen;                  ///< the players' word on sight instead of the computed proposal (HC-VIS-10)
  std::optional<bool> short_range, extreme;  ///< the players' word where the measuring leaves the range open
  bool operator==(const Shoot&) const = default;
};
struct ClosingShot {
  static constexpr const char* kName = "closing_shot";
  static constexpr engine::Deed kDeed = engine::Deed::Shoot;
  UnitId unit, target;
  bool operator==(const ClosingShot&) const = default;
};
struct TraversingShot {
  static constexpr const char* kName = "traversing_shot";
  static constexpr engine::Deed kDeed = engine::Deed::Shoot;
  UnitId unit, target;
  bool operator==(const TraversingShot&) const = default;
};
/// Fights the combat this unit is in.
struct FightCombat {
  static constexpr const char* kName = "fight";
  static constexpr engine::Deed kDeed = engine::Deed::Fight;
  static constexpr std::array kAlso{"combat", "melee", "resolve_combat"};
  UnitId unit;
  bool operator==(const FightCombat&) const = default;
};
/// The winner follows a foe that gave ground; of several the one it names.
struct FollowUp {
  static constexpr const char* kName = "follow_up";
  static constexpr engine::Deed kDeed = engine::Deed::Move;
  UnitId unit, target;
  bool operator==(const FollowUp&) const = default;
};
/// Ends the battle on the players' word.
struct EndBattle {
  static constexpr const char* kName = "end_battle";
  static constexpr std::array kAlso{"concede"};
  static constexpr bool kEnds = true;
  std::optional<Side> winner;  ///< nobody: a draw
  bool operator==(const EndBattle&) const = default;
};

using CommandList = std::variant<engine::AnswerWait, engine::PlaceBases, EndPhase, DeployArmy, RallyUnit, MoveUnit, ChargeUnit, EvadeCharge,
                                 CounterCharge, GiveOrder, GeneralAdvance, JoinUnit, FollowMe, WhereIsYourCourage, Reroll, MoveGeneral,
                                 Shoot, ClosingShot, TraversingShot, FightCombat, FollowUp, EndBattle>;
struct Command : engine::OneOf<CommandList> {
  using OneOf::OneOf;
};

}  // namespace polemarch::hail_caesar
extern template struct polemarch::engine::OneOf<polemarch::hail_caesar::CommandList>;
