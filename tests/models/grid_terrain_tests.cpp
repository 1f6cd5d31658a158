#include "models/io/table_io.hpp"
#include "tests/support/catch.hpp"

namespace grid_terrain_tests {

using namespace polemarch;

TEST_CASE("terrain may be named by boxes and by the lines between them", "[models][io]") {
  const auto table = io::table_from_text(
      R"({"size_mm":[1800,1200],"grid":{"columns":12,"rows":8,"box_mm":150},
          "terrain":[{"kind":"wood","boxes":["c4","d4"]},{"kind":"stream","edges":["a1/a2","a1/b1"]}]})",
      "t.json");
  REQUIRE(table);
  REQUIRE(table->terrain.size() == 4);
  CHECK(table->terrain[0].outline.front() == Point{300_mm, 450_mm});
  CHECK(table->terrain[1].outline[2] == Point{600_mm, 600_mm});
  CHECK(table->terrain[2].outline.front() == Point{0_mm, 147_mm});
  CHECK(table->terrain[3].outline.front() == Point{147_mm, 0_mm});
}

TEST_CASE("a box that is none, or no grid to find it on, is one line", "[models][io]") {
  const auto wrong = io::table_from_text(
      R"({"size_mm":[1800,1200],"grid":{"columns":12,"rows":8,"box_mm":150},"terrain":[{"kind":"wood","boxes":["44"]}]})", "t.json");
  REQUIRE_FALSE(wrong);
  CHECK(wrong.error().line.find("/terrain/0/boxes") != std::string::npos);
  CHECK_FALSE(io::table_from_text(R"({"size_mm":[1800,1200],"terrain":[{"kind":"wood","boxes":["a1"]}]})", "t.json"));
  CHECK_FALSE(io::table_from_text(R"({"size_mm":[1800,1200],"terrain":[{"kind":"wood"}]})", "t.json"));
}

TEST_CASE("a battle.json is read for its table", "[models][io]") {
  const auto table = io::table_from_text(R"({"ruleset":"paean","table":{"size_mm":[900,600]},"sides":{}})", "b.json");
  REQUIRE(table);
  CHECK(table->width == 900_mm);
  const auto wrong = io::table_from_text(R"({"ruleset":"paean","table":{"size_mm":"big"},"sides":{}})", "b.json");
  REQUIRE_FALSE(wrong);
  CHECK(wrong.error().line.find("b.json: /table: /size_mm") == 0);
}

}  // namespace grid_terrain_tests
