/// Seeded battles of random legal choices to the end: nothing breaks, what is written reads back, the same events give the same state.
#include <algorithm>
#include <cstdlib>

#include "engine/rulesets/blade_and_bow/text/json_commands.hpp"
#include "tests/engine/rulesets/blade_and_bow/player.hpp"
#include "tests/support/catch.hpp"

namespace random_play_tests {

using namespace polemarch;
using namespace polemarch::blade_and_bow;
using engine::Json;

namespace {

struct Played {
  int commands = 0, melees = 0, routs = 0, eliminated = 0;
  std::string degree;
};

Played play(const State& start, std::uint64_t seed, bool thorough) {
  Chance chance{seed};
  State state = start;
  std::vector<std::string> log;
  Played played;
  while (state.turn.phase != Phase::Over && played.commands < 3000) {
    const auto [by, command] = random_word(state, chance);
    const State before = state;
    const engine::Verdict verdict = Rules::judge(state, by, command);
    REQUIRE(before == state);
    INFO(Rules::say(before, command) << ": " << (verdict.reasons.empty() ? "" : verdict.reasons.front().text));
    REQUIRE(verdict.allowed());
    const std::vector<Event> events = Rules::decide(state, by, command);
    REQUIRE_FALSE(events.empty());
    for (const Event& event : events) {
      played.melees += std::holds_alternative<FightBegan>(event) ? 1 : 0;
      played.routs += std::holds_alternative<UnitRouted>(event) ? 1 : 0;
      played.eliminated += std::holds_alternative<UnitEliminated>(event) ? 1 : 0;
      const std::string text = engine::variant_to_json(event, "event").dump();
      if (thorough) REQUIRE(engine::variant_from_json<Event>(Json::parse(text), "event") == event);
      (void)Rules::tell(state, event);
      state = Rules::evolve(std::move(state), event);
      log.push_back(text);
    }
    // Between commands nothing may be broken (within one, a unit may be on its way through another's square).
    const auto broken = Rules::broken_invariant(state);
    INFO(broken.value_or(""));
    REQUIRE_FALSE(broken.has_value());
    if (thorough && played.commands % 40 == 0) {
      const Json text = state;
      REQUIRE(Json::parse(text.dump()).get<State>() == state);
      for (const Viewer viewer : {Viewer::A, Viewer::B, Viewer::Both}) (void)Rules::windows(state, viewer);
    }
    ++played.commands;
  }
  REQUIRE(state.turn.phase == Phase::Over);
  played.degree = state.outcome->degree + " by " + state.outcome->rule;
  State refolded = start;
  for (const std::string& event : log)
    refolded = Rules::evolve(std::move(refolded), engine::variant_from_json<Event>(Json::parse(event), "event"));
  REQUIRE(refolded == state);
  REQUIRE(Json(refolded).dump() == Json(state).dump());
  return played;
}

}  // namespace

TEST_CASE("random battles run to their end, unbroken and repeatable", "[bb][random]") {
  const bool all = std::getenv("POLEMARCH_LONG") != nullptr;
  const int battles = all ? 1000 : 20;
  int melees = 0, routs = 0, eliminated = 0, commands = 0;
  std::map<std::string, int> ends;
  for (int i = 0; i < battles; ++i) {
    const char* const names[] = {"sample", "marathon", "thermopylae", "plataea", "mycale"};
    State start = shipped_battle(names[i % 5]);
    start.scenario.last_turn = all ? 12 : 5;  // the short form plays five turns
    const Played played = play(start, 7919ULL * static_cast<std::uint64_t>(i + 1), i % 5 == 0);
    melees += played.melees;
    routs += played.routs;
    eliminated += played.eliminated;
    commands += played.commands;
    ++ends[played.degree];
  }
  // The battles are worth the name: there is fighting in them.
  CHECK(melees > battles);
  CHECK(commands > battles * 40);
  if (!all) return;
  CHECK(routs + eliminated > battles / 2);
  std::string how;
  for (const auto& [end, count] : ends) how += end + " " + std::to_string(count) + ", ";
  WARN(how << commands << " commands, " << melees << " fights, " << routs << " routs, " << eliminated << " eliminated");
}

}  // namespace random_play_tests
