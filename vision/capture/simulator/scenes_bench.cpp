// Scenes of the comparison with other detectors: still and moving markers, clutter, blur, light.
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "vision/capture/simulator/scene_parts.hpp"

namespace polemarch::vision::sim {

namespace {

/// mm between bases.
double gap_of(const SceneRequest& request) { return std::max(70.0, 1.9 * request.marker_mm); }

void make_peers(SceneSpec& scene, Making& by) {
  scatter_bases(scene, by.request, by.request.bases, gap_of(by.request), by.random);
  strew(scene, 30, 0, 0, 0, by.random);
  for (std::size_t i = 0; i < scene.bases.size(); i += 10) {  // one in ten smeared by up to 4 mm
    scene.bases[i].smear_mm = by.random.between(0.5, 4);
    scene.bases[i].smear_heading_deg = by.random.between(0, 360);
  }
  // The published scene has no border strip, and its cards lie under the bases.
  scene.table.border.clear();
}

void make_still(SceneSpec& scene, Making& by) {
  scatter_bases(scene, by.request, by.request.bases, gap_of(by.request), by.random);
  strew(scene, 15, 0, 0, 0, by.random);
}

void make_moving(SceneSpec& scene, Making& by) {
  make_still(scene, by);
  set_moving(scene, by.request.moving > 0 ? by.request.moving : 0.1, 200, by.seconds, by.random);
}

void make_clutter(SceneSpec& scene, Making& by) {
  scene.table.border.clear();
  strew(scene, 60, 20, 4, 10, by.random);
}

void make_covered(SceneSpec& scene, Making& by) {
  scatter_bases(scene, by.request, by.request.bases, gap_of(by.request), by.random);
  for (SceneBase& base : scene.bases) base.covered = 0.2;
}

void make_glare_and_shadow(SceneSpec& scene, Making& by) {
  scatter_bases(scene, by.request, by.request.bases, gap_of(by.request), by.random);
  for (int i = 0; i < 6; ++i) {
    Thing t;
    t.kind = i % 2 == 0 ? ThingKind::Glare : ThingKind::Shadow;
    t.width_mm = by.random.between(120, 400);
    t.depth_mm = by.random.between(80, 250);
    t.height_mm = 60;
    t.strength = i % 2 == 0 ? 0.35 : 0.55;
    t.path = {{0, by.random.between(200, 1600), by.random.between(200, 1000), by.random.between(0, 360), 0, true}};
    scene.things.push_back(t);
  }
}

void make_exposure_changes(SceneSpec& scene, Making& by) {
  scatter_bases(scene, by.request, by.request.bases, gap_of(by.request), by.random);
  for (int t = 0; t < by.seconds; ++t) scene.sensor.gain.push_back({static_cast<double>(t), by.random.between(0.65, 1.2)});
}

void make_flicker(SceneSpec& scene, Making& by) {
  scatter_bases(scene, by.request, by.request.bases, gap_of(by.request), by.random);
  scene.sensor.flicker = 0.12;
  scene.sensor.rolling_shutter_s = 0.025;
}

void make_rolling_shutter(SceneSpec& scene, Making& by) {
  scatter_bases(scene, by.request, by.request.bases, gap_of(by.request), by.random);
  set_moving(scene, by.request.moving > 0 ? by.request.moving : 0.1, 200, by.seconds, by.random);
  scene.sensor.rolling_shutter_s = 0.025;
  scene.sensor.exposure_s = 0.008;
}

void make_crossings(SceneSpec& scene, Making& by) {
  // Ten pairs that keep changing places, every third carried over the other, every fifth set down on top of its neighbour for a while.
  scatter_bases(scene, by.request, 20, 150, by.random);
  for (std::size_t i = 0; i + 1 < scene.bases.size(); i += 2) {
    Keyframe a = scene.bases[i].path[0], b = scene.bases[i + 1].path[0];
    b.x_mm = std::clamp(a.x_mm + 90, 60.0, 1740.0);
    b.y_mm = a.y_mm;
    Path pa{a}, pb{b};
    const bool lifted = i % 6 == 0, stacked = i % 10 == 0;
    for (int turn = 0; 0.5 + 4 * turn < by.seconds + 4; ++turn) {
      const double t = 0.5 + 4 * turn;
      const auto key = [&](const Keyframe& at, double when, double dx, double dy, double lift) {
        return Keyframe{when, at.x_mm + dx, at.y_mm + dy, at.heading_deg, lift, true};
      };
      const double mx = (b.x_mm - a.x_mm) / 2;
      pa.push_back(key(a, t, 0, 0, 0));
      pa.push_back(key(a, t + 0.7, mx, lifted ? 0 : 45, lifted ? 60 : 0));
      pb.push_back(key(b, t, 0, 0, 0));
      pb.push_back(key(b, t + 0.7, -mx, lifted ? 0 : -45, 0));
      if (stacked) {  // a comes down on b's place while b waits half-way
        pa.push_back(key(a, t + 1.2, mx, 0, 8));
        pa.push_back(key(a, t + 2.2, mx, 0, 8));
        pb.push_back(key(b, t + 1.2, -mx, 0, 0));
        pb.push_back(key(b, t + 2.2, -mx, 0, 0));
      }
      std::swap(a.x_mm, b.x_mm);
      std::swap(a.y_mm, b.y_mm);
      pa.push_back(key(a, t + 2.9, 0, 0, 0));
      pb.push_back(key(b, t + 2.9, 0, 0, 0));
    }
    scene.bases[i].path = std::move(pa);
    scene.bases[i + 1].path = std::move(pb);
  }
}

constexpr std::array<std::pair<std::string_view, Maker>, 10> kBenchScenes{{
    {"peers", make_peers},
    {"still", make_still},
    {"moving", make_moving},
    {"clutter", make_clutter},
    {"covered", make_covered},
    {"glare_and_shadow", make_glare_and_shadow},
    {"exposure_changes", make_exposure_changes},
    {"flicker", make_flicker},
    {"rolling_shutter", make_rolling_shutter},
    {"crossings", make_crossings},
}};

}  // namespace

std::optional<SceneSpec> bench_scene(std::string_view name, const SceneRequest& r) {
  const auto* const maker = std::ranges::find(kBenchScenes, name, &std::pair<std::string_view, Maker>::first);
  if (maker == kBenchScenes.end()) return std::nullopt;
  Random random(r.seed);
  SceneSpec scene = empty_table(name, r);
  Making by{r, r.frames / scene.fps + 1, random};
  maker->second(scene, by);
  return scene;
}

}  // namespace polemarch::vision::sim
