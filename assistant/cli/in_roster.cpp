#include "assistant/cli/in_roster.hpp"

#include <optional>

#include "assistant/cli/names_apart.hpp"
#include "models/one_line.hpp"

namespace polemarch::assistant {

using engine::Json;

namespace {

/// The row of the roster that has this id.
std::optional<std::size_t> row_of(const Roster& roster, const std::string& id) {
  for (std::size_t i = 0; i < roster.units.size(); ++i)
    if (roster.units[i].unit.text == id) return i;
  return std::nullopt;
}

/// A row of the roster that a line about the set-up speaks of, and what it says of it.
struct AtRow {
  std::size_t row = 0;
  std::string what;
};

/// Of a line that says something of a side's units or leaders by their place in the set-up: leaders among the units of a roster stand
/// apart there, so that the roster's row is found by the id.
std::optional<AtRow> row_named(const std::string& line, const std::string& side_at, const Roster& roster, const Json& side) {
  std::vector<std::pair<const char*, const char*>> lists(kLeaders.begin(), kLeaders.end());
  lists.emplace_back("units", "unit");
  for (const auto& [list, id] : lists) {
    const std::string at = side_at + "/" + list + "/";
    if (!line.starts_with(at) || !side.contains(list)) continue;
    std::size_t read = 0;
    const std::size_t listed = std::stoul(line.substr(at.size()), &read);
    const Json& entries = side.at(list);
    const Json said = listed < entries.size() && entries[listed].is_object() ? entries[listed].value(id, Json()) : Json();
    const auto row = row_of(roster, said.is_string() ? said.get<std::string>() : "");
    if (row || std::string_view(list) == "units") return AtRow{row.value_or(listed), line.substr(at.size() + read)};
  }
  return std::nullopt;
}

}  // namespace

std::string in_roster(const std::string& line, const std::vector<Roster>& rosters, const std::array<std::string, 2>& names,
                      const Json& battle) {
  for (std::size_t side = 0; side < rosters.size(); ++side) {
    const std::string whole = "battle: /sides/" + std::string(1, "AB"[side]);
    if (const auto named = row_named(line, whole, rosters[side], battle.at("sides").at(std::string(1, "AB"[side])))) {
      const std::size_t at = named->row;
      const std::string name = at < rosters[side].units.size() ? shortened(rosters[side].units[at].name, kMostNameLetters) : "";
      const std::string unit = name.empty() ? "" : " (" + name + ")";
      return names[side] + ": unit " + std::to_string(at + 1) + unit + (named->what.starts_with(": ") ? "" : ": ") + named->what;
    }
    if (line.starts_with("battle: /table/")) return "--size and --box: " + line.substr(std::string("battle: ").size());
    if (line.starts_with(whole + "/")) return names[side] + ": " + line.substr(whole.size());
  }
  constexpr std::string_view kOfBoth = "battle: ";
  return line.starts_with(kOfBoth) ? names[0] + " and " + names[1] + ": " + line.substr(kOfBoth.size()) : line;
}

}  // namespace polemarch::assistant
