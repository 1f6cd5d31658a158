#include "models/io/json.hpp"
#include "tests/support/catch.hpp"

namespace json_tests {

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

TEST_CASE("a field that stands twice is named, whatever comes between", "[models][io]") {
  const auto twice = io::parse_json(R"({"units":[{"unit":"A1"},{"unit":"A2"}],"name":"x","units":[]})", "army.json");
  REQUIRE_FALSE(twice);
  CHECK(twice.error().line == "army.json: \"units\" is there twice in one {...}");
  CHECK_FALSE(io::parse_json(R"([{"a":{"b":1,"b":1}}])", "x"));
  CHECK(io::parse_json(R"({"a":{"a":{"b":1}},"b":[{"b":1},{"b":1}]})", "x"));
}

TEST_CASE("a value of the wrong kind is told what kind was expected, and limits are written as people write them", "[models][io]") {
  const std::string good = R"({"v":1,"size_mm":[900,600],"border":[{"marker":1,"size_mm":25}]})";
  REQUIRE(io::read_json(good, "table.schema.json", "t.json"));
  const auto said = [](const std::string& text) {
    const auto read = io::read_json(text, "table.schema.json", "t.json");
    REQUIRE_FALSE(read);
    return read.error().line;
  };
  CHECK(said(R"({"v":1,"size_mm":[900,600],"border":[{"marker":1,"size_mm":"25"}]})") ==
        "t.json: /border/0/size_mm: Expected a number. Found \"25\".");
  CHECK(said(R"({"v":1,"size_mm":[900,600],"border":null})") == "t.json: /border: Expected a list [...]. Found null.");
  const auto bases = io::read_json(R"({"v":1,"bases":[{"base":"Größe","marker":1,"footprint":{"frontage_mm":60,"depth_mm":30},
    "mount":{"family":"F","size_mm":20}}]})",
                                   "bases.schema.json", "b.json");
  REQUIRE_FALSE(bases);
  CHECK(bases.error().line == "b.json: /bases/0/base: Expected 1 to 32 letters without accents, digits, '_', '.' or '-'. Found \"Größe\".");
  CHECK(said(R"([1])") == "t.json: /: Expected an object {...}.");
  CHECK(said(R"({"v":1,"size_mm":[900,600],"border":[{"marker":1,"size_mm":-25}]})") ==
        "t.json: /border/0/size_mm: Expected number greater than 0. Found -25.");
}

TEST_CASE("a word, a field or a lack that the schema names is told in plain words, with what was meant", "[models][io]") {
  const auto said = [](const std::string& text, const char* schema) {
    const auto read = io::read_json(text, schema, "x.json");
    REQUIRE_FALSE(read);
    return read.error().line;
  };
  CHECK(said(R"({"v":1})", "table.schema.json") == "x.json: /: Needs \"size_mm\".");
  const std::string battle = R"({"v":1,"ruleset":"to_the_strongest","sides":{"A":{"units":[]},"B":{"units":[]}},"phase":)";
  CHECK(said(battle + "\"scoutin\"}", "to_the_strongest_battle.schema.json") ==
        "x.json: /phase: This word is not known here; did you mean scouting? Found \"scoutin\".");
  CHECK(
      said(battle + "\"breakfast\"}", "to_the_strongest_battle.schema.json") ==
      "x.json: /phase: This word is not known here; there are terrain, stratagems, scouting, deployment, battle, over. Found \"breakfast\".");
  CHECK(said(R"({"kinds":{},"nte":"x"})", "blade_and_bow_terrain.schema.json") ==
        "x.json: /: \"nte\" is not known here; did you mean note?");
  const std::string facing =
      R"({"v":1,"ruleset":"blade_and_bow","table":{"size_mm":[760,640]},"sides":{"A":{"units":[{"unit":"A1","type":"hoplite","facing":"NN"}]},"B":{"units":[]}}})";
  const std::string map =
      R"({"v":1,"ruleset":"blade_and_bow","table":{"size_mm":[760,640]},"map":{"terrain":{"stream":"c4"}},"sides":{"A":{"units":[]},"B":{"units":[]}}})";
  CHECK(said(map, "blade_and_bow_battle.schema.json") == "x.json: /map/terrain/stream: Expected a list [...]. Found \"c4\".");
  CHECK(said(facing, "blade_and_bow_battle.schema.json").find("This word is not known here; did you mean N?") != std::string::npos);
  const std::string ranks = R"({"v":1,"ruleset":"blade_and_bow","table":{"size_mm":[760,640]},"sides":)"
                            R"({"A":{"units":[{"unit":"A1","type":"hoplite","ranks":9}]},"B":{"units":[]}}})";
  CHECK(said(ranks, "blade_and_bow_battle.schema.json") ==
        "x.json: /sides/A/units/0/ranks: Expected a whole number from 0 to 6, or null. Found 9.");
  const std::string weapons = R"({"v":1,"ruleset":"to_the_strongest","table":{"size_mm":[900,600]},"sides":)"
                              R"({"A":{"units":[{"unit":"A1","type":"legionaries","weapons":["pilum"]}]},"B":{"units":[]}}})";
  CHECK(said(weapons, "to_the_strongest_battle.schema.json").find("/weapons/0: This word is not known here; there are javelin, ") !=
        std::string::npos);
}

TEST_CASE("a long value is told in whole letters", "[models][io]") {
  for (const std::string before : {"", "x"}) {
    std::string name = before;
    for (int i = 0; i < 50; ++i) name += "\xC3\xA9";
    const auto read = io::read_json("\"" + name + "\"", "marker_id.schema.json", "bases.json");
    REQUIRE_FALSE(read);
    const std::string& line = read.error().line;
    CHECK(line.find("\xC3\xA9...") != std::string::npos);
    CHECK(line.find("\xC3...") == std::string::npos);
  }
}

TEST_CASE("a file of a hundred thousand brackets is refused in one line", "[models][io]") {
  const auto deep = io::parse_json(std::string(100000, '['), "x.json");
  REQUIRE_FALSE(deep);
  CHECK(deep.error().line.starts_with("x.json: "));
  CHECK(deep.error().line.find("levels deep") != std::string::npos);
}

}  // namespace json_tests
