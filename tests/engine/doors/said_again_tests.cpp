/// A command that is taken back and said again, as after a slip of the pen: the table owes nothing that it would not owe anyway.
#include <algorithm>
#include <map>
#include <utility>

#include "tests/support/random_player.hpp"
#include "tests/support/sample_battles.hpp"

namespace said_again_tests {

using namespace polemarch;
using test::RandomPlayer;
using test::sample;

namespace {

std::map<BaseId, std::pair<Pose, bool>> stand(const engine::Battle& battle) {
  std::map<BaseId, std::pair<Pose, bool>> out;
  for (const engine::Place& place : battle.places()) out[place.base] = {place.pose, place.on_table};
  return out;
}

/// Placements that a step back left owed; what a rule owes names it.
std::size_t owed_by_undo(const engine::Battle& battle) {
  const auto owed = battle.owed();
  return static_cast<std::size_t>(
      std::count_if(owed.begin(), owed.end(), [](const engine::OwedPlacement& one) { return one.rule.empty(); }));
}

}  // namespace

TEST_CASE("a move that is taken back and said again leaves no old place owed, in every ruleset", "[doors][random]") {
  for (const auto& room : engine::rulesets()) {
    int again = 0;
    for (const unsigned seed : {1U, 2U, 3U}) {
      const auto played = sample(room), folded = sample(room);
      RandomPlayer player(seed);
      const auto say = [&](const std::string& command) {
        CAPTURE(room.info().key, seed, command);
        const auto outcome = played->submit(command);
        REQUIRE(outcome);
        REQUIRE(folded->fold(command, outcome->events));
        return outcome->verdict.allowed();
      };
      for (int i = 0; i < 200 && !played->ending(); ++i) {
        const auto command = player.next(*played);
        if (!command) break;
        const auto before = stand(*played);
        if (!say(*command) || stand(*played) == before || owed_by_undo(*played) > 0) continue;
        const auto after = stand(*played);
        if (!say(R"({"by":"both","do":"undo","agreed":true})")) continue;
        const bool owes = owed_by_undo(*played) > 0;  // else a rule owes the same bases already
        REQUIRE(say(*command));
        CAPTURE(room.info().key, seed, *command);
        REQUIRE(stand(*played) == after);
        CHECK(owed_by_undo(*played) == 0);
        CHECK(folded->state_text() == played->state_text());
        again += owes ? 1 : 0;
      }
    }
    INFO(room.info().key);
    CHECK(again > 10);
  }
}

}  // namespace said_again_tests
