#include "models/io/bases_io.hpp"

#include "models/io/measured.hpp"

#include <set>

namespace polemarch::io {

Footprint footprint_from_json(const Json& value, Footprint fallback) {
  Footprint f = fallback;
  if (value.contains("diameter_mm")) {
    f.outline = Outline::Circle;
    f.frontage = f.depth = Length::from_mm(value.at("diameter_mm").get<double>());
    return f;
  }
  if (value.contains("frontage_mm") || value.contains("depth_mm")) f.outline = Outline::Rectangle;
  f.frontage = Length::from_mm(value.value("frontage_mm", f.frontage.mm()));
  f.depth = Length::from_mm(value.value("depth_mm", f.depth.mm()));
  return f;
}

bool lists_bases(std::string_view text) {
  if (!beyond(text, kFileLimits).empty()) return false;  // whoever reads it will say so
  const Json value = Json::parse(text, nullptr, false);
  return value.is_object() && value.contains("bases") && value["bases"].is_array() && !value["bases"].empty();
}

Json json_of(const Footprint& f) {
  if (f.outline == Outline::Circle) return {{"diameter_mm", f.frontage.mm()}};
  return {{"frontage_mm", f.frontage.mm()}, {"depth_mm", f.depth.mm()}};
}

MarkerMount mount_from_json(const Json& value, MarkerMount fallback) {
  MarkerMount m = std::move(fallback);
  m.family = value.value("family", m.family);
  m.size_mm = value.value("size_mm", m.size_mm);
  m.offset_x_mm = value.value("offset_x_mm", m.offset_x_mm);
  m.offset_y_mm = value.value("offset_y_mm", m.offset_y_mm);
  m.rotation_deg = value.value("rotation_deg", m.rotation_deg);
  m.height_mm = value.value("height_mm", m.height_mm);
  if (value.contains("print_scale")) m.print_scale = value.at("print_scale").get<double>();
  return m;
}

Json json_of(const MarkerMount& m) {
  Json j{{"family", m.family},           {"size_mm", m.size_mm},           {"offset_x_mm", m.offset_x_mm},
         {"offset_y_mm", m.offset_y_mm}, {"rotation_deg", m.rotation_deg}, {"height_mm", m.height_mm}};
  if (m.print_scale) j["print_scale"] = *m.print_scale;
  return j;
}

Result<std::vector<BaseSpec>> bases_from_json(const Json& value, std::string_view name) {
  const auto checked = validate_json(value, "bases.schema.json", name);
  if (!checked) return checked.error();
  const Json& j = *checked;
  const Json defaults = j.value("default", Json::object());
  const Footprint footprint =
      footprint_from_json(defaults.value("footprint", Json::object()), {Outline::Rectangle, Length::from_mm(40), Length::from_mm(40)});
  const MarkerMount mount = mount_from_json(defaults.value("mount", Json::object()), {});
  std::vector<BaseSpec> bases;
  std::set<std::string> names;
  std::set<std::pair<std::string, int>> markers;
  const Json& list = j.at("bases");
  for (std::size_t i = 0; i < list.size(); ++i) {
    const Json& entry = list[i];
    BaseSpec base;
    base.base = {entry.at("base").get<std::string>()};
    base.unit = {entry.value("unit", std::string())};
    base.footprint = footprint_from_json(entry.value("footprint", Json::object()), footprint);
    base.mount = mount_from_json(entry.value("mount", Json::object()), mount);
    base.mount.marker = {entry.at("marker").get<int>()};
    const std::string place = std::string(name) + ": /bases/" + std::to_string(i);
    if (!names.insert(base.base.text).second) return InputError{place + "/base: base " + base.base.text + " is listed twice"};
    if (!markers.insert({base.mount.family, base.mount.marker.number}).second)
      return InputError{place + "/marker: marker " + std::to_string(base.mount.marker.number) + " of " + base.mount.family +
                        " is on two bases"};
    bases.push_back(std::move(base));
  }
  return bases;
}

Result<std::vector<BaseSpec>> bases_from_text(std::string_view text, std::string_view name) {
  const auto parsed = parse_json(text, name);
  if (!parsed) return parsed.error();
  if (parsed->is_object() && !parsed->contains("ruleset"))
    for (const char* of_scene : {"camera", "things", "frames", "sensor", "border_strip"})  // the bases of one have places and ways
      if (parsed->contains(of_scene))
        return InputError{std::string(name) + ": /" + of_scene +
                          ": this is a scene, not a list of bases; polemarch simulate --scene SCENE --out FOLDER writes its bases.json"};
  return bases_from_json(*parsed, name);
}

Json json_of(const std::vector<BaseSpec>& bases) {
  Json list = Json::array();
  for (const BaseSpec& base : bases) {
    Json entry{{"base", base.base.text},
               {"marker", base.mount.marker.number},
               {"footprint", json_of(base.footprint)},
               {"mount", json_of(base.mount)}};
    if (!base.unit.empty()) entry["unit"] = base.unit.text;
    list.push_back(std::move(entry));
  }
  return {{"v", 1}, {"bases", std::move(list)}};
}

}  // namespace polemarch::io
