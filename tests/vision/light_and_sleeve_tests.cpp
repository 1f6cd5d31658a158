// Bases in light that breathes, and under what rests on the table for long.
#include <algorithm>
#include <cmath>
#include <random>

#include "tests/support/catch.hpp"
#include "tests/support/small_table.hpp"
#include "vision/capture/simulator/simulated_table.hpp"
#include "vision/pixels/camera_model.hpp"
#include "vision/track/tracker.hpp"

namespace light_and_sleeve_tests {

using namespace polemarch;
using namespace polemarch::test;
using namespace polemarch::vision;

namespace {

SceneSpec table_with_two() {
  SceneSpec scene = small_table(30);
  scene.bases = {base_at("a", 3, 300, 220, 30), base_at("b", 4, 650, 370, 30)};
  return scene;
}

/// Noise of 5 grey levels within 30 px of the prints, of 2 elsewhere.
Frame with_uneven_noise(const Frame& frame, const Camera& camera, const std::vector<SceneBase>& bases, std::mt19937& random) {
  std::vector<PixelPoint> prints;
  for (const SceneBase& base : bases) prints.push_back(project(camera, base.path[0].x_mm, base.path[0].y_mm, 0));
  const auto near = [&](int x, int y) {
    return std::any_of(prints.begin(), prints.end(), [&](PixelPoint at) { return std::abs(x - at.x) < 30 && std::abs(y - at.y) < 30; });
  };
  std::normal_distribution<double> noise(0, 1);
  auto noisy = std::make_shared<Image>(*frame.gray);
  for (int y = 0; y < noisy->height; ++y)
    for (int x = 0; x < noisy->width; ++x) {
      const double level = noisy->row(y)[x] + noise(random) * (near(x, y) ? 5 : 2);
      noisy->row(y)[x] = static_cast<std::uint8_t>(std::clamp(std::lround(level), 0L, 255L));
    }
  Frame out = frame;
  out.gray = noisy;
  return out;
}

/// A plain sleeve painted over the picture: even cloth with the sensor's noise, from the front edge to a little beyond base a.
Frame with_sleeve(const Frame& frame, const Camera& camera) {
  const PixelPoint at = project(camera, 300, 220, 0);
  auto painted = std::make_shared<Image>(*frame.gray);
  std::mt19937 noise(static_cast<unsigned>(frame.index));
  for (int y = static_cast<int>(at.y) - 60; y < painted->height; ++y)
    for (int x = static_cast<int>(at.x) - 70; x < static_cast<int>(at.x) + 70; ++x)
      painted->row(y)[x] = static_cast<std::uint8_t>(60 + noise() % 7);
  Frame covered = frame;
  covered.gray = painted;
  return covered;
}

}  // namespace

TEST_CASE("bases settle before a camera that smooths the mat and not the prints", "[vision][track]") {
  SceneSpec scene = table_with_two();
  scene.fps = 15;
  scene.mat.contrast = 0;
  scene.sensor.noise_sigma = 0;
  scene.sensor.jpeg_quality = 0;
  for (int i = 0; i < 30; ++i) scene.sensor.gain.push_back({i / scene.fps, 1.0 + 0.01 * std::sin(0.47 * i)});  // and light that breathes
  SimulatedTable table(scene);
  Tracker tracker(table.camera(0), scene.table, specs_of(scene));
  std::mt19937 random(7);
  int opened = 0;
  for (int f = 0; f < 30; ++f) {
    const TableState& state = tracker.update(with_uneven_noise(table.render(f), table.camera(f), scene.bases, random));
    if (f < 10) continue;
    opened += tracker.counts().gates_open;
    REQUIRE(state.bases.size() == 2);
    for (const ObservedBase& b : state.bases) {
      CHECK(b.state == Seen::Seen);
      CHECK(b.settled);
    }
  }
  CHECK(opened < 10);  // of 40: what the noise does is known by then
}

TEST_CASE("a plain sleeve that lies still over a base for 20 s hides it, a lifted base is gone in two seconds", "[vision][track]") {
  SceneSpec scene = table_with_two();
  scene.fps = 4;
  Keyframe up = scene.bases[1].path[0];  // b is taken off the table while the sleeve lies
  up.t = 5;
  scene.bases[1].path.push_back(up);
  up.t = 5.5;
  up.x_mm = 2000;
  scene.bases[1].path.push_back(up);
  SimulatedTable table(scene);
  Tracker tracker(table.camera(0), scene.table, specs_of(scene));
  for (int f = 0; f < 4 * 26; ++f) {
    const bool lies = f >= 4 * 3 && f < 4 * 23;
    const Frame frame = table.render(f);
    const TableState& state = tracker.update(lies ? with_sleeve(frame, table.camera(f)) : frame);
    for (const ObservedBase& b : state.bases) {
      if (b.base.text == "a" && f > 1) CHECK(b.state == (lies ? Seen::Hidden : Seen::Seen));
      if (b.base.text == "b" && f > 4 * 8) CHECK(b.state == Seen::Gone);
    }
  }
}

TEST_CASE("a base put down as the light changes is read all the same", "[vision][track]") {
  for (const double strength :
       {0.05, 0.2, 0.5}) {  // of a shadow over nearly all of the table; the last two are taken for a change of light
    SceneSpec scene = small_table(30);
    scene.bases = {base_at("a", 11, 250, 450, 90), base_at("late", 42, 780, 90, 30)};
    Keyframe away = scene.bases[1].path[0], here = away;
    away.present = false;
    here.t = 10 / scene.fps;
    scene.bases[1].path = {away, here};
    Thing shadow;
    shadow.kind = ThingKind::Shadow;
    shadow.width_mm = 800, shadow.depth_mm = 560;
    shadow.strength = strength, shadow.softness_mm = 20;
    shadow.path = {{0, 400, 300, 90, 0, false}, {10 / scene.fps, 400, 300, 90, 0, true}};
    scene.things.push_back(shadow);
    SimulatedTable table(scene);
    Tracker tracker(table.camera(0), scene.table, specs_of(scene));
    int seen_at = -1;
    for (int f = 0; f < 30 && seen_at < 0; ++f)
      if (find(tracker.update(table.render(f)), "late") != nullptr) seen_at = f;
    CAPTURE(strength);
    CHECK(seen_at >= 11);  // put down in frame 10, believed after two looks
    CHECK(seen_at <= 14);
  }
}

}  // namespace light_and_sleeve_tests
