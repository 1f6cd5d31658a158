#pragma once
/// The words of Blade & Bow: squares, facings, counters, cards, terrain kinds. Grid squares and directional points. Pure.

#include <array>
#include <compare>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/core/checked.hpp"
#include "models/ids.hpp"
#include "models/units.hpp"

namespace polemarch::blade_and_bow {

/// A square as printed: column letter and row number, both from 0 here ("A1" = {0,0}).
struct Square {
  int column = 0, row = 0;
  constexpr auto operator<=>(const Square&) const = default;
};
/// "E4"; columns past Z go on as AA, AB.
std::string name_of(Square square);
/// The same in a sentence, "e4": a capital letter would read as the id of a unit.
std::string words_of(Square square);
/// The square called `text` ("E4", "e4"), or nothing.
std::optional<Square> square_named(std::string_view text);

/// The eight directions of the compass, clockwise; N points away from side A's edge (BB-POS-01, BB-AMB-01).
enum class Facing { N, NE, E, SE, S, SW, W, NW };
constexpr Facing turned(Facing facing, int steps_clockwise) {
  return static_cast<Facing>(((static_cast<int>(facing) + steps_clockwise) % 8 + 8) % 8);
}
/// Steps of 45 degrees clockwise from a to b, 0 to 7.
constexpr int steps_between(Facing a, Facing b) { return ((static_cast<int>(b) - static_cast<int>(a)) % 8 + 8) % 8; }
/// The smaller number of 45-degree steps between two facings, 0 to 4.
constexpr int turn_between(Facing a, Facing b) {
  const int steps = steps_between(a, b);
  return steps > 4 ? 8 - steps : steps;
}

enum class Size { Light, Medium, Heavy };             // BB-UNIT-12
enum class Density { Open, Dense, Flexible };         // BB-UNIT-13
enum class UnitClass { Infantry, Cavalry, Special };  // BB-UNIT-07: black, blue and red names
enum class Colour { White, Black, Red, Yellow };      // BB-UNIT-06
/// Where a piece is: on the map, on the rout track, out of the game, taken off without loss, or not come yet.
enum class Where { Map, Routed, Rallied, Eliminated, Removed, Reserve, Track, Undeployed };

/// One side of a counter: the figures printed on it.
struct Profile {
  int movement = 0;                    ///< directional points of one Move action (BB-UNIT-08)
  int fire = 0, range = 0;             ///< yellow box: dice and reach in points; 0 = may not shoot (BB-UNIT-09)
  int missile_defence = 0;             ///< black circle (BB-UNIT-10)
  int left = 0, front = 0, right = 0;  ///< morale modifiers by the side attacked (BB-UNIT-11)
  Size size = Size::Medium;
  Density density = Density::Open;
  bool operator==(const Profile&) const = default;
};

/// A counter type: both sides of it.
struct UnitType {
  std::string name;
  UnitClass unit_class = UnitClass::Infantry;
  bool immortals = false;  ///< the red-name rules of BB-COM-14, BB-DICE-10, BB-RAL-06
  Profile good, disrupted;
  bool operator==(const UnitType&) const = default;
};

/// What a card does when it is played for its text. Effects that fit none are Text: the players apply it, the log keeps it.
enum class EffectKind {
  Text,
  AttackDice,
  DefenceDice,
  Reroll,
  MeleeModifier,
  ShotModifier,
  MoraleModifier,
  InitiativeModifier,
  Movement,
  Rally,
  Cancel
};

struct Card {
  int number = 0;  ///< 1 to 60
  std::string title;
  std::optional<int> commitment;  ///< upper-left number (BB-CARD-02)
  std::string text;
  EffectKind effect = EffectKind::Text;
  int amount = 0;
  std::string timing;                      ///< "melee", "shot", "move", "rally", "morale", "initiative", "any"
  std::string lasts = "action";            ///< "action", "impulse" or "turn" (BB-CARD-18)
  std::array<int, 4> actions{1, 1, 1, 1};  ///< white, black, red, yellow (BB-CARD-04); 0 = none
  bool reshuffle = false;
  bool tough_luck = false;
  bool operator==(const Card&) const = default;
};

/// A row of the terrain effects chart (BB-NIS-04).
struct TerrainKind {
  int extra_infantry = 0, extra_cavalry = 0;  ///< points beside the 2 or 3 of the step (BB-AMB-32)
  bool stop = false;                          ///< BB-TER-03
  bool disrupts = false;                      ///< good order units entering (BB-TER-04)
  int missile_dice = 0;                       ///< defence dice of a unit in it (BB-TER-07)
  int enemy_melee_dice = 0;                   ///< dice to the opponent of a unit in it (BB-TER-09)
  int melee_modifier = 0;                     ///< on the melee dice of a unit in it
  int range_change = 0;                       ///< on the range value of a shooter in it (BB-TER-08)
  bool blocks_sight = false;
  bool hill = false;
  bool impassable = false;
  bool operator==(const TerrainKind&) const = default;
};

/// A feature between two neighbouring squares: a slope halts, a wall bars.
struct Edge {
  Square a, b;
  bool halts = false;       ///< slope (BB-MOV-17)
  bool impassable = false;  ///< wall: no step, no zone of control across it (BB-AMB-04)
  bool guarded = false;     ///< no diagonal step round its ends while a combat unit stands in a or b (BB-THE-09)
  bool operator==(const Edge&) const = default;
};

/// Squares only one side may use, once they are found: the goat path (BB-THE-06..14).
struct Track {
  std::string name;
  engine::Checked<Square> squares;
  Side side = Side::A;
  bool found = false;
  bool operator==(const Track&) const = default;
};

/// "No unit of this side past this column" until the named track is found (BB-THE-11).
struct Barrier {
  Side side = Side::A;
  int column = 0;            ///< the last column they may stand in
  bool towards_high = true;  ///< they come from the low columns
  bool operator==(const Barrier&) const = default;
};

/// One thing a moving unit does (BB-MOV-04..13).
enum class Manoeuvre { Advance, WheelLeft, WheelRight, Reverse, DropWall };

/// One unit's way: manoeuvres, or a square and facing to which the cheapest way is taken.
struct UnitMove {
  UnitId unit;
  engine::Checked<Manoeuvre> path;
  std::optional<Square> to;
  std::optional<Facing> facing;
  bool disrupt = false;               ///< voluntary disruption first (BB-MOV-15)
  std::optional<Square> displace_to;  ///< where a friend in the way is pushed
  std::optional<Angle> heading;       ///< as the camera saw it at the end, for `facing`: table frame (BB-AMB-01b)
  std::optional<Angle> heading_sd;    ///< its standard deviation
  std::optional<Length> x, y;         ///< as the camera saw it at the end, for `to`: table frame
  bool by_ruling = false;             ///< the table has the unit go where the rules refuse it; set when the order is carried out
  bool operator==(const UnitMove&) const = default;
};

/// Checks of reverses on one way that are rolled already: so many passed, and whether the one after them failed (BB-MOV-11, BB-MOV-12).
struct ReverseDice {
  int passed = 0;
  bool failed = false;
  bool operator==(const ReverseDice&) const = default;
};

/// Start squares printed on the map for one kind of unit (BB-SET-06).
struct SetupSquares {
  Side side = Side::A;
  std::string type;
  engine::Checked<Square> squares;
  bool operator==(const SetupSquares&) const = default;
};

struct Map {
  int columns = 19, rows = 16;
  bool row_one_at_top = true;             ///< BB-AMB-01; false: row 1 lies at side A's edge
  Length box{40000};                      ///< side of a square
  Length origin_x, origin_y;              ///< table corner of the grid
  std::map<Square, std::string> terrain;  ///< squares that are not clear
  std::map<std::string, TerrainKind> kinds;
  engine::Checked<Edge> edges;
  engine::Checked<Track> tracks;
  engine::Checked<Barrier> barriers;
  engine::Checked<SetupSquares> setup_squares;  ///< empty: units may be set up anywhere
  bool operator==(const Map&) const = default;

  bool holds(Square s) const { return s.column >= 0 && s.row >= 0 && s.column < columns && s.row < rows; }
  int index(Square s) const { return s.row * columns + s.column; }
  Square at(int index) const { return {index % columns, index / columns}; }
  int size() const { return columns * rows; }
};

}  // namespace polemarch::blade_and_bow
