/// A log that was meddled with names somebody its battle has not. Every ruleset refuses such an event, or shows all the same what it made
/// of it: nothing is thrown and nothing asserts.

#include <set>

#include "engine/core/json_types.hpp"
#include "tests/support/leaving.hpp"
#include "tests/support/random_player.hpp"
#include "tests/support/sample_battles.hpp"

namespace strangers_tests {

using namespace polemarch;
using engine::Json;
using test::RandomPlayer;
using test::sample;

TEST_CASE("an event about somebody the battle has not is refused or shown, in every ruleset", "[doors][random]") {
  for (const engine::RegisteredRuleset& one : engine::rulesets()) {
    const std::string room(one.info().key);
    auto battle = sample(one);
    RandomPlayer player(11, 10);
    std::set<std::string> units;
    for (const engine::Place& place : battle->places()) units.insert(place.unit.text);
    int refused = 0, taken = 0;
    for (int i = 0; i < 150; ++i) {
      const auto command = player.next(*battle);
      if (!command) break;
      const auto before = battle->copy();
      const auto outcome = battle->submit(*command);
      REQUIRE(outcome);
      for (std::size_t e = 0; e < outcome->events.size(); ++e) {
        const Json event = Json::parse(outcome->events[e]);
        const Json flat = event.flatten();
        for (const auto& [path, value] : flat.items()) {
          if (!value.is_string() || !units.contains(value.get<std::string>()) || player.chance(70)) continue;
          Json changed = event;
          changed[Json::json_pointer(path)] = "Z9";
          auto events = outcome->events;
          events[e] = changed.dump();
          INFO(room << " " << *command << "\n" << path << " of " << event.dump());
          const auto meddled = before->copy();
          if (!meddled->fold(*command, events)) {
            ++refused;
            continue;
          }
          ++taken;
          for (const Viewer viewer : {Viewer::Umpire, Viewer::Both}) CHECK_NOTHROW(test::leaves_for(*meddled, viewer, 6));
        }
      }
    }
    INFO(room << " refused " << refused << " taken " << taken);
    CHECK(refused > 10);
    CHECK(refused + taken > 60);  // names that were changed
  }
}

}  // namespace strangers_tests
