#pragma once
/// The grid: neighbours, directional points, front, flank and rear, and where squares lie on the table. Rules BB-POS, BB-DIST.
/// Directional points: 2 an orthogonal step, 3 a diagonal one. Table frame in mm, heading counter-clockwise from +x. Pure.

#include <array>
#include <utility>
#include <vector>

#include "engine/core/room.hpp"
#include "engine/rulesets/blade_and_bow/state.hpp"

namespace polemarch::blade_and_bow {

/// Which of the eight squares around a unit: seen from its own facing (BB-POS-03..07).
enum class Aspect { Front, LeftFlank, RightFlank, Rear };

/// Offset in squares east and north from a to b.
std::pair<int, int> offset(const Map& map, Square a, Square b);
/// The neighbour in this direction; may lie off the map.
Square neighbour(const Map& map, Square from, Facing direction);
/// The direction of a neighbouring square; of one farther off, the direction by the signs of its offsets.
Facing direction_to(const Map& map, Square from, Square neighbour);
bool are_neighbours(Square a, Square b);
constexpr bool is_diagonal(Facing f) { return static_cast<int>(f) % 2 == 1; }
/// Points of one step in this direction (BB-DIST-01, BB-DIST-02).
int step_points(Facing direction);
/// Squares between them, diagonals counting one.
int squares_apart(Square a, Square b);
/// Shortest distance in directional points: 2 max + min (BB-DIST-06).
int points_between(Square a, Square b);
/// Where `other`, a neighbour, lies for a unit in `from` facing `facing`.
Aspect aspect_of(const Map& map, Square from, Facing facing, Square other);
/// The three front squares, centre first; they may lie off the map.
std::array<Square, 3> front_squares(const Map& map, Square from, Facing facing);
std::string_view name_of(Aspect aspect);
std::string_view name_of(Facing facing);
std::optional<Facing> facing_named(std::string_view text);

/// Fewest 45-degree turns that bring `target` into the 90-degree arc (BB-RNG-08..11, BB-RNG-T3), and the facing they lead to.
struct ArcTurn {
  int steps = 0;
  Facing facing = Facing::N;
};
ArcTurn turn_to_bring_into_arc(const Map& map, Square from, Facing facing, Square target);
bool in_arc(const Map& map, Square from, Facing facing, Square target);

/// May a unit of this type start here? Anywhere when the map lists no setup squares (BB-SET-06).
bool may_set_up(const Map& map, Side side, const std::string& type, Square square);

/// The box of the square on the table, its centre pose for a facing, and the square holding a table point (or nothing).
std::vector<Point> outline_of(const Map& map, Square square);
Pose pose_in(const Map& map, Square square, Facing facing);
std::optional<Square> square_under(const Map& map, Point point);

/// A measured heading as one of the eight facings (BB-AMB-01b): the nearest one, the next nearest, how far the heading lies from the
/// boundary between them, and how likely the nearest is when the heading has this standard deviation.
struct SnappedFacing {
  Facing nearest = Facing::N, second = Facing::NE;
  double degrees_from_boundary = 22.5;
  double probability = 1;
  bool unclear = false;
};
SnappedFacing snap_facing(Angle heading, double sd_deg);

}  // namespace polemarch::blade_and_bow
