#pragma once
/// What happened, complete and never renamed. evolve.cpp writes them into State. Plain values.

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "engine/core/checked.hpp"
#include "engine/core/events.hpp"
#include "engine/core/gist.hpp"
#include "engine/core/one_of.hpp"
#include "engine/core/secret.hpp"
#include "engine/rulesets/to_the_strongest/field.hpp"
#include "engine/rulesets/to_the_strongest/nouns.hpp"
#include "engine/rulesets/to_the_strongest/steps.hpp"

namespace polemarch::to_the_strongest {

struct CommandBegun {
  static constexpr const char* kName = "command_begun";
  UnitId command;
  bool operator==(const CommandBegun&) const = default;
};
struct CommandEnded {
  static constexpr const char* kName = "command_ended";
  UnitId command;
  std::string why;  ///< "failed", "passed"
  bool operator==(const CommandEnded&) const = default;
};
struct OrderGiven {
  static constexpr const char* kName = "order_given";
  Plan plan;
  engine::Checked<std::string> reasons;  ///< what makes up the card needed, one line each
  bool operator==(const OrderGiven&) const = default;
};
/// A card was turned for `purpose` from the deck of `side`. On units it stays until the turn ends.
struct CardTurned {
  static constexpr const char* kName = "card_turned";
  static constexpr engine::News kNews = engine::News::Throw;
  Side side = Side::A;
  std::string purpose;  ///< activation, replacement, evade, to_hit, save, wound, rally, rampage, zone, entry
  engine::Checked<UnitId> units;
  int card = 0;
  int need = 0;
  bool success = false;
  bool on_units = false;  ///< lies behind the units (TTS-DECK-05); else on the baseline (TTS-DECK-06)
  UnitId general;         ///< who replaced
  engine::Checked<std::string> reasons;
  bool reshuffled = false;            ///< the pile had run out: all but the cards on units were shuffled in first (TTS-AMB-64)
  std::optional<std::string> player;  ///< whose deck, where the side has several players (TTS-DECK-03)
  bool operator==(const CardTurned&) const = default;
};
/// The card the units must beat next. TTS-ACT-06.
struct ActivationSet {
  static constexpr const char* kName = "activation_set";
  engine::Checked<UnitId> units;
  int value = 0;
  bool operator==(const ActivationSet&) const = default;
};
struct AbilityUsed {
  static constexpr const char* kName = "ability_used";
  UnitId general;
  std::string what;  ///< replacement, replay
  bool operator==(const AbilityUsed&) const = default;
};
struct HeroUsed {
  static constexpr const char* kName = "hero_used";
  UnitId unit;
  bool operator==(const HeroUsed&) const = default;
};
struct HeroGained {
  static constexpr const char* kName = "hero_gained";
  UnitId unit;
  bool operator==(const HeroGained&) const = default;
};
struct UnitMoved {
  static constexpr const char* kName = "unit_moved";
  UnitId unit;
  Box from, to;
  Facing facing = Facing::N;
  int along = 0;
  std::string how;  ///< move, turn, march, evade, advance, retreat, enter, deploy ...
  Box second;       ///< straddling
  bool operator==(const UnitMoved&) const = default;
};
struct UnitLeft {
  static constexpr const char* kName = "unit_left";
  UnitId unit;
  int zone = 0;
  std::string how;  ///< move, evade, reserve
  bool operator==(const UnitLeft&) const = default;
};
struct UnitLost {
  static constexpr const char* kName = "unit_lost";
  static constexpr engine::News kNews = engine::News::Loss;
  UnitId unit;
  std::string why;
  bool operator==(const UnitLost&) const = default;
};
/// A hero goes with his unit. TTS-HERO-04.
struct HeroLost {
  static constexpr const char* kName = "hero_lost";
  static constexpr engine::News kNews = engine::News::Loss;
  UnitId unit;
  bool operator==(const HeroLost&) const = default;
};
struct DisorderSet {
  static constexpr const char* kName = "disorder_set";
  static constexpr engine::News kNews = engine::News::Result;
  UnitId unit;
  int level = 0;
  std::string why;
  std::optional<engine::Glyph> glyph() const {
    using enum engine::Glyph;
    return level == 0 ? std::nullopt : std::optional(level == 1 ? Disordered : level == 2 ? DoublyDisordered : TriplyDisordered);
  }
  bool operator==(const DisorderSet&) const = default;
};
struct AmmoSet {
  static constexpr const char* kName = "ammo_set";
  UnitId unit;
  int chits = 0;
  bool operator==(const AmmoSet&) const = default;
};
struct ReserveAmmoSet {
  static constexpr const char* kName = "reserve_ammo_set";
  Side side = Side::A;
  int chits = 0;
  std::string why;
  bool operator==(const ReserveAmmoSet&) const = default;
};
/// One-use things of a unit: shock missile, lance, elephant card, stakes.
struct Spent {
  static constexpr const char* kName = "spent";
  UnitId unit;
  std::string what;  ///< shock, lance, beast, stakes
  bool operator==(const Spent&) const = default;
};
struct FormationSet {
  static constexpr const char* kName = "formation_set";
  UnitId unit;
  Formation formation = Formation::Line;
  bool operator==(const FormationSet&) const = default;
};
/// Horse became light infantry: all that changes, as it then is. TTS-DSM-04, TTS-AMB-116.
struct UnitDismounted {
  static constexpr const char* kName = "unit_dismounted";
  UnitId unit;
  Type type = Type::LightInfantryJavelin;
  Size size = Size::Light;
  Weapons weapons;
  int hits = 1;
  int medals = 1;
  int chits = 0;
  int chits_most = 0;
  bool operator==(const UnitDismounted&) const = default;
};
struct StakesPlaced {
  static constexpr const char* kName = "stakes_placed";
  Box box;
  Facing facing = Facing::N;
  bool operator==(const StakesPlaced&) const = default;
};
struct FortificationPlaced {
  static constexpr const char* kName = "fortification_placed";
  Box box;
  Facing facing = Facing::N;
  bool operator==(const FortificationPlaced&) const = default;
};
struct GroundSet {
  static constexpr const char* kName = "ground_set";
  Box box;
  Ground ground = Ground::Open;
  std::string why;
  bool operator==(const GroundSet&) const = default;
};
struct BoatSet {
  static constexpr const char* kName = "boat_set";
  UnitId unit;
  bool afloat = false;
  bool operator==(const BoatSet&) const = default;
};
struct GeneralMoved {
  static constexpr const char* kName = "general_moved";
  UnitId general;
  Box to;
  UnitId unit;      ///< attached to it now
  std::string how;  ///< command_move, accompany, join, displaced, deploy, off
  bool operator==(const GeneralMoved&) const = default;
};
struct GeneralWounded {
  static constexpr const char* kName = "general_wounded";
  static constexpr engine::News kNews = engine::News::Result;
  UnitId general;
  bool operator==(const GeneralWounded&) const = default;
};
struct GeneralLost {
  static constexpr const char* kName = "general_lost";
  static constexpr engine::News kNews = engine::News::Loss;
  UnitId general;
  Status status = Status::Killed;
  bool operator==(const GeneralLost&) const = default;
};
struct CampTaken {
  static constexpr const char* kName = "camp_taken";
  static constexpr engine::News kNews = engine::News::Loss;
  UnitId camp;
  Side by = Side::A;
  bool operator==(const CampTaken&) const = default;
};
struct MedalsSet {
  static constexpr const char* kName = "medals_set";
  Side side = Side::A;
  int medals = 0;
  int change = 0;
  std::string why;
  bool extra = false;  ///< by a scenario or a bid, not for anything lost or returned
  bool operator==(const MedalsSet&) const = default;
};
struct CommandDemoralised {
  static constexpr const char* kName = "command_demoralised";
  static constexpr engine::News kNews = engine::News::Result;
  UnitId command;
  bool demoralised = true;
  std::optional<engine::Glyph> glyph() const { return demoralised ? std::optional(engine::Glyph::Demoralised) : std::nullopt; }
  bool operator==(const CommandDemoralised&) const = default;
};
struct TurnEnded {
  static constexpr const char* kName = "turn_ended";
  static constexpr engine::News kNews = engine::News::Aside;
  Side side = Side::A;
  bool operator==(const TurnEnded&) const = default;
};
struct BattleEnded {
  static constexpr const char* kName = "battle_ended";
  static constexpr engine::News kNews = engine::News::Decision;
  std::string winner;              ///< "A", "B", "draw"
  std::optional<std::string> why;  ///< given up, or agreed; nothing: the medals say it
  bool operator==(const BattleEnded&) const = default;
};
/// A success that a general may still swap (TTS-GEN-08), and the save an enemy may still curse (TTS-STR-13).
struct ReplaceOpen {
  static constexpr const char* kName = "replace_open";
  Plan plan;
  int card = 0;
  engine::Checked<UnitMoved> before;         ///< how to put the units back, and those charged if they are lost at once
  engine::Checked<GeneralMoved> generals;    ///< and those who went along or made way
  engine::Checked<UnitId> able;              ///< generals who stood with the units when the card was turned
  engine::Checked<CampTaken> camps;          ///< who held the camps on the way
  engine::Checked<ReserveAmmoSet> reserves;  ///< and what lay there, or was brought up
  engine::Checked<AmmoSet> ammo;
  engine::Checked<FormationSet> formations;
  engine::Checked<UnitId> heroes;  ///< units charged that have one
  bool operator==(const ReplaceOpen&) const = default;
};
/// Something else was done: that success stands.
struct ReplaceClosed {
  static constexpr const char* kName = "replace_closed";
  bool operator==(const ReplaceClosed&) const = default;
};
struct SaveRemembered {
  static constexpr const char* kName = "save_remembered";
  UnitId general;
  bool operator==(const SaveRemembered&) const = default;
};

// Before the battle, and stratagems.
struct PhaseSet {
  static constexpr const char* kName = "phase_set";
  static constexpr engine::News kNews = engine::News::Course;
  std::string phase;
  bool operator==(const PhaseSet&) const = default;
};
struct ScenarioSet {
  static constexpr const char* kName = "scenario_set";
  int number = 0;
  bool operator==(const ScenarioSet&) const = default;
};
struct TerrainListed {
  static constexpr const char* kName = "terrain_listed";
  Side side = Side::A;
  engine::Checked<TerrainChoice> pieces;
  bool operator==(const TerrainListed&) const = default;
};
struct TerrainPut {
  static constexpr const char* kName = "terrain_put";
  Side side = Side::A;
  std::string kind;
  engine::Checked<Box> boxes;
  engine::Checked<std::string> edges;
  bool operator==(const TerrainPut&) const = default;
};
struct TerrainMoved {
  static constexpr const char* kName = "terrain_moved";
  int piece = 0;
  engine::Checked<Box> boxes;
  bool gone = false;  ///< taken away
  std::string why;
  bool operator==(const TerrainMoved&) const = default;
};
/// The pieces that are left lie for good; `field` is the ground as it then is.
struct GroundLaid {
  static constexpr const char* kName = "ground_laid";
  Field field;
  bool operator==(const GroundLaid&) const = default;
};
struct StratagemDrawn {
  static constexpr const char* kName = "stratagem_drawn";
  Side side = Side::A;
  engine::Secret<std::string> card;
  bool operator==(const StratagemDrawn&) const = default;
};
/// A held card is gone; "" is a king, spent by an unseen note.
struct StratagemUsed {
  static constexpr const char* kName = "stratagem_used";
  Side side = Side::A;
  std::string card;
  engine::Checked<UnitId> units;
  engine::Checked<int> blundered;  ///< lanes whose activation card the enemy now gives the order for (TTS-STR-10)
  int place = 0;                   ///< in the hand, of a king spent unseen, where several players of a side hold cards
  bool operator==(const StratagemUsed&) const = default;
};
struct UnitNoted {
  static constexpr const char* kName = "unit_noted";
  Side side = Side::A;
  engine::Secret<NoteUnit> note;
  bool operator==(const UnitNoted&) const = default;
};
struct RallyForbidden {
  static constexpr const char* kName = "rally_forbidden";
  static constexpr engine::News kNews = engine::News::Result;
  UnitId unit;
  bool operator==(const RallyForbidden&) const = default;
};
struct SidesReady {
  static constexpr const char* kName = "sides_ready";
  Side active = Side::A;
  int total_a = 0, total_b = 0;
  bool operator==(const SidesReady&) const = default;
};
struct CommandDeployed {
  static constexpr const char* kName = "command_deployed";
  UnitId command;
  std::optional<int> stood;  ///< its number in the order of both sides; none in older logs
  bool operator==(const CommandDeployed&) const = default;
};
struct CampPlaced {
  static constexpr const char* kName = "camp_placed";
  UnitId camp;
  Box box;
  bool operator==(const CampPlaced&) const = default;
};
struct ArmyChosen {
  static constexpr const char* kName = "army_chosen";
  Side by = Side::A;
  int bid = 0;
  bool tie = false;
  bool operator==(const ArmyChosen&) const = default;
};

using EventList = std::variant<engine::StepOpened<Step>, engine::WaitAnswered, engine::StepClosed, engine::PlacementOwed, engine::Placed,
                               CommandBegun, CommandEnded, OrderGiven, CardTurned, ActivationSet, AbilityUsed, HeroUsed, HeroGained,
                               HeroLost, UnitMoved, UnitLeft, UnitLost, DisorderSet, AmmoSet, ReserveAmmoSet, Spent, FormationSet,
                               UnitDismounted, StakesPlaced, FortificationPlaced, GroundSet, BoatSet, GeneralMoved, GeneralWounded,
                               GeneralLost, CampTaken, MedalsSet, CommandDemoralised, TurnEnded, BattleEnded, ReplaceOpen, SaveRemembered,
                               PhaseSet, ScenarioSet, TerrainListed, TerrainPut, TerrainMoved, GroundLaid, StratagemDrawn, StratagemUsed,
                               UnitNoted, RallyForbidden, SidesReady, CommandDeployed, CampPlaced, ArmyChosen, ReplaceClosed>;
struct Event : engine::OneOf<EventList> {
  using OneOf::OneOf;
};

}  // namespace polemarch::to_the_strongest
extern template struct polemarch::engine::OneOf<polemarch::to_the_strongest::EventList>;
