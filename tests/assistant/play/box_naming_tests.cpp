// What the screen calls a box, what a player types and what the rules call it are one name.
#include <algorithm>
#include <cctype>
#include <fstream>
#include <sstream>

#include "assistant/session/session.hpp"
#include "models/box_name.hpp"
#include "models/io/setup_table.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/source_dir.hpp"

namespace box_naming_tests {

using namespace polemarch;
using io::Json;

TEST_CASE("the grid on the screen names every unit's box as the rules do", "[play][grid]") {
  const std::string battle = GENERATE("blade_and_bow_sample", "blade_and_bow_marathon", "to_the_strongest_sample");
  INFO(battle);
  std::ifstream file(test::source_dir() + "/models/data/battles/" + battle + ".json");
  std::ostringstream text;
  text << file.rdbuf();
  const Json setup = Json::parse(text.str());
  const auto table = io::table_of_battle(setup, battle);
  REQUIRE(table);
  REQUIRE(table->grid);
  const auto made = assistant::battle_from_setup(text.str(), battle);
  REQUIRE(made);
  int named = 0;
  for (const char* side : {"A", "B"}) {
    for (const Json& unit : setup["sides"][side]["units"]) {
      const char* key = unit.contains("square") ? "square" : "box";
      if (!unit.contains(key) || !unit[key].is_string() || !box_named(unit[key].get<std::string>())) continue;
      std::string name = unit[key];
      std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
      for (const engine::Place& place : (*made)->places()) {
        if (place.unit.text != unit["unit"] || !place.on_table) continue;
        const auto at = box_at(*table->grid, place.pose.x.mm(), place.pose.y.mm());
        REQUIRE(at);
        CHECK(say_box(*at) == name);
        ++named;
      }
    }
  }
  CHECK(named >= 10);
}

}  // namespace box_naming_tests
