// Scenes of a real evening: armies with miniatures, hills, trees, hands, heads, booms that sag, phones that meddle.
#include <algorithm>
#include <cmath>

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

}  // namespace

std::optional<SceneSpec> evening_scene(std::string_view name, const SceneRequest& r) {
  Random random(r.seed + 17);
  SceneSpec scene = empty_table(name, r);
  const double seconds = r.frames / scene.fps + 1;
  muster(scene, r, std::min(r.bases, 96), random);
  scene.sensor.exposure_s = 0.008;
  if (name == "evening") {
    strew(scene, 6, 8, 1, 2, random);
    scene.table.terrain = {hill("H1", 450, 620, 420, 240, 25)};
    for (int i = 0; i < 8; ++i)
      scene.things.push_back(
          tree(random.between(1250, 1500), random.between(500, 700), random.between(45, 80), random.between(70, 130), random.next() >> 12));
    set_moving(scene, r.moving, 200, seconds, random);
    return scene;
  }
  if (name == "hills") {
    scene.table.terrain = {hill("H1", 400, 350, 420, 300, 25), hill("H2", 1300, 850, 520, 300, 50), hill("H3", 1330, 860, 260, 160, 75)};
    return scene;
  }
  if (name == "trees") {
    // Every fourth base stands under the edge of a crown.
    for (std::size_t i = 0; i < scene.bases.size(); i += 4) {
      const Keyframe& k = scene.bases[i].path[0];
      scene.things.push_back(tree(k.x_mm + random.between(-30, 30), k.y_mm + random.between(-30, 30), random.between(40, 70),
                                  random.between(70, 120), random.next() >> 12));
    }
    return scene;
  }
  if (name == "dice_and_tapes") {
    strew(scene, 10, 40, 6, 8, random);
    return scene;
  }
  if (name == "sleeves_and_heads") {
    // From 2 s to 22 s sleeves and three heads hide a third of the table.
    for (int i = 0; i < 5; ++i)
      scene.things.push_back(
          reaching_hand(180 + 190 * i, 760 + 90 * (i % 2), {200.0 + 190 * i, -500}, 2 + 0.2 * i, 22 - 0.2 * i, 150, 110));
    for (int i = 0; i < 3; ++i) scene.things.push_back(head(260 + 360 * i, 170, 2 + 0.2 * i, 22 - 0.2 * i));
    return scene;
  }
  if (name == "oblique_25" || name == "oblique_40") {
    scene.camera.tilt_x_deg = name == "oblique_25" ? 25 : 40;
    scene.camera.tilt_y_deg = 5;
    return scene;
  }
  if (name == "sagging_boom") {
    scene.camera.sag_mm_per_min = 1.0;
    scene.camera.sag_step_s = 1.0;
    return scene;
  }
  if (name == "varnish") {
    for (SceneBase& base : scene.bases) base.gloss = random.between(0.2, 0.95);
    return scene;
  }
  if (name == "spears") {
    for (SceneBase& base : scene.bases) {
      const double back = base.spec.mount.offset_x_mm;
      for (int k = 0; k < 4; ++k) {
        const double y = random.between(-20, 20);
        base.spears.push_back({{random.between(0, 8), y, 20},
                               {back - random.between(0, 25), y + random.between(-12, 12), random.between(15, 45)},
                               random.between(0.8, 1.6),
                               {70, 100, 125}});
      }
    }
    return scene;
  }
  if (name == "phone_hdr") {
    scene.sensor.hdr = 0.8;
    scene.sensor.sharpen = 0.7;
    scene.sensor.vignette = 0.2;
    for (int step = 0; 0.7 * step < seconds; ++step) scene.sensor.gain.push_back({0.7 * step, random.between(0.8, 1.1)});
    return scene;
  }
  if (name == "auto_zoom") {
    scene.sensor.hdr = 0.5;
    scene.camera.margin = 0.06;
    scene.camera.keys = {{0, {}, {}, 1.0}, {1.0, {}, {}, 1.0}, {1.4, {}, {}, 1.03}, {3.0, {}, {}, 1.03}, {3.3, {}, {}, 0.99}};
    return scene;
  }
  if (name == "swaying_boom") {
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
    for (int k = 0; 3 + static_cast<double>(k) / kKeys <= std::max(3.0, seconds); ++k) {
      const double since = static_cast<double>(k) / kKeys;
      scene.camera.keys.push_back({3 + since, {}, {}, 1 + 0.5 * kBreath * (1 - std::cos(kTurn * since))});
    }
    return scene;
  }
  if (name == "bump") {
    // At 1 s the boom is knocked: it stays 12 mm aside and half a degree turned.
    scene.camera.margin = 0.05;
    scene.camera.keys = {{1.0, {}, {}, 1.0}, {1.1, {14, -9, 2}, {0.25, -0.2, 0.7}, 1.0}, {1.25, {12, -8, 2}, {0.2, -0.2, 0.5}, 1.0}};
    return scene;
  }
  if (name == "handling") {
    // A hand comes every 4 s, carries the next base 150 mm forward over the others, sets it down and leaves.
    int turn = 0;
    for (std::size_t i = 0; i < scene.bases.size() && turn * 4.0 < seconds; i += 4, ++turn) {
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
    return scene;
  }
  return std::nullopt;
}

}  // namespace polemarch::vision::sim
