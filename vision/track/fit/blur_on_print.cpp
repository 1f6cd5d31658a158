#include "vision/track/fit/blur_on_print.hpp"

#include <cmath>

namespace polemarch::vision {

BlurOnPrint pixel_on_print(const LocalPlane& plane, double up_x, double up_y) {
  // Millimetres to the print's right and up for one pixel across and one down.
  const double right_u = plane.x[1] * up_y - plane.y[1] * up_x, right_v = plane.x[2] * up_y - plane.y[2] * up_x;
  const double up_u = plane.x[1] * up_x + plane.y[1] * up_y, up_v = plane.x[2] * up_x + plane.y[2] * up_y;
  return {std::hypot(right_u, right_v), std::hypot(up_u, up_v), right_u * up_u + right_v * up_v};
}

}  // namespace polemarch::vision
