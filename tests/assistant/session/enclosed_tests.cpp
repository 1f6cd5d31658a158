#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "assistant/session/enclosed.hpp"
#include "models/io/json.hpp"
#include "tests/support/catch.hpp"

namespace enclosed_tests {

using namespace polemarch;
using namespace polemarch::assistant;
namespace fs = std::filesystem;

TEST_CASE("files a battle names are put into it, from the battle's folder", "[session]") {
  const fs::path folder = fs::temp_directory_path() / "polemarch_enclosed_test";
  fs::create_directories(folder);
  std::ofstream(folder / "mine.csv", std::ios::binary) << "name,side\nhoplite,good\n";
  const std::string battle = (folder / "my.json").string();
  const auto filled = with_enclosed_files(R"({"types":{"file":"mine.csv"},"sides":[{"deck":{"file":"mine.csv"}}],"n":1})", battle);
  REQUIRE(filled);
  const auto json = io::parse_json(*filled, "my.json");
  REQUIRE(json);
  CHECK((*json)["types"]["text"] == "name,side\nhoplite,good\n");
  CHECK((*json)["types"]["file"] == "mine.csv");
  CHECK((*json)["sides"][0]["deck"]["text"] == "name,side\nhoplite,good\n");
  const std::string plain = "{ \"n\" : 1 }";  // nothing named: the bytes stay as they are
  CHECK(*with_enclosed_files(plain, battle) == plain);
  const auto missing = with_enclosed_files(R"({"types":{"file":"none.csv"}})", battle);
  REQUIRE_FALSE(missing);
  CHECK(missing.error().line.find("none.csv") != std::string::npos);
  // Where name and text stand already, as in a log, nothing is read.
  CHECK(with_enclosed_files(R"({"types":{"file":"none.csv","text":"x"}})", battle));
  fs::remove_all(folder);
}

TEST_CASE("a battle from elsewhere puts no file of its reader into the log", "[session]") {
  const fs::path folder = fs::temp_directory_path() / ("polemarch_enclosed_" + std::to_string(::getpid()));
  const fs::path home = folder / "club";
  fs::create_directories(home / "sheets");
  for (const char* name : {"club/other.keys", "letter.csv", "club/sheets/mine.csv", "club/letter.txt"})
    std::ofstream(folder / name, std::ios::binary) << "SECRET";
  fs::create_symlink(folder / "letter.csv", home / "linked.csv");
  const auto enclosed = [&](const std::string& file) {
    return with_enclosed_files(nlohmann::json{{"note", {{"file", file}}}}.dump(), (home / "battle.json").string());
  };
  CHECK(enclosed("sheets/mine.csv"));
  CHECK(enclosed("./sheets/../sheets/mine.csv"));
  CHECK(enclosed((home / "sheets/mine.csv").string()));
  for (const std::string& file :
       {std::string("../letter.csv"), (folder / "letter.csv").string(), std::string("linked.csv"), std::string("letter.txt"),
        std::string("other.keys"), std::string("other.keys\0.csv", 15), std::string("/etc/passwd"), std::string(".csv")}) {
    INFO(file);
    const auto refused = enclosed(file);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().line.find("battle.json: names a file: ") != std::string::npos);
    CHECK(refused.error().line.find("SECRET") == std::string::npos);
  }
  std::string many = "[";
  for (int i = 0; i < 33; ++i) many += std::string(i > 0 ? "," : "") + R"({"file":"sheets/mine.csv"})";
  const auto refused = with_enclosed_files(many + "]", (home / "battle.json").string());
  REQUIRE_FALSE(refused);
  CHECK(refused.error().line.find("32 files at most") != std::string::npos);
  fs::remove_all(folder);
}

}  // namespace enclosed_tests
