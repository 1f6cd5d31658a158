// A move of a tenth of a millimetre is reported, of prints that a figure leans over too, and what lies still says the same.
#include <algorithm>
#include <cmath>
#include <memory>

#include "tests/support/catch.hpp"
#include "tests/support/small_table.hpp"
#include "vision/camera_model.hpp"
#include "vision/capture/simulator/simulated_table.hpp"
#include "vision/track/tracker.hpp"

using namespace polemarch;
using namespace polemarch::test;
using namespace polemarch::vision;

TEST_CASE("in dim light too a base nudged by a tenth of a millimetre is soon reported where it is, though a figure leans over its print",
          "[vision][track]") {
  constexpr int kBefore = 60, kAfter = 6, kBases = 12;
  SceneSpec scene = small_table(kBefore + kAfter);
  scene.sensor.noise_sigma = 10;
  scene.sensor.jpeg_quality = 88;
  for (int i = 0; i < kBases; ++i) {
    scene.bases.push_back(
        base_at("b" + std::to_string(i), 3 * i, 120 + 210.0 * (i % 4), 100 + 190.0 * (i / 4), 31.0 * i, i % 2 == 0 ? 25 : 20));
    const double way = 0.7 * i;
    Keyframe k = scene.bases.back().path[0];
    k.t = (kBefore - 1) / scene.fps;
    scene.bases.back().path.push_back(k);
    k.t = kBefore / scene.fps;
    k.x_mm += 0.1 * std::cos(way);
    k.y_mm += 0.1 * std::sin(way);
    scene.bases.back().path.push_back(k);
  }
  SimulatedTable table(scene);
  Tracker tracker(table.camera(0), scene.table, specs_of(scene));
  std::vector<ObservedBase> before;
  for (int f = 0; f < kBefore + kAfter; ++f) {
    Frame frame = table.render(f);
    Image picture = *frame.gray;
    for (int i = 0; i < kBases; ++i) {  // a head that leans over one corner
      const Keyframe& k = scene.bases[static_cast<std::size_t>(i)].path[0];
      const PixelPoint at = project(table.camera(0), k.x_mm + 9, k.y_mm + 7, 0);
      for (int y = static_cast<int>(at.y) - 5; y <= static_cast<int>(at.y) + 5; ++y)
        for (int x = static_cast<int>(at.x) - 5; x <= static_cast<int>(at.x) + 5; ++x)
          if (std::hypot(x - at.x, y - at.y) < 4.5) picture.row(y)[x] = static_cast<std::uint8_t>(150 + 7 * ((x + y) % 3));
    }
    frame.gray = std::make_shared<const Image>(std::move(picture));
    tracker.update(frame);
    if (f == kBefore - 1) before = tracker.state().bases;
  }
  REQUIRE(before.size() == kBases);
  int reported = 0;
  for (int i = 0; i < kBases; ++i) {
    const std::string name = "b" + std::to_string(i);
    const ObservedBase* now = find(tracker.state(), name);
    const auto old = std::find_if(before.begin(), before.end(), [&](const ObservedBase& b) { return b.base.text == name; });
    REQUIRE(now != nullptr);
    const double way = 0.7 * i;
    const double off = std::hypot(now->x_mm - old->x_mm - 0.1 * std::cos(way), now->y_mm - old->y_mm - 0.1 * std::sin(way));
    INFO(name << " was nudged, its new place is off by " << off);
    if (off < 0.05) ++reported;
  }
  CHECK(reported >= kBases - 2);
}
