/// Columns of a ruleset in a roster written as a table: what players and their spreadsheets put into a cell.
#include "models/io/roster_cell.hpp"

#include <nlohmann/json.hpp>

#include "models/data/data.hpp"
#include "models/embedded.hpp"
#include "models/io/json_text.hpp"
#include "models/io/roster_io.hpp"
#include "tests/support/catch.hpp"

namespace roster_cell_tests {

using namespace polemarch;
using nlohmann::json;

namespace {

json cell(const std::string& column, const std::string& text) {
  const auto value = io::roster_cell(column, text);
  return value ? *value : json(value.error().line);
}

bool holds_words_or_numbers(const json& schema) {
  if (schema.contains("anyOf"))
    for (const json& one : schema.at("anyOf"))
      if (holds_words_or_numbers(one)) return true;
  if (schema.value("type", json()) != "array" || !schema.contains("items")) return false;
  const json& items = schema.at("items");
  return items.contains("enum") || items.value("type", json()) == "string" || items.value("type", json()) == "number";
}

}  // namespace

TEST_CASE("weapons in a cell are a list, however a player parts them", "[models]") {
  const json two{"bow", "javelin"};
  for (const char* text : {"bow javelin", "bow, javelin", "bow,javelin", "bow | javelin", "bow/javelin", "bow + javelin", "bow; javelin",
                           "[bow, javelin]", "[\"bow\",\"javelin\"]", "['bow', 'javelin']", " bow,,javelin, "}) {
    CAPTURE(text);
    CHECK(cell("weapons", text) == two);
  }
  CHECK(cell("weapons", "javelin") == json::array({"javelin"}));
  CHECK(cell("weapons", "long thrusting spear, javelin") == json({"long_thrusting_spear", "javelin"}));
  CHECK(cell("weapons", "[]") == json::array());
  CHECK(cell("weapons", "[[\"bow\"]]") == "[[\"bow\"]]");  // no list of words: the ruleset says what it takes
}

TEST_CASE("a base in a cell is frontage and depth, and one number is told how two are written", "[models]") {
  const json base{40, 50};
  for (const char* text :
       {"40x50", "40 x 50", "40X50", "40\u00D750", "40 x 50 mm", "40mm x 50mm", "40 50", "40*50", "[40,50]", "[40 50]"}) {
    CAPTURE(text);
    CHECK(cell("base_mm", text) == base);
  }
  CHECK(cell("base_mm", "37,5x40") == json({37.5, 40}));
  for (const char* text : {"40,5", "4050", "40", "40x", "x", "40x50x10", "wide x deep", "40x-5", "nanx40", "40x5e999"}) {
    CAPTURE(text);
    CHECK(cell("base_mm", text) == "base_mm: expected frontage and depth such as 40x50, found \"" + std::string(text) + "\"");
  }
  const auto read = io::roster_from_text("name,type,base_mm\nHorse,riders,4050\n", "a.csv");
  REQUIRE_FALSE(read);
  CHECK(read.error().line == "a.csv: line 2: base_mm: expected frontage and depth such as 40x50, found \"4050\"");
}

TEST_CASE("true and false are read as spreadsheets save them, lists and numbers as JSON, the rest is text", "[models]") {
  CHECK(cell("hero", "TRUE") == true);
  CHECK(cell("hero", "WAHR") == true);
  CHECK(cell("hero", "Falsch") == false);
  CHECK(cell("ranks", "2") == 2);
  CHECK(cell("box", "[3,2]") == json({3, 2}));
  CHECK(cell("box", "B3") == "B3");
  CHECK(cell("note", "[the brave] ones") == "[the brave] ones");
  CHECK(cell("note", "{\"a\":1}") == "{\"a\":1}");
  CHECK(cell("note", std::string(2000, '[')) == std::string(2000, '['));
}

TEST_CASE("every list of a ruleset's unit can be written in a cell", "[models]") {
  int lists = 0;
  for (const EmbeddedFile& file : data::embedded_files()) {
    if (!file.name.ends_with("_battle.schema.json")) continue;
    const json schema = io::parsed(file.text);
    const json fields = schema.value(json::json_pointer("/definitions/unit/properties"), json::object());
    for (const auto& [field, value] : fields.items()) {
      if (!holds_words_or_numbers(value)) continue;
      CAPTURE(file.name, field);
      CHECK(cell(field, field.ends_with("_mm") ? "40x50" : "one two").size() == 2);
      ++lists;
    }
  }
  CHECK(lists >= 10);
}

TEST_CASE("a unit without a type is the ruleset's to judge, in a table as in JSON", "[models]") {
  const auto roster = io::roster_from_text("name,type,arm\nPolemarch,,commander\n,,commander\n", "a.csv");
  REQUIRE(roster);
  REQUIRE(roster->units.size() == 2);
  CHECK(io::parsed(roster->units[0].fields) == json({{"arm", "commander"}, {"bases", 1}, {"name", "Polemarch"}}));
  CHECK(io::parsed(roster->units[1].fields) == json({{"arm", "commander"}, {"bases", 1}}));
}

}  // namespace roster_cell_tests
