#pragma once
/// The route that a command names, part by part: a command type of a room that moves a unit by legs has `Route route() const`. Lengths and
/// angles as geometry/path.hpp walks them. Pure.

#include <vector>

#include "models/ids.hpp"
#include "models/pose.hpp"

namespace polemarch::engine {

struct RouteLeg {
  enum class Kind {
    Ahead,    ///< straight on; a negative distance leads back
    Echelon,  ///< facing as before, `angle` off ahead, left positive
    Wheel,    ///< on the front corner, left positive
    Form      ///< the unit takes another shape, or its bases turn where they stand
  };
  Kind kind = Kind::Ahead;
  Length distance;
  Angle angle;
};

struct Route {
  UnitId unit;
  std::vector<RouteLeg> legs;
};

}  // namespace polemarch::engine
