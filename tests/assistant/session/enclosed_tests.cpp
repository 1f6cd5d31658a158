#include <filesystem>
#include <fstream>

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

}  // namespace enclosed_tests
