/// Whole battles between random players: whatever is offered keeps the state sound, bases are conserved, no two stand on each other, and
/// what was said folds to the same state. POLEMARCH_LONG=1 plays 500.
#include <cstdlib>
#include <fstream>
#include <set>
#include <sstream>

#include "tests/engine/rulesets/paean/field.hpp"
#include "tests/engine/rulesets/paean/places.hpp"
#include "tests/support/random_player.hpp"
#include "tests/support/source_dir.hpp"

using namespace phalanx;

namespace {

std::string sample_setup() {
  std::ifstream in(test::source_dir() + "/models/data/battles/paean_sample.json");
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

/// Bases of formations on the table stand in one formation each; nobody is made or lost but by `lost`.
void check_bases(const json& state, std::size_t all) {
  std::set<std::string> in_formations;
  for (const auto& [id, formation] : state.at("formations").items())
    for (const json& base : formation.value("bases", json::array())) REQUIRE(in_formations.insert(base.get<std::string>()).second);
  std::size_t known = 0;
  for (const auto& [id, base] : state.at("bases").items()) {
    ++known;
    const bool leader = base.at("card").at("arm") == "commander" || base.at("card").at("arm") == "hero";
    if (!leader) REQUIRE(base.at("on_table").get<bool>() == in_formations.contains(id));
  }
  REQUIRE(known == all);
}

}  // namespace

TEST_CASE("random battles keep their bases, no two stand on each other, and the log folds to the same state", "[paean][random]") {
  const std::string text = sample_setup();
  const unsigned battles = std::getenv("POLEMARCH_LONG") != nullptr ? 500 : 6;
  int ended = 0, commands = 0;
  std::set<std::string> kinds;
  for (unsigned seed = 1; seed <= battles; ++seed) {
    auto played = paean::make_battle(text, "sample"), folded = paean::make_battle(text, "sample");
    REQUIRE(played);
    Battle& battle = **played;
    const std::size_t all = json::parse(battle.state_text()).at("bases").size();
    test::RandomPlayer player(seed, 3);
    for (int i = 0; i < 400 && !battle.ending(); ++i) {
      std::optional<std::string> command = player.next(battle);
      if (!command) break;
      const auto outcome = battle.submit(*command);
      INFO("seed " << seed << ", seq " << battle.seq() << ": " << *command);
      REQUIRE(outcome);
      if (const auto broken = battle.broken_invariant()) FAIL(*broken);
      ++commands;
      if (outcome->verdict.allowed()) kinds.insert(json::parse(*command).at("do").get<std::string>());
      REQUIRE((*folded)->fold(*command, outcome->events));
      if (outcome->verdict.allowed()) {
        const auto deepest = polemarch::paean::test::deepest_overlap(battle.places());
        INFO(deepest.who << ": " << deepest.mm << " mm");
        REQUIRE(deepest.mm <= polemarch::paean::test::kMostOverlapMm);
      }
      if (i % 20 != 0) continue;
      check_bases(json::parse(battle.state_text()), all);
      const bool same = (*folded)->state_text() == battle.state_text();
      REQUIRE(same);
    }
    ended += battle.ending().has_value();
  }
  std::string said;
  for (const std::string& kind : kinds) said += " " + kind;
  INFO(commands << " commands, " << ended << " of " << battles << " ended; said:" << said);
  CHECK(kinds.size() >= 10);
}
