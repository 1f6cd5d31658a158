#include "vision/track/on_plane.hpp"

#include <cmath>

#include "vision/pixels/camera_model.hpp"

namespace polemarch::vision {

PrintPose pose_on_plane(const Camera& camera, const Detection& d, double height_mm, bool& visible) {
  const PixelPoint middle{0.25 * (d.corners[0].x + d.corners[1].x + d.corners[2].x + d.corners[3].x),
                          0.25 * (d.corners[0].y + d.corners[1].y + d.corners[2].y + d.corners[3].y)};
  const PixelPoint top{0.5 * (d.corners[0].x + d.corners[1].x), 0.5 * (d.corners[0].y + d.corners[1].y)};
  const PixelPoint low{0.5 * (d.corners[2].x + d.corners[3].x), 0.5 * (d.corners[2].y + d.corners[3].y)};
  double x = 0, y = 0, top_x = 0, top_y = 0, low_x = 0, low_y = 0;
  visible = unproject(camera, middle, height_mm, x, y) && unproject(camera, top, height_mm, top_x, top_y) &&
            unproject(camera, low, height_mm, low_x, low_y);
  return {x, y, std::atan2(top_y - low_y, top_x - low_x)};
}

std::optional<double> side_on_plane(const Camera& camera, const Detection& d, double height_mm) {
  double perimeter = 0;
  for (std::size_t k = 0; k < 4; ++k) {
    double x0 = 0, y0 = 0, x1 = 0, y1 = 0;
    if (!unproject(camera, d.corners[k], height_mm, x0, y0) || !unproject(camera, d.corners[(k + 1) % 4], height_mm, x1, y1))
      return std::nullopt;
    perimeter += std::hypot(x1 - x0, y1 - y0);
  }
  return perimeter / 4;
}

}  // namespace polemarch::vision
