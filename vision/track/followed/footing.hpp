#pragma once
/// Where a base stands in the picture: the blocks of the change map whose middle lies in its footprint. Pure.

#include <cstdint>
#include <vector>

#include "models/footprint.hpp"
#include "vision/track/change/change_map.hpp"
#include "vision/track/fit/fit.hpp"

namespace polemarch::vision {

struct Footing {
  PixelPoint print;     ///< where the print's middle shows that it was worked out for
  bool beside = false;  ///< that lies outside the footprint (a tail tab)
  int first_row = 0;    ///< of blocks
  struct Blocks {
    int from = 0, to = 0;  ///< columns, the last exclusive; may lie outside the picture
  };
  std::vector<Blocks> rows;
};

/// Of a base whose print lies at `print` on `plane`. A circle is an octagon of its area; a footprint without extent (a border marker's) is
/// the print's own outline of `half_width_mm` and `half_height_mm`.
Footing footing_of(const Footprint& footprint, const MarkerMount& mount, const PrintPose& print, double half_width_mm,
                   double half_height_mm, const LocalPlane& plane);

}  // namespace polemarch::vision
