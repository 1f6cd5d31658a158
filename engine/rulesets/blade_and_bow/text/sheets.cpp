#include "engine/rulesets/blade_and_bow/text/sheets.hpp"

#include <algorithm>
#include <charconv>
#include <span>

#include "engine/core/json_types.hpp"
#include "engine/rulesets/blade_and_bow/tables.hpp"
#include "models/io/csv.hpp"

namespace polemarch::blade_and_bow {
namespace {

using Json = nlohmann::json;

enum class Cell { Number, Flag, Word, Text };
struct Column {
  const char* name;
  Cell kind = Cell::Number;
  int least = 0, most = 0;
  std::vector<std::string> words = {};
};

const std::vector<std::string> kClasses{"infantry", "cavalry", "special"}, kSizes{"L", "M", "H", "light", "medium", "heavy"},
    kDensities{"open", "dense", "flexible"}, kSides{"good", "disrupted"},
    kTimings{"any", "melee", "shot", "morale", "initiative", "move", "rally"}, kLasts{"action", "impulse", "turn"},
    kEffects{"text",           "attack_dice",   "defence_dice",    "reroll",
             "melee_modifier", "shot_modifier", "morale_modifier", "initiative_modifier",
             "movement",       "rally",         "cancel"};

const std::vector<Column> kProfile{{"movement", Cell::Number, 0, 30},
                                   {"missile_defence", Cell::Number, 0, 8},
                                   {"left", Cell::Number, 0, 7},
                                   {"front", Cell::Number, 0, 7},
                                   {"right", Cell::Number, 0, 7},
                                   {"size", Cell::Word, 0, 0, kSizes},
                                   {"density", Cell::Word, 0, 0, kDensities},
                                   {"fire", Cell::Number, 0, 8},
                                   {"range", Cell::Number, 0, 30}};
const std::vector<Column> kCounter{
    {"name", Cell::Text}, {"side", Cell::Word, 0, 0, kSides}, {"class", Cell::Word, 0, 0, kClasses}, {"immortals", Cell::Flag}};
const std::vector<Column> kCard{{"number", Cell::Number, 1, kDeckSize},
                                {"title", Cell::Text},
                                {"commitment", Cell::Number, 0, 9},
                                {"text", Cell::Text},
                                {"effect", Cell::Word, 0, 0, kEffects},
                                {"amount", Cell::Number, -9, 9},
                                {"timing", Cell::Word, 0, 0, kTimings},
                                {"lasts", Cell::Word, 0, 0, kLasts},
                                {"white", Cell::Number, 0, 3},
                                {"black", Cell::Number, 0, 3},
                                {"red", Cell::Number, 0, 3},
                                {"yellow", Cell::Number, 0, 3},
                                {"reshuffle", Cell::Flag},
                                {"tough_luck", Cell::Flag}};
const std::vector<Column> kKind{{"kind", Cell::Text},
                                {"extra_infantry", Cell::Number, -6, 30},
                                {"extra_cavalry", Cell::Number, -6, 30},
                                {"stop", Cell::Flag},
                                {"disrupts", Cell::Flag},
                                {"missile_dice", Cell::Number, -6, 30},
                                {"enemy_melee_dice", Cell::Number, -6, 30},
                                {"melee_modifier", Cell::Number, -6, 30},
                                {"range_change", Cell::Number, -6, 30},
                                {"blocks_sight", Cell::Flag},
                                {"hill", Cell::Flag},
                                {"impassable", Cell::Flag}};

[[noreturn]] void wrong(std::string_view name, int line, const std::string& what) {
  throw engine::FieldError("", std::string(name) + " line " + std::to_string(line) + ": " + what);
}

std::string listed(const std::vector<std::string>& words) {
  std::string list;
  for (const std::string& word : words) list += (list.empty() ? "" : ", ") + word;
  return list;
}

/// A cell as JSON; the error names line, column and what was expected.
Json value_of(const Column& column, const std::string& cell, std::string_view name, int line) {
  const auto expected = [&](const std::string& what) {
    wrong(name, line, std::string(column.name) + ": expected " + what + ", found \"" + cell + "\"");
  };
  switch (column.kind) {
    case Cell::Text:
      return cell;
    case Cell::Number: {
      int value = 0;
      const char* first = cell.data() + (cell.starts_with('+') ? 1 : 0);
      const auto [end, error] = std::from_chars(first, cell.data() + cell.size(), value);
      if (error != std::errc() || end != cell.data() + cell.size() || value < column.least || value > column.most)
        expected("a whole number " + std::to_string(column.least) + " to " + std::to_string(column.most));
      return value;
    }
    case Cell::Flag:
      for (const char* yes : {"yes", "y", "x", "1", "true"})
        if (cell == yes) return true;
      for (const char* no : {"no", "n", "0", "false", "-"})
        if (cell == no) return false;
      expected("yes or no");
      break;
    case Cell::Word:
      if (std::find(column.words.begin(), column.words.end(), cell) == column.words.end()) expected("one of " + listed(column.words));
      return cell;
  }
  return {};
}

struct Sheet {
  io::Csv csv;
  std::vector<Column> columns;  ///< by header position
};

Sheet read_sheet(std::string_view text, std::string_view name, std::initializer_list<std::span<const Column>> groups,
                 const std::vector<std::string>& needed) {
  auto csv = io::read_csv(text, name);
  if (!csv) throw engine::FieldError("", csv.error().line);
  Sheet sheet{std::move(*csv), {}};
  std::vector<std::string> known;
  for (const auto& group : groups)
    for (const Column& column : group) known.emplace_back(column.name);
  for (const std::string& title : sheet.csv.header) {
    const Column* found = nullptr;
    for (const auto& group : groups)
      for (const Column& column : group)
        if (title == column.name) found = &column;
    if (found == nullptr) wrong(name, 1, "unknown column \"" + title + "\"; there are " + listed(known));
    sheet.columns.push_back(*found);
  }
  for (const std::string& title : needed)
    if (std::find(sheet.csv.header.begin(), sheet.csv.header.end(), title) == sheet.csv.header.end())
      wrong(name, 1, "needs a column \"" + title + "\"");
  if (sheet.csv.rows.empty()) wrong(name, 1, "has no rows");
  return sheet;
}

/// The filled cells of a row by column name; those in `needed` must be filled.
Json row_of(const Sheet& sheet, const io::CsvRow& row, std::string_view name, const std::vector<std::string>& needed) {
  Json fields = Json::object();
  for (std::size_t i = 0; i < sheet.columns.size(); ++i) {
    const Column& column = sheet.columns[i];
    if (!row.cells[i].empty()) fields[column.name] = value_of(column, row.cells[i], name, row.line);
  }
  for (const std::string& title : needed)
    if (!fields.contains(title)) wrong(name, row.line, title + ": must not be empty");
  return fields;
}

Json take(Json& fields, const char* key, Json otherwise) {
  const auto at = fields.find(key);
  if (at == fields.end()) return otherwise;
  Json value = std::move(*at);
  fields.erase(at);
  return value;
}

/// {"file","text"} -> the list; anything else stays.
template <class FromCsv>
void unfold(Json& place, const char* wrapper, const char* schema, FromCsv&& from_csv) {
  if (!place.is_object() || !place.contains("text") || !place.at("text").is_string()) return;
  const std::string text = place.at("text").get<std::string>(), name = place.value("file", std::string("sheet"));
  const auto first = text.find_first_not_of(" \t\r\n");
  if (first == std::string::npos || text[first] != '{') {
    place = from_csv(text, name);
    return;
  }
  auto read = io::read_json(text, schema, name);
  if (!read) throw engine::FieldError("", read.error().line);
  place = read->at(wrapper);
}

}  // namespace

Json counters_from_csv(std::string_view text, std::string_view name) {
  const Sheet sheet = read_sheet(text, name, {kCounter, kProfile}, {"name", "movement", "size", "density"});
  Json types = Json::array();
  for (const io::CsvRow& row : sheet.csv.rows) {
    Json fields = row_of(sheet, row, name, {"name"});
    const Json title = take(fields, "name", {}), side = take(fields, "side", "good");
    const Json unit_class = take(fields, "class", nullptr), immortals = take(fields, "immortals", nullptr);
    const auto known = std::find_if(types.begin(), types.end(), [&](const Json& type) { return type["name"] == title; });
    if (side == "good") {
      if (known != types.end()) wrong(name, row.line, title.get<std::string>() + " has a good side already");
      for (const char* must : {"movement", "size", "density"})
        if (!fields.contains(must)) wrong(name, row.line, std::string(must) + ": must not be empty on the good side");
      Json type{{"name", title}, {"good", fields}};
      if (!unit_class.is_null()) type["class"] = unit_class;
      if (!immortals.is_null()) type["immortals"] = immortals;
      types.push_back(std::move(type));
      continue;
    }
    if (known == types.end()) wrong(name, row.line, title.get<std::string>() + ": give its good side first");
    if (known->contains("disrupted")) wrong(name, row.line, title.get<std::string>() + " has a disrupted side already");
    (*known)["disrupted"] = fields;
  }
  return types;
}

Json cards_from_csv(std::string_view text, std::string_view name) {
  const std::vector<std::string> needed{"number", "title", "white", "black", "red", "yellow"};
  const Sheet sheet = read_sheet(text, name, {kCard}, needed);
  Json cards = Json::array();
  for (const io::CsvRow& row : sheet.csv.rows) {
    Json fields = row_of(sheet, row, name, needed);
    Json actions = Json::array();
    for (const char* colour : {"white", "black", "red", "yellow"}) actions.push_back(take(fields, colour, 1));
    fields["actions"] = std::move(actions);
    cards.push_back(std::move(fields));
  }
  if (cards.size() != static_cast<std::size_t>(kDeckSize))
    wrong(name, sheet.csv.rows.back().line,
          "the deck has " + std::to_string(cards.size()) + " cards, expected " + std::to_string(kDeckSize));
  return cards;
}

Json kinds_from_csv(std::string_view text, std::string_view name) {
  const Sheet sheet = read_sheet(text, name, {kKind}, {"kind"});
  Json kinds = Json::object();
  for (const io::CsvRow& row : sheet.csv.rows) {
    Json fields = row_of(sheet, row, name, {"kind"});
    const std::string kind = take(fields, "kind", "").get<std::string>();
    if (kinds.contains(kind)) wrong(name, row.line, "the kind \"" + kind + "\" is there twice");
    kinds[kind] = std::move(fields);
  }
  return kinds;
}

void unfold_sheets(Json& setup) {
  if (!setup.is_object()) return;
  const auto types = [](Json& holder) {
    if (holder.is_object() && holder.contains("types"))
      unfold(holder["types"], "types", "blade_and_bow_counters.schema.json", counters_from_csv);
  };
  types(setup);
  if (setup.contains("deck")) unfold(setup["deck"], "cards", "blade_and_bow_deck.schema.json", cards_from_csv);
  if (setup.contains("map") && setup["map"].is_object() && setup["map"].contains("kinds"))
    unfold(setup["map"]["kinds"], "kinds", "blade_and_bow_terrain.schema.json", kinds_from_csv);
  if (setup.contains("sides") && setup["sides"].is_object())
    for (auto& side : setup["sides"]) types(side);
}

}  // namespace polemarch::blade_and_bow
