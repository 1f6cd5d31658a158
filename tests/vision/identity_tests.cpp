// Names never change hands: crossings, lifts, swapped pairs and stacked bases, frame after frame. POLEMARCH_LONG=1: 10,000 frames.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <random>

#include "tests/support/catch.hpp"
#include "vision/capture/simulator/simulated_table.hpp"
#include "vision/track/tracker.hpp"

namespace identity_tests {

using namespace polemarch;
using namespace polemarch::vision;

namespace {

SceneBase base_at(int number, double x, double y, double heading) {
  SceneBase b;
  b.spec.base = {"b" + std::to_string(number)};
  b.spec.footprint = {Outline::Rectangle, Length::from_mm(40), Length::from_mm(40)};
  b.spec.mount.marker = {7 * number};
  b.path = {{0, x, y, heading, 0, true}};
  return b;
}

/// A pair of bases that exchange places again and again: carried past each other, lifted and put down, or swapped between two frames.
/// Every third time one is held over the other for a moment, as in a stack.
void exchange(SceneBase& a, SceneBase& b, double seconds, std::mt19937& random) {
  std::uniform_real_distribution<double> u(0, 1);
  const std::array<Keyframe, 2> place{a.path[0], b.path[0]};
  bool swapped = false;
  int turn = 0;
  for (double t = 0.7 + u(random); t < seconds - 2; t += 1.6 + u(random), ++turn) {
    const Keyframe& from_a = place[swapped ? 1 : 0];
    const Keyframe& from_b = place[swapped ? 0 : 1];
    const auto key = [](SceneBase& base, Keyframe k, double when, double dy = 0, bool present = true) {
      k.t = when;
      k.y_mm += dy;
      k.present = present;
      base.path.push_back(k);
    };
    key(a, from_a, t);
    key(b, from_b, t);
    if (turn % 3 == 0) {  // carried past each other, well apart
      Keyframe half = from_a;
      half.x_mm = 0.5 * (from_a.x_mm + from_b.x_mm);
      key(a, half, t + 0.5, 32);
      key(b, half, t + 0.5, -32);
      key(a, from_b, t + 1.0);
      key(b, from_a, t + 1.0);
    } else if (turn % 3 == 1) {  // both lifted, put down exchanged
      key(a, from_a, t + 0.01, 0, false);
      key(b, from_b, t + 0.01, 0, false);
      key(a, from_b, t + 0.8);
      key(b, from_a, t + 0.8);
    } else {  // swapped between two frames, then one stands on the other
      key(a, from_b, t + 0.01);
      key(b, from_a, t + 0.01);
      Keyframe on_top = from_a;
      on_top.lift_mm = 20;
      key(b, from_a, t + 0.5);
      key(a, from_b, t + 0.5);
      key(a, on_top, t + 0.51);
      key(a, on_top, t + 0.8);
      key(a, from_b, t + 0.81);
    }
    swapped = !swapped;
  }
}

}  // namespace

TEST_CASE("no base ever takes another's name: crossings, lifts, swaps and stacks, memory stays flat", "[vision][track][identity]") {
  const int frames = std::getenv("POLEMARCH_LONG") != nullptr ? 10000 : 240;
  SceneSpec scene;
  scene.frames = frames;
  scene.table.width = Length::from_mm(600);
  scene.table.depth = Length::from_mm(400);
  scene.camera.width = 720;
  scene.camera.height = 480;
  std::mt19937 random(77);
  for (int i = 0; i < 8; ++i) scene.bases.push_back(base_at(i, 90 + 105 * (i % 4) + 50 * (i / 4 % 2), 110 + 170 * (i / 4), 40 * i));
  for (std::size_t i = 0; i < 8; i += 2) exchange(scene.bases[i], scene.bases[i + 1], frames / scene.fps, random);
  SimulatedTable table(scene);
  std::vector<BaseSpec> specs;
  for (const SceneBase& b : scene.bases) specs.push_back(b.spec);
  Tracker tracker(table.camera(0), scene.table, specs);
  int swaps = 0, seen = 0, judged = 0;
  std::size_t early = 0;
  for (int f = 0; f < frames; ++f) {
    const TableState& state = tracker.update(table.render(f));
    if (f == frames / 4) early = tracker.memory_bytes();
    const Truth truth = table.truth(f);
    for (const BaseTruth& t : truth.bases) {
      if (!t.present) continue;
      ++judged;
      for (const ObservedBase& o : state.bases) {
        if (o.state != Seen::Seen) continue;
        const double off = std::hypot(o.x_mm - t.x_mm, o.y_mm - t.y_mm);
        if (o.base == t.base) {
          seen += off < 15 ? 1 : 0;
          continue;
        }
        // Said to be where only another base is.
        const auto own = std::find_if(truth.bases.begin(), truth.bases.end(), [&](const BaseTruth& b) { return b.base == o.base; });
        if (off < 4 && t.visible > 0.5 && std::hypot(o.x_mm - own->x_mm, o.y_mm - own->y_mm) > 20) {
          ++swaps;
          UNSCOPED_INFO("frame " << f << ": " << o.base.text << " said to be where " << t.base.text << " is");
        }
      }
    }
  }
  INFO("seen " << seen << " of " << judged << " base frames, " << swaps << " taken for another");
  CHECK(swaps == 0);
  CHECK(seen > judged / 2);
  CHECK(tracker.memory_bytes() < early + early / 20);
}

}  // namespace identity_tests
