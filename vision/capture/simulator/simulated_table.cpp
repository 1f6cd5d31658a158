#include "vision/capture/simulator/simulated_table.hpp"

#include <algorithm>
#include <cmath>

#include "vision/capture/simulator/compose.hpp"
#include "vision/capture/simulator/sensor.hpp"
#include "vision/capture/simulator/sim_camera.hpp"
#include "vision/capture/simulator/stage.hpp"
#include "vision/capture/simulator/visibility.hpp"
#include "vision/pixels/camera_model.hpp"

namespace polemarch::vision {
namespace {

using namespace sim;

bool same(const Camera& a, const Camera& b) {
  return a.pose.rotation == b.pose.rotation && a.pose.translation_mm == b.pose.translation_mm && a.lens.fx == b.lens.fx &&
         a.lens.fy == b.lens.fy;
}

/// What of a subject decides its pixels; equal states need no new paint.
struct PaintState {
  Keyframe from, to;  // at the ends of what one exposure (and the shutter's roll) can show
  bool operator==(const PaintState& o) const {
    const auto eq = [](const Keyframe& a, const Keyframe& b) {
      return a.x_mm == b.x_mm && a.y_mm == b.y_mm && a.heading_deg == b.heading_deg && a.lift_mm == b.lift_mm && a.present == b.present;
    };
    return eq(from, o.from) && eq(to, o.to);
  }
};

PixelBox join(PixelBox a, PixelBox b) {
  if (a.empty()) return b;
  if (b.empty()) return a;
  return {std::min(a.x0, b.x0), std::min(a.y0, b.y0), std::max(a.x1, b.x1), std::max(a.y1, b.y1)};
}

bool touch(PixelBox a, PixelBox b) { return a.x0 <= b.x1 && b.x0 <= a.x1 && a.y0 <= b.y1 && b.y0 <= a.y1; }

PixelBox clipped(PixelBox r, int width, int height) {
  return {std::max(0, r.x0), std::max(0, r.y0), std::min(width, r.x1), std::min(height, r.y1)};
}

}  // namespace

struct SimulatedTable::Inside {
  SceneSpec scene;
  MarkerArtwork artwork;
  Camera first;
  Mat mat;
  Compositor compositor;
  Sensor sensor;
  CleanPicture clean;
  std::vector<Subject> subjects;  // bases, border, terrain, things
  struct Painted {
    PaintState state;
    std::vector<std::vector<Layer>> layers;  // per sub-frame of the exposure
    PixelBox box;
  };
  std::vector<Painted> painted;
  bool any = false;
  Camera last_camera;

  static Mat mat_for(const SceneSpec& s, const Camera& camera) {
    const double w = s.table.width.mm(), d = s.table.depth.mm();
    const PixelPoint a = project(camera, w / 2, d / 2, 0), b = project(camera, w / 2 + 1, d / 2, 0);
    const double px_per_mm = std::max(0.2, std::hypot(b.x - a.x, b.y - a.y));
    return Mat(s.mat, w, d, std::clamp(0.7 / px_per_mm, 0.25, 3.0));
  }

  Inside(SceneSpec s, MarkerArtwork art)
      : scene(std::move(s)),
        artwork(std::move(art)),
        first(first_camera(scene.camera, scene.table.width.mm(), scene.table.depth.mm())),
        mat(mat_for(scene, first)),
        compositor(scene.sensor.psf_sigma_px, scene.sensor.colour ? 3 : 1, scene.sensor.cells),
        sensor(scene.sensor, first.lens.width, first.lens.height, scene.seed) {
    clean.width = first.lens.width;
    clean.height = first.lens.height;
    clean.channels = scene.sensor.colour ? 3 : 1;
    clean.planes.resize(static_cast<std::size_t>(clean.width) * static_cast<std::size_t>(clean.height) *
                        static_cast<std::size_t>(clean.channels));
    for (int i = 0; i < static_cast<int>(scene.bases.size()); ++i) subjects.push_back(base_subject(scene, i, artwork));
    for (int i = 0; i < static_cast<int>(scene.table.border.size()); ++i) subjects.push_back(border_subject(scene, i, artwork));
    for (int i = 0; i < static_cast<int>(scene.table.terrain.size()); ++i) subjects.push_back(terrain_subject(scene, i));
    for (int i = 0; i < static_cast<int>(scene.things.size()); ++i) subjects.push_back(thing_subject(scene, i));
    painted.resize(subjects.size());
  }

  double time_of(int frame) const { return frame / scene.fps; }
  View view_at(double t) const { return {camera_at(scene.camera, first, t), scene.sensor.exposure_s, scene.sensor.rolling_shutter_s}; }

  PaintState state_of(const Subject& subject, double t) const {
    const double half = (scene.sensor.exposure_s + scene.sensor.rolling_shutter_s) / 2;
    return {at_time(subject.path, t - half), at_time(subject.path, t + half)};
  }

  /// Sub-frames enough that no print jumps by more than a third of a pixel between two of them.
  int exposures_for(const Subject& subject, const View& view, double t) const {
    const Keyframe a = at_time(subject.path, t - view.exposure_s / 2), b = at_time(subject.path, t + view.exposure_s / 2);
    const double turn = std::abs(std::remainder(b.heading_deg - a.heading_deg, 360.0)) * 0.0175 * std::min(subject.reach_mm, 100.0);
    const double moved = std::hypot(b.x_mm - a.x_mm, b.y_mm - a.y_mm) + turn + subject.smear_mm;
    TableJacobian j{};
    project(view.camera, a.x_mm, a.y_mm, 0, j);
    const double px_per_mm = std::hypot(j[0][0], j[1][0]);
    const double wanted = subject.detail_per_px * moved * px_per_mm;
    if (wanted < 0.3) return 1;  // a blur of under a tenth of a pixel shows nowhere
    int n = 2;                   // powers of two, so that things blurred differently share one set of sub-frames evenly
    while (n < wanted && n < 32) n *= 2;
    return n;
  }

  Painted paint(const Subject& subject, const View& view, double t) const {
    Painted p;
    p.state = state_of(subject, t);
    const int n = exposures_for(subject, view, t);
    p.layers.resize(static_cast<std::size_t>(n));
    const double margin = compositor.margin_px() + 2.0;
    for (int i = 0; i < n; ++i) {
      auto& layers = p.layers[static_cast<std::size_t>(i)];
      paint_subject(subject, view, scene.table, t, n == 1 ? 0.0 : (i + 0.5) / n - 0.5, layers);
      for (const Layer& layer : layers) {
        p.box = join(p.box, {static_cast<int>(layer.x0 - margin), static_cast<int>(layer.y0 - margin),
                             static_cast<int>(layer.x1 + margin) + 1, static_cast<int>(layer.y1 + margin) + 1});
      }
    }
    return p;
  }

  /// Paints one tile. Tiles lie on a fixed lattice, so a frame's bytes do not depend on which frames were rendered before it.
  void compose(PixelBox tile, const Camera& camera) {
    std::vector<const Painted*> here;
    std::size_t n = 1;
    for (const Painted& p : painted) {
      if (!touch(p.box, tile)) continue;
      here.push_back(&p);
      n = std::max(n, p.layers.size());
    }
    std::vector<std::vector<const Layer*>> exposures(n);
    for (std::size_t i = 0; i < n; ++i) {
      for (const Painted* p : here)
        for (const Layer& layer : p->layers[i * p->layers.size() / n]) exposures[i].push_back(&layer);
      std::stable_sort(exposures[i].begin(), exposures[i].end(), [](const Layer* x, const Layer* y) { return x->order < y->order; });
    }
    compositor.paint(tile, camera, mat, exposures, clean);
  }

  void bring_to(int frame) {
    const double t = time_of(frame);
    const View view = view_at(t);
    constexpr int kTile = 48;
    const int columns = (clean.width + kTile - 1) / kTile, rows = (clean.height + kTile - 1) / kTile;
    const bool all = !any || !same(view.camera, last_camera);
    std::vector<char> dirty(static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows), all ? 1 : 0);
    const auto soil = [&](PixelBox box) {
      box = clipped(box, clean.width, clean.height);
      if (box.empty()) return;
      for (int y = box.y0 / kTile; y <= (box.y1 - 1) / kTile; ++y)
        for (int x = box.x0 / kTile; x <= (box.x1 - 1) / kTile; ++x) dirty[static_cast<std::size_t>(y * columns + x)] = 1;
    };
    for (std::size_t i = 0; i < subjects.size(); ++i) {
      if (!all && (subjects[i].path.size() < 2 || painted[i].state == state_of(subjects[i], t))) continue;
      Painted fresh = paint(subjects[i], view, t);
      soil(painted[i].box);
      soil(fresh.box);
      painted[i] = std::move(fresh);
    }
    for (int y = 0; y < rows; ++y)
      for (int x = 0; x < columns; ++x)
        if (dirty[static_cast<std::size_t>(y * columns + x)] != 0)
          compose(clipped({x * kTile, y * kTile, (x + 1) * kTile, (y + 1) * kTile}, clean.width, clean.height), view.camera);
    any = true;
    last_camera = view.camera;
  }
};

SimulatedTable::SimulatedTable(SceneSpec scene, MarkerArtwork artwork)
    : inside_(std::make_unique<Inside>(std::move(scene), std::move(artwork))) {}
SimulatedTable::~SimulatedTable() = default;
SimulatedTable::SimulatedTable(SimulatedTable&&) noexcept = default;
SimulatedTable& SimulatedTable::operator=(SimulatedTable&&) noexcept = default;

const SceneSpec& SimulatedTable::scene() const { return inside_->scene; }
Camera SimulatedTable::camera(int frame) const { return inside_->view_at(inside_->time_of(frame)).camera; }

Frame SimulatedTable::render(int frame) {
  inside_->bring_to(frame);
  Frame out;
  out.index = frame;
  out.t = inside_->time_of(frame);
  inside_->sensor.expose(inside_->clean, frame, out.t, out.gray, out.colour);
  return out;
}

Truth SimulatedTable::truth(int frame) const {
  const Inside& in = *inside_;
  Truth truth;
  truth.frame = frame;
  truth.t = in.time_of(frame);
  const View view = in.view_at(truth.t);
  truth.camera = view.camera;
  std::vector<Layer> layers;
  for (const Subject& subject : in.subjects) paint_subject(subject, view, in.scene.table, truth.t, 0, layers);
  const std::vector<PrintSight> sights =
      sights_of(layers, static_cast<int>(in.scene.bases.size() + in.scene.table.border.size()), view.camera.lens);
  for (std::size_t i = 0; i < in.scene.bases.size(); ++i) {
    const SceneBase& base = in.scene.bases[i];
    const Subject& subject = in.subjects[i];
    const Keyframe k = seen_at(subject, view, in.scene.table, truth.t);
    BaseTruth b;
    b.base = base.spec.base;
    b.unit = base.spec.unit;
    b.marker = base.spec.mount.marker;
    b.x_mm = k.x_mm;
    b.y_mm = k.y_mm;
    b.heading_deg = std::fmod(std::fmod(k.heading_deg, 360.0) + 360.0, 360.0);
    b.lift_mm = k.lift_mm;
    b.height_mm = ground_height(in.scene.table, k.x_mm, k.y_mm) + k.lift_mm + base.spec.mount.height_mm;
    b.present = k.present;
    const Keyframe before = at_time(base.path, truth.t - 0.1), after = at_time(base.path, truth.t + 0.1);
    b.moving = before.x_mm != after.x_mm || before.y_mm != after.y_mm || before.heading_deg != after.heading_deg ||
               before.lift_mm != after.lift_mm || before.present != after.present;
    b.visible = k.present ? sights[i].visible : 0;
    b.corners = sights[i].corners;
    truth.bases.push_back(std::move(b));
  }
  for (std::size_t i = 0; i < in.scene.table.border.size(); ++i) {
    const PrintSight& sight = sights[in.scene.bases.size() + i];
    truth.border.push_back({in.scene.table.border[i].marker, sight.visible, sight.corners});
  }
  return truth;
}

std::optional<InputError> flaw_in(const SceneSpec& scene, const MarkerArtwork& artwork) {
  for (const SceneBase& base : scene.bases) {
    const MarkerMount& m = base.spec.mount;
    if (!artwork(m.family, m.marker.number, m.size_mm))
      return InputError{"base " + base.spec.base.text + ": no marker " + std::to_string(m.marker.number) + " in a family called " +
                        m.family};
  }
  for (const BorderMarker& m : scene.table.border)
    if (!artwork(scene.table.border_family, m.marker.number, m.size_mm))
      return InputError{"border: no marker " + std::to_string(m.marker.number) + " in a family called " + scene.table.border_family};
  const Camera camera = first_camera(scene.camera, scene.table.width.mm(), scene.table.depth.mm());
  if (camera.lens.width < 16 || camera.lens.height < 16 || camera.lens.width > 16384 || camera.lens.height > 16384)
    return InputError{"camera: the picture must be 16 to 16384 pixels wide and high"};
  if (!in_front(camera, scene.table.width.mm() / 2, scene.table.depth.mm() / 2, 0)) return InputError{"camera: the table lies behind it"};
  return std::nullopt;
}

}  // namespace polemarch::vision
