#include "vision/capture/simulator/scene_parts.hpp"

#include <algorithm>
#include <cmath>

#include "models/border_layout.hpp"
#include "vision/pixels/radian.hpp"

namespace polemarch::vision::sim {
namespace {

Keyframe standing(double x, double y, double heading) { return {0, x, y, heading, 0, true}; }

Colour tint(Random& random) {
  return {static_cast<float>(random.between(20, 190)), static_cast<float>(random.between(20, 190)),
          static_cast<float>(random.between(20, 190))};
}

bool is_strip(const std::string& family) { return !family.starts_with("DICT_"); }

}  // namespace

SceneSpec empty_table(std::string_view name, const SceneRequest& r) {
  SceneSpec scene;
  scene.name = std::string(name);
  scene.seed = r.seed;
  scene.frames = r.frames;
  scene.table = table_with_border(Length::from_mm(1800), Length::from_mm(1200));
  scene.mat.seed = r.seed + 100;
  scene.camera.width = r.width;
  scene.camera.height = r.height;
  scene.sensor.psf_sigma_px = r.psf_sigma_px;
  scene.sensor.noise_sigma = r.noise_sigma;
  scene.sensor.jpeg_quality = r.jpeg_quality;
  return scene;
}

void scatter_bases(SceneSpec& scene, const SceneRequest& r, int count, double gap_mm, Random& random) {
  const double w = scene.table.width.mm(), d = scene.table.depth.mm(), rim = 60;
  for (int i = 0; i < count; ++i) {
    double x = 0, y = 0;
    for (int attempt = 0; attempt < 2000; ++attempt) {
      x = random.between(rim, w - rim);
      y = random.between(rim, d - rim);
      const bool free = std::none_of(scene.bases.begin(), scene.bases.end(),
                                     [&](const SceneBase& b) { return std::hypot(b.path[0].x_mm - x, b.path[0].y_mm - y) < gap_mm; });
      if (free) break;
    }
    SceneBase base;
    const int number = static_cast<int>(scene.bases.size());
    base.spec.base = {"b" + std::to_string(number)};
    base.spec.mount.family = r.family;
    base.spec.mount.marker = {number};
    base.spec.mount.size_mm = r.marker_mm;
    base.spec.mount.height_mm = 3;
    if (is_strip(r.family)) {  // along the rear edge of a base as wide as the strip
      base.spec.footprint = {Outline::Rectangle, Length::from_mm(r.marker_mm), Length::from_mm(0.6 * r.marker_mm)};
      base.spec.mount.offset_x_mm = -(0.3 * r.marker_mm - 3.2);
    } else {
      const double side = 1.25 * r.marker_mm + 8;
      base.spec.footprint = {Outline::Rectangle, Length::from_mm(side), Length::from_mm(side)};
    }
    base.path = {standing(x, y, random.between(0, 360))};
    base.colour = {static_cast<float>(random.between(30, 90)), static_cast<float>(random.between(60, 130)),
                   static_cast<float>(random.between(50, 120))};
    scene.bases.push_back(std::move(base));
  }
}

void muster(SceneSpec& scene, const SceneRequest& r, int count, Random& random) {
  const double w = scene.table.width.mm(), d = scene.table.depth.mm();
  constexpr int kInLine = 4;
  constexpr double kFront = 60, kDepth = 30;
  const int units = (count + kInLine - 1) / kInLine;
  const int columns = std::max(1, static_cast<int>((w - 200) / (kInLine * kFront + 60)));
  const int rows = std::max(2, (units + columns - 1) / columns);
  double heading = 90;
  Colour coat{};
  for (int i = 0; i < count; ++i) {
    const int unit = i / kInLine, column = unit % columns, row = unit / columns;
    if (i % kInLine == 0) {
      heading = (row < rows / 2 ? 90 : 270) + random.between(-8, 8);
      coat = tint(random);
    }
    const double cx = 100 + (column + 0.5) * (w - 200) / columns, cy = 130 + (row + 0.5) * (d - 260) / rows;
    const double along = (i % kInLine - (kInLine - 1) / 2.0) * (kFront + 0.4);
    SceneBase base;
    base.spec.base = {"U" + std::to_string(unit + 1) + "." + std::to_string(i % kInLine + 1)};
    base.spec.unit = {"U" + std::to_string(unit + 1)};
    base.spec.footprint = {Outline::Rectangle, Length::from_mm(kFront), Length::from_mm(kDepth)};
    base.spec.mount.family = r.family;
    base.spec.mount.marker = {i};
    base.spec.mount.size_mm = r.marker_mm;
    base.spec.mount.height_mm = 2;
    // Squares on a tail tab behind the base, strips along the rear edge.
    base.spec.mount.offset_x_mm = is_strip(r.family) ? -(kDepth / 2 - 3.2) : -(kDepth / 2 + 0.625 * r.marker_mm);
    base.path = {standing(cx - along * std::sin(heading * kRadian), cy + along * std::cos(heading * kRadian), heading)};
    base.colour = {60, 95, 85};
    for (int k = 0; k < 4; ++k) base.figures.push_back({random.between(2, 6), -22.5 + 15.0 * k, 5.5, random.between(24, 32), coat});
    scene.bases.push_back(std::move(base));
  }
}

void strew(SceneSpec& scene, int cards, int dice, int tapes, int dowels, Random& random) {
  const double w = scene.table.width.mm(), d = scene.table.depth.mm();
  const auto lay = [&](ThingKind kind, double width, double depth, double height, Colour colour) {
    Thing t;
    t.kind = kind;
    t.width_mm = width;
    t.depth_mm = depth;
    t.height_mm = height;
    t.colour = colour;
    t.seed = random.next() >> 12;
    t.path = {standing(random.between(80, w - 80), random.between(80, d - 80), random.between(0, 360))};
    scene.things.push_back(std::move(t));
  };
  for (int i = 0; i < cards; ++i) lay(ThingKind::Card, random.between(45, 90), random.between(60, 120), 0.3, {205, 215, 218});
  for (int i = 0; i < dice; ++i) lay(ThingKind::Die, 16, 16, 16, random.unit() < 0.5 ? Colour{225, 228, 230} : Colour{40, 40, 190});
  for (int i = 0; i < tapes; ++i) lay(ThingKind::Tape, random.between(200, 700), 16, 4, {40, 205, 235});
  for (int i = 0; i < dowels; ++i) lay(ThingKind::Dowel, random.between(100, 400), 5, 5, {140, 180, 205});
}

void set_moving(SceneSpec& scene, double share, double speed_mm_s, double seconds, Random& random) {
  const int count = static_cast<int>(std::lround(share * static_cast<double>(scene.bases.size())));
  const double w = scene.table.width.mm(), d = scene.table.depth.mm();
  for (int i = 0; i < count; ++i) {
    // Spread over the list, so that movers are spread over the table.
    SceneBase& base = scene.bases[static_cast<std::size_t>(i) * scene.bases.size() / static_cast<std::size_t>(count)];
    Keyframe k = base.path.front();
    base.path = {k};
    while (k.t < seconds) {
      const double length = random.between(40, 160), direction = random.between(0, 360) * kRadian;
      const double x = k.x_mm + length * std::cos(direction), y = k.y_mm + length * std::sin(direction);
      if (x < 50 || y < 50 || x > w - 50 || y > d - 50) continue;
      k.t += length / speed_mm_s;
      k.x_mm = x;
      k.y_mm = y;
      k.heading_deg += random.between(-40, 40);
      base.path.push_back(k);
    }
  }
}

Thing reaching_hand(double x, double y, Vec2 from, double from_s, double to_s, double width_mm, double height_mm) {
  Thing hand;
  hand.kind = ThingKind::Hand;
  hand.width_mm = width_mm;
  hand.height_mm = height_mm;
  hand.colour = {110, 70, 50};
  hand.from_mm = from;
  const double dx = from.x - x, dy = from.y - y, heading = std::atan2(-dy, -dx) / kRadian;
  const auto at = [&](double t, double share, bool present) { return Keyframe{t, x + share * dx, y + share * dy, heading, 0, present}; };
  hand.path = {at(0, 0.95, false),         at(std::max(0.001, from_s - 0.8), 0.95, true),
               at(from_s, 0, true),        at(to_s, 0, true),
               at(to_s + 0.8, 0.95, true), at(to_s + 0.85, 0.95, false)};
  return hand;
}

}  // namespace polemarch::vision::sim
