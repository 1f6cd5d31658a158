#include <algorithm>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <opencv2/imgcodecs.hpp>
#include <string>
#include <vector>

#include "tests/assistant/cli/run_cli.hpp"
#include "tests/support/catch.hpp"

namespace measure_tests {

using namespace polemarch::assistant;
using namespace polemarch::test;
using Json = nlohmann::json;

namespace {

/// Pictures of the simulated table, and a battle.json that holds its table and bases as `new` writes them.
struct Table {
  Folder folder{"measure"};
  std::string battle;
  Table() {
    const Run made = run({"simulate", "--scene", "first_look", "--out", folder.at("frames"), "--frames", "4"});
    REQUIRE(made.code == kDone);
    Json all = Json::parse(text_of_file(folder.at("frames/bases.json")));
    all["table"] = Json::parse(text_of_file(folder.at("frames/table.json")));
    all["ruleset"] = "paean";
    battle = folder.with("battle.json", all.dump());
  }
  std::vector<std::string> looking(const std::string& verb) const {
    return {verb, "--source", folder.at("frames"), "--table", battle, "--json"};
  }
};

}  // namespace

TEST_CASE("measure takes the bases that a battle.json lists, and of units the two closest bases", "[assistant][measure]") {
  const Table table;
  auto words = table.looking("measure");
  const auto gap = [&](const std::string& a, const std::string& b) {
    auto all = words;
    all.insert(all.end(), {a, b});
    const Run done = run(all);
    INFO(done.err);
    REQUIRE(done.code == kDone);
    return Json::parse(done.out);
  };
  const Json units = gap("A1", "B1");
  double least = 1e9;
  for (const char* a : {"A1.1", "A1.2"}) least = std::min(least, gap(a, units["b"])["gap_mm"].get<double>());
  CHECK(units["gap_mm"].get<double>() == Approx(least));
  CHECK(units["a"].get<std::string>().substr(0, 3) == "A1.");
  words.insert(words.end(), {"A1", "Z9"});
  const Run unknown = run(words);
  CHECK(unknown.code == kBadInput);
  CHECK(unknown.err.find("Z9: no such base or unit in sight") != std::string::npos);
}

TEST_CASE("a family or size for markers without a base is refused where the bases name their own", "[assistant][measure]") {
  const Table table;
  for (const auto& [option, value] : {std::pair("--family", "STRIP40x6"), {"--marker-mm", "20"}}) {
    std::vector<std::string> words = table.looking("measure");
    for (const char* word : {"A1", "B1", option, value}) words.emplace_back(word);
    const Run done = run(words);
    CHECK(done.code == kBadInput);
    CHECK(done.err == "polemarch: " + std::string(option) + ": is of markers without a base, and " + table.battle +
                          " says which marker each base has; leave it out\n");
  }
}

TEST_CASE("one photo is enough to measure on and to list the bases", "[assistant][measure]") {
  const Table table;
  const auto photo = [&](std::vector<std::string> words) {
    words[2] = table.folder.at("frames/frame_000000.png");
    return words;
  };
  auto words = photo(table.looking("measure"));
  words.insert(words.end(), {"A1.1", "B1.1"});
  const Run done = run(words);
  INFO(done.err);
  REQUIRE(done.code == kDone);
  auto in_all = table.looking("measure");
  in_all.insert(in_all.end(), {"A1.1", "B1.1"});
  const Json by_one = Json::parse(done.out), by_all = Json::parse(run(in_all).out);
  CHECK(std::fabs(by_one["gap_mm"].get<double>() - by_all["gap_mm"].get<double>()) < 4 * by_one["sd_mm"].get<double>());
  const std::string lines = run(photo(table.looking("track"))).out;
  REQUIRE(!lines.empty());
  CHECK(Json::parse(lines.substr(lines.rfind('\n', lines.size() - 2) + 1))["bases"].size() >= 4);
}

TEST_CASE("measure refuses a base whose marker is in sight twice, and says what else the eye says", "[assistant][measure]") {
  const Table table;
  int pictures = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(table.folder.at("frames"))) {  // a print of A1's first base lies elsewhere too
    if (entry.path().extension() != ".png") continue;
    cv::Mat picture = cv::imread(entry.path().string());
    const Json seen = Json::parse(run({"detect", entry.path().string(), "--json"}).out);
    for (const Json& marker : seen.at("markers")) {
      if (marker.at("id") != 1) continue;
      const cv::Point at(static_cast<int>(marker["corners"][0][0].get<double>()), static_cast<int>(marker["corners"][0][1].get<double>()));
      picture(cv::Rect(at.x - 8, at.y - 8, 40, 40)).copyTo(picture(cv::Rect(at.x + 150, at.y + 90, 40, 40)));
      ++pictures;
    }
    cv::imwrite(entry.path().string(), picture);
  }
  REQUIRE(pictures == 4);
  auto words = table.looking("measure");
  words.insert(words.end(), {"A1.1", "B1"});
  const Run done = run(words);
  INFO(done.err << done.out);
  CHECK(done.code == kBadInput);
  CHECK(done.out.empty());
  CHECK(done.err.find("not measured: marker 1 of A1 lies on the table twice") != std::string::npos);
}

}  // namespace measure_tests
