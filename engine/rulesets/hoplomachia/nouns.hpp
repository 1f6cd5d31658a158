#pragma once
/// The words of Hoplomachia as types. Ids HM-* are the facts of the rule catalogue. Pure.

#include <array>
#include <string_view>

#include "models/ids.hpp"
#include "models/units.hpp"

namespace polemarch::hoplomachia {

/// HM-CARD-T1.
enum class TroopClass { Hoplite, Peltaste, Psiloi, Toxotes, Sphendonetes, Hippeis, Hippotoxotes, Chariot, Baggage };
/// Close, open, no files (HM-ARR-01).
enum class Arrangement { CF, OF, NF };
/// Arete condition, best first (HM-ARE-01). Indexes every array of four card values.
enum class Condition { Eager, Firm, Unsteady, Shaken };
inline constexpr std::array kConditions{Condition::Eager, Condition::Firm, Condition::Unsteady, Condition::Shaken};

/// HM-ORD-04; the last two with optional rule 5.
enum class OrderType {
  Muster,
  March,
  Halt,
  ForwardPsiloi,
  RecallPsiloi,
  BeginApproach,
  Charge,
  Withdrawal,
  ReleaseEkdromoi,
  RecallEkdromoi,
};
enum class OrderSource { None, Salpinx, Verbal };
/// What a unit is doing; melee follows from contact (Lochos::engaged).
enum class Mode { Halt, March, Approach, Charge, Rout, Evade, Pursue };

/// HM-STRAT-04..11.
enum class Character { FellowHoplite, Crafty, Promachos, Demagogue };
/// HM-STANCE-01.
enum class Stance { Philos, Symmachos, Automolos };

/// The turn (HM-SEQ-01), with what goes before and the end. The six of the Action Strophe are Automatic to Melee.
enum class Phase {
  PreGame,
  Deployment,
  Salpinx,         ///< A1
  Commands,        ///< A2: verbal orders, then the signals are revealed
  Mantis,          ///< A3
  Automatic,       ///< B1
  OffensiveBelos,  ///< B2
  Epidromos,       ///< B3
  DefensiveBelos,  ///< B4
  Marches,         ///< B5
  Melee,           ///< B6
  Katastrophe,     ///< C
  Ended,
};

/// How a lochos is engaged (HM-MEL-01).
enum class Engaged { None, Epidromos, Othismos };
/// Where a sub-unit is. Routing ones stand turned round; Gone ones are off the table for good (destroyed, slaughtered, routed off);
/// Waiting ones have not come on yet.
enum class Fate { Sound, Routing, Gone, Waiting };

/// Lines of the andreia chart and what they say (HM-AND-T1).
enum class AndreiaLine { Recovering, Charging, Melee, Katastrophe };
enum class AndreiaCode { Maintain, Recover, Pursue, Charge, Evade, Halt, Disarrayed, Routed, Worse };
/// Belos reactions, mildest first (HM-BRX-T1, HM-AMB-14).
enum class BelosCode { Maintain, Formation, Charge, BelosCharge, ReleaseEkdromoi, Evade, Disarrayed, Routed };
/// Lines of the Melee Resolution chart, mildest first (HM-RES-T1).
enum class MeleeResult { NoEffect, BothDisarrayed, PushedBack, BrokenInto, Broken, Slaughtered };
/// HM-DEF-01 and the flank rules: where an attack strikes.
enum class Strikes { Front, Shielded, Unshielded, Rear };
/// HM-CHART-T1, Ekdromoi.
enum class EkdromoiResult { NoEffect, TormentorKilled, EkdromoiKilled, Both };

/// Battle generation (HM-GEN, HM-BATT).
enum class Situation { BorderDispute, CivilWar, Anabasis, HegemonicWar };
enum class BattleType { A, B, C, D, E, F, G, H };
enum class StartType { Encounter, Ambush, Arrayed };
enum class BoardShape { Broad, Long, Square };
enum class Role { Invader, Defender };
enum class Plan { FrontalAttack, EnvelopeFlank, HarassToDeath, Defend, ExitBoard };
enum class ArmyFormation { BattlePhalanx, DividedPhalanx, MarchingColumn, Dispersed };
enum class DeploymentMethod { Sketch, Alternate, Screen };

/// HM-DEF-03: the right side is the unshielded one.
constexpr bool unshielded(Strikes where) { return where == Strikes::Unshielded || where == Strikes::Rear; }
constexpr bool is_action(Phase phase) { return phase >= Phase::Automatic && phase <= Phase::Melee; }

// The words of the enums, as JSON and players have them.
std::string_view word_of(TroopClass troop);
std::string_view word_of(Arrangement arrangement);  ///< "CF"
std::string_view name_of(Arrangement arrangement);  ///< "close files"
std::string_view word_of(Condition condition);
std::string_view word_of(OrderType order);
std::string_view name_of(OrderType order);  ///< "Begin Approach"
std::string_view word_of(Mode mode);
std::string_view word_of(Character character);
/// A key that the rules made for who takes command when no strategos is left: "A-hegemon-6" (HM-STRAT-16).
bool is_new_hegemon(const std::string& strategos);
/// A strategos by his key, which is his name; "the new hegemon of A" of one whom the rules made.
std::string called(const std::string& strategos);

std::string_view name_of(Character character);  ///< "Crafty as Odysseus"
std::string_view word_of(Stance stance);
std::string_view name_of(Phase phase);  ///< "offensive belos"
std::string_view name_of(AndreiaLine line);
std::string_view name_of(AndreiaCode code);
std::string_view name_of(BelosCode code);
std::string_view name_of(MeleeResult result);
std::string_view name_of(Situation situation);
std::string_view name_of(BattleType type);  ///< "Phalanx Clash"
std::string_view name_of(Plan plan);
std::string_view name_of(ArmyFormation formation);

/// Light troops for orders: everything that is not core and throws or shoots (HM-OTYP-11); belos classes keep off by an inch.
constexpr bool is_belos_class(TroopClass troop) {
  return troop == TroopClass::Peltaste || troop == TroopClass::Psiloi || troop == TroopClass::Toxotes ||
         troop == TroopClass::Sphendonetes || troop == TroopClass::Hippotoxotes;
}
constexpr bool is_mounted(TroopClass troop) { return troop == TroopClass::Hippeis || troop == TroopClass::Hippotoxotes; }

/// Inches of the rules as lengths; a quarter of an inch is 6,350 um exactly.
inline Length inches(double in) { return Length::from_mm(in * 25.4); }

}  // namespace polemarch::hoplomachia
