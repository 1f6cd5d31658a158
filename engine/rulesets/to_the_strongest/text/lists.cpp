#include <algorithm>

#include "engine/rulesets/to_the_strongest/text/json.hpp"
#include "engine/rulesets/to_the_strongest/topics/army_lists.hpp"
#include "models/embedded.hpp"
#include "models/io/json_text.hpp"

namespace polemarch::to_the_strongest::data {
std::span<const EmbeddedFile> embedded_files();  // data/*.json, put in by CMake
}

namespace polemarch::to_the_strongest {

/// Members that may be left out.
#define POLEMARCH_TTS_MAY_HAVE(...) NLOHMANN_JSON_EXPAND(NLOHMANN_JSON_PASTE(POLEMARCH_KEEP, __VA_ARGS__))

inline void from_json(const Json& j, ListRow::GradeQuota& v) {
  engine::get_field(j, "grade", v.grade);
  POLEMARCH_TTS_MAY_HAVE(most, half, all_or_none)
}
inline void from_json(const Json& j, ListRow& v) {
  engine::get_field(j, "entry", v.entry);
  engine::get_field(j, "label", v.label);
  engine::get_field(j, "type", v.type);
  POLEMARCH_TTS_MAY_HAVE(weapons, least, most, grades, fanatics, ammo, save, points, carts, in_camp, from, until, region, equipment)
  if (v.grades.empty()) v.grades = {{.grade = Grade::Average}};
}
inline void from_json(const Json& j, ArmyList::Together& v) {
  engine::get_field(j, "entries", v.entries);
  POLEMARCH_TTS_MAY_HAVE(rule, least, most, half)
}
inline void from_json(const Json& j, ArmyList& v) {
  engine::get_field(j, "key", v.key);
  engine::get_field(j, "name", v.name);
  engine::get_field(j, "rows", v.rows);
  POLEMARCH_TTS_MAY_HAVE(from, to, generals_least, generals_most, heroic_half, heroic_most, mounted_most, may_detach, may_be_brilliant,
                         heroes_least, heroes_most, half_of_heroes, together, fanatics_until, one_veteran_of, camps_least, camps_most,
                         fortifications_most, allies)
}
#undef POLEMARCH_TTS_MAY_HAVE

namespace {

const std::vector<ArmyList>& lists() {
  static const std::vector<ArmyList> all = [] {
    std::vector<ArmyList> read;
    for (const EmbeddedFile& file : data::embedded_files()) read.push_back(io::parsed(file.text).get<ArmyList>());
    return read;
  }();
  return all;
}

}  // namespace

const ArmyList* army_list(const std::string& key) {
  for (const ArmyList& list : lists())
    if (list.key == key) return &list;
  return nullptr;
}

std::vector<std::string> army_list_keys() {
  std::vector<std::string> keys;
  for (const ArmyList& list : lists()) keys.push_back(list.key);
  return keys;
}

void check_army(State& state, Side side, const std::string& list, const Muster& muster) {
  const ArmyList* found = army_list(list);
  if (found == nullptr) {
    std::string known;
    for (const std::string& key : army_list_keys()) known += (known.empty() ? "" : ", ") + key;
    throw engine::FieldError("/list", "no such army list; there are " + known);
  }
  for (const auto& [id, entry] : muster.entry)
    if (std::none_of(found->rows.begin(), found->rows.end(), [&entry = entry](const ListRow& row) { return row.entry == entry; }))
      throw engine::FieldError("/units", id.text + ": the list has no entry \"" + entry + "\"");
  state.side(side).list = list;
  for (const auto& [entry, units] : units_by_entry(*found, state, side, muster)) {
    const auto row = std::find_if(found->rows.begin(), found->rows.end(), [&entry = entry](const ListRow& r) { return r.entry == entry; });
    if (row == found->rows.end() || row->save == 0) continue;
    for (const Unit* taken : units) {  // a row that prints another save prints its own cost: TTS-AMB-120
      Unit& unit = state.units.at(taken->id);
      if (!unit.save_as_listed) unit.save_as_listed = row->save;
      unit.points_as_listed = row->points;
    }
  }
  for (const engine::Reason& reason : against_list(state, side, *found, muster)) {
    std::string line = reason.rule + ": " + reason.text;
    if (reason.value && reason.limit)
      line += " (" + std::to_string(static_cast<int>(*reason.value)) + ", limit " + std::to_string(static_cast<int>(*reason.limit)) + ")";
    state.side(side).list_notes.push_back(std::move(line));
  }
}

}  // namespace polemarch::to_the_strongest
