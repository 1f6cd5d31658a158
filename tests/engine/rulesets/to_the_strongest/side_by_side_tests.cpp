// Two players of one side have orders under way at once: what is said of one leaves the other alone.
#include "engine/rulesets/to_the_strongest/show/offering.hpp"
#include "tests/engine/rulesets/to_the_strongest/game.hpp"
#include "tests/support/catch.hpp"

namespace side_by_side_tests {

using namespace polemarch;
using namespace polemarch::to_the_strongest;
using namespace polemarch::to_the_strongest::test;

namespace {

/// Ann's A1 and Bob's A2, far from each other; `held` is B's card.
Game two(const std::string& held = "", const std::string& ann = "legionaries") {
  return Game("A1 " + ann +
                  " b2 N; A5 legionaries h2 N; AG general with=A1; A2 legionaries j2 N command=2; AH general with=A2 command=2; " +
                  "B5 legionaries h7 S; B6 legionaries h7 S; BG general with=B5",
              12, 8,
              R"("sides":{"A":{"commands":[{"id":1,"player":"Ann"},{"id":2,"player":"Bob"}]},"B":{)" +
                  (held.empty() ? std::string() : R"("stratagem":")" + held + "\"") + "}}");
}
void answer(Game& g, const std::string& asked, engine::Answer with) {
  for (const engine::Wait& wait : g.state().agenda.open_waits())
    if (wait.question.find(asked) != std::string::npos)
      return static_cast<void>(g.apply(engine::AnswerWait{wait.id, std::move(with)}, Viewer::Umpire));
  FAIL("not asked: " + asked);
}

}  // namespace

TEST_CASE("a swapped card leaves the other player's order under way", "[tts][TTS-GEN-08][TTS-SEQ-01]") {
  Game g = two();
  g.give("move A1 to=b3").give("move A2 to=j3");
  answer(g, "with A2", {.values = {9}});
  g.give("replace AH");
  CHECK(g.unit("A2").box == at("j2"));
  CHECK(g.state().agenda.open_waits().size() == 2);
  answer(g, "with A1", {.values = {5}});
  CHECK(g.unit("A1").box == at("b3"));
  answer(g, "new card of AH", {.values = {4}});
  CHECK(g.unit("A2").box == at("j3"));
  CHECK(g.idle());
  // What the swapped order had under way is broken off.
  Game shot("A1 bowmen b2 N; AG general with=A1; B1 spearmen b4 S; B8 spearmen k8 S; BG general with=B8");
  shot.act("shoot A1 target=B1", 9).give("replace AG");
  REQUIRE(shot.state().agenda.open_waits().size() == 1);
  CHECK(shot.asks() == "TTS-GEN-08");
}

TEST_CASE("J diamonds meets the replacement card, whatever else is under way, and no other card", "[tts][TTS-STR-10][TTS-SEQ-01]") {
  Game g = two("JD");
  g.give("move A1 to=b3").give("move A2 to=j3");
  answer(g, "with A1", {.values = {1}});
  answer(g, "replace it", {.choices = {"AG"}});
  g.give(R"({"do":"play_stratagem","card":"JD"})", Viewer::B);
  answer(g, "with A2", {.values = {5}});
  CHECK(g.unit("A2").box == at("j3"));
  answer(g, "replacement card of AG", {.values = {5}});
  CHECK(g.asks() == "TTS-STR-10");
  g.give("move A1 to=b1 facing=S", Viewer::B);
  CHECK(g.unit("A1").box == at("b1"));
  CHECK(g.idle());
  // The question of the blunder is closed, not one that was opened after it.
  Game late = two("JD");
  late.give("move A1 to=b3");
  answer(late, "with A1", {.values = {1}});
  answer(late, "replace it", {.choices = {"AG"}});
  late.give(R"({"do":"play_stratagem","card":"JD"})", Viewer::B);
  answer(late, "replacement card of AG", {.values = {5}});
  late.give("move A1 to=b1 facing=S", Viewer::B);
  CHECK(late.idle());
}

TEST_CASE("Q hearts meets the order that enters its box", "[tts][TTS-STR-14][TTS-SEQ-01]") {
  Game g = two("QH");
  g.give("move A1 to=b3").give("move A2 to=j3");
  CHECK(stratagems_open(g.state(), Side::B).size() == 2);  // each box either order enters
  g.give(R"({"do":"play_stratagem","card":"QH","box":"j3"})", Viewer::B);
  CHECK(g.state().field.ground(at("j3")) == Ground::Broken);
  answer(g, "move with A1: 2+", {.values = {5}});
  CHECK(g.unit("A1").box == at("b3"));
  answer(g, "move with A2: 3+", {.values = {2}});
  CHECK(g.unit("A2").box == at("j2"));
}

}  // namespace side_by_side_tests
