// Boxes by name: row 1 at side A's edge, or at the far edge where the grid says so.
#include "models/box_name.hpp"

#include "models/io/setup_table.hpp"
#include "tests/support/catch.hpp"

namespace box_name_tests {

using namespace polemarch;
using io::Json;

TEST_CASE("a named box and the place it stands for lead back to one another, whichever way rows are counted", "[models][grid]") {
  for (const bool top : {false, true}) {
    GridSpec grid{5, 4, 100_mm, {10_mm, 20_mm}, 3_deg, 0, 0};
    grid.row_one_at_top = top;
    for (int column = 0; column < 5; ++column)
      for (int row = 0; row < 4; ++row) {
        const auto middle = middle_of(grid, {column, row});
        REQUIRE(middle);
        const auto back = box_at(grid, middle->x.mm(), middle->y.mm());
        REQUIRE(back);
        CHECK(back->column == column);
        CHECK(back->row == row);
      }
    CHECK_FALSE(middle_of(grid, {5, 0}));
    CHECK_FALSE(middle_of(grid, {0, 4}));
  }
  GridSpec grid{5, 4, 100_mm};
  CHECK(middle_of(grid, {1, 0})->y == 50_mm);
  grid.row_one_at_top = true;
  CHECK(middle_of(grid, {1, 0})->y == 350_mm);
  CHECK(say_box(*box_at(grid, 150, 50)) == "b4");
}

TEST_CASE("a battle's table counts its rows as its grid, its printed map or its ruleset does", "[models][grid]") {
  Json setup = Json::parse(R"({"v":1,"ruleset":"to_the_strongest","table":{"size_mm":[400,300],"grid":{"columns":4,"rows":3,"box_mm":100},
      "terrain":[{"kind":"wood","boxes":["a1"]},{"kind":"stream","edges":["b1/b2"]},{"kind":"wall","edges":["c1/d1"]}]}})");
  const auto lowest = [&](std::size_t piece) {
    const auto table = io::table_of_battle(setup, "t");
    REQUIRE(table);
    Length low = 10'000_mm;
    for (const Point& p : table->terrain.at(piece).outline) low = std::min(low, p.y);
    return low.mm();
  };
  CHECK(lowest(0) == 0);
  CHECK(lowest(1) == Approx(97).margin(3));
  CHECK(lowest(2) == 0);
  setup["ruleset"] = "blade_and_bow";
  CHECK(lowest(0) == 200);
  CHECK(lowest(1) == Approx(197).margin(3));
  CHECK(lowest(2) == 200);
  setup["map"] = {{"row_one", "bottom"}};
  CHECK(lowest(0) == 0);
  setup["map"]["row_one"] = 3;
  CHECK(io::table_of_battle(setup, "t").error().line.find("row_one") != std::string::npos);
  setup["table"]["grid"]["row_one"] = "top";
  CHECK(lowest(0) == 200);
  for (const char* key : {"box_mm", "rows", "origin_mm"}) {  // bad input is a line that names it, whatever stands there
    Json wrong = setup;
    wrong["table"]["grid"][key] = "x";
    const auto table = io::table_of_battle(wrong, "t");
    REQUIRE_FALSE(table);
    CHECK(table.error().line.find(key) != std::string::npos);
  }
  setup["table"]["grid"]["row_one"] = "middle";
  CHECK_FALSE(io::table_of_battle(setup, "t"));
}

}  // namespace box_name_tests
