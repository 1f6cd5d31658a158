/// Files are written whole or not at all, and never where the player did not say.
#include "assistant/session/files.hpp"

#include <filesystem>
#include <iterator>
#include <string>

#include "tests/assistant/cli/run_cli.hpp"
#include "tests/support/catch.hpp"

namespace files_tests {

using namespace polemarch::assistant;
using polemarch::test::Folder;
namespace fs = std::filesystem;

TEST_CASE("a full device is told and stays a device", "[assistant][session]") {
  if (!fs::is_character_file("/dev/full")) {
    WARN("SKIPPED: there is no /dev/full here");
    return;
  }
  const auto error = write_text_file("/dev/full", std::string(100'000, 'x'));
  REQUIRE(error);
  CHECK(error->line.starts_with("/dev/full: cannot be written: "));
  CHECK(fs::is_character_file("/dev/full"));
}

TEST_CASE("only what begins as a log is read beyond the length of a file", "[assistant][session]") {
  const Folder dir("files_long");
  std::ofstream(dir.at("zeros.json")).close();
  fs::resize_file(dir.at("zeros.json"), 70'000'000);
  const auto zeros = read_text_file(dir.at("zeros.json"));
  REQUIRE_FALSE(zeros);
  CHECK(zeros.error().line.ends_with("zeros.json: is longer than 64000000 bytes; this is not one of our files"));
  std::ofstream(dir.at("game.battle")) << R"({"polemarch_battle":2)";
  fs::resize_file(dir.at("game.battle"), 70'000'000);
  CHECK(read_text_file(dir.at("game.battle")));
}

TEST_CASE("a file in a folder that is not there names the folder and says to make it", "[assistant][session]") {
  const Folder dir("files_nowhere");
  const auto error = write_text_file(dir.at("later/report.html"), "text");
  REQUIRE(error);
  CHECK(error->line == dir.at("later") + ": no such folder; make it first");
  const auto made = make_whole_file(dir.at("later/game.keys"), "keys", 0600);
  REQUIRE_FALSE(made);
  CHECK(made.error().line == dir.at("later") + ": no such folder; make it first");
}

TEST_CASE("a link is written through, an old file is replaced whole, nothing else is left beside it", "[assistant][session]") {
  const Folder dir("files");
  REQUIRE_FALSE(write_text_file(dir.at("real.txt"), "old"));
  fs::create_symlink(dir.at("real.txt"), dir.at("link.txt"));
  REQUIRE_FALSE(write_text_file(dir.at("link.txt"), "new"));
  CHECK(fs::is_symlink(dir.at("link.txt")));
  CHECK(*read_text_file(dir.at("real.txt")) == "new");
  REQUIRE_FALSE(write_text_file(dir.at("real.txt"), "newer"));
  CHECK(*read_text_file(dir.at("link.txt")) == "newer");
  CHECK(std::distance(fs::directory_iterator(dir.path), fs::directory_iterator()) == 2);
}

TEST_CASE("files that belong together are named when all of them are whole", "[assistant][session]") {
  const Folder dir("files_together");
  REQUIRE_FALSE(write_text_file(dir.at("1.svg"), "old"));
  fs::create_directories(dir.at("2.svg"));
  const auto wrong = write_text_files({{dir.at("1.svg"), "new"}, {dir.at("2.svg"), "new"}});
  REQUIRE(wrong);
  CHECK(wrong->line.starts_with(dir.at("2.svg") + ": cannot be written"));
  CHECK(*read_text_file(dir.at("1.svg")) == "old");
  CHECK(std::distance(fs::directory_iterator(dir.path), fs::directory_iterator()) == 2);
  fs::remove(dir.at("2.svg"));
  REQUIRE_FALSE(write_text_files({{dir.at("1.svg"), "new"}, {dir.at("2.svg"), "too"}, {"/dev/null", "gone"}}));
  CHECK(*read_text_file(dir.at("1.svg")) + *read_text_file(dir.at("2.svg")) == "newtoo");
}

TEST_CASE("what is written behind a file leaves what was there", "[assistant][session]") {
  const Folder dir("files_behind");
  REQUIRE_FALSE(append_text_file(dir.at("diary.jsonl"), "one\n"));
  REQUIRE_FALSE(append_text_file(dir.at("diary.jsonl"), "two\n"));
  CHECK(*read_text_file(dir.at("diary.jsonl")) == "one\ntwo\n");
  const auto wrong = append_text_file(dir.at("no/diary.jsonl"), "x");
  REQUIRE(wrong);
  CHECK(wrong->line == dir.at("no") + ": no such folder; make it first");
}

}  // namespace files_tests
