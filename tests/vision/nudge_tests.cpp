// A move of a tenth of a millimetre is reported, of prints that a figure leans over too, and what lies still says the same.
#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "tests/support/catch.hpp"
#include "tests/support/figure_shadow.hpp"
#include "tests/support/small_table.hpp"
#include "vision/capture/simulator/simulated_table.hpp"
#include "vision/pixels/camera_model.hpp"
#include "vision/pixels/homography.hpp"
#include "vision/track/tracker.hpp"

namespace nudge_tests {

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

TEST_CASE("a base that starts off slowly is not said to rest where it lay", "[vision][track]") {
  // 0.15 mm in the first frame, 0.35 in the second: too little for the change over the print to stand out at a glance.
  constexpr int kBefore = 24, kBases = 20, kScenes = 3;
  int looks = 0, stale = 0;
  for (int k = 0; k < kScenes; ++k) {
    SceneSpec scene = small_table(kBefore + 2);
    scene.seed = static_cast<std::uint64_t>(8300 + k);
    scene.sensor.noise_sigma = 3;
    scene.sensor.jpeg_quality = 90;
    for (int i = 0; i < kBases; ++i) {
      scene.bases.push_back(base_at("b" + std::to_string(i), 3 * i + k, 120 + 160.0 * (i % 5), 90 + 130.0 * (i / 5), 31.0 * i + 7 * k, 20));
      const double way = 0.7 * i + k;
      Keyframe key = scene.bases.back().path[0];
      for (const auto& [frame, off] : {std::pair{kBefore - 1 + i % 2, 0.0}, {kBefore + i % 2, 0.15}, {kBefore + 1 + i % 2, 0.5}}) {
        key.t = frame / scene.fps;
        key.x_mm = scene.bases.back().path[0].x_mm + off * std::cos(way);
        key.y_mm = scene.bases.back().path[0].y_mm + off * std::sin(way);
        scene.bases.back().path.push_back(key);
      }
    }
    SimulatedTable table(scene);
    Tracker tracker(table.camera(0), scene.table, specs_of(scene));
    for (int f = 0; f < kBefore + 2; ++f) {
      tracker.update(table.render(f));
      if (f < kBefore) continue;
      for (const BaseTruth& t : table.truth(f).bases) {
        const ObservedBase* o = find(tracker.state(), t.base.text);
        if (o == nullptr || o->state != Seen::Seen) continue;
        ++looks;
        stale += std::hypot(o->x_mm - t.x_mm, o->y_mm - t.y_mm) > 5 * std::sqrt(o->own_cov[0] + o->own_cov[4]) ? 1 : 0;
      }
    }
  }
  INFO(stale << " of " << looks << " looks are beyond five of their stated standard deviations");
  CHECK(looks > 0.98 * 2 * kBases * kScenes);
  CHECK(stale <= looks / 20);
}

TEST_CASE("where a base under a figure's shadow came to rest is not averaged with the last of its way", "[vision][track]") {
  // Its last move is less than what the shadow pulls the print by, and more than noise does.
  constexpr int kStops = 14, kBases = 20, kScenes = 4;
  std::mt19937 random(8500);
  std::uniform_real_distribution<double> u(0, 1);
  double worst = 0, rested = 0;
  int looks = 0;
  for (int k = 0; k < kScenes; ++k) {
    SceneSpec scene = small_table(kStops + 12);
    scene.seed = static_cast<std::uint64_t>(8500 + k);
    scene.sensor.noise_sigma = 2;
    std::vector<Shadow> falls;  // beside their base
    for (int i = 0; i < kBases; ++i) {
      SceneBase base = base_at("b" + std::to_string(i), 3 * i + k, 120 + 160.0 * (i % 5), 90 + 130.0 * (i / 5), 31.0 * i + 7 * k, 20);
      const double way = 0.7 * i + k, x = base.path[0].x_mm, y = base.path[0].y_mm;
      for (const auto& [before, short_of] : {std::pair{9, 12.0}, {4, 3.0}, {3, 1.6}, {2, 0.6}, {1, 0.15}, {0, 0.0}})
        move_to(base, (kStops - before) / scene.fps, x + (12 - short_of) * std::cos(way), y + (12 - short_of) * std::sin(way),
                base.path[0].heading_deg);
      scene.bases.push_back(base);
      const double fall = 6.2832 * u(random), reach = 6 * u(random);
      falls.push_back({{reach * std::cos(fall), reach * std::sin(fall)}, std::cos(fall), std::sin(fall), 3 + 6 * u(random), 2, 0.6});
    }
    SimulatedTable table(scene);
    Tracker tracker(table.camera(0), scene.table, specs_of(scene));
    std::map<std::string, PixelPoint> early;
    for (int f = 0; f < scene.frames; ++f) {
      const Truth truth = table.truth(f);
      std::vector<Shadow> shadows = falls;
      for (const BaseTruth& t : truth.bases) {
        Shadow& s = shadows[std::stoul(t.base.text.substr(1))];
        s.at = s.at + project(table.camera(0), t.x_mm, t.y_mm, 0);
      }
      tracker.update(shaded(table.render(f), shadows));
      // What the shadow pulls by stays the same: the place first given at rest is compared with the last one.
      for (const ObservedBase& o : tracker.state().bases) {
        if (o.state != Seen::Seen) continue;
        if (f == kStops + 1) early[o.base.text] = {o.x_mm, o.y_mm};
        if (f != scene.frames - 1 || !early.contains(o.base.text)) continue;
        ++looks;
        worst = std::max(worst, std::hypot(o.x_mm - early[o.base.text].x, o.y_mm - early[o.base.text].y));
        rested += o.settled ? 1 : 0;
      }
    }
  }
  INFO("first and last place at rest differ by " << worst << " mm at most, " << looks << " bases");
  CHECK(looks > 0.98 * kBases * kScenes);
  CHECK(rested == looks);
  CHECK(worst < 0.1);
}

}  // namespace nudge_tests
