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

TEST_CASE("replay: an order to move whose throw failed is not headed as done", "[replay]") {
  auto story = story::story_of(test::old_log("long_turn"));  // for its table
  REQUIRE(story);
  story->members = {{{"A1"}, Side::A, "Hoplites", "", true, ""}};
  story->markings.clear(), story->acts.clear();
  story::Moment order;
  order.seq = order.order = 1, order.turn = 7;
  order.deed = story::Deed::Move, order.clause = "Hoplites move to m7", order.unit = {"A1"};
  story::Moment card = order;
  card.seq = 2, card.deed = story::Deed::Answer, card.clause.clear();
  card.throws = {{.who = Side::A, .thrower = {"A1"}, .at = {}, .purpose = "order", .values = {1}, .need = 2}};
  story->moments = {order, card};
  story->chapters = {{7, Viewer::A, 0, 1}};
  replay::Reel reel(*story);
  reel.go(1);
  CHECK(replay::view_of(reel, {}).card->title == "Hoplites move to m7");  // nothing is thrown yet
  reel.go(2);
  CHECK(replay::view_of(reel, {}).card->title == "Hoplites could not move to m7");
}

TEST_CASE("replay: a leader's token is round, so that his plate bears his name and not his number", "[replay]") {
  const auto story = story::story_of(test::old_log("clash"));
  REQUIRE(story);
  replay::Reel reel(*story);
  reel.go(0);
  std::size_t leaders = 0;
  for (const ui::UnitView& unit : replay::view_of(reel, {}).units)
    for (const engine::StateMark& mark : unit.marks)
      if (unit.on_table && (mark.glyph == engine::Glyph::General || mark.glyph == engine::Glyph::SeniorGeneral)) {
        CHECK(unit.round);
        ++leaders;
      }
  CHECK(leaders > 0);
}

}  // namespace replay_words_tests
