/// Whole battles by a player who takes any offer: they come to an end, nothing breaks, and what was logged folds to the same state.
#include <cstdlib>
#include <set>

#include "tests/engine/rulesets/hoplomachia/support.hpp"
#include "tests/support/random_player.hpp"
#include "tests/support/wide_battle.hpp"

namespace battle_tests {

using namespace polemarch;
using test::hoplomachia_room::Json;
using test::hoplomachia_room::sample_setup;

namespace {

/// Every base stands in one lochos of one unit; none is made or lost on the way, but those that rules send out or back.
std::set<std::string> bases_of(const engine::Battle& battle) {
  std::set<std::string> bases;
  for (const engine::Place& place : battle.places()) REQUIRE(bases.insert(place.base.text).second);
  return bases;
}

struct Played {
  bool ended = false;
  std::set<std::string> said, happened;
};

Played play(const std::string& setup, unsigned seed, int most) {
  Played played;
  auto battle = hoplomachia::make_battle(setup, "battle"), folded = hoplomachia::make_battle(setup, "battle");
  REQUIRE(battle);
  REQUIRE(folded);
  test::RandomPlayer player(seed);
  const std::set<std::string> all = bases_of(**battle);
  for (int i = 0; i < most && !(*battle)->ending(); ++i) {
    const auto command = player.next(**battle);
    INFO("seed " << seed << ", seq " << (*battle)->seq() << ", " << (*battle)->now().phase);
    REQUIRE(command);
    const auto outcome = (*battle)->submit(*command);
    INFO(*command);
    REQUIRE(outcome);
    REQUIRE(outcome->verdict.allowed());
    REQUIRE(!outcome->events.empty());
    played.said.insert(Json::parse(*command).at("do"));
    for (const std::string& event : outcome->events) played.happened.insert(Json::parse(event).at("event"));
    REQUIRE_FALSE((*battle)->broken_invariant());
    REQUIRE((*folded)->fold(*command, outcome->events));
    if (i % 20 != 0) continue;
    CHECK(bases_of(**battle) == all);
    const bool same = std::hash<std::string>()((*folded)->state_text()) == std::hash<std::string>()((*battle)->state_text());
    REQUIRE(same);
  }
  CHECK((*folded)->state_text() == (*battle)->state_text());
  played.ended = (*battle)->ending().has_value();
  return played;
}

}  // namespace

TEST_CASE("battles of any offers come to their end and fold to the same state", "[hoplomachia][random][HM-NIKE-08]") {
  std::set<std::string> said, happened;
  std::vector<unsigned> seeds{1, 2, 3};
  if (std::getenv("POLEMARCH_LONG") != nullptr)
    for (unsigned seed = 4; seed <= 500; ++seed) seeds.push_back(seed);
  for (const unsigned seed : seeds) {
    Played played = play(sample_setup(), seed, 3000);
    CHECK(played.ended);
    said.merge(played.said);
    happened.merge(played.happened);
  }
  for (const char* kind : {"signal", "end_commands", "verbal", "move", "stand", "answer"}) {
    INFO(kind);
    CHECK(said.contains(kind));
  }
  for (const char* kind : {"stands_moved", "order_taken", "arete_changed", "thrown", "battle_ended"}) {
    INFO(kind);
    CHECK(happened.contains(kind));
  }
}

TEST_CASE("a battle that begins with nothing agreed is settled, deployed and played", "[hoplomachia][random][HM-GEN-01]") {
  Json setup = Json::parse(sample_setup());
  setup["battle"] = Json::object();
  setup["options"]["turns"] = 4;
  setup["table"].erase("terrain");
  for (const char* side : {"A", "B"}) {
    for (const char* field : {"arete", "plan", "formation"}) setup["sides"][side].erase(field);
    for (Json& unit : setup["sides"][side]["units"]) unit.erase("poses");
  }
  for (const unsigned seed : {1U, 2U, 3U, 4U}) CHECK(play(setup.dump(), seed, 2000).ended);
}

TEST_CASE("whatever state a battle of a hundred bases is in, every unit may be asked about", "[hoplomachia][random]") {
  const Json setup = test::wide_battle();
  const unsigned battles = std::getenv("POLEMARCH_LONG") != nullptr ? 20 : 2;
  for (unsigned seed = 1; seed <= battles; ++seed) {
    auto battle = hoplomachia::make_battle(setup.dump(), "wide");
    REQUIRE(battle);
    test::RandomPlayer player(seed);
    std::size_t asked = 0;
    for (int i = 0; i < 600 && !(*battle)->ending(); ++i) {
      const auto command = player.next(**battle);
      REQUIRE(command);
      REQUIRE((*battle)->submit(*command));
      if (i % 8 != 0) continue;
      const auto places = (*battle)->places();
      const UnitId unit = places[player.below(places.size())].unit;
      for (const Viewer viewer : {Viewer::A, Viewer::B}) {
        const UnitId target = places[player.below(places.size())].unit;
        asked += (*battle)->advise({unit, {}}, viewer).shapes.size() + (*battle)->advise({unit, target}, viewer).lines.size();
      }
    }
    CHECK(asked > 100);
  }
}

}  // namespace battle_tests
