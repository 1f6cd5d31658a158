#pragma once
/// A small simulated table for tests of the tracker, and a word or two for its bases.

#include <string>
#include <vector>

#include "models/table_state.hpp"
#include "vision/capture/simulator/simulated_table.hpp"
#include "vision/prints/strip_layout.hpp"

namespace polemarch::test {

/// Near enough that a quarter of a full HD picture's pixels suffice.
inline vision::SceneSpec small_table(int frames) {
  vision::SceneSpec s;
  s.frames = frames;
  s.table.width = Length::from_mm(900);
  s.table.depth = Length::from_mm(600);
  s.camera.width = 960;
  s.camera.height = 640;
  return s;
}

inline std::vector<BaseSpec> specs_of(const vision::SceneSpec& scene) {
  std::vector<BaseSpec> specs;
  for (const vision::SceneBase& b : scene.bases) specs.push_back(b.spec);
  return specs;
}

/// A base of 40 x 40 mm at rest with a square marker in its middle.
inline vision::SceneBase base_at(const std::string& name, int marker, double x, double y, double heading, double size = 25) {
  vision::SceneBase b;
  b.spec.base = {name};
  b.spec.footprint = {Outline::Rectangle, Length::from_mm(40), Length::from_mm(40)};
  b.spec.mount.marker = {marker};
  b.spec.mount.size_mm = size;
  vision::Keyframe k;
  k.x_mm = x;
  k.y_mm = y;
  k.heading_deg = heading;
  b.path = {k};
  return b;
}

/// A base 20 mm deep, the strip on its rear edge, two low miniatures before it; or a round base with a ring. What tall miniatures hide is
/// measured in bench_strips.
inline vision::SceneBase strip_base_at(const std::string& name, const std::string& family, int marker, double x, double y, double heading) {
  const vision::StripLayout layout = *vision::strip_layout(family);
  vision::SceneBase b = base_at(name, marker, x, y, heading, layout.length_mm);
  b.spec.mount.family = family;
  if (layout.kind == vision::StripKind::Ring) {
    b.spec.footprint = {Outline::Circle, Length::from_mm(layout.length_mm), Length::from_mm(layout.length_mm)};
    b.figures.push_back({0, 0, 6, 10, {50, 60, 150}});
  } else {
    b.spec.footprint = {Outline::Rectangle, Length::from_mm(layout.length_mm), Length::from_mm(20)};
    b.spec.mount.offset_x_mm = -10 + layout.depth_mm / 2;
    for (const double side : {-0.25, 0.25}) b.figures.push_back({5, side * layout.length_mm, 5, 8, {50, 60, 150}});
  }
  return b;
}

/// Mat, lens, tilt, blur, noise (2 to 2 + `more_noise` grey levels) and JPEG of scene `k`, drawn anew; `draw` gives numbers from 0 to 1.
template <class Draw>
void draw_camera(vision::SceneSpec& scene, int k, double more_noise, Draw draw) {
  scene.mat.kind = k % 2 == 0 ? "desert" : "grass";
  scene.camera.k1 = -0.2 + 0.2 * draw();
  scene.camera.tilt_x_deg = 20 * draw();
  scene.sensor.psf_sigma_px = 0.6 + 0.8 * draw();
  scene.sensor.noise_sigma = 2 + more_noise * draw();
  scene.sensor.jpeg_quality = k % 4 == 3 ? 0 : 75 + static_cast<int>(20 * draw());
}

/// Null when there is none of that name.
inline const ObservedBase* find(const TableState& state, const std::string& name) {
  for (const ObservedBase& b : state.bases)
    if (b.base.text == name) return &b;
  return nullptr;
}

/// A further place on a base's way.
inline void move_to(vision::SceneBase& base, double t, double x, double y, double heading, double lift = 0) {
  vision::Keyframe k;
  k.t = t;
  k.x_mm = x;
  k.y_mm = y;
  k.heading_deg = heading;
  k.lift_mm = lift;
  base.path.push_back(k);
}

}  // namespace polemarch::test
