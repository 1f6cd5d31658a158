#include "models/io/roster_io.hpp"

#include <algorithm>
#include <charconv>

#include "models/io/csv.hpp"
#include "models/io/roster_cell.hpp"

namespace polemarch::io {
namespace {

std::optional<int> whole_number(std::string_view text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// "17", "17-24" or "17 18 19".
std::optional<std::vector<MarkerId>> markers_from(const std::string& text) {
  std::vector<MarkerId> markers;
  std::size_t at = 0;
  while (at < text.size()) {
    auto end = text.find(' ', at);
    if (end == std::string::npos) end = text.size();
    const std::string part = text.substr(at, end - at);
    at = end + 1;
    if (part.empty()) continue;
    const auto dash = part.find('-');
    const auto first = whole_number(part.substr(0, dash));
    const auto last = dash == std::string::npos ? first : whole_number(part.substr(dash + 1));
    if (!first || !last || *first < 0 || *last > kMostMarker || *last < *first || *last - *first > 100) return std::nullopt;
    for (int i = *first; i <= *last; ++i) markers.push_back({i});
  }
  return markers;
}

Result<Roster> roster_from_csv(std::string_view text, std::string_view name) {
  const auto csv = read_csv(text, name);
  if (!csv) return csv.error();
  Roster roster;
  roster.army = std::string(name.substr(name.find_last_of('/') + 1));
  roster.army = roster.army.substr(0, roster.army.rfind('.'));
  const auto has = [&](const char* column) { return std::find(csv->header.begin(), csv->header.end(), column) != csv->header.end(); };
  if (!has("name") || !has("type"))
    return InputError{std::string(name) + ": line " + std::to_string(csv->header_line) +
                      ": expected a header line with name, type, bases, marker"};
  for (const CsvRow& row : csv->rows) {
    const auto wrong = [&](const std::string& what) {
      return InputError{std::string(name) + ": line " + std::to_string(row.line) + ": " + what};
    };
    RosterUnit unit;
    Json fields = Json::object();
    for (std::size_t i = 0; i < row.cells.size(); ++i) {
      const std::string& key = csv->header[i];
      const std::string& cell = row.cells[i];
      if (cell.empty() || key.empty()) continue;
      if (key == "name") {
        unit.name = cell;
      } else if (key == "type") {
        unit.type = cell;
      } else if (key == "unit") {
        if (!is_valid_id(cell)) return wrong("unit \"" + cell + "\": expected 1 to 32 letters, digits, '_', '.' or '-'");
        unit.unit = {cell};
      } else if (key == "bases") {
        const auto bases = whole_number(cell);
        if (!bases || *bases < 1 || *bases > 60) return wrong("bases: expected 1 to 60, found \"" + cell + "\"");
        unit.bases = *bases;
      } else if (key == "marker" || key == "markers") {
        const auto markers = markers_from(cell);
        if (!markers) return wrong("marker: expected a number, a range such as 17-24 or a list, found \"" + cell + "\"");
        unit.markers = *markers;
      } else {  // the ruleset's own column
        auto value = roster_cell(key, cell);
        if (!value) return wrong(value.error().line);
        fields[key] = std::move(*value);
      }
    }
    if (unit.name.empty()) unit.name = unit.type;
    if (!unit.name.empty()) fields["name"] = unit.name;
    if (!unit.type.empty()) fields["type"] = unit.type;  // whether it needs one is the ruleset's to say
    fields["bases"] = unit.bases;
    unit.fields = canonical_text(fields);
    roster.units.push_back(std::move(unit));
  }
  if (roster.units.empty()) return InputError{std::string(name) + ": holds no units"};
  roster.fields = canonical_text(Json{{"army", roster.army}});
  return roster;
}

}  // namespace

Result<Roster> roster_from_text(std::string_view text, std::string_view name) {
  const auto first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return InputError{std::string(name) + ": empty, expected a roster as JSON or CSV"};
  if (text[first] != '{' && text[first] != '[') return roster_from_csv(text, name);
  auto parsed = read_json(text, "roster.schema.json", name);
  if (!parsed) return parsed.error();
  Roster roster;
  roster.army = parsed->value("army", "");
  roster.ruleset = parsed->value("ruleset", "");
  roster.sample = parsed->value("sample", false);
  for (const Json& j : (*parsed)["units"]) {
    RosterUnit unit;
    unit.unit = {j.value("unit", "")};
    unit.type = j.value("type", "");
    unit.name = j.value("name", unit.type);
    unit.bases = j.value("bases", 1);
    if (j.contains("marker")) unit.markers.push_back({j["marker"].get<int>()});
    if (j.contains("markers"))
      for (const Json& marker : j["markers"]) unit.markers.push_back({marker.get<int>()});
    unit.fields = canonical_text(j);
    roster.units.push_back(std::move(unit));
  }
  Json fields = *parsed;
  fields.erase("units");
  roster.fields = canonical_text(fields);
  return roster;
}

}  // namespace polemarch::io
