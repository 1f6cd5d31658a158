// A strip is never followed under another's number: where one base takes another's place in a line, the other's word may not be seen in
// what a cover or a slip of a tooth would leave of it.
#include <cmath>
#include <memory>

#include "tests/support/catch.hpp"
#include "tests/support/strip_scene.hpp"
#include "vision/pixels/camera_model.hpp"
#include "vision/pixels/local_plane.hpp"
#include "vision/prints/strip_book.hpp"
#include "vision/track/kinds/strip_own_fit.hpp"

namespace strip_follow_names_tests {

using namespace polemarch;
using namespace polemarch::test;
using namespace polemarch::vision;

TEST_CASE("no strip is followed under another's number, along its teeth either", "[vision][strips]") {
  struct Case {
    const char* family;
    int width, height;
    double gamma;
  };
  for (const Case& c : {Case{"STRIP40x6", 1920, 1080, 1}, Case{"STRIP40x4", 3840, 2160, 1}, Case{"STRIP40x4", 3840, 2160, 2.2}}) {
    CAPTURE(c.family, c.gamma);
    StripSceneSettings settings;
    settings.layout = *strip_layout(c.family);
    settings.width = c.width;
    settings.height = c.height;
    settings.seed = 2301;
    settings.noise = 2;
    settings.cards = 0;
    settings.touching = true;
    settings.gamma = c.gamma;
    if (c.gamma > 1) settings.black = 9, settings.white = 190, settings.mat_level = 30;
    const StripScene scene = render_strip_scene(settings);
    const auto book = std::make_shared<const CodeBook>(*load_book(settings.layout.book));
    const auto tools = std::make_shared<StripTools>(settings.layout, book);
    int asked = 0, wrong = 0, own = 0;
    for (const StripTruth& strip : scene.strips) {
      const auto plane = local_plane(scene.camera, strip.x_mm, strip.y_mm, 0, 90);
      REQUIRE(plane);
      const double blur = 0.67 * plane->mm_per_px, up = strip.heading_deg * 0.0174532925;
      const auto fitted = [&](int id, double along) {
        const auto fit = make_strip_own_fit(tools, id)->fit(
            scene.picture.view(), *plane, {strip.x_mm + along * std::sin(up), strip.y_mm - along * std::cos(up), up}, blur, {});
        return fit && fit->steady && fit->reads_own && fit->share >= 0.6;
      };
      own += fitted(strip.id, 0.1) ? 1 : 0;
      for (int other = 1; other <= 12; ++other) {
        for (const double along : {-4.1, -2.05, -1.0, 0.0, 1.0, 2.05, 4.1}) {
          ++asked;
          wrong += fitted((strip.id + 37 * other) % 512, along) ? 1 : 0;
        }
      }
    }
    INFO(wrong << " of " << asked << ", " << own << " under their own");
    CHECK(wrong == 0);
    CHECK(own >= 0.97 * static_cast<double>(scene.strips.size()));
  }
}

}  // namespace strip_follow_names_tests
