/// How a story says its measures, losses and chapters.
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

namespace {

/// A story of two sides with these moments, one a turn's chapter, its acts and sentences made.
Story told_of(std::vector<Moment> moments) {
  Story story;
  story.sides = story.armies = {"Greeks", "Persians"};
  story.members = {
      {{"A1"}, Side::A, "Slingers", "", true, ""}, {{"B1"}, Side::B, "Horse", "", true, ""}, {{"B5"}, Side::B, "Strategos", "", false, ""}};
  story.pieces = {{{"A1.1"}, {"A1"}, Side::A, {}, engine::Troops::None}};
  story.start = {{}};
  for (std::size_t i = 0; i < moments.size(); ++i) {
    moments[i].seq = static_cast<std::int64_t>(i) + 1;
    if (moments[i].order == 0) moments[i].order = moments[i].seq;
    if (moments[i].ruling.empty()) moments[i].ruling = "allowed";
    const auto at = static_cast<std::uint32_t>(i);
    if (!story.chapters.empty() && story.chapters.back().turn == moments[i].turn)
      story.chapters.back().last = at;
    else
      story.chapters.push_back({moments[i].turn, Viewer::Both, at, at});
  }
  story.moments = std::move(moments);
  gather_acts(story);
  write_sentences(story);
  return story;
}

engine::Thrown test_of(const char* unit, const char* purpose, const char* outcome) {
  engine::Thrown thrown;
  thrown.thrower = {unit};
  thrown.purpose = purpose;
  thrown.outcome = outcome;
  thrown.need = 7;
  thrown.values = {4, 2};
  return thrown;
}

}  // namespace

TEST_CASE("story: bases that a hand puts down are deployed, put in place or moved, and a refusal is said once", "[story]") {
  Moment deployed, refused;
  deployed.deed = refused.deed = Deed::Place;
  deployed.unit = refused.unit = {"A1"};
  deployed.shifts = {{0, {}, {true, 10, 10, 90}}};
  refused.turn = 2;
  refused.ruling = "refused";
  refused.reasons = {{"TTS-MOV-01", "nothing is owed there", {}, {}, "", {}}};
  const Story story = told_of({deployed, refused});
  CHECK(story.moments[0].sentence == "Slingers are deployed");
  CHECK(act_text(story.acts[1], story) == "Slingers are moved by hand: refused: nothing is owed there");
}

TEST_CASE("story: the only throw of an order is told in a word, and what else ended with it is not its outcome", "[story]") {
  Moment test, order;
  test.turn = order.turn = 1;
  test.action = "skirmish", test.unit = {"A1"}, test.clause = "Slingers test their initiative";
  test.throws = {test_of("A1", "initiative test", "passed")};
  order.action = "order", order.deed = Deed::Order, order.unit = {"B1"}, order.clause = "Strategos orders Horse";
  order.throws = {test_of("B5", "command roll", "failed")};
  order.told = {"Allied hoplites have rallied"};
  const Story story = told_of({test, order});
  CHECK(act_text(story.acts[0], story) == "Slingers test their initiative: passed");
  CHECK(act_text(story.acts[1], story) == "Strategos orders Horse: not obeyed");
}

TEST_CASE("story: what is taken back is told by what it was", "[story]") {
  Moment move, back;
  move.turn = back.turn = 1;
  move.clause = "Slingers move to h3";
  back.deed = Deed::Repair, back.action = "undo", back.back_to = 1;
  Moment first = move;
  first.clause = "Greeks pass";
  CHECK(told_of({first, move, back}).moments[2].sentence == "Taken back: Slingers move to h3");
}

TEST_CASE("story: dice of a new turn stand for themselves, not in the last order of the turn before", "[story]") {
  Moment move, dice, more;
  move.turn = 1, move.clause = "Greeks pass";
  dice.turn = more.turn = 2;
  dice.deed = more.deed = Deed::Answer;
  dice.order = more.order = 1;
  dice.throws = more.throws = {test_of("", "initiative", "")};
  const Story story = told_of({move, dice, more});
  REQUIRE(story.acts.size() == 2);
  CHECK(story.acts[0].moments.size() == 1);
  CHECK(story.acts[1].moments.size() == 2);
  CHECK(story.acts[1].chapter == 1);
  CHECK(story.acts[1].title == "Initiative");
}

TEST_CASE("story: who is put next is no act of its own, what the unit does then tells it", "[story]") {
  Story story;
  story.members = {{{"A1"}, Side::A, "First mora", "", true, ""}, {{"A2"}, Side::A, "Second mora", "", true, ""}};
  const auto moment = [&](std::int64_t seq, const char* action, const char* unit, const char* clause) {
    Moment one;
    one.seq = one.order = seq;
    one.turn = 1;
    one.action = action;
    one.unit = {unit};
    one.clause = clause;
    one.ruling = "allowed";
    story.moments.push_back(one);
  };
  moment(1, "move", "A1", "First mora goes 4 in ahead");
  moment(2, "call", "A2", "Second mora is to act next");
  moment(3, "charge", "A2", "Second mora charges");
  moment(4, "call", "A1", "First mora is to act next");
  story.moments.back().ruling = "refused";
  story.chapters = {{1, Viewer::Both, 0, 3}};
  gather_acts(story);
  write_sentences(story);
  REQUIRE(story.acts.size() == 3);
  CHECK(story.acts[0].title == "First mora goes 4 in ahead");
  CHECK(story.acts[0].moments == std::vector<std::uint32_t>{0, 1});  // it has its place in the log
  CHECK(story.acts[1].title == "Second mora charges");
  CHECK(story.acts[2].failed);  // one that is refused is told
}

TEST_CASE("story: checks at a turn's end stand for themselves, a target's answer to a charge does not", "[story]") {
  Moment charge, answer, check;
  charge.turn = answer.turn = check.turn = 1;
  charge.deed = Deed::Charge, charge.unit = {"A1"}, charge.target = {"B1"}, charge.clause = "Slingers charge Horse",
  charge.phase = "charges";
  answer.deed = check.deed = Deed::Answer;
  answer.order = check.order = 1;
  answer.phase = check.phase = "end";
  answer.throws = {test_of("B1", "contact reaction", "passed")};
  check.throws = {test_of("", "sphagia", "1 arete")};
  const Story story = told_of({charge, answer, check});
  REQUIRE(story.acts.size() == 2);
  CHECK(story.acts[0].moments.size() == 2);
  CHECK(act_text(story.acts[1], story) == "Sphagia: Greeks 1 arete");
}

TEST_CASE("story: what a battle begins with may be rolled for, and a unit is lost once though it was routed before", "[story]") {
  Moment rolled, lost;
  lost.turn = 1;
  rolled.counted = {8, 7};
  lost.counted = {8, 5};
  lost.losses = {{.unit = {"B1"}, .bases = {}, .what = "the unit", .by = {}, .how = "routed", .at = {}, .rule = {}},
                 {.unit = {"B1"}, .bases = {}, .what = "the unit", .by = {}, .how = "eliminated", .at = {}, .rule = {}}};
  Story story = told_of({rolled, lost});
  for (const Side side : {Side::A, Side::B}) {
    engine::Counter counter;
    counter.side = side;
    counter.name = "arete";
    counter.counts_down = true;
    story.counters.push_back(counter);
  }
  CHECK(left_of(story, Side::B, 0) == 7);
  CHECK(left_of(story, Side::B, 2) == 5);
  CHECK(losses_of(story, story.chapters[1]) == std::vector<std::string>{"Horse"});
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

TEST_CASE("story: what was taken back begins no chapter and is marked, and the battle stands where it stands", "[story][undo]") {
  const auto moment = [](std::int64_t seq, int turn, Viewer side, const char* clause) {
    Moment one;
    one.seq = one.order = seq, one.turn = turn, one.side = side, one.clause = clause, one.ruling = "allowed";
    return one;
  };
  const auto undo = [&](std::int64_t seq, int turn, Viewer side, std::int64_t back_to) {
    Moment one = moment(seq, turn, side, "");
    one.deed = Deed::Repair, one.action = "undo", one.back_to = back_to;
    return one;
  };
  Story story;
  story.sides = story.armies = {"Rome", "Gaul"};
  story.title = "Rome against Gaul";
  story.moments = {moment(1, 0, Viewer::Both, "the battle begins"),
                   undo(2, 1, Viewer::A, 0),
                   moment(3, 0, Viewer::Both, "the battle begins"),
                   moment(4, 1, Viewer::A, "Equites move 6 in"),
                   moment(5, 1, Viewer::A, "the turn ends"),
                   moment(6, 1, Viewer::B, "Boii move"),
                   undo(7, 1, Viewer::B, 3),
                   moment(8, 1, Viewer::A, "Equites move 7 in"),
                   moment(9, 1, Viewer::A, "the turn ends"),
                   moment(10, 1, Viewer::B, "Boii move 9 in"),
                   moment(11, 1, Viewer::B, "the turn of Gaul ends")};
  for (const std::size_t gone : {0, 3, 4, 5}) story.moments[gone].undone = true;
  gather_chapters(story);
  join_alternating(story);
  std::vector<std::string> titles;
  for (const Chapter& chapter : story.chapters) titles.push_back(title_of(story, chapter));
  CHECK(titles == std::vector<std::string>{"Before the first turn", "Turn 1, Rome", "Turn 1, Gaul"});
  CHECK(story.chapters[1].first == 7);  // the orders taken back before it stand in the chapter they were given in
  gather_acts(story);
  write_sentences(story);
  CHECK(act_text(story.acts[3], story) == "Equites move 6 in (taken back)");
  CHECK(act_text(story.acts[6], story) == "Taken back: Equites move 6 in, and 2 commands after it");
  CHECK(act_text(story.acts[7], story) == "Equites move 7 in");
  story.turn_now = 2;  // the turn has begun, and nothing is done in it
  CHECK(lead_of(story).starts_with("The battle stands in turn 2 and is not over."));
  CHECK(turns_of(story) == 1);
}

TEST_CASE("story: the questions a battle begins with are an act each, dice of one side for one thing are one", "[story]") {
  const auto said = [](const char* text) {
    Moment one;
    one.deed = Deed::Answer, one.order = 1, one.answer = text;
    return one;
  };
  const auto thrown = [](Side who, const char* purpose, const char* outcome) {
    Moment one;
    one.deed = Deed::Answer, one.order = 1;
    engine::Thrown dice;
    dice.who = who, dice.purpose = purpose, dice.values = {3}, dice.outcome = outcome;
    one.throws = {dice};
    return one;
  };
  Moment breakfast = said("Breakfast? Yes");
  breakfast.told = {"Greeks' arete +2 to 9: breakfast"};
  const Story story =
      told_of({said("Which battle? Phalanx Clash"), thrown(Side::A, "hieres, roll 1", "unfavourable"),
               thrown(Side::A, "hieres, roll 2", "favourable"), thrown(Side::B, "hieres, roll 1", "favourable"), breakfast});
  REQUIRE(story.acts.size() == 4);
  CHECK(act_text(story.acts[0], story) == "Which battle? Phalanx Clash");
  CHECK(story.acts[1].moments == std::vector<std::uint32_t>{1, 2});
  CHECK(story.acts[2].moments == std::vector<std::uint32_t>{3});
  CHECK(act_text(story.acts[3], story) == "Breakfast? Yes");
}

}  // namespace telling_tests
