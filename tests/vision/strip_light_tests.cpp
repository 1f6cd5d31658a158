/// Strips in haze and dim light, and covered ones followed from where they are expected.
#include <cmath>
#include <numbers>

#include "tests/support/catch.hpp"
#include "tests/support/strip_scene.hpp"
#include "vision/detect/strips/strip_detect.hpp"
#include "vision/pixels/camera_model.hpp"
#include "vision/pixels/picture_light.hpp"

namespace strip_light_tests {

using namespace polemarch;
using namespace polemarch::test;
using namespace polemarch::vision;

namespace {

StripSceneSettings scene_of(std::uint64_t seed) {
  StripSceneSettings s;
  s.layout = *strip_layout("STRIP40x6");
  s.seed = seed;
  return s;
}

/// Black and white of the print 52 grey levels apart.
StripSceneSettings pale_scene(std::uint64_t seed, int jpeg) {
  StripSceneSettings s = scene_of(seed);
  s.contrast = 0.31;
  s.noise = 3;
  s.jpeg = jpeg;
  return s;
}

struct Found {
  int shown = 0, right = 0, other = 0;
};
Found find_cold(const StripSceneSettings& scene, StripDetector& detector) {
  const StripScene rendered = render_strip_scene(scene);
  const auto strips = detector.find(rendered.picture.view(), {rendered.camera, 0, 0});
  Found out;
  out.shown = static_cast<int>(rendered.strips.size());
  for (const StripFound& s : strips) {
    bool right = false;
    for (const StripTruth& t : rendered.strips)
      right = right || (s.id == t.id && std::hypot(s.pose.x_mm - t.x_mm, s.pose.y_mm - t.y_mm) < 1);
    ++(right ? out.right : out.other);
  }
  return out;
}

}  // namespace

TEST_CASE("a picture's noise and spread are told from the picture", "[strip][light]") {
  StripSceneSettings scene = scene_of(910);
  scene.jpeg = 0;
  for (const double noise : {3.0, 6.0, 10.0}) {
    scene.noise = noise;
    const float seen = light_of(render_strip_scene(scene).picture.view()).noise;
    CHECK(std::abs(static_cast<double>(seen) / noise - 1) < 0.1);
  }
  scene.noise = 3;
  CHECK_FALSE(light_of(render_strip_scene(scene).picture.view()).pale());
  CHECK(light_of(render_strip_scene(pale_scene(910, 0)).picture.view()).pale());
  CHECK(light_of(Image(8, 8, 1).view()).noise == 0);  // too small to tell
}

TEST_CASE("a gate opens by what the noise explains and no further", "[strip][light]") {
  CHECK(passes(0.085F, 0.085F, 160, 4));
  CHECK_FALSE(passes(0.0855F, 0.085F, 200, 4));
  CHECK(passes(0.12F, 0.085F, 50, 3));
  CHECK_FALSE(passes(0.12F, 0.085F, 90, 3));
  CHECK(passes(0.12F, 0.085F, 90, 9));
  CHECK_FALSE(passes(0.141F, 0.085F, 20, 9));
  CHECK(at_usual_noise(0.05F, 160, 4) == 0.05F);
}

TEST_CASE("strips of 52 grey levels under noise of 3 are found cold and none is invented", "[strip][light]") {
  for (const int jpeg : {0, 85}) {
    StripDetector detector(*strip_layout("STRIP40x6"), *load_book("strip38"));
    const Found found = find_cold(pale_scene(920, jpeg), detector);
    CHECK(found.right >= 0.98 * found.shown);
    CHECK(found.other == 0);
    StripSceneSettings clutter = pale_scene(930, jpeg);
    clutter.strips = 0;
    clutter.cards = 60;
    CHECK(find_cold(clutter, detector).other == 0);
  }
}

TEST_CASE("covered and pale strips are kept from where they are expected", "[strip][light]") {
  const CodeBook book = *load_book("strip38");
  const auto kept = [&](StripSceneSettings scene, int frames) {
    int shown = 0, good = 0;
    for (int f = 0; f < frames; ++f, ++scene.seed) {
      const StripScene rendered = render_strip_scene(scene);
      const StripPlane plane{rendered.camera, 0, 0};
      const float noise = light_of(rendered.picture.view()).noise;
      const double blur = std::sqrt(0.55 * 0.55 + 1.0 / 12) / plane.scale(scene.width, scene.height);
      const StripProfiles profiles(scene.layout, {blur, blur});
      StripPixels pixels;
      for (const StripTruth& t : rendered.strips) {
        const PixelPoint c = project(rendered.camera, t.x_mm, t.y_mm, 0);
        const StripPose start{t.x_mm + 0.35, t.y_mm - 0.35, (t.heading_deg - 90) * std::numbers::pi / 180 + 0.017};
        const LaneTable along = profiles.along(book.words[static_cast<std::size_t>(t.id)]);
        const StripFit fit = refit_strip(rendered.picture.view(), plane.around(c.x, c.y), profiles, along, start, 0.042F, pixels, noise);
        ++shown;
        good += fit.ok && fit.kept >= 0.7F && passes(fit.residual, 0.085F, fit.gain, noise) &&
                        std::hypot(fit.pose.x_mm - t.x_mm, fit.pose.y_mm - t.y_mm) < 0.4
                    ? 1
                    : 0;
      }
    }
    return static_cast<double>(good) / shown;
  };
  StripSceneSettings covered = scene_of(940);
  covered.cover = 0.2;
  CHECK(kept(covered, 5) >= 0.998);  // one of 500
  StripSceneSettings both = pale_scene(945, 85);
  both.cover = 0.2;
  CHECK(kept(both, 2) >= 0.99);
  CHECK(kept(pale_scene(950, 85), 1) >= 0.99);
}

}  // namespace strip_light_tests
