// Placing the camera so that the table fills the picture, and moving it over time.
#include <algorithm>
#include <cmath>

#include "vision/capture/simulator/sim_camera.hpp"
#include "vision/capture/simulator/simulated_table.hpp"
#include "vision/pixels/camera_model.hpp"
#include "vision/pixels/radian.hpp"

namespace polemarch::vision {
namespace {

struct Box {
  double x0 = 1e30, y0 = 1e30, x1 = -1e30, y1 = -1e30;
};

Box picture_of_table(const Camera& camera, double width, double depth) {
  Box box;
  for (int i = 0; i <= 40; ++i) {
    const double f = (i % 10) / 10.0;
    const int side = (i / 10) % 4;
    const double x = side == 0 ? f * width : side == 1 ? width : side == 2 ? (1 - f) * width : 0;
    const double y = side == 0 ? 0 : side == 1 ? f * depth : side == 2 ? depth : (1 - f) * depth;
    const PixelPoint p = project(camera, x, y, 0);
    box = {std::min(box.x0, p.x), std::min(box.y0, p.y), std::max(box.x1, p.x), std::max(box.y1, p.y)};
  }
  return box;
}

}  // namespace

Camera first_camera(const CameraSpec& spec, double table_width_mm, double table_depth_mm) {
  if (spec.given) return *spec.given;
  Camera camera;
  const double f = spec.width / 2.0 / std::tan(spec.field_of_view_deg / 2 * kRadian);
  camera.lens = {spec.width, spec.height, f,       f,      (spec.width - 1) / 2.0, (spec.height - 1) / 2.0, spec.k1,
                 spec.k2,    spec.p1,     spec.p2, spec.k3};
  // Viewing direction from the tilts; then slide and raise the eye until the table sits in the middle and fills the picture.
  const double tx = std::tan(spec.tilt_x_deg * kRadian), ty = std::tan(spec.tilt_y_deg * kRadian);
  const double margin = spec.margin * std::min(spec.width, spec.height);
  double distance = table_width_mm + table_depth_mm, cx = table_width_mm / 2, cy = table_depth_mm / 2;
  for (int i = 0; i < 60; ++i) {
    camera.pose = looking_at({cx + ty * distance, cy - tx * distance, distance}, {cx, cy, 0});
    const Box box = picture_of_table(camera, table_width_mm, table_depth_mm);
    const double scale = std::max((box.x1 - box.x0) / (spec.width - 2 * margin), (box.y1 - box.y0) / (spec.height - 2 * margin));
    double x = 0, y = 0;
    if (unproject(camera, {(box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2}, 0, x, y)) {
      cx += 0.7 * (x - cx);
      cy += 0.7 * (y - cy);
    }
    distance *= 1 + 0.7 * (scale - 1);
  }
  return camera;
}

namespace sim {

Camera camera_at(const CameraSpec& spec, const Camera& first, double t) {
  Camera camera = first;
  if (spec.sag_mm_per_min != 0) {
    const double steps = std::floor(t / std::max(1e-6, spec.sag_step_s) + 1e-9);
    const double sunk = spec.sag_mm_per_min * steps * spec.sag_step_s / 60.0;
    // The centre sinks: C' = C - (0, 0, sunk), so t' = -R C' = t + R (0, 0, sunk).
    for (std::size_t k = 0; k < 3; ++k) camera.pose.translation_mm[k] += camera.pose.rotation[3 * k + 2] * sunk;
  }
  if (spec.keys.empty()) return camera;
  CameraKey key = spec.keys.front();
  if (t >= spec.keys.back().t) {
    key = spec.keys.back();
  } else if (t > key.t) {
    for (std::size_t i = 1; i < spec.keys.size(); ++i) {
      if (t >= spec.keys[i].t) continue;
      const CameraKey& a = spec.keys[i - 1];
      const CameraKey& b = spec.keys[i];
      const double f = (t - a.t) / (b.t - a.t);
      for (std::size_t k = 0; k < 3; ++k) {
        key.shift_mm[k] = a.shift_mm[k] + f * (b.shift_mm[k] - a.shift_mm[k]);
        key.turn_deg[k] = a.turn_deg[k] + f * (b.turn_deg[k] - a.turn_deg[k]);
      }
      key.zoom = a.zoom + f * (b.zoom - a.zoom);
      break;
    }
  }
  auto eye = centre_of(camera.pose);
  for (std::size_t k = 0; k < 3; ++k) eye[k] += key.shift_mm[k];
  camera.pose.rotation =
      multiply(rotation_of({key.turn_deg[0] * kRadian, key.turn_deg[1] * kRadian, key.turn_deg[2] * kRadian}), camera.pose.rotation);
  const auto& r = camera.pose.rotation;
  for (std::size_t k = 0; k < 3; ++k) camera.pose.translation_mm[k] = -(r[3 * k] * eye[0] + r[3 * k + 1] * eye[1] + r[3 * k + 2] * eye[2]);
  camera.lens.fx *= key.zoom;
  camera.lens.fy *= key.zoom;
  return camera;
}

}  // namespace sim
}  // namespace polemarch::vision
