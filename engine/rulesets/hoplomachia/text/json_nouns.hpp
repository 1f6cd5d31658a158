#pragma once
/// JSON of the room's words, cards and charts; for text*.cpp only (heavy header). Pure.

#include "engine/core/json_types.hpp"
#include "engine/rulesets/hoplomachia/card.hpp"
#include "engine/rulesets/hoplomachia/options.hpp"

namespace polemarch::hoplomachia {

using engine::Json;

POLEMARCH_JSON_ENUM(TroopClass, {TroopClass::Hoplite, "hoplite"}, {TroopClass::Peltaste, "peltaste"}, {TroopClass::Psiloi, "psiloi"},
                    {TroopClass::Toxotes, "toxotes"}, {TroopClass::Sphendonetes, "sphendonetes"}, {TroopClass::Hippeis, "hippeis"},
                    {TroopClass::Hippotoxotes, "hippotoxotes"}, {TroopClass::Chariot, "chariot"}, {TroopClass::Baggage, "baggage"})
POLEMARCH_JSON_ENUM(Arrangement, {Arrangement::CF, "CF"}, {Arrangement::OF, "OF"}, {Arrangement::NF, "NF"})
POLEMARCH_JSON_ENUM(Condition, {Condition::Eager, "eager"}, {Condition::Firm, "firm"}, {Condition::Unsteady, "unsteady"},
                    {Condition::Shaken, "shaken"})
POLEMARCH_JSON_ENUM(OrderType, {OrderType::Muster, "muster"}, {OrderType::March, "march"}, {OrderType::Halt, "halt"},
                    {OrderType::ForwardPsiloi, "forward_psiloi"}, {OrderType::RecallPsiloi, "recall_psiloi"},
                    {OrderType::BeginApproach, "begin_approach"}, {OrderType::Charge, "charge"}, {OrderType::Withdrawal, "withdrawal"},
                    {OrderType::ReleaseEkdromoi, "release_ekdromoi"}, {OrderType::RecallEkdromoi, "recall_ekdromoi"})
POLEMARCH_JSON_ENUM(OrderSource, {OrderSource::None, "none"}, {OrderSource::Salpinx, "salpinx"}, {OrderSource::Verbal, "verbal"})
POLEMARCH_JSON_ENUM(Mode, {Mode::Halt, "halt"}, {Mode::March, "march"}, {Mode::Approach, "approach"}, {Mode::Charge, "charge"},
                    {Mode::Rout, "rout"}, {Mode::Evade, "evade"}, {Mode::Pursue, "pursue"})
POLEMARCH_JSON_ENUM(Character, {Character::FellowHoplite, "fellow_hoplite"}, {Character::Crafty, "crafty"},
                    {Character::Promachos, "promachos"}, {Character::Demagogue, "demagogue"})
POLEMARCH_JSON_ENUM(Stance, {Stance::Philos, "philos"}, {Stance::Symmachos, "symmachos"}, {Stance::Automolos, "automolos"})
POLEMARCH_JSON_ENUM(Phase, {Phase::PreGame, "pre_game"}, {Phase::Deployment, "deployment"}, {Phase::Salpinx, "salpinx"},
                    {Phase::Commands, "commands"}, {Phase::Mantis, "mantis"}, {Phase::Automatic, "automatic"},
                    {Phase::OffensiveBelos, "offensive_belos"}, {Phase::Epidromos, "epidromos"}, {Phase::DefensiveBelos, "defensive_belos"},
                    {Phase::Marches, "marches"}, {Phase::Melee, "melee"}, {Phase::Katastrophe, "katastrophe"}, {Phase::Ended, "ended"})
POLEMARCH_JSON_ENUM(Engaged, {Engaged::None, "none"}, {Engaged::Epidromos, "epidromos"}, {Engaged::Othismos, "othismos"})
POLEMARCH_JSON_ENUM(Fate, {Fate::Sound, "sound"}, {Fate::Routing, "routing"}, {Fate::Gone, "gone"}, {Fate::Waiting, "waiting"})
POLEMARCH_JSON_ENUM(AndreiaLine, {AndreiaLine::Recovering, "recovering"}, {AndreiaLine::Charging, "charging"},
                    {AndreiaLine::Melee, "melee"}, {AndreiaLine::Katastrophe, "katastrophe"})
POLEMARCH_JSON_ENUM(AndreiaCode, {AndreiaCode::Maintain, "M"}, {AndreiaCode::Recover, "R"}, {AndreiaCode::Pursue, "P"},
                    {AndreiaCode::Charge, "C"}, {AndreiaCode::Evade, "E"}, {AndreiaCode::Halt, "H"}, {AndreiaCode::Disarrayed, "D"},
                    {AndreiaCode::Routed, "X"}, {AndreiaCode::Worse, "W"})
POLEMARCH_JSON_ENUM(BelosCode, {BelosCode::Maintain, "M"}, {BelosCode::Formation, "F"}, {BelosCode::Charge, "C"},
                    {BelosCode::BelosCharge, "B"}, {BelosCode::ReleaseEkdromoi, "K"}, {BelosCode::Evade, "E"}, {BelosCode::Disarrayed, "D"},
                    {BelosCode::Routed, "X"})
POLEMARCH_JSON_ENUM(MeleeResult, {MeleeResult::NoEffect, "no_effect"}, {MeleeResult::BothDisarrayed, "both_disarrayed"},
                    {MeleeResult::PushedBack, "pushed_back"}, {MeleeResult::BrokenInto, "broken_into"}, {MeleeResult::Broken, "broken"},
                    {MeleeResult::Slaughtered, "slaughtered"})
POLEMARCH_JSON_ENUM(Strikes, {Strikes::Front, "front"}, {Strikes::Shielded, "shielded"}, {Strikes::Unshielded, "unshielded"},
                    {Strikes::Rear, "rear"})
POLEMARCH_JSON_ENUM(EkdromoiResult, {EkdromoiResult::NoEffect, "no_effect"}, {EkdromoiResult::TormentorKilled, "tormentor_killed"},
                    {EkdromoiResult::EkdromoiKilled, "ekdromoi_killed"}, {EkdromoiResult::Both, "both"})
POLEMARCH_JSON_ENUM(Situation, {Situation::BorderDispute, "border_dispute"}, {Situation::CivilWar, "civil_war"},
                    {Situation::Anabasis, "anabasis"}, {Situation::HegemonicWar, "hegemonic_war"})
POLEMARCH_JSON_ENUM(BattleType, {BattleType::A, "A"}, {BattleType::B, "B"}, {BattleType::C, "C"}, {BattleType::D, "D"},
                    {BattleType::E, "E"}, {BattleType::F, "F"}, {BattleType::G, "G"}, {BattleType::H, "H"})
POLEMARCH_JSON_ENUM(StartType, {StartType::Encounter, "encounter"}, {StartType::Ambush, "ambush"}, {StartType::Arrayed, "arrayed"})
POLEMARCH_JSON_ENUM(BoardShape, {BoardShape::Broad, "broad"}, {BoardShape::Long, "long"}, {BoardShape::Square, "square"})
POLEMARCH_JSON_ENUM(Role, {Role::Invader, "invader"}, {Role::Defender, "defender"})
POLEMARCH_JSON_ENUM(Plan, {Plan::FrontalAttack, "frontal_attack"}, {Plan::EnvelopeFlank, "envelope_flank"},
                    {Plan::HarassToDeath, "harass_to_death"}, {Plan::Defend, "defend"}, {Plan::ExitBoard, "exit_board"})
POLEMARCH_JSON_ENUM(ArmyFormation, {ArmyFormation::BattlePhalanx, "battle_phalanx"}, {ArmyFormation::DividedPhalanx, "divided_phalanx"},
                    {ArmyFormation::MarchingColumn, "marching_column"}, {ArmyFormation::Dispersed, "dispersed"})
POLEMARCH_JSON_ENUM(DeploymentMethod, {DeploymentMethod::Sketch, "sketch"}, {DeploymentMethod::Alternate, "alternate"},
                    {DeploymentMethod::Screen, "screen"})

POLEMARCH_JSON_DEFAULTS(AndreiaRow, pass, fail)
POLEMARCH_JSON_DEFAULTS(BelosRow, pass, fail)
POLEMARCH_JSON_DEFAULTS(TerrainKind, kind, disarray, impassable, blocks_sight, wall, uphill, surf, cliff, hill)
POLEMARCH_JSON_DEFAULTS(HieresRow, target, success, failure)
POLEMARCH_JSON_DEFAULTS(AreteTrack, name, shaken, unsteady, firm)
POLEMARCH_JSON_DEFAULTS(Charts, sample, melee, uphill, wall, stockade, gap, ground_given, third_rank, fourth_rank, hamippoi,
                        ground_given_cap, ekdromoi, terrain, paean, grim_resolve, sphagia, one_step_more, rhetoria, hieres, tracks, nemesis,
                        strategos_killed, promachos_killed, strategos_under_belos, strategos_routed, characters, stances)
POLEMARCH_JSON_DEFAULTS(Options, competitive_sequence, competitive_by_step, inclining, countermarch, unit_signal, ekdromoi_signals,
                        lakonian_ekdromoi, epilektoi, nemesis, scythed_chariots, ammunition, weak_missiles, interactive_ekdromoi,
                        hegemon_signal_and_verbal, ambushed_base_lowest, crafty_adds_one, hamippoi_six, ekdromoi_at_shooters,
                        stands_count_as_lochoi, target_by_rolled_distance, wall_shoots, level_four_by_chart, turns)

/// Inches on a card are numbers; every field as HM-CARD-T1 names it. Reading checks ranges and complains with the field's path.
void to_json(Json& j, const UnitCard& card);
void from_json(const Json& j, UnitCard& card);

}  // namespace polemarch::hoplomachia
