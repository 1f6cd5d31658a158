#pragma once
/// Steps of the fighting. A step without waits is a frame that goes on when the steps above it are done. Pure.

#include <optional>
#include <variant>
#include <vector>

#include "engine/rulesets/hoplomachia/state_fight.hpp"

namespace polemarch::hoplomachia {

/// What an andreia check is for: what its result does.
enum class CheckFor { Recovery, Charge, Target, Melee, Katastrophe };

/// An andreia check: 2d6 against the unit's andreia number (HM-AND-15).
struct AndreiaCheck {
  static constexpr const char* kName = "andreia_check";
  UnitId unit;
  int lochos = -1;  ///< Melee line: the checking lochos; -1: the whole unit
  AndreiaLine line = AndreiaLine::Katastrophe;
  CheckFor why = CheckFor::Katastrophe;
  std::vector<UnitId> foes;                      ///< for phobos; empty: no direct interaction
  LochosRef winner;                              ///< Melee: who won
  MeleeResult result = MeleeResult::PushedBack;  ///< Melee: the line that calls for it
  int flight = 0;                                ///< Recovery: which
  int need = 0;                                  ///< once asked
  bool operator==(const AndreiaCheck&) const = default;
};

/// A charge from the charger's check to its contact (HM-EPI-15 to 34).
enum class ChargeStage { Check, Roll, Doubts, Targets, Reactions, Runs, Move };
struct EpidromosCharge {
  static constexpr const char* kName = "epidromos_charge";
  UnitId unit;
  std::optional<LochosRef> onto;  ///< wheels onto this one (HM-EPI-29)
  ChargeStage stage = ChargeStage::Check;
  std::vector<UnitId> targets;  ///< in arete sequence
  int next = 0;                 ///< Targets: who checks next
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
  std::vector<UnitId> quarry;
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
  std::vector<int> second_ranks;
  bool operator==(const Shot&) const = default;
};
struct Shooting {
  static constexpr const char* kName = "shooting";
  UnitId unit;
  bool belos_charge = false;
  std::vector<Shot> shots;
  bool operator==(const Shooting&) const = default;
};
/// After a belos charge: how far it falls back (HM-BCH-14).
struct FallBack {
  static constexpr const char* kName = "fall_back";
  UnitId unit, from;
  Length left;
  bool operator==(const FallBack&) const = default;
};
/// A belos charge that has to be answered with one (HM-BRX-08).
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
  LochosRef lochos, at;
  bool operator==(const EkdromoiFight&) const = default;
};

using FightSteps = std::variant<AndreiaCheck, EpidromosCharge, EpidromosDie, ChargePursuit, RunDie, RunsOf, RecoverAsked, FightMelees,
                                ResultAsked, Shooting, FallBack, BelosAnswer, EkdromoiOf, EkdromoiAsked, EkdromoiMove, EkdromoiFight>;

}  // namespace polemarch::hoplomachia
