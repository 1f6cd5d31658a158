#pragma once
/// The words of Hail Caesar: what a unit is, how it stands, what the ground does. Free measurement, table frame. Pure.

#include <optional>
#include <string>
#include <vector>

#include "engine/core/checked.hpp"
#include "models/footprint.hpp"
#include "models/ids.hpp"
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
  engine::Checked<Weapon> weapons;
  bool can_closing_shot = false, can_traversing_shot = false;
  bool elite = false;
  int elite_number = 4;
  bool shielded = false, heavy_infantry = false, cataphract = false, baggage = false, always_open_order = false;
  engine::Checked<Formation> allowed_formations;  ///< empty = any
  engine::Checked<std::string> special;
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
  engine::Checked<Point> outline;
  Length height;
  double move_factor = 1;
  Cover cover = Cover::None;
  bool blocks_sight = false;
  bool operator==(const Terrain&) const = default;
};

/// "A.Centre": divisions of both sides may have the same id.
inline std::string division_key(Side side, const std::string& division) { return std::string(name_of(side)) + "." + division; }

}  // namespace polemarch::hail_caesar
