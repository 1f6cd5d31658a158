#pragma once
/// What one convex piece hides of one edge from an eye; what sight.cpp and sight_parts.cpp share. Nobody outside includes it. Table frame,
/// mm. Pure.

#include <optional>
#include <vector>

#include "engine/geometry/sight.hpp"

namespace polemarch::geometry {

/// Chords a round base is looked at with.
constexpr int kRound = 16;

/// A polygon being cut. Its room grows with the polygon and is used again for the next.
struct Cut {
  std::vector<Vec2> p;
  std::size_t n = 0;
};

/// A hidden stretch of a target edge, as fractions.
struct Hidden {
  double from = 0, to = 0;
};

/// Room for cutting, kept between looks.
struct Scratch {
  Cut one, two;
};

/// What `piece` hides of the edge q0-q1 (seen from p with q0 on the right, q1 on the left).
std::optional<Hidden> hidden_by(Vec2 p, double eye_height, Vec2 q0, Vec2 q1, double target_height, const Outline2& piece, double top,
                                Scratch& room);
/// Is the point on the base?
bool is_inside(const Shape& target, Vec2 p);

}  // namespace polemarch::geometry
