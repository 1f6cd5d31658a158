/// What a replay writes beside its log, and that its leaders hide nobody.
#include <filesystem>

#include "assistant/play/written.hpp"
#include "assistant/replay/screen.hpp"
#include "assistant/report/report.hpp"
#include "assistant/story/build.hpp"
#include "tests/assistant/session/log_support.hpp"
#include "tests/assistant/story/told_battle.hpp"
#include "tests/support/catch.hpp"
#include "ui/shapes.hpp"

namespace replay_files_tests {

using namespace polemarch;
using namespace polemarch::assistant;
using namespace polemarch::assistant::replay;

TEST_CASE("replay: a report beside the log takes the place of an older one, never of what a link leads to", "[replay]") {
  const test::LogFolder folder;
  const std::string log = folder / "game.battle", page = folder / "game-report.html", setup = folder / "game.json";
  std::filesystem::copy_file(test::old_log("long_turn"), log);
  REQUIRE_FALSE(write_text_file(setup, "a set-up"));
  REQUIRE_FALSE(write_text_file(page, "an older report"));
  REQUIRE(report_beside(log));
  CHECK(read_text_file(page)->ends_with("</html>\n"));
  std::filesystem::remove(page);
  std::filesystem::create_symlink(setup, page);
  const auto refused = report_beside(log);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().line.find("game-report.html: is a link") != std::string::npos);
  CHECK(*read_text_file(setup) == "a set-up");
  std::filesystem::remove(page);
  std::filesystem::create_hard_link(setup, page);  // as some backups keep what has not changed
  REQUIRE(report_beside(log));
  CHECK(read_text_file(page)->ends_with("</html>\n"));
  CHECK(*read_text_file(setup) == "a set-up");
  CHECK_FALSE(report_beside(""));
}

TEST_CASE("replay: bookmarks are not written into what a link of their name leads to", "[replay]") {
  const test::LogFolder folder;
  const std::string log = folder / "game.battle", letter = folder / "letter";
  REQUIRE_FALSE(write_text_file(letter, "dear"));
  REQUIRE_FALSE(write_bookmarks(log, {2, 7}));
  CHECK(read_bookmarks(log) == std::vector<std::int64_t>{2, 7});
  std::filesystem::remove(bookmarks_path(log));
  std::filesystem::create_symlink(letter, bookmarks_path(log));
  CHECK(write_bookmarks(log, {3}));
  CHECK(*read_text_file(letter) == "dear");
}

TEST_CASE("replay: a picture of the screen takes a number that no picture before it has", "[replay]") {
  const test::LogFolder folder;
  const std::string stem = folder / "game-";
  CHECK(play::next_picture(stem) == stem + "1.png");
  for (const char* taken : {"1", "2", "4"}) REQUIRE_FALSE(write_text_file(stem + taken + ".png", "a picture"));
  CHECK(play::next_picture(stem) == stem + "3.png");
  std::filesystem::create_symlink("nowhere", stem + "3.png");
  CHECK(play::next_picture(stem) == stem + "5.png");
}

TEST_CASE("replay: a leader's token leaves the number of the unit he is with in sight", "[replay]") {
  const auto story = story::story_of(test::old_log("november_blade_and_bow"));
  REQUIRE(story);
  Reel reel(*story);
  int tokens = 0;
  for (const std::size_t at : {std::size_t{0}, reel.end() / 2, reel.end()}) {
    reel.go(at);
    const Scene scene = view_of(reel, {}).scene;
    std::vector<std::vector<Vec2>> bases;
    for (const SceneItem& item : scene.items)
      if (const auto* base = std::get_if<Polygon>(&item.shape); base != nullptr && item.meaning == "base") bases.push_back(base->points);
    for (const SceneItem& item : scene.items) {
      const auto* token = std::get_if<Circle>(&item.shape);
      if (token == nullptr || item.meaning != "base") continue;
      ++tokens;
      for (const std::vector<Vec2>& base : bases) CHECK_FALSE(ui::contains(base, token->centre));
    }
  }
  CHECK(tokens > 3);
}

}  // namespace replay_files_tests
