#include "vision/track/known.hpp"

#include <algorithm>
#include <cmath>

namespace polemarch::vision {

double Known::rough_px_per_mm() const {
  return std::sqrt(camera.lens.fx * camera.lens.fy) / std::max(1.0, std::abs(camera.pose.translation_mm[2]));
}

}  // namespace polemarch::vision
