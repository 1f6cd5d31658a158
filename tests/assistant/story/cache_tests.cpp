/// A story kept beside its log: the same story again, or none.
#include "assistant/story/cache.hpp"

#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "tests/assistant/session/log_support.hpp"
#include "tests/assistant/story/told_battle.hpp"
#include "tests/support/catch.hpp"

namespace cache_tests {

using namespace polemarch;
using namespace polemarch::assistant;
using namespace polemarch::assistant::story;

namespace {

/// A folder of settings that goes with the test.
struct OwnConfig {
  explicit OwnConfig(const std::string& folder) { ::setenv("XDG_CONFIG_HOME", folder.c_str(), 1); }
  ~OwnConfig() { ::unsetenv("XDG_CONFIG_HOME"); }
  OwnConfig(const OwnConfig&) = delete;
  OwnConfig& operator=(const OwnConfig&) = delete;
};

}  // namespace

TEST_CASE("story: a cache that somebody else wrote beside the log tells nothing", "[story][cache]") {
  const test::LogFolder folder;
  const OwnConfig config(folder / "config");
  const std::string log = folder / "long.battle";
  std::filesystem::copy_file(test::old_log("long_turn"), log);
  auto story = story_of(log);
  REQUIRE(story);
  keep_story(log, *story);
  const auto honest = read_text_file(cache_path(log));
  REQUIRE(honest);
  std::string forged = *honest;
  const auto title = forged.find(story->title);
  REQUIRE(title != std::string::npos);
  forged[title] ^= 1;
  REQUIRE_FALSE(write_text_file(cache_path(log), forged));
  CHECK_FALSE(cached_story(log));
  REQUIRE_FALSE(write_text_file(cache_path(log), *honest));
  CHECK(cached_story(log));
  std::filesystem::remove(folder / "config/polemarch/stories.key");  // another computer
  CHECK_FALSE(cached_story(log));
  // Nor is a log written over that lies under the cache's name.
  const auto text = read_text_file(log);
  std::filesystem::remove(cache_path(log));
  std::filesystem::create_symlink(log, cache_path(log));
  keep_story(log, *story);
  CHECK(*read_text_file(log) == *text);
  // Nor any other file that a link of that name leads to, and no pipe is waited for.
  std::ofstream(folder / "letter") << "dear";
  std::filesystem::remove(cache_path(log));
  std::filesystem::create_symlink(folder / "letter", cache_path(log));
  keep_story(log, *story);
  CHECK(*read_text_file(folder / "letter") == "dear");
  std::filesystem::remove(cache_path(log));
  REQUIRE(::mkfifo(cache_path(log).c_str(), 0600) == 0);
  keep_story(log, *story);
}

TEST_CASE("story: nothing of any ruleset's battle is left out of its cache", "[story][cache]") {
  const test::LogFolder folder;
  const OwnConfig config(folder / "config");
  const std::string name = GENERATE(as<std::string>{}, "november_blade_and_bow", "november_hail_caesar", "november_hoplomachia",
                                    "november_paean", "november_to_the_strongest", "rulings", "marathon", "clash");
  const std::string log = folder / "one.battle";
  std::filesystem::copy_file(test::old_log(name), log);
  INFO(name);
  const auto story = story_of(log);
  REQUIRE(story);
  const auto again = unpacked(packed(*story));
  REQUIRE(again);
  REQUIRE(again->moments.size() == story->moments.size());
  for (std::size_t i = 0; i < story->moments.size(); ++i) {
    INFO(story->moments[i].sentence);
    CHECK(again->moments[i] == story->moments[i]);
  }
  CHECK(*again == *story);
}

TEST_CASE("story: its cache is the story again, and is left alone where the log is another", "[story][cache]") {
  const test::LogFolder folder;
  const OwnConfig config(folder / "config");
  const std::string log = folder / "long.battle";
  std::filesystem::copy_file(test::old_log("long_turn"), log);
  const auto story = story_of(log);
  REQUIRE(story);
  const auto again = unpacked(packed(*story));
  REQUIRE(again);
  CHECK(packed(*again) == packed(*story));
  CHECK(again->moments.back().sentence == story->moments.back().sentence);
  keep_story(log, *story);
  REQUIRE(cached_story(log));
  CHECK(packed(*cached_story(log)) == packed(*story));
  // Any damage, and it is no story at all.
  const std::string whole = packed(*story);
  for (std::size_t cut : {std::size_t{0}, std::size_t{1}, whole.size() / 3, whole.size() - 1}) CHECK_FALSE(unpacked(whole.substr(0, cut)));
  std::string turned = whole;
  turned[whole.size() / 2] = static_cast<char>(~turned[whole.size() / 2]);
  (void)unpacked(turned);  // whatever comes of it, it comes without a crash
  // The pair may be copied elsewhere; a byte changed behind its back, at the same size and time, is seen by the chain.
  std::filesystem::copy_file(log, folder / "copy.battle");
  std::filesystem::copy_file(cache_path(log), cache_path(folder / "copy.battle"));
  std::filesystem::last_write_time(folder / "copy.battle", std::filesystem::file_time_type::clock::now());
  CHECK(cached_story(folder / "copy.battle"));
  const auto time = std::filesystem::last_write_time(log);
  auto text = read_text_file(log);
  REQUIRE(text);
  const std::string intact = *text;
  (*text)[text->find("\"t\":", text->size() / 2) + 4] ^= 1;
  std::ofstream(log) << *text;
  std::filesystem::last_write_time(log, time);
  CHECK_FALSE(cached_story(log));
  std::ofstream(log) << intact;
  CHECK(cached_story(log));
  std::filesystem::resize_file(log, std::filesystem::file_size(log) - 10);
  CHECK_FALSE(cached_story(log));
}

TEST_CASE("story: one told before the battle went on is not kept as that of the whole log", "[story][cache]") {
  const test::LogFolder folder;
  const OwnConfig config(folder / "config");
  const std::string log = folder / "game.battle";
  std::string text = *read_text_file(test::old_log("long_turn"));
  const std::string whole = text;
  text.resize(text.rfind('\n', text.size() - 2) + 1);  // its last line is not written yet
  REQUIRE_FALSE(write_text_file(log, text));
  const auto early = story_of(log);
  REQUIRE(early);
  keep_story(log, *early);
  REQUIRE(cached_story(log));
  REQUIRE_FALSE(write_text_file(log, whole));
  keep_story(log, *early);  // a replay that was open all the while
  CHECK_FALSE(cached_story(log));
  const auto now = story_of(log);
  REQUIRE(now);
  CHECK(now->chain != early->chain);
  keep_story(log, *now);
  CHECK(cached_story(log));
}

}  // namespace cache_tests
