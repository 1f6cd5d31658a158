#include "models/io/json.hpp"
#include "tests/support/catch.hpp"

using namespace polemarch;

TEST_CASE("a JSON error names the file, the place and what was found", "[models][io]") {
  const auto broken = io::parse_json("{\"a\": 1,\n \"b\": }", "battle.json");
  REQUIRE_FALSE(broken);
  CHECK(broken.error().line.find("battle.json: line 2, column 7") == 0);
  const auto wrong = io::read_json("\"seven\"", "marker_id.schema.json", "bases.json");
  REQUIRE_FALSE(wrong);
  CHECK(wrong.error().line.find("bases.json: /") == 0);
  CHECK(wrong.error().line.find("Found \"seven\"") != std::string::npos);
}

TEST_CASE("a file of a hundred thousand brackets is refused in one line", "[models][io]") {
  const auto deep = io::parse_json(std::string(100000, '['), "x.json");
  REQUIRE_FALSE(deep);
  CHECK(deep.error().line.find("200 levels") != std::string::npos);
}
