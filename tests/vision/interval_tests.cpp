// Stated 95 % intervals of resting bases against the truth: a base's own errors, under the true camera.
#include <cmath>
#include <cstdlib>
#include <random>
#include <string>

#include "tests/support/catch.hpp"
#include "tests/support/held.hpp"
#include "tests/support/small_table.hpp"
#include "vision/capture/simulator/simulated_table.hpp"
#include "vision/track/tracker.hpp"

namespace interval_tests {

using namespace polemarch;
using namespace polemarch::test;
using namespace polemarch::vision;

TEST_CASE("stated errors hold the truth: 95 % intervals of place, heading and gaps, many scenes", "[vision][track][intervals]") {
  // Lens, mat, blur, noise and JPEG differ from those the error model was made with; every scene is a new draw.
  Held held;
  int gaps_within = 0, gaps = 0;
  const int scenes = std::getenv("POLEMARCH_LONG") != nullptr ? 40 : 8;
  std::mt19937 random(4242);
  std::uniform_real_distribution<double> u(0, 1);
  for (int k = 0; k < scenes; ++k) {
    SceneSpec scene = small_table(14);
    scene.seed = static_cast<std::uint64_t>(9000 + k);
    scene.mat.seed = scene.seed;
    draw_camera(scene, k, 4, [&] { return u(random); });
    for (int i = 0; i < 24; ++i)
      scene.bases.push_back(base_at("b" + std::to_string(i), 5 * i + k, 90 + 140 * (i % 6) + 9 * u(random),
                                    80 + 140 * (i / 6) + 9 * u(random), 360 * u(random)));
    SimulatedTable table(scene);
    Tracker tracker(table.camera(0), scene.table, specs_of(scene));
    for (int f = 0; f < 14; ++f) tracker.update(table.render(f));
    const Truth truth = table.truth(13);
    const BaseTruth* before = nullptr;
    for (const BaseTruth& t : truth.bases) {
      const ObservedBase* o = find(tracker.state(), t.base.text);
      if (o == nullptr) continue;
      held.add(*o, t);
      if (before != nullptr) {
        const ObservedBase* p = find(tracker.state(), before->base.text);
        const double dx = o->x_mm - p->x_mm, dy = o->y_mm - p->y_mm, gap = std::hypot(dx, dy), ux = dx / gap, uy = dy / gap;
        const auto along = [&](const std::array<double, 9>& c) { return ux * ux * c[0] + 2 * ux * uy * c[1] + uy * uy * c[4]; };
        const double off = gap - std::hypot(t.x_mm - before->x_mm, t.y_mm - before->y_mm);
        ++gaps;
        gaps_within += Held::within(off, along(o->own_cov) + along(p->own_cov)) ? 1 : 0;
      }
      before = &t;
    }
  }
  REQUIRE(held.bases == scenes * 24);
  const double statements = 3 * held.bases, share = (2 * held.places + held.turns) / statements;
  const double gap_share = static_cast<double>(gaps_within) / gaps;
  INFO("share within " << share << " of " << statements << ", gaps " << gap_share << " of " << gaps);
  // The goal, 0.94 to 0.96, widened by two standard deviations of so small a sample; at length it is nearly the goal itself.
  const double chance = Held::chance(statements), gap_chance = Held::chance(gaps);
  CHECK(share > 0.94 - chance);
  CHECK(share < 0.96 + chance);
  CHECK(gap_share > 0.94 - gap_chance);
  CHECK(gap_share < 0.96 + gap_chance);
}

TEST_CASE("pictures packed hard are not stated much wider than they scatter", "[vision][track][intervals]") {
  // What JPEG does to every print alike pulls less than its patches say one by one.
  double squares = 0, places = 0;
  Held held;
  for (int k = 0; k < 6; ++k) {
    SceneSpec scene = small_table(21);
    scene.seed = static_cast<std::uint64_t>(9300 + k);
    scene.mat.seed = scene.seed;
    scene.sensor.noise_sigma = 3;
    scene.sensor.jpeg_quality = 60;
    for (int i = 0; i < 24; ++i)
      scene.bases.push_back(base_at("b" + std::to_string(i), 5 * i + k, 90 + 140 * (i % 6) + 1.7 * k, 80 + 140 * (i / 6), 31 * i + 7 * k));
    SimulatedTable table(scene);
    Tracker tracker(table.camera(0), scene.table, specs_of(scene));
    for (int f = 0; f < scene.frames; ++f) tracker.update(table.render(f));
    for (const BaseTruth& t : table.truth(scene.frames - 1).bases) {
      const ObservedBase* o = find(tracker.state(), t.base.text);
      REQUIRE(o != nullptr);
      const double dx = o->x_mm - t.x_mm, dy = o->y_mm - t.y_mm;
      squares += dx * dx / o->own_cov[0] + dy * dy / o->own_cov[4];
      places += 2;
      held.add(*o, t);
    }
  }
  INFO("mean squared error over stated " << squares / places << ", " << held.place_share() << " of places");
  CHECK(squares / places > 0.5);  // one would be right
  CHECK(held.place_share() > 0.94 - Held::chance(places));
}

}  // namespace interval_tests
