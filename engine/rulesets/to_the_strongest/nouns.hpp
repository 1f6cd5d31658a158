#pragma once
/// What the rules know of a unit, a general, a command and a camp. Plain values. Rules TTS-UNIT, TTS-GEN, TTS-HERO, TTS-CAMP.

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "engine/core/checked.hpp"
#include "engine/core/secret.hpp"
#include "engine/rulesets/to_the_strongest/tables.hpp"
#include "models/footprint.hpp"
#include "models/ids.hpp"

namespace polemarch::to_the_strongest {

enum class Where {
  Undeployed,  ///< waits for deployment
  OnTable,
  Hidden,   ///< in ambush (TTS-STR-24)
  Reserve,  ///< off table since the start (TTS-STR-20, scenarios 7 and 9)
  Left,     ///< walked or evaded off the table (TTS-OFF-01)
  GivenUp,  ///< left at home, its points still count (TTS-SCN-09)
  Lost,
};
enum class Stakes { None, Carried, Emplaced };

struct Unit {
  UnitId id;
  std::string name;
  Side side = Side::A;
  UnitId command;
  Type type = Type::Javelinmen;
  Size size = Size::Regular;
  Grade grade = Grade::Average;
  Weapons weapons;        ///< its own
  Weapons extra;          ///< extra missile weapons (TTS-XMW)
  bool escorted = false;  ///< elephants (TTS-UNIT-14)
  bool pavises = false, two_handed = false, swimmer = false, fanatic = false;
  bool carts = false;                     ///< carroballista or wheeled organ gun (TTS-TYPE-03)
  bool triarii = false;                   ///< shares the legionaries' exemption (TTS-TYPE-77)
  bool mounted_infantry = false;          ///< TTS-MNT
  bool dismounted = false;                ///< TTS-DSM
  bool testudo_trained = false;           ///< named by its list (TTS-TST-01)
  std::string ally;                       ///< of an allied contingent: its own list (TTS-LST-02)
  std::optional<int> save_as_listed;      ///< where a list prints another save (TTS-AMB-120)
  std::optional<int> points_as_listed;    ///< where a list prints another cost (TTS-AMB-120)
  engine::Checked<Formation> formations;  ///< wedge, rhomboid its list allows
  int shock = 0;                          ///< shock missile chit (TTS-SHK-01)
  Stakes stakes = Stakes::None;
  int hits = 2;  ///< TTS-PTS-T1; lost when disorder would reach it
  int victory_points = 2;
  int medals = 2;  ///< surrendered when it goes
  int ammo = 0, ammo_max = 0;
  bool hero = false;

  Where where = Where::Undeployed;
  Box box;
  Box second_box;  ///< straddling (TTS-STD)
  int along = 0;   ///< place in a shared box: +1 nearer its north or east edge, -1 nearer south or west, 0 alone
  Facing facing = Facing::N;
  Formation formation = Formation::Line;
  int disorder = 0;
  int activation = 0;                                  ///< value of the last successful card this turn; 0 none (TTS-ACT-06)
  int edge_zone = 0;                                   ///< where it left, or shall come on; 1..10 of its owner (TTS-OFF-T1); 0 = not known
  bool lost_way = false;                               ///< comes on as a Lost unit: random zone (TTS-STR-28)
  bool tried_to_enter = false;                         ///< this turn
  bool lance_used = false, charge_bonus_used = false;  ///< TTS-LAN-01, TTS-TYPE-52
  bool rally_forbidden = false;                        ///< TTS-STR-19
  UnitId boat;                                         ///< aboard (TTS-BOAT); a boat is named by its unit's own id plus ".boat"
  bool afloat = false;
  engine::Checked<BaseId> bases;
  Footprint footprint;
  bool operator==(const Unit&) const = default;
};

enum class Status { InPlay, Killed, Wounded, Captured };

struct General {
  UnitId id;
  std::string name;
  Side side = Side::A;
  UnitId command;  ///< empty for a senior general without a command
  bool attached = true, mounted = false, senior = false, heroic = false, brilliant = false;
  UnitId unit;  ///< attached to
  Box box;      ///< detached: where his stand is
  Where where = Where::Undeployed;
  Status status = Status::InPlay;
  bool ability_used = false;  ///< replacement card or replay, this turn (TTS-GEN-05, TTS-GEN-27)
  bool moved = false;         ///< command move, this turn
  bool light_wound = false;
  int edge_zone = 0;
  engine::Checked<BaseId> bases;
  Footprint footprint;
  bool operator==(const General&) const = default;
};

enum class CommandStatus { NotYet, Active, Ended };

/// What the rulebook calls a command: one general and his units. TTS-GEN-01, TTS-OOB-02.
struct ArmyCommand {
  UnitId id;
  Side side = Side::A;
  std::string player;  ///< who plays it; empty = the side's one player
  UnitId general;
  int victory_points = 0;  ///< at the start (TTS-DEM-01)
  CommandStatus status = CommandStatus::NotYet;
  bool deployed = false;
  std::optional<int> stood;  ///< its number in the order in which commands were deployed; none: by the set-up or an older log
  bool operator==(const ArmyCommand&) const = default;
};

struct Camp {
  UnitId id;
  Side owner = Side::A;
  Side controller = Side::A;
  UnitId command;
  Box box;
  bool off_table = false;  ///< not deployed, its points count (TTS-SCN-15)
  bool operator==(const Camp&) const = default;
};

// Facts about a unit that many rules ask for.

constexpr bool is_mounted(Type type) { return row_of(type).mounted; }
inline bool is_mounted(const Unit& unit) { return is_mounted(unit.type); }
inline bool is_light(const Unit& unit) { return unit.size == Size::Light; }  // TTS-UNIT-10
inline bool is_formed(const Unit& unit) { return !is_light(unit); }          // TTS-UNIT-20
inline bool is_deep(const Unit& unit) { return unit.size == Size::Deep || unit.size == Size::ExceptionallyDeep; }
constexpr bool is_elephant(Type type) { return type == Type::AfricanElephants || type == Type::IndianElephants; }
inline bool is_elephant(const Unit& unit) { return is_elephant(unit.type); }
constexpr bool is_light_infantry(Type type) { return type == Type::LightInfantryJavelin || type == Type::LightInfantryOther; }
inline bool is_light_infantry(const Unit& unit) { return is_light_infantry(unit.type); }
constexpr bool is_chariot(Type type) {
  return type == Type::Chariots || type == Type::HeavyChariots || type == Type::LightChariots || type == Type::ScythedChariots;
}
constexpr bool is_camel(Type type) { return type == Type::Camelry || type == Type::LightCamelry; }
/// Light infantry or light cavalry, camelry, chariots: the lights friends may pass (not scythed chariots: TTS-AMB-134).
inline bool is_passable_light(const Unit& unit) { return is_light(unit) && unit.type != Type::ScythedChariots; }
/// Cavalry, camelry and all chariots but the scythed and the light ones (TTS-EVD-01, TTS-AMB-139).
constexpr bool is_evading_horse(Type type) {
  return type == Type::Cavalry || type == Type::Camelry || type == Type::Chariots || type == Type::HeavyChariots;
}
inline bool is_javelin_light(const Unit& unit) { return is_light(unit) && unit.weapons.has(Weapon::Javelin); }
/// Plays one or two cards (TTS-SHT-06).
inline bool is_double_shooter(const Unit& unit) {
  return unit.type == Type::Bowmen || unit.type == Type::Longbowmen || unit.weapons.has(Weapon::OrganGun);
}
inline int move_boxes(const Unit& unit) { return is_mounted(unit) ? 2 : 1; }  // TTS-MOV-01
inline bool on_table(const Unit& unit) { return unit.where == Where::OnTable; }
/// Boxes from the nearer of its boxes, diagonals counting one.
inline int reach_of(const Unit& unit, Box box) {
  const int first = reach(unit.box, box);
  return unit.second_box.somewhere() ? std::min(first, reach(unit.second_box, box)) : first;
}

/// Base save with grade, fanaticism and the print of its list. TTS-SAV-03, TTS-UNIT-16..17, TTS-FAN-03.
int base_save(const Unit& unit);
/// Chits at the start. TTS-AMMO-T1, TTS-UNIT-18..19.
int starting_ammo(const Unit& unit);
/// Hits of its size and type. TTS-PTS-T1.
int hits_of(const Unit& unit);
/// TTS-VP-01..06.
int victory_points_of(const Unit& unit);
/// Cost in half points, equipment included (TTS-PTS-03: small units cost half). Heroes are not in it.
int half_points_of(const Unit& unit);
/// 4 points and the extras. TTS-GEN, TTS-PTS-T2. In half points.
int half_points_of(const General& general);
/// Fills hits, ammunition, points and medals from type, size and grade.
void muster(Unit& unit);

}  // namespace polemarch::to_the_strongest
