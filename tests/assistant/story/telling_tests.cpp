/// How a story says its measures and losses.
#include <cctype>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "assistant/session/session.hpp"
#include "assistant/story/alike.hpp"
#include "assistant/story/build.hpp"
#include "assistant/story/chapters.hpp"
#include "assistant/story/lead.hpp"
#include "assistant/story/stats.hpp"
#include "assistant/story/words.hpp"
#include "engine/core/telling.hpp"
#include "tests/assistant/story/told_battle.hpp"

namespace telling_tests {

using namespace polemarch;
using namespace polemarch::assistant;
using namespace polemarch::assistant::story;

TEST_CASE("story: who enters, leaves, takes a place or a village is told in a player's words", "[story]") {
  const auto clauses = [](const char* battle, std::initializer_list<std::pair<const char*, const char*>> commands) {
    const auto session = Session::open(test::source_dir() + "/models/data/battles/" + battle + ".json", "");
    REQUIRE(session);
    for (const auto& [command, clause] : commands) CHECK((*session)->battle().clause(command) == clause);
  };
  clauses(
      "to_the_strongest_sample",
      {{R"({"by":"A","do":"enter","to":"b1","unit":"A9"})", "Ala Longiniana comes on to the table at b1"},
       {R"({"by":"A","do":"turn","facing":"S","off_table":true,"to":"c1","unit":"A9"})", "Ala Longiniana turns and leaves the table at c1"},
       {R"({"by":"B","do":"move","off_table":true,"to":"c8","unit":"B9"})", "Horsemen move off the table at c8"}});
  clauses("blade_and_bow_marathon",
          {{R"({"by":"A","do":"place_leader","leader":"Callimachus","square":"E11"})", "Callimachus takes his place in e11"}});
  const auto ford = Session::open(test::source_dir() + "/models/data/battles/hail_caesar_sample.json", "");
  REQUIRE(ford);
  if ((*ford)->battle().clause(R"({"by":"A","do":"move","in":"V1","unit":"A4"})") == "Velites deploy")
    REQUIRE((*ford)->submit(R"({"by":"A","do":"end_phase"})", "typed", 1));
  CHECK((*ford)->battle().clause(R"({"by":"A","do":"move","in":"V1","unit":"A4"})").starts_with("Velites move into the "));
  CHECK((*ford)->battle().clause(R"({"by":"A","do":"move","formation":"wedge","unit":"A1"})") == "First legion forms wedge");
}

TEST_CASE("story: a Hail Caesar break test says its result first, then its sum", "[story]") {
  const auto story = story_of(test::old_log("clash"));
  REQUIRE(story);
  int tests = 0;
  for (const Moment& moment : story->moments)
    for (const engine::Thrown& thrown : moment.throws) {
      if (!thrown.purpose.starts_with("break test")) continue;
      ++tests;
      INFO(thrown.outcome);
      CHECK(std::isalpha(static_cast<unsigned char>(thrown.outcome.front())) != 0);
    }
  CHECK(tests > 0);
}

TEST_CASE("story: measures are said with as many decimals as their error leaves meaning, and once", "[story]") {
  const engine::Reason close{"HC-SHO-T1", "range of bows: 18.0 in of 18.0 in", 17.99906, 18.0, "in", 0.00102};
  CHECK(measure_text(close) == "17.999 ± 0.002 in, limit 18 in");
  CHECK(reason_words(close) == "range of bows");
  CHECK(measure_text({"HC-MOV-01", "ordered move", 4.9, 6.0, "in", 0.04}) == "4.90 ± 0.08 in, limit 6 in");
  CHECK(measure_text({"TTS-ACT-03", "needs 2+", 2.0, {}, "card", {}}).empty());  // its words say so
  CHECK(measure_text({"TTS-ACT-T1", "sideways +1", 1.0, {}, "pips", {}}).empty());
  CHECK(reason_words({"HC-SHO-10", "extreme range (say \"extreme\"): too close to call", 18.0, 18.0, "in", 0.001}) ==
        "extreme range: too close to call");
  CHECK(measure_text({"HC-CFG-01", "General to Slingers: 31.7 in", 31.7, 12.0, "in", {}}) == "limit 12 in");  // its value is said
  CHECK(measure_text({"HM-EPI-18", "straight ahead", 7.4, 8.0, "in", {}}) == "7.4 in, limit 8 in");
  CHECK(row_words({"HC-CFG-01", "rating of Consul: 8", 8, {}}) == "rating of Consul");
  CHECK(row_words({"HC-SHO-06", "front quarter -1", 1, {}}) == "front quarter");
  CHECK(row_words({"PA-MIS-11", "B3.1: 1 rank", 1, {}}) == "B3.1: 1 rank");
  CHECK(row_words({"HM-AND-22", "promachos, -1 to the throw", 1, {}}) == "promachos, -1 to the throw");
  CHECK(without_rules("Horsemen are lost: TTS-EVD-12 nowhere to evade to") == "Horsemen are lost: nowhere to evade to");
  CHECK(without_rules("Ash clan (B3) holds, 3-1") == "Ash clan (B3) holds, 3-1");
  CHECK(without_rules("Hoplites move to k8, and stop (BB-MOV-12)") == "Hoplites move to k8, and stop");
}

TEST_CASE("story: who is lost is taken off the table by hand, who is not is put in place", "[story]") {
  Story story;
  story.sides = story.armies = {"Romans", "Britons"};
  story.members = {{{"B2"}, Side::B, "Oak clan", "", false, ""}};
  Moment killed;
  killed.seq = 1, killed.turn = 2;
  engine::Lost lost;
  lost.unit = {"B2"}, lost.what = "the unit";
  killed.losses = {lost};
  Moment placed;
  placed.seq = 2, placed.turn = 2, placed.unit = {"B2"}, placed.deed = Deed::Place, placed.ruling = "allowed";
  story.moments = {killed, placed};
  write_sentences_from(story, 1);
  CHECK(story.moments[1].sentence == "Oak clan is taken off the table");
  story.moments[0].undone = true;
  write_sentences_from(story, 1);
  CHECK(story.moments[1].sentence == "Oak clan is put in place");
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
  CHECK(loss_text(story, base("B1", "B1.1"), Tense::Past) == "Immortals lost a base");
  // Single bases of a formation that came apart have its name.
  story.members.push_back({{"B1.3"}, Side::B, "Immortals", "", true, ""});
  CHECK(losses_text(story, {base("B1.3", "B1.3"), base("A1", "A1.1"), base("B1", "B1.1")}) ==
        std::vector<std::string>{"Immortals lose 2 bases", "Horse loses 1 base"});
  CHECK(losses_together(story, {base("B1.3", "B1.3"), base("B1", "B1.1")}, 3) == "Immortals lost two bases");
  engine::Lost part;
  part.unit = {"B1.3"}, part.what = "the unit", part.how = "off the table";
  CHECK(losses_text(story, {base("B1", "B1.1"), part}) == std::vector<std::string>{"Immortals lose 1 base and leave the table"});
  CHECK(losses_together(story, {base("B1", "B1.1"), part}, 3) == "Immortals lost a base and left the table");
  engine::Lost other = part;
  other.unit = {"B1.4"};
  story.members.push_back({{"B1.4"}, Side::B, "Immortals", "", true, ""});
  CHECK(losses_text(story, {part, other}) == std::vector<std::string>{"Immortals leave the table"});
  CHECK(losses_together(story, {part, other}, 3) == "Immortals left the table");
  for (const auto& [side, start] : {std::pair{Side::A, 1}, {Side::B, 0}}) {
    story.counters.push_back({.side = side, .name = "losses", .value = start, .limit = 7});
    story.counted.push_back(static_cast<std::int16_t>(start));
  }
  story.ending = engine::Ending{Side::B, "a minor victory"};
  CHECK(lead_of(story) == "The Persians of Susa won: a minor victory. They had no losses, the Greeks one loss; seven break an army.");
}

TEST_CASE("story: what a fight cost that came due after an order is told after it, not as its end", "[story]") {
  Story story;
  story.sides = {"Lakonians", "Argives"};
  story.members = {{{"A1"}, Side::A, "Helots", "", true, ""},
                   {{"A2"}, Side::A, "Second mora", "", true, ""},
                   {{"B1"}, Side::B, "Thousand", "", true, ""}};
  Moment moved;
  moved.clause = "Helots go 6.0 in ahead";
  moved.unit = {"A1"};
  engine::Lost lost;
  lost.unit = {"A2"};
  lost.bases = {{"A2.1"}};
  lost.by = {"B1"};
  moved.losses = {lost};
  story.moments = {moved, moved};
  story.moments[1].losses[0].by = {"A1"};  // by the unit of the order: its end
  Act act;
  act.moments = {0};
  story.acts = {act, act};
  story.acts[1].moments = {1};
  write_sentences(story);
  CHECK(story.moments[0].sentence == "Helots go 6.0 in ahead; then Second mora loses 1 base");
  CHECK(story.acts[0].outcome == "Then Second mora loses 1 base to Thousand");
  CHECK(story.moments[1].sentence == "Helots go 6.0 in ahead: Second mora loses 1 base");
  CHECK(story.acts[1].outcome == "Second mora loses 1 base");
}

TEST_CASE("story: who leaves the table leaves it, and a person is lost with his base", "[story]") {
  Story story;
  story.members = {{{"A1"}, Side::A, "Slingers", "", true, ""}, {{"L1"}, Side::A, "Boeotarch", "", false, ""}};
  const engine::Lost left{.unit = {"A1"}, .bases = {}, .what = "the unit", .by = {}, .how = "off the table", .at = {}, .rule = {}};
  CHECK(loss_text(story, left) == "Slingers leave the table");
  CHECK(loss_text(story, left, Tense::Past) == "Slingers left the table");
  const engine::Lost person{.unit = {"L1"}, .bases = {{"L1.1"}}, .what = "a base", .by = {}, .how = "close combat", .at = {}, .rule = {}};
  CHECK(loss_text(story, person) == "Boeotarch is lost");
}

TEST_CASE("story: what is said of several is said once, and nothing that was said is said again", "[story]") {
  Story story;
  story.sides = {"Greeks", "Persians"};
  story.members = {{{"A1"}, Side::A, "Skiritai", "", true, ""},
                   {{"A2"}, Side::A, "Second mora", "", true, ""},
                   {{"A3"}, Side::A, "Helots", "", true, ""}};
  std::vector<std::string> merged;
  for (const NewsLine& line : merged_alike(
           story,
           {{"Skiritai are under Charge", {}}, {"Second mora is under Charge", {}}, {"Helots are under Halt", {}}, {"Helots move", {}}}))
    merged.push_back(line.text);
  CHECK(merged == std::vector<std::string>{"Skiritai and Second mora are under Charge", "Helots are under Halt", "Helots move"});
  const std::vector<std::string> said = words_said({"Helots turn 90 degrees right, go 6.0 in ahead", "Greeks"});
  CHECK(says_again("Helots turn 90 degrees right, move 6 in", said));
  CHECK_FALSE(says_again("Helots turn 90 degrees right, move 5.5 in", said));
  CHECK_FALSE(says_again("Helots are disarrayed", said));
  story.moments.resize(1);
  engine::Thrown thrown;
  thrown.thrower = {"A3"};
  thrown.purpose = "order to a unit";
  thrown.values = {3, 1};
  thrown.need = 6;
  thrown.good = 1;
  thrown.outcome = "2 moves";
  story.moments[0].throws = {thrown};
  const Act act{0, {0}, "Second mora orders Helots", "The throw fails", true, false};
  CHECK(says_again("Second mora orders Helots: 4 for 6, 2 moves", said_by(story, act)));
  CHECK_FALSE(says_again("Second mora loses command", said_by(story, act)));
  CHECK(act_text(act, story) == "Second mora orders Helots: the throw fails");
  CHECK(act_text({0, {0}, "Helots shoot", "Second mora is lost", false, true}, story) == "Helots shoot: Second mora is lost");
}

TEST_CASE("story: the lead's last sentence is of the last turn, or says which turn it is of", "[story]") {
  Story story;
  story.sides = story.armies = {"Greeks", "Persians"};
  story.members = {{{"A1"}, Side::A, "Horse", "", true, ""}};
  story.moments.resize(2);
  for (std::size_t i = 0; i < 2; ++i) {
    story.moments[i].seq = story.moments[i].order = static_cast<std::int64_t>(i) + 1;
    story.moments[i].turn = static_cast<int>(3 * i) + 1;
    const auto at = static_cast<std::uint32_t>(i);
    story.chapters.push_back({story.moments[i].turn, Viewer::A, at, at});
  }
  story.moments[0].clause = "Horse wheel 30 degrees";
  story.moments[0].unit = {"A1"};
  story.moments[0].losses = {{.unit = {"A1"}, .bases = {{"A1.1"}}, .what = "a base", .by = {}, .how = "", .at = {}, .rule = {}}};
  story.acts = {{0, {0}, "Horse wheel 30 degrees", "Horse loses 1 base", false, true}, {1, {1}, "Greeks pass", "", false, false}};
  story.ending = engine::Ending{std::nullopt, "the time is up"};
  CHECK(lead_of(story) == "The battle was drawn in turn 4: the time is up. The last loss was in turn 1: Horse lost a base.");
  story.acts[0].chapter = 1;
  CHECK(lead_of(story) == "The battle was drawn in turn 4: the time is up. At the last, Horse lost a base.");
}

}  // namespace telling_tests
