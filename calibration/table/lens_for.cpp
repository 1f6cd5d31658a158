// A camera.json's lens for pictures of another size of the same shape.
#include <cmath>
#include <string>

#include "calibration/table/registration.hpp"
#include "vision/pixels/camera_model.hpp"

namespace polemarch::calibration {

Result<Camera> lens_for(const Camera& camera, int width, int height) {
  const Intrinsics& lens = camera.lens;
  if (lens.width == width && lens.height == height) return camera;
  const std::string sizes = std::to_string(lens.width) + "x" + std::to_string(lens.height) + ", the pictures are " + std::to_string(width) +
                            "x" + std::to_string(height);
  const double x = static_cast<double>(width) / lens.width, y = static_cast<double>(height) / lens.height;
  if (std::abs(x / y - 1) > 0.01) {
    return InputError{"camera.json was made for " + sizes +
                      ", another shape: this mode crops or stretches the picture; calibrate again in the mode you play with"};
  }
  Camera out = camera;
  out.lens = vision::scaled(lens, width, height);
  for (auto& factor : out.factors) {
    factor[0] *= x;
    factor[2] *= x;
    factor[1] *= y;
    factor[3] *= y;
  }
  return out;
}

}  // namespace polemarch::calibration
