// A battle whose bases carry strips and rings, played before the simulated camera: what hands move becomes commands as with squares.
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>

#include "assistant/play/demo.hpp"
#include "assistant/play/headless.hpp"
#include "assistant/play/screen.hpp"
#include "assistant/play/stage.hpp"
#include "assistant/session/files.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/source_dir.hpp"

namespace play_strips_tests {

using namespace polemarch;
using namespace polemarch::assistant;
using namespace polemarch::assistant::play;
using nlohmann::json;

namespace {

/// A strip on the rear edge of a base, a ring on the rim of every fourth.
void mark(json& base, int number) {
  const double depth = base["footprint"].value("depth_mm", 40.0);
  json& mount = base["mount"];
  if (number % 4 == 3) {
    mount["family"] = "RING40";
    mount["size_mm"] = 40;
    mount["offset_x_mm"] = 0;
  } else {
    mount["family"] = "STRIP40x6";
    mount["size_mm"] = 40;
    mount["offset_x_mm"] = -depth / 2 + 3;
  }
  base["marker"] = number;
}

}  // namespace

TEST_CASE("a battle on strips and rings is played before the camera: what a hand moves is a command", "[play][strips]") {
  const auto text = read_text_file(test::source_dir() + "/models/data/demo/demo.json");
  REQUIRE(text);
  json demo = json::parse(*text);
  demo["seconds"] = 8;
  demo["hands"] = {{{"t", 2}, {"unit", "A1"}, {"dy_mm", 150}, {"seconds", 1.2}}};
  demo["bumps"] = json::array();
  demo["script"] = json::array();
  const auto files = demo_files(demo.dump());
  REQUIRE(files);
  json battle = json::parse(files->battle), scene = json::parse(files->scene);
  std::map<std::string, int> number;
  for (json& base : battle["bases"]) {
    const int n = static_cast<int>(number.size());
    number[base["base"]] = n;
    mark(base, n);
  }
  double from_y = 0;
  for (json& base : scene["bases"]) {
    REQUIRE(number.count(base["base"]) == 1);
    mark(base, number[base["base"]]);
    base["figures"] = json::array();  // what tall figures hide is measured in bench_strips
    if (base["base"] == "A1.1") from_y = base["path"][0]["y_mm"];
  }
  const std::filesystem::path dir = std::filesystem::temp_directory_path() / ("polemarch_play_strips_" + std::to_string(::getpid()));
  std::filesystem::create_directories(dir);
  REQUIRE_FALSE(write_text_file((dir / "demo.json").string(), battle.dump()));
  REQUIRE_FALSE(write_text_file((dir / "scene.json").string(), scene.dump()));
  auto stage = set_stage({(dir / "demo.json").string(), (dir / "demo.battle").string(), "", ""});
  REQUIRE(stage);
  DeskSettings settings;
  settings.seed = 3;
  settings.roll_for_all = true;
  Desk desk(*stage->session, stage->table, stage->bases, settings);
  auto source = open_eye({"sim:" + (dir / "scene.json").string(), "", 30, false});
  REQUIRE(source);
  auto feed = make_feed(std::move(*source), *stage);
  REQUIRE(feed);
  HeadlessRun run({.dir = dir.string(), .width = 320, .height = 180}, desk, **feed, Script{});
  REQUIRE_FALSE(run.run());
  std::vector<std::string> by_camera;
  for (const LogLine& line : stage->session->lines()) {
    if (line.source == "camera") by_camera.push_back(line.command);
  }
  REQUIRE(by_camera.size() == 1);  // nothing else was taken for a move
  CHECK(by_camera[0].find("\"move\"") != std::string::npos);
  CHECK(by_camera[0].find("A1") != std::string::npos);
  for (const engine::Place& place : stage->session->battle().places()) {
    if (place.base.text == "A1.1") CHECK(place.pose.y.mm() == Approx(from_y + 150).margin(2));
  }
  std::filesystem::remove_all(dir);
}

}  // namespace play_strips_tests
