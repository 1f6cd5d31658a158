#include "calibration/sheets/army_markers.hpp"

#include <cmath>
#include <map>

#include "calibration/sheets/strip_items.hpp"
#include "models/border_layout.hpp"
#include "models/io/bases_io.hpp"
#include "models/io/roster_io.hpp"
#include "models/mounts.hpp"
#include "vision/prints/strip_layout.hpp"

namespace polemarch::calibration {
namespace {

using io::Json;

struct Named {
  std::string name;
  bool second_side = false;
};

/// Units and their leaders, anywhere in a battle's sides.
std::map<std::string, Named> unit_names(const Json& file) {
  std::map<std::string, Named> names;
  if (!file.contains("sides") || !file.at("sides").is_object()) return names;
  for (const auto& [key, side] : file.at("sides").items()) {
    if (!side.is_object()) continue;
    for (const auto& [list, id] :
         {std::pair{"units", "unit"}, {"generals", "general"}, {"leaders", "leader"}, {"commanders", "commander"}}) {
      if (!side.contains(list) || !side.at(list).is_array()) continue;
      for (const Json& unit : side.at(list)) {
        if (!unit.is_object() || !unit.contains(id) || !unit.at(id).is_string()) continue;
        if (unit.contains("name") && unit.at("name").is_string())
          names[unit.at(id).get<std::string>()] = {unit.at("name").get<std::string>(), key == "B"};
      }
    }
  }
  return names;
}

Result<std::vector<UnitMarker>> from_bases(const Json& file, std::string_view name) {
  Json only{{"v", 1}, {"bases", file.at("bases")}};
  if (file.contains("default")) only["default"] = file.at("default");
  auto bases = io::bases_from_json(only, name);
  if (!bases) return bases.error();
  const auto names = unit_names(file);
  std::map<UnitId, int> of_unit;
  for (const BaseSpec& base : *bases) ++of_unit[base.unit];
  std::vector<UnitMarker> markers;
  for (const BaseSpec& base : *bases) {
    const auto unit = names.find(base.unit.text);
    const Named named = unit == names.end() ? Named{"", base.unit.text.starts_with("B")} : unit->second;
    markers.push_back(
        {base.base.text, base.unit.text, named.name, base.footprint, base.mount, of_unit[base.unit] == 1, named.second_side, true});
  }
  return markers;
}

Result<std::vector<UnitMarker>> from_roster(std::string_view text, std::string_view name, const ArmyDefaults& defaults) {
  const auto roster = io::roster_from_text(text, name);
  if (!roster) return roster.error();
  std::map<int, std::string> used;
  for (const RosterUnit& unit : roster->units) {
    for (const MarkerId marker : unit.markers) {
      const auto [at, fresh] = used.emplace(marker.number, unit.name);
      if (!fresh)
        return InputError{std::string(name) + ": marker " + std::to_string(marker.number) + " is on \"" + at->second + "\" and \"" +
                          unit.name + "\"; give one another number"};
    }
  }
  int next = defaults.first_marker;
  std::vector<UnitMarker> markers;
  std::size_t count = 0;
  for (const RosterUnit& unit : roster->units) {
    const std::string id = unit.unit.empty() ? "U" + std::to_string(++count) : unit.unit.text;
    std::vector<MarkerId> numbers = unit.markers;
    while (unit.markers.empty() && static_cast<int>(numbers.size()) < unit.bases) {
      while (used.contains(next) || (next >= kFirstBorderMarker && next < kFirstBorderMarker + kBorderMarkers)) ++next;
      used.emplace(next, unit.name);
      numbers.push_back({next});
    }
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      const std::string base = numbers.size() == 1 ? id : id + "." + std::to_string(i + 1);
      markers.push_back(
          {base, id, unit.name, defaults.footprint, default_mount(defaults, numbers[i]), numbers.size() == 1, false, !unit.unit.empty()});
    }
  }
  return markers;
}

}  // namespace

MarkerMount default_mount(const ArmyDefaults& d, MarkerId marker) {
  if (vision::is_strip_family(d.family)) {
    const auto mount = strip_mount(d.footprint, d.family, marker, d.base_height_mm);
    if (mount) return *mount;  // whether it fits was asked before
  }
  MarkerMount mount = tail_tab(d.footprint, marker, d.tab_mm);
  mount.family = d.family;
  if (d.mounting == Mounting::TailTab) return mount;
  mount.offset_x_mm = 0;
  if (d.mounting == Mounting::Disc) {
    // The square and its rim (an eighth of it on each side) just fit the disc.
    mount.size_mm = std::floor(10 * d.footprint.frontage.mm() / (std::sqrt(2.0) * 1.25)) / 10;
    return mount;
  }
  // On the rear left corner, inside the outline; on a base smaller than the tile, in the middle.
  mount.offset_x_mm = -std::max(0.0, d.footprint.depth.mm() / 2 - d.tab_mm / 2);
  mount.offset_y_mm = std::max(0.0, d.footprint.frontage.mm() / 2 - d.tab_mm / 2);
  return mount;
}

Result<std::vector<UnitMarker>> army_markers(std::string_view text, std::string_view name, const ArmyDefaults& defaults) {
  const auto first = text.find_first_not_of(" \t\r\n");
  if (first != std::string_view::npos && text[first] == '{') {
    auto file = io::parse_json(text, name);
    if (!file) return file.error();
    if (file->contains("bases") && file->at("bases").is_array()) return from_bases(*file, name);
    if (file->contains("sides"))
      return InputError{std::string(name) + ": a battle without \"bases\"; name one that polemarch new wrote, a bases.json or a roster"};
  }
  return from_roster(text, name, defaults);
}

std::string bases_text(const std::vector<UnitMarker>& markers) {
  std::vector<BaseSpec> bases;
  bases.reserve(markers.size());
  for (const UnitMarker& m : markers)
    bases.push_back({{m.base.empty() ? "M" + std::to_string(m.mount.marker.number) : m.base}, {m.unit}, m.footprint, m.mount});
  return io::json_of(bases).dump(1) + "\n";
}

}  // namespace polemarch::calibration
