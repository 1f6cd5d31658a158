#pragma once
/// A mat with a grid as a camera sees it: lines or dots, blotches, light from one side, bases and terrain on it.

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "models/image.hpp"
#include "models/table.hpp"
#include "tests/calibration/simulated_border.hpp"
#include "vision/pixels/camera_model.hpp"

namespace polemarch::test {

/// A camera of half the usual resolution: renders in a moment.
inline Camera small_camera() {
  Camera camera = test::true_camera();
  camera.lens = vision::scaled(camera.lens, 960, 540);
  return camera;
}

struct Mat {
  GridSpec grid;
  bool dots = false;
  double thick_mm = 2.0;
  double mark = 40;     ///< grey levels brighter (darker when negative) than the grass
  double clutter = 12;  ///< grey levels of blotches
  double slope = 0;     ///< grey levels from the table's middle to its sides: light from one side
  /// Bases and terrain that lie on the mat.
  struct Thing {
    double x = 0, y = 0, cos = 1, sin = 0, half_width = 0, half_depth = 0, grey = 0;
  };
  std::vector<Thing> things;
};

/// Paints the mat as the camera sees it: 3 x 3 samples a pixel, blotches, noise.
inline Image paint(const Camera& camera, const Mat& mat, unsigned seed) {
  std::mt19937 random(seed);
  std::normal_distribution<double> noise(0, 3);
  std::uniform_real_distribution<double> any(0, 6.28);
  double phase[6];
  for (double& p : phase) p = any(random);
  Image image(camera.lens.width, camera.lens.height, 1);
  const double turn = mat.grid.rotation.signed_turn().deg() * 3.14159265358979 / 180, c = std::cos(turn), s = std::sin(turn),
               box = mat.grid.box.mm();
  for (int y = 0; y < image.height; ++y) {
    for (int x = 0; x < image.width; ++x) {
      double sum = 0;
      for (int k = 0; k < 9; ++k) {
        double tx = 0, ty = 0;
        double grey = 30;
        if (vision::unproject(camera, {x + (k % 3 - 1) / 3.0, y + (k / 3 - 1) / 3.0}, 0, tx, ty) && tx > 0 && ty > 0 && tx < 1800 &&
            ty < 1200) {
          grey = 100 + mat.slope * (tx - 900) / 900 +
                 mat.clutter * (std::sin(tx / 37 + phase[0]) * std::sin(ty / 29 + phase[1]) +
                                0.6 * std::sin(tx / 11 + phase[2]) * std::sin(ty / 13 + phase[3]));
          const double dx = tx - mat.grid.origin.x.mm(), dy = ty - mat.grid.origin.y.mm();
          const double u = (c * dx + s * dy) / box, v = (-s * dx + c * dy) / box;
          const bool in = u > -0.05 && v > -0.05 && u < mat.grid.columns + 0.05 && v < mat.grid.rows + 0.05;
          const double du = std::abs(u - std::round(u)) * box, dv = std::abs(v - std::round(v)) * box;
          const bool on = mat.dots ? std::hypot(du, dv) < 2 * mat.thick_mm : std::min(du, dv) < mat.thick_mm / 2;
          if (in && on) grey += mat.mark;
          for (const Mat::Thing& t : mat.things) {
            const double along = t.cos * (tx - t.x) + t.sin * (ty - t.y), across = -t.sin * (tx - t.x) + t.cos * (ty - t.y);
            if (std::abs(along) < t.half_width && std::abs(across) < t.half_depth) grey = t.grey;
          }
        }
        sum += grey / 9;
      }
      image.row(y)[x] = static_cast<std::uint8_t>(std::clamp(sum + noise(random), 0.0, 255.0));
    }
  }
  return image;
}

}  // namespace polemarch::test
