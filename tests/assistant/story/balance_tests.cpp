/// How a battle stands between its sides, and what a lead makes of it.
#include "assistant/story/balance.hpp"

#include "assistant/story/chapters.hpp"
#include "assistant/story/lead.hpp"
#include "assistant/story/leaving.hpp"
#include "assistant/story/stats.hpp"
#include "assistant/story/words.hpp"
#include "tests/assistant/story/told_battle.hpp"

namespace balance_tests {

using namespace polemarch;
using namespace polemarch::assistant;
using namespace polemarch::assistant::story;

namespace {

engine::Counter counter(Side side, const char* name, int start, bool counts_down, std::optional<int> limit = {}) {
  engine::Counter one;
  one.side = side;
  one.name = name;
  one.value = start;
  one.start = start;
  one.counts_down = counts_down;
  one.limit = limit;
  return one;
}

engine::Lost lost_unit(const char* unit, const char* how, const char* by = "") {
  return {.unit = {unit}, .bases = {}, .what = "the unit", .by = {by}, .how = how, .at = {}, .rule = {}};
}

/// Two turns of the Romans (A1, A2, each of one base) against the Britons (B1, B2); the second costs the Britons both units.
Story ford() {
  Story story;
  story.sides = story.armies = {"Romans", "Britons"};
  const std::array<const char*, 4> names{"First cohort", "Cretan archers", "Young riders", "Slingers"}, ids{"A1", "A2", "B1", "B2"};
  for (std::size_t i = 0; i < 4; ++i) {
    const Side side = i < 2 ? Side::A : Side::B;
    story.members.push_back({{ids[i]}, side, names[i], "", true, ""});
    story.pieces.push_back({{std::string(ids[i]) + ".1"}, {ids[i]}, side, {}, engine::Troops::None});
    story.start.push_back({true, 100.0 * static_cast<double>(i), 100, 90});
  }
  for (std::size_t i = 0; i < 2; ++i) {
    Moment moment;
    moment.seq = moment.order = static_cast<std::int64_t>(i) + 1;
    moment.turn = static_cast<int>(i) + 1;
    moment.ruling = "allowed";
    moment.unit = {"A1"};
    moment.clause = "First cohort moves";
    story.moments.push_back(moment);
    const auto at = static_cast<std::uint32_t>(i);
    story.chapters.push_back({moment.turn, Viewer::A, at, at});
  }
  story.moments[1].losses = {lost_unit("B1", "broken"), lost_unit("B2", "broken")};
  for (const std::uint32_t piece : {2U, 3U}) story.moments[1].shifts.push_back({piece, story.start[piece], {}});
  gather_acts(story);
  write_sentences(story);
  return story;
}

}  // namespace

TEST_CASE("story: where the rules count what falls once or twice, units tell how it stands", "[story][balance]") {
  Story story = ford();
  story.counters = {counter(Side::A, "divisions broken", 0, false, 1), counter(Side::B, "divisions broken", 0, false, 1)};
  story.counted = story.moments[0].counted = {0, 0};
  story.moments[1].counted = {0, 1};
  REQUIRE(counts_units(story));
  CHECK(left_over_time(story, Side::A) == std::vector<int>{2, 2, 2});
  CHECK(left_over_time(story, Side::B) == std::vector<int>{2, 2, 0});
  CHECK(scores_of(story) == std::vector<std::string>{"Romans 2 : 2 Britons", "Romans 2 : 0 Britons"});
  story.ending = engine::Ending{Side::A, "the other army is broken"};
  CHECK(lead_of(story).starts_with("The Romans won in turn 2: the other army is broken. They had lost no unit, the Britons two of two."));
}

TEST_CASE("story: medals are told with what an army began with, and once what they are", "[story][balance]") {
  Story story = ford();
  story.counters = {counter(Side::A, "medals", 9, true), counter(Side::B, "medals", 4, true)};
  story.counted = story.moments[0].counted = {9, 4};
  story.moments[1].counted = {7, 0};
  REQUIRE_FALSE(counts_units(story));
  CHECK(balance_text(story, Side::A, "They had") == "They had seven medals left of nine, the Britons none of four");
  CHECK(balance_text(story, Side::B, "They had") == "They had no medals left of four, the Romans seven of nine");
  story.moments[1].counted = {9, -1};
  CHECK(balance_text(story, Side::A, "They had") == "They had all nine medals left, the Britons minus one");
  story.moments[1].counted = {7, 0};
  story.turn_now = 2;
  CHECK(lead_of(story) ==
        "The battle stands in turn 2 and is not over. The Romans have seven medals left of nine, the Britons none of four. The hardest "
        "blow fell in turn 2, when Young riders and Slingers were broken: it cost the Britons four medals.");
  story.ending = engine::Ending{std::nullopt, "the time is up"};
  CHECK(lead_of(story).starts_with("The battle was drawn in turn 2: the time is up. The Romans had seven medals left of nine,"));
  story.ending.reset();  // bases of a detachment are its unit's
  story.moments[1].losses = {lost_unit("B1", ""), lost_unit("B1.2", "")};
  story.moments[1].losses[0].bases = {{"B1.1"}}, story.moments[1].losses[1].bases = {{"B1.2"}};
  CHECK(lead_of(story).find("The hardest blow fell in turn 2, when Young riders lost two bases:") != std::string::npos);
}

TEST_CASE("story: who has more than he began with has nothing left of it, and who won is said", "[story][balance]") {
  Story story = ford();
  story.counters = {counter(Side::A, "arete", 10, true), counter(Side::B, "arete", 8, true)};
  for (engine::Counter& one : story.counters) one.start.reset();
  story.counted = story.moments[0].counted = {10, 8};
  story.moments[1].counted = {20, -5};
  CHECK(balance_text(story, Side::A, "They had") == "They had 20 arete, the Britons minus five");
  story.moments[1].counted = {4, 8};
  CHECK(balance_text(story, Side::A, "They had") == "They had four arete left, the Britons eight");
  CHECK(ending_of(story).empty());
  story.ending = engine::Ending{Side::A, "the Britons give up"};
  CHECK(ending_of(story) == "The Romans have won: the Britons give up");
  story.ending = engine::Ending{std::nullopt, "the time is up"};
  CHECK(ending_of(story) == "The battle is drawn: the time is up");
}

TEST_CASE("story: what units that came back brought their side again is told, and that nobody lost anything", "[story][balance]") {
  Story story = ford();
  story.counters = {counter(Side::A, "medals", 9, true), counter(Side::B, "medals", 4, true)};
  story.counted = story.moments[0].counted = {9, 4};
  story.moments[1].counted = {9, 0};
  CHECK(returns_of(story).empty());
  Moment back = story.moments[0];  // Slingers come on again
  back.seq = back.order = 3, back.turn = 3;
  back.unit = {"B2"}, back.clause = "Slingers come on to the table at a8";
  back.shifts = {{3, {}, story.start[3]}};
  back.counted = {9, 2};
  story.moments.push_back(back);
  story.chapters.push_back({3, Viewer::B, 2, 2});
  const std::vector<Return> returns = returns_of(story);
  REQUIRE(returns.size() == 1);
  CHECK((returns[0].moment == 2 && returns[0].unit.text == "B2"));
  CHECK(brought_back(story, Side::B, returns) == 2);
  CHECK(brought_back(story, Side::A, returns) == 0);
  CHECK(lead_of(story).find("Units that came back on to the table brought the Britons two medals again.") != std::string::npos);
  story.moments[2].undone = true;
  CHECK(returns_of(story).empty());
  for (engine::Counter& one : story.counters) one.counts_down = false, one.limit = 7, one.name = "losses";
  for (Moment& moment : story.moments) moment.counted = {0, 0};
  story.counted = {0, 0};
  CHECK(balance_text(story, Side::A, "They had") == "Neither side had any losses; seven break an army");
  CHECK(balance_text(story, Side::A, "The Romans have") == "Neither side has any losses; seven break an army");
}

TEST_CASE("story: fates that are alike are told once, with who dealt them", "[story][words]") {
  const Story story = ford();
  const auto left = lost_unit("A1", "off the table"), riders = lost_unit("B1", "broken", "A2"), slingers = lost_unit("B2", "broken", "A2");
  CHECK(losses_together(story, {riders, slingers, left}, 3) == "Young riders and Slingers were broken and First cohort left the table");
  CHECK(losses_together(story, {riders, left}, 1) == "Young riders were broken and others with them");
  CHECK(dealt_by(story, {riders, slingers}) == " by Cretan archers");
  CHECK(dealt_by(story, {riders, lost_unit("B2", "broken", "A1")}).empty());
  engine::Lost bases = riders;
  bases.bases = {{"B1.1"}};
  CHECK(dealt_by(story, {bases}) == " to Cretan archers");
  CHECK(dealt_by(story, {left}).empty());
}

TEST_CASE("story: an order that only ends a phase is none that anybody looks for", "[story][words]") {
  Story story = ford();
  Moment& end = story.moments[0];
  end.unit = {};
  end.clause = "Republic end the phase";
  CHECK_FALSE(only_ends(story, story.acts[0]));
  end.ends = true;
  CHECK(only_ends(story, story.acts[0]));
  story.acts[0].outcome = "Velites are in order again";
  CHECK_FALSE(only_ends(story, story.acts[0]));
  CHECK_FALSE(only_ends(story, story.acts[1]));
}

}  // namespace balance_tests
