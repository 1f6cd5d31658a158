/// A log whose keys are not there: what only one side may know is passed over, and the rest is read to its end.

#include "engine/core/hidden.hpp"
#include "engine/core/json_types.hpp"
#include "tests/support/random_player.hpp"
#include "tests/support/sample_battles.hpp"
#include "tests/support/seeds.hpp"

namespace keyless_tests {

using namespace polemarch;
using engine::Json;
using test::sample;

namespace {

/// Values that are not there.
Json without_secrets(Json j) {
  if (j.is_object() && j.contains("secret") && !j.value("revealed", false)) j.erase("value");
  if (j.is_structured())
    for (Json& inner : j) inner = without_secrets(std::move(inner));
  return j;
}

/// As a session gives it on that has no keys: the event of one side is a seal, a hidden value is not there.
std::string keyless(const engine::Battle& battle, const std::string& event) {
  const auto* hides = dynamic_cast<const engine::Hides*>(&battle);
  if (hides != nullptr && hides->event_audience(event) != Viewer::Both) return R"({"for":"A","sealed":"ab"})";
  return engine::canonical(without_secrets(Json::parse(event)));
}

}  // namespace

TEST_CASE("a battle played at random is read to its end without its keys, in every ruleset", "[doors][secret][random]") {
  const test::Seeds seeds = test::seeds(2);
  int hidden = 0;
  for (const auto& room : engine::rulesets())
    for (unsigned seed = seeds.first; seed <= seeds.last; ++seed) {
      const auto played = sample(room), read = sample(room);
      test::RandomPlayer player(seed, 5);
      for (int i = 0; i < 600 && !played->ending(); ++i) {
        const auto command = player.next(*played);
        if (!command) break;
        CAPTURE(room.info().key, seed, *command);
        const auto outcome = played->submit(*command);
        REQUIRE(outcome);
        std::vector<std::string> events;
        for (const std::string& event : outcome->events) {
          events.push_back(keyless(*played, event));
          hidden += events.back() != event ? 1 : 0;
        }
        const auto folded = read->fold(*command, events);
        INFO((folded ? std::string() : folded.error().line));
        REQUIRE(folded);
      }
    }
  CHECK(hidden > 20);
}

}  // namespace keyless_tests
