/// How finely a strip is placed: ground that changes along it, and blur that came after the pixels were taken.
#include <cmath>
#include <numbers>

#include "tests/support/catch.hpp"
#include "tests/support/strip_scene.hpp"
#include "vision/detect/strips/fit/strip_frame.hpp"
#include "vision/detect/strips/strip_detect.hpp"

namespace strip_fine_fit_tests {

using namespace polemarch;
using namespace polemarch::test;
using namespace polemarch::vision;

namespace {

/// Pixels of 1.15 mm as the model itself says a strip at `pose` shows them; before it the ground gets brighter along the strip.
StripPixels drawn(const StripProfiles& profiles, const LaneTable& along, const StripPose& pose) {
  StripPixels pixels;
  pixels.offset = 100;
  const double half_u = profiles.layout().length_mm / 2 + kStripMarginMm, half_v = profiles.layout().depth_mm / 2 + kStripMarginMm;
  const StripFrame frame(pixels, pose);
  constexpr double kPixel = 1.15;
  for (int line = 0; line * kPixel < 2 * half_v; ++line) {
    for (int column = 0; column * kPixel < 2 * half_u; ++column) {
      pixels.reserve(pixels.count + 1 + kWide);
      const auto px = static_cast<float>(column * kPixel - half_u), py = static_cast<float>(line * kPixel - half_v);
      const float u = frame.u(px, py), v = frame.v(px, py);
      const Lanes value = along.value(u) * profiles.across().value(v);
      const float beyond = 1 - profiles.across().value(v)[3];
      pixels.x[pixels.count] = px;
      pixels.y[pixels.count] = py;
      pixels.grey[pixels.count] = 40 - pixels.offset + 160 * (value[0] + value[1] + value[2]) + (v > 0 ? beyond * (60 + 3 * u) : 0.0F);
      ++pixels.count;
    }
  }
  pixels.trust.assign(pixels.x.size(), 0.0F);
  for (std::size_t i = 0; i < pixels.count; ++i) pixels.trust[i] = 1;
  return pixels;
}

struct Cold {
  double mm = 0, deg = 0;  // RMS
  float late = 0;
};
/// Without noise and JPEG: what is left is the model's own error.
Cold cold(bool lens_first, bool learn) {
  StripSceneSettings scene;
  scene.layout = *strip_layout("STRIP40x6");
  scene.seed = 52300;
  scene.noise = 0;
  scene.jpeg = 0;
  scene.cards = 0;
  scene.lens_first = lens_first;
  scene.strips = lens_first ? 30 : 100;  // slow to draw
  const StripScene rendered = render_strip_scene(scene);
  StripSettings settings;
  settings.psf_px = 0.6;
  settings.learn = learn;
  StripDetector detector(scene.layout, *load_book(scene.layout.book), settings);
  Cold out;
  std::vector<StripFound> found;
  for (int k = 0; k < 2; ++k) found = detector.find(rendered.picture.view(), {rendered.camera, 0, 0});
  int n = 0;
  for (const StripFound& f : found) {
    for (const StripTruth& t : rendered.strips) {
      if (f.id != t.id) continue;
      ++n;
      out.mm += std::pow(f.pose.x_mm - t.x_mm, 2) + std::pow(f.pose.y_mm - t.y_mm, 2);
      out.deg += std::pow(std::remainder(f.heading_deg - t.heading_deg, 360.0), 2);
    }
  }
  REQUIRE(n == static_cast<int>(rendered.strips.size()));
  out.mm = std::sqrt(out.mm / n);
  out.deg = std::sqrt(out.deg / n);
  out.late = detector.late_share();
  return out;
}

}  // namespace

TEST_CASE("ground that gets brighter along a strip turns a plain fit, not a fine one", "[strip]") {
  const StripLayout layout = *strip_layout("STRIP40x6");
  const StripProfiles profiles(layout, {0.75, 0.75});
  const LaneTable along = profiles.along(load_book("strip38")->words[77]);
  const StripPose truth{0.07, -0.05, 0.003};
  const StripPixels pixels = drawn(profiles, along, truth);
  const StripFit plain = fit_strip(pixels, profiles, along, {}, 6);
  const StripFit fine = fit_strip(pixels, profiles, along, {}, 6, 1e9F, 0, StripFitKind::Fine);
  REQUIRE((plain.ok && fine.ok));
  CHECK(std::hypot(fine.pose.x_mm - truth.x_mm, fine.pose.y_mm - truth.y_mm) < 1e-3);
  CHECK(std::abs(fine.pose.along_rad - truth.along_rad) < 5e-5);
  CHECK(std::abs(plain.pose.along_rad - truth.along_rad) > 2e-4);
  CHECK(std::abs(fine.black - 40) < 0.5F);
  CHECK(std::abs(fine.gain - 160) < 0.5F);
  CHECK(fine.residual < 0.005F);  // levels that hardly show are drawn to zero a little
  CHECK(fine.covariance[8] > 0);
}

TEST_CASE("blur that came after the pixels is told from a lens's, and taken into account", "[strip]") {
  const Cold after = cold(false, true), taken_for_lens = cold(false, false), lens = cold(true, true);
  INFO("after the pixels: " << after.mm << " mm " << after.deg << " deg, late " << after.late
                            << "; taken for a lens's: " << taken_for_lens.mm << " mm " << taken_for_lens.deg
                            << " deg; a lens's: " << lens.mm << " mm, late " << lens.late);
  CHECK(after.late > 0.6F);
  CHECK(lens.late < 0.3F);
  CHECK(after.mm < 0.8 * taken_for_lens.mm);
  CHECK(after.deg < 0.9 * taken_for_lens.deg);
  CHECK(lens.mm < after.mm);
}

TEST_CASE("stated errors of strips found cold hold the truth: 95 % intervals, sharp and soft", "[strip]") {
  for (const double psf : {0.6, 1.0}) {
    StripSceneSettings scene;
    scene.layout = *strip_layout("STRIP40x6");
    scene.psf_px = psf;
    StripSettings settings;
    settings.covered = false;
    StripDetector detector(scene.layout, *load_book(scene.layout.book), settings);
    int n = 0, place = 0, heading = 0;
    for (scene.seed = 52400; scene.seed < 52403; ++scene.seed) {
      const StripScene rendered = render_strip_scene(scene);
      for (const StripFound& f : detector.find(rendered.picture.view(), {rendered.camera, 0, 0})) {
        for (const StripTruth& t : rendered.strips) {
          const double x = f.pose.x_mm - t.x_mm, y = f.pose.y_mm - t.y_mm;
          if (f.id != t.id || std::hypot(x, y) > 1) continue;
          ++n;
          const double xx = f.covariance[0], xy = f.covariance[1], yy = f.covariance[4];
          place += (yy * x * x - 2 * xy * x * y + xx * y * y) / (xx * yy - xy * xy) < 5.991 ? 1 : 0;
          const double turn = std::remainder(f.heading_deg - t.heading_deg, 360.0) * std::numbers::pi / 180;
          heading += std::abs(turn) < 1.96 * std::sqrt(f.covariance[8]) ? 1 : 0;
        }
      }
    }
    REQUIRE(n > 290);
    INFO("blur " << psf << ": of " << n << " places " << place << ", headings " << heading << " within");
    for (const int within : {place, heading}) {  // 0.95 and two standard deviations of such a sample
      CHECK(within > 0.925 * n);
      CHECK(within < 0.98 * n);
    }
  }
}

}  // namespace strip_fine_fit_tests
