// A camera that shifts by a part of a pixel: the picture's reference is taken anew, and nothing that is put down just then may be lost.
#include <cmath>

#include "tests/support/catch.hpp"
#include "tests/support/small_table.hpp"
#include "vision/capture/simulator/simulated_table.hpp"
#include "vision/track/tracker.hpp"

namespace shifted_camera_tests {

using namespace polemarch;
using namespace polemarch::test;
using namespace polemarch::vision;

TEST_CASE("a base put down in the frame in which a sagging camera is registered anew is met, and little else is read", "[vision][track]") {
  SceneSpec scene = small_table(40);
  for (int i = 0; i < 6; ++i) scene.bases.push_back(base_at("b" + std::to_string(i), i, 150 + 120 * i, 150, 15.0 * i));
  scene.bases.push_back(base_at("late", 9, 450, 400, 40));
  constexpr int kThen = 15;
  scene.bases.back().path.front().present = false;
  Keyframe there = scene.bases.back().path.front();
  there.t = kThen / 30.0;
  there.present = true;
  scene.bases.back().path.push_back(there);
  scene.camera.keys = {{(kThen - 1) / 30.0, {}, {}, 1.0}, {kThen / 30.0, {0.55, 0, 0}, {}, 1.0}};
  SimulatedTable table(scene);
  Tracker tracker(table.camera(0), scene.table, specs_of(scene));
  int reads = 0;
  for (int f = 0; f < scene.frames; ++f) {
    const Frame frame = table.render(f);
    tracker.follow_border(frame);
    if (f == kThen) tracker.camera_is_now(table.camera(f), 0.01);
    tracker.follow_bases(frame);
    if (f >= kThen) reads += tracker.counts().reads;
  }
  const ObservedBase* late = find(tracker.state(), "late");
  REQUIRE(late != nullptr);
  CHECK(late->state == Seen::Seen);
  const BaseTruth truth = table.truth(scene.frames - 1).bases.back();
  CHECK(std::hypot(late->x_mm - truth.x_mm, late->y_mm - truth.y_mm) < 0.1);
  CHECK(reads < 8);
}

}  // namespace shifted_camera_tests
