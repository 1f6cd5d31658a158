/// What is seen on the table, explained by the commands of real rooms: each says where its commands lead (engine/core/leading.hpp).

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "assistant/observe/explain.hpp"
#include "engine/registry/registry.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/source_dir.hpp"

namespace room_tests {

using namespace polemarch;
using namespace polemarch::assistant;
using Json = nlohmann::json;

namespace {

std::unique_ptr<engine::Battle> battle_of(const std::string& key, const std::string& setup) {
  const auto room = engine::find_ruleset(key);
  REQUIRE(room);
  auto battle = (*room)->make(setup, key);
  if (!battle) FAIL(battle.error().line);
  return std::move(*battle);
}

void say(engine::Battle& battle, const std::string& command) {
  const auto outcome = battle.submit(command);
  INFO(command);
  REQUIRE(outcome);
  INFO((outcome->verdict.reasons.empty() ? "" : outcome->verdict.reasons.front().text));
  REQUIRE(outcome->verdict.allowed());
}

/// The unit as its places have it, carried so far along x and y.
observe::Sighting carried(const engine::Battle& battle, const std::string& unit, double dx, double dy) {
  observe::Sighting seen;
  seen.unit = {unit};
  for (const engine::Place& place : battle.places()) {
    if (place.unit != seen.unit) continue;
    seen.side = place.side;
    ObservedBase base;
    base.base = place.base;
    base.unit = place.unit;
    base.x_mm = place.pose.x.mm() + dx;
    base.y_mm = place.pose.y.mm() + dy;
    base.heading_deg = place.pose.heading.deg();
    seen.bases.push_back(base);
  }
  REQUIRE_FALSE(seen.bases.empty());
  return seen;
}

/// The first explanation, as JSON; null when there is none.
Json explained(const engine::Battle& battle, const observe::Sighting& seen) {
  Table table;
  table.width = 1800_mm;
  table.depth = 1200_mm;
  const auto found = observe::explain(battle, table, seen, {});
  return found.empty() ? Json() : Json::parse(found.front().command);
}

std::unique_ptr<engine::Battle> paean() {
  std::ifstream in(test::source_dir() + "/tests/playthroughs/paean/bound.battle.json");
  std::ostringstream text;
  text << in.rdbuf();
  auto battle = battle_of("paean", text.str());
  for (const char* command :
       {R"({"by":"A","do":"begin"})", R"({"by":"A","do":"answer","dice":[5]})", R"({"by":"B","do":"answer","dice":[2]})"})
    say(*battle, command);
  return battle;
}

}  // namespace

TEST_CASE("a formation of Paean moved on the table is explained by its move, with every base as measured", "[observe][rooms]") {
  const auto battle = paean();
  say(*battle, R"({"by":"A","do":"skirmish","unit":"A4"})");
  say(*battle, R"({"by":"A","do":"answer","dice":[4,4]})");
  const observe::Sighting seen = carried(*battle, "A4", 0, 40);
  const Json command = explained(*battle, seen);
  REQUIRE(command.is_object());
  CHECK(command["do"] == "move");
  REQUIRE(command["poses"].size() == seen.bases.size());
  CHECK(command["poses"][0]["y_mm"].get<double>() == Approx(seen.bases[0].y_mm));
}

TEST_CASE("a commander of Paean who gives up his command goes to where he is measured", "[observe][rooms]") {
  const auto battle = paean();
  say(*battle, R"({"by":"A","do":"end_phase"})");
  const observe::Sighting seen = carried(*battle, "A5", 30, 0);
  const Json command = explained(*battle, seen);
  REQUIRE(command.is_object());
  CHECK(command["do"] == "relinquish");
  CHECK(command["to"]["x_mm"].get<double>() == Approx(seen.bases[0].x_mm));
}

TEST_CASE("a general of Hail Caesar goes to where he is measured", "[observe][rooms]") {
  const auto battle = battle_of("hail_caesar", R"({"v":1,"ruleset":"hail_caesar","table":{"size_mm":[1829,1219]},
    "sides":{"A":{"army":"Red","units":[
        {"unit":"A1","type":"heavy_block","division":"C","bases":4,"base_mm":[40,40],"at":{"x_mm":500,"y_mm":200,"heading_deg":90}},
        {"unit":"GA","type":"general","division":"C","rating":8,"army_commander":true,"attack_dice":1,"at":{"x_mm":500,"y_mm":100,"heading_deg":90}}]},
      "B":{"army":"Blue","units":[
        {"unit":"B1","type":"heavy_block","division":"C","bases":4,"base_mm":[40,40],"at":{"x_mm":500,"y_mm":1000,"heading_deg":270}},
        {"unit":"GB","type":"general","division":"C","rating":8,"army_commander":true,"attack_dice":1,"at":{"x_mm":500,"y_mm":1100,"heading_deg":270}}]}},
    "first":"A","state":{"phase":"orders"}})");
  const observe::Sighting seen = carried(*battle, "GA", 150, 20);
  const Json command = explained(*battle, seen);
  REQUIRE(command.is_object());
  CHECK(command["do"] == "move_general");
  CHECK(command["to"]["x_mm"].get<double>() == Approx(650));
  CHECK(command["to"]["y_mm"].get<double>() == Approx(120));
}

}  // namespace room_tests
