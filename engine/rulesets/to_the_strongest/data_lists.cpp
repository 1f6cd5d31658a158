#include <algorithm>

#include "engine/rulesets/to_the_strongest/army_lists.hpp"
#include "engine/rulesets/to_the_strongest/text_types.hpp"
#include "models/embedded.hpp"

namespace polemarch::to_the_strongest::data {
std::span<const EmbeddedFile> embedded_files();  // data/*.json, put in by CMake
}

namespace polemarch::to_the_strongest {

inline void from_json(const Json& j, ListRow::GradeQuota& v) {
  engine::get_field(j, "grade", v.grade);
  engine::get_field_or_keep(j, "most", v.most);
  engine::get_field_or_keep(j, "half", v.half);
  engine::get_field_or_keep(j, "all_or_none", v.all_or_none);
}
inline void from_json(const Json& j, ListRow& v) {
  engine::get_field(j, "entry", v.entry);
  engine::get_field(j, "label", v.label);
  engine::get_field(j, "type", v.type);
  engine::get_field_or_keep(j, "weapons", v.weapons);
  engine::get_field_or_keep(j, "least", v.least);
  engine::get_field_or_keep(j, "most", v.most);
  engine::get_field(j, "grades", v.grades);
  engine::get_field_or_keep(j, "fanatics", v.fanatics);
  engine::get_field_or_keep(j, "ammo", v.ammo);
  engine::get_field_or_keep(j, "save", v.save);
  engine::get_field_or_keep(j, "points", v.points);
  engine::get_field_or_keep(j, "carts", v.carts);
  engine::get_field_or_keep(j, "in_camp", v.in_camp);
  engine::get_field_or_keep(j, "from", v.from);
  engine::get_field_or_keep(j, "until", v.until);
  engine::get_field_or_keep(j, "region", v.region);
  engine::get_field(j, "equipment", v.equipment);
  if (v.grades.empty()) v.grades = {{.grade = Grade::Average}};
}
inline void from_json(const Json& j, ArmyList::Together& v) {
  engine::get_field(j, "entries", v.entries);
  engine::get_field_or_keep(j, "rule", v.rule);
  engine::get_field_or_keep(j, "least", v.least);
  engine::get_field_or_keep(j, "most", v.most);
  engine::get_field_or_keep(j, "half", v.half);
}
inline void from_json(const Json& j, ArmyList& v) {
  engine::get_field(j, "key", v.key);
  engine::get_field(j, "name", v.name);
  engine::get_field_or_keep(j, "from", v.from);
  engine::get_field_or_keep(j, "to", v.to);
  engine::get_field_or_keep(j, "generals_least", v.generals_least);
  engine::get_field_or_keep(j, "generals_most", v.generals_most);
  engine::get_field_or_keep(j, "heroic_half", v.heroic_half);
  engine::get_field_or_keep(j, "heroic_most", v.heroic_most);
  engine::get_field_or_keep(j, "mounted_most", v.mounted_most);
  engine::get_field_or_keep(j, "may_be_brilliant", v.may_be_brilliant);
  engine::get_field_or_keep(j, "heroes_least", v.heroes_least);
  engine::get_field_or_keep(j, "heroes_most", v.heroes_most);
  engine::get_field(j, "half_of_heroes", v.half_of_heroes);
  engine::get_field(j, "together", v.together);
  engine::get_field_or_keep(j, "fanatics_until", v.fanatics_until);
  engine::get_field(j, "one_veteran_of", v.one_veteran_of);
  engine::get_field_or_keep(j, "may_detach", v.may_detach);
  engine::get_field_or_keep(j, "camps_least", v.camps_least);
  engine::get_field_or_keep(j, "camps_most", v.camps_most);
  engine::get_field_or_keep(j, "fortifications_most", v.fortifications_most);
  engine::get_field(j, "allies", v.allies);
  engine::get_field(j, "rows", v.rows);
}

namespace {

const std::vector<ArmyList>& lists() {
  static const std::vector<ArmyList> all = [] {
    std::vector<ArmyList> read;
    for (const EmbeddedFile& file : data::embedded_files()) read.push_back(Json::parse(file.text).get<ArmyList>());
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
    if (std::none_of(found->rows.begin(), found->rows.end(), [&](const ListRow& row) { return row.entry == entry; }))
      throw engine::FieldError("/units", id.text + ": the list has no entry \"" + entry + "\"");
  state.side(side).list = list;
  for (const engine::Reason& reason : against_list(state, side, *found, muster)) {
    std::string line = reason.rule + ": " + reason.text;
    if (reason.value && reason.limit)
      line += " (" + std::to_string(static_cast<int>(*reason.value)) + ", limit " + std::to_string(static_cast<int>(*reason.limit)) + ")";
    state.side(side).list_notes.push_back(std::move(line));
  }
}

}  // namespace polemarch::to_the_strongest
