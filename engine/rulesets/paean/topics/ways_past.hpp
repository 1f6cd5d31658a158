#pragma once
/// The shortest way of a base past enemies who stand in it: straight, or round their corners. PA-EVA-02. Table mm. Pure.

#include <optional>
#include <vector>

#include "engine/geometry/polygon.hpp"

namespace polemarch::paean {

/// What no way leads through: convex, a little larger than what stands there.
using Walls = std::vector<geometry::Outline2>;

/// The way between two points leads through one of them.
bool walled_off(const Walls& walls, Vec2 from, Vec2 to);

/// Shortest ways from one point, none longer than `most`. Walls round that point itself do not hold it.
class WaysPast {
 public:
  WaysPast(Walls walls, Vec2 from, double most);
  /// The way there with its corners, both ends among them; nothing when it is longer than `most`, or there is none.
  std::optional<std::vector<Vec2>> to(Vec2 there) const;

 private:
  struct Corner {
    Vec2 at;
    double gone = 0;         ///< on the shortest way to it
    std::size_t before = 0;  ///< the corner before it, one more than its place; 0: the start
  };
  Walls walls_;
  Vec2 from_;
  double most_;
  std::vector<Corner> corners_;  ///< those that can be reached
};

}  // namespace polemarch::paean
