#pragma once
/// Where a base stands and how sure we are. Table frame: millimetres, origin at the table corner nearest side A's left hand,
/// x right along A's edge, y away from A, z up; heading = direction the front faces, counter-clockwise from +x. Pose = centre of the
/// footprint. Pure.

#include <array>
#include <cstdint>
#include <vector>

#include "models/units.hpp"

namespace polemarch {

/// A point of the table plane.
struct Point {
  Length x, y;
  constexpr auto operator<=>(const Point&) const = default;
};
constexpr Point operator+(Point a, Point b) { return {a.x + b.x, a.y + b.y}; }
constexpr Point operator-(Point a, Point b) { return {a.x - b.x, a.y - b.y}; }

/// A base's pose in table coordinates, exact integers (0.001 mm, 0.001 deg).
struct Pose {
  Length x, y;
  Angle heading;
  constexpr auto operator<=>(const Pose&) const = default;
  constexpr Point centre() const { return {x, y}; }
};

/// The error of a pose, as integers so that logs replay alike.
/// `own` is the covariance of the base's own noise, order (x, y, heading), upper triangle row by row: xx xy xh yy yh hh,
/// in um^2, um*mdeg and mdeg^2. `shared` are the loadings of the table's calibration: each entry says how far one unit-variance
/// calibration factor moves this base (um, um, mdeg). Two bases of one table share the factors by index, so that the error of a gap
/// leaves out what moves both alike: var = g_a own_a g_a' + g_b own_b g_b' + sum_k (g_a s_ak + g_b s_bk)^2.
struct PoseError {
  std::array<std::int64_t, 6> own{};
  std::vector<std::array<std::int64_t, 3>> shared;
  auto operator<=>(const PoseError&) const = default;
};

/// A pose as measured: the value, and how far it may be off.
struct MeasuredPose {
  Pose pose;
  PoseError error;
  auto operator<=>(const MeasuredPose&) const = default;
};

}  // namespace polemarch
