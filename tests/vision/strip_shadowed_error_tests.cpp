// Shadows of figures over strips: what they pull a strip by is part of its stated error, at rest and on the move.
#include <cmath>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "tests/support/catch.hpp"
#include "tests/support/figure_shadow.hpp"
#include "tests/support/held.hpp"
#include "tests/support/small_table.hpp"
#include "vision/capture/simulator/simulated_table.hpp"
#include "vision/pixels/camera_model.hpp"
#include "vision/pixels/homography.hpp"
#include "vision/track/tracker.hpp"

namespace strip_shadowed_error_tests {

using namespace polemarch;
using namespace polemarch::test;
using namespace polemarch::vision;

TEST_CASE("stated errors hold the truth where figures' shadows lie across strips", "[vision][track][strips][intervals]") {
  HeldLooks held{.frames = {2, 5, 24}};
  const int scenes = std::getenv("POLEMARCH_LONG") != nullptr ? 24 : 6;
  std::mt19937 random(2612);
  std::uniform_real_distribution<double> u(0, 1);
  for (int k = 0; k < scenes; ++k) {
    SceneSpec scene = small_table(25);
    scene.seed = static_cast<std::uint64_t>(6300 + k);
    scene.mat.seed = scene.seed;
    draw_camera(scene, k, 2, [&] { return u(random); });
    scene.sensor.psf_sigma_px = 0.6 + 0.4 * u(random);
    for (int i = 0; i < 24; ++i)
      scene.bases.push_back(strip_base_at("b" + std::to_string(i), "STRIP40x6", 7 * i + k, 90 + 140 * (i % 6) + 9 * u(random),
                                          80 + 140 * (i / 6) + 9 * u(random), 360 * u(random)));
    SimulatedTable table(scene);
    std::vector<Shadow> shadows;
    for (const SceneBase& base : scene.bases) {
      const Keyframe& at = base.path[0];
      const double way = 6.2832 * u(random), reach = 15 * u(random), back = base.spec.mount.offset_x_mm;
      const double heading = at.heading_deg * 0.0174532925;
      PixelPoint on = project(table.camera(0), at.x_mm + back * std::cos(heading), at.y_mm + back * std::sin(heading), 0);
      on = on + PixelPoint{reach * std::cos(way), reach * std::sin(way)};
      shadows.push_back({on, std::cos(way), std::sin(way), 3 + 6 * u(random), 1 + 2 * u(random), 0.65 + 0.25 * u(random)});
    }
    Tracker tracker(table.camera(0), scene.table, specs_of(scene));
    for (int f = 0; f < scene.frames; ++f) held.take(f, tracker.update(shaded(table.render(f), shadows)), table.truth(f));
  }
  held.check(0.85 * 24 * scenes);
}

TEST_CASE("a strip that shadows keep from being read is hidden, never gone", "[vision][track][strips]") {
  SceneSpec scene = small_table(70);
  for (int i = 0; i < 12; ++i)
    scene.bases.push_back(
        strip_base_at("b" + std::to_string(i), "STRIP40x6", 9 * i, 110 + 220 * (i % 4), 100 + 180 * (i / 4), 90 * i + 40 + 2 * i));
  SimulatedTable table(scene);
  std::vector<Shadow> shadows;
  for (const SceneBase& base : scene.bases) {
    const Keyframe& at = base.path[0];
    const double heading = at.heading_deg * 0.0174532925, back = base.spec.mount.offset_x_mm;
    for (const double aside : {-14.0, 0.0, 14.0}) {  // of three figures before it; they leave unlike light
      const PixelPoint on = project(table.camera(0), at.x_mm + (back + 12) * std::cos(heading) - aside * std::sin(heading),
                                    at.y_mm + (back + 12) * std::sin(heading) + aside * std::cos(heading), 0);
      const PixelPoint behind = project(table.camera(0), at.x_mm + (back - 12) * std::cos(heading) - aside * std::sin(heading),
                                        at.y_mm + (back - 12) * std::sin(heading) + aside * std::cos(heading), 0);
      const double way = std::hypot(behind.x - on.x, behind.y - on.y);
      shadows.push_back({on, (behind.x - on.x) / way, (behind.y - on.y) / way, 5.5, 2, 0.45 + 0.01 * aside});
    }
  }
  Tracker tracker(table.camera(0), scene.table, specs_of(scene));
  int hidden = 0, gone = 0;
  for (int f = 0; f < scene.frames; ++f) {
    tracker.update(f < 10 ? table.render(f) : shaded(table.render(f), shadows));
    if (f == 9) REQUIRE(tracker.state().bases.size() == 12);
    for (const ObservedBase& b : tracker.state().bases) {
      hidden += f >= 10 && b.state == Seen::Hidden ? 1 : 0;
      gone += b.state == Seen::Gone ? 1 : 0;
    }
  }
  CHECK(hidden > 60);  // not all of these are read
  CHECK(gone == 0);
}

}  // namespace strip_shadowed_error_tests
