/// Ending a battle before its time, and what the players note, in every ruleset and at every moment.

#include <string>

#include "engine/core/json_types.hpp"
#include "tests/support/random_player.hpp"
#include "tests/support/sample_battles.hpp"

namespace giving_up_tests {

using namespace polemarch;
using engine::Json;
using test::RandomPlayer;
using test::sample;

namespace {

/// Says it on a copy, folds what came of it into another, and hands that back; null where it is refused.
std::unique_ptr<engine::Battle> after(const engine::Battle& battle, const Json& command) {
  auto played = battle.copy(), folded = battle.copy();
  const auto outcome = played->submit(command.dump());
  REQUIRE(outcome);
  if (!outcome->verdict.allowed()) return nullptr;
  REQUIRE(folded->fold(command.dump(), outcome->events));
  CHECK(folded->state_text() == played->state_text());
  CHECK_FALSE(folded->broken_invariant());
  return folded;
}

}  // namespace

TEST_CASE("either side may give up and both may agree to stop, whatever is open, and nothing is asked afterwards",
          "[doors][random][TTS-VIC-03][HC-CFG-04]") {
  const Json a_gives_up{{"by", "A"}, {"do", "end_battle"}, {"winner", "B"}};
  const Json b_takes_it{{"by", "B"}, {"do", "end_battle"}, {"winner", "B"}};
  const Json draw{{"by", "both"}, {"do", "end_battle"}}, won{{"by", "both"}, {"do", "end_battle"}, {"winner", "A"}};
  for (const auto& room : engine::rulesets()) {
    const std::string key(room.info().key);
    if (key == "hoplomachia") continue;  // its book has ways of its own to end a battle
    int asked = 0, ended = 0;
    for (const unsigned seed : {5U, 6U, 7U}) {
      const auto battle = sample(room);
      RandomPlayer player(seed);
      for (int i = 0; i < 120 && !battle->ending(); ++i) {
        CAPTURE(key, seed, i);
        if (const auto command = player.next(*battle)) REQUIRE(battle->submit(*command));
        if (i % 4 != 0 || battle->ending() || !battle->judge(a_gives_up.dump())->allowed()) continue;
        CHECK(after(*battle, b_takes_it) == nullptr);
        const auto over = after(*battle, a_gives_up);
        REQUIRE(over != nullptr);
        REQUIRE(over->ending());
        CHECK(over->ending()->winner == Side::B);
        CHECK(over->ending()->text == "A gives up");
        CHECK(over->waits(Viewer::Umpire).empty());
        CHECK(over->windows(Viewer::Umpire).empty());
        const auto drawn = after(*battle, draw);
        REQUIRE(drawn != nullptr);
        REQUIRE(drawn->ending());
        CHECK_FALSE(drawn->ending()->winner);
        CHECK(drawn->ending()->text == "both sides agree to stop");
        const auto agreed = after(*battle, won);
        REQUIRE(agreed != nullptr);
        CHECK(agreed->ending()->winner == Side::A);
        const auto back = after(*over, Json{{"by", "both"}, {"do", "undo"}});
        REQUIRE(back != nullptr);
        CHECK_FALSE(back->ending());
        CHECK(back->waits(Viewer::Umpire).size() == battle->waits(Viewer::Umpire).size());
        asked += battle->waits(Viewer::Umpire).empty() ? 0 : 1;
        ++ended;
      }
    }
    INFO(key);
    CHECK(ended > 10);
    CHECK(asked > 0);
  }
}

TEST_CASE("an agreement is noted at any moment, told as it was said, and changes nothing", "[doors]") {
  const Json agree{{"by", "A"}, {"do", "agree"}, {"text", "the wood fills c4"}};
  for (const auto& room : engine::rulesets()) {
    CAPTURE(room.info().key);
    const auto battle = sample(room);
    RandomPlayer player(8);
    int noted = 0;
    for (int i = 0; i < 60 && !battle->ending(); ++i) {
      if (const auto command = player.next(*battle)) REQUIRE(battle->submit(*command));
      if (i % 6 != 0) continue;
      const std::string before = battle->state_text();
      const auto outcome = battle->submit(agree.dump());
      REQUIRE(outcome);
      REQUIRE(outcome->verdict.allowed());
      CHECK(outcome->lines == std::vector<std::string>{"Agreed: the wood fills c4"});
      CHECK(battle->state_text() == before);
      CHECK(battle->clause(agree.dump()) == "agreed: the wood fills c4");
      ++noted;
    }
    CHECK(noted > 3);
    const auto empty = battle->judge(R"({"by":"A","do":"agree","text":""})");
    REQUIRE(empty);
    CHECK_FALSE(empty->allowed());
  }
}

TEST_CASE("an agreement that an earlier log of To the Strongest! holds is read as it was written", "[doors][replay]") {
  const auto battle = sample(**engine::find_ruleset("to_the_strongest"));
  const std::string before = battle->state_text();
  const std::vector<std::string> events{R"({"event":"agreed","text":"the pond is a lake"})"};
  const auto lines = battle->fold(R"({"by":"both","do":"agree","text":"the pond is a lake"})", events);
  REQUIRE(lines);
  CHECK(*lines == std::vector<std::string>{"Agreed: the pond is a lake"});
  CHECK(battle->state_text() == before);
}

}  // namespace giving_up_tests
