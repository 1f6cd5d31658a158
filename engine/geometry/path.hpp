#pragma once
/// Moves of a base as rules measure them: advances, wheels on a front corner, turns and pivots, echelons, each with its cost; and the
/// cheapest simple path between two poses, named. Table frame. Pure.

#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "engine/geometry/compare.hpp"
#include "engine/geometry/shape.hpp"

namespace polemarch::geometry {

struct Advance {
  Length distance;  ///< straight ahead; negative: backwards, facing the front
  auto operator<=>(const Advance&) const = default;
};
/// Round a front corner: positive angle to the left, on the left corner. Cost: the way of the outer front corner.
struct Wheel {
  Angle angle;
  auto operator<=>(const Wheel&) const = default;
};
/// On the spot, round the centre.
struct Pivot {
  Angle angle;
  auto operator<=>(const Pivot&) const = default;
};
/// Straight, in a direction off the heading, facing kept: 90 degrees is a sidestep to the left.
struct Echelon {
  Angle course;
  Length distance;
  auto operator<=>(const Echelon&) const = default;
};
using Leg = std::variant<Advance, Wheel, Pivot, Echelon>;

/// How far, whichever way.
constexpr Length size_of(Length l) { return l < Length{0} ? -l : l; }

enum class WheelCost { Arc, Chord };  ///< along the outer corner's arc, or straight between its places
struct PathRules {
  WheelCost wheel = WheelCost::Arc;
  Length pivot_cost{};       ///< for each pivot of any angle
  bool wheels = true;        ///< may a path wheel
  bool pivots = false;       ///< may it pivot
  Angle echelon = Angle{0};  ///< largest course off ahead for an echelon; 0 = none
  bool backwards = false;    ///< may it back off, facing the front
  Angle askew = Angle{100};  ///< how far off the wanted heading a path may end; more: simpler paths under noise
};

struct Walk {
  Pose end;
  Length cost;
  std::vector<Pose> stations;  ///< start, after each leg; wheels in steps of 5 degrees or less between
};
Walk walk(const Footprint& footprint, const Pose& start, std::span<const Leg> legs, const PathRules& rules = {});

struct Path {
  std::vector<Leg> legs;
  Length cost;
  Length miss;  ///< how far the path's end is from the wanted centre
};
/// The cheapest of: straight on; advance, wheel, advance; wheel, advance, wheel; echelon with a wheel before or after; pivot, advance,
/// pivot. A path may miss the wanted pose by `slack` (default 1 mm).
std::optional<Path> cheapest_path(const Footprint& footprint, const Pose& from, const Pose& to, const PathRules& rules = {},
                                  Length slack = 1_mm);
/// The same between measured poses of one base, with the error of the cost: central differences along paths of the same legs.
struct MeasuredPath {
  Path path;
  Measure cost;
};
std::optional<MeasuredPath> cheapest_path(const Footprint& footprint, const MeasuredPose& from, const MeasuredPose& to,
                                          const PathRules& rules = {}, Length slack = 1_mm);
/// "wheel 3.0 in left, advance 4.0 in".
std::string named(const Path& path, const Footprint& footprint);

}  // namespace polemarch::geometry
