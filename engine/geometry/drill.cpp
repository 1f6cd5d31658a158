#include "engine/geometry/drill.hpp"

#include "engine/geometry/body.hpp"
#include "engine/geometry/trig.hpp"

namespace polemarch::geometry {

namespace {

constexpr Angle kSlackTurn = 1_deg;

}  // namespace

std::optional<Drill> drill_of(std::span<const BaseMove> moves, Length kept_shape, Length slack) {
  if (moves.empty()) return std::nullopt;
  std::vector<Shape> before;
  std::vector<Pose> from;
  for (const BaseMove& move : moves) {
    before.push_back(placed(move.footprint, move.from));
    from.push_back(move.from);
  }
  // As the first base went, so went the others, or the block changed its shape.
  const std::vector<Pose> rigid = carried(from, moves.front().from, moves.front().to);
  for (std::size_t i = 0; i < moves.size(); ++i)
    if (length_of(vec({rigid[i].x, rigid[i].y}) - vec({moves[i].to.x, moves[i].to.y})) > kept_shape.mm()) return std::nullopt;
  const Hull hull = hull_of(before, moves.front().from.heading);
  const Pose to = carried(std::array{hull.pose}, moves.front().from, moves.front().to).front();
  for (const PathRules& rules : {PathRules{.askew = kSlackTurn}, PathRules{.echelon = 90_deg, .backwards = true, .askew = kSlackTurn},
                                 PathRules{.pivots = true, .backwards = true, .askew = kSlackTurn}})
    if (auto path = cheapest_path(hull.footprint, hull.pose, to, rules, slack)) return Drill{hull.footprint, hull.pose, to, rules, *path};
  return std::nullopt;
}

}  // namespace polemarch::geometry
