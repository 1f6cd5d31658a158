#include "models/camera.hpp"

#include <algorithm>
#include <cmath>

namespace polemarch {

bool folds_inside(const Intrinsics& lens) {
  const double x = std::max(lens.cx, lens.width - 1 - lens.cx) / lens.fx, y = std::max(lens.cy, lens.height - 1 - lens.cy) / lens.fy;
  const double corner = std::hypot(x, y);  // distorted, normalised
  double reached = 0;
  constexpr int kSteps = 2000, kStepsAUnit = 200;
  for (int step = 1; step < kSteps; ++step) {
    const double r = static_cast<double>(step) / kStepsAUnit;
    const double r2 = r * r;
    const double distorted = r * (1 + r2 * (lens.k1 + r2 * (lens.k2 + r2 * lens.k3)));
    if (distorted >= corner) return false;
    if (distorted <= reached) return true;
    reached = distorted;
  }
  return true;
}

}  // namespace polemarch
