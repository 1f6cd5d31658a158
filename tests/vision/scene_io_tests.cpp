#include "vision/capture/simulator/scene_io.hpp"

#include "tests/support/catch.hpp"
#include "vision/capture/simulator/simulated_table.hpp"

namespace scene_io_tests {

using namespace polemarch;

namespace {

std::string error_of(std::string_view text) {
  const auto scene = vision::scene_from_text(text, "s.json");
  REQUIRE_FALSE(scene);
  return scene.error().line;
}

}  // namespace

TEST_CASE("a scene is read with its defaults and survives writing and reading", "[vision][capture][scene]") {
  const auto scene = vision::scene_from_text(R"({"seed": 7, "frames": 90, "table": {"size_mm": [1200, 900]}, "border_strip": true,
    "mat": {"kind": "desert"}, "camera": {"width": 3840, "height": 2160, "tilt_x_deg": 30, "keys": [{"t": 1, "zoom": 1.1}]},
    "sensor": {"hdr": 0.5, "gain": [{"t": 0, "value": 1}, {"t": 2, "value": 0.7}]},
    "default": {"footprint": {"frontage_mm": 60, "depth_mm": 30}, "mount": {"family": "STRIP40x6", "size_mm": 40}, "colour": "#102030", "figures": [{"x_mm": 3}]},
    "bases": [{"base": "A1", "marker": 3, "x_mm": 100, "y_mm": 200, "heading_deg": 45},
              {"base": "A2", "marker": 4, "figures": [], "path": [{"t": 0, "x_mm": 5, "y_mm": 6}, {"t": 1.5, "x_mm": 50, "lift_mm": 30}, {"t": 2, "lift_mm": 0, "present": false}]}],
    "things": [{"kind": "hand", "x_mm": 10, "y_mm": 20, "width_mm": 90, "height_mm": 80, "from_mm": [0, -300], "colour": "#ff8000"}]})",
                                             "s.json");
  REQUIRE(scene);
  CHECK(scene->table.border.size() == 24);
  CHECK(scene->camera.width == 3840);
  CHECK(scene->sensor.psf_sigma_px == 0.6);
  REQUIRE(scene->bases.size() == 2);
  CHECK(scene->bases[0].spec.mount.family == "STRIP40x6");
  CHECK(scene->bases[0].colour == vision::Colour{0x30, 0x20, 0x10});
  CHECK(scene->bases[0].figures.size() == 1);
  CHECK(scene->bases[1].figures.empty());
  CHECK(scene->bases[1].path[1].y_mm == 6);
  CHECK(scene->bases[1].path[2].x_mm == 50);
  CHECK_FALSE(scene->bases[1].path[2].present);
  CHECK(scene->things[0].kind == vision::ThingKind::Hand);
  const std::string once = vision::scene_to_text(*scene);
  const auto again = vision::scene_from_text(once, "again");
  REQUIRE(again);
  CHECK((vision::scene_to_text(*again) == once));
  CHECK_FALSE(vision::flaw_in(*again));
}

TEST_CASE("a wrong scene is one line that names the place", "[vision][capture][scene]") {
  CHECK(error_of("{}").find("s.json: /") == 0);
  CHECK(error_of(R"({"table": {"size_mm": [1200, 900]}, "mat": {"kind": "lava"}})").find("s.json: /mat/kind") == 0);
  CHECK(error_of(R"({"table": {"size_mm": [1200, 900]}, "bases": [{"base": "A", "marker": 1}, {"base": "A", "marker": 2}]})")
            .find("/bases/1/base") != std::string::npos);
  CHECK(error_of(R"({"table": {"size_mm": [1200, 900]}, "bases": [{"base": "A", "marker": 1, "path": [{"t": 1}, {"t": 1}]}]})")
            .find("/bases/0/path/1/t") != std::string::npos);
  CHECK(error_of(R"({"table": {"size_mm": [1200, 900]}, "bases": [{"base": "A", "marker": 1, "colour": "red"}]})").find("colour") !=
        std::string::npos);
  const auto unknown =
      vision::scene_from_text(R"({"table": {"size_mm": [1200, 900]}, "bases": [{"base": "A", "marker": 9999}]})", "s.json");
  REQUIRE(unknown);
  REQUIRE(vision::flaw_in(*unknown));
  CHECK(vision::flaw_in(*unknown)->line.find("9999") != std::string::npos);
}

}  // namespace scene_io_tests
