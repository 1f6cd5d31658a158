/// What one side hides changes nothing of what the other side, or a spectator, is given: at positions of random play what A hides is
/// exchanged, and everything that leaves for B and for both must stay the same to the byte.

#include <map>
#include <set>

#include "engine/core/json_types.hpp"
#include "tests/support/leaving.hpp"
#include "tests/support/random_player.hpp"
#include "tests/support/sample_battles.hpp"
#include "tests/support/seeds.hpp"

namespace hidden_tests {

using namespace polemarch;
using engine::Json;
using test::sample;

namespace {

struct Hidden {
  std::string path;  ///< of the value in the state
  std::string range;
  Json value;
};

/// The unrevealed secrets of A that the engine knows.
void hidden_of_a(const Json& at, const std::string& path, std::vector<Hidden>& out) {
  if (at.is_object() && at.contains("secret") && at.contains("value") && at.value("owner", "") == "A" && !at.value("revealed", false))
    return out.push_back({path + "/value", at.value("range", ""), at.at("value")});
  if (!at.is_structured()) return;
  for (const auto& [key, value] : at.items()) hidden_of_a(value, path + "/" + key, out);
}

/// Amendments, as events, that exchange what A hides for something else it may be: ranks and plans change places, cards of the hand are
/// cards that lie in the pile.
std::vector<std::string> exchanged(const Json& state) {
  std::vector<Hidden> hidden;
  hidden_of_a(state, "", hidden);
  std::map<std::string, std::vector<Hidden>> alike;
  for (const Hidden& one : hidden) alike[one.range + (one.value == 0 ? ", none" : "")].push_back(one);  // no ranks: open order, no exchange
  std::vector<std::string> events;
  const auto amend = [&](const Hidden& one, const Json& value) {
    if (value == one.value) return;
    events.push_back(
        Json{{"event", "amended"}, {"path", one.path}, {"value", value}, {"before", one.value}, {"reason", ""}, {"by", "umpire"}}.dump());
  };
  for (const auto& [range, group] : alike) {
    if (range == "a card" && state.contains("discards")) {
      const std::string held = state.at("armies").dump();
      const auto gone = state.at("discards").get<std::set<int>>();
      int free = 60;
      for (const Hidden& one : group) {
        while (free > 1 && (gone.contains(free) || held.find(":" + std::to_string(free) + "}") != std::string::npos)) --free;
        amend(one, free--);
      }
    } else {
      for (std::size_t i = 0; i < group.size(); ++i) amend(group[i], group[(i + 1) % group.size()].value);
    }
  }
  return events;
}

}  // namespace

TEST_CASE("ranks and cards that a side hides change nothing that leaves for the other side or for both", "[doors][secret][random]") {
  for (const auto& room : engine::rulesets()) {
    int compared = 0;
    const test::Seeds seeds = test::seeds(2);
    for (unsigned seed = seeds.first; seed <= seeds.last; ++seed) {
      const auto played = sample(room);
      test::RandomPlayer player(seed);
      for (int i = 0; i < 60; ++i) {
        if (i % 6 == 0) {
          const std::vector<std::string> events = exchanged(Json::parse(played->state_text()));
          if (!events.empty()) {
            const auto other = sample(room);
            ++compared;
            const std::string at = R"({"event":"amended","path":"","value":)" + played->state_text() + R"(,"reason":"","by":"umpire"})";
            REQUIRE(other->fold("{}", std::vector<std::string>{at}));
            const auto folded = other->fold("{}", events);
            INFO((folded ? std::string() : folded.error().line));
            REQUIRE(folded);
            for (const Viewer viewer : {Viewer::B, Viewer::Both}) {
              CAPTURE(room.info().key, seed, i, name_of(viewer));
              CHECK(test::first_difference(test::leaves_for(*played, viewer), test::leaves_for(*other, viewer)) == "");
            }
          }
        }
        const auto command = player.next(*played);
        if (!command) break;
        REQUIRE(played->submit(*command));
      }
    }
    if (seeds.at_length)
      WARN(room.info().key << ": " << seeds.count() << " battles from seed " << seeds.first << ", " << compared << " pairs compared");
    CAPTURE(room.info().key);
    if (room.info().key == "blade_and_bow") CHECK(compared > 6);
  }
}

}  // namespace hidden_tests
