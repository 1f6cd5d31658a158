/// Promises every ruleset keeps over random play: what was said folds to the same state, what is overruled is carried out, an undo and its
/// undo lead back, an amendment leaves a state that reads back.

#include <set>

#include "engine/core/json_types.hpp"
#include "tests/support/random_player.hpp"
#include "tests/support/sample_battles.hpp"
#include "tests/support/seeds.hpp"

namespace random_play_tests {

using namespace polemarch;
using engine::Json;
using test::RandomPlayer;
using test::sample;

namespace {

constexpr unsigned kRefused = 25;  ///< of a hundred orders: that many are against the rules

std::string rule_on(std::int64_t seq) { return Json{{"by", "umpire"}, {"do", "rule"}, {"seq", seq}, {"reason", "agreed"}}.dump(); }

/// An amendment of one number, word or flag of the state, as it stands or a little changed.
std::optional<std::string> some_amendment(const engine::Battle& battle, RandomPlayer& player) {
  Json state = Json::parse(battle.state_text());
  Json at = state;
  std::string path;
  while (at.is_structured() && !at.empty()) {
    const std::size_t pick = player.below(at.size());
    if (at.is_array()) {
      path += "/" + std::to_string(pick);
      at = Json(at[pick]);
    } else {
      auto item = at.begin();
      std::advance(item, static_cast<std::ptrdiff_t>(pick));
      if (path.empty() && item.key() == "agenda") return std::nullopt;
      path += "/" + item.key();
      at = Json(item.value());
    }
  }
  if (at.is_number_integer() && player.chance(50)) at = at.get<int>() + 1;
  if (at.is_boolean() && player.chance(50)) at = !at.get<bool>();
  return Json{{"by", "umpire"}, {"do", "amend"}, {"path", path}, {"value", at}, {"reason", "put right"}}.dump();
}

}  // namespace

TEST_CASE("a battle played at random to its end is read back in every ruleset", "[doors][random]") {
  const test::Seeds seeds = test::seeds(1);
  for (const auto& room : engine::rulesets())
    for (unsigned seed = seeds.first; seed <= seeds.last; ++seed) {
      const auto played = sample(room), read = sample(room);
      RandomPlayer player(seed, 5);
      for (int i = 0; i < 1500 && !played->ending(); ++i) {
        const auto command = player.next(*played);
        if (!command) break;
        CAPTURE(room.info().key, seed, *command);
        const auto outcome = played->submit(*command);
        REQUIRE(outcome);
        const auto folded = read->fold(*command, outcome->events);
        INFO((folded ? std::string() : folded.error().line));
        REQUIRE(folded);
      }
      CHECK(read->state_text() == played->state_text());
    }
}

TEST_CASE("folding the logged text gives the same state at every seq of random play in every ruleset", "[doors][random]") {
  for (const auto& room : engine::rulesets()) {
    std::set<std::string> said;
    int ruled = 0, undone = 0, amended = 0;
    for (const unsigned seed : {1U, 2U, 3U}) {
      CAPTURE(room.info().key, seed);
      const auto played = sample(room), folded = sample(room);
      CHECK_FALSE(played->submit(R"({"by":"A","do":"no_such_thing"})"));
      RandomPlayer player(seed, kRefused);
      std::int64_t refused = 0;
      for (int i = 0; i < 120; ++i) {
        std::optional<std::string> command;
        if (refused != 0 && player.chance(60)) {
          command = rule_on(refused);
        } else if (player.chance(6)) {
          command = R"({"by":"umpire","do":"undo","reason":"no"})";
        } else if (player.chance(6)) {
          command = some_amendment(*played, player);
        }
        if (!command) command = player.next(*played);
        if (!command) command = R"({"by":"umpire","do":"undo","reason":"nothing else to say"})";
        refused = 0;
        const auto outcome = played->submit(*command);
        INFO("seq " << played->seq() << ": " << *command);
        REQUIRE(outcome);
        const bool allowed = outcome->verdict.allowed();
        if (outcome->verdict.may_be_overruled()) refused = outcome->seq;
        const auto what = Json::parse(*command).at("do").get<std::string>();
        if (allowed) said.insert(what);
        ruled += allowed && what == "rule" ? 1 : 0;
        undone += allowed && what == "undo" ? 1 : 0;
        amended += allowed && what == "amend" ? 1 : 0;
        const auto lines = folded->fold(*command, outcome->events);
        if (!lines) FAIL(lines.error().line);
        const bool same = folded->state_text() == played->state_text();
        REQUIRE(same);
        CHECK(folded->seq() == played->seq());
      }
    }
    CAPTURE(room.info().key, said.size(), ruled, undone, amended);
    CHECK(undone > 0);
    CHECK(amended > 0);
    CHECK(ruled > 0);
    CHECK(said.size() > 5);
  }
}

TEST_CASE("whatever the rules refuse and players overrule is carried out, in every ruleset", "[doors][random]") {
  for (const auto& room : engine::rulesets()) {
    std::map<std::string, int> ruled;
    for (unsigned seed = 1; seed <= 6; ++seed) {
      CAPTURE(room.info().key, seed);
      const auto battle = sample(room);
      RandomPlayer player(seed, 40);
      for (int i = 0; i < 100; ++i) {
        const auto command = player.next(*battle);
        if (!command) break;
        const auto outcome = battle->submit(*command);
        INFO("seq " << battle->seq() << ": " << *command);
        REQUIRE(outcome);
        if (!outcome->verdict.may_be_overruled()) continue;
        const std::string before = battle->state_text();
        const auto ruling = battle->submit(rule_on(outcome->seq));
        REQUIRE(ruling);
        INFO((ruling->verdict.reasons.empty() ? "" : ruling->verdict.reasons.front().text));
        CHECK(ruling->verdict.allowed());
        CHECK(ruling->ruled);
        const bool changed = battle->state_text() != before;
        CHECK(changed);
        ++ruled[Json::parse(*command).at("do").get<std::string>()];
        const auto again = battle->submit(rule_on(outcome->seq));  // the ruling closed its question
        REQUIRE(again);
        CHECK_FALSE(again->verdict.allowed());
        if (ruling->verdict.allowed() && player.chance(50)) REQUIRE(battle->submit(R"({"by":"umpire","do":"undo"})"));
      }
    }
    std::string kinds;
    for (const auto& [kind, times] : ruled) kinds += kind + " " + std::to_string(times) + ", ";
    CAPTURE(room.info().key, kinds);
    CHECK(ruled.size() >= 4);
  }
}

TEST_CASE("an undo that names no seq takes back one command after the other, in every ruleset", "[doors][random]") {
  for (const auto& room : engine::rulesets()) {
    CAPTURE(room.info().key);
    const auto battle = sample(room);
    RandomPlayer player(5);
    std::vector<std::string> stood{battle->state_text()};
    for (int i = 0; i < 6; ++i) {
      const auto command = player.next(*battle);
      if (!command) break;
      const auto outcome = battle->submit(*command);
      REQUIRE(outcome);
      if (outcome->verdict.allowed()) stood.push_back(battle->state_text());
    }
    REQUIRE(stood.size() > 2);
    for (std::size_t back = stood.size() - 1; back-- > 0;) {
      const auto undo = battle->submit(R"({"by":"umpire","do":"undo"})");
      REQUIRE(undo);
      REQUIRE(undo->verdict.allowed());
      // Placements owed back are on top of where it stood.
      Json now = Json::parse(battle->state_text()), then = Json::parse(stood[back]);
      for (Json* state : {&now, &then}) (*state)["agenda"].erase("owed"), (*state)["agenda"].erase("next_owed");
      CHECK(now == then);
    }
    const auto nothing = battle->submit(R"({"by":"umpire","do":"undo"})");
    REQUIRE(nothing);
    CHECK(nothing->verdict.refusal == engine::Refusal::Impossible);
    CHECK_FALSE(nothing->verdict.allowed());
  }
}

}  // namespace random_play_tests
