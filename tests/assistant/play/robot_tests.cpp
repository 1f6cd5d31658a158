/// Whole battles by a player who knows no ruleset and sees only the screen.
#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <nlohmann/json.hpp>
#include <set>

#include "assistant/play/stage.hpp"
#include "tests/assistant/play/robot.hpp"
#include "tests/assistant/session/log_support.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/source_dir.hpp"

namespace robot_tests {

using namespace polemarch;
using namespace polemarch::assistant;

namespace {

/// Kinds of commands that stand in a log, refused ones too.
std::set<std::string> kinds_in(const Session& session) {
  std::set<std::string> kinds;
  for (const LogLine& line : session.lines()) kinds.insert(nlohmann::json::parse(line.command).value("do", std::string()));
  return kinds;
}

struct Played {
  int ended = 0;
  std::int64_t commands = 0;
  std::set<std::string> kinds;
};

Played play_battles(const std::string& name, const std::vector<int>& seeds) {
  Played played;
  const std::string setup = test::source_dir() + "/models/data/battles/" + name + ".json";
  for (const int seed : seeds) {
    const test::LogFolder folder;  // gone with log, keys and lock
    auto stage = play::set_stage({.battle = setup, .log = folder / "robot.battle", .table_file = {}, .bases_file = {}});
    REQUIRE(stage);
    double seconds = 0;
    play::Desk desk(*stage->session, stage->table, stage->bases, {.seed = static_cast<std::uint64_t>(seed)});
    play::ManualFeed feed([&] { return desk.battle().places(); }, [&] { return seconds; });
    const test::RobotReport report = test::Robot(desk, feed, static_cast<unsigned>(seed), seconds).play(40000);
    INFO(name << ", seed " << seed << ", after " << report.commands << " commands:\n" << report.stuck);
    REQUIRE(report.stuck.empty());
    if (std::getenv("POLEMARCH_ROBOT_TALKS") != nullptr)
      std::cerr << name << " " << seed << ": " << report.commands << " commands, ended " << report.ended << "\n";
    played.ended += report.ended;
    played.commands += report.commands;
    played.kinds.merge(kinds_in(*stage->session));
  }
  return played;
}

}  // namespace

namespace {

/// With --long twenty times as many, each with a seed of its own; POLEMARCH_SEED names the first that is played.
Played play_all(const std::string& name, std::vector<int> seeds) {
  if (std::getenv("POLEMARCH_LONG") != nullptr) {
    const int first = 20 * (seeds.front() - 1), many = 20 * static_cast<int>(seeds.size());
    const char* from = std::getenv("POLEMARCH_SEED");
    const int begin = from == nullptr ? 1 : std::atoi(from) - first;
    seeds.clear();
    for (int i = std::max(begin, 1); i <= many; ++i) seeds.push_back(first + i);
  }
  const Played played = play_battles(name, seeds);
  std::string kinds;
  for (const std::string& kind : played.kinds) kinds += " " + kind;
  WARN(name << ": " << played.ended << " of " << seeds.size() << " ended, " << played.commands << " commands; kinds:" << kinds);
  CHECK(played.ended == static_cast<int>(seeds.size()));
  return played;
}
const std::vector<int> kTen{1, 2, 3, 4, 5, 6, 7, 8, 9, 10};

}  // namespace

TEST_CASE("a player who sees only the screen plays To the Strongest! to its end", "[robot]") { play_all("to_the_strongest_sample", kTen); }
TEST_CASE("a player who sees only the screen plays Blade & Bow to its end", "[robot]") {
  Played played = play_all("blade_and_bow_sample", {11, 12, 13, 14, 15, 16, 17, 18, 19, 20});
  for (int seed = 21; seed < 41 && !played.kinds.contains("face"); ++seed)  // rare: a turn on the spot after a rally or an advance
    played.kinds.merge(play_battles("blade_and_bow_sample", {seed}).kinds);
  for (const char* kind : {"answer", "move", "move_leader", "shoot", "melee", "rally", "face", "activate", "end_action", "discard",
                           "purchase", "pass", "play_card", "look"}) {
    INFO(kind);
    CHECK(played.kinds.contains(kind));
  }
}
TEST_CASE("a hand that holds two cards of one title offers them once", "[screen]") {
  CHECK(play_battles("blade_and_bow_sample", {207}).ended == 1);  // Persians draw both cards of Tough Luck
}
TEST_CASE("a player who sees only the screen sets up and plays the battles of the book", "[robot]") {
  std::set<std::string> kinds;
  for (const char* name : {"blade_and_bow_marathon", "blade_and_bow_plataea", "blade_and_bow_mycale", "blade_and_bow_thermopylae"})
    kinds.merge(play_all(name, {1}).kinds);
  CHECK(kinds.contains("ready"));
  CHECK(kinds.contains("place_leader"));
}
// Its battles are the longest: two tests of five may run side by side.
TEST_CASE("a player who sees only the screen plays Hail Caesar to its end", "[robot]") {
  const Played played = play_all("hail_caesar_sample", {1, 2, 3, 4, 5});
  for (const char* kind :
       {"answer", "end_phase", "move", "charge", "order", "shoot", "fight", "join", "move_general", "follow_up", "evade"}) {
    INFO(kind);
    CHECK(played.kinds.contains(kind));
  }
}
TEST_CASE("a player who sees only the screen plays five more battles of Hail Caesar", "[robot]") {
  play_all("hail_caesar_sample", {6, 7, 8, 9, 10});
}

TEST_CASE("a player who sees only the screen plays Paean to its end", "[robot]") { play_all("paean_sample", kTen); }
TEST_CASE("a player who sees only the screen plays Hoplomachia to its end", "[robot]") { play_all("hoplomachia_sample", kTen); }

}  // namespace robot_tests
