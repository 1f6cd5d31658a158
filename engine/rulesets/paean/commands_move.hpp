#pragma once
/// What players may say of the bound, of command and of movement. JSON examples stand in README.md. Pure.

#include <array>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "engine/core/agenda.hpp"
#include "engine/core/gist.hpp"
#include "engine/core/route.hpp"
#include "engine/rulesets/paean/nouns.hpp"

namespace polemarch::paean {

/// Deployment is done; the battle begins (PA-INI-01).
struct BeginBattle {
  static constexpr const char* kName = "begin";
  static constexpr bool kEnds = true;
  bool operator==(const BeginBattle&) const = default;
};
/// Everybody of a side who has no place yet is put in line: a suggestion taken as a whole.
struct DeployArmy {
  static constexpr const char* kName = "deploy_army";
  static constexpr engine::Deed kDeed = engine::Deed::Place;
  Side side = Side::A;
  bool operator==(const DeployArmy&) const = default;
};
/// Ends the phase in hand (PA-SEQ-01).
struct EndPhase {
  static constexpr const char* kName = "end_phase";
  static constexpr std::array kAlso{"next_phase"};
  static constexpr bool kOnlyEnds = true;
  bool operator==(const EndPhase&) const = default;
};
/// A light formation tests its initiative for an action (PA-SKI-04).
struct TestSkirmishers {
  static constexpr const char* kName = "skirmish";
  UnitId unit;
  bool operator==(const TestSkirmishers&) const = default;
};
/// The call of power to a formation (PA-CMD-07).
struct CallOfPower {
  static constexpr const char* kName = "call_of_power";
  UnitId unit;
  bool operator==(const CallOfPower&) const = default;
};
/// A commander rolls to order a formation (PA-ROL-01).
struct GiveOrder {
  static constexpr const char* kName = "order";
  static constexpr engine::Deed kDeed = engine::Deed::Order;
  UnitId commander, unit;
  bool operator==(const GiveOrder&) const = default;
};
/// A commander gives up command for the bound, and may move (PA-CMD-16, PA-CMD-17).
struct Relinquish {
  static constexpr const char* kName = "relinquish";
  static constexpr bool kEnds = true;
  UnitId commander;
  std::optional<MeasuredPose> to;
  UnitId join;  ///< a formation he joins
  bool operator==(const Relinquish&) const = default;
};
/// The call of might to a formation with a hero (PA-SEQ-15).
struct CallOfMight {
  static constexpr const char* kName = "call_of_might";
  UnitId hero;
  bool operator==(const CallOfMight&) const = default;
};
/// A hero tests for a heroic action (PA-HER-03).
struct TestHero {
  static constexpr const char* kName = "heroic_action";
  UnitId hero;
  bool operator==(const TestHero&) const = default;
};
/// A hero moves: alone, to a formation, or out of one (PA-MOV-09, PA-HER-21).
struct MoveHero {
  static constexpr const char* kName = "move_hero";
  static constexpr engine::Deed kDeed = engine::Deed::Move;
  UnitId hero;
  std::optional<MeasuredPose> to;
  UnitId join;
  bool operator==(const MoveHero&) const = default;
};
/// A light formation or hero stops testing (PA-AMB-44).
struct StopRun {
  static constexpr const char* kName = "stop";
  static constexpr bool kEnds = true;
  UnitId unit;
  bool operator==(const StopRun&) const = default;
};
/// The action in hand is not taken.
struct Forgo {
  static constexpr const char* kName = "forgo";
  static constexpr std::array kAlso{"pass"};
  static constexpr bool kEnds = true;
  bool operator==(const Forgo&) const = default;
};
/// A leg of a normal move (PA-MOV-02, PA-MOV-03).
struct Leg {
  enum class Kind { Ahead, Echelon, WheelLeft, WheelRight, Back };
  Kind kind = Kind::Ahead;
  Length distance;  ///< ahead, back and echelon
  Angle angle;      ///< of a wheel, or how far an echelon is off ahead: left positive
  bool operator==(const Leg&) const = default;
};
/// A normal move: straight on (`ahead`), by legs, to a pose of the whole formation's middle, or to the poses of its bases.
struct MoveFormation {
  static constexpr const char* kName = "move";
  static constexpr engine::Deed kDeed = engine::Deed::Move;
  UnitId unit;
  std::optional<Length> ahead;
  std::vector<Leg> legs;
  std::optional<MeasuredPose> to;
  std::vector<engine::PlacedBase> poses;
  engine::Route route() const;
  bool operator==(const MoveFormation&) const = default;
};
struct AboutFace {
  static constexpr const char* kName = "about_face";
  static constexpr engine::Deed kDeed = engine::Deed::Move;
  UnitId unit;
  bool operator==(const AboutFace&) const = default;
};
/// 90 degrees to a side, reformed (PA-FAC-02).
struct ChangeFacing {
  static constexpr const char* kName = "change_facing";
  static constexpr engine::Deed kDeed = engine::Deed::Move;
  UnitId unit;
  Flank to = Flank::Left;
  bool operator==(const ChangeFacing&) const = default;
};
/// So many bases wide (PA-FAC-05).
struct ChangeFormation {
  static constexpr const char* kName = "change_formation";
  UnitId unit;
  int files = 1;
  bool operator==(const ChangeFormation&) const = default;
};
/// Bases leave to be a formation of their own (PA-FAC-06).
struct Detach {
  static constexpr const char* kName = "detach";
  UnitId unit;
  std::vector<BaseId> bases;
  bool operator==(const Detach&) const = default;
};
/// The formation joins a larger one (PA-FAC-08).
struct FormUp {
  static constexpr const char* kName = "form";
  UnitId unit, with;
  std::vector<engine::PlacedBase> poses;  ///< where its bases end; empty: behind or beside, as they fit
  bool operator==(const FormUp&) const = default;
};
/// One base less or more on a flank (PA-FAC-13).
struct ContractFlank {
  static constexpr const char* kName = "contract";
  UnitId unit;
  Flank flank = Flank::Left;
  bool operator==(const ContractFlank&) const = default;
};
struct ExpandFlank {
  static constexpr const char* kName = "expand";
  UnitId unit;
  Flank flank = Flank::Left;
  bool operator==(const ExpandFlank&) const = default;
};
/// The front row goes to the back (PA-FAC-16).
struct GiveGround {
  static constexpr const char* kName = "give_ground";
  static constexpr engine::Deed kDeed = engine::Deed::Move;
  UnitId unit;
  bool operator==(const GiveGround&) const = default;
};
/// Half a base to a side (PA-FAC-17).
struct Traverse {
  static constexpr const char* kName = "traverse";
  static constexpr engine::Deed kDeed = engine::Deed::Move;
  UnitId unit;
  Flank to = Flank::Left;
  bool operator==(const Traverse&) const = default;
};
/// The bases change places within the formation (PA-FAC-18).
struct Reorder {
  static constexpr const char* kName = "reorder";
  UnitId unit;
  std::vector<BaseId> bases;  ///< rows from the front, each from left to right
  bool operator==(const Reorder&) const = default;
};
/// The players see that the battle is over: a side gives up, or a draw when nobody is named.
struct EndBattle {
  static constexpr const char* kName = "end_battle";
  static constexpr bool kEnds = true;
  std::optional<Side> winner;
  bool operator==(const EndBattle&) const = default;
};

using MoveCommands = std::variant<BeginBattle, DeployArmy, EndPhase, TestSkirmishers, CallOfPower, GiveOrder, Relinquish, CallOfMight,
                                  TestHero, MoveHero, StopRun, Forgo, MoveFormation, AboutFace, ChangeFacing, ChangeFormation, Detach,
                                  FormUp, ContractFlank, ExpandFlank, GiveGround, Traverse, Reorder, EndBattle>;

}  // namespace polemarch::paean
