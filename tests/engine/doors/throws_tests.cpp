/// What every ruleset tells of a throw holds: its rows sum up to what is needed, its successes are what the values say, its chance is what
/// counting all the faces gives, and the odds shown before it are what comes of trying every way the dice can fall.

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>

#include "engine/core/json_types.hpp"
#include "engine/core/shows.hpp"
#include "tests/engine/doors/throw_checker.hpp"
#include "tests/support/random_player.hpp"
#include "tests/support/sample_battles.hpp"

namespace throws_tests {

using namespace polemarch;
using engine::Battle;
using engine::Json;
using engine::Pending;
using engine::ThrowRow;
using engine::Wait;
using namespace polemarch::test;

namespace {

/// Every battle of a room that the program brings along.
std::vector<std::string> battles_of(const engine::RegisteredRuleset& room) {
  std::vector<std::string> names;
  for (const auto& file : std::filesystem::directory_iterator(test::source_dir() + "/models/data/battles"))
    if (file.path().filename().string().starts_with(std::string(room.info().key))) names.push_back(file.path().string());
  std::sort(names.begin(), names.end());
  return names;
}

/// Of three commands the one that leads to dice.
std::optional<std::string> next_of(RandomPlayer& player, const Battle& battle) {
  std::optional<std::string> best;
  for (int i = 0; i < 3; ++i) {
    const auto one = player.next(battle);
    if (!one) continue;
    const std::string what = Json::parse(*one).value("do", "");
    const bool throws = what.find("shoot") != std::string::npos || what.find("charge") != std::string::npos ||
                        what.find("attack") != std::string::npos || what.find("order") != std::string::npos || what == "answer";
    if (throws) return one;
    if (!best) best = one;
  }
  return best;
}

std::string text_of(const std::string& path) {
  std::ifstream in(path);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

/// The question of chance that a command answers, as it stands.
Before before_answer(const Battle& battle, const Json& said) {
  Before before;
  if (said.value("do", "") != "answer") return before;
  for (const Wait& wait : battle.waits(Viewer::Umpire))
    if (wait.chance && said.value("wait", "w" + std::to_string(wait.id.number)) == "w" + std::to_string(wait.id.number)) before.wait = wait;
  if (!before.wait.chance) return before;
  before.pending = engine::shows(battle)->pending(before.wait.id);
  before.battle = battle.copy();
  return before;
}

/// A throw of an older log says in words alone what it is for: it is known as today's.
void known_from_older_log(const Battle& battle, const std::string& event) {
  Json older = Json::parse(event);
  if (older.value("event", "") != Thrown::kName) return;
  older.erase("aim");
  older.erase("goes_on");
  const auto known = battle.todays(older.dump());
  INFO(event);
  REQUIRE(known);
  CHECK(Json::parse(*known) == Json::parse(event));
}

/// Says one command and looks at what is told of it.
void say(Checker& checker, Battle& battle, const std::string& command) {
  const Before before = before_answer(battle, Json::parse(command));
  if (before.battle) checker.pending(before);
  const auto outcome = battle.submit(command);
  INFO(command);
  REQUIRE(outcome);
  if (!before.battle || !outcome->verdict.allowed()) return;
  for (const std::string& event : outcome->events) known_from_older_log(battle, event);
  const std::vector<Thrown> told = before.battle->happened(outcome->events).throws;
  const std::vector<Thrown>& shown = engine::shows(battle)->last_throws();
  for (const Thrown& one : told) checker.thrown("told", one, before);
  for (const Thrown& one : shown) checker.thrown("shown", one, before);
  if (told.size() == shown.size())
    for (std::size_t i = 0; i < told.size(); ++i) checker.same(told[i], shown[i]);
}

std::unique_ptr<Battle> battle_at(const engine::RegisteredRuleset& room, const std::string& path) {
  auto made = room.make(text_of(path), path);
  if (!made) FAIL(made.error().line);
  REQUIRE(engine::shows(**made) != nullptr);
  return std::move(*made);
}

/// The battles that are told as playthroughs, command by command.
void play_through(Checker& checker, const engine::RegisteredRuleset& room) {
  std::vector<std::string> stems;
  for (const auto& file : std::filesystem::directory_iterator(test::source_dir() + "/tests/playthroughs/" + std::string(room.info().key)))
    if (const std::string path = file.path().string(); path.ends_with(".battle.json")) stems.push_back(path.substr(0, path.size() - 12));
  std::sort(stems.begin(), stems.end());
  for (const std::string& stem : stems) {
    const auto battle = battle_at(room, stem + ".battle.json");
    std::istringstream commands(text_of(stem + ".commands.jsonl"));
    for (std::string line; std::getline(commands, line);) {
      if (line.empty() || line.front() == '#') continue;
      const std::string what = Json::parse(line).value("do", "");
      if (what != "offers" && what != "state") say(checker, *battle, line);
    }
  }
}

}  // namespace

TEST_CASE("throws told and odds shown hold against counting every way the dice can fall, in every ruleset", "[doors][random][throws]") {
  const bool full = std::getenv("POLEMARCH_LONG") != nullptr;
  std::string faults;
  for (const auto& room : engine::rulesets()) {
    const std::string key(room.info().key);
    Checker checker(key);
    play_through(checker, room);
    for (const std::string& path : battles_of(room))
      for (unsigned seed = 1; seed <= (full ? 12U : path.ends_with("_sample.json") ? 3U : 1U); ++seed) {
        const auto battle = battle_at(room, path);
        RandomPlayer player(seed);
        for (int i = 0; i < (full ? 1500 : 200); ++i) {
          const auto command = next_of(player, *battle);
          if (!command) break;
          say(checker, *battle, *command);
        }
      }
    faults += checker.faults();
    INFO(checker.seen());
    CHECK(checker.kinds() > 9);
    CHECK(checker.proved() > 2);
  }
  INFO(faults);
  CHECK(faults.empty());
}

}  // namespace throws_tests
