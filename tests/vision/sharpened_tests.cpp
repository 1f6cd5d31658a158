// Cameras that sharpen: the halos are learnt from the prints, places stay as good as they are stated to be. POLEMARCH_LONG=1 runs it at
// length.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <random>

#include "tests/support/catch.hpp"
#include "tests/support/held.hpp"
#include "tests/support/small_table.hpp"
#include "vision/capture/simulator/simulated_table.hpp"
#include "vision/track/fit/template.hpp"
#include "vision/track/tracker.hpp"

namespace sharpened_tests {

using namespace polemarch;
using namespace polemarch::test;
using namespace polemarch::vision;

TEST_CASE("a template with halos overshoots beside an edge and keeps its levels away from it", "[vision][track]") {
  // Ink on the left, paper on the right; a step of the raster is a tenth of a millimetre and half a pixel.
  const vision::Pattern step = pattern_of("none", {0}, 8, 4, 0.8, 0, {{-4, -2, 0, 2, false}, {0, -2, 4, 2, true}});
  std::vector<std::uint8_t> ink;
  for (const float v : step.value) ink.push_back(static_cast<std::uint8_t>(kPaper * v + 0.5F));
  const PrintLook plain{.blur = {0.1, 0.1, 0}, .pixel = {0.2, 0.2, 0}};
  PrintLook sharpened = plain;
  sharpened.halo = {0.8, 0, 0};
  const PrintTemplate before = make_template(step, ink, plain), after = make_template(step, ink, sharpened);
  const auto at = [&](const PrintTemplate& t, double x_mm) {
    return static_cast<double>(t.value[static_cast<std::size_t>(t.rows / 2) * static_cast<std::size_t>(t.columns) +
                                       static_cast<std::size_t>(std::lround((x_mm - t.left_mm) / t.step_mm))]);
  };
  // Blurred once more by 0.2 mm: variances add, and a raster's step has one of its own each time it is sampled.
  const double raster = 3 * step.step_mm * step.step_mm / 12;
  const double blurred = 0.5 * (1 + std::erf(0.2 / std::sqrt(2 * (0.1 * 0.1 + 0.2 * 0.2 + raster))));
  CHECK(std::abs(at(after, 0.2) - at(before, 0.2) - 0.8 * (at(before, 0.2) - blurred)) < 0.002);
  CHECK(at(after, 0.2) > 1.05);
  CHECK(at(after, -0.2) < -0.05);
  CHECK(std::abs(at(after, 2) - 1) < 1e-4);
  CHECK(std::abs(at(after, -2)) < 1e-4);
  const HaloRasters halos = halo_rasters(step, ink, plain);
  for (std::size_t i = 0; i < before.value.size(); ++i) REQUIRE(std::abs(before.value[i] + 0.8F * halos[0][i] - after.value[i]) < 1e-5F);
}

TEST_CASE("stated errors hold the truth in pictures that a phone has sharpened", "[vision][track][intervals]") {
  const bool at_length = std::getenv("POLEMARCH_LONG") != nullptr;
  const int scenes = at_length ? 30 : 5;
  constexpr int kFrames = 30;
  std::mt19937 random(at_length ? 9301 : 9300);
  std::uniform_real_distribution<double> u(0, 1);
  Held held;
  double squares = 0;
  for (int k = 0; k < scenes; ++k) {
    SceneSpec scene = small_table(kFrames);
    scene.seed = static_cast<std::uint64_t>(9300 + k);
    draw_camera(scene, k, 3, [&] { return u(random); });
    scene.sensor.sharpen = 0.3 + 0.7 * u(random);
    for (int i = 0; i < 24; ++i) {
      const int row = i / 6;
      scene.bases.push_back(
          base_at("b" + std::to_string(i), 5 * i + k, 90 + 140 * (i % 6) + 9 * u(random), 80 + 140 * row + 9 * u(random), 360 * u(random)));
    }
    SimulatedTable table(scene);
    Tracker tracker(table.camera(0), scene.table, specs_of(scene));
    for (int f = 0; f < kFrames; ++f) tracker.update(table.render(f));
    for (const BaseTruth& t : table.truth(kFrames - 1).bases) {
      const ObservedBase* o = find(tracker.state(), t.base.text);
      REQUIRE(o != nullptr);
      held.add(*o, t);
      squares += 0.5 * (std::pow(o->x_mm - t.x_mm, 2) + std::pow(o->y_mm - t.y_mm, 2));
    }
  }
  const double chance = Held::chance(2 * held.bases), rms = std::sqrt(squares / held.bases);
  INFO(held.place_share() << " of places, " << held.turn_share() << " of headings, " << held.bases << " bases, RMS " << rms << " mm");
  CHECK(held.place_share() > 0.94 - chance);  // 0.87 to 0.91 with templates that know of no halo
  CHECK(held.place_share() < 0.96 + chance);
  CHECK(held.turn_share() > 0.94 - Held::chance(held.bases));  // stated wider than they are
  CHECK(rms < 0.0045);                                         // 0.0065 to 0.01 with such templates
}

}  // namespace sharpened_tests
