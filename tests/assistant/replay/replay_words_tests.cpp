// What the screen of a reel says of a moment.
#include "assistant/replay/screen.hpp"
#include "assistant/story/build.hpp"
#include "tests/assistant/story/told_battle.hpp"

namespace replay_words_tests {

using namespace polemarch;
using namespace polemarch::assistant;

TEST_CASE("replay: many dice stand on the card alone, what came of them in the sentence", "[replay]") {
  auto story = story::story_of(test::old_log("clash"));
  REQUIRE(story);
  REQUIRE(story->moments.size() > 2);
  engine::Thrown thrown;
  thrown.purpose = "close combat", thrown.values = {8, 8, 6, 5, 5};
  story->moments[0].throws = {thrown};
  story->moments[0].sentence = "Theban hoplites, close combat, needs 4+, throws 8, 8, 6, 5 and 5: Tribal hoplites lose a base";
  thrown.values = {3, 4};
  story->moments[1].throws = {thrown};
  story->moments[1].sentence = "Polemarch orders Slingers, needs 8 or less, throws 3 and 4: done";
  replay::Reel reel(*story);
  replay::press(reel, "@1");
  const ui::ViewState many = replay::view_of(reel, {});
  CHECK(many.call.ends_with("Theban hoplites, close combat, needs 4+: Tribal hoplites lose a base"));
  CHECK(many.log.front().text.ends_with("needs 4+: Tribal hoplites lose a base"));
  replay::press(reel, "@2");
  CHECK(replay::view_of(reel, {}).call.ends_with("throws 3 and 4: done"));
}

}  // namespace replay_words_tests
