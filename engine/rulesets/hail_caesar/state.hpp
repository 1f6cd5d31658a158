#pragma once
/// A Hail Caesar battle as a plain value: units, generals, divisions, terrain, turn, agenda. Free measurement, table frame. Pure.

#include <map>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "engine/core/one_of.hpp"
#include "engine/core/room.hpp"
#include "engine/rulesets/hail_caesar/config.hpp"
#include "models/footprint.hpp"
#include "models/table.hpp"

namespace polemarch::hail_caesar {

enum class BreakCategory { Infantry, Cavalry, Skirmishers };
enum class MoveClass {
  Infantry,
  Elephants,
  Wagons,
  Baggage,
  PortableArtillery,
  OtherArtillery,
  Cataphracts,
  HeavyChariots,
  LightChariots,
  Cavalry,
  LightCavalry,
  HorseArchers,
};
enum class Size { Tiny, Small, Standard, Large };
enum class Formation { Line, Column, Square, Wedge, Testudo, OpenOrder };
enum class Weapon { Thrown, Sling, Bow, LightArtillery, MediumArtillery, HeavyArtillery };
enum class Cover { None, Cover, Buildings, Fortifications };
/// The parts of a player turn (HC-SEQ-03, HC-SEQ-04), with deployment before and the end after.
enum class Phase { Deployment, Rally, Initiative, Orders, Shooting, HandToHand, Ended };
enum class MoveKind { Initiative, Ordered, Free, Retirement };
enum class Facing { Front, Left, Rear, Right };  ///< of the unit's own edges
enum class BreakTable { HandToHand, Ranged };
enum class ShotKind { Shooting, Closing, Traversing };
enum class OrderKind { Unit, Division, GeneralAdvance, FollowMe, Rally, Courage };

/// What the roster says of a unit ("Not in the source" of the catalogue); never changes in play.
struct Profile {
  std::string name, type, division;
  Size size = Size::Standard;
  MoveClass move_class = MoveClass::Infantry;
  BreakCategory break_category = BreakCategory::Infantry;
  int clash = 0, sustained = 0, short_ranged = 0, long_ranged = 0;
  int morale_save = 7, stamina = 1;
  std::vector<Weapon> weapons;
  bool can_closing_shot = false, can_traversing_shot = false;
  bool elite = false;
  int elite_number = 4;
  bool shielded = false, heavy_infantry = false, cataphract = false, baggage = false, always_open_order = false;
  std::vector<Formation> allowed_formations;  ///< empty = any
  std::vector<std::string> special;
  int points = 0;
  std::string base_source;  ///< roster entry it was read from ("sample:heavy_block"), for the report
  bool operator==(const Profile&) const = default;
};

/// One stand and where the rules have it.
struct Stand {
  BaseId base;
  Footprint footprint;
  MeasuredPose at;
  std::optional<MarkerId> marker;
  bool operator==(const Stand&) const = default;
};

/// A foe in contact: where on this unit, since when.
struct Contact {
  UnitId foe;
  Facing on = Facing::Front;  ///< the edge of this unit that the foe touches
  bool fresh = true;          ///< made in this player turn: clash, not sustained
  bool operator==(const Contact&) const = default;
};

/// Cleared at the start of every player turn.
struct TurnFlags {
  bool initiative_used = false;
  bool ordered = false;  ///< an order test was taken for it
  bool order_failed = false;
  bool follow_me_failed = false;
  int moves_left = 0;  ///< ordered moves still to make
  int moves_made = 0;  ///< ordered moves made
  bool free_move_used = false, retirement_used = false;
  bool charged = false;
  bool rally_tried = false;
  bool steadied = false;  ///< Where is your courage worked: not Broken this turn
  bool shot = false;
  std::vector<Facing> faces_shot;  ///< garrisons
  bool fought = false;
  std::vector<UnitId> reaction_shots;          ///< at whom it fired closing or traversing shots
  std::vector<UnitId> crossed;                 ///< whose front it crossed when it moved
  std::vector<UnitId> maybe_crossed;           ///< or may have crossed
  int six_hits = 0, six_hits_by_reaction = 0;  ///< taken from dice that needed a 6: shooting; closing and traversing shots
  bool evaded = false;
  int casualties = 0;
  bool operator==(const TurnFlags&) const = default;
};

/// A break test a unit has to take, with the rules that ask for it.
struct TestDue {
  BreakTable table = BreakTable::Ranged;
  int modifier = 0;                ///< combat difference
  std::vector<std::string> rules;  ///< e.g. HC-SHO-12
  bool operator==(const TestDue&) const = default;
};

struct Unit {
  Side side = Side::A;
  Profile profile;
  std::vector<Stand> stands;
  bool on_table = false;
  Formation formation = Formation::Line;
  std::string in;  ///< id of the building or work it holds, or empty
  int casualties = 0;
  bool disordered = false, broken = false, shattered = false;
  bool won_last_round = false;    ///< of the combat it is in (HC-AMB-25)
  bool hit_by_artillery = false;  ///< this player turn, since its last break test
  std::vector<Contact> contacts;
  std::optional<TestDue> due;
  TurnFlags turn;
  bool operator==(const Unit&) const = default;

  bool in_play() const { return on_table && !broken && !shattered; }
  bool open_order() const { return formation == Formation::OpenOrder; }
  bool formed() const { return !open_order(); }
};

struct General {
  Side side = Side::A;
  std::string name;
  std::string division;  ///< empty: commands the army as a whole
  int rating = 7, attack_dice = 0;
  bool army_commander = false, replacement = false;
  Stand stand;
  bool on_table = false;
  UnitId joined;  ///< unit he is with, or empty
  bool joined_this_turn = false;
  bool joined_order_used = false;  ///< rally, courage or follow-me given on this join
  bool gave_order = false, failed_order = false, moved = false;
  bool operator==(const General&) const = default;
};

struct Division {
  Side side = Side::A;
  std::string name;
  UnitId general;
  bool broken = false;
  bool operator==(const Division&) const = default;
};

/// What a kind of terrain does (terrain table of HC-CFG-T1).
struct TerrainRule {
  std::string kind;
  double move_factor = 1;
  Cover cover = Cover::None;
  bool blocks_sight = false;
  bool operator==(const TerrainRule&) const = default;
};
struct Terrain {
  std::string id, kind;
  std::vector<Point> outline;
  Length height;
  double move_factor = 1;
  Cover cover = Cover::None;
  bool blocks_sight = false;
  bool operator==(const Terrain&) const = default;
};

// Steps: what is going on. A step without waits is a frame that goes on when the steps above it are done.

/// Dice of an order test; also rally, courage, follow-me and General Advance.
struct OrderTest {
  static constexpr const char* kName = "order_test";
  OrderKind kind = OrderKind::Unit;
  UnitId general;
  std::vector<UnitId> units;
  int needed = 7;  ///< this or less
  bool operator==(const OrderTest&) const = default;
};
struct BlunderRoll {
  static constexpr const char* kName = "blunder_roll";
  OrderTest test;
  int roll = 0;
  bool operator==(const BlunderRoll&) const = default;
};
struct EliteRally {
  static constexpr const char* kName = "elite_rally";
  UnitId unit;
  bool operator==(const EliteRally&) const = default;
};
/// Dice to hit of a shot.
struct Shot {
  static constexpr const char* kName = "shot";
  ShotKind kind = ShotKind::Shooting;
  UnitId unit, target;
  int needed = 4;
  std::optional<Weapon> weapon;
  bool operator==(const Shot&) const = default;
};
struct ShotSaves {
  static constexpr const char* kName = "shot_saves";
  Shot shot;
  int hits = 0, sixes = 0;
  int save = 7, modifier = 0;
  bool operator==(const ShotSaves&) const = default;
};
/// Frame: tests due after shooting (HC-SHO-16), or still due at the end of the turn, one after the other.
struct TestsDue {
  static constexpr const char* kName = "tests_due";
  bool operator==(const TestsDue&) const = default;
};
struct BreakTest {
  static constexpr const char* kName = "break_test";
  UnitId unit;
  BreakTable table = BreakTable::Ranged;
  int modifier = 0;
  std::vector<std::string> rules;
  bool operator==(const BreakTest&) const = default;
};
/// Hold Disordered or retreat in good order (HC-BRK-07).
struct BreakChoice {
  static constexpr const char* kName = "break_choice";
  UnitId unit;
  int score = 0;
  bool operator==(const BreakChoice&) const = default;
};
/// A combat on its way: frame for shot tests, then dice and saves unit by unit, then the result and its tests.
/// Dice one unit rolls at one foe.
struct Attack {
  UnitId unit, foe;
  int dice = 0, needed = 4;
  bool operator==(const Attack&) const = default;
};
enum class CombatStage { ShotTests, Dice, Saves, Result, Tests };
struct Combat {
  static constexpr const char* kName = "combat";
  std::vector<UnitId> units;
  CombatStage stage = CombatStage::ShotTests;
  int at = 0;  ///< index of the attack, then of the saving unit, whose dice are asked for
  std::vector<Attack> attacks;
  std::vector<UnitId> saving;                      ///< units that were hit
  std::map<UnitId, int> hits;                      ///< scored on this unit
  std::map<UnitId, int> casualties;                ///< taken by this unit in this round
  std::vector<UnitId> shaken_before;               ///< HC-AMB-53
  std::map<UnitId, std::vector<UnitId>> supports;  ///< who supported whom
  bool operator==(const Combat&) const = default;
};
using StepList = std::variant<OrderTest, BlunderRoll, EliteRally, Shot, ShotSaves, TestsDue, BreakTest, BreakChoice, Combat>;
struct Step : engine::OneOf<StepList> {
  using OneOf::OneOf;
};

/// The last order test, while the army commander may still have it rolled again.
struct LastTest {
  OrderTest test;
  int roll = 0;
  bool operator==(const LastTest&) const = default;
};

struct State {
  Config config;
  Length table_width, table_depth, tolerance{3000};
  std::vector<Terrain> terrain;
  std::map<UnitId, Unit> units;
  std::map<UnitId, General> generals;
  std::map<std::string, Division> divisions;  ///< key "A.D1"
  Phase phase = Phase::Deployment;
  int turn = 1;
  Side active = Side::A, first = Side::A;
  std::map<std::string, bool> reroll_used;  ///< "A", "B": this player turn
  std::optional<LastTest> last_test;
  std::map<UnitId, UnitId> may_follow;  ///< winner -> the loser that gave ground before it
  bool lost_in_play = false;            ///< a unit broke or was shattered since the setup
  std::string winner;                   ///< "A", "B", "draw" when ended
  engine::Agenda<Step> agenda;

  // Made once, in made_once.cpp: every file that names a State would make its own.
  State();
  State(const State& other);
  State(State&& other) noexcept;
  State& operator=(const State& other);
  State& operator=(State&& other) noexcept;
  ~State();
  bool operator==(const State& other) const;
};

/// "A.Centre": divisions of both sides may have the same id.
inline std::string division_key(Side side, const std::string& division) { return std::string(name_of(side)) + "." + division; }

}  // namespace polemarch::hail_caesar
extern template struct polemarch::engine::OneOf<polemarch::hail_caesar::StepList>;
