#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numbers>

#include "tests/support/catch.hpp"
#include "vision/capture/simulator/simulated_table.hpp"
#include "vision/pixels/camera_model.hpp"

namespace capture_accuracy_tests {

using namespace polemarch;

namespace {

/// Grey of the scene at a point of the marker's plane, straight from the artwork.
struct PlainScene {
  vision::Artwork art;
  double x, y, heading_deg, ink, paper, base;
  double at(double px, double py) const {
    const double a = heading_deg * std::numbers::pi / 180, dx = px - x, dy = py - y;
    const double up = dx * std::cos(a) + dy * std::sin(a), right = dx * std::sin(a) - dy * std::cos(a);
    const auto in = [&](const vision::ArtPatch& p) {  // rectangles only
      return right >= p.outline[0].x && right < p.outline[2].x && up >= p.outline[0].y && up < p.outline[2].y;
    };
    for (const auto& patch : art.patches)
      if (in(patch)) return ink + (paper - ink) * patch.reflectance;
    return in(art.ground) ? paper : base;
  }
};

struct Fit {
  double rms, dx, dy;
};

/// Rendered picture against brute-force integration of the same scene through the same lens (an independent computation): rms of the
/// difference in grey levels and the shift that explains it best, pixels.
Fit compare(double psf, double heading, double height_mm) {
  vision::SceneSpec scene;
  scene.table.width = Length{300000};
  scene.table.depth = Length{170000};
  scene.camera.width = 320;
  scene.camera.height = 180;
  scene.sensor = {};
  scene.sensor.psf_sigma_px = psf;
  scene.sensor.noise_sigma = 0;
  scene.sensor.jpeg_quality = 0;
  vision::SceneBase base;
  base.spec.base = {"b"};
  base.spec.footprint = {Outline::Rectangle, Length{80000}, Length{80000}};
  base.spec.mount.marker = {17};
  base.spec.mount.height_mm = height_mm;
  base.path = {{0, 231.3, 108.7, heading, 0, true}};
  base.colour = {110, 110, 110};
  scene.bases = {base};
  vision::SimulatedTable table(scene);
  const Frame frame = table.render(0);
  const Camera camera = table.camera(0);
  const PlainScene plain{
      *vision::square_artwork("DICT_APRILTAG_36h11", 17, 25), 231.3, 108.7, heading, scene.ink_level, scene.paper_level, 0};
  const PixelPoint centre = vision::project(camera, 231.3, 108.7, height_mm);
  const int cx = static_cast<int>(centre.x), cy = static_cast<int>(centre.y);
  // Pixels inside the white rim only: the base's flock is not part of the comparison.
  constexpr int kSamples = 20000;
  const double reach = 4 * psf + 0.5;
  const auto weight_at = [&](double d) {
    return 0.5 * (std::erf((d + 0.5) / (psf * std::numbers::sqrt2)) - std::erf((d - 0.5) / (psf * std::numbers::sqrt2)));
  };
  const auto expected = [&](double x, double y) {
    // Exact rays at 3 x 3 places, a quadratic between: over these few pixels the lens is no more than that.
    double sum = 0, total = 0, ray[9][2];
    for (int k = 0; k < 9; ++k)
      vision::unproject(camera, {x + (k % 3 - 1) * reach, y + (k / 3 - 1) * reach}, height_mm, ray[k][0], ray[k][1]);
    for (int k = 0; k < kSamples; ++k) {
      // Roberts' R2 sequence: even in both axes, so no edge direction is placed coarsely.
      const double u = std::fmod(0.5 + 0.7548776662466927 * k, 1.0), v = std::fmod(0.5 + 0.5698402909980532 * k, 1.0);
      const double w = weight_at((2 * u - 1) * reach) * weight_at((2 * v - 1) * reach);
      const double a = 2 * u - 1, b = 2 * v - 1;
      const double la[3] = {a * (a - 1) / 2, 1 - a * a, a * (a + 1) / 2}, lb[3] = {b * (b - 1) / 2, 1 - b * b, b * (b + 1) / 2};
      double p[2] = {0, 0};
      for (int i = 0; i < 9; ++i)
        for (int c = 0; c < 2; ++c) p[c] += la[i % 3] * lb[i / 3] * ray[i][c];
      sum += w * plain.at(p[0], p[1]);
      total += w;
    }
    return sum / total;
  };
  double squares = 0, gxx = 0, gxy = 0, gyy = 0, gxd = 0, gyd = 0;
  int count = 0;
  for (int y = cy - 8; y <= cy + 8; y += 2)
    for (int x = cx - 8; x <= cx + 8; x += 2) {
      const double e = expected(x, y), d = frame.gray->row(y)[x] - e;
      const double gx = (frame.gray->row(y)[x + 1] - frame.gray->row(y)[x - 1]) / 2.0,
                   gy = (frame.gray->row(y + 1)[x] - frame.gray->row(y - 1)[x]) / 2.0;
      squares += d * d;
      gxx += gx * gx;
      gxy += gx * gy;
      gyy += gy * gy;
      gxd += gx * d;
      gyd += gy * d;
      ++count;
    }
  const double det = gxx * gyy - gxy * gxy;
  return {std::sqrt(squares / count), (gyy * gxd - gxy * gyd) / det, (gxx * gyd - gxy * gxd) / det};
}

}  // namespace

TEST_CASE("rendered markers sit within .004 px of a brute-force integration", "[vision][capture][accuracy]") {
  const bool all = std::getenv("POLEMARCH_LONG") != nullptr;
  for (const double psf : {0.6, 1.3})
    for (const double heading : {90.0, 17.0}) {
      if (!all && (psf == 0.6) != (heading == 90.0)) continue;
      const Fit fit = compare(psf, heading, heading == 90.0 ? 0.0 : 30.0);
      INFO("psf " << psf << " heading " << heading << " rms " << fit.rms << " shift " << fit.dx << " " << fit.dy);
      CHECK(fit.rms < 0.4);  // rounding to bytes alone gives 0.29
      CHECK(std::abs(fit.dx) < 0.004);
      CHECK(std::abs(fit.dy) < 0.004);
    }
}

}  // namespace capture_accuracy_tests
