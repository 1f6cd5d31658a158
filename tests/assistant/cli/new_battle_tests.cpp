/// What a player who made a slip in a roster is told: the file, the unit, the mend.
#include "assistant/cli/new_battle.hpp"

#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "assistant/session/files.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/source_dir.hpp"

using namespace polemarch;
using namespace polemarch::assistant;

namespace {

NewBattle wanted(const std::string& b) {
  NewBattle battle;
  battle.ruleset = "hail_caesar";
  battle.size = *table_size_from("6x4ft");
  battle.roster_a = "name,type,bases,marker\nSpears,heavy_block,1,\n";
  battle.name_a = "a.csv";
  battle.roster_b = b;
  battle.name_b = "b.csv";
  battle.marking.strips = false;
  return battle;
}

std::string told(const std::string& b) {
  const auto made = new_battle(wanted(b));
  return made ? "" : made.error().line;
}

}  // namespace

TEST_CASE("a type the ruleset does not know is told by roster and unit", "[assistant][session]") {
  const std::string line = told("name,type,bases,marker\nSpears,heavy_block,1,\nRiders,hussars,1,\n");
  CHECK(line.starts_with("b.csv: unit 2 (Riders): /type: "));
  CHECK(line.find("riders") != std::string::npos);  // the mend: the types there are
}

TEST_CASE("a marker carried twice is told by the second roster, a good pair makes a battle", "[assistant][session]") {
  CHECK(told("name,type,bases,marker\nRiders,riders,1,7\nMore,riders,1,7\n").starts_with("b.csv: "));
  CHECK(told("name,type,bases,marker\nRiders,riders,1,7\n").empty());
}

namespace {

/// Two sample armies of Blade & Bow; A's as its text is given.
NewBattle with_leaders(const std::string& greeks) {
  const auto text = [](const char* name) { return read_text_file(test::source_dir() + "/models/data/armies/" + name); };
  NewBattle battle;
  battle.ruleset = "blade_and_bow";
  battle.size = *table_size_from("6x4ft");
  battle.roster_a = greeks.empty() ? *text("blade_and_bow_greeks.json") : greeks;
  battle.name_a = "greeks.json";
  battle.roster_b = *text("blade_and_bow_persians.json");
  battle.name_b = "persians.json";
  return battle;
}

}  // namespace

TEST_CASE("leaders with a base of their own get markers, the one their roster names or the next free one", "[assistant][session]") {
  auto greeks = nlohmann::json::parse(*read_text_file(test::source_dir() + "/models/data/armies/blade_and_bow_greeks.json"));
  greeks["leaders"][1]["marker"] = 150;
  const auto made = new_battle(with_leaders(greeks.dump()));
  REQUIRE(made);
  const auto battle = nlohmann::json::parse(made->text);
  std::map<std::string, int> markers;
  std::set<int> numbers;
  for (const auto& base : battle["bases"]) {
    markers[base["unit"]] = base["marker"];
    CHECK(numbers.insert(base["marker"].get<int>()).second);
  }
  CHECK(markers.contains("AL1"));
  CHECK(markers.at("AL2") == 150);
  CHECK(markers.contains("BL1"));
  CHECK(markers.contains("BL2"));
  greeks["leaders"][0]["marker"] = 150;
  const auto twice = new_battle(with_leaders(greeks.dump()));
  REQUIRE_FALSE(twice);
  CHECK(twice.error().line == "greeks.json: marker 150 is on AL1 and AL2; give one of them another number");
}
