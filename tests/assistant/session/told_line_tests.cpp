/// What a log line tells beside its events: whoever reads the log tells the battle without its rules, in every ruleset. Luck is recounted
/// here from the lines alone.
#include <array>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "assistant/story/build.hpp"
#include "assistant/story/stats.hpp"
#include "engine/registry/registry.hpp"
#include "tests/assistant/session/log_support.hpp"
#include "tests/support/random_player.hpp"

namespace told_line_tests {

using namespace polemarch;
using namespace polemarch::assistant;
using nlohmann::json;

namespace {

/// A battle of random orders that lead to dice, logged.
std::string play(const std::string& setup, const std::string& log, unsigned seed, int commands) {
  auto session = Session::open(setup, log);
  INFO((session ? "" : session.error().line));
  REQUIRE(session);
  test::RandomPlayer player(seed);
  for (int i = 0; i < commands; ++i) {
    std::optional<std::string> best;
    for (int attempt = 0; attempt < 3; ++attempt) {
      const auto one = player.next((*session)->battle());
      if (!one) continue;
      const std::string what = json::parse(*one).value("do", "");
      if (!best || what == "answer" || what.find("shoot") != std::string::npos || what.find("charge") != std::string::npos) best = one;
    }
    if (!best) break;
    REQUIRE((*session)->submit(*best, "virtual", 2.0 * i));
  }
  return log;
}

std::vector<json> lines_of_file(const std::string& log) {
  std::vector<json> lines;
  std::ifstream in(log);
  for (std::string line; std::getline(in, line);)
    if (json j = json::parse(line); j.contains("seq")) lines.push_back(std::move(j));
  return lines;
}

/// Throws or losses of a line: told beside the events, or among them.
std::vector<json> told(const json& line, const char* list, const char* event) {
  std::vector<json> all;
  if (line.contains("told") && line["told"].contains(list)) all = line["told"][list].get<std::vector<json>>();
  for (const json& one : line["events"])
    if (one.value("event", "") == event) all.push_back(one);
  return all;
}

int sum_of(const json& rows) {
  int sum = 0;
  for (const json& row : rows) sum += row.value("value", 0);
  return sum;
}

bool does_it(const json& thrown, int value) {
  return thrown.value("better", "high") == "high" ? value >= thrown.at("need").get<int>() : value <= thrown.at("need").get<int>();
}

/// Chance of a value, or of the sum of them, to do it, by counting every way it can fall.
double chance_of(const json& thrown, int lowest, int highest) {
  std::map<int, double> sums{{0, 1.0}};
  const std::size_t count = thrown.value("counted", "each") == "sum" ? thrown.at("values").size() : 1;
  for (std::size_t i = 0; i < count; ++i) {
    std::map<int, double> next;
    for (const auto& [sum, share] : sums)
      for (int face = lowest; face <= highest; ++face) next[sum + face] += share / (highest - lowest + 1);
    sums = std::move(next);
  }
  double chance = 0;
  for (const auto& [sum, share] : sums) chance += does_it(thrown, sum) ? share : 0;
  return chance;
}

struct Recount {
  int thrown = 0, good = 0;
  double expected = 0;
};

/// Luck as the lines have it: the faces are those of the question that was answered.
std::array<Recount, 2> recounted(const std::vector<json>& lines, const std::set<std::int64_t>& undone) {
  std::array<Recount, 2> luck;
  std::map<std::string, json> asked;
  for (const json& line : lines) {
    const json& command = line.at("command");
    json chance;
    if (command.value("do", "") == "answer") {
      const std::string wait = command.value("wait", asked.empty() ? "" : asked.rbegin()->first);
      if (asked.contains(wait)) chance = asked[wait];
    }
    if (!undone.contains(line.at("seq").get<std::int64_t>()))
      for (const json& thrown : told(line, "throws", "thrown")) {
        if (thrown.value("need", 0) <= 0 || !thrown.contains("per_mille")) continue;
        Recount& mine = luck[thrown.at("who") == "A" ? 0 : 1];
        const bool dice = thrown.value("source", "dice") == "dice";
        // Dice by their faces; a card by what its pile still holds, which the line says.
        const double p = dice ? chance_of(thrown, 1, chance.value("highest", 6)) : thrown.at("per_mille").get<int>() / 1000.0;
        if (!dice) CHECK(std::abs(p - chance_of(thrown, 1, 10)) < 0.15);
        const bool sum = thrown.value("counted", "each") == "sum";
        int all = 0, good = 0;
        for (const int value : thrown.at("values").get<std::vector<int>>()) all += value, good += does_it(thrown, value) ? 1 : 0;
        mine.thrown += sum ? 1 : static_cast<int>(thrown.at("values").size());
        mine.good += sum ? (does_it(thrown, all) ? 1 : 0) : good;
        mine.expected += sum ? p : p * static_cast<double>(thrown.at("values").size());
      }
    for (const json& event : line.at("events"))
      if (event.value("event", "") == "step_opened")
        for (const json& wait : event.value("waits", json::array()))
          if (wait.contains("chance")) asked[wait.at("id").get<std::string>()] = wait.at("chance");
  }
  return luck;
}

/// A ruleset's battle played and read again.
struct Read {
  std::string key;
  std::vector<json> lines;
  story::Story story;
};
std::vector<Read> battles() {
  const test::LogFolder folder;
  std::vector<Read> all;
  for (const auto& room : engine::rulesets()) {
    const std::string key(room.info().key);
    INFO(key);
    const std::string log = play(test::source_dir() + "/models/data/battles/" + key + "_sample.json", folder / (key + ".battle"), 5, 400);
    auto told = story::story_of(log);
    REQUIRE(told);
    all.push_back({key, lines_of_file(log), std::move(*told)});
  }
  return all;
}

/// Dice that were answered for everybody to see.
bool dice_answered(const json& line) {
  for (const json& event : line.at("events")) {
    if (event.value("event", "") != "wait_answered" || !event.contains("answer")) continue;
    const json& answer = event.at("answer");
    if (answer.is_object() && answer.value("revealed", false) && answer.contains("value") &&
        !answer["value"].value("values", json::array()).empty())
      return true;
  }
  return false;
}

}  // namespace

TEST_CASE("a log line tells throws, losses, places before and counters without rules, in every ruleset", "[session][log][told][random]") {
  for (const Read& battle : battles()) {
    INFO(battle.key);
    int throws = 0, needs = 0, from = 0, counted = 0;
    for (const json& line : battle.lines) {
      INFO(line.dump());
      for (const json& thrown : told(line, "throws", "thrown")) {
        ++throws;
        CHECK_FALSE(thrown.at("purpose").get<std::string>().empty());
        CHECK(thrown.contains("who"));
        CHECK_FALSE(thrown.at("values").empty());
        if (thrown.value("need", 0) <= 0) continue;
        ++needs;
        CHECK(sum_of(thrown.at("rows")) == thrown.at("need").get<int>());
        CHECK(thrown.contains("per_mille"));
      }
      for (const json& lost : told(line, "losses", "lost")) {
        CHECK_FALSE(lost.at("unit").get<std::string>().empty());
        CHECK_FALSE(lost.at("how").get<std::string>().empty());
      }
      const json beside = line.value("told", json::object());
      if (beside.contains("from")) ++from;
      if (beside.contains("counters")) ++counted;
      for (const json& pose : beside.value("from", json::object())) CHECK(pose.size() == 3);
      if (beside.contains("throws")) CHECK(dice_answered(line));
    }
    CHECK(throws > 5);
    CHECK(needs > 1);
    CHECK(from > 3);
    CHECK(counted > 0);
    CHECK(battle.lines.front().at("told").contains("counters"));
  }
}

TEST_CASE("where what moved stood before is where the story has it, in every ruleset", "[session][log][told][random]") {
  for (const Read& battle : battles()) {
    INFO(battle.key);
    int compared = 0;
    for (std::size_t i = 0; i < battle.lines.size(); ++i) {
      const json from = battle.lines[i].value("told", json::object()).value("from", json::object());
      for (const story::Shift& shift : battle.story.moments[i].shifts) {
        const std::string& base = battle.story.pieces[shift.piece].base.text;
        if (!shift.from.on_table || !from.contains(base)) continue;
        ++compared;
        CHECK(std::abs(from[base][0].get<double>() - shift.from.x) < 0.0015);
        CHECK(std::abs(from[base][1].get<double>() - shift.from.y) < 0.0015);
      }
      const std::string action = battle.lines[i].at("command").value("do", "");
      if (action == "undo" || action == "rule") continue;
      for (const story::Shift& shift : battle.story.moments[i].shifts)
        if (shift.from.on_table) CHECK(from.contains(battle.story.pieces[shift.piece].base.text));
    }
    CHECK(compared > 3);
  }
}

TEST_CASE("luck is what the lines of the log add up to, in every ruleset", "[session][log][told][luck]") {
  for (const Read& battle : battles()) {
    INFO(battle.key);
    std::set<std::int64_t> undone;
    for (const story::Moment& moment : battle.story.moments)
      if (moment.undone) undone.insert(moment.seq);
    const auto recount = recounted(battle.lines, undone);
    const auto luck = story::luck_of(battle.story);
    for (std::size_t side = 0; side < 2; ++side) {
      INFO("side " << side);
      CHECK(luck[side].all.thrown == recount[side].thrown);
      CHECK(luck[side].all.good == recount[side].good);
      CHECK(std::abs(luck[side].all.expected - recount[side].expected) < 0.001 * recount[side].thrown + 0.001);
    }
    CHECK(recount[0].thrown + recount[1].thrown > 1);
  }
}

}  // namespace told_line_tests
