#include "assistant/cli/new_battle.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <map>
#include <set>

#include "assistant/cli/in_roster.hpp"
#include "assistant/cli/names_apart.hpp"
#include "assistant/session/session.hpp"
#include "calibration/board/square_markers.hpp"
#include "engine/core/json_types.hpp"
#include "engine/registry/registry.hpp"
#include "models/border_layout.hpp"
#include "models/data/data.hpp"
#include "models/io/bases_io.hpp"
#include "models/io/json_text.hpp"
#include "models/io/roster_io.hpp"
#include "models/io/table_io.hpp"
#include "models/mounts.hpp"
#include "models/nearest_word.hpp"
#include "models/one_line.hpp"

namespace polemarch::assistant {

using engine::Json;

namespace {

/// The grid that fits the table, centred.
GridSpec centred_grid(const TableSize& size, Length box) {
  GridSpec grid;
  grid.box = box;
  grid.columns = static_cast<int>(size.width.um / box.um);
  grid.rows = static_cast<int>(size.depth.um / box.um);
  grid.origin = {(size.width - box * grid.columns) / 2, (size.depth - box * grid.rows) / 2};
  return grid;
}

/// Ids of a roster's leaders and camps.
std::vector<std::string> leaders_of(const Roster& roster) {
  std::vector<std::string> ids;
  const Json side = io::parsed(roster.fields);
  for (const auto& [list, id] : kLeaders)
    if (side.contains(list) && side.at(list).is_array())
      for (const Json& entry : side.at(list))
        if (entry.is_object() && entry.contains(id) && entry.at(id).is_string()) ids.push_back(entry.at(id).get<std::string>());
  return ids;
}

/// Whom somebody is with or under may be said by the unit's name, as whoever types a table does: its id stands there then.
void find_by_name(Json& entry, const std::map<std::string, std::string>& ids, const std::set<std::string>& known) {
  if (entry.is_array())
    for (Json& one : entry) find_by_name(one, ids, known);
  if (!entry.is_object()) return;
  for (auto& [key, value] : entry.items()) {
    if (value.is_structured()) find_by_name(value, ids, known);
    if ((key != "with" && key != "commander") || !value.is_string() || known.contains(value.get<std::string>())) continue;
    if (const auto at = ids.find(value.get<std::string>()); at != ids.end() && !at->second.empty()) value = at->second;
  }
}

/// Gives every unit its id.
std::optional<InputError> name_units(Roster& roster, Side side, const std::string& name) {
  std::set<std::string> ids;
  for (std::size_t i = 0; i < roster.units.size(); ++i) {
    RosterUnit& unit = roster.units[i];
    if (unit.unit.empty()) unit.unit = {std::string(name_of(side)) + std::to_string(i + 1)};
    if (!ids.insert(unit.unit.text).second) return InputError{name + ": unit " + unit.unit.text + " is there twice"};
  }
  std::map<std::string, std::string> by_name;  // empty: several have it
  for (const RosterUnit& unit : roster.units)
    if (const auto [at, fresh] = by_name.emplace(unit.name, unit.unit.text); !fresh) at->second.clear();
  const auto named = [&](std::string& text) {
    Json fields = io::parsed(text);
    find_by_name(fields, by_name, ids);
    text = fields.dump();
  };
  for (RosterUnit& unit : roster.units) named(unit.fields);
  named(roster.fields);
  return std::nullopt;
}

/// Gives the bases of every unit their markers. `used` holds the numbers taken so far, with who has them.
std::optional<InputError> number_units(Roster& roster, const std::string& name, std::map<int, std::string>& used) {
  for (RosterUnit& unit : roster.units) {
    const auto bases = static_cast<std::size_t>(unit.bases);
    if (unit.markers.size() == 1)  // one number: the first of consecutive ones
      for (std::size_t k = 1; k < bases; ++k) unit.markers.push_back({unit.markers.front().number + static_cast<int>(k)});
    if (!unit.markers.empty() && unit.markers.size() != bases)
      return InputError{name + ": unit " + unit.unit.text + " has " + std::to_string(bases) + " bases but " +
                        std::to_string(unit.markers.size()) + " markers"};
    for (const MarkerId marker : unit.markers) {
      if (marker.number >= kFirstBorderMarker && marker.number < kFirstBorderMarker + kBorderMarkers)
        return InputError{name + ": marker " + std::to_string(marker.number) + " of " + unit.unit.text + " belongs to the border strip"};
      if (const auto [at, fresh] = used.emplace(marker.number, unit.unit.text); !fresh)
        return InputError{name + ": marker " + std::to_string(marker.number) + " is on " + at->second + " and " + unit.unit.text +
                          "; give one of them another number"};
    }
  }
  return std::nullopt;
}

/// Every word of an entry that is a unit's old id becomes its new one: whom it is under, whom it is with. Names stay.
void follow_ids(Json& entry, const std::map<std::string, std::string>& renamed) {
  if (entry.is_string()) {
    if (const auto at = renamed.find(entry.get<std::string>()); at != renamed.end()) entry = at->second;
    return;
  }
  if (entry.is_array())
    for (Json& one : entry) follow_ids(one, renamed);
  if (entry.is_object())
    for (auto& [key, value] : entry.items())
      if (key != "name" && key != "army") follow_ids(value, renamed);
}

/// Units, leaders and camps of `roster` whose ids are taken get new ones by side, and everything that names them follows.
void renumber(Roster& roster, Side side, const std::set<std::string>& taken) {
  std::map<std::string, std::string> renamed;
  std::set<std::string> all = taken;
  for (const RosterUnit& unit : roster.units)
    if (!taken.contains(unit.unit.text)) all.insert(unit.unit.text);
  for (const std::string& id : leaders_of(roster))
    if (!taken.contains(id)) all.insert(id);
  std::size_t next = 1;
  for (std::size_t i = 0; i < roster.units.size(); ++i) {
    UnitId& id = roster.units[i].unit;
    if (!taken.contains(id.text)) continue;
    std::string fresh = std::string(name_of(side)) + std::to_string(i + 1);
    while (all.contains(fresh)) fresh = std::string(name_of(side)) + std::to_string(roster.units.size() + next++);
    all.insert(fresh);
    renamed[id.text] = fresh;
    id = {fresh};
  }
  for (const std::string& id : leaders_of(roster)) {
    if (!taken.contains(id)) continue;
    std::string fresh = std::string(name_of(side)) + (id.size() > 1 ? id.substr(1) : "L");
    while (all.contains(fresh)) fresh = std::string(name_of(side)) + "L" + std::to_string(next++);
    all.insert(fresh);
    renamed[id] = fresh;
  }
  if (renamed.empty()) return;
  for (RosterUnit& unit : roster.units) {
    Json fields = io::parsed(unit.fields);
    follow_ids(fields, renamed);
    unit.fields = fields.dump();
  }
  Json fields = io::parsed(roster.fields);
  follow_ids(fields, renamed);
  roster.fields = fields.dump();
}

/// Ids that read as the other side's ("B3" and "BG1" in the army of side A) or as a number ("3": of a turn, of medals).
std::set<std::string> misread(const Roster& roster, Side side) {
  const char other = side == Side::A ? 'B' : 'A';
  std::set<std::string> out;
  for (const RosterUnit& unit : roster.units) {
    const std::string& id = unit.unit.text;
    if (id.size() > 1 && id[0] == other && id.find_first_not_of("0123456789", 1) == std::string::npos) out.insert(id);
    if (id.find_first_not_of("0123456789") == std::string::npos) out.insert(id);
  }
  for (const std::string& id : leaders_of(roster))
    if (id.size() > 2 && id[0] == other && id[1] >= 'A' && id[1] <= 'Z' && id.find_first_not_of("0123456789", 2) == std::string::npos)
      out.insert(id);
  return out;
}

void number_the_rest(Roster& roster, std::map<int, std::string>& used) {
  int next = 0;
  for (RosterUnit& unit : roster.units) {
    while (unit.markers.size() < static_cast<std::size_t>(unit.bases)) {
      while (used.contains(next)) ++next;
      used[next] = unit.unit.text;
      unit.markers.push_back({next});
    }
  }
}

/// The number a leader's roster named, else the next free one.
MarkerId leader_number(const std::string& leader, const std::map<std::string, MarkerId>& named, std::map<int, std::string>& used) {
  if (const auto at = named.find(leader); at != named.end()) return at->second;
  int next = 0;
  while (used.contains(next) || (next >= kFirstBorderMarker && next < kFirstBorderMarker + kBorderMarkers)) ++next;
  used[next] = leader;
  return {next};
}

std::string size_text(const Footprint& base) {
  std::array<char, 48> text{};
  if (base.outline == Outline::Circle) {
    std::snprintf(text.data(), text.size(), "round bases of %g mm", base.frontage.mm());
  } else {
    std::snprintf(text.data(), text.size(), "bases of %g x %g mm", base.frontage.mm(), base.depth.mm());
  }
  return text.data();
}

/// The number a leader's entry names for its base, taken out of the entry; `used` learns it.
std::optional<InputError> number_leaders(Roster& roster, const std::string& name, std::map<int, std::string>& used,
                                         std::map<std::string, MarkerId>& leaders) {
  Json side = io::parsed(roster.fields);
  for (const auto& [list, id] : kLeaders) {
    if (!side.contains(list) || !side.at(list).is_array()) continue;
    for (Json& entry : side.at(list)) {
      if (!entry.is_object() || !entry.contains("marker")) continue;
      const Json marker = entry.at("marker");
      const std::string who = entry.contains(id) && entry.at(id).is_string() ? entry.at(id).get<std::string>() : list;
      if (!marker.is_number_integer() || marker.get<std::int64_t>() < 0 || marker.get<std::int64_t>() > io::kMostMarker)
        return InputError{name + ": /" + list + ": the marker of " + who + " is no number"};
      if (const auto [at, fresh] = used.emplace(marker.get<int>(), who); !fresh)
        return InputError{name + ": marker " + std::to_string(marker.get<int>()) + " is on " + at->second + " and " + who +
                          "; give one of them another number"};
      leaders[who] = {marker.get<int>()};
      entry.erase("marker");
    }
  }
  roster.fields = side.dump();
  return std::nullopt;
}

Json side_json(const Roster& roster) {
  Json side = io::parsed(roster.fields);
  for (const char* key : {"v", "sample", "ruleset", "units"}) side.erase(key);
  side["units"] = Json::array();
  for (const RosterUnit& unit : roster.units) {
    Json j = io::parsed(unit.fields);
    for (const char* key : {"marker", "markers"}) j.erase(key);
    j["unit"] = unit.unit.text;
    j["bases"] = unit.bases;
    side["units"].push_back(j);
  }
  return side;
}

/// The phases that a battle of this ruleset may begin in, as its set-up lists them: up to deployment. Empty where it begins in one way.
std::vector<std::string> phases_to_begin_in(const std::string& ruleset) {
  const std::string_view text = find_embedded(data::embedded_files(), ruleset + "_battle.schema.json");
  const Json schema = text.empty() ? Json::object() : io::parsed(text);
  const Json phases = schema.value(Json::json_pointer("/properties/phase/enum"), Json::array());
  std::vector<std::string> names;
  for (const Json& phase : phases) {
    names.push_back(phase.get<std::string>());
    if (names.back() == "deployment") return names;
  }
  return {};
}

InputError no_such_phase(const NewBattle& wanted, std::string_view ruleset) {
  return {"--from " + wanted.from + ": " + std::string(ruleset) + " has no such phase to begin in"};
}

}  // namespace

Result<TableSize> table_size_from(const std::string& text) {
  const InputError wrong{"--size " + text + ": expected width x depth with a unit, e.g. 6x4ft, 180x120cm, 1800x1200mm or 72x48in"};
  const char* at = text.data();
  const char* end = at + text.size();
  double width = 0, depth = 0;
  auto read = std::from_chars(at, end, width);
  if (read.ec != std::errc() || read.ptr == end || *read.ptr != 'x') return wrong;
  read = std::from_chars(read.ptr + 1, end, depth);
  if (read.ec != std::errc()) return wrong;
  const std::string unit(read.ptr, end);
  const double mm = unit == "ft" ? 304.8 : unit == "in" ? 25.4 : unit == "cm" ? 10.0 : unit == "mm" ? 1.0 : unit == "m" ? 1000.0 : 0.0;
  if (mm == 0.0) return wrong;
  if (!(width * mm >= 300) || !(depth * mm >= 300) || width * mm > 10000 || depth * mm > 10000)
    return InputError{"--size " + text + ": a table is 0.3 to 10 m wide and deep"};
  return TableSize{Length::from_mm(width * mm), Length::from_mm(depth * mm)};
}

Result<MadeBattle> new_battle(const NewBattle& wanted) {
  const auto room = engine::find_ruleset(wanted.ruleset);
  if (!room) return InputError{"--ruleset: " + room.error().line};
  const auto phases = wanted.from.empty() ? std::vector<std::string>{} : phases_to_begin_in(wanted.ruleset);
  if (!phases.empty() && std::find(phases.begin(), phases.end(), wanted.from) == phases.end())
    return InputError{no_such_phase(wanted, (*room)->info().name).line + "; " + meant_instead_of(wanted.from, phases)};
  std::map<int, std::string> used;
  std::map<std::string, MarkerId> leaders;
  std::vector<Roster> rosters;
  for (const Side side : {Side::A, Side::B}) {
    const std::string& name = side == Side::A ? wanted.name_a : wanted.name_b;
    auto roster = io::roster_from_text(side == Side::A ? wanted.roster_a : wanted.roster_b, name);
    if (!roster) return roster.error();
    if (!roster->ruleset.empty() && roster->ruleset != wanted.ruleset)
      return InputError{name + ": /ruleset: is an army for " + roster->ruleset + ", not " + wanted.ruleset};
    if (auto error = name_units(*roster, side, name)) return *error;
    rosters.push_back(std::move(*roster));
  }
  // An army may fight on either side, and both may call their units alike: ids tell the side.
  renumber(rosters[0], Side::A, misread(rosters[0], Side::A));
  std::set<std::string> ids = misread(rosters[1], Side::B);
  for (const RosterUnit& unit : rosters[0].units) ids.insert(unit.unit.text);
  for (const std::string& id : leaders_of(rosters[0])) ids.insert(id);
  renumber(rosters[1], Side::B, ids);
  for (const Side side : {Side::A, Side::B}) {
    Roster& roster = rosters[side == Side::A ? 0 : 1];
    const std::string& name = side == Side::A ? wanted.name_a : wanted.name_b;
    if (auto error = number_units(roster, name, used)) return *error;
    if (auto error = number_leaders(roster, name, used, leaders)) return *error;
    if (side == Side::A)  // to the other roster they are somebody of this one
      for (auto& [number, who] : used) who += " of " + wanted.name_a;
  }
  for (Roster& roster : rosters) number_the_rest(roster, used);

  Table table = table_with_border(wanted.size.width, wanted.size.depth);
  if (const auto box = wanted.box ? wanted.box : (*room)->measures.usual_box) table.grid = centred_grid(wanted.size, *box);
  Json battle{{"v", 1}, {"ruleset", wanted.ruleset}, {"table", io::json_of(table)}};
  battle["sides"] = {{"A", side_json(rosters[0])}, {"B", side_json(rosters[1])}};
  std::vector<std::string> renamed = tell_names_apart(battle["sides"]);
  if (!phases.empty()) battle["phase"] = wanted.from;
  std::optional<InputError> missing;
  if ((*room)->from_lists != nullptr) {
    const auto completed = (*room)->from_lists(engine::canonical(battle), "battle");
    if (completed)
      battle = io::parsed(*completed);
    else
      missing = completed.error();
  }
  auto made = battle_from_setup(engine::canonical(battle), "battle");
  if (made && phases.empty() && !wanted.from.empty() && io::parsed((*made)->state_text()).value("phase", "") != wanted.from)
    return no_such_phase(wanted, (*room)->info().name);
  if (!made) return InputError{in_roster(made.error().line, rosters, {wanted.name_a, wanted.name_b}, battle)};
  if (missing) return InputError{in_roster(missing->line, rosters, {wanted.name_a, wanted.name_b}, battle)};
  std::vector<std::string> unread;
  if ((*room)->unread != nullptr) unread = (*room)->unread(engine::canonical(battle), "battle");
  for (std::string& line : unread) line = in_roster(line, rosters, {wanted.name_a, wanted.name_b}, battle);

  std::map<std::string, const RosterUnit*> unit_of;
  for (const Roster& roster : rosters)
    for (const RosterUnit& unit : roster.units) unit_of[unit.unit.text] = &unit;
  std::map<std::string, std::size_t> given;
  std::vector<BaseSpec> bases;
  std::vector<std::string> marking;
  std::map<std::string, int> families;
  for (const engine::Place& place : (*made)->places()) {
    const auto unit = unit_of.find(place.unit.text);
    const std::size_t k = given[place.unit.text]++;
    if (unit != unit_of.end() && k >= unit->second->markers.size()) continue;
    // Generals and leaders with a base of their own stand in the roster beside the units.
    const MarkerId marker = unit != unit_of.end() ? unit->second->markers[k] : leader_number(place.unit.text, leaders, used);
    const BaseMarking& wish = wanted.marking;
    MarkerMount mount = tail_tab(place.footprint, marker, wish.tab_mm);
    if (wish.strips) {
      const auto mark = calibration::mark_base(place.footprint, marker, wish.camera, wish.strip_depth_mm, wish.tab_mm, wish.base_height_mm);
      if (!mark) return InputError{"unit " + place.unit.text + ": " + mark.error().line};
      mount = mark->mount;
      const std::string line = size_text(place.footprint) + ": " + mount.family + ", " + mark->reason;
      if (std::find(marking.begin(), marking.end(), line) == marking.end()) marking.push_back(line);
    }
    if (!families.contains(mount.family))
      if (const auto size = calibration::family_size(mount.family)) families[mount.family] = *size;
    if (const auto size = families.find(mount.family); size != families.end() && marker.number >= size->second)
      return InputError{"unit " + place.unit.text + ": marker " + std::to_string(marker.number) + ": " + mount.family +
                        " has the numbers 0 to " + std::to_string(size->second - 1)};
    bases.push_back({place.base, place.unit, place.footprint, mount});
  }
  battle["bases"] = io::json_of(bases).at("bases");
  return MadeBattle{battle.dump(1) + "\n", std::move(marking), std::move(unread), std::move(renamed)};
}

}  // namespace polemarch::assistant
