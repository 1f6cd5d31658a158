#pragma once
/// Boxes of the grid and the four ways a unit may face. Rules TTS-GRID-01..02. Columns count from 1 along side A's edge (a, b, c ...),
/// rows from 1 away from A; North is away from A. Box {0,0} means "nowhere". Pure.

#include <array>
#include <compare>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>

namespace polemarch::to_the_strongest {

struct Box {
  int col = 0, row = 0;
  constexpr auto operator<=>(const Box&) const = default;
  constexpr bool somewhere() const { return col != 0 || row != 0; }
};

enum class Facing { N, E, S, W };
constexpr std::array kFacings{Facing::N, Facing::E, Facing::S, Facing::W};

/// A step on the grid.
struct Step2 {
  int dx = 0, dy = 0;
  constexpr auto operator<=>(const Step2&) const = default;
};
constexpr Box operator+(Box box, Step2 step) { return {box.col + step.dx, box.row + step.dy}; }
constexpr Step2 operator-(Box to, Box from) { return {to.col - from.col, to.row - from.row}; }
constexpr Step2 operator*(Step2 step, int n) { return {step.dx * n, step.dy * n}; }
constexpr Step2 operator+(Step2 a, Step2 b) { return {a.dx + b.dx, a.dy + b.dy}; }

constexpr Facing turned(Facing facing, int quarter_turns_clockwise) {
  return static_cast<Facing>((static_cast<int>(facing) + quarter_turns_clockwise % 4 + 4) % 4);
}
constexpr Facing right_of(Facing facing) { return turned(facing, 1); }
constexpr Facing left_of(Facing facing) { return turned(facing, 3); }
constexpr Facing opposite(Facing facing) { return turned(facing, 2); }
constexpr bool same_axis(Facing a, Facing b) { return a == b || a == opposite(b); }

constexpr Step2 ahead(Facing facing) {
  switch (facing) {
    case Facing::N:
      return {0, 1};
    case Facing::E:
      return {1, 0};
    case Facing::S:
      return {0, -1};
    case Facing::W:
      return {-1, 0};
  }
  return {};
}
/// +1 where the facing points to larger columns or rows: the sign that turns Unit::along into "how far forward".
constexpr int sign_of(Facing facing) { return facing == Facing::N || facing == Facing::E ? 1 : -1; }

/// `step` in the frame of a unit facing `facing`: dy forward, dx to its right.
constexpr Step2 in_frame(Facing facing, Step2 step) {
  const Step2 f = ahead(facing), r = ahead(right_of(facing));
  return {step.dx * r.dx + step.dy * r.dy, step.dx * f.dx + step.dy * f.dy};
}
constexpr Step2 from_frame(Facing facing, Step2 local) { return ahead(right_of(facing)) * local.dx + ahead(facing) * local.dy; }

/// The larger of column and row difference: diagonals count one (command distance, adjacency). TTS-AMB-28.
constexpr int reach(Box a, Box b) {
  const int dx = a.col < b.col ? b.col - a.col : a.col - b.col, dy = a.row < b.row ? b.row - a.row : a.row - b.row;
  return dx > dy ? dx : dy;
}
constexpr bool adjacent(Box a, Box b) { return reach(a, b) == 1; }
constexpr bool orthogonal(Step2 step) { return (step.dx == 0) != (step.dy == 0); }

/// The facing whose front is the orthogonal step, if it is one.
constexpr std::optional<Facing> facing_of(Step2 step) {
  for (const Facing facing : kFacings)
    if (ahead(facing) == step) return facing;
  return std::nullopt;
}

/// "c4"; columns past z are aa, ab ...
std::string name_of(Box box);
/// Reads "c4" or "C4"; empty when it is no box name.
std::optional<Box> box_named(std::string_view text);
constexpr std::string_view name_of(Facing facing) {
  constexpr std::array<std::string_view, 4> names{"N", "E", "S", "W"};
  return names[static_cast<std::size_t>(facing)];
}
std::optional<Facing> facing_named(std::string_view text);

}  // namespace polemarch::to_the_strongest
