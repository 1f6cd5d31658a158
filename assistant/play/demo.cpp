#include "assistant/play/demo.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <numbers>

#include "assistant/session/session.hpp"
#include "models/border_layout.hpp"
#include "models/data/data.hpp"
#include "models/io/bases_io.hpp"
#include "models/io/json.hpp"
#include "models/io/table_io.hpp"
#include "models/mounts.hpp"
#include "vision/capture/simulator/scene_io.hpp"
#include "vision/capture/simulator/simulated_table.hpp"

namespace polemarch::assistant::play {

namespace {

using io::Json;

constexpr double kReachS = 0.6;     ///< a hand comes in, and goes away again
constexpr double kLiftMm = 0.0;     ///< hands slide the bases
constexpr double kFarewellS = 0.5;  ///< before the pictures end
constexpr const char* kFarewell =
    "That was the demo. Play on: click a unit and pick its order, or drag its base; H lists the keys, Ctrl+Q ends. "
    "A battle of your own: polemarch new; its markers: polemarch markers; the camera: polemarch calibrate.";

/// Miniatures stand on the front half of their base, clear of the marker's tab behind it.
void dress(vision::SceneBase& base, Side side) {
  const double front = base.spec.footprint.frontage.mm();
  base.colour = side == Side::A ? vision::Colour{70, 110, 90} : vision::Colour{60, 100, 120};
  const int files = std::max(1, static_cast<int>(front / 24.0));
  for (int i = 0; i < files; ++i) {
    vision::Figure figure;
    figure.x_mm = base.spec.footprint.depth.mm() * 0.2;
    figure.y_mm = front * ((i + 0.5) / files - 0.5);
    figure.radius_mm = 7;
    figure.height_mm = 22;
    figure.colour = side == Side::A ? vision::Colour{60, 50, 170} : vision::Colour{60, 140, 60};
    base.figures.push_back(figure);
  }
}

vision::Thing hand_from(Side side, double table_depth, int seed) {
  vision::Thing hand;
  hand.kind = vision::ThingKind::Hand;
  hand.width_mm = 85;
  hand.depth_mm = 100;
  hand.height_mm = 60;
  hand.colour = {120, 150, 200};
  hand.from_mm = side == Side::A ? Vec2{900, -400} : Vec2{900, table_depth + 400};
  hand.seed = static_cast<std::uint64_t>(seed);
  return hand;
}

/// A hand that rests out of the picture, comes to `at`, goes along `to` and leaves.
void add_visit(vision::SceneSpec& scene, Side side, double t, Vec2 at, Vec2 to, double seconds) {
  const double depth = scene.table.depth.mm();
  vision::Thing hand = hand_from(side, depth, static_cast<int>(scene.things.size()) + 1);
  const Vec2 away{at.x, side == Side::A ? -500.0 : depth + 500.0};
  const auto key = [&](double when, Vec2 where, bool present) {
    hand.path.push_back({.t = when, .x_mm = where.x, .y_mm = where.y, .heading_deg = side == Side::A ? 90.0 : 270.0, .present = present});
  };
  key(0, away, false);
  key(t - kReachS - 0.01, away, true);
  key(t, at, true);
  key(t + seconds, to, true);
  key(t + seconds + kReachS, away, false);
  scene.things.push_back(std::move(hand));
}

struct Builder {
  const Json& demo;
  Table table;
  vision::SceneSpec scene;
  std::map<std::string, std::vector<std::size_t>> bases_of;  ///< unit -> indices in scene.bases
  std::map<std::string, Side> side_of;

  void add_bases(const engine::Battle& battle) {
    int marker = 0;
    for (const engine::Place& place : battle.places()) {
      if (!place.on_table) continue;
      vision::SceneBase base;
      base.spec = {place.base, place.unit, place.footprint, tail_tab(place.footprint, {marker++})};
      base.path = {{.t = 0, .x_mm = place.pose.x.mm(), .y_mm = place.pose.y.mm(), .heading_deg = place.pose.heading.deg()}};
      dress(base, place.side);
      bases_of[place.unit.text].push_back(scene.bases.size());
      side_of[place.unit.text] = place.side;
      scene.bases.push_back(std::move(base));
    }
  }

  std::optional<InputError> add_hand(const Json& hand, const std::string& where) {
    const double t = hand.value("t", -1.0), seconds = hand.value("seconds", 1.0);
    if (t < 0) return InputError{where + "/t: expected seconds"};
    if (hand.contains("rest_mm")) {
      const Vec2 at{hand["rest_mm"][0].get<double>(), hand["rest_mm"][1].get<double>()};
      add_visit(scene, hand.value("side", "A") == "A" ? Side::A : Side::B, t, at, at, seconds);
      return std::nullopt;
    }
    std::vector<std::size_t> held;
    if (const std::string name = hand.value("base", ""); !name.empty()) {
      for (std::size_t i = 0; i < scene.bases.size(); ++i)
        if (scene.bases[i].spec.base.text == name) held.push_back(i);
      if (held.empty()) return InputError{where + "/base: no such base on the table: " + name};
    } else {
      const std::string unit = hand.value("unit", "");
      const auto found = bases_of.find(unit);
      if (found == bases_of.end()) return InputError{where + "/unit: no such unit on the table: " + unit};
      held = found->second;
    }
    for (const std::size_t index : held) {
      vision::Path& path = scene.bases[index].path;
      vision::Keyframe last = path.back();
      last.t = t;
      path.push_back(last);
      vision::Keyframe next = last;
      next.t = t + seconds;
      next.lift_mm = kLiftMm;
      if (hand.value("off", false)) {
        next.present = false;
      } else {
        next.x_mm += hand.value("dx_mm", 0.0);
        next.y_mm += hand.value("dy_mm", 0.0);
        next.heading_deg += hand.value("turn_deg", 0.0);
      }
      path.push_back(next);
      // The hand holds the base in front of its middle.
      add_visit(scene, hand.contains("side") ? (hand["side"] == "A" ? Side::A : Side::B) : side_of[scene.bases[index].spec.unit.text], t,
                {last.x_mm, last.y_mm}, {next.x_mm, next.y_mm}, seconds);
    }
    return std::nullopt;
  }
};

}  // namespace

Result<DemoFiles> demo_files(std::string_view text, std::string_view ruleset) {
  const std::string name = ruleset.empty() ? "demo.json" : "demo_" + std::string(ruleset) + ".json";
  if (text.empty()) text = find_embedded(data::embedded_files(), name);
  if (text.empty()) return InputError{"there is no demo of " + std::string(ruleset) + "; without --ruleset the shipped one is played"};
  auto demo = io::parse_json(text, name);
  if (!demo) return demo.error();
  for (const char* field : {"battle", "hands", "script"})
    if (!demo->contains(field)) return InputError{name + ": expected \"" + field + "\""};
  Json battle = (*demo)["battle"];
  auto played = battle_from_setup(battle.dump(), name + ": /battle");
  if (!played) return played.error();

  Builder builder{*demo, {}, {}, {}, {}};
  const Json& size = battle["table"]["size_mm"];
  builder.table = table_with_border(Length::from_mm(size[0].get<double>()), Length::from_mm(size[1].get<double>()));
  auto declared = io::table_from_text(battle.dump(), name + ": /battle");
  if (!declared) return declared.error();
  builder.table.terrain = std::move(declared->terrain);
  builder.scene.name = "demo";
  builder.scene.fps = demo->value("fps", 10.0);
  builder.scene.frames = static_cast<int>(demo->value("seconds", 45.0) * builder.scene.fps);
  builder.scene.table = builder.table;
  builder.scene.sensor.colour = true;
  builder.scene.sensor.cells = 2;
  builder.scene.camera.k1 = -0.1;
  builder.add_bases(**played);
  std::size_t number = 0;
  for (const Json& hand : (*demo)["hands"])
    if (auto error = builder.add_hand(hand, name + ": /hands/" + std::to_string(number++))) return *error;
  for (const Json& bump : demo->value("bumps", Json::array())) {
    const double t = bump.value("t", 0.0);
    vision::CameraKey before, after;
    if (!builder.scene.camera.keys.empty()) before = builder.scene.camera.keys.back();
    before.t = t;
    after.t = t + 0.1;
    after.shift_mm = {bump.value("dx_mm", 0.0), bump.value("dy_mm", 0.0), 0.0};
    after.turn_deg = {0.0, 0.0, bump.value("turn_deg", 0.0)};
    builder.scene.camera.keys.push_back(before);
    builder.scene.camera.keys.push_back(after);
  }
  if (auto flaw = vision::flaw_in(builder.scene)) return *flaw;

  // The battle gets what the camera needs: the border and the markers of its bases.
  const Json with_border = io::json_of(builder.table);
  battle["table"]["border"] = with_border["border"];
  if (with_border.contains("border_family")) battle["table"]["border_family"] = with_border["border_family"];
  std::vector<BaseSpec> bases;
  for (const vision::SceneBase& base : builder.scene.bases) bases.push_back(base.spec);
  battle["bases"] = io::json_of(bases).at("bases");
  DemoFiles files{battle.dump(1) + "\n", vision::scene_to_text(builder.scene), {}};
  for (const Json& step : (*demo)["script"]) files.script += step.dump() + "\n";
  files.script += Json{{"t", demo->value("seconds", 45.0) - kFarewellS}, {"say", kFarewell}}.dump() + "\n";
  return files;
}

}  // namespace polemarch::assistant::play
