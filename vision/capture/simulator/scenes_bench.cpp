// Scenes of the comparison with other detectors: still and moving markers, clutter, blur, light.
#include <algorithm>
#include <cmath>

#include "vision/capture/simulator/scene_parts.hpp"

namespace polemarch::vision::sim {

std::optional<SceneSpec> bench_scene(std::string_view name, const SceneRequest& r) {
  Random random(r.seed);
  SceneSpec scene = empty_table(name, r);
  const double seconds = r.frames / scene.fps + 1;
  const double gap = std::max(70.0, 1.9 * r.marker_mm);
  if (name == "peers") {
    scatter_bases(scene, r, r.bases, gap, random);
    strew(scene, 30, 0, 0, 0, random);
    for (std::size_t i = 0; i < scene.bases.size(); i += 10) {  // one in ten smeared by up to 4 mm
      scene.bases[i].smear_mm = random.between(0.5, 4);
      scene.bases[i].smear_heading_deg = random.between(0, 360);
    }
    // The published scene has no border strip, and its cards lie under the bases.
    scene.table.border.clear();
    return scene;
  }
  if (name == "still" || name == "moving") {
    scatter_bases(scene, r, r.bases, gap, random);
    strew(scene, 15, 0, 0, 0, random);
    if (name == "moving") set_moving(scene, r.moving > 0 ? r.moving : 0.1, 200, seconds, random);
    return scene;
  }
  if (name == "clutter") {
    scene.table.border.clear();
    strew(scene, 60, 20, 4, 10, random);
    return scene;
  }
  if (name == "covered") {
    scatter_bases(scene, r, r.bases, gap, random);
    for (SceneBase& base : scene.bases) base.covered = 0.2;
    return scene;
  }
  if (name == "glare_and_shadow") {
    scatter_bases(scene, r, r.bases, gap, random);
    for (int i = 0; i < 6; ++i) {
      Thing t;
      t.kind = i % 2 == 0 ? ThingKind::Glare : ThingKind::Shadow;
      t.width_mm = random.between(120, 400);
      t.depth_mm = random.between(80, 250);
      t.height_mm = 60;
      t.strength = i % 2 == 0 ? 0.35 : 0.55;
      t.path = {{0, random.between(200, 1600), random.between(200, 1000), random.between(0, 360), 0, true}};
      scene.things.push_back(t);
    }
    return scene;
  }
  if (name == "exposure_changes") {
    scatter_bases(scene, r, r.bases, gap, random);
    for (int t = 0; t < seconds; ++t) scene.sensor.gain.push_back({static_cast<double>(t), random.between(0.65, 1.2)});
    return scene;
  }
  if (name == "flicker") {
    scatter_bases(scene, r, r.bases, gap, random);
    scene.sensor.flicker = 0.12;
    scene.sensor.rolling_shutter_s = 0.025;
    return scene;
  }
  if (name == "rolling_shutter") {
    scatter_bases(scene, r, r.bases, gap, random);
    set_moving(scene, r.moving > 0 ? r.moving : 0.1, 200, seconds, random);
    scene.sensor.rolling_shutter_s = 0.025;
    scene.sensor.exposure_s = 0.008;
    return scene;
  }
  if (name == "crossings") {
    // Ten pairs that keep changing places, every third carried over the other, every fifth set down on top of its neighbour for a while.
    scatter_bases(scene, r, 20, 150, random);
    for (std::size_t i = 0; i + 1 < scene.bases.size(); i += 2) {
      Keyframe a = scene.bases[i].path[0], b = scene.bases[i + 1].path[0];
      b.x_mm = std::clamp(a.x_mm + 90, 60.0, 1740.0);
      b.y_mm = a.y_mm;
      Path pa{a}, pb{b};
      const bool lifted = i % 6 == 0, stacked = i % 10 == 0;
      for (int turn = 0; 0.5 + 4 * turn < seconds + 4; ++turn) {
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
    return scene;
  }
  return std::nullopt;
}

}  // namespace polemarch::vision::sim
