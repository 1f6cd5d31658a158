/// How a story says its measures, losses and chapters.
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "assistant/story/chapters.hpp"
#include "assistant/story/lead.hpp"
#include "assistant/story/words.hpp"
#include "engine/core/telling.hpp"
#include "tests/assistant/story/told_battle.hpp"

using namespace polemarch;
using namespace polemarch::assistant;
using namespace polemarch::assistant::story;

TEST_CASE("story: measures are said with as many decimals as their error leaves meaning, and once", "[story]") {
  const engine::Reason close{"HC-SHO-T1", "range of bows: 18.0 in of 18.0 in", 17.99906, 18.0, "in", 0.00102};
  CHECK(measure_text(close) == "17.999 ± 0.002 in, limit 18 in");
  CHECK(reason_words(close) == "range of bows");
  CHECK(measure_text({"HC-MOV-01", "ordered move", 4.9, 6.0, "in", 0.04}) == "4.90 ± 0.08 in, limit 6 in");
  CHECK(measure_text({"TTS-ACT-03", "needs 2+", 2.0, {}, "card", {}}).empty());  // its words say so
  CHECK(measure_text({"TTS-ACT-T1", "sideways +1", 1.0, {}, "pips", {}}).empty());
  CHECK(reason_words({"HC-SHO-10", "extreme range (say \"extreme\"): too close to call", 18.0, 18.0, "in", 0.001}) ==
        "extreme range: too close to call");
  CHECK(without_rules("Horsemen are lost: TTS-EVD-12 nowhere to evade to") == "Horsemen are lost: nowhere to evade to");
  CHECK(without_rules("Ash clan (B3) holds, 3-1") == "Ash clan (B3) holds, 3-1");
}

TEST_CASE("story: what a unit lost bit by bit is said once, one of a thing in the singular", "[story]") {
  Story story;
  story.sides = story.armies = {"Greeks", "Persians of Susa"};
  story.members = {{{"A1"}, Side::A, "Horse", "", true, ""}, {{"B1"}, Side::B, "Immortals", "", true, ""}};
  const auto base = [](const char* unit, const char* name) {
    engine::Lost lost;
    lost.unit = {unit};
    lost.bases = {{name}};
    return lost;
  };
  CHECK(losses_text(story, {base("A1", "A1.1"), base("A1", "A1.2"), base("B1", "B1.1")}) ==
        std::vector<std::string>{"Horse loses 2 bases", "Immortals lose 1 base"});
  CHECK(loss_text(story, base("B1", "B1.1"), Tense::Past) == "Immortals lost 1 base");
  for (const auto& [side, start] : {std::pair{Side::A, 1}, {Side::B, 0}}) {
    story.counters.push_back({.side = side, .name = "losses", .value = start, .limit = 7});
    story.counted.push_back(static_cast<std::int16_t>(start));
  }
  story.ending = engine::Ending{Side::B, "a minor victory"};
  CHECK(lead_of(story) ==
        "The Persians of Susa won: a minor victory. They had no losses, of the seven that break an army; the Greeks had one loss, of the "
        "seven that break an army.");
}

TEST_CASE("story: where sides alternate unit by unit a turn is one chapter, though it changes hands but twice", "[story]") {
  Story story;
  story.moments.resize(8);
  for (const int turn : {1, 2}) {
    const auto at = static_cast<std::uint32_t>(4 * (turn - 1));
    story.chapters.push_back({turn, Viewer::A, at, at});
    story.chapters.push_back({turn, Viewer::B, at + 1, at + 1});
    story.chapters.push_back({turn, Viewer::A, at + 2, at + 3});
  }
  Story once = story;
  once.chapters.resize(3);
  join_alternating(once);
  CHECK(once.chapters.size() == 3);  // it may have been taken back, or waited for: no sign of alternating yet
  join_alternating(story);
  REQUIRE(story.chapters.size() == 2);
  CHECK(story.chapters[1].side == Viewer::Both);
  CHECK(story.chapters[1].first == 4);
  CHECK(story.chapters[1].last == 7);
  CHECK(player_turn(story) == "turn");
}
