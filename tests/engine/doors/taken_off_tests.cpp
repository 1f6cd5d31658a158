/// Players may take a unit for lost in every ruleset: it leaves the table as the rules know a loss, the battle goes on, and an undo brings
/// it back.

#include <algorithm>
#include <set>

#include "engine/core/json_types.hpp"
#include "engine/core/recounts.hpp"
#include "tests/support/random_player.hpp"
#include "tests/support/sample_battles.hpp"

namespace taken_off_tests {

using namespace polemarch;
using engine::Json;
using test::RandomPlayer;
using test::sample;

namespace {

std::string take_off(const UnitId& unit, const char* by) {
  return Json{{"by", by}, {"do", "take_off"}, {"unit", unit.text}, {"reason", "agreed"}}.dump();
}

std::vector<UnitId> on_table(const engine::Battle& battle) {
  std::set<std::string> units;
  for (const engine::Place& place : battle.places())
    if (place.on_table) units.insert(place.unit.text);
  std::vector<UnitId> out;
  for (const std::string& unit : units) out.push_back({unit});
  return out;
}

bool stands(const engine::Battle& battle, const UnitId& unit) {
  const auto there = on_table(battle);
  return std::find(there.begin(), there.end(), unit) != there.end();
}

}  // namespace

TEST_CASE("a unit that players take for lost leaves the table, the battle goes on, and an undo brings it back", "[doors][random]") {
  for (const auto& room : engine::rulesets()) {
    int taken = 0, told = 0;
    for (const unsigned seed : {1U, 2U, 3U, 4U}) {
      CAPTURE(room.info().key, seed);
      const auto played = sample(room), folded = sample(room);
      RandomPlayer player(seed);
      const auto give = [&](const std::string& command) {
        const auto outcome = played->submit(command);
        INFO("seq " << played->seq() << ": " << command);
        REQUIRE(outcome);
        const auto taken_up = folded->fold(command, outcome->events);
        INFO((taken_up ? std::string() : taken_up.error().line));
        REQUIRE(taken_up);
        REQUIRE(folded->state_text() == played->state_text());
        return *outcome;
      };
      for (int i = 0; i < 150 && !played->ending(); ++i) {
        if (const auto command = player.next(*played)) give(*command);
        const std::vector<UnitId> units = on_table(*played);
        if (i % 10 != 9 || units.empty()) continue;
        const UnitId unit = units[player.below(units.size())];
        CAPTURE(unit.text, i);
        CHECK_FALSE(played->judge(take_off(unit, "A"))->allowed());
        if (!played->judge(take_off(unit, "both"))->allowed()) continue;
        const std::string before = played->state_text();
        const engine::Outcome outcome = give(take_off(unit, "both"));
        REQUIRE(outcome.verdict.allowed());
        CHECK_FALSE(stands(*played, unit));
        CHECK(played->judge(take_off(unit, "both"))->refusal == engine::Refusal::Impossible);
        ++taken;
        const engine::Recounts* recounts = engine::recounts(*played);
        REQUIRE(recounts != nullptr);
        told += recounts->last_happened().losses.empty() ? 0 : 1;
        if (taken % 2 == 0) continue;  // the battle goes on without it
        CHECK(give(R"({"by":"both","do":"undo","reason":"it stands"})").verdict.allowed());
        CHECK(stands(*played, unit));
      }
    }
    INFO(room.info().key);
    CHECK(taken >= 4);
    CHECK(told == taken);
  }
}

TEST_CASE("only what stands on the table can be taken for lost", "[doors]") {
  for (const auto& room : engine::rulesets()) {
    const auto battle = sample(room);
    CAPTURE(room.info().key);
    for (const char* nobody : {"Z99", ""}) {
      const auto verdict = battle->judge(take_off({nobody}, "both"));
      REQUIRE(verdict);
      CHECK(verdict->refusal == engine::Refusal::Impossible);
    }
  }
}

}  // namespace taken_off_tests
