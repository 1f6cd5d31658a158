#include "engine/core/unread_fields.hpp"

#include <algorithm>
#include <map>

#include "models/nearest_word.hpp"

namespace polemarch::engine {
namespace {

bool is_note(const std::string& name) {
  return name == "note" || name == "notes" || name == "comment" || name.starts_with('_') || name.starts_with('$');
}

/// Does the path fit the pattern, step by step?
bool matches(std::string_view path, std::string_view pattern) {
  while (!path.empty() && !pattern.empty()) {
    const std::size_t path_end = std::min(path.find('/', 1), path.size());
    const std::size_t pattern_end = std::min(pattern.find('/', 1), pattern.size());
    const std::string_view step = pattern.substr(0, pattern_end);
    if (step != "/*" && step != path.substr(0, path_end)) return false;
    path.remove_prefix(path_end);
    pattern.remove_prefix(pattern_end);
  }
  return path.empty() && pattern.empty();
}

/// A name that nobody reads: where it stands first, what may be meant, and how often it stands in objects of that place.
struct Unread {
  std::string path, meant;
  int times = 0;
};

class Search {
 public:
  explicit Search(const std::vector<KnownFields>& known) : known_(known) {}

  void look_into(const Json& value, const std::string& path) {
    if (value.is_array())
      for (std::size_t i = 0; i < value.size(); ++i) look_into(value[i], path + "/" + std::to_string(i));
    if (!value.is_object()) return;
    std::vector<std::string> names;
    std::string_view place;
    bool listed = false;
    for (const KnownFields& known : known_) {
      if (!matches(path, known.where)) continue;
      listed = true;
      place = known.where;
      names.insert(names.end(), known.names.begin(), known.names.end());
    }
    for (const auto& [key, below] : value.items()) {
      if (!listed || is_note(key) || std::find(names.begin(), names.end(), key) != names.end()) {
        look_into(below, path + "/" + key);
        continue;
      }
      const auto [at, fresh] = index_.emplace(std::string(place) + "/" + key, found_.size());
      if (fresh) found_.push_back({path + "/" + key, meant_instead_of(key, names), 0});
      ++found_[at->second].times;
    }
  }

  std::vector<std::string> lines(std::string_view name) const {
    std::vector<std::string> lines;
    for (const Unread& one : found_)
      lines.push_back(std::string(name) + ": " + on_a_line(one.path) + ": is not read; " + one.meant +
                      (one.times > 1 ? " (" + std::to_string(one.times) + " such)" : ""));
    return lines;
  }

 private:
  const std::vector<KnownFields>& known_;
  std::vector<Unread> found_;
  std::map<std::string, std::size_t> index_;
};

bool says_nothing(const Json& value) { return value.is_null() || value.empty() || value == ""; }

void look_for(const Json& given, const Json& kept, const std::string& path, std::string_view name, std::vector<std::string>& lines) {
  if (given.is_array() && kept.is_array())
    for (std::size_t i = 0; i < std::min(given.size(), kept.size()); ++i)
      look_for(given[i], kept[i], path + "/" + std::to_string(i), name, lines);
  if (!given.is_object() || !kept.is_object()) return;
  for (const auto& [key, value] : given.items()) {
    if (const auto at = kept.find(key); at != kept.end()) {
      look_for(value, *at, path + "/" + key, name, lines);
    } else if (!is_note(key) && !says_nothing(value)) {
      std::vector<std::string> names;
      for (const auto& [other, unused] : kept.items()) names.push_back(other);
      lines.push_back(std::string(name) + ": " + on_a_line(path + "/" + key) + ": is not read; " + meant_instead_of(key, names));
    }
  }
}

}  // namespace

std::vector<KnownFields> common_fields() {
  return {{"", {"v", "ruleset", "name", "sample", "table", "sides", "options", "bases", "default"}},
          {"/table", {"v", "size_mm", "border", "border_family", "tolerance_mm", "terrain", "grid"}},
          {"/table/border/*", {"marker", "size_mm", "x_mm", "y_mm", "z_mm", "heading_deg", "sd_mm"}},
          {"/table/terrain/*", {"id", "kind", "name", "outline_mm", "height_mm"}},
          {"/table/grid", {"columns", "rows", "box_mm", "origin_mm", "rotation_deg", "row_one", "sd_offset_mm", "sd_rotation_deg"}},
          {"/sides", {"A", "B"}},
          {"/bases/*", {"base", "marker", "unit", "footprint", "mount"}}};
}

std::vector<std::string> unread_fields(const Json& setup, std::string_view name, const std::vector<KnownFields>& known) {
  Search search(known);
  search.look_into(setup, "");
  return search.lines(name);
}

std::vector<std::string> unread_state(const Json& given, const Json& kept, std::string_view name) {
  std::vector<std::string> lines;
  look_for(given, kept, "/state", name, lines);
  return lines;
}

}  // namespace polemarch::engine
