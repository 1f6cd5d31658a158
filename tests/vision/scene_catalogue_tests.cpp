#include <unistd.h>
#include <filesystem>
#include <fstream>
#include <set>

#include "models/io/bases_io.hpp"
#include "models/io/camera_io.hpp"
#include "models/io/json.hpp"
#include "models/io/table_io.hpp"
#include "tests/support/catch.hpp"
#include "vision/capture/simulator/export.hpp"
#include "vision/capture/simulator/scene_io.hpp"
#include "vision/capture/simulator/scenes.hpp"
#include "vision/capture/source.hpp"
#include "vision/pixels/camera_model.hpp"

namespace scene_catalogue_tests {

using namespace polemarch;

namespace {

std::string slurp(const std::filesystem::path& path) {
  std::ifstream in(path);
  return {std::istreambuf_iterator<char>(in), {}};
}

vision::SceneSpec named(std::string_view name, int frames = 30) {
  vision::SceneRequest request;
  request.frames = frames;
  auto scene = vision::catalogue_scene(name, request);
  REQUIRE(scene);
  return *scene;
}

}  // namespace

TEST_CASE("every scene of the catalogue is sound and survives writing and reading", "[vision][capture][catalogue]") {
  for (const auto& entry : vision::catalogue()) {
    INFO(entry.name);
    const vision::SceneSpec scene = named(entry.name);
    CHECK_FALSE(vision::flaw_in(scene));
    const std::string text = vision::scene_to_text(scene);
    const auto again = vision::scene_from_text(text, "again");
    REQUIRE(again);
    CHECK((vision::scene_to_text(*again) == text));
    CHECK((vision::scene_to_text(named(entry.name)) == text));
  }
  CHECK_FALSE(vision::catalogue_scene("nonsense"));
}

TEST_CASE("scenes show what they promise", "[vision][capture][catalogue]") {
  SECTION("sleeves and heads hide a third of the armies for 20 s and go") {
    vision::SimulatedTable table(named("sleeves_and_heads"));
    const auto hidden = [&](int frame) {
      int count = 0;
      const auto truth = table.truth(frame);
      for (const auto& base : truth.bases) count += base.visible < 0.7 ? 1 : 0;
      return static_cast<double>(count) / static_cast<double>(truth.bases.size());
    };
    CHECK(hidden(0) < 0.02);
    CHECK(hidden(300) > 0.3);
    CHECK(hidden(720) < 0.02);
  }
  SECTION("a sagging boom sinks a millimetre a minute") {
    vision::SimulatedTable table(named("sagging_boom"));
    CHECK(vision::centre_of(table.camera(0).pose)[2] - vision::centre_of(table.camera(1800).pose)[2] == Approx(1.0));
  }
  SECTION("a bump moves the border in the picture and stays") {
    vision::SimulatedTable table(named("bump"));
    const auto before = table.truth(20), after = table.truth(60), later = table.truth(90);
    CHECK(std::hypot(after.border[0].corners[0].x - before.border[0].corners[0].x,
                     after.border[0].corners[0].y - before.border[0].corners[0].y) > 4);
    CHECK(later.border[0].corners[0].x == after.border[0].corners[0].x);
  }
  SECTION("hills lift the markers") {
    std::set<double> heights;
    for (const auto& base : vision::SimulatedTable(named("hills")).truth(0).bases) heights.insert(base.height_mm);
    CHECK(heights.count(2.0) == 1);
    CHECK(heights.size() >= 3);
  }
  SECTION("the cards of the published comparison lie under the bases") {
    for (const auto& base : vision::SimulatedTable(named("peers")).truth(0).bases) CHECK(base.visible > 0.9);
  }
  SECTION("covered markers are a fifth covered") {
    for (const auto& base : vision::SimulatedTable(named("covered")).truth(0).bases) CHECK(base.visible == Approx(0.8).margin(0.05));
  }
  SECTION("crossings change places, are lifted and stacked") {
    vision::SimulatedTable table(named("crossings", 300));
    bool lifted = false, hidden = false;
    for (int frame = 0; frame < 300; frame += 5)
      for (const auto& base : table.truth(frame).bases) {
        lifted = lifted || base.lift_mm > 30;
        hidden = hidden || base.visible < 0.6;
      }
    CHECK(lifted);
    CHECK(hidden);
  }
}

TEST_CASE("an exported scene can be played back with its truth", "[vision][capture][catalogue]") {
  const auto scene = vision::load_scene("first_look");
  REQUIRE(scene);
  const std::filesystem::path dir = std::filesystem::temp_directory_path() / ("polemarch_export_" + std::to_string(::getpid()));
  const auto written = vision::export_scene(*scene, dir.string(), {false, 0, 3});
  REQUIRE(written);
  CHECK(*written == 3);
  CHECK(io::table_from_text(slurp(dir / "table.json"), "table.json"));
  const auto bases = io::bases_from_text(slurp(dir / "bases.json"), "bases.json");
  REQUIRE(bases);
  CHECK(bases->size() == 5);
  const auto camera = io::read_camera(slurp(dir / "camera.json"), "camera.json");
  REQUIRE(camera);
  CHECK(camera->has_pose);
  std::ifstream truth(dir / "truth.jsonl");
  std::string line;
  int lines = 0;
  while (std::getline(truth, line)) {
    const auto j = io::parse_json(line, "truth");
    REQUIRE(j);
    CHECK((*j)["frame"] == lines);
    // The first corner is where the exported camera sees the first base's marker: up is forward, the corner forward left of its centre.
    const PixelPoint p = vision::project(camera->camera, 250 - 10, 180 - 27.5 + 10, 2);
    CHECK((*j)["bases"][0]["corners"][0][0].get<double>() == Approx(p.x).margin(1e-3));
    CHECK((*j)["bases"][0]["corners"][0][1].get<double>() == Approx(p.y).margin(1e-3));
    ++lines;
  }
  CHECK(lines == 3);
  auto source = vision::open_source(dir.string());
  REQUIRE(source);
  int frames = 0;
  while (const auto frame = (*source)->next(1)) {
    CHECK(frame->gray->width == 1280);
    ++frames;
  }
  CHECK(frames == 3);
  std::filesystem::remove_all(dir);
  CHECK_FALSE(vision::export_scene(*scene, "/proc/nowhere/x", {}));
}

}  // namespace scene_catalogue_tests
