/// What of a battle is an act, what belongs to it, and where a chapter begins.
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

namespace chapter_telling_tests {

using namespace polemarch;
using namespace polemarch::assistant;
using namespace polemarch::assistant::story;

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

}  // namespace chapter_telling_tests
