/// What a player who made a slip in a roster is told: the file, the unit, the mend.
#include "assistant/cli/new_battle.hpp"
#include "tests/support/catch.hpp"

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
