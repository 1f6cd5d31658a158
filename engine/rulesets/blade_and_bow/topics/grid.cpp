#include "engine/rulesets/blade_and_bow/topics/grid.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>

#include "engine/rulesets/blade_and_bow/tables.hpp"

namespace polemarch::blade_and_bow {
namespace {

constexpr std::array<std::pair<int, int>, 8> kEastNorth{{{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}}};
constexpr std::array<std::string_view, 8> kFacingNames{"N", "NE", "E", "SE", "S", "SW", "W", "NW"};

}  // namespace

std::string name_of(Square square) {
  std::string letters(1, static_cast<char>('A' + square.column % 26));
  if (square.column >= 26) letters.insert(letters.begin(), static_cast<char>('A' + square.column / 26 - 1));
  return letters + std::to_string(square.row + 1);
}

std::string words_of(Square square) {
  std::string words = name_of(square);
  for (char& c : words) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return words;
}

std::optional<Square> square_named(std::string_view text) {
  std::size_t i = 0;
  int column = 0;
  while (i < text.size() && std::isalpha(static_cast<unsigned char>(text[i])) != 0 && i < 2)
    column = column * 26 + (std::toupper(static_cast<unsigned char>(text[i++])) - 'A' + 1);
  if (i == 0 || i == text.size() || text.size() - i > 3) return std::nullopt;
  int row = 0;
  for (; i < text.size(); ++i) {
    if (std::isdigit(static_cast<unsigned char>(text[i])) == 0) return std::nullopt;
    row = row * 10 + (text[i] - '0');
  }
  if (row == 0) return std::nullopt;
  return Square{column - 1, row - 1};
}

std::string_view name_of(Facing facing) { return kFacingNames[static_cast<std::size_t>(facing)]; }

std::optional<Facing> facing_named(std::string_view text) {
  for (std::size_t i = 0; i < kFacingNames.size(); ++i)
    if (kFacingNames[i] == text || text == std::to_string(i + 1)) return static_cast<Facing>(i);
  return std::nullopt;
}

std::string_view name_of(Aspect aspect) {
  switch (aspect) {
    case Aspect::Front:
      return "front";
    case Aspect::LeftFlank:
      return "left flank";
    case Aspect::RightFlank:
      return "right flank";
    case Aspect::Rear:
      return "rear";
  }
  return "?";
}

std::pair<int, int> offset(const Map& map, Square a, Square b) {
  const int down = b.row - a.row;
  return {b.column - a.column, map.row_one_at_top ? -down : down};
}

Square neighbour(const Map& map, Square from, Facing direction) {
  const auto [east, north] = kEastNorth[static_cast<std::size_t>(direction)];
  return {from.column + east, from.row + (map.row_one_at_top ? -north : north)};
}

bool are_neighbours(Square a, Square b) { return a != b && squares_apart(a, b) == 1; }

Facing direction_to(const Map& map, Square from, Square other) {
  const auto [x, y] = offset(map, from, other);
  const std::pair<int, int> off{x > 0 ? 1 : x < 0 ? -1 : 0, y > 0 ? 1 : y < 0 ? -1 : 0};
  for (std::size_t i = 0; i < kEastNorth.size(); ++i)
    if (kEastNorth[i] == off) return static_cast<Facing>(i);
  return Facing::N;
}

int step_points(Facing direction) { return is_diagonal(direction) ? kDiagonalPoints : kOrthogonalPoints; }

int squares_apart(Square a, Square b) { return std::max(std::abs(a.column - b.column), std::abs(a.row - b.row)); }

int points_between(Square a, Square b) {
  const int dx = std::abs(a.column - b.column), dy = std::abs(a.row - b.row);
  return 2 * std::max(dx, dy) + std::min(dx, dy);
}

Aspect aspect_of(const Map& map, Square from, Facing facing, Square other) {
  switch (steps_between(facing, direction_to(map, from, other))) {
    case 0:
    case 1:
    case 7:
      return Aspect::Front;
    case 2:
      return Aspect::RightFlank;
    case 6:
      return Aspect::LeftFlank;
    default:
      return Aspect::Rear;
  }
}

std::array<Square, 3> front_squares(const Map& map, Square from, Facing facing) {
  return {neighbour(map, from, facing), neighbour(map, from, turned(facing, -1)), neighbour(map, from, turned(facing, 1))};
}

bool in_arc(const Map& map, Square from, Facing facing, Square target) {
  const auto [x, y] = offset(map, from, target);
  if (x == 0 && y == 0) return false;
  const auto [east, north] = kEastNorth[static_cast<std::size_t>(facing)];
  if (is_diagonal(facing)) return x * east >= 0 && y * north >= 0;  // BB-RNG-09: the quadrant with both borders
  const int ahead = x * east + y * north, aside = std::abs(x * north) + std::abs(y * east);
  return ahead >= aside && ahead > 0;  // BB-RNG-08
}

ArcTurn turn_to_bring_into_arc(const Map& map, Square from, Facing facing, Square target) {
  for (int steps = 0; steps <= 4; ++steps) {
    for (const int sign : {1, -1}) {
      const Facing tried = turned(facing, sign * steps);
      if (in_arc(map, from, tried, target)) return {steps, tried};
    }
  }
  return {0, facing};
}

bool may_set_up(const Map& map, Side side, const std::string& type, Square square) {
  if (map.setup_squares.empty()) return true;
  return std::any_of(map.setup_squares.begin(), map.setup_squares.end(), [&](const SetupSquares& list) {
    return list.side == side && list.type == type && std::find(list.squares.begin(), list.squares.end(), square) != list.squares.end();
  });
}

namespace {
/// Lower left corner of the square in the table frame.
Point corner_of(const Map& map, Square s) {
  const int up = map.row_one_at_top ? map.rows - 1 - s.row : s.row;
  return {map.origin_x + map.box * s.column, map.origin_y + map.box * up};
}
}  // namespace

std::vector<Point> outline_of(const Map& map, Square square) {
  const Point a = corner_of(map, square);
  const Length d = map.box;
  return {a, {a.x + d, a.y}, {a.x + d, a.y + d}, {a.x, a.y + d}};
}

Pose pose_in(const Map& map, Square square, Facing facing) {
  const Point a = corner_of(map, square);
  const Angle heading = Angle{90000 - 45000 * static_cast<std::int64_t>(facing)}.normalised();
  return {a.x + map.box / 2, a.y + map.box / 2, heading};
}

std::optional<Square> square_under(const Map& map, Point point) {
  const Length x = point.x - map.origin_x, y = point.y - map.origin_y;
  if (x.um < 0 || y.um < 0) return std::nullopt;
  const int column = static_cast<int>(x.um / map.box.um), up = static_cast<int>(y.um / map.box.um);
  const Square square{column, map.row_one_at_top ? map.rows - 1 - up : up};
  if (!map.holds(square)) return std::nullopt;
  return square;
}

namespace {
/// Share of a normal distribution below z: the printed table in steps of 0.1, straight lines between (error under 0.0004); no libm, so
/// that every machine says the same.
double normal_below(double z) {
  constexpr std::array kTable{0.5000, 0.5398, 0.5793, 0.6179, 0.6554, 0.6915, 0.7257, 0.7580, 0.7881, 0.8159, 0.8413, 0.8643, 0.8849,
                              0.9032, 0.9192, 0.9332, 0.9452, 0.9554, 0.9641, 0.9713, 0.9772, 0.9821, 0.9861, 0.9893, 0.9918, 0.9938,
                              0.9953, 0.9965, 0.9974, 0.9981, 0.9987, 0.9990, 0.9993, 0.9995, 0.9997, 0.9998, 1.0};
  if (z < 0) return 1 - normal_below(-z);
  const double at = z * 10;
  if (at >= static_cast<double>(kTable.size() - 1)) return 1;
  const auto i = static_cast<std::size_t>(at);
  return kTable[i] + (at - static_cast<double>(i)) * (kTable[i + 1] - kTable[i]);
}
}  // namespace

SnappedFacing snap_facing(Angle heading, double sd_deg) {
  // Compass angle, clockwise from north, in steps of 45 degrees.
  const double compass = Angle{90000 - heading.mdeg}.normalised().deg();
  const int nearest = static_cast<int>(std::floor(compass / 45.0 + 0.5)) % 8;
  double off = compass - 45.0 * nearest;
  if (off > 180) off -= 360;
  SnappedFacing snapped;
  snapped.nearest = static_cast<Facing>(nearest);
  snapped.second = turned(snapped.nearest, off >= 0 ? 1 : -1);
  snapped.degrees_from_boundary = 22.5 - std::abs(off);
  snapped.unclear = snapped.degrees_from_boundary <= kUnclearDegrees;
  if (sd_deg > 0) {
    snapped.probability = normal_below((22.5 - off) / sd_deg) - normal_below((-22.5 - off) / sd_deg);
  }
  return snapped;
}

}  // namespace polemarch::blade_and_bow
