// Shadows of figures over square prints: what they pull a print by is part of its stated error from the first frames on.
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

namespace shadowed_error_tests {

using namespace polemarch;
using namespace polemarch::test;
using namespace polemarch::vision;

namespace {

/// Resting bases under shadows; the first two looks come before anything was averaged.
void hold_under_shadows(int scenes, unsigned seed, double flicker) {
  HeldLooks held{.frames = {2, 5, 29}};
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> u(0, 1);
  for (int k = 0; k < scenes; ++k) {
    SceneSpec scene = small_table(30);
    scene.seed = static_cast<std::uint64_t>(6100 + k);
    scene.mat.seed = scene.seed;
    draw_camera(scene, k, 2, [&] { return u(random); });
    scene.sensor.noise_sigma = 1 + u(random);
    scene.sensor.flicker = flicker;
    scene.sensor.flicker_hz = 47;  // bands that wander over the picture
    if (flicker > 0) scene.sensor.rolling_shutter_s = 0.016;
    for (int i = 0; i < 24; ++i) {
      const double x = 90 + 140 * (i % 6) + 9 * u(random), y = 80 + 140 * (i / 6) + 9 * u(random);
      scene.bases.push_back(base_at("b" + std::to_string(i), 7 * i + k, x, y, 360 * u(random), 20));
    }
    SimulatedTable table(scene);
    std::vector<Shadow> shadows;
    for (const SceneBase& base : scene.bases) {
      const double way = 6.2832 * u(random), reach = 8 * u(random);
      PixelPoint at = project(table.camera(0), base.path[0].x_mm, base.path[0].y_mm, 0);
      at = at + PixelPoint{reach * std::cos(way), reach * std::sin(way)};
      shadows.push_back({at, std::cos(way), std::sin(way), 3 + 6 * u(random), 1 + 2 * u(random), 0.7 + 0.2 * u(random)});
    }
    Tracker tracker(table.camera(0), scene.table, specs_of(scene));
    for (int f = 0; f < scene.frames; ++f) held.take(f, tracker.update(shaded(table.render(f), shadows)), table.truth(f));
  }
  held.check(0.95 * 24 * scenes);
}

}  // namespace

TEST_CASE("stated errors hold the truth where figures' shadows lie across prints", "[vision][track][intervals]") {
  hold_under_shadows(std::getenv("POLEMARCH_LONG") != nullptr ? 24 : 5, 2611, 0);
}

TEST_CASE("stated errors hold the truth under shadows in the light of a lamp that flickers", "[vision][track][intervals]") {
  // A change of light between two frames is no noise: taken for it, the shadows' pull is stated to average out.
  hold_under_shadows(12, 2612, 0.15);
}

TEST_CASE("stated errors hold the truth of bases that wheel with figures' shadows across their prints", "[vision][track][intervals]") {
  constexpr int kFrames = 13, kFrom = 4;
  const int scenes = std::getenv("POLEMARCH_LONG") != nullptr ? 24 : 5;
  std::mt19937 random(2711);
  std::uniform_real_distribution<double> u(0, 1);
  Held held;
  for (int k = 0; k < scenes; ++k) {
    SceneSpec scene = small_table(kFrames);
    scene.seed = static_cast<std::uint64_t>(6200 + k);
    draw_camera(scene, k, 2, [&] { return u(random); });
    scene.sensor.noise_sigma = 1 + u(random);
    std::vector<Shadow> falls;  // beside their base, as the lamp stands still
    for (int i = 0; i < 20; ++i) {
      const double x = 120 + 160 * (i % 5), y = 100 + 130 * (i / 5), heading = 360 * u(random), push = 6.2832 * u(random);
      SceneBase base = base_at("b" + std::to_string(i), 5 * i + k, x, y, heading, 20);
      move_to(base, 0.5, x + 30 * std::cos(push), y + 30 * std::sin(push), heading + 30 * u(random));
      scene.bases.push_back(base);
      const double way = 6.2832 * u(random), reach = 8 * u(random);
      falls.push_back({{reach * std::cos(way), reach * std::sin(way)},
                       std::cos(way),
                       std::sin(way),
                       3 + 6 * u(random),
                       1 + 2 * u(random),
                       0.7 + 0.2 * u(random)});
    }
    SimulatedTable table(scene);
    Tracker tracker(table.camera(0), scene.table, specs_of(scene));
    for (int f = 0; f < kFrames; ++f) {
      const Truth truth = table.truth(f);
      std::vector<Shadow> shadows = falls;
      for (std::size_t i = 0; i < shadows.size(); ++i)
        for (const BaseTruth& t : truth.bases)
          if (t.base.text == "b" + std::to_string(i)) shadows[i].at = shadows[i].at + project(table.camera(0), t.x_mm, t.y_mm, 0);
      tracker.update(shaded(table.render(f), shadows));
      if (f < kFrom) continue;
      for (const BaseTruth& t : truth.bases)
        if (const ObservedBase* o = find(tracker.state(), t.base.text); o != nullptr && o->state == Seen::Seen) held.add(*o, t);
    }
  }
  INFO(held.place_share() << " of places, " << held.turn_share() << " of headings, " << held.bases << " looks");
  const double chance = Held::chance(20 * scenes);  // a base keeps its shadow: its looks are one sample
  CHECK(held.bases > 0.95 * scenes * 20 * (kFrames - kFrom));
  CHECK(held.place_share() > 0.94 - chance);
  CHECK(held.turn_share() > 0.94 - chance);
}

}  // namespace shadowed_error_tests
