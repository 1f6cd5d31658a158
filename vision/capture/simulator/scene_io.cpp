#include "vision/capture/simulator/scene_io.hpp"

#include <cmath>
#include <cstdio>
#include <utility>

#include "models/border_layout.hpp"
#include "models/io/bases_io.hpp"
#include "models/io/camera_io.hpp"
#include "models/io/json.hpp"
#include "models/io/table_io.hpp"

namespace polemarch::vision {
namespace {

using io::Json;

constexpr std::array<std::pair<ThingKind, const char*>, 9> kKinds{{{ThingKind::Card, "card"},
                                                                   {ThingKind::Die, "die"},
                                                                   {ThingKind::Tape, "tape"},
                                                                   {ThingKind::Dowel, "dowel"},
                                                                   {ThingKind::Tree, "tree"},
                                                                   {ThingKind::Hand, "hand"},
                                                                   {ThingKind::Head, "head"},
                                                                   {ThingKind::Shadow, "shadow"},
                                                                   {ThingKind::Glare, "glare"}}};

template <class T>
void get(const Json& j, const char* key, T& out) {
  if (j.contains(key)) out = j.at(key).get<T>();
}

/// "#rrggbb" as a paint program writes it; inside we keep blue, green, red.
void get_colour(const Json& j, Colour& out) {
  if (!j.contains("colour")) return;
  const unsigned long v = std::stoul(j.at("colour").get<std::string>().substr(1), nullptr, 16);
  out = {static_cast<float>(v & 255), static_cast<float>((v >> 8) & 255), static_cast<float>((v >> 16) & 255)};
}

std::string colour_text(const Colour& c) {
  char text[8];
  const auto level = [](float v) { return static_cast<unsigned>(std::lround(v)) & 255U; };
  std::snprintf(text, sizeof text, "#%02x%02x%02x", level(c[2]), level(c[1]), level(c[0]));
  return text;
}

/// "path", or a standing place given by x_mm, y_mm, heading_deg. Keys must run forward in time. A key takes what it leaves out from the
/// one before.
std::string read_path(const Json& j, Path& path) {
  Keyframe key;
  get(j, "x_mm", key.x_mm);
  get(j, "y_mm", key.y_mm);
  get(j, "heading_deg", key.heading_deg);
  path.clear();
  if (!j.contains("path")) {
    path.push_back(key);
    return {};
  }
  for (const Json& entry : j.at("path")) {
    const double before = key.t;
    get(entry, "t", key.t);
    get(entry, "x_mm", key.x_mm);
    get(entry, "y_mm", key.y_mm);
    get(entry, "heading_deg", key.heading_deg);
    get(entry, "lift_mm", key.lift_mm);
    get(entry, "present", key.present);
    if (!path.empty() && key.t <= before) return "/path/" + std::to_string(path.size()) + "/t: times must grow from key to key";
    path.push_back(key);
  }
  return {};
}

Json path_json(const Path& path) {
  Json list = Json::array();
  for (const Keyframe& k : path)
    list.push_back(
        {{"t", k.t}, {"x_mm", k.x_mm}, {"y_mm", k.y_mm}, {"heading_deg", k.heading_deg}, {"lift_mm", k.lift_mm}, {"present", k.present}});
  return list;
}

void read_dressing(const Json& j, SceneBase& base) {
  base.spec.footprint = io::footprint_from_json(j.value("footprint", Json::object()), base.spec.footprint);
  base.spec.mount = io::mount_from_json(j.value("mount", Json::object()), base.spec.mount);
  get_colour(j, base.colour);
  get(j, "covered", base.covered);
  get(j, "gloss", base.gloss);
  get(j, "fade", base.fade);
  get(j, "smear_mm", base.smear_mm);
  get(j, "smear_heading_deg", base.smear_heading_deg);
  if (j.contains("figures")) {
    base.figures.clear();
    for (const Json& entry : j.at("figures")) {
      Figure f;
      get(entry, "x_mm", f.x_mm);
      get(entry, "y_mm", f.y_mm);
      get(entry, "radius_mm", f.radius_mm);
      get(entry, "height_mm", f.height_mm);
      get_colour(entry, f.colour);
      base.figures.push_back(f);
    }
  }
  if (j.contains("spears")) {
    base.spears.clear();
    for (const Json& entry : j.at("spears")) {
      Spear s;
      get(entry, "from_mm", s.from_mm);
      get(entry, "to_mm", s.to_mm);
      get(entry, "width_mm", s.width_mm);
      get_colour(entry, s.colour);
      base.spears.push_back(s);
    }
  }
}

Json base_json(const SceneBase& b) {
  Json j{{"base", b.spec.base.text},
         {"marker", b.spec.mount.marker.number},
         {"footprint", io::json_of(b.spec.footprint)},
         {"mount", io::json_of(b.spec.mount)},
         {"path", path_json(b.path)},
         {"colour", colour_text(b.colour)},
         {"covered", b.covered},
         {"gloss", b.gloss},
         {"fade", b.fade},
         {"smear_mm", b.smear_mm},
         {"smear_heading_deg", b.smear_heading_deg}};
  if (!b.spec.unit.empty()) j["unit"] = b.spec.unit.text;
  for (const Figure& f : b.figures)
    j["figures"].push_back(
        {{"x_mm", f.x_mm}, {"y_mm", f.y_mm}, {"radius_mm", f.radius_mm}, {"height_mm", f.height_mm}, {"colour", colour_text(f.colour)}});
  for (const Spear& s : b.spears)
    j["spears"].push_back({{"from_mm", s.from_mm}, {"to_mm", s.to_mm}, {"width_mm", s.width_mm}, {"colour", colour_text(s.colour)}});
  return j;
}

std::string read_camera_part(const Json& j, CameraSpec& c, std::string_view name) {
  if (j.contains("given")) {
    const auto given = io::read_camera(j.at("given").dump(), std::string(name) + ": /camera/given");
    if (!given) return given.error().line;
    if (!given->has_pose) return std::string(name) + ": /camera/given: has no pose; leave `given` out to fit the table into the picture";
    c.given = given->camera;
    c.width = given->camera.lens.width;
    c.height = given->camera.lens.height;
  }
  get(j, "width", c.width);
  get(j, "height", c.height);
  get(j, "field_of_view_deg", c.field_of_view_deg);
  get(j, "tilt_x_deg", c.tilt_x_deg);
  get(j, "tilt_y_deg", c.tilt_y_deg);
  get(j, "margin", c.margin);
  get(j, "k1", c.k1);
  get(j, "k2", c.k2);
  get(j, "p1", c.p1);
  get(j, "p2", c.p2);
  get(j, "k3", c.k3);
  get(j, "sag_mm_per_min", c.sag_mm_per_min);
  get(j, "sag_step_s", c.sag_step_s);
  for (const Json& entry : j.value("keys", Json::array())) {
    CameraKey key;
    get(entry, "t", key.t);
    get(entry, "shift_mm", key.shift_mm);
    get(entry, "turn_deg", key.turn_deg);
    get(entry, "zoom", key.zoom);
    if (!c.keys.empty() && key.t <= c.keys.back().t)
      return std::string(name) + ": /camera/keys/" + std::to_string(c.keys.size()) + "/t: times must grow from key to key";
    c.keys.push_back(key);
  }
  return {};
}

void read_sensor(const Json& j, SensorSpec& s) {
  get(j, "psf_sigma_px", s.psf_sigma_px);
  get(j, "cells", s.cells);
  get(j, "noise_sigma", s.noise_sigma);
  get(j, "jpeg_quality", s.jpeg_quality);
  get(j, "colour", s.colour);
  get(j, "exposure_s", s.exposure_s);
  get(j, "rolling_shutter_s", s.rolling_shutter_s);
  get(j, "flicker", s.flicker);
  get(j, "flicker_hz", s.flicker_hz);
  get(j, "vignette", s.vignette);
  get(j, "hdr", s.hdr);
  get(j, "sharpen", s.sharpen);
  for (const Json& entry : j.value("gain", Json::array())) s.gain.push_back({entry.at("t").get<double>(), entry.at("value").get<double>()});
}

}  // namespace

Result<SceneSpec> scene_from_text(std::string_view text, std::string_view name) {
  if (const auto file = io::parse_json(text, name); file && file->is_object() && (file->contains("ruleset") || file->contains("sides")))
    return InputError{std::string(name) + ": /: is a battle, not a scene; give a scene.json (`polemarch simulate --list` names scenes)"};
  const auto checked = io::read_json(text, "scene.schema.json", name);
  if (!checked) return checked.error();
  const Json& j = *checked;
  const std::string file(name);
  SceneSpec scene;
  get(j, "name", scene.name);
  get(j, "seed", scene.seed);
  get(j, "fps", scene.fps);
  get(j, "frames", scene.frames);
  auto table = io::table_from_json(j.at("table"), file + ": /table");
  if (!table) return table.error();
  if (j.value("border_strip", false)) table->border = table_with_border(table->width, table->depth).border;
  scene.table = std::move(*table);
  const Json mat = j.value("mat", Json::object());
  get(mat, "kind", scene.mat.kind);
  get(mat, "contrast", scene.mat.contrast);
  get(mat, "seed", scene.mat.seed);
  if (const std::string wrong = read_camera_part(j.value("camera", Json::object()), scene.camera, name); !wrong.empty())
    return InputError{wrong};
  read_sensor(j.value("sensor", Json::object()), scene.sensor);
  get(j, "ink_level", scene.ink_level);
  get(j, "paper_level", scene.paper_level);
  SceneBase model;
  model.spec.footprint = {Outline::Rectangle, Length::from_mm(40), Length::from_mm(40)};
  read_dressing(j.value("default", Json::object()), model);
  // The bases' own part is checked as a bases file is, but a scene may show one marker twice (a misprint to be noticed).
  Json listed{{"bases", Json::array()}};
  const Json bases = j.value("bases", Json::array());
  for (std::size_t i = 0; i < bases.size(); ++i) {
    SceneBase base = model;
    read_dressing(bases[i], base);
    base.spec.base = {bases[i].at("base").get<std::string>()};
    base.spec.unit = {bases[i].value("unit", std::string())};
    base.spec.mount.marker = {bases[i].at("marker").get<int>()};
    if (const std::string wrong = read_path(bases[i], base.path); !wrong.empty())
      return InputError{file + ": /bases/" + std::to_string(i) + wrong};
    listed["bases"].push_back(io::json_of(std::vector<BaseSpec>{base.spec}).at("bases").at(0));
    listed["bases"].back()["marker"] = i;
    scene.bases.push_back(std::move(base));
  }
  if (const auto fine = io::bases_from_json(listed, name); !fine) return fine.error();
  const Json things = j.value("things", Json::array());
  for (std::size_t i = 0; i < things.size(); ++i) {
    const Json& entry = things[i];
    Thing thing;
    for (const auto& [kind, word] : kKinds)
      if (entry.at("kind") == word) thing.kind = kind;
    get(entry, "width_mm", thing.width_mm);
    get(entry, "depth_mm", thing.depth_mm);
    get(entry, "height_mm", thing.height_mm);
    get_colour(entry, thing.colour);
    get(entry, "strength", thing.strength);
    get(entry, "softness_mm", thing.softness_mm);
    get(entry, "seed", thing.seed);
    if (entry.contains("from_mm")) thing.from_mm = {entry["from_mm"].at(0).get<double>(), entry["from_mm"].at(1).get<double>()};
    if (const std::string wrong = read_path(entry, thing.path); !wrong.empty())
      return InputError{file + ": /things/" + std::to_string(i) + wrong};
    scene.things.push_back(std::move(thing));
  }
  return scene;
}

std::string scene_to_text(const SceneSpec& s) {
  const CameraSpec& c = s.camera;
  Json camera{{"width", c.width},
              {"height", c.height},
              {"field_of_view_deg", c.field_of_view_deg},
              {"tilt_x_deg", c.tilt_x_deg},
              {"tilt_y_deg", c.tilt_y_deg},
              {"margin", c.margin},
              {"k1", c.k1},
              {"k2", c.k2},
              {"p1", c.p1},
              {"p2", c.p2},
              {"k3", c.k3},
              {"sag_mm_per_min", c.sag_mm_per_min},
              {"sag_step_s", c.sag_step_s}};
  if (c.given) camera["given"] = Json::parse(io::write_camera({*c.given, true, "", 0}));
  for (const CameraKey& k : c.keys)
    camera["keys"].push_back({{"t", k.t}, {"shift_mm", k.shift_mm}, {"turn_deg", k.turn_deg}, {"zoom", k.zoom}});
  const SensorSpec& e = s.sensor;
  Json sensor{{"psf_sigma_px", e.psf_sigma_px},
              {"cells", e.cells},
              {"noise_sigma", e.noise_sigma},
              {"jpeg_quality", e.jpeg_quality},
              {"colour", e.colour},
              {"exposure_s", e.exposure_s},
              {"rolling_shutter_s", e.rolling_shutter_s},
              {"flicker", e.flicker},
              {"flicker_hz", e.flicker_hz},
              {"vignette", e.vignette},
              {"hdr", e.hdr},
              {"sharpen", e.sharpen}};
  for (const LevelKey& k : e.gain) sensor["gain"].push_back({{"t", k.t}, {"value", k.value}});
  Json j{{"v", 1},
         {"name", s.name},
         {"seed", s.seed},
         {"fps", s.fps},
         {"frames", s.frames},
         {"table", io::json_of(s.table)},
         {"mat", {{"kind", s.mat.kind}, {"contrast", s.mat.contrast}, {"seed", s.mat.seed}}},
         {"camera", camera},
         {"sensor", sensor},
         {"ink_level", s.ink_level},
         {"paper_level", s.paper_level},
         {"bases", Json::array()},
         {"things", Json::array()}};
  for (const SceneBase& b : s.bases) j["bases"].push_back(base_json(b));
  for (const Thing& t : s.things) {
    Json entry{{"path", path_json(t.path)},
               {"width_mm", t.width_mm},
               {"depth_mm", t.depth_mm},
               {"height_mm", t.height_mm},
               {"colour", colour_text(t.colour)},
               {"strength", t.strength},
               {"softness_mm", t.softness_mm},
               {"from_mm", {t.from_mm.x, t.from_mm.y}},
               {"seed", t.seed}};
    for (const auto& [kind, word] : kKinds)
      if (kind == t.kind) entry["kind"] = word;
    j["things"].push_back(std::move(entry));
  }
  return j.dump(1) + "\n";
}

}  // namespace polemarch::vision
