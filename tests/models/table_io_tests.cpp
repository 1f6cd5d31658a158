#include "models/io/table_io.hpp"

#include "models/io/bases_io.hpp"
#include "tests/support/catch.hpp"

namespace table_io_tests {

using namespace polemarch;

namespace {

const char* const kTable = R"({"size_mm": [1800, 1200], "tolerance_mm": 2,
  "border": [{"marker": 500, "size_mm": 30, "x_mm": 0, "y_mm": 0, "z_mm": 1.5}, {"marker": 501, "size_mm": 30}],
  "terrain": [{"kind": "hill", "height_mm": 25, "outline_mm": [[0, 0], [0, 300], [400, 300], [400, 0]]}],
  "grid": {"columns": 12, "rows": 8, "box_mm": 150, "origin_mm": [1, -2], "rotation_deg": 0.25}})";

std::string table_error(std::string_view text) {
  const auto table = io::table_from_text(text, "t.json");
  REQUIRE_FALSE(table);
  return table.error().line;
}

std::string bases_error(std::string_view text) {
  const auto bases = io::bases_from_text(text, "b.json");
  REQUIRE_FALSE(bases);
  return bases.error().line;
}

}  // namespace

TEST_CASE("a table is read with its border, terrain and grid", "[models][io]") {
  const auto table = io::table_from_text(kTable, "t.json");
  REQUIRE(table);
  CHECK(table->width == Length{1800000});
  CHECK(table->tolerance == Length{2000});
  REQUIRE(table->border.size() == 2);
  CHECK(table->border[0].place_known);
  CHECK(table->border[0].z_mm == 1.5);
  CHECK_FALSE(table->border[1].place_known);
  REQUIRE(table->terrain.size() == 1);
  CHECK(table->terrain[0].id == "T1");
  CHECK(table->terrain[0].outline.front() == Point{Length{400000}, Length{0}});  // clockwise in the file, turned round
  REQUIRE(table->grid);
  CHECK(table->grid->rotation == Angle{250});
}

TEST_CASE("a table survives writing and reading", "[models][io]") {
  const auto table = io::table_from_text(kTable, "t.json");
  REQUIRE(table);
  const io::Json once = io::json_of(*table);
  const auto again = io::table_from_json(once, "again");
  REQUIRE(again);
  CHECK(io::json_of(*again) == once);
  CHECK_FALSE(again->border[1].place_known);
}

TEST_CASE("a wrong table is one line that names the place", "[models][io]") {
  CHECK(table_error("{}").find("t.json: /") == 0);
  CHECK(table_error(R"({"size_mm": [1800, 1e999]})").find("t.json: line 1, column 20: not valid JSON: number overflow") == 0);
  CHECK(table_error(R"({"size_mm": [1800, 1200], "border": [{"marker": 1, "size_mm": 20, "x_mm": 1e300, "y_mm": 0}]})")
            .find("/border/0/x_mm") != std::string::npos);
  CHECK(table_error(R"({"size_mm": [1800, 1200], "border": [{"marker": 1, "size_mm": 20, "z_mm": -1e5}]})").find("/border/0/z_mm") !=
        std::string::npos);
  CHECK(table_error(R"({"size_mm": [1800, "x"]})").find("t.json: /size_mm/1") == 0);
  CHECK(table_error(R"({"size_mm": [1800, 1200], "border": [{"marker": 1, "size_mm": 20, "x_mm": 3}]})").find("both x_mm and y_mm") !=
        std::string::npos);
  CHECK(table_error(R"({"size_mm": [1800, 1200], "border": [{"marker": 1, "size_mm": 20}, {"marker": 1, "size_mm": 20}]})") ==
        "t.json: /border/1/marker: marker 1 is listed twice");
  CHECK(table_error(R"({"size_mm": [1800, 1200], "border": [{"marker": 1, "size_mm": 20, "x_mm": 18000, "y_mm": 20}]})") ==
        "t.json: /border/0: marker 1 at 18000, 20 mm lies 16200 mm off the table of 1800x1200 mm; mend x_mm and y_mm (from side A's left "
        "corner) or size_mm");
  CHECK(
      io::table_from_text(R"({"size_mm": [1800, 1200], "border": [{"marker": 1, "size_mm": 20, "x_mm": -600, "y_mm": 1900}]})", "t.json"));
  CHECK(table_error(R"({"size_mm": [1800, 1200], "terrain": [{"kind": "hill", "outline_mm": [[0,0],[1,1],[2,2]]}]})").find("no area") !=
        std::string::npos);
}

TEST_CASE("bases take what they leave out from the file's default", "[models][io]") {
  const auto bases = io::bases_from_text(R"({"default": {"footprint": {"frontage_mm": 60, "depth_mm": 30},
      "mount": {"family": "STRIP40x6", "size_mm": 40, "offset_x_mm": -12, "height_mm": 3}},
    "bases": [{"base": "A1.1", "unit": "A1", "marker": 7},
              {"base": "A1.2", "marker": 8, "footprint": {"diameter_mm": 25}, "mount": {"print_scale": 1.02}}]})",
                                         "b.json");
  REQUIRE(bases);
  REQUIRE(bases->size() == 2);
  CHECK((*bases)[0].footprint == Footprint{Outline::Rectangle, Length{60000}, Length{30000}});
  CHECK((*bases)[0].mount.family == "STRIP40x6");
  CHECK((*bases)[0].mount.marker == MarkerId{7});
  CHECK_FALSE((*bases)[0].mount.print_scale);
  CHECK((*bases)[1].footprint.outline == Outline::Circle);
  CHECK((*bases)[1].unit.empty());
  CHECK((*bases)[1].mount.offset_x_mm == -12);
  CHECK((*bases)[1].mount.print_scale == 1.02);
  const io::Json once = io::json_of(*bases);
  const auto again = io::bases_from_json(once, "again");
  REQUIRE(again);
  CHECK(io::json_of(*again) == once);
}

TEST_CASE("a wrong bases file is one line that names the place", "[models][io]") {
  CHECK(bases_error(R"({"bases": [{"base": "A 1", "marker": 3}]})").find("b.json: /bases/0/base") == 0);
  CHECK(bases_error(R"({"bases": [{"base": "A1", "marker": 3}, {"base": "A1", "marker": 4}]})") ==
        "b.json: /bases/1/base: base A1 is listed twice");
  CHECK(bases_error(R"({"bases": [{"base": "A1", "marker": 3}, {"base": "A2", "marker": 3}]})").find("is on two bases") !=
        std::string::npos);
  CHECK(bases_error(R"({"bases": [{"base": "A1", "marker": -3}]})").find("b.json: /bases/0/marker") == 0);
}

}  // namespace table_io_tests
