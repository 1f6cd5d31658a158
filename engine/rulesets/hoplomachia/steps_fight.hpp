#pragma once
/// Steps of the fighting. A step without waits is a frame that goes on when the steps above it are done. Pure.

#include <optional>
#include <variant>
#include <vector>

#include "engine/core/aim.hpp"
#include "engine/core/checked.hpp"
#include "engine/rulesets/hoplomachia/state_fight.hpp"

namespace polemarch::hoplomachia {

/// What an andreia check is for: what its result does.
enum class CheckFor { Recovery, Charge, Target, Melee, Katastrophe, ScythedChariot };

/// An andreia check: 2d6 against the unit's andreia number (HM-AND-15).
struct AndreiaCheck {
  static constexpr const char* kName = "andreia_check";
  static constexpr engine::Aim kAim = engine::Aim::Check;
  UnitId unit;
  int lochos = -1;  ///< Melee line: the checking lochos; -1: the whole unit
  AndreiaLine line = AndreiaLine::Katastrophe;
  CheckFor why = CheckFor::Katastrophe;
  engine::Checked<UnitId> foes;                  ///< for phobos; empty: no direct interaction
  LochosRef winner;                              ///< Melee: who won
  MeleeResult result = MeleeResult::PushedBack;  ///< Melee: the line that calls for it
  int flight = 0;                                ///< Recovery: which
  int need = 0;                                  ///< once asked
  bool operator==(const AndreiaCheck&) const = default;
};

/// A charge from the charger's check to its contact (HM-EPI-15 to 34).
enum class ChargeStage { Check, Roll, Doubts, Targets, Reactions, Runs, Move, Met };
struct EpidromosCharge {
  static constexpr const char* kName = "epidromos_charge";
  UnitId unit;
  std::optional<LochosRef> onto;  ///< wheels onto this one (HM-EPI-29)
  ChargeStage stage = ChargeStage::Check;
  engine::Checked<UnitId> targets;  ///< in arete sequence
  int next = 0;                     ///< Targets: who checks next
  bool limited = false;             ///< at the pace of hamippoi (HM-HAM-04)
  engine::Checked<UnitId> met;      ///< of both sides, whom countercharges come upon: asked like targets, before anybody moves
  bool operator==(const EpidromosCharge&) const = default;
};
/// The epidromos die of a unit (HM-EPI-16, 20, 21).
struct EpidromosDie {
  static constexpr const char* kName = "epidromos_die";
  UnitId unit;
  bool operator==(const EpidromosDie&) const = default;
};
/// Pursuit in place of a charge move: all targets ran and are near enough (HM-EPI-32).
struct ChargePursuit {
  static constexpr const char* kName = "charge_pursuit";
  UnitId unit;
  engine::Checked<UnitId> quarry;
  bool operator==(const ChargePursuit&) const = default;
};

/// The die of a rout, evade or pursuit move (HM-ROUT-02, HM-EVA-02, HM-PUR-02).
struct RunDie {
  static constexpr const char* kName = "run_die";
  int flight = 0;
  bool operator==(const RunDie&) const = default;
};
/// What runs of a unit moves one after another in B1 (HM-SEQ-05 to 07).
struct RunsOf {
  static constexpr const char* kName = "runs_of";
  UnitId unit;
  Mode mode = Mode::Rout;
  bool operator==(const RunsOf&) const = default;
};
/// Outdistanced hoplites: does the owner want to check (HM-PUR-06)?
struct RecoverAsked {
  static constexpr const char* kName = "recover_asked";
  int flight = 0;
  bool operator==(const RecoverAsked&) const = default;
};

/// Who recovers by a check stands in close or in open files, as its owner likes (HM-AND-26, HM-AMB-77).
struct FilesAsked {
  static constexpr const char* kName = "files_asked";
  UnitId unit;
  bool operator==(const FilesAsked&) const = default;
};

/// The melees of a unit, pair after pair from its right (HM-MEL-04).
struct FightMelees {
  static constexpr const char* kName = "fight_melees";
  UnitId unit;
  bool operator==(const FightMelees&) const = default;
};
/// Players look a result up on their own chart (HM-NIS-02).
struct ResultAsked {
  static constexpr const char* kName = "result_asked";
  LochosRef first, second;
  bool operator==(const ResultAsked&) const = default;
};

/// Shots of a unit, all thrown at once: one die a target stand, in this order (HM-BEL-03).
struct Shot {
  LochosRef shooter, target;
  int stands = 1;  ///< that shoot at it
  int need = 0;
  int intensity = 0;
  engine::Checked<int> second_ranks;
  bool operator==(const Shot&) const = default;
};
struct Shooting {
  static constexpr const char* kName = "shooting";
  static constexpr engine::Aim kAim = engine::Aim::Shot;
  UnitId unit;
  bool belos_charge = false;
  engine::Checked<Shot> shots;
  bool operator==(const Shooting&) const = default;
};
/// After a belos charge: how far it falls back (HM-BCH-14).
struct FallBack {
  static constexpr const char* kName = "fall_back";
  UnitId unit, from;
  Length left;
  bool operator==(const FallBack&) const = default;
};
/// Belos charges that have to be made in answer to one of that unit, or without a unit to any shooting (HM-BRX-08).
struct BelosAnswer {
  static constexpr const char* kName = "belos_answer";
  UnitId unit;
  bool operator==(const BelosAnswer&) const = default;
};
/// Ekdromoi of a unit's lochoi after the belos charges (HM-BCH-15).
struct EkdromoiOf {
  static constexpr const char* kName = "ekdromoi_of";
  UnitId unit;
  bool operator==(const EkdromoiOf&) const = default;
};
struct EkdromoiAsked {
  static constexpr const char* kName = "ekdromoi_asked";
  LochosRef lochos;
  bool operator==(const EkdromoiAsked&) const = default;
};
struct EkdromoiMove {
  static constexpr const char* kName = "ekdromoi_move";
  LochosRef lochos;
  UnitId at;
  bool operator==(const EkdromoiMove&) const = default;
};
struct EkdromoiFight {
  static constexpr const char* kName = "ekdromoi_fight";
  static constexpr engine::Aim kAim = engine::Aim::Blow;
  LochosRef lochos, at;
  bool operator==(const EkdromoiFight&) const = default;
};

/// Optional 12: each lochos that a belos charge struck declares whether it releases its ekdromoi (HM-OPT12-03).
struct EkdromoiDeclared {
  static constexpr const char* kName = "ekdromoi_declared";
  UnitId charger, from;  ///< `from`: whom it charged
  Length left;           ///< of its move
  engine::Checked<LochosRef> struck, released;
  bool operator==(const EkdromoiDeclared&) const = default;
};
/// Optional 12: those that were released, once the charger has fallen back (HM-OPT12-06 to 08).
struct EkdromoiLoosed {
  static constexpr const char* kName = "ekdromoi_loosed";
  UnitId charger;
  engine::Checked<LochosRef> released;
  bool operator==(const EkdromoiLoosed&) const = default;
};
/// Optional 6: Lakonian ekdromoi have reached enemy lights (HM-OPT6-04).
struct SallyFight {
  static constexpr const char* kName = "sally_fight";
  static constexpr engine::Aim kAim = engine::Aim::Blow;
  UnitId unit;
  LochosRef at;
  bool operator==(const SallyFight&) const = default;
};
/// Optional 9: a scythed chariot drives on, so much of its pace left (HM-OPT9-04).
struct ChariotDrives {
  static constexpr const char* kName = "chariot_drives";
  UnitId unit;
  Length left;
  bool operator==(const ChariotDrives&) const = default;
};
/// Optional 9: it meets lights that screen (HM-OPT9-02).
struct ChariotMeets {
  static constexpr const char* kName = "chariot_meets";
  static constexpr engine::Aim kAim = engine::Aim::Blow;
  UnitId unit;
  LochosRef at;
  Length left;
  bool operator==(const ChariotMeets&) const = default;
};
/// The winner of a slaughter whose taxis fights nobody: does it go on (HM-RES-16)?
struct GoOnAsked {
  static constexpr const char* kName = "go_on_asked";
  LochosRef lochos;
  bool operator==(const GoOnAsked&) const = default;
};

using FightSteps = std::variant<AndreiaCheck, EpidromosCharge, EpidromosDie, ChargePursuit, RunDie, RunsOf, RecoverAsked, FightMelees,
                                ResultAsked, Shooting, FallBack, BelosAnswer, EkdromoiOf, EkdromoiAsked, EkdromoiMove, EkdromoiFight,
                                EkdromoiDeclared, EkdromoiLoosed, SallyFight, ChariotDrives, ChariotMeets, GoOnAsked, FilesAsked>;

}  // namespace polemarch::hoplomachia
