// Scenes of a real evening: armies with miniatures, hills, trees, hands, heads, booms that sag, phones that meddle.
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "vision/capture/simulator/scene_parts.hpp"

namespace polemarch::vision::sim {
namespace {

TerrainPiece hill(std::string id, double x, double y, double w, double d, double height) {
  TerrainPiece piece;
  piece.id = std::move(id);
  piece.kind = "hill";
  piece.height = Length::from_mm(height);
  for (int i = 0; i < 12; ++i) {
    const double a = 2 * 3.14159265358979 * i / 12;
    piece.outline.push_back({Length::from_mm(x + w / 2 * std::cos(a)), Length::from_mm(y + d / 2 * std::sin(a))});
  }
  return piece;
}

Thing tree(double x, double y, double width, double height, std::uint64_t seed) {
  Thing t;
  t.kind = ThingKind::Tree;
  t.width_mm = width;
  t.height_mm = height;
  t.colour = {35, 105, 60};
  t.seed = seed;
  t.path = {{0, x, y, 0, 0, true}};
  return t;
}

Thing head(double x, double y, double from_s, double to_s) {
  Thing t;
  t.kind = ThingKind::Head;
  t.width_mm = 200;
  t.height_mm = 600;
  t.colour = {45, 60, 80};
  const double out = y < 600 ? -300 : 1500;
  t.path = {{0, x, out, 90, 0, false}, {std::max(0.001, from_s - 0.7), x, out, 90, 0, true}, {from_s, x, y, 90, 0, true}};
  // People sway now and then, not all the time.
  double sway = 0;
  for (int time = 1; from_s + 5 * time < to_s - 1; ++time) {
    const double at = from_s + 5 * time;
    t.path.push_back({at, x + sway, y, 90, 0, true});
    sway = 12 - sway;
    t.path.push_back({at + 0.5, x + sway, y, 92, 0, true});
  }
  t.path.insert(t.path.end(), {{to_s, x + sway, y, 92, 0, true}, {to_s + 0.7, x, out, 90, 0, true}, {to_s + 0.75, x, out, 90, 0, false}});
  return t;
}

void make_evening(SceneSpec& scene, Making& by) {
  strew(scene, 6, 8, 1, 2, by.random);
  scene.table.terrain = {hill("H1", 450, 620, 420, 240, 25)};
  for (int i = 0; i < 8; ++i)
    scene.things.push_back(tree(by.random.between(1250, 1500), by.random.between(500, 700), by.random.between(45, 80),
                                by.random.between(70, 130), by.random.next() >> 12));
  set_moving(scene, by.request.moving, 200, by.seconds, by.random);
}

void make_hills(SceneSpec& scene, Making& /*by*/) {
  scene.table.terrain = {hill("H1", 400, 350, 420, 300, 25), hill("H2", 1300, 850, 520, 300, 50), hill("H3", 1330, 860, 260, 160, 75)};
}

void make_trees(SceneSpec& scene, Making& by) {
  // Every fourth base stands under the edge of a crown.
  for (std::size_t i = 0; i < scene.bases.size(); i += 4) {
    const Keyframe& k = scene.bases[i].path[0];
    scene.things.push_back(tree(k.x_mm + by.random.between(-30, 30), k.y_mm + by.random.between(-30, 30), by.random.between(40, 70),
                                by.random.between(70, 120), by.random.next() >> 12));
  }
}

void make_dice_and_tapes(SceneSpec& scene, Making& by) { strew(scene, 10, 40, 6, 8, by.random); }

void make_sleeves_and_heads(SceneSpec& scene, Making& /*by*/) {
  // From 2 s to 22 s sleeves and three heads hide a third of the table.
  for (int i = 0; i < 5; ++i)
    scene.things.push_back(reaching_hand(180 + 190 * i, 760 + 90 * (i % 2), {200.0 + 190 * i, -500}, 2 + 0.2 * i, 22 - 0.2 * i, 150, 110));
  for (int i = 0; i < 3; ++i) scene.things.push_back(head(260 + 360 * i, 170, 2 + 0.2 * i, 22 - 0.2 * i));
}

void make_oblique(SceneSpec& scene, double tilt_deg) {
  scene.camera.tilt_x_deg = tilt_deg;
  scene.camera.tilt_y_deg = 5;
}

void make_oblique_25(SceneSpec& scene, Making& /*by*/) { make_oblique(scene, 25); }
void make_oblique_40(SceneSpec& scene, Making& /*by*/) { make_oblique(scene, 40); }

void make_sagging_boom(SceneSpec& scene, Making& /*by*/) {
  scene.camera.sag_mm_per_min = 1.0;
  scene.camera.sag_step_s = 1.0;
}

void make_varnish(SceneSpec& scene, Making& by) {
  for (SceneBase& base : scene.bases) base.gloss = by.random.between(0.2, 0.95);
}

void make_spears(SceneSpec& scene, Making& by) {
  for (SceneBase& base : scene.bases) {
    const double back = base.spec.mount.offset_x_mm;
    for (int k = 0; k < 4; ++k) {
      const double y = by.random.between(-20, 20);
      base.spears.push_back({{by.random.between(0, 8), y, 20},
                             {back - by.random.between(0, 25), y + by.random.between(-12, 12), by.random.between(15, 45)},
                             by.random.between(0.8, 1.6),
                             {70, 100, 125}});
    }
  }
}

void make_phone_hdr(SceneSpec& scene, Making& by) {
  scene.sensor.hdr = 0.8;
  scene.sensor.sharpen = 0.7;
  scene.sensor.vignette = 0.2;
  for (int step = 0; 0.7 * step < by.seconds; ++step) scene.sensor.gain.push_back({0.7 * step, by.random.between(0.8, 1.1)});
}

void make_auto_zoom(SceneSpec& scene, Making& /*by*/) {
  scene.sensor.hdr = 0.5;
  scene.camera.margin = 0.06;
  scene.camera.keys = {{0, {}, {}, 1.0}, {1.0, {}, {}, 1.0}, {1.4, {}, {}, 1.03}, {3.0, {}, {}, 1.03}, {3.3, {}, {}, 0.99}};
}

void make_swaying_boom(SceneSpec& scene, Making& by) {
  // At 1 s somebody leans on the table: the boom sways, 1.4 times a second and ever less. From 3 s on the focus hunts, and the picture
  // breathes with it.
  scene.camera.margin = 0.05;
  scene.camera.keys = {{1.0, {}, {}, 1.0}};
  constexpr double kTurn = 6.283185307179586, kSwayMm = 4, kSwayDeg = 0.1, kBreath = 0.004;
  constexpr int kKeys = 60, kSwayKeys = 2 * kKeys;  // a second; of the sway
  for (int k = 1; k < kSwayKeys; ++k) {
    const double since = static_cast<double>(k) / kKeys, sway = std::exp(-since) * std::sin(1.4 * kTurn * since);
    scene.camera.keys.push_back({1 + since, {kSwayMm * sway, 0.3 * kSwayMm * sway, 0}, {0, 0, kSwayDeg * sway}, 1.0});
  }
  for (int k = 0; 3 + static_cast<double>(k) / kKeys <= std::max(3.0, by.seconds); ++k) {
    const double since = static_cast<double>(k) / kKeys;
    scene.camera.keys.push_back({3 + since, {}, {}, 1 + 0.5 * kBreath * (1 - std::cos(kTurn * since))});
  }
}

void make_bump(SceneSpec& scene, Making& /*by*/) {
  // At 1 s the boom is knocked: it stays 12 mm aside and half a degree turned.
  scene.camera.margin = 0.05;
  scene.camera.keys = {{1.0, {}, {}, 1.0}, {1.1, {14, -9, 2}, {0.25, -0.2, 0.7}, 1.0}, {1.25, {12, -8, 2}, {0.2, -0.2, 0.5}, 1.0}};
}

void make_handling(SceneSpec& scene, Making& by) {
  // A hand comes every 4 s, carries the next base 150 mm forward over the others, sets it down and leaves.
  int turn = 0;
  for (std::size_t i = 0; i < scene.bases.size() && turn * 4.0 < by.seconds; i += 4, ++turn) {
    SceneBase& base = scene.bases[i];
    const double t = 1 + 4.0 * turn;
    Keyframe k = base.path[0];
    const bool up = std::fmod(k.heading_deg, 360) < 180;
    base.path = {k};
    const auto add = [&](double when, double dy, double lift, double turn_deg) {
      base.path.push_back({when, k.x_mm, k.y_mm + (up ? dy : -dy), k.heading_deg + turn_deg, lift, true});
    };
    add(t, 0, 0, 0);
    add(t + 0.4, 10, 45, 5);
    add(t + 1.2, 140, 50, -4);
    add(t + 1.5, 150, 0, 2);
    Thing hand = reaching_hand(k.x_mm, k.y_mm, {k.x_mm + 60, up ? -500.0 : 1700.0}, t, t + 1.5, 85, 95);
    for (Keyframe& h : hand.path)
      if (h.t >= t + 1.2) h.y_mm += up ? 150 : -150;
    scene.things.push_back(std::move(hand));
  }
}

constexpr std::array<std::pair<std::string_view, Maker>, 15> kEveningScenes{{
    {"evening", make_evening},
    {"hills", make_hills},
    {"trees", make_trees},
    {"dice_and_tapes", make_dice_and_tapes},
    {"sleeves_and_heads", make_sleeves_and_heads},
    {"oblique_25", make_oblique_25},
    {"oblique_40", make_oblique_40},
    {"sagging_boom", make_sagging_boom},
    {"varnish", make_varnish},
    {"spears", make_spears},
    {"phone_hdr", make_phone_hdr},
    {"auto_zoom", make_auto_zoom},
    {"swaying_boom", make_swaying_boom},
    {"bump", make_bump},
    {"handling", make_handling},
}};

}  // namespace

std::optional<SceneSpec> evening_scene(std::string_view name, const SceneRequest& r) {
  const auto* const maker = std::ranges::find(kEveningScenes, name, &std::pair<std::string_view, Maker>::first);
  if (maker == kEveningScenes.end()) return std::nullopt;
  Random random(r.seed + 17);
  SceneSpec scene = empty_table(name, r);
  Making by{r, r.frames / scene.fps + 1, random};
  muster(scene, r, std::min(r.bases, 96), random);
  scene.sensor.exposure_s = 0.008;
  maker->second(scene, by);
  return scene;
}

}  // namespace polemarch::vision::sim
