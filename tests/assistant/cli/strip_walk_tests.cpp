// The whole walk of a player whose bases carry strips and rings: new, markers, a simulated camera over the printed table, measure.
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "assistant/cli/run.hpp"
#include "engine/geometry/gap.hpp"
#include "models/io/bases_io.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/source_dir.hpp"

namespace strip_walk_tests {

using namespace polemarch;
using namespace polemarch::assistant;
using nlohmann::json;

namespace {

struct Run {
  int code = 0;
  std::string out, err;
};

Run run(std::vector<std::string> words) {
  words.insert(words.begin(), "polemarch");
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  std::ostringstream out, err;
  auto* old_out = std::cout.rdbuf(out.rdbuf());
  auto* old_err = std::cerr.rdbuf(err.rdbuf());
  const int code = run_cli(static_cast<int>(argv.size()), argv.data());
  std::cout.rdbuf(old_out);
  std::cerr.rdbuf(old_err);
  return {code, out.str(), err.str()};
}

json read(const std::filesystem::path& file) {
  std::ifstream in(file);
  return json::parse(in);
}

struct Folder {
  std::filesystem::path path;
  explicit Folder(const std::string& name)
      : path(std::filesystem::temp_directory_path() / ("polemarch_" + name + "_" + std::to_string(::getpid()))) {
    std::filesystem::remove_all(path);
    std::filesystem::create_directories(path);
  }
  ~Folder() { std::filesystem::remove_all(path); }
  std::string operator()(const std::string& file) const { return (path / file).string(); }
};

std::string army(const std::string& name) { return test::source_dir() + "/models/data/armies/" + name + ".json"; }

/// The battle's bases over the table as printed, each in a place of its own, headings all round, low figures before the strips.
json scene_of(const json& table, const json& bases, int width, int height) {
  json scene{{"v", 1},
             {"name", "walk"},
             {"frames", 0},
             {"table", table},
             {"camera", {{"width", width}, {"height", height}}},
             {"default", {{"figures", {{{"x_mm", 0}, {"y_mm", 0}, {"radius_mm", 4}, {"height_mm", 8}}}}}},
             {"bases", json::array()}};
  const double step_x = 150, step_y = 140;
  const int columns = static_cast<int>((table["size_mm"][0].get<double>() - 200) / step_x) + 1;
  int k = 0;
  for (json base : bases) {
    base["x_mm"] = 110 + step_x * (k % columns) + 1.37 * (k % 7);
    base["y_mm"] = 120 + step_y * (k / columns) + 0.73 * (k % 5);
    base["heading_deg"] = std::fmod(37.0 * k, 360.0);
    scene["bases"].push_back(base);
    ++k;
  }
  return scene;
}

double true_gap(const json& scene, const std::string& a, const std::string& b) {
  const auto shape = [&](const std::string& name) {
    for (const json& base : scene["bases"]) {
      if (base["base"] != name) continue;
      Pose pose;
      pose.x = Length::from_mm(base["x_mm"].get<double>());
      pose.y = Length::from_mm(base["y_mm"].get<double>());
      pose.heading = Angle::from_deg(base["heading_deg"].get<double>());
      MeasuredPose measured;
      measured.pose = pose;
      return geometry::placed(io::footprint_from_json(base["footprint"], {}), measured);
    }
    throw std::out_of_range(name);
  };
  return geometry::gap_between(shape(a), shape(b)).distance().value.mm();
}

}  // namespace

TEST_CASE("from two rosters to a distance with its error, on strips and rings", "[assistant][strips]") {
  const Folder dir("walk");
  const Run made = run({"new", "--ruleset", "paean", "--size", "6x4ft", "--a", army("paean_athens"), "--b", army("paean_thebes"), "--out",
                        dir("battle.json")});
  INFO(made.err);
  REQUIRE(made.code == kDone);
  CHECK(made.out.find("STRIP40x6") != std::string::npos);
  CHECK(made.out.find("RING28") != std::string::npos);
  const Run printed = run({"markers", "--army", dir("battle.json"), "--size", "6x4ft", "--out", dir("sheet.pdf"), "--table-out",
                           dir("table.json"), "--bases-out", dir("bases.json")});
  INFO(printed.err);
  REQUIRE(printed.code == kDone);
  const json bases = read(dir("bases.json"))["bases"], table = read(dir("table.json"));
  std::set<std::string> families;
  for (const json& base : bases) families.insert(base["mount"]["family"].get<std::string>());
  CHECK(families == std::set<std::string>{"RING28", "STRIP40x6"});
  CHECK(read(dir("battle.json"))["bases"].size() == bases.size());
  // Without a size the battle's own table is printed: its border markers, and the grid that goes with it.
  const Run own = run({"markers", "--army", dir("battle.json"), "--out", dir("own.pdf"), "--table-out", dir("own.json")});
  INFO(own.err);
  REQUIRE(own.code == kDone);
  CHECK(read(dir("own.json"))["border"] == table["border"]);
  CHECK(own.out.substr(own.out.find("own.pdf: ") + 9, 3) == printed.out.substr(printed.out.find("sheet.pdf: ") + 11, 3));

  const json scene = scene_of(table, bases, 1920, 1080);
  std::ofstream(dir("walk.scene.json")) << scene.dump();
  int within = 0, all = 0;
  for (const auto& [i, j] : {std::pair<std::size_t, std::size_t>{0, 1}, {3, 17}, {8, bases.size() - 1}}) {
    const std::string a = bases[i]["base"], b = bases[j]["base"];
    const Run measured = run({"measure", a, b, "--source", "sim:" + dir("walk.scene.json"), "--table", dir("table.json"), "--bases",
                              dir("bases.json"), "--json", "--frames", "30"});
    INFO(a << " " << b << " " << measured.err);
    REQUIRE(measured.code == kDone);
    const json told = json::parse(measured.out);
    const double off = told["gap_mm"].get<double>() - true_gap(scene, a, b), sd = told["sd_mm"];
    INFO(measured.out << " truth " << true_gap(scene, a, b));
    CHECK(sd < 0.3);
    CHECK(std::abs(off) < 3 * sd);
    within += std::abs(off) < 1.96 * sd ? 1 : 0;
    ++all;
  }
  CHECK(within >= all - 1);
}

TEST_CASE("new marks bases by what the camera resolves, and says why", "[assistant][strips]") {
  const Folder dir("marking");
  const auto made = [&](const std::vector<std::string>& more, const std::string& file) {
    std::vector<std::string> words{"new", "--ruleset",          "paean", "--a",    army("paean_athens"),
                                   "--b", army("paean_thebes"), "--out", dir(file)};
    words.insert(words.end(), more.begin(), more.end());
    return run(words);
  };
  const auto family = [&](const std::string& file) { return read(dir(file))["bases"][0]["mount"]["family"].get<std::string>(); };
  CHECK(made({"--picture", "3840x2160"}, "fine.json").out.find("4 mm are enough") != std::string::npos);
  CHECK(family("fine.json") == "STRIP40x4");
  CHECK(made({"--blur", "1.1", "--strip-depth", "5"}, "soft.json").out.find("6 mm are better") != std::string::npos);
  CHECK(family("soft.json") == "STRIP40x5");
  CHECK(made({"--picture", "1280x720"}, "coarse.json").out.find("tail tabs") != std::string::npos);
  CHECK(family("coarse.json") == "DICT_APRILTAG_36h11");
  CHECK(made({"--mount", "tail25"}, "squares.json").code == kDone);
  CHECK(family("squares.json") == "DICT_APRILTAG_36h11");
  const Run tabs = run({"markers", "--army", dir("fine.json"), "--mount", "tail25", "--out", dir("tabs.pdf")});
  CHECK(tabs.code == kBadInput);  // the battle's bases bear strips
  CHECK(tabs.err.find("--mount tail25") != std::string::npos);
  CHECK(run({"markers", "--army", dir("squares.json"), "--mount", "tail25", "--out", dir("tabs.pdf")}).code == kDone);
  const Run bad = made({"--picture", "large"}, "bad.json");
  CHECK(bad.code == kBadInput);
  CHECK(bad.err.find("--picture large") != std::string::npos);
}

TEST_CASE("detect says what --camera wants when it is given a live camera or some other file", "[assistant][strips]") {
  const Folder dir("detect_camera");
  const std::string wrong = dir("table.json");
  std::ofstream(wrong) << "{\"v\": 1}";
  for (const std::string& given : {std::string("0"), std::string("http://phone:8080/video"), wrong}) {
    const Run told = run({"detect", "--family", "STRIP40x6", "--camera", given, dir("picture.png")});
    INFO(told.err);
    CHECK(told.code == kBadInput);
    CHECK(told.err.find(given) != std::string::npos);
    CHECK(told.err.find("camera.json that polemarch calibrate writes") != std::string::npos);
    CHECK(std::count(told.err.begin(), told.err.end(), '\n') == 1);
  }
}

}  // namespace strip_walk_tests
