#pragma once
/// How deep bases stand in each other on a Paean table, whosever they are. Leaders' bases are left out: they stand anywhere.

#include <string>
#include <vector>

#include "engine/core/room.hpp"
#include "engine/geometry/gap.hpp"

namespace polemarch::paean::test {

struct Overlap {
  double mm = 0;  ///< of the deepest pair
  std::string who;
};

/// The deepest pair. In contact bases touch; half a millimetre is what rounding and a hand's dressing make.
inline Overlap deepest_overlap(const std::vector<engine::Place>& places) {
  std::vector<geometry::Shape> shapes;
  std::vector<const engine::Place*> of;
  for (const engine::Place& place : places) {
    if (!place.on_table || place.footprint.outline == Outline::Circle) continue;
    shapes.push_back(geometry::placed(place.footprint, place.pose));
    of.push_back(&place);
  }
  Overlap deepest;
  for (std::size_t i = 0; i < shapes.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      const Vec2 apart{shapes[i].centre.x - shapes[j].centre.x, shapes[i].centre.y - shapes[j].centre.y};
      const double reach = shapes[i].half_depth + shapes[i].half_front + shapes[j].half_depth + shapes[j].half_front;
      if (apart.x * apart.x + apart.y * apart.y > reach * reach) continue;
      const double mm = -geometry::gap_between(shapes[i], shapes[j]).signed_gap.value.mm();
      if (mm > deepest.mm)
        deepest = {mm, of[i]->base.text + " of " + of[i]->unit.text + " and " + of[j]->base.text + " of " + of[j]->unit.text};
    }
  return deepest;
}
constexpr double kMostOverlapMm = 0.5;

}  // namespace polemarch::paean::test
